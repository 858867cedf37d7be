//! Sends with the rdkafka crate: `produce BOOTSTRAP TOPIC < records`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rdkafka::config::FromClientConfigAndContext;
use rdkafka::producer::{BaseRecord, DeliveryResult, Producer, ProducerContext, ThreadedProducer};
use rdkafka::{ClientConfig, ClientContext};
use serde_json::Value;

/// How many records the broker has answered for.
static ACKED: AtomicUsize = AtomicUsize::new(0);

struct Acks;

impl ClientContext for Acks {}

impl ProducerContext for Acks {
    type DeliveryOpaque = ();

    fn delivery(&self, result: &DeliveryResult<'_>, (): ()) {
        match result {
            Ok(_) => ACKED.fetch_add(1, Ordering::Relaxed),
            Err((why, _)) => panic!("{why}"),
        };
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, bootstrap, topic] = &arguments[..] else { panic!("wanted BOOTSTRAP TOPIC") };
    let mut config = ClientConfig::new();
    config.set("bootstrap.servers", bootstrap);
    let producer = ThreadedProducer::from_config_and_context(&config, Acks).unwrap();
    for (number, line) in std::io::stdin().lines().enumerate() {
        let (key, value) = (key(&line.unwrap()), number.to_string());
        let mut record = BaseRecord::<[u8], str>::to(topic).payload(&value);
        record.key = key.as_deref();
        producer.send(record).unwrap();
    }
    producer.flush(Duration::from_secs(30)).unwrap();
    println!("{}", ACKED.load(Ordering::Relaxed));
}

/// Reads `{"key": hex or null}`.
fn key(line: &str) -> Option<Vec<u8>> {
    let record: Value = serde_json::from_str(line).unwrap();
    let hex = record["key"].as_str()?;
    let byte = |i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap();
    Some((0..hex.len()).step_by(2).map(byte).collect())
}
