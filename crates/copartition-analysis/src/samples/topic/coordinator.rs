use std::time::{Duration, Instant};

use copartition::PartitionCount;

use super::consumer::{Consumer, Unanswered};
use super::{OWN, within};
use crate::Error;
use crate::samples::Properties;

/// Where a cluster says that a consumer group is coordinated.
///
/// A coordinator is the broker that leads the group's partition of `__consumer_offsets`. It leads
/// others too, so that a cluster can speak against a partition, and for it only so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinator {
    /// The partition count of `__consumer_offsets`.
    pub count: PartitionCount,
    /// The coordinator's id.
    pub broker: i32,
    /// Its host and port.
    pub address: String,
    /// Which broker leads each partition of `__consumer_offsets`; `None` where none does.
    pub leaders: Vec<Option<i32>>,
}

const OFFSETS: &str = "__consumer_offsets";

impl Coordinator {
    /// Asks a cluster. No group is joined and nothing is created: where there is no
    /// `__consumer_offsets` yet, the broker is not asked, since that would create it.
    ///
    /// # Errors
    ///
    /// As of [`Topic::open`](super::Topic::open); and a group that is not one of consumers, such as
    /// Kafka Connect's.
    pub fn ask(group: &str, properties: &Properties, timeout: Duration) -> Result<Self, Error> {
        let servers = properties.get("bootstrap.servers").filter(|servers| !servers.is_empty());
        let Some(servers) = servers else {
            return Err(Error::asked("bootstrap.servers must be given to ask a broker, got none"));
        };
        let (consumer, _) =
            Consumer::new(OFFSETS, &properties.for_librdkafka()?, &OWN).map_err(Error::asked)?;
        let deadline = Instant::now() + timeout;
        let of_servers = |why: String| Error::of(servers, why);
        let count = match consumer.partition_count(deadline) {
            Ok(count) => count.map_err(|why| Error::of(OFFSETS, format!("{why} at {servers}")))?,
            Err(Unanswered::Ever(why)) => return Err(of_servers(why)),
            Err(Unanswered::InTime(why)) => {
                return Err(of_servers(format!("{}: {why}", within(timeout))));
            }
        };
        let count = PartitionCount::try_from(count).map_err(|why| of_servers(why.to_string()))?;
        let (broker, address) = consumer.coordinator(group, deadline).map_err(of_servers)?;
        // After the coordinator: it may just have moved.
        let leaders = consumer.leaders(deadline).map_err(of_servers)?;
        Ok(Self { count, broker, address, leaders })
    }

    /// Returns how many partitions of `__consumer_offsets` the coordinator leads.
    pub fn led(&self) -> usize {
        self.leaders.iter().filter(|leader| **leader == Some(self.broker)).count()
    }

    /// Returns whether the coordinator leads this partition, as it must if the group lies there;
    /// `None` where nobody leads it.
    pub fn leads(&self, partition: u32) -> Option<bool> {
        let leader = self.leaders.get(partition as usize).copied()??;
        Some(leader == self.broker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coordinator_leads_its_groups_partition_or_speaks_against_it()
    -> Result<(), copartition::Error> {
        let coordinator = Coordinator {
            count: PartitionCount::try_from(4)?,
            broker: 2,
            address: "b:9092".into(),
            leaders: vec![Some(1), Some(2), None, Some(2)],
        };
        let leads: Vec<_> = (0..5).map(|partition| coordinator.leads(partition)).collect();
        assert_eq!(leads, [Some(false), Some(true), None, Some(true), None]);
        assert_eq!(coordinator.led(), 2);
        Ok(())
    }
}
