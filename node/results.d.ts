// What the analysis answers: an interface for each of its JSON documents, and for their parts, with
// the members' names in camelCase.
//
// Written by `cargo xtask generate`.

/** How far luck alone explains that some partitions have more keys than others. */
export interface HashLuck {
  /** What the test says: even, uneven, too_even, too_few_keys or not_by_key. */
  readonly verdict: string;
  /** The keys that were tested: those that lie on one partition. Of many keys a sample. */
  readonly keys: number;
  /** Pearson's chi-square; null where no test was made. */
  readonly chiSquare: number | null;
  /** The partitions but one. */
  readonly degreesOfFreedom: number;
  /**
   * The chance that a hash spreads so many keys as unevenly, or more so, from 0 to 1; null where no
   * test was made.
   */
  readonly p: number | null;
  /** The fewest keys of a partition that luck makes, 19 times in 20. */
  readonly fewest: number;
  /** The most keys of a partition that luck makes, 19 times in 20. */
  readonly most: number;
  /** The partitions that have a key. */
  readonly used: number;
  /** How many partitions have a key on average, when a hash spreads so many. */
  readonly expectedUsed: number;
}

/** How unequal the keys are, whatever partitions they are spread over. */
export interface KeyWeight {
  /** So many keys of equal weight would spread as unevenly. */
  readonly effectiveKeys: number;
  /** The heaviest key's part of all records, from 0 to 1. */
  readonly heaviestShare: number;
  /**
   * The keys that have more records each than an even partition: what no partition count can fix.
   */
  readonly keysAboveEven: number;
  /** With more partitions than these the heaviest key is more than an even partition holds. */
  readonly mostEvenPartitions: number;
}

/** The fullest partition, and the two factors of its keyed records. */
export interface FullestPartition {
  /** The partition. */
  readonly partition: number;
  /** Its keyed records divided by their mean: by_keys times by_weight. */
  readonly timesMean: number;
  /** Its keys divided by their mean: luck. */
  readonly byKeys: number;
  /** Its records a key divided by those of all partitions: hot keys. */
  readonly byWeight: number;
}

/** The records in the partitions that no key placed. */
export interface KeylessLoad {
  /** How many. */
  readonly records: number;
  /** Their part of the placed records, from 0 to 1. */
  readonly share: number;
  /** The fewest of a partition. */
  readonly min: number;
  /** The most of a partition. */
  readonly max: number;
}

/** A pattern in which partitions have records. */
export interface LoadPattern {
  /** one_partition or every_nth. */
  readonly name: string;
  /** The first partition with records. */
  readonly first: number;
  /** From one partition with records to the next; null where there is but one. */
  readonly step: number | null;
}

/** What is to be said of one aspect of the keys; no sentence holds a key. */
export interface KeyHealth {
  /** The aspect: cardinality, evenness, stability, missing, empty, null_like or encoding. */
  readonly aspect: string;
  /** How it is: fine, poor or cannot_tell. */
  readonly state: string;
  /** What was found, in words. */
  readonly verdict: string;
  /** What to do about it, in words; null where there is nothing to do. */
  readonly advice: string | null;
}

/** What one partition holds. */
export interface PartitionLoad {
  /** The partition. */
  readonly partition: number;
  /** Its records. */
  readonly records: number;
  /** Its part of the placed records, from 0 to 1. */
  readonly share: number;
  /** The distinct keys that lie here; an estimate unless keys_exact. */
  readonly keys: number;
  /** The bytes of its keys and values; null unless the input says every value's. */
  readonly bytes: number | null;
  /** Its records that no key placed: they have none, or the partitioner did not use it. */
  readonly keyless: number;
  /**
   * Its records, divided by the seconds from the first timestamp of all partitions to the last one;
   * null where these are null. The log need not hold all records of that time.
   */
  readonly recordsPerSecond: number | null;
  /** Its bytes, divided so; null where one of both is. */
  readonly bytesPerSecond: number | null;
}

/** One of the keys with the most records. */
export interface HotKey {
  /** Its records: so many at least. */
  readonly records: number;
  /** Its part of all records, from 0 to 1. */
  readonly share: number;
  /**
   * The partitions where its records lie, ascending: more than one only where the input says
   * partitions, none where the partitioner leaves the key unkeyed.
   */
  readonly liesOn: number[];
  /** Its records: so many at most; more than records only where keys are not exact. */
  readonly recordsAtMost: number;
  /**
   * The key's text; null without a key, and where its bytes are not UTF-8. Absent where keys are
   * redacted.
   */
  readonly key?: string | null;
  /**
   * The first 12 hexadecimal digits of the key's SHA-256; null without a key. Present only where
   * keys are redacted.
   */
  readonly keyDigest?: string | null;
  /**
   * The key's bytes in lower-case hexadecimal; null without a key. Absent where keys are redacted.
   */
  readonly keyHex?: string | null;
}

/**
 * How records spread over partitions, and why: the document of `spread`.
 *
 * All counts of records are weighted: a row of weight 5 is five records.
 */
export interface SpreadOut {
  /** The version of this shape. */
  readonly schema: number;
  /** The topic's partition count. */
  readonly partitions: number;
  /** The partitioner that placed the records of which the input does not say where they lie. */
  readonly partitioner: string;
  /** The client that its name was taken for; null where a rule was named. */
  readonly takenFor: string | null;
  /** Input rows, unweighted. */
  readonly rows: number;
  /** All records: placed_records + unkeyed_records. */
  readonly records: number;
  /** Records counted in a partition. */
  readonly placedRecords: number;
  /** Records that the client or its caller places at send time, counted in no partition. */
  readonly unkeyedRecords: number;
  /** Records whose partition the input says, of placed_records. */
  readonly explicitRecords: number;
  /** Unkeyed records that the assigner placed, of placed_records. */
  readonly assignedRecords: number;
  /** Records without a key, wherever they went. */
  readonly missingKeyRecords: number;
  /** Records with an empty key, wherever they went. */
  readonly emptyKeyRecords: number;
  /** Distinct keys, an empty one included; an estimate unless keys_exact. */
  readonly keys: number;
  /** The fewest records of a partition. */
  readonly min: number;
  /** The most records of a partition. */
  readonly max: number;
  /** placed_records divided by the partition count. */
  readonly mean: number;
  /** max / mean: 1 is even. Null when no record was placed. */
  readonly skew: number | null;
  /**
   * What was done with unkeyed records: apart, round-robin, sticky:RECORDS_PER_BATCH or
   * builtin:BYTES.
   */
  readonly assigner: string;
  /** The seed of what the assigner drew. */
  readonly seed: number;
  /** Whether every distinct key was counted: there were no more than memory was meant for. */
  readonly keysExact: boolean;
  /**
   * What luck has to do with it; null where it has no say: with one partition, or when no key
   * decides.
   */
  readonly hashLuck: HashLuck | null;
  /** What the keys' weights have to do with it; null without a key. */
  readonly keyWeight: KeyWeight | null;
  /** Why the fullest partition is so full; null when no record with a key was placed. */
  readonly fullest: FullestPartition | null;
  /** Records in the partitions that no key placed; null when there are none. */
  readonly keyless: KeylessLoad | null;
  /** A pattern in which partitions have records; null where there is none. */
  readonly pattern: LoadPattern | null;
  /**
   * The share of the offsets that no record has, from 0 to 1, where nearly every key is there once:
   * what a compacted topic has kept is not what was sent. Else null.
   */
  readonly survivors: number | null;
  /**
   * The first timestamp of the placed records, in milliseconds since 1970; null unless the input
   * says every one, and they are not all the same.
   */
  readonly firstTimestamp: number | null;
  /** The last one; null where the first one is. */
  readonly lastTimestamp: number | null;
  /** What is to be said of the keys, each aspect once. */
  readonly keyHealth: KeyHealth[];
  /** Every partition, from 0. */
  readonly perPartition: PartitionLoad[];
  /** The keys with the most records, most first. */
  readonly hotKeys: HotKey[];
}

/** A client that has a rule. */
export interface RuleClient {
  /** The client's name. */
  readonly client: string;
  /** The setting's short name; null where nothing is set. */
  readonly setting: string | null;
  /** The versions of which that is so, in words. */
  readonly versions: string;
  /** How the client uses it: default, setting, retired or port. */
  readonly usage: string;
  /** The partitioner that it is. */
  readonly partitioner: string;
}

/** A rule that cannot be told from another one by keys like these. */
export interface SameRule {
  /** The rule. */
  readonly rule: string;
  /**
   * A partition count at which the two part, where they are the same for every key at this one;
   * null where they part for other keys.
   */
  readonly partAt: number | null;
}

/** A rule that places keys like these. */
export interface CandidateRule {
  /** The rule, the commonest where several place alike. */
  readonly rule: string;
  /**
   * The commonest way in which it is used: default, setting, retired or port; null where no client
   * is known.
   */
  readonly usage: string | null;
  /** The clients that have it, the commonest first. */
  readonly clients: RuleClient[];
  /** Other rules that place alike every key like those of the samples. */
  readonly sameHere: SameRule[];
}

/** Where a record lies in the log, and when it was sent. */
export interface LogPosition {
  /** The offset; null where the input does not say it. */
  readonly offset: number | null;
  /** The producer's time in milliseconds since 1970; null where the input does not say it. */
  readonly timestamp: number | null;
}

/** Where a part's records lie on one partition. */
export interface LogSpan {
  /** The partition. */
  readonly partition: number;
  /** The first of these records. */
  readonly first: LogPosition;
  /** The last of these records. */
  readonly last: LogPosition;
}

/** A part of the records, and what explains it. */
export interface Part {
  /** The partition count under which it fits. */
  readonly partitions: number;
  /** Which bytes were hashed: the key itself, or a form of it. */
  readonly hashed: string;
  /** The records that it explains; estimates where another part explains some of them too. */
  readonly records: number;
  /** Their share of the keyed records, from 0 to 1. */
  readonly share: number;
  /** What explains it, the commonest first; more than one where the samples do not decide. */
  readonly candidates: CandidateRule[];
  /** The records with each label that they were told apart by. */
  readonly labels: Record<string, number>;
  /**
   * Where in the log those lie that no other part explains, in the order of the partitions; empty
   * without offsets.
   */
  readonly spans: LogSpan[];
}

/** What bounds the time of a change on one partition. */
export interface CountBound {
  /** The partition. */
  readonly partition: number;
  /** The last record that was placed under the count before; null where there is none. */
  readonly lastBefore: LogPosition | null;
  /** The first record that was placed under the count after; null where there is none. */
  readonly firstAfter: LogPosition | null;
}

/** A partition count that was followed by a greater one. */
export interface CountChange {
  /** The count before. */
  readonly from: number;
  /** The count after. */
  readonly to: number;
  /** What bounds the time of the change on each partition; empty without offsets. */
  readonly bounds: CountBound[];
}

/** A key whose partition decides between rules. */
export interface DecidingKey {
  /** The key, which is text. */
  readonly key: string;
  /** Where each rule puts it: rule -> partition. */
  readonly partitions: Record<string, number>;
}

/** Who placed the keys of a topic: the document of `identify`. */
export interface Identified {
  /** The version of this shape. */
  readonly schema: number;
  /** All records. */
  readonly records: number;
  /** The records without a key. */
  readonly missingKeyRecords: number;
  /**
   * The records with an empty key, about which nothing was asked: clients that hash all other keys
   * alike differ over it.
   */
  readonly emptyKeyRecords: number;
  /**
   * Whether there were more keys than were remembered, so that a sample by digest was looked at.
   */
  readonly sampled: boolean;
  /**
   * The answer: no_keys, too_few, one, several, other_count, other_bytes, mixture, constant,
   * round_robin, keys_ignored or none.
   */
  readonly verdict: string;
  /** The answer in one sentence. */
  readonly sentence: string;
  /** The topic's partition count. */
  readonly partitions: number;
  /** The distinct keys that were asked about; empty keys are left out. */
  readonly keys: number;
  /** The chance that the answer is luck, from 0 to 1; 0 for an answer that states no fit. */
  readonly chance: number;
  /** The share of the keyed records that no part explains, from 0 to 1. */
  readonly unexplainedShare: number;
  /**
   * What explains the samples: one part, or the parts of a mixture, the biggest first. Empty where
   * nothing does.
   */
  readonly parts: Part[];
  /** Where a partition count of the topic was followed by a greater one, the earliest first. */
  readonly changes: CountChange[];
  /** Keys whose partitions would decide between the candidates; empty unless several fit. */
  readonly decidingKeys: DecidingKey[];
}

/** What a split key has on one partition. */
export interface KeyPlace {
  /** The partition. */
  readonly partition: number;
  /** The key's records there. */
  readonly records: number;
  /** The offset of the last of them; null where the input does not say it. */
  readonly lastOffset: number | null;
  /**
   * The time of the last of them in milliseconds since 1970; null where the input does not say it.
   */
  readonly lastTimestamp: number | null;
  /**
   * Whether the last of them has no value, and deletes the key; null where the input does not say
   * it.
   */
  readonly lastIsTombstone: boolean | null;
}

/** A key on more than one partition. */
export interface SplitKey {
  /**
   * Whether it was deleted on one partition and lives on another: a delete that never took effect.
   */
  readonly undead: boolean;
  /** Its records on each partition, in the order of the partitions. */
  readonly liesOn: KeyPlace[];
  /**
   * The key's text; null without a key, and where its bytes are not UTF-8. Absent where keys are
   * redacted.
   */
  readonly key?: string | null;
  /**
   * The first 12 hexadecimal digits of the key's SHA-256; null without a key. Present only where
   * keys are redacted.
   */
  readonly keyDigest?: string | null;
  /**
   * The key's bytes in lower-case hexadecimal; null without a key. Absent where keys are redacted.
   */
  readonly keyHex?: string | null;
}

/** The keys that lie on more than one partition: the document of `split`. */
export interface SplitKeys {
  /** The version of this shape. */
  readonly schema: number;
  /** The topic's partition count. */
  readonly partitions: number;
  /** All records. */
  readonly records: number;
  /** The records without a key. */
  readonly missingKeyRecords: number;
  /**
   * Whether there were more keys than were remembered, so that a sample by digest was looked at.
   */
  readonly sampled: boolean;
  /** The distinct keys that were looked at, an empty one included. */
  readonly keys: number;
  /** The keys on more than one partition. */
  readonly splitKeys: number;
  /** The split keys that were deleted on one partition and live on another. */
  readonly undeadKeys: number;
  /** The keys on more than one partition, in ascending order of their bytes. */
  readonly split: SplitKey[];
}

/** A record that lies elsewhere. */
export interface Mismatch {
  /** The input that has it. */
  readonly source: string;
  /**
   * The line in it, from 1; of a topic the offset; of records that a program gives their place,
   * from 0.
   */
  readonly line: number;
  /** The record's offset; null where the input does not say it. */
  readonly offset: number | null;
  /** The record's time in milliseconds since 1970; null where the input does not say it. */
  readonly timestamp: number | null;
  /** The partition that the record lies on. */
  readonly partition: number;
  /**
   * Where it should lie: one partition, or one for each count that it may have been sent under.
   * Empty where the client refuses such a record.
   */
  readonly wanted: number[];
  /**
   * The key's text; null without a key, and where its bytes are not UTF-8. Absent where keys are
   * redacted.
   */
  readonly key?: string | null;
  /**
   * The first 12 hexadecimal digits of the key's SHA-256; null without a key. Present only where
   * keys are redacted.
   */
  readonly keyDigest?: string | null;
  /**
   * The key's bytes in lower-case hexadecimal; null without a key. Absent where keys are redacted.
   */
  readonly keyHex?: string | null;
}

/** What the samples say, and what explains them. */
export interface WhoPlaced {
  /**
   * The answer: no_keys, too_few, one, several, other_count, other_bytes, mixture, constant,
   * round_robin, keys_ignored or none.
   */
  readonly verdict: string;
  /** The answer in one sentence. */
  readonly sentence: string;
  /** The topic's partition count. */
  readonly partitions: number;
  /** The distinct keys that were asked about; empty keys are left out. */
  readonly keys: number;
  /** The chance that the answer is luck, from 0 to 1; 0 for an answer that states no fit. */
  readonly chance: number;
  /** The share of the keyed records that no part explains, from 0 to 1. */
  readonly unexplainedShare: number;
  /**
   * What explains the samples: one part, or the parts of a mixture, the biggest first. Empty where
   * nothing does.
   */
  readonly parts: Part[];
  /** Where a partition count of the topic was followed by a greater one, the earliest first. */
  readonly changes: CountChange[];
  /** Keys whose partitions would decide between the candidates; empty unless several fit. */
  readonly decidingKeys: DecidingKey[];
}

/** Whether records lie where a partitioner puts them: the document of `verify`. */
export interface Verified {
  /** The version of this shape. */
  readonly schema: number;
  /** The partitioner that records were checked against. */
  readonly partitioner: string;
  /** The client that its name was taken for; null where a rule was named. */
  readonly takenFor: string | null;
  /** The topic's partition counts, the oldest first. */
  readonly partitions: number[];
  /** The records that were looked at. */
  readonly records: number;
  /** The records that lie where they should. */
  readonly rightRecords: number;
  /** The records that lie elsewhere. */
  readonly wrongRecords: number;
  /** The records that no key places, and that may lie anywhere. */
  readonly unkeyedRecords: number;
  /** The distinct keys that were checked. */
  readonly keys: number;
  /**
   * Whether no more records lie elsewhere than is allowed; null where too few keys were checked to
   * tell.
   */
  readonly passed: boolean | null;
  /** The first records that lie elsewhere. */
  readonly mismatches: Mismatch[];
  /** Who placed the records that lie elsewhere; null where none does. */
  readonly elsewhere: WhoPlaced | null;
}

/** A key that was made for a partition. */
export interface KeyFor {
  /** The key, which is text. */
  readonly key: string;
  /** Its bytes in lower-case hexadecimal. */
  readonly keyHex: string;
  /** Where the partitioner puts it. */
  readonly partition: number;
}

/** Keys that land where they are wanted: the document of `keys-for`. */
export interface KeysFor {
  /** The version of this shape. */
  readonly schema: number;
  /** The topic's partition count. */
  readonly partitions: number;
  /** The partitioner that the keys were made for. */
  readonly partitioner: string;
  /**
   * The keys, in the order of the partitions that were asked for; fewer than were asked for where
   * no more were found.
   */
  readonly keys: KeyFor[];
}

/** Keys that tell all rules apart: the document of `keys-for --probe`. */
export interface ProbeKeys {
  /** The version of this shape. */
  readonly schema: number;
  /** The topic's partition count. */
  readonly partitions: number;
  /** Always null: the keys are made for none. */
  readonly partitioner: string | null;
  /** The keys, and where each rule puts them. */
  readonly keys: DecidingKey[];
}

/** What was seen of one topic. */
export interface ComparedTopic {
  /** What the topic is called here. */
  readonly name: string;
  /** The input as it was given. */
  readonly input: string;
  /** The topic's partition count. */
  readonly partitions: number;
  /** All records. */
  readonly records: number;
  /** The records without a key. */
  readonly missingKeyRecords: number;
  /** The distinct keys that were remembered, an empty one included. */
  readonly keys: number;
  /** Whether there were more keys than were remembered, so that a sample by digest is compared. */
  readonly sampled: boolean;
  /** Who placed the keys, in the words of `identify`. */
  readonly verdict: string;
  /** The rules that explain where they lie. */
  readonly rules: string[];
}

/** One thing that co-partitioned topics have in common. */
export interface ComparisonCheck {
  /** What was checked: count, partitioner, key_bytes, shared_keys, split_keys or empty_key. */
  readonly check: string;
  /** Whether it is as it must be; null where that cannot be told. */
  readonly fine: boolean | null;
  /** What was found, in words. */
  readonly found: string;
}

/** A key that does not lie on one partition, the same in both topics. */
export interface DifferentKey {
  /** Its partitions in the first topic, ascending. */
  readonly oneLiesOn: number[];
  /** Its partitions in the other topic, ascending. */
  readonly otherLiesOn: number[];
  /**
   * The key's text; null without a key, and where its bytes are not UTF-8. Absent where keys are
   * redacted.
   */
  readonly key?: string | null;
  /**
   * The first 12 hexadecimal digits of the key's SHA-256; null without a key. Present only where
   * keys are redacted.
   */
  readonly keyDigest?: string | null;
  /**
   * The key's bytes in lower-case hexadecimal; null without a key. Absent where keys are redacted.
   */
  readonly keyHex?: string | null;
}

/** A setting, and whose it is. */
export interface RemedySetting {
  /** The setting as it is written. */
  readonly written: string;
  /** The clients that take it. */
  readonly clients: string[];
}

/** What makes the producers of a topic place like others. */
export interface Remedy {
  /** The topic's name. */
  readonly topic: string;
  /** The rule that placed its keys. */
  readonly rule: string;
  /** The partitioner that they should place like. */
  readonly like: string;
  /** The settings that do so; empty where none does. */
  readonly settings: RemedySetting[];
}

/** What is said of two topics. */
export interface Comparison {
  /** The first topic's name. */
  readonly one: string;
  /** The other topic's name. */
  readonly other: string;
  /** The answer: yes, no or not_tested. */
  readonly copartitioned: string;
  /** The answer in one sentence. */
  readonly sentence: string;
  /** What was checked. */
  readonly checks: ComparisonCheck[];
  /** The keys that were seen in both, an empty one left out. */
  readonly sharedKeys: number;
  /** The shared keys that lie on one partition, the same in both. */
  readonly samePartitionKeys: number;
  /** The shared keys that lie on more than one partition of a topic. */
  readonly splitKeys: number;
  /**
   * The first keys that do not lie on one partition, the same in both, in ascending order of their
   * bytes; the empty key among them.
   */
  readonly differentKeys: DifferentKey[];
  /** What makes the producers of one topic place like those of the other. */
  readonly remedies: Remedy[];
  /** What else can be done, in sentences. */
  readonly advice: string[];
  /** What no comparison of keys and partitions tells, in sentences. */
  readonly notChecked: string[];
}

/** Whether topics are co-partitioned: the document of `compare`. */
export interface Compared {
  /** The version of this shape. */
  readonly schema: number;
  /** The topics, in the given order. */
  readonly topics: ComparedTopic[];
  /** The first topic beside each of the others. */
  readonly comparisons: Comparison[];
}

/** A partitioner over a number of partitions. */
export interface MovedSide {
  /** The partition count. */
  readonly partitions: number;
  /** The partitioner. */
  readonly partitioner: string;
  /** The client that its name was taken for; null where a rule was named. */
  readonly takenFor: string | null;
}

/** What a partitioner does with a kind of key. */
export interface PolicyMet {
  /** The policy, such as hashed or unkeyed:sticky. */
  readonly policy: string;
  /** What comes of it: partition, unkeyed or refused. */
  readonly placement: string;
  /** The partition; null where there is none. */
  readonly partition: number | null;
}

/** What a kind of key meets before and after the change. */
export interface Policies {
  /** Before the change. */
  readonly from: PolicyMet;
  /** After the change. */
  readonly to: PolicyMet;
}

/** A partition count, and the share of all keys that moves to reach it. */
export interface CountShare {
  /** The partition count. */
  readonly partitions: number;
  /** The share of all possible keys that moves, from 0 to 1. */
  readonly expectedShare: number;
}

/** How much goes from one partition to another, or stays. */
export interface Flow {
  /** The partition before. */
  readonly from: number;
  /** The partition after. */
  readonly to: number;
  /** The distinct keys. */
  readonly keys: number;
  /** The records of those keys. */
  readonly records: number;
}

/** A key that moves. */
export interface MovedKey {
  /** The partition before; null where there is none. */
  readonly from: number | null;
  /** The partition after; null where there is none. */
  readonly to: number | null;
  /** The key's records. */
  readonly records: number;
  /**
   * The key's text; null without a key, and where its bytes are not UTF-8. Absent where keys are
   * redacted.
   */
  readonly key?: string | null;
  /**
   * The first 12 hexadecimal digits of the key's SHA-256; null without a key. Present only where
   * keys are redacted.
   */
  readonly keyDigest?: string | null;
  /**
   * The key's bytes in lower-case hexadecimal; null without a key. Absent where keys are redacted.
   */
  readonly keyHex?: string | null;
}

/** What moves when a partition count or a partitioner changes: the document of `moves`. */
export interface Moved {
  /** The version of this shape. */
  readonly schema: number;
  /** The count and the partitioner before the change. */
  readonly from: MovedSide;
  /** The count and the partitioner after it. */
  readonly to: MovedSide;
  /** What moves, in one sentence. */
  readonly sentence: string;
  /** The share of all possible keys that moves, from 0 to 1, whatever the samples are. */
  readonly expectedShare: number;
  /**
   * The count before, where the one after is a multiple of it under one rule, so that a key stays
   * or moves by a multiple of it; else null.
   */
  readonly multipleOf: number | null;
  /** What an empty key meets. */
  readonly emptyKey: Policies;
  /** What a missing key meets. */
  readonly missingKey: Policies;
  /**
   * Partition counts near the new one under which a smaller share of all keys moves, the smallest
   * share first.
   */
  readonly countsThatMoveLess: CountShare[];
  /** What to mind before the change, in sentences. */
  readonly checklist: string[];
  /** The records that lie elsewhere than their key goes before the change. */
  readonly elsewhereRecords?: number;
  /** How much goes from each partition to each, or stays. Absent without keys to count. */
  readonly flows?: Flow[] | null;
  /**
   * The distinct keys that were counted, an empty one included. Absent without keys to count, as
   * are the numbers below.
   */
  readonly keys?: number;
  /** The records without a key. */
  readonly missingKeyRecords?: number;
  /** Every key that moves, in ascending order of their bytes. Absent without keys to count. */
  readonly moved?: MovedKey[] | null;
  /** The keys that move. */
  readonly movedKeys?: number;
  /** The records of the keys that move. */
  readonly movedRecords?: number;
  /** All records that were counted. */
  readonly records?: number;
}

/** What is known of one given setting. */
export interface SettingFinding {
  /** The setting's name as it was given; never its value. */
  readonly setting: string;
  /** What it does: used, ignored, refused, deprecated or unknown. */
  readonly effect: string;
  /** One line that says more; empty where there is no more to say. */
  readonly text: string;
  /** Where it is known from: the client that was run, or the source that was read. */
  readonly source: string;
}

/** What else to know about a client. */
export interface ClientNote {
  /** The note. */
  readonly text: string;
  /** Where it is known from. */
  readonly source: string;
}

/** What a configuration and another partitioner have in common. */
export interface ClientLikeness {
  /** The other partitioner. */
  readonly partitioner: string;
  /** Whether every key of one byte or more goes to the same partition. */
  readonly sameKeys: boolean;
  /** Whether an empty key meets the same. */
  readonly sameEmptyKey: boolean;
  /** Whether a missing key meets the same; two clients that choose at send time are alike. */
  readonly sameMissingKey: boolean;
  /**
   * The setting that makes the client place like the other; null where it does already, and where
   * none does.
   */
  readonly remedy: string | null;
  /**
   * What takes code instead, in the client's own words; null where it places keys alike already,
   * and where nothing does.
   */
  readonly hook: string | null;
}

/** What a client's configuration implies: the document of `doctor`. */
export interface Diagnosed {
  /** The version of this shape. */
  readonly schema: number;
  /** The client's name. */
  readonly client: string;
  /** The version that was asked about; null is today's. */
  readonly version: string | null;
  /**
   * What the configuration gives the client, in words; null where code of its user's decides, or a
   * value of which nothing is known.
   */
  readonly takenFor: string | null;
  /**
   * The partitioner that decides; null where code does, or a value of which nothing is known. So
   * with the three below.
   */
  readonly partitioner: string | null;
  /** What a key meets, such as murmur2. */
  readonly keyed: string | null;
  /** What an empty key meets, such as hashed. */
  readonly emptyKey: string | null;
  /** What a missing key meets, such as unkeyed:sticky. */
  readonly missingKey: string | null;
  /** The settings that have a say in partitions, or whose names sound so, in the given order. */
  readonly settings: SettingFinding[];
  /** The names of all others, of which nothing is known here. */
  readonly notKnown: string[];
  /** What else to know about the client so configured. */
  readonly notes: ClientNote[];
  /**
   * What it has in common with the partitioner that it was compared with; null where it is not
   * known who decides.
   */
  readonly like: ClientLikeness | null;
  /** The other clients whose default places keys as this one does. */
  readonly sameKeysByDefault: string[];
  /** The other clients whose default places keys elsewhere. */
  readonly otherKeysByDefault: string[];
  /** How to prove it, in words: a configuration does not. */
  readonly confirm: string;
}
