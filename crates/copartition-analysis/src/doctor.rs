//! What a client's configuration implies.

mod facts;
mod words;

use copartition::{
    CLIENTS, Client, EmptyKey, Error, Keyed, MissingKey, PARTITIONERS, Partitioner, client_rows,
    drop_in, resolve,
};

use self::facts::{FACTS, Fact, Value, When};
use self::words::Setting;
use crate::{Settings, settings};

/// What a client's configuration implies for its records' partitions.
#[derive(Debug)]
pub struct Diagnosis {
    /// The client, by its name.
    pub client: &'static str,
    /// The version that was asked about; `None` is today's.
    pub version: Option<String>,
    /// What the configuration gives the client; `None` where code of its user's decides, or a value
    /// of which nothing is known.
    pub row: Option<&'static Client>,
    /// The partitioner that decides; `None` as for `row`.
    pub partitioner: Option<&'static Partitioner>,
    /// The settings that have a say in partitions, or whose names sound so, in the given order.
    pub findings: Vec<Finding>,
    /// The names of all others, of which nothing is known here.
    pub unknown: Vec<String>,
    /// What else to know about the client so configured, and where it is known from.
    pub notes: Vec<(String, &'static str)>,
}

/// What is known of one given setting.
#[derive(Debug)]
pub struct Finding {
    /// The setting's name as it was given; never its value, which might be a password.
    pub setting: String,
    /// What it does.
    pub effect: Effect,
    /// One line that says more; empty where there is no more to say.
    pub text: &'static str,
    /// Where it is known from: the client that was run, or the source that was read.
    pub source: &'static str,
}

/// What becomes of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It is in force.
    Used,
    /// The client takes it, and it has no effect.
    Ignored,
    /// The client does not start, or fails, with it.
    Refused,
    /// It is in force, and a later version of the client no longer has it.
    Deprecated,
    /// It sounds as if it had a say, and nothing is known of it here.
    Unknown,
}

impl Effect {
    /// Returns the effect's name, such as `ignored`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Used => "used",
            Self::Ignored => "ignored",
            Self::Refused => "refused",
            Self::Deprecated => "deprecated",
            Self::Unknown => "unknown",
        }
    }

    /// Returns whether whoever wrote the setting should hear of it.
    pub const fn is_wrong(self) -> bool {
        matches!(self, Self::Ignored | Self::Refused | Self::Deprecated)
    }
}

/// What the configuration and another partitioner have in common.
#[derive(Debug)]
pub struct Likeness {
    /// The other partitioner.
    pub like: &'static Partitioner,
    /// Whether every key of one byte or more goes to the same partition.
    pub same_keys: bool,
    /// Whether an empty key meets the same.
    pub same_empty_key: bool,
    /// Whether a missing key meets the same, as far as a reader can rely on it: two clients that
    /// choose at send time are alike.
    pub same_missing_key: bool,
    /// What makes the client place like the other; `None` where it does for keys.
    pub remedy: Option<Settings>,
}

/// Tells what the settings of a client imply. `client` is its name, perhaps with a version or a
/// setting's short name: `java@3.9.1`, `librdkafka:murmur2`. Each setting is a line in the client's
/// own words: `partitioner=murmur2_random`, `'partitioner': 'murmur2_random'` or whatever
/// [`settings()`] writes. Of two that contradict each other the last holds.
///
/// A configuration does not prove what runs: it may be another file, or be overruled in code.
///
/// # Errors
///
/// `unknown_client`, and a version that is not known.
///
/// ```
/// use copartition_analysis::{Effect, diagnose};
///
/// let given = ["partitioner=consistent".into(), "sticky.partitioning.linger.ms=50".into()];
/// let diagnosis = diagnose("confluent-kafka", &given)?;
/// assert_eq!(diagnosis.partitioner.unwrap().name(), "librdkafka:consistent");
/// assert_eq!(diagnosis.findings[1].effect, Effect::Ignored);
/// assert!(!diagnosis.likeness("java")?.unwrap().same_keys);
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn diagnose(client: &str, given: &[String]) -> Result<Diagnosis, Error> {
    let (name, version) = words::client(client);
    let name = client_rows(name)?.next().map_or("", |row| row.name);
    let start = resolve(client)?.client;
    let given = Given {
        client: name,
        version,
        settings: given.iter().map(|text| Setting::parse(text, name)).collect(),
    };
    let mut row = start;
    let mut partitioner = start.and_then(Client::partitioner);
    for setting in &given.settings {
        match given.choice(setting) {
            Some(Choice::Row(chosen)) => {
                (row, partitioner) = (Some(chosen), chosen.partitioner());
            }
            Some(Choice::Partitioner(name)) => {
                (row, partitioner) = (None, Partitioner::find(name));
            }
            Some(Choice::Code) => (row, partitioner) = (None, None),
            None => {}
        }
    }
    let (mut findings, mut unknown) = (Vec::new(), Vec::new());
    for setting in &given.settings {
        match given.finding(setting, partitioner) {
            Some(finding) => findings.push(finding),
            None => unknown.push(setting.shown().to_string()),
        }
    }
    let about = FACTS.iter().filter(|fact| fact.setting.is_empty());
    let about = about.filter(|fact| given.has(fact, partitioner));
    Ok(Diagnosis {
        client: name,
        version: version.map(Into::into),
        row,
        partitioner,
        findings,
        unknown,
        notes: about.map(|fact| (fact.text.into(), fact.source)).collect(),
    })
}

impl Diagnosis {
    /// Returns whether a setting is ignored, refused or deprecated.
    pub fn is_wrong(&self) -> bool {
        self.findings.iter().any(|finding| finding.effect.is_wrong())
    }

    /// Compares with a partitioner; `None` where it is not known who decides here.
    ///
    /// # Errors
    ///
    /// `unknown_partitioner`.
    pub fn likeness(&self, like: &str) -> Result<Option<Likeness>, Error> {
        let like = resolve(like)?.partitioner;
        let Some(own) = self.partitioner else {
            return Ok(None);
        };
        let same_keys = same_keys(own, like);
        let unkeyed = |one: MissingKey| matches!(one, MissingKey::Unkeyed(_));
        let empty_unkeyed = |one: EmptyKey| matches!(one, EmptyKey::Unkeyed(_));
        Ok(Some(Likeness {
            like,
            same_keys,
            same_empty_key: own.empty_key() == like.empty_key()
                || empty_unkeyed(own.empty_key()) && empty_unkeyed(like.empty_key()),
            same_missing_key: own.missing_key() == like.missing_key()
                || unkeyed(own.missing_key()) && unkeyed(like.missing_key()),
            remedy: match same_keys {
                true => None,
                false => Some(settings(self.client, like.name())?),
            },
        }))
    }

    /// Returns the other clients whose default places keys as this one does, and those whose
    /// default places them elsewhere, by their names; both empty where it is not known who decides
    /// here.
    pub fn others(&self) -> (Vec<&'static str>, Vec<&'static str>) {
        let Some(own) = self.partitioner else {
            return Default::default();
        };
        let defaults = CLIENTS.iter().filter(|row| {
            row.default && row.usage == copartition::Usage::Default && row.name != self.client
        });
        let (mut same, mut elsewhere) = (Vec::new(), Vec::new());
        for row in defaults {
            match row.partitioner().is_some_and(|other| same_keys(own, other)) {
                true => same.push(row.name),
                false => elsewhere.push(row.name),
            }
        }
        (same, elsewhere)
    }
}

/// Whether every key of one byte or more goes to the same partition: never where keys are ignored.
fn same_keys(one: &Partitioner, other: &Partitioner) -> bool {
    match (one.keyed(), other.keyed()) {
        (Keyed::Rule(one), Keyed::Rule(other)) => one.name() == other.name(),
        (Keyed::Partition0, Keyed::Partition0) => true,
        _ => false,
    }
}

/// What was asked about.
struct Given<'a> {
    client: &'static str,
    version: Option<&'a str>,
    settings: Vec<Setting<'a>>,
}

/// What one setting makes of the partitioner.
enum Choice {
    Row(&'static Client),
    Partitioner(&'static str),
    /// Code of the user's, or a value of which nothing is known.
    Code,
}

impl Given<'_> {
    /// The client's rows at this version; of librdkafka's bindings then its own, whose names they
    /// take.
    fn rows(&self) -> impl Iterator<Item = &'static Client> {
        let own = CLIENTS.iter().filter(|row| row.name == self.client);
        let base = CLIENTS.iter().filter(|row| row.name == "librdkafka");
        let base = base.filter(|_| self.client != "librdkafka" && self.is("librdkafka"));
        own.chain(base).filter(|row| words::is_within(self.version, row.since, row.until))
    }

    /// Whether the client is this one or, for `librdkafka`, one of its bindings.
    fn is(&self, client: &str) -> bool {
        let mut own = CLIENTS.iter().filter(|row| row.name == self.client);
        client == self.client
            || client == "librdkafka" && own.any(|row| row.partitioner.starts_with("librdkafka:"))
    }

    fn choice(&self, setting: &Setting<'_>) -> Option<Choice> {
        if let Some(partitioner) = self.dropped_in(setting) {
            return Some(Choice::Partitioner(partitioner.name()));
        }
        if let Some(fact) = self.fact(setting, None) {
            return match (fact.effect, fact.gives) {
                (Effect::Ignored | Effect::Refused, _) => None,
                (_, "") => self.row(setting).map(Choice::Row),
                (_, facts::CODE) => Some(Choice::Code),
                (_, gives) => Some(Choice::Partitioner(gives)),
            };
        }
        match self.row(setting) {
            Some(row) => Some(Choice::Row(row)),
            None => self.names_partitioner(setting).then_some(Choice::Code),
        }
    }

    fn finding(
        &self,
        setting: &Setting<'_>,
        partitioner: Option<&'static Partitioner>,
    ) -> Option<Finding> {
        let finding = |effect, text, source| Finding {
            setting: setting.shown().to_string(),
            effect,
            text,
            source,
        };
        if self.dropped_in(setting).is_some() {
            let text = "copartition's: what its partitioner leaves unkeyed goes as `unkeyed` says";
            return Some(finding(Effect::Used, text, ""));
        }
        if let Some(fact) = self.fact(setting, partitioner) {
            return Some(finding(fact.effect, fact.text, fact.source));
        }
        if let Some(row) = self.row(setting) {
            let source = row.known.version().or(row.known.source());
            return Some(finding(Effect::Used, "", source.unwrap_or_default()));
        }
        if self.names_partitioner(setting) {
            return Some(finding(Effect::Unknown, "a value of which nothing is known here", ""));
        }
        let name = setting.shown().to_ascii_lowercase();
        let sounds = name.contains("partit") || name.contains("balancer");
        let text = "it sounds as if it had a say, and nothing is known of it here";
        sounds.then(|| finding(Effect::Unknown, text, ""))
    }

    /// The partitioner that a setting drops into the client, written as [`settings()`] does.
    fn dropped_in(&self, setting: &Setting<'_>) -> Option<&'static Partitioner> {
        PARTITIONERS.iter().find(|partitioner| {
            drop_in(self.client, partitioner).is_some_and(|written| setting.is_exactly(&written))
        })
    }

    fn row(&self, setting: &Setting<'_>) -> Option<&'static Client> {
        let own = || self.rows().filter(|row| row.name == self.client);
        let exact = own().find(|row| setting.is_exactly(row.written));
        exact.or_else(|| self.rows().find(|row| setting.is_written(row)))
    }

    /// Whether the setting is one that chooses the partitioner, whatever its value.
    fn names_partitioner(&self, setting: &Setting<'_>) -> bool {
        self.rows().any(|row| setting.has_name_of(row))
    }

    /// The first fact about a setting, of those with the longest name that fits.
    fn fact(
        &self,
        setting: &Setting<'_>,
        partitioner: Option<&'static Partitioner>,
    ) -> Option<&'static Fact> {
        let of_name = |fact: &&Fact| {
            !fact.setting.is_empty()
                && fact.clients.iter().any(|client| self.is(client))
                && setting.is_named(fact.setting)
        };
        // What is written for no setting at all, such as `partitioner.class unset`.
        if self.rows().any(|row| row.default && setting.is_exactly(row.written)) {
            return None;
        }
        let longest = FACTS.iter().filter(of_name).map(|fact| fact.setting.len()).max()?;
        let mut facts = FACTS.iter().filter(of_name);
        facts.find(|fact| {
            fact.setting.len() == longest
                && self.has(fact, partitioner)
                && match fact.value {
                    Value::Any => true,
                    Value::Is(values) => setting.value_is_one_of(values),
                    Value::IsNot(values) => !setting.value_is_one_of(values),
                }
        })
    }

    /// Whether a fact is about this client, version and configuration.
    fn has(&self, fact: &Fact, partitioner: Option<&'static Partitioner>) -> bool {
        let named = |name| self.settings.iter().find(|setting| setting.is_named(name));
        let partitioner_is =
            |names: &[&str]| partitioner.is_some_and(|own| names.contains(&own.name()));
        fact.clients.iter().any(|client| self.is(client))
            && words::is_within(self.version, fact.since, fact.until)
            && match fact.when {
                When::Always => true,
                When::Given(name) => named(name).is_some(),
                When::NotGiven(name) => named(name).is_none(),
                When::GivenAs(name, value) => {
                    named(name).is_some_and(|setting| setting.value_is_one_of(&[value]))
                }
                When::By(names) => partitioner_is(names),
                When::NotBy(names) => partitioner.is_some() && !partitioner_is(names),
            }
    }
}
