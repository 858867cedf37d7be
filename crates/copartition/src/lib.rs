//! The partition that each Kafka client gives a key, bit for bit.
//!
//! A Kafka record's partition is decided in the client, and clients differ. This crate answers for
//! all of them: [`hash`] -> [`Rule`] -> [`Partitioner`].
//!
//! ```
//! use copartition::{PartitionCount, Partitioner, Placement};
//!
//! let n = PartitionCount::try_from(6)?;
//! let java = Partitioner::named("java")?;
//! assert_eq!(java.place(Some(b"user-3"), n), Placement::Partition(5));
//! assert_eq!(java.place(None, n), Placement::Unkeyed);
//!
//! // librdkafka's default hashes with CRC-32: the same key lies elsewhere.
//! let librdkafka = Partitioner::named("librdkafka")?;
//! assert_eq!(librdkafka.name(), "librdkafka:consistent_random");
//! assert_eq!(librdkafka.place(Some(b"user-3"), n), Placement::Partition(0));
//! # Ok::<(), copartition::Error>(())
//! ```
//!
//! A key is the serialized key **bytes**. `None` is no key; zero bytes are an *empty* key, which is
//! a key. A placement is a partition, [`Placement::Unkeyed`] (the client or its caller chooses at
//! send time; never a made-up number) or [`Placement::Refused`] (the client itself raises).
//!
//! Everything here is a pure function of its arguments or a plain state machine: no I/O, no clock,
//! no randomness, no global state, so all of it may be called from any thread.
//!
//! # Features
//!
//! `digests` (default) adds the rules over wide digests, from the `sha1` crate. Without it the
//! crate has no dependency. `std` (default) finds out which vectors the machine has, so that batches
//! use them; without it the crate is `no_std`, and needs `alloc`.

#![no_std]
// Only `simd` has any, and says so there.
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod assign;
mod batch;
mod client;
mod drop_in;
mod error;
mod group;
pub mod hash;
pub mod key;
mod keys;
mod partition_count;
mod partitioner;
mod rule;
mod simd;

pub use batch::UNKEYED;
pub use client::{
    CLIENTS, Client, HOOKS, Known, Resolved, Usage, client_rows, drop_in, hook, resolve,
};
pub use drop_in::{DropIn, Unkeyed};
pub use error::{Error, ErrorId};
pub use group::{COORDINATOR_PARTITIONS, group_partition};
pub use keys::{Key, Keys, Validity};
pub use partition_count::PartitionCount;
pub use partitioner::{
    Assigner, EmptyKey, Keyed, MissingKey, PARTITIONERS, Partitioner, Placement,
};
pub use rule::{RULES, Reduction, Rule};
#[doc(hidden)]
pub use simd::Kernel;

/// The README and the Rust page, whose blocks run as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/rust.md")]
mod pages {}
