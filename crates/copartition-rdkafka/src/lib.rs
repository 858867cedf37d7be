//! Any Kafka client's partitioner for producers of the [`rdkafka`] crate.
//!
//! A producer that is made here places keys like Java's, Sarama's, kafkajs's or any other client
//! that [`copartition`] knows, so that programs in many languages agree.
//!
//! ```no_run
//! use copartition_rdkafka::Partitioner;
//! use rdkafka::ClientConfig;
//! use rdkafka::producer::{BaseRecord, DefaultProducerContext, Producer};
//!
//! let mut config = ClientConfig::new();
//! config.set("bootstrap.servers", "localhost:9092");
//! let java = Partitioner::named("java", "client")?;
//! let producer = copartition_rdkafka::threaded_producer(&config, DefaultProducerContext, java)?;
//!
//! let record = BaseRecord::to("orders").key("user-3").payload("...");
//! producer.send(record).map_err(|(why, _)| why)?;
//! producer.flush(std::time::Duration::from_secs(10))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `FutureProducer` has no constructor that takes a partitioner: give each `FutureRecord` the
//! partition that [`copartition::Partitioner`] names.
//!
//! `rdkafka` is used without its default features: a program that depends on it says which ones it
//! wants.

#![forbid(unsafe_code)]

mod context;
mod partitioner;
mod producer;

pub use context::Context;
pub use partitioner::Partitioner;
pub use producer::{base_producer, threaded_producer};
