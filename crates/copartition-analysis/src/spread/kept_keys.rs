use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hashbrown::DefaultHashBuilder;
use hyperloglockless::HyperLogLog;

use super::heavy_keys::HeavyKeys;
use super::key_counts::{Counted, Hint, KeyCounts};
use super::report::HotKey;

/// The distinct keys: all of them with their records while they fit. Of more keys their number is
/// estimated, the heaviest are kept with a guaranteed error, and of the others a sample.
pub(super) struct KeptKeys {
    most_keys: usize,
    most_words: usize,
    /// Every key, or the sample: the keys whose digest is below, each with all its records.
    counts: KeyCounts,
    beyond: Option<Beyond>,
}

struct Beyond {
    digest_below: u64,
    distinct: HyperLogLog<DefaultHashBuilder>,
    heavy: HeavyKeys,
}

/// One in so many of the keys that fit is sampled when there are more: the sample lies in the
/// processor's cache too, or nearly.
const SAMPLED: usize = 4;

/// 64 KiB of registers: a standard error of 0.4 %.
const PRECISION: u8 = 16;

/// One in so many of the keys that fit is kept as a heavy one: they then lie in the processor's
/// cache, and their error is still below 128 in a million records.
const HEAVY: usize = 128;

impl KeptKeys {
    /// `most_words` of 8 bytes may hold the keys with their numbers.
    pub(super) fn new(most_keys: usize, most_words: usize) -> Self {
        Self { most_keys: most_keys.max(2), most_words, counts: KeyCounts::default(), beyond: None }
    }

    /// Looks up the keys that are added next, each with its hint. Of the heavy keys none is needed:
    /// they lie in the cache.
    pub(super) fn look_up(&self, digests: &[u64], hints: &mut Vec<Hint>) {
        let below = self.beyond.as_ref().map_or(u64::MAX, |beyond| beyond.digest_below);
        self.counts.look_up(digests, below, hints);
    }

    #[inline]
    pub(super) fn add(
        &mut self,
        key: &[u8],
        digest: u64,
        hint: Hint,
        records: u64,
        partition: Option<u32>,
    ) {
        if let Some(beyond) = &mut self.beyond {
            beyond.distinct.insert_hash(digest);
            beyond.heavy.add(key, digest, records, partition);
            if digest >= beyond.digest_below {
                return;
            }
        }
        self.counts.add(key, digest, hint, records, partition, 0);
        if self.counts.len() > self.most_keys || self.counts.words() > self.most_words {
            self.sample_fewer();
        }
    }

    /// Whether the keys are all there, each with all its records.
    pub(super) fn is_exact(&self) -> bool {
        self.beyond.is_none()
    }

    /// How many distinct keys there are.
    pub(super) fn distinct(&self) -> f64 {
        let kept = self.counts.len() as f64;
        self.beyond.as_ref().map_or(kept, |beyond| beyond.distinct.raw_count().max(kept))
    }

    /// How many keys each key of the sample stands for; 1 where all are there.
    pub(super) fn scale(&self) -> f64 {
        match self.counts.len() {
            0 => 1.0,
            kept => self.distinct() / kept as f64,
        }
    }

    /// All keys, or a sample of them.
    pub(super) fn sample(&self) -> &KeyCounts {
        &self.counts
    }

    /// Returns the records of a key that are sure to be there.
    pub(super) fn records(&self, key: &[u8]) -> u64 {
        let heavy = self.beyond.as_ref().map_or(0, |beyond| beyond.heavy.counts().records(key));
        self.counts.records(key).max(heavy)
    }

    /// Returns the sum of the squares of all keys' records.
    pub(super) fn squares(&self) -> f64 {
        let square = |key: &Counted<'_>| (key.records as f64).powi(2);
        let Some(beyond) = &self.beyond else {
            return self.counts.iter().map(|key| square(&key)).sum();
        };
        // A key is either heavy or one that the sample stands for.
        let heavy = beyond.heavy.counts();
        let is_heavy = |records: u64| records > beyond.heavy.floor();
        let of_heavy: f64 =
            heavy.iter().filter(|key| is_heavy(key.records)).map(|key| square(&key)).sum();
        let mut bytes = Vec::new();
        let mut is_light = |key: &Counted<'_>| {
            key.key_into(&mut bytes);
            !is_heavy(heavy.records(&bytes))
        };
        let of_light: f64 =
            self.counts.iter().filter(|key| is_light(key)).map(|key| square(&key)).sum();
        of_heavy + of_light * self.scale()
    }

    /// Returns how many keys have more than so many records for sure.
    pub(super) fn above(&self, records: u64) -> u64 {
        self.heaviest().iter().filter(|key| key.records > records).count() as u64
    }

    /// Returns the keys with the most records, most first; equal ones in the order of their bytes.
    pub(super) fn hottest(&self, top: usize, of: u64) -> Vec<HotKey> {
        // The heap's first is the lightest.
        let mut heap: BinaryHeap<(Reverse<u64>, Vec<u8>)> = BinaryHeap::new();
        let (keys, mut key) = (self.heaviest(), Vec::new());
        for counted in keys.iter() {
            let records = Reverse(counted.records);
            if heap.len() >= top {
                // Most keys are lighter than all of them, which is seen without their bytes.
                match heap.peek() {
                    Some((lightest, _)) if records <= *lightest => counted.key_into(&mut key),
                    _ => continue,
                }
                if heap.peek().is_some_and(|(last, of)| (last, of) <= (&records, &key)) {
                    continue;
                }
                heap.pop();
            }
            counted.key_into(&mut key);
            heap.push((records, key.clone()));
        }
        let hottest = heap.into_sorted_vec().into_iter().filter_map(|(_, key)| {
            let counted = keys.get(&key)?;
            Some(HotKey {
                records: counted.records,
                records_at_most: counted.records.saturating_add(counted.unseen),
                share: if of == 0 { 0.0 } else { counted.records as f64 / of as f64 },
                lies_on: counted.partitions().to_vec(),
                key,
            })
        });
        hottest.collect()
    }

    fn heaviest(&self) -> &KeyCounts {
        self.beyond.as_ref().map_or(&self.counts, |beyond| beyond.heavy.counts())
    }

    #[cold]
    fn sample_fewer(&mut self) {
        let beyond = self.beyond.get_or_insert_with(|| {
            let mut distinct = HyperLogLog::with_hasher(PRECISION, DefaultHashBuilder::default());
            self.counts.iter().for_each(|key| distinct.insert_hash(key.digest()));
            let heavy = (self.most_keys / HEAVY).max(1);
            let heavy = HeavyKeys::of(&self.counts, heavy, self.most_words);
            self.most_keys = (self.most_keys / SAMPLED).max(2);
            Beyond { digest_below: u64::MAX / SAMPLED as u64, distinct, heavy }
        });
        beyond.digest_below /= 2;
        let below = beyond.digest_below;
        self.counts.retain(|key| key.digest() < below);
    }
}
