//! NumPy arrays in and out, without NumPy's own interface: an array is there when NumPy is.

use std::borrow::Cow;

use copartition::key::KeyFormat;
use copartition::{Error, Keys};
use pyo3::buffer::{PyBuffer, PyUntypedBuffer};
use pyo3::intern;
use pyo3::prelude::*;

use crate::encoded_keys::with_format;
use crate::error::raise;
use crate::given_keys::Objects;
use crate::integers::Integers;

/// An array of NumPy's.
pub(crate) struct Array<'py> {
    array: Bound<'py, PyAny>,
    numpy: Bound<'py, PyAny>,
}

/// The keys of an array.
pub(crate) enum ArrayKeys<'py> {
    /// Python's own objects, and the one that stands for a missing key beside `None`.
    Objects(Objects<'py>, Bound<'py, PyAny>),
    Buffer(ArrayBuffer),
}

/// The memory of an array whose elements are all of one width.
pub(crate) struct ArrayBuffer {
    buffer: PyUntypedBuffer,
    elements: Elements,
}

#[derive(Clone, Copy)]
enum Elements {
    Bytes,
    Signed,
    Unsigned,
}

impl<'py> Array<'py> {
    /// Takes an object that is an array; nobody has one who has not imported NumPy.
    pub(crate) fn of(object: &Bound<'py, PyAny>) -> PyResult<Option<Self>> {
        let py = object.py();
        let modules = py.import(intern!(py, "sys"))?.getattr(intern!(py, "modules"))?;
        let numpy = modules.call_method1(intern!(py, "get"), (intern!(py, "numpy"),))?;
        if numpy.is_none() || !object.is_instance(&numpy.getattr(intern!(py, "ndarray"))?)? {
            return Ok(None);
        }
        Ok(Some(Self { array: object.clone(), numpy }))
    }

    /// Reads keys.
    ///
    /// # Errors
    ///
    /// `KeyTypeError` when the elements are no keys, or no longer what they were made of.
    pub(crate) fn keys(&self, name: &str) -> PyResult<ArrayKeys<'py>> {
        let py = self.array.py();
        let dtype = self.array.getattr(intern!(py, "dtype"))?;
        let kind: String = dtype.getattr(intern!(py, "kind"))?.extract()?;
        let refused = |got: String| {
            let wanted = "a NumPy array of one dimension with dtype object, StringDType, U, V, or \
                          whole numbers";
            Err(raise(py, &Error::argument_type(name, wanted, got)))
        };
        let dimensions: usize = self.array.getattr(intern!(py, "ndim"))?.extract()?;
        if dimensions != 1 {
            return refused(format!("{dimensions} dimensions"));
        }
        let elements = match kind.as_str() {
            "S" => {
                return refused(format!(
                    "dtype {dtype}, which drops zeros at the end of a key: {name}.astype(object) \
                     takes those that are left"
                ));
            }
            "O" | "T" | "U" => return self.objects(&dtype, name),
            "V" if dtype.getattr(intern!(py, "names"))?.is_none() => Elements::Bytes,
            "i" => Elements::Signed,
            "u" => Elements::Unsigned,
            _ => return refused(format!("dtype {dtype}")),
        };
        if self.array.is_instance(&self.numpy.getattr("ma")?.getattr("MaskedArray")?)? {
            // Its list has `None` where an element is masked.
            return self.objects(&dtype, name);
        }
        // Side by side, in the order of this machine; most are already, and are not copied.
        let native = dtype.call_method1(intern!(py, "newbyteorder"), ("=",))?;
        let row = self.numpy.call_method1(intern!(py, "require"), (&self.array, native, "CA"))?;
        let buffer = PyUntypedBuffer::get(&row)?;
        Ok(ArrayKeys::Buffer(ArrayBuffer { buffer, elements }))
    }

    /// Returns keys as Python's own objects.
    ///
    /// # Errors
    ///
    /// As [`keys`](Self::keys).
    pub(crate) fn to_list(&self, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.keys(name)?;
        self.array.call_method0(intern!(self.array.py(), "tolist"))
    }

    fn objects(&self, dtype: &Bound<'py, PyAny>, name: &str) -> PyResult<ArrayKeys<'py>> {
        let py = self.array.py();
        let missing = dtype.getattr_opt(intern!(py, "na_object"))?;
        let objects = self.array.call_method0(intern!(py, "tolist"))?;
        Ok(ArrayKeys::Objects(
            Objects::of(name, &objects)?,
            missing.unwrap_or_else(|| py.None().into_bound(py)),
        ))
    }
}

impl ArrayBuffer {
    /// Calls `then` with the keys that the elements are.
    ///
    /// # Errors
    ///
    /// `key_type` as [`Integers::with_keys`], and what `then` fails with.
    pub(crate) fn with_keys<R>(
        &self,
        format: Option<KeyFormat>,
        name: &str,
        then: impl FnOnce(&Keys<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match self.elements {
            Elements::Bytes => {
                let width = self.buffer.item_size();
                let len = self.buffer.shape().first().copied().unwrap_or_default();
                with_format(&Keys::fixed(self.values(), width, len)?, format, then)
            }
            Elements::Signed | Elements::Unsigned => {
                self.integers().with_keys(format, name, None, then)
            }
        }
    }

    fn integers(&self) -> Integers<'_> {
        match (self.elements, self.buffer.item_size()) {
            (Elements::Unsigned, 1) => Integers::UInt8(Cow::Borrowed(self.values())),
            (Elements::Unsigned, 2) => Integers::UInt16(Cow::Borrowed(self.values())),
            (Elements::Unsigned, 4) => Integers::UInt32(Cow::Borrowed(self.values())),
            (Elements::Unsigned, _) => Integers::UInt64(Cow::Borrowed(self.values())),
            (_, 1) => Integers::Int8(Cow::Borrowed(self.values())),
            (_, 2) => Integers::Int16(Cow::Borrowed(self.values())),
            (_, 4) => Integers::Int32(Cow::Borrowed(self.values())),
            (_, _) => Integers::Int64(Cow::Borrowed(self.values())),
        }
    }

    /// The memory as values, whatever they are: every bit pattern is one.
    fn values<T: Copy>(&self) -> &[T] {
        let start = self.buffer.buf_ptr().cast::<T>().cast_const();
        if self.buffer.len_bytes() < size_of::<T>() || !start.is_aligned() {
            return &[];
        }
        // SAFETY: the buffer is one contiguous row of so many bytes, and is held.
        unsafe { std::slice::from_raw_parts(start, self.buffer.len_bytes() / size_of::<T>()) }
    }
}

/// Makes an array of 32-bit numbers of this dtype.
pub(crate) fn array<'py, T: pyo3::buffer::Element>(
    py: Python<'py>,
    dtype: &str,
    values: &[T],
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = py.import(intern!(py, "numpy"))?;
    let array = numpy.call_method1(intern!(py, "empty"), (values.len(), dtype))?;
    PyBuffer::<T>::get(&array)?.copy_from_slice(py, values)?;
    Ok(array)
}
