//! Rules: a hash and its reduction to a partition.

use crate::PartitionCount;
use crate::hash::{crc32, fnv1a, kafkajs_legacy, murmur2};

/// How a 32-bit hash becomes a partition. `i32(h)` is the same 32 bits read as signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// `(h & 0x7fffffff) % n`: Java's `toPositive`, and most murmur2 clients.
    Mask,
    /// `h % n`, unsigned: librdkafka's CRC-32, platformatic.
    Unsigned,
    /// `|i32(h) % n|`: Sarama's default. Taking the absolute value before or after the remainder
    /// gives the same partition as long as |MIN| is 2^31, as it is here.
    Abs,
    /// `abs(i32(h)) % n` with `abs(MIN) = 0`: Java's `Utils.abs`, used for broker-side topics.
    JavaAbs,
}

impl Reduction {
    /// Returns the partition of `hash`, in `0 .. n`.
    ///
    /// ```
    /// use copartition::{PartitionCount, Reduction};
    ///
    /// let n = PartitionCount::try_from(12)?;
    /// let min = 0x8000_0000; // i32::MIN, where the four part
    /// assert_eq!(Reduction::Mask.partition(min, n), 0);
    /// assert_eq!(Reduction::Unsigned.partition(min, n), 8);
    /// assert_eq!(Reduction::Abs.partition(min, n), 8);
    /// assert_eq!(Reduction::JavaAbs.partition(min, n), 0);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    #[inline]
    pub const fn partition(self, hash: u32, n: PartitionCount) -> u32 {
        let positive = match self {
            Self::Mask => hash & 0x7fff_ffff,
            Self::Unsigned => hash,
            Self::Abs => hash.cast_signed().unsigned_abs(),
            Self::JavaAbs => hash.cast_signed().unsigned_abs() & 0x7fff_ffff,
        };
        positive % n.get()
    }

    /// Returns the reduction's name: `mask`, `unsigned`, `abs` or `java-abs`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mask => "mask",
            Self::Unsigned => "unsigned",
            Self::Abs => "abs",
            Self::JavaAbs => "java-abs",
        }
    }
}

/// A pure function (key bytes, n) -> partition, named by what it is.
#[derive(Debug)]
pub struct Rule {
    name: &'static str,
    partition: fn(&[u8], PartitionCount) -> u32,
    /// The 32-bit hash and its reduction; `None` over a wide digest.
    reduced: Option<(Hash, Reduction)>,
}

type Hash = fn(&[u8]) -> u32;

impl Rule {
    /// Returns the partition of `key`, in `0 .. n`. Zero bytes are a key like any other.
    ///
    /// ```
    /// use copartition::{PartitionCount, Rule};
    ///
    /// let n = PartitionCount::try_from(6)?;
    /// assert_eq!(Rule::named("murmur2").unwrap().partition(b"user-3", n), 5);
    /// assert_eq!(Rule::named("crc32").unwrap().partition(b"user-3", n), 0);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    #[inline]
    pub fn partition(&self, key: &[u8], n: PartitionCount) -> u32 {
        (self.partition)(key, n)
    }

    /// Returns the 32-bit hash of `key`, or `None` when the rule is over a wide digest.
    #[inline]
    pub fn hash(&self, key: &[u8]) -> Option<u32> {
        self.reduced.map(|(hash, _)| hash(key))
    }

    /// Returns the rule's name, such as `murmur2-unsigned`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns how the hash becomes a partition, or `None` when the rule is over a wide digest.
    pub const fn reduction(&self) -> Option<Reduction> {
        match self.reduced {
            Some((_, reduction)) => Some(reduction),
            None => None,
        }
    }

    /// Finds a rule by its name.
    pub fn named(name: &str) -> Option<&'static Self> {
        RULES.iter().copied().find(|rule| rule.name == name)
    }
}

/// Makes a rule of a hash and a reduction. Each pair is compiled as one function of its own: a call
/// is one jump, where an enum of hashes and one of reductions would be decided anew for each key,
/// which costs as much as a short key's hash.
macro_rules! reduced {
    ($name:literal, $hash:ident, $reduction:ident) => {
        Rule {
            name: $name,
            partition: |key, n| Reduction::$reduction.partition($hash(key), n),
            reduced: Some(($hash, Reduction::$reduction)),
        }
    };
}

/// Java, and every client that says it is compatible with Java.
pub(crate) static MURMUR2: Rule = reduced!("murmur2", murmur2, Mask);
/// Platformatic's default: differs from Java for hashes above 2^31 unless n is a power of two.
pub(crate) static MURMUR2_UNSIGNED: Rule = reduced!("murmur2-unsigned", murmur2, Unsigned);
/// librdkafka's default.
pub(crate) static CRC32: Rule = reduced!("crc32", crc32, Unsigned);
/// Sarama's default.
pub(crate) static FNV1A_ABS: Rule = reduced!("fnv1a-abs", fnv1a, Abs);
/// Sarama's "reference" partitioner.
pub(crate) static FNV1A_MASK: Rule = reduced!("fnv1a-mask", fnv1a, Mask);
/// kafkajs before 2.0.0.
pub(crate) static KAFKAJS_LEGACY: Rule = reduced!("kafkajs-legacy", kafkajs_legacy, Mask);
/// pykafka.
#[cfg(feature = "digests")]
pub(crate) static SHA1: Rule =
    Rule { name: "sha1", partition: crate::hash::sha1_modulo, reduced: None };

/// Every rule. A new rule is one static above and one line here.
pub static RULES: &[&Rule] = &[
    &MURMUR2,
    &MURMUR2_UNSIGNED,
    &CRC32,
    &FNV1A_ABS,
    &FNV1A_MASK,
    &KAFKAJS_LEGACY,
    #[cfg(feature = "digests")]
    &SHA1,
];
