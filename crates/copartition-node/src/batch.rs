//! What `node/index.cjs` calls with a whole column of keys.
//!
//! `list` makes an array of an iterable; `pack` lays a part of an array out as packed columns are, or
//! leaves it; and `lend` makes a typed array that it keeps nothing of: it throws where memory has no
//! room for it, while Node-API would end the process.

use std::ffi::CStr;

use copartition::Keys;
use napi_sys as sys;

use crate::boundary::{Arguments, Callback, Failure, callback};
use crate::bytes::Element;
use crate::functions::opened;
use crate::key_column::KeyColumn;
use crate::value::Value;

/// Every function by its name in the module.
pub(crate) const ALL: [(&CStr, Callback); 3] = [
    (c"placeBatch", callback!(place_batch)),
    (c"hashBatch", callback!(hash_batch)),
    (c"countBatch", callback!(count_batch)),
];

type Returned<'env> = Result<Value<'env>, Failure>;

/// `placeBatch(list, pack, lend, keys, options, handle)`: the Int32Array that `lend` made.
fn place_batch([list, pack, lend, keys, given, handle]: Arguments<'_, 6>) -> Returned<'_> {
    let (by, n) = opened(handle)?;
    let column = KeyColumn::read([list, pack], keys, given)?;
    let partitions = lent(lend, column.len()?)?;
    column.each(&mut |start, keys| {
        let out = from::<i32>(partitions, start)?;
        Ok(by.place_batch(keys, n, out).map_err(|error| error.behind(start))?)
    })?;
    Ok(partitions)
}

/// `hashBatch(list, pack, lend, keys, options, handle)`: the Uint32Array that `lend` made.
fn hash_batch([list, pack, lend, keys, given, handle]: Arguments<'_, 6>) -> Returned<'_> {
    let (by, _) = opened(handle)?;
    by.hash_batch(&Keys::slices(&[]), &mut [])?;
    let column = KeyColumn::read([list, pack], keys, given)?;
    let hashes = lent(lend, column.len()?)?;
    column.each(&mut |start, keys| Ok(by.hash_batch(keys, from::<u32>(hashes, start)?)?))?;
    Ok(hashes)
}

/// `countBatch(list, pack, lend, keys, options, handle)`: `{ counts, unkeyed }`, with the Float64Array that
/// `lend` made.
fn count_batch([list, pack, lend, keys, given, handle]: Arguments<'_, 6>) -> Returned<'_> {
    let (by, n) = opened(handle)?;
    let column = KeyColumn::read([list, pack], keys, given)?;
    let counts = lent(lend, n.get() as usize)?;
    let mut unkeyed = 0;
    column.each(&mut |start, keys| {
        let counted = by.count_batch(keys, n, from::<u64>(counts, 0)?);
        unkeyed += counted.map_err(|error| error.behind(start))?;
        Ok(())
    })?;
    // Counted in place, as whole numbers; 0 is the same, and a page that no key touched stays so.
    for count in from::<u64>(counts, 0)?.iter_mut().filter(|count| **count != 0) {
        *count = (*count as f64).to_bits();
    }
    list.env.object(&[("counts", counts), ("unkeyed", list.env.number(unkeyed as f64)?)])
}

fn lent<'env>(lend: Value<'env>, length: usize) -> Returned<'env> {
    lend.call(&[lend.env.number(length as f64)?])
}

/// What is lent, from an element on.
fn from<'env, T: Element>(lent: Value<'env>, start: usize) -> Result<&'env mut [T], Failure> {
    let elements = match lent.typed_array()? {
        // SAFETY: `lend` made it for this call and kept nothing of it, so that nobody else has it;
        // each caller is done with it before it comes again.
        Some(array) => unsafe { array.written::<T>() }?,
        None => None,
    };
    elements
        .and_then(|elements| elements.get_mut(start..))
        .ok_or(Failure::Node(sys::Status::napi_invalid_arg))
}
