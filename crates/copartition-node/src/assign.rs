//! `assign`: how clients spread the records that no key places.
//!
//! JavaScript keeps the state, in an array, and hands it in. A call reads it before it asks for draws
//! and writes it at its end: one that fails changes nothing, and a draw may use the same object.

use std::cell::{Cell, RefCell};
use std::ffi::CStr;

use copartition::PartitionCount;
use copartition::assign::{Partitions, RoundRobin, StickyCache, java_partition_order};

use crate::boundary::{Arguments, Callback, Failure, callback};
use crate::value::Value;
use crate::{count, key, options, whole_number};

/// Every function by its name in the module.
pub(crate) const ALL: [(&CStr, Callback); 7] = [
    (c"openRoundRobin", callback!(open_round_robin)),
    (c"roundRobinPartition", callback!(round_robin_partition)),
    (c"openStickyCache", callback!(open_sticky_cache)),
    (c"stickyCachePartition", callback!(sticky_cache_partition)),
    (c"stickyCacheOnNewBatch", callback!(sticky_cache_on_new_batch)),
    (c"stickyCachePlace", callback!(sticky_cache_place)),
    (c"javaPartitionOrder", callback!(java_order)),
];

type Returned<'env> = Result<Value<'env>, Failure>;

/// `openRoundRobin({ counter, resetting })`: the state, `[counter, resetting]`.
fn open_round_robin([given]: Arguments<'_, 1>) -> Returned<'_> {
    let env = given.env;
    let given = options::read(given)?;
    let counter = match options::get(given, c"counter")? {
        Some(counter) => whole_number::read(counter, "counter", 0..=u32::MAX.into())? as u32,
        None => 0,
    };
    let resetting = options::truth(given, c"resetting")?;
    env.array(&[env.integer(counter)?, env.boolean(resetting)?])
}

/// `roundRobinPartition(state, partitions, { available })`; the state moves on.
fn round_robin_partition([state, partitions, given]: Arguments<'_, 3>) -> Returned<'_> {
    let topic = Topic::read(partitions, options::read(given)?)?;
    let counter = state.element(0)?.number()?.unwrap_or_default() as u32;
    let mut assigner = match state.element(1)?.truth()? {
        Some(true) => RoundRobin::resetting_at(counter),
        _ => RoundRobin::starting_at(counter),
    };
    let partition = assigner.partition(topic.partitions());
    state.set(0, state.env.integer(assigner.counter())?)?;
    state.env.integer(partition)
}

/// `openStickyCache({ kafkaPython })`: the state, `[sticky, kafkaPython]`; null is none.
fn open_sticky_cache([given]: Arguments<'_, 1>) -> Returned<'_> {
    let env = given.env;
    let kafka_python = options::truth(options::read(given)?, c"kafkaPython")?;
    env.array(&[env.null()?, env.boolean(kafka_python)?])
}

/// `stickyCachePartition(state, random, partitions, { available, draw })`.
fn sticky_cache_partition([state, random, partitions, given]: Arguments<'_, 4>) -> Returned<'_> {
    let given = options::read(given)?;
    let topic = Topic::read(partitions, given)?;
    let calls = Calls::read(given, random)?;
    let mut cache = sticky_cache(state)?;
    cache.partition(topic.partitions(), || calls.draw());
    calls.end(state, &cache)
}

/// `stickyCacheOnNewBatch(state, random, prev, partitions, { available, draw })`.
fn sticky_cache_on_new_batch(
    [state, random, prev, partitions, given]: Arguments<'_, 5>,
) -> Returned<'_> {
    let prev = whole_number::read(prev, "prev", 0..=i32::MAX.into())? as u32;
    let given = options::read(given)?;
    let topic = Topic::read(partitions, given)?;
    let calls = Calls::read(given, random)?;
    let mut cache = sticky_cache(state)?;
    cache.on_new_batch(prev, topic.partitions(), || calls.draw());
    calls.end(state, &cache)
}

/// `stickyCachePlace(state, random, partitions, hasRoom, { available, draw })`.
fn sticky_cache_place(
    [state, random, partitions, has_room, given]: Arguments<'_, 5>,
) -> Returned<'_> {
    let given = options::read(given)?;
    let topic = Topic::read(partitions, given)?;
    let has_room = function(has_room, "hasRoom")?;
    let calls = Calls::read(given, random)?;
    let mut cache = sticky_cache(state)?;
    cache.place(topic.partitions(), |first| calls.has_room(has_room, first), || calls.draw());
    calls.end(state, &cache)
}

/// `javaPartitionOrder(topic, partitions, total)`; undefined is `partitions`.
fn java_order([topic, partitions, total]: Arguments<'_, 3>) -> Returned<'_> {
    let env = topic.env;
    let topic = key::read_text(topic, "topic")?;
    let n = count::read(partitions)?;
    let total = match total.kind()? {
        "undefined" => n.get(),
        _ => whole_number::read(total, "total", 0..=i32::MAX.into())? as u32,
    };
    let order = java_partition_order(&topic, n, total)?;
    let ids: Result<Vec<_>, _> = order.into_iter().map(|id| env.integer(id)).collect();
    env.array(&ids?)
}

fn sticky_cache(state: Value<'_>) -> Result<StickyCache, Failure> {
    let cache = match state.element(1)?.truth()? {
        Some(true) => StickyCache::kafka_python(),
        _ => StickyCache::new(),
    };
    Ok(cache.at(state.element(0)?.number()?.map(|partition| partition as u32)))
}

fn function<'env>(value: Value<'env>, what: &str) -> Result<Value<'env>, Failure> {
    match value.kind()? {
        "function" => Ok(value),
        _ => Err(key::unfit_argument(what, "a function", value)),
    }
}

/// A topic's partitions, and which of them are available.
struct Topic {
    n: PartitionCount,
    available: Option<Vec<u32>>,
}

impl Topic {
    fn read(partitions: Value<'_>, given: Option<Value<'_>>) -> Result<Self, Failure> {
        let n = count::read(partitions)?;
        let available = match options::get(given, c"available")? {
            Some(ids) => Some(available(ids, n)?),
            None => None,
        };
        Ok(Self { n, available })
    }

    fn partitions(&self) -> Partitions<'_> {
        match &self.available {
            Some(ids) => Partitions::available(self.n, ids),
            None => Partitions::all(self.n),
        }
    }
}

fn available(ids: Value<'_>, n: PartitionCount) -> Result<Vec<u32>, Failure> {
    let last = i64::from(n.get()) - 1;
    let read = |id| whole_number::read(id, "available partition", 0..=last).map(|id| id as u32);
    let unfit = || key::unfit_argument("available", "an array of numbers", ids);
    ids.elements(read)?.ok_or_else(unfit)
}

/// What a machine asks the user's functions during one call, and why one of them failed.
struct Calls<'env> {
    draw: Value<'env>,
    failure: RefCell<Option<Failure>>,
    since: Cell<i32>,
}

impl<'env> Calls<'env> {
    fn read(given: Option<Value<'env>>, random: Value<'env>) -> Result<Self, Failure> {
        let draw = function(options::get(given, c"draw")?.unwrap_or(random), "draw")?;
        Ok(Self { draw, failure: RefCell::new(None), since: Cell::new(0) })
    }

    /// Counts up once a function has failed: only draws that differ let a change end.
    fn draw(&self) -> i32 {
        let range = i32::MIN.into()..=i32::MAX.into();
        let drawn = self.attempt(|| whole_number::read(self.draw.call(&[])?, "draw", range));
        drawn.map_or_else(|| self.since.replace(self.since.get().wrapping_add(1)), |it| it as i32)
    }

    fn has_room(&self, has_room: Value<'env>, partition: u32) -> bool {
        let answer = self.attempt(|| {
            let answer = has_room.call(&[has_room.env.integer(partition)?])?;
            answer
                .truth()?
                .ok_or_else(|| key::unfit_argument("hasRoom's answer", "a boolean", answer))
        });
        answer.unwrap_or(true)
    }

    /// Calls nothing after a failure, and keeps the first.
    fn attempt<T>(&self, call: impl FnOnce() -> Result<T, Failure>) -> Option<T> {
        if self.failure.borrow().is_some() {
            return None;
        }
        call().map_err(|failure| self.failure.replace(Some(failure))).ok()
    }

    /// Keeps and returns the sticky partition, null for none, unless a function failed.
    fn end(self, state: Value<'env>, cache: &StickyCache) -> Returned<'env> {
        if let Some(failure) = self.failure.into_inner() {
            return Err(failure);
        }
        let sticky = match cache.current() {
            Some(partition) => state.env.integer(partition)?,
            None => state.env.null()?,
        };
        state.set(0, sticky)?;
        Ok(sticky)
    }
}
