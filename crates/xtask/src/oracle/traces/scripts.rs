//! Seeded random scripts: what the real assigners are asked to do, step by step.

use serde_json::{Map, Value, json};

use crate::random_keys::Random;

const COUNTS: [u32; 16] = [1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 10, 12, 16, 33, 100];
const TOPICS: [&str; 8] =
    ["t", "a", "test", "topic", "orders", "payments.eu-1", "AaBB", "__consumer_offsets"];

/// Java's cache that keeps a partition until a batch is opened.
pub fn sticky_cache(random: &mut Random) -> Value {
    let mut topic = Topic::of_java(random, 100);
    // A record with a key can open the first batch, before any partition is sticky.
    let first = if random.below(3) == 0 { topic.new_batch(random) } else { json!(["partition"]) };
    sticky(random, topic, vec![first])
}

/// The same of kafka-python; its sets of up to eight partitions are in ascending order.
pub fn kafka_python(random: &mut Random) -> Value {
    let mut topic = Topic::new(random, 8);
    let first = topic.new_batch(random);
    sticky(random, topic, vec![first, json!(["partition"])])
}

fn sticky(random: &mut Random, mut topic: Topic, mut steps: Vec<Value>) -> Value {
    for _ in 0..length(random) {
        steps.push(match random.below(9) {
            0..=3 => json!(["partition"]),
            4..=6 => json!(["on_new_batch", "last"]),
            7 => topic.new_batch(random),
            _ => topic.replace(random),
        });
    }
    topic.script(steps, json!({"seed": seed(random)}))
}

/// Java's class that counts a topic's records: of one topic or two.
pub fn round_robin(random: &mut Random) -> Value {
    round_robin_of(random, 6)
}

/// The same before 4.0.0, which is told of batches.
pub fn round_robin_with_batches(random: &mut Random) -> Value {
    round_robin_of(random, 9)
}

fn round_robin_of(random: &mut Random, operations: usize) -> Value {
    let mut topic = Topic::of_java(random, 100);
    let mut topics = vec![topic.name];
    let another = TOPICS[random.below(TOPICS.len())];
    if another != topic.name && random.below(2) == 0 {
        topics.push(another);
        topic.traced = 2;
    }
    let mut steps = vec![json!(["partition", topic.name])];
    for _ in 0..length(random) {
        let of = topics[random.below(topics.len())];
        steps.push(match random.below(operations) {
            0..=4 => json!(["partition", of]),
            5 => topic.replace(random),
            6..=7 => json!(["on_new_batch", of, "last"]),
            _ => json!(["on_new_batch", of, random.below(topic.n as usize)]),
        });
    }
    topic.script(steps, json!({"topics": topics}))
}

/// Java up to 2.3, which draws where it starts, or is set to where it wraps.
pub fn drawn_start(random: &mut Random) -> Value {
    if random.below(2) == 0 {
        return wrapping(random);
    }
    let topic = Topic::of_java(random, 100);
    let seed = json!({"seed": seed(random)});
    counting_of(random, topic, seed)
}

/// A Java counter near the end of 31 or 32 bits.
pub fn wrapping(random: &mut Random) -> Value {
    let topic = Topic::of_java(random, 100);
    let counter = json!({"counter": near_an_end(random)});
    counting_of(random, topic, counter)
}

/// The same of a client that lists its partitions as the broker does.
pub fn wrapping_ascending(random: &mut Random) -> Value {
    let topic = Topic::new(random, 100);
    let counter = json!({"counter": near_an_end(random)});
    counting_of(random, topic, counter)
}

/// A client that counts over whatever list it is given.
pub fn counting(random: &mut Random) -> Value {
    let topic = Topic::new(random, 16).all_available();
    counting_of(random, topic, json!({}))
}

/// The same in chunks; 0 counts as 1.
pub fn chunks(random: &mut Random) -> Value {
    let topic = Topic::new(random, 16).all_available();
    let chunk = [0, 1, 2, 3, 5][random.below(5)];
    counting_of(random, topic, json!({"chunk": chunk}))
}

fn counting_of(random: &mut Random, mut topic: Topic, members: Value) -> Value {
    let mut steps = Vec::new();
    for _ in 0..length(random) {
        if random.below(5) == 0 {
            steps.push(topic.replace(random));
        }
        steps.push(json!(["partition"]));
    }
    topic.script(steps, members)
}

fn near_an_end(random: &mut Random) -> u32 {
    let end = [0, 1 << 31, 3][random.below(3)];
    (0..random.below(12)).fold(end, |counter: u32, _| counter.wrapping_sub(1))
}

/// Java's partitioner that counts bytes and prefers partitions that are less busy.
pub fn built_in(random: &mut Random) -> Value {
    let topic = Topic::of_java(random, 33);
    built_in_of(random, topic, json!({}))
}

/// The same with a rack of its own.
pub fn built_in_in_rack(random: &mut Random) -> Value {
    let mut topic = Topic::of_java(random, 33);
    let ids = topic.ids_in_rack(random);
    topic.rack = Some(ids.clone());
    built_in_of(random, topic, json!({"rack": ids}))
}

fn built_in_of(random: &mut Random, mut topic: Topic, mut members: Value) -> Value {
    let size = [0, 1, 150, 150, 150, 16_384, (1 << 30) - 1, 1 << 30, i32::MAX][random.below(9)];
    members["batch_size"] = json!(size);
    members["seed"] = seed(random);
    let mut steps = Vec::new();
    for _ in 0..length(random) / 2 {
        match random.below(7) {
            0 => steps.push(topic.replace(random)),
            1..=2 => steps.push(topic.load(random)),
            _ => {}
        }
        steps.push(json!(["peek"]));
        steps.push(json!(["update", bytes(random, size), random.below(3) > 0]));
        if random.below(3) == 0 {
            steps.push(json!(["is_changed"]));
        }
    }
    topic.script(steps, members)
}

/// Bytes at a batch's size and twice that, the most that there are, and between.
fn bytes(random: &mut Random, size: i32) -> i32 {
    let edges = [0, size / 3, size / 2, size.max(1) - 1, size, size.saturating_mul(2), i32::MAX];
    match edges.get(random.below(12)) {
        Some(edge) => *edge,
        None => i32::try_from(random.next() % (u64::from(size.unsigned_abs()) + 1)).unwrap_or(0),
    }
}

/// The order in which Java lists a topic's partitions, beside up to three other topics.
pub fn order(random: &mut Random) -> Value {
    let others: Map<String, Value> = (0..random.below(4))
        .map(|i| (format!("{}{i}", random_name(random)), json!(1 + random.below(200))))
        .collect();
    let name = match random.below(3) {
        0 => TOPICS[random.below(TOPICS.len())].to_owned(),
        _ => random_name(random),
    };
    let n = [random.below(16), random.below(100), 100 + random.below(300)][random.below(3)] + 1;
    let unavailable: Vec<usize> = match random.below(4) {
        0 => (0..n).filter(|_| random.below(3) == 0).collect(),
        _ => Vec::new(),
    };
    let total = n as u64 + others.values().filter_map(Value::as_u64).sum::<u64>();
    json!({
        "topic": name, "n": n, "total": total, "others": others, "unavailable": unavailable,
        "steps": [["order"]],
    })
}

fn random_name(random: &mut Random) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    (0..=random.below(24)).map(|_| LETTERS[random.below(LETTERS.len())] as char).collect()
}

/// The traced topic, as its metadata changes while a script is made.
struct Topic {
    name: &'static str,
    n: u32,
    largest: u32,
    /// How many topics are traced, each with `n` partitions.
    traced: u32,
    /// The partitions of further topics.
    others: u32,
    loses_leaders: bool,
    unavailable: Vec<u32>,
    rack: Option<Vec<u32>>,
    /// The members of the script that tell how it began.
    first: Option<(u32, Vec<u32>)>,
}

impl Topic {
    /// A topic of up to `largest` partitions, and no other.
    fn new(random: &mut Random, largest: u32) -> Self {
        let mut topic = Self {
            name: "topic",
            n: 1,
            largest,
            traced: 1,
            others: 0,
            loses_leaders: true,
            unavailable: Vec::new(),
            rack: None,
            first: None,
        };
        topic.change(random);
        topic.first = Some((topic.n, topic.unavailable.clone()));
        topic
    }

    fn of_java(random: &mut Random, largest: u32) -> Self {
        let name = TOPICS[random.below(TOPICS.len())];
        let others = [0, 0, 1, 5, 40, 300][random.below(6)];
        Self { name, others, ..Self::new(random, largest) }
    }

    fn all_available(self) -> Self {
        let first = self.first.map(|(n, _)| (n, Vec::new()));
        Self { loses_leaders: false, unavailable: Vec::new(), first, ..self }
    }

    /// Other metadata: often the same count, with other leaders.
    fn change(&mut self, random: &mut Random) {
        if self.first.is_none() || random.below(3) == 0 || !self.loses_leaders {
            self.n = COUNTS[random.below(COUNTS.len())].min(self.largest);
        }
        let one = u32::try_from(random.below(self.n as usize)).unwrap_or(0);
        self.unavailable = match random.below(6) {
            _ if !self.loses_leaders => Vec::new(),
            0 => (0..self.n).collect(),
            1 => (0..self.n).filter(|id| *id != one).collect(),
            2..=3 => self.some_ids(random),
            _ => Vec::new(),
        };
    }

    fn some_ids(&self, random: &mut Random) -> Vec<u32> {
        let one_in = 2 + random.below(3);
        (0..self.n).filter(|_| random.below(one_in) == 0).collect()
    }

    /// A rack is a leader's: a partition without one is in none.
    fn ids_in_rack(&self, random: &mut Random) -> Vec<u32> {
        let ids = self.some_ids(random).into_iter();
        ids.filter(|id| !self.unavailable.contains(id)).collect()
    }

    fn replace(&mut self, random: &mut Random) -> Value {
        self.change(random);
        if self.rack.is_none() {
            return json!(["cluster", self.n, self.unavailable]);
        }
        let ids = self.ids_in_rack(random);
        self.rack = Some(ids.clone());
        json!(["cluster", self.n, self.unavailable, ids])
    }

    fn new_batch(&mut self, random: &mut Random) -> Value {
        json!(["on_new_batch", random.below(self.n as usize)])
    }

    /// The batches that wait for each partition; those left out at the end are not used.
    fn load(&self, random: &mut Random) -> Value {
        if random.below(8) == 0 {
            return json!(["load", null, [], 0]);
        }
        let alike = random.below(4) == 0;
        let sizes: Vec<usize> =
            (0..self.n).map(|_| if alike { 2 } else { random.below(6) }).collect();
        let mut ids: Vec<u32> = match random.below(3) {
            0 => self.some_ids(random),
            _ => (0..self.n).collect(),
        };
        let length = ids.len();
        ids.resize(sizes.len(), 0);
        json!(["load", sizes, ids, length])
    }

    fn script(self, steps: Vec<Value>, members: Value) -> Value {
        let (n, unavailable) = self.first.unwrap_or_default();
        let mut script = json!({
            "topic": self.name, "n": n, "total": self.traced * n + self.others,
            "unavailable": unavailable, "steps": steps,
        });
        if let (Some(script), Value::Object(members)) = (script.as_object_mut(), members) {
            script.extend(members);
        }
        script
    }
}

/// How many steps a script has, more or less.
fn length(random: &mut Random) -> usize {
    15 + random.below(11)
}

fn seed(random: &mut Random) -> Value {
    json!(random.next() >> 32)
}
