//! Analysis of keys and topics: everything that the `copartition` command thinks, and nothing that
//! it prints.
//!
//! [`samples`] is the one reader of keys, and [`Observed`] what it saw of a topic. The questions:
//! [`Spread`], [`split()`], [`identify()`], [`Verify`], [`compare()`], [`Moves`], [`keys_for()`],
//! [`explain()`], [`settings()`], [`key_forms()`] and [`key_readings()`]; [`documents`] are the
//! answers in JSON, and [`report`] makes pages of them. No function here writes anything, reads
//! arguments or keeps global state.

mod allowed;
mod compare;
mod doctor;
pub mod documents;
mod error;
mod explain;
mod find;
mod history;
mod identify;
mod key_bytes;
mod key_forms;
mod key_health;
mod key_notes;
mod key_readings;
mod keys_for;
mod moves;
mod observed;
mod placed;
mod read_ahead;
mod read_commands;
mod record_bounds;
pub mod report;
pub mod samples;
mod settings;
mod shown_key;
mod split;
mod spread;
mod time;
mod unkeyed;
mod verify;

pub use allowed::Allowed;
pub use compare::{
    Check, Checked, CoPartitioned, Comparison, DifferentKey, Remedy, RemedySetting, SameValues,
    Topic, compare, compare_with_first,
};
pub use doctor::{Diagnosis, Effect, Finding, Likeness, diagnose};
pub use error::Error;
pub use explain::{Answer, AnswerGroup, Asked, Explanation, SameHere, explain};
pub use find::{Elsewhere, Find, Whereabouts, Written};
pub use history::Era;
pub use identify::{
    Bound, Candidate, Change, DecidingKey, HashedForm, Identification, MOST_LUCK, Part, SameRule,
    Span, Verdict, clients_of, identify,
};
pub use key_forms::{KeyForm, Wrapping, is_spelling, key_forms, written_by};
pub use key_health::{KeyAspect, KeyFinding, KeyState};
pub use key_notes::key_notes;
pub use key_readings::{KeyReadings, Reading, key_readings};
pub use keys_for::{KeyFor, PROBE_KEYS, keys_for, probe_keys, wanted_partitions};
pub use moves::{Flow, MovedKey, Moves, Side};
pub use observed::{Observed, Seen};
pub use read_commands::{ReadCommands, read_commands};
pub use settings::{Settings, settings};
pub use shown_key::{ShowKey, Shown, key_digest, key_hex};
pub use split::{Split, SplitKey, split};
pub use spread::{
    Fullest, HashLuck, HotKey, KeyWeight, KeylessLoad, LoadPattern, LuckVerdict,
    MAX_SPREAD_PARTITIONS, PartitionLoad, Reason as SpreadReason, Spread, SpreadCounts,
    SpreadReport, TimeSeen,
};
pub use time::{time_of, time_text};
pub use unkeyed::Unkeyed;
pub use verify::{Mismatch, Verify};
