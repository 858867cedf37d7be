//! The Python package's native module, `copartition._native`: types in, types out.
//!
//! One file a noun: how a [`key`] and a [`partition_count`] are read, how an [`error`] is raised,
//! the classes of [`partitioner`], [`partitioner_info`], [`clients`] and [`settings`], and
//! [`partition_method`], the one call
//! that is made for every record. Doc comments on `#[pyfunction]` and `#[pyclass]` items are the
//! docstrings; their examples are run against the installed wheel.

mod clients;
mod error;
mod hash;
mod key;
mod partition_count;
mod partition_method;
mod partitioner;
mod partitioner_info;
mod settings;

/// Kafka partitioners: the partition each client gives a key, bit for bit.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::clients::{ClientInfo, clients};
    #[pymodule_export]
    use crate::error::{Error, KeyTypeError};
    #[pymodule_export]
    use crate::hash::{crc32, fnv1a, kafkajs_legacy, murmur2};
    #[pymodule_export]
    use crate::partitioner::{Partitioner, group_partition, partition};
    #[pymodule_export]
    use crate::partitioner_info::{PartitionerInfo, partitioners};
    #[pymodule_export]
    use crate::settings::{Settings, settings};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "Python's own spelling")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::partition_method::add_to(&module.py().get_type::<Partitioner>())
    }
}
