use core::mem::MaybeUninit;

/// Room for the bytes of keys that do not lie in one piece, and for those at the very end of their
/// memory. It is not made zero, which would take longer than a small batch.
pub(super) struct Room<const BYTES: usize> {
    bytes: [MaybeUninit<u8>; BYTES],
    /// So many of the first were written.
    written: usize,
}

impl<const BYTES: usize> Room<BYTES> {
    pub(super) const fn new() -> Self {
        Self { bytes: [const { MaybeUninit::uninit() }; BYTES], written: 0 }
    }

    /// Starts anew.
    pub(super) fn clear(&mut self) {
        self.written = 0;
    }

    /// Adds bytes behind those before, and returns whether there was room.
    #[inline(always)]
    pub(super) fn add(&mut self, bytes: &[u8]) -> bool {
        let end = self.written + bytes.len();
        let Some(room) = self.bytes.get_mut(self.written..end) else { return false };
        // SAFETY: both have that length, and do not overlap.
        unsafe {
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), room.as_mut_ptr().cast(), bytes.len());
        }
        self.written = end;
        true
    }

    /// Returns all bytes that were added.
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: the first `written` bytes were.
        unsafe { core::slice::from_raw_parts(self.bytes.as_ptr().cast(), self.written) }
    }
}
