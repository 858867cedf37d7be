//! Partitioners: a rule and what the client does with an empty and with a missing key.

use core::fmt;

use crate::{Error, PartitionCount, Rule, client, resolve, rule};

/// Where a record goes, as far as its key decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// A partition, in `0 .. n`.
    Partition(u32),
    /// The client or its caller chooses at send time. Never a made-up number.
    Unkeyed,
    /// The client itself raises for such a key.
    Refused,
}

/// What a partitioner does with a key of one byte or more.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Keyed {
    /// The rule decides.
    Rule(&'static Rule),
    /// Keys are ignored; each record is placed by the assigner.
    Ignored(Assigner),
}

/// What a partitioner does with an empty key (zero bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmptyKey {
    /// Hashed like any key.
    Hashed,
    /// Placed by the assigner, as if there were no key.
    Unkeyed(Assigner),
}

/// What a partitioner does without a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MissingKey {
    /// Placed by the assigner.
    Unkeyed(Assigner),
    /// Hashed as if it were the empty key: all such records share one partition.
    HashedAsEmpty,
    /// Always partition 0.
    Partition0,
    /// The client raises.
    Refused,
}

/// The client's own strategy for unkeyed records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Assigner {
    /// A random partition for each record.
    Random,
    /// One partition after the other.
    RoundRobin,
    /// One partition for a batch, a number of bytes or a time (KIP-480 and its like).
    Sticky,
    /// Java's built-in one since 3.3: sticky by bytes, adaptive (KIP-794).
    BuiltIn,
    /// The caller says; the client has no strategy of its own.
    Caller,
}

/// What a client calls its partitioner: a rule and the empty-key and missing-key policies.
///
/// ```
/// use copartition::{PartitionCount, Partitioner, Placement};
///
/// let n = PartitionCount::try_from(12)?;
/// let murmur2_random = Partitioner::named("librdkafka:murmur2_random")?;
/// assert_eq!(murmur2_random.place(Some(b""), n), Placement::Partition(9));
/// assert_eq!(murmur2_random.place(None, n), Placement::Unkeyed);
///
/// let murmur2 = Partitioner::named("librdkafka:murmur2")?;
/// assert_eq!(murmur2.place(None, n), Placement::Partition(9));
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Debug)]
pub struct Partitioner {
    name: &'static str,
    aliases: &'static [&'static str],
    keyed: Keyed,
    empty_key: EmptyKey,
    missing_key: MissingKey,
}

impl Partitioner {
    /// Finds a partitioner by `client[@version][:setting]`, by an alias or by a rule's name.
    ///
    /// No version means today's, no setting the client's default; [`resolve`] also tells which
    /// those were. A rule's name stands for the keyed rule with an empty key hashed and a missing
    /// key unkeyed.
    ///
    /// # Errors
    ///
    /// `unknown_partitioner`, with the nearest names.
    ///
    /// ```
    /// use copartition::Partitioner;
    ///
    /// assert_eq!(Partitioner::named("confluent-kafka")?.name(), "librdkafka:consistent_random");
    /// let error = Partitioner::named("jaba").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     r#"unknown partitioner "jaba", nearest names: java, sarama, fnv1a"#
    /// );
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<&'static Self, Error> {
        resolve(name).map(|resolved| resolved.partitioner)
    }

    /// Finds as [`named`](Self::named) does, and allocates nothing when there is none.
    ///
    /// ```
    /// use copartition::Partitioner;
    ///
    /// assert_eq!(Partitioner::find("kafkajs@1.16.0").unwrap().name(), "kafkajs@1");
    /// assert!(Partitioner::find("jaba").is_none());
    /// ```
    pub fn find(name: &str) -> Option<&'static Self> {
        client::find(name).map(|resolved| resolved.partitioner)
    }

    /// Places one record by its key; `None` is no key, zero bytes are an empty key.
    #[inline]
    pub fn place(&self, key: Option<&[u8]>, n: PartitionCount) -> Placement {
        let Keyed::Rule(rule) = self.keyed else {
            return Placement::Unkeyed;
        };
        match key {
            Some(key) if !key.is_empty() || self.empty_key == EmptyKey::Hashed => {
                Placement::Partition(rule.partition(key, n))
            }
            Some(_) => Placement::Unkeyed,
            None => self.place_missing(rule, n),
        }
    }

    #[cold]
    fn place_missing(&self, rule: &Rule, n: PartitionCount) -> Placement {
        match self.missing_key {
            MissingKey::Unkeyed(_) => Placement::Unkeyed,
            MissingKey::HashedAsEmpty => Placement::Partition(rule.partition(b"", n)),
            MissingKey::Partition0 => Placement::Partition(0),
            MissingKey::Refused => Placement::Refused,
        }
    }

    /// Returns the partition, or `None` when the record is unkeyed.
    ///
    /// # Errors
    ///
    /// `refused`, where [`place`](Self::place) gives [`Placement::Refused`].
    ///
    /// ```
    /// use copartition::{PartitionCount, Partitioner};
    ///
    /// let n = PartitionCount::try_from(12)?;
    /// assert_eq!(Partitioner::named("java")?.partition(Some(b"kafka"), n)?, Some(4));
    /// assert_eq!(Partitioner::named("java")?.partition(None, n)?, None);
    /// let error = Partitioner::named("pykafka:hashing")?.partition(None, n).unwrap_err();
    /// assert_eq!(error.to_string(), "pykafka:hashing refuses a record without a key");
    /// # Ok::<(), copartition::Error>(())
    /// ```
    #[inline]
    pub fn partition(&self, key: Option<&[u8]>, n: PartitionCount) -> Result<Option<u32>, Error> {
        match self.place(key, n) {
            Placement::Partition(partition) => Ok(Some(partition)),
            Placement::Unkeyed => Ok(None),
            Placement::Refused => Err(Error::refused(self.name, "a record without a key")),
        }
    }

    /// Returns the rule's 32-bit hash of `key`, unsigned.
    ///
    /// # Errors
    ///
    /// `no_hash` when the rule is over a wide digest, or when keys are ignored.
    ///
    /// ```
    /// use copartition::Partitioner;
    ///
    /// assert_eq!(Partitioner::named("java")?.hash(b"kunci-1")?, 3443998164);
    /// assert!(Partitioner::named("pykafka:hashing")?.hash(b"kunci-1").is_err());
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn hash(&self, key: &[u8]) -> Result<u32, Error> {
        self.rule().and_then(|rule| rule.hash(key)).ok_or_else(|| Error::no_hash(self.name))
    }

    /// Returns the name that always means this partitioner.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the other names under which it is found, such as settings and class names.
    pub const fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// Returns the rule for keys, or `None` when keys are ignored.
    pub const fn rule(&self) -> Option<&'static Rule> {
        match self.keyed {
            Keyed::Rule(rule) => Some(rule),
            Keyed::Ignored(_) => None,
        }
    }

    /// Returns what is done with a key of one byte or more.
    pub const fn keyed(&self) -> Keyed {
        self.keyed
    }

    /// Returns what is done with an empty key.
    pub const fn empty_key(&self) -> EmptyKey {
        self.empty_key
    }

    /// Returns what is done without a key.
    pub const fn missing_key(&self) -> MissingKey {
        self.missing_key
    }

    const fn new(
        name: &'static str,
        aliases: &'static [&'static str],
        rule: &'static Rule,
        empty_key: EmptyKey,
        missing_key: MissingKey,
    ) -> Self {
        Self { name, aliases, keyed: Keyed::Rule(rule), empty_key, missing_key }
    }

    /// The partitioner that a rule's own name stands for.
    const fn of(rule: &'static Rule) -> Self {
        Self::new(rule.name(), &[], rule, Hashed, MissingKey::Unkeyed(Caller))
    }

    /// A partitioner that never looks at keys.
    const fn ignoring_keys(
        name: &'static str,
        aliases: &'static [&'static str],
        keyed: Assigner,
        missing_key: Assigner,
    ) -> Self {
        Self {
            name,
            aliases,
            keyed: Keyed::Ignored(keyed),
            empty_key: EmptyKey::Unkeyed(keyed),
            missing_key: MissingKey::Unkeyed(missing_key),
        }
    }
}

use Assigner::{BuiltIn, Caller, Random, RoundRobin, Sticky};
use EmptyKey::Hashed;
use MissingKey::{HashedAsEmpty, Partition0};

/// Every partitioner: name, aliases, rule, empty key, missing key.
///
/// A row never changes its answer. Which clients use it, and since when, is in
/// [`CLIENTS`](crate::CLIENTS).
pub static PARTITIONERS: &[Partitioner] = &[
    // Apache Kafka's Java producer: `BuiltInPartitioner`, `DefaultPartitioner`.
    Partitioner::new("java", JAVA_BUILT_IN, &rule::MURMUR2, Hashed, MissingKey::Unkeyed(BuiltIn)),
    Partitioner::new("java@2.4", JAVA_DEFAULT, &rule::MURMUR2, Hashed, MissingKey::Unkeyed(Sticky)),
    Partitioner::new("java@0.8", &[], &rule::MURMUR2, Hashed, MissingKey::Unkeyed(RoundRobin)),
    // librdkafka's `partitioner` setting (src/rdkafka_msg.c), and all its bindings.
    Partitioner::ignoring_keys("librdkafka:random", &[], Random, Sticky),
    Partitioner::new("librdkafka:consistent", &["consistent"], &rule::CRC32, Hashed, HashedAsEmpty),
    Partitioner::new(
        "librdkafka:consistent_random",
        &["consistent_random"],
        &rule::CRC32,
        EmptyKey::Unkeyed(Sticky),
        MissingKey::Unkeyed(Sticky),
    ),
    Partitioner::new("librdkafka:murmur2", &[], &rule::MURMUR2, Hashed, HashedAsEmpty),
    Partitioner::new(
        "librdkafka:murmur2_random",
        &["murmur2_random"],
        &rule::MURMUR2,
        Hashed,
        MissingKey::Unkeyed(Sticky),
    ),
    Partitioner::new("librdkafka:fnv1a", &["fnv1a"], &rule::FNV1A_ABS, Hashed, HashedAsEmpty),
    Partitioner::new(
        "librdkafka:fnv1a_random",
        &["fnv1a_random"],
        &rule::FNV1A_ABS,
        Hashed,
        MissingKey::Unkeyed(Sticky),
    ),
    // IBM/sarama partitioner.go.
    Partitioner::new(
        "sarama:hash",
        &["NewHashPartitioner", "fnv1a_hash"],
        &rule::FNV1A_ABS,
        Hashed,
        MissingKey::Unkeyed(Random),
    ),
    Partitioner::new(
        "sarama:reference_hash",
        &["NewReferenceHashPartitioner"],
        &rule::FNV1A_MASK,
        Hashed,
        MissingKey::Unkeyed(Random),
    ),
    Partitioner::new(
        "sarama:consistent_crc",
        &["NewConsistentCRCHashPartitioner"],
        &rule::CRC32,
        Hashed,
        MissingKey::Unkeyed(Random),
    ),
    Partitioner::new(
        "sarama:murmur2",
        &["NewMurmur2Partitioner", "murmur2_hash"],
        &rule::MURMUR2,
        Hashed,
        MissingKey::Unkeyed(Random),
    ),
    // segmentio/kafka-go balancer.go.
    Partitioner::ignoring_keys("kafka-go:round_robin", &[], RoundRobin, RoundRobin),
    Partitioner::new(
        "kafka-go:hash",
        &[],
        &rule::FNV1A_ABS,
        Hashed,
        MissingKey::Unkeyed(RoundRobin),
    ),
    Partitioner::new(
        "kafka-go:reference_hash",
        &["ReferenceHash"],
        &rule::FNV1A_MASK,
        Hashed,
        MissingKey::Unkeyed(Random),
    ),
    Partitioner::new(
        "kafka-go:crc32",
        &["CRC32Balancer"],
        &rule::CRC32,
        EmptyKey::Unkeyed(Random),
        MissingKey::Unkeyed(Random),
    ),
    Partitioner::new(
        "kafka-go:murmur2",
        &["Murmur2Balancer"],
        &rule::MURMUR2,
        Hashed,
        MissingKey::Unkeyed(Random),
    ),
    // twmb/franz-go pkg/kgo/partitioner.go, UniformBytesPartitioner.
    Partitioner::new("franz-go", &[], &rule::MURMUR2, Hashed, MissingKey::Unkeyed(Sticky)),
    // tulios/kafkajs: DefaultPartitioner, and the one of 1.x, today's LegacyPartitioner.
    Partitioner::new(
        "kafkajs",
        &["JavaCompatiblePartitioner"],
        &rule::MURMUR2,
        Hashed,
        MissingKey::Unkeyed(RoundRobin),
    ),
    Partitioner::new(
        "kafkajs@1",
        &["LegacyPartitioner"],
        &rule::KAFKAJS_LEGACY,
        Hashed,
        MissingKey::Unkeyed(RoundRobin),
    ),
    // platformatic/kafka: defaultPartitioner and compatibilityPartitioner.
    Partitioner::new(
        "platformatic",
        &[],
        &rule::MURMUR2_UNSIGNED,
        Hashed,
        MissingKey::Unkeyed(RoundRobin),
    ),
    Partitioner::new(
        "platformatic:compatibility",
        &["compatibilityPartitioner"],
        &rule::MURMUR2,
        Hashed,
        Partition0,
    ),
    // dpkp/kafka-python and aio-libs/aiokafka DefaultPartitioner.
    Partitioner::new("kafka-python", &[], &rule::MURMUR2, Hashed, MissingKey::Unkeyed(Random)),
    Partitioner::new("aiokafka", &[], &rule::MURMUR2, Hashed, MissingKey::Unkeyed(Random)),
    // Parsely/pykafka pykafka/partitioners.py.
    Partitioner::ignoring_keys("pykafka:random", &[], RoundRobin, RoundRobin),
    #[cfg(feature = "digests")]
    Partitioner::new(
        "pykafka:hashing",
        &["HashingPartitioner"],
        &rule::SHA1,
        Hashed,
        MissingKey::Refused,
    ),
    // The rules by their own names, for clients that are not listed.
    Partitioner::of(&rule::MURMUR2),
    Partitioner::of(&rule::MURMUR2_UNSIGNED),
    Partitioner::of(&rule::CRC32),
    Partitioner::of(&rule::FNV1A_ABS),
    Partitioner::of(&rule::FNV1A_MASK),
    Partitioner::of(&rule::KAFKAJS_LEGACY),
    #[cfg(feature = "digests")]
    Partitioner::of(&rule::SHA1),
];

const JAVA_BUILT_IN: &[&str] =
    &["BuiltInPartitioner", "org.apache.kafka.clients.producer.internals.BuiltInPartitioner"];
const JAVA_DEFAULT: &[&str] = &["org.apache.kafka.clients.producer.internals.DefaultPartitioner"];

impl Assigner {
    /// Returns the assigner's name, such as `round_robin`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::RoundRobin => "round_robin",
            Self::Sticky => "sticky",
            Self::BuiltIn => "built_in",
            Self::Caller => "caller",
        }
    }
}

impl fmt::Display for Keyed {
    /// Writes the policy as every host spells it: a rule's name, or `ignored:` and the assigner.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => f.write_str(rule.name()),
            Self::Ignored(assigner) => write!(f, "ignored:{}", assigner.name()),
        }
    }
}

impl fmt::Display for EmptyKey {
    /// Writes the policy as every host spells it: `hashed`, or `unkeyed:` and the assigner.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hashed => f.write_str("hashed"),
            Self::Unkeyed(assigner) => write!(f, "unkeyed:{}", assigner.name()),
        }
    }
}

impl fmt::Display for MissingKey {
    /// Writes the policy as every host spells it: `unkeyed:` and the assigner, `hashed_as_empty`,
    /// `partition_0` or `refused`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unkeyed(assigner) => write!(f, "unkeyed:{}", assigner.name()),
            Self::HashedAsEmpty => f.write_str("hashed_as_empty"),
            Self::Partition0 => f.write_str("partition_0"),
            Self::Refused => f.write_str("refused"),
        }
    }
}
