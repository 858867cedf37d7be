//! `Partitioner.partition`, the one call that is made for every record, without pyo3's call layer.
//!
//! That layer costs more than the hash of a short key does, so this method is a plain C one that
//! takes one argument (`METH_O`), hung into the type when the module is made. It reads exact
//! `bytes` and `str` itself and leaves everything else to [`Partitioner::partition`].

use std::ffi::c_long;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use copartition::Placement;
use pyo3::IntoPyObjectExt;
use pyo3::ffi;
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::partitioner::Partitioner;

/// Adds the method `partition` to the type `Partitioner`.
pub(crate) fn add_to(partitioner: &Bound<'_, PyType>) -> PyResult<()> {
    // Python keeps the pointer for as long as the type lives, which is until the process ends.
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: c"partition".as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunction: partition },
        ml_flags: ffi::METH_O,
        ml_doc: DOC.as_ptr(),
    }));
    // SAFETY: the type is a type object, the definition is never freed, and the result is a new
    // reference or NULL with an exception set.
    let method = unsafe {
        let method = ffi::PyDescr_NewMethod(partitioner.as_type_ptr(), definition);
        Bound::from_owned_ptr_or_err(partitioner.py(), method)?
    };
    partitioner.setattr("partition", method)
}

const DOC: &std::ffi::CStr = c"partition($self, key, /)
--

Returns the partition of the key, or `None` when the key does not decide it.

`key` is `str` (its UTF-8), a bytes-like object, or `None` for no key; zero bytes are an empty
key, which is a key. `None` comes back when the client or its caller chooses at send time: it is
never a made-up number. Raises `KeyTypeError`, or `Error` with the code `refused`.

>>> java = copartition.Partitioner('java', 12)
>>> java.partition('kafka'), java.partition(b''), java.partition(None)
(4, 9, None)
";

/// # Safety
///
/// Python calls it, with its thread attached, a `Partitioner` and an object that both outlive the
/// call: the method descriptor checks the type of `slf`.
unsafe extern "C" fn partition(
    slf: *mut ffi::PyObject,
    key: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: both functions have this one's contract.
    let call = || unsafe { place(slf, key).unwrap_or_else(|| place_any(slf, key)) };
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
unsafe fn place(slf: *mut ffi::PyObject, key: *mut ffi::PyObject) -> Option<*mut ffi::PyObject> {
    let data;
    let mut length = 0;
    // SAFETY: the key is alive, and each call is made after its own type check. Neither object can
    // change, so the bytes stay as long as the key does.
    let bytes = unsafe {
        if ffi::PyBytes_CheckExact(key) != 0 {
            let mut bytes = ptr::null_mut();
            ffi::PyBytes_AsStringAndSize(key, &raw mut bytes, &raw mut length);
            data = bytes.cast_const();
        } else if ffi::PyUnicode_CheckExact(key) != 0 {
            data = ffi::PyUnicode_AsUTF8AndSize(key, &raw mut length);
            if data.is_null() {
                // A lone surrogate: the exception is set.
                return Some(ptr::null_mut());
            }
        } else {
            return None;
        }
        std::slice::from_raw_parts(data.cast::<u8>(), length.unsigned_abs())
    };
    // SAFETY: the thread is attached, and `slf` is a `Partitioner`.
    let partitioner = unsafe {
        Borrowed::from_ptr(Python::assume_attached(), slf).cast_unchecked::<Partitioner>()
    };
    let Partitioner { partitioner, n } = partitioner.get();
    let Placement::Partition(partition) = partitioner.place(Some(bytes), *n) else {
        return None;
    };
    // SAFETY: the thread is attached. A partition is below 2^31, which every C long holds.
    Some(unsafe { ffi::PyLong_FromLong(partition as c_long) })
}

/// Places any key, or sets the exception that says why it cannot.
///
/// # Safety
///
/// As [`partition`].
#[inline(never)]
unsafe fn place_any(slf: *mut ffi::PyObject, key: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // Attaching again tells pyo3 that it is attached, so that it drops what it holds at once.
    Python::attach(|py| {
        // SAFETY: both are alive, and `slf` is a `Partitioner`.
        let (slf, key) = unsafe {
            let slf = Borrowed::from_ptr(py, slf).cast_unchecked::<Partitioner>();
            (slf, Bound::from_borrowed_ptr(py, key))
        };
        let placed = slf.get().partition(&key);
        match placed.and_then(|partition| partition.into_bound_py_any(py)) {
            Ok(placed) => placed.into_ptr(),
            Err(why) => {
                why.restore(py);
                ptr::null_mut()
            }
        }
    })
}
