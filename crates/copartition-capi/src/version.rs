use core::ffi::{CStr, c_char};

/// Returns the library's version, such as "0.1.0". COP_VERSION is the header's.
///
/// The text lives as long as the program; never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn cop_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => unreachable!(),
        };
    VERSION.as_ptr()
}
