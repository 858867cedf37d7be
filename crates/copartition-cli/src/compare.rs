//! `copartition compare`: whether topics are co-partitioned.

use std::process::ExitCode;

use copartition_analysis::{
    self as analysis, Check, CoPartitioned, Comparison, DifferentKey, Identification, Observed,
    Remedy,
};
use serde::Serialize;

use crate::args::{Compare, Form, Shown};
use crate::output::{JsonKey, Out, Outcome, SCHEMA, note, shortened};

/// The document of `--format json`.
#[derive(Serialize)]
struct JsonCompare<'a> {
    schema: u32,
    topics: Vec<JsonTopic<'a>>,
    comparisons: Vec<JsonComparison<'a>>,
}

#[derive(Serialize)]
struct JsonTopic<'a> {
    name: &'a str,
    input: &'a str,
    partitions: u32,
    records: u64,
    missing_key_records: u64,
    keys: usize,
    sampled: bool,
    verdict: &'static str,
    rules: Vec<&'static str>,
}

/// What is said of two topics.
#[derive(Serialize)]
struct JsonComparison<'a> {
    one: &'a str,
    other: &'a str,
    copartitioned: &'static str,
    sentence: String,
    checks: Vec<JsonCheck>,
    shared_keys: usize,
    same_partition_keys: usize,
    split_keys: usize,
    different_keys: Vec<JsonDifferentKey>,
    remedies: Vec<JsonRemedy<'a>>,
    advice: Vec<String>,
    not_checked: Vec<String>,
}

#[derive(Serialize)]
struct JsonCheck {
    check: &'static str,
    fine: Option<bool>,
    found: String,
}

#[derive(Serialize)]
struct JsonDifferentKey {
    #[serde(flatten)]
    key: JsonKey,
    one_lies_on: Vec<u32>,
    other_lies_on: Vec<u32>,
}

#[derive(Serialize)]
struct JsonRemedy<'a> {
    topic: &'a str,
    rule: &'static str,
    like: &'static str,
    settings: Vec<JsonSetting>,
}

#[derive(Serialize)]
struct JsonSetting {
    written: &'static str,
    clients: Vec<&'static str>,
}

/// A line of `--format ndjson`.
#[derive(Serialize)]
struct JsonLine<T> {
    schema: u32,
    row: &'static str,
    #[serde(flatten)]
    content: T,
}

/// A different key that says of which topics.
#[derive(Serialize)]
struct JsonOf<'a> {
    one: &'a str,
    other: &'a str,
    #[serde(flatten)]
    key: JsonDifferentKey,
}

/// A topic and what was seen of it.
struct Topic {
    name: String,
    given: String,
    observed: Observed,
}

/// The first topic and another one.
struct Pair<'a> {
    names: [&'a str; 2],
    compared: Comparison,
}

pub(crate) fn run(args: &Compare, out: &mut Out) -> Outcome {
    let mut topics = Vec::new();
    for input in args.inputs.open()? {
        let (name, given) = (input.name().to_string(), input.given().to_string());
        let mut observed = Observed::new(input.count(), args.most_keys);
        input.read(|source| observed.add(source))?;
        if observed.is_sampled() {
            note(&format!(
                "{name}: more than {} keys, of which a sample by digest is compared",
                args.most_keys
            ));
        }
        topics.push(Topic { name, given, observed });
    }
    let pairs: Vec<Pair<'_>> = match topics.split_first() {
        Some((one, others)) => others
            .iter()
            .map(|other| Pair {
                names: [&one.name, &other.name],
                compared: analysis::compare(&one.observed, &other.observed),
            })
            .collect(),
        None => Vec::new(),
    };
    match args.format.format {
        Form::Table => {
            for (place, pair) in pairs.iter().enumerate() {
                if place > 0 {
                    out.line("")?;
                }
                pair.table(args, out)?;
            }
        }
        Form::Json => out.json(&JsonCompare {
            schema: SCHEMA,
            topics: json_topics(&topics, &pairs),
            comparisons: pairs.iter().map(|pair| pair.json(&args.shown, args.top)).collect(),
        })?,
        Form::Ndjson => {
            for content in json_topics(&topics, &pairs) {
                out.ndjson(&JsonLine { schema: SCHEMA, row: "topic", content })?;
            }
            for pair in &pairs {
                let [one, other] = pair.names;
                for key in &pair.compared.different_keys {
                    let content = JsonOf { one, other, key: different_key(key, &args.shown) };
                    out.ndjson(&JsonLine { schema: SCHEMA, row: "different_key", content })?;
                }
                let content = pair.json(&args.shown, 0);
                out.ndjson(&JsonLine { schema: SCHEMA, row: "comparison", content })?;
            }
        }
        Form::Csv => csv(&pairs, &args.shown, out)?,
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
        let (names, compared) = (self.names, &self.compared);
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
            self.different_keys(first, &args.shown, out)?;
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

    fn different_keys(&self, first: &[DifferentKey], shown: &Shown, out: &mut Out) -> Outcome<()> {
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

    fn json(&self, shown: &Shown, top: usize) -> JsonComparison<'_> {
        let ([one, other], compared) = (self.names, &self.compared);
        let check =
            |Check { what, is_fine, found }| JsonCheck { check: what.name(), fine: is_fine, found };
        JsonComparison {
            one,
            other,
            copartitioned: compared.verdict.name(),
            sentence: compared.sentence(self.names),
            checks: compared.checks(self.names).into_iter().map(check).collect(),
            shared_keys: compared.shared_keys,
            same_partition_keys: compared.same_partition_keys,
            split_keys: compared.split_keys,
            different_keys: compared
                .different_keys
                .iter()
                .take(top)
                .map(|key| different_key(key, shown))
                .collect(),
            remedies: compared.remedies().iter().map(|remedy| self.json_remedy(remedy)).collect(),
            advice: compared.advice(self.names),
            not_checked: compared.not_checked(self.names),
        }
    }

    fn json_remedy(&self, remedy: &Remedy) -> JsonRemedy<'_> {
        let setting = |setting: &analysis::RemedySetting| JsonSetting {
            written: setting.written,
            clients: setting.clients.clone(),
        };
        JsonRemedy {
            topic: self.names.get(remedy.topic).copied().unwrap_or_default(),
            rule: remedy.rule.name(),
            like: remedy.like.name(),
            settings: remedy.settings.iter().map(setting).collect(),
        }
    }
}

fn json_topics<'a>(topics: &'a [Topic], pairs: &[Pair<'_>]) -> Vec<JsonTopic<'a>> {
    let of_first = pairs.first().map(|pair| &pair.compared.identified[0]);
    let of_others = pairs.iter().map(|pair| &pair.compared.identified[1]);
    let identified = of_first.into_iter().chain(of_others);
    let topic = |(topic, identified): (&'a Topic, &Identification)| JsonTopic {
        name: &topic.name,
        input: &topic.given,
        partitions: topic.observed.count().get(),
        records: topic.observed.records(),
        missing_key_records: topic.observed.missing_key_records(),
        keys: topic.observed.key_count(),
        sampled: topic.observed.is_sampled(),
        verdict: identified.verdict.name(),
        rules: identified
            .parts
            .iter()
            .flat_map(|part| &part.candidates)
            .map(|candidate| candidate.rule.name())
            .collect(),
    };
    topics.iter().zip(identified).map(topic).collect()
}

fn different_key(different: &DifferentKey, shown: &Shown) -> JsonDifferentKey {
    let [one, other] = &different.lies_on;
    JsonDifferentKey {
        key: JsonKey::new(Some(&different.key), shown),
        one_lies_on: one.clone(),
        other_lies_on: other.clone(),
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
