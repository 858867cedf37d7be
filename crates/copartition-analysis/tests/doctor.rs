//! What a configuration implies, and which of its settings do nothing.

use copartition::{CLIENTS, Usage};
use copartition_analysis::{Diagnosis, Effect, diagnose, settings};

type Outcome<T = ()> = Result<T, copartition::Error>;

fn asked(client: &str, given: &[&str]) -> Outcome<Diagnosis> {
    let given: Vec<String> = given.iter().map(|text| (*text).into()).collect();
    diagnose(client, &given)
}

fn effects(diagnosis: &Diagnosis) -> Vec<(&str, &'static str)> {
    let findings = diagnosis.findings.iter();
    findings.map(|finding| (finding.setting.as_str(), finding.effect.name())).collect()
}

fn partitioner(diagnosis: &Diagnosis) -> &'static str {
    diagnosis.partitioner.map_or("", |partitioner| partitioner.name())
}

#[test]
fn without_a_setting_a_client_does_what_it_does_by_default() -> Outcome {
    let defaults: Vec<_> = CLIENTS.iter().filter(|row| row.default && row.is_current()).collect();
    for row in &defaults {
        let diagnosis = asked(row.name, &[])?;
        assert_eq!(partitioner(&diagnosis), row.partitioner, "{}", row.name);
        assert!(!diagnosis.is_wrong() && diagnosis.findings.is_empty(), "{}", row.name);
    }
    assert!(defaults.len() > 40, "{}", defaults.len());
    Ok(())
}

#[test]
fn what_the_table_of_clients_writes_is_understood_by_the_client() -> Outcome {
    let mut asked_about = 0;
    for row in CLIENTS.iter().filter(|row| row.is_current() && row.usage == Usage::Setting) {
        let diagnosis = asked(row.name, &[row.written])?;
        assert_eq!(partitioner(&diagnosis), row.partitioner, "{}: {}", row.name, row.written);
        let wrong = effects(&diagnosis);
        let deprecated = row.written.contains("JavaCompatiblePartitioner");
        assert_eq!(diagnosis.is_wrong(), deprecated, "{}: {}: {wrong:?}", row.name, row.written);
        assert!(diagnosis.unknown.is_empty(), "{}: {}", row.name, row.written);
        asked_about += 1;
    }
    assert!(asked_about > 60, "{asked_about}");
    Ok(())
}

#[test]
fn what_settings_prescribes_makes_the_client_place_alike() -> Outcome {
    let mut possible = 0;
    for name in ["java", "librdkafka:consistent_random", "sarama:hash"] {
        for client in CLIENTS.iter().filter(|row| row.default && row.is_current()) {
            let Some(row) = settings(client.name, name)?.row else { continue };
            let likeness = asked(client.name, &[row.written])?.likeness(name)?;
            let is_alike = likeness.is_some_and(|likeness| likeness.same_keys);
            assert!(is_alike, "{} like {name}: {}", client.name, row.written);
            possible += 1;
        }
    }
    assert!(possible > 40, "{possible}");
    Ok(())
}

#[test]
fn what_settings_says_of_a_drop_in_is_understood_by_the_client() -> Outcome {
    let mut asked_about = 0;
    for name in ["java", "librdkafka:consistent_random", "sarama:hash", "kafkajs@1"] {
        for client in CLIENTS.iter().filter(|row| row.default && row.is_current()) {
            let Some(written) = settings(client.name, name)?.drop_in() else { continue };
            let diagnosis = asked(client.name, &[&written])?;
            assert_eq!(partitioner(&diagnosis), name, "{}: {written}", client.name);
            assert!(effects(&diagnosis).iter().all(|(_, effect)| *effect == "used"), "{written}");
            asked_about += 1;
        }
    }
    assert_eq!(asked_about, 40);
    let of_another = asked("aiokafka", &["copartition.kafka_python.partitioner(\"java\")"])?;
    assert_eq!(effects(&of_another), [("copartition.kafka_python.partitioner", "unknown")]);
    Ok(())
}

#[test]
fn settings_without_effect_are_told_from_those_in_force() -> Outcome {
    const ROUND_ROBIN: &str =
        "partitioner.class=org.apache.kafka.clients.producer.RoundRobinPartitioner";
    const DEFAULT: &str =
        "partitioner.class=org.apache.kafka.clients.producer.internals.DefaultPartitioner";
    const UNIFORM: &str =
        "partitioner.class=org.apache.kafka.clients.producer.UniformStickyPartitioner";
    let cases: &[(&str, &[&str], &str, &[&str])] = &[
        ("java", &["partitioner.ignore.keys=true"], "java:ignore_keys", &["used"]),
        ("java", &["partitioner.ignore.keys=false"], "java", &["used"]),
        ("java", &["partitioner.ignore.keys=yes"], "java", &["refused"]),
        ("java@3.2.3", &["partitioner.ignore.keys=true"], "java@2.4", &["ignored"]),
        ("java@3.3.0", &["partitioner.ignore.keys=true"], "java:ignore_keys", &["used"]),
        ("java", &[ROUND_ROBIN], "java:round_robin", &["used"]),
        ("java", &["partitioner.class=RoundRobinPartitioner"], "java", &["refused"]),
        ("java", &["partitioner.class=com.example.ByRegion"], "", &["used"]),
        (
            "java",
            &[ROUND_ROBIN, "partitioner.ignore.keys=true"],
            "java:round_robin",
            &["used", "ignored"],
        ),
        (
            "java",
            &[
                "partitioner.adaptive.partitioning.enable=true",
                "partitioner.availability.timeout.ms=100",
                "partitioner.rack.aware=true",
                "client.rack=a",
                "producer.partitioner.class=com.example.ByRegion",
            ],
            "",
            &["ignored", "ignored", "ignored", "used"],
        ),
        (
            "java",
            &[
                "partitioner.adaptive.partitioning.enable=false",
                "partitioner.availability.timeout.ms=100",
            ],
            "java",
            &["used", "ignored"],
        ),
        ("java", &["partitioner.rack.aware=true"], "java", &["refused"]),
        ("java", &["partitioner.rack.aware=true", "client.rack=a"], "java", &["used"]),
        ("java@4.0.0", &["partitioner.rack.aware=true"], "java", &["ignored"]),
        ("java", &[DEFAULT], "java", &["refused"]),
        ("java@3.9.2", &[DEFAULT], "java@2.4", &["deprecated"]),
        ("java@3.2", &[DEFAULT], "java@2.4", &["used"]),
        ("java", &[UNIFORM], "java", &["refused"]),
        ("java@3.9", &[UNIFORM], "java:uniform_sticky", &["deprecated"]),
        ("java@3.0", &[UNIFORM], "java:uniform_sticky", &["used"]),
        ("java", &["partitioner=murmur2_random"], "java", &["ignored"]),
        ("mirrormaker", &[ROUND_ROBIN], "mirrormaker", &["ignored"]),
        ("flink", &["sink.partitioner=round-robin"], "java", &["ignored"]),
        ("flink", &["sink.partitioner=default"], "java", &["used"]),
        ("flink", &["'sink.partitioner' = 'fixed'"], "flink:fixed", &["used"]),
        (
            "librdkafka",
            &["partitioner=consistent", "sticky.partitioning.linger.ms=5"],
            "librdkafka:consistent",
            &["used", "ignored"],
        ),
        (
            "librdkafka",
            &["sticky.partitioning.linger.ms=5", "partitioner=random"],
            "librdkafka:random",
            &["used", "used"],
        ),
        (
            "librdkafka",
            &["partitioner=murmur2-random"],
            "librdkafka:consistent_random",
            &["refused"],
        ),
        ("librdkafka", &["Partitioner=murmur2"], "librdkafka:consistent_random", &["unknown"]),
        ("librdkafka", &[ROUND_ROBIN], "librdkafka:consistent_random", &["refused"]),
        ("librdkafka", &["partitioner_cb=mine"], "", &["used"]),
        ("confluent-kafka-go", &["partitioner=consistent"], "librdkafka:consistent", &["used"]),
        ("confluent-kafka", &["'partitioner': 'murmur2',"], "librdkafka:murmur2", &["used"]),
        (
            "confluent-kafka-dotnet",
            &["Partitioner = Partitioner.Murmur2Random"],
            "librdkafka:murmur2_random",
            &["used"],
        ),
        ("rdkafka", &[".set(\"partitioner\", \"fnv1a\")"], "librdkafka:fnv1a", &["used"]),
        (
            "node-rdkafka",
            &["partitioner=murmur2_random"],
            "librdkafka:consistent_random",
            &["ignored"],
        ),
        (
            "node-rdkafka",
            &["topic.partitioner=murmur2_random"],
            "librdkafka:murmur2_random",
            &["used"],
        ),
        ("rdkafka", &["get_custom_partitioner"], "", &["used"]),
        ("node-rdkafka", &["partitioner_cb=f"], "librdkafka:consistent_random", &["ignored"]),
        (
            "confluent-kafka-javascript",
            &["partitioner=murmur2_random", "topic.acks=1"],
            "librdkafka:consistent_random",
            &["ignored"],
        ),
        (
            "confluent-kafka-javascript",
            &["topic.partitioner=murmur2_random"],
            "librdkafka:murmur2_random",
            &["used"],
        ),
        ("confluent-kafka-javascript", &["partitioner_cb=f"], "", &["refused"]),
        (
            "confluent-kafka-javascript",
            &["kafkaJS.brokers=a:9092"],
            "librdkafka:murmur2_random",
            &["used"],
        ),
        (
            "confluent-kafka-javascript",
            &["partitioner=consistent", "kafkaJS.brokers=a:9092"],
            "librdkafka:consistent",
            &["used", "used"],
        ),
        (
            "confluent-kafka-javascript",
            &["kafkaJS.createPartitioner=mine"],
            "librdkafka:consistent_random",
            &["refused"],
        ),
        (
            "sarama",
            &["Producer.Partitioner=NewReferenceHashPartitioner"],
            "sarama:reference_hash",
            &["used"],
        ),
        ("sarama", &["ProducerMessage.Partition=3"], "sarama:hash", &["ignored"]),
        (
            "sarama",
            &[
                "ProducerMessage.Partition=3",
                "config.Producer.Partitioner = sarama.NewManualPartitioner",
            ],
            "sarama:manual",
            &["unknown", "used"],
        ),
        ("sarama", &["Producer.Partitioner=mine.New"], "", &["unknown"]),
        ("kafka-go", &["Balancer: &kafka.Hash{}"], "kafka-go:hash", &["used"]),
        ("kafka-go", &["Message.Partition=1"], "kafka-go:round_robin", &["ignored"]),
        ("franz-go", &["RecordPartitioner(StickyKeyPartitioner(nil))"], "franz-go", &["used"]),
        ("kafkajs", &["partitioner=DefaultPartitioner"], "kafkajs", &["ignored"]),
        ("kafkajs", &["createPartitioner: Partitioners.LegacyPartitioner"], "kafkajs@1", &["used"]),
        ("kafkajs", &["createPartitioner=mine"], "", &["used"]),
        ("kafkajs@1.16.0", &["createPartitioner=DefaultPartitioner"], "kafkajs@1", &["used"]),
        ("kafka-python", &["partitioner=Murmur2Partitioner()"], "", &["refused"]),
        ("beats", &["partition.hash.reachable_only=true"], "beats", &["used"]),
        ("beats", &["partition.random"], "beats:random", &["used"]),
        (
            "otel",
            &["record_partitioner=sticky_key", "hasher=murmur2"],
            "otel:murmur2",
            &["used", "used"],
        ),
        (
            "debezium",
            &["partition.hash.function=murmur"],
            "debezium:partition_routing_murmur",
            &["used"],
        ),
        ("fluentd", &["partitioner_hash_function murmur2"], "ruby-kafka:murmur2", &["used"]),
        (
            "vector",
            &["librdkafka_options.partitioner = \"murmur2_random\""],
            "librdkafka:murmur2_random",
            &["used"],
        ),
        ("quixstreams", &["partitioner=murmur2_random"], "librdkafka:murmur2_random", &["used"]),
    ];
    for (client, given, expected, wanted) in cases {
        let diagnosis = asked(client, given)?;
        let got: Vec<_> = diagnosis.findings.iter().map(|finding| finding.effect.name()).collect();
        assert_eq!(got, *wanted, "{client} {given:?}");
        // Refused and without anything else, the client does not run.
        if !expected.is_empty() || got.contains(&"unknown") || got.contains(&"used") {
            assert_eq!(partitioner(&diagnosis), *expected, "{client} {given:?}");
        }
        for finding in &diagnosis.findings {
            let says = !finding.text.is_empty() || finding.effect == Effect::Used;
            assert!(says, "{client} {given:?}: {}", finding.setting);
        }
    }
    Ok(())
}

#[test]
fn what_is_not_known_is_said_and_not_guessed_and_no_value_is_shown() -> Outcome {
    let given =
        ["sasl.password=hunter2", "acks=all", "partitoner.class=x", "sasl.jaas.config=a b=c;"];
    let diagnosis = asked("java", &given)?;
    assert_eq!(diagnosis.unknown, ["sasl.password", "acks", "sasl.jaas.config"]);
    assert_eq!(effects(&diagnosis), [("partitoner.class", "unknown")]);
    assert_eq!(partitioner(&diagnosis), "java");
    assert!(!format!("{diagnosis:?}").contains("hunter2"));
    Ok(())
}

#[test]
fn a_binding_is_told_in_its_own_words_and_takes_librdkafkas_where_it_has_none() -> Outcome {
    for (client, given, named) in [
        ("confluent-kafka", "partitioner=consistent", "confluent-kafka"),
        ("confluent-kafka-go", "partitioner=consistent", "librdkafka"),
    ] {
        let diagnosis = asked(client, &[given])?;
        assert_eq!(diagnosis.row.map(|row| row.name), Some(named), "{client}");
        assert_eq!(diagnosis.client, client);
    }
    Ok(())
}

#[test]
fn of_two_settings_the_last_holds() -> Outcome {
    let diagnosis = asked("librdkafka", &["partitioner=murmur2", "partitioner=fnv1a_random"])?;
    assert_eq!(partitioner(&diagnosis), "librdkafka:fnv1a_random");
    Ok(())
}

#[test]
fn a_client_is_compared_with_the_others() -> Outcome {
    let likeness = |client| asked(client, &[])?.likeness("java");
    let librdkafka = likeness("librdkafka")?;
    let librdkafka = librdkafka.as_ref();
    assert_eq!(librdkafka.map(|like| like.same_keys), Some(false));
    let row = librdkafka.and_then(|like| like.remedy.as_ref()?.row);
    assert_eq!(row.map(|row| row.written), Some("partitioner=murmur2_random"));
    assert!(likeness("kafkajs")?.is_some_and(|like| like.same_keys && like.remedy.is_none()));
    assert!(likeness("quixstreams")?.is_some_and(|like| like.same_keys && !like.same_missing_key));
    assert!(likeness("kafka-go")?.is_some_and(|like| !like.same_keys));

    let (same, elsewhere) = asked("confluent-kafka-go", &[])?.others();
    assert!(same.contains(&"kcat") && same.contains(&"ruby-kafka"), "{same:?}");
    assert!(elsewhere.contains(&"java") && elsewhere.contains(&"sarama"), "{elsewhere:?}");
    let (same, elsewhere) = asked("java", &["partitioner.class=a.B"])?.others();
    assert!(same.is_empty() && elsewhere.is_empty());
    Ok(())
}

#[test]
fn an_unknown_client_or_version_is_an_error() {
    let why = |client| asked(client, &[]).err().map(|why| why.to_string()).unwrap_or_default();
    assert!(why("kafkajz").starts_with("unknown client \"kafkajz\""), "{}", why("kafkajz"));
    assert!(why("murmur2").starts_with("unknown client \"murmur2\""), "{}", why("murmur2"));
    assert!(!why("java@0.1").is_empty() && !why("java:nope").is_empty());
}
