//! What to mind when keys move.

use super::Moves;

impl Moves {
    /// Returns what to mind before, during and after the change, in that order; empty where no key's
    /// placement changes.
    pub fn checklist(&self) -> Vec<String> {
        let [n, m] = [self.from.count.get(), self.to.count.get()];
        let (before, after) = (self.from.partitioner.name(), self.to.partitioner.name());
        let mut list = Vec::new();
        if self.expected_share() == 0.0 {
            return list;
        }
        if m < n {
            list.push(format!(
                "partitions can only be added: {m} of {n} need a new topic, filled by key"
            ));
        }
        list.push(
            "records that are written stay where they are, only later ones of a key go elsewhere: \
             for its order let consumers read the old ones to the end first"
                .into(),
        );
        if m > n {
            list.push(format!(
                "producers place over {n} partitions until they refresh their metadata, by default \
                 within 5 minutes (Java: metadata.max.age.ms, librdkafka: \
                 topic.metadata.refresh.interval.ms); until the last one has, a key's records go to \
                 both places: stop the producers for the change, or restart them after it"
            ));
            list.push(
                "consumers with auto.offset.reset=latest miss what a new partition gets before they \
                 find it: set earliest for the change"
                    .into(),
            );
        }
        if !self.is_one_rule() {
            list.push(format!(
                "all producers must change from {before} to {after} at once: as long as both write, \
                 a key lies on two partitions (the setting: copartition settings CLIENT --like \
                 {after})"
            ));
        }
        list.push(format!(
            "topics that are joined with this one must follow: {m} partitions, placed by {after} \
             (copartition compare)"
        ));
        list.push(
            "Kafka Streams' changelog and repartition topics keep their count and their placement: \
             reset the application, or give it a new application.id"
                .into(),
        );
        list.push(
            "compaction works within a partition: the old copy of a key that moved stays on its old \
             partition, and a tombstone on the new one does not delete it"
                .into(),
        );
        if m > n {
            list.push(format!(
                "or fill a new topic of {m} partitions by key and switch to it: then no key lies in \
                 two places"
            ));
        }
        list
    }
}
