//! Columns of keys, checked once.

use core::fmt;
use core::ops::Deref;

use crate::Error;

/// A column of keys in memory that somebody else owns, in one of Arrow's layouts.
///
/// Its constructors check it once, so that everything after them cannot fail: offsets ascend and
/// stay inside the bytes. A key may be missing; zero bytes are an empty key.
///
/// ```
/// use copartition::{Keys, Validity};
///
/// let keys = Keys::with_offsets(b"user-1user-2", &[0, 6, 6, 12])?;
/// assert_eq!(keys.len(), 3);
/// assert_eq!(keys.get(1).as_deref(), Some(&b""[..]));
///
/// // Bit 1 of the bitmap is 0: there is no key.
/// let keys = keys.with_validity(Validity::new(&[0b101], 0, 3)?)?;
/// assert_eq!(keys.get(1), None);
/// assert_eq!(keys.get(2).as_deref(), Some(&b"user-2"[..]));
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Keys<'a> {
    layout: Layout<'a>,
    len: usize,
    validity: Option<Validity<'a>>,
}

/// Where the bytes of a column are.
#[derive(Clone, Copy)]
pub(crate) enum Layout<'a> {
    /// Key `i` is `bytes[offsets[i] .. offsets[i + 1]]`.
    Offsets32(&'a [u8], &'a [i32]),
    /// The same with wide offsets.
    Offsets64(&'a [u8], &'a [i64]),
    /// Key `i` is `bytes[separators[i] + 1 .. separators[i + 1]]`.
    Separated(&'a [u8], &'a [i32]),
    /// Key `i` is `bytes[i * width ..][.. width]`.
    Fixed(&'a [u8], usize),
    /// Key `i` is in its view, or where that points to.
    Views(&'a [[u8; 16]], &'a [&'a [u8]]),
    /// Each key is a slice, or there is none.
    Slices(&'a [Option<&'a [u8]>]),
    /// Key `i` is number `i`, big-endian.
    Ints(&'a [i32]),
    /// The same of eight bytes.
    Longs(&'a [i64]),
    /// Key `i` is key `indices[i]` of another column.
    Dictionary(&'a [u32], &'a Keys<'a>),
}

/// A bitmap that says which keys of a column are there, as in Arrow.
#[derive(Clone, Copy)]
pub struct Validity<'a> {
    bits: &'a [u8],
    first: usize,
    len: usize,
}

impl<'a> Validity<'a> {
    /// Takes the bitmap of `len` keys: bit `first + i` of `bits`, the least significant of a byte
    /// first, is 0 where key `i` is missing.
    ///
    /// # Errors
    ///
    /// `offsets` when there are fewer bits.
    pub fn new(bits: &'a [u8], first: usize, len: usize) -> Result<Self, Error> {
        let wanted = first.checked_add(len);
        match wanted {
            Some(wanted) if wanted.div_ceil(8) <= bits.len() => Ok(Self { bits, first, len }),
            _ => Err(Error::short_validity(wanted.unwrap_or(usize::MAX), bits.len())),
        }
    }

    /// Tells whether key `row` is there.
    #[inline]
    pub fn has(&self, row: usize) -> bool {
        let bit = self.first + row;
        self.bits.get(bit / 8).is_none_or(|byte| byte >> (bit % 8) & 1 == 1)
    }

    /// Returns the bits of up to 64 keys from `row` on, the first in the lowest bit; 1 beyond the
    /// last.
    pub(crate) fn word(&self, row: usize) -> u64 {
        let bit = self.first + row;
        let left = self.len.saturating_sub(row).min(64);
        let byte = |at: usize| u128::from(self.bits.get(bit / 8 + at).copied().unwrap_or_default());
        let bits = (0..9).fold(0, |bits, at| bits | byte(at) << (8 * at));
        (bits >> (bit % 8)) as u64 | u64::MAX.checked_shl(left as u32).unwrap_or_default()
    }
}

/// One key of a column: its bytes.
#[derive(Clone, Copy)]
pub struct Key<'a>(Bytes<'a>);

/// A number is native where its column is, so that its key is nowhere.
#[derive(Clone, Copy)]
enum Bytes<'a> {
    There(&'a [u8]),
    Int([u8; 4]),
    Long([u8; 8]),
}

impl Deref for Key<'_> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Bytes::There(bytes) => bytes,
            Bytes::Int(bytes) => bytes,
            Bytes::Long(bytes) => bytes,
        }
    }
}

impl PartialEq for Key<'_> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Key<'_> {}

impl fmt::Debug for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<'a> Keys<'a> {
    /// Takes keys one behind the other: key `i` is `bytes[offsets[i] .. offsets[i + 1]]`.
    ///
    /// `offsets` has one entry more than there are keys, or none; the first need not be 0. This is
    /// Arrow's Utf8 and Binary.
    ///
    /// # Errors
    ///
    /// `offsets` when one is negative, less than the one before it, or past the end of `bytes`.
    pub fn with_offsets(bytes: &'a [u8], offsets: &'a [i32]) -> Result<Self, Error> {
        check_offsets(bytes, offsets, 0)?;
        let len = offsets.len().saturating_sub(1);
        Ok(Self::of(Layout::Offsets32(bytes, offsets), len))
    }

    /// Takes keys one behind the other by 64-bit offsets: Arrow's LargeUtf8 and LargeBinary.
    ///
    /// # Errors
    ///
    /// As [`with_offsets`](Self::with_offsets).
    pub fn with_large_offsets(bytes: &'a [u8], offsets: &'a [i64]) -> Result<Self, Error> {
        check_offsets(bytes, offsets, 0)?;
        let len = offsets.len().saturating_sub(1);
        Ok(Self::of(Layout::Offsets64(bytes, offsets), len))
    }

    /// Takes keys with one byte between them, such as lines: key `i` is what stands between the
    /// bytes at `separators[i]` and `separators[i + 1]`.
    ///
    /// There is one separator more than there are keys, or none: one stands before the first key. The
    /// last may be the end of `bytes`. What the bytes there are is not looked at.
    ///
    /// # Errors
    ///
    /// `offsets` when one is negative, not more than the one before it, or past the end of `bytes`.
    ///
    /// ```
    /// use copartition::Keys;
    ///
    /// let keys = Keys::separated(b"\nuser-1\n\nuser-2", &[0, 7, 8, 15])?;
    /// assert_eq!(keys.get(0).as_deref(), Some(&b"user-1"[..]));
    /// assert_eq!(keys.get(1).as_deref(), Some(&b""[..]));
    /// assert!(Keys::separated(b"\nuser-1", &[0, 0]).is_err());
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn separated(bytes: &'a [u8], separators: &'a [i32]) -> Result<Self, Error> {
        check_offsets(bytes, separators, 1)?;
        let len = separators.len().saturating_sub(1);
        Ok(Self::of(Layout::Separated(bytes, separators), len))
    }

    /// Takes `len` keys of `width` bytes each: Arrow's FixedSizeBinary, and numbers as Kafka's
    /// serializers write them.
    ///
    /// # Errors
    ///
    /// `offsets` when `bytes` is shorter than that.
    ///
    /// ```
    /// use copartition::Keys;
    ///
    /// let keys = Keys::fixed(b"abcdef", 2, 3)?;
    /// assert_eq!(keys.get(2).as_deref(), Some(&b"ef"[..]));
    /// assert!(Keys::fixed(b"abcdef", 2, 4).is_err());
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn fixed(bytes: &'a [u8], width: usize, len: usize) -> Result<Self, Error> {
        match width.checked_mul(len) {
            Some(end) if end <= bytes.len() => Ok(Self::of(Layout::Fixed(bytes, width), len)),
            _ => Err(Error::short_column(len, width, bytes.len())),
        }
    }

    /// Takes keys by views of 16 bytes: Arrow's Utf8View and BinaryView.
    ///
    /// A view starts with the key's length, an int32. Up to 12 bytes follow it at once; of longer
    /// keys, the first four, the number of the buffer and the place in it. Of a missing key the
    /// view is not looked at: Arrow leaves open what it holds.
    ///
    /// # Errors
    ///
    /// `offsets` when a view points outside `buffers`, or `validity` is of another number of keys.
    ///
    /// ```
    /// use copartition::Keys;
    ///
    /// let views = [*b"\x06\0\0\0user-1\0\0\0\0\0\0", *b"\x0e\0\0\0a lo\0\0\0\0\x01\0\0\0"];
    /// let buffers = [&b"-a longer key.."[..]];
    /// let keys = Keys::views(&views, &buffers, None)?;
    /// assert_eq!(keys.get(0).as_deref(), Some(&b"user-1"[..]));
    /// assert_eq!(keys.get(1).as_deref(), Some(&b"a longer key.."[..]));
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn views(
        views: &'a [[u8; 16]],
        buffers: &'a [&'a [u8]],
        validity: Option<Validity<'a>>,
    ) -> Result<Self, Error> {
        let keys = Self::of(Layout::Views(views, buffers), views.len()).valid(validity)?;
        let outside = |(row, view)| viewed(view, buffers).is_none() && keys.has(row);
        match views.iter().enumerate().position(outside) {
            None => Ok(keys),
            Some(row) => Err(Error::view(row)),
        }
    }

    /// Takes keys that lie anywhere; `None` is no key.
    ///
    /// ```
    /// use copartition::Keys;
    ///
    /// let keys = [Some(&b"user-1"[..]), None, Some(b"")];
    /// assert_eq!(Keys::slices(&keys).get(1), None);
    /// ```
    pub const fn slices(keys: &'a [Option<&'a [u8]>]) -> Self {
        Self::of(Layout::Slices(keys), keys.len())
    }

    /// Takes 32-bit numbers as keys: the four bytes of each, the highest first, as Kafka's
    /// IntegerSerializer writes them.
    ///
    /// ```
    /// use copartition::Keys;
    ///
    /// assert_eq!(Keys::ints(&[258]).get(0).as_deref(), Some(&[0, 0, 1, 2][..]));
    /// ```
    pub const fn ints(keys: &'a [i32]) -> Self {
        Self::of(Layout::Ints(keys), keys.len())
    }

    /// Takes 64-bit numbers as keys: the eight bytes of each, the highest first, as Kafka's
    /// LongSerializer writes them.
    pub const fn longs(keys: &'a [i64]) -> Self {
        Self::of(Layout::Longs(keys), keys.len())
    }

    /// Takes keys by their index in another column, which is hashed once: Arrow's Dictionary, a
    /// categorical. Of a missing key the index is not looked at.
    ///
    /// # Errors
    ///
    /// `offsets` when an index is past the last of `values`, or `validity` is of another number of
    /// keys.
    ///
    /// ```
    /// use copartition::Keys;
    ///
    /// let values = Keys::with_offsets(b"user-1user-2", &[0, 6, 12])?;
    /// let keys = Keys::dictionary(&[1, 0, 1], &values, None)?;
    /// assert_eq!(keys.get(2).as_deref(), Some(&b"user-2"[..]));
    /// assert!(Keys::dictionary(&[2], &values, None).is_err());
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn dictionary(
        indices: &'a [u32],
        values: &'a Self,
        validity: Option<Validity<'a>>,
    ) -> Result<Self, Error> {
        let keys = Self::of(Layout::Dictionary(indices, values), indices.len()).valid(validity)?;
        let outside = |(row, &index)| index as usize >= values.len() && keys.has(row);
        match indices.iter().enumerate().position(outside) {
            None => Ok(keys),
            Some(row) => Err(Error::index(row, values.len(), indices.get(row).copied())),
        }
    }

    /// Says which keys are missing.
    ///
    /// # Errors
    ///
    /// `offsets` when the bitmap is of another number of keys.
    pub fn with_validity(self, validity: Validity<'a>) -> Result<Self, Error> {
        if validity.len == self.len {
            return Ok(Self { validity: Some(validity), ..self });
        }
        Err(Error::validity_length(self.len, validity.len))
    }

    /// Returns how many there are, the missing ones included.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Tells whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns key `row`, or `None` when it is missing or there are not so many.
    #[inline]
    pub fn get(&self, row: usize) -> Option<Key<'a>> {
        if row >= self.len || !self.has(row) {
            return None;
        }
        let bytes = match self.layout {
            Layout::Offsets32(bytes, offsets) => between(bytes, offsets, row, 0),
            Layout::Offsets64(bytes, offsets) => between(bytes, offsets, row, 0),
            Layout::Separated(bytes, separators) => between(bytes, separators, row, 1),
            Layout::Fixed(bytes, width) => {
                let (start, end) = (row * width, (row + 1) * width);
                bytes.get(start..end)
            }
            Layout::Views(views, buffers) => viewed(views.get(row)?, buffers),
            Layout::Slices(keys) => keys.get(row).copied()?,
            Layout::Ints(keys) => return Some(Key(Bytes::Int(keys.get(row)?.to_be_bytes()))),
            Layout::Longs(keys) => return Some(Key(Bytes::Long(keys.get(row)?.to_be_bytes()))),
            Layout::Dictionary(indices, values) => return values.get(*indices.get(row)? as usize),
        };
        Some(Key(Bytes::There(bytes?)))
    }

    /// Writes what is made of each key from `row` on, as many as there is room for.
    #[inline]
    pub(crate) fn each<T>(&self, row: usize, out: &mut [T], make: impl Fn(Option<&[u8]>) -> T) {
        match self.layout {
            // Decided once, and not for each key: in a batch of few keys that is felt.
            Layout::Offsets32(bytes, offsets) if self.validity.is_none() => {
                let offsets = offsets.get(row..).unwrap_or_default();
                let pairs = offsets.iter().zip(offsets.iter().skip(1));
                for (out, (&start, &end)) in out.iter_mut().zip(pairs) {
                    *out = make(bytes.get(start as usize..end as usize));
                }
            }
            Layout::Slices(keys) if self.validity.is_none() => {
                for (out, &key) in out.iter_mut().zip(keys.get(row..).unwrap_or_default()) {
                    *out = make(key);
                }
            }
            _ => {
                for (out, row) in out.iter_mut().zip(row..) {
                    *out = make(self.get(row).as_deref());
                }
            }
        }
    }

    /// Tells whether key `row` is not missing by the bitmap.
    #[inline]
    fn has(&self, row: usize) -> bool {
        self.validity.is_none_or(|validity| validity.has(row))
    }

    /// Tells whether a key may be missing; where it cannot, there is nothing to look for.
    pub const fn may_be_missing(&self) -> bool {
        let missing_below = match self.layout {
            Layout::Slices(_) => true,
            Layout::Dictionary(_, values) => values.may_be_missing(),
            _ => false,
        };
        self.validity.is_some() || missing_below
    }

    pub(crate) const fn layout(&self) -> Layout<'a> {
        self.layout
    }

    /// Tells of up to 64 keys from `row` on which are there: that of the first in the lowest bit;
    /// 1 beyond the last.
    pub(crate) fn there(&self, row: usize) -> u64 {
        let bits = self.validity.map_or(u64::MAX, |validity| validity.word(row));
        let Layout::Slices(slices) = self.layout else { return bits };
        let slices = slices.get(row..).unwrap_or_default().iter().take(64).enumerate();
        slices.fold(bits, |bits, (bit, slice)| bits & !(u64::from(slice.is_none()) << bit))
    }

    const fn of(layout: Layout<'a>, len: usize) -> Self {
        Self { layout, len, validity: None }
    }

    fn valid(self, validity: Option<Validity<'a>>) -> Result<Self, Error> {
        validity.map_or(Ok(self), |validity| self.with_validity(validity))
    }
}

impl fmt::Debug for Keys<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len).map(|row| self.get(row))).finish()
    }
}

/// Fails unless every offset is at least `gap` behind the one before it, and inside the bytes.
fn check_offsets<O: Copy + Ord + Into<i64>>(
    bytes: &[u8],
    offsets: &[O],
    gap: i64,
) -> Result<(), Error> {
    let (Some(&first), Some(&last)) = (offsets.first(), offsets.last()) else {
        return Ok(());
    };
    // To the end even when one falls, so that it becomes vectors.
    let pairs = offsets.iter().zip(offsets.iter().skip(1));
    let falls = |before, after| (after < before) | ((gap > 0) & (after == before));
    let ascend = !pairs.fold(false, |any, (before, after)| any | falls(before, after));
    let inside = usize::try_from(last.into()).is_ok_and(|last| last <= bytes.len());
    if ascend && first.into() >= 0 && inside {
        return Ok(());
    }
    let mut least = 0;
    for (index, &offset) in offsets.iter().enumerate() {
        let offset = offset.into();
        if offset < least || !usize::try_from(offset).is_ok_and(|end| end <= bytes.len()) {
            return Err(Error::offset(index, least, bytes.len(), offset));
        }
        least = offset.saturating_add(gap);
    }
    Ok(())
}

#[inline]
fn between<'a, O: Copy + Into<i64>>(
    bytes: &'a [u8],
    offsets: &[O],
    row: usize,
    gap: usize,
) -> Option<&'a [u8]> {
    let (start, end) = (offsets.get(row)?, offsets.get(row + 1)?);
    bytes.get((*start).into() as usize + gap..(*end).into() as usize)
}

/// Returns the key of a view; `None` when it points outside the buffers.
#[inline]
pub(crate) fn viewed<'a>(view: &'a [u8; 16], buffers: &[&'a [u8]]) -> Option<&'a [u8]> {
    let [a, b, c, d, inside @ ..] = view;
    let len = usize::try_from(i32::from_le_bytes([*a, *b, *c, *d])).ok()?;
    if let Some(key) = inside.get(..len) {
        return Some(key);
    }
    let [_, _, _, _, e, f, g, h, i, j, k, l] = inside;
    let buffer = usize::try_from(i32::from_le_bytes([*e, *f, *g, *h])).ok()?;
    let start = usize::try_from(i32::from_le_bytes([*i, *j, *k, *l])).ok()?;
    buffers.get(buffer)?.get(start..)?.get(..len)
}
