use std::fmt;

/// Why an analysis stopped, in one line: the input and the line number where there is one, what was
/// wanted and what came.
#[derive(Debug)]
pub struct Error {
    text: Box<str>,
}

impl Error {
    /// The stable id of such an error, beside those of [`copartition::ErrorId`]: something is wrong
    /// with the records or with what was asked about them.
    pub const ID: &'static str = "input";

    /// Makes the error for a list beside the keys that is not as long as they are; both lengths are
    /// as far as the host knows them.
    ///
    /// ```
    /// let error = copartition_analysis::Error::lengths("weights", 5, "more than 5");
    /// assert_eq!(error.to_string(), "weights must be as many as keys, 5, got more than 5");
    /// ```
    #[cold]
    pub fn lengths(list: &str, keys: impl fmt::Display, got: impl fmt::Display) -> Self {
        Self::asked(format_args!("{list} must be as many as keys, {keys}, got {got}"))
    }

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

    /// Makes the error about what was asked.
    #[cold]
    pub fn asked(why: impl fmt::Display) -> Self {
        Self { text: why.to_string().into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Error {}
