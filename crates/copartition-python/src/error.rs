//! The two exceptions, and the core's errors as exceptions.

use copartition::ErrorId;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(
    copartition,
    Error,
    PyValueError,
    "Says what was wanted and what came; `code` is the error's stable id.

The ids are `partition_count`, `unknown_partitioner`, `unknown_client`, `unknown_unkeyed`,
`refused`, `unkeyed`, `no_hash`, `key_range`, `offsets` for a column that contradicts itself, and
`input` for records or questions about them that the analysis refuses.

>>> try:
...     copartition.partition('user-3', 0)
... except copartition.Error as error:
...     print(error.code, '-', error)
partition_count - partition count must be a whole number from 1 to 2147483647, got 0
"
);

pyo3::create_exception!(
    copartition,
    KeyTypeError,
    PyTypeError,
    "Says that a key has a type whose bytes would have to be guessed; `code` is `key_type`.

The same for a number beside a key that is no whole number.

>>> try:
...     copartition.partition(42, 6)
... except copartition.KeyTypeError as error:
...     print(error.code, '-', error)
key_type - key must be str, a bytes-like object or None, got int
"
);

/// Makes the exception for the core's error.
#[cold]
pub(crate) fn raise(py: Python<'_>, error: &copartition::Error) -> PyErr {
    match error.id() {
        ErrorId::KeyType => raise_key_type(py, error),
        id => with_code(py, Error::new_err(error.to_string()), id.as_str()),
    }
}

/// Makes the exception for the analysis' error.
#[cold]
pub(crate) fn raise_input(py: Python<'_>, error: &copartition_analysis::Error) -> PyErr {
    with_code(py, Error::new_err(error.to_string()), copartition_analysis::Error::ID)
}

/// Makes the `KeyTypeError` for a value that is of the wrong type, whatever the core calls it.
#[cold]
pub(crate) fn raise_key_type(py: Python<'_>, error: &copartition::Error) -> PyErr {
    with_code(py, KeyTypeError::new_err(error.to_string()), ErrorId::KeyType.as_str())
}

/// Makes the `TypeError` for an argument that is of the wrong type and is not a key.
#[cold]
pub(crate) fn raise_type_error(py: Python<'_>, error: &copartition::Error) -> PyErr {
    with_code(py, PyTypeError::new_err(error.to_string()), error.id().as_str())
}

/// Makes the `TypeError` for a name that is not text; `id` is the error of such a name that is
/// unknown.
#[cold]
pub(crate) fn raise_not_text(name: &Bound<'_, PyAny>, id: ErrorId) -> PyErr {
    match type_name(name) {
        Ok(got) => raise_type_error(name.py(), &copartition::Error::not_text(id, "str", got)),
        Err(failed) => failed,
    }
}

/// What came, for a text: the name of its type, or `None`.
pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(if object.is_none() { "None".into() } else { object.get_type().name()?.to_string() })
}

fn with_code(py: Python<'_>, raised: PyErr, id: &str) -> PyErr {
    match raised.value(py).setattr("code", id) {
        Ok(()) => raised,
        Err(failed) => failed,
    }
}
