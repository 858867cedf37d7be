use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::Derived;
use super::c_traces::Traces;
use crate::workspace::{Result, Workspace, read};

/// Makes `tests/c/vectors.h` from `tests/vectors/*.json`: C reads no JSON.
pub(super) fn derived(workspace: &Workspace) -> Result<Derived> {
    let mut header = Header::default();
    for name in names(workspace)? {
        let path = format!("tests/vectors/{name}.json");
        let file: Value = serde_json::from_str(&read(&workspace.path(&path))?)
            .map_err(|why| format!("{path}: {why}"))?;
        header.add(&name, &file).ok_or_else(|| format!("{path}: not the shape of vectors"))?;
    }
    Ok(Derived { path: "tests/c/vectors.h", contents: header.text() })
}

/// The vector files' names, sorted: the header must not depend on the folder's order.
fn names(workspace: &Workspace) -> Result<Vec<String>> {
    let folder = workspace.path("tests/vectors");
    let entries = std::fs::read_dir(&folder).map_err(|why| format!("tests/vectors: {why}"))?;
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            entry.ok()?.file_name().to_str()?.strip_suffix(".json").map(str::to_owned)
        })
        .collect();
    names.sort();
    Ok(names)
}

/// The tables, as they grow. Every `add` returns `None` for a shape it does not know.
#[derive(Default)]
struct Header {
    /// Each key once; `None` is no key. A row holds a key's index.
    keys: Vec<Option<Vec<u8>>>,
    /// Each list of partition counts once. A row holds a list's index.
    counts: Vec<Vec<String>>,
    /// The partitioners that answer alike, by key, counts and answers: one row instead of many.
    placements: BTreeMap<(usize, usize, Vec<String>), Vec<String>>,
    placement_cases: usize,
    hashes: String,
    hash_cases: usize,
    groups: String,
    group_cases: usize,
    errors: String,
    error_cases: usize,
    key_bytes: String,
    key_bytes_cases: usize,
    traces: Traces,
}

impl Header {
    fn add(&mut self, name: &str, file: &Value) -> Option<()> {
        if name == "assigner_traces" {
            return file["traces"].as_array()?.iter().try_for_each(|trace| self.traces.add(trace));
        }
        let rows = file["rows"].as_array()?;
        match name {
            "hashes" => rows.iter().try_for_each(|row| self.add_hashes(row)),
            "groups" => rows.iter().try_for_each(|row| self.add_group(row)),
            "errors" => rows.iter().try_for_each(|row| self.add_error(row)),
            "key_bytes" => rows.iter().try_for_each(|row| self.add_key_bytes(row)),
            "field_cases" => rows.iter().try_for_each(|row| self.add_field_case(row)),
            _ => self.add_placements(file, rows),
        }
    }

    fn add_placements(&mut self, file: &Value, rows: &[Value]) -> Option<()> {
        let counts = numbers(&file["partitions"])?;
        for row in rows {
            for (partitioner, answers) in row.as_object()?.iter().filter(|(name, _)| *name != "key")
            {
                self.add_placement(partitioner, &row["key"], counts.clone(), numbers(answers)?)?;
            }
        }
        Some(())
    }

    /// A placement of one key over one count.
    fn add_field_case(&mut self, row: &Value) -> Option<()> {
        let one = |field: &str| Some(vec![row[field].as_i64()?.to_string()]);
        let (counts, answers) = (one("partitions")?, one("partition")?);
        self.add_placement(row["partitioner"].as_str()?, &row["key"], counts, answers)
    }

    fn add_placement(
        &mut self,
        partitioner: &str,
        key: &Value,
        counts: Vec<String>,
        answers: Vec<String>,
    ) -> Option<()> {
        if counts.len() != answers.len() {
            return None;
        }
        self.placement_cases += counts.len();
        let (key, counts) = (self.key(key)?, index_of(counts, &mut self.counts));
        self.placements.entry((key, counts, answers)).or_default().push(partitioner.to_owned());
        Some(())
    }

    fn add_hashes(&mut self, row: &Value) -> Option<()> {
        let key = self.key(&row["key"])?;
        for hash in row.as_object()?.keys().filter(|name| *name != "key") {
            let value = row[hash].as_u64()?;
            writeln!(self.hashes, "    {{cop_{hash}, {key}, {value}u}},").ok()?;
            self.hash_cases += 1;
        }
        Some(())
    }

    fn add_group(&mut self, row: &Value) -> Option<()> {
        let group = row["group"].as_str().filter(|group| !group.contains('\0'))?;
        let (count, partition) = (row["partitions"].as_i64()?, row["partition"].as_i64()?);
        let group = literal(group.as_bytes());
        writeln!(self.groups, "    {{{group}, {count}, {partition}}},").ok()?;
        self.group_cases += 1;
        Some(())
    }

    fn add_error(&mut self, row: &Value) -> Option<()> {
        let count = row["partitions"].as_i64().unwrap_or(1);
        match row["call"].as_str()? {
            // C cannot be asked for what an int32_t cannot hold.
            "partition_count" if i32::try_from(count).is_err() => return Some(()),
            "partition_count" | "unknown_partitioner" | "refused" | "no_hash" => {}
            // C has none of these.
            "unknown_client" | "key_range" | "unknown_unkeyed" | "unkeyed" => return Some(()),
            _ => return None,
        }
        let text = |field: &str, otherwise| {
            let text = row.get(field).map_or(Some(otherwise), Value::as_str)?;
            Some(literal(text.as_bytes()))
        };
        let (id, call) = (text("id", "")?, text("call", "")?);
        let name = if row.get("name").is_some() { "name" } else { "partitioner" };
        let name = text(name, "java")?;
        let key = self.key(&row["key"])?;
        writeln!(self.errors, "    {{{id}, {call}, {name}, {key}, {count}}},").ok()?;
        self.error_cases += 1;
        Some(())
    }

    fn add_key_bytes(&mut self, row: &Value) -> Option<()> {
        let (value, mut written) = (&row["value"], bytes(row["bytes"].as_str()?)?);
        let (mut bits, mut uuid) = (0, "NULL".to_owned());
        let form = match row["form"].as_str()? {
            form @ ("short" | "int" | "long") => {
                bits = value.as_str()?.parse::<i64>().ok()?.cast_unsigned();
                form
            }
            form @ ("float" | "double" | "raw_double") => {
                bits = u64::from_str_radix(value.as_str()?, 16).ok()?;
                form
            }
            "boolean" => {
                bits = u64::from(value == "true");
                "boolean"
            }
            "uuid" => {
                uuid = literal(&bytes(value.as_str()?)?);
                "uuid"
            }
            "schema_id_prefix" => {
                bits = value["schema_id"].as_u64()?;
                let payload = bytes(value["payload"].as_str()?)?;
                // C writes what lies before the payload.
                written.truncate(written.strip_suffix(&payload[..])?.len());
                "schema_id_prefix"
            }
            // C has none of these.
            "string"
            | "bytes"
            | "byte_array"
            | "byte_buffer"
            | "json_string"
            | "kafkajs_string"
            | "kafkajs_number"
            | "kafkajs_uint8_array"
            | "schema_id_prefix_protobuf"
            | "schema_id_prefix_protobuf_deprecated"
            | "schema_id_header"
            | "schema_id_header_protobuf"
            | "time_windowed"
            | "session_windowed" => return Some(()),
            _ => return None,
        };
        let (form, length) = (form.to_uppercase(), written.len());
        let written = literal(&written);
        writeln!(self.key_bytes, "    {{{form}, {bits:#x}u, {uuid}, {written}, {length}}},")
            .ok()?;
        self.key_bytes_cases += 1;
        Some(())
    }

    fn key(&mut self, key: &Value) -> Option<usize> {
        let key = match key {
            Value::Null => None,
            hex => Some(bytes(hex.as_str()?)?),
        };
        Some(index_of(key, &mut self.keys))
    }

    fn text(self) -> String {
        let mut keys = String::new();
        for key in &self.keys {
            keys += &match key {
                None => "    {NULL, 0},\n".to_owned(),
                Some(key) => format!("    {{{}, {}}},\n", literal(key), key.len()),
            };
        }
        let mut counts = String::new();
        for (i, list) in self.counts.iter().enumerate() {
            counts += &format!("static const int32_t counts_{i}[] = {{{}, 0}};\n", list.join(", "));
        }
        let (mut alike, mut placements) = (Vec::new(), String::new());
        for ((key, counts, answers), partitioners) in self.placements {
            let alike = index_of(partitioners, &mut alike);
            let answers = answers.join(", ");
            placements +=
                &format!("    {{alike_{alike}, {key}, counts_{counts}, {{{answers}}}}},\n");
        }
        let mut partitioners = String::new();
        for (i, names) in alike.iter().enumerate() {
            let names: Vec<String> = names.iter().map(|name| literal(name.as_bytes())).collect();
            let names = names.join(", ");
            partitioners += &format!("static const char *const alike_{i}[] = {{{names}, NULL}};\n");
        }
        format!(
            "\
/* Made by `cargo xtask generate` from tests/vectors. Edit those. */

#ifndef VECTORS_H
#define VECTORS_H

#include <copartition.h>

/* The client itself refuses the key; beside COP_UNKEYED among the partitions. */
#define REFUSED -2

struct key {{
    const char *bytes; /* NULL: no key */
    size_t len;
}};

/* The tables below name keys by their index here. */
static const struct key keys[] = {{
{keys}}};

/* Partition counts, ended by 0. */
{counts}
/* Partitioners that place a key alike, ended by NULL. */
{partitioners}
/* Where each of `partitioners` puts a key, for each of `partitions`. */
static const struct placement {{
    const char *const *partitioners;
    size_t key;
    const int32_t *partitions;
    int32_t placed[{most_counts}];
}} placements[] = {{
{placements}}};
#define PLACEMENT_CASES {placement_cases}

static const struct hash {{
    uint32_t (*function)(const void *, size_t);
    size_t key;
    uint32_t hash;
}} hashes[] = {{
{hashes}}};
#define HASH_CASES {hash_cases}

static const struct group {{
    const char *group;
    int32_t partitions;
    int32_t partition;
}} groups[] = {{
{groups}}};
#define GROUP_CASES {group_cases}

static const struct error {{
    const char *id;
    const char *call;
    const char *partitioner;
    size_t key;
    int32_t partitions;
}} errors[] = {{
{errors}}};
#define ERROR_CASES {error_cases}

/* What a serializer writes for a value: a number's bits, or a UUID. */
static const struct key_bytes {{
    enum {{ SHORT, INT, LONG, FLOAT, DOUBLE, RAW_DOUBLE, BOOLEAN, UUID, SCHEMA_ID_PREFIX }} form;
    uint64_t bits;
    const char *uuid;
    const char *bytes;
    size_t len;
}} key_bytes[] = {{
{key_bytes}}};
#define KEY_BYTES_CASES {key_bytes_cases}

/* The steps of an assigner: each one's words, and its result last. */
enum {{
    END,
    CLUSTER,  /* the partition count; how many are available, or ALL; their ids; no result */
    PARTITION,
    NEW_BATCH /* the partition of the record that opens a batch */
}};
#define ALL -1
#define NO_RESULT -2

static const struct round_robin {{
    const char *client;
    cop_round_robin start;
    const int32_t *steps;
}} round_robins[] = {{
{round_robins}}};

static const struct sticky_cache {{
    const char *client;
    cop_sticky_cache start;
    size_t draw_count;
    const int32_t *draws;
    const int32_t *steps;
}} sticky_caches[] = {{
{sticky_caches}}};
#define STEP_CASES {step_cases}

#endif
",
            most_counts = self.counts.iter().map(Vec::len).max().unwrap_or(1),
            placement_cases = self.placement_cases,
            hashes = self.hashes,
            hash_cases = self.hash_cases,
            groups = self.groups,
            group_cases = self.group_cases,
            errors = self.errors,
            error_cases = self.error_cases,
            key_bytes = self.key_bytes,
            key_bytes_cases = self.key_bytes_cases,
            round_robins = self.traces.round_robins,
            sticky_caches = self.traces.sticky_caches,
            step_cases = self.traces.cases,
        )
    }
}

/// The item's index in a list that holds each once.
fn index_of<T: PartialEq>(item: T, list: &mut Vec<T>) -> usize {
    list.iter().position(|known| *known == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}

/// The elements of a list of partitions, as C writes them.
fn numbers(list: &Value) -> Option<Vec<String>> {
    let number = |element: &Value| match element {
        Value::Null => Some("COP_UNKEYED".to_owned()),
        Value::String(text) if text == "refused" => Some("REFUSED".to_owned()),
        number => Some(i32::try_from(number.as_i64()?).ok()?.to_string()),
    };
    list.as_array()?.iter().map(number).collect()
}

/// The bytes of lower-case hex.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let byte = |at| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// A C string literal. Octal escapes have at most three digits, so none runs into what follows.
pub(super) fn literal(bytes: &[u8]) -> String {
    let mut literal = String::from('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => literal.extend(['\\', char::from(byte)]),
            // A trigraph starts with two of them.
            b'?' => literal += "\\?",
            b' '..=b'~' => literal.push(char::from(byte)),
            _ => literal += &format!("\\{byte:03o}"),
        }
    }
    literal + "\""
}
