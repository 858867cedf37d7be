use core::ffi::c_void;

/// Borrows C's bytes for the length of one call; `None` for NULL.
///
/// # Safety
///
/// `data` is NULL or points to `len` bytes that nobody writes during the call.
#[inline]
pub(crate) unsafe fn bytes<'a>(data: *const c_void, len: usize) -> Option<&'a [u8]> {
    if data.is_null() {
        return None;
    }
    // SAFETY: `data` is not NULL, and the caller guarantees `len` bytes; an object in C is never
    // larger than isize::MAX.
    Some(unsafe { core::slice::from_raw_parts(data.cast::<u8>(), len) })
}
