use std::str::FromStr;

use crate::samples::whole_number;

/// How many records may lie elsewhere.
///
/// ```
/// use copartition_analysis::Allowed;
///
/// let allowed: Allowed = "0.5%".parse()?;
/// assert!(allowed.allows(1, 200) && !allowed.allows(2, 200));
/// assert!(!Allowed::Records(1).allows(2, 200));
/// assert!("5 records".parse::<Allowed>().is_err());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Allowed {
    /// So many.
    Records(u64),
    /// So much of a hundred, from 0 to 100.
    Percent(f64),
}

impl Allowed {
    /// Returns whether so many wrong records of all may be.
    pub fn allows(self, wrong: u64, of: u64) -> bool {
        match self {
            Self::Records(most) => wrong <= most,
            Self::Percent(most) => wrong as f64 * 100.0 <= most * of as f64,
        }
    }
}

impl FromStr for Allowed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = match text.strip_suffix('%') {
            Some(share) => {
                let is_number = share.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
                let percent = share.parse().ok().filter(|most| is_number && *most <= 100.0);
                percent.map(Self::Percent)
            }
            None => whole_number(text.as_bytes()).map(Self::Records),
        };
        number.ok_or("must be a whole number of 0 or more, or a share from 0% to 100%")
    }
}
