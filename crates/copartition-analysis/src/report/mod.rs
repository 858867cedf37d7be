//! Reports: what an analysis found, as one page that needs no network.
//!
//! A [`Report`] is what is said, in blocks; [`Report::page`] and [`Report::fragment`] are how it
//! looks in a browser and in a notebook. Every text is escaped where it is written.

mod html;
mod svg;

/// A report: a title, the answer in one sentence, and blocks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// What was asked, such as `spread of flights.csv`.
    pub title: String,
    /// The answer, one sentence that a person understands.
    pub verdict: String,
    /// Whether the answer is good news.
    pub mood: Mood,
    /// What the answer rests on, in reading order.
    pub blocks: Vec<Block>,
    /// The command that makes the report again; empty for none.
    pub command: String,
}

/// How an answer is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mood {
    /// All is well.
    Fine,
    /// Something differs.
    Differs,
    /// It cannot be told.
    #[default]
    Unsure,
}

/// A part of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Names and values.
    Facts(Vec<(String, String)>),
    /// A bar for each of several amounts, in the given order.
    Bars(Bars),
    /// A table; numbers are set to the right.
    Table(Table),
    /// How much goes from where to where.
    Flows(Vec<FlowLine>),
    /// Commands, ready to be pasted.
    Commands(Vec<String>),
}

/// Amounts as bars.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What a bar stands for, such as `partition`.
    pub of: String,
    /// What is counted, such as `records`.
    pub unit: String,
    /// The name and the amount of each.
    pub bars: Vec<(String, u64)>,
    /// The range in which amounts are expected, drawn behind the bars.
    pub expected: Option<(f64, f64)>,
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The cells, row by row, as many as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// One line of a flow.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowLine {
    /// The name of where it starts.
    pub from: String,
    /// The name of where it ends.
    pub to: String,
    /// How much.
    pub amount: u64,
    /// Whether it stays where it was.
    pub stays: bool,
}

impl Report {
    /// Returns the whole page, self-contained: no script, no font, no picture from elsewhere. It is
    /// readable on a phone and in the dark.
    ///
    /// ```
    /// use copartition_analysis::report::{Mood, Report};
    ///
    /// let report = Report {
    ///     title: "spread of <keys>".into(),
    ///     verdict: "even".into(),
    ///     mood: Mood::Fine,
    ///     ..Report::default()
    /// };
    /// let page = report.page();
    /// assert!(page.starts_with("<!doctype html>"));
    /// assert!(page.contains("spread of &lt;keys&gt;"));
    /// ```
    pub fn page(&self) -> String {
        html::page(self)
    }

    /// Returns the report as a part of another page, such as a notebook's cell.
    pub fn fragment(&self) -> String {
        html::fragment(self)
    }
}
