//! A batch of keys as Python gives it: an Arrow column, a NumPy array or any iterable.

use std::borrow::Cow;

use copartition::key::KeyFormat;
use copartition::{Error, Keys};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyString, PyTuple};

use crate::arrow::{Arrays, ColumnType};
use crate::columns::iterator;
use crate::encoded_keys::with_encoded;
use crate::error::{raise, raise_input};
use crate::key::{self, Exact, read_exact, read_text};
use crate::numpy::{Array, ArrayKeys};
use crate::whole_number::WholeNumber;

/// Keys, not read yet, and how their bytes are made.
pub(crate) struct GivenKeys<'py> {
    source: Source<'py>,
    format: Option<KeyFormat>,
}

enum Source<'py> {
    Arrow(Arrays, ColumnType),
    NumPy(ArrayKeys<'py>),
    Objects(Objects<'py>),
}

/// What the answer is: an object of the same kind as the keys.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Host {
    Arrow,
    NumPy,
    Python,
}

/// What messages call them.
const NAME: &str = "keys";

/// So many keys of Python are looked at before they are placed, while they are in the cache.
const BLOCK: usize = 1024;

impl<'py> GivenKeys<'py> {
    /// Takes what was given; `column` names the column of a table, `format` says how numbers or
    /// texts become bytes.
    ///
    /// # Errors
    ///
    /// `KeyTypeError` when it is nothing of all this, `Error` with the code `offsets` or `input`,
    /// and what the object raises itself.
    pub(crate) fn read(
        keys: &Bound<'py, PyAny>,
        column: Option<&Bound<'py, PyAny>>,
        format: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let py = keys.py();
        let column = column.map(|column| read_text(column, "column")).transpose()?;
        let format = format.map(key_format).transpose()?;
        let of = |source| Ok(Self { source, format });
        if let Some(arrays) = Arrays::of(keys)? {
            let column_type = arrays.column_type(column, NAME).map_err(|why| raise(py, &why))?;
            return of(Source::Arrow(arrays, column_type));
        }
        if let Some(column) = column {
            let got = format!("column {column:?} of {}", keys.get_type().name()?);
            let why = Error::argument_type(NAME, "an Arrow table where column is given", got);
            return Err(raise(py, &why));
        }
        if let Some(array) = Array::of(keys)? {
            return of(Source::NumPy(array.keys(NAME)?));
        }
        of(Source::Objects(Objects::of(NAME, keys)?))
    }

    /// Returns what the answer is.
    pub(crate) fn host(&self) -> Host {
        match self.source {
            Source::Arrow(..) => Host::Arrow,
            Source::NumPy(_) => Host::NumPy,
            Source::Objects(_) => Host::Python,
        }
    }

    /// Gives the keys to `add`, a part after the other; columns without Python's lock.
    ///
    /// # Errors
    ///
    /// `KeyTypeError`, or `Error` with the code `offsets`, and what `add` fails with.
    pub(crate) fn each(
        self,
        py: Python<'py>,
        mut add: impl FnMut(&Keys<'_>) -> PyResult<()> + Send,
    ) -> PyResult<()> {
        let format = self.format;
        match self.source {
            Source::Arrow(mut arrays, column_type) => py.detach(|| {
                let raised = |why: Error| Python::attach(|py| raise(py, &why));
                while let Some(array) = arrays.next_array().map_err(raised)? {
                    let added = column_type.with_keys(&array, format, NAME, |keys| Ok(add(keys)));
                    added.map_err(raised)??;
                }
                Ok(())
            }),
            Source::NumPy(ArrayKeys::Objects(keys, missing)) => {
                each_object(py, &keys, format, Some(&missing), add)
            }
            Source::NumPy(ArrayKeys::Buffer(buffer)) => {
                let added = py.detach(|| buffer.with_keys(format, NAME, |keys| Ok(add(keys))));
                added.map_err(|why| raise(py, &why))?
            }
            Source::Objects(keys) => each_object(py, &keys, format, None, add),
        }
    }
}

/// Python's own objects.
pub(crate) enum Objects<'py> {
    List(Bound<'py, PyList>),
    Tuple(Bound<'py, PyTuple>),
    Others(Bound<'py, PyIterator>),
}

impl<'py> Objects<'py> {
    /// Takes a list or a tuple as it is, and iterates over everything else.
    pub(crate) fn of(name: &str, objects: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(list) = objects.cast_exact::<PyList>() {
            return Ok(Self::List(list.clone()));
        }
        if let Ok(tuple) = objects.cast_exact::<PyTuple>() {
            return Ok(Self::Tuple(tuple.clone()));
        }
        Ok(Self::Others(iterator(name, objects)?))
    }

    /// Returns those from `first` on, up to a block of them.
    fn block(&self, py: Python<'py>, first: usize) -> PyResult<Block<'py>> {
        let objects = match self {
            Self::List(list) => list.get_slice(first, first + BLOCK),
            Self::Tuple(tuple) => {
                let len = tuple.len().saturating_sub(first).min(BLOCK);
                let objects = tuple.clone().into_any();
                return Ok(Block { objects, first, len, item: ffi::PyTuple_GetItem });
            }
            Self::Others(iterator) => {
                let taken: PyResult<Vec<_>> = iterator.clone().take(BLOCK).collect();
                PyList::new(py, taken?)?
            }
        };
        let len = objects.len();
        Ok(Block { objects: objects.into_any(), first: 0, len, item: ffi::PyList_GetItem })
    }
}

type Item = unsafe extern "C" fn(*mut ffi::PyObject, isize) -> *mut ffi::PyObject;

/// Some objects of a tuple, or of a list of its own: nobody can change it, whatever happens meanwhile
/// to the list that it is a part of, and it keeps its objects.
struct Block<'py> {
    objects: Bound<'py, PyAny>,
    first: usize,
    len: usize,
    item: Item,
}

impl<'py> Block<'py> {
    fn iter(&self) -> impl Iterator<Item = Borrowed<'_, 'py, PyAny>> {
        (self.first..self.first + self.len).map(|row| {
            // SAFETY: the function is the one of this type, the row is one of its rows, of which
            // there are no more than an isize, and the object that it lends stays in it.
            unsafe {
                let object = (self.item)(self.objects.as_ptr(), row as isize);
                Borrowed::from_ptr(self.objects.py(), object)
            }
        })
    }
}

fn each_object<'py>(
    py: Python<'py>,
    keys: &Objects<'py>,
    format: Option<KeyFormat>,
    missing: Option<&Bound<'_, PyAny>>,
    mut add: impl FnMut(&Keys<'_>) -> PyResult<()>,
) -> PyResult<()> {
    let format = format.filter(|format| *format != KeyFormat::Utf8);
    let mut first = 0;
    loop {
        let objects = keys.block(py, first)?;
        let is_last = objects.len < BLOCK;
        let mut block = Vec::with_capacity(objects.len);
        let mut copies = Vec::new();
        for (row, object) in objects.iter().enumerate() {
            block.push(match read_exact(object) {
                Exact::Bytes(bytes) => Some(bytes),
                Exact::Raised => return Err(PyErr::fetch(py)),
                Exact::Other if object.is_none() || missing.is_some_and(|it| it.is(object)) => None,
                Exact::Other => {
                    copies.push((row, copy(&object, first + row, format)?));
                    None
                }
            });
        }
        first += objects.len;
        for (row, copy) in &copies {
            if let Some(key) = block.get_mut(*row) {
                *key = Some(copy);
            }
        }
        match format {
            None => add(&Keys::slices(&block))?,
            Some(format) => {
                let added = with_encoded(block.iter().copied(), format, |keys| Ok(add(keys)));
                added.map_err(|why| raise(py, &why))??;
            }
        }
        if is_last {
            return Ok(());
        }
    }
}

/// Copies the bytes of a key that is no exact `bytes` or `str`, or the text of a whole number where
/// a format takes one.
#[inline(never)]
fn copy(key: &Bound<'_, PyAny>, row: usize, format: Option<KeyFormat>) -> PyResult<Vec<u8>> {
    if format.is_some_and(KeyFormat::takes_whole_numbers) && !key.is_instance_of::<PyString>() {
        match WholeNumber::of(key)? {
            WholeNumber::Is(number) => return Ok(number.to_string().into_bytes()),
            WholeNumber::TooLarge(number) => return Ok(number.into_bytes()),
            WholeNumber::Not(_) => {}
        }
    }
    let bytes = key::read_as(key, || format!("{NAME}[{row}]"))?;
    Ok(bytes.map(Cow::into_owned).unwrap_or_default())
}

fn key_format(name: &Bound<'_, PyAny>) -> PyResult<KeyFormat> {
    let given = read_text(name, "key_format")?;
    KeyFormat::named(given).ok_or_else(|| {
        let names = KeyFormat::ALL.map(KeyFormat::name).join(", ");
        let why = format!("key_format must be one of {names}, got {given:?}");
        raise_input(name.py(), &copartition_analysis::Error::asked(why))
    })
}
