//! The same keys through every host, compared with kafka-python's own answers.

use std::process::Command;

use copartition::Placement;

use crate::oracle::kafka_python;
use crate::random_keys::{COUNTS, random_keys};
use crate::vectors::{Question, hex_of};
use crate::workspace::{Result, Workspace, pipe, run};

const KEYS: usize = 100_000;
const LONGEST: usize = 300;
const SEED: u64 = 8;
/// What kafka-python's partitioner is called here. `java` is another name for the same rule.
const PARTITIONER: &str = "java";

/// Places 100,000 random keys in every staged host: (host, keys compared, keys that differ).
///
/// # Errors
///
/// When a host is not staged, or answers more or fewer lines than it was asked.
pub fn cross(workspace: &Workspace) -> Result<Vec<(&'static str, usize, usize)>> {
    let keys = random_keys(SEED, KEYS, LONGEST).into_iter().enumerate();
    let questions: Vec<Question> =
        keys.map(|(i, key)| (Some(key), COUNTS[i / 3 % COUNTS.len()])).collect();
    let expected = from_kafka_python(workspace, &questions)?;
    reach_the_edge(&expected)?;
    let hosts = from_every_host(workspace, &questions)?.into_iter();
    let compared = hosts.map(|(host, answers)| {
        let pairs = expected.iter().zip(&answers);
        (host, answers.len(), pairs.filter(|(expected, got)| expected.placed != **got).count())
    });
    Ok(compared.collect())
}

/// What every staged host answers for `java`, line by line.
pub fn from_every_host(
    workspace: &Workspace,
    questions: &[Question],
) -> Result<Vec<(&'static str, Vec<String>)>> {
    let lines: String = questions
        .iter()
        .map(|(key, n)| format!("{PARTITIONER}\t{n}\t{}\n", hex(key.as_deref())))
        .collect();
    let mut hosts = Vec::new();
    for (host, mut command) in programs(workspace)? {
        let answers = pipe(&mut command, lines.clone())?;
        hosts.push((host, answers.lines().map(str::to_owned).collect()));
    }
    hosts.push(("CLI", from_the_command_line(workspace, questions)?));
    for (host, answers) in &hosts {
        let (wanted, got): (usize, usize) = (questions.len(), answers.len());
        if wanted != got {
            return Err(format!("{host}: {wanted} answers wanted, got {got}"));
        }
    }
    Ok(hosts)
}

/// What kafka-python said of a key.
pub struct Expected {
    pub placed: String,
    hash: Option<u32>,
}

/// kafka-python's own answers.
pub fn from_kafka_python(workspace: &Workspace, questions: &[Question]) -> Result<Vec<Expected>> {
    let oracle = kafka_python();
    let answers = oracle.ask(workspace, oracle.settings[0].0, questions)?;
    let placed = answers.into_iter().map(|answer| match answer.placement {
        Placement::Partition(partition) => {
            Ok(Expected { placed: partition.to_string(), hash: answer.hash })
        }
        other => Err(format!("{oracle} gave a key no partition: {other:?}")),
    });
    placed.collect()
}

/// Fails when kafka-python's own hashes show too few keys where the sign changes.
fn reach_the_edge(answers: &[Expected]) -> Result {
    let edge = 0x7fff_fff0..=0x8000_000f_u32;
    let there = |answer: &&Expected| answer.hash.is_some_and(|hash| edge.contains(&hash));
    match answers.iter().filter(there).count() {
        0..2_000 => Err("too few keys hash to where the sign changes".into()),
        _ => Ok(()),
    }
}

/// Each host's program of the place protocol, run from what is staged.
fn programs(workspace: &Workspace) -> Result<Vec<(&'static str, Command)>> {
    run(workspace.cargo().args([
        "build",
        "--quiet",
        "--release",
        "--package",
        "copartition",
        "--example",
        "place",
    ]))?;
    let rust = workspace.command(workspace.target("release/examples/place"));
    let mut python = workspace.command(workspace.stage("venv/bin/python"));
    python.arg("-B").arg(workspace.path("tests/place/place.py"));
    let mut node = workspace.command("node");
    node.arg(workspace.path("tests/place/place.mjs")).current_dir(workspace.stage("node"));
    let c = workspace.command(workspace.target("place/place_c"));
    Ok(vec![("Rust", rust), ("Python", python), ("Node", node), ("C", c)])
}

/// `copartition where -`, which takes one count for all its keys.
fn from_the_command_line(workspace: &Workspace, questions: &[Question]) -> Result<Vec<String>> {
    let mut answers = vec![String::new(); questions.len()];
    for count in COUNTS {
        let of_count: Vec<usize> =
            (0..questions.len()).filter(|&i| questions[i].1 == count).collect();
        let keys: String =
            of_count.iter().map(|&i| hex(questions[i].0.as_deref()) + "\n").collect();
        let placed = pipe(
            workspace
                .command(workspace.stage("bin/copartition"))
                .args(["where", "-", "-n", &count.to_string(), "-P", PARTITIONER])
                .args(["--key-format", "hex"]),
            keys,
        )?;
        let placed: Vec<&str> = placed.lines().collect();
        if placed.len() != of_count.len() {
            return Err(format!("cli: {} answers wanted, got {}", of_count.len(), placed.len()));
        }
        for (i, partition) in of_count.into_iter().zip(placed) {
            answers[i] = partition.to_owned();
        }
    }
    Ok(answers)
}

fn hex(key: Option<&[u8]>) -> String {
    hex_of(key).as_str().unwrap_or("null").to_owned()
}
