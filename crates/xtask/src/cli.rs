//! The command line: staged, then run as a shell would run it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use copartition::{PARTITIONERS, Partitioner, Placement};
use serde_json::Value;

use crate::vectors::{VectorFile, hex_of};
use crate::workspace::{Result, Workspace, copy, read, remove, run, write};
use crate::{analysis_cases, key_form, pages, place_cases, share};

pub fn stage(workspace: &Workspace) -> Result {
    run(workspace.cargo().args(["build", "--quiet", "--release", "--package", "copartition-cli"]))?;
    copy(&workspace.target("release/copartition"), &workspace.stage("bin/copartition"))?;
    share::stage(workspace)
}

pub fn test(workspace: &Workspace, _all: bool) -> Result {
    cases(workspace)?;
    help(workspace)?;
    key_bytes(workspace)?;
    placements(workspace)?;
    place_cases::test(workspace)?;
    hashes(workspace)?;
    groups(workspace)?;
    field_cases(workspace)?;
    analysis_cases::test(workspace)?;
    errors(workspace)?;
    memory(workspace)?;
    memory_of_many_keys(workspace)?;
    pages::test(workspace)?;
    share::test(workspace)
}

/// What a command did.
struct Done {
    stdout: String,
    stderr: String,
    exit: i32,
}

/// Fewer files mean that some are gone or not found.
const LEAST_CASES: usize = 187;

/// Runs every file of `tests/cli/`: a sentence, a command for bash, and what it must print.
///
/// A case that differs is written as it came to `target/cli-came/`; once read and found right, it is
/// copied over its file.
fn cases(workspace: &Workspace) -> Result {
    let folder = workspace.path("tests/cli");
    let entries = std::fs::read_dir(&folder).map_err(|why| format!("tests/cli: {why}"))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    if files.len() < LEAST_CASES {
        return Err(format!("tests/cli must hold {LEAST_CASES} cases, got {}", files.len()));
    }
    remove(&workspace.target("cli-came"))?;
    let mut failed = 0;
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let case = Case::parse(&read(file)?).map_err(|why| format!("tests/cli/{name}: {why}"))?;
        let done = bash(workspace, &case.command)?;
        let before = failed;
        let exits = (case.exit.to_string(), done.exit.to_string());
        for (what, expected, got) in [
            ("stdout", &case.stdout, &done.stdout),
            ("stderr", &case.stderr, &done.stderr),
            ("exit", &exits.0, &exits.1),
        ] {
            if expected != got {
                failed += 1;
                eprintln!("tests/cli/{name}: {what} must be\n{expected}\nbut is\n{got}\n");
            }
        }
        if failed > before {
            write(&workspace.target("cli-came").join(&*name), case.came(&done))?;
        }
    }
    if failed > 0 {
        eprintln!("where what came is right: cp target/cli-came/*.txt tests/cli/");
    }
    passed("cases of tests/cli", files.len(), files.len(), failed)
}

/// One file of `tests/cli/`.
struct Case {
    sentence: String,
    command: String,
    stdout: String,
    stderr: String,
    exit: i32,
}

impl Case {
    /// Reads the sections that `--- stdout`, `--- stderr` and `--- exit N` start. What is not there
    /// is empty; the exit is always there and last.
    fn parse(text: &str) -> Result<Self> {
        let mut sections: BTreeMap<&str, String> = BTreeMap::new();
        let mut section = "sentence";
        for line in text.lines() {
            let line = match (line.strip_prefix("--- "), line.strip_prefix("$ ")) {
                (Some(title), _) => {
                    section = title;
                    sections.entry(section).or_default();
                    continue;
                }
                (None, Some(command)) if section == "sentence" => {
                    section = "command";
                    command
                }
                _ => line,
            };
            sections.entry(section).or_default().extend([line, "\n"]);
        }
        let mut take = |section| sections.remove(section).unwrap_or_default();
        let (sentence, command) = (take("sentence"), take("command"));
        let (stdout, stderr) = (take("stdout"), take("stderr"));
        let exit = match sections.pop_first() {
            Some((title, rest)) if sections.is_empty() && rest.is_empty() => {
                title.strip_prefix("exit ").and_then(|exit| exit.parse().ok())
            }
            _ => None,
        };
        match exit {
            Some(exit) if !sentence.trim().is_empty() && !command.is_empty() => {
                Ok(Self { sentence, command, stdout, stderr, exit })
            }
            _ => {
                Err("wanted a sentence, `$ COMMAND`, its output and `--- exit N` at the end".into())
            }
        }
    }

    /// The same file with what came.
    fn came(&self, done: &Done) -> String {
        let section = |title, text: &str| match text {
            "" => String::new(),
            text => format!("--- {title}\n{text}"),
        };
        let (sentence, command) = (&self.sentence, &self.command);
        let outputs = section("stdout", &done.stdout) + &section("stderr", &done.stderr);
        format!("{sentence}$ {command}{outputs}--- exit {}\n", done.exit)
    }
}

/// Runs the examples that each command's `--help` shows.
fn help(workspace: &Workspace) -> Result {
    let (mut examples, mut failed) = (0, 0);
    for command in [
        "where",
        "explain",
        "key",
        "place",
        "spread",
        "identify",
        "split",
        "verify",
        "keys-for",
        "compare",
        "moves",
        "group",
        "partitioners",
        "clients",
        "settings",
        "doctor",
        "completions",
        "man",
    ] {
        let help = copartition(workspace, &[command, "--help"], "")?;
        let shown = help.stdout.split_once("Examples:\n").map_or("", |(_, examples)| examples);
        let shown: String = shown
            .lines()
            .map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned() + "\n")
            .collect();
        let before = examples;
        for example in shown.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            let done = bash(workspace, &format!("cd ../..; {command}"))?;
            examples += 1;
            if done.stdout.trim_end() != expected.trim_end() {
                failed += 1;
                eprintln!("help: `{command}` must print\n{expected}\nbut prints\n{}", done.stdout);
            }
        }
        if help.exit != 0 || examples == before {
            return Err(format!("`copartition {command} --help` shows no example"));
        }
    }
    passed("examples of --help", examples, examples, failed)
}

/// Writes what real serializers wrote, where a shell can say the value: by its text, or by a payload
/// or an inner key in hexadecimal and what is around it.
fn key_bytes(workspace: &Workspace) -> Result {
    let (mut compared, mut failed) = (0, 0);
    for row in &vector_rows(workspace, "key_bytes")? {
        let Some((name, arguments)) = key_arguments(text(&row["form"]), &row["value"]) else {
            continue;
        };
        let shown = ["key", "--format", "ndjson"].map(String::from);
        let arguments: Vec<&str> = shown.iter().chain(&arguments).map(String::as_str).collect();
        let done = copartition(workspace, &arguments, "")?;
        let line: Value = serde_json::from_str(&done.stdout)
            .map_err(|why| format!("{arguments:?}: {why}, {}", done.stderr))?;
        // Of a value its own bytes, and of what is put around a key the form's.
        let has_name = |form: &&Value| {
            form["names"].as_array().is_some_and(|names| names.iter().any(|it| it == name))
        };
        let form = match line["as"] == name {
            true => Some(&line),
            false => line["forms"].as_array().and_then(|forms| forms.iter().find(has_name)),
        };
        compared += 1;
        if form.is_none_or(|form| form["key_hex"] != row["bytes"]) {
            failed += 1;
            eprintln!("{arguments:?}: must be {}, is {}", row["bytes"], done.stdout);
        }
    }
    if compared < LEAST_KEYS {
        return Err(format!("{LEAST_KEYS} serialized keys must be compared, got {compared}"));
    }
    passed("serialized keys of tests/vectors", compared, compared, failed)
}

/// As many of the vectors as a shell can say.
const LEAST_KEYS: usize = 200;

/// The name of a form of the vectors here, and the arguments that ask for it; `None` where no
/// argument can say the value.
fn key_arguments(form: &str, value: &Value) -> Option<(&'static str, Vec<String>)> {
    let part = |name: &str| match &value[name] {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    };
    let of_value = |format, text: String| {
        // A NUL ends an argument, and `-` is stdin.
        let can_be_said = !text.contains('\0') && text != "-";
        let arguments = ["--as", format, "--", &text].map(String::from).into();
        can_be_said.then_some((format, arguments))
    };
    let around = |name, key: &str, flags: &[(&str, &str)]| {
        let mut arguments: Vec<String> = ["--as", "hex"].map(String::from).into();
        for (flag, field) in flags {
            arguments.extend([(*flag).into(), part(field)]);
        }
        arguments.extend(["--".into(), part(key)]);
        Some((name, arguments))
    };
    let utf16 = || String::from_utf16(&key_form::units(value)?).ok();
    let double = || u64::from_str_radix(text(value), 16).ok().map(f64::from_bits);
    let float = || u32::from_str_radix(text(value), 16).ok().map(f32::from_bits);
    match form {
        "string" => of_value("utf8", utf16()?),
        "json_string" => of_value("json", utf16()?),
        "bytes" => of_value("hex", text(value).into()),
        "int" => of_value("int", text(value).into()),
        "long" => of_value("long", text(value).into()),
        "short" => of_value("short", text(value).into()),
        "boolean" => of_value("boolean", text(value).into()),
        // The text has one NaN, and only Java's double makes all NaNs that one.
        "float" => of_value("float", float().filter(|number| !number.is_nan())?.to_string()),
        "double" => of_value("double", double()?.to_string()),
        "kafkajs_number" => of_value("kafkajs-number", double()?.to_string()),
        "uuid" => {
            let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|group| text(value).get(group));
            of_value("uuid", groups.into_iter().collect::<Option<Vec<_>>>()?.join("-"))
        }
        "schema_id_prefix" => {
            around("schema-id-prefix", "payload", &[("--schema-id", "schema_id")])
        }
        "schema_id_prefix_protobuf" => around(
            "schema-id-prefix-protobuf",
            "payload",
            &[("--schema-id", "schema_id"), ("--message-indexes", "message_indexes")],
        ),
        "schema_id_prefix_protobuf_deprecated" => around(
            "schema-id-prefix-protobuf-deprecated",
            "payload",
            &[("--schema-id", "schema_id"), ("--message-indexes", "message_indexes")],
        ),
        "time_windowed" => around("time-windowed", "inner", &[("--window-start", "start")]),
        "session_windowed" => around(
            "session-windowed",
            "inner",
            &[("--window-start", "start"), ("--window-end", "end")],
        ),
        _ => None,
    }
}

/// Places every key of the vectors with every partitioner and every count.
fn placements(workspace: &Workspace) -> Result {
    let (mut compared, mut failed) = (0, 0);
    let stems = vector_stems(workspace)?;
    // The files of another shape hold no placements.
    let files = stems.iter().filter_map(|stem| VectorFile::read(workspace, stem).ok());
    for file in files {
        for name in PARTITIONERS.iter().map(Partitioner::name) {
            let (questions, expected) = file.questions(name, u32::MAX);
            let mut of_count: BTreeMap<u32, (String, String)> = BTreeMap::new();
            for ((key, n), placement) in questions.iter().zip(expected) {
                let (keys, answers) = of_count.entry(*n).or_default();
                keys.extend([hex_of(key.as_deref()).as_str().unwrap_or("null"), "\n"]);
                answers.extend([word(placement).as_str(), "\n"]);
                compared += 1;
            }
            for (n, (keys, answers)) in of_count {
                let arguments = ["where", "-", "-n", &n.to_string(), "-P", name];
                let formats = ["--key-format", "hex", "--null-token", "null"];
                let done = copartition(workspace, &[&arguments[..], &formats[..]].concat(), &keys)?;
                let exit = if answers.contains("refused") { 2 } else { 0 };
                if done.stdout != answers || done.exit != exit {
                    failed += 1;
                    eprintln!("{name} over {n}: differs from {}, exit {}", file.path(), done.exit);
                }
            }
        }
    }
    passed("placements of tests/vectors", compared, held_placements(workspace)?, failed)
}

/// Counts the answers in every file of `tests/vectors`, apart from the reading that finds a table's
/// row there: a partitioner that has vectors and is never asked for would be missed.
fn held_placements(workspace: &Workspace) -> Result<usize> {
    let mut held = 0;
    for stem in vector_stems(workspace)? {
        // The files of another shape say no counts.
        if vectors(workspace, &stem)?["partitions"].is_null() {
            continue;
        }
        let rows = vector_rows(workspace, &stem)?;
        let answers = rows.iter().filter_map(Value::as_object).flat_map(|row| row.values());
        held += answers.filter_map(Value::as_array).map(Vec::len).sum::<usize>();
    }
    Ok(held)
}

/// The names of the files in `tests/vectors`, without `.json`.
fn vector_stems(workspace: &Workspace) -> Result<Vec<String>> {
    let entries = std::fs::read_dir(workspace.path("tests/vectors"))
        .map_err(|why| format!("tests/vectors: {why}"))?;
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    Ok(names.filter_map(|name| Some(name.strip_suffix(".json")?.to_owned())).collect())
}

fn word(placement: Placement) -> String {
    match placement {
        Placement::Partition(partition) => partition.to_string(),
        Placement::Unkeyed => "unkeyed".into(),
        Placement::Refused => "refused".into(),
    }
}

/// The hashes of the vectors, each with a rule that has it.
const RULES_OF_HASHES: [(&str, &str); 4] = [
    ("murmur2", "murmur2"),
    ("crc32", "crc32"),
    ("fnv1a", "fnv1a-abs"),
    ("kafkajs_legacy", "kafkajs-legacy"),
];

/// Compares the hashes that `--format ndjson` prints.
fn hashes(workspace: &Workspace) -> Result {
    let rows = vector_rows(workspace, "hashes")?;
    let keys: String = rows.iter().map(|row| format!("{}\n", text(&row["key"]))).collect();
    let (mut compared, mut failed) = (0, 0);
    for (hash, rule) in RULES_OF_HASHES {
        let arguments =
            ["where", "-", "-n", "1", "--key-format", "hex", "--format", "ndjson", "-P"];
        let done = copartition(workspace, &[&arguments[..], &[rule]].concat(), &keys)?;
        let mut lines = done.stdout.lines();
        for row in &rows {
            let line: Value = serde_json::from_str(lines.next().unwrap_or_default())
                .map_err(|why| format!("{rule}: {why}"))?;
            compared += 1;
            if line["hash"] != row[hash] || line["key_hex"] != row["key"] {
                failed += 1;
                eprintln!("{rule} of {}: must be {}, is {}", row["key"], row[hash], line["hash"]);
            }
        }
        failed += lines.count();
    }
    let numbers = rows.iter().filter_map(Value::as_object).flat_map(|row| row.values());
    let held = numbers.filter(|value| value.is_u64()).count();
    passed("hashes of tests/vectors", compared, held, failed)
}

fn groups(workspace: &Workspace) -> Result {
    let rows = vector_rows(workspace, "groups")?;
    let (mut compared, mut failed) = (0, 0);
    for row in &rows {
        let n = row["partitions"].to_string();
        compared += 1;
        let done = copartition(workspace, &["group", "-n", &n, "--", text(&row["group"])], "")?;
        let expected = format!("{} (of {n})\n", row["partition"]);
        if (done.stdout.as_str(), done.exit) != (&expected, 0) {
            failed += 1;
            eprintln!("group {}: must be {expected}is {}", row["group"], done.stdout);
        }
    }
    passed("groups of tests/vectors", compared, rows.len(), failed)
}

/// Keys from public reports, with the partition that was reported.
fn field_cases(workspace: &Workspace) -> Result {
    let rows = vector_rows(workspace, "field_cases")?;
    let (mut compared, mut failed) = (0, 0);
    for row in &rows {
        let n = row["partitions"].to_string();
        let by = ["-n", &n, "-P", text(&row["partitioner"]), "--key-format", "hex"];
        let key = ["where", "--", text(&row["key"])];
        compared += 1;
        let done = copartition(workspace, &[&key[..1], &by[..], &key[1..]].concat(), "")?;
        let expected = format!("{}\n", row["partition"]);
        if (done.stdout.as_str(), done.exit) != (&expected, 0) {
            failed += 1;
            eprintln!("{}: must be {expected}is {}", row["id"], done.stdout);
        }
    }
    passed("field cases of tests/vectors", compared, rows.len(), failed)
}

/// Every error has the core's text on stderr, nothing on stdout and exit 2.
fn errors(workspace: &Workspace) -> Result {
    // A hash is never asked for here, a number comes as text, and nothing is dropped in.
    const NOT_ASKED: [&str; 4] = ["no_hash", "key_range", "unknown_unkeyed", "unkeyed"];
    let rows = vector_rows(workspace, "errors")?;
    let (mut compared, mut failed) = (0, 0);
    for row in &rows {
        let n = row["partitions"].to_string();
        let arguments = match text(&row["call"]) {
            "partition_count" => vec!["where", "user-1", "-n", &n],
            "unknown_partitioner" => vec!["where", "user-1", "-n", "6", "-P", text(&row["name"])],
            "unknown_client" => vec!["settings", text(&row["name"]), "--like", "java"],
            "refused" if row["key"].is_null() => {
                vec!["where", "--no-key", "-n", &n, "-P", text(&row["partitioner"])]
            }
            "refused" => {
                let (key, by) = (text(&row["key"]), text(&row["partitioner"]));
                vec!["where", key, "--key-format", "hex", "-n", &n, "-P", by]
            }
            call if NOT_ASKED.contains(&call) => continue,
            call => return Err(format!("tests/vectors/errors.json: no way to call {call}")),
        };
        let done = copartition(workspace, &arguments, "")?;
        let expected = format!("copartition: {}\n", text(&row["text"]));
        compared += 1;
        if (done.stderr.as_str(), done.stdout.as_str(), done.exit) != (&expected, "", 2) {
            failed += 1;
            eprintln!("must say {expected}says {}, exit {}", done.stderr, done.exit);
        }
    }
    let held = rows.iter().filter(|row| !NOT_ASKED.contains(&text(&row["call"])));
    let held = held.count();
    passed("errors of tests/vectors", compared, held, failed)
}

/// Looks at the memory of a spread whose records have a partition by their keys, or by an assigner.
fn memory(workspace: &Workspace) -> Result {
    memory_of(workspace, &[])?;
    memory_of(workspace, &["-P", "kafka-go:round_robin", "--unkeyed", "builtin:16384"])
}

/// Feeds a spread a million lines of a thousand keys and looks at its memory before the end.
fn memory_of(workspace: &Workspace, flags: &[&str]) -> Result {
    const LINES: usize = 1_000_000;
    const MOST_KIB: u64 = 16 * 1024;
    let arguments = ["spread", "-", "-n", "12", "--format", "json"];
    let mut child = program(workspace, &[&arguments[..], flags].concat())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|why| why.to_string())?;
    let status = format!("/proc/{}/status", child.id());
    let mut stdin = child.stdin.take().ok_or("no stdin")?;
    let filling = "x".repeat(60);
    for block in 0..LINES / 1000 {
        let lines: String = (0..1000).map(|key| format!("{filling}-{key}\n")).collect();
        stdin.write_all(lines.as_bytes()).map_err(|why| format!("block {block}: {why}"))?;
    }
    let status = std::fs::read_to_string(status);
    drop(stdin);
    let output = child.wait_with_output().map_err(|why| why.to_string())?;
    let report: Value =
        serde_json::from_slice(&output.stdout).map_err(|why| format!("spread: {why}"))?;
    if report["records"] != LINES || report["keys"] != 1000 {
        return Err(format!("{LINES} records of 1000 keys are wanted, got {report}"));
    }
    let Ok(status) = status else {
        eprintln!("memory of a spread: not measured, there is no /proc");
        return Ok(());
    };
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next());
    let peak: u64 = peak.and_then(|kib| kib.parse().ok()).ok_or("no VmHWM")?;
    eprintln!("{LINES} lines of 65 bytes in {peak} KiB");
    if peak > MOST_KIB {
        return Err(format!("a spread of 1000 keys must take at most {MOST_KIB} KiB, took {peak}"));
    }
    Ok(())
}

/// Looks at the commands that remember keys, over three million distinct ones: none takes more than
/// what the documentation says, whatever the file's length.
fn memory_of_many_keys(workspace: &Workspace) -> Result {
    const KEYS: u64 = 3_000_000;
    const MIB: u64 = 1024;
    let file = workspace.target("cli-keys.csv");
    let mut rows = String::from("key,partition\n");
    for key in 0..KEYS {
        let digits = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let written = writeln!(rows, "{digits:016x}-0123456789-{key:08x},{}", key % 12);
        written.map_err(|why| why.to_string())?;
    }
    write(&file, rows)?;
    let name = file.to_string_lossy().into_owned();
    let fields = ["-n", "12", "--key-field", "key", "--partition-field", "partition"];
    for (command, files, most) in [
        ("spread", 1, 128 * MIB),
        ("identify", 1, 64 * MIB),
        ("split", 1, 512 * MIB),
        ("compare", 2, 1024 * MIB),
    ] {
        let mut shell = workspace.command("sh");
        shell.args(["-c", r#"ulimit -v "$0" && exec "$@""#, &most.to_string()]);
        shell.arg(workspace.stage("bin/copartition")).arg(command);
        shell.args(vec![name.as_str(); files]).args(fields).args(["--format", "json"]);
        let done = done(&mut shell, "")?;
        // Nobody placed these keys, none is split in a sample, and both files are one.
        let document: Value = serde_json::from_str(&done.stdout)
            .map_err(|why| format!("{command} in {most} KiB: {why}: {}", done.stderr))?;
        let of = if command == "compare" { &document["topics"][0] } else { &document };
        if of["records"] != KEYS {
            return Err(format!("{command}: {KEYS} records are wanted, got {}", of["records"]));
        }
        eprintln!("{command} of {KEYS} distinct keys within {most} KiB");
    }
    std::fs::remove_file(&file).map_err(|why| format!("{name}: {why}"))
}

/// Runs a script in `target/cli`, so that the files it makes have short names in messages.
fn bash(workspace: &Workspace, script: &str) -> Result<Done> {
    let folder = workspace.target("cli");
    remove(&folder)?;
    std::fs::create_dir_all(&folder).map_err(|why| format!("target/cli: {why}"))?;
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(workspace.stage("bin")).chain(std::env::split_paths(&paths));
    let path = std::env::join_paths(paths).map_err(|why| why.to_string())?;
    let mut bash = workspace.command("bash");
    bash.args(["-c", script]).env("PATH", path).env_remove("NO_COLOR").current_dir(folder);
    done(&mut bash, "")
}

fn copartition(workspace: &Workspace, arguments: &[&str], stdin: &str) -> Result<Done> {
    done(&mut program(workspace, arguments), stdin)
}

fn program(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = workspace.command(workspace.stage("bin/copartition"));
    command.args(arguments).stdin(Stdio::piped());
    command
}

fn done(command: &mut Command, stdin: &str) -> Result<Done> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|why| format!("{command:?}: {why}"))?;
    let pipe = child.stdin.take();
    let input = stdin.to_owned();
    // Written beside the reading, since answers come line by line.
    let writer = std::thread::spawn(move || pipe.map(|mut pipe| pipe.write_all(input.as_bytes())));
    let output = child.wait_with_output().map_err(|why| format!("{command:?}: {why}"))?;
    // A command that fails early need not read its input.
    let _ = writer.join();
    let text = |bytes| String::from_utf8(bytes).map_err(|_| format!("not UTF-8: {command:?}"));
    let exit = output.status.code().unwrap_or(-1);
    Ok(Done { stdout: text(output.stdout)?, stderr: text(output.stderr)?, exit })
}

fn vector_rows(workspace: &Workspace, stem: &str) -> Result<Vec<Value>> {
    let rows = vectors(workspace, stem)?["rows"].as_array().cloned();
    rows.ok_or_else(|| format!("tests/vectors/{stem}.json: no rows"))
}

fn vectors(workspace: &Workspace, stem: &str) -> Result<Value> {
    let path = format!("tests/vectors/{stem}.json");
    serde_json::from_str(&read(&workspace.path(&path))?).map_err(|why| format!("{path}: {why}"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Says how many were compared; another number than is held, or none, is a failure too.
fn passed(what: &str, compared: usize, held: usize, failed: usize) -> Result {
    eprintln!("{compared} {what}, {failed} differ");
    if compared == 0 || compared != held {
        return Err(format!("{held} {what} must be compared, got {compared}"));
    }
    if failed > 0 {
        return Err(format!("{failed} of {compared} {what} differ"));
    }
    Ok(())
}
