//! Rules: a hash and its reduction to a partition.

use crate::PartitionCount;
use crate::hash::*;

/// How a 32-bit hash becomes a partition. `i32(h)` is the same 32 bits read as signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
        self.dividend(hash) % n.get()
    }

    /// Returns the number whose remainder by the partition count is the partition of `hash`.
    #[inline]
    pub const fn dividend(self, hash: u32) -> u32 {
        match self {
            Self::Mask => hash & 0x7fff_ffff,
            Self::Unsigned => hash,
            Self::Abs => hash.cast_signed().unsigned_abs(),
            Self::JavaAbs => hash.cast_signed().unsigned_abs() & 0x7fff_ffff,
        }
    }

    /// Returns whether the two give the same partition for every hash, over `n` partitions.
    ///
    /// The sign bit is worth 2^31, and a change of sign keeps no more than a hash's parity.
    pub const fn agrees_with(self, other: Self, n: PartitionCount) -> bool {
        use Reduction::{Abs, JavaAbs, Mask, Unsigned};
        match (self, other) {
            (Mask, Mask) | (Unsigned, Unsigned) | (Abs, Abs) | (JavaAbs, JavaAbs) => true,
            (Mask, Unsigned) | (Unsigned, Mask) | (Abs, JavaAbs) | (JavaAbs, Abs) => {
                n.get().is_power_of_two()
            }
            _ => n.get() <= 2,
        }
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
    /// The 32-bit hash by its name, the hash and its reduction; `None` over a wide digest.
    reduced: Option<(&'static str, Hash, Reduction)>,
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
        self.reduced.map(|(_, hash, _)| hash(key))
    }

    /// Returns the number whose remainder by the partition count is the partition of `key`, or
    /// `None` when the rule is over a wide digest.
    #[inline]
    pub fn dividend(&self, key: &[u8]) -> Option<u32> {
        self.reduced.map(|(_, hash, reduction)| reduction.dividend(hash(key)))
    }

    /// Returns the rule's name, such as `murmur2-unsigned`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns how the hash becomes a partition, or `None` when the rule is over a wide digest.
    pub const fn reduction(&self) -> Option<Reduction> {
        match self.reduced {
            Some((_, _, reduction)) => Some(reduction),
            None => None,
        }
    }

    /// Returns whether the two rules place **every** key alike over `n` partitions: the same hash,
    /// and reductions that agree there. Over one partition all rules do.
    ///
    /// ```
    /// use copartition::{PartitionCount, Rule};
    ///
    /// let [java, platformatic] = ["murmur2", "murmur2-unsigned"].map(|name| Rule::named(name).unwrap());
    /// assert!(java.agrees_with(platformatic, PartitionCount::try_from(16)?));
    /// assert!(!java.agrees_with(platformatic, PartitionCount::try_from(24)?));
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn agrees_with(&self, other: &Self, n: PartitionCount) -> bool {
        if self.name == other.name || n.get() == 1 {
            return true;
        }
        match (self.reduced, other.reduced) {
            (Some((hash, _, one)), Some((other, _, two))) => {
                hash == other && one.agrees_with(two, n)
            }
            _ => false,
        }
    }

    /// Returns the name of the function in `hash`, or `None` when the rule is over a wide digest.
    pub(crate) const fn hash_name(&self) -> Option<&'static str> {
        match self.reduced {
            Some((name, _, _)) => Some(name),
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
            reduced: Some((stringify!($hash), $hash, Reduction::$reduction)),
        }
    };
}

/// Java, and every client that says it is compatible with Java.
pub(crate) static MURMUR2: Rule = reduced!("murmur2", murmur2, Mask);
/// Platformatic's default: differs from Java for hashes above 2^31 unless n is a power of two.
pub(crate) static MURMUR2_UNSIGNED: Rule = reduced!("murmur2-unsigned", murmur2, Unsigned);
/// A port that takes the absolute value for the mask.
pub(crate) static MURMUR2_ABS: Rule = reduced!("murmur2-abs", murmur2, Abs);
/// A port without Kafka's seed.
pub(crate) static MURMUR2_SEED0: Rule = reduced!("murmur2-seed0", murmur2_seed0, Mask);
/// A port with neither the seed nor the mask.
pub(crate) static MURMUR2_SEED0_UNSIGNED: Rule =
    reduced!("murmur2-seed0-unsigned", murmur2_seed0, Unsigned);
/// ruby-kafka's murmur2.
pub(crate) static MURMUR2_SIGNED_TAIL: Rule =
    reduced!("murmur2-signed-tail", murmur2_signed_tail, Mask);
/// rdkafka-ruby's `partition_key` with murmur2, and ports that count characters.
pub(crate) static MURMUR2_CHARACTERS: Rule =
    reduced!("murmur2-characters", murmur2_of_characters, Mask);
/// Kafka Streams, for time-windowed keys.
pub(crate) static MURMUR2_WINDOWED: Rule = reduced!("murmur2-windowed", murmur2_windowed, Mask);
/// Kafka Streams, for session-windowed keys.
pub(crate) static MURMUR2_SESSION_WINDOWED: Rule =
    reduced!("murmur2-session-windowed", murmur2_session_windowed, Mask);
/// librdkafka's default.
pub(crate) static CRC32: Rule = reduced!("crc32", crc32, Unsigned);
/// Sarama's `NewCustomHashPartitioner` over CRC-32.
pub(crate) static CRC32_ABS: Rule = reduced!("crc32-abs", crc32, Abs);
/// Sarama's `WithAbsFirst` over CRC-32.
pub(crate) static CRC32_MASK: Rule = reduced!("crc32-mask", crc32, Mask);
/// rdkafka-ruby's `partition_key`.
pub(crate) static CRC32_CHARACTERS: Rule =
    reduced!("crc32-characters", crc32_of_characters, Unsigned);
/// no-kafka's HashCRC32Partitioner.
pub(crate) static CRC32_NO_KAFKA: Rule = reduced!("crc32-low-bytes-abs", no_kafka_crc32, Abs);
/// Sarama's default.
pub(crate) static FNV1A_ABS: Rule = reduced!("fnv1a-abs", fnv1a, Abs);
/// Sarama's "reference" partitioner.
pub(crate) static FNV1A_MASK: Rule = reduced!("fnv1a-mask", fnv1a, Mask);
/// franz-go's SaramaHasher, and kafka-go before 0.3.1.
pub(crate) static FNV1A_UNSIGNED: Rule = reduced!("fnv1a-unsigned", fnv1a, Unsigned);
/// kafkajs before 2.0.0.
pub(crate) static KAFKAJS_LEGACY: Rule = reduced!("kafkajs-legacy", kafkajs_legacy, Mask);
/// Maxwell and Spring Cloud Stream: `String.hashCode`.
pub(crate) static JAVA_STRING_ABS: Rule = reduced!("java-string-abs", java_string_of_bytes, Abs);
/// Debezium's PartitionRouting over one text field.
pub(crate) static DEBEZIUM_STRING: Rule =
    reduced!("java-string-debezium", debezium_string, Unsigned);
/// The same with `partition.hash.function=murmur`.
pub(crate) static DEBEZIUM_MURMUR: Rule = reduced!("murmur3-debezium", debezium_murmur, Unsigned);
/// The old Scala producer, for text keys; the coordinators' formula.
pub(crate) static JAVA_STRING_JAVA_ABS: Rule =
    reduced!("java-string-java-abs", java_string_of_bytes, JavaAbs);
/// The old Scala producer's ByteArrayPartitioner.
pub(crate) static JAVA_BYTES_JAVA_ABS: Rule = reduced!("java-bytes-java-abs", java_bytes, JavaAbs);
/// kafka-node's keyed partitioner.
pub(crate) static KAFKA_NODE: Rule = reduced!("kafka-node-string", kafka_node, Unsigned);
/// Maxwell with murmur3.
pub(crate) static MURMUR3_ABS: Rule = reduced!("murmur3-maxwell-abs", murmur3_maxwell, Abs);
/// A port with murmur3 in murmur2's place.
pub(crate) static MURMUR3_MASK: Rule = reduced!("murmur3-mask", murmur3_seed0, Mask);
/// brod: `erlang:phash2` of a binary.
pub(crate) static PHASH2: Rule = reduced!("phash2", phash2, Unsigned);
/// kafka-rust before 0.6.0.
pub(crate) static SIPHASH: Rule = reduced!("siphash", siphash, Unsigned);
/// kafka-rust.
#[cfg(feature = "digests")]
pub(crate) static XXHASH32: Rule = reduced!("xxhash32", xxhash32, Unsigned);
/// kaffe.
#[cfg(feature = "digests")]
pub(crate) static MD5_SUM: Rule = reduced!("md5-sum", md5_sum, Unsigned);
/// A hand-made one: the first eight hexadecimal digits of MD5.
#[cfg(feature = "digests")]
pub(crate) static MD5_PREFIX: Rule = reduced!("md5-prefix", md5_prefix, Unsigned);
/// A hand-made one: the first eight hexadecimal digits of SHA-1.
#[cfg(feature = "digests")]
pub(crate) static SHA1_PREFIX: Rule = reduced!("sha1-prefix", sha1_prefix, Unsigned);
/// Python 2's `hash`, 64 bits wide: kafka-python before 1.0.0.
pub(crate) static PYTHON2: Rule = wide("python2", python2_modulo);
/// A hand-made one: MD5 as one number.
#[cfg(feature = "digests")]
pub(crate) static MD5: Rule = wide("md5", md5_modulo);
/// pykafka: SHA-1 as one number.
#[cfg(feature = "digests")]
pub(crate) static SHA1: Rule = wide("sha1", sha1_modulo);

/// A rule over a digest of more than 32 bits.
const fn wide(name: &'static str, partition: fn(&[u8], PartitionCount) -> u32) -> Rule {
    Rule { name, partition, reduced: None }
}

/// Every rule. A new rule is one static above and one line here.
pub static RULES: &[&Rule] = &[
    &MURMUR2,
    &MURMUR2_UNSIGNED,
    &MURMUR2_ABS,
    &MURMUR2_SEED0,
    &MURMUR2_SEED0_UNSIGNED,
    &MURMUR2_SIGNED_TAIL,
    &MURMUR2_CHARACTERS,
    &MURMUR2_WINDOWED,
    &MURMUR2_SESSION_WINDOWED,
    &CRC32,
    &CRC32_ABS,
    &CRC32_MASK,
    &CRC32_CHARACTERS,
    &CRC32_NO_KAFKA,
    &FNV1A_ABS,
    &FNV1A_MASK,
    &FNV1A_UNSIGNED,
    &KAFKAJS_LEGACY,
    &JAVA_STRING_ABS,
    &DEBEZIUM_STRING,
    &DEBEZIUM_MURMUR,
    &JAVA_STRING_JAVA_ABS,
    &JAVA_BYTES_JAVA_ABS,
    &KAFKA_NODE,
    &MURMUR3_ABS,
    &MURMUR3_MASK,
    &PHASH2,
    &SIPHASH,
    #[cfg(feature = "digests")]
    &XXHASH32,
    #[cfg(feature = "digests")]
    &MD5_SUM,
    #[cfg(feature = "digests")]
    &MD5_PREFIX,
    #[cfg(feature = "digests")]
    &SHA1_PREFIX,
    &PYTHON2,
    #[cfg(feature = "digests")]
    &MD5,
    #[cfg(feature = "digests")]
    &SHA1,
];
