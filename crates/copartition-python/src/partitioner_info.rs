//! What is known of a partitioner, for those who choose one.

use copartition::{CLIENTS, PARTITIONERS};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Describes a partitioner: its names, its three policies and the clients that have it.
///
/// >>> java = copartition.partitioners()[0]
/// >>> java
/// PartitionerInfo('java')
/// >>> java.clients[0]
/// 'java 3.3.0 and later, partitioner.class unset (default)'
#[pyclass(frozen, module = "copartition")]
pub(crate) struct PartitionerInfo(&'static copartition::Partitioner);

#[pymethods]
impl PartitionerInfo {
    /// The name that always means this partitioner.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// The other names under which it is found, such as settings and class names.
    #[getter]
    fn aliases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.aliases())
    }

    /// What is done with a key, as `Partitioner.keyed`.
    #[getter]
    fn keyed(&self) -> String {
        self.0.keyed().to_string()
    }

    /// What is done with an empty key, as `Partitioner.empty_key`.
    #[getter]
    fn empty_key(&self) -> String {
        self.0.empty_key().to_string()
    }

    /// What is done without a key, as `Partitioner.missing_key`.
    #[getter]
    fn missing_key(&self) -> String {
        self.0.missing_key().to_string()
    }

    /// The clients that have it: by which setting, since when, and whether it is their default.
    #[getter]
    fn clients<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rows = CLIENTS.iter().filter(|row| row.partitioner == self.0.name());
        PyTuple::new(py, rows.map(ToString::to_string).collect::<Vec<_>>())
    }

    fn __repr__(&self) -> String {
        format!("PartitionerInfo('{}')", self.0.name())
    }
}

/// Lists every partitioner that there is, as `PartitionerInfo`.
///
/// >>> [it.name for it in copartition.partitioners() if it.keyed == 'ignored:sticky']
/// ['java:uniform_sticky', 'franz-go:sticky']
#[pyfunction]
pub(crate) fn partitioners() -> Vec<PartitionerInfo> {
    PARTITIONERS.iter().map(PartitionerInfo).collect()
}
