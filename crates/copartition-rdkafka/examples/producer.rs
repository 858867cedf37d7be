//! Sends a few records, placed as Java would: `producer BOOTSTRAP TOPIC`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use copartition_rdkafka::Partitioner;
use rdkafka::message::Message;
use rdkafka::producer::{BaseRecord, DeliveryResult, Producer, ProducerContext};
use rdkafka::{ClientConfig, ClientContext};

/// Prints each delivery report, and counts those that failed.
#[derive(Default)]
struct Reports {
    failed: AtomicUsize,
}

impl ClientContext for Reports {}

impl ProducerContext for Reports {
    type DeliveryOpaque = ();

    #[expect(clippy::print_stdout, reason = "what the example is for")]
    fn delivery(&self, result: &DeliveryResult<'_>, (): ()) {
        let record = match result {
            Ok(record) => record,
            Err((why, record)) => {
                eprintln!("{why}");
                self.failed.fetch_add(1, Ordering::Relaxed);
                record
            }
        };
        let key = record.key().map_or("no key".into(), String::from_utf8_lossy);
        println!("{key} -> partition {}", record.partition());
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [bootstrap, topic] = <[String; 2]>::try_from(Vec::from_iter(std::env::args().skip(1)))
        .map_err(|_| "wanted BOOTSTRAP TOPIC")?;

    let mut config = ClientConfig::new();
    config.set("bootstrap.servers", bootstrap);
    let java = Partitioner::named("java", "client")?;
    let producer = copartition_rdkafka::threaded_producer(&config, Reports::default(), java)?;

    for number in 1..=6 {
        let key = format!("user-{number}");
        producer.send(BaseRecord::to(&topic).key(&key).payload("hello")).map_err(|(why, _)| why)?;
    }
    producer.send(BaseRecord::<str, _>::to(&topic).payload("hello")).map_err(|(why, _)| why)?;

    producer.flush(Duration::from_secs(30))?;
    match producer.context().inner().failed.load(Ordering::Relaxed) {
        0 => Ok(()),
        failed => Err(format!("{failed} records failed").into()),
    }
}
