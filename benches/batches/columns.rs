//! Columns of keys that nothing has seen before: the same ones in each run.

use std::io::Write as _;

use copartition::{Keys, Validity};

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
        }
    }
}

/// Keys one behind the other, and where each ends.
pub(crate) struct Column {
    pub(crate) shape: Shape,
    pub(crate) bytes: Vec<u8>,
    pub(crate) offsets: Vec<i32>,
    /// A bit for each row, when none has a key.
    null: Option<Vec<u8>>,
}

impl Column {
    pub(crate) fn new(shape: Shape, len: usize) -> Self {
        let mut random = Random(0x2545_f491_4f6c_dd1d);
        let mut bytes = Vec::with_capacity(len * shape.mean());
        let mut offsets = Vec::with_capacity(len + 1);
        offsets.push(0);
        for _ in 0..len {
            push_key(shape, &mut random, &mut bytes);
            offsets.push(i32::try_from(bytes.len()).unwrap_or(i32::MAX));
        }
        let null = (shape == Shape::Null).then(|| vec![0; len.div_ceil(8)]);
        Self { shape, bytes, offsets, null }
    }

    pub(crate) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Returns the rows from `first` on, `len` of them or as many as there are.
    pub(crate) fn window(&self, first: usize, len: usize) -> Result<Window<'_>, String> {
        let end = (first + len).min(self.len());
        let offsets = self.offsets.get(first..=end).unwrap_or_default();
        let mut keys = Keys::with_offsets(&self.bytes, offsets).map_err(|why| why.to_string())?;
        if let Some(bits) = &self.null {
            let validity = Validity::new(bits, first, keys.len());
            let with = validity.and_then(|validity| keys.with_validity(validity));
            keys = with.map_err(|why| why.to_string())?;
        }
        Ok(Window { bytes: &self.bytes, offsets, keys })
    }
}

/// Some rows of a column.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) offsets: &'a [i32],
    /// The same, checked.
    pub(crate) keys: Keys<'a>,
}

impl Window<'_> {
    pub(crate) fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
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
        Shape::Empty | Shape::Null => {}
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
