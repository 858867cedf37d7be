//! Drop-in partitioners: what `node/kafkajs.cjs` and its neighbors ask about each record.
//!
//! A handle is a partitioner and a choice for unkeyed records in one number. JavaScript keeps the
//! state of unkeyed records, an array a topic: `[counter, sticky, stickyUntil]`.

use std::ffi::CStr;

use copartition::assign::{Partitions, UnkeyedTopic};
use copartition::{DropIn, Error, ErrorId, PARTITIONERS, Unkeyed};
use napi_sys as sys;

use crate::boundary::{Arguments, Callback, Failure, callback};
use crate::functions::named;
use crate::text::Room;
use crate::value::Value;
use crate::{count, key, options, whole_number};

/// Every function by its name in the module.
pub(crate) const ALL: [(&CStr, Callback); 9] = [
    (c"openDropIn", callback!(open)),
    (c"dropInPartition", callback!(partition)),
    (c"dropInDividend", callback!(dividend)),
    (c"openUnkeyedTopic", callback!(open_topic)),
    (c"unkeyedPartition", callback!(unkeyed_partition)),
    (c"randomPartition", callback!(random_partition)),
    (c"givenPartition", callback!(given_partition)),
    (c"countUnknown", callback!(count_unknown)),
    (c"refuseArgument", callback!(refuse_argument)),
];

type Returned<'env> = Result<Value<'env>, Failure>;

/// librdkafka's default of `topic.metadata.refresh.interval.ms`.
const REFRESH_INTERVAL: f64 = 300_000.0;

/// `openDropIn(partitioner, options, counts)`:
/// `[handle, unkeyed, needsCount, refreshInterval, leavesMissingKey]`.
///
/// `counts` says that the hook asks for partition counts by itself, and takes `refreshInterval`.
/// `needsCount` says that a rule over a wide digest decides, which has no dividend, and
/// `leavesMissingKey` that every record without a key is the client's to place.
fn open([partitioner, given, counts]: Arguments<'_, 3>) -> Returned<'_> {
    let env = partitioner.env;
    let by = match partitioner.kind()? {
        "undefined" => copartition::Partitioner::named("java")?,
        _ => named(partitioner)?,
    };
    let given = options::read(given)?;
    let names: &[&CStr] = match counts.truth()? {
        Some(true) => &[c"unkeyed", c"refreshInterval"],
        _ => &[c"unkeyed"],
    };
    options::refuse_others(given, names)?;
    let unkeyed = match options::get(given, c"unkeyed")? {
        Some(name) => unkeyed(name)?,
        None => Unkeyed::default(),
    };
    let refresh_interval = match options::get(given, c"refreshInterval")? {
        Some(interval) => {
            whole_number::read(interval, "refreshInterval", 1..=i64::from(i32::MAX))? as f64
        }
        None => REFRESH_INTERVAL,
    };
    let row = PARTITIONERS.iter().take_while(|row| row.name() != by.name()).count();
    let choice = Unkeyed::ALL.iter().take_while(|choice| **choice != unkeyed).count();
    let needs_count = by.dividend(Some(b"key")).is_err_and(|why| why.id() == ErrorId::NoHash);
    env.array(&[
        env.number((row * Unkeyed::ALL.len() + choice) as f64)?,
        env.text(unkeyed.name())?,
        env.boolean(needs_count)?,
        env.number(refresh_interval)?,
        env.boolean(DropIn::new(by, unkeyed).leaves_missing_key())?,
    ])
}

/// `dropInPartition(key, handle, partitions)`: null for an unkeyed record.
#[inline]
fn partition([key, handle, partitions]: Arguments<'_, 3>) -> Returned<'_> {
    let n = count::read(partitions)?;
    placed(key, opened(handle)?.partition(key::read_sent(key, &mut Room::new())?, n)?)
}

/// `dropInDividend(key, handle)`: null for an unkeyed record.
#[inline]
fn dividend([key, handle]: Arguments<'_, 2>) -> Returned<'_> {
    placed(key, opened(handle)?.dividend(key::read_sent(key, &mut Room::new())?)?)
}

/// `openUnkeyedTopic(handle, draw)`: a topic's state.
fn open_topic([handle, draw]: Arguments<'_, 2>) -> Returned<'_> {
    let env = handle.env;
    let topic = UnkeyedTopic::starting_at(chosen(handle)?, raw_draw(draw)?);
    env.array(&[
        env.integer(topic.counter)?,
        env.integer(topic.sticky)?,
        env.number(topic.sticky_until as f64)?,
    ])
}

/// `unkeyedPartition(state, handle, partitions, available, nowMs, draw)`; the state moves on.
/// `available` is undefined when every partition has a leader.
fn unkeyed_partition(
    [state, handle, partitions, available, now_ms, draw]: Arguments<'_, 6>,
) -> Returned<'_> {
    let env = state.env;
    let n = count::read(partitions)?;
    let draw = raw_draw(draw)?;
    let mut topic = UnkeyedTopic {
        counter: number(state.element(0)?)? as u32,
        sticky: number(state.element(1)?)? as u32,
        sticky_until: number(state.element(2)?)? as u64,
    };
    let last = i64::from(n.get()) - 1;
    let id = |id| whole_number::read(id, "available partition", 0..=last).map(|id| id as u32);
    let available = available.elements(id)?;
    let partitions = match &available {
        Some(ids) => Partitions::available(n, ids),
        None => Partitions::all(n),
    };
    let placed = topic.partition(chosen(handle)?, partitions, number(now_ms)? as u64, || draw);
    state.set(0, env.integer(topic.counter)?)?;
    state.set(1, env.integer(topic.sticky)?)?;
    state.set(2, env.number(topic.sticky_until as f64)?)?;
    placed.map_or_else(|| env.null(), |partition| env.integer(partition))
}

/// `randomPartition(partitions, draw)`: any of them alike.
fn random_partition([partitions, draw]: Arguments<'_, 2>) -> Returned<'_> {
    let n = count::read(partitions)?;
    let draw = raw_draw(draw)?;
    // A sticky partition of one record.
    let placed = UnkeyedTopic::default().partition(Unkeyed::Sticky, n, 0, || draw);
    partitions.env.integer(placed.unwrap_or_default())
}

/// `givenPartition(partition, partitions)`: the partition that a record names, if the topic has it.
fn given_partition([partition, partitions]: Arguments<'_, 2>) -> Returned<'_> {
    let last = i64::from(count::read(partitions)?.get()) - 1;
    whole_number::read(partition, "partition", 0..=last)?;
    Ok(partition)
}

/// `countUnknown(topic, remedy)` throws; the remedy's name stands for the client's own words.
fn count_unknown([topic, remedy]: Arguments<'_, 2>) -> Returned<'_> {
    let topic = topic.string()?.unwrap_or_default();
    let remedy = match remedy.string()?.as_deref() {
        Some("platformatic") => {
            format!("await producer.metadata({{ topics: [{topic:?}] }}) first")
        }
        Some("missing") => {
            "the brokers have no such topic yet, or none that this client may see".into()
        }
        Some("incomplete") => "its metadata does not name every partition, ask for it again".into(),
        _ => format!("await producer.fetchPartitionCount({topic:?}) first"),
    };
    Err(Error::count_unknown(&topic, &remedy).into())
}

/// `refuseArgument(what, wanted, value)` throws.
fn refuse_argument([what, wanted, value]: Arguments<'_, 3>) -> Returned<'_> {
    let (what, wanted) = (what.string()?.unwrap_or_default(), wanted.string()?.unwrap_or_default());
    Err(key::unfit_argument(what, &wanted, value))
}

fn placed<'env>(key: Value<'env>, placed: Option<u32>) -> Returned<'env> {
    match placed {
        Some(number) => key.env.integer(number),
        None => key.env.null(),
    }
}

#[inline]
fn opened(handle: Value<'_>) -> Result<DropIn, Failure> {
    let handle = number(handle)? as usize;
    let row = PARTITIONERS.get(handle / Unkeyed::ALL.len());
    let unkeyed = Unkeyed::ALL.get(handle % Unkeyed::ALL.len());
    match (row, unkeyed) {
        (Some(row), Some(unkeyed)) => Ok(DropIn::new(row, *unkeyed)),
        _ => Err(Failure::Node(sys::Status::napi_invalid_arg)),
    }
}

/// The choice for unkeyed records; the clients that leave them to their partitioner, as kafkajs
/// and @platformatic/kafka do, have a round robin of their own.
fn chosen(handle: Value<'_>) -> Result<Unkeyed, Failure> {
    match opened(handle)?.unkeyed() {
        Unkeyed::Client => Ok(Unkeyed::RoundRobin),
        unkeyed => Ok(unkeyed),
    }
}

fn unkeyed(name: Value<'_>) -> Result<Unkeyed, Failure> {
    match name.string()? {
        Some(text) => Ok(Unkeyed::named(&text)?),
        None => Err(Failure::NotText(ErrorId::UnknownUnkeyed, key::class(name)?)),
    }
}

#[inline]
fn number(value: Value<'_>) -> Result<f64, Failure> {
    Ok(value.number()?.unwrap_or_default())
}

fn raw_draw(draw: Value<'_>) -> Result<i32, Failure> {
    Ok(number(draw)? as i32)
}
