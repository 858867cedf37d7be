//! The arguments: one vocabulary for all commands.

use std::ffi::OsString;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, value_parser};
use copartition::key::KeyFormat;
use copartition::{CLIENTS, Client, Error, PartitionCount, Resolved, resolve};
use copartition_analysis::samples::{InputFormat, whole_number};
use copartition_analysis::{ShowKey, Unkeyed, Wrapping};

use crate::output::note;

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
    Spread(Spread),
    Group(Group),
    Partitioners(Partitioners),
    Clients(Clients),
    Settings(Settings),
}

impl Arguments {
    /// Whether keys must not be shown, in errors as little as elsewhere.
    pub(crate) fn redacts(&self) -> bool {
        match &self.command {
            Command::Where(args) => args.shown.redact,
            Command::Explain(args) => args.shown.redact,
            Command::Key(args) => args.redact,
            Command::Spread(args) => args.shown.redact,
            Command::Group(_)
            | Command::Partitioners(_)
            | Command::Clients(_)
            | Command::Settings(_) => false,
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
    #[command(flatten)]
    pub(crate) count: Count,
    #[command(flatten)]
    pub(crate) partitioner: Partitioner,
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) shown: Shown,
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

/// Count how records spread over partitions, with the hot keys.
///
/// Memory grows with the distinct keys, not with the input. Without any record that has a
/// partition the exit status is 3.
#[derive(Args)]
#[command(after_help = EXAMPLES_SPREAD)]
pub(crate) struct Spread {
    /// The files to read together; `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
    /// How the input is read, when its name does not end in .csv, .ndjson or .jsonl; without fields
    /// one key a line
    #[arg(long, value_name = "FORMAT", value_parser = named(InputFormat::ALL.map(InputFormat::name), InputFormat::named))]
    pub(crate) input: Option<InputFormat>,
    /// The CSV column or JSON field (a.b inside objects) that holds the key
    #[arg(long, value_name = "FIELD")]
    pub(crate) key_field: Option<String>,
    /// The field that holds the record's partition: counted there, wherever its key would go
    #[arg(long, value_name = "FIELD")]
    pub(crate) partition_field: Option<String>,
    /// The field that says how many records a row stands for
    #[arg(long, value_name = "FIELD")]
    pub(crate) weight_field: Option<String>,
    /// The text that means no key
    #[arg(long, value_name = "TOKEN")]
    pub(crate) null_token: Option<OsString>,
    #[command(flatten)]
    pub(crate) key_format: KeyFormatArg,
    #[command(flatten)]
    pub(crate) count: Count,
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
    #[command(flatten)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) shown: Shown,
}

/// Print the partition of __consumer_offsets that holds a consumer group.
///
/// The same formula places a transactional id in __transaction_state. It is Apache Kafka's; other
/// brokers may differ.
#[derive(Args)]
#[command(after_help = EXAMPLES_GROUP)]
pub(crate) struct Group {
    /// The group's name
    pub(crate) name: String,
    /// The partition count of __consumer_offsets
    #[arg(
        short = 'n',
        long,
        value_name = "N",
        default_value = "50",
        allow_negative_numbers = true
    )]
    partitions: String,
    #[command(flatten)]
    pub(crate) format: Format,
}

impl Group {
    pub(crate) fn count(&self) -> Result<PartitionCount, Error> {
        partition_count(&self.partitions)
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
/// different. The exit status is 1 when no setting does so.
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
    pub(crate) show_key: ShowKey,
    /// Show a short digest in place of each key
    #[arg(long, action = ArgAction::SetTrue)]
    pub(crate) redact: bool,
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
fn partition_count(text: &str) -> Result<PartitionCount, Error> {
    match whole_number::<i64>(text.as_bytes()) {
        Some(count) => PartitionCount::try_from(count),
        None => Err(Error::partition_count(text)),
    }
}

fn top(text: &str) -> Result<usize, &'static str> {
    whole_number(text.as_bytes()).ok_or("must be a whole number of 0 or more")
}

/// Takes one of the names that the crates below know.
fn named<T: Clone + Send + Sync + 'static, const N: usize>(
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
  2";

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
  $ yes NULL | head -n 1000 | copartition spread - -n 4 --null-token NULL --unkeyed sticky:100 --format csv
  partition,records,share,keys
  0,200,0.2,0
  1,500,0.5,0
  2,300,0.3,0
  3,0,0,0";

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

const EXAMPLES_SETTINGS: &str = r"Examples:
  $ copartition settings librdkafka --like java
  partitioner=murmur2_random
  empty key    hashed in both
  missing key  unkeyed in both: sticky with this, built_in in java
  $ copartition settings kafka-ts --like sarama:hash
  not possible by configuration
  what it takes: a function, in partitioner";
