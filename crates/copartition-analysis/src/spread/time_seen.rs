use crate::samples::LogEntry;

/// The time that records were seen over, by their timestamps, which are the producers' unless the
/// topic says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSeen {
    /// The first timestamp, in milliseconds since 1970.
    pub first: i64,
    /// The last one, which is later.
    pub last: i64,
}

impl TimeSeen {
    /// Turns an amount of this time, such as the bytes of a partition, into a rate a second.
    ///
    /// ```
    /// use copartition_analysis::TimeSeen;
    ///
    /// let ten_seconds = TimeSeen { first: 1_764_450_000_000, last: 1_764_450_010_000 };
    /// assert_eq!(ten_seconds.per_second(25), 2.5);
    /// ```
    pub fn per_second(&self, amount: u64) -> f64 {
        amount as f64 * 1000.0 / (self.last as f64 - self.first as f64)
    }
}

/// The timestamps so far.
#[derive(Default)]
pub(super) struct Times {
    seen: Option<TimeSeen>,
    untimed_records: bool,
}

impl Times {
    #[inline]
    pub(super) fn add(&mut self, log: &LogEntry) {
        let Some(time) = log.timestamp else {
            self.untimed_records = true;
            return;
        };
        self.seen = Some(match self.seen {
            Some(seen) => TimeSeen { first: seen.first.min(time), last: seen.last.max(time) },
            None => TimeSeen { first: time, last: time },
        });
    }

    /// The time between them; `None` unless every record has one, and they are not all the same.
    pub(super) fn seen(&self) -> Option<TimeSeen> {
        self.seen.filter(|seen| !self.untimed_records && seen.first < seen.last)
    }
}
