//! `settings(client, like)`: what makes one client place like another.

use copartition::{ErrorId, Partitioner};

use crate::boundary::{Arguments, Failure};
use crate::key;
use crate::value::{Env, Value};

/// Finds the setting, and what stays different.
pub(crate) fn settings([client, like]: Arguments<'_, 2>) -> Result<Value<'_>, Failure> {
    let env = client.env;
    let client = text(client, ErrorId::UnknownClient)?;
    let like = text(like, ErrorId::UnknownPartitioner)?;
    let found = copartition_analysis::settings(&client, &like)?;
    let empty_key = found.empty_key_differs();
    let missing_key = found.missing_key_differs();
    env.object(&[
        ("client", env.text(found.client)?),
        ("like", env.text(found.like.name())?),
        ("possible", env.boolean(found.row.is_some())?),
        ("written", env.text_or_null(found.row.map(|row| row.written))?),
        ("partitioner", env.text_or_null(found.partitioner().map(Partitioner::name))?),
        ("hook", env.text_or_null(found.hook)?),
        ("dropIn", env.text_or_null(found.drop_in().as_deref())?),
        ("emptyKeyDiffers", both(env, empty_key)?),
        ("missingKeyDiffers", both(env, missing_key)?),
    ])
}

/// With the setting, and in the other client.
fn both<'env, P: ToString>(
    env: &'env Env,
    policies: Option<(P, P)>,
) -> Result<Value<'env>, Failure> {
    match policies {
        Some((set, like)) => {
            env.array(&[env.text(&set.to_string())?, env.text(&like.to_string())?])
        }
        None => env.null(),
    }
}

/// Reads a name; `id` is the error of such a name that is unknown.
pub(crate) fn text(name: Value<'_>, id: ErrorId) -> Result<String, Failure> {
    match name.string()? {
        Some(text) => Ok(text),
        None => Err(Failure::NotText(id, key::class(name)?)),
    }
}
