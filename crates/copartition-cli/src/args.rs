//! The arguments: one vocabulary for all commands.

use std::ffi::OsString;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ArgGroup, Args, Parser, Subcommand, ValueEnum, value_parser};
use clap_complete::Shell;
use copartition::key::KeyFormat;
use copartition::{CLIENTS, Client, Error, PartitionCount, Resolved, resolve};
use copartition_analysis::samples::{By, whole_number};
use copartition_analysis::{self as analysis, Allowed, Era, Observed, ShowKey, Unkeyed, Wrapping};

#[cfg(feature = "kafka")]
use crate::input::{Broker, Connection};
use crate::input::{Input, Inputs};
use crate::output::{Outcome, note};
use crate::page::Html;

/// Tells the Kafka partition of a key, for every client, bit for bit.
///
/// Exit status: 0 fine, 1 a difference was found, 2 an error, 3 cannot tell (no data).
#[derive(Parser)]
#[command(name = "copartition", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Where(Where),
    Explain(Explain),
    Key(KeyForms),
    Place(Place),
    Spread(Spread),
    Identify(Identify),
    Split(Split),
    Verify(Verify),
    KeysFor(KeysFor),
    Compare(Compare),
    Moves(Moves),
    Group(Group),
    Partitioners(Partitioners),
    Clients(Clients),
    Settings(Settings),
    Doctor(Doctor),
    #[cfg(feature = "kafka")]
    Find(Find),
    Completions(Completions),
    Man(Man),
}

impl Arguments {
    /// Whether keys must not be shown, in errors as little as elsewhere.
    pub(crate) fn redacts(&self) -> bool {
        match &self.command {
            Command::Where(args) => args.shown.redact,
            #[cfg(feature = "kafka")]
            Command::Find(args) => args.shown.redact,
            Command::Explain(args) => args.shown.redact,
            Command::Key(args) => args.redact,
            Command::Place(args) => args.shown.redact,
            Command::Spread(args) => args.shown.redact,
            Command::Identify(args) => args.redact,
            Command::Split(args) => args.shown.redact,
            Command::Verify(args) => args.shown.redact,
            Command::Compare(args) => args.shown.redact,
            Command::Moves(args) => args.shown.redact,
            Command::KeysFor(_)
            | Command::Group(_)
            | Command::Partitioners(_)
            | Command::Clients(_)
            | Command::Settings(_)
            | Command::Doctor(_)
            | Command::Completions(_)
            | Command::Man(_) => false,
        }
    }
}

/// Print the partition of a key.
///
/// `unkeyed` means that the client or its caller chooses at send time. With `-` as the key, one key
/// a line is read from stdin and one answer a line is printed: the partition, `unkeyed`, or
/// `refused` where the client itself raises (then the exit status is 2).
#[derive(Args)]
#[command(after_help = EXAMPLES_WHERE)]
pub(crate) struct Where {
    #[command(flatten)]
    pub(crate) key: Key,
    /// With `-` as the key only: the line that means no key
    #[arg(long, value_name = "TOKEN")]
    pub(crate) null_token: Option<OsString>,
    /// The topic's partition count
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        required_unless_present = "history",
        allow_negative_numbers = true
    )]
    partitions: Option<String>,
    /// The counts that the topic had, the oldest first, such as 12,24@2026-11-30T00:00:00Z: where the
    /// key was, and where it is
    #[arg(long, value_name = "COUNTS", conflicts_with = "partitions")]
    history: Option<String>,
    /// Print the commands that read the key's partition of this topic; no broker is asked
    #[arg(short = 't', long, value_name = "NAME")]
    pub(crate) topic: Option<String>,
    /// The brokers in these commands
    #[arg(
        short = 'b',
        long,
        value_name = "BROKERS",
        requires = "topic",
        default_value = "localhost:9092"
    )]
    pub(crate) bootstrap_server: String,
    #[command(flatten)]
    pub(crate) partitioner: Partitioner,
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

impl Where {
    /// The partition counts of the topic, the oldest first.
    pub(crate) fn history(&self) -> Outcome<Vec<Era>> {
        match (&self.history, &self.partitions) {
            (Some(history), _) => Ok(Era::history(history)?),
            (None, Some(count)) => Ok(vec![Era { count: partition_count(count)?, until: None }]),
            // clap wants one of them.
            (None, None) => Ok(Vec::new()),
        }
    }

    /// Whether more is asked than where the key goes.
    pub(crate) fn asks_more(&self) -> bool {
        self.history.is_some() || self.topic.is_some()
    }
}

/// Show what the partitioners that people run today do with a key, equal answers together.
///
/// A star marks what a current client does when nothing is set. Behind the answers stand the rules
/// that are the same at this count for every key, and differ at another.
#[derive(Args)]
#[command(after_help = EXAMPLES_EXPLAIN)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) key: Key,
    /// Ask every partitioner: retired clients' and the rules under their own names too
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) count: Count,
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// Show the bytes of a key, and where each form that its text can take lands.
///
/// A star marks the form that `--as` says. Bytes that are given (`--as hex` or `base64`) are read
/// back: everything that they could be is listed, and nothing is picked.
#[derive(Args)]
#[command(after_help = EXAMPLES_KEY)]
pub(crate) struct KeyForms {
    /// The keys
    #[arg(required = true, value_name = "TEXT", allow_negative_numbers = true)]
    pub(crate) texts: Vec<OsString>,
    /// How the text becomes key bytes, as --key-format elsewhere
    #[arg(long = "as", value_name = "FORMAT", default_value = "utf8", value_parser = named(KeyFormat::ALL.map(KeyFormat::name), KeyFormat::named))]
    pub(crate) key_format: KeyFormat,
    /// The id of the key's schema in its registry: adds the key behind it; a payload's bytes are
    /// given with --as hex
    #[arg(long, value_name = "ID")]
    schema_id: Option<u32>,
    /// With a schema id: the path to the Protobuf message in its file, such as 0 or 2,1
    #[arg(long, value_name = "INDEXES", value_delimiter = ',', requires = "schema_id", value_parser = value_parser!(u32).range(..=2_147_483_647))]
    message_indexes: Option<Vec<u32>>,
    /// The start of a Kafka Streams window, in milliseconds since 1970: adds the windowed key
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = value_parser!(i64).range(0..))]
    window_start: Option<i64>,
    /// With a start: the end of a session window
    #[arg(long, value_name = "MS", allow_negative_numbers = true, requires = "window_start", value_parser = value_parser!(i64).range(0..))]
    window_end: Option<i64>,
    /// The topic's partition count; without it hashes are shown alone
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true)]
    partitions: Option<String>,
    #[command(flatten)]
    pub(crate) partitioner: Partitioner,
    #[command(flatten)]
    pub(crate) format: Format,
    /// Show a short digest in place of each key
    #[arg(long)]
    pub(crate) redact: bool,
}

impl KeyForms {
    pub(crate) fn count(&self) -> Result<Option<PartitionCount>, Error> {
        self.partitions.as_deref().map(partition_count).transpose()
    }

    pub(crate) fn wrapping(&self) -> Wrapping {
        Wrapping {
            schema_id: self.schema_id,
            message_indexes: self.message_indexes.clone(),
            window_start: self.window_start,
            window_end: self.window_end,
        }
    }
}

/// Print a partition for each key of a file, a word a line, in the order of the file.
///
/// `unkeyed` means that the client or its caller chooses at send time. A key is placed by its bytes,
/// wherever the input says that its record lies; a key that the client refuses is an error, and what
/// comes before it is printed.
#[derive(Args)]
#[command(after_help = EXAMPLES_PLACE)]
pub(crate) struct Place {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partitioner: Partitioner,
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// Count how records spread over partitions, with the hot keys, and say why.
///
/// Luck of hashing, weight of keys and records without a key are told apart. Memory is bounded: of
/// more than 500,000 distinct keys some numbers are estimates, and are said to be. Without any record
/// that has a partition the exit status is 3.
#[derive(Args)]
#[command(after_help = EXAMPLES_SPREAD)]
pub(crate) struct Spread {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partitioner: Partitioner,
    /// What to do with records that the client places at send time: apart (count them so),
    /// round-robin (in turn), sticky:RECORDS_PER_BATCH (kafka-clients 2.4 to 3.2) or builtin:BYTES
    /// (3.3 and later; a record adds its key's bytes and 7)
    #[arg(long, value_name = "HOW", default_value = "apart")]
    pub(crate) unkeyed: Unkeyed,
    /// The seed of what sticky and builtin draw
    #[arg(long, value_name = "N", default_value = "0")]
    pub(crate) seed: u64,
    /// How many hot keys to show
    #[arg(long, value_name = "N", default_value = "10", value_parser = top)]
    pub(crate) top: usize,
    /// Count the records alone, many times as fast: no distinct keys, no hot keys, no reasons
    #[arg(long, conflicts_with_all = ["top", "file"])]
    pub(crate) counts_only: bool,
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) html: Html,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// Tell who placed the keys of a topic: which partitioners explain where they lie.
///
/// Distinct keys are asked, each for the partitions that its records lie on; a fit is an answer when
/// luck would bring one less than once in a hundred. The exit status is 0 when one rule explains
/// every key, 1 when none does (a mixture, keys ignored, no rule that is known) and 3 when the keys
/// do not tell.
#[derive(Args)]
#[command(after_help = EXAMPLES_IDENTIFY)]
pub(crate) struct Identify {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Also show the shares of each: header:NAME, field:NAME, hour (UTC) or producer-id; or offset,
    /// where in the log each share lies
    #[arg(long, value_name = "WHAT")]
    pub(crate) by: Option<GroupBy>,
    /// Show every client of a rule, retired ones and ports too, and every rule that fits
    #[arg(long)]
    pub(crate) all: bool,
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) html: Html,
    /// Keys of the input are never shown here, and with this no value of it in an error
    #[arg(long)]
    pub(crate) redact: bool,
}

/// Find the keys that lie on more than one partition, whoever placed them.
///
/// Such a key's order is lost, a join finds a part of it, and compaction keeps a value on each
/// partition. The exit status is 1 when there is one, and 3 when there is no key to look at.
#[derive(Args)]
#[command(after_help = EXAMPLES_SPLIT)]
pub(crate) struct Split {
    #[command(flatten)]
    pub(crate) input: Input,
    /// How many keys to remember; of more, a sample by digest is looked at
    #[arg(long, value_name = "N", default_value_t = Observed::MOST_KEYS, value_parser = at_least_one)]
    pub(crate) most_keys: usize,
    /// How many split keys the table shows
    #[arg(long, value_name = "N", default_value = "10", value_parser = top)]
    pub(crate) top: usize,
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) html: Html,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// Check whether every record lies where a partitioner puts it.
///
/// The exit status is 1 when more records lie elsewhere than --max-mismatch allows, and 3 when fewer
/// keys than --min-keys were checked.
#[derive(Args)]
#[command(after_help = EXAMPLES_VERIFY)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partitioner: Partitioner,
    /// Only the records since a time, in milliseconds since 1970 or like 2026-11-30T02:10:08Z
    #[arg(long, value_name = "TIME")]
    pub(crate) since: Option<String>,
    /// How many records may lie elsewhere: a number, or a share such as 0.5%
    #[arg(long, value_name = "N|P%", default_value = "0")]
    pub(crate) max_mismatch: Allowed,
    /// How many distinct keys must be checked [default: those of --keys, or 1]
    #[arg(long, value_name = "N", value_parser = top)]
    pub(crate) min_keys: Option<usize>,
    /// The partition counts that the topic had, as 12,24@TIME: a record is right under the count of
    /// its time; without a time, under any
    #[arg(long, value_name = "COUNTS")]
    pub(crate) history: Option<String>,
    /// Only the keys in this file: what `keys-for --probe` printed, or one key a line
    #[arg(long, value_name = "FILE")]
    pub(crate) keys: Option<OsString>,
    /// How many mismatches to show
    #[arg(long, value_name = "N", default_value = "10", value_parser = top)]
    pub(crate) top: usize,
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// Make keys that land on given partitions, or that tell all partitioners apart.
///
/// The exit status is 3 when a partition has no such key, as with a partitioner that ignores keys.
#[derive(Args)]
#[command(after_help = EXAMPLES_KEYS_FOR)]
pub(crate) struct KeysFor {
    #[command(flatten)]
    pub(crate) count: Count,
    #[command(flatten)]
    pub(crate) partitioner: Partitioner,
    /// A partition to make keys for; several may be given [default: every one]
    #[arg(long, value_name = "N")]
    pub(crate) partition: Vec<u32>,
    /// How many keys for each partition
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one)]
    pub(crate) each: usize,
    /// What each key starts with; a number follows
    #[arg(long, value_name = "TEXT", default_value = "key-")]
    pub(crate) prefix: String,
    /// Make keys that tell all rules apart, one JSON object a line: send them with a producer, and
    /// give where they lie to `identify`, or this output to `verify --keys`
    #[arg(long, conflicts_with_all = ["name", "partition", "each", "prefix"])]
    pub(crate) probe: bool,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Tell whether topics are co-partitioned: whether a key lies on the same partition of each.
///
/// Each is compared with the first, key by key. Inputs are files, live topics of one broker (-b and
/// a -t for each), or live topics of several: `src:orders dst:orders --config src=FILE --config
/// dst=FILE`. The exit status is 1 when one differs, and 3 when no key was seen in both, or so few
/// that luck could have put them together.
#[derive(Args)]
#[command(after_help = EXAMPLES_COMPARE)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// How many keys to remember of each; of more, a sample by digest, which holds the same keys of
    /// all
    #[arg(long, value_name = "N", default_value_t = Observed::MOST_KEYS, value_parser = at_least_one)]
    pub(crate) most_keys: usize,
    /// How many different keys to show; ndjson and csv have all
    #[arg(long, value_name = "N", default_value = "10", value_parser = top)]
    pub(crate) top: usize,
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) html: Html,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// Tell what moves when a topic's partition count or its partitioner changes, and what to mind.
///
/// With an input, its keys and records are counted; without one, the share that is expected of all
/// keys is told. ndjson and csv list every key that moves. A plan is no difference: the exit status
/// is 0 whatever moves.
#[derive(Args)]
#[command(after_help = EXAMPLES_MOVES)]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) partitioner: Partitioner,
    /// The partition count after the change [default: the one before]
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        required_unless_present = "to_partitioner"
    )]
    to: Option<String>,
    /// Who places the records after the change [default: who does before]
    #[arg(long, value_name = "NAME")]
    pub(crate) to_partitioner: Option<String>,
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) html: Html,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

impl Moves {
    /// The partition count after the change, where it is another one.
    pub(crate) fn to(&self) -> Result<Option<PartitionCount>, Error> {
        self.to.as_deref().map(partition_count).transpose()
    }
}

/// Find the records of a key in a live topic.
///
/// The partition where the key goes is read, and with --all-partitions then the others: a key may be
/// split, and a topic may have grown. No group is joined and nothing is committed. The exit status is
/// 1 when the key lies elsewhere too, and 3 when it is not found.
#[cfg(feature = "kafka")]
#[derive(Args)]
#[command(after_help = EXAMPLES_FIND)]
pub(crate) struct Find {
    #[command(flatten)]
    pub(crate) key: Key,
    /// The topic
    #[arg(short = 't', long, value_name = "NAME")]
    pub(crate) topic: String,
    /// Look at the other partitions too
    #[arg(long)]
    pub(crate) all_partitions: bool,
    #[command(flatten)]
    pub(crate) broker: Broker,
    #[command(flatten)]
    pub(crate) partitioner: Partitioner,
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// Print the partition of __consumer_offsets that holds a consumer group.
///
/// The same formula places a transactional id in __transaction_state. It is Apache Kafka's; other
/// brokers may differ. With a broker, it is asked which one coordinates the group: that one must lead
/// the partition, else the exit status is 1.
#[derive(Args)]
#[command(after_help = EXAMPLES_GROUP)]
#[command(group(ArgGroup::new("topic").args(["name"])))]
pub(crate) struct Group {
    /// The group's name
    pub(crate) name: String,
    /// The partition count of __consumer_offsets [default: 50, or what the broker says]
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true)]
    partitions: Option<String>,
    #[cfg(feature = "kafka")]
    #[command(flatten)]
    pub(crate) connection: Connection,
    #[command(flatten)]
    pub(crate) format: Format,
}

impl Group {
    pub(crate) fn count(&self) -> Result<Option<PartitionCount>, Error> {
        self.partitions.as_deref().map(partition_count).transpose()
    }
}

/// List every partitioner: its rule, its policies, its clients and its other names.
#[derive(Args)]
#[command(after_help = EXAMPLES_PARTITIONERS)]
pub(crate) struct Partitioners {
    #[command(flatten)]
    pub(crate) format: Format,
}

/// List every client: what each of its settings does, since when, and how that is known.
///
/// A star marks what the client does when nothing is set.
#[derive(Args)]
#[command(after_help = EXAMPLES_CLIENTS)]
pub(crate) struct Clients {
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Print the setting that makes a client place like another one.
///
/// The first line is the setting or the code, as that client wants it; the others say what stays
/// different. The exit status is 1 when no setting does so; what takes code then follows, and the line
/// that drops copartition's partitioner in.
#[derive(Args)]
#[command(after_help = EXAMPLES_SETTINGS)]
pub(crate) struct Settings {
    /// The client to be set; see `copartition clients`
    pub(crate) client: String,
    /// Who it shall place like: any name that -P takes elsewhere
    #[arg(long, value_name = "NAME")]
    pub(crate) like: String,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Tell what a client's configuration implies, and which of its settings do nothing.
///
/// Settings are given in the client's own words, as `settings` prints them. Values are never shown.
/// The exit status is 1 when a setting is ignored, refused or deprecated.
#[derive(Args)]
#[command(after_help = EXAMPLES_DOCTOR)]
pub(crate) struct Doctor {
    /// The client, perhaps with a version, such as java@3.9.1; see `copartition clients`
    pub(crate) client: String,
    /// Its settings, such as partitioner=murmur2_random; of two that contradict the last holds
    #[arg(value_name = "SETTING")]
    pub(crate) settings: Vec<String>,
    /// A file of name=value lines, read before them
    #[arg(short = 'F', long = "command-config", value_name = "FILE")]
    pub(crate) file: Option<OsString>,
    /// Who to compare with: any name that -P takes elsewhere
    #[arg(long, value_name = "NAME", default_value = "java")]
    pub(crate) like: String,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Print the script that completes commands, flags and names in a shell.
#[derive(Args)]
#[command(after_help = EXAMPLES_COMPLETIONS)]
pub(crate) struct Completions {
    /// The shell that reads the script
    pub(crate) shell: Shell,
}

/// Print the manual page of copartition, or of one of its commands.
///
/// A command's page is named like `copartition-where`.
#[derive(Args)]
#[command(after_help = EXAMPLES_MAN)]
pub(crate) struct Man {
    /// The command; without it, the page that lists all commands
    pub(crate) command: Option<String>,
}

#[derive(Args)]
pub(crate) struct Key {
    /// The key
    #[arg(allow_negative_numbers = true, required_unless_present = "no_key")]
    key: Option<OsString>,
    /// Ask for a record without a key
    #[arg(long, conflicts_with = "key")]
    no_key: bool,
    #[command(flatten)]
    pub(crate) format: KeyFormatArg,
}

impl Key {
    /// Whether keys are to be read from stdin.
    pub(crate) fn is_stdin(&self) -> bool {
        self.key.as_ref().is_some_and(|key| key == "-")
    }

    /// The key's bytes; `None` for `--no-key`.
    pub(crate) fn bytes(&self) -> Result<Option<Vec<u8>>, Error> {
        let Some(text) = &self.key else {
            return Ok(None);
        };
        let mut key = Vec::new();
        self.format.key_format.encode(text.as_encoded_bytes(), &mut key)?;
        Ok(Some(key))
    }
}

#[derive(Args)]
pub(crate) struct KeyFormatArg {
    /// How the given text becomes key bytes: numbers are big-endian, uuid is Java's 36 characters and
    /// uuid-bytes 16 bytes; see `copartition key`
    #[arg(long, value_name = "FORMAT", default_value = "utf8", value_parser = named(KeyFormat::ALL.map(KeyFormat::name), KeyFormat::named))]
    pub(crate) key_format: KeyFormat,
}

#[derive(Args)]
pub(crate) struct Count {
    /// The topic's partition count
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true)]
    partitions: String,
}

impl Count {
    pub(crate) fn get(&self) -> Result<PartitionCount, Error> {
        partition_count(&self.partitions)
    }
}

#[derive(Args)]
pub(crate) struct Partitioner {
    /// Who places the record, such as java, librdkafka:murmur2 or kafkajs@1; see `copartition
    /// partitioners` [default: java]
    #[arg(short = 'P', long = "partitioner", value_name = "NAME")]
    name: Option<String>,
}

impl Partitioner {
    pub(crate) fn resolve(&self) -> Result<Resolved, Error> {
        resolve(self.name.as_deref().unwrap_or("java"))
    }

    /// Says what the name was taken for, when one was given.
    pub(crate) fn say(&self, resolved: &Resolved) {
        if let Some(given) = &self.name {
            say(given, resolved);
        }
    }
}

/// Says on stderr what a given name was taken for, unless every version of its client places keys
/// so.
pub(crate) fn say(given: &str, resolved: &Resolved) {
    let Some(client) = resolved.client else {
        return;
    };
    let name = resolved.partitioner.name();
    let taken = match given == name {
        true => client.to_string(),
        false => format!("{name} ({client})"),
    };
    match retired(given, client, resolved) {
        Some(other) => note(&format!("{given} taken for {taken}; {other} places differently")),
        None if given != name => note(&format!("{given} taken for {taken}")),
        None => {}
    }
}

/// The partitioner that this very name meant before, where its rule was another one.
fn retired(given: &str, client: &Client, resolved: &Resolved) -> Option<&'static str> {
    if given.contains('@') {
        return None;
    }
    let rule = resolved.partitioner.keyed().to_string();
    let rows = CLIENTS.iter().filter(|row| {
        row.name == client.name
            && row.until.is_some()
            && if given == client.name { row.default } else { row.setting == client.setting }
    });
    rows.map(|row| row.partitioner)
        .find(|name| resolve(name).is_ok_and(|row| row.partitioner.keyed().to_string() != rule))
}

#[derive(Args)]
pub(crate) struct Format {
    /// How to print
    #[arg(long, value_enum, default_value_t = Form::Table)]
    pub(crate) format: Form,
}

#[derive(Args)]
pub(crate) struct Shown {
    /// How keys are shown; JSON always has the bytes in hexadecimal
    #[arg(long, value_name = "HOW", default_value = "auto", value_parser = named(ShowKey::ALL.map(ShowKey::name), ShowKey::named))]
    show_key: ShowKey,
    /// Show a short digest in place of each key
    #[arg(long, action = ArgAction::SetTrue)]
    pub(crate) redact: bool,
}

impl Shown {
    pub(crate) fn get(&self) -> analysis::Shown {
        analysis::Shown { show_key: self.show_key, redact: self.redact }
    }
}

/// How output is printed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For people
    Table,
    /// One document
    Json,
    /// One object a line
    Ndjson,
    /// A header and rows
    Csv,
}

/// A count is taken as text, so that the core's own words answer what is not a number.
pub(crate) fn partition_count(text: &str) -> Result<PartitionCount, Error> {
    match whole_number::<i64>(text.as_bytes()) {
        Some(count) => PartitionCount::try_from(count),
        None => Err(Error::partition_count(text)),
    }
}

fn top(text: &str) -> Result<usize, &'static str> {
    whole_number(text.as_bytes()).ok_or("must be a whole number of 0 or more")
}

fn at_least_one(text: &str) -> Result<usize, &'static str> {
    let number = whole_number(text.as_bytes()).filter(|number| *number > 0);
    number.ok_or("must be a whole number of 1 or more")
}

/// What the shares of a mixture are shown by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GroupBy {
    /// The records' label.
    Label(By),
    /// Where they lie in the log.
    Offset,
}

impl FromStr for GroupBy {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "offset" => Ok(Self::Offset),
            text => By::named(text)
                .map(Self::Label)
                .ok_or("must be header:NAME, field:NAME, hour, producer-id or offset"),
        }
    }
}

/// Takes one of the names that the crates below know.
pub(crate) fn named<T: Clone + Send + Sync + 'static, const N: usize>(
    names: [&'static str; N],
    find: fn(&str) -> Option<T>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).try_map(move |name| find(&name).ok_or("no such name"))
}

const EXAMPLES_WHERE: &str = r"Examples:
  $ copartition where user-3 -n 6
  5
  $ copartition where user-3 -n 6 -P librdkafka:consistent_random
  0
  $ copartition where 42 --key-format long -n 12
  4
  $ printf 'user-1\nuser-2\n' | copartition where - -n 6
  2
  2
  $ copartition where user-3 --history 6,8@2026-11-30T00:00:00Z
  3
  under 6, until 2026-11-30T00:00:00.000Z: 5
  under 8, now: 3
  $ copartition where user-3 -n 6 -t orders -b localhost:9092 | head -n 2
  5
  kcat -C -b localhost:9092 -t orders -p 5 -o beginning -e -q -f '%o\t%T\t%k\t%s\n'";

const EXAMPLES_EXPLAIN: &str = r"Examples:
  $ copartition explain user-3 -n 6 --format csv | grep -E '^(java|kafkajs@1),'
  java,client,true,murmur2,1141442267,partition,5,hashed,unkeyed:built_in
  kafkajs@1,client,false,kafkajs-legacy,2800523483,partition,3,hashed,unkeyed:round_robin";

const EXAMPLES_KEY: &str = r"Examples:
  $ copartition key 42 --as long -n 8
  42 as long is 8 bytes

    form                        hash  partition  bytes
    utf8, kafkajs-number   417700972          4      2  3432
        a string or raw bytes, from any client; a number, as kafkajs hashes it
    int                   1606757304          0      4  0000002a
        IntegerSerializer of Java and confluent_kafka
  * long                   506863552          0      8  000000000000002a
        Java's LongSerializer
    short                 3734889518          6      2  002a
        Java's ShortSerializer
    float                 1472270107          3      4  42280000
        Java's FloatSerializer
    double                2071456260          4      8  4045000000000000
        DoubleSerializer of Java and confluent_kafka
    json                  3324857084          4      4  22343222
        a string as JSON: JSON.stringify, confluent_kafka's JSONSerializer since 2.11
  $ copartition key 0000002a --as hex
  0000002a as hex is 4 bytes
  ambiguous: these bytes have 2 known readings

    reading        hash  value
    int      1606757304  42
        IntegerSerializer of Java and confluent_kafka
    float    1606757304  5.9e-44
        Java's FloatSerializer

  the key holds a zero byte: text hardly does; a number, a schema id or a window may";

const EXAMPLES_PLACE: &str = r"Examples:
  $ printf 'user-1\nuser-2\nuser-3\n' | copartition place - -n 6
  2
  2
  5
  $ (echo partition; copartition place examples/data/flights.csv --key-field origin -n 12) | paste -d, examples/data/flights.csv - | head -n 3
  origin,destination,count,partition
  ABE,ATL,853,6
  ABE,BHM,1,6";

const EXAMPLES_SPREAD: &str = r"Examples:
  $ printf 'user-1\nuser-2\nuser-3\nuser-1\n' | copartition spread - -n 6 --top 2
  partition  records   share  keys
          0        0    0.0%     0
          1        0    0.0%     0
          2        3   75.0%     2  ██████████████████████████████████████████████
          3        0    0.0%     0
          4        0    0.0%     0
          5        1   25.0%     1  ███████████████▍

  records   share  partition  hot key
        2   50.0%          2  user-1
        1   25.0%          2  user-2

  totals
  records      4 in 4 rows
  partitions   6 by java
  keys         3
  a partition  min 0, mean 0.7, max 3
  skew         4.50 (max / mean, 1 is even)
  missing key  0
  empty key    0
  unkeyed      0 (in no partition above)

  why
  hash luck    3 keys are too few for a test; 19 times in 20 a partition has 0 to 3 by luck and 2.5
               partitions are used
  $ yes NULL | head -n 1000 | copartition spread - -n 4 --null-token NULL --unkeyed sticky:100 --format csv
  partition,records,share,keys
  0,200,0.2,0
  1,500,0.5,0
  2,300,0.3,0
  3,0,0,0
  $ seq 1 1000000 | copartition spread - -n 3 --counts-only --format csv
  partition,records,share
  0,332875,0.332875
  1,333852,0.333852
  2,333273,0.333273";

const EXAMPLES_IDENTIFY: &str = r"Examples:
  $ copartition identify examples/data/orders.ndjson -n 12 | head -n 6
  java (murmur2) placed all 40 keys; a fit like this is luck once in 10^41

  records   share  partitions  rule
       40  100.0%          12  murmur2
      by default: java, kafka-streams, logstash, flink, debezium, quixstreams, franz-go, kafkajs,
      kafka-ts, kafka-python, aiokafka, faust, kafka_ex
  $ copartition identify examples/data/orders.ndjson examples/data/payments.ndjson -n 12 | head -n 1
  a mixture: java (murmur2) placed 50.0% of the records, librdkafka (crc32) 50.0%";

const EXAMPLES_SPLIT: &str = r"Examples:
  $ copartition split examples/data/orders.ndjson examples/data/payments.ndjson -n 12 --top 1
  36 of 40 keys lie on more than one partition
  why: several producers, or a partition count that has grown; see identify

  partition    records   last offset  of                        key
          2          1             0  2026-11-30T02:46:06.324Z  user-10
         10          1             1  2026-11-30T02:46:06.463Z  user-10
  and 35 more: --top or --format ndjson

  totals
  records      80
  partitions   12
  keys         40
  missing key  0";

const EXAMPLES_VERIFY: &str = r"Examples:
  $ copartition verify examples/data/payments.ndjson -n 12 -P java --top 2
  36 of 40 records lie elsewhere than java puts them
  of the records elsewhere: librdkafka (crc32) placed all 36 keys; a fit like this is luck once in
  10^37

  partition  should be  at                               time                      key
          0         11  examples/data/payments.ndjson:1  2026-11-30T02:46:06.463Z  user-3
          0          9  examples/data/payments.ndjson:2  2026-11-30T02:46:06.463Z  user-8

  totals
  records      40
  right        4 (10.0%)
  elsewhere    36 (90.0%)
  unkeyed      0 (may lie anywhere)
  keys         40";

const EXAMPLES_KEYS_FOR: &str = r#"Examples:
  $ copartition keys-for -n 3 --prefix user-
  partition  key
          0  user-8
          1  user-0
          2  user-1
  $ copartition keys-for -n 12 --probe | head -n 2
  {"key":"probe-0"}
  {"key":"probé-0é"}"#;

const EXAMPLES_COMPARE: &str = r"Examples:
  $ copartition compare examples/data/orders.ndjson examples/data/payments.ndjson -n 12 --top 2 | head -n 16
  orders.ndjson and payments.ndjson are not co-partitioned: 36 of 40 shared keys do not lie on the same partition

  same     count        12 in both
  differs  partitioner  murmur2 (java) in orders.ndjson, crc32 (librdkafka) in payments.ndjson
  same     key bytes    40 in both, of 40 in orders.ndjson and 40 in payments.ndjson
  differs  shared keys  4 of 40 lie on the same partition in both
  same     split keys   none

  orders.ndjson  payments.ndjson  key
              2               10  user-10
             10                4  user-11
  and 34 more: --format ndjson lists all

  what makes the producers of payments.ndjson (crc32) place as java, by client
      partitioner=murmur2_random
          librdkafka, php-rdkafka";

const EXAMPLES_MOVES: &str = r"Examples:
  $ copartition moves -n 12 --to 20 | head -n 2
  80.0% of all keys are expected to move
  fewer keys would move with another count: 24 (50.0%) or 18 (66.7%) or 16 (75.0%)
  $ copartition moves examples/data/flights.csv --key-field origin --weight-field count -n 12 --to 24 --format csv | head -n 4
  key,key_hex,from,to,records
  ABE,414245,6,18,4807
  ABI,414249,2,14,2660
  ABQ,414251,3,15,41146
  $ copartition moves examples/data/orders.ndjson -n 12 --to-partitioner librdkafka:consistent_random | head -n 4
  36 of 40 keys move (90.0%), with 90.0% of the keyed records; 91.7% of all keys are expected to

  empty key    9 -> unkeyed:sticky
  missing key  unkeyed:built_in -> unkeyed:sticky";

const EXAMPLES_GROUP: &str = r"Examples:
  $ copartition group my-group
  12 (of 50)";

const EXAMPLES_PARTITIONERS: &str = r"Examples:
  $ copartition partitioners | head -n 5
  java                                       keys: murmur2
    empty key    hashed
    missing key  unkeyed:built_in
    client       java 3.3.0 and later, partitioner.class unset (default)
    client       kafka-streams, no StreamPartitioner (default)";

const EXAMPLES_CLIENTS: &str = r"Examples:
  $ copartition clients | grep -A 12 ^sarama | head -n 4
  sarama
  * hash                       every version             default
      config.Producer.Partitioner = sarama.NewHashPartitioner
      sarama:hash: keys fnv1a-abs, empty key hashed, missing key unkeyed:random";

const EXAMPLES_SETTINGS: &str = r#"Examples:
  $ copartition settings librdkafka --like java
  partitioner=murmur2_random
  empty key    hashed in both
  missing key  unkeyed in both: sticky with this, built_in in java
  $ copartition settings kafka-python --like sarama:hash
  not possible by configuration
  what it takes: a callable (2.x) or a Partitioner (3.x), in partitioner=
  drop-in: partitioner=copartition.kafka_python.partitioner("sarama:hash")"#;

const EXAMPLES_DOCTOR: &str = r"Examples:
  $ copartition doctor confluent-kafka partitioner=consistent sticky.partitioning.linger.ms=50 acks=all
  confluent-kafka, 'partitioner': 'consistent'
    keys         crc32
    empty key    hashed
    missing key  hashed_as_empty

  used        partitioner
  ignored     sticky.partitioning.linger.ms
              no effect with consistent, murmur2 and fnv1a: records without a key all go to one
              partition (librdkafka 2.16.0, rdkafka_topic.c; run on its mock broker)

  nothing known of 1 other setting: acks

  java places the same key elsewhere
    empty key    the same
    missing key  different
    to be alike  'partitioner': 'murmur2_random'
  alike by default: librdkafka, confluent-kafka-go, confluent-kafka-javascript,
  confluent-kafka-dotnet, node-rdkafka, rdkafka, kcat, php-rdkafka, rdkafka-ruby, vector, fluent-bit,
  ruby-kafka, fluentd, phpkafka
  elsewhere by default: 26 other clients

  a configuration does not prove what runs; let the service send what `copartition keys-for --probe`
  prints, and `copartition identify` tells";

const EXAMPLES_COMPLETIONS: &str = r"Examples:
  $ source <(copartition completions bash)";

const EXAMPLES_MAN: &str = r"Examples:
  $ copartition man where | man --local-file - | grep -A 1 ^NAME
  NAME
         copartition-where - Print the partition of a key";

#[cfg(feature = "kafka")]
const EXAMPLES_FIND: &str = r"Example, with a broker at localhost:9092:
  $ copartition find user-3 -b localhost:9092 -t orders --all-partitions | tail -n 1
  2 records on partition 5, where java places it";
