//! Columns of keys that nothing has seen before: the same ones in each run.

use std::io::Write as _;

use copartition::{Error, Keys, Validity};

/// What the keys of a column look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `user-` and a number below a million: 6 to 11 bytes.
    User,
    /// The 36 characters of a UUID.
    Uuid,
    /// So many bytes each.
    Bytes(usize),
    /// From so many to so many bytes, each length as often as another.
    Mixed(usize, usize),
    /// One key again and again.
    Equal,
    /// Zero bytes.
    Empty,
    /// No key in any row.
    Null,
    /// Any 32-bit number, as it is in memory.
    Int,
    /// Any 64-bit number.
    Long,
}

impl Shape {
    /// The shapes that kernels are compared with peers on.
    pub(crate) const USUAL: [Self; 6] = [
        Self::User,
        Self::Uuid,
        Self::Bytes(8),
        Self::Mixed(1, 32),
        Self::Bytes(100),
        Self::Mixed(1, 100),
    ];

    /// The shapes that a kernel must not lose on.
    pub(crate) const TRICKY: [Self; 7] = [
        Self::User,
        Self::Uuid,
        Self::Mixed(1, 32),
        Self::Bytes(1000),
        Self::Equal,
        Self::Empty,
        Self::Null,
    ];

    pub(crate) fn name(self) -> String {
        match self {
            Self::User => "user-N".into(),
            Self::Uuid => "UUID".into(),
            Self::Bytes(1000) => "1 KB".into(),
            Self::Bytes(bytes) => format!("{bytes} B"),
            Self::Mixed(shortest, longest) => format!("{shortest}-{longest} B"),
            Self::Equal => "all equal".into(),
            Self::Empty => "all empty".into(),
            Self::Null => "all null".into(),
            Self::Int => "int32".into(),
            Self::Long => "int64".into(),
        }
    }

    /// The mean length in bytes.
    pub(crate) fn mean(self) -> usize {
        match self {
            Self::User | Self::Equal => 11,
            Self::Uuid => 36,
            Self::Bytes(bytes) => bytes,
            Self::Mixed(shortest, longest) => (shortest + longest) / 2,
            Self::Empty | Self::Null => 0,
            Self::Int => 4,
            Self::Long => 8,
        }
    }
}

/// Keys one behind the other, and where each ends; or numbers.
pub(crate) struct Column {
    pub(crate) shape: Shape,
    pub(crate) bytes: Vec<u8>,
    pub(crate) offsets: Vec<i32>,
    ints: Vec<i32>,
    longs: Vec<i64>,
    /// A bit for each row, when none has a key.
    null: Option<Vec<u8>>,
}

impl Column {
    pub(crate) fn new(shape: Shape, len: usize) -> Self {
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        let mut column = Self {
            shape,
            bytes: Vec::with_capacity(len * shape.mean()),
            offsets: Vec::new(),
            ints: Vec::new(),
            longs: Vec::new(),
            null: (shape == Shape::Null).then(|| vec![0; len.div_ceil(8)]),
        };
        match shape {
            Shape::Int => column.ints = (0..len).map(|_| random.next() as i32).collect(),
            Shape::Long => column.longs = (0..len).map(|_| random.next() as i64).collect(),
            _ => {
                column.offsets = Vec::with_capacity(len + 1);
                column.offsets.push(0);
                for _ in 0..len {
                    push_key(shape, &mut random, &mut column.bytes);
                    let end = i32::try_from(column.bytes.len()).unwrap_or(i32::MAX);
                    column.offsets.push(end);
                }
            }
        }
        column
    }

    pub(crate) fn len(&self) -> usize {
        match self.shape {
            Shape::Int => self.ints.len(),
            Shape::Long => self.longs.len(),
            _ => self.offsets.len() - 1,
        }
    }

    /// Returns the rows from `first` on, `len` of them or as many as there are.
    pub(crate) fn window(&self, first: usize, len: usize) -> Result<Window<'_>, String> {
        let end = (first + len).min(self.len());
        let ints = self.ints.get(first..end).unwrap_or_default();
        let longs = self.longs.get(first..end).unwrap_or_default();
        let offsets = self.offsets.get(first..=end).unwrap_or_default();
        let keys = match self.shape {
            Shape::Int => Ok(Keys::ints(ints)),
            Shape::Long => Ok(Keys::longs(longs)),
            _ => self.keys(offsets, first),
        };
        let keys = keys.map_err(|why| why.to_string())?;
        Ok(Window { bytes: &self.bytes, offsets, ints, longs, keys })
    }

    fn keys<'a>(&'a self, offsets: &'a [i32], first: usize) -> Result<Keys<'a>, Error> {
        let keys = Keys::with_offsets(&self.bytes, offsets)?;
        match &self.null {
            Some(bits) => keys.with_validity(Validity::new(bits, first, keys.len())?),
            None => Ok(keys),
        }
    }
}

/// Some rows of a column.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) offsets: &'a [i32],
    pub(crate) ints: &'a [i32],
    pub(crate) longs: &'a [i64],
    /// The same, checked.
    pub(crate) keys: Keys<'a>,
}

impl Window<'_> {
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The bytes of its keys.
    pub(crate) fn key_bytes(&self) -> &[u8] {
        let (Some(&first), Some(&last)) = (self.offsets.first(), self.offsets.last()) else {
            return &[];
        };
        self.bytes.get(first as usize..last as usize).unwrap_or_default()
    }
}

fn push_key(shape: Shape, random: &mut Random, bytes: &mut Vec<u8>) {
    match shape {
        Shape::User => push_user(random.below(1_000_000), bytes),
        Shape::Uuid => {
            let (a, b) = (random.next(), random.next());
            let (time, version, variant) = (a >> 32, a >> 16 & 0xffff, b >> 48);
            // A Vec takes all that is written.
            let _ = write!(
                bytes,
                "{time:08x}-{version:04x}-4{:03x}-{variant:04x}-{:012x}",
                a & 0xfff,
                b & 0xffff_ffff_ffff
            );
        }
        Shape::Bytes(len) => push_random(len, random, bytes),
        Shape::Mixed(shortest, longest) => {
            let len = shortest + random.below(longest - shortest + 1);
            push_random(len, random, bytes);
        }
        Shape::Equal => bytes.extend_from_slice(b"user-123456"),
        Shape::Empty | Shape::Null | Shape::Int | Shape::Long => {}
    }
}

/// Writes digits by hand: a hundred million of them in seconds.
fn push_user(mut number: usize, bytes: &mut Vec<u8>) {
    let mut digits = [b'0'; 6];
    let mut used = 0;
    for digit in digits.iter_mut().rev() {
        *digit += (number % 10) as u8;
        number /= 10;
        used += 1;
        if number == 0 {
            break;
        }
    }
    bytes.extend_from_slice(b"user-");
    bytes.extend_from_slice(digits.get(6 - used..).unwrap_or_default());
}

fn push_random(len: usize, random: &mut Random, bytes: &mut Vec<u8>) {
    let end = bytes.len() + len;
    while bytes.len() < end {
        bytes.extend_from_slice(&random.next().to_le_bytes());
    }
    bytes.truncate(end);
}

/// Marsaglia's xorshift64*.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        ((u128::from(self.next()) * end as u128) >> 64) as usize
    }
}
