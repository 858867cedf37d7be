//! `clients()`: which client places how, by which setting, since when, and how that is known.

use copartition::{CLIENTS, Client, Partitioner};

use crate::boundary::{Arguments, Failure};
use crate::value::{Env, Value};

/// Every row of the table of clients.
pub(crate) fn clients([ignored]: Arguments<'_, 1>) -> Result<Value<'_>, Failure> {
    let env = ignored.env;
    let rows = CLIENTS.iter().filter_map(|client| Some((client, client.partitioner()?)));
    let rows: Result<Vec<_>, _> = rows.map(|(client, by)| described(env, client, by)).collect();
    env.array(&rows?)
}

fn described<'env>(env: &'env Env, row: &Client, by: &Partitioner) -> Result<Value<'env>, Failure> {
    env.object(&[
        ("client", env.text(row.name)?),
        ("since", env.text_or_null(row.since)?),
        ("until", env.text_or_null(row.until)?),
        ("setting", env.text_or_null(row.setting_name())?),
        ("written", env.text(row.written)?),
        ("default", env.boolean(row.default)?),
        ("partitioner", env.text(by.name())?),
        ("keyed", env.text(&by.keyed().to_string())?),
        ("emptyKey", env.text(&by.empty_key().to_string())?),
        ("missingKey", env.text(&by.missing_key().to_string())?),
        ("usage", env.text(row.usage.name())?),
        ("known", env.text(row.known.name())?),
        ("version", env.text_or_null(row.known.version())?),
        ("source", env.text_or_null(row.known.source())?),
        ("whyNotRun", env.text_or_null(row.known.why_not_run())?),
    ])
}
