//! Which part of each partition is read.

use std::ops::Range;

use super::whole_number;
use crate::Error;

/// Where reading starts and ends in each partition, as kcat's `-o` has it.
///
/// The end is never later than the end that a partition had when reading began.
///
/// ```
/// use copartition_analysis::samples::Offsets;
///
/// let last_hour_but_one = Offsets::parse(&["s@1764450000000", "e@1764453600000"])?;
/// assert_ne!(last_hour_but_one, Offsets::parse(&["beginning"])?);
/// assert!(Offsets::parse(&["yesterday"]).is_err());
/// # Ok::<(), copartition_analysis::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offsets {
    start: Start,
    /// The records before the first of this time, in milliseconds since 1970.
    end: Option<i64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Start {
    #[default]
    Beginning,
    End,
    At(i64),
    /// So many before the end; gaps in the offsets count.
    Last(i64),
    /// The first record of this time or later.
    Time(i64),
}

impl Offsets {
    /// Takes `beginning`, `end`, an offset, minus a number of records before the end, `s@` and a
    /// time to start at, or `e@` and a time to stop before, in milliseconds since 1970. Of several
    /// words the last that says where to start holds, and so does the last of the others.
    ///
    /// # Errors
    ///
    /// Any other word. `stored` is one, since it needs a consumer group.
    pub fn parse(words: &[impl AsRef<str>]) -> Result<Self, Error> {
        let mut offsets = Self::default();
        for word in words {
            let word = word.as_ref();
            let number = |text: &str| whole_number::<i64>(text.as_bytes()).ok_or_else(|| not(word));
            match word {
                "beginning" => offsets.start = Start::Beginning,
                "end" => offsets.start = Start::End,
                "stored" => {
                    return Err(Error::asked(
                        "offset must not be stored: that needs a consumer group, none is joined",
                    ));
                }
                _ => match (word.get(..1), word.get(..2)) {
                    (_, Some("s@")) => offsets.start = Start::Time(number(tail(word, 2))?),
                    (_, Some("e@")) => offsets.end = Some(number(tail(word, 2))?),
                    (Some("-"), _) => offsets.start = Start::Last(number(tail(word, 1))?),
                    _ => offsets.start = Start::At(number(word)?),
                },
            }
        }
        Ok(offsets)
    }

    /// Returns whether reading starts at a time, so that all later records that the log holds are
    /// read.
    pub fn is_since(&self) -> bool {
        matches!(self.start, Start::Time(_))
    }

    /// Returns the times whose offsets [`range`](Self::range) needs: the start's and the end's.
    pub(super) fn times(&self) -> [Option<i64>; 2] {
        let start = match self.start {
            Start::Time(time) => Some(time),
            _ => None,
        };
        [start, self.end]
    }

    /// Returns the offsets to read of a partition that holds those of `log`; `at` are the offsets
    /// of the [`times`](Self::times), absent where no record is that late.
    pub(super) fn range(&self, log: Range<i64>, at: [Option<i64>; 2]) -> Range<i64> {
        let [at_start, at_end] = at.map(|offset| offset.unwrap_or(log.end));
        let start = match self.start {
            Start::Beginning => log.start,
            Start::End => log.end,
            Start::At(offset) => offset,
            Start::Last(records) => log.end.saturating_sub(records),
            Start::Time(_) => at_start,
        };
        let start = start.max(log.start).min(log.end);
        let end = if self.end.is_some() { at_end.min(log.end) } else { log.end };
        start..end.max(start)
    }
}

fn tail(word: &str, from: usize) -> &str {
    word.get(from..).unwrap_or_default()
}

#[cold]
fn not(word: &str) -> Error {
    Error::asked(format_args!(
        "offset must be beginning, end, an offset, -N for the last N, s@TIME or e@TIME in \
         milliseconds since 1970, got {word:?}"
    ))
}

/// Shares `most` records out to partitions that hold at most so many each, as evenly as can be.
pub(super) fn shares(most: u64, held: &[u64]) -> Vec<u64> {
    let mut shares = vec![0; held.len()];
    let mut order: Vec<usize> = (0..held.len()).collect();
    order.sort_by_key(|&at| held.get(at));
    // Who holds the least comes first, and leaves the rest of its share to the others.
    let mut left = most;
    for (given, &at) in order.iter().enumerate() {
        let others = (order.len() - given) as u64;
        if let (Some(share), Some(&held)) = (shares.get_mut(at), held.get(at)) {
            *share = held.min(left / others);
            left -= *share;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: Range<i64> = 10..100;

    fn read(words: &[&str], at: [Option<i64>; 2]) -> Result<Range<i64>, String> {
        Ok(Offsets::parse(words).map_err(|why| why.to_string())?.range(LOG, at))
    }

    #[test]
    fn every_word_of_kcats_grammar_is_a_range_inside_the_log() {
        let at = [Some(40), Some(60)];
        for (words, expected) in [
            (&[][..], 10..100),
            (&["beginning"], 10..100),
            (&["end"], 100..100),
            (&["0"], 10..100),
            (&["20"], 20..100),
            (&["100"], 100..100),
            (&["9223372036854775807"], 100..100),
            (&["-0"], 100..100),
            (&["-30"], 70..100),
            (&["-1000"], 10..100),
            (&["-9223372036854775807"], 10..100),
            (&["s@1"], 40..100),
            (&["e@2"], 10..60),
            (&["s@1", "e@2"], 40..60),
            (&["e@2", "70"], 70..70),
            (&["20", "end", "30"], 30..100),
        ] {
            assert_eq!(read(words, at), Ok(expected), "{words:?}");
        }
    }

    #[test]
    fn a_time_after_the_last_record_is_the_end() {
        assert_eq!(read(&["s@1"], [None, None]), Ok(100..100));
        assert_eq!(read(&["e@1"], [None, None]), Ok(10..100));
        // A record that was written after the end was asked for.
        assert_eq!(read(&["s@1", "e@2"], [Some(120), Some(120)]), Ok(100..100));
    }

    #[test]
    fn any_other_word_is_refused_with_what_was_wanted() {
        for word in ["", "-", "--1", "s@", "s@-1", "e@1.5", "+5", "earliest", "9223372036854775808"]
        {
            let got = read(&[word], [None, None]).err().unwrap_or_default();
            assert!(got.starts_with("offset must be beginning, end, "), "{word}: {got}");
            assert!(got.ends_with(&format!("got {word:?}")), "{word}: {got}");
        }
        let got = read(&["stored"], [None, None]).err().unwrap_or_default();
        assert!(got.contains("needs a consumer group"), "{got}");
    }

    #[test]
    fn shares_are_even_and_what_a_partition_lacks_goes_to_the_others() {
        for (most, held, expected) in [
            (0, &[5, 5][..], &[0, 0][..]),
            (9, &[100, 100, 100], &[3, 3, 3]),
            (10, &[100, 100, 100], &[3, 3, 4]),
            (10, &[100, 1, 100], &[4, 1, 5]),
            (10, &[0, 2, 3], &[0, 2, 3]),
            (1, &[7, 7], &[0, 1]),
            (u64::MAX, &[u64::MAX, 2], &[u64::MAX - 2, 2]),
            (5, &[], &[]),
        ] {
            assert_eq!(shares(most, held), expected, "{most} of {held:?}");
        }
    }
}
