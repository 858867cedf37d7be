use core::ffi::{CStr, c_char};

/// Borrows C's text for the length of one call; `None` for NULL and for what is not UTF-8.
///
/// # Safety
///
/// `text` is NULL or ends with a NUL, and nobody writes to it during the call.
pub(crate) unsafe fn text<'a>(text: *const c_char) -> Option<&'a str> {
    if text.is_null() {
        return None;
    }
    // SAFETY: `text` is not NULL, and the caller guarantees the NUL at its end.
    unsafe { CStr::from_ptr(text) }.to_str().ok()
}

/// Copies `text` at compile time, with the NUL that C needs at its end.
///
/// `N` must be at least one more than the text's length; what is left is filled with NUL.
#[expect(clippy::indexing_slicing, reason = "runs at compile time, where a bad index is an error")]
pub(crate) const fn nul_terminated<const N: usize>(text: &str) -> [u8; N] {
    assert!(text.len() < N, "no room for the NUL");
    let mut copy = [0; N];
    let mut at = 0;
    while at < text.len() {
        copy[at] = text.as_bytes()[at];
        at += 1;
    }
    copy
}
