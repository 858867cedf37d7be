//! What `node/index.cjs` calls. JavaScript keeps a partitioner and a count in one number, the
//! handle: no native object has to be unwrapped (which costs as much as the rest of a call),
//! checked for its type, or freed.

use std::ffi::CStr;
use std::sync::LazyLock;

use copartition::{
    CLIENTS, COORDINATOR_PARTITIONS, ErrorId, PARTITIONERS, PartitionCount, Partitioner,
    group_partition, hash,
};
use napi_sys as sys;

use crate::boundary::{Arguments, Callback, Failure, callback};
use crate::text::Room;
use crate::value::{Env, FIXED, Value};
use crate::{clients, count, key, settings};

/// Every function by its name in the module.
pub(crate) const ALL: [(&CStr, Callback); 13] = [
    (c"partition", callback!(partition)),
    (c"open", callback!(open)),
    (c"place", callback!(place)),
    (c"hash", callback!(hash_with)),
    (c"murmur2", callback!(murmur2)),
    (c"crc32", callback!(crc32)),
    (c"fnv1a", callback!(fnv1a)),
    (c"kafkajsLegacy", callback!(kafkajs_legacy)),
    (c"groupPartition", callback!(group)),
    (c"partitioners", callback!(partitioners)),
    (c"clients", callback!(clients::clients)),
    (c"settings", callback!(settings::settings)),
    (c"version", callback!(version)),
];

type Returned<'env> = Result<Value<'env>, Failure>;

/// `partition(key, partitions, partitioner)`; undefined is Java's partitioner.
#[inline]
fn partition([key, partitions, name]: Arguments<'_, 3>) -> Returned<'_> {
    let n = count::read(partitions)?;
    let partitioner =
        if name.env.given < 3 || name.kind()? == "undefined" { java()? } else { named(name)? };
    placed(key, partitioner, n)
}

/// `open(shown, name, partitions)`: a partitioner's handle; what it does is shown as properties that
/// nobody can change.
fn open([shown, name, partitions]: Arguments<'_, 3>) -> Returned<'_> {
    let env = name.env;
    let partitioner = named(name)?;
    let n = count::read(partitions)?;
    let shows = [
        ("name", env.text(partitioner.name())?),
        ("partitions", env.integer(n.get())?),
        ("keyed", env.text(&partitioner.keyed().to_string())?),
        ("emptyKey", env.text(&partitioner.empty_key().to_string())?),
        ("missingKey", env.text(&partitioner.missing_key().to_string())?),
    ];
    for (property, value) in shows {
        shown.define(property, value, FIXED)?;
    }
    env.number(handle(partitioner, n))
}

/// `place(key, handle)`.
#[inline]
fn place([key, handle]: Arguments<'_, 2>) -> Returned<'_> {
    let (partitioner, n) = opened(handle)?;
    placed(key, partitioner, n)
}

/// `hash(key, handle)`.
fn hash_with([key, handle]: Arguments<'_, 2>) -> Returned<'_> {
    let (partitioner, _) = opened(handle)?;
    key.env.integer(partitioner.hash(key::read_data(key, &mut Room::new())?)?)
}

fn murmur2([data]: Arguments<'_, 1>) -> Returned<'_> {
    hashed(data, hash::murmur2)
}

fn crc32([data]: Arguments<'_, 1>) -> Returned<'_> {
    hashed(data, hash::crc32)
}

fn fnv1a([data]: Arguments<'_, 1>) -> Returned<'_> {
    hashed(data, hash::fnv1a)
}

fn kafkajs_legacy([data]: Arguments<'_, 1>) -> Returned<'_> {
    hashed(data, hash::kafkajs_legacy)
}

/// `groupPartition(group, partitions)`; undefined is Apache Kafka's default count.
fn group([group, partitions]: Arguments<'_, 2>) -> Returned<'_> {
    let n = match partitions.kind()? {
        "undefined" => COORDINATOR_PARTITIONS,
        _ => count::read(partitions)?,
    };
    group.env.integer(group_partition(&key::read_text(group, "key")?, n))
}

/// `partitioners()`: every row, with the clients that use it.
fn partitioners([ignored]: Arguments<'_, 1>) -> Returned<'_> {
    let env = ignored.env;
    let rows: Result<Vec<_>, _> = PARTITIONERS.iter().map(|row| described(env, row)).collect();
    env.array(&rows?)
}

fn version([ignored]: Arguments<'_, 1>) -> Returned<'_> {
    ignored.env.text(env!("CARGO_PKG_VERSION"))
}

#[inline]
fn placed<'env>(key: Value<'env>, by: &Partitioner, n: PartitionCount) -> Returned<'env> {
    match by.partition(key::read(key, &mut Room::new())?, n)? {
        Some(partition) => key.env.integer(partition),
        None => key.env.null(),
    }
}

fn hashed(data: Value<'_>, hash: fn(&[u8]) -> u32) -> Returned<'_> {
    data.env.integer(hash(key::read_data(data, &mut Room::new())?))
}

fn described<'env>(env: &'env Env, row: &Partitioner) -> Returned<'env> {
    let texts = |texts: &mut dyn Iterator<Item = String>| {
        let values: Result<Vec<_>, _> = texts.map(|text| env.text(&text)).collect();
        env.array(&values?)
    };
    let clients = CLIENTS.iter().filter(|client| client.partitioner == row.name());
    env.object(&[
        ("name", env.text(row.name())?),
        ("aliases", texts(&mut row.aliases().iter().map(|&alias| alias.into()))?),
        ("keyed", env.text(&row.keyed().to_string())?),
        ("emptyKey", env.text(&row.empty_key().to_string())?),
        ("missingKey", env.text(&row.missing_key().to_string())?),
        ("clients", texts(&mut clients.map(ToString::to_string))?),
    ])
}

pub(crate) fn named(name: Value<'_>) -> Result<&'static Partitioner, Failure> {
    match name.string()? {
        Some(text) => Ok(Partitioner::named(&text)?),
        None => Err(Failure::NotText(ErrorId::UnknownPartitioner, key::class(name)?)),
    }
}

/// The default, looked up once in the process.
#[inline]
fn java() -> Result<&'static Partitioner, Failure> {
    static JAVA: LazyLock<Option<&'static Partitioner>> =
        LazyLock::new(|| Partitioner::named("java").ok());
    match *JAVA {
        Some(java) => Ok(java),
        None => Ok(Partitioner::named("java")?),
    }
}

/// The partitioner's place in the table and the count, in the 53 bits that a double holds.
fn handle(partitioner: &Partitioner, n: PartitionCount) -> f64 {
    let row = PARTITIONERS.iter().take_while(|row| row.name() != partitioner.name()).count();
    row as f64 * COUNTS + f64::from(n.get())
}

#[inline]
pub(crate) fn opened(handle: Value<'_>) -> Result<(&'static Partitioner, PartitionCount), Failure> {
    let number = handle.number()?.unwrap_or(0.0) as u64;
    let row = PARTITIONERS.get((number / COUNTS as u64) as usize);
    let n = PartitionCount::new((number % COUNTS as u64) as u32);
    row.zip(n).ok_or(Failure::Node(sys::Status::napi_invalid_arg))
}

/// One more than the largest count.
const COUNTS: f64 = (1_u64 << 31) as f64;
