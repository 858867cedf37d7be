"""What the analysis answers: a class for each of its JSON documents, and for their parts.

A member is named as in JSON, with `_` behind a word of Python's own, as in `from_`. One that may be
absent there, and null, is `None` here.

>>> isinstance(copartition.probe_keys(12), copartition.results.ProbeKeys)
True
"""

# Written by `cargo xtask generate`.

from dataclasses import dataclass

from copartition._document import Document, Reported

__all__ = [
    "CandidateRule",
    "ClientLikeness",
    "ClientNote",
    "Compared",
    "ComparedTopic",
    "Comparison",
    "ComparisonCheck",
    "CountBound",
    "CountChange",
    "CountShare",
    "DecidingKey",
    "Diagnosed",
    "DifferentKey",
    "Flow",
    "FullestPartition",
    "HashLuck",
    "HotKey",
    "Identified",
    "KeyFor",
    "KeyHealth",
    "KeyPlace",
    "KeyWeight",
    "KeylessLoad",
    "KeysFor",
    "LoadPattern",
    "LogPosition",
    "LogSpan",
    "Mismatch",
    "Moved",
    "MovedKey",
    "MovedSide",
    "Part",
    "PartitionLoad",
    "Policies",
    "PolicyMet",
    "ProbeKeys",
    "Remedy",
    "RemedySetting",
    "RuleClient",
    "SameRule",
    "SettingFinding",
    "SplitKey",
    "SplitKeys",
    "SpreadOut",
    "Verified",
    "WhoPlaced",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class HashLuck:
    """How far luck alone explains that some partitions have more keys than others."""

    verdict: str
    """What the test says: even, uneven, too_even, too_few_keys or not_by_key."""

    keys: int
    """The keys that were tested: those that lie on one partition. Of many keys a sample."""

    chi_square: float | None
    """Pearson's chi-square; null where no test was made."""

    degrees_of_freedom: int
    """The partitions but one."""

    p: float | None
    """The chance that a hash spreads so many keys as unevenly, or more so, from 0 to 1; null where
    no test was made.
    """

    fewest: float
    """The fewest keys of a partition that luck makes, 19 times in 20."""

    most: float
    """The most keys of a partition that luck makes, 19 times in 20."""

    used: int
    """The partitions that have a key."""

    expected_used: float
    """How many partitions have a key on average, when a hash spreads so many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyWeight:
    """How unequal the keys are, whatever partitions they are spread over."""

    effective_keys: float
    """So many keys of equal weight would spread as unevenly."""

    heaviest_share: float
    """The heaviest key's part of all records, from 0 to 1."""

    keys_above_even: int
    """The keys that have more records each than an even partition: what no partition count can fix.
    """

    most_even_partitions: int
    """With more partitions than these the heaviest key is more than an even partition holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FullestPartition:
    """The fullest partition, and the two factors of its keyed records."""

    partition: int
    """The partition."""

    times_mean: float
    """Its keyed records divided by their mean: by_keys times by_weight."""

    by_keys: float
    """Its keys divided by their mean: luck."""

    by_weight: float
    """Its records a key divided by those of all partitions: hot keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeylessLoad:
    """The records in the partitions that no key placed."""

    records: int
    """How many."""

    share: float
    """Their part of the placed records, from 0 to 1."""

    min: int
    """The fewest of a partition."""

    max: int
    """The most of a partition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadPattern:
    """A pattern in which partitions have records."""

    name: str
    """one_partition or every_nth."""

    first: int
    """The first partition with records."""

    step: int | None
    """From one partition with records to the next; null where there is but one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyHealth:
    """What is to be said of one aspect of the keys; no sentence holds a key."""

    aspect: str
    """The aspect: cardinality, evenness, stability, missing, empty, null_like or encoding."""

    state: str
    """How it is: fine, poor or cannot_tell."""

    verdict: str
    """What was found, in words."""

    advice: str | None
    """What to do about it, in words; null where there is nothing to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionLoad:
    """What one partition holds."""

    partition: int
    """The partition."""

    records: int
    """Its records."""

    share: float
    """Its part of the placed records, from 0 to 1."""

    keys: int
    """The distinct keys that lie here; an estimate unless keys_exact."""

    bytes: int | None
    """The bytes of its keys and values; null unless the input says every value's."""

    keyless: int
    """Its records that no key placed: they have none, or the partitioner did not use it."""

    records_per_second: float | None
    """Its records, divided by the seconds from the first timestamp of all partitions to the last
    one; null where these are null. The log need not hold all records of that time.
    """

    bytes_per_second: float | None
    """Its bytes, divided so; null where one of both is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HotKey:
    """One of the keys with the most records."""

    records: int
    """Its records: so many at least."""

    share: float
    """Its part of all records, from 0 to 1."""

    lies_on: list[int]
    """The partitions where its records lie, ascending: more than one only where the input says
    partitions, none where the partitioner leaves the key unkeyed.
    """

    records_at_most: int
    """Its records: so many at most; more than records only where keys are not exact."""

    key: str | None = None
    """The key's text; null without a key, and where its bytes are not UTF-8. Absent where keys are
    redacted.
    """

    key_digest: str | None = None
    """The first 12 hexadecimal digits of the key's SHA-256; null without a key. Present only where
    keys are redacted.
    """

    key_hex: str | None = None
    """The key's bytes in lower-case hexadecimal; null without a key. Absent where keys are
    redacted.
    """

    @property
    def key_bytes(self) -> bytes | None:
        """The key's bytes; `None` for no key."""
        return None if self.key_hex is None else bytes.fromhex(self.key_hex)


@dataclass(frozen=True, kw_only=True)
class SpreadOut(Reported):
    """How records spread over partitions, and why: the document of `spread`.

    All counts of records are weighted: a row of weight 5 is five records.
    """

    schema: int
    """The version of this shape."""

    partitions: int
    """The topic's partition count."""

    partitioner: str
    """The partitioner that placed the records of which the input does not say where they lie."""

    taken_for: str | None
    """The client that its name was taken for; null where a rule was named."""

    rows: int
    """Input rows, unweighted."""

    records: int
    """All records: placed_records + unkeyed_records."""

    placed_records: int
    """Records counted in a partition."""

    unkeyed_records: int
    """Records that the client or its caller places at send time, counted in no partition."""

    explicit_records: int
    """Records whose partition the input says, of placed_records."""

    assigned_records: int
    """Unkeyed records that the assigner placed, of placed_records."""

    missing_key_records: int
    """Records without a key, wherever they went."""

    empty_key_records: int
    """Records with an empty key, wherever they went."""

    keys: int
    """Distinct keys, an empty one included; an estimate unless keys_exact."""

    min: int
    """The fewest records of a partition."""

    max: int
    """The most records of a partition."""

    mean: float
    """placed_records divided by the partition count."""

    skew: float | None
    """max / mean: 1 is even. Null when no record was placed."""

    assigner: str
    """What was done with unkeyed records: apart, round-robin, sticky:RECORDS_PER_BATCH or
    builtin:BYTES.
    """

    seed: int
    """The seed of what the assigner drew."""

    keys_exact: bool
    """Whether every distinct key was counted: there were no more than memory was meant for."""

    hash_luck: HashLuck | None
    """What luck has to do with it; null where it has no say: with one partition, or when no key
    decides.
    """

    key_weight: KeyWeight | None
    """What the keys' weights have to do with it; null without a key."""

    fullest: FullestPartition | None
    """Why the fullest partition is so full; null when no record with a key was placed."""

    keyless: KeylessLoad | None
    """Records in the partitions that no key placed; null when there are none."""

    pattern: LoadPattern | None
    """A pattern in which partitions have records; null where there is none."""

    survivors: float | None
    """The share of the offsets that no record has, from 0 to 1, where nearly every key is there
    once: what a compacted topic has kept is not what was sent. Else null.
    """

    first_timestamp: int | None
    """The first timestamp of the placed records, in milliseconds since 1970; null unless the input
    says every one, and they are not all the same.
    """

    last_timestamp: int | None
    """The last one; null where the first one is."""

    key_health: list[KeyHealth]
    """What is to be said of the keys, each aspect once."""

    per_partition: list[PartitionLoad]
    """Every partition, from 0."""

    hot_keys: list[HotKey]
    """The keys with the most records, most first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleClient:
    """A client that has a rule."""

    client: str
    """The client's name."""

    setting: str | None
    """The setting's short name; null where nothing is set."""

    versions: str
    """The versions of which that is so, in words."""

    usage: str
    """How the client uses it: default, setting, retired or port."""

    partitioner: str
    """The partitioner that it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SameRule:
    """A rule that cannot be told from another one by keys like these."""

    rule: str
    """The rule."""

    part_at: int | None
    """A partition count at which the two part, where they are the same for every key at this one;
    null where they part for other keys.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRule:
    """A rule that places keys like these."""

    rule: str
    """The rule, the commonest where several place alike."""

    usage: str | None
    """The commonest way in which it is used: default, setting, retired or port; null where no
    client is known.
    """

    clients: list[RuleClient]
    """The clients that have it, the commonest first."""

    same_here: list[SameRule]
    """Other rules that place alike every key like those of the samples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPosition:
    """Where a record lies in the log, and when it was sent."""

    offset: int | None
    """The offset; null where the input does not say it."""

    timestamp: int | None
    """The producer's time in milliseconds since 1970; null where the input does not say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSpan:
    """Where a part's records lie on one partition."""

    partition: int
    """The partition."""

    first: LogPosition
    """The first of these records."""

    last: LogPosition
    """The last of these records."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the records, and what explains it."""

    partitions: int
    """The partition count under which it fits."""

    hashed: str
    """Which bytes were hashed: the key itself, or a form of it."""

    records: int
    """The records that it explains; estimates where another part explains some of them too."""

    share: float
    """Their share of the keyed records, from 0 to 1."""

    candidates: list[CandidateRule]
    """What explains it, the commonest first; more than one where the samples do not decide."""

    labels: dict[str, int]
    """The records with each label that they were told apart by."""

    spans: list[LogSpan]
    """Where in the log those lie that no other part explains, in the order of the partitions; empty
    without offsets.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class CountBound:
    """What bounds the time of a change on one partition."""

    partition: int
    """The partition."""

    last_before: LogPosition | None
    """The last record that was placed under the count before; null where there is none."""

    first_after: LogPosition | None
    """The first record that was placed under the count after; null where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountChange:
    """A partition count that was followed by a greater one."""

    from_: int
    """The count before."""

    to: int
    """The count after."""

    bounds: list[CountBound]
    """What bounds the time of the change on each partition; empty without offsets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidingKey:
    """A key whose partition decides between rules."""

    key: str
    """The key, which is text."""

    partitions: dict[str, int]
    """Where each rule puts it: rule -> partition."""


@dataclass(frozen=True, kw_only=True)
class Identified(Reported):
    """Who placed the keys of a topic: the document of `identify`."""

    schema: int
    """The version of this shape."""

    records: int
    """All records."""

    missing_key_records: int
    """The records without a key."""

    empty_key_records: int
    """The records with an empty key, about which nothing was asked: clients that hash all other
    keys alike differ over it.
    """

    sampled: bool
    """Whether there were more keys than were remembered, so that a sample by digest was looked at.
    """

    verdict: str
    """The answer: no_keys, too_few, one, several, other_count, other_bytes, mixture, constant,
    round_robin, keys_ignored or none.
    """

    sentence: str
    """The answer in one sentence."""

    partitions: int
    """The topic's partition count."""

    keys: int
    """The distinct keys that were asked about; empty keys are left out."""

    chance: float
    """The chance that the answer is luck, from 0 to 1; 0 for an answer that states no fit."""

    unexplained_share: float
    """The share of the keyed records that no part explains, from 0 to 1."""

    parts: list[Part]
    """What explains the samples: one part, or the parts of a mixture, the biggest first. Empty
    where nothing does.
    """

    changes: list[CountChange]
    """Where a partition count of the topic was followed by a greater one, the earliest first."""

    deciding_keys: list[DecidingKey]
    """Keys whose partitions would decide between the candidates; empty unless several fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPlace:
    """What a split key has on one partition."""

    partition: int
    """The partition."""

    records: int
    """The key's records there."""

    last_offset: int | None
    """The offset of the last of them; null where the input does not say it."""

    last_timestamp: int | None
    """The time of the last of them in milliseconds since 1970; null where the input does not say
    it.
    """

    last_is_tombstone: bool | None
    """Whether the last of them has no value, and deletes the key; null where the input does not say
    it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitKey:
    """A key on more than one partition."""

    undead: bool
    """Whether it was deleted on one partition and lives on another: a delete that never took
    effect.
    """

    lies_on: list[KeyPlace]
    """Its records on each partition, in the order of the partitions."""

    key: str | None = None
    """The key's text; null without a key, and where its bytes are not UTF-8. Absent where keys are
    redacted.
    """

    key_digest: str | None = None
    """The first 12 hexadecimal digits of the key's SHA-256; null without a key. Present only where
    keys are redacted.
    """

    key_hex: str | None = None
    """The key's bytes in lower-case hexadecimal; null without a key. Absent where keys are
    redacted.
    """

    @property
    def key_bytes(self) -> bytes | None:
        """The key's bytes; `None` for no key."""
        return None if self.key_hex is None else bytes.fromhex(self.key_hex)


@dataclass(frozen=True, kw_only=True)
class SplitKeys(Reported):
    """The keys that lie on more than one partition: the document of `split`."""

    schema: int
    """The version of this shape."""

    partitions: int
    """The topic's partition count."""

    records: int
    """All records."""

    missing_key_records: int
    """The records without a key."""

    sampled: bool
    """Whether there were more keys than were remembered, so that a sample by digest was looked at.
    """

    keys: int
    """The distinct keys that were looked at, an empty one included."""

    split_keys: int
    """The keys on more than one partition."""

    undead_keys: int
    """The split keys that were deleted on one partition and live on another."""

    split: list[SplitKey]
    """The keys on more than one partition, in ascending order of their bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A record that lies elsewhere."""

    source: str
    """The input that has it."""

    line: int
    """The line in it, from 1; of a topic the offset; of records that a program gives their place,
    from 0.
    """

    offset: int | None
    """The record's offset; null where the input does not say it."""

    timestamp: int | None
    """The record's time in milliseconds since 1970; null where the input does not say it."""

    partition: int
    """The partition that the record lies on."""

    wanted: list[int]
    """Where it should lie: one partition, or one for each count that it may have been sent under.
    Empty where the client refuses such a record.
    """

    key: str | None = None
    """The key's text; null without a key, and where its bytes are not UTF-8. Absent where keys are
    redacted.
    """

    key_digest: str | None = None
    """The first 12 hexadecimal digits of the key's SHA-256; null without a key. Present only where
    keys are redacted.
    """

    key_hex: str | None = None
    """The key's bytes in lower-case hexadecimal; null without a key. Absent where keys are
    redacted.
    """

    @property
    def key_bytes(self) -> bytes | None:
        """The key's bytes; `None` for no key."""
        return None if self.key_hex is None else bytes.fromhex(self.key_hex)


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoPlaced:
    """What the samples say, and what explains them."""

    verdict: str
    """The answer: no_keys, too_few, one, several, other_count, other_bytes, mixture, constant,
    round_robin, keys_ignored or none.
    """

    sentence: str
    """The answer in one sentence."""

    partitions: int
    """The topic's partition count."""

    keys: int
    """The distinct keys that were asked about; empty keys are left out."""

    chance: float
    """The chance that the answer is luck, from 0 to 1; 0 for an answer that states no fit."""

    unexplained_share: float
    """The share of the keyed records that no part explains, from 0 to 1."""

    parts: list[Part]
    """What explains the samples: one part, or the parts of a mixture, the biggest first. Empty
    where nothing does.
    """

    changes: list[CountChange]
    """Where a partition count of the topic was followed by a greater one, the earliest first."""

    deciding_keys: list[DecidingKey]
    """Keys whose partitions would decide between the candidates; empty unless several fit."""


@dataclass(frozen=True, kw_only=True)
class Verified(Document):
    """Whether records lie where a partitioner puts them: the document of `verify`."""

    schema: int
    """The version of this shape."""

    partitioner: str
    """The partitioner that records were checked against."""

    taken_for: str | None
    """The client that its name was taken for; null where a rule was named."""

    partitions: list[int]
    """The topic's partition counts, the oldest first."""

    records: int
    """The records that were looked at."""

    right_records: int
    """The records that lie where they should."""

    wrong_records: int
    """The records that lie elsewhere."""

    unkeyed_records: int
    """The records that no key places, and that may lie anywhere."""

    keys: int
    """The distinct keys that were checked."""

    passed: bool | None
    """Whether no more records lie elsewhere than is allowed; null where too few keys were checked
    to tell.
    """

    mismatches: list[Mismatch]
    """The first records that lie elsewhere."""

    elsewhere: WhoPlaced | None
    """Who placed the records that lie elsewhere; null where none does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyFor:
    """A key that was made for a partition."""

    key: str
    """The key, which is text."""

    key_hex: str
    """Its bytes in lower-case hexadecimal."""

    partition: int
    """Where the partitioner puts it."""

    @property
    def key_bytes(self) -> bytes:
        """The key's bytes."""
        return bytes.fromhex(self.key_hex)


@dataclass(frozen=True, kw_only=True)
class KeysFor(Document):
    """Keys that land where they are wanted: the document of `keys-for`."""

    schema: int
    """The version of this shape."""

    partitions: int
    """The topic's partition count."""

    partitioner: str
    """The partitioner that the keys were made for."""

    keys: list[KeyFor]
    """The keys, in the order of the partitions that were asked for; fewer than were asked for where
    no more were found.
    """


@dataclass(frozen=True, kw_only=True)
class ProbeKeys(Document):
    """Keys that tell all rules apart: the document of `keys-for --probe`."""

    schema: int
    """The version of this shape."""

    partitions: int
    """The topic's partition count."""

    partitioner: str | None
    """Always null: the keys are made for none."""

    keys: list[DecidingKey]
    """The keys, and where each rule puts them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTopic:
    """What was seen of one topic."""

    name: str
    """What the topic is called here."""

    input: str
    """The input as it was given."""

    partitions: int
    """The topic's partition count."""

    records: int
    """All records."""

    missing_key_records: int
    """The records without a key."""

    keys: int
    """The distinct keys that were remembered, an empty one included."""

    sampled: bool
    """Whether there were more keys than were remembered, so that a sample by digest is compared."""

    verdict: str
    """Who placed the keys, in the words of `identify`."""

    rules: list[str]
    """The rules that explain where they lie."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonCheck:
    """One thing that co-partitioned topics have in common."""

    check: str
    """What was checked: count, partitioner, key_bytes, shared_keys, split_keys or empty_key."""

    fine: bool | None
    """Whether it is as it must be; null where that cannot be told."""

    found: str
    """What was found, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferentKey:
    """A key that does not lie on one partition, the same in both topics."""

    one_lies_on: list[int]
    """Its partitions in the first topic, ascending."""

    other_lies_on: list[int]
    """Its partitions in the other topic, ascending."""

    key: str | None = None
    """The key's text; null without a key, and where its bytes are not UTF-8. Absent where keys are
    redacted.
    """

    key_digest: str | None = None
    """The first 12 hexadecimal digits of the key's SHA-256; null without a key. Present only where
    keys are redacted.
    """

    key_hex: str | None = None
    """The key's bytes in lower-case hexadecimal; null without a key. Absent where keys are
    redacted.
    """

    @property
    def key_bytes(self) -> bytes | None:
        """The key's bytes; `None` for no key."""
        return None if self.key_hex is None else bytes.fromhex(self.key_hex)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemedySetting:
    """A setting, and whose it is."""

    written: str
    """The setting as it is written."""

    clients: list[str]
    """The clients that take it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remedy:
    """What makes the producers of a topic place like others."""

    topic: str
    """The topic's name."""

    rule: str
    """The rule that placed its keys."""

    like: str
    """The partitioner that they should place like."""

    settings: list[RemedySetting]
    """The settings that do so; empty where none does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What is said of two topics."""

    one: str
    """The first topic's name."""

    other: str
    """The other topic's name."""

    copartitioned: str
    """The answer: yes, no or not_tested."""

    sentence: str
    """The answer in one sentence."""

    checks: list[ComparisonCheck]
    """What was checked."""

    shared_keys: int
    """The keys that were seen in both, an empty one left out."""

    same_partition_keys: int
    """The shared keys that lie on one partition, the same in both."""

    split_keys: int
    """The shared keys that lie on more than one partition of a topic."""

    different_keys: list[DifferentKey]
    """The first keys that do not lie on one partition, the same in both, in ascending order of
    their bytes; the empty key among them.
    """

    remedies: list[Remedy]
    """What makes the producers of one topic place like those of the other."""

    advice: list[str]
    """What else can be done, in sentences."""

    not_checked: list[str]
    """What no comparison of keys and partitions tells, in sentences."""


@dataclass(frozen=True, kw_only=True)
class Compared(Reported):
    """Whether topics are co-partitioned: the document of `compare`."""

    schema: int
    """The version of this shape."""

    topics: list[ComparedTopic]
    """The topics, in the given order."""

    comparisons: list[Comparison]
    """The first topic beside each of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedSide:
    """A partitioner over a number of partitions."""

    partitions: int
    """The partition count."""

    partitioner: str
    """The partitioner."""

    taken_for: str | None
    """The client that its name was taken for; null where a rule was named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyMet:
    """What a partitioner does with a kind of key."""

    policy: str
    """The policy, such as hashed or unkeyed:sticky."""

    placement: str
    """What comes of it: partition, unkeyed or refused."""

    partition: int | None
    """The partition; null where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """What a kind of key meets before and after the change."""

    from_: PolicyMet
    """Before the change."""

    to: PolicyMet
    """After the change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountShare:
    """A partition count, and the share of all keys that moves to reach it."""

    partitions: int
    """The partition count."""

    expected_share: float
    """The share of all possible keys that moves, from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """How much goes from one partition to another, or stays."""

    from_: int
    """The partition before."""

    to: int
    """The partition after."""

    keys: int
    """The distinct keys."""

    records: int
    """The records of those keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedKey:
    """A key that moves."""

    from_: int | None
    """The partition before; null where there is none."""

    to: int | None
    """The partition after; null where there is none."""

    records: int
    """The key's records."""

    key: str | None = None
    """The key's text; null without a key, and where its bytes are not UTF-8. Absent where keys are
    redacted.
    """

    key_digest: str | None = None
    """The first 12 hexadecimal digits of the key's SHA-256; null without a key. Present only where
    keys are redacted.
    """

    key_hex: str | None = None
    """The key's bytes in lower-case hexadecimal; null without a key. Absent where keys are
    redacted.
    """

    @property
    def key_bytes(self) -> bytes | None:
        """The key's bytes; `None` for no key."""
        return None if self.key_hex is None else bytes.fromhex(self.key_hex)


@dataclass(frozen=True, kw_only=True)
class Moved(Reported):
    """What moves when a partition count or a partitioner changes: the document of `moves`."""

    schema: int
    """The version of this shape."""

    from_: MovedSide
    """The count and the partitioner before the change."""

    to: MovedSide
    """The count and the partitioner after it."""

    sentence: str
    """What moves, in one sentence."""

    expected_share: float
    """The share of all possible keys that moves, from 0 to 1, whatever the samples are."""

    multiple_of: int | None
    """The count before, where the one after is a multiple of it under one rule, so that a key stays
    or moves by a multiple of it; else null.
    """

    empty_key: Policies
    """What an empty key meets."""

    missing_key: Policies
    """What a missing key meets."""

    counts_that_move_less: list[CountShare]
    """Partition counts near the new one under which a smaller share of all keys moves, the smallest
    share first.
    """

    checklist: list[str]
    """What to mind before the change, in sentences."""

    elsewhere_records: int | None = None
    """The records that lie elsewhere than their key goes before the change."""

    flows: list[Flow] | None = None
    """How much goes from each partition to each, or stays. Absent without keys to count."""

    keys: int | None = None
    """The distinct keys that were counted, an empty one included. Absent without keys to count, as
    are the numbers below.
    """

    missing_key_records: int | None = None
    """The records without a key."""

    moved: list[MovedKey] | None = None
    """Every key that moves, in ascending order of their bytes. Absent without keys to count."""

    moved_keys: int | None = None
    """The keys that move."""

    moved_records: int | None = None
    """The records of the keys that move."""

    records: int | None = None
    """All records that were counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingFinding:
    """What is known of one given setting."""

    setting: str
    """The setting's name as it was given; never its value."""

    effect: str
    """What it does: used, ignored, refused, deprecated or unknown."""

    text: str
    """One line that says more; empty where there is no more to say."""

    source: str
    """Where it is known from: the client that was run, or the source that was read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientNote:
    """What else to know about a client."""

    text: str
    """The note."""

    source: str
    """Where it is known from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientLikeness:
    """What a configuration and another partitioner have in common."""

    partitioner: str
    """The other partitioner."""

    same_keys: bool
    """Whether every key of one byte or more goes to the same partition."""

    same_empty_key: bool
    """Whether an empty key meets the same."""

    same_missing_key: bool
    """Whether a missing key meets the same; two clients that choose at send time are alike."""

    remedy: str | None
    """The setting that makes the client place like the other; null where it does already, and where
    none does.
    """

    hook: str | None
    """What takes code instead, in the client's own words; null where it places keys alike already,
    and where nothing does.
    """


@dataclass(frozen=True, kw_only=True)
class Diagnosed(Document):
    """What a client's configuration implies: the document of `doctor`."""

    schema: int
    """The version of this shape."""

    client: str
    """The client's name."""

    version: str | None
    """The version that was asked about; null is today's."""

    taken_for: str | None
    """What the configuration gives the client, in words; null where code of its user's decides, or
    a value of which nothing is known.
    """

    partitioner: str | None
    """The partitioner that decides; null where code does, or a value of which nothing is known. So
    with the three below.
    """

    keyed: str | None
    """What a key meets, such as murmur2."""

    empty_key: str | None
    """What an empty key meets, such as hashed."""

    missing_key: str | None
    """What a missing key meets, such as unkeyed:sticky."""

    settings: list[SettingFinding]
    """The settings that have a say in partitions, or whose names sound so, in the given order."""

    not_known: list[str]
    """The names of all others, of which nothing is known here."""

    notes: list[ClientNote]
    """What else to know about the client so configured."""

    like: ClientLikeness | None
    """What it has in common with the partitioner that it was compared with; null where it is not
    known who decides.
    """

    same_keys_by_default: list[str]
    """The other clients whose default places keys as this one does."""

    other_keys_by_default: list[str]
    """The other clients whose default places keys elsewhere."""

    confirm: str
    """How to prove it, in words: a configuration does not."""
