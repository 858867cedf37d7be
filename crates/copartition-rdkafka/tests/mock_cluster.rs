//! Producers of the rdkafka crate, which send to librdkafka's own mock cluster.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use copartition::PartitionCount;
use copartition_rdkafka::{Context, Partitioner, base_producer, threaded_producer};
use rdkafka::error::KafkaError;
use rdkafka::message::Message;
use rdkafka::mocking::MockCluster;
use rdkafka::producer::{
    BaseRecord, DefaultProducerContext, DeliveryResult, FutureRecord, Producer, ProducerContext,
    ThreadedProducer,
};
use rdkafka::types::RDKafkaErrorCode;
use rdkafka::{ClientConfig, ClientContext};
use serde_json::Value;

const NO_PARTITION: KafkaError = KafkaError::MessageProduction(RDKafkaErrorCode::UnknownPartition);

#[test]
fn keys_lie_where_the_partitioners_own_client_puts_them() {
    let cluster = Cluster::start();
    let mut cases = 0;
    for (file, name) in [
        ("java", "java"),
        ("librdkafka", "librdkafka:consistent_random"),
        ("sarama", "sarama:hash"),
        ("kafkajs", "kafkajs@1"),
        ("platformatic", "platformatic"),
    ] {
        let rows = vectors(file, name, 12);
        let producer = cluster.producer(Partitioner::named(name, "client").unwrap());
        let topic = &cluster.topic(12);
        for (number, (key, _)) in rows.iter().enumerate() {
            let mut record = BaseRecord::with_opaque_to(topic, number).payload("");
            record.key = key.as_deref();
            producer.send(record).map_err(|(why, _)| why).unwrap();
        }
        let placed = fates(&producer);
        assert_eq!(placed.len(), rows.len(), "{name}");
        for (number, (key, wanted)) in rows.into_iter().enumerate() {
            match (placed.get(&number), wanted) {
                (Some(Ok(0..12)), None) => {}
                (placed, wanted) => assert_eq!(placed, wanted.map(Ok).as_ref(), "{name} {key:?}"),
            }
            cases += 1;
        }
    }
    assert!(cases > 500, "{cases}");
}

#[test]
fn what_cannot_be_placed_fails_at_once_or_in_its_delivery_report() {
    let cluster = Cluster::start();
    for (name, unkeyed) in [("java", "error"), ("pykafka:hashing", "client")] {
        let producer = cluster.producer(Partitioner::named(name, unkeyed).unwrap());
        let topic = &cluster.topic(6);
        let no_key = |number| BaseRecord::<[u8], str, _>::with_opaque_to(topic, number).payload("");
        producer.send(no_key(0)).map_err(|(why, _)| why).unwrap();
        assert_eq!(fates(&producer), BTreeMap::from([(0, Err(NO_PARTITION))]), "{name}");
        let late = producer.send(no_key(1)).map_err(|(why, _)| why);
        assert_eq!(late, Err(NO_PARTITION), "{name}");
        assert_eq!(fates(&producer).len(), 1, "{name}");
    }
}

#[test]
fn unkeyed_records_go_where_they_are_told() {
    let cluster = Cluster::start();
    let mut cases = 0;
    for (name, unkeyed, key, used) in [
        ("java", "round_robin", None, 6..=6),
        ("java:round_robin", "round_robin", Some("user-3"), 6..=6),
        ("librdkafka:consistent_random", "round_robin", Some(""), 6..=6),
        ("librdkafka:consistent_random", "client", Some(""), 6..=6),
        ("java", "sticky", None, 1..=6),
        ("java", "client", None, 1..=6),
        // No key is hashed as the empty one: librdkafka would not have asked by itself.
        ("librdkafka:murmur2", "client", None, 1..=1),
    ] {
        let producer = cluster.producer(Partitioner::named(name, unkeyed).unwrap());
        let topic = &cluster.topic(6);
        cluster.meet(&producer, topic);
        for number in 0..600 {
            let mut record = BaseRecord::with_opaque_to(topic, number).payload("");
            record.key = key;
            producer.send(record).map_err(|(why, _)| why).unwrap();
        }
        let mut counts = BTreeMap::<_, usize>::new();
        for placed in fates(&producer).into_values() {
            *counts.entry(placed.unwrap()).or_default() += 1;
        }
        assert_eq!(counts.values().sum::<usize>(), 600);
        assert!(used.contains(&counts.len()), "{name} {unkeyed} {counts:?}");
        if unkeyed == "round_robin" {
            assert!(counts.values().all(|count| *count == 100), "{name} {counts:?}");
        }
        cases += 1;
    }
    assert_eq!(cases, 7);
}

#[test]
fn records_that_waited_for_their_topic_are_spread_too() {
    let cluster = Cluster::start();
    let producer = cluster.producer(Partitioner::named("java", "round_robin").unwrap());
    let topic = &cluster.topic(6);
    for number in 0..600 {
        let record = BaseRecord::<[u8], str, _>::with_opaque_to(topic, number).payload("");
        producer.send(record).map_err(|(why, _)| why).unwrap();
    }
    let used = BTreeSet::from_iter(fates(&producer).into_values().map(Result::unwrap));
    assert_eq!(used, BTreeSet::from_iter(0..6));
}

#[test]
fn an_explicit_partition_is_kept() {
    let cluster = Cluster::start();
    let producer = cluster.producer(Partitioner::named("java", "error").unwrap());
    let topic = &cluster.topic(6);
    for number in 0..6 {
        let record = BaseRecord::with_opaque_to(topic, number).key("user-3").payload("");
        let record = record.partition(i32::try_from(number).unwrap());
        producer.send(record).map_err(|(why, _)| why).unwrap();
    }
    let wanted = BTreeMap::from_iter((0..6).zip((0..6).map(Ok)));
    assert_eq!(fates(&producer), wanted);
}

#[test]
fn the_plain_form_gives_a_record_its_partition() -> Result<(), Box<dyn std::error::Error>> {
    let cluster = Cluster::start();
    let producer = cluster.producer(Partitioner::named("java", "client")?);
    let topic = &cluster.topic(6);

    let metadata = producer.client().fetch_metadata(Some(topic), Duration::from_secs(10))?;
    let [orders] = metadata.topics() else { return Err("no such topic".into()) };
    let n = PartitionCount::try_from(i32::try_from(orders.partitions().len())?)?;

    let java = copartition::Partitioner::named("java")?;
    let mut record = FutureRecord::to(topic).key("user-3").payload("hello");
    record.partition = java.partition(Some(b"user-3"), n)?.map(u32::cast_signed);

    assert_eq!(record.partition, Some(5));
    Ok(())
}

#[test]
fn many_threads_share_a_producer() {
    let cluster = Cluster::start();
    let producer = cluster.producer(Partitioner::named("java", "round_robin").unwrap());
    let topic = &cluster.topic(6);
    cluster.meet(&producer, topic);
    thread::scope(|scope| {
        for thread in 0..8 {
            let producer = &producer;
            scope.spawn(move || {
                for number in 0..300 {
                    let number = 300 * thread + number;
                    let mut record = BaseRecord::with_opaque_to(topic, number).payload("");
                    record.key = (number % 2 == 1).then_some("user-3");
                    producer.send(record).map_err(|(why, _)| why).unwrap();
                }
            });
        }
    });
    let mut unkeyed = BTreeMap::<_, usize>::new();
    for (number, placed) in fates(&producer) {
        match number % 2 {
            1 => assert_eq!(placed, Ok(5)),
            _ => *unkeyed.entry(placed.unwrap()).or_default() += 1,
        }
    }
    assert_eq!(unkeyed, BTreeMap::from_iter((0..6).map(|partition| (partition, 200))));
}

#[test]
fn no_setting_of_topics_is_needed_and_those_of_the_user_stay() {
    let cluster = Cluster::start();
    let topic = &cluster.topic(6);
    for (setting, value) in [("client.id", "x"), ("compression.level", "3"), ("acks", "1")] {
        let java = Partitioner::named("java", "client").unwrap();
        let mut config = cluster.config();
        config.set(setting, value);
        let producer = base_producer(&config, Reports::default(), java).unwrap();
        let record = BaseRecord::with_opaque_to(topic, 0).key("user-3").payload("");
        producer.send(record).map_err(|(why, _)| why).unwrap();
        producer.flush(Duration::from_secs(20)).unwrap();
        let fates = producer.context().inner().0.lock().unwrap().clone();
        assert_eq!(fates, BTreeMap::from([(0, Ok(5))]), "{setting}");
    }
    let java = Partitioner::named("java", "client").unwrap();
    let mut config = cluster.config();
    config.set("acks", "1").set("enable.idempotence", "true");
    let refused = threaded_producer(&config, DefaultProducerContext, java).err();
    assert!(refused.unwrap().to_string().contains("acks"), "the user's own mistake is told");
}

/// What became of each record, by its number.
type Fates = BTreeMap<usize, Result<i32, KafkaError>>;

#[derive(Default)]
struct Reports(Mutex<Fates>);

impl ClientContext for Reports {}

impl ProducerContext for Reports {
    type DeliveryOpaque = usize;

    fn delivery(&self, result: &DeliveryResult<'_>, number: usize) {
        let fate = match result {
            Ok(record) => Ok(record.partition()),
            Err((why, _)) => Err(why.clone()),
        };
        let before = self.0.lock().unwrap().insert(number, fate);
        assert_eq!(before, None, "one report a record");
    }
}

type Producing = ThreadedProducer<Context<Reports>, Partitioner>;

fn fates(producer: &Producing) -> Fates {
    producer.flush(Duration::from_secs(20)).unwrap();
    producer.context().inner().0.lock().unwrap().clone()
}

/// A mock cluster, each of whose topics has a name of its own.
struct Cluster {
    mock: MockCluster<'static, DefaultProducerContext>,
    topics: AtomicUsize,
}

impl Cluster {
    fn start() -> Self {
        Self { mock: MockCluster::new(1).unwrap(), topics: AtomicUsize::new(0) }
    }

    fn topic(&self, partitions: i32) -> String {
        let topic = format!("topic-{}", self.topics.fetch_add(1, Ordering::Relaxed));
        self.mock.create_topic(&topic, partitions, 1).unwrap();
        topic
    }

    fn config(&self) -> ClientConfig {
        let mut config = ClientConfig::new();
        config.set("bootstrap.servers", self.mock.bootstrap_servers());
        config
    }

    /// Waits until the producer knows the topic and all its leaders.
    fn meet(&self, producer: &Producing, topic: &str) {
        for partition in 0..6 {
            let record = BaseRecord::<[u8], str, _>::with_opaque_to(topic, 0).payload("");
            producer.send(record.partition(partition)).map_err(|(why, _)| why).unwrap();
            producer.flush(Duration::from_secs(20)).unwrap();
            producer.context().inner().0.lock().unwrap().clear();
        }
    }

    fn producer(&self, partitioner: Partitioner) -> Producing {
        threaded_producer(&self.config(), Reports::default(), partitioner).unwrap()
    }
}

/// What the real client answered for each key over `n` partitions.
fn vectors(file: &str, name: &str, n: u64) -> Vec<(Option<Vec<u8>>, Option<i32>)> {
    let path = format!("{}/../../tests/vectors/{file}.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let counts = file.get("partitions").and_then(Value::as_array).unwrap();
    let at = counts.iter().position(|count| count.as_u64() == Some(n)).unwrap();
    let rows = file.get("rows").and_then(Value::as_array).unwrap().iter();
    rows.map(|row| {
        let answer = row.get(name).and_then(|answers| answers.get(at)).unwrap();
        let key = row.get("key").and_then(Value::as_str).map(bytes);
        (key, answer.as_i64().map(|partition| i32::try_from(partition).unwrap()))
    })
    .collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).unwrap());
    digits.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}
