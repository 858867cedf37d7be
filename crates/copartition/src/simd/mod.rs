//! Kernels: the hashes of many keys at once.
//!
//! Single calls are the definition; a kernel only has to equal them. `Chunk` brings the keys of any
//! layout into one form, `Rows`, which is all that a kernel sees.

mod chunk;
mod divisor;
mod lines;
mod portable;
#[allow(unsafe_code, reason = "memory that is not made zero")]
mod room;
mod rows;
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[allow(unsafe_code, reason = "vectors and reads of rows; each with its reason")]
mod x86_64;

pub(crate) use chunk::Chunk;
pub(crate) use divisor::Divisor;
use rows::Rows;

use alloc::vec::Vec;

use crate::{Reduction, Rule};

/// Hashes rows of keys: one number for each.
type HashRows = fn(Rows<'_>, &mut [u32]);

/// Takes offsets apart, into starts and lengths.
type Spread = fn(&[i32], &mut [u32], &mut [u32]);

/// Hashes the big-endian bytes of numbers.
type HashInts = fn(&[i32], &mut [u32]);
type HashLongs = fn(&[i64], &mut [u32]);

/// One way to hash rows of keys, chosen once a batch.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    name: &'static str,
    spread: Spread,
    murmur2: HashRows,
    crc32: HashRows,
    fnv1a: HashRows,
    murmur2_of_ints: HashInts,
    murmur2_of_longs: HashLongs,
    reduce: fn(Reduction, Divisor, &[u32], &mut [i32]),
    line_ends: fn(&[u8], i32, &mut Vec<i32>),
}

impl Kernel {
    /// Safe code in the form that compilers turn into vectors.
    pub const PORTABLE: Self = Self {
        name: "portable",
        spread: portable::spread,
        murmur2: portable::murmur2,
        crc32: portable::crc32,
        fnv1a: portable::fnv1a,
        murmur2_of_ints: portable::murmur2_of_ints,
        murmur2_of_longs: portable::murmur2_of_longs,
        reduce: portable::reduce,
        line_ends: lines::line_ends,
    };

    /// Returns the kernels that run on this machine, the fastest first and [`Self::PORTABLE`] last.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        let faster = [x86_64::avx512(), x86_64::avx2(), x86_64::portable_avx2()];
        #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
        let faster = [None; 0];
        faster.into_iter().flatten().chain([Self::PORTABLE])
    }

    /// Returns the kernel's name: `avx512`, `avx2`, `portable-avx2` or `portable`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Appends where each `\n` of `bytes` is to `found`, where `first` is the place of the first byte:
    /// what [`Keys::separated`](crate::Keys::separated) takes.
    pub fn line_ends(self, bytes: &[u8], first: i32, found: &mut Vec<i32>) {
        (self.line_ends)(bytes, first, found);
    }

    /// Returns the fastest one that runs on this machine; `None` where single calls are as fast.
    #[inline]
    pub(crate) fn best() -> Option<Self> {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        return x86_64::avx512().or_else(x86_64::avx2);
        // The code of the portable kernel becomes NEON there; without any vectors it gains nothing.
        #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
        return cfg!(target_arch = "aarch64").then_some(Self::PORTABLE);
    }

    /// Returns how the kernel hashes for a rule; `None` where that is left to single calls.
    #[inline]
    pub(crate) fn hashes(self, rule: &Rule) -> Option<Hashes> {
        let (rows, ints) = match rule.hash_name()? {
            "murmur2" => (self.murmur2, Some((self.murmur2_of_ints, self.murmur2_of_longs))),
            "crc32" => (self.crc32, None),
            "fnv1a" => (self.fnv1a, None),
            _ => return None,
        };
        Some(Hashes { spread: self.spread, rows, ints, reduce: self.reduce })
    }
}

/// How a kernel hashes for one rule.
#[derive(Clone, Copy)]
pub(crate) struct Hashes {
    spread: Spread,
    rows: HashRows,
    ints: Option<(HashInts, HashLongs)>,
    pub(crate) reduce: fn(Reduction, Divisor, &[u32], &mut [i32]),
}
