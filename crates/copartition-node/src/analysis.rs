//! What is asked of records: each function reads its columns and returns the document's JSON, of
//! which `node/document.cjs` makes objects.
//!
//! `list`, where it is the first argument, makes an array of an iterable, and undefined of all else.

use std::collections::HashSet;
use std::ffi::CStr;

use copartition::{ErrorId, PartitionCount, Resolved};
use copartition_analysis::documents::{
    Compared, Diagnosed, Identified, KeysFor, Moved, ProbeKeys, SplitKeys, SpreadOut, Verified,
};
use copartition_analysis::{
    self as analysis, Allowed, Era, Observed, PROBE_KEYS, Shown, Side, Spread, Topic, Unkeyed,
    Verify,
};
use napi_sys as sys;
use serde::Serialize;

use crate::boundary::{Arguments, Callback, Failure, callback};
use crate::columns::{Column, Columns};
use crate::settings::text;
use crate::text::Room;
use crate::value::{Env, Value};
use crate::{count, key, options, whole_number};

/// Every function by its name in the module.
pub(crate) const ALL: [(&CStr, Callback); 9] = [
    (c"identify", callback!(identify)),
    (c"split", callback!(split)),
    (c"verify", callback!(verify)),
    (c"spread", callback!(spread)),
    (c"compare", callback!(compare)),
    (c"moves", callback!(moves)),
    (c"keysFor", callback!(keys_for)),
    (c"probeKeys", callback!(probe_keys)),
    (c"doctor", callback!(doctor)),
];

type Returned<'env> = Result<Value<'env>, Failure>;

/// `identify(list, keys, observed, partitions, options)`.
fn identify([list, keys, at, n, given]: Arguments<'_, 5>) -> Returned<'_> {
    let observed = observed([list, keys, at, n, given], Observed::MOST_IDENTIFIED_KEYS)?;
    answer(list.env, &Identified::new(&observed, &analysis::identify(&observed)))
}

/// `split(list, keys, observed, partitions, options)`.
fn split([list, keys, at, n, given]: Arguments<'_, 5>) -> Returned<'_> {
    let observed = observed([list, keys, at, n, given], Observed::MOST_KEYS)?;
    let split = analysis::split(&observed);
    answer(list.env, &SplitKeys::new(&observed, &split, &Shown::default()))
}

/// `verify(list, keys, observed, partitions, partitioner, options)`.
fn verify([list, keys, at, n, by, given]: Arguments<'_, 6>) -> Returned<'_> {
    let now = count::read(n)?;
    let resolved = resolved(by)?;
    let given = options::read(given)?;
    let history = match options::get(given, c"history")? {
        Some(history) => Some(key::read_text(history, "history")?),
        None => None,
    };
    let history = Era::history_until(history.as_deref(), now)?;
    let allowed = match options::get(given, c"maxMismatch")? {
        Some(most) => allowed(most)?,
        None => Allowed::Records(0),
    };
    let min_keys = match options::get(given, c"minKeys")? {
        Some(least) => Some(whole(least, "minKeys")?),
        None => None,
    };
    let mut verify = Verify::new(resolved.partitioner, history, top(given)?);
    if let Some(since) = options::get(given, c"since")? {
        verify = verify.since(time(since, "since")?);
    }
    if let Some(only) = options::get(given, c"only")? {
        verify = verify.only(only_keys(list, only)?);
    }
    let mut columns = Columns::of(list, "keys", keys)?;
    columns.observed = Some(Column::read(list, "observed", at)?);
    columns.offsets = column(list, given, c"offsets")?;
    columns.timestamps = column(list, given, c"timestamps")?;
    columns.read(|source| verify.add(source))?;
    let passed = verify.passed(allowed, min_keys);
    answer(list.env, &Verified::new(&resolved, &verify, passed, &Shown::default()))
}

/// `spread(list, keys, partitions, partitioner, options)`.
fn spread([list, keys, n, by, given]: Arguments<'_, 5>) -> Returned<'_> {
    let n = count::read(n)?;
    let resolved = resolved(by)?;
    let given = options::read(given)?;
    let unkeyed = match options::get(given, c"unkeyed")? {
        Some(unkeyed) => self::unkeyed(unkeyed)?,
        None => Unkeyed::Apart,
    };
    let seed = match options::get(given, c"seed")? {
        Some(seed) => whole_number::read(seed, "seed", 0..=*whole_number::SAFE.end())?,
        None => 0,
    };
    let top = top(given)?;
    let mut spread = Spread::new(resolved.partitioner, n, unkeyed, seed.unsigned_abs())?;
    let columns = weighted(list, keys, given)?;
    columns.read(|source| spread.add(source))?;
    answer(list.env, &SpreadOut::new(&resolved, &spread.report(top), &Shown::default()))
}

/// `compare(list, topics, options)`; each topic is `{ name, keys, observed, partitions }`.
fn compare([list, topics, given]: Arguments<'_, 3>) -> Returned<'_> {
    let top = top(options::read(given)?)?;
    let topics = Column::read(list, "topics", topics)?.elements(|topic, place| {
        if topic.kind()? != "object" {
            return Err(key::unfit_argument(place, "an object", topic));
        }
        let name = key::read_text(topic.property(c"name")?, format_args!("{place}.name"))?;
        let keys = topic.property(c"keys")?;
        let mut columns = Columns::of(list, &format!("{name}.keys"), keys)?;
        columns.observed = Some(Column::read(list, "observed", topic.property(c"observed")?)?);
        let n = count::read(topic.property(c"partitions")?)?;
        let mut observed = Observed::new(n, Observed::MOST_KEYS);
        columns.read(|source| observed.add(source))?;
        Ok(Topic { input: name.clone(), name, observed })
    })?;
    if topics.len() < 2 {
        let got = topics.len();
        let why = format_args!("topics must be at least 2, got {got}");
        return Err(analysis::Error::asked(why).into());
    }
    let compared = analysis::compare_with_first(&topics);
    answer(list.env, &Compared::new(&topics, &compared, &Shown::default(), top))
}

/// `moves(list, { partitions, to, partitioner, toPartitioner, keys, observed, weights })`.
fn moves([list, given]: Arguments<'_, 2>) -> Returned<'_> {
    let env = list.env;
    let given = options::read(given)?;
    let n = count::read(options::get(given, c"partitions")?.map_or_else(|| env.undefined(), Ok)?)?;
    let from = match options::get(given, c"partitioner")? {
        Some(name) => resolved(name)?,
        None => resolved(env.undefined()?)?,
    };
    let (m, to) = (options::get(given, c"to")?, options::get(given, c"toPartitioner")?);
    if m.is_none() && to.is_none() {
        return Err(analysis::Error::asked("to or toPartitioner must be given").into());
    }
    let m = m.map_or(Ok(n), count::read)?;
    let to = to.map_or(Ok(from), resolved)?;
    let side = |of: Resolved, count: PartitionCount| Side { partitioner: of.partitioner, count };
    let mut moves = analysis::Moves::new(side(from, n), side(to, m));
    let columns = [c"keys", c"observed", c"weights"].map(|column| options::get(given, column));
    let [keys, observed, weights] = columns;
    let (keys, others) = (keys?, [observed?, weights?]);
    let is_counted = keys.is_some() || others.iter().any(Option::is_some);
    if is_counted {
        let keys = keys.map_or_else(|| env.undefined(), Ok)?;
        weighted(list, keys, given)?.read(|source| moves.add(source))?;
    }
    answer(env, &Moved::new([&from, &to], &moves, is_counted, &Shown::default()))
}

/// `keysFor(list, partitions, partitioner, { partition, each, prefix })`.
fn keys_for([list, n, by, given]: Arguments<'_, 4>) -> Returned<'_> {
    let n = count::read(n)?;
    let partitioner = resolved(by)?.partitioner;
    let given = options::read(given)?;
    let partition = |value| whole_number::read(value, "partition", 0..=i32::MAX.into());
    let given_partitions = match options::get(given, c"partition")? {
        Some(one) if one.number()?.is_some() => vec![partition(one)? as u32],
        Some(many) => Column::read(list, "partition", many)?
            .elements(|value, _| partition(value).map(|partition| partition as u32))?,
        None => Vec::new(),
    };
    let wanted = analysis::wanted_partitions(&given_partitions, n)?;
    let each = match options::get(given, c"each")? {
        Some(each) => whole_number::read(each, "each", 1..=u32::MAX.into())? as usize,
        None => 1,
    };
    let prefix = match options::get(given, c"prefix")? {
        Some(prefix) => key::read_text(prefix, "prefix")?,
        None => "key-".into(),
    };
    let keys = analysis::keys_for(partitioner, n, &wanted, &prefix, each);
    answer(list.env, &KeysFor::new(partitioner, n, &keys))
}

/// `probeKeys(partitions)`.
fn probe_keys([n]: Arguments<'_, 1>) -> Returned<'_> {
    let env = n.env;
    let n = count::read(n)?;
    answer(env, &ProbeKeys::new(n, &analysis::probe_keys(n, PROBE_KEYS)))
}

/// `doctor(list, client, settings, like)`; each setting is `name=value`.
fn doctor([list, client, settings, like]: Arguments<'_, 4>) -> Returned<'_> {
    let name = text(client, ErrorId::UnknownClient)?;
    let settings = match settings.kind()? {
        "undefined" => Vec::new(),
        _ => Column::read(list, "settings", settings)?
            .elements(|setting, place| key::read_text(setting, place))?,
    };
    let like = match like.kind()? {
        "undefined" => JAVA.into(),
        _ => text(like, ErrorId::UnknownPartitioner)?,
    };
    let diagnosis = analysis::diagnose(&name, &settings)?;
    answer(list.env, &Diagnosed::new(&diagnosis, &like)?)
}

/// Who places records when nobody is named.
const JAVA: &str = "java";

fn observed(
    [list, keys, at, n, given]: Arguments<'_, 5>,
    most_keys: usize,
) -> Result<Observed, Failure> {
    let n = count::read(n)?;
    let given = options::read(given)?;
    let mut columns = Columns::of(list, "keys", keys)?;
    columns.observed = Some(Column::read(list, "observed", at)?);
    columns.weights = column(list, given, c"weights")?;
    columns.labels = column(list, given, c"labels")?;
    columns.offsets = column(list, given, c"offsets")?;
    columns.timestamps = column(list, given, c"timestamps")?;
    columns.tombstones = column(list, given, c"tombstones")?;
    let mut observed = Observed::new(n, most_keys);
    columns.read(|source| observed.add(source))?;
    Ok(observed)
}

/// Keys with the options `observed` and `weights`.
fn weighted<'env>(
    list: Value<'env>,
    keys: Value<'env>,
    given: Option<Value<'env>>,
) -> Result<Columns<'env>, Failure> {
    let mut columns = Columns::of(list, "keys", keys)?;
    columns.observed = column(list, given, c"observed")?;
    columns.weights = column(list, given, c"weights")?;
    Ok(columns)
}

fn column<'env>(
    list: Value<'env>,
    given: Option<Value<'env>>,
    name: &CStr,
) -> Result<Option<Column<'env>>, Failure> {
    match options::get(given, name)? {
        Some(values) => Column::read(list, &name.to_string_lossy(), values).map(Some),
        None => Ok(None),
    }
}

fn answer<'env>(env: &'env Env, document: &impl Serialize) -> Returned<'env> {
    let json = serde_json::to_string(document);
    env.text(&json.map_err(|_| Failure::Node(sys::Status::napi_generic_failure))?)
}

fn resolved(name: Value<'_>) -> Result<Resolved, Failure> {
    match name.kind()? {
        "undefined" => Ok(copartition::resolve(JAVA)?),
        _ => Ok(copartition::resolve(&text(name, ErrorId::UnknownPartitioner)?)?),
    }
}

fn whole(number: Value<'_>, what: &str) -> Result<usize, Failure> {
    Ok(whole_number::read(number, what, 0..=u32::MAX.into())? as usize)
}

fn top(given: Option<Value<'_>>) -> Result<usize, Failure> {
    options::get(given, c"top")?.map_or(Ok(10), |top| whole(top, "top"))
}

/// Milliseconds since 1970, or text.
fn time(time: Value<'_>, what: &str) -> Result<i64, Failure> {
    match time.string()? {
        Some(text) => Ok(analysis::time_of(&text)?),
        None => whole_number::read_long(time, what),
    }
}

fn allowed(most: Value<'_>) -> Result<Allowed, Failure> {
    let given = match (most.string()?, most.number()?) {
        (Some(text), _) => text,
        (None, Some(_)) => most.printed()?.unwrap_or_default(),
        (None, None) => {
            return Err(key::unfit_argument("maxMismatch", "a number or a string", most));
        }
    };
    given.parse().map_err(|why| {
        analysis::Error::asked(format_args!("maxMismatch {why}, got {given}")).into()
    })
}

fn unkeyed(unkeyed: Value<'_>) -> Result<Unkeyed, Failure> {
    let given = key::read_text(unkeyed, "unkeyed")?;
    given
        .parse()
        .map_err(|why| analysis::Error::asked(format_args!("unkeyed: {why}, got {given:?}")).into())
}

fn only_keys(list: Value<'_>, only: Value<'_>) -> Result<HashSet<Vec<u8>>, Failure> {
    let keys = Column::read(list, "only", only)?;
    let keys =
        keys.elements(|key, place| Ok(key::read_part(key, place, &mut Room::new())?.to_vec()))?;
    Ok(keys.into_iter().collect())
}
