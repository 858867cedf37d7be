use copartition::key::{
    KeyFormat, schema_id_prefix, schema_id_prefix_protobuf, schema_id_prefix_protobuf_deprecated,
    session_windowed, time_windowed,
};

/// Key bytes, with every form that gives just these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyForm {
    /// The forms' names: a [`KeyFormat`]'s, or what [`Wrapping`] puts around a key.
    pub names: Vec<String>,
    /// Whose serializers write them, one for each form: see [`written_by`].
    pub written_by: Vec<&'static str>,
    /// The bytes.
    pub key: Vec<u8>,
}

/// Returns every form that a text can take as a key, in the order of [`KeyFormat::ALL`]; forms with
/// equal bytes are one.
///
/// `hex` and `base64` are spellings of bytes and not forms. A whole number has no form of fewer bits
/// than it needs; as a fraction it is rounded, but has no form in which it would become infinite.
///
/// ```
/// use copartition_analysis::key_forms;
///
/// let forms = key_forms(b"42");
/// assert_eq!(forms[0].names, ["utf8", "kafkajs-number"]);
/// assert_eq!(forms[1].names, ["int"]);
/// assert_eq!(forms[1].key, [0, 0, 0, 42]);
/// assert_eq!(forms[1].written_by, [
///     "IntegerSerializer of Java and confluent_kafka"
/// ]);
/// ```
pub fn key_forms(text: &[u8]) -> Vec<KeyForm> {
    let mut forms = Vec::new();
    for format in KeyFormat::ALL {
        let mut key = Vec::new();
        if !is_spelling(format) && format.encode(text, &mut key).is_ok() {
            push(&mut forms, format.name().into(), format.name(), key);
        }
    }
    forms
}

/// Returns whether a format spells bytes, instead of writing a value as a serializer does.
pub const fn is_spelling(format: KeyFormat) -> bool {
    matches!(format, KeyFormat::Hex | KeyFormat::Base64)
}

/// What may stand around a key's own bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wrapping {
    /// The id that a schema registry gave the key's schema.
    pub schema_id: Option<u32>,
    /// With a schema id: the path to a Protobuf message in its file.
    pub message_indexes: Option<Vec<u32>>,
    /// The start of a window in milliseconds since 1970.
    pub window_start: Option<i64>,
    /// With a start: the end of a session window in milliseconds since 1970.
    pub window_end: Option<i64>,
}

impl Wrapping {
    /// Returns what the key becomes with this around it: behind the schema id, and then each in its
    /// windows.
    ///
    /// ```
    /// use copartition_analysis::Wrapping;
    ///
    /// let wrapping =
    ///     Wrapping { schema_id: Some(7), window_start: Some(1), ..Wrapping::default() };
    /// let names: Vec<_> =
    ///     wrapping.forms(b"k").into_iter().map(|form| form.names.concat()).collect();
    /// assert_eq!(names, [
    ///     "schema-id-prefix",
    ///     "time-windowed",
    ///     "time-windowed(schema-id-prefix)",
    /// ]);
    /// ```
    pub fn forms(&self, key: &[u8]) -> Vec<KeyForm> {
        let mut forms = Vec::new();
        let mut framed = |form: &'static str, key| push(&mut forms, form.into(), form, key);
        if let Some(id) = self.schema_id {
            framed("schema-id-prefix", schema_id_prefix(id, key));
            if let Some(indexes) = &self.message_indexes {
                let form = "schema-id-prefix-protobuf";
                framed(form, schema_id_prefix_protobuf(id, indexes, key));
                let form = "schema-id-prefix-protobuf-deprecated";
                framed(form, schema_id_prefix_protobuf_deprecated(id, indexes, key));
            }
        }
        let Some(start) = self.window_start else {
            return forms;
        };
        let bare = KeyForm { names: Vec::new(), written_by: Vec::new(), key: key.into() };
        for inner in std::iter::once(bare).chain(forms.clone()) {
            let around = inner.names.first().map(|form| format!("({form})")).unwrap_or_default();
            let mut windowed = |form: &'static str, key| {
                push(&mut forms, format!("{form}{around}"), form, key);
            };
            windowed("time-windowed", time_windowed(&inner.key, start));
            if let Some(end) = self.window_end {
                windowed("session-windowed", session_windowed(&inner.key, start, end));
            }
        }
        forms
    }
}

/// Returns whose serializer writes a form: of a [`KeyFormat`], of a
/// [`Candidate`](copartition::key::Candidate) or of a [`Wrapping`], by its name; empty for another.
pub fn written_by(form: &str) -> &'static str {
    match form {
        "utf8" => "a string or raw bytes, from any client",
        "json" => "a string as JSON: JSON.stringify, confluent_kafka's JSONSerializer since 2.11",
        "kafkajs-number" => "a number, as kafkajs hashes it",
        "int" => "IntegerSerializer of Java and confluent_kafka",
        "long" => "Java's LongSerializer",
        "short" => "Java's ShortSerializer",
        "float" => "Java's FloatSerializer",
        "double" => "DoubleSerializer of Java and confluent_kafka",
        "boolean" => "Java's BooleanSerializer",
        "uuid" => "Java's UUIDSerializer",
        "uuid-bytes" => "a UUID's 16 bytes: Python's uuid.bytes, Go's uuid[:]",
        "schema-id-prefix" => {
            "Avro and JSON Schema with a schema registry; Protobuf of @platformatic/kafka and \
             @kafkajs/confluent-schema-registry"
        }
        "schema-id-prefix-protobuf" => "Protobuf with a schema registry",
        "schema-id-prefix-protobuf-deprecated" => {
            "confluent_kafka's ProtobufSerializer with use.deprecated.format"
        }
        "time-windowed" => {
            "Kafka Streams' TimeWindowedSerializer; it places by the inner key, as \
             kafka-streams:windowed"
        }
        "session-windowed" => {
            "Kafka Streams' SessionWindowedSerializer; it places by the inner key, as \
             kafka-streams:session_windowed"
        }
        _ => "",
    }
}

fn push(forms: &mut Vec<KeyForm>, name: String, form: &str, key: Vec<u8>) {
    let known = match forms.iter().position(|form| form.key == key) {
        Some(at) => forms.get_mut(at),
        None => {
            forms.push(KeyForm { names: Vec::new(), written_by: Vec::new(), key });
            forms.last_mut()
        }
    };
    if let Some(known) = known {
        known.names.push(name);
        known.written_by.push(written_by(form));
    }
}
