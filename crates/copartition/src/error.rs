//! Every error once: its id, its text. Hosts map the id to their own kinds and keep the text.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// What went wrong, as a stable id. Ids are promises: once in, they stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorId {
    /// A partition count that is not a whole number in 1 ..= 2^31-1.
    PartitionCount,
    /// No partitioner has this name.
    UnknownPartitioner,
    /// The client itself refuses such a key.
    Refused,
    /// The rule has no 32-bit hash.
    NoHash,
    /// Offsets that are not monotonic, out of range or overflow.
    Offsets,
    /// An output shorter than the keys.
    OutputLength,
    /// A key whose bytes would have to be guessed.
    KeyType,
    /// A NULL where C needs an object.
    NullPointer,
    /// No client has this name.
    UnknownClient,
    /// A number that is out of its range.
    KeyRange,
    /// No choice for unkeyed records has this name.
    UnknownUnkeyed,
    /// An unkeyed record where none may be.
    Unkeyed,
    /// The client does not know yet how many partitions a topic has.
    CountUnknown,
}

impl ErrorId {
    /// Every id, in the order in which they were added.
    pub const ALL: [Self; 13] = [
        Self::PartitionCount,
        Self::UnknownPartitioner,
        Self::Refused,
        Self::NoHash,
        Self::Offsets,
        Self::OutputLength,
        Self::KeyType,
        Self::NullPointer,
        Self::UnknownClient,
        Self::KeyRange,
        Self::UnknownUnkeyed,
        Self::Unkeyed,
        Self::CountUnknown,
    ];

    /// Returns the id as every host spells it, such as `partition_count`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PartitionCount => "partition_count",
            Self::UnknownPartitioner => "unknown_partitioner",
            Self::Refused => "refused",
            Self::NoHash => "no_hash",
            Self::Offsets => "offsets",
            Self::OutputLength => "output_length",
            Self::KeyType => "key_type",
            Self::NullPointer => "null_pointer",
            Self::UnknownClient => "unknown_client",
            Self::KeyRange => "key_range",
            Self::UnknownUnkeyed => "unknown_unkeyed",
            Self::Unkeyed => "unkeyed",
            Self::CountUnknown => "count_unknown",
        }
    }

    /// Returns what was wanted, without what came: the whole text where a host cannot carry more, as
    /// in C.
    pub const fn wanted(self) -> &'static str {
        match self {
            Self::PartitionCount => "partition count must be a whole number from 1 to 2147483647",
            Self::UnknownPartitioner => "unknown partitioner",
            Self::Refused => "this client refuses such a key",
            Self::NoHash => "this partitioner has no 32-bit hash",
            Self::Offsets => "offsets must ascend and stay inside the key bytes",
            Self::OutputLength => "output must hold one partition a key",
            Self::KeyType => "key must be bytes, text or no key",
            Self::NullPointer => "a required pointer is NULL",
            Self::UnknownClient => "unknown client",
            Self::KeyRange => "a number is out of its range",
            Self::UnknownUnkeyed => "unkeyed must be client, round_robin, sticky or error",
            Self::Unkeyed => "a record is unkeyed, and unkeyed is error",
            Self::CountUnknown => "the partition count of a topic is not known yet",
        }
    }
}

/// An error: a stable [`ErrorId`] and a text that says what was wanted and what came.
///
/// ```
/// let error = copartition::PartitionCount::try_from(0_i32).unwrap_err();
/// assert_eq!(error.id().as_str(), "partition_count");
/// assert_eq!(
///     error.to_string(),
///     "partition count must be a whole number from 1 to 2147483647, got 0"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    id: ErrorId,
    text: Box<str>,
    /// For which key of a batch it is.
    row: Option<usize>,
}

impl Error {
    /// Returns the stable id.
    pub const fn id(&self) -> ErrorId {
        self.id
    }

    /// Makes the error for a partition count; `got` is the count as its host prints it.
    #[cold]
    pub fn partition_count(got: impl fmt::Display) -> Self {
        Self::of(
            ErrorId::PartitionCount,
            format!("{}, got {got}", ErrorId::PartitionCount.wanted()),
        )
    }

    /// Makes the error for a key of the wrong type; both words are the host's own.
    ///
    /// ```
    /// let error = copartition::Error::key_type("str, a bytes-like object or None", "int");
    /// assert_eq!(error.to_string(), "key must be str, a bytes-like object or None, got int");
    /// ```
    #[cold]
    pub fn key_type(wanted: &str, got: impl fmt::Display) -> Self {
        Self::argument_type("key", wanted, got)
    }

    /// Makes the same error for what goes beside a key or into it; `what` is its name.
    ///
    /// ```
    /// let error = copartition::Error::argument_type("schema id", "a number", "string");
    /// assert_eq!(error.id().as_str(), "key_type");
    /// assert_eq!(error.to_string(), "schema id must be a number, got string");
    /// ```
    #[cold]
    pub fn argument_type(what: &str, wanted: &str, got: impl fmt::Display) -> Self {
        Self::of(ErrorId::KeyType, format!("{what} must be {wanted}, got {got}"))
    }

    /// Makes the error for a number that is out of its range; `what` names the number, and `got` is
    /// it as its host prints it.
    ///
    /// ```
    /// let error = copartition::Error::key_range("int", i32::MIN, i32::MAX, 2_147_483_648_u32);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "int must be a whole number from -2147483648 to 2147483647, got 2147483648"
    /// );
    /// ```
    #[cold]
    pub fn key_range(
        what: &str,
        lowest: impl fmt::Display,
        highest: impl fmt::Display,
        got: impl fmt::Display,
    ) -> Self {
        let text = format!("{what} must be a whole number from {lowest} to {highest}, got {got}");
        Self::of(ErrorId::KeyRange, text)
    }

    /// Makes the error for a number that is too large for a float of so many bits; `got` is it as
    /// its host prints it.
    ///
    /// ```
    /// let error = copartition::Error::key_float_range("float", 32, 1e39);
    /// assert_eq!(error.id().as_str(), "key_range");
    /// assert!(error.to_string().starts_with("float must be a 32-bit number, got 1"));
    /// ```
    #[cold]
    pub fn key_float_range(what: &str, bits: u32, got: impl fmt::Display) -> Self {
        Self::of(ErrorId::KeyRange, format!("{what} must be a {bits}-bit number, got {got}"))
    }

    /// Makes the error for a name that is not text; `id` is that of such a name when it is unknown,
    /// and both words are the host's own.
    ///
    /// ```
    /// use copartition::{Error, ErrorId};
    ///
    /// let error = Error::not_text(ErrorId::UnknownPartitioner, "a string", "number");
    /// assert_eq!(error.to_string(), "partitioner must be a string, got number");
    /// ```
    #[cold]
    pub fn not_text(id: ErrorId, wanted: &str, got: impl fmt::Display) -> Self {
        let what = match id {
            ErrorId::UnknownClient => "client",
            ErrorId::UnknownUnkeyed => "unkeyed",
            _ => "partitioner",
        };
        Self::of(id, format!("{what} must be {wanted}, got {got}"))
    }

    /// Makes the error for a name that is in no table, with the nearest ones that are.
    #[cold]
    pub(crate) fn unknown(id: ErrorId, name: &str, nearest: &[String]) -> Self {
        let (name, nearest) = (shortened(name), nearest.join(", "));
        Self::of(id, format!("{} {name:?}, nearest names: {nearest}", id.wanted()))
    }

    /// Makes the error for a client that is known, but not at this version.
    #[cold]
    pub(crate) fn uncovered_version(name: &str, client: &str, versions: &str) -> Self {
        let id = ErrorId::UnknownPartitioner;
        let name = shortened(name);
        Self::of(id, format!("{} {name:?}, {client} is known at: {versions}", id.wanted()))
    }

    #[cold]
    pub(crate) fn refused(name: &str, what: &str) -> Self {
        Self::of(ErrorId::Refused, format!("{name} refuses {what}"))
    }

    #[cold]
    pub(crate) fn unknown_unkeyed(name: &str) -> Self {
        let id = ErrorId::UnknownUnkeyed;
        Self::of(id, format!("{}, got {:?}", id.wanted(), shortened(name)))
    }

    #[cold]
    pub(crate) fn unkeyed(name: &str, what: &str) -> Self {
        Self::of(ErrorId::Unkeyed, format!("{name} leaves {what} unkeyed, and unkeyed is error"))
    }

    /// Makes the error for a topic whose partition count the client does not know yet; `remedy` is
    /// what to do about it, in the client's own words.
    ///
    /// ```
    /// let remedy = "await producer.metadata({ topics: ['orders'] }) first";
    /// let error = copartition::Error::count_unknown("orders", remedy);
    /// assert_eq!(error.id().as_str(), "count_unknown");
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the partition count of topic \"orders\" is not known yet: await \
    ///      producer.metadata({ topics: ['orders'] }) first"
    /// );
    /// ```
    #[cold]
    pub fn count_unknown(topic: &str, remedy: &str) -> Self {
        let topic = shortened(topic);
        let text = format!("the partition count of topic {topic:?} is not known yet: {remedy}");
        Self::of(ErrorId::CountUnknown, text)
    }

    #[cold]
    pub(crate) fn offset(index: usize, before: i64, bytes: usize, got: i64) -> Self {
        let wanted = ErrorId::Offsets.wanted();
        let text = format!("{wanted}: offset {index} must be from {before} to {bytes}, got {got}");
        Self::of(ErrorId::Offsets, text)
    }

    #[cold]
    pub(crate) fn short_column(len: usize, width: usize, bytes: usize) -> Self {
        let wanted = ErrorId::Offsets.wanted();
        let text = format!("{wanted}: {len} keys of {width} bytes do not fit into {bytes}");
        Self::of(ErrorId::Offsets, text)
    }

    #[cold]
    pub(crate) fn short_validity(bits: usize, bytes: usize) -> Self {
        let wanted = ErrorId::Offsets.wanted();
        let text = format!("{wanted}: {bits} bits of validity do not fit into {bytes} bytes");
        Self::of(ErrorId::Offsets, text)
    }

    #[cold]
    pub(crate) fn view(row: usize) -> Self {
        let wanted = ErrorId::Offsets.wanted();
        Self::of(ErrorId::Offsets, format!("{wanted}: view {row} points outside its buffers"))
    }

    /// Makes the error for a column that contradicts itself.
    ///
    /// ```
    /// let error = copartition::Error::column("buffer 1 of the Arrow array is NULL");
    /// assert_eq!(error.id().as_str(), "offsets");
    /// let text = "a column of keys must be what it says: buffer 1 of the Arrow array is NULL";
    /// assert_eq!(error.to_string(), text);
    /// ```
    #[cold]
    pub fn column(why: impl fmt::Display) -> Self {
        Self::of(ErrorId::Offsets, format!("a column of keys must be what it says: {why}"))
    }

    #[cold]
    pub(crate) fn index(row: usize, values: usize, got: Option<u32>) -> Self {
        let (wanted, got) = (ErrorId::Offsets.wanted(), got.unwrap_or_default());
        let text = format!("{wanted}: index {row} must be below {values}, got {got}");
        Self::of(ErrorId::Offsets, text)
    }

    #[cold]
    pub(crate) fn validity_length(wanted: usize, got: usize) -> Self {
        let begin = ErrorId::Offsets.wanted();
        let text = format!("{begin}: validity of {wanted} keys wanted, got of {got}");
        Self::of(ErrorId::Offsets, text)
    }

    #[cold]
    pub(crate) fn output_length(wanted: usize, got: usize) -> Self {
        let text = format!("{}: {wanted} wanted, got {got}", ErrorId::OutputLength.wanted());
        Self::of(ErrorId::OutputLength, text)
    }

    /// Says for which key of several an error is.
    #[cold]
    pub fn at_row(self, row: usize) -> Self {
        Self { row: Some(row), ..self }
    }

    /// Counts the key that an error is for from `keys` before the first of its batch, which is a part
    /// of what a host was given; an error of no key stays as it is.
    ///
    /// ```
    /// use copartition::{Keys, PartitionCount, Partitioner};
    ///
    /// let (keys, n) = ([Some(&b"a"[..]), None], PartitionCount::try_from(3)?);
    /// let kaffe = Partitioner::named("kaffe")?;
    /// let refused = kaffe.place_batch(&Keys::slices(&keys), n, &mut [0; 2]).unwrap_err();
    /// let text = "kaffe refuses a record without a key, key 101 of the batch";
    /// assert_eq!(refused.behind(100).to_string(), text);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    #[cold]
    pub fn behind(self, keys: usize) -> Self {
        Self { row: self.row.map(|row| row + keys), ..self }
    }

    #[cold]
    pub(crate) fn no_hash(name: &str) -> Self {
        Self::of(ErrorId::NoHash, format!("{name} has no 32-bit hash"))
    }

    fn of(id: ErrorId, text: String) -> Self {
        Self { id, text: text.into_boxed_str(), row: None }
    }
}

/// The first 80 characters: an error is read by people.
fn shortened(name: &str) -> String {
    let mut characters = name.chars();
    let mut short: String = characters.by_ref().take(80).collect();
    if characters.next().is_some() {
        short.push_str("...");
    }
    short
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        self.row.map_or(Ok(()), |row| write!(f, ", key {row} of the batch"))
    }
}

impl core::error::Error for Error {}
