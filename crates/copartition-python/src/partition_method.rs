//! The method `partition`, which is called for every record, without pyo3's call layer.
//!
//! That layer costs more than the hash of a short key does, so this method is a plain C one that
//! takes one argument (`METH_O`), hung into the type when the module is made. It reads exact
//! `bytes` and `str` itself and leaves everything else to [`PlacesKeys::place_any`].

use std::ffi::{CStr, c_long};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use pyo3::panic::PanicException;
use pyo3::prelude::*;
use pyo3::pyclass::boolean_struct::True;
use pyo3::types::PyType;
use pyo3::{IntoPyObjectExt, PyClass, ffi};

use crate::key::{Exact, read_exact};

/// A class whose method `partition` takes a key.
pub(crate) trait PlacesKeys: PyClass<Frozen = True> + Sync {
    /// Returns the partition of key bytes; `None` when it takes more than that to answer.
    fn place(&self, key: &[u8]) -> Option<u32>;

    /// Returns the partition of any key, or what is to be raised.
    fn place_any(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<u32>>;
}

/// Adds the method `partition` to the type of the class.
pub(crate) fn add_to<T: PlacesKeys>(class: &Bound<'_, PyType>, doc: &'static CStr) -> PyResult<()> {
    // Python keeps the pointer for as long as the type lives, which is until the process ends.
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: c"partition".as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunction: partition::<T> },
        ml_flags: ffi::METH_O,
        ml_doc: doc.as_ptr(),
    }));
    // SAFETY: the type is a type object, the definition is never freed, and the result is a new
    // reference or NULL with an exception set.
    let method = unsafe {
        let method = ffi::PyDescr_NewMethod(class.as_type_ptr(), definition);
        Bound::from_owned_ptr_or_err(class.py(), method)?
    };
    class.setattr("partition", method)
}

/// # Safety
///
/// Python calls it, with its thread attached, a `T` and an object that both outlive the
/// call: the method descriptor checks the type of `slf`.
unsafe extern "C" fn partition<T: PlacesKeys>(
    slf: *mut ffi::PyObject,
    key: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: both functions have this one's contract.
    let call = || unsafe { place::<T>(slf, key).unwrap_or_else(|| place_any::<T>(slf, key)) };
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|_| {
        Python::attach(|py| PanicException::new_err("copartition panicked").restore(py));
        ptr::null_mut()
    })
}

/// Places an exact `bytes` or `str` on a partition; `None` when it is neither, or is not placed.
///
/// # Safety
///
/// As [`partition`].
#[inline]
unsafe fn place<T: PlacesKeys>(
    slf: *mut ffi::PyObject,
    key: *mut ffi::PyObject,
) -> Option<*mut ffi::PyObject> {
    // SAFETY: the thread is attached, and the key is alive.
    let exact = unsafe { read_exact(Borrowed::from_ptr(Python::assume_attached(), key)) };
    let bytes = match exact {
        Exact::Bytes(bytes) => bytes,
        Exact::Raised => return Some(ptr::null_mut()),
        Exact::Other => return None,
    };
    // SAFETY: the thread is attached, and `slf` is a `T`.
    let class = unsafe { Borrowed::from_ptr(Python::assume_attached(), slf).cast_unchecked::<T>() };
    let partition = class.get().place(bytes)?;
    // SAFETY: the thread is attached. A partition is below 2^31, which every C long holds.
    Some(unsafe { ffi::PyLong_FromLong(partition as c_long) })
}

/// Places any key, or sets the exception that says why it cannot.
///
/// # Safety
///
/// As [`partition`].
#[inline(never)]
unsafe fn place_any<T: PlacesKeys>(
    slf: *mut ffi::PyObject,
    key: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // Attaching again tells pyo3 that it is attached, so that it drops what it holds at once.
    Python::attach(|py| {
        // SAFETY: both are alive, and `slf` is a `T`.
        let (slf, key) = unsafe {
            let slf = Borrowed::from_ptr(py, slf).cast_unchecked::<T>();
            (slf, Bound::from_borrowed_ptr(py, key))
        };
        let placed = slf.get().place_any(&key);
        match placed.and_then(|partition| partition.into_bound_py_any(py)) {
            Ok(placed) => placed.into_ptr(),
            Err(why) => {
                why.restore(py);
                ptr::null_mut()
            }
        }
    })
}
