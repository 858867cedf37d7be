use std::error::Error;

use rdkafka::client::{ClientContext, OAuthToken};
use rdkafka::config::RDKafkaLogLevel;
use rdkafka::error::KafkaError;
use rdkafka::producer::{DefaultProducerContext, DeliveryResult, ProducerContext};
use rdkafka::statistics::Statistics;

use crate::Partitioner;

/// A producer's context with a partitioner added to it.
///
/// Everything else is the inner context's: delivery reports, logs, statistics, errors and tokens.
#[derive(Debug)]
pub struct Context<C = DefaultProducerContext> {
    inner: C,
    partitioner: Partitioner,
}

impl<C> Context<C> {
    /// Adds a partitioner to a context.
    ///
    /// A producer that is made of it needs the settings that
    /// [`base_producer`](crate::base_producer) makes.
    pub const fn new(inner: C, partitioner: Partitioner) -> Self {
        Self { inner, partitioner }
    }

    /// Returns the context that the partitioner was added to.
    pub const fn inner(&self) -> &C {
        &self.inner
    }
}

impl<C: ClientContext> ClientContext for Context<C> {
    const ENABLE_REFRESH_OAUTH_TOKEN: bool = C::ENABLE_REFRESH_OAUTH_TOKEN;

    fn log(&self, level: RDKafkaLogLevel, fac: &str, log_message: &str) {
        self.inner.log(level, fac, log_message);
    }

    fn stats(&self, statistics: Statistics) {
        self.inner.stats(statistics);
    }

    fn stats_raw(&self, statistics: &[u8]) {
        self.inner.stats_raw(statistics);
    }

    fn error(&self, error: KafkaError, reason: &str) {
        self.inner.error(error, reason);
    }

    fn generate_oauth_token(
        &self,
        oauthbearer_config: Option<&str>,
    ) -> Result<OAuthToken, Box<dyn Error>> {
        self.inner.generate_oauth_token(oauthbearer_config)
    }
}

impl<C: ProducerContext> ProducerContext<Partitioner> for Context<C> {
    type DeliveryOpaque = C::DeliveryOpaque;

    fn delivery(
        &self,
        delivery_result: &DeliveryResult<'_>,
        delivery_opaque: Self::DeliveryOpaque,
    ) {
        self.inner.delivery(delivery_result, delivery_opaque);
    }

    fn get_custom_partitioner(&self) -> Option<&Partitioner> {
        Some(&self.partitioner)
    }
}
