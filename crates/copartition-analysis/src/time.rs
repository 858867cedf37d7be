use crate::Error;

const DAY: i64 = 86_400_000;

/// Reads a time: milliseconds since 1970, or a date and a time as RFC 3339 has them, such as
/// `2026-11-30T02:10:08.5Z` or `2026-11-30T02:10:08+01:00`. Digits behind milliseconds are dropped.
///
/// # Errors
///
/// Anything else; a date without a time or a time without an offset too, since nobody knows where
/// it was meant.
///
/// ```
/// use copartition_analysis::{time_of, time_text};
///
/// assert_eq!(time_of("1796004608500")?, 1_796_004_608_500);
/// assert_eq!(time_of("2026-11-30T03:10:08.5+01:00")?, 1_796_004_608_500);
/// assert_eq!(time_text(1_796_004_608_500), "2026-11-30T02:10:08.500Z");
/// assert!(time_of("2026-11-30").is_err());
/// # Ok::<(), copartition_analysis::Error>(())
/// ```
pub fn time_of(text: &str) -> Result<i64, Error> {
    let milliseconds = text.bytes().all(|byte| byte.is_ascii_digit());
    let time = if milliseconds { text.parse().ok() } else { rfc_3339(text.as_bytes()) };
    time.ok_or_else(|| {
        Error::asked(format_args!(
            "time must be milliseconds since 1970 or like 2026-11-30T02:10:08Z, got {text:?}"
        ))
    })
}

/// Writes a time in milliseconds since 1970 as RFC 3339 has it, in UTC.
pub fn time_text(milliseconds: i64) -> String {
    let (year, month, day) = date(milliseconds.div_euclid(DAY));
    let of_day = milliseconds.rem_euclid(DAY);
    let (seconds, millis) = (of_day / 1000, of_day % 1000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

fn rfc_3339(text: &[u8]) -> Option<i64> {
    let (year, text) = number(text, 4, b"")?;
    let (month, text) = number(text, 2, b"-")?;
    let (day, text) = number(text, 2, b"-")?;
    let (hour, text) = number(text, 2, b"Tt ")?;
    let (minute, text) = number(text, 2, b":")?;
    let (second, mut text) = number(text, 2, b":")?;
    let days = days(year, month, day);
    // A leap second is the next second's first one.
    if date(days) != (year, month, day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let mut millis = 0;
    if let Some(behind) = text.strip_prefix(b".") {
        let digits = behind.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (fraction, rest) = behind.split_at_checked(digits).filter(|_| digits > 0)?;
        let of_thousands = |millis, i| millis * 10 + fraction.get(i).map_or(0, |c| c - b'0') as i64;
        millis = (0..3).fold(0, of_thousands);
        text = rest;
    }
    let offset = match text {
        b"Z" | b"z" => 0,
        [sign @ (b'+' | b'-'), text @ ..] => {
            let (hours, text) = number(text, 2, b"")?;
            let (minutes, text) = number(text, 2, b":")?;
            if hours > 23 || minutes > 59 || !text.is_empty() {
                return None;
            }
            (hours * 60 + minutes) * if *sign == b'+' { 1 } else { -1 }
        }
        _ => return None,
    };
    Some(days * DAY + ((hour * 60 + minute - offset) * 60 + second) * 1000 + millis)
}

/// Takes one of the separators, if any are given, and a number of so many digits.
fn number<'a>(text: &'a [u8], digits: usize, separators: &[u8]) -> Option<(i64, &'a [u8])> {
    let text = match separators {
        [] => text,
        _ => text.split_first().filter(|(first, _)| separators.contains(first))?.1,
    };
    let (number, rest) = text.split_at_checked(digits)?;
    let number = crate::samples::whole_number(number)?;
    Some((number, rest))
}

/// The days from 1970 to a date; years start in March, so that the day some of them lack comes last.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let of_years = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    of_years + (153 * month + 2) / 5 + day - 1 - 719_468
}

/// The date that is so many days after 1970: year, month and day.
fn date(days: i64) -> (i64, i64, i64) {
    // 400 years are as long as any other 400.
    let (era, day) = ((days + 719_468).div_euclid(146_097), (days + 719_468).rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, year) = if month < 10 { (month + 3, year) } else { (month - 9, year + 1) };
    (era * 400 + year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_read_as_it_is_written() {
        let mut times = 0;
        for day in (-800_000..800_000).step_by(97) {
            let time = day * DAY + day.rem_euclid(86_400) * 1000 + 123;
            if (0..=9999).contains(&date(day).0) {
                assert_eq!(time_of(&time_text(time)).ok(), Some(time), "{}", time_text(time));
                times += 1;
            }
        }
        assert!(times > 10_000);
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31t23:59:59.999z", -1),
            ("2000-02-29 00:00:00.1239+00:00", 951_782_400_123),
            ("2026-11-30T04:10:08-02:30", 1_796_020_808_000),
            ("1700000000000", 1_700_000_000_000),
        ] {
            assert_eq!(time_of(text).ok(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_time_that_is_none_is_an_error() {
        for text in [
            "",
            "yesterday",
            "-1",
            "+1",
            "99999999999999999999",
            "2026-11-30",
            "2026-11-30T02:10:08",
            "2026-02-29T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-11-30T24:00:00Z",
            "2026-11-30T02:10:08.Z",
            "2026-11-30T02:10:08+0100",
            "2026-11-30T02:10:08Z ",
            "+026-11-30T02:10:08Z",
        ] {
            let why = time_of(text).map_err(|why| why.to_string());
            assert!(why.is_err_and(|why| why.ends_with(&format!("got {text:?}"))), "{text}");
        }
    }
}
