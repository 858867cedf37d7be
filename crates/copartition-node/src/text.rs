//! JavaScript strings as UTF-8.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::ptr;

use napi_sys as sys;

use crate::boundary::Failure;
use crate::value::{Value, done};

/// Room for one key's bytes during a call: short text stays on the stack.
pub(crate) struct Room {
    short: MaybeUninit<[u8; SHORT]>,
    /// What did not fit into `short`, and bytes that had to be copied.
    pub(crate) long: Vec<u8>,
}

/// How many bytes of text a [`Room`] holds. Not a field of it: with a length that starts as 0, the
/// compiler clears the whole room in each call.
#[derive(Clone, Copy)]
pub(crate) struct Written(usize);

const SHORT: usize = 1024;
/// The longest UTF-8 form of a code point.
const CODE_POINT: usize = 4;

impl Room {
    #[inline]
    pub(crate) fn new() -> Self {
        Self { short: MaybeUninit::uninit(), long: Vec::new() }
    }

    /// The text that [`Value::write_utf8`] wrote last into this room.
    #[inline]
    pub(crate) fn text(&self, written: Written) -> &[u8] {
        if !written.fits_short() {
            return &self.long;
        }
        // SAFETY: `write_utf8` alone makes a `Written`, after Node wrote so many bytes.
        unsafe { std::slice::from_raw_parts(self.short.as_ptr().cast(), written.0) }
    }
}

impl Written {
    /// Node stops before a code point that does not fit in front of the NUL, so text that may have
    /// been cut leaves no room for one.
    #[inline]
    fn fits_short(self) -> bool {
        self.0 + CODE_POINT < SHORT
    }
}

impl Value<'_> {
    /// Writes the string as UTF-8, a lone surrogate replaced by U+FFFD; `None` when it is not a
    /// string.
    #[inline(always)]
    pub(crate) fn write_utf8(self, room: &mut Room) -> Result<Option<Written>, Failure> {
        // Asking for the type or for the length first would cost one more call each.
        let written = match self.read_utf8(room.short.as_mut_ptr().cast(), SHORT) {
            Err(Failure::Node(sys::Status::napi_string_expected)) => return Ok(None),
            length => Written(length?),
        };
        if !written.fits_short() {
            self.read_long_utf8(&mut room.long)?;
        }
        Ok(Some(written))
    }

    /// The string, a lone surrogate replaced by U+FFFD; `None` when it is not a string.
    pub(crate) fn string(self) -> Result<Option<String>, Failure> {
        let mut room = Room::new();
        let written = self.write_utf8(&mut room)?;
        Ok(written.map(|written| String::from_utf8_lossy(room.text(written)).into_owned()))
    }

    /// The first lone surrogate and its index in UTF-16 units; `None` too when it is not a string.
    pub(crate) fn lone_surrogate(self) -> Result<Option<(usize, u16)>, Failure> {
        let mut index = 0;
        for decoded in char::decode_utf16(self.utf16()?.unwrap_or_default()) {
            match decoded {
                Ok(character) => index += character.len_utf16(),
                Err(lone) => return Ok(Some((index, lone.unpaired_surrogate()))),
            }
        }
        Ok(None)
    }

    /// The string's UTF-16 units; `None` when it is not a string.
    pub(crate) fn utf16(self) -> Result<Option<Vec<u16>>, Failure> {
        let (env, mut length) = (self.env.raw, 0);
        // SAFETY: the value belongs to this call; without a buffer Node writes the length alone.
        match unsafe {
            sys::napi_get_value_string_utf16(env, self.raw, ptr::null_mut(), 0, &mut length)
        } {
            sys::Status::napi_string_expected => return Ok(None),
            status => done(status)?,
        }
        let mut units = vec![0; length + 1];
        // SAFETY: `units` has room for the string and its NUL.
        done(unsafe {
            let start = units.as_mut_ptr();
            sys::napi_get_value_string_utf16(env, self.raw, start, length + 1, &mut length)
        })?;
        units.truncate(length);
        Ok(Some(units))
    }

    #[cold]
    fn read_long_utf8(self, bytes: &mut Vec<u8>) -> Result<(), Failure> {
        let length = self.read_utf8(ptr::null_mut(), 0)?;
        bytes.resize(length + 1, 0);
        let length = self.read_utf8(bytes.as_mut_ptr().cast(), length + 1)?;
        bytes.truncate(length);
        Ok(())
    }

    /// Writes up to `room` bytes at `start`, the last of them NUL, and returns how many stand
    /// before the NUL; with a null `start`, how many there are.
    #[inline]
    fn read_utf8(self, start: *mut c_char, room: usize) -> Result<usize, Failure> {
        let mut length = 0;
        // SAFETY: the value belongs to this call; both callers own `room` bytes at `start`, or
        // pass null.
        done(unsafe {
            sys::napi_get_value_string_utf8(self.env.raw, self.raw, start, room, &mut length)
        })?;
        Ok(length)
    }
}
