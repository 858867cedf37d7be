use schemars::{JsonSchema, Schema, generate::SchemaSettings};

use super::{
    Compared, Diagnosed, Identified, KeysFor, Moved, ProbeKeys, SettingsFor, SplitKeys, SpreadOut,
    Verified,
};

/// Describes every document in JSON Schema: (the command that prints it, its schema), whose `title`
/// is the document's name. The parts are in each schema's `$defs` by their names; a name is the
/// same part in all.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("spread", schema::<SpreadOut>()),
        ("identify", schema::<Identified>()),
        ("split", schema::<SplitKeys>()),
        ("verify", schema::<Verified>()),
        ("keys-for", schema::<KeysFor>()),
        ("keys-for --probe", schema::<ProbeKeys>()),
        ("compare", schema::<Compared>()),
        ("moves", schema::<Moved>()),
        ("settings", schema::<SettingsFor>()),
        ("doctor", schema::<Diagnosed>()),
    ]
}

/// As it is written: a field that may be absent is not required, one that may be null is.
fn schema<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}
