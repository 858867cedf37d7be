//! Where records come from: files, or a live topic.

#[cfg(feature = "kafka")]
mod live;
mod several;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use clap::Args;
use copartition::PartitionCount;
use copartition_analysis as analysis;
use copartition_analysis::samples::{By, Fields, InputFormat, KeySample, KeyShare, Source, open};

#[cfg(feature = "kafka")]
pub(crate) use self::live::{Broker, Connection};
pub(crate) use self::several::Inputs;
use crate::args::{KeyFormatArg, named, partition_count};
use crate::output::{Failure, Outcome, note, visible};
use crate::progress::ReadFile;

/// The input of every command that looks at records.
#[derive(Args)]
pub(crate) struct Input {
    /// The files to read together; `-` is stdin
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,
    /// The topic's partition count; a live topic is asked for it
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true)]
    #[cfg_attr(feature = "kafka", arg(required_unless_present = "topic"))]
    #[cfg_attr(not(feature = "kafka"), arg(required = true))]
    partitions: Option<String>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    sampling: Sampling,
    #[cfg(feature = "kafka")]
    #[command(flatten)]
    live: live::Live,
}

/// How files become records.
#[derive(Args)]
pub(crate) struct Reading {
    /// How the input is read, when its name does not end in .csv, .tsv, .ndjson, .jsonl, with .gz
    /// or .zst behind it or not, or .parquet [default: one key a line]
    #[arg(long, value_name = "FORMAT", value_parser = named(InputFormat::ALL.map(InputFormat::name), InputFormat::named))]
    input: Option<InputFormat>,
    /// The column or JSON field (a.b inside objects) that holds the key; what kcat -J, the
    /// console consumer and kafka-dump-log write has fields of its own
    #[arg(long, value_name = "FIELD")]
    key_field: Option<String>,
    /// The field that holds the record's partition: counted there, wherever its key would go
    #[arg(long, value_name = "FIELD")]
    partition_field: Option<String>,
    /// The field that says how many records a row stands for
    #[arg(long, value_name = "FIELD")]
    weight_field: Option<String>,
    /// The field that holds the record's offset in its partition
    #[arg(long, value_name = "FIELD")]
    offset_field: Option<String>,
    /// The field that holds its timestamp: milliseconds since 1970, or as RFC 3339 writes it
    #[arg(long, value_name = "FIELD")]
    timestamp_field: Option<String>,
    /// The field that holds its value, to know tombstones and sizes
    #[arg(long, value_name = "FIELD")]
    value_field: Option<String>,
    /// The text that means no key, and in a value field no value
    #[arg(long, value_name = "TOKEN")]
    null_token: Option<OsString>,
    #[command(flatten)]
    key_format: KeyFormatArg,
}

/// Which keys are looked at.
#[derive(Args)]
struct Sampling {
    /// Look at a share of the keys alone, such as 1%, each with all its records: the same keys of
    /// every input, by a digest
    #[arg(long, value_name = "P%")]
    sample_keys: Option<KeyShare>,
}

impl Sampling {
    fn say(&self) {
        if let Some(share) = self.sample_keys {
            note(&format!("a sample: {share} of the keys, each with all its records"));
        }
    }

    /// Gives a source, or the sample of it.
    fn read<T>(&self, source: &mut dyn Source, each: impl FnOnce(&mut dyn Source) -> T) -> T {
        match self.sample_keys {
            Some(share) => each(&mut KeySample::new(source, share)),
            None => each(source),
        }
    }
}

/// An input that is ready to be read.
pub(crate) struct Opened<'a> {
    input: &'a Input,
    count: PartitionCount,
    by: Option<By>,
    #[cfg(feature = "kafka")]
    topic: Option<live::ReadTopic>,
}

impl Input {
    /// Connects to a live topic; files are opened when it is their turn.
    pub(crate) fn open(&self) -> Outcome<Opened<'_>> {
        self.open_by(None)
    }

    /// The same, with what records are told apart by.
    pub(crate) fn open_by(&self, by: Option<By>) -> Outcome<Opened<'_>> {
        if !self.is_asked() {
            return Err(Failure::Error(NOTHING_TO_READ.into()));
        }
        let given = self.given_count()?;
        self.sampling.say();
        #[cfg(feature = "kafka")]
        if self.live.is_asked() {
            let file = (!self.files.is_empty()).then_some("FILE");
            if let Some(flag) = file.or(self.reading.flag()) {
                return Err(of_files_only(flag));
            }
        }
        #[cfg(feature = "kafka")]
        if let Some(topic) = self.live.open(given, by.clone())? {
            let count = given.unwrap_or(topic.partition_count());
            return Ok(Opened { input: self, count, by, topic: Some(topic) });
        }
        // clap wants the count with files.
        let count = given.ok_or_else(|| copartition::Error::partition_count(""))?;
        Ok(Opened {
            input: self,
            count,
            by,
            #[cfg(feature = "kafka")]
            topic: None,
        })
    }

    /// Whether there is anything to read.
    pub(crate) fn is_asked(&self) -> bool {
        #[cfg(feature = "kafka")]
        if self.live.is_asked() {
            return true;
        }
        !self.files.is_empty()
    }

    /// The partition count that was given.
    pub(crate) fn given_count(&self) -> Result<Option<PartitionCount>, copartition::Error> {
        self.partitions.as_deref().map(partition_count).transpose()
    }

    /// What the input is called in a page: the names of its files, or of its topic.
    pub(crate) fn name(&self) -> String {
        #[cfg(feature = "kafka")]
        if let Some(topic) = self.live.topic() {
            return topic.into();
        }
        const MOST: usize = 3;
        let more = self.files.len().saturating_sub(MOST);
        let names = self.files.iter().take(MOST).map(file_name);
        let names = names.chain((more > 0).then(|| format!("{more} more"))).collect::<Vec<_>>();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }

    /// Whether reading starts at a time.
    pub(crate) fn is_since(&self) -> bool {
        #[cfg(feature = "kafka")]
        if self.live.is_asked() {
            return self.live.broker.is_since();
        }
        false
    }

    /// Whether the input says on which partition its records lie.
    pub(crate) fn knows_partitions(&self) -> bool {
        #[cfg(feature = "kafka")]
        if self.live.is_asked() {
            return true;
        }
        self.files.iter().any(|path| self.reading.knows_partitions(path))
    }
}

const NOTHING_TO_READ: &str = if cfg!(feature = "kafka") {
    "a file, - for stdin, or a topic must be given, got none"
} else {
    "a file, or - for stdin, must be given, got none"
};

#[cfg(feature = "kafka")]
fn of_files_only(flag: &str) -> Failure {
    Failure::Error(format!(
        "a live topic has keys and partitions of its own, so that {flag} must not be given"
    ))
}

impl Reading {
    /// A flag that was given although only files have a use for it.
    #[cfg(feature = "kafka")]
    fn flag(&self) -> Option<&'static str> {
        [
            ("--input", self.input.is_some()),
            ("--key-field", self.key_field.is_some()),
            ("--partition-field", self.partition_field.is_some()),
            ("--weight-field", self.weight_field.is_some()),
            ("--offset-field", self.offset_field.is_some()),
            ("--timestamp-field", self.timestamp_field.is_some()),
            ("--value-field", self.value_field.is_some()),
            ("--null-token", self.null_token.is_some()),
            ("--key-format", self.key_format.key_format != Default::default()),
        ]
        .into_iter()
        .find_map(|(flag, is_given)| is_given.then_some(flag))
    }

    fn format(&self, path: &OsString) -> InputFormat {
        let of_file = || InputFormat::of_file(&path.to_string_lossy());
        self.input.or_else(of_file).unwrap_or(InputFormat::Lines)
    }

    /// Whether a file says on which partition its records lie.
    fn knows_partitions(&self, path: &OsString) -> bool {
        let format = self.format(path);
        // Without a key field, NDJSON is what kcat writes.
        let is_kcat = format == InputFormat::Ndjson && self.key_field.is_none();
        is_kcat || format.has_own_fields() || self.partition_field.is_some()
    }

    fn file(&self, path: &OsString, by: Option<&By>) -> Outcome<Box<dyn Source>> {
        let name = path.to_string_lossy();
        let fields = Fields {
            key: self.key_field.clone(),
            partition: self.partition_field.clone(),
            weight: self.weight_field.clone(),
            offset: self.offset_field.clone(),
            timestamp: self.timestamp_field.clone(),
            value: self.value_field.clone(),
            by: by.cloned(),
            null_token: self.null_token.as_ref().map(|token| token.as_encoded_bytes().to_vec()),
            key_format: self.key_format.key_format,
        };
        let (name, input): (_, Box<dyn Read>) = match &*name {
            "-" => ("stdin", Box::new(io::stdin().lock())),
            name => {
                let opened = File::open(path).and_then(|file| Ok((file.metadata()?.len(), file)));
                let (length, file) =
                    opened.map_err(|why| Failure::Error(format!("{name}: {why}")))?;
                #[cfg(feature = "parquet")]
                if self.format(path) == InputFormat::Parquet {
                    return Ok(analysis::samples::open_parquet(name, file, &fields)?);
                }
                (name, Box::new(ReadFile::new(name, length, file)))
            }
        };
        Ok(open(self.format(path), name, input, &fields)?)
    }

    /// Gives a file, and says what is suspicious about it.
    fn read<E>(
        &self,
        path: &OsString,
        by: Option<&By>,
        each: &mut impl FnMut(&mut dyn Source) -> Result<(), E>,
    ) -> Outcome<()>
    where
        Failure: From<E>,
    {
        let mut source = self.file(path, by)?;
        each(source.as_mut())?;
        source.warnings().iter().for_each(|warning| note(warning));
        if self.input.is_none() && (source.is_perhaps_ndjson() || is_json(source.name())) {
            note(&format!(
                "{}: looks like JSON, and each line was read as a key; where the lines are \
                 objects, say --input ndjson",
                source.name()
            ));
        }
        Ok(())
    }
}

impl Opened<'_> {
    /// The topic's partition count, as given or as the live topic has it now.
    pub(crate) fn count(&self) -> PartitionCount {
        self.count
    }

    /// Gives each source in turn, and says what is suspicious about it.
    pub(crate) fn read<E>(
        self,
        mut each: impl FnMut(&mut dyn Source) -> Result<(), E>,
    ) -> Outcome<()>
    where
        Failure: From<E>,
    {
        let sampling = &self.input.sampling;
        let mut each = |source: &mut dyn Source| sampling.read(source, &mut each);
        #[cfg(feature = "kafka")]
        if let Some(mut topic) = self.topic {
            return Ok(each(&mut topic)?);
        }
        for path in &self.input.files {
            self.input.reading.read(path, self.by.as_ref(), &mut each)?;
        }
        Ok(())
    }
}

/// A file by its own name.
fn file_name(path: &OsString) -> String {
    match Path::new(path).file_name().unwrap_or(path) {
        name if name == "-" => "stdin".into(),
        name => visible(&name.to_string_lossy()).into_owned(),
    }
}

fn is_json(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}
