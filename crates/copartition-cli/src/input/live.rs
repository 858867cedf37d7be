use std::ffi::OsString;
use std::fs;
use std::time::Duration;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use copartition::PartitionCount;
use copartition_analysis::Error;
use copartition_analysis::samples::{
    Batch, By, Offsets, Properties, Source, Topic, TopicRequest, whole_number,
};

use crate::output::{Failure, Outcome, note};
use crate::progress::Progress;

/// Said at each flag: a heading for all would go on over the flags that follow.
const LIVE: &str = "Live topic";

/// A topic on a broker, in the words of kcat and of Kafka's own tools.
#[derive(Args)]
pub(super) struct Live {
    /// The topic to read, to the end that it has now; no group is joined and nothing is written
    #[arg(
        help_heading = LIVE,
        short = 't',
        long,
        value_name = "NAME",
        value_parser = NonEmptyStringValueParser::new()
    )]
    topic: Option<String>,
    #[command(flatten)]
    pub(super) broker: Broker,
}

/// How topics are read. Its flags make sense beside an argument, or a group of them, whose id is
/// `topic`.
#[derive(Args)]
pub(crate) struct Broker {
    #[command(flatten)]
    connection: Connection,
    /// Where to start in each partition: beginning, end, an offset, -N for the last N, s@TIME, or to
    /// stop: e@TIME, in milliseconds since 1970 [default: beginning]
    #[arg(
        help_heading = LIVE,
        short = 'o',
        long,
        value_name = "OFFSET",
        allow_hyphen_values = true,
        requires = "topic"
    )]
    offset: Vec<String>,
    /// Which records of transactions to read, and whether to stop at the first one that is not over
    #[arg(help_heading = LIVE, long, value_enum, value_name = "LEVEL", requires = "topic")]
    isolation: Option<Isolation>,
    /// Read at most so many records, evenly from the partitions
    #[arg(help_heading = LIVE, long, value_name = "N", value_parser = sample, requires = "topic")]
    sample: Option<u64>,
}

/// How a cluster is reached. Its flags make sense beside what has the id `topic`.
#[derive(Args)]
pub(crate) struct Connection {
    /// The brokers to ask first, as HOST:PORT,...
    #[arg(help_heading = LIVE, short = 'b', long, value_name = "BROKERS", requires = "topic")]
    bootstrap_server: Option<String>,
    /// A property of librdkafka's or the Java client's configuration
    #[arg(help_heading = LIVE, short = 'X', value_name = "NAME=VALUE", requires = "topic")]
    property: Vec<String>,
    /// A file of such properties [default: what KCAT_CONFIG names]
    #[arg(help_heading = LIVE, short = 'F', long, value_name = "FILE", requires = "topic")]
    command_config: Option<OsString>,
    /// How many seconds a broker may take to answer
    #[arg(
        help_heading = LIVE,
        long,
        value_name = "SECONDS",
        default_value = "10",
        value_parser = seconds
    )]
    pub(crate) timeout: Duration,
}

/// Which records of transactions are read.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Isolation {
    #[value(name = "read_committed")]
    Committed,
    #[value(name = "read_uncommitted")]
    Uncommitted,
}

impl Live {
    pub(super) fn is_asked(&self) -> bool {
        self.topic.is_some()
    }

    pub(super) fn topic(&self) -> Option<&str> {
        self.topic.as_deref()
    }

    /// Opens the topic and says how many partitions it has.
    pub(super) fn open(
        &self,
        given: Option<PartitionCount>,
        by: Option<By>,
    ) -> Outcome<Option<ReadTopic>> {
        let open = |name: &String| self.broker.open_by(name, None, given, by);
        self.topic.as_ref().map(open).transpose()
    }
}

impl Broker {
    /// Whether reading starts at a time.
    pub(super) fn is_since(&self) -> bool {
        Offsets::parse(&self.offset).is_ok_and(|offsets| offsets.is_since())
    }

    /// Opens a topic and says how many partitions it has; `config` is a file of properties that
    /// takes the place of `--bootstrap-server` and `--command-config`.
    pub(crate) fn open(
        &self,
        name: &str,
        config: Option<&OsString>,
        given: Option<PartitionCount>,
    ) -> Outcome<ReadTopic> {
        self.open_by(name, config, given, None)
    }

    /// The same, with what records are told apart by.
    fn open_by(
        &self,
        name: &str,
        config: Option<&OsString>,
        given: Option<PartitionCount>,
        by: Option<By>,
    ) -> Outcome<ReadTopic> {
        let topic = Topic::open(TopicRequest { by, ..self.request(name, config)? })?;
        let ignored = topic.ignored_properties();
        if !ignored.is_empty() {
            let ignored = ignored.join(", ");
            note(&format!("properties that librdkafka does not have, ignored: {ignored}"));
        }
        let now = topic.partition_count();
        let count = now.get();
        let partitions = if count == 1 { "partition" } else { "partitions" };
        note(&match given.filter(|given| *given != now) {
            Some(given) => format!("{name}: {count} {partitions} now, taken for {}", given.get()),
            None => format!("{name}: {count} {partitions} now"),
        });
        if let Some(most) = self.sample {
            note(&format!(
                "{name}: a sample of at most {most} records, evenly from the partitions"
            ));
        }
        Ok(ReadTopic::new(topic))
    }

    fn request(&self, topic: &str, config: Option<&OsString>) -> Outcome<TopicRequest> {
        let mut properties = self.connection.properties(config)?;
        if let Some(isolation) = self.isolation {
            let level = isolation.to_possible_value();
            properties.add("isolation.level", level.as_ref().map_or("", |level| level.get_name()));
        }
        Ok(TopicRequest {
            topic: topic.into(),
            properties,
            offsets: Offsets::parse(&self.offset)?,
            sample: self.sample,
            by: None,
            timeout: self.connection.timeout,
        })
    }
}

impl Connection {
    /// Whether a cluster is to be asked, where that is not said otherwise.
    pub(crate) fn is_asked(&self) -> bool {
        self.bootstrap_server.is_some()
            || !self.property.is_empty()
            || self.command_config.is_some()
    }

    /// Reads the properties; `config` takes the place of `--command-config`.
    pub(crate) fn properties(&self, config: Option<&OsString>) -> Outcome<Properties> {
        let mut properties = Properties::default();
        let file = config.or(self.command_config.as_ref()).cloned();
        let file = file.or_else(|| std::env::var_os("KCAT_CONFIG"));
        if let Some(file) = file.filter(|file| !file.is_empty()) {
            let name = file.to_string_lossy();
            let text = fs::read_to_string(&file);
            let text = text.map_err(|why| Failure::Error(format!("{name}: {why}")))?;
            properties.add_file(&name, &text)?;
        }
        for pair in &self.property {
            properties.add_pair(pair)?;
        }
        if let Some(servers) = self.bootstrap_server.as_ref().filter(|_| config.is_none()) {
            properties.add("bootstrap.servers", servers);
        }
        Ok(properties)
    }
}

/// A live topic that says how far it is read.
pub(crate) struct ReadTopic {
    topic: Topic,
    length: u64,
    progress: Progress,
}

impl ReadTopic {
    fn new(topic: Topic) -> Self {
        let length = topic.left();
        let progress = Progress::new(topic.name(), length);
        Self { topic, length, progress }
    }

    pub(crate) fn partition_count(&self) -> PartitionCount {
        self.topic.partition_count()
    }

    /// Reads only some of the partitions from now on.
    pub(crate) fn only(&mut self, is_wanted: impl Fn(u32) -> bool) {
        self.topic.only(is_wanted);
        self.length = self.topic.left();
        self.progress = Progress::new(self.topic.name(), self.length);
    }
}

impl Source for ReadTopic {
    fn name(&self) -> &str {
        self.topic.name()
    }

    fn read(&mut self, batch: &mut Batch) -> Result<bool, Error> {
        let read = self.topic.read(batch)?;
        self.progress.is_at(self.length - self.topic.left());
        Ok(read)
    }

    fn labels(&self) -> &[String] {
        self.topic.labels()
    }
}

fn sample(text: &str) -> Result<u64, &'static str> {
    let least = |number: &u64| *number > 0;
    whole_number(text.as_bytes()).filter(least).ok_or("must be a whole number of 1 or more")
}

fn seconds(text: &str) -> Result<Duration, &'static str> {
    sample(text).map(Duration::from_secs)
}
