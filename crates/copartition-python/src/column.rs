//! `Column`, what a batch of Arrow's keys is answered with.

use std::sync::Arc;

use copartition::Error;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::arrow::{Numbers, put};
use crate::error::raise;
use crate::numpy;

/// Holds a number for each key of an Arrow column, and none where there is no number.
///
/// Every library that reads Arrow takes it without a copy, such as `pyarrow.array(column)` or
/// `polars.Series(column)`.
///
/// It is what `Partitioner.partition_batch` and `Partitioner.hash_batch` return for Arrow's keys.
/// Immutable, and any number of threads may share one.
///
/// >>> import pyarrow
/// >>> keys = pyarrow.array(['user-1', None, 'user-3'])
/// >>> placed = copartition.Partitioner('java', 6).partition_batch(keys)
/// >>> placed
/// <copartition.Column of 3 int32>
/// >>> pyarrow.array(placed).null_count
/// 1
#[pyclass(frozen, module = "copartition")]
pub(crate) struct Column {
    numbers: Arc<Numbers>,
}

impl Column {
    /// Takes the numbers.
    pub(crate) fn new(numbers: Numbers) -> Self {
        Self { numbers: Arc::new(numbers) }
    }
}

#[pymethods]
impl Column {
    /// Returns the numbers as a list, with `None` where there is none.
    ///
    /// >>> import pyarrow
    /// >>> java = copartition.Partitioner('java', 6)
    /// >>> java.partition_batch(pyarrow.array(['user-1', None, 'user-3'])).to_list()
    /// [2, None, 5]
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.numbers.iter())
    }

    /// Returns the numbers as a new NumPy array: partitions as int32, with -1 where the key does
    /// not decide it, and hashes as uint32.
    ///
    /// Raises `KeyTypeError` where a hash is missing: no number stands for that.
    ///
    /// >>> import pyarrow
    /// >>> java = copartition.Partitioner('java', 6)
    /// >>> java.partition_batch(pyarrow.array(['user-1', None, 'user-3'])).to_numpy()
    /// array([ 2, -1,  5], dtype=int32)
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_numpy(py, &self.numbers)
    }

    /// How many numbers are missing.
    ///
    /// >>> import pyarrow
    /// >>> java = copartition.Partitioner('java', 6)
    /// >>> java.partition_batch(pyarrow.array(['user-1', None])).null_count
    /// 1
    #[getter]
    fn null_count(&self) -> usize {
        self.numbers.missing()
    }

    /// Returns Arrow's capsules of the type and of the numbers.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        // A consumer that wishes for another type has to take this one as well.
        let _ = requested_schema;
        Ok((self.__arrow_c_schema__(py)?, put(py, self.numbers.array())?))
    }

    /// Returns Arrow's capsule of the type.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        put(py, self.numbers.schema(c""))
    }

    fn __len__(&self) -> usize {
        self.numbers.values.len()
    }

    fn __repr__(&self) -> String {
        let kind = if self.numbers.is_signed() { "int32" } else { "uint32" };
        format!("<copartition.Column of {} {kind}>", self.numbers.values.len())
    }
}

/// Makes a NumPy array of the numbers.
pub(crate) fn to_numpy<'py>(py: Python<'py>, numbers: &Numbers) -> PyResult<Bound<'py, PyAny>> {
    if numbers.is_signed() {
        return numpy::array(py, "int32", &numbers.values);
    }
    if numbers.missing() > 0 {
        let row = numbers.iter().position(|number| number.is_none()).unwrap_or_default();
        let wanted = "str or a bytes-like object, as NumPy has no hash of no key";
        return Err(raise(py, &Error::argument_type(&format!("keys[{row}]"), wanted, "None")));
    }
    let hashes: Vec<u32> = numbers.values.iter().map(|hash| hash.cast_unsigned()).collect();
    numpy::array(py, "uint32", &hashes)
}
