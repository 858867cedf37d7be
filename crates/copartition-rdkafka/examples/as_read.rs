//! Sends records as they are read: `as_read BOOTSTRAP TOPIC PARTITIONER UNKEYED [THREADS] < records`.
//!
//! The broker suite's program for this crate; `tests/README.md` has its protocol. `-` for both names
//! is the crate without us.

#![expect(clippy::indexing_slicing, reason = "of JSON: an absent member is null")]

use std::error::Error;
use std::io::Write;
use std::thread;
use std::time::Duration;

use copartition_rdkafka::Partitioner;
use rdkafka::config::FromClientConfigAndContext;
use rdkafka::error::KafkaError;
use rdkafka::message::Message;
use rdkafka::producer::{
    BaseRecord, DeliveryResult, Partitioner as AnyPartitioner, Producer, ProducerContext,
    ThreadedProducer,
};
use rdkafka::types::RDKafkaErrorCode;
use rdkafka::{ClientConfig, ClientContext};
use serde_json::{Value, json};

/// Prints a line for each record whose fate is known.
struct Reports;

impl ClientContext for Reports {}

impl ProducerContext for Reports {
    type DeliveryOpaque = ();

    fn delivery(&self, result: &DeliveryResult<'_>, (): ()) {
        match result {
            Ok(record) => {
                let (partition, offset) = (record.partition(), record.offset());
                report(record.payload(), json!({"partition": partition, "offset": offset}));
            }
            Err((why, record)) => report(record.payload(), json!({"error": why.to_string()})),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Vec::from_iter(std::env::args().skip(1));
    let [bootstrap, topic, partitioner, unkeyed, threads @ ..] = &arguments[..] else {
        return Err("wanted BOOTSTRAP TOPIC PARTITIONER UNKEYED [THREADS]".into());
    };
    let threads = threads.first().map_or(Ok(1), |threads| threads.parse())?;
    let mut config = ClientConfig::new();
    config
        .set("bootstrap.servers", bootstrap)
        .set("topic.metadata.refresh.interval.ms", "1000")
        .set("topic.metadata.propagation.max.ms", "5000")
        // Else one partition gets what is sent without a key in 10 ms.
        .set("sticky.partitioning.linger.ms", "0")
        .set("message.timeout.ms", "40000");
    if partitioner == "-" {
        let producer = ThreadedProducer::from_config_and_context(&config, Reports)?;
        return send(&producer, topic, threads);
    }
    let partitioner = Partitioner::named(partitioner, unkeyed)?;
    let producer = copartition_rdkafka::threaded_producer(&config, Reports, partitioner)?;
    send(&producer, topic, threads)
}

/// Lets each thread send the line that comes next, to the end of stdin.
fn send<C, P>(
    producer: &ThreadedProducer<C, P>,
    topic: &str,
    threads: usize,
) -> Result<(), Box<dyn Error>>
where
    C: ProducerContext<P, DeliveryOpaque = ()>,
    P: AnyPartitioner + Send + Sync,
{
    let next = || {
        let mut line = String::new();
        let read = std::io::stdin().read_line(&mut line).ok()?;
        (read > 0).then_some(line)
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(line) = next() {
                    send_line(producer, topic, &line);
                }
            });
        }
    });
    producer.flush(Duration::from_secs(60))?;
    Ok(())
}

/// Sends `{"key": hex or null, "partition": number or null, "value": text}`.
fn send_line<C, P>(producer: &ThreadedProducer<C, P>, topic: &str, line: &str)
where
    C: ProducerContext<P, DeliveryOpaque = ()>,
    P: AnyPartitioner + Send + Sync,
{
    let line: Value = serde_json::from_str(line).unwrap_or_default();
    let key = line["key"].as_str().map(bytes);
    let value = line["value"].as_str().unwrap_or_default();
    let mut record = BaseRecord::<[u8], str>::to(topic).payload(value);
    record.key = key.as_deref();
    record.partition = line["partition"].as_i64().map(|partition| partition as i32);
    loop {
        match producer.send(record) {
            Ok(()) => return,
            Err((KafkaError::MessageProduction(RDKafkaErrorCode::QueueFull), again)) => {
                thread::sleep(Duration::from_millis(10));
                record = again;
            }
            Err((why, _)) => {
                return report(Some(value.as_bytes()), json!({"error": why.to_string()}));
            }
        }
    }
}

/// Reads hex.
fn bytes(hex: &str) -> Vec<u8> {
    hex.as_bytes()
        .chunks(2)
        .filter_map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}

fn report(value: Option<&[u8]>, mut line: Value) {
    line["value"] = String::from_utf8_lossy(value.unwrap_or_default()).into();
    let mut stdout = std::io::stdout().lock();
    // Who reads no longer wants no more lines.
    let _ = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
}
