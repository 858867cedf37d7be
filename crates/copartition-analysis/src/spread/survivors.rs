use crate::samples::LogEntry;

/// The offsets of one partition.
#[derive(Clone, Copy)]
struct Span {
    first: i64,
    last: i64,
    records: u64,
}

/// The offsets of each partition: whether records are gone.
#[derive(Default)]
pub(super) struct Offsets(Vec<Option<Span>>);

impl Offsets {
    pub(super) fn add(&mut self, partition: u32, log: &LogEntry) {
        let Some(offset) = log.offset else { return };
        let at = partition as usize;
        if self.0.len() <= at {
            self.0.resize(at + 1, None);
        }
        if let Some(span) = self.0.get_mut(at) {
            let known = span.unwrap_or(Span { first: offset, last: offset, records: 0 });
            *span = Some(Span {
                first: known.first.min(offset),
                last: known.last.max(offset),
                records: known.records + 1,
            });
        }
    }

    /// The share of the offsets from each partition's first to its last that no record has; `None`
    /// where the input says none.
    pub(super) fn gone(&self) -> Option<f64> {
        let spans = || self.0.iter().flatten();
        let offsets: f64 = spans().map(|span| span.last as f64 - span.first as f64 + 1.0).sum();
        let records: f64 = spans().map(|span| span.records as f64).sum();
        (offsets > 0.0).then(|| (1.0 - records / offsets).max(0.0))
    }
}
