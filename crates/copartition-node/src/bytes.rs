//! Typed arrays: the bytes of a `Uint8Array` and its subclass `Buffer`, and arrays of numbers.

use std::ptr;
use std::slice;
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

/// A number that typed arrays of these kinds hold.
///
/// # Safety
///
/// Every pattern of bits is one, and the kinds have elements of its size.
pub(crate) unsafe trait Element: Copy {
    const KINDS: &[sys::napi_typedarray_type];
}

macro_rules! element {
    ($($number:ty: $($kind:ident)|+;)+) => {
        $(
            // SAFETY: whole numbers have no pattern that is none, and the sizes are in the names.
            unsafe impl Element for $number {
                const KINDS: &[sys::napi_typedarray_type] = &[$(sys::TypedarrayType::$kind),+];
            }
        )+
    };
}

element! {
    u8: uint8_array;
    i8: int8_array;
    u16: uint16_array;
    i16: int16_array;
    i32: int32_array;
    // Arrow's indices are signed, and none is negative.
    u32: uint32_array | int32_array;
    i64: bigint64_array;
    // Room for counts: of the same size.
    u64: biguint64_array | float64_array;
}

impl<'env> TypedArray<'env> {
    /// The bytes in place, or copied to `copy` when other threads may write them meanwhile;
    /// `None` when these are not bytes, or no longer there.
    ///
    /// No JavaScript may run while the bytes are borrowed: it could move or free them.
    #[inline]
    pub(crate) fn bytes(self, copy: &'env mut Vec<u8>) -> Result<Option<&'env [u8]>, Failure> {
        self.elements(copy)
    }

    /// The same of numbers, which are copied, too, when they are not aligned.
    #[inline]
    pub(crate) fn elements<T: Element>(
        self,
        copy: &'env mut Vec<T>,
    ) -> Result<Option<&'env [T]>, Failure> {
        if !self.has::<T>() {
            return Ok(None);
        }
        if self.length == 0 {
            let gone = self.buffer.is_detached()? || self.view.is_out_of_bounds()?;
            return Ok(if gone { None } else { Some(&[]) });
        }
        let start = self.start.cast_const().cast::<T>();
        if !self.buffer.is_array_buffer()? || !start.is_aligned() {
            *copy = self.copied();
            return Ok(Some(copy));
        }
        // SAFETY: Node gives `length` readable elements, which the argument keeps alive; only this
        // thread can reach them, and it is here.
        Ok(Some(unsafe { slice::from_raw_parts(start, self.length) }))
    }

    /// The elements of an array that was made for this call, to be written; `None` when it is of
    /// another kind.
    ///
    /// # Safety
    ///
    /// Nobody else may have the array, and it is borrowed once at a time.
    pub(crate) unsafe fn written<T: Element>(self) -> Result<Option<&'env mut [T]>, Failure> {
        if !self.has::<T>() || !self.buffer.is_array_buffer()? {
            return Ok(None);
        }
        if self.length == 0 {
            return Ok(Some(&mut []));
        }
        let start = self.start.cast::<T>();
        // SAFETY: Node gives `length` elements of a buffer that it allocated, so they are aligned;
        // the caller promises the rest.
        Ok(Some(unsafe { slice::from_raw_parts_mut(start, self.length) }))
    }

    /// The numbers, widened to what holds all of them; `None` when they are not whole, or no longer
    /// there.
    pub(crate) fn whole_numbers(self) -> Result<Option<Vec<i128>>, Failure> {
        match self.kind {
            sys::TypedarrayType::int8_array => self.widened::<i8>(),
            sys::TypedarrayType::uint8_array => self.widened::<u8>(),
            sys::TypedarrayType::int16_array => self.widened::<i16>(),
            sys::TypedarrayType::uint16_array => self.widened::<u16>(),
            sys::TypedarrayType::int32_array => self.widened::<i32>(),
            sys::TypedarrayType::uint32_array => self.widened::<u32>(),
            sys::TypedarrayType::bigint64_array => self.widened::<i64>(),
            sys::TypedarrayType::biguint64_array => self.widened::<u64>(),
            _ => Ok(None),
        }
    }

    fn widened<T: Element + Into<i128>>(self) -> Result<Option<Vec<i128>>, Failure> {
        let mut copy = Vec::<T>::new();
        let numbers = self.elements(&mut copy)?;
        Ok(numbers.map(|numbers| numbers.iter().map(|&number| number.into()).collect()))
    }

    /// Whether its elements can be borrowed as these.
    pub(crate) fn has<T: Element>(&self) -> bool {
        T::KINDS.contains(&self.kind)
    }

    /// How many elements it has.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The view's class, for a message.
    pub(crate) fn class(&self) -> Result<&'static str, Failure> {
        let is_bytes = self.kind == sys::TypedarrayType::uint8_array;
        if self.length == 0 && self.buffer.is_detached()? {
            return Ok(if is_bytes { "a detached Uint8Array" } else { "a detached typed array" });
        }
        if self.length == 0 && self.view.is_out_of_bounds()? {
            let array = "an out-of-bounds typed array";
            return Ok(if is_bytes { "an out-of-bounds Uint8Array" } else { array });
        }
        Ok(match self.kind {
            sys::TypedarrayType::int8_array => "Int8Array",
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
    fn copied<T: Element>(&self) -> Vec<T> {
        // SAFETY: Node gives `length` readable elements, which the argument keeps alive, and a byte
        // is aligned anywhere.
        let shared = unsafe {
            let start = self.start.cast_const().cast::<AtomicU8>();
            slice::from_raw_parts(start, self.length * size_of::<T>())
        };
        let mut copy = Vec::<T>::with_capacity(self.length);
        for (at, byte) in shared.iter().enumerate() {
            // SAFETY: the room is as large as `shared`.
            unsafe { copy.as_mut_ptr().cast::<u8>().add(at).write(byte.load(Ordering::Relaxed)) };
        }
        // SAFETY: all bytes are written, and any bytes are an `Element`.
        unsafe { copy.set_len(self.length) };
        copy
    }
}
