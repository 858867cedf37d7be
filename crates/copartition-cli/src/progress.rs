//! How far an input is read, said on a terminal.

use std::io::{self, IsTerminal, Read, Write};
use std::time::{Duration, Instant};

use crate::output::visible;

/// Says how far an input is read once that has taken a second.
pub(crate) struct Progress<W: Write = io::Stderr> {
    name: String,
    length: u64,
    to: W,
    /// When to speak next; `None` where nobody looks, or the length is not known.
    due: Option<Instant>,
    spoken: bool,
}

impl Progress {
    /// Speaks on stderr where that is a terminal; `length` is 0 where it is not known.
    pub(crate) fn new(name: &str, length: u64) -> Self {
        let stderr = io::stderr();
        let first = stderr.is_terminal().then(|| Instant::now() + Duration::from_secs(1));
        Self::speaking(name, length, stderr, first)
    }
}

impl<W: Write> Progress<W> {
    fn speaking(name: &str, length: u64, to: W, first: Option<Instant>) -> Self {
        let name = visible(name).into_owned();
        // What is no regular file has no length.
        let due = first.filter(|_| length > 0);
        Self { name, length, to, due, spoken: false }
    }

    /// Hears that so much of the length is read.
    pub(crate) fn is_at(&mut self, read: u64) {
        if let Some(due) = self.due
            && Instant::now() >= due
        {
            let percent = read.saturating_mul(100) / self.length;
            let _ = write!(self.to, "\r{}: {} %", self.name, percent.min(100));
            self.due = Some(due + Duration::from_millis(200));
            self.spoken = true;
        }
    }
}

impl<W: Write> Drop for Progress<W> {
    fn drop(&mut self) {
        if self.spoken {
            let _ = write!(self.to, "\r\x1b[K");
        }
    }
}

/// Passes a file through, and says how far it is read.
pub(crate) struct ReadFile<R, W: Write = io::Stderr> {
    input: R,
    read: u64,
    progress: Progress<W>,
}

impl<R> ReadFile<R> {
    /// `length` is the file's, 0 where it is not known.
    pub(crate) fn new(name: &str, length: u64, input: R) -> Self {
        Self { input, read: 0, progress: Progress::new(name, length) }
    }
}

impl<R: Read, W: Write> Read for ReadFile<R, W> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.read += read as u64;
        self.progress.is_at(self.read);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written while 100 bytes are read in quarters.
    fn written(length: u64, first: Option<Instant>) -> io::Result<String> {
        let (input, mut to) = ([b'x'; 100], Vec::new());
        let progress = Progress::speaking("a\x1bb", length, &mut to, first);
        let mut file = ReadFile { input: &input[..], read: 0, progress };
        while file.read(&mut [0; 25])? > 0 {}
        drop(file);
        String::from_utf8(to).map_err(io::Error::other)
    }

    #[test]
    fn a_terminal_is_told_how_far_a_slow_file_is_read_and_is_left_clean() -> io::Result<()> {
        let long_ago = Instant::now() - Duration::from_secs(60);
        let name = r"a\u{1b}b";
        let told: String =
            [25, 50, 75, 100, 100].map(|percent| format!("\r{name}: {percent} %")).concat();
        assert_eq!(written(100, Some(long_ago))?, told + "\r\x1b[K");
        Ok(())
    }

    #[test]
    fn nothing_is_said_before_it_is_due_nor_where_nobody_looks_nor_without_a_length()
    -> io::Result<()> {
        let now = Instant::now();
        assert_eq!(written(100, Some(now + Duration::from_secs(60)))?, "");
        assert_eq!(written(100, None)?, "");
        assert_eq!(written(0, Some(now))?, "");
        Ok(())
    }
}
