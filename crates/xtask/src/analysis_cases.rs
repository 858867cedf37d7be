//! The table of cases that every host answers alike: what the command prints for them is recorded,
//! and Python and Node.js are compared with that.

use serde_json::Value;

use crate::workspace::{Result, Workspace, read, remove, write};

const FOLDER: &str = "tests/analysis";

/// Fewer cases mean that some are gone or not found.
const LEAST_CASES: usize = 30;

/// The flags that read a column, beside its name.
const COLUMNS: [(&str, &[&str]); 6] = [
    ("observed", &["--partition-field", "partition"]),
    ("weights", &["--weight-field", "weight"]),
    // `--by` of the case's own command names it.
    ("labels", &[]),
    ("offsets", &["--offset-field", "offset"]),
    ("timestamps", &["--timestamp-field", "timestamp"]),
    ("tombstones", &["--value-field", "value"]),
];

/// Asks the command every case, and compares the document with the recorded one.
///
/// One that differs is written as it came to `target/analysis-came/`; once read and found right, it
/// is copied over its file.
pub fn test(workspace: &Workspace) -> Result {
    let table = read(&workspace.path(FOLDER).join("cases.json"))?;
    let table: Value = serde_json::from_str(&table).map_err(|why| format!("cases.json: {why}"))?;
    let cases = table["cases"].as_array().map(Vec::as_slice).unwrap_or_default();
    if cases.len() < LEAST_CASES {
        return Err(format!("{FOLDER} must hold {LEAST_CASES} cases, got {}", cases.len()));
    }
    let came = workspace.target("analysis-came");
    remove(&came)?;
    let mut failed = 0;
    for case in cases {
        let name = text(&case["name"]);
        let document = printed(workspace, case)?;
        let recorded = workspace.path(FOLDER).join("expected").join(format!("{name}.json"));
        if read(&recorded).is_ok_and(|recorded| recorded == document) {
            continue;
        }
        failed += 1;
        write(&came.join(format!("{name}.json")), document)?;
        eprintln!("{FOLDER}: {name} differs, see target/analysis-came/{name}.json");
    }
    if failed > 0 {
        eprintln!("where what came is right: cp target/analysis-came/*.json {FOLDER}/expected/");
        return Err(format!("{failed} of {} cases of {FOLDER} failed", cases.len()));
    }
    println!("{} cases of {FOLDER} passed", cases.len());
    Ok(())
}

/// What the command prints for a case.
fn printed(workspace: &Workspace, case: &Value) -> Result<String> {
    let mut command = workspace.command(workspace.stage("bin/copartition"));
    command.current_dir(workspace.path(FOLDER).join("samples"));
    command.args(text(&case["command"]).split(' ')).args(["--format", "json"]);
    let samples = case["samples"].as_array().map_or(0, Vec::len);
    if samples > 0 {
        command.args(["--key-field", "key", "--key-format", "hex"]);
    }
    for column in case["columns"].as_array().into_iter().flatten() {
        let (_, flags) = COLUMNS
            .iter()
            .find(|(name, _)| column == name)
            .ok_or_else(|| format!("{}: no column {column}", case["name"]))?;
        command.args(*flags);
    }
    let output = command.output().map_err(|why| format!("copartition: {why}"))?;
    if output.stdout.is_empty() {
        let why = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{}: no document: {why}", case["name"]));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("not UTF-8: {}", case["name"]))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
