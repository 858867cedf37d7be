#![expect(clippy::indexing_slicing, reason = "callers see that there is room")]

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

    /// How many bytes are copied in one go.
    pub(super) const BLOCK: usize = 48;

    /// Adds the first bytes of a block behind those before, for which there is room.
    #[inline(always)]
    pub(super) fn add_of_block(&mut self, block: &[u8; 48], len: usize) {
        let room = &mut self.bytes[self.written..][..Self::BLOCK];
        // SAFETY: both have that length, and do not overlap.
        unsafe { room.as_mut_ptr().cast::<[u8; 48]>().write(*block) };
        self.written += len.min(Self::BLOCK);
    }

    /// Adds bytes behind those before, for which there is room.
    #[inline(always)]
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let end = self.written + bytes.len();
        let room = &mut self.bytes[self.written..end];
        // SAFETY: both have that length, and do not overlap.
        unsafe {
            core::ptr::copy_nonoverlapping(bytes.as_ptr(), room.as_mut_ptr().cast(), bytes.len());
        }
        self.written = end;
    }

    /// Returns all bytes that were added.
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: the first `written` bytes were.
        unsafe { core::slice::from_raw_parts(self.bytes.as_ptr().cast(), self.written) }
    }
}
