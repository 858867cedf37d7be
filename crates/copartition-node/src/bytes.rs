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
    view: Value<'env>,
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
        Ok(Some(TypedArray { kind, start: start.cast(), length, buffer, view: self }))
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

    /// Whether its buffer has become too short for the view, which is not told from an empty one by
    /// its length. Node-API cannot say; `at` throws then, and runs no code of the user.
    #[cold]
    fn is_out_of_bounds(self) -> Result<bool, Failure> {
        let env = self.env.raw;
        let (mut at, mut function) = (ptr::null_mut(), ptr::null_mut());
        let (mut ignored, no_arguments) = (ptr::null_mut(), ptr::null());
        // SAFETY: `keep_at` alone set the instance's data, to a reference or nothing; the value
        // belongs to this call, and every place is valid for a write.
        unsafe {
            done(sys::napi_get_instance_data(env, &mut at))?;
            done(sys::napi_get_reference_value(env, at.cast(), &mut function))?;
            match sys::napi_call_function(env, self.raw, function, 0, no_arguments, &mut ignored) {
                sys::Status::napi_pending_exception => {
                    done(sys::napi_get_and_clear_last_exception(env, &mut ignored))?;
                    Ok(true)
                }
                status => done(status).map(|()| false),
            }
        }
    }

    #[inline]
    pub(crate) fn is(self, ask: Ask) -> Result<bool, Failure> {
        let mut answer = false;
        // SAFETY: `ask` is one of Node-API's `napi_is_*`, and the value belongs to this call.
        done(unsafe { ask(self.env.raw, self.raw, &mut answer) })?;
        Ok(answer)
    }
}

/// Keeps JavaScript's own `Uint8Array.prototype.at` for this thread, before anybody patches it.
///
/// # Safety
///
/// `env` must be the environment of the module that is being loaded.
pub(crate) unsafe fn keep_at(env: sys::napi_env) {
    let (mut value, mut kept) = (ptr::null_mut(), ptr::null_mut());
    // SAFETY: the caller's promise; the names end with NUL, and every place is valid for a write.
    unsafe {
        sys::napi_get_global(env, &mut value);
        for name in [c"Uint8Array", c"prototype", c"at"] {
            sys::napi_get_named_property(env, value, name.as_ptr(), &mut value);
        }
        sys::napi_create_reference(env, value, 1, &mut kept);
        sys::napi_set_instance_data(env, kept.cast(), None, ptr::null_mut());
    }
}

/// One of Node-API's `napi_is_*`.
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
            let gone = self.buffer.is_detached()? || self.view.is_out_of_bounds()?;
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
            sys::TypedarrayType::uint8_array if self.view.is_out_of_bounds()? => {
                "an out-of-bounds Uint8Array"
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
