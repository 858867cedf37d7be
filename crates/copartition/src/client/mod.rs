//! Clients: which partitioner a client has by which setting, and since when.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use crate::{Error, ErrorId, PARTITIONERS, Partitioner};

mod hook;
mod package;
mod table;

use package::client_of;

pub use hook::{HOOKS, drop_in, hook};
pub use table::CLIENTS;

/// A client, a range of its versions and one of its settings.
#[derive(Debug)]
#[non_exhaustive]
pub struct Client {
    /// The client's name, such as `kafka-python`.
    pub name: &'static str,
    /// The first version that behaves so; `None` when it always has, as far as is known.
    pub since: Option<&'static str>,
    /// The first version that no longer behaves so; `None` means today's still does.
    pub until: Option<&'static str>,
    /// The setting's short name, after the `:`; empty when the client has no other.
    pub setting: &'static str,
    /// What the user of this client writes, or sees named in its code.
    pub written: &'static str,
    /// Whether the client does this when nothing is set.
    pub default: bool,
    /// The partitioner's name.
    pub partitioner: &'static str,
    /// How common this is today.
    pub usage: Usage,
    /// How this is known.
    pub known: Known,
}

/// How a row is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The unmodified client was run, at this version; `tests/oracle/` has the program.
    Run(&'static str),
    /// The client's source was read.
    Read {
        /// What was read: project, version, file. Empty for what people write by hand.
        source: &'static str,
        /// Why the client is not run.
        why: &'static str,
    },
}

impl Known {
    /// Returns `run` or `read`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Run(_) => "run",
            Self::Read { .. } => "read",
        }
    }

    /// Returns the versions that were run.
    pub const fn version(self) -> Option<&'static str> {
        match self {
            Self::Run(version) => Some(version),
            Self::Read { .. } => None,
        }
    }

    /// Returns what was read; `None` where the client was run and for what people write by hand.
    pub const fn source(self) -> Option<&'static str> {
        match self {
            Self::Read { source, .. } if !source.is_empty() => Some(source),
            _ => None,
        }
    }

    /// Returns why the client is not run.
    pub const fn why_not_run(self) -> Option<&'static str> {
        match self {
            Self::Run(_) => None,
            Self::Read { why, .. } => Some(why),
        }
    }
}

/// How common a row is today, the commonest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Usage {
    /// What a current client does when nothing is set.
    Default,
    /// A setting of a current client.
    Setting,
    /// A client, a version or a setting that is no longer current.
    Retired,
    /// What people write by hand, mostly by mistake.
    Port,
}

impl Usage {
    /// Returns the usage's name: `default`, `setting`, `retired` or `port`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Setting => "setting",
            Self::Retired => "retired",
            Self::Port => "port",
        }
    }
}

impl Client {
    /// Returns the partitioner that this client has by this setting.
    pub fn partitioner(&self) -> Option<&'static Partitioner> {
        PARTITIONERS.iter().find(|partitioner| partitioner.name() == self.partitioner)
    }

    /// Returns the setting's short name; `None` when the client has no other.
    pub fn setting_name(&self) -> Option<&'static str> {
        Some(self.setting).filter(|setting| !setting.is_empty())
    }

    /// Returns the range of versions in words, such as `2.4.0 to before 3.3.0`.
    pub fn versions(&self) -> String {
        match (self.since, self.until) {
            (Some(since), Some(until)) => format!("{since} to before {until}"),
            (Some(since), None) => format!("{since} and later"),
            (None, Some(until)) => format!("before {until}"),
            (None, None) => "every version".into(),
        }
    }

    /// Returns whether today's version of the client still does so.
    pub const fn is_current(&self) -> bool {
        self.until.is_none()
    }

    fn covers(&self, version: &str) -> bool {
        let at_least = |bound| version_order(version, bound) != Ordering::Less;
        self.since.is_none_or(at_least) && !self.until.is_some_and(at_least)
    }
}

impl fmt::Display for Client {
    /// Writes the row in words: `librdkafka 0.9.1 and later, partitioner=consistent_random (default)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if self.since.is_some() || self.until.is_some() {
            write!(f, " {}", self.versions())?;
        }
        if !self.written.is_empty() {
            write!(f, ", {}", self.written)?;
        }
        if self.default {
            f.write_str(" (default)")?;
        }
        Ok(())
    }
}

/// A name's partitioner, and the client row it was taken for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Resolved {
    /// The partitioner.
    pub partitioner: &'static Partitioner,
    /// The client, version range and setting that the name was taken for; `None` for a rule's name.
    pub client: Option<&'static Client>,
}

/// Finds what a name stands for: exact `client[@version][:setting]`, then aliases and rule names.
///
/// A version is looked up in the client's ranges, so `kafkajs@1.16.0` is `kafkajs@1`. A client may go
/// by its package's name: `confluent-kafka-python`, `@platformatic/kafka`, `IBM/sarama`.
///
/// # Errors
///
/// `unknown_partitioner`, with the nearest names.
///
/// ```
/// let resolved = copartition::resolve("librdkafka")?;
/// assert_eq!(resolved.partitioner.name(), "librdkafka:consistent_random");
/// assert_eq!(
///     resolved.client.unwrap().to_string(),
///     "librdkafka 0.9.1 and later, partitioner=consistent_random (default)"
/// );
/// assert_eq!(copartition::resolve("kafkajs@1.16.0")?.partitioner.name(), "kafkajs@1");
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn resolve(name: &str) -> Result<Resolved, Error> {
    find(name).ok_or_else(|| match uncovered(name) {
        Some((client, versions)) => Error::uncovered_version(name, client, &versions),
        None => Error::unknown(ErrorId::UnknownPartitioner, name, &nearest(name, names())),
    })
}

/// [`resolve`] without the error's text, so that nothing is allocated.
pub(crate) fn find(name: &str) -> Option<Resolved> {
    if let Some(client) = client_row(name) {
        return Some(Resolved { partitioner: client.partitioner()?, client: Some(client) });
    }
    let partitioner = PARTITIONERS
        .iter()
        .find(|partitioner| partitioner.name() == name || partitioner.aliases().contains(&name))?;
    // Of the clients that have this partitioner: the one whose own word the alias is, else the one
    // that the partitioner is named for.
    let mut rows = CLIENTS.iter().filter(|row| row.partitioner == partitioner.name());
    let own = rows.clone().find(|row| row.written.contains(name));
    let client = own.or_else(|| rows.find(|row| partitioner.name().starts_with(row.name)));
    Some(Resolved { partitioner, client })
}

/// Returns the rows of one client, today's and earlier ones.
///
/// # Errors
///
/// `unknown_client`, with the nearest names.
///
/// ```
/// assert_eq!(copartition::client_rows("kafkajs")?.count(), 4);
/// let error = copartition::client_rows("kafkajz").map(|_| ()).unwrap_err();
/// assert_eq!(error.to_string(), r#"unknown client "kafkajz", nearest names: kafkajs"#);
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn client_rows(name: &str) -> Result<impl Iterator<Item = &'static Client>, Error> {
    match CLIENTS.iter().find(|row| row.name == client_of(name)) {
        Some(client) => Ok(CLIENTS.iter().filter(|row| row.name == client.name)),
        None => {
            let names = nearest(name, CLIENTS.iter().map(|row| row.name.into()));
            Err(Error::unknown(ErrorId::UnknownClient, name, &names))
        }
    }
}

fn client_row(name: &str) -> Option<&'static Client> {
    let (client, version, setting) = parts(name);
    if version.is_some_and(|version| !is_version(version)) {
        return None;
    }
    CLIENTS.iter().filter(|row| row.name == client).find(|row| {
        version.map_or(row.until.is_none(), |version| row.covers(version))
            && setting.map_or(row.default, |setting| row.setting == setting && !setting.is_empty())
    })
}

/// Splits `client[@version][:setting]`; a package's name is taken for its client's.
fn parts(name: &str) -> (&str, Option<&str>, Option<&str>) {
    let (head, setting) = match name.split_once(':') {
        Some((head, setting)) => (head, Some(setting)),
        None => (name, None),
    };
    // An npm package of a scope begins with the same sign as a version.
    let (client, version) = match head.rsplit_once('@') {
        Some((client, version)) if !client.is_empty() => (client, Some(version)),
        _ => (head, None),
    };
    (client_of(client), version, setting)
}

fn is_version(text: &str) -> bool {
    // Digits alone: `parse` takes a sign too.
    text.split('.').all(|part| !part.starts_with('+') && part.parse::<u32>().is_ok())
}

/// Compares dotted versions number by number; a missing number counts as 0.
fn version_order(a: &str, b: &str) -> Ordering {
    let length = a.split('.').count().max(b.split('.').count());
    let numbers = |text| {
        let parts = str::split(text, '.').map(|part| part.parse::<u32>().unwrap_or(0));
        parts.chain(core::iter::repeat(0)).take(length)
    };
    numbers(a).cmp(numbers(b))
}

/// A client that is known, but not at the version that was asked for: its name and its versions.
fn uncovered(name: &str) -> Option<(&'static str, String)> {
    let (client, version, _) = parts(name);
    version?;
    let mut rows = CLIENTS.iter().filter(|row| row.name == client && row.default);
    let versions: Vec<String> = rows.clone().map(Client::versions).collect();
    Some((rows.next_back()?.name, versions.join("; ")))
}

/// Every name that finds a partitioner.
fn names() -> impl Iterator<Item = String> {
    let clients = CLIENTS.iter().flat_map(|row| {
        let with_setting = Some(format!("{}:{}", row.name, row.setting));
        [Some(row.name.into()), with_setting.filter(|_| !row.setting.is_empty())]
    });
    let partitioners = PARTITIONERS.iter().flat_map(|partitioner| {
        core::iter::once(partitioner.name()).chain(partitioner.aliases().iter().copied())
    });
    clients.flatten().chain(partitioners.map(String::from))
}

/// At most three names with the smallest edit distance or one more, nearest first; ties in the
/// given order.
fn nearest(name: &str, among: impl Iterator<Item = String>) -> Vec<String> {
    // No name is longer: what comes behind cannot bring one nearer.
    let name: String = name.chars().take(80).collect();
    let mut names: Vec<(usize, String)> = Vec::new();
    for candidate in among {
        if names.iter().all(|(_, known)| *known != candidate) {
            names.push((edit_distance(&name, &candidate), candidate));
        }
    }
    names.sort_by_key(|&(distance, _)| distance);
    let least = names.first().map_or(0, |&(distance, _)| distance);
    names.retain(|&(distance, _)| distance <= least + 1);
    names.truncate(3);
    names.into_iter().map(|(_, name)| name).collect()
}

/// Levenshtein's distance over characters, ignoring ASCII case.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().map(|c| c.to_ascii_lowercase()).enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, &to) in row.iter_mut().skip(1).zip(&b) {
            let substituted = diagonal + usize::from(from != to);
            diagonal = *cell;
            *cell = substituted.min(diagonal + 1).min(left + 1);
            left = *cell;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}
