//! `copartition find`: the records of a key in a live topic.

use std::process::ExitCode;

use copartition::{PartitionCount, Resolved};
use copartition_analysis as analysis;
use copartition_analysis::documents::{SCHEMA, ShownKey};
use copartition_analysis::samples::{Batch, Record};
use copartition_analysis::{Elsewhere, Seen, Whereabouts, Written, time_text};
use serde::Serialize;

use crate::args::{Find, Form};
use crate::output::{Failure, Out, Outcome, note};
use crate::placements::partition;

/// The whole document of `--format json`.
#[derive(Serialize)]
struct JsonFound {
    schema: u32,
    #[serde(flatten)]
    key: ShownKey,
    topic: String,
    partitions: u32,
    partitioner: &'static str,
    taken_for: Option<String>,
    /// Where the partitioner puts the key; null where it leaves that to the client.
    placed_on: Option<u32>,
    all_partitions: bool,
    records: Vec<JsonRecord>,
    lies_on: Vec<JsonOn>,
    elsewhere: Vec<JsonElsewhere>,
}

#[derive(Serialize)]
struct JsonRecord {
    partition: Option<u32>,
    offset: Option<i64>,
    timestamp: Option<i64>,
    value_bytes: Option<u64>,
    tombstone: Option<bool>,
}

#[derive(Serialize)]
struct JsonOn {
    partition: u32,
    records: u64,
    first_offset: Option<i64>,
    last_offset: Option<i64>,
    last_timestamp: Option<i64>,
    last_tombstone: Option<bool>,
}

#[derive(Serialize)]
struct JsonElsewhere {
    partition: u32,
    written: &'static str,
    counts: Vec<u32>,
    partitioners: Vec<&'static str>,
}

/// A line of `--format ndjson`.
#[derive(Serialize)]
struct JsonLine {
    schema: u32,
    #[serde(flatten)]
    key: ShownKey,
    #[serde(flatten)]
    record: JsonRecord,
    placed_on: Option<u32>,
}

pub(crate) fn run(args: &Find, out: &mut Out) -> Outcome {
    if args.key.is_stdin() {
        return Err(Failure::Error("find takes one key, got - for stdin".into()));
    }
    let key = args.key.bytes()?;
    let resolved = args.partitioner.resolve()?;
    if args.format.format == Form::Table {
        args.partitioner.say(&resolved);
    }
    let mut topic = args.broker.open(&args.topic, None, None)?;
    let count = topic.partition_count();
    resolved.partitioner.partition(key.as_deref(), count)?;
    let find = analysis::Find::new(resolved.partitioner, count, key.as_deref());
    let mut search = Search { args, key: key.as_deref(), find, out, kept: Vec::new(), rows: 0 };
    let placed_on = partition(search.find.placement());
    match placed_on {
        Some(placed_on) => {
            topic.only(|partition| partition == placed_on);
            search.read(&mut topic)?;
            if args.all_partitions {
                topic.only(|partition| partition != placed_on);
                search.read(&mut topic)?;
            }
        }
        None if args.all_partitions => search.read(&mut topic)?,
        None => {
            return Err(Failure::Error(format!(
                "{} leaves such a record to the client, so that it may lie anywhere: find needs \
                 --all-partitions",
                resolved.partitioner.name()
            )));
        }
    }
    search.conclude(&resolved, count)
}

/// The search and what is printed of it.
struct Search<'a> {
    args: &'a Find,
    key: Option<&'a [u8]>,
    find: analysis::Find<'a>,
    out: &'a mut Out,
    /// The records, where they are printed as one document.
    kept: Vec<JsonRecord>,
    rows: u64,
}

impl Search<'_> {
    /// Reads what is left of the topic and prints each record as soon as it is found.
    fn read(&mut self, topic: &mut dyn analysis::samples::Source) -> Outcome<()> {
        let (mut batch, mut found) = (Batch::new(), Vec::new());
        while self.find.add_next(topic, &mut batch, |record| found.push(json_record(record)))? {
            for record in found.drain(..) {
                self.print(record)?;
            }
            self.out.flush()?;
        }
        Ok(())
    }

    fn print(&mut self, record: JsonRecord) -> Outcome<()> {
        let shown = &self.args.shown.get();
        let placed_on = partition(self.find.placement());
        self.rows += 1;
        match self.args.format.format {
            Form::Table => {
                if self.rows == 1 {
                    self.out.heading("partition        offset  timestamp                 value")?;
                }
                let time = record.timestamp.map(time_text).unwrap_or_else(|| "-".into());
                let value = match (record.tombstone, record.value_bytes) {
                    (Some(true), _) => "none: a tombstone".into(),
                    (_, Some(1)) => "1 byte".into(),
                    (_, Some(bytes)) => format!("{bytes} bytes"),
                    (_, None) => "-".into(),
                };
                let (on, offset) = (record.partition.unwrap_or(0), record.offset.unwrap_or(0));
                self.out.line(format_args!("{on:>9}  {offset:>12}  {time:24}  {value}"))
            }
            Form::Json => {
                self.kept.push(record);
                Ok(())
            }
            Form::Ndjson => {
                let key = ShownKey::new(self.key, shown);
                self.out.ndjson(&JsonLine { schema: SCHEMA, key, record, placed_on })
            }
            Form::Csv => {
                let header = (self.rows == 1).then(|| self.csv_header());
                let row = self.csv_row(&record, placed_on);
                self.out.csv(header.into_iter().chain([row]))
            }
        }
    }

    fn csv_header(&self) -> [String; 8] {
        let [key, bytes] = self.args.shown.get().field_names();
        let named = ["partition", "offset", "timestamp", "value_bytes", "tombstone", "placed_on"];
        let [partition, offset, timestamp, value_bytes, tombstone, placed_on] =
            named.map(String::from);
        [key, bytes, partition, offset, timestamp, value_bytes, tombstone, placed_on]
    }

    fn csv_row(&self, record: &JsonRecord, placed_on: Option<u32>) -> [String; 8] {
        fn field(value: Option<impl ToString>) -> String {
            value.map(|value| value.to_string()).unwrap_or_default()
        }
        let [key, bytes] = self.args.shown.get().fields(self.key);
        [
            key,
            bytes,
            field(record.partition),
            field(record.offset),
            field(record.timestamp),
            field(record.value_bytes),
            field(record.tombstone),
            field(placed_on),
        ]
    }

    /// Says where the key lies, and gives the exit status.
    fn conclude(mut self, resolved: &Resolved, count: PartitionCount) -> Outcome {
        let whereabouts = self.find.whereabouts();
        let placed_on = partition(self.find.placement());
        let name = resolved.partitioner.name();
        let elsewhere = match &whereabouts {
            Whereabouts::Elsewhere(elsewhere) => elsewhere.as_slice(),
            _ => &[],
        };
        match self.args.format.format {
            Form::Table => {
                self.summary(&whereabouts, name, count)?;
            }
            Form::Json => {
                let json = JsonFound {
                    schema: SCHEMA,
                    key: ShownKey::new(self.key, &self.args.shown.get()),
                    topic: self.args.topic.clone(),
                    partitions: count.get(),
                    partitioner: name,
                    taken_for: resolved.client.map(ToString::to_string),
                    placed_on,
                    all_partitions: self.args.all_partitions,
                    records: std::mem::take(&mut self.kept),
                    lies_on: self.find.lies_on().iter().map(json_on).collect(),
                    elsewhere: elsewhere.iter().map(json_elsewhere).collect(),
                };
                self.out.json(&json)?;
            }
            Form::Csv if self.rows == 0 => self.out.csv([self.csv_header()])?,
            Form::Ndjson | Form::Csv => {}
        }
        Ok(match whereabouts {
            Whereabouts::AsPlaced => ExitCode::SUCCESS,
            Whereabouts::Elsewhere(_) => ExitCode::from(1),
            Whereabouts::NotFound => {
                let others = count.get() - 1;
                match placed_on {
                    Some(placed_on) if !self.args.all_partitions => note(&format!(
                        "not found on partition {placed_on}, where {name} places it; \
                         --all-partitions looks at the {others} others too"
                    )),
                    _ => note("not found on any partition"),
                }
                ExitCode::from(3)
            }
        })
    }

    fn summary(&mut self, found: &Whereabouts, name: &str, count: PartitionCount) -> Outcome<()> {
        if matches!(found, Whereabouts::NotFound) {
            return Ok(());
        }
        let placed_on = partition(self.find.placement());
        let lies_on = self.find.lies_on();
        let here = lies_on.iter().filter(|on| Some(on.partition) == placed_on);
        let here: u64 = here.map(|on| on.records).sum();
        self.out.line("")?;
        match placed_on {
            Some(placed_on) => self.out.line(format_args!(
                "{} on partition {placed_on}, where {name} places it",
                records(here)
            ))?,
            None => self.out.line(format_args!(
                "{} on {} of {} partitions; {name} leaves them to the client",
                records(self.find.records()),
                lies_on.len(),
                count.get()
            ))?,
        }
        if let Whereabouts::Elsewhere(elsewhere) = found {
            for elsewhere in elsewhere {
                self.elsewhere(elsewhere, name)?;
            }
            let identify =
                format!("one key proves little: copartition identify -t {} tells", self.args.topic);
            self.out.line(identify)?;
        } else if let (Some(_), false) = (placed_on, self.args.all_partitions) {
            self.out.line("the other partitions were not looked at: see --all-partitions")?;
        }
        Ok(())
    }

    fn elsewhere(&mut self, elsewhere: &Elsewhere, name: &str) -> Outcome<()> {
        let Elsewhere { seen, when, counts, partitioners } = elsewhere;
        let when = match when {
            Written::Before => {
                ", all written before: the topic may have grown since, or its writer changed"
            }
            Written::After => ", all written after: its writer may have changed",
            Written::Among => ", written among the others: two writers differ",
            Written::NotKnown => "",
        };
        let text = format!("{} on partition {}{when}", records(seen.records), seen.partition);
        self.out.wrapped("", &text)?;
        if !counts.is_empty() {
            let counts: Vec<_> = counts.iter().map(|count| count.get().to_string()).collect();
            let text = format!("{name} places it there under {} partitions", counts.join(", "));
            self.out.wrapped("  ", &text)?;
        }
        if !partitioners.is_empty() {
            let names: Vec<_> = partitioners.iter().map(|it| it.name()).collect();
            self.out.wrapped("  ", &format!("so do, under today's count: {}", names.join(", ")))?;
        }
        Ok(())
    }
}

fn records(count: u64) -> String {
    if count == 1 { "1 record".into() } else { format!("{count} records") }
}

fn json_record(record: &Record<'_>) -> JsonRecord {
    JsonRecord {
        partition: record.partition,
        offset: record.log.offset,
        timestamp: record.log.timestamp,
        value_bytes: record.log.value_bytes,
        tombstone: record.log.tombstone,
    }
}

fn json_on(seen: &Seen) -> JsonOn {
    JsonOn {
        partition: seen.partition,
        records: seen.records,
        first_offset: seen.first.offset,
        last_offset: seen.last.offset,
        last_timestamp: seen.last.timestamp,
        last_tombstone: seen.last.tombstone,
    }
}

fn json_elsewhere(elsewhere: &Elsewhere) -> JsonElsewhere {
    JsonElsewhere {
        partition: elsewhere.seen.partition,
        written: match elsewhere.when {
            Written::Before => "before",
            Written::After => "after",
            Written::Among => "among",
            Written::NotKnown => "not_known",
        },
        counts: elsewhere.counts.iter().map(|count| count.get()).collect(),
        partitioners: elsewhere.partitioners.iter().map(|it| it.name()).collect(),
    }
}
