use std::fmt::Write as _;

use serde_json::Value;

use super::Derived;
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
    /// A list of partition counts for each file, each ended by 0.
    partitions: String,
    most_partitions: usize,
    placements: String,
    placement_cases: usize,
    hashes: String,
    hash_cases: usize,
    groups: String,
    group_cases: usize,
    errors: String,
    error_cases: usize,
}

impl Header {
    fn add(&mut self, name: &str, file: &Value) -> Option<()> {
        let rows = file["rows"].as_array()?;
        match name {
            "hashes" => rows.iter().try_for_each(|row| self.add_hashes(row)),
            "groups" => rows.iter().try_for_each(|row| self.add_group(row)),
            "errors" => rows.iter().try_for_each(|row| self.add_error(row)),
            "field_cases" => rows.iter().try_for_each(|row| self.add_field_case(row)),
            _ => self.add_placements(name, file, rows),
        }
    }

    fn add_placements(&mut self, name: &str, file: &Value, rows: &[Value]) -> Option<()> {
        let list = format!("{}_partitions", name.replace('-', "_"));
        let counts = numbers(&file["partitions"])?;
        writeln!(self.partitions, "static const int32_t {list}[] = {{{}, 0}};", counts.join(", "))
            .ok()?;
        self.most_partitions = self.most_partitions.max(counts.len());
        for row in rows {
            let key = self.key(&row["key"])?;
            for (partitioner, answers) in row.as_object()?.iter().filter(|(name, _)| *name != "key")
            {
                let answers = numbers(answers).filter(|answers| answers.len() == counts.len())?;
                let partitioner = literal(partitioner.as_bytes());
                let answers = answers.join(", ");
                writeln!(self.placements, "    {{{partitioner}, {key}, {list}, {{{answers}}}}},")
                    .ok()?;
                self.placement_cases += counts.len();
            }
        }
        Some(())
    }

    /// A placement of one key over one count.
    fn add_field_case(&mut self, row: &Value) -> Option<()> {
        let key = self.key(&row["key"])?;
        let (count, partition) = (row["partitions"].as_i64()?, row["partition"].as_i64()?);
        let list = format!("over_{count}");
        let declared = format!("static const int32_t {list}[] = {{{count}, 0}};\n");
        if !self.partitions.contains(&declared) {
            self.partitions += &declared;
        }
        let partitioner = literal(row["partitioner"].as_str()?.as_bytes());
        writeln!(self.placements, "    {{{partitioner}, {key}, {list}, {{{partition}}}}},").ok()?;
        self.placement_cases += 1;
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
        // C cannot be asked for what an int32_t cannot hold, and has no settings of clients.
        if i32::try_from(count).is_err() || row["call"] == "unknown_client" {
            return Some(());
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

    fn key(&mut self, key: &Value) -> Option<usize> {
        let key = match key {
            Value::Null => None,
            hex => Some(bytes(hex.as_str()?)?),
        };
        Some(self.keys.iter().position(|known| *known == key).unwrap_or_else(|| {
            self.keys.push(key);
            self.keys.len() - 1
        }))
    }

    fn text(self) -> String {
        let mut keys = String::new();
        for key in &self.keys {
            let row = match key {
                None => "    {NULL, 0},\n".to_owned(),
                Some(key) => format!("    {{{}, {}}},\n", literal(key), key.len()),
            };
            keys += &row;
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
{partitions}
/* Where a client puts a key, for each of `partitions`. */
static const struct placement {{
    const char *partitioner;
    size_t key;
    const int32_t *partitions;
    int32_t placed[{most_partitions}];
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

#endif
",
            partitions = self.partitions,
            most_partitions = self.most_partitions,
            placements = self.placements,
            placement_cases = self.placement_cases,
            hashes = self.hashes,
            hash_cases = self.hash_cases,
            groups = self.groups,
            group_cases = self.group_cases,
            errors = self.errors,
            error_cases = self.error_cases,
        )
    }
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
fn literal(bytes: &[u8]) -> String {
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
