//! What a key's bytes could be.

use copartition::key;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::key::read_data;
use crate::settings::shown;

/// Describes what a key's bytes could have been before they were serialized.
///
/// >>> framed = copartition.key.candidates(b'\x00\x00\x00\x00\x07\x0cuser-3')[0]
/// >>> framed.form, framed.schema_id, framed.payload
/// ('schema-id-prefix', 7, b'\x0cuser-3')
#[pyclass(frozen, eq, hash, module = "copartition.key")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Candidate {
    /// The form's name, such as `long` or `schema-id-prefix`.
    #[pyo3(get)]
    form: &'static str,
    /// The value as text, without the bytes that a payload or an inner key holds.
    #[pyo3(get)]
    value: String,
    /// What follows a schema id; `None` for other forms.
    #[pyo3(get)]
    payload: Option<Vec<u8>>,
    /// The key that is windowed; `None` for other forms.
    #[pyo3(get)]
    inner: Option<Vec<u8>>,
    /// The schema's id in its registry; `None` for other forms.
    #[pyo3(get)]
    schema_id: Option<u32>,
    message_indexes: Option<Vec<u32>>,
    /// The window's start in milliseconds since 1970; `None` for other forms.
    #[pyo3(get)]
    start: Option<i64>,
    /// The session window's end in milliseconds since 1970; `None` for other forms.
    #[pyo3(get)]
    end: Option<i64>,
}

const FIELDS: [&str; 8] =
    ["form", "value", "payload", "inner", "schema_id", "message_indexes", "start", "end"];

#[pymethods]
impl Candidate {
    /// The path to a Protobuf message in its file; `None` for other forms.
    #[getter]
    fn message_indexes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.message_indexes.as_ref().map(|indexes| PyTuple::new(py, indexes)).transpose()
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        shown("Candidate", slf, &FIELDS)
    }
}

/// Lists everything that a key's bytes could be, as `Candidate`.
///
/// There is more than one where they are ambiguous, and none where they are nothing of these. `key`
/// is `str` (its UTF-8) or a bytes-like object. A payload or an inner key has its own candidates:
/// ask again. A window's time is taken for one from 1970 to 2248.
///
/// >>> for it in copartition.key.candidates(copartition.key.long(42)):
/// ...     print(it.form, it.value)
/// long 42
/// double 2.08e-322
/// schema-id-prefix id 0, 3 bytes
/// schema-id-prefix-protobuf id 0, message indexes [0], 2 bytes
#[pyfunction]
#[pyo3(signature = (key, /))]
pub(crate) fn candidates(key: &Bound<'_, PyAny>) -> PyResult<Vec<Candidate>> {
    Ok(key::candidates(&read_data(key)?).into_iter().map(Candidate::from).collect())
}

impl From<key::Candidate<'_>> for Candidate {
    fn from(candidate: key::Candidate<'_>) -> Self {
        let mut this = Self {
            form: candidate.form(),
            value: candidate.value(),
            payload: None,
            inner: None,
            schema_id: None,
            message_indexes: None,
            start: None,
            end: None,
        };
        match candidate {
            key::Candidate::SchemaIdPrefix { schema_id, payload } => {
                this.schema_id = Some(schema_id);
                this.payload = Some(payload.to_vec());
            }
            key::Candidate::SchemaIdPrefixProtobuf { schema_id, message_indexes, payload }
            | key::Candidate::SchemaIdPrefixProtobufDeprecated {
                schema_id,
                message_indexes,
                payload,
            } => {
                this.schema_id = Some(schema_id);
                this.message_indexes = Some(message_indexes);
                this.payload = Some(payload.to_vec());
            }
            key::Candidate::TimeWindowed { inner, start } => {
                this.inner = Some(inner.to_vec());
                this.start = Some(start);
            }
            key::Candidate::SessionWindowed { inner, start, end } => {
                this.inner = Some(inner.to_vec());
                this.start = Some(start);
                this.end = Some(end);
            }
            _ => {}
        }
        this
    }
}
