//! `copartition doctor`: what a client's configuration implies.

use std::fs;
use std::process::ExitCode;

use copartition::Partitioner;
use copartition_analysis::diagnose;
use copartition_analysis::documents::{ClientLikeness, ClientNote, Diagnosed, SettingFinding};
use copartition_analysis::samples::Properties;

use crate::args::{Doctor, Form};
use crate::output::{Failure, Out, Outcome, visible};

pub(crate) fn run(args: &Doctor, out: &mut Out) -> Outcome {
    let diagnosis = diagnose(&args.client, &given(args)?)?;
    let answer = Diagnosed::new(&diagnosis, &args.like)?;
    match args.format.format {
        Form::Table => table(out, &answer)?,
        Form::Json => out.json(&answer)?,
        Form::Ndjson => out.ndjson(&answer)?,
        Form::Csv => {
            let header = ["client", "partitioner", "setting", "effect", "text", "source"];
            let partitioner = answer.partitioner.unwrap_or_default();
            let rows = answer.settings.iter().map(|finding| {
                let SettingFinding { setting, effect, text, source } = finding;
                [answer.client, partitioner, setting.as_str(), effect, text, source]
                    .map(String::from)
            });
            out.csv(std::iter::once(header.map(String::from)).chain(rows))?;
        }
    }
    Ok(ExitCode::from(u8::from(diagnosis.is_wrong())))
}

/// The settings of the file, and then those of the command line, which hold over them.
fn given(args: &Doctor) -> Outcome<Vec<String>> {
    let mut given = Vec::new();
    if let Some(file) = &args.file {
        let name = file.to_string_lossy();
        let text = fs::read_to_string(file);
        let text = text.map_err(|why| Failure::Error(format!("{name}: {why}")))?;
        let mut properties = Properties::default();
        properties.add_file(&name, &text)?;
        let lines = properties.given().iter();
        given.extend(lines.map(|property| format!("{}={}", property.name, property.value)));
    }
    given.extend(args.settings.iter().cloned());
    Ok(given)
}

fn table(out: &mut Out, answer: &Diagnosed) -> Outcome<()> {
    let at = answer.version.as_ref().map(|version| format!("@{version}")).unwrap_or_default();
    let decides = match (&answer.taken_for, answer.partitioner) {
        (Some(row), _) => row.clone(),
        (None, Some(partitioner)) => format!("{}{at}, places as {partitioner}", answer.client),
        (None, None) => format!("{}{at}: it is not known who places its records", answer.client),
    };
    out.heading(decides)?;
    let policies = [
        ("keys", &answer.keyed),
        ("empty key", &answer.empty_key),
        ("missing key", &answer.missing_key),
    ];
    for (what, policy) in policies {
        if let Some(policy) = policy {
            out.line(format_args!("  {what:11}  {policy}"))?;
        }
    }
    if !answer.settings.is_empty() {
        out.line("")?;
    }
    for SettingFinding { setting, effect, text, source } in &answer.settings {
        out.line(format_args!("{effect:10}  {}", visible(setting)))?;
        wrapped(out, text, source)?;
    }
    if !answer.not_known.is_empty() {
        let (count, names) = (answer.not_known.len(), answer.not_known.join(", "));
        let settings = if count == 1 { "setting" } else { "settings" };
        out.line("")?;
        let text = format!("nothing known of {count} other {settings}: {}", visible(&names));
        out.wrapped("", &text)?;
    }
    for ClientNote { text, source } in &answer.notes {
        out.line("")?;
        out.wrapped("", &format!("{text} ({source})"))?;
    }
    if let Some(like) = &answer.like {
        out.line("")?;
        compared(out, answer, like)?;
    }
    out.line("")?;
    out.wrapped("", answer.confirm)
}

fn wrapped(out: &mut Out, text: &str, source: &str) -> Outcome<()> {
    const INDENT: &str = "            ";
    match (text, source) {
        ("", _) => Ok(()),
        (text, "") => out.wrapped(INDENT, text),
        (text, source) => out.wrapped(INDENT, &format!("{text} ({source})")),
    }
}

fn compared(out: &mut Out, answer: &Diagnosed, like: &ClientLikeness) -> Outcome<()> {
    let other = like.partitioner;
    let policy = |same| if same { "the same" } else { "different" };
    let by_key = |name| Partitioner::find(name).is_some_and(|it| it.rule().is_some());
    out.line(match (like.same_keys, answer.partitioner.is_some_and(by_key), by_key(other)) {
        (true, ..) => format!("{other} places the same key alike"),
        (false, true, true) => format!("{other} places the same key elsewhere"),
        (false, false, true) => format!("{other} places by the key, and this does not"),
        (false, true, false) => format!("{other} does not place by the key, and this does"),
        (false, false, false) => format!("neither this nor {other} places by the key"),
    })?;
    out.line(format_args!("  empty key    {}", policy(like.same_empty_key)))?;
    out.line(format_args!("  missing key  {}", policy(like.same_missing_key)))?;
    match (like.remedy, like.hook) {
        _ if like.same_keys => {}
        (Some(written), _) => out.line(format_args!("  to be alike  {written}"))?,
        (None, Some(hook)) => out.wrapped("  ", &format!("to be alike  code: {hook}"))?,
        (None, None) => out.line("  to be alike  not possible")?,
    }
    let (same, elsewhere) = (&answer.same_keys_by_default, &answer.other_keys_by_default);
    if !same.is_empty() {
        out.wrapped("", &format!("alike by default: {}", same.join(", ")))?;
    }
    match elsewhere.len() {
        0 => Ok(()),
        count => out.line(format_args!("elsewhere by default: {count} other clients")),
    }
}
