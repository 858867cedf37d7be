use copartition::Resolved;
use serde::Serialize;

use super::{SCHEMA, ShownKey, WhoPlaced};
use crate::{Shown, Verify};

/// Whether records lie where a partitioner puts them: the document of `verify`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verified {
    /// The version of this shape.
    pub schema: u32,
    /// The answer and its numbers.
    #[serde(flatten)]
    pub totals: VerifiedTotals,
    /// The first records that lie elsewhere.
    pub mismatches: Vec<Mismatch>,
    /// Who placed the records that lie elsewhere; null where none does.
    pub elsewhere: Option<WhoPlaced>,
}

/// What was checked, and whether it passed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifiedTotals {
    /// The partitioner that records were checked against.
    pub partitioner: &'static str,
    /// The client that its name was taken for; null where a rule was named.
    pub taken_for: Option<String>,
    /// The topic's partition counts, the oldest first.
    pub partitions: Vec<u32>,
    /// The records that were looked at.
    pub records: u64,
    /// The records that lie where they should.
    pub right_records: u64,
    /// The records that lie elsewhere.
    pub wrong_records: u64,
    /// The records that no key places, and that may lie anywhere.
    pub unkeyed_records: u64,
    /// The distinct keys that were checked.
    pub keys: usize,
    /// Whether no more records lie elsewhere than is allowed; null where too few keys were checked
    /// to tell.
    pub passed: Option<bool>,
}

/// A record that lies elsewhere.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mismatch {
    /// The input that has it.
    pub source: String,
    /// The line in it, from 1; of a topic the offset; of records that a program gives their place,
    /// from 0.
    pub line: u64,
    /// The record's offset; null where the input does not say it.
    pub offset: Option<i64>,
    /// The record's time in milliseconds since 1970; null where the input does not say it.
    pub timestamp: Option<i64>,
    /// The record's key.
    #[serde(flatten)]
    pub key: ShownKey,
    /// The partition that the record lies on.
    pub partition: u32,
    /// Where it should lie: one partition, or one for each count that it may have been sent under.
    /// Empty where the client refuses such a record.
    pub wanted: Vec<u32>,
}

impl Verified {
    /// Makes the document of what was checked against the partitioner that a name was taken for;
    /// `passed` is what [`Verify::passed`] says.
    pub fn new(resolved: &Resolved, verify: &Verify, passed: Option<bool>, shown: &Shown) -> Self {
        let totals = VerifiedTotals {
            partitioner: resolved.partitioner.name(),
            taken_for: resolved.client.map(ToString::to_string),
            partitions: verify.history().iter().map(|era| era.count.get()).collect(),
            records: verify.records(),
            right_records: verify.right_records(),
            wrong_records: verify.wrong_records(),
            unkeyed_records: verify.unkeyed_records(),
            keys: verify.keys(),
            passed,
        };
        let elsewhere = verify.placed_elsewhere();
        Self {
            schema: SCHEMA,
            totals,
            mismatches: verify.mismatches().iter().map(|it| Mismatch::new(it, shown)).collect(),
            elsewhere: elsewhere.map(|identified| WhoPlaced::new(&identified, &[])),
        }
    }
}

impl Mismatch {
    fn new(mismatch: &crate::Mismatch, shown: &Shown) -> Self {
        Self {
            source: mismatch.source.clone(),
            line: mismatch.line,
            offset: mismatch.offset,
            timestamp: mismatch.timestamp,
            key: ShownKey::new(mismatch.key.as_deref(), shown),
            partition: mismatch.partition,
            wanted: mismatch.wanted.clone(),
        }
    }
}
