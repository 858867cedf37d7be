//! The table of `docs/key-bytes.md`: what serializers write for a value, and where it lands.

use copartition::{PartitionCount, Partitioner, Placement};
use serde_json::{Value, json};

use super::{Derived, Marks};
use crate::key_bytes::KeyBytes;
use crate::vectors::bytes_of;
use crate::workspace::{Result, Workspace};

const MARKS: Marks = Marks {
    path: "docs/key-bytes.md",
    start: "<!-- key bytes: written by `cargo xtask generate` -->\n",
    end: "<!-- end of key bytes -->\n",
};
const PARTITIONS: u32 = 12;

/// A value as people write it, whose serializer writes it, and the row of `key_bytes.json` that
/// says what it wrote: the form, the value, and a client that must be among those that were run.
struct Line {
    value: &'static str,
    serializer: &'static str,
    form: &'static str,
    vector: Value,
    by: &'static str,
}

fn lines() -> Vec<Line> {
    let line = |value, serializer, form, vector, by| Line { value, serializer, form, vector, by };
    let text = |text: &str| -> Value {
        text.encode_utf16().map(|unit| format!("{unit:04x}")).collect::<String>().into()
    };
    let message = "0a06757365722d31";
    let schema = |id: u32| json!({"payload": message, "schema_id": id});
    let protobuf =
        |index: u32| json!({"message_indexes": [index], "payload": message, "schema_id": 100_001});
    let (java, confluent) = ("kafka-clients", "confluent-kafka");
    let registry = "@kafkajs/confluent-schema-registry 4.1.0 PROTOBUF";
    let uuid = "123e4567e89b12d3a456426614174000";
    let uuid_text = "`123e4567-e89b-12d3-a456-426614174000`";
    let in_message = "`user-1` in a Protobuf message";
    vec![
        line("42", "Java `StringSerializer`", "string", text("42"), java),
        line("42", "kafkajs, the string `'42'`", "kafkajs_string", text("42"), "kafkajs"),
        line("42", "Java `ShortSerializer`", "short", "42".into(), java),
        line("42", "Java `IntegerSerializer`", "int", "42".into(), java),
        line("42", "confluent_kafka `IntegerSerializer`", "int", "42".into(), confluent),
        line("42", "Java `LongSerializer`", "long", "42".into(), java),
        line("42", "Java `FloatSerializer`", "float", "42280000".into(), java),
        line("42", "Java `DoubleSerializer`", "double", "4045000000000000".into(), java),
        line(
            "42",
            "confluent_kafka `DoubleSerializer`",
            "raw_double",
            "4045000000000000".into(),
            confluent,
        ),
        line("`user-1`", "Java `StringSerializer`", "string", text("user-1"), java),
        line("`user-1`", "confluent_kafka `StringSerializer`", "string", text("user-1"), confluent),
        line("`user-1`", "`JSON.stringify`", "json_string", text("user-1"), "kafkajs"),
        line(
            "`user-1`",
            "confluent_kafka `JSONSerializer`",
            "json_string",
            text("user-1"),
            confluent,
        ),
        line(
            in_message,
            "confluent_kafka `ProtobufSerializer`, schema id 100001, message index 0",
            "schema_id_prefix_protobuf",
            protobuf(0),
            confluent,
        ),
        line(
            in_message,
            "franz-go `sr`, schema id 100001, message index 0",
            "schema_id_prefix_protobuf",
            protobuf(0),
            "franz-go/pkg/sr",
        ),
        line(
            in_message,
            "confluent_kafka `ProtobufSerializer`, schema id 100001, message index 1",
            "schema_id_prefix_protobuf",
            protobuf(1),
            confluent,
        ),
        line(
            in_message,
            "`@kafkajs/confluent-schema-registry`, schema id 100001",
            "schema_id_prefix",
            schema(100_001),
            registry,
        ),
        line(
            in_message,
            "`@kafkajs/confluent-schema-registry`, schema id 7",
            "schema_id_prefix",
            schema(7),
            registry,
        ),
        line(uuid_text, "Java `UUIDSerializer`", "uuid", uuid.into(), java),
        line(
            uuid_text,
            "the 16 bytes, by Java `ByteArraySerializer`",
            "byte_array",
            uuid.into(),
            java,
        ),
        line("true", "Java `BooleanSerializer`", "boolean", "true".into(), java),
        line("true", "kafkajs, the string `'true'`", "kafkajs_string", text("true"), "kafkajs"),
        line("`a` and half a pair", "Java `StringSerializer`", "string", "0061d800".into(), java),
        line("`a` and half a pair", "kafkajs", "kafkajs_string", "0061d800".into(), "kafkajs"),
        line("-NaN", "Java `DoubleSerializer`", "double", "fff8000000000000".into(), java),
        line(
            "-NaN",
            "confluent_kafka `DoubleSerializer`",
            "raw_double",
            "fff8000000000000".into(),
            confluent,
        ),
    ]
}

/// Makes the page with today's table between its two marks.
pub(super) fn derived(workspace: &Workspace) -> Result<Derived> {
    let vectors = KeyBytes::read(workspace)?;
    let java = Partitioner::named("java").map_err(|why| why.to_string())?;
    let n = PartitionCount::new(PARTITIONS).ok_or("no partitions")?;
    let mut table = format!(
        "\n| value | written by | bytes | partition of {PARTITIONS} |\n|---|---|---|---|\n"
    );
    for line in lines() {
        let Line { value, serializer, form, vector, by } = line;
        let row = vectors.rows.iter().find(|row| {
            let is_by = |client: &String| client.starts_with(by);
            row.form == form && row.value == vector && row.by.iter().any(is_by)
        });
        let no_row =
            || format!("no row of key_bytes.json says what {by} wrote for {form} {vector}");
        let bytes = row.and_then(|row| row.bytes.as_deref()).ok_or_else(no_row)?;
        let key = bytes_of(bytes).ok_or_else(no_row)?;
        let Placement::Partition(partition) = java.place(Some(&key), n) else {
            return Err(format!("{serializer}: no partition"));
        };
        table += &format!("| {value} | {serializer} | `{bytes}` | {partition} |\n");
    }
    table.push('\n');
    MARKS.filled(workspace, &table)
}
