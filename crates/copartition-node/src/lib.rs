//! copartition for Node.js: JavaScript values in, what the core says out.
//!
//! All of it is written on `napi-sys`. A call through `#[napi]` costs more than the hash itself,
//! and a second binding layer beside the hot calls would be a second way to fail. Each thread that
//! loads it keeps one function of its own JavaScript; nothing else is held across calls, so any
//! number of workers may load it at once. `node/index.cjs` gives these functions their JavaScript shape.

mod analysis;
mod arrow;
mod assign;
mod batch;
mod boundary;
mod bytes;
mod chunk;
mod clients;
mod columns;
mod count;
mod drop_in;
mod functions;
mod key;
mod key_bytes;
mod key_column;
mod key_format;
mod options;
mod settings;
mod text;
mod value;
mod whole_number;
mod written_keys;

use std::ffi::CStr;
use std::ptr;

use napi_sys as sys;

use crate::boundary::Callback;

/// Node-API 8: every Node.js since 12.22 has it.
const NODE_API: i32 = 8;

#[unsafe(no_mangle)]
extern "C" fn node_api_module_get_api_version_v1() -> i32 {
    NODE_API
}

/// Puts the functions into the module's `exports`; Node calls it once in each thread.
#[unsafe(no_mangle)]
extern "C" fn napi_register_module_v1(
    env: sys::napi_env,
    exports: sys::napi_value,
) -> sys::napi_value {
    // With MSVC, `napi-sys` looks the symbols up in the host at run time.
    #[cfg(target_env = "msvc")]
    {
        static HOST: std::sync::Once = std::sync::Once::new();
        // SAFETY: the host process exports Node-API, and the library handle is never closed.
        HOST.call_once(|| std::mem::forget(unsafe { sys::setup() }));
    }
    // SAFETY: Node gives the environment that it loads this module into.
    unsafe { bytes::keep_at(env) };
    let all = functions::ALL.into_iter().chain(drop_in::ALL).chain(assign::ALL);
    for (name, function) in all.chain(batch::ALL).chain(analysis::ALL) {
        add(env, exports, name, function);
    }
    let mut key = ptr::null_mut();
    // SAFETY: Node gives a live environment, and `key` is valid for a write.
    unsafe { sys::napi_create_object(env, &mut key) };
    for (name, function) in key_bytes::ALL {
        add(env, key, name, function);
    }
    // SAFETY: Node gives a live environment and object, `key` was made in it, and the name ends
    // with NUL.
    unsafe { sys::napi_set_named_property(env, exports, c"key".as_ptr(), key) };
    exports
}

/// A failure leaves the function out, and Node throws what made it fail.
fn add(env: sys::napi_env, exports: sys::napi_value, name: &CStr, function: Callback) {
    let property = sys::napi_property_descriptor {
        utf8name: name.as_ptr(),
        name: ptr::null_mut(),
        method: Some(function),
        getter: None,
        setter: None,
        value: ptr::null_mut(),
        attributes: sys::PropertyAttributes::enumerable,
        data: ptr::null_mut(),
    };
    // SAFETY: Node gives a live environment and object; the name is read during the call.
    unsafe { sys::napi_define_properties(env, exports, 1, &property) };
}
