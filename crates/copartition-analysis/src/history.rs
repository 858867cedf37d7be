use copartition::PartitionCount;

use crate::samples::whole_number;
use crate::{Error, time_of};

/// A partition count, and until when a topic had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Era {
    /// The topic's partition count.
    pub count: PartitionCount,
    /// The first timestamp, in milliseconds since 1970, at which it no longer was; `None` when that
    /// is not known, or when it still is.
    pub until: Option<i64>,
}

impl Era {
    /// Reads the partition counts that a topic had, the oldest first: `12,24@TIME` for one that had
    /// 12 until TIME and 24 since; without the time it is not known when the change was. A time is
    /// in milliseconds since 1970 or RFC 3339's, see [`time_of`].
    ///
    /// # Errors
    ///
    /// What is no count or no time, a first count with a time, and times that do not ascend.
    ///
    /// ```
    /// use copartition_analysis::Era;
    ///
    /// let eras = Era::history("12,24@2026-11-30T00:00:00Z")?;
    /// assert_eq!((eras[0].count.get(), eras[0].until), (12, Some(1_795_996_800_000)));
    /// assert_eq!((eras[1].count.get(), eras[1].until), (24, None));
    /// # Ok::<(), copartition_analysis::Error>(())
    /// ```
    pub fn history(text: &str) -> Result<Vec<Self>, Error> {
        let mut eras: Vec<Self> = Vec::new();
        let mut changed = None;
        for era in text.split(',') {
            let (count, since) = match era.split_once('@') {
                Some((count, since)) => (count, Some(time_of(since)?)),
                None => (era, None),
            };
            let count = match whole_number::<i64>(count.as_bytes()) {
                Some(number) => PartitionCount::try_from(number),
                None => Err(copartition::Error::partition_count(count)),
            };
            let count = count.map_err(Error::asked)?;
            match (eras.last_mut(), since) {
                (None, None) => {}
                (None, Some(_)) => return Err(not(text, "the first count without a time")),
                (Some(before), since) => {
                    if since.is_some_and(|since| changed.is_some_and(|changed| since <= changed)) {
                        return Err(not(text, "times that ascend"));
                    }
                    changed = since.or(changed);
                    before.until = since;
                }
            }
            eras.push(Self { count, until: None });
        }
        Ok(eras)
    }

    /// Reads the partition counts of a topic that has `now`; without a text it always had that many.
    ///
    /// # Errors
    ///
    /// As [`history`](Self::history), and a history that ends with another count.
    pub fn history_until(text: Option<&str>, now: PartitionCount) -> Result<Vec<Self>, Error> {
        let Some(text) = text else {
            return Ok(vec![Self { count: now, until: None }]);
        };
        let history = Self::history(text)?;
        match history.last() {
            Some(last) if last.count != now => Err(Error::asked(format_args!(
                "history must end with the topic's partition count {}, got {}",
                now.get(),
                last.count.get()
            ))),
            _ => Ok(history),
        }
    }

    /// Finds the eras of a history in which a record of this timestamp may have been sent: one, or
    /// more where it is not known when a count changed; all of them without a timestamp.
    pub fn at(history: &[Self], timestamp: Option<i64>) -> &[Self] {
        let Some(time) = timestamp else {
            return history;
        };
        let is_over = |era: &Self| era.until.is_some_and(|until| time >= until);
        let over = history.iter().rposition(is_over).map_or(0, |last| last + 1);
        let open = history.get(over..).unwrap_or_default();
        // An era whose end is not known lies open: the next one may have begun.
        let last = open.iter().position(|era| era.until.is_some()).map_or(open.len(), |at| at + 1);
        open.get(..last).unwrap_or_default()
    }
}

fn not(text: &str, wanted: &str) -> Error {
    Error::asked(format_args!("history must be like 12,24@TIME, with {wanted}, got {text:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts_at(history: &str, time: Option<i64>) -> Result<Vec<u32>, Error> {
        let history = Era::history(history)?;
        Ok(Era::at(&history, time).iter().map(|era| era.count.get()).collect())
    }

    #[test]
    fn a_record_is_of_the_era_that_its_time_says() -> Result<(), Error> {
        for (history, time, expected) in [
            ("12", Some(5), &[12][..]),
            ("12,24@100", Some(99), &[12]),
            ("12,24@100", Some(100), &[24]),
            ("12,24@100", None, &[12, 24]),
            ("12,24", Some(5), &[12, 24]),
            ("6,12@100,24@200", Some(150), &[12]),
            ("6,12@100,24@200", Some(200), &[24]),
            ("6,12,24@200", Some(150), &[6, 12]),
            ("6,12@100,24", Some(150), &[12, 24]),
            ("6,12@100,24", Some(50), &[6]),
        ] {
            assert_eq!(counts_at(history, time)?, expected, "{history} at {time:?}");
        }
        Ok(())
    }

    #[test]
    fn a_history_that_is_none_is_an_error() {
        for text in ["", "0", "12,", "12@5", "12,24@", "12,24@5,48@5", "12;24", "12,24@soon"] {
            assert!(Era::history(text).is_err(), "{text}");
        }
    }
}
