use std::fmt;

/// Why an analysis stopped, in one line: the input and the line number where there is one, what was
/// wanted and what came.
#[derive(Debug)]
pub struct Error {
    text: Box<str>,
}

impl Error {
    /// An error in one record of an input.
    #[cold]
    pub(crate) fn at(source: &str, line: u64, why: impl fmt::Display) -> Self {
        Self { text: format!("{source}:{line}: {why}").into() }
    }

    /// An error about an input as a whole.
    #[cold]
    pub(crate) fn of(source: &str, why: impl fmt::Display) -> Self {
        Self { text: format!("{source}: {why}").into() }
    }

    /// An error about what was asked.
    #[cold]
    pub(crate) fn asked(why: impl fmt::Display) -> Self {
        Self { text: why.to_string().into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}
