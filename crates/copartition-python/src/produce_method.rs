//! `produce` of `copartition.confluent.Producer`, which is called for every record.
//!
//! Written in Python it would take up nearly the whole of what it may cost.

use std::ffi::CStr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{array, ptr};

use pyo3::exceptions::PyRuntimeError;
use pyo3::panic::PanicException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use pyo3::{IntoPyObjectExt, ffi, intern};

use crate::known_count::KnownCount;
use crate::partition_method::PlacesKeys;

/// What the client's `produce` takes by position and by name, `partition` last of those that matter
/// here. `partition` is unassigned at -1.
const NAMES: [&str; NAMED] = ["topic", "value", "key", "partition"];
const NAMED: usize = 4;
const UNASSIGNED: i32 = -1;

/// `produce` of the client.
static CLIENT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Gives a subclass of the client's `Producer` a method `produce` that places each record first.
///
/// It takes a dict of `KnownCount` by topic from `_counts`; `_place(topic, key)` returns a
/// partition where that is not enough, and `_place_again(error, topic, key)` where the client has
/// refused it.
#[pyfunction]
pub(crate) fn add_produce(class: &Bound<'_, PyType>, client: Py<PyAny>) -> PyResult<()> {
    CLIENT.get_or_init(class.py(), || client);
    // Python keeps the pointer for as long as the type lives, which is until the process ends.
    let definition = Box::leak(Box::new(ffi::PyMethodDef {
        ml_name: c"produce".as_ptr(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: produce },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ml_doc: DOC.as_ptr(),
    }));
    // SAFETY: the type is a type object, the definition is never freed, and the result is a new
    // reference or NULL with an exception set.
    let method = unsafe {
        let method = ffi::PyDescr_NewMethod(class.as_type_ptr(), definition);
        Bound::from_owned_ptr_or_err(class.py(), method)?
    };
    class.setattr("produce", method)
}

// Python reads the signature from a single line.
#[rustfmt::skip]
const DOC: &CStr = c"produce($self, topic, value=None, key=None, partition=-1, callback=None, on_delivery=None, timestamp=0, headers=None)
--

Produces a record, as the client's own `produce` does, to the partition of its key.

An explicit `partition` is taken as it is. A topic's first record waits for the partition count;
raises `KafkaException` when none comes: there is no such topic, or no broker.

>>> conf = {'bootstrap.servers': 'none', 'test.mock.num.brokers': 1}
>>> producer = copartition.confluent.Producer(conf)
>>> producer.produce('orders', key='user-3', value='hello')
>>> producer.flush(30)
0
";

/// # Safety
///
/// Python calls it, with its thread attached, an object of the class, and arguments that all
/// outlive the call.
unsafe extern "C" fn produce(
    slf: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    positional: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    let call = || {
        // SAFETY: the thread is attached; everything is alive, and `names` is a tuple or NULL.
        let (slf, names) = unsafe {
            let py = Python::assume_attached();
            let names = Bound::from_borrowed_ptr_or_opt(py, names);
            let names = names.map(|names| names.cast_into_unchecked::<PyTuple>());
            (Borrowed::from_ptr(py, slf), names)
        };
        let positional = positional.unsigned_abs();
        let count = positional + names.as_ref().map_or(0, PyTupleMethods::len);
        let argument = |index| {
            // SAFETY: there are so many arguments, and they are alive.
            (index < count)
                .then(|| unsafe { Bound::from_borrowed_ptr(slf.py(), *arguments.add(index)) })
        };
        place_and_produce(&slf, positional, names.as_ref(), argument)
    };
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(produced)) => produced.into_ptr(),
        Ok(Err(why)) => Python::attach(|py| {
            why.restore(py);
            ptr::null_mut()
        }),
        Err(_) => Python::attach(|py| {
            PanicException::new_err("copartition panicked").restore(py);
            ptr::null_mut()
        }),
    }
}

fn place_and_produce<'py>(
    slf: &Bound<'py, PyAny>,
    positional: usize,
    names: Option<&Bound<'py, PyTuple>>,
    argument: impl Fn(usize) -> Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = slf.py();
    let client =
        CLIENT.get(py).ok_or_else(|| PyRuntimeError::new_err("add_produce comes first"))?;
    let mut known = array::from_fn(|index| argument(index).filter(|_| index < positional));
    let mut more = None;
    for (number, name) in names.into_iter().flatten().enumerate() {
        let Some(given) = argument(positional + number) else { continue };
        let name = name.cast_into::<PyString>()?;
        let index = NAMES.iter().position(|known| name == *known);
        match index.and_then(|index| known.get_mut(index)) {
            Some(place @ None) => *place = Some(given),
            _ => more.get_or_insert_with(|| PyDict::new(py)).set_item(name, given)?,
        }
    }
    let [Some(topic), value, key, partition] = known else {
        // The client says what is missing.
        return client.bind(py).call((slf,), more.as_ref());
    };
    let none = || py.None().into_bound(py);
    let (value, key) = (value.unwrap_or_else(none), key.unwrap_or_else(none));
    let produce = |partition: &Bound<'py, PyAny>| {
        let client = client.bind(py);
        if positional <= NAMED && more.is_none() {
            return call_with_five(client, [slf, &topic, &value, &key, partition]);
        }
        let rest: Vec<_> = (NAMED..positional).filter_map(&argument).collect();
        let five = [slf, &topic, &value, &key, partition].into_iter().chain(&rest);
        client.call(PyTuple::new(py, five.collect::<Vec<_>>())?, more.as_ref())
    };
    if let Some(partition) = partition.filter(|it| it.extract::<i32>().ok() != Some(UNASSIGNED)) {
        return produce(&partition);
    }
    let counts = slf.getattr(intern!(py, "_counts"))?.cast_into::<PyDict>()?;
    let placed = match counts.get_item(&topic)? {
        Some(count) => count.cast::<KnownCount>()?.get().place_any(&key)?,
        None => None,
    };
    let placed = match placed {
        Some(partition) => partition.into_bound_py_any(py)?,
        None => slf.call_method1(intern!(py, "_place"), (&topic, &key))?,
    };
    produce(&placed).or_else(|why| {
        let again = (why.value(py), &topic, &key);
        produce(&slf.call_method1(intern!(py, "_place_again"), again)?)
    })
}

/// Calls without a tuple of its own: the client makes one.
fn call_with_five<'py>(
    callable: &Bound<'py, PyAny>,
    arguments: [&Bound<'py, PyAny>; 5],
) -> PyResult<Bound<'py, PyAny>> {
    let [a, b, c, d, e] = arguments.map(Bound::as_ptr);
    let end: *mut ffi::PyObject = ptr::null_mut();
    // SAFETY: the thread is attached, all are alive, and NULL ends the arguments.
    unsafe {
        let returned = ffi::PyObject_CallFunctionObjArgs(callable.as_ptr(), a, b, c, d, e, end);
        Bound::from_owned_ptr_or_err(callable.py(), returned)
    }
}
