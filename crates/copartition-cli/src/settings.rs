//! `copartition settings`: what makes one client place like another.

use std::process::ExitCode;

use copartition::resolve;
use copartition_analysis::documents::{PolicyDifference, SettingsFor};
use copartition_analysis::settings;

use crate::args::{Form, Settings, say};
use crate::output::{Out, Outcome};

pub(crate) fn run(args: &Settings, out: &mut Out) -> Outcome {
    let found = settings(&args.client, &args.like)?;
    let answer = SettingsFor::new(&found);
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
fn text(out: &mut Out, answer: &SettingsFor) -> Outcome<()> {
    let Some(written) = answer.written else {
        out.heading("not possible by configuration")?;
        if let Some(hook) = answer.hook {
            out.line(format_args!("what it takes: {hook}"))?;
        }
        return match &answer.drop_in {
            Some(drop_in) => out.line(format_args!("drop-in: {drop_in}")),
            None => Ok(()),
        };
    };
    out.heading(written)?;
    out.line(format_args!("empty key    {}", words(&answer.empty_key, answer.like)))?;
    out.line(format_args!("missing key  {}", words(&answer.missing_key, answer.like)))
}

/// What changes, in words. Which assigner places an unkeyed record is the least of it: no reader can
/// rely on either.
fn words(policy: &PolicyDifference, other: &str) -> String {
    let (like, set) = (policy.like.as_str(), policy.set.as_deref().unwrap_or_default());
    let assigners = set.strip_prefix("unkeyed:").zip(like.strip_prefix("unkeyed:"));
    match assigners {
        _ if set == like => format!("{set} in both"),
        Some((set, like)) => format!("unkeyed in both: {set} with this, {like} in {other}"),
        None => format!("{set} with this, {like} in {other}"),
    }
}

fn csv(out: &mut Out, answer: &SettingsFor) -> Outcome<()> {
    let header = [
        "client",
        "like",
        "possible",
        "written",
        "partitioner",
        "hook",
        "drop_in",
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
        answer.drop_in.clone().unwrap_or_default(),
        answer.empty_key.like.clone(),
        answer.empty_key.set.clone().unwrap_or_default(),
        truth(answer.empty_key.differs),
        answer.missing_key.like.clone(),
        answer.missing_key.set.clone().unwrap_or_default(),
        truth(answer.missing_key.differs),
    ];
    out.csv([header.map(String::from), row])
}
