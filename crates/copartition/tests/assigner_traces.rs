//! The assigners against `tests/vectors/assigner_traces.json`: what the real classes did, step by
//! step, with the draws that they took.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot read its vectors has to stop"
)]

mod replay;

use std::collections::BTreeMap;

use serde_json::Value;

/// Whose assigners are recorded, and in how many traces at least.
const RECORDED: [(&str, &str, usize); 11] = [
    ("built_in", "kafka-clients", 100),
    ("java_partition_order", "kafka-clients", 100),
    ("round_robin", "@platformatic/kafka", 10),
    ("round_robin", "github.com/IBM/sarama", 5),
    ("round_robin", "github.com/segmentio/kafka-go", 5),
    ("round_robin", "github.com/twmb/franz-go", 5),
    ("round_robin", "kafka-clients", 100),
    ("round_robin", "kafkajs", 10),
    ("round_robin", "pykafka", 5),
    ("sticky_cache", "kafka-clients", 100),
    ("sticky_cache", "kafka-python", 16),
];

#[test]
fn every_assigner_does_what_the_real_class_did() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/assigner_traces.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(file["format"], 1);
    let (mut traces, mut steps, mut wrong) = (BTreeMap::new(), 0, Vec::new());
    for (i, trace) in file["traces"].as_array().unwrap().iter().enumerate() {
        let text = |member: &str| trace[member].as_str().unwrap().to_owned();
        *traces.entry((text("assigner"), text("client"))).or_insert(0) += 1;
        match replay::replay(trace) {
            Ok(equal) => steps += equal,
            Err(why) => {
                let (client, version) = (text("client"), text("version"));
                wrong.push(format!("trace {i}, {} of {client} {version}: {why}", text("assigner")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} traces differ:\n{}", wrong.len(), wrong.join("\n"));
    for (assigner, client, least) in RECORDED {
        let recorded = traces.remove(&(assigner.into(), client.into())).unwrap_or(0);
        assert!(recorded >= least, "only {recorded} traces of {client}'s {assigner}");
    }
    assert!(traces.is_empty(), "no least number of traces: {traces:?}");
    assert!(steps >= 10_000, "only {steps} steps ran");
}
