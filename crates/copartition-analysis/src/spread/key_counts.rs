use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::observed::digest;

/// Counts records by key, and keeps where each key's records lie.
///
/// A look-up of a key that is not there costs one memory access, of one that is there two: a key's
/// numbers and bytes lie together in one column, in the order in which the keys came, and no key
/// costs an allocation.
#[derive(Default)]
pub(super) struct KeyCounts {
    index: HashTable<Slot>,
    /// Of each key [`HEAD`] words, and its bytes padded with zeros to whole words.
    words: Vec<u64>,
    /// The partitions of each key that lies on more than one, ascending.
    splits: Vec<Vec<u32>>,
}

#[derive(Clone, Copy)]
struct Slot {
    /// A part of the key's digest: few other keys are looked at before the right one.
    tag: u32,
    /// Where its words start.
    at: u32,
}

/// Where a key probably is.
#[derive(Clone, Copy)]
pub(super) struct Hint(u32);

impl Hint {
    /// Nothing is known.
    pub(super) const NONE: Self = Self(u32::MAX);
}

/// The records, how many more may have come unseen, and the length with the place.
const HEAD: usize = 3;

/// A place is a partition, or this, or an index of the splits with [`SPLIT`] set.
const NOWHERE: u32 = u32::MAX;
const SPLIT: u32 = 1 << 31;

/// A key with its records.
pub(super) struct Counted<'a> {
    pub(super) records: u64,
    /// At most so many records of it came before it was counted.
    pub(super) unseen: u64,
    pub(super) len: usize,
    words: &'a [u64],
    place: Place<'a>,
}

enum Place<'a> {
    One(u32),
    Many(&'a [u32]),
}

impl KeyCounts {
    pub(super) fn len(&self) -> usize {
        self.index.len()
    }

    /// The 8-byte words of all keys with their numbers.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// Looks up many keys at once, so that none waits for the memory of the one before it: returns
    /// for each where it probably is. Those whose digest is not below are not looked up.
    pub(super) fn look_up(&self, digests: &[u64], below: u64, found: &mut Vec<Hint>) {
        found.clear();
        found.extend(digests.iter().map(|&digest| {
            let tag = digest as u32;
            let slot = (digest < below)
                .then(|| self.index.find(spread_out(tag), |slot| slot.tag == tag))
                .flatten();
            Hint(slot.map_or(u32::MAX, |slot| slot.at))
        }));
        for hint in &*found {
            std::hint::black_box(self.words.get(hint.0 as usize).copied());
        }
    }

    /// Adds records of a key, on a partition or on none. Of a key that is new at most `unseen`
    /// records came before.
    #[inline]
    pub(super) fn add(
        &mut self,
        key: &[u8],
        digest: u64,
        hint: Hint,
        records: u64,
        partition: Option<u32>,
        unseen: u64,
    ) {
        let Self { index, words, splits } = self;
        let at = match is_at(words, hint.0, key) {
            true => hint.0 as usize,
            false => match slot(index, words, digest as u32, key) {
                Entry::Occupied(slot) => slot.get().at as usize,
                Entry::Vacant(slot) => {
                    let (at, len) = (words.len(), u32::try_from(key.len()));
                    // Whoever bounds the words keeps far below both.
                    let (Ok(slot_at), Ok(len)) = (u32::try_from(at), len) else { return };
                    words.extend([0, unseen, u64::from(len) << 32 | u64::from(NOWHERE)]);
                    let (whole, rest) = key.as_chunks::<8>();
                    words.extend(whole.iter().map(|bytes| u64::from_le_bytes(*bytes)));
                    words.extend((!rest.is_empty()).then(|| padded(rest)));
                    slot.insert(Slot { tag: digest as u32, at: slot_at });
                    at
                }
            },
        };
        let head = words.get_mut(at..).and_then(|words| words.first_chunk_mut::<HEAD>());
        if let Some([counted, _, place]) = head {
            *counted = counted.saturating_add(records);
            if let Some(partition) = partition
                && *place as u32 != partition
            {
                let moved = place_on(partition, *place as u32, splits);
                *place = *place >> 32 << 32 | u64::from(moved);
            }
        }
    }

    /// Adds a key with all that is counted of it elsewhere.
    pub(super) fn add_all_of(&mut self, counted: &Counted<'_>) {
        let mut key = Vec::new();
        counted.key_into(&mut key);
        let digest = digest(&key);
        self.add(&key, digest, Hint::NONE, counted.records, None, counted.unseen);
        for &partition in counted.partitions() {
            self.add(&key, digest, Hint::NONE, 0, Some(partition), 0);
        }
    }

    /// Returns what is counted of a key.
    pub(super) fn get(&self, key: &[u8]) -> Option<Counted<'_>> {
        let tag = digest(key) as u32;
        let is_it = |slot: &Slot| slot.tag == tag && is_at(&self.words, slot.at, key);
        let slot = self.index.find(spread_out(tag), is_it)?;
        counted(&self.words, &self.splits, slot.at as usize)
    }

    /// Returns the records of a key; 0 where it is not counted.
    pub(super) fn records(&self, key: &[u8]) -> u64 {
        self.get(key).map_or(0, |counted| counted.records)
    }

    /// Gives the keys in the order in which they came.
    pub(super) fn iter(&self) -> impl Iterator<Item = Counted<'_>> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let counted = counted(&self.words, &self.splits, at)?;
            at += HEAD + counted.words.len();
            Some(counted)
        })
    }

    /// Keeps some of the keys, with all that is counted of them, and forgets the others.
    pub(super) fn retain(&mut self, mut is_kept: impl FnMut(&Counted<'_>) -> bool) {
        let Self { index, words, splits } = self;
        index.clear();
        let mut kept_splits = Vec::new();
        let (mut from, mut to) = (0, 0);
        while let Some(counted) = counted(words, splits, from) {
            let end = from + HEAD + counted.words.len();
            if is_kept(&counted) {
                let tag = counted.digest() as u32;
                let place = match counted.place {
                    Place::Many(partitions) if !partitions.is_empty() => {
                        kept_splits.push(partitions.to_vec());
                        Some((kept_splits.len() - 1) as u32 | SPLIT)
                    }
                    _ => None,
                };
                words.copy_within(from..end, to);
                if let (Some(place), Some(word)) = (place, words.get_mut(to + HEAD - 1)) {
                    *word = *word >> 32 << 32 | u64::from(place);
                }
                let slot = Slot { tag, at: to as u32 };
                index.insert_unique(spread_out(tag), slot, |slot| spread_out(slot.tag));
                to += end - from;
            }
            from = end;
        }
        words.truncate(to);
        *splits = kept_splits;
    }
}

/// Reads the key whose words start somewhere; `None` at the end.
fn counted<'a>(words: &'a [u64], splits: &'a [Vec<u32>], at: usize) -> Option<Counted<'a>> {
    let (&[records, unseen, len_and_place], behind) =
        words.get(at..)?.split_first_chunk::<HEAD>()?;
    let len = (len_and_place >> 32) as usize;
    let place = match len_and_place as u32 {
        NOWHERE => Place::Many(&[]),
        split if split & SPLIT != 0 => {
            Place::Many(splits.get((split & !SPLIT) as usize).map_or(&[], Vec::as_slice))
        }
        partition => Place::One(partition),
    };
    Some(Counted { records, unseen, len, words: behind.get(..len.div_ceil(8))?, place })
}

impl Counted<'_> {
    /// The partitions on which the key lies, ascending.
    pub(super) fn partitions(&self) -> &[u32] {
        match &self.place {
            Place::One(partition) => std::slice::from_ref(partition),
            Place::Many(partitions) => partitions,
        }
    }

    /// Replaces `key` with the key's bytes.
    pub(super) fn key_into(&self, key: &mut Vec<u8>) {
        key.clear();
        self.words.iter().for_each(|word| key.extend_from_slice(&word.to_le_bytes()));
        key.truncate(self.len);
    }

    pub(super) fn digest(&self) -> u64 {
        let mut key = Vec::with_capacity(self.words.len() * 8);
        self.key_into(&mut key);
        digest(&key)
    }
}

/// The table takes its seven tag bits from the top and its place from the bottom.
fn spread_out(tag: u32) -> u64 {
    u64::from(tag).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[inline]
fn slot<'a>(
    index: &'a mut HashTable<Slot>,
    words: &[u64],
    tag: u32,
    key: &[u8],
) -> Entry<'a, Slot> {
    let is_it = |slot: &Slot| slot.tag == tag && is_at(words, slot.at, key);
    index.entry(spread_out(tag), is_it, |slot| spread_out(slot.tag))
}

#[inline]
fn is_at(words: &[u64], at: u32, key: &[u8]) -> bool {
    let at = words.get(at as usize..).unwrap_or_default();
    let Some((&[_, _, len_and_place], bytes)) = at.split_first_chunk::<HEAD>() else {
        return false;
    };
    let (whole, rest) = key.as_chunks::<8>();
    let is_whole = |(bytes, word): (&[u8; 8], &u64)| u64::from_le_bytes(*bytes) == *word;
    len_and_place >> 32 == key.len() as u64
        && whole.iter().zip(bytes).all(is_whole)
        && (rest.is_empty() || bytes.get(whole.len()) == Some(&padded(rest)))
}

#[inline]
fn padded(rest: &[u8]) -> u64 {
    rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

/// Adds a partition to a place that is another one.
#[cold]
fn add_to_split(partition: u32, place: u32, splits: &mut Vec<Vec<u32>>) -> u32 {
    if place & SPLIT == 0 {
        let split = splits.len() as u32 | SPLIT;
        splits.push(vec![place.min(partition), place.max(partition)]);
        return split;
    }
    if let Some(known) = splits.get_mut((place & !SPLIT) as usize)
        && let Err(at) = known.binary_search(&partition)
    {
        known.insert(at, partition);
    }
    place
}

fn place_on(partition: u32, place: u32, splits: &mut Vec<Vec<u32>>) -> u32 {
    match place {
        NOWHERE => partition,
        place => add_to_split(partition, place, splits),
    }
}
