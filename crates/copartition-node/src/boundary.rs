//! The boundary: arguments come in, a value or an exception goes out, and no panic crosses.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use copartition::{Error, ErrorId};
use copartition_analysis as analysis;
use napi_sys as sys;

use crate::value::{Env, Value};

/// What Node calls.
pub(crate) type Callback =
    unsafe extern "C" fn(sys::napi_env, sys::napi_callback_info) -> sys::napi_value;

/// Why a call gives no value.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The core's error, thrown with its id as `.code`.
    Error(Error),
    /// The analysis' error.
    Input(analysis::Error),
    /// A name that is not text, of the class that is shown; and the error of such a name that is
    /// unknown.
    NotText(ErrorId, &'static str),
    /// Node-API refused, most often because an exception is pending or the worker is ending.
    Node(sys::napi_status),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<analysis::Error> for Failure {
    fn from(error: analysis::Error) -> Self {
        Self::Input(error)
    }
}

/// The arguments of one call; those that the caller left out are `undefined`.
pub(crate) type Arguments<'env, const N: usize> = [Value<'env>; N];

/// Makes the callback of a Rust function over [`Arguments`].
macro_rules! callback {
    ($function:path) => {{
        unsafe extern "C" fn enter(
            env: napi_sys::napi_env,
            info: napi_sys::napi_callback_info,
        ) -> napi_sys::napi_value {
            // SAFETY: Node calls this with the environment and the call that are current.
            unsafe { $crate::boundary::call(env, info, |arguments| $function(arguments)) }
        }
        enter
    }};
}
pub(crate) use callback;

/// Reads the arguments, calls `function`, and throws what it fails with.
///
/// # Safety
///
/// `env` and `info` must be those that Node gave to the callback that is running.
#[inline]
pub(crate) unsafe fn call<const N: usize>(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    function: impl for<'env> FnOnce(Arguments<'env, N>) -> Result<Value<'env>, Failure>,
) -> sys::napi_value {
    // SAFETY: the caller's promise, and `env` is dropped before the callback returns.
    let (env, values) = unsafe { Env::enter(env, info) };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let arguments = values.map(|raw| Value { env: &env, raw });
        function(arguments).map(|value| value.raw)
    }));
    match outcome {
        Ok(Ok(value)) => value,
        Ok(Err(failure)) => throw(&env, failure),
        Err(panic) => throw_panic(&env, &*panic),
    }
}

/// `key_type` and a name that is not text are `TypeError`s, every other id is a `RangeError`.
#[cold]
fn throw(env: &Env, failure: Failure) -> sys::napi_value {
    match failure {
        Failure::Error(error) => {
            let make = match error.id() {
                ErrorId::KeyType => sys::napi_create_type_error,
                _ => sys::napi_create_range_error,
            };
            env.throw(make, error.id().as_str(), &error.to_string());
        }
        Failure::Input(error) => {
            env.throw(sys::napi_create_range_error, analysis::Error::ID, &error.to_string());
        }
        Failure::NotText(id, got) => {
            let text = Error::not_text(id, "a string", got).to_string();
            env.throw(sys::napi_create_type_error, id.as_str(), &text);
        }
        Failure::Node(status) if !env.is_throwing() => {
            let text = format!("Node-API failed with status {status}");
            env.throw(sys::napi_create_error, "node_api", &text);
        }
        Failure::Node(_) => {}
    }
    ptr::null_mut()
}

#[cold]
fn throw_panic(env: &Env, panic: &(dyn Any + Send)) -> sys::napi_value {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("panic");
    env.throw(sys::napi_create_error, "panic", text);
    ptr::null_mut()
}
