//! Key bytes: what each client's serializer writes for a value, and what written bytes could be.
//!
//! Two producers with one partitioner still disagree when their key bytes differ: 42 is text in one
//! language, four bytes in the next and eight in a third.
//!
//! ```
//! use copartition::{PartitionCount, Partitioner, Placement, key};
//!
//! let n = PartitionCount::try_from(12)?;
//! let java = Partitioner::named("java")?;
//! assert_eq!(java.place(Some(b"42"), n), Placement::Partition(4));
//! assert_eq!(java.place(Some(&key::int(42)), n), Placement::Partition(0));
//! assert_eq!(java.place(Some(&key::long(42)), n), Placement::Partition(4));
//! # Ok::<(), copartition::Error>(())
//! ```
//!
//! A value that is null in its language is no key for every serializer; a serializer that returns
//! bytes, be they none, makes a key.

mod candidate;
mod format;
mod java;
mod javascript;
mod schema_id;
mod windowed;

pub use candidate::{Candidate, candidates};
pub use format::KeyFormat;
pub use java::{
    ByteBufferSerializer, boolean, byte_buffer, double, float, float_of, int, long, raw_double,
    short, string, uuid,
};
pub use javascript::{json_string, kafkajs_number, kafkajs_string, kafkajs_uint8_array};
pub use schema_id::{
    schema_id_header, schema_id_header_protobuf, schema_id_prefix, schema_id_prefix_bytes,
    schema_id_prefix_protobuf, schema_id_prefix_protobuf_deprecated,
};
pub use windowed::{session_windowed, time_windowed};
