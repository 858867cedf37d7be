use std::mem::ManuallyDrop;

use copartition::Error;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};

use super::c_data::ArrowArray;
use super::capsule::Arrays;
use super::column_type::ColumnType;
use crate::error::{self, raise};

/// The values of an Arrow column as Python's own objects, a block of them at a time.
pub(crate) struct Blocks {
    arrays: Arrays,
    column_type: ColumnType,
    kind: Kind,
    name: String,
    /// The array that is read, and the row that is next.
    current: Option<(ArrowArray, usize)>,
}

/// What the values are.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Keys,
    Numbers,
    Text,
}

/// So many rows are checked at a time: a dictionary is with each of them.
const ROWS: usize = 65_536;

impl Blocks {
    /// Takes an object with a column of Arrow's; `None` when it has none, and when its own method
    /// fails: it may be iterated all the same, as a pandas Series is without pyarrow.
    ///
    /// # Errors
    ///
    /// `KeyTypeError` when the column is of another kind, `Error` when it contradicts itself.
    pub(crate) fn of(object: &Bound<'_, PyAny>, kind: Kind, name: &str) -> PyResult<Option<Self>> {
        let py = object.py();
        let arrays = match Arrays::of(object) {
            Ok(Some(arrays)) => arrays,
            Ok(None) => return Ok(None),
            Err(why) if why.is_instance_of::<PyException>(py) && !is_ours(py, &why) => {
                return Ok(None);
            }
            Err(why) => return Err(why),
        };
        let column_type = arrays.column_type(None, name).map_err(|why| raise(py, &why))?;
        Ok(Some(Self { arrays, column_type, kind, name: name.into(), current: None }))
    }

    /// Returns the next values; `None` after the last ones.
    pub(crate) fn next<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        loop {
            if let Some((array, row)) = &mut self.current {
                let left = self.column_type.len(array).map_err(|why| raise(py, &why))? - *row;
                if left > 0 {
                    let block = array.part(*row, left.min(ROWS));
                    *row += left.min(ROWS);
                    return self.values(py, &block).map(Some);
                }
            }
            let next = py.detach(|| self.arrays.next_array()).map_err(|why| raise(py, &why))?;
            match next {
                Some(array) => {
                    self.check(&array).map_err(|why| raise(py, &why))?;
                    self.current = Some((array, 0));
                }
                None => return Ok(None),
            }
        }
    }

    /// Checks all of an array: blocks of it might end before what is wrong.
    fn check(&self, array: &ArrowArray) -> Result<(), Error> {
        match self.kind {
            Kind::Numbers => self.column_type.with_integers(array, &self.name, |_, _| Ok(())),
            _ => self.column_type.with_keys(array, None, &self.name, |_| Ok(())),
        }
    }

    fn values<'py>(&self, py: Python<'py>, array: &ArrowArray) -> PyResult<Bound<'py, PyList>> {
        let (column_type, name) = (&self.column_type, &*self.name);
        let listed: Result<PyResult<_>, Error> = match self.kind {
            Kind::Keys => column_type.with_keys(array, None, name, |keys| {
                let key = |row| keys.get(row).map(|key| PyBytes::new(py, &key));
                Ok(PyList::new(py, (0..keys.len()).map(key)))
            }),
            Kind::Text => column_type.with_keys(array, None, name, |texts| {
                let text = |row| texts.get(row).map(|text| PyString::from_bytes(py, &text));
                let text = |row| text(row).transpose();
                let all: PyResult<Vec<_>> = (0..texts.len()).map(text).collect();
                Ok(all.and_then(|all| PyList::new(py, all)))
            }),
            Kind::Numbers => column_type.with_integers(array, name, |numbers, is_missing| {
                let number = |row| numbers.get(row).filter(|_| !is_missing(row));
                Ok(PyList::new(py, (0..numbers.len()).map(number)))
            }),
        };
        listed.map_err(|why| raise(py, &why))?
    }
}

fn is_ours(py: Python<'_>, why: &PyErr) -> bool {
    why.is_instance_of::<error::Error>(py)
}

impl ArrowArray {
    /// Returns `len` of its rows, from `first` on; this one still has to be released, and not that.
    fn part(&self, first: usize, len: usize) -> ManuallyDrop<Self> {
        ManuallyDrop::new(Self {
            // Both are in the array, whose own numbers are i64.
            length: len as i64,
            offset: self.offset + first as i64,
            null_count: if self.null_count == 0 { 0 } else { -1 },
            ..*self
        })
    }
}
