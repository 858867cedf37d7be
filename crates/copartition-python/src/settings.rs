//! What makes one client place like another.

use copartition::ErrorId;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::{raise, raise_not_text};

/// Says what makes one client place like another, and what stays different.
///
/// >>> settings = copartition.settings('franz-go', like='sarama')
/// >>> settings.written
/// 'kgo.RecordPartitioner(kgo.StickyKeyPartitioner(kgo.SaramaCompatHasher(fnv1a)))'
/// >>> settings.empty_key_differs
/// >>> settings.missing_key_differs
/// ('unkeyed:sticky', 'unkeyed:random')
#[pyclass(frozen, get_all, eq, hash, module = "copartition")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Settings {
    /// The client to be set.
    client: &'static str,
    /// The name of the partitioner that it shall place like.
    like: &'static str,
    /// Whether a setting does so for every key of one byte or more.
    possible: bool,
    /// The setting or the code, as the client wants it; `None` when it is not possible.
    written: Option<&'static str>,
    /// The partitioner that the setting gives the client; `None` when it is not possible.
    partitioner: Option<&'static str>,
    /// What takes code instead, in the client's own words; `None` when nothing does.
    hook: Option<&'static str>,
    /// What is written to drop the partitioner itself into the client; `None` where copartition has
    /// no way into the client, and where the partitioner does not say where a key goes.
    drop_in: Option<String>,
    /// What an empty key meets, with the setting and in the other client; `None` when that is the
    /// same, or it is not possible.
    empty_key_differs: Option<(String, String)>,
    /// What a record without a key meets, likewise.
    missing_key_differs: Option<(String, String)>,
}

const FIELDS: [&str; 9] = [
    "client",
    "like",
    "possible",
    "written",
    "partitioner",
    "hook",
    "drop_in",
    "empty_key_differs",
    "missing_key_differs",
];

#[pymethods]
impl Settings {
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        shown("Settings", slf, &FIELDS)
    }
}

/// Finds the setting that makes a client place like a partitioner.
///
/// `client` is a client's name, as `clients()` lists them, and `like` any name of a partitioner.
/// Raises `Error` with the code `unknown_client` or `unknown_partitioner`, and `TypeError` for a
/// name that is no `str`.
///
/// >>> copartition.settings('librdkafka', like='java').written
/// 'partitioner=murmur2_random'
/// >>> java = copartition.settings('java', like='librdkafka')
/// >>> java.possible, java.written
/// (False, None)
/// >>> java.hook
/// 'a class that implements org.apache.kafka.clients.producer.Partitioner, in partitioner.class'
/// >>> copartition.settings('kafka-python', like='sarama').drop_in
/// 'partitioner=copartition.kafka_python.partitioner("sarama:hash")'
#[pyfunction]
pub(crate) fn settings(client: &Bound<'_, PyAny>, like: &Bound<'_, PyAny>) -> PyResult<Settings> {
    let client_name = text(client, ErrorId::UnknownClient)?;
    let found =
        copartition_analysis::settings(client_name, text(like, ErrorId::UnknownPartitioner)?);
    let found = found.map_err(|error| raise(client.py(), &error))?;
    let empty_key = found.empty_key_differs();
    let missing_key = found.missing_key_differs();
    Ok(Settings {
        client: found.client,
        like: found.like.name(),
        possible: found.row.is_some(),
        written: found.row.map(|row| row.written),
        partitioner: found.partitioner().map(copartition::Partitioner::name),
        hook: found.hook,
        drop_in: found.drop_in(),
        empty_key_differs: empty_key.map(|(set, like)| (set.to_string(), like.to_string())),
        missing_key_differs: missing_key.map(|(set, like)| (set.to_string(), like.to_string())),
    })
}

/// Reads a name; `id` is the error of one that is unknown.
pub(crate) fn text<'a>(name: &'a Bound<'_, PyAny>, id: ErrorId) -> PyResult<&'a str> {
    match name.cast::<PyString>() {
        Ok(text) => text.to_str(),
        Err(_) => Err(raise_not_text(name, id)),
    }
}

/// A record as one would write it, each field by its name.
pub(crate) fn shown(class: &str, record: &Bound<'_, PyAny>, fields: &[&str]) -> PyResult<String> {
    let shown: PyResult<Vec<String>> = fields
        .iter()
        .map(|field| Ok(format!("{field}={}", record.getattr(*field)?.repr()?)))
        .collect();
    Ok(format!("{class}({})", shown?.join(", ")))
}
