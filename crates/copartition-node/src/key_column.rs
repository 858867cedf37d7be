//! Columns of keys as JavaScript has them: an array, packed bytes, numbers, a vector of apache-arrow.
//!
//! A column is read first, which may run the user's code. Its memory is borrowed after that, while
//! no JavaScript can run: it could move or free what is borrowed.

use std::ops::Range;

use copartition::Keys;
use copartition::key::KeyFormat;
use napi_sys as sys;

use crate::boundary::Failure;
use crate::chunk::{Chunk, Layout};
use crate::text::Room;
use crate::value::Value;
use crate::written_keys::WrittenKeys;
use crate::{arrow, key, key_format, options};

/// A column whose memory is not looked at yet.
pub(crate) struct KeyColumn<'env> {
    shape: Shape<'env>,
    format: Option<KeyFormat>,
}

enum Shape<'env> {
    /// An array.
    Listed(Listed<'env>),
    /// Memory, in one piece or more.
    Chunks(Vec<Chunk<'env>>),
}

struct Listed<'env> {
    keys: Value<'env>,
    length: u32,
    /// Lays a part of it out.
    pack: Value<'env>,
}

/// Takes a part of a column, as the core has it, and the row that it starts at.
pub(crate) type Take<'a> = dyn FnMut(usize, &Keys<'_>) -> Result<(), Failure> + 'a;

impl<'env> KeyColumn<'env> {
    /// Reads a column, by the options `column` and `keyFormat`; `list` makes an array of an iterable, and
    /// `pack` packs a part of one. May run the user's code.
    ///
    /// # Errors
    ///
    /// `key_type` when it is none.
    pub(crate) fn read(
        host: [Value<'env>; 2],
        keys: Value<'env>,
        given: Value<'env>,
    ) -> Result<Self, Failure> {
        let given = options::read(given)?;
        options::refuse_others(given, &[c"column", c"keyFormat"])?;
        let format = options::get(given, c"keyFormat")?.map(key_format::read).transpose()?;
        let keys = match options::get(given, c"column")? {
            Some(column) => arrow::child(keys, column)?,
            None => keys,
        };
        Ok(Self { shape: Shape::read(host, keys)?, format })
    }

    /// How many keys there are, the missing ones included.
    pub(crate) fn len(&self) -> Result<usize, Failure> {
        match &self.shape {
            Shape::Listed(listed) => Ok(listed.length as usize),
            Shape::Chunks(chunks) => {
                chunks.iter().try_fold(0_usize, |len, chunk| Ok(len.saturating_add(chunk.len()?)))
            }
        }
    }

    /// Gives all keys to `take`, in parts. Between the parts of an array its getters may run.
    ///
    /// # Errors
    ///
    /// `offsets` when memory is not as it says, `key_type` for what is no array or no key; and what
    /// `take` fails with.
    pub(crate) fn each(&self, take: &mut Take<'_>) -> Result<(), Failure> {
        match &self.shape {
            Shape::Listed(listed) => listed.each(self.format, take),
            Shape::Chunks(chunks) => {
                let mut start = 0;
                for chunk in chunks {
                    chunk.with_keys(start, self.format, &mut |keys| take(start, keys))?;
                    start += chunk.len()?;
                }
                Ok(())
            }
        }
    }
}

impl<'env> Shape<'env> {
    fn read([list, pack]: [Value<'env>; 2], keys: Value<'env>) -> Result<Self, Failure> {
        if let Some(length) = keys.array_length()? {
            return Ok(Self::Listed(Listed { keys, length, pack }));
        }
        if let Some(array) = keys.typed_array()? {
            // One key, as likely as a column of small numbers.
            if array.has::<u8>() {
                return Err(unfit(keys));
            }
            return Ok(Self::Chunks(vec![Chunk::of("keys", Layout::Numbers(("", keys)))]));
        }
        if let Some(chunks) = chunks("keys", keys)? {
            return Ok(Self::Chunks(chunks));
        }
        let listed = list.call(&[keys])?;
        let length = listed.array_length()?.ok_or_else(|| unfit(keys))?;
        Ok(Self::Listed(Listed { keys: listed, length, pack }))
    }
}

/// Reads all keys of packed bytes or a vector of apache-arrow, which messages call `name`; `None` when
/// it is neither. May run the user's code.
///
/// # Errors
///
/// As [`KeyColumn::each`].
pub(crate) fn read_memory(name: &str, keys: Value<'_>) -> Result<Option<WrittenKeys>, Failure> {
    match chunks(name, keys)? {
        Some(chunks) => WrittenKeys::of(&chunks, None).map(Some),
        None => Ok(None),
    }
}

fn chunks<'env>(name: &str, keys: Value<'env>) -> Result<Option<Vec<Chunk<'env>>>, Failure> {
    if keys.kind()? != "object" {
        return Ok(None);
    }
    let data = keys.property(c"data")?;
    if data.is(sys::napi_is_array)? {
        return arrow::chunks(name, data).map(Some);
    }
    match keys.property(c"offsets")?.kind()? {
        "undefined" => Ok(None),
        _ => Ok(Some(vec![packed(name, keys)?])),
    }
}

/// `{ data, offsets, validity }`.
fn packed<'env>(name: &str, keys: Value<'env>) -> Result<Chunk<'env>, Failure> {
    let (data, offsets) = (keys.property(c"data")?, keys.property(c"offsets")?);
    let validity = keys.property(c"validity")?;
    let validity = match validity.kind()? {
        "null" | "undefined" => None,
        _ => Some(((".validity", validity), 0)),
    };
    let layout = Layout::Offsets { data: (".data", data), offsets: (".offsets", offsets) };
    Ok(Chunk { validity, ..Chunk::of(name, layout) })
}

#[cold]
fn unfit(keys: Value<'_>) -> Failure {
    key::unfit_argument("keys", "an array or a column of keys", keys)
}

/// How many elements of an array are laid out before they are taken.
const BLOCK: u32 = 4096;
/// Fewer are asked for one by one.
const PACKED: u32 = 32;

impl Listed<'_> {
    fn each(&self, format: Option<KeyFormat>, take: &mut Take<'_>) -> Result<(), Failure> {
        let env = self.keys.env;
        let mut start = 0;
        while start < self.length {
            let end = self.length.min(start.saturating_add(BLOCK));
            env.scoped(|| {
                if end - start >= PACKED {
                    let bounds = [env.integer(start)?, env.integer(end)?];
                    let packed = self.pack.call(&[self.keys, bounds[0], bounds[1]])?;
                    if packed.kind()? == "object" {
                        let start = start as usize;
                        let chunk = self::packed("keys", packed)?;
                        return chunk.with_keys(start, format, &mut |keys| take(start, keys));
                    }
                }
                self.ask(start..end, format, take)
            })?;
            start = end;
        }
        Ok(())
    }

    fn ask(
        &self,
        rows: Range<u32>,
        format: Option<KeyFormat>,
        take: &mut Take<'_>,
    ) -> Result<(), Failure> {
        let (mut written, mut room) = (WrittenKeys::default(), Room::new());
        let start = rows.start as usize;
        for at in rows {
            let (key, place) = (self.keys.element(at)?, format_args!("keys[{at}]"));
            match format {
                None => written.push(key::read_as(key, place, &mut room)?),
                Some(format) => {
                    let text = key_format::text(key, place, format, &mut room)?;
                    written.encode(text, format, at as usize)?;
                }
            }
        }
        take(start, &written.keys()?)
    }
}
