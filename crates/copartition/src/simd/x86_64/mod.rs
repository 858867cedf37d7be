//! Kernels for x86-64: one algorithm over vectors of 8 lanes (AVX2) or 16 (AVX-512).
//!
//! What is `#[inline(always)]` here has no `target_feature` of its own: it becomes part of one of
//! the entries below, which have, and is called from nowhere else.

mod avx2;
mod avx512;
mod crc32;
mod fnv1a;
mod lanes;
mod lines;
mod murmur2;
mod reduce;
mod vector;

use alloc::vec::Vec;

use super::lines as safe_lines;
use super::{Divisor, Kernel, Rows, portable};
use crate::Reduction;
use avx2::Avx2;
use avx512::Avx512;
use fnv1a::Fnv1a;
use murmur2::Murmur2;

/// Defines a module of entries compiled for some features, and the kernel of them.
///
macro_rules! kernel {
    (
        $module:ident, $name:literal, $features:literal,
        $murmur2:expr, $fnv1a:expr, $of_longs:expr, $reduce:expr, $line_ends:expr
    ) => {
        mod $module {
            use super::*;

            #[target_feature(enable = $features)]
            fn spread(offsets: &[i32], starts: &mut [u32], lengths: &mut [u32]) {
                portable::spread(offsets, starts, lengths);
            }

            #[target_feature(enable = $features)]
            fn murmur2(rows: Rows<'_>, out: &mut [u32]) {
                $murmur2(rows, out);
            }

            #[target_feature(enable = $features)]
            fn fnv1a(rows: Rows<'_>, out: &mut [u32]) {
                $fnv1a(rows, out);
            }

            #[target_feature(enable = $features)]
            fn murmur2_of_ints(ints: &[i32], out: &mut [u32]) {
                portable::murmur2_of_ints(ints, out);
            }

            #[target_feature(enable = $features)]
            fn murmur2_of_longs(longs: &[i64], out: &mut [u32]) {
                $of_longs(longs, out);
            }

            #[target_feature(enable = $features)]
            fn reduce(by: Reduction, n: Divisor, hashes: &[u32], out: &mut [i32]) {
                $reduce(by, n, hashes, out);
            }

            #[target_feature(enable = $features)]
            fn line_ends(bytes: &[u8], first: i32, found: &mut Vec<i32>) {
                $line_ends(bytes, first, found);
            }

            /// Handed out only where the machine has the features.
            pub(super) const KERNEL: Kernel = Kernel {
                name: $name,
                // SAFETY: the machine has the features.
                spread: |offsets, starts, lengths| unsafe { spread(offsets, starts, lengths) },
                // SAFETY: the machine has the features.
                murmur2: |rows, out| unsafe { murmur2(rows, out) },
                crc32: portable::crc32,
                // SAFETY: the machine has the features.
                fnv1a: |rows, out| unsafe { fnv1a(rows, out) },
                // SAFETY: the machine has the features.
                murmur2_of_ints: |ints, out| unsafe { murmur2_of_ints(ints, out) },
                // SAFETY: the machine has the features.
                murmur2_of_longs: |longs, out| unsafe { murmur2_of_longs(longs, out) },
                // SAFETY: the machine has the features.
                reduce: |by, n, hashes, out| unsafe { reduce(by, n, hashes, out) },
                // SAFETY: the machine has the features.
                line_ends: |bytes, first, found| unsafe { line_ends(bytes, first, found) },
            };
        }
    };
}

kernel!(
    for_avx2,
    "avx2",
    "avx2,bmi1,bmi2,popcnt,lzcnt",
    |rows, out| lanes::hash::<Murmur2, Avx2, 2>(rows, out),
    |rows, out| lanes::hash::<Fnv1a, Avx2, 2>(rows, out),
    murmur2::of_longs::<Avx2>,
    reduce::reduce::<Avx2>,
    lines::line_ends
);
kernel!(
    for_avx512,
    "avx512",
    "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,popcnt,lzcnt",
    |rows, out| lanes::hash::<Murmur2, Avx512, 2>(rows, out),
    |rows, out| lanes::hash::<Fnv1a, Avx512, 2>(rows, out),
    murmur2::of_longs::<Avx512>,
    reduce::reduce::<Avx512>,
    lines::line_ends
);
kernel!(
    safe_for_avx2,
    "portable-avx2",
    "avx2,bmi1,bmi2,popcnt,lzcnt",
    portable::murmur2,
    portable::fnv1a,
    portable::murmur2_of_longs,
    portable::reduce,
    safe_lines::line_ends
);

/// Returns the kernel for AVX2, if the machine has it.
#[inline]
pub(super) fn avx2() -> Option<Kernel> {
    has_avx2().then(|| {
        // SAFETY: the machine has the features.
        let crc32 = |rows: Rows<'_>, out: &mut [u32]| unsafe { crc32_avx2(rows, out) };
        Kernel { crc32: if has_products() { crc32 } else { portable::crc32 }, ..for_avx2::KERNEL }
    })
}

/// Returns the kernel for AVX-512, if the machine has it.
#[inline]
pub(super) fn avx512() -> Option<Kernel> {
    let has = std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512bw")
        && std::is_x86_feature_detected!("avx512dq")
        && std::is_x86_feature_detected!("avx512vl");
    (has && has_avx2()).then(|| {
        // SAFETY: the machine has the features.
        let crc32 = |rows: Rows<'_>, out: &mut [u32]| unsafe { crc32_avx512(rows, out) };
        Kernel { crc32: if has_products() { crc32 } else { portable::crc32 }, ..for_avx512::KERNEL }
    })
}

/// Returns the safe code compiled for AVX2, if the machine has it: to be compared with.
pub(super) fn portable_avx2() -> Option<Kernel> {
    has_avx2().then_some(safe_for_avx2::KERNEL)
}

#[inline]
fn has_avx2() -> bool {
    std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("popcnt")
        && std::is_x86_feature_detected!("lzcnt")
}

/// Tells whether the machine has carry-less products of whole vectors.
#[inline]
fn has_products() -> bool {
    std::is_x86_feature_detected!("vpclmulqdq")
}

#[target_feature(enable = "avx2,vpclmulqdq")]
fn crc32_avx2(rows: Rows<'_>, out: &mut [u32]) {
    crc32::crc32::<Avx2>(rows, out);
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,vpclmulqdq")]
fn crc32_avx512(rows: Rows<'_>, out: &mut [u32]) {
    crc32::crc32::<Avx512>(rows, out);
}
