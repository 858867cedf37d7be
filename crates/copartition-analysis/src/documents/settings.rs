use serde::Serialize;

use super::SCHEMA;
use crate::Settings;

/// The setting that makes a client place like another one: the document of `settings`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SettingsFor {
    /// The version of this shape.
    pub schema: u32,
    /// The client to be set.
    pub client: &'static str,
    /// The partitioner that it shall place like.
    pub like: &'static str,
    /// Whether a setting makes it do so.
    pub possible: bool,
    /// The setting as it is written; null where none does.
    pub written: Option<&'static str>,
    /// The partitioner that it gives the client; null where there is no such setting.
    pub partitioner: Option<&'static str>,
    /// What takes code instead, in the client's own words; null where nothing does.
    pub hook: Option<&'static str>,
    /// What is written to drop the partitioner itself into the client; null where copartition has no
    /// way into the client, and where the partitioner does not say where a key goes.
    pub drop_in: Option<String>,
    /// What an empty key meets.
    pub empty_key: PolicyDifference,
    /// What a missing key meets.
    pub missing_key: PolicyDifference,
}

/// A policy of the other client, and of the client with the setting.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PolicyDifference {
    /// The other client's.
    pub like: String,
    /// With the setting; null where there is none.
    pub set: Option<String>,
    /// Whether the two differ; null where there is no setting.
    pub differs: Option<bool>,
}

impl SettingsFor {
    /// Makes the document of what [`settings`](crate::settings()) found.
    pub fn new(found: &Settings) -> Self {
        let set = found.partitioner();
        Self {
            schema: SCHEMA,
            client: found.client,
            like: found.like.name(),
            possible: found.row.is_some(),
            written: found.row.map(|row| row.written),
            partitioner: set.map(|set| set.name()),
            hook: found.hook,
            drop_in: found.drop_in(),
            empty_key: PolicyDifference {
                like: found.like.empty_key().to_string(),
                set: set.map(|set| set.empty_key().to_string()),
                differs: set.map(|_| found.empty_key_differs().is_some()),
            },
            missing_key: PolicyDifference {
                like: found.like.missing_key().to_string(),
                set: set.map(|set| set.missing_key().to_string()),
                differs: set.map(|_| found.missing_key_differs().is_some()),
            },
        }
    }
}
