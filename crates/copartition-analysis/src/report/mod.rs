//! Reports: what an analysis found, as one page that needs no network.
//!
//! A [`Report`] is what is said, in blocks, by one file a question; `html` and `drawing` are how it
//! looks. Every text is escaped where it is written, since keys are anybody's.

mod compare;
mod drawing;
mod html;
mod identify;
mod moves;
mod split;
mod spread;

/// The answer to one question about a topic, for a browser or a notebook.
///
/// Of many partitions or keys the first ones are shown, and how many are left out is said, so that
/// a page stays small whatever was read.
///
/// ```
/// use copartition::PartitionCount;
/// use copartition_analysis::report::Report;
/// use copartition_analysis::samples::LogEntry;
/// use copartition_analysis::{Observed, Shown, split};
///
/// let mut observed = Observed::new(PartitionCount::try_from(6)?, usize::MAX);
/// for partition in [2, 0] {
///     observed.add_key(Some(b"<user-1>"), partition, 1, LogEntry::default());
/// }
/// let report = Report::split("orders", &observed, &split(&observed), &Shown::default());
/// let page = report.made_by("copartition split orders.ndjson -n 6").page();
/// assert!(page.starts_with("<!doctype html>"));
/// assert!(page.contains("1 of 1 key lies on more than one partition"));
/// assert!(page.contains("&lt;user-1&gt;"));
/// # Ok::<(), copartition::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    title: String,
    verdict: String,
    mood: Mood,
    blocks: Vec<Block>,
    notes: Vec<String>,
    command: String,
}

impl Report {
    /// Returns the whole page, self-contained: no script, no font, no picture from elsewhere. It is
    /// readable on a phone, in the dark and on paper.
    pub fn page(&self) -> String {
        html::page(self)
    }

    /// Returns the report as a part of another page, such as a notebook's cell.
    pub fn fragment(&self) -> String {
        html::fragment(self)
    }

    /// Adds the command that makes the report again. It is shown as it is: secrets must be left
    /// out.
    pub fn made_by(mut self, command: impl Into<String>) -> Self {
        self.command = command.into();
        self
    }

    /// Adds a sentence about how the report came to be, such as when it was made.
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    fn new(title: String, verdict: String, mood: Mood) -> Self {
        let (blocks, notes, command) = Default::default();
        Self { title, verdict, mood, blocks, notes, command }
    }

    fn heading(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Heading(text.into()));
    }

    fn text(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Text(text.into()));
    }

    /// A list under a heading; neither for no item.
    fn list(&mut self, heading: &str, items: Vec<String>) {
        if !items.is_empty() {
            self.heading(heading);
            self.blocks.push(Block::List(items));
        }
    }

    fn facts<const N: usize>(&mut self, facts: [(&'static str, String); N]) {
        let facts = facts.into_iter().map(|(name, value)| (name.into(), value));
        self.blocks.push(Block::Facts(facts.collect()));
    }

    /// Says how many rows are left out, if any are: `what` are they.
    fn left_out(&mut self, all: usize, most: usize, what: &str) {
        match all.checked_sub(most) {
            None | Some(0) => {}
            Some(more) => self.text(format!("{more} more {what} are left out here.")),
        }
    }

    fn put(&mut self, block: Block) {
        self.blocks.push(block);
    }
}

/// How an answer, or a part of it, is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    /// All is well.
    Fine,
    /// Something differs.
    Differs,
    /// It cannot be told.
    Unsure,
}

/// A part of a report.
#[derive(Clone, Debug)]
enum Block {
    Heading(String),
    /// A heading inside a part.
    Subheading(String),
    Text(String),
    List(Vec<String>),
    /// Names and values.
    Facts(Vec<(String, String)>),
    Findings(Vec<Finding>),
    Bars(Bars),
    Stacks(Stacks),
    Table(Table),
    /// How much goes from where to where.
    Flows(Vec<FlowLine>),
    /// Commands or settings, ready to be pasted.
    Code(String),
}

/// Something that was looked at, how it is, and what was found.
#[derive(Clone, Debug)]
struct Finding {
    about: String,
    mood: Mood,
    found: String,
    advice: Option<String>,
}

/// A bar for each of several amounts, in the given order.
#[derive(Clone, Debug)]
struct Bars {
    /// What a bar stands for, such as `partition`.
    of: &'static str,
    /// What is counted, such as `records`.
    unit: &'static str,
    /// What the notes are, such as `share`.
    note: &'static str,
    bars: Vec<Bar>,
    /// The range in which amounts are expected, drawn behind the bars.
    expected: Option<(f64, f64)>,
    /// The mean, drawn as a line.
    mean: Option<f64>,
    /// Whether names are long, such as keys: they get a line of their own.
    is_named: bool,
}

#[derive(Clone, Debug)]
struct Bar {
    name: String,
    amount: u64,
    note: String,
}

/// A bar of parts for each of several labels.
#[derive(Clone, Debug)]
struct Stacks {
    parts: Vec<String>,
    /// A label and the amount of each part.
    rows: Vec<(String, Vec<u64>)>,
}

/// A table whose columns are as wide as what is in them.
#[derive(Clone, Debug)]
struct Table {
    columns: Vec<Column>,
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
enum Column {
    /// Set to the right.
    Number(String),
    Text(String),
    /// Broken anywhere, and set as code.
    Key(String),
}

impl Column {
    fn number(name: impl Into<String>) -> Self {
        Self::Number(name.into())
    }

    fn text(name: impl Into<String>) -> Self {
        Self::Text(name.into())
    }

    fn key() -> Self {
        Self::Key("key".into())
    }
}

#[derive(Clone, Debug)]
enum Row {
    /// What the rows that follow are about: a key.
    Of(String),
    Cells(Vec<String>),
}

/// One line of a flow.
#[derive(Clone, Debug)]
struct FlowLine {
    from: u32,
    to: u32,
    amount: u64,
    keys: u64,
}

/// Of so many partitions each gets a bar or a row; of more, the ones that matter most.
const MOST_PARTITIONS: usize = 64;
/// So many keys are read; a page with all of them is no report.
const MOST_KEYS: usize = 25;
/// A key of a megabyte is one all the same.
const MOST_CHARACTERS: usize = 100;

/// The records of each partition, in order; of many partitions the fullest ones.
fn partition_bars(report: &mut Report, records: &[u64], n: u64) {
    let all: u64 = records.iter().fold(0, |all, records| all.saturating_add(*records));
    let mean = all as f64 / n.max(1) as f64;
    let mut bars: Vec<(u64, u64)> = (0..).zip(records.iter().copied()).collect();
    if n <= MOST_PARTITIONS as u64 {
        bars.extend((bars.len() as u64..n).map(|partition| (partition, 0)));
    } else {
        bars.sort_by_key(|(_, records)| std::cmp::Reverse(*records));
    }
    let left_out = bars.split_off(bars.len().min(MOST_PARTITIONS));
    let drawn = bars.len() as u64;
    report.put(Block::Bars(Bars {
        of: "partition",
        unit: "records",
        note: "share",
        bars: bars
            .into_iter()
            .map(|(partition, records)| Bar {
                name: partition.to_string(),
                amount: records,
                note: percent(records as f64 / all.max(1) as f64),
            })
            .collect(),
        expected: None,
        mean: Some(mean),
        is_named: false,
    }));
    let of_mean = format!("The line is the mean, {mean:.1}.");
    if n <= drawn {
        return report.text(of_mean);
    }
    // Partitions behind the last one with records are empty.
    let rest = n - drawn;
    let most = left_out.first().map_or(0, |(_, records)| *records);
    let fewest = match left_out.len() as u64 == rest {
        true => left_out.last().map_or(0, |(_, records)| *records),
        false => 0,
    };
    report.text(format!(
        "{of_mean} These are the {drawn} fullest of {n} partitions; the other {rest} have {fewest} \
         to {most} records each."
    ));
}

/// Text of a bounded length.
fn shortened(text: String) -> String {
    of_at_most(MOST_CHARACTERS, text)
}

fn of_at_most(most: usize, text: String) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => text.get(..end).unwrap_or_default().to_string() + "…",
        None => text,
    }
}

/// Partitions in a row; of many the first ones.
fn places(partitions: &[u32]) -> String {
    const MOST: usize = 12;
    let first = partitions.iter().take(MOST).map(ToString::to_string);
    let more = partitions.len().saturating_sub(MOST);
    let more = (more > 0).then(|| format!("{more} more"));
    first.chain(more).collect::<Vec<_>>().join(", ")
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// A time that may be broken between date and hour.
fn time(milliseconds: Option<i64>) -> String {
    milliseconds.map_or_else(|| "-".into(), |time| crate::time_text(time).replacen('T', " ", 1))
}

fn number(number: Option<i64>) -> String {
    number.map_or_else(|| "-".into(), |number| number.to_string())
}
