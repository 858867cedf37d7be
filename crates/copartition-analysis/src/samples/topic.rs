//! A live topic.

mod consumer;
mod coordinator;

use std::ffi::{CStr, CString};
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use copartition::PartitionCount;

pub use self::coordinator::Coordinator;

use self::consumer::{Consumer, END, Event, Message, START, Unanswered};
use super::labels::Labels;
use super::offsets::shares;
use super::{Batch, By, LogEntry, Offsets, Properties, Source};
use crate::Error;

/// What to read of a topic, and how.
#[derive(Clone)]
pub struct TopicRequest {
    /// The topic's name.
    pub topic: String,
    /// The client's configuration, `bootstrap.servers` at least. With `isolation.level` set to
    /// `read_uncommitted`, also the records of transactions that were aborted or are not over.
    pub properties: Properties,
    /// Which part of each partition.
    pub offsets: Offsets,
    /// At most so many records, evenly from the partitions, each from its start.
    pub sample: Option<u64>,
    /// What to tell records apart by.
    pub by: Option<By>,
    /// How long a broker may take to answer.
    pub timeout: Duration,
}

/// Reads a live topic up to the end that it had when it was opened.
///
/// No consumer group is joined, nothing is committed, created or written. Control records and the
/// gaps of compacted topics are no records: a partition is read when its end offset is reached. Its
/// end is the last stable offset, unless uncommitted records are read too.
pub struct Topic {
    name: String,
    servers: String,
    count: PartitionCount,
    consumer: Consumer,
    partitions: Vec<Partition>,
    labels: Labels,
    /// The header that records are told apart by.
    header: Option<CString>,
    timeout: Duration,
    /// How long nothing has come.
    waited: Duration,
    ignored: Vec<String>,
}

struct Partition {
    range: Range<i64>,
    /// The records that may still be given.
    left: u64,
    is_open: bool,
    is_started: bool,
}

impl Topic {
    /// Connects, and asks for the topic's partitions and their ends.
    ///
    /// # Errors
    ///
    /// Properties that librdkafka does not take, no broker that answers in time, refused
    /// credentials, and a topic that does not exist, each in one line.
    pub fn open(request: TopicRequest) -> Result<Self, Error> {
        let TopicRequest { topic, mut properties, offsets, sample, by, timeout } = request;
        for (name, value) in DEFAULTS {
            if properties.get(name).is_none() {
                properties.add(name, value);
            }
        }
        let servers = properties.get("bootstrap.servers").filter(|servers| !servers.is_empty());
        let Some(servers) = servers.map(str::to_string) else {
            return Err(Error::asked("bootstrap.servers must be given to read a topic, got none"));
        };
        let (consumer, ignored) =
            Consumer::new(&topic, &properties.for_librdkafka()?, &OWN).map_err(Error::asked)?;
        let deadline = Instant::now() + timeout;
        let of_servers = |why: String| Error::of(&servers, why);
        let of_topic = |why: String| Error::of(&topic, why);
        let count = match consumer.partition_count(deadline) {
            Ok(count) => count.map_err(|why| of_topic(format!("{why} at {servers}")))?,
            Err(Unanswered::Ever(why)) => return Err(of_servers(why)),
            Err(Unanswered::InTime(why)) => {
                return Err(of_servers(format!("{}: {why}", within(timeout))));
            }
        };
        let partition_count =
            PartitionCount::try_from(count).map_err(|why| of_topic(why.to_string()))?;
        let at = |time| consumer.offsets(count, time, deadline).map_err(of_topic);
        let [start_times, end_times] = offsets.times().map(|time| time.map(at));
        let times = [start_times.transpose()?, end_times.transpose()?];
        // The ends last, so that what a time finds lies before them.
        let logs: Vec<_> = at(START)?.into_iter().zip(at(END)?).collect();
        let ranges: Vec<_> = logs
            .into_iter()
            .enumerate()
            .map(|(partition, log)| {
                let log = log.0.unwrap_or(0)..log.1.unwrap_or(0);
                let of_time = |times: &Option<Vec<_>>| times.as_ref()?.get(partition).copied()?;
                offsets.range(log, times.each_ref().map(of_time))
            })
            .collect();
        let held: Vec<u64> = ranges.iter().map(length).collect();
        let shares = match sample {
            Some(most) => shares(most, &held),
            None => held,
        };
        let mut partitions = Vec::new();
        for (range, left) in ranges.into_iter().zip(shares) {
            partitions.push(Partition { range, left, is_open: left > 0, is_started: false });
        }
        Ok(Self {
            labels: Labels::new(by.as_ref(), &topic, "a live topic", |by| {
                matches!(by, By::Header(_) | By::Hour)
            })?,
            header: header_name(by, &topic)?,
            name: topic,
            servers,
            count: partition_count,
            consumer,
            partitions,
            timeout,
            waited: Duration::ZERO,
            ignored,
        })
    }

    /// Returns the number of partitions that the topic has now.
    pub fn partition_count(&self) -> PartitionCount {
        self.count
    }

    /// Reads only some of the partitions from now on, each from where it was.
    pub fn only(&mut self, is_wanted: impl Fn(u32) -> bool) {
        for (number, partition) in (0..).zip(&mut self.partitions) {
            let Partition { range, left, .. } = partition;
            partition.is_open = is_wanted(number) && *left > 0 && !range.is_empty();
            if let (false, true, Ok(number)) =
                (partition.is_open, partition.is_started, i32::try_from(number))
            {
                self.consumer.stop(number);
                partition.is_started = false;
            }
        }
    }

    /// Starts to fetch what is to be read and is not yet fetched.
    fn start(&mut self) -> Result<(), Error> {
        let waiting = (0..).zip(&mut self.partitions);
        let waiting = waiting.filter(|(_, partition)| partition.is_open && !partition.is_started);
        for (number, partition) in waiting {
            let started = self.consumer.start(number, partition.range.start);
            started.map_err(|why| Error::of(&self.name, why))?;
            partition.is_started = true;
        }
        Ok(())
    }

    /// Returns how many offsets are still to be read at most.
    pub fn left(&self) -> u64 {
        let open = self.partitions.iter().filter(|partition| partition.is_open);
        open.map(|partition| length(&partition.range).min(partition.left)).sum()
    }

    /// Returns the names in files of properties that mean nothing to librdkafka, and were ignored.
    pub fn ignored_properties(&self) -> &[String] {
        &self.ignored
    }

    /// What to say when nothing has come for so long, `None` where the broker is only slow.
    fn stalled(&mut self) -> Option<String> {
        let open = (0..).zip(&self.partitions).find(|(_, partition)| partition.is_open);
        let (at, partition): (usize, _) = open?;
        let deadline = Instant::now() + self.timeout / 2;
        let count = i32::try_from(self.partitions.len()).unwrap_or(i32::MAX);
        let why = match self.consumer.offsets(count, END, deadline) {
            Err(why) => format!("{}: {why}", within(self.timeout)),
            Ok(ends) => match ends.get(at).copied().flatten() {
                Some(end) if end < partition.range.end => {
                    format!("the log ends at {end} now, it was cut off while it was read")
                }
                // Between records there may be many that were aborted.
                _ => {
                    self.waited = Duration::ZERO;
                    return None;
                }
            },
        };
        let Range { start, end } = partition.range;
        Some(format!("partition {at} was read to offset {start} of {end}: {}: {why}", self.servers))
    }
}

/// What suits reading to an end, unless the properties say otherwise.
const DEFAULTS: [(&str, &str); 2] = [
    // Waiting a second after each full queue makes reading slower than the broker.
    ("fetch.queue.backoff.ms", "10"),
    // A broker waits so long at the end before it says that this is the end.
    ("fetch.wait.max.ms", "100"),
];

/// What this crate decides, whatever the properties say.
const OWN: [(&str, &str); 7] = [
    ("allow.auto.create.topics", "false"),
    ("enable.auto.commit", "false"),
    ("auto.commit.enable", "false"),
    ("enable.auto.offset.store", "false"),
    // A broker may ask clients to report about themselves.
    ("enable.metrics.push", "false"),
    ("enable.partition.eof", "true"),
    // Rather than go on somewhere else.
    ("auto.offset.reset", "error"),
];

impl Source for Topic {
    fn name(&self) -> &str {
        &self.name
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        batch.clear();
        self.start()?;
        let Self { consumer, partitions, labels, header, .. } = self;
        if !partitions.iter().any(|partition| partition.is_open) {
            return Ok(false);
        }
        let started = Instant::now();
        let (mut done, mut failed, mut is_idle) = (Vec::new(), None, true);
        consumer.poll(Duration::from_millis(100), |event| {
            is_idle = false;
            let number = match &event {
                Event::Message(Message { partition, .. })
                | Event::End { partition, .. }
                | Event::Failed { partition, .. } => *partition,
            };
            let partition = usize::try_from(number).ok().and_then(|at| partitions.get_mut(at));
            let Some(partition) = partition.filter(|partition| partition.is_open) else {
                return ControlFlow::Continue(());
            };
            match event {
                Event::Message(message) if message.offset < partition.range.end => {
                    partition.range.start = message.offset + 1;
                    partition.left -= 1;
                    push(&message, labels, header.as_deref(), batch);
                    partition.is_open = partition.left > 0 && !partition.range.is_empty();
                }
                Event::Message(_) => partition.is_open = false,
                Event::End { offset, .. } => partition.is_open = offset < partition.range.end,
                Event::Failed { why, .. } => failed = failed.take().or(Some((number, why))),
            }
            if !partition.is_open {
                partition.is_started = false;
                done.push(number);
            }
            match batch.is_full() || failed.is_some() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        if let Some((partition, why)) = failed {
            return Err(Error::of(&self.name, format_args!("partition {partition}: {why}")));
        }
        for partition in done {
            consumer.stop(partition);
        }
        self.waited = if is_idle { self.waited + started.elapsed() } else { Duration::ZERO };
        if self.waited >= self.timeout / 2
            && let Some(why) = self.stalled()
        {
            return Err(Error::of(&self.name, why));
        }
        Ok(true)
    }

    fn labels(&self) -> &[String] {
        self.labels.texts()
    }
}

fn push(message: &Message<'_>, labels: &mut Labels, header: Option<&CStr>, batch: &mut Batch) {
    let timestamp = message.timestamp();
    let log = LogEntry {
        offset: Some(message.offset),
        timestamp,
        value_bytes: Some(message.value_bytes.unwrap_or(0) as u64),
        tombstone: Some(message.value_bytes.is_none()),
        producer_id: None,
        label: labels.of(timestamp, None, header.and_then(|header| message.header(header))),
    };
    batch.next_key().extend_from_slice(message.key.unwrap_or_default());
    let line = u64::try_from(message.offset).unwrap_or(0);
    batch.push(message.key.is_some(), u32::try_from(message.partition).ok(), 1, line, log);
}

fn length(range: &Range<i64>) -> u64 {
    u64::try_from(range.end - range.start).unwrap_or(0)
}

fn within(timeout: Duration) -> String {
    format!("broker must answer within {} s", timeout.as_secs_f64())
}

fn header_name(by: Option<By>, topic: &str) -> Result<Option<CString>, Error> {
    let Some(By::Header(name)) = by else {
        return Ok(None);
    };
    let name = CString::new(name);
    name.map(Some).map_err(|_| Error::of(topic, "header's name must be text without a NUL"))
}
