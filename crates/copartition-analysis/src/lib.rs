//! Analysis of keys and topics: everything that the `copartition` command thinks, and nothing that
//! it prints.
//!
//! [`samples`] is the one reader of keys; [`Spread`], [`explain`], [`settings`], [`key_forms`] and
//! [`key_readings`] are the questions. No function here writes
//! anything, reads arguments or keeps global state.

mod error;
mod explain;
mod key_bytes;
mod key_forms;
mod key_notes;
mod key_readings;
pub mod samples;
mod settings;
mod shown_key;
mod spread;
mod unkeyed;

pub use error::Error;
pub use explain::{Answer, AnswerGroup, Asked, Explanation, SameHere, explain};
pub use key_forms::{KeyForm, Wrapping, is_spelling, key_forms, written_by};
pub use key_notes::key_notes;
pub use key_readings::{KeyReadings, Reading, key_readings};
pub use settings::{Settings, settings};
pub use shown_key::{ShowKey, key_digest, key_hex};
pub use spread::{HotKey, MAX_SPREAD_PARTITIONS, PartitionLoad, Spread, SpreadReport};
pub use unkeyed::Unkeyed;
