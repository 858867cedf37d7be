//! Laws of the assigners, whatever the draws; the recorded traces of the real classes are replayed
//! elsewhere.

#![expect(clippy::unwrap_used, reason = "a law that cannot be stated has to stop")]

use std::collections::{BTreeMap, BTreeSet};

use copartition::assign::{
    BuiltIn, Partitions, RoundRobin, RoundRobinPartitioner, STICKY_LINGER_MS, StickyCache,
    UnkeyedTopic, UnkeyedTopics, java_partition_order,
};
use copartition::{PartitionCount, Unkeyed};

#[expect(dead_code, reason = "its main reads stdin")]
#[path = "../examples/obeys.rs"]
mod obeys;

const COUNTS: [u32; 6] = [1, 2, 3, 5, 12, 100];

#[test]
fn java_lists_each_partition_once_and_by_what_the_producer_knows() {
    for topic in ["", "t", "orders", "größe"] {
        for n in COUNTS {
            for total in [0, n, n + 1, 4 * n, 100_000, u32::MAX] {
                let mut order = java_partition_order(topic, count(n), total).unwrap_or_default();
                order.sort_unstable();
                assert_eq!(order, Vec::from_iter(0..n), "{topic:?}, {n} of {total}");
            }
        }
    }
    let t = |total| java_partition_order("t", count(5), total);
    assert_ne!(t(5), t(50));
    assert_eq!(t(0), t(5));
    let most = java_partition_order("t", count(1 << 20), 0);
    assert_eq!(most.map(|order| order.len()), Ok(1 << 20));
    assert_eq!(
        java_partition_order("t", count(PartitionCount::MAX), 0).unwrap_err().to_string(),
        "partitions must be a whole number from 1 to 1048576, got 2147483647"
    );
}

#[test]
fn round_robin_covers_all_before_repeating() {
    let mut cases = 0;
    for n in COUNTS {
        for ids in [Vec::from_iter((0..n).rev()), Vec::from_iter((0..n).step_by(2)), vec![]] {
            let partitions = Partitions::available(count(n), &ids);
            let all = if ids.is_empty() {
                BTreeSet::from_iter(0..n)
            } else {
                ids.iter().copied().collect()
            };
            for mut assigner in [
                RoundRobin::new(),
                RoundRobin::starting_at(7),
                RoundRobin::resetting(),
                RoundRobin::stepping(),
            ] {
                for _ in 0..3 {
                    let round = (0..all.len()).map(|_| assigner.partition(partitions));
                    assert_eq!(BTreeSet::from_iter(round), all);
                    cases += 1;
                }
            }
        }
    }
    assert_eq!(cases, 6 * 3 * 4 * 3);
}

#[test]
fn a_counter_that_wraps_drops_its_sign_but_a_chunked_one_keeps_it() {
    let mut java = RoundRobin::starting_at(u32::MAX);
    assert_eq!([java.partition(count(10)), java.partition(count(10))], [7, 0]);
    let mut chunks = RoundRobin::chunks(0);
    assert_eq!([chunks.partition(count(3)), chunks.partition(count(3))], [0, 1]);
}

#[test]
fn a_shorter_list_resets_one_round_robin_and_reduces_the_other() {
    let mut assigners = [RoundRobin::resetting(), RoundRobin::stepping(), RoundRobin::new()];
    let placed = assigners.each_mut().map(|assigner| {
        for _ in 0..4 {
            assigner.partition(count(5));
        }
        assigner.partition(count(3))
    });
    assert_eq!(placed, [0, 2, 1]);
}

/// Hand-derived from KAFKA-9965: a record that opens a batch takes two turns.
#[test]
fn every_batch_opened_skips_a_partition_up_to_3_9_1() {
    let placed = |mut assigner: RoundRobinPartitioner, n| {
        Vec::from_iter((0..6).map(|_| assigner.place("t", count(n), |_| false)))
    };
    assert_eq!(placed(RoundRobinPartitioner::since_2_4(), 5), [1, 3, 0, 2, 4, 1]);
    assert_eq!(placed(RoundRobinPartitioner::since_2_4(), 4), [1, 3, 1, 3, 1, 3]);
    assert_eq!(placed(RoundRobinPartitioner::since_3_9_2(), 4), [0, 1, 2, 3, 0, 1]);
    assert_eq!(placed(RoundRobinPartitioner::since_4_0(), 4), [0, 1, 2, 3, 0, 1]);
}

#[test]
fn topics_have_counters_of_their_own_but_3_9_2_remembers_one_batch() {
    let mut assigner = RoundRobinPartitioner::since_3_9_2();
    assert_eq!(assigner.partition("t", count(5)), 0);
    assert_eq!(assigner.partition("other", count(5)), 0);
    assigner.on_new_batch("other", 3);
    // Another topic's record forgets it, and does not repeat it.
    assert_eq!(assigner.partition("t", count(5)), 1);
    assert_eq!(assigner.partition("other", count(5)), 1);
    assigner.on_new_batch("t", 4);
    assert_eq!(assigner.partition("t", count(5)), 4);
    assert_eq!(assigner.partition("t", count(5)), 2);
}

#[test]
fn sticky_never_returns_the_same_with_two_available() {
    let mut cases = 0;
    for mut assigner in [StickyCache::new(), StickyCache::kafka_python()] {
        let mut draws = Draws(0);
        for n in [2, 3, 5, 12, 100] {
            let last_two = [n - 1, n - 2];
            for partitions in [count(n).into(), Partitions::available(count(n), &last_two)] {
                for _ in 0..50 {
                    let prev = assigner.partition(partitions, || draws.next());
                    let next = assigner.on_new_batch(prev, partitions, || draws.next());
                    assert!(next.is_some_and(|next| next != prev && next < n), "{prev} of {n}");
                    assert_eq!(Some(assigner.partition(partitions, || draws.next())), next);
                    cases += 1;
                }
            }
        }
    }
    assert_eq!(cases, 2 * 5 * 2 * 50);
}

#[test]
fn sticky_draws_nothing_for_one_available_and_once_for_none() {
    let one = Partitions::available(count(5), &[3]);
    let none = Partitions::available(count(5), &[]);
    for mut assigner in [StickyCache::new(), StickyCache::kafka_python()] {
        let mut taken = 0;
        assert_eq!(assigner.partition(one, || unreachable!()), 3);
        assert_eq!(assigner.on_new_batch(3, one, || unreachable!()), Some(3));
        // The number itself, even if it is the same partition again.
        let mut draw = || {
            taken += 1;
            8
        };
        assert_eq!(assigner.on_new_batch(3, none, &mut draw), Some(3));
        assert_eq!(taken, 1);
    }
}

#[test]
fn sticky_ends_where_a_list_names_no_other() {
    let twice = Partitions::available(count(5), &[3, 3]);
    for mut assigner in [StickyCache::new(), StickyCache::kafka_python()] {
        assert_eq!(assigner.partition(twice, || 0), 3);
        assert_eq!(assigner.on_new_batch(3, twice, || 0), Some(3));
    }
}

#[test]
fn sticky_stays_when_someone_else_moved_on() {
    for mut assigner in [StickyCache::new(), StickyCache::kafka_python()] {
        assert_eq!(assigner.partition(count(5), || 2), 2);
        assert_eq!(assigner.on_new_batch(4, count(5), || unreachable!()), Some(2));
    }
}

#[test]
fn a_new_batch_before_any_record_chooses_in_java_alone() {
    assert_eq!(StickyCache::new().on_new_batch(4, count(5), || 4), Some(4));
    assert_eq!(StickyCache::kafka_python().on_new_batch(4, count(5), || unreachable!()), None);
}

#[test]
fn kafka_python_leaves_a_partition_that_is_gone_and_java_does_not() {
    let others = Partitions::available(count(3), &[0, 2]);
    let mut java = StickyCache::new();
    assert_eq!(java.partition(count(3), || 1), 1);
    assert_eq!(java.partition(others, || unreachable!()), 1);
    assert_eq!(java.partition(count(1), || unreachable!()), 1);

    let mut python = StickyCache::kafka_python();
    assert_eq!(python.partition(count(3), || 1), 1);
    assert_eq!(python.partition(others, || 3), 2);
    assert_eq!(python.partition(count(1), || unreachable!()), 0);
    // None available: all that exist will do.
    assert_eq!(python.partition(Partitions::available(count(3), &[]), || unreachable!()), 0);
}

/// Hand-derived from `KafkaProducer.doSend` of kafka-clients 3.9.1: the first record draws 0, finds
/// no batch there and draws 0 again, then 2, where it opens one that the second joins. A keyed
/// record that opens a batch in 2 moves on to 1; the third finds none there and goes to 0.
#[test]
fn the_record_that_opens_a_batch_goes_to_the_new_partition() {
    let n = count(3);
    let mut draws = [0, 3, -6, 3].into_iter();
    let mut draw = || draws.next().unwrap();
    let mut assigner = StickyCache::new();
    let mut open = BTreeSet::new();
    let mut send = |assigner: &mut StickyCache| {
        let placed = assigner.place(n, |partition| open.contains(&partition), &mut draw);
        open.insert(placed);
        placed
    };
    // -6 without its sign is 2_147_483_642, whose remainder by 3 is 2.
    assert_eq!([send(&mut assigner), send(&mut assigner)], [2, 2]);
    // 2_147_483_647 % 3 is 1.
    assert_eq!(assigner.on_new_batch(2, n, || 2_147_483_647), Some(1));
    assert_eq!(send(&mut assigner), 0);
}

#[test]
fn the_record_that_reaches_the_threshold_stays_and_the_next_one_moves() {
    let n = count(5);
    let mut draws = [3, 1].into_iter();
    let mut draw = || draws.next().unwrap();
    let mut assigner = BuiltIn::new(150);
    let mut placed = Vec::new();
    for bytes in [149, 1, 1] {
        let sticky = assigner.peek(n, &mut draw);
        placed.push(sticky.partition());
        assigner.update(sticky, bytes, true, n, &mut draw);
    }
    assert_eq!(placed, [3, 3, 1]);
}

#[test]
fn a_switch_is_held_back_up_to_twice_the_threshold() {
    let switches_at = |batch_size: i32, enable_switch| {
        let mut assigner = BuiltIn::new(batch_size);
        let sticky = assigner.peek(count(5), || 0);
        (1..500).find(|_| {
            assigner.update(sticky, 1, enable_switch, count(5), || 0);
            assigner.is_changed(sticky)
        })
    };
    assert_eq!(switches_at(150, true), Some(150));
    assert_eq!(switches_at(150, false), Some(300));
    assert_eq!(switches_at(0, true), Some(1));
    assert_eq!(switches_at(0, false), Some(2));
    // 2 * 2^30 is -2^31 in 32 bits.
    assert_eq!(switches_at((1 << 30) - 1, false), None);
    assert_eq!(switches_at(1 << 30, false), Some(1));
}

#[test]
fn a_choice_of_the_same_partition_is_a_change_and_an_old_handle_is_not_counted() {
    let n = count(5);
    let mut assigner = BuiltIn::new(100);
    let old = assigner.peek(n, || 4);
    assigner.update(old, 100, true, n, || 4);
    let new = assigner.peek(n, || unreachable!());
    assert_eq!(old.partition(), new.partition());
    assert!(assigner.is_changed(old) && !assigner.is_changed(new));
    assigner.update(old, 200, true, n, || unreachable!());
    assert!(!assigner.is_changed(new));
}

#[test]
fn built_in_draws_once_a_choice_whatever_is_available() {
    for (ids, partition) in [(vec![0, 2, 3], 3), (vec![3], 3), (vec![], 1)] {
        let mut taken = 0;
        let draw = || {
            taken += 1;
            // 11 without its sign.
            i32::MIN + 11
        };
        let partitions = Partitions::available(count(5), &ids);
        assert_eq!(BuiltIn::new(1).peek(partitions, draw).partition(), partition);
        assert_eq!(taken, 1);
    }
}

#[test]
fn load_stats_are_kept_unless_all_queues_are_equal() {
    let five_draws = |sizes: Option<&[i32]>, length| {
        Vec::from_iter((0..5).map(|draw| {
            let mut assigner = BuiltIn::new(1);
            assigner.update_load_stats(sizes, &[2, 1, 0], length, &[]);
            assigner.peek(count(3), || draw).partition()
        }))
    };
    let uniform = [0, 1, 2, 0, 1];
    assert_eq!(five_draws(None, 3), uniform);
    assert_eq!(five_draws(Some(&[0, 9, 9]), 0), uniform);
    assert_eq!(five_draws(Some(&[7]), 1), uniform);
    assert_eq!(five_draws(Some(&[7, 7, 7]), 3), uniform);
    // Equal, but one was left out: its ids are used, in their order.
    assert_eq!(five_draws(Some(&[7, 7, 7]), 2), [2, 1, 2, 1, 2]);
    assert_eq!(five_draws(Some(&[7, 0, 0]), 1), [2; 5]);
    // Weights 1, 2 and 1.
    assert_eq!(five_draws(Some(&[1, 0, 1]), 3), [2, 1, 1, 0, 2]);
}

#[test]
fn the_own_rack_comes_first_where_it_has_any() {
    let n = count(5);
    let all = [4, 3, 2, 1, 0];
    let six_draws = |in_rack: &[u32], sizes: Option<&[i32]>, ids: &[u32]| {
        let partitions = Partitions::available(n, ids).in_rack(in_rack);
        Vec::from_iter((0..6).map(|draw| {
            let mut assigner = BuiltIn::new(1);
            assigner.update_load_stats(sizes, &[0, 1, 2, 3, 4], 5, in_rack);
            assigner.peek(partitions, || draw).partition()
        }))
    };
    assert_eq!(six_draws(&[0, 2, 4], None, &all), [4, 2, 0, 4, 2, 0]);
    assert_eq!(six_draws(&[0, 2, 4], None, &[3, 1]), [3, 1, 3, 1, 3, 1]);
    assert_eq!(six_draws(&[0, 2, 4], None, &[]), [0, 1, 2, 3, 4, 0]);
    // In the rack the longest queue has 2 and not 3: weights 3, 2 and 1.
    assert_eq!(six_draws(&[0, 2, 4], Some(&[0, 3, 1, 0, 2]), &all), [0, 0, 0, 2, 2, 4]);
    // Without any in the rack: weights 4, 1, 3, 4 and 2.
    assert_eq!(six_draws(&[], Some(&[0, 3, 1, 0, 2]), &all), [0, 0, 0, 0, 1, 2]);
}

/// What each machine does, `obeys` accepts; what only another one does, it does not.
#[test]
fn obeys_accepts_an_assigner_and_no_other() {
    let names = [
        ["round_robin_2_4"; 2],
        ["round_robin_3_9_2", "round_robin_4_0"],
        ["sticky_cache", "kafka_python_sticky"],
        ["built_in"; 2],
    ];
    let mut cases = 0;
    for (group, seed) in names.iter().flat_map(|group| (0..20).map(move |seed| (group, seed))) {
        for sender in group {
            let sequence = sent(sender, seed);
            for name in names.iter().flatten() {
                let verdict = obeys::verdict(&sequence.as_from(name)).unwrap();
                let obeys = verdict == "obeys";
                assert_eq!(obeys, group.contains(name), "{sender} {seed} as {name}: {verdict}");
                assert!(obeys || verdict.starts_with("breaks at record "), "{verdict}");
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 4 * 20 * 2 * 8);
}

/// What a producer sent to topic `t` of five partitions.
struct Sequence {
    observed: Vec<u32>,
    new_batch: Vec<bool>,
    bytes: Vec<i32>,
}

impl Sequence {
    fn as_from(&self, assigner: &str) -> String {
        let Self { observed, new_batch, bytes } = self;
        serde_json::json!({
            "assigner": assigner, "topic": "t", "n": 5, "total": 9, "batch_size": 361,
            "observed": observed, "new_batch": new_batch, "bytes": bytes,
        })
        .to_string()
    }
}

/// Sends 60 records of 100 bytes, three to a full batch; now and then all batches are taken away.
fn sent(assigner: &str, seed: u64) -> Sequence {
    let n = count(5);
    let order = java_partition_order("t", n, 9).unwrap_or_default();
    let partitions = match assigner {
        "kafka_python_sticky" => n.into(),
        _ => Partitions::available(n, &order),
    };
    let mut round_robin = match assigner {
        "round_robin_2_4" => RoundRobinPartitioner::since_2_4(),
        "round_robin_3_9_2" => RoundRobinPartitioner::since_3_9_2(),
        _ => RoundRobinPartitioner::since_4_0(),
    };
    let mut sticky = match assigner {
        "sticky_cache" => StickyCache::new(),
        _ => StickyCache::kafka_python(),
    };
    let mut built_in = BuiltIn::new(361);
    let mut draws = Draws(seed);
    let mut room = BTreeMap::new();
    let mut sequence = Sequence { observed: vec![], new_batch: vec![], bytes: vec![] };
    for _ in 0..60 {
        let has_room = |partition| room.get(&partition).is_some_and(|&room| room > 0);
        let placed = match assigner {
            "built_in" => {
                let peeked = built_in.peek(partitions, || draws.next());
                if !has_room(peeked.partition()) {
                    built_in.update(peeked, 0, true, partitions, || draws.next());
                }
                built_in.peek(partitions, || draws.next()).partition()
            }
            "sticky_cache" | "kafka_python_sticky" => {
                sticky.place(partitions, has_room, || draws.next())
            }
            _ => round_robin.place("t", partitions, has_room),
        };
        let opens = !has_room(placed);
        let bytes = if opens { 161 } else { 100 };
        let left = if opens { 2 } else { room.get(&placed).copied().unwrap_or_default() - 1 };
        room.insert(placed, left);
        let peeked = built_in.peek(partitions, || draws.next());
        built_in.update(peeked, bytes, left == 0, partitions, || draws.next());
        sequence.observed.push(placed);
        sequence.new_batch.push(opens);
        sequence.bytes.push(bytes);
        if draws.next() % 4 == 0 {
            room.clear();
        }
    }
    sequence
}

#[test]
fn each_topic_has_a_round_robin_of_its_own_that_starts_at_a_draw() {
    let mut draws = Draws(9);
    let mut topics = UnkeyedTopics::new(Unkeyed::RoundRobin);
    let mut seen = [BTreeMap::new(), BTreeMap::new()];
    let mut starts = BTreeSet::new();
    for turn in 0..600 {
        for (topic, seen) in ["orders", "payments"].into_iter().zip(&mut seen) {
            let partition = topics.partition(topic, count(6), turn, || draws.next()).unwrap();
            *seen.entry(partition).or_insert(0) += 1;
        }
    }
    let even = BTreeMap::from_iter((0..6).map(|partition| (partition, 100)));
    assert_eq!(seen, [even.clone(), even]);
    for _ in 0..100 {
        let mut topics = UnkeyedTopics::new(Unkeyed::RoundRobin);
        starts.insert(topics.partition("orders", count(6), 0, || draws.next()));
    }
    assert_eq!(starts.len(), 6);
}

#[test]
fn a_round_robin_follows_a_new_count_and_passes_what_has_no_leader() {
    let mut topic = UnkeyedTopic::default();
    let mut next = |partitions: Partitions<'_>| {
        topic.partition(Unkeyed::RoundRobin, partitions, 0, || unreachable!()).unwrap()
    };
    let first: Vec<u32> = (0..6).map(|_| next(Partitions::all(count(6)))).collect();
    assert_eq!(first, [0, 1, 2, 3, 4, 5]);
    let grown: Vec<u32> = (0..8).map(|_| next(Partitions::all(count(8)))).collect();
    assert_eq!(grown, [6, 7, 0, 1, 2, 3, 4, 5]);
    let led: Vec<u32> = (0..3).map(|_| next(Partitions::available(count(8), &[1, 7]))).collect();
    assert_eq!(led, [1, 7, 1]);
}

#[test]
fn a_sticky_partition_ends_with_its_time_its_leader_its_topic_or_its_clock() {
    let all = Partitions::all(count(6));
    let mut topic = UnkeyedTopic::default();
    let mut at = |partitions: Partitions<'_>, now_ms, draw| {
        topic.partition(Unkeyed::Sticky, partitions, now_ms, || draw)
    };
    assert_eq!(at(all, 100, 4), Some(4));
    assert_eq!(at(all, 100 + STICKY_LINGER_MS - 1, 5), Some(4));
    assert_eq!(at(all, 100 + STICKY_LINGER_MS, 5), Some(5));
    let led = Partitions::available(count(6), &[2, 3]);
    assert_eq!(at(led, 101 + STICKY_LINGER_MS, 1), Some(3));
    assert_eq!(at(Partitions::all(count(2)), 102 + STICKY_LINGER_MS, -1), Some(1));
    assert_eq!(at(all, 103 + STICKY_LINGER_MS, 0), Some(1));
    assert_eq!(at(all, 3, 2), Some(2), "the clock was set back");
    assert_eq!(at(all, u64::MAX, 3), Some(3));
    assert_eq!(at(all, u64::MAX, 4), Some(4), "a clock at its end keeps nothing");
}

#[test]
fn a_partition_without_a_leader_is_passed_and_its_turn_with_it() {
    let mut cases = 0;
    for n in COUNTS {
        for led in [Vec::from_iter((0..n).step_by(2)), Vec::from_iter(n / 2..n)] {
            let led = BTreeSet::from_iter(led);
            let mut topics = UnkeyedTopics::new(Unkeyed::RoundRobin);
            let mut turn = || {
                let is_led = |partition| led.contains(&partition);
                topics.partition_where("orders", count(n), is_led, 0, || 5).unwrap()
            };
            for _ in 0..3 {
                assert_eq!(BTreeSet::from_iter((0..led.len()).map(|_| turn())), led, "{n}");
                cases += 1;
            }
        }
    }
    assert_eq!(cases, COUNTS.len() * 2 * 3);

    let mut topic = UnkeyedTopic::default();
    let mut at = |led: &[u32], now_ms, draw| {
        let is_led = |partition| led.contains(&partition);
        topic.partition_where(Unkeyed::Sticky, count(6), is_led, now_ms, || draw)
    };
    assert_eq!(at(&[1, 2, 3], 100, 4), Some(1));
    assert_eq!(at(&[0, 1, 2, 3, 4, 5], 101, 4), Some(1), "the one it came to is kept");
    assert_eq!(at(&[0, 3, 5], 102, 4), Some(3));
    assert_eq!(at(&[2], 100 + STICKY_LINGER_MS, 2), Some(2));
}

#[test]
fn where_few_leaders_are_known_no_partition_is_passed() {
    for n in COUNTS {
        for known in 0..n.div_ceil(2) {
            let mut topic = UnkeyedTopic::default();
            let mut turn = || {
                let is_led = |partition| partition < known;
                topic.partition_where(Unkeyed::RoundRobin, count(n), is_led, 0, || 0).unwrap()
            };
            assert!((0..n).all(|partition| turn() == partition), "{known} of {n}");
        }
    }
}

#[test]
fn a_client_places_its_own_unkeyed_records_and_nobody_places_refused_ones() {
    for unkeyed in [Unkeyed::Client, Unkeyed::Error] {
        let mut topics = UnkeyedTopics::new(unkeyed);
        assert_eq!(topics.partition("orders", count(6), 0, || 1), None);
        assert_eq!(topics.partition_where("orders", count(6), |_| true, 0, || 1), None);
        assert_eq!(topics, UnkeyedTopics::new(unkeyed));
    }
}

fn count(n: u32) -> PartitionCount {
    PartitionCount::new(n).unwrap()
}

/// Numbers that look drawn: the same for the same seed.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 32) as i32
    }
}
