//! A batch gives what single calls give, in every layout, whatever the lengths.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a case that cannot be built has to stop"
)]

use copartition::{ErrorId, Keys, PARTITIONERS, PartitionCount, Partitioner, UNKEYED, Validity};

/// Miri takes a hundred times as long, and gets a part of the cases.
const SLOWER: usize = if cfg!(miri) { 20 } else { 1 };
const ROWS: usize = 1000 / SLOWER;
const COUNTS: [u32; 8] = [1, 2, 3, 6, 7, 12, 1000, PartitionCount::MAX];

#[test]
fn a_batch_places_like_the_single_call_for_every_partitioner() {
    let keys = mixture(ROWS, 40);
    let slices: Vec<_> = keys.iter().map(Option::as_deref).collect();
    let keys = Keys::slices(&slices);
    let mut refusing = 0;
    for partitioner in PARTITIONERS {
        let mut out = vec![7; ROWS + 1];
        let refused = slices.iter().any(|key| partitioner.partition(*key, count(12)).is_err());
        let placed = partitioner.place_batch(&keys, count(12), &mut out);
        if refused {
            assert_eq!(placed.unwrap_err().id(), ErrorId::Refused);
            assert_eq!(out, [7; ROWS + 1], "{}", partitioner.name());
            refusing += 1;
            continue;
        }
        placed.unwrap();
        assert_eq!(out.pop(), Some(7));
        assert_eq!(out, singly(partitioner, &slices, 12), "{}", partitioner.name());
    }
    assert!(refusing > 0);
}

#[test]
fn a_batch_of_any_size_and_any_lengths_equals_the_single_calls() {
    let mut cases = 0;
    for name in ["java", "librdkafka:consistent", "sarama:hash", "platformatic"] {
        let partitioner = Partitioner::named(name).unwrap();
        let mut place = |keys: &[Option<Vec<u8>>], n| {
            let slices: Vec<_> = keys.iter().map(Option::as_deref).collect();
            let mut out = vec![0; slices.len()];
            partitioner.place_batch(&Keys::slices(&slices), count(n), &mut out).unwrap();
            assert_eq!(out, singly(partitioner, &slices, n), "{name}, {} keys", keys.len());
            cases += 1;
        };
        for longest in [0, 3, 16, 40, 300] {
            let keys = mixture(ROWS, longest);
            for n in COUNTS {
                place(&keys, n);
            }
        }
        for size in sizes().step_by(SLOWER) {
            place(&mixture(size, 24), 12);
        }
    }
    assert_eq!(cases, 4 * (5 * COUNTS.len() + sizes().step_by(SLOWER).count()));
    assert_eq!(sizes().count(), 204);
}

#[test]
fn every_length_is_hashed_alike_wherever_it_starts() {
    let bytes: Vec<u8> = (0..600_u32).map(|byte| (byte * 167) as u8).collect();
    let mut cases = 0;
    for name in ["java", "librdkafka", "sarama"] {
        let partitioner = Partitioner::named(name).unwrap();
        for start in 0..8 {
            for length in (0..=300).step_by(SLOWER) {
                let offsets = [start, start, start + length];
                let keys = Keys::with_offsets(&bytes, &offsets).unwrap();
                let mut hashes = [0; 2];
                partitioner.hash_batch(&keys, &mut hashes).unwrap();
                let wanted = [0, 1].map(|row| partitioner.hash(&keys.get(row).unwrap()).unwrap());
                assert_eq!(hashes, wanted, "{name} of {length} bytes from {start}");
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 3 * 8 * (0..=300).step_by(SLOWER).count());
}

#[test]
fn every_layout_gives_the_same_partitions() {
    let keys = mixture(777, 20);
    let slices: Vec<_> = keys.iter().map(Option::as_deref).collect();
    let java = Partitioner::named("java").unwrap();
    let wanted = singly(java, &slices, 12);

    let bytes: Vec<u8> = slices.iter().flat_map(|key| key.unwrap_or(b"gap")).copied().collect();
    let mut ends = vec![0_i64];
    let (mut bits, mut views) = (vec![0_u8; 780_usize.div_ceil(8)], Vec::new());
    for (row, key) in slices.iter().enumerate() {
        let start = *ends.last().unwrap();
        ends.push(start + key.unwrap_or(b"gap").len() as i64);
        *bits.get_mut((row + 3) / 8).unwrap() |= u8::from(key.is_some()) << ((row + 3) % 8);
        views.push(view(key.unwrap_or(b"gap"), start as u32));
    }
    let offsets: Vec<i32> = ends.iter().map(|&end| end as i32).collect();
    let (mut lines, mut separators) = (vec![b'\n'], vec![0]);
    for key in &slices {
        lines.extend_from_slice(key.unwrap_or(b"gap"));
        separators.push(lines.len() as i32);
        lines.push(b'\n');
    }
    let buffers = [&b"no key is here"[..], &bytes];
    let validity = Validity::new(&bits, 3, 777).unwrap();
    let distinct = Keys::slices(&slices);
    let indices: Vec<u32> = (0..777).rev().collect();
    let forwards: Vec<u32> = bits_of(&bits, 3)
        .zip(0..777)
        .map(|(there, row)| if there { row } else { u32::MAX })
        .collect();
    let (mut backwards, mut numbers) = (slices.clone(), Vec::new());
    backwards.reverse();
    let backwards = Keys::slices(&backwards);
    numbers.extend(bytes.as_chunks().0.iter().copied().map(i64::from_be_bytes));

    let columns = [
        Keys::slices(&slices),
        Keys::with_offsets(&bytes, &offsets).unwrap().with_validity(validity).unwrap(),
        Keys::with_large_offsets(&bytes, &ends).unwrap().with_validity(validity).unwrap(),
        Keys::views(&views, &buffers, Some(validity)).unwrap(),
        Keys::dictionary(&indices, &backwards, None).unwrap(),
        Keys::dictionary(&forwards, &distinct, Some(validity)).unwrap(),
        Keys::separated(&lines, &separators).unwrap().with_validity(validity).unwrap(),
    ];
    for keys in columns {
        let mut out = vec![0; 777];
        java.place_batch(&keys, count(12), &mut out).unwrap();
        assert_eq!(out, wanted);
        let mut counts = vec![0; 12];
        let unkeyed = java.count_batch(&keys, count(12), &mut counts).unwrap();
        assert_eq!(unkeyed, wanted.iter().filter(|&&placed| placed == UNKEYED).count() as u64);
        assert_eq!(counts.iter().sum::<u64>() + unkeyed, 777);
    }
    let fixed = Keys::fixed(&bytes, 8, bytes.len() / 8).unwrap();
    let chunks: Vec<_> = bytes.chunks_exact(8).map(Some).collect();
    let mut out = vec![0; chunks.len()];
    java.place_batch(&fixed, count(12), &mut out).unwrap();
    let wanted = singly(java, &chunks, 12);
    assert_eq!(out, wanted);
    java.place_batch(&Keys::longs(&numbers), count(12), &mut out).unwrap();
    assert_eq!(out, wanted);
    let pairs: Vec<i32> = bytes.as_chunks().0.iter().copied().map(i32::from_be_bytes).collect();
    let chunks: Vec<_> = bytes.chunks_exact(4).map(Some).collect();
    let mut out = vec![0; pairs.len()];
    java.place_batch(&Keys::ints(&pairs), count(12), &mut out).unwrap();
    assert_eq!(out, singly(java, &chunks, 12));
}

#[test]
fn a_column_that_lies_is_refused() {
    let offsets = |offsets: &[i32]| Keys::with_offsets(b"abcdef", offsets).map(|keys| keys.len());
    for good in [&[][..], &[3], &[0, 6], &[2, 2, 5], &[6, 6]] {
        assert_eq!(offsets(good).unwrap(), good.len().saturating_sub(1), "{good:?}");
    }
    for bad in [&[-1][..], &[0, 7], &[0, 3, 2], &[7, 7], &[0, i32::MIN], &[0, i32::MAX], &[5, 4]] {
        assert_eq!(offsets(bad).unwrap_err().id(), ErrorId::Offsets, "{bad:?}");
    }
    let wide = |offsets: &[i64]| Keys::with_large_offsets(b"abcdef", offsets).map(|_| ());
    for bad in [&[0, i64::MAX][..], &[i64::MIN, 0], &[0, 1 << 32, 6]] {
        assert_eq!(wide(bad).unwrap_err().id(), ErrorId::Offsets, "{bad:?}");
    }
    assert_eq!(
        offsets(&[0, 3, 9]).unwrap_err().to_string(),
        "offsets must ascend and stay inside the key bytes: offset 2 must be from 3 to 6, got 9"
    );
    let separators =
        |separators: &[i32]| Keys::separated(b"abcdef", separators).map(|keys| keys.len());
    for good in [&[][..], &[3], &[0, 6], &[2, 3, 4, 6], &[6]] {
        assert_eq!(separators(good).unwrap(), good.len().saturating_sub(1), "{good:?}");
    }
    for bad in [&[-1][..], &[0, 0], &[3, 2], &[0, 7], &[6, 6], &[0, i32::MAX], &[i32::MIN, 1]] {
        assert_eq!(separators(bad).unwrap_err().id(), ErrorId::Offsets, "{bad:?}");
    }
    assert!(Keys::fixed(b"abcdef", 4, 2).is_err());
    assert!(Keys::fixed(b"abcdef", usize::MAX, 2).is_err());
    assert_eq!(Keys::fixed(b"", 0, 3).unwrap().get(2).as_deref(), Some(&b""[..]));
    let keys = Keys::fixed(b"abcdef", 1, 6).unwrap();
    assert!(Validity::new(&[], 0, 6).is_err());
    assert!(Validity::new(&[0xff], 3, 6).is_err());
    assert!(Validity::new(&[0xff], usize::MAX, 6).is_err());
    let text =
        "offsets must ascend and stay inside the key bytes: validity of 6 keys wanted, got of 5";
    let short = Validity::new(&[0xff], 0, 5).unwrap();
    assert_eq!(keys.with_validity(short).unwrap_err().to_string(), text);
    let text = "offsets must ascend and stay inside the key bytes: index 1 must be below 6, got 6";
    assert_eq!(Keys::dictionary(&[5, 6], &keys, None).unwrap_err().to_string(), text);
    let missing = Validity::new(&[0b101], 0, 2).unwrap();
    assert!(Keys::dictionary(&[5, 6], &keys, Some(missing)).is_ok());
    assert!(Keys::dictionary(&[6, 5], &keys, Some(missing)).is_err());
    let long = *b"\x0d\0\0\0abcd\0\0\0\0\0\0\0\0";
    for (buffer, fits) in [(&b"thirteen byte"[..], true), (b"twelve bytes", false)] {
        assert_eq!(Keys::views(&[long], &[buffer], None).is_ok(), fits);
    }
    for lie in [
        *b"\xff\xff\xff\xff            ",
        *b"\x0d\0\0\0abcd\x01\0\0\0\0\0\0\0",
        *b"\x0d\0\0\0abcd\0\0\0\0\xff\xff\xff\xff",
        *b"\x0d\0\0\0abcd\xff\xff\xff\xff\0\0\0\0",
    ] {
        assert_eq!(Keys::views(&[lie], &[&[0; 99]], None).unwrap_err().id(), ErrorId::Offsets);
        let missing = Validity::new(&[0], 7, 1).unwrap();
        assert_eq!(Keys::views(&[lie], &[], Some(missing)).unwrap().get(0), None);
    }
}

#[test]
fn an_output_that_is_too_short_gets_nothing() {
    let keys = Keys::fixed(b"abcdef", 1, 6).unwrap();
    let java = Partitioner::named("java").unwrap();
    let (mut partitions, mut hashes, mut counts) = ([7; 5], [7; 5], [7; 11]);
    let errors = [
        java.place_batch(&keys, count(12), &mut partitions).unwrap_err(),
        java.hash_batch(&keys, &mut hashes).unwrap_err(),
        java.count_batch(&keys, count(12), &mut counts).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.id(), ErrorId::OutputLength);
    }
    assert_eq!((partitions, hashes, counts), ([7; 5], [7; 5], [7; 11]));
}

#[test]
fn the_first_refused_key_is_named() {
    let keys = [Some(&b"a"[..]), None, Some(b"b"), None];
    let pykafka = Partitioner::named("pykafka:hashing").unwrap();
    let error = pykafka.place_batch(&Keys::slices(&keys), count(3), &mut [0; 4]).unwrap_err();
    let text = "pykafka:hashing refuses a record without a key, key 1 of the batch";
    assert_eq!(error.to_string(), text);
}

/// Keys of all lengths up to `longest`, some missing, some empty.
fn mixture(keys: usize, longest: u64) -> Vec<Option<Vec<u8>>> {
    let mut draws = Draws(keys as u64 + 1000 * longest);
    let key = |draws: &mut Draws| {
        let length = draws.next() % (longest + 1);
        (0..length).map(|_| draws.next() as u8).collect()
    };
    (0..keys)
        .map(|_| match draws.next() % 20 {
            0 => None,
            1 => Some(Vec::new()),
            _ => Some(key(&mut draws)),
        })
        .collect()
}

fn bits_of(bits: &[u8], first: usize) -> impl Iterator<Item = bool> {
    (first..).map_while(|bit| bits.get(bit / 8).map(|byte| byte >> (bit % 8) & 1 == 1))
}

fn view(key: &[u8], start: u32) -> [u8; 16] {
    let mut view = [0; 16];
    let (length, rest) = view.split_at_mut(4);
    length.copy_from_slice(&(key.len() as u32).to_le_bytes());
    match rest.get_mut(..key.len()) {
        Some(inside) => inside.copy_from_slice(key),
        None => {
            rest.copy_from_slice(
                &[key.get(..4).unwrap(), &1_u32.to_le_bytes(), &start.to_le_bytes()].concat(),
            );
        }
    }
    view
}

fn sizes() -> impl Iterator<Item = usize> {
    (0..200).chain([511, 512, 513, 1000])
}

fn singly(partitioner: &Partitioner, keys: &[Option<&[u8]>], n: u32) -> Vec<i32> {
    let place = |key: &Option<&[u8]>| {
        let placed = partitioner.partition(*key, count(n)).unwrap();
        placed.map_or(UNKEYED, u32::cast_signed)
    };
    keys.iter().map(place).collect()
}

fn count(n: u32) -> PartitionCount {
    PartitionCount::new(n).unwrap()
}

/// Numbers that look drawn: the same for the same seed.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.0 >> 33
    }
}

#[test]
fn views_into_any_buffer_in_any_order_equal_the_single_calls() {
    let java = Partitioner::named("java").unwrap();
    let mut cases = 0;
    let sizes: &[usize] = if cfg!(miri) { &[33] } else { &[1, 31, 32, 33, 511, 512, 513, 1500] };
    for &size in sizes {
        for (shortest, longest) in [(0, 12), (13, 13), (13, 90), (12, 13), (0, 40)] {
            // So many keys a buffer, as if one were full.
            for in_one in [1, 31, 32, 40, 700, usize::MAX] {
                for reversed in [false, true] {
                    let length = |row: usize| shortest + row * 7 % (longest - shortest + 1);
                    let key = |row: usize| vec![(row * 31) as u8; length(row)];
                    let keys: Vec<Vec<u8>> = (0..size).map(key).collect();
                    let mut buffers = vec![Vec::new(); size / in_one + 1];
                    let mut views = vec![[0_u8; 16]; size];
                    let order: Vec<usize> =
                        if reversed { (0..size).rev().collect() } else { (0..size).collect() };
                    for row in order {
                        let (key, view) = (&keys[row], &mut views[row]);
                        view[..4].copy_from_slice(&(key.len() as u32).to_le_bytes());
                        if key.len() <= 12 {
                            view[4..4 + key.len()].copy_from_slice(key);
                            continue;
                        }
                        let at = buffers[row / in_one].len() as u32;
                        view[8..12].copy_from_slice(&((row / in_one) as u32).to_le_bytes());
                        view[12..].copy_from_slice(&at.to_le_bytes());
                        buffers[row / in_one].extend_from_slice(key);
                    }
                    // A missing one may hold anything.
                    let gone = size / 3;
                    views[gone] = [0xee; 16];
                    let mut bits = vec![0xff_u8; size.div_ceil(8)];
                    bits[gone / 8] &= !(1 << (gone % 8));
                    let buffers: Vec<&[u8]> = buffers.iter().map(Vec::as_slice).collect();
                    let validity = Validity::new(&bits, 0, size).unwrap();
                    let column = Keys::views(&views, &buffers, Some(validity)).unwrap();
                    let mut out = vec![0; size];
                    java.place_batch(&column, count(12), &mut out).unwrap();
                    let slices = keys.iter().enumerate();
                    let slices: Vec<_> =
                        slices.map(|(row, key)| (row != gone).then_some(&**key)).collect();
                    assert_eq!(out, singly(java, &slices, 12), "{size} {shortest} {in_one}");
                    cases += 1;
                }
            }
        }
    }
    assert_eq!(cases, sizes.len() * 5 * 6 * 2);
}
