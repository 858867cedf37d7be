//! The real clients: run, and compared with `tests/vectors/` and with copartition.

mod clients;
mod install;
mod serializers;
mod traces;

use std::collections::BTreeSet;

use copartition::{PartitionCount, Partitioner};

pub use self::clients::kafka_python;
use self::clients::{Keys, ORACLES, Oracle};
pub use self::install::Host;
use crate::random_keys::{COUNTS, random_keys};
use crate::vectors::{Question, Source, VectorFile, hex_of, shown};
use crate::workspace::{Result, Workspace};
use crate::{cross, tools};

/// How many random keys each setting of each client is asked for; `all` asks for ten times more.
const RANDOM_KEYS: usize = 20_000;
const SEED: u64 = 3;
/// The keys whose `String.hashCode` and whose `Arrays.hashCode` are -2^31, where Java's absolute
/// value parts from the others.
const SMALLEST: [&[u8]; 2] = [b"polygenelubricants", b"7c6r132vFnw"];

/// Runs the oracles of `host`, or of every host, and compares; with `write`, rewrites their vectors
/// first. With `all`, also those that take minutes to build.
pub fn run(workspace: &Workspace, host: Option<Host>, all: bool, write: bool) -> Result {
    let picked = ORACLES
        .iter()
        .filter(|oracle| all || !oracle.long)
        .filter(|oracle| host.is_none_or(|host| host == oracle.client.host));
    if write {
        rewrite(workspace, picked.clone())?;
    }
    let partitioners = compare(workspace, picked, RANDOM_KEYS);
    let serializers = serializers::run(workspace, host, all, write);
    first_failure([partitioners, serializers, traces::run(workspace, host, write)])
}

/// What differs comes before what is missing.
fn first_failure(results: impl IntoIterator<Item = Result>) -> Result {
    let failures = results.into_iter().filter_map(Result::err);
    failures.min_by_key(|why| why.starts_with(tools::MISSING)).map_or(Ok(()), Err)
}

/// Compares every client, then every host's answers with kafka-python's.
pub fn test(workspace: &Workspace, all: bool) -> Result {
    let picked = ORACLES.iter().filter(|oracle| all || !oracle.long);
    let partitioners = compare(workspace, picked, if all { 10 * RANDOM_KEYS } else { RANDOM_KEYS });
    let serializers = serializers::run(workspace, None, all, false);
    first_failure([partitioners, serializers, traces::run(workspace, None, false)])?;
    let mut differ = 0;
    for (host, compared, differing) in cross::cross(workspace)? {
        println!("{host:6} {compared} keys compared with kafka-python, {differing} differ");
        differ += differing;
    }
    if differ > 0 {
        Err(format!("{differ} keys lie elsewhere than kafka-python's"))
    } else {
        Ok(())
    }
}

fn compare<'a>(
    workspace: &Workspace,
    oracles: impl Iterator<Item = &'a Oracle>,
    random: usize,
) -> Result {
    let fresh = fresh_questions(random);
    let (mut differences, mut missing, mut cases) = (Vec::new(), BTreeSet::new(), 0);
    for oracle in oracles {
        match compare_one(workspace, oracle, &fresh, &mut differences) {
            Ok(asked) => cases += asked,
            // The others are run all the same, and what is missing is told at the end.
            Err(why) if why.starts_with(tools::MISSING) => {
                missing.insert(why.trim_start_matches(tools::MISSING).to_owned());
            }
            Err(why) => return Err(why),
        }
    }
    println!("{cases} answers of real clients, {} differ", differences.len());
    if !differences.is_empty() {
        let first = differences.iter().take(10).cloned().collect::<Vec<_>>().join("\n");
        return Err(format!("{} answers differ:\n{first}", differences.len()));
    }
    match missing.into_iter().collect::<Vec<_>>().join(", ") {
        missing if missing.is_empty() => Ok(()),
        missing => Err(format!("{}{missing}", tools::MISSING)),
    }
}

/// Asks one client by each of its settings; returns how many answers were compared.
fn compare_one(
    workspace: &Workspace,
    oracle: &Oracle,
    fresh: &[Question],
    differences: &mut Vec<String>,
) -> Result<usize> {
    let mut asked = 0;
    for &(setting, name) in oracle.settings {
        let client = format!("{:26} {setting:25} {name:28}", oracle.to_string());
        // The coordinators' formula is a rule, and its vectors are groups.
        let of_groups = matches!(oracle.keys, Keys::Group | Keys::ShareGroup);
        let vectors = match of_groups {
            true => 0,
            false => with_the_vectors(workspace, oracle, setting, name, differences)?,
        };
        let keys = with_the_core(workspace, oracle, setting, name, fresh, differences)?;
        if (vectors == 0 && !of_groups) || keys == 0 {
            return Err(format!("{oracle} {setting} was asked for nothing"));
        }
        println!("{client} {vectors:4} vectors, {keys:6} random keys");
        asked += vectors + keys;
    }
    Ok(asked)
}

/// Asks a client for every committed answer again; returns how many.
fn with_the_vectors(
    workspace: &Workspace,
    oracle: &Oracle,
    setting: &str,
    name: &str,
    differences: &mut Vec<String>,
) -> Result<usize> {
    let file = VectorFile::holding(workspace, name)?;
    let (questions, committed) = file.questions(name, oracle.largest);
    let answers = oracle.ask(workspace, setting, &questions)?;
    for ((question, committed), answer) in questions.iter().zip(committed).zip(answers) {
        if committed != answer.placement {
            let (path, case) = (file.path(), case_of(question));
            let committed = shown(committed);
            let got = shown(answer.placement);
            differences
                .push(format!("{oracle} {setting}: {case}: {path} says {committed}, got {got}"));
        }
    }
    Ok(questions.len())
}

/// Asks a client for fresh keys and places them here too; returns how many.
fn with_the_core(
    workspace: &Workspace,
    oracle: &Oracle,
    setting: &str,
    name: &str,
    fresh: &[Question],
    differences: &mut Vec<String>,
) -> Result<usize> {
    let partitioner = Partitioner::named(name).map_err(|why| why.to_string())?;
    let questions: Vec<Question> = fresh
        .iter()
        .map(|(key, n)| (oracle.fit(key.clone()), *n.min(&oracle.largest)))
        .filter(|(key, _)| oracle.takes(key.as_deref()))
        .collect();
    let answers = oracle.ask(workspace, setting, &questions)?;
    for (question, answer) in questions.iter().zip(answers) {
        let (key, n) = (question.0.as_deref(), question.1);
        let mut differ = |client: String, got: String| {
            let case = case_of(question);
            differences.push(format!(
                "{oracle} {setting}: {case}: the client says {client}, copartition {got}"
            ));
        };
        let count = PartitionCount::new(n).ok_or("a partition count of 0")?;
        let placement = partitioner.place(key, count);
        if placement != answer.placement {
            differ(shown(answer.placement), shown(placement));
        }
        let hash = key.and_then(|key| partitioner.hash(key).ok());
        if answer.hash.is_some() && answer.hash != hash {
            differ(format!("hash {:?}", answer.hash), format!("hash {hash:?}"));
        }
    }
    Ok(questions.len())
}

fn case_of((key, n): &Question) -> String {
    format!("key {} of {n}", hex_of(key.as_deref()))
}

/// Random keys, each with one count, then no key, the empty key and [`SMALLEST`] with every count.
fn fresh_questions(random: usize) -> Vec<Question> {
    let keys = random_keys(SEED, random, 64);
    let mut questions: Vec<Question> = keys
        .into_iter()
        .enumerate()
        .map(|(i, key)| (Some(key), COUNTS[i / 3 % COUNTS.len()]))
        .collect();
    for n in COUNTS {
        questions.extend([(None, n), (Some(Vec::new()), n)]);
        questions.extend(SMALLEST.map(|key| (Some(key.to_vec()), n)));
    }
    questions
}

/// Rewrites the vectors of the picked clients, and keeps those of the others: the same keys, every
/// count that each client of the file can be asked for.
fn rewrite<'a>(workspace: &Workspace, oracles: impl Iterator<Item = &'a Oracle> + Clone) -> Result {
    let files: BTreeSet<&str> = oracles.clone().map(|oracle| oracle.vectors).collect();
    for stem in files.into_iter().filter(|stem| !stem.is_empty()) {
        let of_file = ORACLES.iter().filter(|oracle| oracle.vectors == stem);
        let largest = of_file.map(|oracle| oracle.largest).min().unwrap_or(0);
        let counts: Vec<u32> = COUNTS.into_iter().filter(|n| *n <= largest).collect();
        let mut file = VectorFile::read_or_start(workspace, stem, counts.clone())?;
        let keys = file.keys();
        let mut written = BTreeSet::new();
        for oracle in oracles.clone().filter(|oracle| oracle.vectors == stem) {
            for &(setting, name) in oracle.settings {
                if !written.insert(name) {
                    continue; // An earlier row's: this one is only compared.
                }
                let keys = keys.iter().filter(|key| oracle.takes(key.as_deref()));
                let questions: Vec<Question> =
                    keys.flat_map(|key| counts.iter().map(|n| (key.clone(), *n))).collect();
                let answers = oracle.ask(workspace, setting, &questions)?;
                let first = answers.first().ok_or("no keys")?;
                let source = Source {
                    client: first.client.clone(),
                    version: first.version.clone(),
                    setting: setting.to_owned(),
                    how: format!("run by {}", oracle.client.program_path()),
                };
                let placements = answers.iter().map(|answer| answer.placement);
                file.set(name, source, questions.iter().zip(placements));
            }
        }
        file.write(workspace)?;
        println!("wrote {}", file.path());
    }
    Ok(())
}
