//! `copartition partitioners`: the table of partitioners, with the clients that use each.

use std::process::ExitCode;

use copartition::{CLIENTS, Client, PARTITIONERS, Partitioner};
use copartition_analysis::documents::SCHEMA;
use serde::Serialize;

use crate::args::{Form, Partitioners};
use crate::output::{Out, Outcome};

/// The whole document of `--format json`.
#[derive(Serialize)]
struct JsonPartitioners {
    schema: u32,
    partitioners: Vec<JsonPartitioner>,
}

#[derive(Serialize)]
struct JsonPartitioner {
    partitioner: &'static str,
    keyed: String,
    empty_key: String,
    missing_key: String,
    aliases: &'static [&'static str],
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
}

#[derive(Serialize)]
struct JsonLine {
    schema: u32,
    #[serde(flatten)]
    partitioner: JsonPartitioner,
}

pub(crate) fn run(args: &Partitioners, out: &mut Out) -> Outcome {
    match args.format.format {
        Form::Table => table(out)?,
        Form::Json => out.json(&JsonPartitioners {
            schema: SCHEMA,
            partitioners: PARTITIONERS.iter().map(json).collect(),
        })?,
        Form::Ndjson => {
            for partitioner in PARTITIONERS {
                out.ndjson(&JsonLine { schema: SCHEMA, partitioner: json(partitioner) })?;
            }
        }
        Form::Csv => {
            let header = ["partitioner", "keyed", "empty_key", "missing_key", "aliases", "clients"];
            let rows = PARTITIONERS.iter().map(|partitioner| {
                let clients: Vec<_> = clients(partitioner).map(ToString::to_string).collect();
                [
                    partitioner.name().into(),
                    partitioner.keyed().to_string(),
                    partitioner.empty_key().to_string(),
                    partitioner.missing_key().to_string(),
                    partitioner.aliases().join("; "),
                    clients.join("; "),
                ]
            });
            out.csv(std::iter::once(header.map(String::from)).chain(rows))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// One line a partitioner, then its clients and its other names, each on a line of its own.
fn table(out: &mut Out) -> Outcome<()> {
    let width = PARTITIONERS.iter().map(|partitioner| partitioner.name().len()).max().unwrap_or(0);
    for (i, partitioner) in PARTITIONERS.iter().enumerate() {
        if i > 0 {
            out.line("")?;
        }
        out.heading(format_args!("{:width$}  keys: {}", partitioner.name(), partitioner.keyed()))?;
        out.line(format_args!("  empty key    {}", partitioner.empty_key()))?;
        out.line(format_args!("  missing key  {}", partitioner.missing_key()))?;
        for client in clients(partitioner) {
            out.line(format_args!("  client       {client}"))?;
        }
        for alias in partitioner.aliases() {
            out.line(format_args!("  also         {alias}"))?;
        }
    }
    Ok(())
}

fn clients(partitioner: &Partitioner) -> impl Iterator<Item = &'static Client> {
    CLIENTS.iter().filter(|client| client.partitioner == partitioner.name())
}

fn json(partitioner: &Partitioner) -> JsonPartitioner {
    let clients = clients(partitioner).map(|client| JsonClient {
        client: client.name,
        since: client.since,
        until: client.until,
        setting: Some(client.setting).filter(|setting| !setting.is_empty()),
        written: client.written,
        default: client.default,
    });
    JsonPartitioner {
        partitioner: partitioner.name(),
        keyed: partitioner.keyed().to_string(),
        empty_key: partitioner.empty_key().to_string(),
        missing_key: partitioner.missing_key().to_string(),
        aliases: partitioner.aliases(),
        clients: clients.collect(),
    }
}
