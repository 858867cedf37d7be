use std::fmt::Write as _;

use serde_json::Value;

use super::Derived;
use super::c_vectors::literal;
use crate::vectors::bytes_of;
use crate::workspace::{Result, Workspace, read};

const PATH: &str = "tests/peers/values.json";

/// Makes `tests/c/peers.h` from `tests/peers/values.json`: C reads no JSON.
pub(super) fn derived(workspace: &Workspace) -> Result<Derived> {
    let file: Value = serde_json::from_str(&read(&workspace.path(PATH))?)
        .map_err(|why| format!("{PATH}: {why}"))?;
    let header = header(&file).ok_or_else(|| format!("{PATH}: not the shape of values"))?;
    Ok(Derived { path: "tests/c/peers.h", contents: header })
}

fn header(file: &Value) -> Option<String> {
    let mut values = String::new();
    for set in file["sets"].as_array()? {
        let partitioner = literal(set["partitioner"].as_str()?.as_bytes());
        for row in set["rows"].as_array()? {
            let (key, len) = match &row[0] {
                Value::Null => ("NULL".to_owned(), 0),
                hex => {
                    let key = bytes_of(hex.as_str()?)?;
                    (literal(&key), key.len())
                }
            };
            for partitions in set["partitions"].as_array()? {
                let partitions = partitions.as_u64()?;
                let placed = match &row[1] {
                    Value::Null => "COP_UNKEYED".to_owned(),
                    number => (number.as_u64()? % partitions).to_string(),
                };
                let value = format!("{{{partitioner}, {key}, {len}, {partitions}, {placed}}}");
                writeln!(values, "    {value},").ok()?;
            }
        }
    }
    let cases = file["cases"].as_u64()?;
    Some(format!(
        "\
/* Made by `cargo xtask generate` from {PATH}. Edit that. */

#ifndef PEERS_H
#define PEERS_H

#include <copartition.h>

/* What clients' own tests expect; COP_UNKEYED is a partition that they leave open. */
static const struct peer {{
    const char *partitioner;
    const char *bytes; /* NULL: no key */
    size_t len;
    int32_t partitions;
    int32_t placed;
}} peers[] = {{
{values}}};
#define PEER_CASES {cases}

#endif
"
    ))
}
