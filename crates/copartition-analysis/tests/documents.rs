//! The documents: what they hold, what redaction leaves out, and that their schemas describe them.

use copartition::{PartitionCount, Placement, resolve};
use copartition_analysis::documents::{
    Compared, Diagnosed, Identified, KeysFor, Moved, ProbeKeys, SCHEMA, SettingsFor, ShownKey,
    SplitKeys, SpreadOut, Verified,
};
use copartition_analysis::samples::{By, Fields, InputFormat, Source, open};
use copartition_analysis::{
    Allowed, Era, Moves, Observed, PROBE_KEYS, Shown, Side, Spread, Topic, Unkeyed, Verify,
    compare_with_first, diagnose, identify, keys_for, probe_keys, settings, split,
};
use serde_json::Value;

type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

const HEADER: &str = "key,partition,offset,timestamp,value,service\n";

const REDACTED: Shown = Shown { show_key: copartition_analysis::ShowKey::Auto, redact: true };

/// 40 keys that `placed_by` puts on so many partitions, and a record without a key.
fn records(placed_by: &str, n: i64, first_offset: i64) -> Outcome<String> {
    let partitioner = resolve(placed_by)?.partitioner;
    let mut csv = format!("{HEADER},0,{first_offset},1000,v,x\n");
    for i in 1..=40 {
        let key = format!("customer-{i}");
        if let Placement::Partition(partition) =
            partitioner.place(Some(key.as_bytes()), PartitionCount::try_from(n)?)
        {
            let offset = first_offset + i;
            csv += &format!("{key},{partition},{offset},{},v{i},{placed_by}\n", 1000 + offset);
        }
    }
    Ok(csv)
}

fn source(csv: &str) -> Outcome<Box<dyn Source>> {
    let name = |name: &str| Some(name.to_string());
    let fields = Fields {
        key: name("key"),
        partition: name("partition"),
        offset: name("offset"),
        timestamp: name("timestamp"),
        value: name("value"),
        by: By::named("field:service"),
        null_token: Some(Vec::new()),
        ..Fields::default()
    };
    let data = std::io::Cursor::new(csv.as_bytes().to_vec());
    Ok(open(InputFormat::Csv, "orders.csv", Box::new(data), &fields)?)
}

/// Every document, by the command that prints it: of two topics that differ, of one with both, of
/// one that has grown and of one whose records lie on one partition.
fn documents(shown: &Shown) -> Outcome<Vec<(&'static str, Value)>> {
    let (java, librdkafka) = (records("java", 12, 0)?, records("librdkafka", 12, 0)?);
    let grown = [records("java", 6, 0)?, records("java", 12, 100)?];
    let constant: String = (0..20).map(|i| format!("customer-{i},3,{i},1000,v,x\n")).collect();
    let n = PartitionCount::try_from(12)?;
    let resolved = resolve("java")?;
    let observed = |all: &[&str]| -> Outcome<Observed> {
        let mut observed = Observed::new(n, usize::MAX);
        for csv in all {
            observed.add(source(csv)?.as_mut())?;
        }
        Ok(observed)
    };
    let both = observed(&[&java, &librdkafka])?;
    let grown = observed(&[&grown[0], &grown[1]])?;
    let mut spread = Spread::new(resolved.partitioner, n, Unkeyed::Apart, 0)?;
    let mut one_partition = Spread::new(resolved.partitioner, n, Unkeyed::Apart, 0)?;
    one_partition.add(source(&format!("{HEADER}{constant}"))?.as_mut())?;
    let mut verify =
        Verify::new(resolved.partitioner, vec![Era { count: n, until: None }], usize::MAX);
    let to = resolve("librdkafka")?;
    let side = |partitioner, count| Side { partitioner, count };
    let mut moves = Moves::new(
        side(resolved.partitioner, n),
        side(to.partitioner, PartitionCount::try_from(18)?),
    );
    let expected =
        Moves::new(moves.from(), side(resolved.partitioner, PartitionCount::try_from(20)?));
    let expected = Moved::new([&resolved, &resolved], &expected, false, shown);
    for csv in [&java, &librdkafka] {
        spread.add(source(csv)?.as_mut())?;
        verify.add(source(csv)?.as_mut())?;
        moves.add(source(csv)?.as_mut())?;
    }
    let topic = |name: &str, csv: &String| -> Outcome<Topic> {
        Ok(Topic { name: name.into(), input: name.into(), observed: observed(&[csv])? })
    };
    let topics = [topic("orders", &java)?, topic("payments", &librdkafka)?];
    let compared = compare_with_first(&topics);
    let made = keys_for(resolved.partitioner, n, &[3, 4], "key-", 2);
    let given = ["partitioner=consistent".into(), "sticky.partitioning.linger.ms=50".into()];
    let passed = verify.passed(Allowed::Records(0), None);
    Ok(vec![
        ("spread", serde_json::to_value(SpreadOut::new(&resolved, &spread.report(100), shown))?),
        (
            "spread",
            serde_json::to_value(SpreadOut::new(&resolved, &one_partition.report(100), shown))?,
        ),
        ("identify", serde_json::to_value(Identified::new(&both, &identify(&both)))?),
        ("identify", serde_json::to_value(Identified::new(&grown, &identify(&grown)))?),
        ("split", serde_json::to_value(SplitKeys::new(&both, &split(&both), shown))?),
        ("verify", serde_json::to_value(Verified::new(&resolved, &verify, passed, shown))?),
        ("keys-for", serde_json::to_value(KeysFor::new(resolved.partitioner, n, &made))?),
        ("keys-for --probe", serde_json::to_value(ProbeKeys::new(n, &probe_keys(n, PROBE_KEYS)))?),
        ("compare", serde_json::to_value(Compared::new(&topics, &compared, shown, 100))?),
        ("moves", serde_json::to_value(Moved::new([&resolved, &to], &moves, true, shown))?),
        ("moves", serde_json::to_value(expected)?),
        ("settings", serde_json::to_value(SettingsFor::new(&settings("librdkafka", "java")?))?),
        (
            "doctor",
            serde_json::to_value(Diagnosed::new(&diagnose("confluent-kafka", &given)?, "java")?)?,
        ),
        ("doctor", serde_json::to_value(Diagnosed::new(&diagnose("kafkajs", &[])?, "java")?)?),
    ])
}

#[test]
fn every_document_says_its_schema_first() -> Outcome {
    let documents = documents(&Shown::default())?;
    for (command, document) in &documents {
        assert_eq!(document["schema"], SCHEMA, "{command}");
    }
    assert_eq!(documents.len(), 14);
    Ok(())
}

#[test]
fn a_key_is_text_and_hexadecimal_or_a_digest() -> Outcome {
    let cases = [
        (Some(&b"user-3"[..]), Shown::default(), r#"{"key":"user-3","key_hex":"757365722d33"}"#),
        (Some(b""), Shown::default(), r#"{"key":"","key_hex":""}"#),
        (Some(b"\xff"), Shown::default(), r#"{"key":null,"key_hex":"ff"}"#),
        (None, Shown::default(), r#"{"key":null,"key_hex":null}"#),
        (Some(b"user-3"), REDACTED, r#"{"key_digest":"92303aa08483"}"#),
        (None, REDACTED, r#"{"key_digest":null}"#),
    ];
    for (key, shown, json) in cases {
        assert_eq!(serde_json::to_string(&ShownKey::new(key, &shown))?, json);
    }
    Ok(())
}

#[test]
fn redacted_documents_hold_no_key() -> Outcome {
    let hex = copartition_analysis::key_hex(b"customer-");
    let has_keys = |shown: &Shown| -> Outcome<Vec<&'static str>> {
        let holds = |document: &Value| {
            let text = document.to_string();
            text.contains("customer-") || text.contains(&hex)
        };
        let documents = documents(shown)?;
        Ok(documents.iter().filter(|(_, it)| holds(it)).map(|(command, _)| *command).collect())
    };
    assert_eq!(
        has_keys(&Shown::default())?,
        ["spread", "spread", "split", "verify", "compare", "moves"]
    );
    assert!(has_keys(&REDACTED)?.is_empty());
    Ok(())
}

#[test]
fn moves_list_every_key_that_moves_and_nothing_without_keys() -> Outcome {
    let documents = documents(&Shown::default())?;
    let moves: Vec<&Value> =
        documents.iter().filter(|it| it.0 == "moves").map(|(_, document)| document).collect();
    let [counted, expected] = moves.as_slice() else { return Err("two are wanted".into()) };
    let moved = counted["moved"].as_array().ok_or("moved is wanted")?;
    assert_eq!(Some(moved.len() as u64), counted["moved_keys"].as_u64());
    assert!(moved.len() > 30);
    for absent in ["keys", "moved_keys", "flows", "moved"] {
        assert!(expected.get(absent).is_none(), "{absent}");
    }
    Ok(())
}

#[cfg(feature = "schema")]
mod schema {
    use std::collections::BTreeMap;

    use copartition_analysis::documents::schemas;
    use serde_json::{Map, Value};

    use super::{Outcome, REDACTED, Shown, documents};

    /// Objects that were held against a part's schema, by the part's name.
    type Held = BTreeMap<String, usize>;

    /// Holds a value against its schema; a field that the schema does not have is as wrong as a
    /// missing one.
    fn hold(value: &Value, schema: &Value, root: &Value, held: &mut Held) -> Outcome {
        if let Some(name) = schema["$ref"].as_str().and_then(|it| it.strip_prefix("#/$defs/")) {
            *held.entry(name.into()).or_default() += 1;
            let part = root["$defs"].get(name).ok_or(name)?;
            return hold(value, part, root, held).map_err(|why| format!("{name}: {why}").into());
        }
        if let Some(choices) = schema["anyOf"].as_array() {
            let choice =
                choices.iter().find(|choice| (choice["type"] == "null") == value.is_null());
            return hold(value, choice.ok_or("no choice fits")?, root, held);
        }
        let is = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::String(_) => "string",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
        };
        let types = match &schema["type"] {
            Value::Array(types) => types.clone(),
            one => vec![one.clone()],
        };
        if !types.iter().any(|wanted| wanted == is) {
            return Err(format!("wanted {types:?}, got {value}").into());
        }
        for item in value.as_array().into_iter().flatten() {
            hold(item, &schema["items"], root, held)?;
        }
        let none = Map::new();
        let fields = value.as_object().unwrap_or(&none);
        for (name, field) in fields {
            let of_its_name = schema["properties"].get(name);
            let wanted = of_its_name.unwrap_or(&schema["additionalProperties"]);
            hold(field, wanted, root, held).map_err(|why| format!("{name}: {why}"))?;
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            let name = name.as_str().unwrap_or_default();
            if is == "object" && !fields.contains_key(name) {
                return Err(format!("{name} is missing").into());
            }
        }
        Ok(())
    }

    #[test]
    fn a_schema_describes_its_document() -> Outcome {
        let schemas = schemas();
        let mut held = Held::new();
        for (command, document) in [documents(&Shown::default())?, documents(&REDACTED)?].concat() {
            let schema = schemas.iter().find(|it| it.0 == command).ok_or(command)?.1.as_value();
            hold(&document, schema, schema, &mut held)
                .map_err(|why| format!("{command}: {why}"))?;
        }
        let parts = schemas.iter().filter_map(|it| it.1.as_value()["$defs"].as_object());
        for name in parts.flat_map(|parts| parts.keys()) {
            assert!(held.contains_key(name), "no document here has a {name}");
        }
        assert!(held.len() > 30, "{} parts", held.len());
        Ok(())
    }

    #[test]
    fn a_name_is_one_part_and_every_field_is_described() {
        let schemas = schemas();
        let mut shapes: BTreeMap<&str, &Value> = BTreeMap::new();
        let mut fields = 0;
        for (command, schema) in &schemas {
            let schema = schema.as_value();
            let title = schema["title"].as_str().unwrap_or_default();
            assert!(shapes.insert(title, schema).is_none(), "{title}");
            for (name, part) in schema["$defs"].as_object().into_iter().flatten() {
                let known = *shapes.entry(name).or_insert(part);
                assert_eq!(known, part, "{command}: {name}");
            }
        }
        for (name, shape) in &shapes {
            assert!(shape["description"].is_string(), "{name}");
            for (field, described) in shape["properties"].as_object().into_iter().flatten() {
                assert!(described["description"].is_string(), "{name}.{field}");
                fields += 1;
            }
        }
        assert!(shapes.len() > 40 && fields > 200, "{} parts, {fields} fields", shapes.len());
    }
}
