//! A topic's partition count, checked once so that everything after it cannot fail.

use core::num::NonZeroU32;

use crate::Error;

/// A topic's number of partitions: 1 ..= 2^31-1, as Kafka's int32 holds it.
///
/// ```
/// use copartition::PartitionCount;
///
/// assert_eq!(PartitionCount::try_from(12)?.get(), 12);
/// assert!(PartitionCount::try_from(0).is_err());
/// assert!(PartitionCount::try_from(1_i64 << 31).is_err());
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PartitionCount(NonZeroU32);

impl PartitionCount {
    /// Kafka's int32 maximum, 2^31-1.
    pub const MAX: u32 = i32::MAX as u32;

    pub(crate) const ONE: Self = Self(NonZeroU32::MIN);

    /// Returns the count, or `None` when it is 0 or above 2^31-1.
    ///
    /// ```
    /// const SIX: copartition::PartitionCount = copartition::PartitionCount::new(6).unwrap();
    /// assert_eq!(SIX.get(), 6);
    /// ```
    pub const fn new(count: u32) -> Option<Self> {
        match NonZeroU32::new(count) {
            Some(count) if count.get() <= Self::MAX => Some(Self(count)),
            _ => None,
        }
    }

    /// Returns the count as a number.
    pub const fn get(self) -> u32 {
        self.0.get()
    }
}

impl TryFrom<i64> for PartitionCount {
    type Error = Error;

    fn try_from(count: i64) -> Result<Self, Error> {
        u32::try_from(count).ok().and_then(Self::new).ok_or_else(|| Error::partition_count(count))
    }
}

impl TryFrom<i32> for PartitionCount {
    type Error = Error;

    fn try_from(count: i32) -> Result<Self, Error> {
        Self::try_from(i64::from(count))
    }
}
