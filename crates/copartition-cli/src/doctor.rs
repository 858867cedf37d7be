//! `copartition doctor`: what a client's configuration implies.

use std::fs;
use std::process::ExitCode;

use copartition::Partitioner;
use copartition_analysis::documents::SCHEMA;
use copartition_analysis::samples::Properties;
use copartition_analysis::{Diagnosis, Likeness, diagnose};
use serde::Serialize;

use crate::args::{Doctor, Form};
use crate::output::{Failure, Out, Outcome, visible};

/// The document of `--format json`, and the line of `--format ndjson`.
#[derive(Serialize)]
struct JsonDiagnosis<'a> {
    schema: u32,
    client: &'static str,
    version: Option<&'a str>,
    taken_for: Option<String>,
    /// Null where code decides, or a value of which nothing is known.
    partitioner: Option<&'static str>,
    keyed: Option<String>,
    empty_key: Option<String>,
    missing_key: Option<String>,
    settings: Vec<JsonFinding<'a>>,
    not_known: &'a [String],
    notes: Vec<JsonNote<'a>>,
    like: Option<JsonLikeness>,
    same_keys_by_default: Vec<&'static str>,
    other_keys_by_default: Vec<&'static str>,
    confirm: &'static str,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    setting: &'a str,
    effect: &'static str,
    text: &'static str,
    source: &'static str,
}

#[derive(Serialize)]
struct JsonNote<'a> {
    text: &'a str,
    source: &'static str,
}

#[derive(Serialize)]
struct JsonLikeness {
    partitioner: &'static str,
    same_keys: bool,
    same_empty_key: bool,
    same_missing_key: bool,
    remedy: Option<&'static str>,
    hook: Option<&'static str>,
}

const CONFIRM: &str = "a configuration does not prove what runs; let the service send what \
                       `copartition keys-for --probe` prints, and `copartition identify` tells";

pub(crate) fn run(args: &Doctor, out: &mut Out) -> Outcome {
    let diagnosis = diagnose(&args.client, &given(args)?)?;
    let likeness = diagnosis.likeness(&args.like)?;
    let (same, elsewhere) = diagnosis.others();
    let partitioner = diagnosis.partitioner;
    let answer = JsonDiagnosis {
        schema: SCHEMA,
        client: diagnosis.client,
        version: diagnosis.version.as_deref(),
        taken_for: diagnosis.row.map(ToString::to_string),
        partitioner: partitioner.map(|partitioner| partitioner.name()),
        keyed: partitioner.map(|partitioner| partitioner.keyed().to_string()),
        empty_key: partitioner.map(|partitioner| partitioner.empty_key().to_string()),
        missing_key: partitioner.map(|partitioner| partitioner.missing_key().to_string()),
        settings: findings(&diagnosis),
        not_known: &diagnosis.unknown,
        notes: diagnosis.notes.iter().map(|(text, source)| JsonNote { text, source }).collect(),
        like: likeness.map(json_likeness),
        same_keys_by_default: same,
        other_keys_by_default: elsewhere,
        confirm: CONFIRM,
    };
    match args.format.format {
        Form::Table => table(out, &answer)?,
        Form::Json => out.json(&answer)?,
        Form::Ndjson => out.ndjson(&answer)?,
        Form::Csv => {
            let header = ["client", "partitioner", "setting", "effect", "text", "source"];
            let partitioner = answer.partitioner.unwrap_or_default();
            let rows = answer.settings.iter().map(|finding| {
                let JsonFinding { setting, effect, text, source } = *finding;
                [answer.client, partitioner, setting, effect, text, source].map(String::from)
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

fn findings(diagnosis: &Diagnosis) -> Vec<JsonFinding<'_>> {
    let findings = diagnosis.findings.iter();
    findings
        .map(|finding| JsonFinding {
            setting: &finding.setting,
            effect: finding.effect.name(),
            text: finding.text,
            source: finding.source,
        })
        .collect()
}

fn json_likeness(likeness: Likeness) -> JsonLikeness {
    let remedy = likeness.remedy;
    JsonLikeness {
        partitioner: likeness.like.name(),
        same_keys: likeness.same_keys,
        same_empty_key: likeness.same_empty_key,
        same_missing_key: likeness.same_missing_key,
        remedy: remedy.and_then(|remedy| remedy.row).map(|row| row.written),
        hook: remedy.and_then(|remedy| remedy.hook),
    }
}

fn table(out: &mut Out, answer: &JsonDiagnosis<'_>) -> Outcome<()> {
    let at = answer.version.map(|version| format!("@{version}")).unwrap_or_default();
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
    for JsonFinding { setting, effect, text, source } in &answer.settings {
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
    for JsonNote { text, source } in &answer.notes {
        out.line("")?;
        out.wrapped("", &format!("{text} ({source})"))?;
    }
    if let Some(like) = &answer.like {
        out.line("")?;
        compared(out, answer, like)?;
    }
    out.line("")?;
    out.wrapped("", CONFIRM)
}

fn wrapped(out: &mut Out, text: &str, source: &str) -> Outcome<()> {
    const INDENT: &str = "            ";
    match (text, source) {
        ("", _) => Ok(()),
        (text, "") => out.wrapped(INDENT, text),
        (text, source) => out.wrapped(INDENT, &format!("{text} ({source})")),
    }
}

fn compared(out: &mut Out, answer: &JsonDiagnosis<'_>, like: &JsonLikeness) -> Outcome<()> {
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
