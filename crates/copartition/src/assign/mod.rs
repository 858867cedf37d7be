//! Assigners: how each client spreads the records that no key places.
//!
//! Each is a plain state machine for one topic of one producer, except [`RoundRobinPartitioner`],
//! which is one for all topics. It takes the topic's [`Partitions`] as the client sees them at that
//! moment, and its draws from outside, as raw signed 32-bit numbers (Java's `nextInt()`): the same
//! draws give the same partitions, so a trace of the real class replays exactly.
//!
//! | client | assigner |
//! |---|---|
//! | kafka-clients up to 2.3, no key | [`RoundRobin::starting_at`] |
//! | kafka-clients 2.4 to 3.2, no key; `UniformStickyPartitioner` | [`StickyCache::new`] |
//! | kafka-clients 3.3 and later, no key | [`BuiltIn`] |
//! | kafka-clients `RoundRobinPartitioner` | [`RoundRobinPartitioner`] |
//! | kafka-python 3 `StickyPartitioner` | [`StickyCache::kafka_python`] |
//! | platformatic and kafka-ts, no key; kafka-node's cyclic, for all topics | [`RoundRobin::new`] |
//! | kafkajs, no-kafka, no key | [`RoundRobin::starting_at`] |
//! | Sarama and franz-go, their round robin | [`RoundRobin::resetting`] |
//! | kafka-go, its round robin and its hash without a key | [`RoundRobin::chunks`] |
//! | pykafka `RandomPartitioner` | [`RoundRobin::stepping`] |
//!
//! A [`DropIn`](crate::DropIn) may be told to spread them by [`UnkeyedTopics`] instead.

mod built_in;
mod java_partition_order;
mod load_stats;
mod partitions;
mod round_robin;
mod round_robin_partitioner;
mod sticky_cache;
mod unkeyed_topics;

pub use built_in::{BuiltIn, Sticky};
pub use java_partition_order::java_partition_order;
pub use partitions::Partitions;
pub use round_robin::RoundRobin;
pub use round_robin_partitioner::RoundRobinPartitioner;
pub use sticky_cache::StickyCache;
pub use unkeyed_topics::{STICKY_LINGER_MS, UnkeyedTopic, UnkeyedTopics};
