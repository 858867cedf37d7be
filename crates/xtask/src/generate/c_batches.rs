use std::fmt::Write as _;

use serde_json::Value;

use super::Derived;
use super::c_vectors::literal;
use crate::vectors::bytes_of;
use crate::workspace::{Result, Workspace, read};

const PATH: &str = "tests/batches/cases.json";

/// Makes `tests/c/batches.h` from `tests/batches/cases.json`: C reads no JSON.
pub(super) fn derived(workspace: &Workspace) -> Result<Derived> {
    let file: Value = serde_json::from_str(&read(&workspace.path(PATH))?)
        .map_err(|why| format!("{PATH}: {why}"))?;
    let header = header(&file).ok_or_else(|| format!("{PATH}: not the shape of batches"))?;
    Ok(Derived { path: "tests/c/batches.h", contents: header })
}

fn header(file: &Value) -> Option<String> {
    let (mut arrays, mut batches) = (String::new(), String::new());
    let cases = file["cases"].as_array()?;
    for (i, case) in cases.iter().enumerate() {
        let keys = case["keys"].as_array()?;
        let rows: Option<Vec<_>> = keys.iter().map(key).collect();
        array(&mut arrays, &format!("struct key keys_{i}"), &rows?, "{NULL, 0}")?;
        let mut name = |what: &str, values: &Value, missing: &str, suffix: &str| {
            let Some(values) = values.as_array() else { return Some("NULL".to_owned()) };
            let number = |value: &Value| match value {
                Value::Null => Some(missing.to_owned()),
                number => Some(format!("{}{suffix}", number.as_u64()?)),
            };
            let numbers: Option<Vec<_>> = values.iter().map(number).collect();
            array(&mut arrays, &format!("{what}_{i}"), &numbers?, "0")?;
            what.split_once(' ').map(|(_, what)| format!("{what}_{i}"))
        };
        let placed = name("int32_t placed", &case["expected"], "COP_UNKEYED", "")?;
        let hashes = name("uint32_t hashes", &case["hashes"], "0", "u")?;
        let [called, partitioner] = ["name", "partitioner"].map(|field| case[field].as_str());
        let (called, partitioner) = (called?.as_bytes(), partitioner?.as_bytes());
        let (called, partitioner) = (literal(called), literal(partitioner));
        let (n, len) = (case["partitions"].as_u64()?, keys.len());
        writeln!(
            batches,
            "    {{{called}, {partitioner}, {n}, keys_{i}, {len}, {placed}, {hashes}}},"
        )
        .ok()?;
    }
    let count = cases.len();
    Some(format!(
        "\
/* Made by `cargo xtask generate` from {PATH}. Edit what that is made of. */

#ifndef BATCHES_H
#define BATCHES_H

#include \"vectors.h\"

{arrays}
/* Columns, and where the real clients put each key. */
static const struct batch {{
    const char *name;
    const char *partitioner;
    int32_t partitions;
    const struct key *keys;
    size_t len;
    const int32_t *placed;  /* NULL: the client refuses one of the keys */
    const uint32_t *hashes; /* NULL: not known; 0 of no key */
}} batches[] = {{
{batches}}};
#define BATCH_CASES {count}

#endif
"
    ))
}

fn key(key: &Value) -> Option<String> {
    match key {
        Value::Null => Some("{NULL, 0}".to_owned()),
        hex => {
            let bytes = bytes_of(hex.as_str()?)?;
            Some(format!("{{{}, {}}}", literal(&bytes), bytes.len()))
        }
    }
}

/// Writes an array; C has none without an element.
fn array(arrays: &mut String, declared: &str, elements: &[String], element: &str) -> Option<()> {
    let elements = if elements.is_empty() { element.to_owned() } else { elements.join(", ") };
    writeln!(arrays, "static const {declared}[] = {{{elements}}};").ok()
}
