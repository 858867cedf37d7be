use std::io::{self, Read};

use memchr::{memchr_iter, memrchr};

use crate::Error;

const BLOCK: usize = 256 * 1024;

/// The most bytes that a line or a row may have: what never ends, such as a dump of a disk, must not
/// take all memory.
pub(super) const MOST_BYTES: usize = 64 << 20;

/// Cuts an input into blocks of whole lines.
///
/// A block is what one `read` gave, up to its last line end: an interactive input is answered line
/// by line. Only a line longer than a block makes the buffer grow, up to [`MOST_BYTES`].
pub(super) struct Blocks {
    input: Box<dyn Read>,
    /// A line end, which stands for the one before the block, and the block.
    buffer: Vec<u8>,
    /// The block that was given last: `buffer[HEAD .. given]`. What follows, up to `filled`, is the
    /// start of the next line.
    given: usize,
    filled: usize,
    ended: bool,
}

const HEAD: usize = 1;

impl Blocks {
    pub(super) fn new(input: Box<dyn Read>) -> Self {
        Self { input, buffer: vec![b'\n'; BLOCK], given: HEAD, filled: HEAD, ended: false }
    }

    /// Returns the next whole lines, each with its `\n` but for an unfinished last one; `None` at
    /// the end. `line` is the number of the last line that was given, and `name` the input's.
    pub(super) fn next(&mut self, name: &str, line: u64) -> Result<Option<&[u8]>, Error> {
        self.buffer.copy_within(self.given..self.filled, HEAD);
        self.filled = HEAD + self.filled - self.given;
        self.given = HEAD;
        while self.given == HEAD && !self.ended {
            if self.filled >= HEAD + MOST_BYTES {
                let why = format_args!("line must end within {MOST_BYTES} bytes, got more");
                return Err(Error::at(name, line + 1, why));
            }
            if self.filled == self.buffer.len() {
                self.buffer.resize(self.buffer.len() * 2, 0);
            }
            let free = self.buffer.get_mut(self.filled..).unwrap_or_default();
            let read = match self.input.read(free) {
                Err(why) if why.kind() == io::ErrorKind::Interrupted => continue,
                read => read.map_err(|why| Error::of(name, why))?,
            };
            let new = free.get(..read).unwrap_or_default();
            if let Some(end) = memrchr(b'\n', new) {
                self.given = self.filled + end + 1;
            }
            self.filled += read;
            self.ended = read == 0;
        }
        if self.ended && self.given == HEAD {
            self.given = self.filled;
        }
        Ok(self.buffer.get(HEAD..self.given).filter(|block| !block.is_empty()))
    }

    /// Puts the next whole lines into `block`, behind a `\n` that stands for the line end before
    /// them, and returns where they end; `None` at the end. What `block` held is lost.
    ///
    /// They are not copied: both buffers take turns.
    pub(super) fn next_into(
        &mut self,
        block: &mut Vec<u8>,
        name: &str,
        line: u64,
    ) -> Result<Option<usize>, Error> {
        if self.next(name, line)?.is_none() {
            return Ok(None);
        }
        std::mem::swap(&mut self.buffer, block);
        let next_line = block.get(self.given..self.filled).unwrap_or_default();
        let wanted = BLOCK.max(HEAD + next_line.len());
        // What a long line made grow is given back behind it.
        if !(wanted..=2 * wanted).contains(&self.buffer.len()) {
            self.buffer = vec![b'\n'; wanted];
        }
        self.filled = HEAD + next_line.len();
        if let Some(start) = self.buffer.get_mut(HEAD..self.filled) {
            start.copy_from_slice(next_line);
        }
        Ok(Some(std::mem::replace(&mut self.given, HEAD)))
    }

    /// Gives each of the next whole lines with its number to `each`; `false` at the end. `line` is the
    /// number of the last line that was given, and `name` the input's.
    #[inline]
    pub(super) fn next_lines(
        &mut self,
        name: &str,
        line: &mut u64,
        mut each: impl FnMut(&[u8], u64) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let Some(block) = self.next(name, *line)? else {
            return Ok(false);
        };
        for text in lines(block) {
            *line += 1;
            each(text, *line)?;
        }
        Ok(true)
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
