//! `copartition clients`: which client places how, by which setting, since when, and how it is known.

use std::process::ExitCode;

use copartition::{CLIENTS, Client, Known, Partitioner};
use copartition_analysis::documents::SCHEMA;
use serde::Serialize;

use crate::args::{Clients, Form};
use crate::output::{Out, Outcome};

/// The whole document of `--format json`.
#[derive(Serialize)]
struct JsonClients {
    schema: u32,
    clients: Vec<JsonClient>,
}

#[derive(Serialize)]
struct JsonClient {
    client: &'static str,
    since: Option<&'static str>,
    until: Option<&'static str>,
    setting: Option<&'static str>,
    written: &'static str,
    default: bool,
    partitioner: &'static str,
    keyed: String,
    empty_key: String,
    missing_key: String,
    usage: &'static str,
    known: &'static str,
    version: Option<&'static str>,
    source: Option<&'static str>,
    why_not_run: Option<&'static str>,
}

#[derive(Serialize)]
struct JsonLine {
    schema: u32,
    #[serde(flatten)]
    client: JsonClient,
}

pub(crate) fn run(args: &Clients, out: &mut Out) -> Outcome {
    match args.format.format {
        Form::Table => table(out)?,
        Form::Json => {
            out.json(&JsonClients { schema: SCHEMA, clients: rows().map(json).collect() })?
        }
        Form::Ndjson => {
            for client in rows().map(json) {
                out.ndjson(&JsonLine { schema: SCHEMA, client })?;
            }
        }
        Form::Csv => {
            let header = [
                "client",
                "since",
                "until",
                "setting",
                "written",
                "default",
                "partitioner",
                "keyed",
                "empty_key",
                "missing_key",
                "usage",
                "known",
                "version",
                "source",
                "why_not_run",
            ];
            let rows = rows().map(json).map(|row| {
                [
                    row.client.into(),
                    row.since.unwrap_or_default().into(),
                    row.until.unwrap_or_default().into(),
                    row.setting.unwrap_or_default().into(),
                    row.written.into(),
                    row.default.to_string(),
                    row.partitioner.into(),
                    row.keyed,
                    row.empty_key,
                    row.missing_key,
                    row.usage.into(),
                    row.known.into(),
                    row.version.unwrap_or_default().into(),
                    row.source.unwrap_or_default().into(),
                    row.why_not_run.unwrap_or_default().into(),
                ]
            });
            out.csv(std::iter::once(header.map(String::from)).chain(rows))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn rows() -> impl Iterator<Item = (&'static Client, &'static Partitioner)> {
    CLIENTS.iter().filter_map(|client| Some((client, client.partitioner()?)))
}

/// A heading a client, then its rows: what is written, what it does, how that is known.
fn table(out: &mut Out) -> Outcome<()> {
    let mut last = None;
    for (client, partitioner) in rows() {
        if last != Some(client.name) {
            if last.is_some() {
                out.line("")?;
            }
            out.heading(client.name)?;
            last = Some(client.name);
        }
        let star = if client.default { "*" } else { " " };
        let setting = client.setting_name().unwrap_or("-");
        let (versions, usage) = (client.versions(), client.usage.name());
        out.line(format_args!("{star} {setting:25}  {versions:24}  {usage}"))?;
        out.wrapped("    ", client.written)?;
        let (name, keyed) = (partitioner.name(), partitioner.keyed());
        let (empty_key, missing_key) = (partitioner.empty_key(), partitioner.missing_key());
        let policies = format!("keys {keyed}, empty key {empty_key}, missing key {missing_key}");
        out.wrapped("    ", &format!("{name}: {policies}"))?;
        match client.known {
            Known::Run(version) => out.wrapped("    ", &format!("run: {version}"))?,
            Known::Read { source: "", why } => out.wrapped("    ", &format!("not run: {why}"))?,
            Known::Read { source, why } => {
                out.wrapped("    ", &format!("read: {source}; not run: {why}"))?;
            }
        }
    }
    Ok(())
}

fn json((client, partitioner): (&'static Client, &Partitioner)) -> JsonClient {
    JsonClient {
        client: client.name,
        since: client.since,
        until: client.until,
        setting: client.setting_name(),
        written: client.written,
        default: client.default,
        partitioner: partitioner.name(),
        keyed: partitioner.keyed().to_string(),
        empty_key: partitioner.empty_key().to_string(),
        missing_key: partitioner.missing_key().to_string(),
        usage: client.usage.name(),
        known: client.known.name(),
        version: client.known.version(),
        source: client.known.source(),
        why_not_run: client.known.why_not_run(),
    }
}
