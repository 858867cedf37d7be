//! Keys that are the same values in other bytes.

use std::collections::{HashMap, HashSet};

use super::partitions;
use crate::{HashedForm, Observed, Seen};

/// Keys of two topics that are the same values, written as other bytes: by another serializer, with
/// another schema id, or quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SameValues {
    /// As what the keys of each topic are the same.
    pub forms: [HashedForm; 2],
    /// How many are the same so.
    pub keys: usize,
    /// How many of those lie on one partition, the same in both.
    pub same_partition_keys: usize,
}

/// What keys are made to for the comparison: each way to write a value that is no plain text has
/// its text or its inside here.
const PLAIN: [HashedForm; 6] = [
    HashedForm::Itself,
    HashedForm::Payload,
    HashedForm::Inner,
    HashedForm::Unquoted,
    HashedForm::Decimal,
    HashedForm::UuidText,
];

/// Finds the forms in which the most keys are the same, if those are more than are the same bytes,
/// and at least a tenth of the keys of the topic that has fewer.
pub(super) fn same_values(
    one: &Observed,
    other: &Observed,
    shared_keys: usize,
) -> Option<SameValues> {
    let fewer = one.key_count().min(other.key_count());
    if shared_keys * 2 > fewer {
        return None;
    }
    let topics = [one, other].map(|observed| {
        let keys = observed.keys();
        let forms = forms_of(&keys);
        (keys, forms)
    });
    // What has no other form than its bytes was compared already.
    if topics.iter().all(|(_, forms)| forms.as_slice() == [HashedForm::Itself]) {
        return None;
    }
    let [in_one, in_other] = topics.map(|(keys, forms)| {
        forms.into_iter().map(|form| Formed::of(&keys, form)).collect::<Vec<_>>()
    });
    let pairs = in_one.iter().flat_map(|one| in_other.iter().map(move |other| (one, other)));
    let pairs = pairs
        .filter(|(one, other)| one.form != HashedForm::Itself || other.form != HashedForm::Itself);
    let same = pairs.map(|(one, other)| one.same_as(other));
    // Of as many keys the plainest forms.
    let most = same.reduce(|most, same| if same.keys > most.keys { same } else { most })?;
    (most.keys > shared_keys && most.keys * 10 >= fewer).then_some(most)
}

/// How many keys are asked whether they have a form.
const ASKED: usize = 1_000;

/// The forms that at least one of some keys has, the key itself first.
fn forms_of(keys: &[(&[u8], &[Seen])]) -> Vec<HashedForm> {
    let asked = || keys.iter().step_by(keys.len().div_ceil(ASKED).max(1));
    let has = |form: &HashedForm| {
        *form == HashedForm::Itself || asked().any(|(key, _)| form.of(key).is_some())
    };
    PLAIN.into_iter().filter(has).collect()
}

/// The keys of a topic in one form, each with the partition that it lies on; `None` where there are
/// several.
struct Formed {
    form: HashedForm,
    keys: HashMap<Vec<u8>, Option<u32>>,
}

impl Formed {
    fn of(of_topic: &[(&[u8], &[Seen])], form: HashedForm) -> Self {
        let mut keys: HashMap<Vec<u8>, Option<u32>> = HashMap::new();
        for (key, seen) in of_topic {
            let at = partitions(seen);
            let at = at.first().copied().filter(|_| at.len() == 1);
            if let Some(formed) = form.of(key).filter(|formed| !formed.is_empty()) {
                // Two keys that become one value are that value on two partitions.
                keys.entry(formed)
                    .and_modify(|known| *known = known.filter(|known| Some(*known) == at))
                    .or_insert(at);
            }
        }
        Self { form, keys }
    }

    fn same_as(&self, other: &Self) -> SameValues {
        let in_both: HashSet<_> =
            self.keys.keys().filter(|key| other.keys.contains_key(*key)).collect();
        let is_same = |key: &&&Vec<u8>| {
            let [at, others] = [self, other].map(|of| of.keys.get(**key).copied().flatten());
            at.is_some() && at == others
        };
        SameValues {
            forms: [self.form, other.form],
            keys: in_both.len(),
            same_partition_keys: in_both.iter().filter(is_same).count(),
        }
    }
}
