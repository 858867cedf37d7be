//! The same rows as every kind of column, in guarded memory.

use copartition::{Keys, Validity};

use crate::guarded::{Edge, Guarded};

/// A key, or none, for each row.
pub(crate) type Rows = Vec<Option<Vec<u8>>>;

/// The kinds of column that take any keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Offsets32,
    Offsets64,
    Separated,
    Views,
    Slices,
    Dictionary,
}

impl Kind {
    pub(crate) const ALL: [Self; 6] = [
        Self::Offsets32,
        Self::Offsets64,
        Self::Separated,
        Self::Views,
        Self::Slices,
        Self::Dictionary,
    ];
}

/// How the rows are cut out of what lies in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(crate) edge: Edge,
    /// Bytes of other keys before the first one.
    pub(crate) bytes_before: usize,
    /// Bits of other keys before the first one.
    pub(crate) bits_before: usize,
    /// A bitmap even when every row has a key.
    pub(crate) bitmap: bool,
}

impl Cut {
    pub(crate) const fn at(edge: Edge) -> Self {
        Self { edge, bytes_before: 0, bits_before: 0, bitmap: false }
    }
}

/// Builds the column, and hands it to `use_it`. What a missing row holds is junk, as Arrow allows.
pub(crate) fn with_column(kind: Kind, rows: &Rows, cut: Cut, use_it: impl FnOnce(Keys<'_>)) {
    let missing = rows.iter().any(Option::is_none);
    let bits = Guarded::new(&bitmap(rows, cut.bits_before), cut.edge);
    let validity =
        (missing || cut.bitmap).then(|| Validity::new(&bits, cut.bits_before, rows.len()).unwrap());
    match kind {
        Kind::Offsets32 => {
            let (bytes, ends) = packed(rows, cut, &[]);
            let ends: Vec<i32> = ends.iter().map(|&end| end as i32).collect();
            let (bytes, ends) = (Guarded::new(&bytes, cut.edge), Guarded::new(&ends, cut.edge));
            use_it(with_validity(Keys::with_offsets(&bytes, &ends).unwrap(), validity));
        }
        Kind::Offsets64 => {
            let (bytes, ends) = packed(rows, cut, &[]);
            let (bytes, ends) = (Guarded::new(&bytes, cut.edge), Guarded::new(&ends, cut.edge));
            use_it(with_validity(Keys::with_large_offsets(&bytes, &ends).unwrap(), validity));
        }
        Kind::Separated => {
            let (bytes, ends) = packed(rows, cut, b"\n");
            // The last row has no separator behind it: it ends with the bytes.
            let ends: Vec<i32> = ends.iter().map(|&end| end as i32).collect();
            let (bytes, ends) = (Guarded::new(&bytes, cut.edge), Guarded::new(&ends, cut.edge));
            use_it(with_validity(Keys::separated(&bytes, &ends).unwrap(), validity));
        }
        Kind::Views => {
            let (bytes, ends) = packed(rows, cut, &[]);
            let views: Vec<[u8; 16]> = rows.iter().zip(&ends).map(view).collect();
            let (bytes, views) = (Guarded::new(&bytes, cut.edge), Guarded::new(&views, cut.edge));
            let buffers = [&b"no key is here"[..], &bytes];
            use_it(Keys::views(&views, &buffers, validity).unwrap());
        }
        Kind::Slices => {
            let keys: Vec<Option<Guarded<u8>>> =
                rows.iter().map(|key| Some(Guarded::new(key.as_deref()?, cut.edge))).collect();
            let slices: Vec<Option<&[u8]>> =
                keys.iter().map(|key| Some(&**key.as_ref()?)).collect();
            use_it(Keys::slices(&Guarded::new(&slices, cut.edge)));
        }
        Kind::Dictionary => {
            let (values, indices) = dictionary(rows);
            let (bytes, ends) = packed(&values, cut, &[]);
            let (bytes, ends) = (Guarded::new(&bytes, cut.edge), Guarded::new(&ends, cut.edge));
            let values = Keys::with_large_offsets(&bytes, &ends).unwrap();
            let indices = Guarded::new(&indices, cut.edge);
            use_it(Keys::dictionary(&indices, &values, validity).unwrap());
        }
    }
}

fn with_validity<'a>(keys: Keys<'a>, validity: Option<Validity<'a>>) -> Keys<'a> {
    validity.map_or(keys, |validity| keys.with_validity(validity).unwrap())
}

/// The keys one behind the other with a separator before each, and where each ends. A missing row
/// may have bytes as well.
fn packed(rows: &Rows, cut: Cut, separator: &[u8]) -> (Vec<u8>, Vec<i64>) {
    let mut bytes = vec![0xaa; cut.bytes_before];
    let mut ends = vec![cut.bytes_before as i64];
    for (row, key) in rows.iter().enumerate() {
        bytes.extend_from_slice(separator);
        match key {
            Some(key) => bytes.extend_from_slice(key),
            None => bytes.extend_from_slice(&b"junk of a missing row"[..row % 22]),
        }
        ends.push(bytes.len() as i64);
    }
    (bytes, ends)
}

pub(crate) fn bitmap(rows: &Rows, before: usize) -> Vec<u8> {
    let mut bits = vec![0x55; (before + rows.len()).div_ceil(8)];
    for (row, key) in rows.iter().enumerate() {
        let (byte, bit) = ((before + row) / 8, (before + row) % 8);
        bits[byte] = bits[byte] & !(1 << bit) | u8::from(key.is_some()) << bit;
    }
    bits
}

fn view((key, start): (&Option<Vec<u8>>, &i64)) -> [u8; 16] {
    let Some(key) = key else { return [0xff; 16] };
    let mut view = [0; 16];
    view[..4].copy_from_slice(&(key.len() as u32).to_le_bytes());
    if key.len() <= 12 {
        view[4..4 + key.len()].copy_from_slice(key);
    } else {
        view[4..8].copy_from_slice(&key[..4]);
        view[8] = 1;
        view[12..].copy_from_slice(&(*start as u32).to_le_bytes());
    }
    view
}

/// Each key once, in the order in which they first come, and the index of each row's.
fn dictionary(rows: &Rows) -> (Rows, Vec<u32>) {
    let mut known = std::collections::HashMap::new();
    let mut values = Vec::new();
    let indices = rows.iter().map(|key| {
        let Some(key) = key else { return u32::MAX };
        *known.entry(key.clone()).or_insert_with(|| {
            values.push(Some(key.clone()));
            values.len() as u32 - 1
        })
    });
    let indices = indices.collect();
    (values, indices)
}
