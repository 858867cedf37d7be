//! `Partitioner`, and the functions that need none.

use std::ffi::CStr;
use std::hash::{Hash, Hasher};

use copartition::{ErrorId, PartitionCount, Placement};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::error::{raise, raise_not_text};
use crate::given_keys::GivenKeys;
use crate::partition_method::{PlacesKeys, add_to};
use crate::{batch, key, partition_count};

/// Places keys as one client's partitioner does over a fixed number of partitions.
///
/// `name` is `client[@version][:setting]`, an alias or a rule's name, as `partitioners()` lists
/// them; `partitions` is the topic's partition count, 1 to 2147483647. Partitioners are immutable,
/// equal when the name that both stand for and the count are, hashable, picklable, and may be
/// shared by any number of threads.
///
/// Raises `Error` with the code `unknown_partitioner` or `partition_count`, and `TypeError` for a
/// name that is no `str`.
///
/// >>> java = copartition.Partitioner('java', 6)
/// >>> [java.partition(f'user-{n}') for n in range(1, 7)]
/// [2, 2, 5, 1, 4, 5]
/// >>> copartition.Partitioner('confluent-kafka', 6)
/// Partitioner('librdkafka:consistent_random', 6)
#[pyclass(frozen, eq, hash, module = "copartition")]
pub(crate) struct Partitioner {
    pub(crate) partitioner: &'static copartition::Partitioner,
    pub(crate) n: PartitionCount,
}

// `partition` is added by partition_method.
#[pymethods]
impl Partitioner {
    #[new]
    fn new(name: &Bound<'_, PyAny>, partitions: &Bound<'_, PyAny>) -> PyResult<Self> {
        let partitioner = named(name)?;
        Ok(Self { partitioner, n: partition_count::read(partitions)? })
    }

    /// Returns the 32-bit hash of the key, unsigned.
    ///
    /// Java prints the same 32 bits signed. Raises `Error` with the code `no_hash` where the client
    /// has none: it ignores keys, or its digest is wider.
    ///
    /// >>> copartition.Partitioner('java', 12).hash('kafka')
    /// 3496464228
    #[pyo3(signature = (key, /))]
    fn hash(&self, key: &Bound<'_, PyAny>) -> PyResult<u32> {
        let data = key::read_data(key)?;
        self.partitioner.hash(&data).map_err(|error| raise(key.py(), &error))
    }

    /// Returns the partition of each key, in the form that the keys have.
    ///
    /// `keys` is a list or another iterable of keys, and a list of partitions comes back, with
    /// `None` where the key does not decide it; a NumPy array, and an int32 array comes back, with
    /// -1; or a column of Arrow (pyarrow, polars, pandas, DuckDB and all that have
    /// `__arrow_c_array__` or `__arrow_c_stream__`), and a `Column` comes back, with nulls.
    ///
    /// `column` names the column of a table. `key_format` says which bytes texts and whole numbers
    /// stand for, as on the command line: `int`, `long`, `short`, `hex`, ...; numbers need one.
    /// Columns are read where they are, and other threads run meanwhile.
    ///
    /// Raises `KeyTypeError`, and `Error` with the code `refused`, or `offsets` for a column that
    /// contradicts itself.
    ///
    /// >>> java = copartition.Partitioner('java', 6)
    /// >>> java.partition_batch(['user-1', b'user-3', None])
    /// [2, 5, None]
    /// >>> java.partition_batch([42, -1], key_format='long')
    /// [4, 5]
    #[pyo3(signature = (keys, /, *, column = None, key_format = None))]
    fn partition_batch<'py>(
        &self,
        keys: &Bound<'py, PyAny>,
        column: Option<&Bound<'py, PyAny>>,
        key_format: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = GivenKeys::read(keys, column, key_format)?;
        batch::partition(keys.py(), self.partitioner, self.n, given)
    }

    /// Returns the 32-bit hash of each key, unsigned, in the form that the keys have.
    ///
    /// The keys are those of `partition_batch`. Of no key there is no hash: `None` or a null, and
    /// for NumPy `KeyTypeError`. Arrays are uint32. Raises `Error` with the code `no_hash` as
    /// `hash` does.
    ///
    /// >>> copartition.Partitioner('java', 12).hash_batch(['kafka', None])
    /// [3496464228, None]
    #[pyo3(signature = (keys, /, *, column = None, key_format = None))]
    fn hash_batch<'py>(
        &self,
        keys: &Bound<'py, PyAny>,
        column: Option<&Bound<'py, PyAny>>,
        key_format: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let given = GivenKeys::read(keys, column, key_format)?;
        batch::hash(keys.py(), self.partitioner, given)
    }

    /// Returns how many of the keys go to each partition, and how many the key does not decide.
    ///
    /// The keys are those of `partition_batch`; nothing is kept of them.
    ///
    /// >>> java = copartition.Partitioner('java', 6)
    /// >>> java.count_batch(['user-1', 'user-2', 'user-3', None])
    /// ([0, 0, 2, 0, 0, 1], 1)
    #[pyo3(signature = (keys, /, *, column = None, key_format = None))]
    fn count_batch<'py>(
        &self,
        keys: &Bound<'py, PyAny>,
        column: Option<&Bound<'py, PyAny>>,
        key_format: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Vec<u64>, u64)> {
        let given = GivenKeys::read(keys, column, key_format)?;
        batch::count(keys.py(), self.partitioner, self.n, given)
    }

    /// The name that always means this partitioner.
    ///
    /// >>> copartition.Partitioner('murmur2_random', 6).name
    /// 'librdkafka:murmur2_random'
    #[getter]
    fn name(&self) -> &'static str {
        self.partitioner.name()
    }

    /// The number of partitions.
    ///
    /// >>> copartition.Partitioner('java', 6).partitions
    /// 6
    #[getter]
    fn partitions(&self) -> u32 {
        self.n.get()
    }

    /// What is done with a key: a rule's name, or `ignored:` and how the client places instead.
    ///
    /// >>> copartition.Partitioner('java', 6).keyed
    /// 'murmur2'
    /// >>> copartition.Partitioner('kafka-go', 6).keyed
    /// 'ignored:round_robin'
    #[getter]
    fn keyed(&self) -> String {
        self.partitioner.keyed().to_string()
    }

    /// What is done with an empty key: `hashed`, or `unkeyed:` and how the client places instead.
    ///
    /// >>> copartition.Partitioner('java', 6).empty_key
    /// 'hashed'
    /// >>> copartition.Partitioner('librdkafka', 6).empty_key
    /// 'unkeyed:sticky'
    #[getter]
    fn empty_key(&self) -> String {
        self.partitioner.empty_key().to_string()
    }

    /// What is done without a key: `unkeyed:` and how the client places instead,
    /// `hashed_as_empty`, `partition_0` or `refused`.
    ///
    /// >>> copartition.Partitioner('java', 6).missing_key
    /// 'unkeyed:built_in'
    /// >>> copartition.Partitioner('librdkafka:murmur2', 6).missing_key
    /// 'hashed_as_empty'
    #[getter]
    fn missing_key(&self) -> String {
        self.partitioner.missing_key().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Partitioner('{}', {})", self.partitioner.name(), self.n.get())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (&'static str, u32)) {
        (slf.get_type(), (slf.get().name(), slf.get().partitions()))
    }
}

impl Partitioner {
    /// Adds the method `partition`.
    pub(crate) fn add_partition(class: &Bound<'_, PyType>) -> PyResult<()> {
        add_to::<Self>(class, DOC)
    }
}

const DOC: &CStr = c"partition($self, key, /)
--

Returns the partition of the key, or `None` when the key does not decide it.

`key` is `str` (its UTF-8), a bytes-like object, or `None` for no key; zero bytes are an empty
key, which is a key. `None` comes back when the client or its caller chooses at send time: it is
never a made-up number. Raises `KeyTypeError`, or `Error` with the code `refused`.

>>> java = copartition.Partitioner('java', 12)
>>> java.partition('kafka'), java.partition(b''), java.partition(None)
(4, 9, None)
";

impl PlacesKeys for Partitioner {
    #[inline]
    fn place(&self, key: &[u8]) -> Option<u32> {
        match self.partitioner.place(Some(key), self.n) {
            Placement::Partition(partition) => Some(partition),
            _ => None,
        }
    }

    fn place_any(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let bytes = key::read(key)?;
        let placed = self.partitioner.partition(bytes.as_deref(), self.n);
        placed.map_err(|error| raise(key.py(), &error))
    }
}

impl PartialEq for Partitioner {
    fn eq(&self, other: &Self) -> bool {
        self.n == other.n && self.partitioner.name() == other.partitioner.name()
    }
}

impl Hash for Partitioner {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.partitioner.name().hash(state);
        self.n.hash(state);
    }
}

/// Returns the partition that a client gives a key, or `None` when the key does not decide it.
///
/// `key` is `str` (its UTF-8), a bytes-like object, or `None` for no key; zero bytes are an empty
/// key, which is a key. `partitions` is the topic's partition count, 1 to 2147483647.
/// `partitioner` is `client[@version][:setting]`, an alias or a rule's name. `None` comes back when
/// the client or its caller chooses at send time: it is never a made-up number.
///
/// Raises `KeyTypeError`, or `Error` with the code `partition_count`, `unknown_partitioner` or
/// `refused`. For many keys, `Partitioner` looks the name up once.
///
/// >>> copartition.partition('user-3', 6)
/// 5
/// >>> copartition.partition(b'user-3', 6, partitioner='librdkafka')
/// 0
/// >>> copartition.partition(None, 6) is None
/// True
#[pyfunction]
#[pyo3(
    signature = (key, partitions, partitioner = None),
    text_signature = "(key, partitions, partitioner='java')"
)]
pub(crate) fn partition(
    key: &Bound<'_, PyAny>,
    partitions: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = given)] partitioner: Option<Bound<'_, PyAny>>,
) -> PyResult<Option<u32>> {
    let n = partition_count::read(partitions)?;
    let partitioner = match &partitioner {
        Some(name) => named(name)?,
        None => found(key.py(), "java")?,
    };
    Partitioner { partitioner, n }.place_any(key)
}

/// Returns the partition of `__consumer_offsets` that holds a consumer group.
///
/// The same formula places a transactional id in `__transaction_state`. `partitions` is that
/// topic's partition count, 50 unless the brokers were told otherwise. The formula is Apache
/// Kafka's; other brokers may differ. Raises `KeyTypeError` for a group that is no `str`.
///
/// >>> copartition.group_partition('my-group')
/// 12
#[pyfunction]
#[pyo3(
    signature = (group, partitions = None),
    text_signature = "(group, partitions=50)"
)]
pub(crate) fn group_partition(
    group: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = given)] partitions: Option<Bound<'_, PyAny>>,
) -> PyResult<u32> {
    let n = match &partitions {
        Some(count) => partition_count::read(count)?,
        None => copartition::COORDINATOR_PARTITIONS,
    };
    Ok(copartition::group_partition(key::read_text(group, "key")?, n))
}

/// Takes an argument as it is, so that an explicit `None` is not taken for the default.
#[expect(clippy::unnecessary_wraps, reason = "pyo3 wants a result")]
pub(crate) fn given<'py>(argument: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    Ok(Some(argument.clone()))
}

fn named(name: &Bound<'_, PyAny>) -> PyResult<&'static copartition::Partitioner> {
    match name.cast::<PyString>() {
        Ok(text) => found(name.py(), text.to_str()?),
        Err(_) => Err(raise_not_text(name, ErrorId::UnknownPartitioner)),
    }
}

fn found(py: Python<'_>, name: &str) -> PyResult<&'static copartition::Partitioner> {
    copartition::Partitioner::named(name).map_err(|error| raise(py, &error))
}
