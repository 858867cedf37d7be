//! `copartition compare`: whether topics are co-partitioned.

use std::process::ExitCode;

use copartition_analysis::documents::{Compared, DifferentKey};
use copartition_analysis::report::Report;
use copartition_analysis::{
    self as analysis, Check, CoPartitioned, Comparison, Observed, Remedy, Shown, Topic,
    compare_with_first,
};
use serde::Serialize;

use crate::args::{Compare, Form};
use crate::output::{Out, Outcome, note, shortened};

/// A different key that says of which topics.
#[derive(Serialize)]
struct JsonOf<'a> {
    one: &'a str,
    other: &'a str,
    #[serde(flatten)]
    key: DifferentKey,
}

/// The first topic and another one.
struct Pair<'a> {
    names: [&'a str; 2],
    compared: &'a Comparison,
}

pub(crate) fn run(args: &Compare, out: &mut Out) -> Outcome {
    let page = args.html.open()?;
    let mut topics = Vec::new();
    for input in args.inputs.open()? {
        let (name, given) = (input.name().to_string(), input.given().to_string());
        let mut observed = Observed::new(input.count(), args.most_keys);
        input.read(|source| observed.add(source))?;
        if observed.is_sampled() {
            note(&format!(
                "{name}: {} keys of more are compared, a sample by digest",
                observed.key_count()
            ));
        }
        topics.push(Topic { name, input: given, observed });
    }
    let compared = compare_with_first(&topics);
    let pairs: Vec<Pair<'_>> = match topics.split_first() {
        Some((one, others)) => others
            .iter()
            .zip(&compared)
            .map(|(other, compared)| Pair { names: [&one.name, &other.name], compared })
            .collect(),
        None => Vec::new(),
    };
    let shown = args.shown.get();
    let document = |top| Compared::new(&topics, &compared, &shown, top);
    if let Some(page) = page {
        page.write(Report::compare(&topics, &compared, &shown), args.shown.redact)?;
    }
    match args.format.format {
        Form::Table => {
            for (place, pair) in pairs.iter().enumerate() {
                if place > 0 {
                    out.line("")?;
                }
                pair.table(args, out)?;
            }
        }
        Form::Json => out.json(&document(args.top))?,
        Form::Ndjson => {
            let document = document(0);
            for topic in &document.topics {
                out.row("topic", topic)?;
            }
            for (pair, comparison) in pairs.iter().zip(&document.comparisons) {
                let [one, other] = pair.names;
                for key in &pair.compared.different_keys {
                    let key = DifferentKey::new(key, &shown);
                    out.row("different_key", &JsonOf { one, other, key })?;
                }
                out.row("comparison", comparison)?;
            }
        }
        Form::Csv => csv(&pairs, &shown, out)?,
    }
    let is_any = |verdict| pairs.iter().any(|pair| pair.compared.verdict == verdict);
    Ok(ExitCode::from(if is_any(CoPartitioned::No) {
        1
    } else if is_any(CoPartitioned::NotTested) {
        3
    } else {
        0
    }))
}

impl Pair<'_> {
    fn table(&self, args: &Compare, out: &mut Out) -> Outcome<()> {
        let (names, compared) = (self.names, self.compared);
        out.heading(compared.sentence(names))?;
        out.line("")?;
        for Check { what, is_fine, found } in compared.checks(names) {
            let is_fine = match is_fine {
                Some(true) => "same",
                Some(false) => "differs",
                None => "unknown",
            };
            let what = what.name().replace('_', " ");
            out.wrapped_behind(&format!("{is_fine:<7}  {what:<11}  "), &found)?;
        }
        let first = compared.different_keys.get(..args.top).unwrap_or(&compared.different_keys);
        if !first.is_empty() {
            out.line("")?;
            self.different_keys(first, &args.shown.get(), out)?;
        }
        for remedy in compared.remedies() {
            out.line("")?;
            self.remedy(&remedy, out)?;
        }
        let lists = match compared.verdict {
            CoPartitioned::Yes => [("not checked", compared.not_checked(names))],
            _ => [("what else to do", compared.advice(names))],
        };
        for (heading, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            out.line("")?;
            out.heading(heading)?;
            for item in list {
                out.wrapped_behind("- ", &item)?;
            }
        }
        Ok(())
    }

    fn different_keys(
        &self,
        first: &[analysis::DifferentKey],
        shown: &Shown,
        out: &mut Out,
    ) -> Outcome<()> {
        let [one, other] = self.names.map(|name| shortened(name.into(), 24));
        let rows: Vec<_> = first
            .iter()
            .map(|key| (places(&key.lies_on[0]), places(&key.lies_on[1]), &key.key))
            .collect();
        let width = |name: &str, places: fn(&(String, String, &Vec<u8>)) -> usize| {
            rows.iter().map(places).max().unwrap_or(0).max(name.chars().count())
        };
        let widths = (width(&one, |row| row.0.len()), width(&other, |row| row.1.len()));
        let (w, v) = widths;
        out.heading(format_args!("{one:>w$}  {other:>v$}  key"))?;
        for (at, others, key) in &rows {
            let key = shortened(shown.text(Some(key)), 48);
            out.line(format_args!("{at:>w$}  {others:>v$}  {key}"))?;
        }
        match self.compared.different_keys.len() - rows.len() {
            0 => Ok(()),
            more => out.line(format_args!("and {more} more: --format ndjson lists all")),
        }
    }

    fn remedy(&self, remedy: &Remedy, out: &mut Out) -> Outcome<()> {
        let name = self.names.get(remedy.topic).copied().unwrap_or_default();
        let (rule, like) = (remedy.rule.name(), remedy.like.name());
        if remedy.settings.is_empty() {
            return out.line(format_args!(
                "no setting makes the producers of {name} ({rule}) place as {like}"
            ));
        }
        out.heading(format_args!(
            "what makes the producers of {name} ({rule}) place as {like}, by client"
        ))?;
        for setting in &remedy.settings {
            out.line(format_args!("    {}", setting.written))?;
            out.wrapped_behind("        ", &setting.clients.join(", "))?;
        }
        Ok(())
    }
}

fn csv(pairs: &[Pair<'_>], shown: &Shown, out: &mut Out) -> Outcome<()> {
    let [key, bytes] = shown.field_names();
    let header = ["one".into(), "other".into(), key, bytes].into_iter();
    let header = header.chain(["one_lies_on", "other_lies_on"].map(String::from));
    let rows = pairs.iter().flat_map(|pair| {
        pair.compared.different_keys.iter().map(|different| {
            let [key, bytes] = shown.fields(Some(&different.key));
            let [at, others] = &different.lies_on;
            let [one, other] = pair.names.map(String::from);
            [one, other, key, bytes, places(at), places(others)]
        })
    });
    let header: Vec<String> = header.collect();
    out.csv(header.try_into().into_iter().chain(rows))
}

fn places(partitions: &[u32]) -> String {
    partitions.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
