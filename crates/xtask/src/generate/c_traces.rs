use copartition::PartitionCount;
use copartition::assign::java_partition_order;
use serde_json::Value;

/// The traces of `tests/vectors/assigner_traces.json` that C's two assigners can replay, as rows of
/// C tables: a row is one topic's.
#[derive(Default)]
pub(super) struct Traces {
    pub(super) round_robins: String,
    pub(super) sticky_caches: String,
    /// How many results there are to compare.
    pub(super) cases: usize,
}

impl Traces {
    /// Adds a trace; returns `None` for a shape that is not known.
    pub(super) fn add(&mut self, trace: &Value) -> Option<()> {
        let kind = trace["kind"].as_str().unwrap_or_default();
        match (trace["assigner"].as_str()?, kind) {
            ("round_robin", "new" | "java_2_4" | "java_4_0") => {
                self.add_round_robin(trace, "COP_ROUND_ROBIN_INIT")
            }
            ("round_robin", "starting_at") => {
                self.add_round_robin(trace, &format!("{{{}u, 0}}", trace["counter"].as_u64()?))
            }
            ("round_robin", "resetting") => {
                self.add_round_robin(trace, "COP_ROUND_ROBIN_RESETTING_INIT")
            }
            ("sticky_cache", "java") => self.add_sticky_cache(trace, "COP_STICKY_CACHE_INIT"),
            ("sticky_cache", "kafka_python") => {
                self.add_sticky_cache(trace, "COP_STICKY_CACHE_KAFKA_PYTHON_INIT")
            }
            // C has none of these.
            ("round_robin", "chunks" | "stepping" | "java_3_9_2")
            | ("built_in", "" | "in_rack")
            | ("java_partition_order", "") => Some(()),
            _ => None,
        }
    }

    fn add_round_robin(&mut self, trace: &Value, start: &str) -> Option<()> {
        let client = client(trace)?;
        let topics = match trace["topics"].as_array() {
            Some(topics) => &topics[..],
            None => std::slice::from_ref(&trace["topic"]),
        };
        for topic in topics {
            let (steps, cases) = Topic::of(trace, topic.as_str()?, topics.len())?.steps(trace)?;
            self.cases += cases;
            self.round_robins += &format!("    {{{client}, {start}, {steps}}},\n");
        }
        Some(())
    }

    fn add_sticky_cache(&mut self, trace: &Value, start: &str) -> Option<()> {
        let client = client(trace)?;
        let (steps, cases) = Topic::of(trace, trace["topic"].as_str()?, 1)?.steps(trace)?;
        self.cases += cases;
        let draws = numbers::<i32>(&trace["draws"])?;
        // C has no empty list: one more than there are.
        let list = draws.iter().fold(String::new(), |list, draw| list + &format!("{draw}, "));
        let (count, list) = (draws.len(), format!("(const int32_t[]){{{list}0}}"));
        self.sticky_caches += &format!("    {{{client}, {start}, {count}, {list}, {steps}}},\n");
        Some(())
    }
}

/// A traced topic as its client sees it at the moment.
struct Topic<'a> {
    name: &'a str,
    n: u32,
    unavailable: Vec<u32>,
    /// How many topics have as many partitions: it and those that are traced with it.
    traced: u32,
    /// The partitions of all other topics.
    others: u32,
    is_java: bool,
}

impl<'a> Topic<'a> {
    fn of(trace: &Value, name: &'a str, traced: usize) -> Option<Self> {
        let (n, traced) = (number(&trace["n"])?, u32::try_from(traced).ok()?);
        Some(Self {
            name,
            n,
            unavailable: numbers(&trace["unavailable"])?,
            traced,
            others: number::<u32>(&trace["total"])?.checked_sub(traced * n)?,
            is_java: trace["client"] == "kafka-clients",
        })
    }

    /// Returns the topic's own steps as a C list, and how many have a result.
    fn steps(mut self, trace: &Value) -> Option<(String, usize)> {
        let (mut list, mut cases) = (self.cluster()?, 0);
        for step in trace["steps"].as_array()? {
            let (result, [operation, words @ ..]) = step.as_array()?.split_last()? else {
                return None;
            };
            match (operation.as_str()?, words) {
                ("cluster", [n, unavailable, ..]) => {
                    (self.n, self.unavailable) = (number(n)?, numbers(unavailable)?);
                    list += &self.cluster()?;
                    continue;
                }
                ("partition", []) => list += "PARTITION, ",
                ("partition", [topic]) if topic == self.name => list += "PARTITION, ",
                ("on_new_batch", [prev]) => {
                    list += &format!("NEW_BATCH, {}, ", number::<u32>(prev)?);
                }
                // Another topic's, and what a counter does not notice.
                ("partition", [_]) | ("on_new_batch", [_, _]) => continue,
                _ => return None,
            }
            list += &match result {
                Value::Null => "NO_RESULT, ".to_owned(),
                result => format!("{}, ", number::<u32>(result)?),
            };
            cases += 1;
        }
        Some((format!("(const int32_t[]){{{list}END}}"), cases))
    }

    /// Returns the step that gives the topic as it is now.
    fn cluster(&self) -> Option<String> {
        let mut ids = match self.is_java {
            true => {
                let total = self.traced * self.n + self.others;
                java_partition_order(self.name, PartitionCount::new(self.n)?, total).ok()?
            }
            false => (0..self.n).collect(),
        };
        if self.unavailable.is_empty() && ids.is_sorted() {
            return Some(format!("CLUSTER, {}, ALL, ", self.n));
        }
        ids.retain(|id| !self.unavailable.contains(id));
        let step = format!("CLUSTER, {}, {}, ", self.n, ids.len());
        Some(ids.iter().fold(step, |step, id| step + &format!("{id}, ")))
    }
}

/// The client and its version as a C literal.
fn client(trace: &Value) -> Option<String> {
    Some(format!("\"{} {}\"", trace["client"].as_str()?, trace["version"].as_str()?))
}

fn number<T: TryFrom<i64>>(value: &Value) -> Option<T> {
    T::try_from(value.as_i64()?).ok()
}

fn numbers<T: TryFrom<i64>>(list: &Value) -> Option<Vec<T>> {
    list.as_array()?.iter().map(number).collect()
}
