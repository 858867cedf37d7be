//! Byte views: `Uint8Array` and its subclass `Buffer`, and the views that are not bytes.

use std::ptr;
use std::sync::atomic::{AtomicU8, Ordering};

use napi_sys as sys;

use crate::boundary::Failure;
use crate::value::{Value, done};

/// A typed array, as Node describes it.
#[derive(Clone, Copy)]
pub(crate) struct TypedArray<'env> {
    kind: sys::napi_typedarray_type,
    start: *mut u8,
    length: usize,
    buffer: Value<'env>,
}

impl<'env> Value<'env> {
    /// The typed array, or `None` when it is not one.
    #[inline]
    pub(crate) fn typed_array(self) -> Result<Option<TypedArray<'env>>, Failure> {
        let (mut kind, mut length) = (-1, 0);
        let (mut start, mut buffer) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the value belongs to this call, and the four places are valid for a write.
        let status = unsafe {
            sys::napi_get_typedarray_info(
                self.env.raw,
                self.raw,
                &mut kind,
                &mut length,
                &mut start,
                &mut buffer,
                ptr::null_mut(),
            )
        };
        if status == sys::Status::napi_invalid_arg {
            return Ok(None);
        }
        done(status)?;
        let buffer = Value { env: self.env, raw: buffer };
        Ok(Some(TypedArray { kind, start: start.cast(), length, buffer }))
    }

    pub(crate) fn is_array_buffer(self) -> Result<bool, Failure> {
        self.is(sys::napi_is_arraybuffer)
    }

    pub(crate) fn is_data_view(self) -> Result<bool, Failure> {
        self.is(sys::napi_is_dataview)
    }

    fn is_detached(self) -> Result<bool, Failure> {
        self.is(sys::napi_is_detached_arraybuffer)
    }

    #[inline]
    fn is(self, ask: Ask) -> Result<bool, Failure> {
        let mut answer = false;
        // SAFETY: `ask` is one of Node-API's `napi_is_*`, and the value belongs to this call.
        done(unsafe { ask(self.env.raw, self.raw, &mut answer) })?;
        Ok(answer)
    }
}

type Ask = unsafe extern "C" fn(sys::napi_env, sys::napi_value, *mut bool) -> sys::napi_status;

impl<'env> TypedArray<'env> {
    /// The bytes in place, or copied to `copy` when other threads may write them meanwhile;
    /// `None` when these are not bytes, or no longer there.
    ///
    /// No JavaScript may run while the bytes are borrowed: it could move or free them.
    #[inline]
    pub(crate) fn bytes(self, copy: &'env mut Vec<u8>) -> Result<Option<&'env [u8]>, Failure> {
        if self.kind != sys::TypedarrayType::uint8_array {
            return Ok(None);
        }
        if self.length == 0 {
            let gone = self.buffer.is_detached()?;
            return Ok(if gone { None } else { Some(&[]) });
        }
        if !self.buffer.is_array_buffer()? {
            *copy = self.copied();
            return Ok(Some(copy));
        }
        // SAFETY: Node gives `length` readable bytes, which the argument keeps alive; only this
        // thread can reach them, and it is here.
        Ok(Some(unsafe { std::slice::from_raw_parts(self.start, self.length) }))
    }

    /// The view's class, for a message.
    pub(crate) fn class(&self) -> Result<&'static str, Failure> {
        Ok(match self.kind {
            sys::TypedarrayType::int8_array => "Int8Array",
            sys::TypedarrayType::uint8_array if self.buffer.is_detached()? => {
                "a detached Uint8Array"
            }
            sys::TypedarrayType::uint8_array => "Uint8Array",
            sys::TypedarrayType::uint8_clamped_array => "Uint8ClampedArray",
            sys::TypedarrayType::int16_array => "Int16Array",
            sys::TypedarrayType::uint16_array => "Uint16Array",
            sys::TypedarrayType::int32_array => "Int32Array",
            sys::TypedarrayType::uint32_array => "Uint32Array",
            sys::TypedarrayType::float32_array => "Float32Array",
            sys::TypedarrayType::float64_array => "Float64Array",
            sys::TypedarrayType::bigint64_array => "BigInt64Array",
            sys::TypedarrayType::biguint64_array => "BigUint64Array",
            _ => "another typed array",
        })
    }

    /// Reads memory that other threads share, a byte at a time: a plain read would be a data race.
    #[cold]
    fn copied(&self) -> Vec<u8> {
        // SAFETY: Node gives `length` readable bytes, which the argument keeps alive, and a byte
        // is aligned anywhere.
        let shared = unsafe {
            std::slice::from_raw_parts(self.start.cast_const().cast::<AtomicU8>(), self.length)
        };
        shared.iter().map(|byte| byte.load(Ordering::Relaxed)).collect()
    }
}
