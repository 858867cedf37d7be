//! The kernels of this machine, by the partitioner that they place for.

use copartition::{Kernel, Keys, PartitionCount, Partitioner};

use crate::columns::Window;
use crate::rounds::Candidate;

pub(crate) const PARTITIONS: u32 = 12;

/// The kernels that a machine may have, as the bars name them.
const NAMES: [&str; 4] = ["avx512", "avx2", "portable-avx2", "portable"];

/// Says which kernels this machine lacks, so that their bars are not measured rather than missed.
#[expect(clippy::print_stdout, reason = "the rows are what this program is for")]
pub(crate) fn print_absent() {
    for name in NAMES {
        if !Kernel::available().any(|kernel| kernel.name() == name) {
            println!("absent\t{name}\tthis processor cannot run it");
        }
    }
}

/// The kernels of this machine, and doing without.
fn ways() -> impl Iterator<Item = (&'static str, Option<Kernel>)> {
    let kernels = Kernel::available().map(|kernel| (kernel.name(), Some(kernel)));
    kernels.chain([("single calls", None)])
}

/// Places a column that was checked before, in each way.
pub(crate) fn placing(partitioner: &str) -> Result<Vec<Candidate>, String> {
    let (partitioner, n) = (named(partitioner)?, partitions()?);
    let candidate = |(name, kernel)| {
        let place = move |column: Window<'_>, out: &mut [i32]| {
            placed(partitioner.place_batch_with(kernel, &column.keys, n, out));
        };
        Candidate::new(name, place)
    };
    Ok(ways().map(candidate).collect())
}

/// Counts the keys of such a column on each partition, which the first numbers of `out` become.
pub(crate) fn counting(partitioner: &str) -> Result<Vec<Candidate>, String> {
    let (partitioner, n) = (named(partitioner)?, partitions()?);
    let candidate = |(name, kernel)| {
        let count = move |column: Window<'_>, out: &mut [i32]| {
            let mut counts = [0; PARTITIONS as usize];
            let counted = partitioner.count_batch_with(kernel, &column.keys, n, &mut counts);
            placed(counted.map(|_| shown(&counts, out)));
        };
        Candidate::new(name, count)
    };
    Ok(ways().map(candidate).collect())
}

/// Writes counts where partitions are written, so that candidates can be compared.
pub(crate) fn shown(counts: &[u64], out: &mut [i32]) {
    for (out, count) in out.iter_mut().zip(counts) {
        *out = *count as i32;
    }
}

/// Checks a column and places it, as whoever has it from somewhere else does.
pub(crate) fn checking(partitioner: &str) -> Result<Candidate, String> {
    let (partitioner, n) = (named(partitioner)?, partitions()?);
    Ok(Candidate::new("check, place_batch", move |column, out| {
        let keys = Keys::with_offsets(column.bytes, column.offsets);
        placed(keys.and_then(|keys| partitioner.place_batch(&keys, n, out)));
    }))
}

pub(crate) fn partitions() -> Result<PartitionCount, String> {
    PartitionCount::new(PARTITIONS).ok_or_else(|| "not a partition count".into())
}

pub(crate) fn named(partitioner: &str) -> Result<&'static Partitioner, String> {
    Partitioner::named(partitioner).map_err(|why| why.to_string())
}

/// A column that cannot be placed ends the program.
#[expect(clippy::panic, reason = "timing an error would be worse")]
pub(crate) fn placed(result: Result<(), copartition::Error>) {
    if let Err(why) = result {
        panic!("{why}");
    }
}
