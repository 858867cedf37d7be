//! Pieces of columns: JavaScript's typed arrays, borrowed as the core's keys.

use copartition::key::KeyFormat;
use copartition::{Error, Keys, Validity};

use crate::boundary::Failure;
use crate::bytes::Element;
use crate::value::Value;
use crate::written_keys::WrittenKeys;
use crate::{key, key_format};

/// A piece of a column.
pub(crate) struct Chunk<'env> {
    /// What messages call it.
    pub(crate) name: String,
    pub(crate) layout: Layout<'env>,
    /// How many keys; `None`: as many as the arrays hold.
    pub(crate) len: Option<usize>,
    /// A bitmap, and the first key's bit.
    pub(crate) validity: Option<(Array<'env>, usize)>,
}

/// Where the keys of a [`Chunk`] are.
pub(crate) enum Layout<'env> {
    /// Key `i` is `data[offsets[i] .. offsets[i + 1]]`.
    Offsets { data: Array<'env>, offsets: Array<'env> },
    /// Keys of one width.
    Fixed { data: Array<'env>, width: usize },
    /// Arrow's views, and the buffers that they point into.
    Views { views: Array<'env>, buffers: Vec<Array<'env>> },
    /// Numbers; a format says what their keys are.
    Numbers(Array<'env>),
    /// Indices into the keys of other pieces.
    Dictionary { indices: Array<'env>, values: Vec<Chunk<'env>> },
    /// No key is there.
    Missing,
}

/// Takes keys while they are borrowed.
pub(crate) type Take<'a> = dyn FnMut(&Keys<'_>) -> Result<(), Failure> + 'a;

/// What should be a typed array, and its name behind the chunk's.
pub(crate) type Array<'env> = (&'static str, Value<'env>);

impl<'env> Chunk<'env> {
    /// Of all keys that the caller's arrays hold.
    pub(crate) fn of(name: &str, layout: Layout<'env>) -> Self {
        Self { name: name.into(), layout, len: None, validity: None }
    }

    /// How many keys there are.
    pub(crate) fn len(&self) -> Result<usize, Failure> {
        let len_of = |(_, array): Array<'env>| {
            Ok::<_, Failure>(array.typed_array()?.map_or(0, |array| array.len()))
        };
        match (self.len, &self.layout) {
            (Some(len), _) => Ok(len),
            (None, Layout::Offsets { offsets, .. }) => Ok(len_of(*offsets)?.saturating_sub(1)),
            (None, Layout::Numbers(numbers)) => len_of(*numbers),
            (None, _) => Ok(0),
        }
    }

    /// Borrows its keys for `take`; the first is row `start` of the column.
    ///
    /// # Errors
    ///
    /// As [`KeyColumn::each`](crate::key_column::KeyColumn::each).
    pub(crate) fn with_keys(
        &self,
        start: usize,
        format: Option<KeyFormat>,
        take: &mut Take<'_>,
    ) -> Result<(), Failure> {
        let len = self.len()?;
        let mut copy = Vec::new();
        let validity = match self.validity {
            Some((bits, first)) => {
                let bits = self.borrow(bits, BYTES, &mut copy)?;
                // Arrow's is empty when no key is missing.
                let none_missing = bits.is_empty() && self.len.is_some();
                if none_missing { None } else { Some(Validity::new(bits, first, len)?) }
            }
            None => None,
        };
        let mut copy = Vec::new();
        match &self.layout {
            Layout::Offsets { data, offsets } => {
                let bytes = self.borrow(*data, BYTES, &mut copy)?;
                let (mut copy, mut large) = (Vec::new(), Vec::new());
                let keys = if has::<i64>(*offsets)? {
                    let offsets = self.borrow(*offsets, OFFSETS, &mut large)?;
                    Keys::with_large_offsets(bytes, first_offsets(offsets, len)?)?
                } else {
                    let offsets = self.borrow(*offsets, OFFSETS, &mut copy)?;
                    Keys::with_offsets(bytes, first_offsets(offsets, len)?)?
                };
                in_format(valid(keys, validity)?, start, format, take)
            }
            Layout::Fixed { data, width } => {
                let keys = Keys::fixed(self.borrow(*data, BYTES, &mut copy)?, *width, len)?;
                in_format(valid(keys, validity)?, start, format, take)
            }
            Layout::Views { views, buffers } => {
                let (views, _) = self.borrow(*views, BYTES, &mut copy)?.as_chunks();
                let mut copies = vec![Vec::new(); buffers.len()];
                let borrowed: Result<Vec<_>, _> = buffers
                    .iter()
                    .zip(&mut copies)
                    .map(|(buffer, copy)| self.borrow(*buffer, BYTES, copy))
                    .collect();
                let (views, borrowed) = (first(views, len)?, borrowed?);
                in_format(Keys::views(views, &borrowed, validity)?, start, format, take)
            }
            Layout::Numbers(numbers) => {
                let format = key_format::of_numbers(format)?;
                self.with_numbers(*numbers, [start, len], format, validity, take)
            }
            Layout::Dictionary { indices, values } => {
                let mut copy = Vec::new();
                let indices = if has::<u32>(*indices)? {
                    self.borrow(*indices, NUMBERS, &mut copy)?
                } else {
                    for (row, index) in self.whole_numbers(*indices)?.iter().enumerate() {
                        let there = validity.is_none_or(|validity| validity.has(row));
                        match u32::try_from(*index) {
                            Err(_) if row < len && there => {
                                return Err(Failure::from(Error::column(format_args!(
                                    "row {row} has value {index} of the dictionary"
                                ))));
                            }
                            at => copy.push(at.unwrap_or(u32::MAX)),
                        }
                    }
                    &copy
                };
                let indices = first(indices, len)?;
                with_all_keys(values, format, &mut |values| {
                    take(&Keys::dictionary(indices, values, validity)?)
                })
            }
            Layout::Missing => {
                let bits = vec![0; len.div_ceil(8)];
                take(&Keys::fixed(&[], 0, len)?.with_validity(Validity::new(&bits, 0, len)?)?)
            }
        }
    }

    /// Numbers of the format's own width are borrowed, and the keys of others written.
    fn with_numbers(
        &self,
        numbers: Array<'_>,
        [start, len]: [usize; 2],
        format: KeyFormat,
        validity: Option<Validity<'_>>,
        take: &mut Take<'_>,
    ) -> Result<(), Failure> {
        match format {
            KeyFormat::Int if has::<i32>(numbers)? => {
                let mut copy = Vec::new();
                let numbers = self.borrow(numbers, NUMBERS, &mut copy)?;
                take(&valid(Keys::ints(first(numbers, len)?), validity)?)
            }
            KeyFormat::Long if has::<i64>(numbers)? => {
                let mut copy = Vec::new();
                let numbers = self.borrow(numbers, NUMBERS, &mut copy)?;
                take(&valid(Keys::longs(first(numbers, len)?), validity)?)
            }
            _ => {
                let numbers = self.whole_numbers(numbers)?;
                let is_there = |row| validity.is_none_or(|validity| validity.has(row));
                let mut written = WrittenKeys::default();
                for (row, number) in first(&numbers, len)?.iter().enumerate() {
                    // What a missing number is, is open.
                    let text = is_there(row).then(|| number.to_string());
                    written.encode(text.as_deref().map(str::as_bytes), format, start + row)?;
                }
                take(&written.keys()?)
            }
        }
    }

    /// Borrows a typed array; `wanted` is what it should be.
    fn borrow<'a, T: Element>(
        &self,
        array: Array<'a>,
        wanted: &str,
        copy: &'a mut Vec<T>,
    ) -> Result<&'a [T], Failure> {
        let elements = match array.1.typed_array()? {
            Some(array) => array.elements(copy)?,
            None => None,
        };
        elements.ok_or_else(|| self.unfit(array, wanted))
    }

    fn whole_numbers(&self, array: Array<'_>) -> Result<Vec<i128>, Failure> {
        let numbers = match array.1.typed_array()? {
            Some(array) => array.whole_numbers()?,
            None => None,
        };
        numbers.ok_or_else(|| self.unfit(array, NUMBERS))
    }

    #[cold]
    fn unfit(&self, (name, array): Array<'_>, wanted: &str) -> Failure {
        key::unfit_argument(format_args!("{}{name}", self.name), wanted, array)
    }
}

const BYTES: &str = "a Uint8Array";
const OFFSETS: &str = "an Int32Array or a BigInt64Array";
const NUMBERS: &str = "a typed array of whole numbers";

fn has<T: Element>((_, array): Array<'_>) -> Result<bool, Failure> {
    Ok(array.typed_array()?.is_some_and(|array| array.has::<T>()))
}

fn valid<'a>(keys: Keys<'a>, validity: Option<Validity<'a>>) -> Result<Keys<'a>, Error> {
    validity.map_or(Ok(keys), |validity| keys.with_validity(validity))
}

/// The first `len`; Arrow's arrays may be longer.
fn first<T>(elements: &[T], len: usize) -> Result<&[T], Error> {
    elements.get(..len).ok_or_else(|| short(len, elements.len()))
}

/// The offsets of the first `len` keys.
fn first_offsets<T>(offsets: &[T], len: usize) -> Result<&[T], Error> {
    match offsets {
        [] if len == 0 => Ok(offsets),
        _ => {
            let wrong = || short(len, offsets.len().saturating_sub(1));
            offsets.get(..len.saturating_add(1)).ok_or_else(wrong)
        }
    }
}

#[cold]
fn short(wanted: usize, got: usize) -> Error {
    Error::column(format_args!("a column of {wanted} keys has those of {got}"))
}

/// Gives keys to `take`: as they are, or what a format makes of their text.
fn in_format(
    keys: Keys<'_>,
    start: usize,
    format: Option<KeyFormat>,
    take: &mut Take<'_>,
) -> Result<(), Failure> {
    let Some(format) = format.filter(|format| *format != KeyFormat::Utf8) else {
        return take(&keys);
    };
    let mut written = WrittenKeys::default();
    for row in 0..keys.len() {
        written.encode(keys.get(row).as_deref(), format, start + row)?;
    }
    take(&written.keys()?)
}

/// Gives the keys of all pieces to `take`; those of more than one are copied behind each other.
fn with_all_keys(
    chunks: &[Chunk<'_>],
    format: Option<KeyFormat>,
    take: &mut Take<'_>,
) -> Result<(), Failure> {
    if let [chunk] = chunks {
        return chunk.with_keys(0, format, take);
    }
    take(&WrittenKeys::of(chunks, format)?.keys()?)
}
