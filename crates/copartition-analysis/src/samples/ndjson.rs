use std::borrow::Cow;
use std::fmt;
use std::io::{Read, Write};

use copartition::key::KeyFormat;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::blocks::Blocks;
use super::labels::Labels;
use super::{Batch, By, Fields, LogEntry, Source, fields};
use crate::Error;

/// One JSON object a line.
pub(super) struct Ndjson {
    name: String,
    blocks: Blocks,
    rows: Rows,
    line: u64,
}

/// What a line is asked for, apart from the input so that a block can be borrowed meanwhile.
struct Rows {
    fields: Fields,
    paths: [Option<String>; SLOTS],
    /// Which of them any record has had.
    seen: [bool; SLOTS],
    labels: Labels,
}

/// Key, partition, weight, offset, timestamp, value and label; and the two names of a schema's id
/// beside the key, which say that the key was decoded.
const SLOTS: usize = 9;
/// Those that were asked for by name.
const NAMED: usize = 7;

impl Ndjson {
    pub(super) fn new(name: String, input: Box<dyn Read>, fields: &Fields) -> Result<Self, Error> {
        let key = fields.needed_key(&name, "ndjson")?;
        let has_timestamp = fields.timestamp.is_some();
        let labels = Labels::new(fields.by.as_ref(), &name, "ndjson", |by| match by {
            By::Field(_) => true,
            By::Hour => has_timestamp,
            By::Header(_) | By::ProducerId => false,
        })?;
        // Bytes in hexadecimal or base64 are all there, whatever schema they are of.
        let is_text = !matches!(fields.key_format, KeyFormat::Hex | KeyFormat::Base64);
        let beside = |name: &str| {
            let parent = key.rfind('.').and_then(|dot| key.get(..=dot)).unwrap_or_default();
            is_text.then(|| format!("{parent}{name}"))
        };
        let label = match &fields.by {
            Some(By::Field(field)) => Some(field.clone()),
            _ => None,
        };
        let paths = [
            fields.key.clone(),
            fields.partition.clone(),
            fields.weight.clone(),
            fields.offset.clone(),
            fields.timestamp.clone(),
            fields.value.clone(),
            label,
            beside("keySchemaId"),
            beside("key_schema_id"),
        ];
        let rows = Rows { fields: fields.clone(), paths, seen: [false; SLOTS], labels };
        Ok(Self { name, blocks: Blocks::new(input), rows, line: 0 })
    }
}

impl Source for Ndjson {
    fn name(&self) -> &str {
        &self.name
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        let Self { name, blocks, rows, line } = self;
        blocks.next_lines(name, line, |text, line| {
            if text.trim_ascii().is_empty() {
                return Ok(());
            }
            rows.push(text, line, batch).map_err(|why| Error::at(name, line, why))
        })
    }

    fn labels(&self) -> &[String] {
        self.rows.labels.texts()
    }

    fn warnings(&self) -> Vec<String> {
        if self.line == 0 {
            return Vec::new();
        }
        let named = self.rows.paths.iter().zip(self.rows.seen).take(NAMED);
        let unseen = named.filter(|(_, seen)| !seen).filter_map(|(path, _)| path.as_ref());
        unseen.map(|field| format!("{}: no record has a field {field}", self.name)).collect()
    }
}

impl Rows {
    fn push(&mut self, line: &[u8], line_number: u64, batch: &mut Batch) -> Result<(), String> {
        let values = values(line, self.paths.each_ref().map(Option::as_deref))?;
        for (seen, value) in self.seen.iter_mut().zip(&values) {
            *seen |= !matches!(value, Value::Absent);
        }
        let [key, partition, weight, offset, timestamp, value, label, schema, schema_snake] =
            &values;
        for schema in [schema, schema_snake] {
            if !matches!(schema, Value::Absent | Value::Null) {
                return Err(format!(
                    "key must be the bytes that were sent, got one that a schema decoded (its id \
                     is {schema}): the bytes are gone, read the topic itself"
                ));
            }
        }
        let valid = self.key_into(key, batch).map_err(|why| why.to_string())?;
        let partition = number(&self.fields.partition, partition, fields::partition_wanted)?;
        let weight = match (&self.fields.weight, weight) {
            (None, _) => 1,
            (Some(_), Value::Unsigned(number)) => *number,
            (Some(field), got) => {
                return Err(format!("{}, got {got}", fields::weight_wanted(field)));
            }
        };
        let wrong_timestamp = || {
            let field = self.fields.timestamp.as_deref().unwrap_or_default();
            format!("{}, got {timestamp}", fields::timestamp_wanted(field))
        };
        let timestamp = match timestamp {
            Value::Absent | Value::Null | Value::Negative(_) => None,
            Value::Unsigned(number) => Some(i64::try_from(*number).map_err(|_| wrong_timestamp())?),
            Value::Text(text) => {
                fields::timestamp(text.as_bytes()).map_err(|()| wrong_timestamp())?
            }
            _ => return Err(wrong_timestamp()),
        };
        let (value_bytes, tombstone) = match (&self.fields.value, value) {
            (None, _) => (None, None),
            (Some(_), Value::Absent | Value::Null) => (Some(0), Some(true)),
            (Some(_), Value::Text(text)) => (Some(text.len() as u64), Some(false)),
            (Some(_), _) => (None, Some(false)),
        };
        let log = LogEntry {
            offset: number(&self.fields.offset, offset, fields::offset_wanted)?,
            timestamp,
            value_bytes,
            tombstone,
            producer_id: None,
            label: label_of(label, timestamp, &mut self.labels),
        };
        batch.push(valid, partition, weight, line_number, log);
        Ok(())
    }

    /// A number or a boolean is a key only where the key format says which bytes it stands for.
    fn key_into(&self, key: &Value<'_>, batch: &mut Batch) -> Result<bool, copartition::Error> {
        match key {
            Value::Absent | Value::Null => Ok(false),
            Value::Text(text) => self.fields.key_into(text.as_bytes(), batch),
            value if value.is_of(self.fields.key_format) => {
                let mut text = [0; 24];
                let mut free = text.as_mut_slice();
                // 24 characters hold any number: -1.7976931348623157e308 has 23.
                let _ = match value {
                    Value::Fraction(number) => write!(free, "{number:e}"),
                    value => write!(free, "{value}"),
                };
                let free = free.len();
                let text = text.get(..text.len() - free).unwrap_or_default();
                self.fields.key_into(text, batch)
            }
            got => Err(copartition::Error::key_type(
                "a JSON string or null, or a number or boolean with a key format of its kind",
                got,
            )),
        }
    }
}

fn number<N: TryFrom<u64>>(
    field: &Option<String>,
    value: &Value<'_>,
    wanted: fn(&str) -> String,
) -> Result<Option<N>, String> {
    let wrong = || format!("{}, got {value}", wanted(field.as_deref().unwrap_or_default()));
    match value {
        Value::Absent | Value::Null => Ok(None),
        Value::Unsigned(number) => N::try_from(*number).map(Some).map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

fn label_of(label: &Value<'_>, timestamp: Option<i64>, labels: &mut Labels) -> Option<u32> {
    match label {
        Value::Absent => labels.of(timestamp, None, None),
        Value::Text(text) => labels.of(timestamp, None, Some(text.as_bytes())),
        other => labels.of(timestamp, None, Some(other.to_string().as_bytes())),
    }
}

/// What a field holds.
#[derive(Clone, Default)]
enum Value<'a> {
    #[default]
    Absent,
    Null,
    Text(Cow<'a, str>),
    Unsigned(u64),
    Negative(i64),
    Fraction(f64),
    Boolean(bool),
    Array,
    Object,
}

impl Value<'_> {
    /// Whether it is a number or a boolean of a key format's kind.
    const fn is_of(&self, format: KeyFormat) -> bool {
        match format {
            KeyFormat::Int | KeyFormat::Long | KeyFormat::Short => {
                matches!(self, Self::Unsigned(_) | Self::Negative(_))
            }
            KeyFormat::Float | KeyFormat::Double | KeyFormat::KafkajsNumber => {
                matches!(self, Self::Unsigned(_) | Self::Negative(_) | Self::Fraction(_))
            }
            KeyFormat::Boolean => matches!(self, Self::Boolean(_)),
            _ => false,
        }
    }
}

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("no such field"),
            Self::Null => f.write_str("null"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Unsigned(number) => write!(f, "{number}"),
            Self::Negative(number) => write!(f, "{number}"),
            Self::Fraction(number) => write!(f, "{number}"),
            Self::Boolean(value) => write!(f, "{value}"),
            Self::Array => f.write_str("an array"),
            Self::Object => f.write_str("an object"),
        }
    }
}

type Paths<'a> = [Option<&'a str>; SLOTS];
type Values<'a> = [Value<'a>; SLOTS];

/// Picks the values at the paths out of one line, without building the rest of it.
fn values<'a>(line: &'a [u8], paths: Paths<'_>) -> Result<Values<'a>, String> {
    let mut found = Values::default();
    let mut json = serde_json::Deserializer::from_slice(line);
    let walked = Walk { wanted: paths, paths, found: &mut found }.deserialize(&mut json);
    match walked.and_then(|is_object| json.end().map(|()| is_object)) {
        Ok(true) => Ok(found),
        Ok(false) => Err(NO_OBJECT.into()),
        Err(why) => Err(malformed(&why)),
    }
}

pub(super) const NO_OBJECT: &str = "line must be a JSON object, got another JSON value";

/// What is wrong with a line that is no JSON, or no JSON of the kind that was wanted.
pub(super) fn malformed(why: &serde_json::Error) -> String {
    let text = why.to_string();
    // serde_json's own line is always 1 here, and an end has no useful column.
    let end = text.rfind(" at line ").unwrap_or(text.len());
    let text = text.get(..end).unwrap_or_default();
    match why.is_data() {
        true => text.into(),
        false => format!("line must be a JSON object, got malformed JSON: {text}"),
    }
}

/// Walks one object; gives whether it was one.
struct Walk<'p, 'f, 'de> {
    /// The whole paths, for messages; `paths` is what is left of them here.
    wanted: Paths<'p>,
    paths: Paths<'p>,
    found: &'f mut Values<'de>,
}

impl<'de> DeserializeSeed<'de> for Walk<'_, '_, 'de> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<bool, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_, '_, 'de> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let mut seen = [0; SLOTS];
        while let Some(step) = map.next_key_seed(Name { paths: self.paths })? {
            let Some(step) = step else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            let slots = self.found.iter().zip(self.wanted);
            for ((mark, seen), (found, wanted)) in step.marks().iter().zip(&mut seen).zip(slots) {
                let is_twice =
                    *seen & mark != 0 || *mark == HERE && !matches!(found, Value::Absent);
                if let Some(wanted) = wanted.filter(|_| is_twice) {
                    return Err(A::Error::custom(format_args!(
                        "line must hold the field {wanted} once, got it twice"
                    )));
                }
                *seen |= mark;
            }
            if step.here.contains(&true) {
                let value = map.next_value_seed(Leaf)?;
                for (slot, _) in self.found.iter_mut().zip(step.here).filter(|(_, here)| *here) {
                    *slot = value.clone();
                }
            } else {
                map.next_value_seed(Walk {
                    wanted: self.wanted,
                    paths: step.below,
                    found: self.found,
                })?;
            }
        }
        Ok(true)
    }

    fn visit_unit<E>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_bool<E>(self, _: bool) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_u64<E>(self, _: u64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_i64<E>(self, _: i64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_f64<E>(self, _: f64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_str<E>(self, _: &str) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<bool, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(false)
    }
}

/// Compares one member's name with the paths; `None` where it lies on none of them.
struct Name<'p> {
    paths: Paths<'p>,
}

/// Which paths end at a member, and what is left of those that go on inside it.
struct Step<'p> {
    here: [bool; SLOTS],
    below: Paths<'p>,
}

/// The mark of a member that a path ends at.
const HERE: u64 = 1;

impl Step<'_> {
    /// Returns a mark for each path that the member lies on. Two names on one path differ in the dots
    /// that they leave (`a` and `a.b` of `a.b.c`), so that the same mark again is the same name.
    fn marks(&self) -> [u64; SLOTS] {
        let mut marks = self.here.map(u64::from);
        for (mark, below) in marks.iter_mut().zip(self.below) {
            if let Some(below) = below {
                *mark = HERE << (1 + below.matches('.').count().min(62));
            }
        }
        marks
    }
}

impl<'de, 'p> DeserializeSeed<'de> for Name<'p> {
    type Value = Option<Step<'p>>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_str(self)
    }
}

impl<'p> Visitor<'_> for Name<'p> {
    type Value = Option<Step<'p>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member's name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        let here = self.paths.map(|path| path == Some(name));
        let below = self.paths.map(|path| path?.strip_prefix(name)?.strip_prefix('.'));
        let is_wanted = here.contains(&true) || below.iter().any(Option::is_some);
        Ok(is_wanted.then_some(Step { here, below }))
    }
}

/// Takes a value as it is.
struct Leaf;

impl<'de> DeserializeSeed<'de> for Leaf {
    type Value = Value<'de>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Value<'de>, D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Leaf {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'de>, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value<'de>, E> {
        Ok(Value::Unsigned(number))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value<'de>, E> {
        Ok(Value::Negative(number))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value<'de>, E> {
        Ok(Value::Fraction(number))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.into())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value<'de>, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Array)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'de>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Object)
    }
}
