//! What is asked of records: each function reads its columns and returns the document's JSON.
//!
//! `copartition._analysis` has the functions that people call, with their docstrings.

use std::collections::HashSet;

use copartition::{ErrorId, PartitionCount, Resolved};
use copartition_analysis::documents::{
    Compared, Diagnosed, Identified, KeysFor, Moved, ProbeKeys, SplitKeys, SpreadOut, Verified,
};
use copartition_analysis::report::Report;
use copartition_analysis::{
    self as analysis, Allowed, Era, Observed, PROBE_KEYS, Shown, Side, Spread, Topic, Unkeyed,
    Verify,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;

use crate::columns::{Columns, iterator};
use crate::error::{raise, raise_input};
use crate::settings::text;
use crate::whole_number::{self, WholeNumber};
use crate::{key, partition_count};

/// A document's JSON, and its report for a notebook.
type Reported = (String, String);

/// What reports call the records that were given.
const NAME: &str = "the topic";

/// Who placed the keys.
#[pyfunction]
pub(crate) fn identify(columns: Columns, partitions: &Bound<'_, PyAny>) -> PyResult<Reported> {
    let py = partitions.py();
    let observed = observed(py, &columns, "keys", partitions, Observed::MOST_IDENTIFIED_KEYS)?;
    reported(py, || {
        let identified = analysis::identify(&observed);
        let report = Report::identify(NAME, &observed, &identified, &Shown::default());
        (Identified::new(&observed, &identified), report)
    })
}

/// The keys that lie on more than one partition.
#[pyfunction]
pub(crate) fn split(columns: Columns, partitions: &Bound<'_, PyAny>) -> PyResult<Reported> {
    let py = partitions.py();
    let observed = observed(py, &columns, "keys", partitions, Observed::MOST_KEYS)?;
    reported(py, || {
        let (found, shown) = (analysis::split(&observed), Shown::default());
        let report = Report::split(NAME, &observed, &found, &shown);
        (SplitKeys::new(&observed, &found, &shown), report)
    })
}

/// What `verify` is asked.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct VerifyAsked<'py> {
    partitions: Bound<'py, PyAny>,
    partitioner: Bound<'py, PyAny>,
    since: Option<Bound<'py, PyAny>>,
    history: Option<Bound<'py, PyAny>>,
    only: Option<Bound<'py, PyAny>>,
    max_mismatch: Bound<'py, PyAny>,
    min_keys: Option<Bound<'py, PyAny>>,
    top: Bound<'py, PyAny>,
}

/// Whether records lie where a partitioner puts them.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, columns: Columns, asked: VerifyAsked<'_>) -> PyResult<String> {
    let now = partition_count::read(&asked.partitions)?;
    let resolved = resolved(&asked.partitioner)?;
    let history = asked.history.as_ref().map(|history| key::read_text(history, "history"));
    let history = Era::history_until(history.transpose()?, now);
    let history = history.map_err(|why| raise_input(py, &why))?;
    let allowed = allowed(&asked.max_mismatch)?;
    let min_keys = asked.min_keys.as_ref().map(|least| count(least, "min_keys")).transpose()?;
    let mut verify = Verify::new(resolved.partitioner, history, count(&asked.top, "top")?);
    if let Some(since) = &asked.since {
        verify = verify.since(time(since, "since")?);
    }
    if let Some(only) = &asked.only {
        verify = verify.only(keys(only, "only")?);
    }
    columns.read(py, "keys", |source| verify.add(source))?;
    let passed = verify.passed(allowed, min_keys);
    answer(py, || Verified::new(&resolved, &verify, passed, &Shown::default()))
}

/// Whether topics are co-partitioned; each is its name, its columns and its count.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    topics: Vec<(String, Columns, Bound<'_, PyAny>)>,
    top: &Bound<'_, PyAny>,
) -> PyResult<Reported> {
    let top = count(top, "top")?;
    let topics: PyResult<Vec<Topic>> = topics
        .into_iter()
        .map(|(name, columns, partitions)| {
            let keys = format!("{name}.keys");
            let observed = observed(py, &columns, &keys, &partitions, Observed::MOST_KEYS)?;
            Ok(Topic { input: name.clone(), name, observed })
        })
        .collect();
    let topics = topics?;
    reported(py, || {
        let (compared, shown) = (analysis::compare_with_first(&topics), Shown::default());
        let report = Report::compare(&topics, &compared, &shown);
        (Compared::new(&topics, &compared, &shown, top), report)
    })
}

/// What `moves` is asked.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct MovesAsked<'py> {
    partitions: Bound<'py, PyAny>,
    to: Option<Bound<'py, PyAny>>,
    partitioner: Bound<'py, PyAny>,
    to_partitioner: Option<Bound<'py, PyAny>>,
}

/// What moves when the count or the partitioner changes.
#[pyfunction]
#[pyo3(signature = (columns, asked))]
pub(crate) fn moves(
    py: Python<'_>,
    columns: Option<Columns>,
    asked: MovesAsked<'_>,
) -> PyResult<Reported> {
    let n = partition_count::read(&asked.partitions)?;
    let from = resolved(&asked.partitioner)?;
    if asked.to.is_none() && asked.to_partitioner.is_none() {
        let why = analysis::Error::asked("to or to_partitioner must be given");
        return Err(raise_input(py, &why));
    }
    let m = asked.to.as_ref().map_or(Ok(n), partition_count::read)?;
    let to = asked.to_partitioner.as_ref().map_or(Ok(from), resolved)?;
    let side = |of: Resolved, count: PartitionCount| Side { partitioner: of.partitioner, count };
    let mut moves = analysis::Moves::new(side(from, n), side(to, m));
    if let Some(columns) = &columns {
        columns.read(py, "keys", |source| moves.add(source))?;
    }
    reported(py, || {
        let (is_counted, shown) = (columns.is_some(), Shown::default());
        let report = Report::moves(is_counted.then_some(NAME), &moves, &shown);
        (Moved::new([&from, &to], &moves, is_counted, &shown), report)
    })
}

/// What `spread` is asked.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SpreadAsked<'py> {
    partitions: Bound<'py, PyAny>,
    partitioner: Bound<'py, PyAny>,
    unkeyed: Bound<'py, PyAny>,
    seed: Bound<'py, PyAny>,
    top: Bound<'py, PyAny>,
}

/// How records spread over partitions.
#[pyfunction]
pub(crate) fn spread(
    py: Python<'_>,
    columns: Columns,
    asked: SpreadAsked<'_>,
) -> PyResult<Reported> {
    let n = partition_count::read(&asked.partitions)?;
    let resolved = resolved(&asked.partitioner)?;
    let unkeyed = unkeyed(&asked.unkeyed)?;
    let seed = whole_number::read(&asked.seed, "seed", 0..=i64::MAX)?.unsigned_abs();
    let top = count(&asked.top, "top")?;
    let spread = Spread::new(resolved.partitioner, n, unkeyed, seed);
    let mut spread = spread.map_err(|why| raise_input(py, &why))?;
    columns.read(py, "keys", |source| spread.add(source))?;
    reported(py, || {
        let (found, shown) = (spread.report(top), Shown::default());
        let report = Report::spread(NAME, &resolved, &found, &shown);
        (SpreadOut::new(&resolved, &found, &shown), report)
    })
}

/// What `keys_for` is asked.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct KeysForAsked<'py> {
    partitions: Bound<'py, PyAny>,
    partitioner: Bound<'py, PyAny>,
    partition: Vec<Bound<'py, PyAny>>,
    each: Bound<'py, PyAny>,
    prefix: Bound<'py, PyAny>,
}

/// Keys that land where they are wanted.
#[pyfunction]
pub(crate) fn keys_for(py: Python<'_>, asked: KeysForAsked<'_>) -> PyResult<String> {
    let n = partition_count::read(&asked.partitions)?;
    let partitioner = resolved(&asked.partitioner)?.partitioner;
    let partition = |it| whole_number::read(it, "partition", 0..=i32::MAX as u32);
    let given: PyResult<Vec<u32>> = asked.partition.iter().map(partition).collect();
    let wanted = analysis::wanted_partitions(&given?, n).map_err(|why| raise_input(py, &why))?;
    let each: u32 = whole_number::read(&asked.each, "each", 1..=u32::MAX)?;
    let prefix = key::read_text(&asked.prefix, "prefix")?;
    answer(py, || {
        let keys = analysis::keys_for(partitioner, n, &wanted, prefix, each as usize);
        KeysFor::new(partitioner, n, &keys)
    })
}

/// Keys that tell all rules apart.
#[pyfunction]
pub(crate) fn probe_keys(partitions: &Bound<'_, PyAny>) -> PyResult<String> {
    let n = partition_count::read(partitions)?;
    answer(partitions.py(), || ProbeKeys::new(n, &analysis::probe_keys(n, PROBE_KEYS)))
}

/// What a client's configuration implies; each setting is `name=value`.
#[pyfunction]
pub(crate) fn doctor(
    client: &Bound<'_, PyAny>,
    settings: &Bound<'_, PyAny>,
    like: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let py = client.py();
    let name = text(client, ErrorId::UnknownClient)?;
    let like = text(like, ErrorId::UnknownPartitioner)?;
    let setting = |(index, setting): (usize, PyResult<Bound<'_, PyAny>>)| {
        Ok(key::read_text(&setting?, &format!("settings[{index}]"))?.to_string())
    };
    let settings: PyResult<Vec<String>> =
        iterator("settings", settings)?.enumerate().map(setting).collect();
    let diagnosis = analysis::diagnose(name, &settings?).map_err(|error| raise(py, &error))?;
    let document = Diagnosed::new(&diagnosis, like).map_err(|error| raise(py, &error))?;
    answer(py, || document)
}

fn observed(
    py: Python<'_>,
    columns: &Columns,
    keys: &str,
    partitions: &Bound<'_, PyAny>,
    most_keys: usize,
) -> PyResult<Observed> {
    let mut observed = Observed::new(partition_count::read(partitions)?, most_keys);
    columns.read(py, keys, |source| observed.add(source))?;
    Ok(observed)
}

/// Thinks without Python, and returns the document's JSON.
fn answer<T: Serialize>(py: Python<'_>, think: impl FnOnce() -> T + Send) -> PyResult<String> {
    py.detach(|| json(&think()))
}

/// The same with the report.
fn reported<T: Serialize>(
    py: Python<'_>,
    think: impl FnOnce() -> (T, Report) + Send,
) -> PyResult<Reported> {
    py.detach(|| {
        let (document, report) = think();
        Ok((json(&document)?, report.fragment()))
    })
}

fn json(document: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(document).map_err(|why| PyValueError::new_err(why.to_string()))
}

fn resolved(name: &Bound<'_, PyAny>) -> PyResult<Resolved> {
    let text = text(name, ErrorId::UnknownPartitioner)?;
    copartition::resolve(text).map_err(|error| raise(name.py(), &error))
}

fn count(number: &Bound<'_, PyAny>, what: &str) -> PyResult<usize> {
    let number: u32 = whole_number::read(number, what, 0..=u32::MAX)?;
    Ok(number as usize)
}

/// Milliseconds since 1970, or text.
fn time(time: &Bound<'_, PyAny>, what: &str) -> PyResult<i64> {
    match time.cast::<PyString>() {
        Ok(text) => analysis::time_of(text.to_str()?).map_err(|why| raise_input(time.py(), &why)),
        Err(_) => whole_number::read(time, what, i64::MIN..=i64::MAX),
    }
}

fn allowed(allowed: &Bound<'_, PyAny>) -> PyResult<Allowed> {
    let given = match (WholeNumber::of(allowed)?, allowed.cast::<PyString>()) {
        (_, Ok(text)) => text.to_str()?.to_string(),
        (WholeNumber::Is(number), _) => number.to_string(),
        (WholeNumber::TooLarge(got) | WholeNumber::Not(got), _) => got,
    };
    given.parse().map_err(|why| {
        let why = analysis::Error::asked(format_args!("max_mismatch {why}, got {given}"));
        raise_input(allowed.py(), &why)
    })
}

fn unkeyed(unkeyed: &Bound<'_, PyAny>) -> PyResult<Unkeyed> {
    let given = key::read_text(unkeyed, "unkeyed")?;
    given.parse().map_err(|why| {
        let why = analysis::Error::asked(format_args!("unkeyed: {why}, got {given:?}"));
        raise_input(unkeyed.py(), &why)
    })
}

fn keys(keys: &Bound<'_, PyAny>, what: &str) -> PyResult<HashSet<Vec<u8>>> {
    let read = |(index, key): (usize, PyResult<Bound<'_, PyAny>>)| {
        Ok(key::read_part(&key?, &format!("{what}[{index}]"))?.into_owned())
    };
    iterator(what, keys)?.enumerate().map(read).collect()
}
