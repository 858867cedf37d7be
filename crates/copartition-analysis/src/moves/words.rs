//! What moves, in words.

use super::Moves;

impl Moves {
    /// Returns what moves in one sentence: of the keys that were added, or without any what is
    /// expected.
    pub fn sentence(&self) -> String {
        let expected = percent(self.expected_share());
        let keys = self.keys();
        if keys == 0 {
            return format!("{expected} of all keys are expected to move");
        }
        let moved = self.keys.values().filter(|key| key.from != key.to).count();
        let share = percent(moved as f64 / keys as f64);
        let keyed = self.records.saturating_sub(self.missing_key_records);
        let records = percent(self.moved_records() as f64 / keyed.max(1) as f64);
        format!(
            "{moved} of {keys} {} ({share}), with {records} of the keyed records; {expected} of all \
             keys are expected to",
            match moved {
                1 => "keys moves",
                _ => "keys move",
            }
        )
    }

    /// Returns what else is to be known of the change, in sentences.
    pub fn facts(&self) -> Vec<String> {
        let [n, m] = [self.from.count.get(), self.to.count.get()];
        let mut facts = Vec::new();
        if self.is_multiple() {
            let by = if m / n == 2 { format!("by {n}") } else { format!("by a multiple of {n}") };
            facts.push(format!(
                "{m} is a multiple of {n}: each key stays on its partition or moves {by}"
            ));
        }
        let less = self.counts_that_move_less();
        if !less.is_empty() {
            let counts: Vec<String> = less
                .iter()
                .map(|(count, share)| format!("{} ({})", count.get(), percent(*share)))
                .collect();
            let counts = counts.join(" or ");
            facts.push(format!("fewer keys would move with another count: {counts}"));
        }
        facts
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}
