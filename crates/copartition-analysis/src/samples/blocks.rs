use std::io::{self, Read};

use memchr::{memchr_iter, memrchr};

const BLOCK: usize = 256 * 1024;

/// Cuts an input into blocks of whole lines.
///
/// A block is what one `read` gave, up to its last line end: an interactive input is answered line
/// by line. Only a line longer than a block makes the buffer grow.
pub(super) struct Blocks {
    input: Box<dyn Read>,
    buffer: Vec<u8>,
    /// The block that was given last: `buffer[.. given]`. What follows, up to `filled`, is the start
    /// of the next line.
    given: usize,
    filled: usize,
    ended: bool,
}

impl Blocks {
    pub(super) fn new(input: Box<dyn Read>) -> Self {
        Self { input, buffer: vec![0; BLOCK], given: 0, filled: 0, ended: false }
    }

    /// Returns the next whole lines, each with its `\n` but for an unfinished last one; `None` at
    /// the end.
    pub(super) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.buffer.copy_within(self.given..self.filled, 0);
        self.filled -= self.given;
        self.given = 0;
        while self.given == 0 && !self.ended {
            if self.filled == self.buffer.len() {
                self.buffer.resize(self.buffer.len() * 2, 0);
            }
            let free = self.buffer.get_mut(self.filled..).unwrap_or_default();
            let read = match self.input.read(free) {
                Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            let new = free.get(..read).unwrap_or_default();
            if let Some(end) = memrchr(b'\n', new) {
                self.given = self.filled + end + 1;
            }
            self.filled += read;
            self.ended = read == 0;
        }
        if self.ended && self.given == 0 {
            self.given = self.filled;
        }
        Ok(self.buffer.get(..self.given).filter(|block| !block.is_empty()))
    }
}

/// Splits a block into its lines, without their `\n`.
pub(super) fn lines(block: &[u8]) -> impl Iterator<Item = &[u8]> {
    let unfinished = (block.last() != Some(&b'\n')).then_some(block.len());
    let mut start = 0;
    memchr_iter(b'\n', block).chain(unfinished).map(move |end| {
        let line = block.get(start..end).unwrap_or_default();
        start = end + 1;
        line
    })
}
