use rdkafka::ClientConfig;
use rdkafka::config::FromClientConfigAndContext;
use rdkafka::error::KafkaResult;
use rdkafka::producer::{BaseProducer, ProducerContext, ThreadedProducer};

use crate::{Context, Partitioner};

/// Makes a producer that is polled by its caller and places records by `partitioner`.
///
/// `context` is the caller's own; [`DefaultProducerContext`](rdkafka::producer::DefaultProducerContext)
/// does nothing. Two settings are made beside those of `config`:
///
/// - `compression.level` is set to its default, -1, unless it is set already. With a partitioner of
///   its user's the rdkafka crate 0.39 needs a property of topics, any one, or the program ends
///   with a segmentation fault.
/// - `sticky.partitioning.linger.ms` is set to 0, whatever it was, when `partitioner` has a say in
///   records without a key: librdkafka asks it about them only then.
///
/// # Errors
///
/// Those of the rdkafka crate.
pub fn base_producer<C: ProducerContext>(
    config: &ClientConfig,
    context: C,
    partitioner: Partitioner,
) -> KafkaResult<BaseProducer<Context<C>, Partitioner>> {
    let config = settings(config, &partitioner);
    BaseProducer::from_config_and_context(&config, Context::new(context, partitioner))
}

/// Makes a producer that has a thread for polling and places records by `partitioner`.
///
/// Otherwise it is as [`base_producer`].
///
/// # Errors
///
/// Those of the rdkafka crate.
pub fn threaded_producer<C: ProducerContext + 'static>(
    config: &ClientConfig,
    context: C,
    partitioner: Partitioner,
) -> KafkaResult<ThreadedProducer<Context<C>, Partitioner>> {
    let config = settings(config, &partitioner);
    ThreadedProducer::from_config_and_context(&config, Context::new(context, partitioner))
}

fn settings(config: &ClientConfig, partitioner: &Partitioner) -> ClientConfig {
    let mut config = config.clone();
    if config.get("compression.level").is_none() {
        config.set("compression.level", "-1");
    }
    if partitioner.places_missing_keys() {
        config.set("sticky.partitioning.linger.ms", "0");
    }
    config
}
