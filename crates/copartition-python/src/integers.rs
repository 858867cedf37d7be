//! Columns of whole numbers, which are keys when a key format says which bytes they stand for.

use std::borrow::Cow;

use copartition::key::KeyFormat;
use copartition::{Error, Keys, Validity};

use crate::encoded_keys::with_encoded;

/// Whole numbers in memory, of the type that their owner stores.
pub(crate) enum Integers<'a> {
    Int8(Cow<'a, [i8]>),
    UInt8(Cow<'a, [u8]>),
    Int16(Cow<'a, [i16]>),
    UInt16(Cow<'a, [u16]>),
    Int32(Cow<'a, [i32]>),
    UInt32(Cow<'a, [u32]>),
    Int64(Cow<'a, [i64]>),
    UInt64(Cow<'a, [u64]>),
}

/// Calls a function with the values, whatever their type is.
macro_rules! each_type {
    ($integers:expr, $values:ident => $result:expr) => {
        match $integers {
            Integers::Int8($values) => $result,
            Integers::UInt8($values) => $result,
            Integers::Int16($values) => $result,
            Integers::UInt16($values) => $result,
            Integers::Int32($values) => $result,
            Integers::UInt32($values) => $result,
            Integers::Int64($values) => $result,
            Integers::UInt64($values) => $result,
        }
    };
}

impl Integers<'_> {
    /// Returns how many there are.
    pub(crate) fn len(&self) -> usize {
        each_type!(self, values => values.len())
    }

    /// Returns one of them; `None` when there are not so many.
    pub(crate) fn get(&self, row: usize) -> Option<i128> {
        each_type!(self, values => values.get(row).copied().map(i128::from))
    }

    /// Calls `then` with the keys that these numbers are.
    ///
    /// # Errors
    ///
    /// `key_type` when the format takes no whole numbers, or not one of these.
    pub(crate) fn with_keys<R>(
        &self,
        format: Option<KeyFormat>,
        name: &str,
        validity: Option<Validity<'_>>,
        then: impl FnOnce(&Keys<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        use KeyFormat::{Int, Long};
        match (format, self) {
            (Some(Int), Self::Int32(values)) => then(&masked(Keys::ints(values), validity)?),
            (Some(Long), Self::Int64(values)) => then(&masked(Keys::longs(values), validity)?),
            (Some(Int), _) => {
                let values = self.converted(Int, validity)?;
                then(&masked(Keys::ints(&values), validity)?)
            }
            (Some(Long), _) => {
                let values = self.converted(Long, validity)?;
                then(&masked(Keys::longs(&values), validity)?)
            }
            (Some(format), _) if format.takes_whole_numbers() => {
                let text = |row: usize| {
                    let number = self.get(row).filter(|_| has(validity, row))?;
                    Some(number.to_string().into_bytes())
                };
                with_encoded((0..self.len()).map(text), format, then)
            }
            _ => {
                let wanted = "text or bytes, or numbers with a key_format of their kind";
                Err(Error::argument_type(name, wanted, "whole numbers"))
            }
        }
    }

    /// Makes them numbers of the width that the format has.
    fn converted<N>(
        &self,
        format: KeyFormat,
        validity: Option<Validity<'_>>,
    ) -> Result<Vec<N>, Error>
    where
        N: TryFrom<i128> + Default,
    {
        let number = |row| match self.get(row).map(|number| (number, N::try_from(number))) {
            Some((_, Ok(number))) => Ok(number),
            Some((number, Err(_))) if has(validity, row) => {
                // The format says what it wanted.
                format.encode(number.to_string().as_bytes(), &mut Vec::new())?;
                Ok(N::default())
            }
            _ => Ok(N::default()),
        };
        (0..self.len()).map(number).collect()
    }
}

/// Says which keys are missing, where any is.
pub(crate) fn masked<'a>(
    keys: Keys<'a>,
    validity: Option<Validity<'a>>,
) -> Result<Keys<'a>, Error> {
    validity.map_or(Ok(keys), |validity| keys.with_validity(validity))
}

fn has(validity: Option<Validity<'_>>, row: usize) -> bool {
    validity.is_none_or(|validity| validity.has(row))
}
