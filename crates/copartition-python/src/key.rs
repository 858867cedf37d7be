//! A key as Python gives it: `str`, a bytes-like object or `None`.

use std::borrow::Cow;
use std::ptr;

use pyo3::buffer::{ElementType, PyUntypedBuffer};
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

use crate::error::{raise, type_name};

/// Reads a key; `None` is no key.
///
/// # Errors
///
/// `KeyTypeError`; Python's own `UnicodeEncodeError` for a lone surrogate, and whatever a buffer
/// raises itself, such as a released memoryview.
#[inline]
pub(crate) fn read<'a>(key: &'a Bound<'_, PyAny>) -> PyResult<Option<Cow<'a, [u8]>>> {
    if key.is_none() {
        return Ok(None);
    }
    bytes_of(key, "key", KEY).map(Some)
}

/// Reads a key of many, whose name is made where it is said alone.
///
/// # Errors
///
/// As [`read`].
#[inline]
pub(crate) fn read_as<'a>(
    key: &'a Bound<'_, PyAny>,
    name: impl FnOnce() -> String,
) -> PyResult<Option<Cow<'a, [u8]>>> {
    if key.is_none() {
        return Ok(None);
    }
    match plain_bytes(key) {
        Some(bytes) => bytes.map(Some),
        None => copy_of_buffer(key, &name(), KEY).map(|bytes| Some(Cow::Owned(bytes))),
    }
}

/// What an object is without a look at its type's own methods.
pub(crate) enum Exact<'a> {
    /// The bytes of a `bytes` or `str`: neither can change, so they stay as long as the object does.
    Bytes(&'a [u8]),
    /// An exception is set: a lone surrogate has no UTF-8.
    Raised,
    /// Neither of both, or a subclass.
    Other,
}

/// Reads an exact `bytes` or `str`, without pyo3's layer: this is done for every key.
#[inline]
pub(crate) fn read_exact<'a>(key: Borrowed<'a, '_, PyAny>) -> Exact<'a> {
    let data;
    let mut length = 0;
    // SAFETY: the key is alive, and each call is made after its own type check.
    unsafe {
        if ffi::PyBytes_CheckExact(key.as_ptr()) != 0 {
            let mut bytes = ptr::null_mut();
            ffi::PyBytes_AsStringAndSize(key.as_ptr(), &raw mut bytes, &raw mut length);
            data = bytes.cast_const();
        } else if ffi::PyUnicode_CheckExact(key.as_ptr()) != 0 {
            data = ffi::PyUnicode_AsUTF8AndSize(key.as_ptr(), &raw mut length);
            if data.is_null() {
                return Exact::Raised;
            }
        } else {
            return Exact::Other;
        }
        Exact::Bytes(std::slice::from_raw_parts(data.cast::<u8>(), length.unsigned_abs()))
    }
}

const KEY: &str = "str, a bytes-like object or None";

/// Reads what a hash takes: a key that is there.
#[inline]
pub(crate) fn read_data<'a>(data: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    read_part(data, "key")
}

/// Reads what goes into a key; `what` names it.
#[inline]
pub(crate) fn read_part<'a>(part: &'a Bound<'_, PyAny>, what: &str) -> PyResult<Cow<'a, [u8]>> {
    bytes_of(part, what, "str or a bytes-like object")
}

/// Reads what is bytes and no text; `what` names it.
pub(crate) fn read_bytes<'a>(
    data: &'a Bound<'_, PyAny>,
    what: &str,
    wanted: &str,
) -> PyResult<Cow<'a, [u8]>> {
    if data.is_instance_of::<PyString>() {
        let error = copartition::Error::argument_type(what, wanted, type_name(data)?);
        return Err(raise(data.py(), &error));
    }
    bytes_of(data, what, wanted)
}

/// Reads text as UTF-16 units: a lone surrogate is one.
///
/// # Errors
///
/// `KeyTypeError`.
pub(crate) fn read_utf16(text: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
    let text = string(text, "key")?;
    // The type's own method: a subclass may have another.
    let encode = text.py().get_type::<PyString>().getattr("encode")?;
    let bytes: Vec<u8> = encode.call1((text, "utf-16-le", "surrogatepass"))?.extract()?;
    let (units, _) = bytes.as_chunks();
    Ok(units.iter().copied().map(u16::from_le_bytes).collect())
}

/// Reads text that has UTF-8; `what` names it.
///
/// # Errors
///
/// `KeyTypeError`, and Python's own `UnicodeEncodeError` for a lone surrogate.
pub(crate) fn read_text<'a>(text: &'a Bound<'_, PyAny>, what: &str) -> PyResult<&'a str> {
    string(text, what)?.to_str()
}

fn string<'a, 'py>(text: &'a Bound<'py, PyAny>, what: &str) -> PyResult<&'a Bound<'py, PyString>> {
    let Ok(string) = text.cast() else {
        let error = copartition::Error::argument_type(what, "str", type_name(text)?);
        return Err(raise(text.py(), &error));
    };
    Ok(string)
}

// An enum that derives FromPyObject would cost a str 600 ns: the arm for bytes raises first.
#[inline]
fn bytes_of<'a>(key: &'a Bound<'_, PyAny>, what: &str, wanted: &str) -> PyResult<Cow<'a, [u8]>> {
    plain_bytes(key).unwrap_or_else(|| copy_of_buffer(key, what, wanted).map(Cow::Owned))
}

/// The bytes of `bytes` and of text.
#[inline]
fn plain_bytes<'a>(key: &'a Bound<'_, PyAny>) -> Option<PyResult<Cow<'a, [u8]>>> {
    if let Ok(bytes) = key.cast::<PyBytes>() {
        Some(Ok(Cow::Borrowed(bytes.as_bytes())))
    } else if let Ok(text) = key.cast::<PyString>() {
        Some(text.to_str().map(|text| Cow::Borrowed(text.as_bytes())))
    } else {
        None
    }
}

/// Copies the bytes of a buffer: its owner may change them while they are hashed.
#[inline(never)]
fn copy_of_buffer(key: &Bound<'_, PyAny>, what: &str, wanted: &str) -> PyResult<Vec<u8>> {
    let py = key.py();
    let refused =
        |got: String| Err(raise(py, &copartition::Error::argument_type(what, wanted, got)));
    // A memoryview fills in what its owner leaves out, as ctypes does with strides.
    let view = PyMemoryView::from(key);
    match view.and_then(|view| Ok((PyUntypedBuffer::get(&view)?, view))) {
        Ok((buffer, view)) if is_row_of_bytes(&buffer) => Ok(PyByteArray::from(&view)?.to_vec()),
        Ok(_) => refused(format!("{} that is not one contiguous row of bytes", type_name(key)?)),
        Err(why) if is_no_buffer(py, &why) => refused(type_name(key)?),
        Err(why) => Err(why),
    }
}

/// NumPy's scalars export a buffer without dimensions, which comes as `BufferError`.
fn is_no_buffer(py: Python<'_>, why: &PyErr) -> bool {
    why.is_instance_of::<PyTypeError>(py) || why.is_instance_of::<PyBufferError>(py)
}

fn is_row_of_bytes(buffer: &PyUntypedBuffer) -> bool {
    let element = ElementType::from_format(buffer.format());
    buffer.dimensions() == 1
        && buffer.is_c_contiguous()
        && matches!(
            element,
            ElementType::UnsignedInteger { bytes: 1 } | ElementType::SignedInteger { bytes: 1 }
        )
}
