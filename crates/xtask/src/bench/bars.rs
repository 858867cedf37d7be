//! The bars: what is compared with what, at which key sizes, and how fast it has to be.

use std::fmt;

/// What a bench program runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    Native,
    Python,
    Node,
    Shell,
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Native => "Rust and C",
            Self::Python => "Python",
            Self::Node => "Node.js",
            Self::Shell => "Shell",
        })
    }
}

/// One line of the report: two candidates of one host and what their ratio has to be.
pub struct Bar {
    pub host: Host,
    /// Empty means each group of the host: a hash, a type of keys, or a command.
    pub group: &'static str,
    pub candidate: &'static str,
    pub against: &'static str,
    pub sizes: &'static [&'static str],
    pub limit: Limit,
}

/// What the ratio has to be.
#[derive(Clone, Copy)]
pub enum Limit {
    /// The candidate takes at most so many times as long.
    Slower(f64),
    /// The other one takes at least so many times as long.
    Faster(f64),
    /// Shown, not judged; as how many times faster.
    Shown,
    /// Shown, not judged; as how many times as long it takes.
    ShownTime,
}

impl Limit {
    /// Turns the two times of one round into the ratio that the bar is about.
    pub fn ratio(self, candidate: f64, against: f64) -> f64 {
        match self {
            Self::Slower(_) | Self::ShownTime => candidate / against,
            Self::Faster(_) | Self::Shown => against / candidate,
        }
    }

    /// Whether there is a bar at all.
    pub fn is_judged(self) -> bool {
        !matches!(self, Self::Shown | Self::ShownTime)
    }

    /// Whether a ratio meets the bar; `None` when there is none.
    pub fn met(self, ratio: f64) -> Option<bool> {
        match self {
            Self::Slower(most) => Some(ratio <= most),
            Self::Faster(least) => Some(ratio >= least),
            Self::Shown | Self::ShownTime => None,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slower(most) => write!(f, "<= {most}x its time"),
            Self::Faster(1.0) => f.write_str("faster"),
            Self::Faster(least) => write!(f, ">= {least}x faster"),
            Self::Shown => f.write_str("times faster, no bar"),
            Self::ShownTime => f.write_str("times its time, no bar"),
        }
    }
}

/// The key sizes in bytes; `mixed` is 4 to 40 at random.
const ALL: &[&str] = &["4", "8", "16", "36", "100", "1000", "mixed"];
/// Up to 100 bytes a call's cost shows. At 1000 both sides wait for the same chain of multiplies,
/// 230 ns of it, so that no call can be several times faster than another.
const UP_TO_100: &[&str] = &["4", "8", "16", "36", "100", "mixed"];

/// Every bar of one call a key.
#[rustfmt::skip]
pub const SINGLE: &[Bar] = &[
    bar(Host::Native, "", "Rule::partition", "librdkafka", ALL, Limit::Slower(1.05)),
    bar(Host::Native, "murmur2", "cop_murmur2", "librdkafka", ALL, Limit::Slower(1.05)),
    bar(Host::Native, "crc32", "cop_crc32", "librdkafka", ALL, Limit::Slower(1.05)),
    bar(Host::Native, "fnv1a", "cop_fnv1a", "librdkafka", ALL, Limit::Slower(1.05)),
    bar(Host::Native, "", "cop_partition", "librdkafka", &["4", "8"], Limit::Slower(1.6)),
    bar(Host::Native, "", "cop_partition", "librdkafka", &["16", "mixed"], Limit::Slower(1.25)),
    bar(Host::Native, "", "cop_partition", "librdkafka", &["36", "100", "1000"], Limit::Slower(1.1)),
    bar(Host::Python, "", "Partitioner.partition", "C bound method", ALL, Limit::Slower(1.8)),
    bar(Host::Python, "", "Partitioner.partition", "murmurhash2", UP_TO_100, Limit::Faster(4.0)),
    bar(Host::Python, "", "Partitioner.partition", "murmurhash2", &["1000"], Limit::Shown),
    bar(Host::Python, "", "Partitioner.partition", "confluent_kafka.murmur2", UP_TO_100, Limit::Faster(2.0)),
    bar(Host::Python, "", "Partitioner.partition", "confluent_kafka.murmur2", &["1000"], Limit::Shown),
    bar(Host::Python, "", "Partitioner.partition", "kafka-python", ALL, Limit::Shown),
    bar(Host::Python, "", "partition", "murmurhash2", ALL, Limit::Shown),
    bar(Host::Node, "", "Partitioner#partition", "C on Node-API", ALL, Limit::Slower(1.3)),
    bar(Host::Node, "", "Partitioner#partition", "kafkajs", ALL, Limit::Faster(8.0)),
    bar(Host::Node, "", "Partitioner#partition", "@platformatic/kafka", ALL, Limit::Faster(1.0)),
    bar(Host::Node, "", "Partitioner#partition", "murmur2-partitioner", &["36", "100", "1000"], Limit::Faster(1.0)),
    bar(Host::Node, "", "Partitioner#partition", "murmur2-partitioner", &["4", "8", "16", "mixed"], Limit::Shown),
    bar(Host::Node, "", "partition", "murmur2-partitioner", ALL, Limit::Shown),
];

/// Every bar of a partitioner that is dropped into a client, against the client's own; for
/// confluent-kafka, which has none in Python, of the call that sends a record.
#[rustfmt::skip]
pub const HOOKS: &[Bar] = &[
    bar(Host::Python, "", "kafka-python 2 hook", "kafka-python 2", &["36"], Limit::Faster(20.0)),
    bar(Host::Python, "", "kafka-python 3 hook", "kafka-python 3", &["36"], Limit::Faster(4.0)),
    bar(Host::Python, "", "aiokafka hook", "aiokafka", &["36"], Limit::Faster(20.0)),
    bar(Host::Python, "", "confluent-kafka hook", "confluent-kafka", &["36"], Limit::Slower(1.6)),
    bar(Host::Node, "", "kafkajs hook", "kafkajs", &["36"], Limit::Faster(5.0)),
    bar(Host::Node, "Buffer", "platformatic hook", "platformatic", &["36"], Limit::Faster(1.0)),
];

/// The shapes of keys that people have.
const SHAPES: &[&str] = &["user-N", "UUID", "8 B", "1-32 B", "100 B", "1-100 B"];
/// Those that memory alone limits, and the rest.
const SHORT_OR_FIXED: &[&str] = &["user-N", "UUID", "8 B", "100 B"];
const LONGER: &[&str] = &["1-32 B", "1-100 B"];
/// Those on which no kernel may lose.
const TRICKY: &[&str] = &["user-N", "UUID", "1-32 B", "1 KB", "all equal", "all empty", "all null"];

const NUMBERS: &[&str] = &["int32", "int64"];
/// Keys a batch.
const SMALL: &[&str] = &["1", "8", "64", "1000"];

/// Every bar of a column of keys. "Not slower" leaves 5 % for noise.
#[rustfmt::skip]
pub const BATCHES: &[Bar] = &[
    bar(Host::Native, "murmur2, in cache", "portable-avx2", "naive", &["user-N"], Limit::Faster(3.0)),
    bar(Host::Native, "murmur2, in cache", "portable-avx2", "naive", &["UUID", "8 B", "1-32 B", "100 B", "1-100 B"], Limit::Shown),
    bar(Host::Native, "murmur2, in cache", "avx2", "naive", &["user-N"], Limit::Faster(5.0)),
    bar(Host::Native, "murmur2, in cache", "avx2", "naive", &["UUID"], Limit::Faster(4.0)),
    bar(Host::Native, "murmur2, in cache", "avx2", "naive", &["8 B", "1-32 B", "100 B", "1-100 B"], Limit::Shown),
    bar(Host::Native, "murmur2, in cache", "avx512", "naive", &["user-N"], Limit::Faster(9.0)),
    bar(Host::Native, "murmur2, in cache", "avx512", "naive", &["UUID"], Limit::Faster(8.0)),
    bar(Host::Native, "murmur2, in cache", "avx512", "naive", &["1-32 B"], Limit::Faster(12.0)),
    bar(Host::Native, "murmur2, in cache", "avx512", "naive", &["8 B", "100 B", "1-100 B"], Limit::Shown),
    bar(Host::Native, "murmur2, from memory", "avx512", "floor", SHORT_OR_FIXED, Limit::Slower(1.15)),
    bar(Host::Native, "murmur2, from memory", "avx512", "floor", LONGER, Limit::ShownTime),
    bar(Host::Native, "murmur2, from memory", "avx512", "naive", SHAPES, Limit::Shown),
    bar(Host::Native, "murmur2, from memory", "avx2", "naive", SHAPES, Limit::Shown),
    bar(Host::Native, "crc32, in cache", "avx2", "naive", &["user-N"], Limit::Faster(4.0)),
    bar(Host::Native, "crc32, in cache", "avx2", "naive", &["UUID", "8 B", "1-32 B", "100 B", "1-100 B"], Limit::Shown),
    bar(Host::Native, "crc32, in cache", "avx512", "naive", &["user-N"], Limit::Faster(4.0)),
    bar(Host::Native, "crc32, in cache", "avx512", "naive", &["UUID", "8 B", "1-32 B", "100 B", "1-100 B"], Limit::Shown),
    bar(Host::Native, "fnv1a, in cache", "avx2", "naive", SHAPES, Limit::Shown),
    bar(Host::Native, "fnv1a, in cache", "avx512", "naive", SHAPES, Limit::Shown),
    bar(Host::Native, "murmur2 of numbers", "avx2", "naive", NUMBERS, Limit::Faster(6.0)),
    bar(Host::Native, "murmur2 of numbers", "avx512", "naive", NUMBERS, Limit::Faster(6.0)),
    bar(Host::Native, "counts, in cache", "avx2", "naive", SHAPES, Limit::Shown),
    bar(Host::Native, "counts, in cache", "avx512", "naive", SHAPES, Limit::Shown),
    bar(Host::Native, "murmur2, any shape", "avx2", "portable", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "murmur2, any shape", "avx2", "single calls", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "murmur2, any shape", "avx512", "portable", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "murmur2, any shape", "avx512", "single calls", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "crc32, any shape", "avx2", "portable", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "crc32, any shape", "avx2", "single calls", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "crc32, any shape", "avx512", "portable", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "crc32, any shape", "avx512", "single calls", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "fnv1a, any shape", "avx2", "portable", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "fnv1a, any shape", "avx2", "single calls", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "fnv1a, any shape", "avx512", "portable", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "fnv1a, any shape", "avx512", "single calls", TRICKY, Limit::Slower(1.05)),
    bar(Host::Native, "batches of user-N", "place_batch", "single calls", SMALL, Limit::Slower(1.05)),
    bar(Host::Native, "batches of UUID", "place_batch", "single calls", SMALL, Limit::Slower(1.05)),
    bar(Host::Native, "batches of 1-32 B", "place_batch", "single calls", SMALL, Limit::Slower(1.05)),
    bar(Host::Native, "growth in keys", "calls of this size", "calls of 1e6", &["1e3", "1e4", "1e5", "1e6", "1e7", "1e8"], Limit::Slower(1.25)),
    bar(Host::Native, "growth in bytes", "keys of this size", "keys of 1e3 bytes", &["1e2 B", "1e3 B", "1e4 B", "1e5 B"], Limit::Slower(1.25)),
];

/// The keys of a batch in Python, and in Node.js.
const PYTHON_KEYS: &[&str] = &["user-N", "uuid", "36", "mixed"];
const NODE_KEYS: &[&str] = &["user-N", "16", "36", "mixed"];

/// Every bar of a column of keys in Python and Node.js.
#[rustfmt::skip]
pub const COLUMNS: &[Bar] = &[
    bar(Host::Python, "bytes", "list[bytes] batch", "murmurhash2 comprehension", PYTHON_KEYS, Limit::Faster(10.0)),
    bar(Host::Python, "bytes", "list[str] batch", "murmurhash2 comprehension", PYTHON_KEYS, Limit::Shown),
    bar(Host::Python, "bytes", "Arrow column", "list[bytes] batch", PYTHON_KEYS, Limit::Faster(1.5)),
    bar(Host::Python, "bytes", "Arrow views", "list[bytes] batch", PYTHON_KEYS, Limit::Faster(1.5)),
    bar(Host::Python, "bytes", "polars column", "list[bytes] batch", PYTHON_KEYS, Limit::Faster(1.5)),
    bar(Host::Python, "bytes", "pandas column", "list[bytes] batch", PYTHON_KEYS, Limit::Faster(1.5)),
    bar(Host::Python, "bytes", "pandas Arrow column", "list[bytes] batch", PYTHON_KEYS, Limit::Faster(1.5)),
    bar(Host::Python, "bytes", "NumPy object batch", "list[bytes] batch", PYTHON_KEYS, Limit::Shown),
    bar(Host::Python, "int64", "NumPy int64 batch", "murmurhash2 comprehension", &["long"], Limit::Shown),
    bar(Host::Python, "int64", "Arrow int64 column", "murmurhash2 comprehension", &["long"], Limit::Shown),
    bar(Host::Node, "", "partitionBatch(packed)", "murmur2-partitioner", NODE_KEYS, Limit::Faster(8.0)),
    bar(Host::Node, "", "partitionBatch(keys[])", "murmur2-partitioner", NODE_KEYS, Limit::Shown),
    bar(Host::Node, "", "partitionBatch(keys[])", "Partitioner#partition", NODE_KEYS, Limit::Shown),
];

/// The files of ten million keys.
const FILES: &[&str] = &["all distinct, 36 bytes", "a million distinct, 6 to 11 bytes"];

/// The lengths of files whose scan has to fit into the same memory.
const LINES: &[&str] = &["1e6", "1e7", "1e8"];

/// Every bar of a command over a file, against hashing its keys in Python and nothing else.
pub const FILES_OF_KEYS: &[Bar] = &[
    bar(Host::Shell, "spread", "spread", "kafka-python", FILES, Limit::Faster(20.0)),
    bar(Host::Shell, "identify", "identify", "kafka-python", FILES, Limit::Faster(20.0)),
    bar(
        Host::Shell,
        "spread --counts-only",
        "spread --counts-only",
        "wc -l",
        FILES,
        Limit::Slower(2.5),
    ),
    bar(
        Host::Shell,
        "peak memory",
        "spread --counts-only",
        "spread --counts-only of 1e6 lines",
        LINES,
        Limit::Slower(1.1),
    ),
    bar(Host::Shell, "peak memory", "spread", "spread of 1e6 lines", LINES, Limit::Slower(1.1)),
];

/// The topics of two million records with keys of 36 bytes and values of 100.
const TOPICS: &[&str] = &["a hundred thousand distinct", "all distinct"];

/// Every bar of a command over a live topic, against reading it and nothing else.
pub const LIVE_TOPICS: &[Bar] =
    &[bar(Host::Shell, "spread", "spread", "kcat", TOPICS, Limit::Faster(0.6))];

/// The columns of a table: every key size that one of the bars has, in their order.
pub fn sizes<'a>(bars: impl Iterator<Item = &'a Bar>) -> Vec<&'static str> {
    let mut sizes: Vec<&str> = Vec::new();
    for size in bars.flat_map(|bar| bar.sizes) {
        if !sizes.contains(size) {
            sizes.push(size);
        }
    }
    sizes
}

const fn bar(
    host: Host,
    group: &'static str,
    candidate: &'static str,
    against: &'static str,
    sizes: &'static [&'static str],
    limit: Limit,
) -> Bar {
    Bar { host, group, candidate, against, sizes, limit }
}
