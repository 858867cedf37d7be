/// Keys in one piece of memory.
///
/// A row is read 16 bytes at a time, and past the key's end.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) bytes: &'a [u8],
    /// Where each key starts.
    pub(super) starts: &'a [u32],
    /// How long each key is.
    pub(super) lengths: &'a [u32],
    /// Whether the keys lie one behind the other, with more of them behind the last.
    #[cfg_attr(not(all(feature = "std", target_arch = "x86_64")), expect(dead_code))]
    pub(super) more_ahead: bool,
}

impl<'a> Rows<'a> {
    /// Keys a kernel takes at once: there are a multiple of these rows, the last ones of no bytes.
    pub(super) const AT_ONCE: usize = 32;

    /// Returns how many bytes from its start may be read of every row, a multiple of 16, and no
    /// more than the longest key needs; 0 when there are not 16.
    #[inline(always)]
    pub(super) fn readable(&self) -> usize {
        let highest = |numbers: &[u32]| numbers.iter().fold(0, |most, &number| number.max(most));
        let (last, longest) = (highest(self.starts) as usize, highest(self.lengths) as usize);
        let room = self.bytes.len().saturating_sub(last) / 16 * 16;
        room.min(longest.next_multiple_of(16).max(16))
    }

    /// Returns key `row`.
    #[inline(always)]
    pub(super) fn key(&self, row: usize) -> &'a [u8] {
        let at = |numbers: &[u32]| numbers.get(row).map_or(0, |&number| number as usize);
        let start = at(self.starts);
        self.bytes.get(start..start + at(self.lengths)).unwrap_or_default()
    }
}
