//! The hash functions.

use core::ffi::c_void;

use copartition::hash;

use crate::bytes::bytes;

/// Hashes `len` bytes with Kafka's murmur2: the Java client's hash.
///
/// Returns the 32 bits unsigned; Java prints the same bits signed. `data` may be NULL only when
/// `len` is 0. No bytes are hashed as well: 275646681.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_murmur2(data: *const c_void, len: usize) -> u32 {
    // SAFETY: the caller passes `len` readable bytes.
    hash::murmur2(unsafe { bytes(data, len) }.unwrap_or_default())
}

/// Hashes `len` bytes with CRC-32 (IEEE, zlib's): librdkafka's default.
///
/// Returns the 32 bits. `data` may be NULL only when `len` is 0; the hash is then 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_crc32(data: *const c_void, len: usize) -> u32 {
    // SAFETY: the caller passes `len` readable bytes.
    hash::crc32(unsafe { bytes(data, len) }.unwrap_or_default())
}

/// Hashes `len` bytes with FNV-1a, 32 bit: Sarama's default.
///
/// Returns the 32 bits unsigned; Sarama reads the same bits signed. `data` may be NULL only when
/// `len` is 0; the hash is then 2166136261.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_fnv1a(data: *const c_void, len: usize) -> u32 {
    // SAFETY: the caller passes `len` readable bytes.
    hash::fnv1a(unsafe { bytes(data, len) }.unwrap_or_default())
}

/// Hashes `len` bytes as kafkajs did before 2.0.0: murmur2 with two bugs, bit for bit.
///
/// Returns the 32 bits unsigned. `data` may be NULL only when `len` is 0; the hash is then
/// 275646684.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cop_kafkajs_legacy(data: *const c_void, len: usize) -> u32 {
    // SAFETY: the caller passes `len` readable bytes.
    hash::kafkajs_legacy(unsafe { bytes(data, len) }.unwrap_or_default())
}
