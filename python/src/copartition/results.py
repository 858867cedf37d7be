"""What the analysis answers: a class for each of its JSON documents, and for their parts.

A member is named as in JSON, with `_` behind a word of Python's own, as in `from_`. One that may be
absent there, and null, is `None` here.
"""

# Written by `cargo xtask generate`.

from dataclasses import dataclass

from copartition._document import Document

__all__ = [
    "CandidateRule",
    "Compared",
    "ComparedTopic",
    "Comparison",
    "ComparisonCheck",
    "CountBound",
    "CountChange",
    "CountShare",
    "DecidingKey",
    "DifferentKey",
    "Flow",
    "Identified",
    "KeyPlace",
    "LogPosition",
    "LogSpan",
    "Mismatch",
    "Moved",
    "MovedKey",
    "MovedSide",
    "Part",
    "Policies",
    "PolicyMet",
    "Remedy",
    "RemedySetting",
    "RuleClient",
    "SameRule",
    "SplitKey",
    "SplitKeys",
    "Verified",
    "WhoPlaced",
]


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
    """How it is used: default, setting, retired or port."""

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
    """Those without a key."""

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
    """Those of them that lie on one partition, the same in both."""

    split_keys: int
    """Those of them that lie on more than one partition of a topic."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared(Document):
    """Whether topics are co-partitioned: the document of `compare`."""

    schema: int
    """The version of this shape."""

    topics: list[ComparedTopic]
    """The topics, in the given order."""

    comparisons: list[Comparison]
    """The first topic beside each of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPosition:
    """Where a record lies in the log, and when it was sent."""

    offset: int | None
    """The offset; null where the input does not say it."""

    timestamp: int | None
    """The producer's time in milliseconds since 1970; null where the input does not say it."""


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
class CountShare:
    """A partition count, and the share of all keys that moves to reach it."""

    partitions: int
    """The partition count."""

    expected_share: float
    """The share of all possible keys that moves, from 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidingKey:
    """A key whose partition decides between rules."""

    key: str
    """The key, which is text."""

    partitions: dict[str, int]
    """Where each rule puts it: rule -> partition."""


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
class LogSpan:
    """Where a part's records lie on one partition."""

    partition: int
    """The partition."""

    first: LogPosition
    """The first of them."""

    last: LogPosition
    """The last of them."""


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
class Identified(Document):
    """Who placed the keys of a topic: the document of `identify`."""

    schema: int
    """The version of this shape."""

    records: int
    """All records."""

    missing_key_records: int
    """Those without a key."""

    empty_key_records: int
    """Those with an empty key, about which nothing was asked: clients that hash all other keys
    alike differ over it.
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
class Mismatch:
    """A record that lies elsewhere."""

    source: str
    """The input that has it."""

    line: int
    """The line in it, from 1; of a topic the offset."""

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
    """What a partitioner does with such a key."""

    policy: str
    """The policy, such as hashed or unkeyed:sticky."""

    placement: str
    """What comes of it: partition, unkeyed or refused."""

    partition: int | None
    """The partition; null where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """What such a key meets before and after."""

    from_: PolicyMet
    """Before."""

    to: PolicyMet
    """After."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Document):
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
    """Those that lie elsewhere than their key goes before the change."""

    flows: list[Flow] | None = None
    """How much goes from each partition to each, or stays. Absent without keys to count."""

    keys: int | None = None
    """The distinct keys, an empty one included."""

    missing_key_records: int | None = None
    """Those without a key."""

    moved: list[MovedKey] | None = None
    """Every key that moves, in ascending order of their bytes. Absent without keys to count."""

    moved_keys: int | None = None
    """Those that move."""

    moved_records: int | None = None
    """Those of the keys that move."""

    records: int | None = None
    """All records."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitKeys(Document):
    """The keys that lie on more than one partition: the document of `split`."""

    schema: int
    """The version of this shape."""

    partitions: int
    """The topic's partition count."""

    records: int
    """All records."""

    missing_key_records: int
    """Those without a key."""

    sampled: bool
    """Whether there were more keys than were remembered, so that a sample by digest was looked at.
    """

    keys: int
    """The distinct keys that were looked at, an empty one included."""

    split_keys: int
    """Those on more than one partition."""

    undead_keys: int
    """Those of them that were deleted on one partition and live on another."""

    split: list[SplitKey]
    """The keys on more than one partition, in ascending order of their bytes."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
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
    """Those that lie where they should."""

    wrong_records: int
    """Those that lie elsewhere."""

    unkeyed_records: int
    """Those that no key places, and that may lie anywhere."""

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
