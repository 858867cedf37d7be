use core::ffi::{CStr, c_char};

use copartition::{Error, ErrorId};

use crate::text::nul_terminated;

/// What a call came to. A number never changes its meaning, and new ones come after the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum cop_status {
    /// All is well, and the result is written.
    Ok = 0,
    /// The partition count is not in 1 ..= 2147483647.
    PartitionCount = 1,
    /// The client itself refuses such a key.
    Refused = 2,
    /// The partitioner ignores keys, or its hash is wider than 32 bits.
    NoHash = 3,
    /// Offsets of a column do not ascend, or the column leaves its bytes or its bitmap.
    Offsets = 4,
    /// The output of a batch is too short.
    OutputLength = 5,
    /// A pointer is NULL that must not be.
    NullPointer = 6,
    /// The choice for unkeyed records is no cop_unkeyed.
    UnknownUnkeyed = 7,
}

/// Of the errors that a column can have.
impl From<Error> for cop_status {
    fn from(error: Error) -> Self {
        match error.id() {
            ErrorId::Refused => Self::Refused,
            ErrorId::NoHash => Self::NoHash,
            ErrorId::OutputLength => Self::OutputLength,
            _ => Self::Offsets,
        }
    }
}

/// Returns what a status means, in English: lower case, no period.
///
/// Any number may be passed; one that is no cop_status gives "unknown status". The text lives as
/// long as the program; never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn cop_status_message(status: u32) -> *const c_char {
    let message = usize::try_from(status).ok().and_then(|status| MESSAGES.get(status));
    message.copied().unwrap_or(c"unknown status").as_ptr()
}

/// In the order of the numbers.
static MESSAGES: [&CStr; 8] = [
    c"ok",
    wanted!(ErrorId::PartitionCount),
    wanted!(ErrorId::Refused),
    wanted!(ErrorId::NoHash),
    wanted!(ErrorId::Offsets),
    wanted!(ErrorId::OutputLength),
    wanted!(ErrorId::NullPointer),
    wanted!(ErrorId::UnknownUnkeyed),
];

/// The core's text as C's, made at compile time.
macro_rules! wanted {
    ($id:expr) => {{
        const TEXT: &str = $id.wanted();
        static COPY: [u8; TEXT.len() + 1] = nul_terminated(TEXT);
        match CStr::from_bytes_with_nul(&COPY) {
            Ok(text) => text,
            Err(_) => unreachable!(),
        }
    }};
}
use wanted;
