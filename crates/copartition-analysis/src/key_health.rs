use copartition::Placement;
use copartition::key::{Candidate, candidates};

use crate::spread::KeyWeight;

/// What is to be said of one aspect of a topic's keys.
///
/// No sentence holds a key, so that all may be shown where keys may not.
#[derive(Clone, Debug)]
pub struct KeyFinding {
    /// What was looked at.
    pub aspect: KeyAspect,
    /// Whether it is as it should be.
    pub state: KeyState,
    /// What was found, in one sentence without an end.
    pub verdict: String,
    /// What to do about it, in one more; `None` where there is nothing to do.
    pub advice: Option<String>,
}

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyAspect {
    /// Whether there are enough distinct keys for the partitions.
    Cardinality,
    /// Whether the records are many keys' and not a few's.
    Evenness,
    /// Whether keys come again, as those of things that live longer than one record do.
    Stability,
    /// Whether records have a key.
    Missing,
    /// Whether keys have bytes.
    Empty,
    /// Whether keys are the text that a program writes for no key.
    NullLike,
    /// Whether keys are written one way.
    Encoding,
}

impl KeyAspect {
    /// Returns the aspect's name, such as `null_like`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cardinality => "cardinality",
            Self::Evenness => "evenness",
            Self::Stability => "stability",
            Self::Missing => "missing",
            Self::Empty => "empty",
            Self::NullLike => "null_like",
            Self::Encoding => "encoding",
        }
    }
}

/// How an aspect is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyState {
    /// As it should be.
    Fine,
    /// Something is to be thought about.
    Poor,
    /// The records are too few, or of a kind that does not show it.
    CannotTell,
}

impl KeyState {
    /// Returns the state's name, such as `cannot_tell`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Poor => "poor",
            Self::CannotTell => "cannot_tell",
        }
    }
}

/// Fewer records with a key say nothing of how many keys there are, or whether they come again.
pub(crate) const LEAST_RECORDS: u64 = 100;
/// With fewer keys a partition, luck alone makes the fullest half as full again and more.
const FEW_A_PARTITION: f64 = 10.0;
/// So many keys of one kind are what the keys are.
const MOST: f64 = 0.9;
/// So few keys of a second kind are no second way of writing them.
const FEW: f64 = 0.01;

/// What is known of the keys.
pub(crate) struct Facts<'a> {
    pub(crate) n: u32,
    pub(crate) placement_of_empty: Placement,
    pub(crate) records: u64,
    pub(crate) missing: u64,
    pub(crate) empty: u64,
    pub(crate) null_like: u64,
    pub(crate) distinct: f64,
    /// The share of the keys that are there once.
    pub(crate) once: f64,
    pub(crate) is_survivors: bool,
    pub(crate) weight: Option<&'a KeyWeight>,
    pub(crate) forms: Forms,
}

/// Returns one finding an aspect, in the order of [`KeyAspect`].
pub(crate) fn findings(facts: &Facts<'_>) -> Vec<KeyFinding> {
    use KeyAspect::*;
    [
        (Cardinality, cardinality(facts)),
        (Evenness, evenness(facts)),
        (Stability, stability(facts)),
        (Missing, missing(facts)),
        (Empty, empty(facts)),
        (NullLike, null_like(facts)),
        (Encoding, facts.forms.finding()),
    ]
    .map(|(aspect, (state, verdict, advice))| KeyFinding { aspect, state, verdict, advice })
    .into()
}

type Said = (KeyState, String, Option<String>);

fn fine(verdict: impl Into<String>) -> Said {
    (KeyState::Fine, verdict.into(), None)
}

fn poor(verdict: impl Into<String>, advice: impl Into<String>) -> Said {
    (KeyState::Poor, verdict.into(), Some(advice.into()))
}

fn cannot_tell(verdict: impl Into<String>) -> Said {
    (KeyState::CannotTell, verdict.into(), None)
}

impl Facts<'_> {
    fn keyed(&self) -> u64 {
        self.records - self.missing
    }

    fn too_few(&self) -> Option<Said> {
        let keyed = self.keyed();
        let text =
            format!("records with a key are {keyed}, fewer than the {LEAST_RECORDS} that tell");
        (keyed < LEAST_RECORDS).then(|| cannot_tell(text))
    }

    /// A number of records and its part of all.
    fn of_all(&self, records: u64) -> String {
        let share = records as f64 / self.records.max(1) as f64;
        format!("{records} of {} records ({})", self.records, percent(share))
    }
}

fn cardinality(facts: &Facts<'_>) -> Said {
    if let Some(said) = facts.too_few() {
        return said;
    }
    let (n, keys) = (f64::from(facts.n), facts.distinct.round());
    let of_keys = format!("{keys} distinct keys for {n} partitions");
    if keys < 2.0 {
        return match facts.n {
            1 => fine("every key is the same, and there is one partition"),
            _ => poor(
                "every key is the same, so that one partition gets everything",
                "take for the key what differs between the things whose order matters",
            ),
        };
    }
    if keys < n {
        return poor(
            format!("{of_keys}: some stay empty whatever the hash"),
            format!("take a key that varies more, or at most {keys} partitions"),
        );
    }
    if facts.n > 1 && keys < FEW_A_PARTITION * n {
        return poor(
            format!("{of_keys}, {:.1} each: luck alone makes them uneven", keys / n),
            "take a key that varies more, or fewer partitions, or live with it",
        );
    }
    fine(of_keys)
}

fn evenness(facts: &Facts<'_>) -> Said {
    let Some(weight) = facts.weight else {
        return cannot_tell("no record has a key");
    };
    if let Some(said) = facts.too_few() {
        return said;
    }
    let n = f64::from(facts.n);
    let effective = weight.effective_keys.round();
    if facts.n > 1 && weight.keys_above_even > 0 {
        let share = percent(weight.heaviest_share);
        return poor(
            format!("one key has {share} of the records, more than an even partition holds"),
            "no partition count can fix that: divide the key by one more field and give up the \
             order between its parts, or send it to a topic of its own",
        );
    }
    if facts.n > 1 && effective < FEW_A_PARTITION * n {
        return poor(
            format!(
                "the keys are as unequal as {effective} keys of equal weight for {n} partitions"
            ),
            "expect uneven partitions at this count and above, and look at the hot keys",
        );
    }
    fine(format!("the keys spread as well as {effective} keys of equal weight"))
}

fn stability(facts: &Facts<'_>) -> Said {
    if let Some(said) = facts.too_few() {
        return said;
    }
    if facts.is_survivors {
        return cannot_tell("compaction left each key once, however often it was sent");
    }
    let of_keys = |part: f64| percent(part);
    let forms = &facts.forms;
    let (times, uuids) = (forms.share(forms.times), forms.share(forms.time_uuids()));
    if times >= MOST {
        return poor(
            format!("{} of the keys are points in time", of_keys(times)),
            "take what the record is about for the key: at one time all records go to one \
             partition, and no two of one thing go together",
        );
    }
    if facts.once >= MOST {
        let kind = match uuids >= MOST {
            true => format!(", and they are time-based UUIDs (version {})", forms.versions()),
            false => String::new(),
        };
        return poor(
            format!("{} of the keys are never seen twice{kind}", of_keys(facts.once)),
            "take a key that stays the same for one thing, or none: a new key a record orders \
             nothing, and compaction would keep them all",
        );
    }
    if uuids >= MOST {
        let versions = forms.versions();
        return fine(format!(
            "keys come again, though made from the time (UUID version {versions})"
        ));
    }
    fine(format!("keys come again: {} are seen twice or more", percent(1.0 - facts.once)))
}

fn missing(facts: &Facts<'_>) -> Said {
    match facts.missing {
        0 => fine("every record has a key"),
        missing if missing == facts.records => poor(
            "no record has a key, so that nothing decides where it goes",
            "send a key where the order of one thing's records matters, or joins or compaction do; \
             else this is as it should be",
        ),
        missing => poor(
            format!("{} have no key", facts.of_all(missing)),
            "find who sends them: they go anywhere, apart from the keyed records of the same thing",
        ),
    }
}

fn empty(facts: &Facts<'_>) -> Said {
    if facts.empty == 0 {
        return fine("no key is empty");
    }
    let goes = match facts.placement_of_empty {
        Placement::Partition(partition) => format!("all go to partition {partition}"),
        Placement::Unkeyed => "this client places them as if they had none".into(),
        Placement::Refused => "this client refuses them".into(),
    };
    poor(
        format!("{} have an empty key: {goes}", facts.of_all(facts.empty)),
        "look for an unset variable or field at the producer, and send no key in its place: \
         clients differ on an empty key",
    )
}

fn null_like(facts: &Facts<'_>) -> Said {
    match facts.null_like {
        0 => fine("no key is the text of a null"),
        records => poor(
            format!("{} have a key such as the text null or None", facts.of_all(records)),
            "have the producer send no key there: the text is a key like any other, and all its \
             records go to one partition",
        ),
    }
}

/// What keys look like, counted.
#[derive(Default)]
pub(crate) struct Forms {
    keys: u64,
    text: u64,
    quoted: u64,
    framed: u64,
    /// Of 1, 2, 4, 8 or 16 bytes, which numbers and UUIDs have.
    fixed: u64,
    /// Of these, those that may have a schema id.
    fixed_framed: u64,
    other: u64,
    times: u64,
    /// UUIDs of the versions 1, 6 and 7.
    uuids: [u64; 3],
}

const TIME_VERSIONS: [u8; 3] = [1, 6, 7];

impl Forms {
    /// As many keys tell enough.
    pub(crate) const MOST: usize = 10_000;

    pub(crate) fn add(&mut self, key: &[u8]) {
        let candidates = candidates(key);
        let has = |is_it: fn(&Candidate<'_>) -> bool| candidates.iter().any(is_it);
        let is_framed = |it: &Candidate<'_>| matches!(it, Candidate::SchemaIdPrefix { .. });
        self.keys += 1;
        let count = if has(|it| matches!(it, Candidate::Json(_))) {
            &mut self.quoted
        } else if has(|it| matches!(it, Candidate::Utf8(_))) {
            &mut self.text
        } else if matches!(key.len(), 1 | 2 | 4 | 8 | 16) {
            // A number below 2^56 may be taken for a schema id.
            self.fixed_framed += u64::from(has(is_framed));
            &mut self.fixed
        } else if has(is_framed) {
            &mut self.framed
        } else {
            &mut self.other
        };
        *count += 1;
        self.times += u64::from(is_time(key));
        let version = candidates.iter().find_map(|candidate| match candidate {
            Candidate::Uuid(bytes) | Candidate::UuidBytes(bytes) => version(bytes),
            _ => None,
        });
        for (time_version, count) in TIME_VERSIONS.into_iter().zip(&mut self.uuids) {
            *count += u64::from(version == Some(time_version));
        }
    }

    fn share(&self, keys: u64) -> f64 {
        keys as f64 / self.keys.max(1) as f64
    }

    fn time_uuids(&self) -> u64 {
        self.uuids.iter().sum()
    }

    /// The versions that more than a few keys have.
    fn versions(&self) -> String {
        let versions = TIME_VERSIONS.into_iter().zip(self.uuids);
        let versions = versions.filter(|(_, keys)| self.share(*keys) >= FEW);
        versions.map(|(version, _)| version.to_string()).collect::<Vec<_>>().join(", ")
    }

    fn finding(&self) -> Said {
        // Payloads of many lengths have those of numbers too.
        let (framed, fixed) = match self.fixed == self.fixed_framed && self.framed > 0 {
            true => (self.framed + self.fixed, 0),
            false => (self.framed, self.fixed),
        };
        let mut kinds = [
            (self.text, "text"),
            (self.quoted, "text in JSON's quotes"),
            (framed, "bytes behind a schema id"),
            (fixed, "numbers or UUIDs in bytes"),
            (self.other, "other bytes"),
        ];
        kinds.sort_by_key(|(keys, _)| std::cmp::Reverse(*keys));
        let kinds: Vec<_> =
            kinds.into_iter().filter(|(keys, _)| *keys > 1 && self.share(*keys) >= FEW).collect();
        match kinds.as_slice() {
            [] if self.keys == 0 => cannot_tell("no record has a key"),
            [] => cannot_tell("the keys are too few"),
            [(_, kind)] => fine(format!("the keys are {kind}")),
            kinds => {
                let parts: Vec<_> = kinds
                    .iter()
                    .map(|(keys, kind)| format!("{} {kind}", percent(self.share(*keys))))
                    .collect();
                poor(
                    format!("the keys are written in different ways: {}", parts.join(", ")),
                    "make the producers agree on one serializer: the same value written otherwise \
                     is another key on another partition",
                )
            }
        }
    }
}

fn version(uuid: &[u8; 16]) -> Option<u8> {
    let [_, _, _, _, _, _, version, _, variant, ..] = uuid;
    (variant >> 6 == 0b10).then_some(version >> 4)
}

/// From 2001-09-09, when seconds had ten digits, to 2039-09-18.
const SECONDS: std::ops::Range<u64> = 1_000_000_000..2_200_000_000;

/// Whether a key is a point in time: seconds to nanoseconds since 1970 in digits, milliseconds as a
/// long, or ISO 8601's date with what follows.
fn is_time(key: &[u8]) -> bool {
    let seconds = |time: u64, a_second: u64| SECONDS.contains(&(time / a_second));
    let number = || std::str::from_utf8(key).ok()?.parse().ok();
    match key.len() {
        8 if key.first() == Some(&0) => {
            let bytes = <[u8; 8]>::try_from(key);
            bytes.is_ok_and(|bytes| seconds(u64::from_be_bytes(bytes), 1_000))
        }
        10 if number().is_some_and(|time| seconds(time, 1)) => true,
        13 => number().is_some_and(|time| seconds(time, 1_000)),
        16 => number().is_some_and(|time| seconds(time, 1_000_000)),
        19 if number().is_some_and(|time| seconds(time, 1_000_000_000)) => true,
        10.. => match *key {
            [b'1' | b'2', b'0' | b'9', a, b, b'-', c, d, b'-', e, f, ..] => {
                [a, b, c, d, e, f].iter().all(u8::is_ascii_digit)
            }
            _ => false,
        },
        _ => false,
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}
