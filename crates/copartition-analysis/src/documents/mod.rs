//! The JSON documents of the commands, one file each.
//!
//! They are what `--format json` prints, and what Python's and Node's results are made from. Names
//! and shapes are promises: they only grow. Shares and chances are from 0 to 1, times are
//! milliseconds since 1970, and what is not known is null.
//!
//! ```
//! use copartition::PartitionCount;
//! use copartition_analysis::samples::LogEntry;
//! use copartition_analysis::{Observed, Shown, documents::SplitKeys, split};
//!
//! let mut observed = Observed::new(PartitionCount::try_from(6)?, usize::MAX);
//! for partition in [2, 0] {
//!     observed.add_key(Some(b"user-1"), partition, 1, LogEntry::default());
//! }
//! let document = SplitKeys::new(&observed, &split(&observed), &Shown::default());
//! let json = serde_json::to_value(&document)?;
//! assert_eq!((&json["schema"], &json["split"][0]["key"]), (&1.into(), &"user-1".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compare;
mod doctor;
mod identify;
mod keys_for;
mod moves;
#[cfg(feature = "schema")]
mod schemas;
mod settings;
mod shown_key;
mod split;
mod spread;
mod verify;

pub use self::compare::{
    Compared, ComparedTopic, Comparison, ComparisonCheck, DifferentKey, Remedy, RemedySetting,
};
pub use self::doctor::{ClientLikeness, ClientNote, Diagnosed, SettingFinding};
pub use self::identify::{
    CandidateRule, CountBound, CountChange, DecidingKey, Identified, LogPosition, LogSpan, Part,
    RecordCounts, RuleClient, SameRule, WhoPlaced, WhoPlacedTotals,
};
pub use self::keys_for::{KeyFor, KeysFor, ProbeKeys};
pub use self::moves::{
    CountShare, Flow, Moved, MovedKey, MovedSample, MovedSide, MovedTotals, Policies, PolicyMet,
};
#[cfg(feature = "schema")]
pub use self::schemas::schemas;
pub use self::settings::{PolicyDifference, SettingsFor};
pub use self::shown_key::ShownKey;
pub use self::split::{KeyPlace, SplitKey, SplitKeys, SplitTotals};
pub use self::spread::{
    FullestPartition, HashLuck, HotKey, KeyHealth, KeyWeight, KeylessLoad, LoadPattern,
    PartitionLoad, SpreadOut, SpreadTotals,
};
pub use self::verify::{Mismatch, Verified, VerifiedTotals};

/// The version of every document's shape; it changes when a name goes or changes its meaning.
pub const SCHEMA: u32 = 1;
