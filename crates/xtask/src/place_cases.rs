//! The batches of `tests/batches` in the shell: every one in every form that a file may have, placed,
//! and counted.

use serde_json::Value;

use crate::vectors::bytes_of;
use crate::workspace::{Result, Workspace, read, write};

const CASES: &str = "tests/batches/cases.json";

/// Fewer mean that some are gone or not found.
const LEAST_CASES: usize = 26;

/// No key of the batches, and no key where it is given.
const MISSING: &str = "(missing)";

/// A form of a file: its name, the flags that read it, and its bytes, or `None` where keys cannot be
/// written so.
struct Form {
    file: &'static str,
    flags: &'static [&'static str],
    bytes: Option<Vec<u8>>,
}

/// Asks the command for the partitions of every batch in every form.
pub fn test(workspace: &Workspace) -> Result {
    let file: Value = serde_json::from_str(&read(&workspace.path(CASES))?)
        .map_err(|why| format!("{CASES}: {why}"))?;
    let cases = file["cases"].as_array().map(Vec::as_slice).unwrap_or_default();
    let (mut placed, mut counted) = (0, 0);
    for case in cases {
        let keys = keys(case).ok_or_else(|| format!("{CASES}: not the shape of batches"))?;
        for form in forms(&keys) {
            let Some(bytes) = &form.bytes else { continue };
            write(&workspace.target("place").join(form.file), bytes)?;
            place(workspace, case, &form)?;
            placed += 1;
            counted += usize::from(count(workspace, case, &form)?);
        }
    }
    // Lines hold no key with a line end: a third of the cases are not written so.
    if cases.len() < LEAST_CASES || placed < 3 * cases.len() || counted < 2 * cases.len() {
        return Err(format!("{CASES}: {placed} files of {} cases were placed", cases.len()));
    }
    println!("{placed} files of {} cases of {CASES} placed, {counted} counted", cases.len());
    Ok(())
}

fn forms(keys: &[Option<Vec<u8>>]) -> [Form; 4] {
    let hex = |key: &[u8]| key.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let rows = |row: fn(Option<String>) -> String| {
        let rows = keys.iter().map(|key| row(key.as_deref().map(hex)) + "\n");
        rows.collect::<String>()
    };
    let of_hex = rows(|key| key.unwrap_or(MISSING.into()));
    let csv = rows(|key| format!("1,\"{}\"", key.unwrap_or(MISSING.into())));
    let ndjson = rows(|key| serde_json::json!({ "key": key }).to_string());
    let is_line = |key: &Option<Vec<u8>>| key.as_ref().is_none_or(|key| !key.contains(&b'\n'));
    let lines = keys.iter().all(is_line).then(|| {
        let lines = keys.iter().map(|key| key.as_deref().unwrap_or(MISSING.as_bytes()));
        lines.flat_map(|line| [line, b"\n"]).flatten().copied().collect()
    });
    [
        Form { file: "keys.txt", flags: &[], bytes: lines },
        Form {
            file: "keys-hex.txt",
            flags: &["--key-format", "hex"],
            bytes: Some(of_hex.into_bytes()),
        },
        Form {
            file: "keys.csv",
            flags: &["--key-format", "hex", "--key-field", "key"],
            bytes: Some(format!("a,key\n{csv}").into_bytes()),
        },
        Form {
            file: "keys.ndjson",
            flags: &["--key-format", "hex", "--key-field", "key"],
            bytes: Some(ndjson.into_bytes()),
        },
    ]
}

/// Compares what `place` prints: a word for each key, or those before the one that is refused.
fn place(workspace: &Workspace, case: &Value, form: &Form) -> Result {
    let word = |partition: &Value| match partition {
        Value::Null => "unkeyed\n".into(),
        partition => format!("{partition}\n"),
    };
    let (came, exit) = printed(workspace, case, form, &["place"])?;
    let (wanted, right) = match (case["expected"].as_array(), case["refused"].as_u64()) {
        (Some(expected), None) => (expected.iter().map(word).collect(), exit == Some(0)),
        (_, Some(refused)) => {
            let same = came.lines().count() as u64 == refused && exit == Some(2);
            (came.clone(), same)
        }
        _ => (String::new(), false),
    };
    if came != wanted || !right {
        let Form { file, .. } = form;
        return Err(format!("place of {case} in {file}: must be\n{wanted}but is\n{came}"));
    }
    Ok(())
}

/// Compares what `spread --counts-only` counts, where there are few partitions and no key is refused.
fn count(workspace: &Workspace, case: &Value, form: &Form) -> Result<bool> {
    let (Some(expected), Some(n)) = (case["expected"].as_array(), case["partitions"].as_u64())
    else {
        return Ok(false);
    };
    if n > 1000 {
        return Ok(false);
    }
    let flags = ["spread", "--counts-only", "--format", "csv"];
    let (came, _) = printed(workspace, case, form, &flags)?;
    let came: Vec<&str> = came.lines().skip(1).filter_map(|row| row.split(',').nth(1)).collect();
    let count =
        |partition: u64| expected.iter().filter(|it| it.as_u64() == Some(partition)).count();
    let wanted: Vec<String> = (0..n).map(|partition| count(partition).to_string()).collect();
    if came != wanted {
        return Err(format!("counts of {case} in {}: {wanted:?}, got {came:?}", form.file));
    }
    Ok(true)
}

fn printed(
    workspace: &Workspace,
    case: &Value,
    form: &Form,
    command: &[&str],
) -> Result<(String, Option<i32>)> {
    let partitioner = case["partitioner"].as_str().unwrap_or_default();
    let mut shell = workspace.command(workspace.stage("bin/copartition"));
    shell.args(command).arg(workspace.target("place").join(form.file)).args(form.flags);
    shell.args(["--null-token", MISSING, "-P", partitioner]);
    shell.args(["-n", &case["partitions"].to_string()]);
    let output = shell.output().map_err(|why| format!("copartition: {why}"))?;
    let text = String::from_utf8(output.stdout).map_err(|_| "not UTF-8".to_string())?;
    Ok((text, output.status.code()))
}

fn keys(case: &Value) -> Option<Vec<Option<Vec<u8>>>> {
    let key = |key: &Value| match key {
        Value::Null => Some(None),
        key => bytes_of(key.as_str()?).map(Some),
    };
    case["keys"].as_array()?.iter().map(key).collect()
}
