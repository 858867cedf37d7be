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

#[test]
fn every_assigner_does_what_the_real_class_did() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/assigner_traces.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(file["format"], 1);
    let (mut traces, mut steps, mut wrong) = (BTreeMap::new(), 0, Vec::new());
    for (i, trace) in file["traces"].as_array().unwrap().iter().enumerate() {
        let text = |member: &str| trace[member].as_str().unwrap().to_owned();
        let by = (text("assigner"), if text("client") == "kafka-clients" { "Java" } else { "" });
        *traces.entry(by).or_insert(0) += 1;
        match replay::replay(trace) {
            Ok(equal) => steps += equal,
            Err(why) => {
                let (client, version) = (text("client"), text("version"));
                wrong.push(format!("trace {i}, {} of {client} {version}: {why}", text("assigner")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} traces differ:\n{}", wrong.len(), wrong.join("\n"));
    for assigner in ["round_robin", "sticky_cache", "built_in", "java_partition_order"] {
        let of_java = traces[&(assigner.to_owned(), "Java")];
        assert!(of_java >= 100, "only {of_java} traces of Java's {assigner}");
    }
    assert!(steps >= 10_000, "only {steps} steps ran");
}
