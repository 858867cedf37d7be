use std::ffi::c_void;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use pyo3::{ffi, intern};

use super::c_data::{ArrowArray, ArrowArrayStream, ArrowSchema, CData};
use super::column_type::ColumnType;
use crate::error::raise;

/// What an object with Arrow's C interface gives: arrays of one schema.
pub(crate) struct Arrays {
    schema: ArrowSchema,
    source: Source,
}

enum Source {
    One(Option<ArrowArray>),
    Stream(ArrowArrayStream),
}

impl Arrays {
    /// Asks an object for its column, or table; `None` when it has no such interface.
    ///
    /// # Errors
    ///
    /// What its method raises, `TypeError` when that returns no capsules, `Error` with the code
    /// `offsets` when they hold nothing.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        let py = object.py();
        if let Some(method) = object.getattr_opt(intern!(py, "__arrow_c_array__"))? {
            let capsules = method.call0()?;
            let capsules = capsules.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
            let Some(capsules) = capsules else {
                return Err(PyTypeError::new_err("__arrow_c_array__ must return two capsules"));
            };
            let schema = take(&capsules.get_item(0)?)?;
            let array = take(&capsules.get_item(1)?)?;
            return Ok(Some(Self { schema, source: Source::One(Some(array)) }));
        }
        if let Some(method) = object.getattr_opt(intern!(py, "__arrow_c_stream__"))? {
            let stream: ArrowArrayStream = take(&method.call0()?)?;
            // A producer that runs a query needs other threads, and those may need Python.
            let asked = py.detach(|| {
                let mut stream = stream;
                stream.schema().map(|schema| Self { schema, source: Source::Stream(stream) })
            });
            return asked.map(Some).map_err(|why| raise(py, &why));
        }
        Ok(None)
    }

    /// Tells what the arrays hold; `column` and `name` are as in [`ColumnType::of`].
    pub(crate) fn column_type(
        &self,
        column: Option<&str>,
        name: &str,
    ) -> Result<ColumnType, copartition::Error> {
        ColumnType::of(&self.schema, column, name)
    }

    /// Returns the next array; `None` after the last one.
    pub(crate) fn next_array(&mut self) -> Result<Option<ArrowArray>, copartition::Error> {
        match &mut self.source {
            Source::One(array) => Ok(array.take()),
            Source::Stream(stream) => stream.next_array(),
        }
    }
}

/// Puts a struct into a capsule, which releases it unless somebody takes it.
pub(crate) fn put<'py, T: CData>(py: Python<'py>, given: T) -> PyResult<Bound<'py, PyAny>> {
    let given = Box::into_raw(Box::new(given));
    // SAFETY: the name is static, and the destructor takes what it was given.
    unsafe {
        let capsule = ffi::PyCapsule_New(given.cast(), T::CAPSULE.as_ptr(), Some(destroy::<T>));
        if capsule.is_null() {
            drop(Box::from_raw(given));
        }
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}

/// # Safety
///
/// Python calls it once, with a capsule that [`put`] made.
unsafe extern "C" fn destroy<T: CData>(capsule: *mut ffi::PyObject) {
    // SAFETY: the caller's.
    unsafe {
        let given: *mut c_void = ffi::PyCapsule_GetPointer(capsule, T::CAPSULE.as_ptr());
        if !given.is_null() {
            drop(Box::<T>::from_raw(given.cast()));
        }
    }
}

/// Moves the struct out of a capsule, which has nothing to release after that.
fn take<T: CData>(capsule: &Bound<'_, PyAny>) -> PyResult<T> {
    // SAFETY: the object is alive; Python checks that it is a capsule of this name.
    let given = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), T::CAPSULE.as_ptr()) };
    if given.is_null() {
        return Err(PyErr::fetch(capsule.py()));
    }
    // SAFETY: a capsule of this name holds this struct.
    unsafe { T::take(given.cast()) }.map_err(|why| raise(capsule.py(), &why))
}
