use serde::Serialize;

use super::SCHEMA;
use crate::{Diagnosis, Finding};

/// What a client's configuration implies: the document of `doctor`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Diagnosed {
    /// The version of this shape.
    pub schema: u32,
    /// The client's name.
    pub client: &'static str,
    /// The version that was asked about; null is today's.
    pub version: Option<String>,
    /// What the configuration gives the client, in words; null where code of its user's decides, or
    /// a value of which nothing is known.
    pub taken_for: Option<String>,
    /// The partitioner that decides; null where code does, or a value of which nothing is known. So
    /// with the three below.
    pub partitioner: Option<&'static str>,
    /// What a key meets, such as murmur2.
    pub keyed: Option<String>,
    /// What an empty key meets, such as hashed.
    pub empty_key: Option<String>,
    /// What a missing key meets, such as unkeyed:sticky.
    pub missing_key: Option<String>,
    /// The settings that have a say in partitions, or whose names sound so, in the given order.
    pub settings: Vec<SettingFinding>,
    /// The names of all others, of which nothing is known here.
    pub not_known: Vec<String>,
    /// What else to know about the client so configured.
    pub notes: Vec<ClientNote>,
    /// What it has in common with the partitioner that it was compared with; null where it is not
    /// known who decides.
    pub like: Option<ClientLikeness>,
    /// The other clients whose default places keys as this one does.
    pub same_keys_by_default: Vec<&'static str>,
    /// The other clients whose default places keys elsewhere.
    pub other_keys_by_default: Vec<&'static str>,
    /// How to prove it, in words: a configuration does not.
    pub confirm: &'static str,
}

/// What is known of one given setting.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SettingFinding {
    /// The setting's name as it was given; never its value.
    pub setting: String,
    /// What it does: used, ignored, refused, deprecated or unknown.
    pub effect: &'static str,
    /// One line that says more; empty where there is no more to say.
    pub text: &'static str,
    /// Where it is known from: the client that was run, or the source that was read.
    pub source: &'static str,
}

/// What else to know about a client.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClientNote {
    /// The note.
    pub text: String,
    /// Where it is known from.
    pub source: &'static str,
}

/// What a configuration and another partitioner have in common.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClientLikeness {
    /// The other partitioner.
    pub partitioner: &'static str,
    /// Whether every key of one byte or more goes to the same partition.
    pub same_keys: bool,
    /// Whether an empty key meets the same.
    pub same_empty_key: bool,
    /// Whether a missing key meets the same; two clients that choose at send time are alike.
    pub same_missing_key: bool,
    /// The setting that makes the client place like the other; null where it does already, and
    /// where none does.
    pub remedy: Option<&'static str>,
    /// What takes code instead, in the client's own words; null where it places keys alike already,
    /// and where nothing does.
    pub hook: Option<&'static str>,
}

const CONFIRM: &str = "a configuration does not prove what runs; let the service send what \
                       `copartition keys-for --probe` prints, and `copartition identify` tells";

impl Diagnosed {
    /// Makes the document of a diagnosis, beside the partitioner that `like` names.
    ///
    /// # Errors
    ///
    /// `unknown_partitioner`.
    pub fn new(diagnosis: &Diagnosis, like: &str) -> Result<Self, copartition::Error> {
        let likeness = diagnosis.likeness(like)?;
        let (same, elsewhere) = diagnosis.others();
        let partitioner = diagnosis.partitioner;
        let note =
            |(text, source): &(String, &'static str)| ClientNote { text: text.clone(), source };
        Ok(Self {
            schema: SCHEMA,
            client: diagnosis.client,
            version: diagnosis.version.clone(),
            taken_for: diagnosis.row.map(ToString::to_string),
            partitioner: partitioner.map(|partitioner| partitioner.name()),
            keyed: partitioner.map(|partitioner| partitioner.keyed().to_string()),
            empty_key: partitioner.map(|partitioner| partitioner.empty_key().to_string()),
            missing_key: partitioner.map(|partitioner| partitioner.missing_key().to_string()),
            settings: diagnosis.findings.iter().map(SettingFinding::new).collect(),
            not_known: diagnosis.unknown.clone(),
            notes: diagnosis.notes.iter().map(note).collect(),
            like: likeness.as_ref().map(ClientLikeness::new),
            same_keys_by_default: same,
            other_keys_by_default: elsewhere,
            confirm: CONFIRM,
        })
    }
}

impl SettingFinding {
    fn new(finding: &Finding) -> Self {
        Self {
            setting: finding.setting.clone(),
            effect: finding.effect.name(),
            text: finding.text,
            source: finding.source,
        }
    }
}

impl ClientLikeness {
    fn new(likeness: &crate::Likeness) -> Self {
        let remedy = likeness.remedy.as_ref();
        Self {
            partitioner: likeness.like.name(),
            same_keys: likeness.same_keys,
            same_empty_key: likeness.same_empty_key,
            same_missing_key: likeness.same_missing_key,
            remedy: remedy.and_then(|remedy| remedy.row).map(|row| row.written),
            hook: remedy.and_then(|remedy| remedy.hook),
        }
    }
}
