//! The assigners of real clients: what they do step by step, recorded in
//! `tests/vectors/assigner_traces.json`, and compared with copartition's.

#[path = "../../../copartition/tests/replay/mod.rs"]
mod replay;
mod scripts;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::install::{self, Client, Host};
use crate::random_keys::Random;
use crate::tools;
use crate::workspace::{Result, Workspace, pipe, read, write};

const PATH: &str = "tests/vectors/assigner_traces.json";
const COMMENT: &str = "What assigners of real clients, classes unmodified, did step by step, with \
     every draw that they took (a raw signed 32-bit number, Java's nextInt()). A step is an \
     operation, its arguments and what it returned. total counts the partitions of all topics that \
     the client knows; Java's order of a topic's partitions depends on it. cluster replaces the \
     traced topics' count and the ids without a leader (and those in our rack); other topics stay. \
     seed is what the draws come from. Written by cargo xtask oracle --write.";

const SEED: u64 = 5;
/// Fresh traces for each one that is committed.
const FRESH: usize = 20;

/// A real assigner: its client, and what it is asked to do.
struct Recorder {
    client: Client,
    /// The program's argument.
    setting: &'static str,
    assigner: &'static str,
    /// The constructor that stands for it here; empty where there is one alone.
    kind: &'static str,
    script: fn(&mut Random) -> Value,
    /// How many traces are committed.
    traces: usize,
}

/// Every recorder. Another client, version or assigner is another row.
const RECORDERS: &[Recorder] = &[
    sticky_cache("2.4.1"),
    sticky_cache("2.8.2"),
    sticky_cache("3.2.3"),
    sticky_cache("3.9.1"),
    round_robin("2.4.1", "java_2_4", scripts::round_robin_with_batches, 16),
    round_robin("2.8.2", "java_2_4", scripts::round_robin_with_batches, 16),
    round_robin("3.9.1", "java_2_4", scripts::round_robin_with_batches, 16),
    round_robin("3.9.2", "java_3_9_2", scripts::round_robin_with_batches, 24),
    round_robin("4.0.0", "java_4_0", scripts::round_robin, 12),
    round_robin("4.4.0", "java_4_0", scripts::round_robin, 12),
    round_robin("2.4.1", "starting_at", scripts::wrapping, 6),
    round_robin("3.9.2", "starting_at", scripts::wrapping, 6),
    round_robin("4.4.0", "starting_at", scripts::wrapping, 6),
    Recorder {
        setting: "internals.DefaultPartitioner",
        ..round_robin("2.3.1", "starting_at", scripts::drawn_start, 16)
    },
    built_in("3.3.2", scripts::built_in),
    built_in("3.9.1", scripts::built_in),
    built_in("4.0.0", scripts::built_in),
    built_in("4.2.0", scripts::built_in),
    built_in("4.4.0", scripts::built_in),
    Recorder { kind: "in_rack", ..built_in("4.4.0", scripts::built_in_in_rack) },
    Recorder { setting: "internals.DefaultPartitioner", ..order("2.3.1") },
    order("2.4.1"),
    order("3.3.2"),
    order("3.9.1"),
    order("4.0.0"),
    order("4.4.0"),
    Recorder {
        client: Client::new(Host::Python, "kafka-python", "3.0.12", "trace_kafka_python_sticky.py"),
        setting: "",
        assigner: "sticky_cache",
        kind: "kafka_python",
        script: scripts::kafka_python,
        traces: 16,
    },
    counter(
        Client::new(Host::Python, "pykafka", "2.8.0", "trace_pykafka.py"),
        "",
        "stepping",
        scripts::counting,
    ),
    counter(
        Client::new(Host::Node, "kafkajs", "1.16.0", "trace_kafkajs.mjs"),
        "DefaultPartitioner",
        "starting_at",
        scripts::wrapping_ascending,
    ),
    counter(
        Client::new(Host::Node, "kafkajs", "2.2.4", "trace_kafkajs.mjs"),
        "DefaultPartitioner",
        "starting_at",
        scripts::wrapping_ascending,
    ),
    counter(
        Client::new(Host::Node, "@platformatic/kafka", "1.35.0", "trace_platformatic.mjs"),
        "",
        "new",
        scripts::counting,
    ),
    counter(
        Client {
            runtime: "22.23.3",
            ..Client::new(Host::Node, "@platformatic/kafka", "2.12.1", "trace_platformatic.mjs")
        },
        "",
        "new",
        scripts::counting,
    ),
    counter(
        Client::new(Host::Go, "github.com/IBM/sarama", "1.61.1", "sarama-1.61.1"),
        "trace",
        "resetting",
        scripts::counting,
    ),
    counter(
        Client::new(Host::Go, "github.com/twmb/franz-go", "1.22.3", "franz-go-1.22.3"),
        "trace",
        "resetting",
        scripts::counting,
    ),
    counter(
        Client::new(Host::Go, "github.com/segmentio/kafka-go", "0.4.51", "kafka-go-0.4.51"),
        "trace",
        "chunks",
        scripts::chunks,
    ),
];

const fn java(version: &'static str, program: &'static str) -> Client {
    Client { runtime: "kafka-clients", ..Client::new(Host::Jvm, "kafka-clients", version, program) }
}

const fn sticky_cache(version: &'static str) -> Recorder {
    Recorder {
        client: java(version, "TraceStickyCache.java"),
        setting: "",
        assigner: "sticky_cache",
        kind: "java",
        script: scripts::sticky_cache,
        traces: 26,
    }
}

const fn round_robin(
    version: &'static str,
    kind: &'static str,
    script: fn(&mut Random) -> Value,
    traces: usize,
) -> Recorder {
    Recorder {
        client: java(version, "TraceRoundRobin.java"),
        setting: "RoundRobinPartitioner",
        assigner: "round_robin",
        kind,
        script,
        traces,
    }
}

const fn built_in(version: &'static str, script: fn(&mut Random) -> Value) -> Recorder {
    Recorder {
        client: java(version, "TraceBuiltIn.java"),
        setting: "",
        assigner: "built_in",
        kind: "",
        script,
        traces: 24,
    }
}

/// The order is the metadata's, whichever class asks for it.
const fn order(version: &'static str) -> Recorder {
    Recorder { assigner: "java_partition_order", ..round_robin(version, "", scripts::order, 20) }
}

const fn counter(
    client: Client,
    setting: &'static str,
    kind: &'static str,
    script: fn(&mut Random) -> Value,
) -> Recorder {
    Recorder { client, setting, assigner: "round_robin", kind, script, traces: 5 }
}

/// Records the committed traces of `host`, or of every host, again, and compares; then replays fresh
/// traces here. With `write`, records other traces for the committed ones first.
pub fn run(workspace: &Workspace, host: Option<Host>, write: bool) -> Result {
    let picked = RECORDERS
        .iter()
        .enumerate()
        .filter(|(_, recorder)| host.is_none_or(|host| host == recorder.client.host));
    if write {
        rewrite(workspace, picked.clone())?;
    }
    let committed = TraceFile::read(workspace)?;
    let (mut differences, mut missing, mut counts) = (Vec::new(), Vec::new(), Counts::default());
    for (place, recorder) in picked {
        match recorder.compare(workspace, place, &committed, &mut differences) {
            Ok(compared) => counts.add(&compared),
            Err(why) if why.starts_with(tools::MISSING) => missing.push(why),
            Err(why) => return Err(why),
        }
    }
    println!("{counts}, {} differ", differences.len());
    if !differences.is_empty() {
        let first = differences.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
        return Err(format!("{} traces differ:\n{first}", differences.len()));
    }
    missing.into_iter().next().map_or(Ok(()), Err)
}

/// How many traces were compared, and the steps of the fresh ones.
#[derive(Default)]
struct Counts {
    again: usize,
    fresh: usize,
    steps: usize,
}

impl Counts {
    fn add(&mut self, more: &Self) {
        self.again += more.again;
        self.fresh += more.fresh;
        self.steps += more.steps;
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { again, fresh, steps } = self;
        write!(f, "{again:4} traces recorded again, {fresh:5} fresh ones of {steps:6} steps")
    }
}

impl Recorder {
    /// Records the committed traces again, and replays fresh ones here.
    fn compare(
        &self,
        workspace: &Workspace,
        place: usize,
        file: &TraceFile,
        differences: &mut Vec<String>,
    ) -> Result<Counts> {
        let committed = file.of(self);
        if committed.len() != self.traces {
            let (wanted, got) = (self.traces, committed.len());
            return Err(format!("{self}: {wanted} traces wanted in {PATH}, got {got}"));
        }
        let mut random = Random::new(SEED + 1 + 1000 * place as u64);
        let fresh = (0..FRESH * self.traces).map(|_| (self.script)(&mut random));
        let again = committed.iter().map(|trace| script_of(trace));
        let traces = self.record(workspace, &again.chain(fresh).collect::<Vec<_>>())?;
        let (again, fresh) = traces.split_at(committed.len());
        for (i, (committed, again)) in committed.iter().zip(again).enumerate() {
            if *committed != again {
                differences.push(format!("{self}: trace {i}: {committed} in {PATH}, got {again}"));
            }
        }
        let mut steps = 0;
        for trace in fresh {
            match replay::replay(trace) {
                Ok(equal) => steps += equal,
                Err(why) => differences.push(format!("{self}: {why}: {trace}")),
            }
        }
        let counts = Counts { again: again.len(), fresh: fresh.len(), steps };
        println!("{:62} {counts}", self.to_string());
        Ok(counts)
    }

    /// Runs scripts on the real assigner; as many traces, in the same order.
    fn record(&self, workspace: &Workspace, scripts: &[Value]) -> Result<Vec<Value>> {
        let input: String = scripts.iter().map(|script| format!("{script}\n")).collect();
        let runs = pipe(install::command(workspace, &self.client)?.arg(self.setting), input)?;
        let runs: Vec<&str> = runs.lines().collect();
        if runs.len() != scripts.len() {
            let (wanted, got) = (scripts.len(), runs.len());
            return Err(format!("{self}: {wanted} traces wanted, got {got}"));
        }
        scripts.iter().zip(runs).map(|(script, run)| self.trace(script, run)).collect()
    }

    /// Puts a script and what its run gave together.
    fn trace(&self, script: &Value, run: &str) -> Result<Value> {
        let not_a_run = |why: &str| format!("{self}: {why}: {run}");
        let run: Map<String, Value> =
            serde_json::from_str(run).map_err(|why| not_a_run(&why.to_string()))?;
        let mut trace = script.clone();
        let members = trace.as_object_mut().ok_or_else(|| not_a_run("no object"))?;
        members.extend(run);
        if members.get("client") != Some(&json!(self.client.package))
            || members.get("version") != Some(&json!(self.client.version))
        {
            return Err(not_a_run("another client or version"));
        }
        members.insert("assigner".to_owned(), json!(self.assigner));
        if !self.kind.is_empty() {
            members.insert("kind".to_owned(), json!(self.kind));
        }
        if self.assigner == "java_partition_order" {
            members.insert("order".to_owned(), members["steps"][0][1].clone());
            members.retain(|name, _| !["steps", "draws", "counter", "kind"].contains(&&**name));
        } else if self.assigner == "round_robin" {
            // What it may have drawn is where it started, and the trace tells that.
            let start = members.get("counter").and_then(Value::as_u64).unwrap_or(0);
            let drawn = members.insert("draws".to_owned(), json!([]));
            let start = json!([(start as u32).cast_signed()]);
            if drawn != Some(json!([])) && drawn != Some(start) {
                return Err(not_a_run("draws that are not the counter's start"));
            }
        }
        Ok(trace)
    }

    /// Whether a committed trace is one of this recorder's.
    fn made(&self, trace: &Value) -> bool {
        let kind = trace["kind"].as_str().unwrap_or_default();
        (self.assigner, self.kind) == (trace["assigner"].as_str().unwrap_or_default(), kind)
            && trace["client"] == self.client.package
            && trace["version"] == self.client.version
    }
}

impl std::fmt::Display for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:32} {} {}", self.client.to_string(), self.assigner, self.kind)
    }
}

/// The script that a trace was recorded with.
fn script_of(trace: &Value) -> Value {
    let mut script = trace.clone();
    if let Some(steps) = script["steps"].as_array_mut() {
        steps.iter_mut().filter_map(Value::as_array_mut).for_each(|step| {
            step.pop();
        });
    } else {
        script["steps"] = json!([["order"]]);
    }
    if let Some(members) = script.as_object_mut() {
        members.retain(|name, _| name != "draws" && name != "order");
    }
    script
}

/// The committed traces, by the recorder's name, and where each recorder's come from.
struct TraceFile {
    sources: BTreeMap<String, Value>,
    traces: Vec<Value>,
}

impl TraceFile {
    fn read(workspace: &Workspace) -> Result<Self> {
        let file: Value = serde_json::from_str(&read(&workspace.path(PATH))?)
            .map_err(|why| format!("{PATH}: {why}"))?;
        match (&file["sources"], &file["traces"]) {
            (Value::Object(sources), Value::Array(traces)) => {
                Ok(Self { sources: sources.clone().into_iter().collect(), traces: traces.clone() })
            }
            _ => Err(format!("{PATH}: not the shape of traces")),
        }
    }

    fn of(&self, recorder: &Recorder) -> Vec<&Value> {
        self.traces.iter().filter(|trace| recorder.made(trace)).collect()
    }

    fn write(&self, workspace: &Workspace) -> Result {
        let sources: Vec<String> =
            self.sources.iter().map(|(name, source)| format!("{}:{source}", json!(name))).collect();
        let traces: Vec<String> = self.traces.iter().map(Value::to_string).collect();
        let text = format!(
            "{{\"format\":1,\n\"_comment\":{},\n\"sources\":{{\n{}\n}},\n\"traces\":[\n{}\n]}}\n",
            json!(COMMENT),
            sources.join(",\n"),
            traces.join(",\n"),
        );
        write(&workspace.path(PATH), text)
    }
}

/// Records the picked recorders' traces anew, and keeps those of the others.
fn rewrite<'a>(
    workspace: &Workspace,
    picked: impl Iterator<Item = (usize, &'a Recorder)> + Clone,
) -> Result {
    let before = match workspace.path(PATH).exists() {
        true => TraceFile::read(workspace)?,
        false => TraceFile { sources: BTreeMap::new(), traces: Vec::new() },
    };
    let mut file = TraceFile { sources: BTreeMap::new(), traces: Vec::new() };
    for (place, recorder) in RECORDERS.iter().enumerate() {
        if picked.clone().any(|(other, _)| other == place) {
            let mut random = Random::new(SEED + 1000 * place as u64);
            let scripts: Vec<Value> =
                (0..recorder.traces).map(|_| (recorder.script)(&mut random)).collect();
            file.traces.extend(recorder.record(workspace, &scripts)?);
        } else {
            file.traces.extend(before.of(recorder).into_iter().cloned());
        }
        let name = format!("{} {}", recorder.client, recorder.assigner);
        file.sources.insert(
            name,
            json!({
                "client": recorder.client.package,
                "version": recorder.client.version,
                "how": format!("run by {}", recorder.client.program_path()),
            }),
        );
    }
    file.write(workspace)?;
    println!("wrote {PATH}");
    Ok(())
}
