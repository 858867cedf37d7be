use rdkafka::ClientConfig;
use rdkafka::config::FromClientConfigAndContext;
use rdkafka::error::{KafkaError, KafkaResult};
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
/// Those of the rdkafka crate, and `ClientCreation` when `config` has a `partitioner` of its own.
///
/// ```
/// use copartition_rdkafka::{Partitioner, base_producer};
/// use rdkafka::{ClientConfig, producer::DefaultProducerContext};
///
/// let mut config = ClientConfig::new();
/// let java = || Partitioner::named("java", "client");
/// assert!(base_producer(&config, DefaultProducerContext, java()?).is_ok());
///
/// config.set("partitioner", "murmur2");
/// let error = base_producer(&config, DefaultProducerContext, java()?).err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "Client creation error: config must be without partitioner, got \"murmur2\": say it to \
///      Partitioner::named, such as \"librdkafka:murmur2\""
/// );
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn base_producer<C: ProducerContext>(
    config: &ClientConfig,
    context: C,
    partitioner: Partitioner,
) -> KafkaResult<BaseProducer<Context<C>, Partitioner>> {
    let config = settings(config, &partitioner)?;
    BaseProducer::from_config_and_context(&config, Context::new(context, partitioner))
}

/// Makes a producer that has a thread for polling and places records by `partitioner`.
///
/// Otherwise it is as [`base_producer`].
///
/// # Errors
///
/// As [`base_producer`].
pub fn threaded_producer<C: ProducerContext + 'static>(
    config: &ClientConfig,
    context: C,
    partitioner: Partitioner,
) -> KafkaResult<ThreadedProducer<Context<C>, Partitioner>> {
    let config = settings(config, &partitioner)?;
    ThreadedProducer::from_config_and_context(&config, Context::new(context, partitioner))
}

fn settings(config: &ClientConfig, partitioner: &Partitioner) -> KafkaResult<ClientConfig> {
    if let Some(other) = config.get("partitioner") {
        return Err(KafkaError::ClientCreation(format!(
            "config must be without partitioner, got {other:?}: say it to Partitioner::named, \
             such as \"librdkafka:{other}\""
        )));
    }
    let mut config = config.clone();
    if config.get("compression.level").is_none() {
        config.set("compression.level", "-1");
    }
    if partitioner.places_missing_keys() {
        config.set("sticky.partitioning.linger.ms", "0");
    }
    Ok(config)
}
