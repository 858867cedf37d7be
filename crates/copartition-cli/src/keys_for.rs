//! `copartition keys-for`: keys that land where they are wanted, or that tell rules apart.

use std::process::ExitCode;

use copartition_analysis::documents::{self, SCHEMA};
use copartition_analysis::{
    DecidingKey, PROBE_KEYS, key_hex, keys_for, probe_keys, wanted_partitions,
};
use serde::Serialize;

use crate::args::{Form, KeysFor};
use crate::output::{Out, Outcome, note};

/// A line of `--format ndjson`.
#[derive(Serialize)]
struct JsonLine<'a> {
    schema: u32,
    #[serde(flatten)]
    key: &'a documents::KeyFor,
}

/// A line that says nothing but what is to be sent.
#[derive(Serialize)]
struct JsonProbe<'a> {
    key: &'a str,
}

pub(crate) fn run(args: &KeysFor, out: &mut Out) -> Outcome {
    let n = args.count.get()?;
    if args.probe {
        probe(args, &probe_keys(n, PROBE_KEYS), out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let resolved = args.partitioner.resolve()?;
    let wanted = wanted_partitions(&args.partition, n)?;
    if args.format.format == Form::Table {
        args.partitioner.say(&resolved);
    }
    let keys = keys_for(resolved.partitioner, n, &wanted, &args.prefix, args.each);
    let document = documents::KeysFor::new(resolved.partitioner, n, &keys);
    match args.format.format {
        Form::Table => {
            out.heading("partition  key")?;
            for key in &keys {
                out.line(format_args!("{:>9}  {}", key.partition, key.key))?;
            }
        }
        Form::Json => out.json(&document)?,
        Form::Ndjson => {
            for key in &document.keys {
                out.ndjson(&JsonLine { schema: SCHEMA, key })?;
            }
        }
        Form::Csv => {
            let header = ["key", "key_hex", "partition"].map(String::from);
            let rows = document.keys.iter().map(|made| {
                let documents::KeyFor { key, key_hex, partition } = made;
                [key.clone(), key_hex.clone(), partition.to_string()]
            });
            out.csv(std::iter::once(header).chain(rows))?;
        }
    }
    let missing = wanted.len().saturating_mul(args.each) - keys.len();
    if missing > 0 {
        out.flush()?;
        let name = resolved.partitioner.name();
        note(&match resolved.partitioner.rule() {
            None => format!("cannot tell: {name} places no record by its key"),
            Some(_) => format!("cannot tell: {missing} keys were not found"),
        });
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::SUCCESS)
}

fn probe(args: &KeysFor, keys: &[DecidingKey], out: &mut Out) -> Outcome<()> {
    match args.format.format {
        Form::Table | Form::Ndjson => {
            for key in keys {
                out.ndjson(&JsonProbe { key: &key.key })?;
            }
            Ok(())
        }
        Form::Json => out.json(&documents::ProbeKeys::new(args.count.get()?, keys)),
        Form::Csv => {
            let rows = keys.iter().map(|key| [key.key.clone(), key_hex(key.key.as_bytes())]);
            let header = ["key", "key_hex"].map(String::from);
            out.csv(std::iter::once(header).chain(rows))
        }
    }
}
