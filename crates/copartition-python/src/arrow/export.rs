use std::ffi::{CStr, CString, c_void};
use std::ptr;
use std::sync::Arc;

use super::c_data::{ArrowArray, ArrowSchema};

/// A column of 32-bit numbers, of which some may be missing.
pub(crate) struct Numbers {
    /// Numbers without a sign stand here by their bits.
    pub(crate) values: Vec<i32>,
    /// Bit `i`, least significant first, is 0 where number `i` is missing; `None` when none is.
    validity: Option<Vec<u8>>,
    missing: usize,
    is_signed: bool,
}

impl Numbers {
    /// Takes partitions, of which the negative ones are missing.
    pub(crate) fn partitions(values: Vec<i32>) -> Self {
        let missing = values.iter().filter(|value| **value < 0).count();
        let bitmap = || bitmap(values.len(), values.iter().map(|value| *value >= 0));
        let validity = (missing > 0).then(bitmap);
        Self { values, validity, missing, is_signed: true }
    }

    /// Takes hashes by their bits, and which of them are there.
    pub(crate) fn hashes(values: Vec<i32>, are_there: &[bool]) -> Self {
        let missing = are_there.iter().filter(|is_there| !**is_there).count();
        let validity = (missing > 0).then(|| bitmap(values.len(), are_there.iter().copied()));
        Self { values, validity, missing, is_signed: false }
    }

    /// Returns how many are missing.
    pub(crate) const fn missing(&self) -> usize {
        self.missing
    }

    /// Tells whether they have a sign.
    pub(crate) const fn is_signed(&self) -> bool {
        self.is_signed
    }

    /// Returns each number, `None` where it is missing.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = Option<i64>> {
        self.values.iter().enumerate().map(|(row, &value)| {
            let is_there = self.validity.as_ref().is_none_or(|bits| {
                bits.get(row / 8).is_some_and(|byte| byte >> (row % 8) & 1 == 1)
            });
            let number = if self.is_signed { value.into() } else { value.cast_unsigned().into() };
            is_there.then_some(number)
        })
    }

    /// Describes the column to Arrow's C data interface.
    pub(crate) fn schema(&self, name: &CStr) -> ArrowSchema {
        const NULLABLE: i64 = 2;
        let name = CString::from(name).into_raw();
        let format = if self.is_signed { c"i" } else { c"I" };
        ArrowSchema {
            format: format.as_ptr(),
            name,
            metadata: ptr::null(),
            flags: NULLABLE,
            n_children: 0,
            children: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: Some(release_schema),
            private_data: name.cast(),
        }
    }

    /// Lends the column to Arrow's C data interface; it lives until the array is released.
    pub(crate) fn array(self: &Arc<Self>) -> ArrowArray {
        let validity = self.validity.as_ref().map_or(ptr::null(), Vec::as_ptr);
        let lent = Box::into_raw(Box::new(Lent {
            buffers: [validity.cast(), self.values.as_ptr().cast()],
            _column: Arc::clone(self),
        }));
        ArrowArray {
            // No vector is longer than an i64.
            length: self.values.len() as i64,
            null_count: self.missing as i64,
            offset: 0,
            n_buffers: 2,
            n_children: 0,
            // SAFETY: it was made above and lives until it is released.
            buffers: unsafe { (&raw mut (*lent).buffers).cast() },
            children: ptr::null_mut(),
            dictionary: ptr::null_mut(),
            release: Some(release_array),
            private_data: lent.cast(),
        }
    }
}

/// What an exported array points to.
struct Lent {
    buffers: [*const c_void; 2],
    _column: Arc<Numbers>,
}

/// # Safety
///
/// Called once, with a schema that [`Numbers::schema`] made.
unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the caller's; the text is the one that was given away there.
    unsafe {
        drop(CString::from_raw((*schema).private_data.cast()));
        (*schema).release = None;
    }
}

/// # Safety
///
/// Called once, with an array that [`Numbers::array`] made.
unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the caller's; the box is the one that was given away there.
    unsafe {
        drop(Box::<Lent>::from_raw((*array).private_data.cast()));
        (*array).release = None;
    }
}

fn bitmap(len: usize, are_there: impl Iterator<Item = bool>) -> Vec<u8> {
    let mut bits = vec![0_u8; len.div_ceil(8)];
    for (row, is_there) in are_there.enumerate() {
        if let Some(byte) = bits.get_mut(row / 8) {
            *byte |= u8::from(is_there) << (row % 8);
        }
    }
    bits
}
