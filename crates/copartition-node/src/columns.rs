//! Records as JavaScript gives them: arrays beside each other, of which a batch is read at a time.

use std::fmt::{self, Display, Formatter};

use copartition::Error;
use copartition_analysis as analysis;
use copartition_analysis::samples::{Given, LogEntry, Rows, Source};

use crate::boundary::Failure;
use crate::text::Room;
use crate::value::{Env, Value};
use crate::written_keys::WrittenKeys;
use crate::{key, key_column, whole_number};

/// The arrays; those that were not given are `None`.
pub(crate) struct Columns<'env> {
    env: &'env Env,
    keys: GivenKeys<'env>,
    pub(crate) observed: Option<Column<'env>>,
    pub(crate) weights: Option<Column<'env>>,
    pub(crate) labels: Option<Column<'env>>,
    pub(crate) offsets: Option<Column<'env>>,
    pub(crate) timestamps: Option<Column<'env>>,
    pub(crate) tombstones: Option<Column<'env>>,
}

/// Keys, and what messages call them.
struct GivenKeys<'env> {
    name: String,
    /// The array; `None` when they are written.
    listed: Option<Value<'env>>,
    /// Copied out of memory that the user's code, a getter, could move or free.
    written: WrittenKeys,
    length: u32,
}

impl<'env> GivenKeys<'env> {
    fn read(list: Value<'env>, name: &str, keys: Value<'env>) -> Result<Self, Failure> {
        if let Some(written) = key_column::read_memory(name, keys)? {
            let most = |_| Error::column("a column here has at most 4294967295 keys");
            let length = u32::try_from(written.len()).map_err(most)?;
            return Ok(Self { name: name.into(), listed: None, written, length });
        }
        let Column { name, values, length } = Column::read(list, name, keys)?;
        Ok(Self { name, listed: Some(values), written: WrittenKeys::default(), length })
    }
}

/// One array, and what messages call it.
pub(crate) struct Column<'env> {
    name: String,
    values: Value<'env>,
    length: u32,
}

impl<'env> Column<'env> {
    /// Reads an array, or any iterable that `list` makes one of. May run the user's code.
    ///
    /// # Errors
    ///
    /// `key_type` when it is neither; text is neither, for its characters would be taken for keys.
    pub(crate) fn read(
        list: Value<'env>,
        name: &str,
        values: Value<'env>,
    ) -> Result<Self, Failure> {
        let given = values;
        let typed = given.typed_array()?.and_then(|array| u32::try_from(array.len()).ok());
        let (values, length) = match given.array_length()?.or(typed) {
            Some(length) => (given, Some(length)),
            None => {
                let values = list.call(&[given])?;
                (values, values.array_length()?)
            }
        };
        let length = length.ok_or_else(|| key::unfit_argument(name, "an iterable", given))?;
        Ok(Self { name: name.into(), values, length })
    }

    /// What `read` makes of each element, which it is told with its name. May run the user's code.
    pub(crate) fn elements<T>(
        &self,
        read: impl Fn(Value<'env>, Place<'_>) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        (0..self.length).map(|at| read(self.values.element(at)?, self.place(at))).collect()
    }

    fn place(&self, at: u32) -> Place<'_> {
        Place { name: &self.name, at }
    }
}

/// An element as messages name it: `observed[3]`, made where it is said alone.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    name: &'a str,
    at: u32,
}

impl Display for Place<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]", self.name, self.at)
    }
}

impl<'env> Columns<'env> {
    /// The keys alone, which messages call `name`: an array, any iterable, packed bytes or a vector
    /// of apache-arrow. May run the user's code.
    ///
    /// # Errors
    ///
    /// As [`Column::read`], and `offsets` for memory that is not as it says.
    pub(crate) fn of(list: Value<'env>, name: &str, keys: Value<'env>) -> Result<Self, Failure> {
        Ok(Self {
            env: list.env,
            keys: GivenKeys::read(list, name, keys)?,
            observed: None,
            weights: None,
            labels: None,
            offsets: None,
            timestamps: None,
            tombstones: None,
        })
    }

    /// Gives all records to `add`.
    ///
    /// # Errors
    ///
    /// `key_type` for what is not of its column's type, `key_range`, `input`; and what the user's
    /// own code throws, as a getter.
    pub(crate) fn read(
        &self,
        add: impl FnOnce(&mut dyn Source) -> Result<(), analysis::Error>,
    ) -> Result<(), Failure> {
        self.check_lengths()?;
        let mut failed = None;
        let mut given = Given::new(&self.keys.name, |rows| {
            self.env.scoped(|| self.fill(rows)).map_err(|why| {
                failed = Some(why);
                rows.refuse("not read")
            })
        });
        let added = add(&mut given);
        match failed {
            Some(why) => Err(why),
            None => Ok(added?),
        }
    }

    fn check_lengths(&self) -> Result<(), Failure> {
        let others = [
            &self.observed,
            &self.weights,
            &self.labels,
            &self.offsets,
            &self.timestamps,
            &self.tombstones,
        ];
        let keys = self.keys.length;
        match others.into_iter().flatten().find(|other| other.length != keys) {
            Some(other) => Err(analysis::Error::lengths(&other.name, keys, other.length).into()),
            None => Ok(()),
        }
    }

    fn fill(&self, rows: &mut Rows<'_>) -> Result<(), Failure> {
        let mut room = Room::new();
        while !rows.is_full() && rows.index() < self.keys.length.into() {
            let at = rows.index() as u32;
            let element = self.keys.listed.map(|keys| keys.element(at)).transpose()?;
            let partition = number(&self.observed, at, 0..=i32::MAX.into())?;
            let weight = number(&self.weights, at, 0..=*whole_number::SAFE.end())?;
            let label = value(&self.labels, at, |label, place| key::read_text(label, place))?;
            let log = LogEntry {
                offset: value(&self.offsets, at, long)?,
                timestamp: value(&self.timestamps, at, long)?,
                tombstone: value(&self.tombstones, at, |it, place| {
                    it.truth()?.ok_or_else(|| key::unfit_argument(place, "a boolean or null", it))
                })?,
                ..LogEntry::default()
            };
            // Last, since the user's code, a getter, could move or free the bytes.
            let key = match element {
                Some(key) => key::read_as(key, Place { name: &self.keys.name, at }, &mut room)?,
                None => self.keys.written.get(at as usize),
            };
            let partition = partition.map(|partition| partition as u32);
            let weight = weight.map_or(1, i64::unsigned_abs);
            rows.push(key, partition, weight, label.as_deref(), log);
        }
        Ok(())
    }
}

/// What `read` makes of a column's value; `None` for null and undefined, and without the column.
fn value<'env, T>(
    column: &Option<Column<'env>>,
    at: u32,
    read: impl FnOnce(Value<'env>, Place<'_>) -> Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    let Some(column) = column else { return Ok(None) };
    let value = column.values.element(at)?;
    match value.kind()? {
        "null" | "undefined" => Ok(None),
        _ => read(value, column.place(at)).map(Some),
    }
}

fn number(
    column: &Option<Column<'_>>,
    at: u32,
    range: std::ops::RangeInclusive<i64>,
) -> Result<Option<i64>, Failure> {
    value(column, at, |number, place| whole_number::read_either(number, place, range))
}

fn long(value: Value<'_>, place: Place<'_>) -> Result<i64, Failure> {
    whole_number::read_long(value, place)
}
