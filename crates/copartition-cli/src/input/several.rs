//! Inputs that are looked at beside each other.

use std::ffi::OsString;
use std::path::Path;

#[cfg(feature = "kafka")]
use clap::ArgGroup;
use clap::Args;
use copartition::PartitionCount;
use copartition_analysis as analysis;
use copartition_analysis::samples::Source;

use super::{Reading, Sampling, file_name};
#[cfg(feature = "kafka")]
use super::{live, of_files_only};
use crate::args::partition_count;
use crate::output::{Failure, Outcome, visible};

/// The inputs of a command that looks at two or more.
#[derive(Args)]
#[cfg_attr(feature = "kafka", command(group = ArgGroup::new("topic").args(["topics", "config"]).multiple(true)))]
pub(crate) struct Inputs {
    /// The files, each with the records of one topic; `-` is stdin. With --config NAME=FILE,
    /// NAME:TOPIC is a live topic
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,
    /// The partition counts: one for all files, or one for each input; a live topic is asked for its
    /// own
    #[arg(
        short = 'n',
        long,
        value_name = "N,...",
        value_delimiter = ',',
        allow_negative_numbers = true
    )]
    partitions: Vec<String>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    sampling: Sampling,
    /// A live topic of the broker that the flags below name; may be given more than once, and comes
    /// after the inputs
    #[cfg(feature = "kafka")]
    #[arg(
        id = "topics",
        short = 't',
        long = "topic",
        value_name = "NAME",
        help_heading = "Live topic"
    )]
    topics: Vec<String>,
    /// A file of properties for the inputs that start with NAME and a colon, in place of -b and -F
    #[cfg(feature = "kafka")]
    #[arg(long, value_name = "NAME=FILE", value_parser = config, help_heading = "Live topic")]
    config: Vec<(String, OsString)>,
    #[cfg(feature = "kafka")]
    #[command(flatten)]
    broker: live::Broker,
}

/// One of several inputs, ready to be read.
pub(crate) struct OneInput<'a> {
    given: String,
    name: String,
    count: PartitionCount,
    from: From<'a>,
    sampling: &'a Sampling,
}

enum From<'a> {
    File(&'a OsString, &'a Reading),
    #[cfg(feature = "kafka")]
    Topic(Box<live::ReadTopic>),
}

/// What an input is called, and what it is.
enum Asked<'a> {
    File(&'a OsString),
    #[cfg(feature = "kafka")]
    Topic {
        name: String,
        topic: &'a str,
        config: Option<&'a OsString>,
    },
}

impl Inputs {
    /// Connects to the live topics; files are opened when it is their turn.
    pub(crate) fn open(&self) -> Outcome<Vec<OneInput<'_>>> {
        let asked = self.asked()?;
        let inputs = asked.len();
        if inputs < 2 {
            return Err(Failure::Error(format!("two inputs or more must be given, got {inputs}")));
        }
        let counts = self.partitions.iter().map(|count| partition_count(count));
        let counts = counts.collect::<Result<Vec<_>, _>>()?;
        let has_files = asked.iter().any(|asked| matches!(asked, Asked::File(_)));
        #[cfg(feature = "kafka")]
        if let Some(flag) = self.reading.flag().filter(|_| !has_files) {
            return Err(of_files_only(flag));
        }
        let (of_files, of_each) = match counts.as_slice() {
            [] => (None, None),
            [one] if has_files => (Some(*one), None),
            all if all.len() == inputs => (None, Some(all)),
            all => {
                return Err(Failure::Error(format!(
                    "partition counts must be one for all files or one for each of the {inputs} \
                     inputs, got {}",
                    all.len()
                )));
            }
        };
        self.sampling.say();
        let mut opened: Vec<OneInput<'_>> = asked
            .into_iter()
            .enumerate()
            .map(|(place, asked)| {
                let own = of_each.and_then(|counts| counts.get(place)).copied();
                self.open_one(asked, own, of_files)
            })
            .collect::<Outcome<_>>()?;
        let names: Vec<String> = opened.iter().map(|one| one.name.clone()).collect();
        for one in &mut opened {
            if names.iter().filter(|name| **name == one.name).count() > 1 {
                one.name.clone_from(&one.given);
            }
        }
        Ok(opened)
    }

    fn asked(&self) -> Outcome<Vec<Asked<'_>>> {
        #[cfg(feature = "kafka")]
        {
            let inputs = self.inputs.iter().map(|input| {
                let topic = input.to_str().and_then(|text| text.split_once(':'));
                let config = topic.and_then(|(name, topic)| {
                    let config = self.config.iter().find(|(config, _)| config == name);
                    config.map(|(_, file)| (topic, file))
                });
                match config {
                    Some((topic, file)) => {
                        let name = input.to_string_lossy().into_owned();
                        Asked::Topic { name, topic, config: Some(file) }
                    }
                    None => Asked::File(input),
                }
            });
            let topics = self.topics.iter().map(|topic| Asked::Topic {
                name: topic.clone(),
                topic,
                config: None,
            });
            let asked: Vec<_> = inputs.chain(topics).collect();
            let unused = self.config.iter().find(|(_, file)| {
                !asked.iter().any(|asked| {
                    matches!(asked, Asked::Topic { config: Some(config), .. } if *config == file)
                })
            });
            if let Some((name, _)) = unused {
                return Err(Failure::Error(format!(
                    "an input must be {name}:TOPIC for --config {name}, got none"
                )));
            }
            Ok(asked)
        }
        #[cfg(not(feature = "kafka"))]
        Ok(self.inputs.iter().map(Asked::File).collect())
    }

    fn open_one<'a>(
        &'a self,
        asked: Asked<'a>,
        own: Option<PartitionCount>,
        of_files: Option<PartitionCount>,
    ) -> Outcome<OneInput<'a>> {
        match asked {
            Asked::File(path) => {
                let given = visible(&path.to_string_lossy()).into_owned();
                let name = file_name(path);
                #[cfg(feature = "kafka")]
                if let Some((config, _)) =
                    given.split_once(':').filter(|_| !Path::new(path).exists())
                {
                    return Err(Failure::Error(format!(
                        "{given}: no such file, and no --config {config}=FILE that would make it a \
                         topic"
                    )));
                }
                let Some(count) = own.or(of_files) else {
                    return Err(Failure::Error(format!(
                        "{given}: the partition count of a file must be given with -n, got none"
                    )));
                };
                let from = From::File(path, &self.reading);
                Ok(OneInput { given, name, count, from, sampling: &self.sampling })
            }
            #[cfg(feature = "kafka")]
            Asked::Topic { name, topic, config } => {
                let topic = self.broker.open(topic, config, own)?;
                let count = own.unwrap_or(topic.partition_count());
                let given = visible(&name).into_owned();
                let name = given.clone();
                let from = From::Topic(Box::new(topic));
                Ok(OneInput { given, name, count, from, sampling: &self.sampling })
            }
        }
    }
}

impl OneInput<'_> {
    /// The input as it was given.
    pub(crate) fn given(&self) -> &str {
        &self.given
    }

    /// What the input is called in answers: a file by its own name, unless another one has it too.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Its partition count, as given or as the live topic has it now.
    pub(crate) fn count(&self) -> PartitionCount {
        self.count
    }

    /// Gives the source, and says what is suspicious about it.
    pub(crate) fn read(
        self,
        mut each: impl FnMut(&mut dyn Source) -> Result<(), analysis::Error>,
    ) -> Outcome<()> {
        let sampling = self.sampling;
        let mut each = |source: &mut dyn Source| sampling.read(source, &mut each);
        match self.from {
            From::File(path, reading) => reading.read(path, None, &mut each),
            #[cfg(feature = "kafka")]
            From::Topic(mut topic) => Ok(each(topic.as_mut())?),
        }
    }
}

#[cfg(feature = "kafka")]
fn config(text: &str) -> Result<(String, OsString), &'static str> {
    match text.split_once('=') {
        Some((name, file)) if !name.is_empty() && !file.is_empty() => {
            Ok((name.into(), file.into()))
        }
        _ => Err("must be NAME=FILE"),
    }
}
