//! What an assigner asks of Python while it chooses.

use std::cell::{Cell, RefCell};

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::whole_number;

/// The draws of one choice. A draw that raises is kept; the choice then is to be thrown away.
pub(crate) struct Draws<'a, 'py> {
    py: Python<'py>,
    draw: Option<&'a Bound<'py, PyAny>>,
    raised: RefCell<Option<PyErr>>,
    ignored: Cell<i32>,
}

impl<'a, 'py> Draws<'a, 'py> {
    /// Takes them from a callable; without one, from `random.getrandbits`.
    pub(crate) fn of(py: Python<'py>, draw: Option<&'a Bound<'py, PyAny>>) -> Self {
        Self { py, draw, raised: RefCell::new(None), ignored: Cell::new(0) }
    }

    /// Returns the next draw.
    pub(crate) fn next(&self) -> i32 {
        self.ask(|| {
            // A callable that is not Python's own never looks, and draws may have no end.
            self.py.check_signals()?;
            match self.draw {
                Some(draw) => whole_number::read(&draw.call0()?, "draw", i32::MIN..=i32::MAX),
                None => drawn(self.py),
            }
        })
        .unwrap_or_else(|| {
            // Never twice the same: an assigner may wait for another one.
            self.ignored.set(self.ignored.get().wrapping_add(1));
            self.ignored.get()
        })
    }

    /// Returns what `question` answers; `None` when it or one before it has raised.
    pub(crate) fn ask<T>(&self, question: impl FnOnce() -> PyResult<T>) -> Option<T> {
        if self.raised.borrow().is_some() {
            return None;
        }
        question().map_err(|why| self.raised.replace(Some(why))).ok()
    }

    /// Returns the choice, unless something has raised.
    pub(crate) fn finish<T>(self, choice: T) -> PyResult<T> {
        self.raised.into_inner().map_or(Ok(choice), Err)
    }
}

fn drawn(py: Python<'_>) -> PyResult<i32> {
    static GETRANDBITS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let bits: u32 = GETRANDBITS.import(py, "random", "getrandbits")?.call1((32,))?.extract()?;
    Ok(bits.cast_signed())
}
