use super::key_counts::{Hint, KeyCounts};

/// The keys with the most records, in bounded memory and with a guaranteed error: Space-Saving
/// (Metwally, Agrawal, El Abbadi 2005), where the lighter half of the counted keys gives way at
/// once (Anderson et al. 2017), so that a record costs one look-up.
///
/// A counted key has its `records` at least, and its `unseen` more at most; a key that is not
/// counted has at most [`floor`](Self::floor). With m keys kept and N records the floor is at most
/// N / m: each time it rises by some number, m counted keys and more hold that number and lose it.
pub(super) struct HeavyKeys {
    counts: KeyCounts,
    most_keys: usize,
    most_words: usize,
    floor: u64,
}

impl HeavyKeys {
    /// Starts with the heaviest of the keys, all of whose records were seen.
    pub(super) fn of(all: &KeyCounts, most_keys: usize, most_words: usize) -> Self {
        let mut heavy = Self { counts: KeyCounts::default(), most_keys, most_words, floor: 0 };
        heavy.raise_floor(all);
        for counted in all.iter().filter(|counted| counted.records > heavy.floor) {
            heavy.counts.add_all_of(&counted);
        }
        heavy
    }

    #[inline]
    pub(super) fn add(&mut self, key: &[u8], digest: u64, records: u64, partition: Option<u32>) {
        self.counts.add(key, digest, Hint::NONE, records, partition, self.floor);
        if self.counts.len() > 2 * self.most_keys || self.counts.words() > self.most_words {
            self.keep_heaviest();
        }
    }

    pub(super) fn counts(&self) -> &KeyCounts {
        &self.counts
    }

    /// The most records that a key has which is not counted.
    pub(super) fn floor(&self) -> u64 {
        self.floor
    }

    #[cold]
    fn keep_heaviest(&mut self) {
        let counts = std::mem::take(&mut self.counts);
        self.raise_floor(&counts);
        self.counts = counts;
        let floor = self.floor;
        self.counts.retain(|key| key.records.saturating_add(key.unseen) > floor);
    }

    /// The first that gives way sets the floor, and those that are no heavier go with it.
    fn raise_floor(&mut self, all: &KeyCounts) {
        let mut at_most: Vec<u64> =
            all.iter().map(|key| key.records.saturating_add(key.unseen)).collect();
        let kept = self.most_keys.min(at_most.len() / 2);
        if kept < at_most.len() {
            let (_, &mut floor, _) =
                at_most.select_nth_unstable_by(kept, |one, other| other.cmp(one));
            self.floor = self.floor.max(floor);
        }
    }
}
