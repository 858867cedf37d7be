//! `copartition settings`: what makes one client place like another.

use std::process::ExitCode;

use copartition::resolve;
use copartition_analysis::documents::SCHEMA;
use copartition_analysis::settings;
use serde::Serialize;

use crate::args::{Form, Settings, say};
use crate::output::{Out, Outcome};

/// The document of `--format json`, and the line of `--format ndjson`.
#[derive(Serialize)]
struct JsonSettings {
    schema: u32,
    client: &'static str,
    like: &'static str,
    possible: bool,
    written: Option<&'static str>,
    partitioner: Option<&'static str>,
    hook: Option<&'static str>,
    empty_key: JsonPolicy,
    missing_key: JsonPolicy,
}

/// A policy in the other client, and with the setting; null where there is no such setting.
#[derive(Serialize)]
struct JsonPolicy {
    like: String,
    set: Option<String>,
    differs: Option<bool>,
}

pub(crate) fn run(args: &Settings, out: &mut Out) -> Outcome {
    let found = settings(&args.client, &args.like)?;
    let set = found.partitioner();
    let answer = JsonSettings {
        schema: SCHEMA,
        client: found.client,
        like: found.like.name(),
        possible: found.row.is_some(),
        written: found.row.map(|row| row.written),
        partitioner: set.map(|set| set.name()),
        hook: found.hook,
        empty_key: JsonPolicy {
            like: found.like.empty_key().to_string(),
            set: set.map(|set| set.empty_key().to_string()),
            differs: set.map(|_| found.empty_key_differs().is_some()),
        },
        missing_key: JsonPolicy {
            like: found.like.missing_key().to_string(),
            set: set.map(|set| set.missing_key().to_string()),
            differs: set.map(|_| found.missing_key_differs().is_some()),
        },
    };
    match args.format.format {
        Form::Table => {
            say(&args.like, &resolve(&args.like)?);
            text(out, &answer)?;
        }
        Form::Json => out.json(&answer)?,
        Form::Ndjson => out.ndjson(&answer)?,
        Form::Csv => csv(out, &answer)?,
    }
    Ok(ExitCode::from(u8::from(!answer.possible)))
}

/// The setting on a line of its own, ready to be copied; then what stays different.
fn text(out: &mut Out, answer: &JsonSettings) -> Outcome<()> {
    let Some(written) = answer.written else {
        out.heading("not possible by configuration")?;
        return match answer.hook {
            Some(hook) => out.line(format_args!("what it takes: {hook}")),
            None => Ok(()),
        };
    };
    out.heading(written)?;
    out.line(format_args!("empty key    {}", answer.empty_key.text(answer.like)))?;
    out.line(format_args!("missing key  {}", answer.missing_key.text(answer.like)))
}

impl JsonPolicy {
    /// What changes, in words. Which assigner places an unkeyed record is the least of it: no reader
    /// can rely on either.
    fn text(&self, other: &str) -> String {
        let (like, set) = (self.like.as_str(), self.set.as_deref().unwrap_or_default());
        let assigners = set.strip_prefix("unkeyed:").zip(like.strip_prefix("unkeyed:"));
        match assigners {
            _ if set == like => format!("{set} in both"),
            Some((set, like)) => format!("unkeyed in both: {set} with this, {like} in {other}"),
            None => format!("{set} with this, {like} in {other}"),
        }
    }
}

fn csv(out: &mut Out, answer: &JsonSettings) -> Outcome<()> {
    let header = [
        "client",
        "like",
        "possible",
        "written",
        "partitioner",
        "hook",
        "empty_key_like",
        "empty_key_set",
        "empty_key_differs",
        "missing_key_like",
        "missing_key_set",
        "missing_key_differs",
    ];
    let truth = |differs: Option<bool>| differs.map(|it| it.to_string()).unwrap_or_default();
    let row = [
        answer.client.into(),
        answer.like.into(),
        answer.possible.to_string(),
        answer.written.unwrap_or_default().into(),
        answer.partitioner.unwrap_or_default().into(),
        answer.hook.unwrap_or_default().into(),
        answer.empty_key.like.clone(),
        answer.empty_key.set.clone().unwrap_or_default(),
        truth(answer.empty_key.differs),
        answer.missing_key.like.clone(),
        answer.missing_key.set.clone().unwrap_or_default(),
        truth(answer.missing_key.differs),
    ];
    out.csv([header.map(String::from), row])
}
