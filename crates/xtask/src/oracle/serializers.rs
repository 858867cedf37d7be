//! The real serializers: run, and compared with `tests/vectors/key_bytes.json` and with the core.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::clients::CONFLUENT_KAFKA;
use super::install::{self, Client, Host};
use crate::key_bytes::KeyBytes;
use crate::random_keys::Random;
use crate::random_values::random_value;
use crate::vectors::hex_of;
use crate::workspace::{Result, Workspace, pipe};
use crate::{key_bytes, key_form, tools};

/// How many random values of each form each client is asked for; `all` asks for ten times more.
const RANDOM_VALUES: usize = 1_000;
const SEED: u64 = 5;

/// A client whose serializers are asked.
struct Serializers {
    client: Client,
    /// The program's argument, in the client's own words; empty for none.
    setting: &'static str,
    /// What its serializers write, by the core's functions.
    forms: &'static [&'static str],
    /// Whether they take a value, of which form is told first.
    takes: fn(&str, &Value) -> bool,
}

impl Serializers {
    const fn new(client: Client, forms: &'static [&'static str]) -> Self {
        Self { client, setting: "", forms, takes: |_, _| true }
    }

    const fn java(version: &'static str, forms: &'static [&'static str]) -> Self {
        let client = Client::new(Host::Jvm, "kafka-clients", version, "AskSerializers.java");
        Self::new(client.runtime("kafka-clients"), forms)
            .takes(|_, value| value["flips"] != Value::Bool(true))
    }

    const fn java_that_flips(version: &'static str, forms: &'static [&'static str]) -> Self {
        Self::java(version, forms).takes(|_, value| value["flips"] != Value::Bool(false))
    }

    const fn streams(version: &'static str) -> Self {
        let program = "AskWindowedSerializers.java";
        let client = Client::new(Host::Jvm, "kafka-streams", version, program);
        Self::new(client.runtime("kafka-streams"), &["time_windowed", "session_windowed"])
    }

    const fn confluent_kafka(version: &'static str, forms: &'static [&'static str]) -> Self {
        let program = "ask_confluent_serializers.py";
        let client = Client::new(Host::Python, "confluent-kafka", version, program);
        Self::new(client, forms).takes(|form, value| form != "string" || is_well_formed(value))
    }

    const fn kafkajs(version: &'static str) -> Self {
        Self::new(Client::new(Host::Node, "kafkajs", version, "ask_kafkajs_keys.mjs"), KAFKAJS)
    }

    const fn kafkajs_registry(schema: &'static str, forms: &'static [&'static str]) -> Self {
        let package = "@kafkajs/confluent-schema-registry";
        let client = Client::new(Host::Node, package, "4.1.0", "ask_kafkajs_registry.mjs");
        Self { setting: schema, ..Self::new(client, forms) }
    }

    const fn platformatic(schema: &'static str, forms: &'static [&'static str]) -> Self {
        let program = "ask_platformatic_serializers.mjs";
        let client = Client::new(Host::Node, "@platformatic/kafka", tools::PLATFORMATIC, program);
        Self { setting: schema, ..Self::new(client, forms) }
    }

    const fn takes(self, takes: fn(&str, &Value) -> bool) -> Self {
        Self { takes, ..self }
    }

    const fn with(self, with: &'static [&'static str]) -> Self {
        Self { client: self.client.with(with), ..self }
    }
}

/// The serializers of kafka-clients, in the order in which they came.
const JAVA: &[&str] = &[
    "string",
    "int",
    "long",
    "short",
    "float",
    "double",
    "bytes",
    "byte_array",
    "byte_buffer",
    "uuid",
    "boolean",
];
/// Without UUIDs, which came with 2.1.
const JAVA_2_0: &[&str] = JAVA.split_at(9).0;
/// Without booleans, which came with 3.5.
const JAVA_2_1: &[&str] = JAVA.split_at(10).0;
const KAFKAJS: &[&str] =
    &["kafkajs_string", "kafkajs_number", "kafkajs_uint8_array", "json_string", "bytes"];

/// Every client whose serializers are run. Another one is another row.
const SERIALIZERS: &[Serializers] = &[
    Serializers::java("2.0.1", JAVA_2_0),
    Serializers::java("2.8.2", JAVA_2_1),
    Serializers::java_that_flips("3.4.0", JAVA_2_1),
    Serializers::java_that_flips("3.5.1", JAVA),
    Serializers::java_that_flips("3.6.0", JAVA),
    Serializers::java("3.6.1", JAVA),
    Serializers::java("3.9.1", JAVA),
    Serializers::java("4.0.0", JAVA),
    Serializers::java("4.4.0", JAVA),
    Serializers::streams("3.9.2"),
    Serializers::streams("4.4.0"),
    // 2.10 dropped `use.deprecated.format`.
    Serializers::confluent_kafka(
        "2.8.0",
        &[
            "string",
            "int",
            "raw_double",
            "schema_id_prefix_protobuf",
            "schema_id_prefix_protobuf_deprecated",
        ],
    )
    .with(&[
        "attrs==26.1.0",
        "cachetools==8.0.2",
        "certifi==2026.10.19.post1",
        "googleapis-common-protos==1.76.0",
        "httpx==0.28.1",
        "jsonschema==4.26.0",
        "protobuf==7.36.2",
        "pyrsistent==0.20.0",
    ]),
    Serializers::confluent_kafka(
        tools::CONFLUENT_KAFKA,
        &[
            "string",
            "int",
            "raw_double",
            "json_string",
            "schema_id_prefix",
            "schema_id_prefix_protobuf",
            "schema_id_header",
            "schema_id_header_protobuf",
        ],
    )
    .with(CONFLUENT_KAFKA),
    Serializers::new(
        Client::new(Host::Go, "franz-go/pkg/sr", "1.8.0", "franz-go-sr-1.8.0"),
        &["schema_id_prefix", "schema_id_prefix_protobuf"],
    ),
    Serializers::kafkajs("1.16.0"),
    Serializers::kafkajs(tools::KAFKAJS),
    Serializers::kafkajs_registry("AVRO", &["schema_id_prefix"]).takes(|_, value| is_id(value)),
    Serializers::kafkajs_registry("PROTOBUF", &["schema_id_prefix"])
        .takes(|_, value| is_id(value) && is_message(value)),
    Serializers::kafkajs_registry("JSON", &["json_string"]),
    Serializers::platformatic("AVRO", &["kafkajs_string", "json_string", "schema_id_prefix"])
        .takes(|form, value| form != "schema_id_prefix" || is_id(value)),
    Serializers::platformatic("PROTOBUF", &["schema_id_prefix"])
        .takes(|_, value| is_id(value) && is_message(value)),
];

/// Python raises for a surrogate without its pair.
fn is_well_formed(units: &Value) -> bool {
    let text = key_form::units(units).and_then(|units| String::from_utf16(&units).ok());
    text.is_some()
}

/// Schema ids of the JavaScript clients are signed, and 0 is none.
fn is_id(value: &Value) -> bool {
    value["schema_id"].as_u64().is_some_and(|id| (1..1 << 31).contains(&id))
}

/// A Protobuf message with one field of bytes, or none.
fn is_message(value: &Value) -> bool {
    key_form::hex(&value["payload"]).is_some_and(|payload| match payload.as_slice() {
        [] => true,
        [0x0a, length, bytes @ ..] => *length > 0 && usize::from(*length) == bytes.len(),
        _ => false,
    })
}

/// A form and a value that a client is asked for.
type Question = (String, Value);

impl Serializers {
    /// Its name in the vectors.
    fn name(&self) -> String {
        format!("{} {}", self.client, self.setting).trim_end().to_owned()
    }

    /// Whether its serializers write this value of this form.
    fn writes(&self, form: &str, value: &Value) -> bool {
        self.forms.contains(&form) && (self.takes)(form, value)
    }

    /// Asks for the bytes of all the questions; as many answers in hex, in the same order.
    fn ask(&self, workspace: &Workspace, questions: &[Question]) -> Result<Vec<String>> {
        let lines = questions
            .iter()
            .map(|(form, value)| format!("{{\"form\":{},\"value\":{value}}}\n", json!(form)));
        let mut command = install::command(workspace, &self.client)?;
        if !self.setting.is_empty() {
            command.arg(self.setting);
        }
        let rows = pipe(&mut command, lines.collect())?;
        let answers: Vec<String> = rows
            .lines()
            .zip(questions)
            .map(|(line, question)| self.answer(line, question))
            .collect::<Result<_>>()?;
        match (rows.lines().count(), questions.len()) {
            (got, wanted) if got == wanted => Ok(answers),
            (got, wanted) => Err(format!("{self}: {wanted} answers wanted, got {got}")),
        }
    }

    /// Reads the answer to a question: one to another, or of another version, is an error.
    fn answer(&self, line: &str, (form, value): &Question) -> Result<String> {
        let row: Value = serde_json::from_str(line).map_err(|why| format!("{why}: {line}"))?;
        let answers_it = row["client"] == self.client.package
            && row["version"] == self.client.version
            && row["form"] == form.as_str()
            && row["value"] == *value;
        match row["bytes"].as_str() {
            Some(bytes) if answers_it => Ok(bytes.to_owned()),
            _ => Err(format!("{self}: {form} {value} is not answered by {line}")),
        }
    }
}

impl std::fmt::Display for Serializers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name())
    }
}

/// Compares the serializers of `host`, or of every one; with `write`, first rewrites their vectors.
pub(super) fn run(workspace: &Workspace, host: Option<Host>, all: bool, write: bool) -> Result {
    let picked = SERIALIZERS
        .iter()
        .filter(|serializers| host.is_none_or(|host| host == serializers.client.host));
    if write {
        rewrite(workspace, picked.clone())?;
    }
    compare(workspace, picked, if all { 10 * RANDOM_VALUES } else { RANDOM_VALUES })
}

fn compare<'a>(
    workspace: &Workspace,
    picked: impl Iterator<Item = &'a Serializers>,
    random: usize,
) -> Result {
    let file = KeyBytes::read(workspace)?;
    let (mut differences, mut missing, mut cases) = (Vec::new(), BTreeSet::new(), 0);
    for serializers in picked {
        match compare_one(workspace, serializers, &file, random, &mut differences) {
            Ok(compared) => cases += compared,
            // The others are run all the same, and what is missing is told at the end.
            Err(why) if why.starts_with(tools::MISSING) => {
                missing.insert(why.trim_start_matches(tools::MISSING).to_owned());
            }
            Err(why) => return Err(why),
        }
    }
    println!("{cases} keys of real serializers, {} differ", differences.len());
    if !differences.is_empty() {
        let first = differences.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
        return Err(format!("{} keys differ:\n{first}", differences.len()));
    }
    match missing.into_iter().collect::<Vec<_>>().join(", ") {
        missing if missing.is_empty() => Ok(()),
        missing => Err(format!("{}{missing}", tools::MISSING)),
    }
}

/// Asks one client for every value of the file that it writes, and for random ones; returns how
/// many keys were compared.
fn compare_one(
    workspace: &Workspace,
    serializers: &Serializers,
    file: &KeyBytes,
    random: usize,
    differences: &mut Vec<String>,
) -> Result<usize> {
    let name = serializers.name();
    let committed: Vec<_> =
        file.rows.iter().filter(|row| serializers.writes(&row.form, &row.value)).collect();
    let mut questions: Vec<Question> =
        committed.iter().map(|row| (row.form.clone(), row.value.clone())).collect();
    for form in serializers.forms {
        if !committed.iter().any(|row| row.form == **form) {
            return Err(format!("{}: no {form} that {name} writes", key_bytes::PATH));
        }
        questions.extend(random_questions(serializers, form, random)?);
    }
    let answers = serializers.ask(workspace, &questions)?;
    for (row, got) in committed.iter().zip(&answers) {
        if row.bytes.as_ref() != Some(got) || !row.by.contains(&name) {
            let (form, value, path) = (&row.form, &row.value, key_bytes::PATH);
            let bytes = row.bytes.as_deref().filter(|_| row.by.contains(&name));
            let bytes = bytes.unwrap_or("nothing by it");
            differences.push(format!("{name}: {form} {value}: {path} says {bytes}, got {got}"));
        }
    }
    for ((form, value), got) in questions.iter().zip(&answers) {
        let core = hex_of(key_form::bytes(form, value).as_deref());
        if core != **got {
            let core = core.as_str().unwrap_or("nothing");
            differences.push(format!(
                "{name}: {form} {value}: the client writes {got}, copartition {core}"
            ));
        }
    }
    println!(
        "{name:54} {:2} forms, {:3} vectors, {:6} random values",
        serializers.forms.len(),
        committed.len(),
        questions.len() - committed.len(),
    );
    Ok(answers.len())
}

/// So many random values of a form, of those that the client writes.
fn random_questions(serializers: &Serializers, form: &str, count: usize) -> Result<Vec<Question>> {
    let mut random = Random::new(SEED);
    let mut questions = Vec::with_capacity(count);
    while questions.len() < count {
        let value = random_value(form, &mut random).ok_or_else(|| format!("no form {form}"))?;
        if serializers.writes(form, &value) {
            questions.push((form.to_owned(), value));
        }
    }
    Ok(questions)
}

/// Asks the picked clients for every value of the file that they write; those of the others stay.
fn rewrite<'a>(
    workspace: &Workspace,
    picked: impl Iterator<Item = &'a Serializers> + Clone,
) -> Result {
    let mut file = KeyBytes::read(workspace)?;
    let others = |name: &String| {
        let known = SERIALIZERS.iter().any(|serializers| serializers.name() == *name);
        known && !picked.clone().any(|serializers| serializers.name() == *name)
    };
    file.sources.retain(|name, _| others(name));
    for row in &mut file.rows {
        row.by.retain(|name| others(name));
        row.bytes = row.bytes.take().filter(|_| !row.by.is_empty());
    }
    for serializers in picked {
        let name = serializers.name();
        let mut rows: Vec<_> =
            file.rows.iter_mut().filter(|row| serializers.writes(&row.form, &row.value)).collect();
        let questions: Vec<Question> =
            rows.iter().map(|row| (row.form.clone(), row.value.clone())).collect();
        for (row, got) in rows.iter_mut().zip(serializers.ask(workspace, &questions)?) {
            let written = row.bytes.get_or_insert_with(|| got.clone());
            if *written != got {
                let (form, value, by) = (&row.form, &row.value, row.by.join(", "));
                return Err(format!("{form} {value}: {by} wrote {written}, {name} {got}"));
            }
            row.by.push(name.clone());
        }
        let source = json!({
            "client": serializers.client.package,
            "version": serializers.client.version,
            "setting": serializers.setting,
            "how": format!("run by {}", serializers.client.program_path()),
        });
        file.sources.insert(name, source);
    }
    for row in &mut file.rows {
        let place = |name: &String| SERIALIZERS.iter().position(|one| one.name() == *name);
        row.by.sort_by_key(place);
    }
    file.write(workspace)?;
    println!("wrote {}", key_bytes::PATH);
    Ok(())
}
