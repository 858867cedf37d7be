//! Records as Python gives them: iterables and Arrow columns beside each other, of which a batch is
//! read at a time.

use copartition::Error;
use copartition_analysis as analysis;
use copartition_analysis::samples::{Given, LogEntry, Rows, Source};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator, PyList, PyString};

use crate::arrow::{Blocks, Kind};
use crate::error::{raise, raise_input, raise_key_type, type_name};
use crate::key;
use crate::numpy::Array;
use crate::whole_number::{self, WholeNumber};

/// The iterables, by their names; those that were not given are `None`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Columns {
    keys: Py<PyAny>,
    observed: Option<Py<PyAny>>,
    weights: Option<Py<PyAny>>,
    labels: Option<Py<PyAny>>,
    offsets: Option<Py<PyAny>>,
    timestamps: Option<Py<PyAny>>,
    tombstones: Option<Py<PyAny>>,
}

impl Columns {
    /// Gives all records to `add`, which runs without Python but for each batch; `name` is what
    /// messages call the keys.
    ///
    /// # Errors
    ///
    /// What an iterable raises, unchanged; `KeyTypeError` for what is not of its column's type,
    /// `Error` with the code `key_range` or `input`.
    pub(crate) fn read(
        &self,
        py: Python<'_>,
        name: &str,
        add: impl FnOnce(&mut dyn Source) -> Result<(), analysis::Error> + Send,
    ) -> PyResult<()> {
        let mut open = Open::new(self, py, name)?;
        let mut raised = None;
        let added = py.detach(|| {
            let mut given = Given::new(name, |rows| {
                Python::attach(|py| open.fill(py, rows)).map_err(|why| {
                    raised = Some(why);
                    rows.refuse("the iterable has raised")
                })
            });
            add(&mut given)
        });
        match (raised, added) {
            (Some(why), _) => Err(why),
            (None, added) => added.map_err(|why| raise_input(py, &why)),
        }
    }
}

/// The columns while they are iterated.
struct Open {
    keys: Column,
    observed: Option<Column>,
    weights: Option<Column>,
    labels: Option<Column>,
    offsets: Option<Column>,
    timestamps: Option<Column>,
    tombstones: Option<Column>,
}

impl Open {
    fn new(columns: &Columns, py: Python<'_>, keys: &str) -> PyResult<Self> {
        let open = |name: &str, values: &Option<Py<PyAny>>, kind: Option<Kind>| {
            let values = values.as_ref().map(|values| values.bind(py));
            values.map(|values| Column::open(name, values, kind)).transpose()
        };
        let numbers = Some(Kind::Numbers);
        Ok(Self {
            keys: Column::open(keys, columns.keys.bind(py), Some(Kind::Keys))?,
            observed: open("observed", &columns.observed, numbers)?,
            weights: open("weights", &columns.weights, numbers)?,
            labels: open("labels", &columns.labels, Some(Kind::Text))?,
            offsets: open("offsets", &columns.offsets, numbers)?,
            timestamps: open("timestamps", &columns.timestamps, numbers)?,
            tombstones: open("tombstones", &columns.tombstones, None)?,
        })
    }

    fn fill(&mut self, py: Python<'_>, rows: &mut Rows<'_>) -> PyResult<()> {
        py.check_signals()?;
        while !rows.is_full() {
            let Some(key) = self.keys.next(py)? else {
                return self.at_end(py, rows.index());
            };
            let row = Row { index: rows.index(), keys: &self.keys };
            let observed = row.of(py, &mut self.observed)?;
            let weight = row.of(py, &mut self.weights)?;
            let label = row.of(py, &mut self.labels)?;
            let offset = row.of(py, &mut self.offsets)?;
            let timestamp = row.of(py, &mut self.timestamps)?;
            let tombstone = row.of(py, &mut self.tombstones)?;

            let partition = row.number(observed.as_ref(), "observed", 0..=i32::MAX as u32)?;
            let weight = row.number(weight.as_ref(), "weights", 0..=i64::MAX)?;
            let log = LogEntry {
                offset: row.number(offset.as_ref(), "offsets", 0..=i64::MAX)?,
                timestamp: row.number(timestamp.as_ref(), "timestamps", i64::MIN..=i64::MAX)?,
                tombstone: tombstone.map(|it| row.flag(&it, "tombstones")).transpose()?,
                ..LogEntry::default()
            };
            let label = label.as_ref().map(|label| row.text(label, "labels")).transpose()?;
            let key = key::read_as(&key, || row.name(&self.keys.name))?;
            rows.push(key.as_deref(), partition, weight.unwrap_or(1).unsigned_abs(), label, log);
        }
        Ok(())
    }

    /// The keys have ended: the other columns must have, too.
    fn at_end(&mut self, py: Python<'_>, keys: u64) -> PyResult<()> {
        let others = [
            &mut self.observed,
            &mut self.weights,
            &mut self.labels,
            &mut self.offsets,
            &mut self.timestamps,
            &mut self.tombstones,
        ];
        for column in others.into_iter().flatten() {
            if column.next(py)?.is_some() {
                let got = column.length_or_more_than(keys);
                return Err(raise_input(py, &analysis::Error::lengths(&column.name, keys, got)));
            }
        }
        Ok(())
    }
}

/// One iterable.
struct Column {
    name: String,
    /// Where it has one.
    length: Option<usize>,
    values: Py<PyIterator>,
    /// What follows the values, where they are a block of an Arrow column.
    blocks: Option<Blocks>,
}

impl Column {
    /// `kind` is what a column of Arrow's is read as; `None` only iterates.
    fn open(name: &str, values: &Bound<'_, PyAny>, kind: Option<Kind>) -> PyResult<Self> {
        let py = values.py();
        let length = values.len().ok();
        let blocks = kind.map_or(Ok(None), |kind| Blocks::of(values, kind, name))?;
        let values = match (&blocks, kind, Array::of(values)?) {
            (Some(_), _, _) => PyList::empty(py).try_iter()?,
            (None, Some(Kind::Keys), Some(array)) => array.to_list(name)?.try_iter()?,
            _ => iterator(name, values)?,
        };
        Ok(Self { name: name.into(), length, values: values.unbind(), blocks })
    }

    fn next<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            if let Some(value) = self.values.bind(py).clone().next() {
                return value.map(Some);
            }
            match self.blocks.as_mut().map(|blocks| blocks.next(py)).transpose()?.flatten() {
                Some(block) => self.values = block.try_iter()?.unbind(),
                None => return Ok(None),
            }
        }
    }

    fn length_or_more_than(&self, read: u64) -> String {
        self.length.map_or_else(|| format!("more than {read}"), |length| length.to_string())
    }
}

/// What stands beside one key.
struct Row<'a> {
    index: u64,
    keys: &'a Column,
}

impl Row<'_> {
    /// The column's next value; `None` for Python's own, and where the column was not given.
    fn of<'py>(
        &self,
        py: Python<'py>,
        column: &mut Option<Column>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(column) = column else {
            return Ok(None);
        };
        match column.next(py)? {
            Some(value) => Ok(Some(value).filter(|value| !value.is_none())),
            None => {
                let keys = self.keys.length_or_more_than(self.index);
                Err(raise_input(py, &analysis::Error::lengths(&column.name, keys, self.index)))
            }
        }
    }

    fn name(&self, column: &str) -> String {
        format!("{column}[{}]", self.index)
    }

    fn number<N>(
        &self,
        value: Option<&Bound<'_, PyAny>>,
        column: &str,
        range: std::ops::RangeInclusive<N>,
    ) -> PyResult<Option<N>>
    where
        N: Copy + std::fmt::Display + PartialOrd + TryFrom<i64>,
    {
        let Some(value) = value else {
            return Ok(None);
        };
        // The name is made where it is said alone.
        if let WholeNumber::Is(given) = WholeNumber::of(value)?
            && let Ok(number) = N::try_from(given)
            && range.contains(&number)
        {
            return Ok(Some(number));
        }
        whole_number::read(value, &self.name(column), range).map(Some)
    }

    fn text<'v>(&self, value: &'v Bound<'_, PyAny>, column: &str) -> PyResult<&'v str> {
        match value.cast::<PyString>() {
            Ok(text) => text.to_str(),
            Err(_) => Err(self.not(value, column, "str or None")),
        }
    }

    fn flag(&self, value: &Bound<'_, PyAny>, column: &str) -> PyResult<bool> {
        // NumPy's are taken too.
        value.extract().map_err(|_| self.not(value, column, "bool or None"))
    }

    fn not(&self, value: &Bound<'_, PyAny>, column: &str, wanted: &str) -> PyErr {
        match type_name(value) {
            Ok(got) => raise(value.py(), &Error::argument_type(&self.name(column), wanted, got)),
            Err(failed) => failed,
        }
    }
}

/// Iterates over what is given as `name`. Text and bytes are refused: their characters would be taken
/// for elements.
pub(crate) fn iterator<'py>(
    name: &str,
    values: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyIterator>> {
    let is_text = values.is_instance_of::<PyString>() || values.is_instance_of::<PyBytes>();
    if is_text || !values.hasattr("__iter__")? {
        let got = type_name(values)?;
        let wanted = copartition::Error::argument_type(name, "an iterable", got);
        return Err(raise_key_type(values.py(), &wanted));
    }
    values.try_iter()
}
