//! JavaScript values: read and made, each Node-API call behind a safe method.

use std::ffi::{CStr, c_char};
use std::ptr;

use napi_sys as sys;

use crate::boundary::Failure;

/// A property as `{ name: value }` makes it.
const ORDINARY: sys::napi_property_attributes = sys::PropertyAttributes::writable
    | sys::PropertyAttributes::enumerable
    | sys::PropertyAttributes::configurable;
/// A property that is seen, and never changes.
pub(crate) const FIXED: sys::napi_property_attributes = sys::PropertyAttributes::enumerable;

/// Node's environment during one call, on the one thread that it belongs to.
pub(crate) struct Env {
    pub(crate) raw: sys::napi_env,
    /// How many arguments the caller wrote.
    pub(crate) given: usize,
}

impl Env {
    /// Starts a call, and returns its arguments; those that the caller left out are undefined.
    ///
    /// # Safety
    ///
    /// `raw` and `info` must be those of the callback that is running, which this must not outlive.
    #[inline]
    pub(crate) unsafe fn enter<const N: usize>(
        raw: sys::napi_env,
        info: sys::napi_callback_info,
    ) -> (Self, [sys::napi_value; N]) {
        let mut given = N;
        let mut values = [ptr::null_mut(); N];
        let (this, data) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the caller's promise; `values` has room for `given`, and Node fills all of it.
        // It fails for null pointers only.
        unsafe {
            sys::napi_get_cb_info(raw, info, &mut given, values.as_mut_ptr(), this, data);
        }
        (Self { raw, given }, values)
    }

    pub(crate) fn null(&self) -> Result<Value<'_>, Failure> {
        // SAFETY: `self.raw` is current, and `out` is valid for a write.
        self.made(|out| unsafe { sys::napi_get_null(self.raw, out) })
    }

    pub(crate) fn undefined(&self) -> Result<Value<'_>, Failure> {
        // SAFETY: `self.raw` is current, and `out` is valid for a write.
        self.made(|out| unsafe { sys::napi_get_undefined(self.raw, out) })
    }

    #[inline]
    pub(crate) fn integer(&self, number: u32) -> Result<Value<'_>, Failure> {
        // SAFETY: `self.raw` is current, and `out` is valid for a write.
        self.made(|out| unsafe { sys::napi_create_uint32(self.raw, number, out) })
    }

    pub(crate) fn number(&self, number: f64) -> Result<Value<'_>, Failure> {
        // SAFETY: `self.raw` is current, and `out` is valid for a write.
        self.made(|out| unsafe { sys::napi_create_double(self.raw, number, out) })
    }

    pub(crate) fn text(&self, text: &str) -> Result<Value<'_>, Failure> {
        let start = text.as_ptr().cast::<c_char>();
        // SAFETY: `text` is live for the call, which copies it; `out` is valid for a write.
        self.made(|out| unsafe {
            sys::napi_create_string_utf8(self.raw, start, text.len().cast_signed(), out)
        })
    }

    pub(crate) fn text_or_null(&self, text: Option<&str>) -> Result<Value<'_>, Failure> {
        text.map_or_else(|| self.null(), |text| self.text(text))
    }

    pub(crate) fn boolean(&self, truth: bool) -> Result<Value<'_>, Failure> {
        // SAFETY: `self.raw` is current, and `out` is valid for a write.
        self.made(|out| unsafe { sys::napi_get_boolean(self.raw, truth, out) })
    }

    /// A Buffer of its own, which is a `Uint8Array`.
    pub(crate) fn buffer(&self, bytes: &[u8]) -> Result<Value<'_>, Failure> {
        let (start, mut copy) = (bytes.as_ptr().cast(), ptr::null_mut());
        // SAFETY: `bytes` is live for the call, which copies it; both places are valid for a write.
        self.made(|out| unsafe {
            sys::napi_create_buffer_copy(self.raw, bytes.len(), start, &mut copy, out)
        })
    }

    pub(crate) fn array<'env>(&'env self, items: &[Value<'env>]) -> Result<Value<'env>, Failure> {
        // SAFETY: `self.raw` is current, and `out` is valid for a write.
        let array = self.made(|out| unsafe { sys::napi_create_array(self.raw, out) })?;
        for (index, item) in items.iter().enumerate() {
            array.define(&index.to_string(), *item, ORDINARY)?;
        }
        Ok(array)
    }

    pub(crate) fn object<'env>(
        &'env self,
        properties: &[(&str, Value<'env>)],
    ) -> Result<Value<'env>, Failure> {
        // SAFETY: `self.raw` is current, and `out` is valid for a write.
        let object = self.made(|out| unsafe { sys::napi_create_object(self.raw, out) })?;
        for (name, value) in properties {
            object.define(name, *value, ORDINARY)?;
        }
        Ok(object)
    }

    /// Runs `read` and then lets go of the JavaScript values that it met: a call over many elements
    /// would keep all of them alive. What `read` returns must hold none.
    pub(crate) fn scoped<T>(
        &self,
        read: impl FnOnce() -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut scope = ptr::null_mut();
        // SAFETY: `self.raw` is current, and `scope` is valid for a write.
        done(unsafe { sys::napi_open_handle_scope(self.raw, &mut scope) })?;
        let read = read();
        // SAFETY: the scope was opened last, above, and is closed once.
        done(unsafe { sys::napi_close_handle_scope(self.raw, scope) })?;
        read
    }

    /// Throws an error of the kind that `make` creates; gives up silently when Node refuses, for
    /// then the thread is ending.
    pub(crate) fn throw(&self, make: MakeError, code: &str, text: &str) {
        let error = self.text(code).and_then(|code| {
            let text = self.text(text)?;
            // SAFETY: `make` is one of Node-API's `napi_create_*error`, and both texts are strings.
            self.made(|out| unsafe { make(self.raw, code.raw, text.raw, out) })
        });
        if let Ok(error) = error {
            // SAFETY: the error belongs to this call.
            unsafe { sys::napi_throw(self.raw, error.raw) };
        }
    }

    pub(crate) fn is_throwing(&self) -> bool {
        let mut pending = false;
        // SAFETY: `self.raw` is current, and `pending` is valid for a write.
        unsafe { sys::napi_is_exception_pending(self.raw, &mut pending) };
        pending
    }

    #[inline]
    fn made(
        &self,
        make: impl FnOnce(*mut sys::napi_value) -> sys::napi_status,
    ) -> Result<Value<'_>, Failure> {
        let mut raw = ptr::null_mut();
        done(make(&mut raw))?;
        Ok(Value { env: self, raw })
    }
}

type MakeError = unsafe extern "C" fn(
    sys::napi_env,
    sys::napi_value,
    sys::napi_value,
    *mut sys::napi_value,
) -> sys::napi_status;

/// A JavaScript value, alive as long as the call that it belongs to.
#[derive(Clone, Copy)]
pub(crate) struct Value<'env> {
    pub(crate) env: &'env Env,
    pub(crate) raw: sys::napi_value,
}

impl<'env> Value<'env> {
    /// What `typeof` says, with `null` told from an object.
    pub(crate) fn kind(self) -> Result<&'static str, Failure> {
        let mut kind = -1;
        // SAFETY: the value belongs to this call, and `kind` is valid for a write.
        done(unsafe { sys::napi_typeof(self.env.raw, self.raw, &mut kind) })?;
        Ok(match kind {
            sys::ValueType::napi_undefined => "undefined",
            sys::ValueType::napi_null => "null",
            sys::ValueType::napi_boolean => "boolean",
            sys::ValueType::napi_number => "number",
            sys::ValueType::napi_string => "string",
            sys::ValueType::napi_symbol => "symbol",
            sys::ValueType::napi_function => "function",
            sys::ValueType::napi_bigint => "bigint",
            _ => "object",
        })
    }

    /// Gives the object a property of its own. Setting it instead would run what someone put into
    /// `Object.prototype`.
    pub(crate) fn define(
        self,
        name: &str,
        value: Self,
        attributes: sys::napi_property_attributes,
    ) -> Result<(), Failure> {
        let property = sys::napi_property_descriptor {
            utf8name: ptr::null(),
            name: self.env.text(name)?.raw,
            method: None,
            getter: None,
            setter: None,
            value: value.raw,
            attributes,
            data: ptr::null_mut(),
        };
        // SAFETY: all three values belong to this call.
        done(unsafe { sys::napi_define_properties(self.env.raw, self.raw, 1, &property) })
    }

    /// The number as JavaScript prints it. For numbers and BigInts only: printing an object may run
    /// code.
    pub(crate) fn printed(self) -> Result<Option<String>, Failure> {
        // SAFETY: the value belongs to this call, and `out` is valid for a write.
        let text =
            unsafe { self.env.made(|out| sys::napi_coerce_to_string(self.env.raw, self.raw, out)) };
        text?.string()
    }

    /// Sets an element that the array has. Where it has none, what someone put into
    /// `Object.prototype` would run.
    pub(crate) fn set(self, index: u32, value: Self) -> Result<(), Failure> {
        // SAFETY: all three values belong to this call.
        done(unsafe { sys::napi_set_element(self.env.raw, self.raw, index, value.raw) })
    }

    /// The element of an array, or undefined. May run the user's code, as a getter.
    pub(crate) fn element(self, index: u32) -> Result<Self, Failure> {
        // SAFETY: the value belongs to this call, and `out` is valid for a write.
        self.env.made(|out| unsafe { sys::napi_get_element(self.env.raw, self.raw, index, out) })
    }

    /// What `read` makes of each element; `None` when it is not an array. May run the user's code.
    pub(crate) fn elements<T>(
        self,
        read: impl Fn(Self) -> Result<T, Failure>,
    ) -> Result<Option<Vec<T>>, Failure> {
        let Some(length) = self.array_length()? else { return Ok(None) };
        (0..length).map(|index| read(self.element(index)?)).collect::<Result<_, _>>().map(Some)
    }

    /// The length of an array; `None` when it is not one.
    pub(crate) fn array_length(self) -> Result<Option<u32>, Failure> {
        if !self.is(sys::napi_is_array)? {
            return Ok(None);
        }
        let mut length = 0;
        // SAFETY: the value belongs to this call, and `length` is valid for a write.
        done(unsafe { sys::napi_get_array_length(self.env.raw, self.raw, &mut length) })?;
        Ok(Some(length))
    }

    /// A property of an object, or undefined. May run the user's code, as a getter.
    pub(crate) fn property(self, name: &CStr) -> Result<Self, Failure> {
        // SAFETY: the value belongs to this call, the name ends with NUL, and `out` is valid for a
        // write.
        self.env.made(|out| unsafe {
            sys::napi_get_named_property(self.env.raw, self.raw, name.as_ptr(), out)
        })
    }

    /// The names of the object's own properties that are seen.
    pub(crate) fn own_names(self) -> Result<Vec<String>, Failure> {
        // SAFETY: the value belongs to this call, and `out` is valid for a write.
        let names = self.env.made(|out| unsafe {
            sys::napi_get_all_property_names(
                self.env.raw,
                self.raw,
                sys::KeyCollectionMode::own_only,
                sys::KeyFilter::enumerable | sys::KeyFilter::skip_symbols,
                sys::KeyConversion::numbers_to_strings,
                out,
            )
        })?;
        let text = |name: Value<'_>| Ok(name.string()?.unwrap_or_default());
        Ok(names.elements(text)?.unwrap_or_default())
    }

    /// Calls the function without a `this`. Runs the user's code.
    pub(crate) fn call(self, arguments: &[Self]) -> Result<Self, Failure> {
        self.call_on(self.env.undefined()?, arguments)
    }

    /// Calls the function as a method of `this`. Runs the user's code.
    pub(crate) fn call_on(self, this: Self, arguments: &[Self]) -> Result<Self, Failure> {
        let raw: Vec<_> = arguments.iter().map(|argument| argument.raw).collect();
        // SAFETY: all values belong to this call, `raw` holds as many as are said, and `out` is
        // valid for a write.
        self.env.made(|out| unsafe {
            sys::napi_call_function(self.env.raw, this.raw, self.raw, raw.len(), raw.as_ptr(), out)
        })
    }

    /// The boolean, or `None` when it is not one. Never converts.
    pub(crate) fn truth(self) -> Result<Option<bool>, Failure> {
        let mut truth = false;
        // SAFETY: the value belongs to this call, and `truth` is valid for a write.
        match unsafe { sys::napi_get_value_bool(self.env.raw, self.raw, &mut truth) } {
            sys::Status::napi_boolean_expected => Ok(None),
            status => done(status).map(|()| Some(truth)),
        }
    }

    /// The BigInt's low 64 bits, and whether they are all of it; `None` when it is not one.
    pub(crate) fn bigint(self) -> Result<Option<(i64, bool)>, Failure> {
        let (mut low, mut whole) = (0, false);
        // SAFETY: the value belongs to this call, and both places are valid for a write.
        match unsafe {
            sys::napi_get_value_bigint_int64(self.env.raw, self.raw, &mut low, &mut whole)
        } {
            sys::Status::napi_bigint_expected => Ok(None),
            status => done(status).map(|()| Some((low, whole))),
        }
    }

    /// The number, or `None` when it is not one. Never converts.
    #[inline]
    pub(crate) fn number(self) -> Result<Option<f64>, Failure> {
        let mut number = 0.0;
        // SAFETY: the value belongs to this call, and `number` is valid for a write.
        match unsafe { sys::napi_get_value_double(self.env.raw, self.raw, &mut number) } {
            sys::Status::napi_number_expected => Ok(None),
            status => done(status).map(|()| Some(number)),
        }
    }
}

/// Turns a status into a result.
#[inline]
pub(crate) fn done(status: sys::napi_status) -> Result<(), Failure> {
    if status == sys::Status::napi_ok { Ok(()) } else { Err(Failure::Node(status)) }
}
