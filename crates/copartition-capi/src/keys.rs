//! Columns of keys, as the caller has them.

use core::ffi::c_void;
use core::ptr;

use copartition::{Keys, Validity};

use crate::bytes::bytes;
use crate::cop_status;

/// A column of keys in the caller's memory, for the batch functions.
///
/// It is made by one of the cop_keys_ functions, which only note down what they are given: the batch
/// function that it is passed to checks it, each time. Nothing that it points to may change during
/// that call. Its fields are the library's, and a struct that is all zeros has no keys.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct cop_keys {
    /// How the keys lie.
    layout: u32,
    /// How many there are.
    len: usize,
    /// The keys, or pointers to them.
    data: *const c_void,
    /// How many bytes, numbers or pointers these are.
    data_len: usize,
    /// The offsets, or the lengths.
    places: *const c_void,
    /// How many these are.
    places_len: usize,
    /// How long a key of fixed width is.
    width: usize,
    /// The bitmap.
    validity: *const u8,
    /// How many bytes it has.
    validity_len: usize,
    /// Where in it the first key is.
    validity_first: usize,
}

/// Takes keys one behind the other: key `i` is the bytes from `offsets[i]` to before `offsets[i + 1]`
/// of the `data_len` bytes at `data`.
///
/// There is one offset more than there are keys, or none; the first need not be 0. This is Arrow's
/// Utf8 and Binary. `data` may be NULL when `data_len` is 0, and `offsets` when `offsets_len` is.
#[unsafe(no_mangle)]
pub extern "C" fn cop_keys_offsets32(
    data: *const c_void,
    data_len: usize,
    offsets: *const i32,
    offsets_len: usize,
) -> cop_keys {
    cop_keys {
        layout: OFFSETS32,
        len: offsets_len.saturating_sub(1),
        data,
        data_len,
        places: offsets.cast(),
        places_len: offsets_len,
        ..EMPTY
    }
}

/// Takes keys one behind the other by 64-bit offsets, as cop_keys_offsets32: Arrow's LargeUtf8 and
/// LargeBinary.
#[unsafe(no_mangle)]
pub extern "C" fn cop_keys_offsets64(
    data: *const c_void,
    data_len: usize,
    offsets: *const i64,
    offsets_len: usize,
) -> cop_keys {
    cop_keys {
        layout: OFFSETS64,
        places: offsets.cast(),
        ..cop_keys_offsets32(data, data_len, ptr::null(), offsets_len)
    }
}

/// Takes `len` keys of `width` bytes each, one behind the other, of the `data_len` bytes at `data`:
/// Arrow's FixedSizeBinary.
///
/// `data` may be NULL when `data_len` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn cop_keys_fixed(
    data: *const c_void,
    data_len: usize,
    width: usize,
    len: usize,
) -> cop_keys {
    cop_keys { layout: FIXED, len, data, data_len, width, ..EMPTY }
}

/// Takes `len` keys that lie anywhere: key `i` is the `lens[i]` bytes at `keys[i]`.
///
/// A NULL in `keys` is no key, whatever its length is; a pointer with length 0 is an empty key. Where
/// cop_keys_set_validity says that there is no key, the pointer is not looked at. Both arrays have
/// `len` elements, and may be NULL when that is 0.
#[unsafe(no_mangle)]
pub extern "C" fn cop_keys_pointers(
    keys: *const *const c_void,
    lens: *const usize,
    len: usize,
) -> cop_keys {
    cop_keys {
        layout: POINTERS,
        len,
        data: keys.cast(),
        data_len: len,
        places: lens.cast(),
        places_len: len,
        ..EMPTY
    }
}

/// Takes `len` numbers whose keys are what cop_key_i32 writes, without writing them.
///
/// `values` may be NULL when `len` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn cop_keys_i32(values: *const i32, len: usize) -> cop_keys {
    cop_keys { layout: INTS, len, data: values.cast(), data_len: len, ..EMPTY }
}

/// Takes `len` numbers whose keys are what cop_key_i64 writes, without writing them.
///
/// `values` may be NULL when `len` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn cop_keys_i64(values: *const i64, len: usize) -> cop_keys {
    cop_keys { layout: LONGS, len, data: values.cast(), data_len: len, ..EMPTY }
}

/// Says which keys of `keys` are missing, by a bitmap as Arrow has it: bit `first + i` of the
/// `bits_len` bytes at `bits`, the least significant bit of a byte first, is 0 where there is no key
/// `i`.
///
/// Does nothing when `keys` is NULL. NULL as `bits`, of length 0, is no bitmap: every key is there then,
/// but for the NULLs in cop_keys_pointers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_keys_set_validity(
    keys: *mut cop_keys,
    bits: *const u8,
    bits_len: usize,
    first: usize,
) {
    // SAFETY: the caller passes NULL or a cop_keys that nobody else uses meanwhile.
    if let Some(keys) = unsafe { keys.as_mut() } {
        keys.validity = bits;
        keys.validity_len = bits_len;
        keys.validity_first = first;
    }
}

const OFFSETS32: u32 = 0;
const OFFSETS64: u32 = 1;
const FIXED: u32 = 2;
const POINTERS: u32 = 3;
const INTS: u32 = 4;
const LONGS: u32 = 5;

/// The keys that are pointed to are handed on in blocks, on the stack: the core wants a slice each.
const BLOCK: usize = 256;

const EMPTY: cop_keys = cop_keys {
    layout: OFFSETS32,
    len: 0,
    data: ptr::null(),
    data_len: 0,
    places: ptr::null(),
    places_len: 0,
    width: 0,
    validity: ptr::null(),
    validity_len: 0,
    validity_first: 0,
};

impl cop_keys {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Checks the column, and gives it to `take`, in one piece or in blocks, each with its first row;
    /// stops at what is not OK.
    ///
    /// # Safety
    ///
    /// Its pointers are NULL or point to as much as they were said to, which nobody writes meanwhile.
    pub(crate) unsafe fn each(
        &self,
        mut take: impl FnMut(usize, &Keys<'_>) -> Result<(), cop_status>,
    ) -> Result<(), cop_status> {
        // SAFETY: the caller's promise, here and below.
        let data = || unsafe { array::<u8>(self.data, self.data_len) };
        let keys = match self.layout {
            OFFSETS32 => {
                // SAFETY: as above.
                let offsets = unsafe { array(self.places, self.places_len) }?;
                Keys::with_offsets(data()?, offsets)?
            }
            OFFSETS64 => {
                // SAFETY: as above.
                let offsets = unsafe { array(self.places, self.places_len) }?;
                Keys::with_large_offsets(data()?, offsets)?
            }
            FIXED => Keys::fixed(data()?, self.width, self.len)?,
            // SAFETY: as above.
            INTS => Keys::ints(unsafe { array(self.data, self.data_len) }?),
            // SAFETY: as above.
            LONGS => Keys::longs(unsafe { array(self.data, self.data_len) }?),
            // SAFETY: as above.
            POINTERS => return unsafe { self.each_block(take) },
            _ => return Err(cop_status::Offsets),
        };
        let keys = match self.validity(0, self.len)? {
            Some(validity) => keys.with_validity(validity)?,
            None => keys,
        };
        take(0, &keys)
    }

    /// # Safety
    ///
    /// As [`each`](Self::each).
    unsafe fn each_block(
        &self,
        mut take: impl FnMut(usize, &Keys<'_>) -> Result<(), cop_status>,
    ) -> Result<(), cop_status> {
        // SAFETY: the caller's promise.
        let keys = unsafe { array::<*const c_void>(self.data, self.data_len) }?;
        // SAFETY: the caller's promise.
        let lens = unsafe { array::<usize>(self.places, self.places_len) }?;
        self.validity(0, self.len)?;
        let mut first = 0;
        for (keys, lens) in keys.chunks(BLOCK).zip(lens.chunks(BLOCK)) {
            let validity = self.validity(first, keys.len())?;
            let mut slices = [None; BLOCK];
            for (row, (slice, (key, len))) in
                slices.iter_mut().zip(keys.iter().zip(lens)).enumerate()
            {
                // What the pointer of a missing key holds is left open, as in Arrow.
                if validity.is_none_or(|validity| validity.has(row)) {
                    // SAFETY: the caller's promise.
                    *slice = unsafe { bytes(*key, *len) };
                }
            }
            let block = Keys::slices(slices.get(..keys.len()).unwrap_or_default());
            let block = match validity {
                Some(validity) => block.with_validity(validity)?,
                None => block,
            };
            take(first, &block)?;
            first += keys.len();
        }
        Ok(())
    }

    fn validity(&self, row: usize, len: usize) -> Result<Option<Validity<'_>>, cop_status> {
        if self.validity.is_null() && self.validity_len == 0 {
            return Ok(None);
        }
        // SAFETY: the promise of `each`, which alone calls this.
        let bits = unsafe { array(self.validity.cast(), self.validity_len) }?;
        let first = self.validity_first.checked_add(row).ok_or(cop_status::Offsets)?;
        Ok(Some(Validity::new(bits, first, len)?))
    }
}

/// Borrows C's array for the length of one call.
///
/// # Errors
///
/// Offsets for an array that cannot be: longer than memory, or not aligned.
///
/// # Safety
///
/// `start` is NULL or points to `len` elements that nobody writes during the call.
unsafe fn array<'a, T>(start: *const c_void, len: usize) -> Result<&'a [T], cop_status> {
    let start = start.cast::<T>();
    if start.is_null() {
        return if len == 0 { Ok(&[]) } else { Err(cop_status::NullPointer) };
    }
    let fits = len.checked_mul(size_of::<T>()).is_some_and(|size| isize::try_from(size).is_ok());
    if !fits || !start.is_aligned() {
        return Err(cop_status::Offsets);
    }
    // SAFETY: `start` is neither NULL nor unaligned, the array is not too large, and the caller
    // guarantees `len` elements.
    Ok(unsafe { core::slice::from_raw_parts(start, len) })
}
