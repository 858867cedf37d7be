use copartition::{PartitionCount, Partitioner};
use serde::Serialize;

use super::{DecidingKey, SCHEMA};
use crate::key_hex;

/// Keys that land where they are wanted: the document of `keys-for`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeysFor {
    /// The version of this shape.
    pub schema: u32,
    /// The topic's partition count.
    pub partitions: u32,
    /// The partitioner that the keys were made for.
    pub partitioner: &'static str,
    /// The keys, in the order of the partitions that were asked for; fewer than were asked for
    /// where no more were found.
    pub keys: Vec<KeyFor>,
}

/// A key that was made for a partition.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeyFor {
    /// The key, which is text.
    pub key: String,
    /// Its bytes in lower-case hexadecimal.
    pub key_hex: String,
    /// Where the partitioner puts it.
    pub partition: u32,
}

/// Keys that tell all rules apart: the document of `keys-for --probe`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProbeKeys {
    /// The version of this shape.
    pub schema: u32,
    /// The topic's partition count.
    pub partitions: u32,
    /// Always null: the keys are made for none.
    pub partitioner: Option<String>,
    /// The keys, and where each rule puts them.
    pub keys: Vec<DecidingKey>,
}

impl KeysFor {
    /// Makes the document of what [`keys_for`](crate::keys_for()) found.
    pub fn new(partitioner: &Partitioner, n: PartitionCount, keys: &[crate::KeyFor]) -> Self {
        Self {
            schema: SCHEMA,
            partitions: n.get(),
            partitioner: partitioner.name(),
            keys: keys.iter().map(KeyFor::new).collect(),
        }
    }
}

impl KeyFor {
    fn new(made: &crate::KeyFor) -> Self {
        let crate::KeyFor { key, partition } = made;
        Self { key: key.clone(), key_hex: key_hex(key.as_bytes()), partition: *partition }
    }
}

impl ProbeKeys {
    /// Makes the document of what [`probe_keys`](crate::probe_keys()) made.
    pub fn new(n: PartitionCount, keys: &[crate::DecidingKey]) -> Self {
        Self {
            schema: SCHEMA,
            partitions: n.get(),
            partitioner: None,
            keys: keys.iter().map(DecidingKey::new).collect(),
        }
    }
}
