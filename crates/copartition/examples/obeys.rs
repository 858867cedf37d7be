//! Tells whether an observed sequence of partitions obeys an assigner, for some draws.
//!
//! Each line of stdin is one sequence, in the order in which one producer sent:
//!
//! ```json
//! {"assigner": "sticky_cache", "topic": "t", "n": 3, "total": 3,
//!  "observed": [2, 2, 0], "new_batch": [true, false, true]}
//! ```
//!
//! `assigner` is `round_robin` (platformatic), `round_robin_from_any` (kafkajs), `round_robin_2_4`,
//! `round_robin_3_9_2`, `round_robin_4_0`, `sticky_cache`, `kafka_python_sticky` or `built_in`;
//! `total` counts the partitions of all topics that the producer knows, for Java; `order`, for
//! kafkajs, lists the partitions as the broker's metadata does. `new_batch` says of each record
//! whether it opened a batch. `built_in` also takes `batch_size` and `bytes`: what each record
//! added to its batch, uncompressed, with the 61 bytes of a batch's header for the one that opened
//! it.
//! `in_rack`, if given, lists the partitions led in the rack of a rack-aware producer. `keyed`, if
//! given, says which records were placed by a key or by their sender. Every partition has a leader
//! throughout.
//!
//! Each answer is `obeys`, or `breaks at record I: ...`, counted from 0.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, BufRead, BufWriter, Write};

use copartition::PartitionCount;
use copartition::assign::{
    BuiltIn, Partitions, RoundRobin, RoundRobinPartitioner, StickyCache, java_partition_order,
};
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        writeln!(out, "{}", verdict(&line?)?)?;
    }
    out.flush()?;
    Ok(())
}

/// Answers one line.
///
/// # Errors
///
/// What the line lacks.
pub(crate) fn verdict(line: &str) -> Result<String, Box<dyn Error>> {
    let sequence: Value = serde_json::from_str(line)?;
    let producer = Producer::new(&sequence)?;
    let mut states = producer.starts(text(&sequence, "assigner")?)?;
    for (index, record) in records(&sequence)?.iter().enumerate() {
        let next: Vec<(u32, State)> =
            states.iter().flat_map(|state| producer.send(state, record)).collect();
        let wanted: BTreeSet<u32> = next.iter().map(|&(partition, _)| partition).collect();
        states.clear();
        for (partition, state) in next {
            if partition == record.partition && !states.contains(&state) {
                states.push(state);
            }
        }
        if states.is_empty() {
            return Ok(format!("breaks at record {index}: {}", difference(&wanted, record)));
        }
    }
    Ok("obeys".into())
}

/// What is the same for all records of a sequence.
struct Producer {
    topic: String,
    n: PartitionCount,
    list: Vec<u32>,
    in_rack: Vec<u32>,
    batch_size: i32,
}

/// One observed record.
struct Record {
    partition: u32,
    opens_batch: bool,
    bytes: i32,
    is_keyed: bool,
}

/// A state in which the producer can be after the records so far.
#[derive(Clone, PartialEq)]
struct State {
    assigner: Assigner,
    /// The partitions with a batch that may have room for more.
    ///
    /// One that had no room for a record takes none any more: Java closes it.
    open: BTreeSet<u32>,
}

impl State {
    const fn new(assigner: Assigner) -> Self {
        Self { assigner, open: BTreeSet::new() }
    }
}

#[derive(Clone, PartialEq)]
enum Assigner {
    RoundRobin(RoundRobin),
    RoundRobinPartitioner(RoundRobinPartitioner),
    Sticky { cache: StickyCache, hears_of_keyed: bool },
    BuiltIn(BuiltIn),
}

impl Producer {
    fn new(sequence: &Value) -> Result<Self, Box<dyn Error>> {
        let number = |name: &str| sequence.get(name).and_then(Value::as_i64);
        let topic = text(sequence, "topic")?;
        let n = PartitionCount::try_from(number("n").ok_or("n must be a number, got none")?)?;
        let total = number("total").map_or(Ok(n.get()), u32::try_from)?;
        let list = match text(sequence, "assigner")? {
            "round_robin_from_any" => ids(sequence, "order").ok_or("order must be a list")?,
            "round_robin" | "kafka_python_sticky" => (0..n.get()).collect(),
            _ => java_partition_order(topic, n, total)?,
        };
        let in_rack = ids(sequence, "in_rack").unwrap_or_default();
        let batch_size = number("batch_size").map_or(Ok(16_384), i32::try_from)?;
        Ok(Self { topic: topic.into(), n, list, in_rack, batch_size })
    }

    /// The states before the first record: one for each place where the assigner may start.
    fn starts(&self, assigner: &str) -> Result<Vec<State>, Box<dyn Error>> {
        let partitioner = Assigner::RoundRobinPartitioner;
        let assigner = match assigner {
            "round_robin" => Assigner::RoundRobin(RoundRobin::new()),
            "round_robin_from_any" => {
                let starts = (0..self.n.get()).map(RoundRobin::starting_at);
                return Ok(starts.map(Assigner::RoundRobin).map(State::new).collect());
            }
            "round_robin_2_4" => partitioner(RoundRobinPartitioner::since_2_4()),
            "round_robin_3_9_2" => partitioner(RoundRobinPartitioner::since_3_9_2()),
            "round_robin_4_0" => partitioner(RoundRobinPartitioner::since_4_0()),
            "sticky_cache" => Assigner::Sticky { cache: StickyCache::new(), hears_of_keyed: true },
            "kafka_python_sticky" => {
                Assigner::Sticky { cache: StickyCache::kafka_python(), hears_of_keyed: false }
            }
            "built_in" => Assigner::BuiltIn(BuiltIn::new(self.batch_size)),
            unknown => return Err(format!("assigner must be a known one, got {unknown:?}").into()),
        };
        Ok(vec![State::new(assigner)])
    }

    /// Returns where such a record can go from this state, and the state after each.
    ///
    /// Whether the partition asked first had room is not observed unless the record opened a batch:
    /// both are tried.
    fn send(&self, state: &State, record: &Record) -> Vec<(u32, State)> {
        let rooms = if record.opens_batch { &[false][..] } else { &[true, false] };
        let mut outcomes = Vec::new();
        for &room in rooms {
            outcomes.extend(self.for_all_draws(|draw| {
                let mut state = state.clone();
                let partition = if record.is_keyed {
                    self.send_keyed(&mut state, record, draw);
                    record.partition
                } else {
                    self.send_unkeyed(&mut state, record, room, draw)
                };
                (partition, state)
            }));
        }
        outcomes.retain_mut(|(partition, state)| {
            if record.opens_batch {
                state.open.insert(*partition);
            }
            state.open.contains(partition)
        });
        outcomes
    }

    fn send_keyed(&self, state: &mut State, record: &Record, draw: &mut dyn FnMut() -> i32) {
        if !record.opens_batch {
            return;
        }
        match &mut state.assigner {
            Assigner::RoundRobinPartitioner(assigner) => {
                assigner.on_new_batch(&self.topic, record.partition);
            }
            Assigner::Sticky { cache, hears_of_keyed: true } => {
                cache.on_new_batch(record.partition, self.partitions(), draw);
            }
            Assigner::Sticky { .. } | Assigner::RoundRobin(_) | Assigner::BuiltIn(_) => {}
        }
    }

    fn send_unkeyed(
        &self,
        State { assigner, open }: &mut State,
        record: &Record,
        room: bool,
        draw: &mut dyn FnMut() -> i32,
    ) -> u32 {
        let partitions = self.partitions();
        let has_room = |partition: u32| {
            if !room {
                open.remove(&partition);
            }
            room
        };
        match assigner {
            Assigner::RoundRobin(assigner) => assigner.partition(partitions),
            Assigner::RoundRobinPartitioner(assigner) => {
                assigner.place(&self.topic, partitions, has_room)
            }
            Assigner::Sticky { cache, .. } => cache.place(partitions, has_room, draw),
            Assigner::BuiltIn(assigner) => {
                let mut sticky = assigner.peek(partitions, &mut *draw);
                if !room {
                    // The last batch is full or gone.
                    open.remove(&sticky.partition());
                    assigner.update(sticky, 0, true, partitions, &mut *draw);
                    sticky = assigner.peek(partitions, &mut *draw);
                }
                // Had the record filled its batch, the next one would find it full: same choice.
                assigner.update(sticky, record.bytes, false, partitions, draw);
                sticky.partition()
            }
        }
    }

    fn partitions(&self) -> Partitions<'_> {
        Partitions::available(self.n, &self.list).in_rack(&self.in_rack)
    }

    /// Runs a step for every draw that it takes.
    ///
    /// Only a draw's index into the list matters, and after two draws a step would only draw again
    /// because it wants another index: those are tried anyway.
    fn for_all_draws<T>(&self, step: impl Fn(&mut dyn FnMut() -> i32) -> T) -> Vec<T> {
        let mut outcomes = Vec::new();
        let mut scripts = vec![Vec::new()];
        while let Some(script) = scripts.pop() {
            let mut taken = 0;
            let outcome = step(&mut || {
                taken += 1;
                script.get(taken - 1).copied().unwrap_or(taken as i32)
            });
            if taken <= script.len() {
                outcomes.push(outcome);
            } else if script.len() < 2 {
                scripts.extend((0..self.n.get()).map(|index| {
                    let mut longer = script.clone();
                    longer.push(index.cast_signed());
                    longer
                }));
            }
        }
        outcomes
    }
}

fn ids(sequence: &Value, name: &str) -> Option<Vec<u32>> {
    let ids = sequence.get(name)?.as_array()?;
    ids.iter().map(|id| u32::try_from(id.as_u64()?).ok()).collect()
}

fn records(sequence: &Value) -> Result<Vec<Record>, Box<dyn Error>> {
    let list = |name: &str| match sequence.get(name) {
        None => Ok(None),
        Some(Value::Array(values)) => Ok(Some(values.as_slice())),
        Some(other) => Err(format!("{name} must be a list, got {other}")),
    };
    let observed = list("observed")?.ok_or("observed must be a list, got none")?;
    let (new_batch, bytes, keyed) = (list("new_batch")?, list("bytes")?, list("keyed")?);
    for (name, values) in [("new_batch", new_batch), ("bytes", bytes), ("keyed", keyed)] {
        if let Some(values) = values.filter(|values| values.len() != observed.len()) {
            let (wanted, got) = (observed.len(), values.len());
            return Err(format!("{name} must have {wanted} entries, got {got}").into());
        }
    }
    let flag = |values: Option<&[Value]>, index: usize| values?.get(index)?.as_bool();
    let mut records = Vec::new();
    for (index, partition) in observed.iter().enumerate() {
        let bytes = bytes.and_then(|bytes| bytes.get(index)?.as_i64()).unwrap_or_default();
        records.push(Record {
            partition: partition.as_u64().ok_or("a partition must be a number")?.try_into()?,
            opens_batch: flag(new_batch, index).ok_or("new_batch must say true or false")?,
            bytes: bytes.try_into()?,
            is_keyed: flag(keyed, index).unwrap_or_default(),
        });
    }
    Ok(records)
}

fn text<'a>(sequence: &'a Value, name: &str) -> Result<&'a str, String> {
    sequence.get(name).and_then(Value::as_str).ok_or(format!("{name} must be text, got none"))
}

fn difference(wanted: &BTreeSet<u32>, record: &Record) -> String {
    let partition = record.partition;
    let wanted: Vec<String> = wanted.iter().map(u32::to_string).collect();
    let wanted = wanted.join(" or ");
    match (record.opens_batch, wanted.is_empty()) {
        (true, _) => format!("wanted a batch opened in {wanted}, got one in {partition}"),
        (false, false) => {
            format!("wanted the batch in {wanted} joined, got the one in {partition}")
        }
        (false, true) => format!("wanted a batch opened, got the one in {partition} joined"),
    }
}
