//! Every kernel of this machine gives what the single call gives, and stays inside its buffers.
//!
//! Keys, offsets, bitmaps and results lie between pages that end the program when they are touched.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a case that cannot be built has to stop"
)]

mod cases;
mod column;
mod guarded;
mod lines;

use copartition::{Kernel, Keys, PARTITIONERS, PartitionCount, Validity};

use crate::cases::{Cases, Draws, few};
use crate::column::{Cut, Kind, Rows, bitmap, with_column};
use crate::guarded::{Edge, Guarded};

/// A partitioner of each hash that has kernels.
const HASHES: [&str; 3] = ["java", "librdkafka:consistent", "sarama:hash"];

#[test]
fn the_portable_kernel_is_the_last_of_those_that_the_processor_can_run() {
    let names: Vec<&str> = Kernel::available().map(|kernel| kernel.name()).collect();
    assert_eq!(names.last(), Some(&"portable"));
    #[cfg(target_arch = "x86_64")]
    {
        let has_avx2 = is_x86_feature_detected!("avx2");
        let has_avx512 = is_x86_feature_detected!("avx512bw");
        assert_eq!(names.contains(&"avx2"), has_avx2, "{names:?}");
        assert_eq!(names.contains(&"avx512"), has_avx512, "{names:?}");
    }
    eprintln!("kernels: {}", names.join(", "));
}

#[test]
fn every_length_is_hashed_alike_from_every_alignment() {
    let mut cases = Cases::new();
    let ascending: Rows = few(0..=300, 20).map(|length| Some(key(length, length))).collect();
    let mut shuffled = ascending.clone();
    Draws(3).shuffle(&mut shuffled);
    for rows in [&ascending, &shuffled] {
        for bytes_before in few(0..64, 40) {
            let cut = Cut { bytes_before, ..Cut::at(Edge::Start) };
            with_column(Kind::Offsets32, rows, cut, |keys| cases.hashes(&keys, rows));
        }
    }
    cases.were(2 * few(0..64, 40).count() * HASHES.len());
}

#[test]
fn no_kernel_looks_beyond_the_first_or_the_last_key() {
    let mut cases = Cases::new();
    let kinds = [Kind::Offsets32, Kind::Separated, Kind::Views, Kind::Slices];
    for length in few(0..=300, 150) {
        for (kind, edge) in pairs(&kinds, &Edge::BOTH) {
            let mut rows: Rows = [length, 5, length, 11].map(|len| Some(key(len, len + 7))).into();
            if edge == Edge::End {
                rows.reverse();
            }
            with_column(kind, &rows, Cut::at(edge), |keys| cases.hashes(&keys, &rows));
        }
    }
    cases.were(few(0..=300, 150).count() * kinds.len() * 2 * HASHES.len());
}

/// Few keys that are left are hashed in another way than many.
#[test]
fn no_kernel_looks_beyond_the_last_key_when_all_are_as_long() {
    let mut cases = Cases::new();
    let kinds = [Kind::Offsets32, Kind::Separated];
    for length in few(0..=300, 150) {
        let rows: Rows = (0..40).map(|row| Some(key(length, row))).collect();
        for kind in kinds {
            with_column(kind, &rows, Cut::at(Edge::End), |keys| cases.hashes(&keys, &rows));
        }
    }
    cases.were(few(0..=300, 150).count() * kinds.len() * HASHES.len());
}

#[test]
fn every_size_of_a_batch_equals_the_single_calls() {
    let mut cases = Cases::new();
    let all = Draws(5).rows(1000, |draws| draws.below(25), 0);
    for size in few(0..=1000, 490) {
        let rows = all[1000 - size..].to_vec();
        let edge = Edge::BOTH[size % 2];
        with_column(Kind::Offsets32, &rows, Cut::at(edge), |keys| {
            cases.check("java", 12, &keys, &rows);
            if size < 200 {
                cases.check("librdkafka:consistent", 12, &keys, &rows);
                cases.check("sarama:hash", 12, &keys, &rows);
            }
        });
    }
    let small = few(0..=1000, 490).filter(|&size| size < 200).count();
    cases.were(few(0..=1000, 490).count() + 2 * small);
}

#[test]
fn every_kind_of_column_equals_the_single_calls_wherever_it_is_cut_out() {
    let mut cases = Cases::new();
    let sizes: &[usize] =
        if cfg!(miri) { &[40] } else { &[0, 1, 8, 15, 16, 17, 63, 64, 65, 130, 200] };
    let nulls: Vec<(usize, bool)> =
        few([(0, false), (0, true), (7, true), (60, true), (100, true)].into_iter(), 2).collect();
    let cuts: Vec<(usize, Edge)> =
        few([(0, Edge::Start), (1, Edge::End), (7, Edge::End), (13, Edge::Start)].into_iter(), 4)
            .collect();
    let mut columns = 0;
    for &size in sizes {
        for (missing_of_100, bitmap) in nulls.iter().copied() {
            let rows = Draws(size as u64 + 9).rows(size, |draws| draws.below(40), missing_of_100);
            for (kind, (before, edge)) in pairs(&Kind::ALL, &cuts) {
                let cut = Cut { edge, bytes_before: before, bits_before: before, bitmap };
                with_column(kind, &rows, cut, |keys| cases.hashes(&keys, &rows));
                columns += 1;
            }
        }
    }
    cases.were(columns * HASHES.len());
    assert_eq!(columns, sizes.len() * nulls.len() * Kind::ALL.len() * cuts.len());
}

#[test]
fn every_fixed_width_equals_the_single_calls() {
    let mut cases = Cases::new();
    let sizes: Vec<usize> = few([0, 1, 16, 63, 65, 200].into_iter(), 4).collect();
    for width in few((0..=40).chain([100, 256, 1000]), 20) {
        for (size, edge) in pairs(&sizes, &Edge::BOTH) {
            let bytes = Draws(width as u64).bytes(width * size);
            let rows: Rows =
                (0..size).map(|row| Some(bytes[row * width..][..width].to_vec())).collect();
            let guarded = Guarded::new(&bytes, edge);
            let keys = Keys::fixed(&guarded, width, size).unwrap();
            cases.hashes(&keys, &rows);
            with_nulls(keys, &rows, edge, |keys, rows| cases.hashes(&keys, rows));
        }
    }
    let widths = few((0..=40).chain([100, 256, 1000]), 20).count();
    cases.were(widths * sizes.len() * 2 * 2 * HASHES.len());
}

#[test]
fn numbers_are_hashed_as_kafka_writes_them() {
    let mut cases = Cases::new();
    let sizes: Vec<usize> = few((0..=70).chain([127, 128, 129, 500]), 40).collect();
    for (size, edge) in pairs(&sizes, &Edge::BOTH) {
        let mut draws = Draws(size as u64);
        let mut longs: Vec<i64> =
            (0..size).map(|_| (draws.next() << 40 ^ draws.next() << 11) as i64).collect();
        for (long, edge) in longs.iter_mut().zip([0, 1, -1, i64::MIN, i64::MAX]) {
            *long = edge;
        }
        let ints: Vec<i32> = longs.iter().map(|&long| (long ^ long >> 32) as i32).collect();
        let rows: Rows = ints.iter().map(|int| Some(int.to_be_bytes().to_vec())).collect();
        let guarded = Guarded::new(&ints, edge);
        cases.hashes(&Keys::ints(&guarded), &rows);
        with_nulls(Keys::ints(&guarded), &rows, edge, |keys, rows| cases.hashes(&keys, rows));
        let rows: Rows = longs.iter().map(|long| Some(long.to_be_bytes().to_vec())).collect();
        let guarded = Guarded::new(&longs, edge);
        cases.hashes(&Keys::longs(&guarded), &rows);
        with_nulls(Keys::longs(&guarded), &rows, edge, |keys, rows| cases.hashes(&keys, rows));
    }
    cases.were(sizes.len() * 2 * 4 * HASHES.len());
}

#[test]
#[cfg_attr(miri, ignore = "tests/batches.rs has every partitioner, and is interpreted too")]
fn every_partitioner_places_a_batch_like_single_keys_for_every_count() {
    let mut cases = Cases::new();
    let powers = (0..31).map(|power| 1 << power);
    let counts: Vec<u32> = powers
        .chain([3, 6, 7, 12, 100, 1000, 0x4000_0001, PartitionCount::MAX - 1, PartitionCount::MAX])
        .collect();
    let size = 150;
    let keyed = Draws(17).rows(size, |draws| 1 + draws.below(30), 0);
    let mut with_empty = keyed.clone();
    with_empty[size / 2] = Some(Vec::new());
    let mut with_missing = keyed.clone();
    with_missing[size / 3] = None;
    let mut check = |partitioner: &str, n, rows| {
        with_column(Kind::Offsets32, rows, Cut::at(Edge::End), |keys| {
            cases.check(partitioner, n, &keys, rows);
        });
    };
    for partitioner in PARTITIONERS {
        for &n in &counts {
            check(partitioner.name(), n, &keyed);
        }
        check(partitioner.name(), 12, &with_empty);
        check(partitioner.name(), 12, &with_missing);
    }
    cases.were(PARTITIONERS.len() * (counts.len() + 2));
}

#[test]
fn mixtures_of_short_and_long_keys_equal_the_single_calls() {
    let mut cases = Cases::new();
    let seeds = if cfg!(miri) { 1 } else { 15 };
    let size = if cfg!(miri) { 100 } else { 1000 };
    // Half of the keys of one or two bytes, a few of kilobytes.
    let length = |draws: &mut Draws| match draws.below(400) {
        0 => 1_000 + draws.below(9_000),
        _ => 256 / (1 + draws.below(256)),
    };
    for seed in 0..seeds {
        let rows = Draws(seed).rows(size, length, [0, 5][seed as usize % 2]);
        let kind = Kind::ALL[seed as usize % Kind::ALL.len()];
        with_column(kind, &rows, Cut::at(Edge::End), |keys| cases.hashes(&keys, &rows));
    }
    cases.were(seeds as usize * HASHES.len());
}

#[test]
fn a_long_key_is_in_nobodys_way_in_any_row() {
    let mut cases = Cases::new();
    for row in few(0..130, 50) {
        for long in few([17, 40, 300, 2_000].into_iter(), 2) {
            for (short, missing) in [(0, 0), (6, 0), (15, 20)] {
                let mut rows = Draws(9).rows(130, |_| short, missing);
                rows[row] = Some(key(long, row));
                rows[(row * 7 + 3) % 130] = Some(key(long + 1, row));
                with_column(Kind::Offsets32, &rows, Cut::at(Edge::Start), |keys| {
                    cases.check(HASHES[row % 3], 12, &keys, &rows);
                });
            }
        }
    }
    cases.were(few(0..130, 50).count() * few(0..4, 2).count() * 3);
}

#[test]
fn a_missing_key_is_missing_in_any_row() {
    let mut cases = Cases::new();
    let size = if cfg!(miri) { 70 } else { 200 };
    for row in few(0..size, 60) {
        let keyed = Draws(9).rows(size, |draws| draws.below(20), 0);
        let mut one_missing = keyed.clone();
        one_missing[row] = None;
        let mut one_there = vec![None; size];
        one_there[row].clone_from(&keyed[row]);
        for (rows, kind) in pairs(&[one_missing, one_there], &[Kind::Offsets32, Kind::Slices]) {
            let cut = Cut { bits_before: row % 9, ..Cut::at(Edge::End) };
            with_column(kind, &rows, cut, |keys| cases.hashes(&keys, &rows));
        }
    }
    cases.were(few(0..size, 60).count() * 4 * HASHES.len());
}

/// The same column with every fifth key missing.
fn with_nulls(keys: Keys<'_>, rows: &Rows, edge: Edge, use_it: impl FnOnce(Keys<'_>, &Rows)) {
    let missing = |(row, key): (usize, &Option<Vec<u8>>)| key.clone().filter(|_| row % 5 != 2);
    let rows: Rows = rows.iter().enumerate().map(missing).collect();
    let bits = Guarded::new(&bitmap(&rows, 3), edge);
    let validity = Validity::new(&bits, 3, rows.len()).unwrap();
    use_it(keys.with_validity(validity).unwrap(), &rows);
}

/// A key of so many bytes, none like its neighbor, some below 0 as signed ones.
fn key(length: usize, seed: usize) -> Vec<u8> {
    Draws(seed as u64 ^ 0xabcd).bytes(length)
}

fn pairs<A: Clone, B: Clone>(a: &[A], b: &[B]) -> impl Iterator<Item = (A, B)> {
    a.iter().flat_map(move |a| b.iter().map(move |b| (a.clone(), b.clone())))
}
