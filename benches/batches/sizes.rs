//! From one key a call to a hundred million.

use std::hint::black_box;
use std::time::Instant;

use copartition::{Keys, PartitionCount, Partitioner, Placement, UNKEYED};

use crate::columns::{Column, Shape, Window};
use crate::kernels::{named, partitions, placed};
use crate::rounds::{CHUNK, Samples, median, thread_time, touch};

/// Keys a call, where a call may cost more than its keys.
const SMALL: [usize; 4] = [1, 8, 64, 1000];
const ROUNDS: usize = 40;

/// Small batches against the single call in a loop, over the same keys in the cache.
pub(crate) fn small() -> Result<(), String> {
    for shape in [Shape::User, Shape::Uuid, Shape::Mixed(1, 32)] {
        let column = Column::new(shape, 64 * CHUNK);
        for size in SMALL {
            small_batches(&column, size)?;
        }
    }
    Ok(())
}

/// What the two ways start from.
struct Chunk<'a> {
    keys: Vec<&'a [u8]>,
    batches: Vec<Keys<'a>>,
}

type Way = fn(&Partitioner, PartitionCount, &Chunk<'_>, &mut [i32]);

const WAYS: [(&str, Way); 2] = [("single calls", singly), ("place_batch", in_batches)];

fn singly(partitioner: &Partitioner, n: PartitionCount, chunk: &Chunk<'_>, out: &mut [i32]) {
    for (key, out) in chunk.keys.iter().zip(out) {
        *out = match partitioner.place(Some(key), n) {
            Placement::Partition(partition) => partition.cast_signed(),
            Placement::Unkeyed | Placement::Refused => UNKEYED,
        };
    }
}

fn in_batches(partitioner: &Partitioner, n: PartitionCount, chunk: &Chunk<'_>, out: &mut [i32]) {
    let mut out = out;
    for keys in &chunk.batches {
        placed(partitioner.place_batch(keys, n, out));
        out = out.get_mut(keys.len()..).unwrap_or_default();
    }
}

fn small_batches(column: &Column, size: usize) -> Result<(), String> {
    let (java, n) = (black_box(named("java")?), black_box(partitions()?));
    let mut samples = Samples::new(WAYS.iter().map(|(name, _)| *name));
    let mut out = vec![0; CHUNK];
    for round in 0..ROUNDS {
        for turn in 0..WAYS.len() {
            let index = (round + turn) % WAYS.len();
            let Some((_, way)) = WAYS.get(index) else { continue };
            let mut times = Vec::new();
            for first in (0..column.len()).step_by(CHUNK) {
                let window = column.window(first, CHUNK)?;
                let chunk = Chunk::new(window, column, first, size)?;
                touch(window, &mut out);
                let started = Instant::now();
                way(java, n, &chunk, &mut out);
                times.push(started.elapsed().as_nanos() as f64 / CHUNK as f64);
            }
            samples.push(index, median(times));
        }
    }
    samples.print(&format!("batches of {}", column.shape.name()), &size.to_string());
    Ok(())
}

impl<'a> Chunk<'a> {
    fn new(
        window: Window<'a>,
        column: &'a Column,
        first: usize,
        size: usize,
    ) -> Result<Self, String> {
        let pairs = window.offsets.iter().zip(window.offsets.iter().skip(1));
        let key = |(start, end): (&i32, &i32)| {
            window.bytes.get(*start as usize..*end as usize).unwrap_or_default()
        };
        let starts = (first..first + window.len()).step_by(size);
        let batches = starts.map(|start| {
            let len = size.min(first + window.len() - start);
            column.window(start, len).map(|window| window.keys)
        });
        Ok(Self { keys: pairs.map(key).collect(), batches: batches.collect::<Result<_, _>>()? })
    }
}

/// Keys of a column, the largest that is placed in one call.
const LARGEST: usize = 100_000_000;
/// Keys that smaller calls place together in a round.
const TOGETHER: usize = 10_000_000;
const GROWTH_ROUNDS: usize = 12;

/// Calls of a thousand to a hundred million keys, each against calls of a million: all over the
/// same column, which is always read from memory, and checked on the way.
pub(crate) fn growth() -> Result<(), String> {
    let column = Column::new(Shape::User, LARGEST);
    let mut out = vec![0; LARGEST];
    let sizes: Vec<usize> = (3..=8).map(|zeros| 10_usize.pow(zeros)).collect();
    let mut samples: Vec<Samples> = sizes
        .iter()
        .map(|_| Samples::new(["calls of this size", "calls of 1e6"].into_iter()))
        .collect();
    let mut first = 0;
    for round in 0..GROWTH_ROUNDS {
        for (&size, samples) in sizes.iter().zip(&mut samples) {
            for turn in 0..2 {
                let index = (round + turn) % 2;
                let size = if index == 0 { size } else { 1_000_000 };
                let together = TOGETHER.max(size);
                if first + together > column.len() {
                    first = 0;
                }
                let nanoseconds = placing_in_calls(&column, first, together, size, &mut out)?;
                samples.push(index, nanoseconds / together as f64);
                first += together;
            }
        }
    }
    for (size, samples) in sizes.iter().zip(&samples) {
        samples.print("growth in keys", &format!("1e{}", size.ilog10()));
    }
    Ok(())
}

fn placing_in_calls(
    column: &Column,
    first: usize,
    together: usize,
    size: usize,
    out: &mut [i32],
) -> Result<f64, String> {
    let (java, n) = (named("java")?, partitions()?);
    let mut why = None;
    let nanoseconds = thread_time(|| {
        for start in (first..first + together).step_by(size) {
            match (column.window(start, size), out.get_mut(start..start + size)) {
                (Ok(window), Some(out)) => placed(java.place_batch(&window.keys, n, out)),
                (Err(error), _) => why = Some(error),
                (Ok(_), None) => why = Some("a column of too few rows".into()),
            }
        }
    });
    why.map_or(Ok(nanoseconds), Err)
}

/// Bytes of a column of long keys.
const LONG_BYTES: usize = 64 << 20;

/// Keys of a hundred bytes to a hundred thousand, each against keys of a thousand, by the byte.
pub(crate) fn growth_in_bytes() -> Result<(), String> {
    let sizes: [usize; 4] = [100, 1_000, 10_000, 100_000];
    let columns = sizes.map(|size| Column::new(Shape::Bytes(size), LONG_BYTES / size));
    let mut out = vec![0; LONG_BYTES / 100];
    let mut samples =
        sizes.map(|_| Samples::new(["keys of this size", "keys of 1e3 bytes"].into_iter()));
    let [_, thousand, ..] = &columns;
    for round in 0..GROWTH_ROUNDS {
        for (column, samples) in columns.iter().zip(&mut samples) {
            for turn in 0..2 {
                let index = (round + turn) % 2;
                let column = if index == 0 { column } else { thousand };
                let nanoseconds =
                    placing_in_calls(column, 0, column.len(), column.len(), &mut out)?;
                samples.push(index, nanoseconds * 1000.0 / column.bytes.len() as f64);
            }
        }
    }
    for (size, samples) in sizes.iter().zip(&samples) {
        samples.print("growth in bytes", &format!("1e{} B", size.ilog10()));
    }
    Ok(())
}
