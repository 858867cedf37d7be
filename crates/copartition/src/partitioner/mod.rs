//! Partitioners: a rule and what the client does with an empty and with a missing key.

use core::fmt;

use crate::{Error, PartitionCount, Rule, client, resolve};

mod table;

pub use table::PARTITIONERS;

/// Where a record goes, as far as its key decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// A partition, in `0 .. n`.
    Partition(u32),
    /// The client or its caller chooses at send time, as its [`Assigner`] says. Never a made-up
    /// number.
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
    /// Keys are ignored; every record goes to partition 0.
    Partition0,
    /// The caller names the partition of each record; the client has no rule of its own.
    Caller,
}

/// What a partitioner does with an empty key (zero bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmptyKey {
    /// Hashed like any key.
    Hashed,
    /// Placed by the assigner, as if there were no key.
    Unkeyed(Assigner),
    /// Always partition 0.
    Partition0,
    /// The client raises.
    Refused,
}

/// What a partitioner does without a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MissingKey {
    /// Placed by the assigner.
    Unkeyed(Assigner),
    /// Hashed as if it were the empty key: all such records share one partition.
    HashedAsEmpty,
    /// Placed as a key with this hash would be.
    HashedAs(u32),
    /// Always partition 0.
    Partition0,
    /// The client raises.
    Refused,
}

/// The client's own strategy for unkeyed records.
///
/// Those that can be replayed are state machines in [`assign`](crate::assign), which also tells
/// which client has which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Assigner {
    /// A random partition for each record.
    Random,
    /// One partition after the other: [`RoundRobin`](crate::assign::RoundRobin), Java's class
    /// [`RoundRobinPartitioner`](crate::assign::RoundRobinPartitioner).
    RoundRobin,
    /// One partition for a batch, a number of bytes or a time (KIP-480 and its like): Java's and
    /// kafka-python's is [`StickyCache`](crate::assign::StickyCache).
    Sticky,
    /// To the partition that is least busy: by bytes sent or by records waiting.
    Balanced,
    /// Java's built-in one since 3.3: sticky by bytes, adaptive (KIP-794):
    /// [`BuiltIn`](crate::assign::BuiltIn).
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
#[derive(Clone, Copy, Debug)]
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
    ///     r#"unknown partitioner "jaba", nearest names: java"#
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
        match (self.keyed, key) {
            (Keyed::Rule(rule), Some(key))
                if !key.is_empty() || self.empty_key == EmptyKey::Hashed =>
            {
                Placement::Partition(rule.partition(key, n))
            }
            (_, Some([])) => self.place_empty(),
            (_, None) => self.place_missing(n),
            (Keyed::Partition0, _) => Placement::Partition(0),
            _ => Placement::Unkeyed,
        }
    }

    #[cold]
    fn place_empty(&self) -> Placement {
        match self.empty_key {
            EmptyKey::Hashed | EmptyKey::Unkeyed(_) => Placement::Unkeyed,
            EmptyKey::Partition0 => Placement::Partition(0),
            EmptyKey::Refused => Placement::Refused,
        }
    }

    #[cold]
    fn place_missing(&self, n: PartitionCount) -> Placement {
        match (self.missing_key, self.rule()) {
            (MissingKey::HashedAsEmpty, Some(rule)) => Placement::Partition(rule.partition(b"", n)),
            (MissingKey::HashedAs(hash), Some(rule)) => match rule.reduction() {
                Some(reduction) => Placement::Partition(reduction.partition(hash, n)),
                None => Placement::Unkeyed,
            },
            (MissingKey::Partition0, _) => Placement::Partition(0),
            (MissingKey::Refused, _) => Placement::Refused,
            _ => Placement::Unkeyed,
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
            Placement::Refused if key.is_none() => {
                Err(Error::refused(self.name, "a record without a key"))
            }
            Placement::Refused => Err(Error::refused(self.name, "an empty key")),
        }
    }

    /// Returns a number whose remainder by any partition count is the record's partition; `None`
    /// when the record is unkeyed.
    ///
    /// # Errors
    ///
    /// `refused`, as [`partition`](Self::partition); `no_hash` when a rule over a wide digest
    /// decides.
    ///
    /// ```
    /// use copartition::{PartitionCount, Partitioner};
    ///
    /// let java = Partitioner::named("java")?;
    /// let number = java.dividend(Some(b"kafka"))?.unwrap();
    /// for n in [1, 5, 12] {
    ///     let partition = java.partition(Some(b"kafka"), PartitionCount::try_from(n)?)?;
    ///     assert_eq!(partition, Some(number % n as u32));
    /// }
    /// # Ok::<(), copartition::Error>(())
    /// ```
    #[inline]
    pub fn dividend(&self, key: Option<&[u8]>) -> Result<Option<u32>, Error> {
        let hashed = match (self.keyed, key) {
            (Keyed::Rule(rule), Some(key))
                if !key.is_empty() || self.empty_key == EmptyKey::Hashed =>
            {
                rule.dividend(key)
            }
            (Keyed::Rule(rule), None) => match self.missing_key {
                MissingKey::HashedAsEmpty => rule.dividend(b""),
                MissingKey::HashedAs(hash) => rule.reduction().map(|by| by.dividend(hash)),
                _ => return self.partition(key, PartitionCount::ONE),
            },
            // What is left is partition 0, unkeyed or refused, whatever the count.
            _ => return self.partition(key, PartitionCount::ONE),
        };
        hashed.map(Some).ok_or_else(|| Error::no_hash(self.name))
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
            _ => None,
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
}

impl Assigner {
    /// Returns the assigner's name, such as `round_robin`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::RoundRobin => "round_robin",
            Self::Sticky => "sticky",
            Self::Balanced => "balanced",
            Self::BuiltIn => "built_in",
            Self::Caller => "caller",
        }
    }
}

impl fmt::Display for Keyed {
    /// Writes the policy as every host spells it: a rule's name; `ignored:` and the assigner or
    /// `partition_0`; or `caller`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule(rule) => f.write_str(rule.name()),
            Self::Ignored(assigner) => write!(f, "ignored:{}", assigner.name()),
            Self::Partition0 => f.write_str("ignored:partition_0"),
            Self::Caller => f.write_str("caller"),
        }
    }
}

impl fmt::Display for EmptyKey {
    /// Writes the policy as every host spells it: `hashed`, `unkeyed:` and the assigner,
    /// `partition_0` or `refused`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hashed => f.write_str("hashed"),
            Self::Unkeyed(assigner) => write!(f, "unkeyed:{}", assigner.name()),
            Self::Partition0 => f.write_str("partition_0"),
            Self::Refused => f.write_str("refused"),
        }
    }
}

impl fmt::Display for MissingKey {
    /// Writes the policy as every host spells it: `unkeyed:` and the assigner, `hashed_as_empty`,
    /// `hashed_as:` and a hash, `partition_0` or `refused`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unkeyed(assigner) => write!(f, "unkeyed:{}", assigner.name()),
            Self::HashedAsEmpty => f.write_str("hashed_as_empty"),
            Self::HashedAs(hash) => write!(f, "hashed_as:{hash}"),
            Self::Partition0 => f.write_str("partition_0"),
            Self::Refused => f.write_str("refused"),
        }
    }
}
