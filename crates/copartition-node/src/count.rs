//! Partition counts, read as the doubles they are: Node-API's integers would turn 2^32+1 into 1.

use copartition::{Error, PartitionCount};

use crate::boundary::Failure;
use crate::value::Value;

/// Reads a partition count.
///
/// # Errors
///
/// `partition_count` for every value but a whole number in range, a BigInt included.
#[inline]
pub(crate) fn read(value: Value<'_>) -> Result<PartitionCount, Failure> {
    if let Some(number) = value.number()? {
        let whole = number as u32;
        if f64::from(whole) == number
            && let Some(count) = PartitionCount::new(whole)
        {
            return Ok(count);
        }
    }
    refuse(value)
}

#[cold]
fn refuse(value: Value<'_>) -> Result<PartitionCount, Failure> {
    let got = match value.kind()? {
        // As JavaScript prints it: 1e+300, not 300 zeros.
        "number" => value.printed()?.unwrap_or_default(),
        absent @ ("null" | "undefined") => absent.into(),
        "object" => "an object".into(),
        kind => format!("a {kind}"),
    };
    Err(Error::partition_count(got).into())
}
