//! What is asked of records: each function reads its columns and returns the document's JSON.
//!
//! `copartition._analysis` has the functions that people call, with their docstrings.

use std::collections::HashSet;

use copartition::{ErrorId, PartitionCount, Resolved};
use copartition_analysis::documents::{Compared, Identified, Moved, SplitKeys, Verified};
use copartition_analysis::{self as analysis, Allowed, Era, Observed, Shown, Side, Topic, Verify};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyString};
use serde::Serialize;

use crate::columns::Columns;
use crate::error::{raise, raise_input};
use crate::settings::text;
use crate::whole_number::{self, WholeNumber};
use crate::{key, partition_count};

/// Who placed the keys.
#[pyfunction]
pub(crate) fn identify(columns: Columns, partitions: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = partitions.py();
    let observed = observed(py, &columns, "keys", partitions, Observed::MOST_IDENTIFIED_KEYS)?;
    answer(py, || Identified::new(&observed, &analysis::identify(&observed)))
}

/// The keys that lie on more than one partition.
#[pyfunction]
pub(crate) fn split(columns: Columns, partitions: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = partitions.py();
    let observed = observed(py, &columns, "keys", partitions, Observed::MOST_KEYS)?;
    let shown = Shown::default();
    answer(py, || SplitKeys::new(&observed, &analysis::split(&observed), &shown))
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
    let history = asked.history.as_ref().map(|history| plain_text(history, "history"));
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
) -> PyResult<String> {
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
    answer(py, || {
        let compared = analysis::compare_with_first(&topics);
        Compared::new(&topics, &compared, &Shown::default(), top)
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
) -> PyResult<String> {
    let n = partition_count::read(&asked.partitions)?;
    let from = resolved(&asked.partitioner)?;
    let m = asked.to.as_ref().map_or(Ok(n), partition_count::read)?;
    let to = asked.to_partitioner.as_ref().map_or(Ok(from), resolved)?;
    let side = |of: Resolved, count: PartitionCount| Side { partitioner: of.partitioner, count };
    let mut moves = analysis::Moves::new(side(from, n), side(to, m));
    if let Some(columns) = &columns {
        columns.read(py, "keys", |source| moves.add(source))?;
    }
    answer(py, || Moved::new([&from, &to], &moves, columns.is_some(), &Shown::default()))
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
fn answer<T: Serialize>(py: Python<'_>, document: impl FnOnce() -> T + Send) -> PyResult<String> {
    let json = py.detach(|| serde_json::to_string(&document()));
    json.map_err(|why| PyValueError::new_err(why.to_string()))
}

fn resolved(name: &Bound<'_, PyAny>) -> PyResult<Resolved> {
    let text = text(name, ErrorId::UnknownPartitioner)?;
    copartition::resolve(text).map_err(|error| raise(name.py(), &error))
}

fn count(number: &Bound<'_, PyAny>, what: &str) -> PyResult<usize> {
    let number: u32 = whole_number::read(number, what, 0..=u32::MAX)?;
    Ok(number as usize)
}

fn plain_text<'a>(text: &'a Bound<'_, PyAny>, what: &str) -> PyResult<&'a str> {
    key::read_text(text, what)
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

fn keys(keys: &Bound<'_, PyAny>, what: &str) -> PyResult<HashSet<Vec<u8>>> {
    let iterator: Bound<'_, PyIterator> = keys.try_iter()?;
    let read = |(index, key): (usize, PyResult<Bound<'_, PyAny>>)| {
        Ok(key::read_part(&key?, &format!("{what}[{index}]"))?.into_owned())
    };
    iterator.enumerate().map(read).collect()
}
