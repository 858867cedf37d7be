use std::fmt;
use std::str::FromStr;

use twox_hash::XxHash3_64;

use super::{Batch, Record, Source};
use crate::Error;

/// A share of all keys, picked by a digest: the same keys in every input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyShare(f64);

impl KeyShare {
    fn holds(self, record: &Record<'_>) -> bool {
        let digest = match record.key {
            Some(key) => XxHash3_64::oneshot_with_seed(SEED, key),
            // As many of those without a key, so that they keep their share of the records.
            None => {
                let [line, partition] = [record.line, record.partition.map_or(0, u64::from)];
                let at = [line.to_le_bytes(), partition.to_le_bytes()];
                XxHash3_64::oneshot_with_seed(SEED, at.as_flattened())
            }
        };
        (digest as f64) < self.0 / 100.0 * TWO_TO_THE_64
    }
}

const TWO_TO_THE_64: f64 = 18_446_744_073_709_551_616.0;

/// What is counted and sampled further takes the same digest without a seed, which must not depend
/// on which keys are here.
const SEED: u64 = 0x6b65_7973;

impl FromStr for KeyShare {
    type Err = &'static str;

    /// Reads a share such as `1%` or `0.5%`.
    ///
    /// ```
    /// use copartition_analysis::samples::KeyShare;
    ///
    /// assert_eq!("0.5%".parse::<KeyShare>()?.to_string(), "0.5%");
    /// assert!("0%".parse::<KeyShare>().is_err());
    /// # Ok::<(), &str>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_number =
            |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let percent = text.strip_suffix('%').filter(is_number).and_then(|text| text.parse().ok());
        let share = percent.filter(|percent| *percent > 0.0 && *percent <= 100.0);
        share.map(Self).ok_or("must be a share above 0% and up to 100%")
    }
}

impl fmt::Display for KeyShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.0)
    }
}

/// Gives the records of a share of a source's keys, each key with all its records, so that the
/// samples of two topics hold the same keys.
///
/// ```
/// use copartition_analysis::samples::{Batch, Fields, InputFormat, KeySample, Source, open};
///
/// let keys: String = (0..1000).map(|number| format!("user-{number}\n")).collect();
/// let keys = Box::new(std::io::Cursor::new(keys));
/// let mut lines = open(InputFormat::Lines, "keys.txt", keys, &Fields::default())?;
/// let mut sample = KeySample::new(lines.as_mut(), "10%".parse()?);
/// let mut batch = Batch::new();
/// let mut records = 0;
/// while sample.read(&mut batch)? {
///     records += batch.len();
/// }
/// assert_eq!(records, 92);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct KeySample<'a> {
    source: &'a mut dyn Source,
    share: KeyShare,
    whole: Batch,
}

impl<'a> KeySample<'a> {
    /// Takes a share of a source.
    pub fn new(source: &'a mut dyn Source, share: KeyShare) -> Self {
        Self { source, share, whole: Batch::new() }
    }
}

impl Source for KeySample<'_> {
    fn name(&self) -> &str {
        self.source.name()
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        let read = self.source.read(&mut self.whole);
        batch.clear();
        for record in self.whole.records().filter(|record| self.share.holds(record)) {
            batch.next_key().extend_from_slice(record.key.unwrap_or_default());
            let Record { key, partition, weight, line, log } = record;
            batch.push(key.is_some(), partition, weight, line, log);
        }
        read
    }

    fn labels(&self) -> &[String] {
        self.source.labels()
    }

    fn warnings(&self) -> Vec<String> {
        self.source.warnings()
    }

    fn is_perhaps_ndjson(&self) -> bool {
        self.source.is_perhaps_ndjson()
    }

    fn is_sample_of_keys(&self) -> bool {
        true
    }
}
