//! Rounds in which the candidates take turns, each on keys that it has not seen for long.

use std::hint::black_box;
use std::time::Instant;

use crate::columns::{Column, Window};

/// Keys that are timed at once when they are in the cache.
pub(crate) const CHUNK: usize = 4096;
/// Rounds a cell.
const ROUNDS: usize = 60;
/// Bytes that a round reads from memory, for each candidate.
const WINDOW_BYTES: usize = 24 << 20;

/// Something that fills the numbers from the rows of a column.
pub(crate) struct Candidate {
    name: &'static str,
    run: Run,
}

type Run = Box<dyn Fn(Window<'_>, &mut [i32])>;

impl Candidate {
    pub(crate) fn new(name: &'static str, run: impl Fn(Window<'_>, &mut [i32]) + 'static) -> Self {
        Self { name, run: Box::new(run) }
    }
}

/// Where the keys are when they are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// 4096 fresh keys at a time, whose cache lines were touched just before.
    Cache,
    /// In a column that is many times as large as the caches.
    Memory,
}

/// How many rows a column needs for a place, and those that a round takes of it.
pub(crate) fn rows(place: Place, bytes_a_row: usize) -> (usize, usize) {
    match place {
        // Enough that no branch predictor knows them the next time.
        Place::Cache => {
            let rows = if bytes_a_row > 200 { 16 * CHUNK } else { 64 * CHUNK };
            (rows, rows)
        }
        Place::Memory => {
            let rows = (WINDOW_BYTES / (bytes_a_row + 8)).next_multiple_of(CHUNK);
            (12 * rows, rows)
        }
    }
}

/// Times the candidates on one column, and prints a line each.
///
/// # Errors
///
/// When one gives another answer than the first.
pub(crate) fn measure(
    group: &str,
    column: &Column,
    place: Place,
    candidates: &[Candidate],
) -> Result<(), String> {
    let size = column.shape.name();
    agree(group, column, candidates)?;
    let (_, rows) = rows(place, column.shape.mean());
    let mut out = vec![0; rows];
    let mut samples = Samples::new(candidates.iter().map(|candidate| candidate.name));
    let mut first = 0;
    for round in 0..ROUNDS {
        for turn in 0..candidates.len() {
            let index = (round + turn) % candidates.len();
            let Some(candidate) = candidates.get(index) else { continue };
            if first + rows > column.len() {
                first = 0;
            }
            let nanoseconds = match place {
                Place::Memory => {
                    let keys = column.window(first, rows)?;
                    thread_time(|| (candidate.run)(keys, &mut out)) / rows as f64
                }
                Place::Cache => in_cache(column, first, rows, candidate, &mut out)?,
            };
            samples.push(index, nanoseconds);
            first += rows;
        }
    }
    samples.print(group, &size);
    Ok(())
}

/// The median over the chunks of a round: whoever else runs on the machine disturbs a few.
fn in_cache(
    column: &Column,
    first: usize,
    rows: usize,
    candidate: &Candidate,
    out: &mut [i32],
) -> Result<f64, String> {
    let mut chunks = Vec::with_capacity(rows / CHUNK);
    for first in (first..first + rows).step_by(CHUNK) {
        let keys = column.window(first, CHUNK)?;
        let out = out.get_mut(..keys.len()).ok_or("a column of too few rows")?;
        touch(keys, out);
        let started = Instant::now();
        (candidate.run)(keys, out);
        chunks.push(started.elapsed().as_nanos() as f64 / keys.len() as f64);
    }
    Ok(median(chunks))
}

/// Brings the keys into the cache, and tells the branch predictor nothing.
pub(crate) fn touch(keys: Window<'_>, out: &mut [i32]) {
    let bytes = keys.key_bytes().iter().step_by(64).fold(0, |sum, byte| sum ^ byte);
    let offsets = keys.offsets.iter().step_by(16).fold(0, |sum, offset| sum ^ offset);
    let ints = keys.ints.iter().fold(0, |sum, int| sum ^ int);
    let longs = keys.longs.iter().fold(0, |sum, long| sum ^ long);
    black_box((bytes, offsets, ints, longs));
    black_box(out).fill(0);
}

fn agree(group: &str, column: &Column, candidates: &[Candidate]) -> Result<(), String> {
    let keys = column.window(0, 4 * CHUNK)?;
    let mut wanted: Option<Vec<i32>> = None;
    for candidate in candidates.iter().filter(|candidate| !candidate.name.starts_with("floor")) {
        let mut out = vec![0; keys.len()];
        (candidate.run)(keys, &mut out);
        let wanted = wanted.get_or_insert_with(|| out.clone());
        if *wanted != out {
            let size = column.shape.name();
            return Err(format!("{group}, {size}: {} is wrong", candidate.name));
        }
    }
    Ok(())
}

/// The nanoseconds a key of each candidate in each round.
pub(crate) struct Samples {
    of: Vec<(&'static str, Vec<f64>)>,
}

impl Samples {
    pub(crate) fn new(names: impl Iterator<Item = &'static str>) -> Self {
        Self { of: names.map(|name| (name, Vec::new())).collect() }
    }

    pub(crate) fn push(&mut self, index: usize, nanoseconds: f64) {
        if let Some((_, samples)) = self.of.get_mut(index) {
            samples.push(nanoseconds);
        }
    }

    /// Prints the group, the size, the candidate and its samples, tabs between.
    #[expect(clippy::print_stdout, reason = "the rows are what this program is for")]
    pub(crate) fn print(&self, group: &str, size: &str) {
        for (name, samples) in &self.of {
            let samples: Vec<String> = samples.iter().map(|ns| format!("{ns:.4}")).collect();
            println!("{group}\t{size}\t{name}\t{}", samples.join(","));
        }
    }
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The CPU time of this thread in nanoseconds, so that whoever else runs does not count.
pub(crate) fn thread_time(run: impl FnOnce()) -> f64 {
    let started = thread_nanoseconds();
    run();
    thread_nanoseconds() - started
}

fn thread_nanoseconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` can be written.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}
