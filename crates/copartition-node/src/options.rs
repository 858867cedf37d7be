//! The last argument of a function, `{ name: value }`, whose properties may all be left out.

use std::ffi::CStr;

use copartition::Error;
use napi_sys as sys;

use crate::boundary::Failure;
use crate::key;
use crate::value::Value;

/// Reads the options; `None` for undefined.
///
/// # Errors
///
/// `key_type` when they are no object.
pub(crate) fn read(value: Value<'_>) -> Result<Option<Value<'_>>, Failure> {
    match value.kind()? {
        "undefined" => Ok(None),
        // Ids where the options belong would be taken for options without any.
        "object" if value.is(sys::napi_is_array)? => {
            Err(Error::argument_type("options", "an object", "array").into())
        }
        "object" => Ok(Some(value)),
        _ => Err(key::unfit_argument("options", "an object", value)),
    }
}

/// Reads an option; `None` when it is left out. May run the user's code, as a getter.
pub(crate) fn get<'env>(
    options: Option<Value<'env>>,
    name: &CStr,
) -> Result<Option<Value<'env>>, Failure> {
    let Some(options) = options else { return Ok(None) };
    let value = options.property(name)?;
    Ok(if value.kind()? == "undefined" { None } else { Some(value) })
}

/// Refuses options that have other names than these: most often a misspelled one.
///
/// # Errors
///
/// `key_type`.
pub(crate) fn refuse_others(options: Option<Value<'_>>, names: &[&CStr]) -> Result<(), Failure> {
    let Some(options) = options else { return Ok(()) };
    let known: Vec<_> = names.iter().map(|name| name.to_string_lossy()).collect();
    match options.own_names()?.into_iter().find(|name| !known.contains(&name.as_str().into())) {
        None => Ok(()),
        Some(other) => {
            let wanted = format!("an object of {}", known.join(" and "));
            Err(Error::argument_type("options", &wanted, format_args!("one with {other:?}")).into())
        }
    }
}

/// Reads an option that is false when it is left out.
///
/// # Errors
///
/// `key_type` when it is not a boolean.
pub(crate) fn truth(options: Option<Value<'_>>, name: &CStr) -> Result<bool, Failure> {
    let Some(value) = get(options, name)? else { return Ok(false) };
    let what = name.to_string_lossy();
    value.truth()?.ok_or_else(|| key::unfit_argument(&what, "a boolean", value))
}
