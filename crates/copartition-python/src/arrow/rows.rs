use std::borrow::Cow;
use std::ffi::c_void;

use copartition::key::KeyFormat;
use copartition::{Error, Keys, Validity};

use super::c_data::ArrowArray;
use super::column_type::{ColumnType, Layout, WholeType};
use crate::encoded_keys::with_format;
use crate::integers::{Integers, masked};

impl ColumnType {
    /// Returns how many rows an array has.
    pub(crate) fn len(&self, array: &ArrowArray) -> Result<usize, Error> {
        Rows::of(array).map(|rows| rows.len)
    }

    /// Calls `then` with the keys of an array, of which nothing is copied but what the format
    /// encodes; `name` is what messages call the column.
    ///
    /// # Errors
    ///
    /// `offsets` when the array contradicts itself or its schema, `key_type` when its values are no
    /// keys, and what `then` fails with.
    pub(crate) fn with_keys<R>(
        &self,
        array: &ArrowArray,
        format: Option<KeyFormat>,
        name: &str,
        then: impl FnOnce(&Keys<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let column = self.column(array)?;
        if column.rows.len == 0 {
            return then(&Keys::slices(&[]));
        }
        let Some(layout) = self.dictionary else {
            return column.with_keys(self.layout, format, name, then);
        };
        let values = column.array.dictionary()?;
        let values = values.ok_or_else(|| Error::column("the Arrow array has no dictionary"))?;
        let values = Column { array: values, rows: Rows::of(values)?, validity: None };
        let values = values.with_own_validity(layout)?;
        let indices = column.indices(self.layout)?;
        let validity = column.validity()?;
        values.with_keys(layout, format, name, |values| {
            then(&Keys::dictionary(&indices, values, validity)?)
        })
    }

    /// Calls `then` with the whole numbers of an array, and with what tells where there is none.
    ///
    /// # Errors
    ///
    /// As [`with_keys`](Self::with_keys), `key_type` when it has none.
    pub(crate) fn with_integers<R>(
        &self,
        array: &ArrowArray,
        name: &str,
        then: impl FnOnce(&Integers<'_>, &dyn Fn(usize) -> bool) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let column = self.column(array)?;
        let is_missing = |row| column.is_missing(row);
        match (self.layout, &self.dictionary) {
            (Layout::Whole(whole), None) => then(&column.integers(whole)?, &is_missing),
            (Layout::Null, _) => {
                let nothing = zeros(column.rows.len)?;
                then(&Integers::UInt8(Cow::Owned(nothing)), &|_| true)
            }
            _ => {
                Err(Error::argument_type(name, "whole numbers", "an Arrow column of another type"))
            }
        }
    }

    /// Finds the column in an array and checks that its buffers are those of its type.
    fn column<'a>(&self, array: &'a ArrowArray) -> Result<Column<'a>, Error> {
        let rows = Rows::of(array)?;
        let Some((index, count)) = self.child else {
            let column = Column { array, rows, validity: None };
            return column.with_own_validity(self.layout);
        };
        let table = Column { array, rows, validity: None }.with_bitmap()?;
        if usize::try_from(array.n_children) != Ok(count) {
            let got = array.n_children;
            return Err(Error::column(format_args!(
                "the Arrow array has {got} of {count} columns"
            )));
        }
        let children = array.children()?;
        let child = children.get(index).ok_or_else(|| Error::column("no such column"))?;
        let inner = Rows::of(child)?;
        let end = rows.first + rows.len;
        if end > inner.len {
            let got = inner.len;
            return Err(Error::column(format_args!("a column has {got} rows, its table {end}")));
        }
        let first = inner.first + rows.first;
        let column = Column { array: child, rows: Rows { first, len: rows.len }, validity: None };
        column.with_own_validity(self.layout)?.masked_by(&table)
    }
}

/// Which rows of the buffers an array is. Their sum is far below the largest number.
#[derive(Clone, Copy)]
struct Rows {
    first: usize,
    len: usize,
}

impl Rows {
    fn of(array: &ArrowArray) -> Result<Self, Error> {
        let (first, len) = (array.offset, array.length);
        // A row takes a bit at least, so there are not more in memory; and twice of it is a number.
        let most = i64::MAX / 4;
        match (usize::try_from(first), usize::try_from(len)) {
            (Ok(first_row), Ok(rows)) if first <= most && len <= most => {
                Ok(Self { first: first_row, len: rows })
            }
            _ => Err(Error::column(format_args!(
                "an Arrow array cannot have {len} rows from {first}"
            ))),
        }
    }
}

/// The rows of one array, and which of them are missing.
struct Column<'a> {
    array: &'a ArrowArray,
    rows: Rows,
    validity: Option<Bitmap<'a>>,
}

/// Bit `first + i`, least significant first, is 0 where row `i` is missing.
struct Bitmap<'a> {
    bits: Cow<'a, [u8]>,
    first: usize,
}

impl Bitmap<'_> {
    fn is_missing(&self, row: usize) -> bool {
        let bit = self.first + row;
        self.bits.get(bit / 8).is_none_or(|byte| byte >> (bit % 8) & 1 == 0)
    }
}

impl<'a> Column<'a> {
    /// Reads the array's own bitmap, which one that holds nothing has no need of.
    fn with_own_validity(self, layout: Layout) -> Result<Self, Error> {
        if layout == Layout::Null { Ok(self) } else { self.with_bitmap() }
    }

    fn with_bitmap(self) -> Result<Self, Error> {
        let (nulls, len) = (self.array.null_count, self.array.length);
        if nulls < -1 || nulls > len {
            return Err(Error::column(format_args!("{nulls} of {len} rows are missing")));
        }
        // Absent is a bitmap of ones, which the format allows when nothing is missing alone.
        let absent = nulls == 0 || self.array.n_buffers == 0 || {
            // SAFETY: there is one buffer at least.
            let bits = unsafe { self.pointer(0) }?;
            bits.is_null() && nulls == -1
        };
        if absent || self.rows.len == 0 {
            return Ok(self);
        }
        let bytes = (self.rows.first + self.rows.len).div_ceil(8);
        // SAFETY: a bitmap has a bit for each row.
        let bits = unsafe { self.buffer::<u8>(0, 0, bytes) }?;
        let validity = Some(Bitmap { bits, first: self.rows.first });
        Ok(Self { validity, ..self })
    }

    /// Makes rows missing where those of the table are.
    fn masked_by(self, table: &Self) -> Result<Self, Error> {
        if table.validity.is_none() {
            return Ok(self);
        }
        let mut bits = zeros(self.rows.len.div_ceil(8))?;
        for row in (0..self.rows.len).filter(|&row| !self.is_missing(row) && !table.is_missing(row))
        {
            if let Some(byte) = bits.get_mut(row / 8) {
                *byte |= 1 << (row % 8);
            }
        }
        Ok(Self { validity: Some(Bitmap { bits: Cow::Owned(bits), first: 0 }), ..self })
    }

    fn validity(&self) -> Result<Option<Validity<'_>>, Error> {
        let bitmap = self.validity.as_ref();
        bitmap.map(|it| Validity::new(&it.bits, it.first, self.rows.len)).transpose()
    }

    fn is_missing(&self, row: usize) -> bool {
        self.validity.as_ref().is_some_and(|validity| validity.is_missing(row))
    }

    fn with_keys<R>(
        &self,
        layout: Layout,
        format: Option<KeyFormat>,
        name: &str,
        then: impl FnOnce(&Keys<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        if let Layout::Whole(whole) = layout {
            let integers = self.integers(whole)?;
            return integers.with_keys(format, name, self.validity()?, then);
        }
        self.with_bytes(layout, |keys| with_format(keys, format, then))
    }

    fn with_bytes<R>(
        &self,
        layout: Layout,
        then: impl FnOnce(&Keys<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let Rows { first, len } = self.rows;
        if len == 0 {
            // Whoever has no row may have no buffer.
            return then(&Keys::slices(&[]));
        }
        self.check_buffers(layout)?;
        let validity = self.validity()?;
        // SAFETY of each buffer: this layout has it, of one value more than there are rows where
        // they are offsets, and up to the last offset where they are bytes.
        match layout {
            Layout::Null | Layout::Whole(_) => {
                let nothing = zeros(len.div_ceil(8))?;
                let validity = Validity::new(&nothing, 0, len)?;
                then(&Keys::fixed(&[], 0, len)?.with_validity(validity)?)
            }
            Layout::Offsets => {
                // SAFETY: as above.
                let offsets = unsafe { self.buffer::<i32>(1, first, len + 1) }?;
                let end = offsets.last().map_or(0, |&end| usize::try_from(end).unwrap_or(0));
                // SAFETY: as above.
                let bytes = unsafe { self.buffer::<u8>(2, 0, end) }?;
                then(&masked(Keys::with_offsets(&bytes, &offsets)?, validity)?)
            }
            Layout::LargeOffsets => {
                // SAFETY: as above.
                let offsets = unsafe { self.buffer::<i64>(1, first, len + 1) }?;
                let end = offsets.last().map_or(0, |&end| usize::try_from(end).unwrap_or(0));
                // SAFETY: as above.
                let bytes = unsafe { self.buffer::<u8>(2, 0, end) }?;
                then(&masked(Keys::with_large_offsets(&bytes, &offsets)?, validity)?)
            }
            Layout::Fixed(width) => {
                let (start, bytes) = match (first.checked_mul(width), len.checked_mul(width)) {
                    (Some(start), Some(bytes)) => (start, bytes),
                    _ => return Err(too_large(1)),
                };
                // SAFETY: as above.
                let bytes = unsafe { self.buffer::<u8>(1, start, bytes) }?;
                then(&masked(Keys::fixed(&bytes, width, len)?, validity)?)
            }
            Layout::Views => {
                // SAFETY: as above.
                let views = unsafe { self.buffer::<[u8; 16]>(1, first, len) }?;
                let buffers = self.variadic_buffers()?;
                then(&Keys::views(&views, &buffers, validity)?)
            }
        }
    }

    /// Returns the buffers that views point to: the last one has their lengths.
    fn variadic_buffers(&self) -> Result<Vec<&'a [u8]>, Error> {
        let count = self.buffer_count()?.saturating_sub(3);
        // SAFETY: the layout has a length for each.
        let lengths = unsafe { self.buffer::<i64>(2 + count, 0, count) }?;
        let buffer = |(index, &length): (usize, &i64)| {
            let got = || Error::column(format_args!("buffer {} has {length} bytes", 2 + index));
            let length = usize::try_from(length).map_err(|_| got())?;
            // SAFETY: the producer says so.
            match unsafe { self.buffer::<u8>(2 + index, 0, length) }? {
                Cow::Borrowed(bytes) => Ok(bytes),
                Cow::Owned(_) => Ok(&[][..]),
            }
        };
        lengths.iter().enumerate().map(buffer).collect()
    }

    fn integers(&self, whole: WholeType) -> Result<Integers<'a>, Error> {
        self.check_buffers(Layout::Whole(whole))?;
        let Rows { first, len } = self.rows;
        // SAFETY: the layout has a number of this type for each row.
        unsafe {
            Ok(match whole {
                WholeType::Int8 => Integers::Int8(self.buffer(1, first, len)?),
                WholeType::UInt8 => Integers::UInt8(self.buffer(1, first, len)?),
                WholeType::Int16 => Integers::Int16(self.buffer(1, first, len)?),
                WholeType::UInt16 => Integers::UInt16(self.buffer(1, first, len)?),
                WholeType::Int32 => Integers::Int32(self.buffer(1, first, len)?),
                WholeType::UInt32 => Integers::UInt32(self.buffer(1, first, len)?),
                WholeType::Int64 => Integers::Int64(self.buffer(1, first, len)?),
                WholeType::UInt64 => Integers::UInt64(self.buffer(1, first, len)?),
            })
        }
    }

    /// Returns the place of each row's value in a dictionary, any where the row is missing.
    fn indices(&self, layout: Layout) -> Result<Cow<'a, [u32]>, Error> {
        let Layout::Whole(whole) = layout else {
            return Err(Error::column("the Arrow dictionary has no whole numbers"));
        };
        let integers = match self.integers(whole)? {
            Integers::UInt32(indices) => return Ok(indices),
            others => others,
        };
        let index = |row| match integers.get(row).map(|index| (index, u32::try_from(index))) {
            Some((_, Ok(index))) => Ok(index),
            Some((got, Err(_))) if !self.is_missing(row) => {
                Err(Error::column(format_args!("row {row} has value {got} of the dictionary")))
            }
            _ => Ok(0),
        };
        (0..self.rows.len).map(index).collect()
    }

    fn check_buffers(&self, layout: Layout) -> Result<(), Error> {
        let count = self.buffer_count()?;
        if layout.has_buffers(count) {
            return Ok(());
        }
        Err(Error::column(format_args!("an Arrow array of this type cannot have {count} buffers")))
    }

    fn buffer_count(&self) -> Result<usize, Error> {
        let count = self.array.n_buffers;
        let negative = |_| Error::column(format_args!("the Arrow array has {count} buffers"));
        usize::try_from(count).map_err(negative)
    }

    /// Returns `len` values of a buffer from the value `first` on: a copy where they are not
    /// aligned, which the format allows.
    ///
    /// # Safety
    ///
    /// The layout has this buffer, of values of this type and of so many. That they are there is
    /// what the interface leaves to the producer's word: it tells no buffer's length.
    unsafe fn buffer<T: Copy>(
        &self,
        index: usize,
        first: usize,
        len: usize,
    ) -> Result<Cow<'a, [T]>, Error> {
        if len == 0 {
            return Ok(Cow::Borrowed(&[]));
        }
        // SAFETY: the caller's.
        let start = unsafe { self.pointer(index) }?.cast::<T>();
        if start.is_null() {
            return Err(Error::column(format_args!("buffer {index} of the Arrow array is NULL")));
        }
        let bytes = first.checked_add(len).and_then(|end| end.checked_mul(size_of::<T>()));
        if bytes.is_none_or(|bytes| bytes > MOST_BYTES || start.addr() > MOST_BYTES - bytes) {
            return Err(too_large(index));
        }
        // SAFETY: inside the buffer by the caller, and no more than there is memory.
        let start = unsafe { start.add(first) };
        if start.is_aligned() {
            // SAFETY: the same; nobody changes it while the array lives.
            return Ok(Cow::Borrowed(unsafe { std::slice::from_raw_parts(start, len) }));
        }
        // SAFETY: the same.
        let values = (0..len).map(|row| unsafe { start.add(row).read_unaligned() });
        let mut aligned = room(len)?;
        aligned.extend(values);
        Ok(Cow::Owned(aligned))
    }

    /// # Safety
    ///
    /// The array says that it has this buffer.
    unsafe fn pointer(&self, index: usize) -> Result<*const c_void, Error> {
        let count = self.buffer_count()?;
        if self.array.buffers.is_null() || index >= count {
            return Err(Error::column(format_args!("the Arrow array has no buffer {index}")));
        }
        // SAFETY: the producer says so.
        Ok(unsafe { *self.array.buffers.add(index) })
    }
}

/// Makes room for as many values as an array claims to have.
fn room<T>(len: usize) -> Result<Vec<T>, Error> {
    let mut room = Vec::new();
    let reserved = room.try_reserve_exact(len);
    reserved.map_err(|_| Error::column(format_args!("{len} rows do not fit into memory")))?;
    Ok(room)
}

fn zeros(len: usize) -> Result<Vec<u8>, Error> {
    let mut zeros = room(len)?;
    zeros.resize(len, 0);
    Ok(zeros)
}

/// No machine gives a program addresses of more than 57 bits.
const MOST_BYTES: usize = if usize::BITS == 64 { 1 << 57 } else { isize::MAX.unsigned_abs() };

#[cold]
fn too_large(buffer: usize) -> Error {
    Error::column(format_args!("buffer {buffer} of the Arrow array is larger than memory"))
}
