//! `copartition keys-for`: keys that land where they are wanted, or that tell rules apart.

use std::process::ExitCode;

use copartition::PartitionCount;
use copartition_analysis::documents::SCHEMA;
use copartition_analysis::{
    DecidingKey, KeyFor, MAX_SPREAD_PARTITIONS, documents, key_hex, keys_for, probe_keys,
};
use serde::Serialize;

use crate::args::{Form, KeysFor};
use crate::output::{Failure, Out, Outcome, note};

/// The whole document of `--format json`.
#[derive(Serialize)]
struct Json<T> {
    schema: u32,
    partitions: u32,
    partitioner: Option<&'static str>,
    keys: Vec<T>,
}

#[derive(Serialize)]
struct JsonKeyFor<'a> {
    key: &'a str,
    key_hex: String,
    partition: Option<u32>,
}

/// A line of `--format ndjson`.
#[derive(Serialize)]
struct JsonLine<'a> {
    schema: u32,
    #[serde(flatten)]
    key: JsonKeyFor<'a>,
}

/// A line that says nothing but what is to be sent.
#[derive(Serialize)]
struct JsonProbe<'a> {
    key: &'a str,
}

/// So many keys are fit by none but the right rule.
const PROBES: usize = 20;

pub(crate) fn run(args: &KeysFor, out: &mut Out) -> Outcome {
    let n = args.count.get()?;
    if args.probe {
        probe(args, &probe_keys(n, PROBES), out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let resolved = args.partitioner.resolve()?;
    if let Some(outside) = args.partition.iter().find(|partition| **partition >= n.get()) {
        return Err(Failure::Error(format!(
            "partition must be a whole number below {}, got {outside}",
            n.get()
        )));
    }
    let every = every(args, n)?;
    if args.format.format == Form::Table {
        args.partitioner.say(&resolved);
    }
    let keys = keys_for(resolved.partitioner, n, &every, &args.prefix, args.each);
    let json = |key: &'_ KeyFor| -> (String, u32) { (key_hex(key.key.as_bytes()), key.partition) };
    match args.format.format {
        Form::Table => {
            out.heading("partition  key")?;
            for key in &keys {
                out.line(format_args!("{:>9}  {}", key.partition, key.key))?;
            }
        }
        Form::Json => out.json(&Json {
            schema: SCHEMA,
            partitions: n.get(),
            partitioner: Some(resolved.partitioner.name()),
            keys: keys
                .iter()
                .map(|key| {
                    let (key_hex, partition) = json(key);
                    JsonKeyFor { key: &key.key, key_hex, partition: Some(partition) }
                })
                .collect(),
        })?,
        Form::Ndjson => {
            for key in &keys {
                let (key_hex, partition) = json(key);
                let key = JsonKeyFor { key: &key.key, key_hex, partition: Some(partition) };
                out.ndjson(&JsonLine { schema: SCHEMA, key })?;
            }
        }
        Form::Csv => {
            let header = ["key", "key_hex", "partition"].map(String::from);
            let rows = keys.iter().map(|key| {
                let (key_hex, partition) = json(key);
                [key.key.clone(), key_hex, partition.to_string()]
            });
            out.csv(std::iter::once(header).chain(rows))?;
        }
    }
    let missing = every.len().saturating_mul(args.each) - keys.len();
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

/// The partitions that keys are wanted for, each once.
fn every(args: &KeysFor, n: PartitionCount) -> Outcome<Vec<u32>> {
    if args.partition.is_empty() && n.get() > MAX_SPREAD_PARTITIONS {
        return Err(Failure::Error(format!(
            "partition must be given where there are more than {MAX_SPREAD_PARTITIONS}"
        )));
    }
    let mut every: Vec<u32> = Vec::new();
    match args.partition.as_slice() {
        [] => every.extend(0..n.get()),
        given => given.iter().for_each(|partition| {
            if !every.contains(partition) {
                every.push(*partition);
            }
        }),
    }
    Ok(every)
}

fn probe(args: &KeysFor, keys: &[DecidingKey], out: &mut Out) -> Outcome<()> {
    match args.format.format {
        Form::Table | Form::Ndjson => {
            for key in keys {
                out.ndjson(&JsonProbe { key: &key.key })?;
            }
            Ok(())
        }
        Form::Json => out.json(&Json {
            schema: SCHEMA,
            partitions: args.count.get()?.get(),
            partitioner: None,
            keys: keys.iter().map(documents::DecidingKey::new).collect(),
        }),
        Form::Csv => {
            let rows = keys.iter().map(|key| [key.key.clone(), key_hex(key.key.as_bytes())]);
            let header = ["key", "key_hex"].map(String::from);
            out.csv(std::iter::once(header).chain(rows))
        }
    }
}
