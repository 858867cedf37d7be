//! Analysis of keys and topics: everything that the `copartition` command thinks, and nothing that
//! it prints.
//!
//! [`samples`] is the one reader of keys; [`Spread`], [`explain`] and [`settings`] are the
//! questions. No function here writes anything, reads arguments or keeps global state.

mod error;
mod explain;
mod key_bytes;
pub mod samples;
mod settings;
mod shown_key;
mod spread;

pub use error::Error;
pub use explain::{Answer, AnswerGroup, Asked, Explanation, SameHere, explain};
pub use settings::{Settings, settings};
pub use shown_key::{ShowKey, key_digest, key_hex};
pub use spread::{HotKey, MAX_SPREAD_PARTITIONS, PartitionLoad, Spread, SpreadReport, Unkeyed};
