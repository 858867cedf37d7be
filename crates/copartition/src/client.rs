//! Clients: which partitioner a client has by which setting, and since when.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use crate::{Error, PARTITIONERS, Partitioner};

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
}

impl Client {
    const fn new(name: &'static str, partitioner: &'static str) -> Self {
        Self {
            name,
            since: None,
            until: None,
            setting: "",
            written: "",
            default: false,
            partitioner,
        }
    }

    const fn setting(self, setting: &'static str, written: &'static str) -> Self {
        Self { setting, written, ..self }
    }

    const fn since(self, version: &'static str) -> Self {
        Self { since: Some(version), ..self }
    }

    const fn until(self, version: &'static str) -> Self {
        Self { until: Some(version), ..self }
    }

    const fn default(self) -> Self {
        Self { default: true, ..self }
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
        match (self.since, self.until) {
            (Some(since), Some(until)) => write!(f, " {since} to before {until}")?,
            (Some(since), None) => write!(f, " {since} and later")?,
            (None, Some(until)) => write!(f, " before {until}")?,
            (None, None) => {}
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

/// Every client row. A new client is one row here, its vectors and its oracle.
pub static CLIENTS: &[Client] = &[
    Client::new("java", "java").setting("", "no partitioner.class").since("3.3.0").default(),
    Client::new("java", "java@2.4")
        .setting("", "DefaultPartitioner")
        .since("2.4.0")
        .until("3.3.0")
        .default(),
    Client::new("java", "java@0.8")
        .setting("", "DefaultPartitioner")
        .since("0.8.2")
        .until("2.4.0")
        .default(),
    Client::new("librdkafka", "librdkafka:random").setting("random", "partitioner=random"),
    Client::new("librdkafka", "librdkafka:consistent")
        .setting("consistent", "partitioner=consistent"),
    Client::new("librdkafka", "librdkafka:consistent_random")
        .setting("consistent_random", "partitioner=consistent_random")
        .since("0.9.1")
        .default(),
    Client::new("librdkafka", "librdkafka:murmur2")
        .setting("murmur2", "partitioner=murmur2")
        .since("0.11.4"),
    Client::new("librdkafka", "librdkafka:murmur2_random")
        .setting("murmur2_random", "partitioner=murmur2_random")
        .since("0.11.4"),
    Client::new("librdkafka", "librdkafka:fnv1a")
        .setting("fnv1a", "partitioner=fnv1a")
        .since("1.4.0"),
    Client::new("librdkafka", "librdkafka:fnv1a_random")
        .setting("fnv1a_random", "partitioner=fnv1a_random")
        .since("1.4.0"),
    Client::new("confluent-kafka", "librdkafka:random")
        .setting("random", "'partitioner': 'random'"),
    Client::new("confluent-kafka", "librdkafka:consistent")
        .setting("consistent", "'partitioner': 'consistent'"),
    Client::new("confluent-kafka", "librdkafka:consistent_random")
        .setting("consistent_random", "'partitioner': 'consistent_random'")
        .default(),
    Client::new("confluent-kafka", "librdkafka:murmur2")
        .setting("murmur2", "'partitioner': 'murmur2'"),
    Client::new("confluent-kafka", "librdkafka:murmur2_random")
        .setting("murmur2_random", "'partitioner': 'murmur2_random'"),
    Client::new("confluent-kafka", "librdkafka:fnv1a").setting("fnv1a", "'partitioner': 'fnv1a'"),
    Client::new("confluent-kafka", "librdkafka:fnv1a_random")
        .setting("fnv1a_random", "'partitioner': 'fnv1a_random'"),
    Client::new("sarama", "sarama:hash").setting("hash", "NewHashPartitioner").default(),
    Client::new("sarama", "sarama:reference_hash")
        .setting("reference_hash", "NewReferenceHashPartitioner")
        .since("1.18.0"),
    Client::new("sarama", "sarama:consistent_crc")
        .setting("consistent_crc", "NewConsistentCRCHashPartitioner")
        .since("1.41.0"),
    Client::new("sarama", "sarama:murmur2")
        .setting("murmur2", "NewMurmur2Partitioner")
        .since("1.50.0"),
    Client::new("kafka-go", "kafka-go:round_robin").setting("round_robin", "RoundRobin").default(),
    Client::new("kafka-go", "kafka-go:hash").setting("hash", "Hash").since("0.3.1"),
    Client::new("kafka-go", "kafka-go:reference_hash")
        .setting("reference_hash", "ReferenceHash")
        .since("0.4.32"),
    Client::new("kafka-go", "kafka-go:crc32").setting("crc32", "CRC32Balancer"),
    Client::new("kafka-go", "kafka-go:murmur2").setting("murmur2", "Murmur2Balancer"),
    Client::new("franz-go", "franz-go")
        .setting("", "UniformBytesPartitioner")
        .since("1.6.0")
        .default(),
    Client::new("kafkajs", "kafkajs").setting("", "DefaultPartitioner").since("2.0.0").default(),
    Client::new("kafkajs", "kafkajs@1")
        .setting("", "DefaultPartitioner")
        .since("1.0.0")
        .until("2.0.0")
        .default(),
    Client::new("kafkajs", "kafkajs@1").setting("legacy", "LegacyPartitioner").since("2.0.0"),
    Client::new("platformatic", "platformatic").setting("", "defaultPartitioner").default(),
    Client::new("platformatic", "platformatic:compatibility")
        .setting("compatibility", "compatibilityPartitioner")
        .since("1.33.0"),
    Client::new("kafka-python", "kafka-python")
        .setting("", "DefaultPartitioner")
        .since("1.0.0")
        .default(),
    Client::new("aiokafka", "aiokafka").setting("", "DefaultPartitioner").default(),
    Client::new("pykafka", "pykafka:random").setting("random", "RandomPartitioner").default(),
    #[cfg(feature = "digests")]
    Client::new("pykafka", "pykafka:hashing").setting("hashing", "HashingPartitioner"),
];

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
/// A version is looked up in the client's ranges, so `kafkajs@1.16.0` is `kafkajs@1`.
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
    find(name).ok_or_else(|| Error::unknown_partitioner(name, &nearest_names(name)))
}

/// [`resolve`] without the error's text, so that nothing is allocated.
pub(crate) fn find(name: &str) -> Option<Resolved> {
    let client = client_row(name);
    let partitioner_name = client.map_or(name, |row| row.partitioner);
    let partitioner = PARTITIONERS.iter().find(|partitioner| {
        partitioner.name() == partitioner_name || partitioner.aliases().contains(&name)
    })?;
    let client = client.or_else(|| client_row(partitioner.name()));
    Some(Resolved { partitioner, client })
}

fn client_row(name: &str) -> Option<&'static Client> {
    let (head, setting) = match name.split_once(':') {
        Some((head, setting)) => (head, Some(setting)),
        None => (name, None),
    };
    let (client, version) = match head.split_once('@') {
        Some((client, version)) => (client, Some(version)),
        None => (head, None),
    };
    if version.is_some_and(|version| !is_version(version)) {
        return None;
    }
    CLIENTS.iter().find(|row| {
        row.name == client
            && version.map_or(row.until.is_none(), |version| row.covers(version))
            && setting.map_or(row.default, |setting| row.setting == setting && !setting.is_empty())
    })
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

/// The three names with the smallest edit distance, nearest first; ties in table order.
fn nearest_names(name: &str) -> Vec<&'static str> {
    let clients = CLIENTS.iter().map(|row| row.name);
    let partitioners = PARTITIONERS.iter().flat_map(|partitioner| {
        core::iter::once(partitioner.name()).chain(partitioner.aliases().iter().copied())
    });
    let mut names: Vec<(usize, &'static str)> = Vec::new();
    for candidate in clients.chain(partitioners) {
        if names.iter().all(|&(_, known)| known != candidate) {
            names.push((edit_distance(name, candidate), candidate));
        }
    }
    names.sort_by_key(|&(distance, _)| distance);
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
