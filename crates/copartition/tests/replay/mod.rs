//! Replays a trace of `tests/vectors/assigner_traces.json` on copartition's own assigners.

use copartition::PartitionCount;
use copartition::assign::{
    BuiltIn, Partitions, RoundRobin, RoundRobinPartitioner, Sticky, StickyCache,
    java_partition_order,
};
use serde_json::{Value, json};

/// Does a trace's steps again with the draws that it recorded; returns how many results were equal.
///
/// # Errors
///
/// Tells the first result that differs, the draws that were left or missing, or what is no trace.
pub(crate) fn replay(trace: &Value) -> Result<usize, String> {
    if trace["assigner"] == "java_partition_order" {
        return order(trace);
    }
    let mut topic = Topic::of(trace)?;
    let mut machine = Machine::of(trace)?;
    let mut draws = Draws { recorded: numbers(&trace["draws"])?, taken: 0 };
    let steps = list(&trace["steps"])?;
    for (i, step) in steps.iter().enumerate() {
        let step = list(step)?;
        let Some((result, [operation, words @ ..])) = step.split_last() else {
            return Err(format!("step {i}: an operation and a result wanted, got {step:?}"));
        };
        let got = match operation.as_str() {
            Some("cluster") => topic.replace(words).map(|()| Value::Null),
            Some(operation) => machine.step(operation, words, &topic, &mut || draws.next()),
            None => Err("an operation wanted".to_owned()),
        };
        let got = got.map_err(|why| format!("step {i}: {why}"))?;
        if got != *result {
            return Err(format!("step {i}: {operation} gave {result}, copartition gives {got}"));
        }
    }
    match (draws.taken, draws.recorded.len()) {
        (taken, recorded) if taken == recorded => Ok(steps.len()),
        (taken, recorded) => Err(format!("{recorded} draws, copartition took {taken}")),
    }
}

fn order(trace: &Value) -> Result<usize, String> {
    let topic = Topic::of(trace)?;
    let got = topic.available(&topic.name);
    if json!(got) == trace["order"] {
        Ok(1)
    } else {
        Err(format!("the order is {}, copartition gives {got:?}", trace["order"]))
    }
}

struct Draws {
    recorded: Vec<i32>,
    taken: usize,
}

impl Draws {
    /// More than were recorded are counted; they differ, since some assigners draw until they do.
    fn next(&mut self) -> i32 {
        let draw = self.recorded.get(self.taken).copied();
        self.taken += 1;
        draw.unwrap_or_else(|| self.taken.try_into().unwrap_or(0))
    }
}

/// The traced topic as its client sees it at the moment; a second one has as many partitions.
struct Topic {
    name: String,
    n: PartitionCount,
    traced: u32,
    others: u32,
    is_java: bool,
    unavailable: Vec<u32>,
    in_rack: Vec<u32>,
}

impl Topic {
    fn of(trace: &Value) -> Result<Self, String> {
        let n = count(&trace["n"])?;
        let traced = trace["topics"].as_array().map_or(1, Vec::len).try_into().unwrap_or(1);
        let total: u32 = number(&trace["total"])?;
        Ok(Self {
            name: text(&trace["topic"])?.to_owned(),
            n,
            traced,
            others: total - traced * n.get(),
            is_java: trace["client"] == "kafka-clients",
            unavailable: numbers(&trace["unavailable"])?,
            in_rack: numbers(trace.get("rack").unwrap_or(&json!([])))?,
        })
    }

    fn replace(&mut self, words: &[Value]) -> Result<(), String> {
        let (Some(n), Some(unavailable)) = (words.first(), words.get(1)) else {
            return Err("a count and ids wanted".to_owned());
        };
        self.n = count(n)?;
        self.unavailable = numbers(unavailable)?;
        if let Some(ids) = words.get(2) {
            self.in_rack = numbers(ids)?;
        }
        Ok(())
    }

    /// The partitions with a leader, in the client's order.
    fn available(&self, topic: &str) -> Vec<u32> {
        let total = self.traced * self.n.get() + self.others;
        let mut ids = match self.is_java {
            true => java_partition_order(topic, self.n, total).unwrap_or_default(),
            false => (0..self.n.get()).collect(),
        };
        ids.retain(|id| !self.unavailable.contains(id));
        ids
    }
}

/// An assigner of copartition, as a trace names it.
enum Machine {
    RoundRobin(RoundRobin),
    RoundRobinPartitioner(RoundRobinPartitioner),
    StickyCache(StickyCache),
    BuiltIn(BuiltIn, Option<Sticky>),
}

impl Machine {
    fn of(trace: &Value) -> Result<Self, String> {
        let kind = trace["kind"].as_str().unwrap_or_default();
        Ok(match (text(&trace["assigner"])?, kind) {
            ("round_robin", "new") => Self::RoundRobin(RoundRobin::new()),
            ("round_robin", "starting_at") => {
                Self::RoundRobin(RoundRobin::starting_at(number(&trace["counter"])?))
            }
            ("round_robin", "resetting") => Self::RoundRobin(RoundRobin::resetting()),
            ("round_robin", "chunks") => {
                Self::RoundRobin(RoundRobin::chunks(number(&trace["chunk"])?))
            }
            ("round_robin", "stepping") => Self::RoundRobin(RoundRobin::stepping()),
            ("round_robin", "java_2_4") => {
                Self::RoundRobinPartitioner(RoundRobinPartitioner::since_2_4())
            }
            ("round_robin", "java_3_9_2") => {
                Self::RoundRobinPartitioner(RoundRobinPartitioner::since_3_9_2())
            }
            ("round_robin", "java_4_0") => {
                Self::RoundRobinPartitioner(RoundRobinPartitioner::since_4_0())
            }
            ("sticky_cache", "java") => Self::StickyCache(StickyCache::new()),
            ("sticky_cache", "kafka_python") => Self::StickyCache(StickyCache::kafka_python()),
            ("built_in", _) => Self::BuiltIn(BuiltIn::new(number(&trace["batch_size"])?), None),
            (assigner, kind) => return Err(format!("no assigner {assigner} {kind:?}")),
        })
    }

    fn step(
        &mut self,
        operation: &str,
        words: &[Value],
        topic: &Topic,
        draw: &mut impl FnMut() -> i32,
    ) -> Result<Value, String> {
        let name = words.first().and_then(Value::as_str).unwrap_or(&topic.name);
        let ids = topic.available(name);
        let partitions = Partitions::available(topic.n, &ids).in_rack(&topic.in_rack);
        Ok(match (self, operation, words) {
            (Self::RoundRobin(machine), "partition", []) => machine.partition(partitions).into(),
            (Self::RoundRobinPartitioner(machine), "partition", [_]) => {
                machine.partition(name, partitions).into()
            }
            (Self::RoundRobinPartitioner(machine), "on_new_batch", [_, prev]) => {
                machine.on_new_batch(name, number(prev)?);
                Value::Null
            }
            (Self::StickyCache(machine), "partition", []) => {
                machine.partition(partitions, draw).into()
            }
            (Self::StickyCache(machine), "on_new_batch", [prev]) => {
                let now = machine.on_new_batch(number(prev)?, partitions, draw);
                // kafka-python's method returns nothing.
                if topic.is_java { json!(now) } else { Value::Null }
            }
            (Self::BuiltIn(machine, peeked), "peek", []) => {
                peeked.insert(machine.peek(partitions, draw)).partition().into()
            }
            (Self::BuiltIn(machine, Some(peeked)), "is_changed", []) => {
                machine.is_changed(*peeked).into()
            }
            (Self::BuiltIn(machine, Some(peeked)), "update", [bytes, enable_switch]) => {
                let enable_switch = enable_switch == true;
                machine.update(*peeked, number(bytes)?, enable_switch, partitions, &mut *draw);
                machine.peek(partitions, draw).partition().into()
            }
            (Self::BuiltIn(machine, _), "load", [sizes, ids, length]) => {
                let sizes = if sizes.is_null() { None } else { Some(numbers(sizes)?) };
                let (ids, length) = (numbers(ids)?, number(length)?);
                machine.update_load_stats(sizes.as_deref(), &ids, length, &topic.in_rack);
                Value::Null
            }
            _ => return Err(format!("no {operation} of {words:?}")),
        })
    }
}

fn list(value: &Value) -> Result<&Vec<Value>, String> {
    value.as_array().ok_or_else(|| format!("a list wanted, got {value}"))
}

fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("text wanted, got {value}"))
}

fn number<T: TryFrom<i64>>(value: &Value) -> Result<T, String> {
    let number = value.as_i64().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("a number wanted, got {value}"))
}

fn numbers<T: TryFrom<i64>>(value: &Value) -> Result<Vec<T>, String> {
    list(value)?.iter().map(number).collect()
}

fn count(value: &Value) -> Result<PartitionCount, String> {
    PartitionCount::new(number(value)?).ok_or_else(|| format!("a count wanted, got {value}"))
}
