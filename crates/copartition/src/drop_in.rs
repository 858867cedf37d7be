//! Drop-in partitioners: one client's partitioner inside another client.

use crate::{Error, MissingKey, PartitionCount, Partitioner};

/// What a drop-in partitioner does with the records that its partitioner leaves unkeyed.
///
/// It is a choice of the one who drops it in: which of a topic's partitions such a record goes to
/// says nothing about the keyed ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Unkeyed {
    /// The client that it is dropped into places them in its own way.
    #[default]
    Client,
    /// One partition after the other, each topic for itself.
    RoundRobin,
    /// One partition for [`STICKY_LINGER_MS`](crate::assign::STICKY_LINGER_MS), each topic for
    /// itself, unless the client says when a batch is full.
    Sticky,
    /// None: the error `unkeyed`.
    Error,
}

impl Unkeyed {
    /// Every choice, the default first.
    pub const ALL: [Self; 4] = [Self::Client, Self::RoundRobin, Self::Sticky, Self::Error];

    /// Finds a choice by its name.
    ///
    /// # Errors
    ///
    /// `unknown_unkeyed`.
    ///
    /// ```
    /// use copartition::Unkeyed;
    ///
    /// assert_eq!(Unkeyed::named("round_robin")?, Unkeyed::RoundRobin);
    /// let error = Unkeyed::named("random").unwrap_err();
    /// let wanted = "unkeyed must be client, round_robin, sticky or error, got \"random\"";
    /// assert_eq!(error.to_string(), wanted);
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|unkeyed| unkeyed.name() == name);
        found.ok_or_else(|| Error::unknown_unkeyed(name))
    }

    /// Returns the choice's name, such as `round_robin`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::RoundRobin => "round_robin",
            Self::Sticky => "sticky",
            Self::Error => "error",
        }
    }
}

/// A partitioner as it is dropped into a client that asks it about each record.
///
/// It has no state: unkeyed records get their partition from the client, or from
/// [`UnkeyedTopics`](crate::assign::UnkeyedTopics).
///
/// ```
/// use copartition::{DropIn, PartitionCount};
///
/// let n = PartitionCount::try_from(6)?;
/// let java = DropIn::named("java", "client")?;
/// assert_eq!(java.partition(Some(b"user-3"), n)?, Some(5));
/// assert_eq!(java.partition(None, n)?, None);
///
/// let strict = DropIn::named("java", "error")?;
/// assert_eq!(
///     strict.partition(None, n).unwrap_err().to_string(),
///     "java leaves a record without a key unkeyed, and unkeyed is error"
/// );
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DropIn {
    partitioner: &'static Partitioner,
    unkeyed: Unkeyed,
}

impl DropIn {
    /// Makes one of a partitioner and a choice.
    pub const fn new(partitioner: &'static Partitioner, unkeyed: Unkeyed) -> Self {
        Self { partitioner, unkeyed }
    }

    /// Finds both by their names.
    ///
    /// # Errors
    ///
    /// `unknown_partitioner` and `unknown_unkeyed`.
    pub fn named(partitioner: &str, unkeyed: &str) -> Result<Self, Error> {
        Ok(Self::new(Partitioner::named(partitioner)?, Unkeyed::named(unkeyed)?))
    }

    /// Returns the partitioner.
    pub const fn partitioner(&self) -> &'static Partitioner {
        self.partitioner
    }

    /// Returns what it does with unkeyed records.
    pub const fn unkeyed(&self) -> Unkeyed {
        self.unkeyed
    }

    /// Tells whether a record without a key is left to the client, in every topic: neither the
    /// partitioner nor the choice has a say in it.
    ///
    /// ```
    /// use copartition::DropIn;
    ///
    /// assert!(DropIn::named("librdkafka:murmur2_random", "client")?.leaves_missing_key());
    /// assert!(!DropIn::named("librdkafka:murmur2_random", "sticky")?.leaves_missing_key());
    /// assert!(!DropIn::named("librdkafka:murmur2", "client")?.leaves_missing_key());
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub const fn leaves_missing_key(&self) -> bool {
        let unkeyed = matches!(self.partitioner.missing_key(), MissingKey::Unkeyed(_));
        unkeyed && matches!(self.unkeyed, Unkeyed::Client)
    }

    /// Returns the record's partition, or `None` when it is unkeyed.
    ///
    /// # Errors
    ///
    /// `refused`, where the partitioner's own client refuses the key, and `unkeyed`.
    #[inline]
    pub fn partition(&self, key: Option<&[u8]>, n: PartitionCount) -> Result<Option<u32>, Error> {
        match self.partitioner.partition(key, n) {
            Ok(None) => self.leave(key),
            placed => placed,
        }
    }

    /// Returns a number whose remainder by any partition count is the record's partition, for a
    /// client that divides by itself; `None` when the record is unkeyed.
    ///
    /// # Errors
    ///
    /// As [`partition`](Self::partition), and `no_hash` where a rule over a wide digest decides.
    ///
    /// ```
    /// use copartition::{DropIn, PartitionCount};
    ///
    /// let sarama = DropIn::named("sarama:hash", "client")?;
    /// let number = sarama.dividend(Some(b"user-3"))?.unwrap();
    /// for n in [1, 6, 7, 12, i32::MAX] {
    ///     let n = PartitionCount::try_from(n)?;
    ///     assert_eq!(sarama.partition(Some(b"user-3"), n)?, Some(number % n.get()));
    /// }
    /// # Ok::<(), copartition::Error>(())
    /// ```
    #[inline]
    pub fn dividend(&self, key: Option<&[u8]>) -> Result<Option<u32>, Error> {
        match self.partitioner.dividend(key) {
            Ok(None) => self.leave(key),
            placed => placed,
        }
    }

    #[cold]
    fn leave(&self, key: Option<&[u8]>) -> Result<Option<u32>, Error> {
        if self.unkeyed != Unkeyed::Error {
            return Ok(None);
        }
        let what = match key {
            None => "a record without a key",
            Some([]) => "an empty key",
            Some(_) => "every key",
        };
        Err(Error::unkeyed(self.partitioner.name(), what))
    }
}
