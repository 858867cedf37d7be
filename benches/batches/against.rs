//! Kernels against the loops that people write, against memory, and against the portable kernel.

use crate::columns::{Column, Shape, Window};
use crate::kernels::{self, PARTITIONS};
use crate::peers;
use crate::rounds::{Candidate, Place, measure, rows};

/// A hash, the partitioner that has it, and what people write for both.
struct Peer {
    hash: &'static str,
    partitioner: &'static str,
    naive: fn(Window<'_>, &mut [i32]),
}

const PEERS: [Peer; 3] = [
    Peer {
        hash: "murmur2",
        partitioner: "java",
        naive: |keys, out| peers::place(keys, PARTITIONS, out, peers::murmur2, peers::masked),
    },
    Peer {
        hash: "crc32",
        partitioner: "librdkafka:consistent",
        naive: |keys, out| peers::place(keys, PARTITIONS, out, peers::crc32, peers::unsigned),
    },
    Peer {
        hash: "fnv1a",
        partitioner: "sarama:hash",
        naive: |keys, out| peers::place(keys, PARTITIONS, out, peers::fnv1a, peers::absolute),
    },
];

/// Every hash against its loop, with the keys in the cache.
pub(crate) fn loops() -> Result<(), String> {
    PEERS.iter().try_for_each(|peer| race(peer, "in cache", Place::Cache))
}

/// murmur2 against its loop and against reading and writing alone, with the keys in memory.
pub(crate) fn memory() -> Result<(), String> {
    PEERS.iter().take(1).try_for_each(|peer| race(peer, "from memory", Place::Memory))
}

fn race(peer: &Peer, suffix: &str, place: Place) -> Result<(), String> {
    let group = format!("{}, {suffix}", peer.hash);
    for shape in Shape::USUAL {
        let column = Column::new(shape, rows(place, shape.mean()).0);
        let mut candidates = vec![Candidate::new("naive", peer.naive)];
        candidates.extend(kernels::placing(peer.partitioner)?);
        candidates.push(kernels::checking(peer.partitioner)?);
        candidates.push(Candidate::new("floor", peers::floor));
        measure(&group, &column, place, &candidates)?;
    }
    Ok(())
}

/// Every kernel on shapes that may be bad for it.
pub(crate) fn shapes() -> Result<(), String> {
    for peer in &PEERS {
        let group = format!("{}, any shape", peer.hash);
        for shape in Shape::TRICKY {
            let column = Column::new(shape, rows(Place::Cache, shape.mean()).0);
            measure(&group, &column, Place::Cache, &kernels::placing(peer.partitioner)?)?;
        }
    }
    Ok(())
}

/// Columns of numbers against serializing each.
pub(crate) fn numbers() -> Result<(), String> {
    for shape in [Shape::Int, Shape::Long] {
        let column = Column::new(shape, rows(Place::Cache, shape.mean()).0);
        let naive = |keys: Window<'_>, out: &mut [i32]| peers::place_numbers(keys, PARTITIONS, out);
        let mut candidates = vec![Candidate::new("naive", naive)];
        candidates.extend(kernels::placing("java")?);
        measure("murmur2 of numbers", &column, Place::Cache, &candidates)?;
    }
    Ok(())
}

/// Histograms against a loop that counts.
pub(crate) fn counts() -> Result<(), String> {
    for shape in Shape::USUAL {
        let column = Column::new(shape, rows(Place::Cache, shape.mean()).0);
        let naive = |keys: Window<'_>, out: &mut [i32]| {
            let mut counts = [0; PARTITIONS as usize];
            peers::count(keys, PARTITIONS, &mut counts);
            kernels::shown(&counts, out);
        };
        let mut candidates = vec![Candidate::new("naive", naive)];
        candidates.extend(kernels::counting("java")?);
        measure("counts, in cache", &column, Place::Cache, &candidates)?;
    }
    Ok(())
}
