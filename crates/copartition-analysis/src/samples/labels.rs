use hashbrown::HashMap;

use super::By;
use crate::{Error, time_text};

/// The labels so far, in the order in which they came.
pub(super) struct Labels {
    by: Option<By>,
    texts: Vec<String>,
    known: HashMap<Vec<u8>, u32>,
    /// The last hour since 1970 and its label: the next record is mostly of the same hour.
    last_hour: Option<(i64, u32)>,
}

/// A header that is another one in each record tells nothing, and must not take all memory.
const MOST_LABELS: usize = 1000;
const OTHERS: &[u8] = b"(others)";

const HOUR: i64 = 3_600_000;

impl Labels {
    /// `has` tells whether records of this `format` have what they are told apart by.
    pub(super) fn new(
        by: Option<&By>,
        name: &str,
        format: &str,
        has: impl FnOnce(&By) -> bool,
    ) -> Result<Self, Error> {
        match by.filter(|by| !has(by)) {
            Some(by) => {
                let why = format_args!("{format} has nothing to tell records apart by {by}");
                Err(Error::of(name, why))
            }
            None => Ok(Self::of_all(by.cloned())),
        }
    }

    /// The same for records of which all are told apart so, where they are.
    pub(super) fn of_all(by: Option<By>) -> Self {
        Self { by, texts: Vec::new(), known: HashMap::new(), last_hour: None }
    }

    pub(super) fn by(&self) -> Option<&By> {
        self.by.as_ref()
    }

    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Returns a record's label; `value` is its header's or its field's, where it has one.
    pub(super) fn of(
        &mut self,
        timestamp: Option<i64>,
        producer_id: Option<i64>,
        value: Option<&[u8]>,
    ) -> Option<u32> {
        Some(match self.by.as_ref()? {
            By::Header(_) => self.index(value.unwrap_or(b"(no such header)")),
            By::Field(_) => self.index(value.unwrap_or(b"(no such field)")),
            By::ProducerId => match producer_id {
                Some(id) => self.index(id.to_string().as_bytes()),
                None => self.index(b"(no producer id)"),
            },
            By::Hour => match timestamp.map(|timestamp| timestamp.div_euclid(HOUR)) {
                Some(hour) => match self.last_hour {
                    Some((last, label)) if last == hour => label,
                    _ => {
                        let label = self.index(hour_text(hour).as_bytes());
                        self.last_hour = Some((hour, label));
                        label
                    }
                },
                None => self.index(b"(no timestamp)"),
            },
        })
    }

    fn index(&mut self, label: &[u8]) -> u32 {
        if let Some(&at) = self.known.get(label) {
            return at;
        }
        let label = if self.texts.len() < MOST_LABELS { label } else { OTHERS };
        *self.known.entry(label.to_vec()).or_insert_with(|| {
            self.texts.push(String::from_utf8_lossy(label).into_owned());
            (self.texts.len() - 1) as u32
        })
    }
}

/// Returns an hour since 1970 such as `2026-11-30T04:00Z`.
fn hour_text(hour: i64) -> String {
    let text = time_text(hour.saturating_mul(HOUR));
    text.split_once(':').map_or("", |(hour, _)| hour).to_string() + ":00Z"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(by: &By) -> Result<Labels, Error> {
        Labels::new(Some(by), "in", "csv", |_| true)
    }

    #[test]
    fn an_hour_is_a_date_and_an_hour_in_utc() -> Result<(), Error> {
        let mut labels = labels(&By::Hour)?;
        for (at, milliseconds, expected) in [
            (0, 0, "1970-01-01T00:00Z"),
            (1, -1, "1969-12-31T23:00Z"),
            (2, 951_782_399_999, "2000-02-28T23:00Z"),
            (3, 951_782_400_000, "2000-02-29T00:00Z"),
            (3, 951_782_400_001, "2000-02-29T00:00Z"),
            (4, 1_796_011_199_999, "2026-11-30T03:00Z"),
            (1, -3_600_000, "1969-12-31T23:00Z"),
        ] {
            assert_eq!(labels.of(Some(milliseconds), None, None), Some(at), "{milliseconds}");
            assert_eq!(labels.texts().get(at as usize).map(String::as_str), Some(expected));
        }
        assert_eq!(labels.of(None, None, None), Some(5));
        assert_eq!(labels.texts().last().map(String::as_str), Some("(no timestamp)"));
        // Clients send any 64 bits.
        for milliseconds in [i64::MIN, i64::MAX] {
            assert!(labels.of(Some(milliseconds), None, None).is_some());
        }
        Ok(())
    }

    #[test]
    fn labels_beyond_a_thousand_are_one() -> Result<(), Error> {
        let mut labels = labels(&By::Field("f".into()))?;
        for number in 0..5000_u32 {
            let at = labels.of(None, None, Some(number.to_string().as_bytes()));
            assert_eq!(at, Some(number.min(1000)));
        }
        assert_eq!(labels.texts().len(), 1001);
        assert_eq!(labels.texts().last().map(String::as_str), Some("(others)"));
        assert_eq!(labels.of(None, None, Some(b"7")), Some(7));
        Ok(())
    }

    #[test]
    fn what_a_format_does_not_have_is_refused() {
        let refused = Labels::new(Some(&By::ProducerId), "in", "kcat", |_| false).err();
        let refused = refused.map(|why| why.to_string());
        let expected = "in: kcat has nothing to tell records apart by producer-id";
        assert_eq!(refused.as_deref(), Some(expected));
    }
}
