//! From timings to ratios, their spread, and whether each bar is met.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::{Value, json};

use crate::bench::bars::{Bar, Host, sizes};
use crate::workspace::{Result, Workspace, output, read};

/// What a bench program printed: the nanoseconds a key of each round, a cell, and versions.
pub struct Timings {
    /// In the order in which they were printed.
    groups: Vec<String>,
    /// By group, size and candidate.
    cells: BTreeMap<(String, String, String), Vec<f64>>,
    versions: BTreeMap<String, String>,
    /// Candidates that this machine cannot run, and why.
    absent: BTreeMap<String, String>,
    /// By group, where the numbers are not nanoseconds a key.
    units: BTreeMap<String, String>,
}

impl Timings {
    /// Reads `group, size, candidate, ns,ns,...`, `version, name, version`, `absent, candidate, why`
    /// and `unit, group, unit` lines, tabs between.
    pub fn parse(printed: &str) -> Result<Self> {
        let mut timings = Self {
            groups: Vec::new(),
            cells: BTreeMap::new(),
            versions: BTreeMap::new(),
            absent: BTreeMap::new(),
            units: BTreeMap::new(),
        };
        for line in printed.lines() {
            match *line.split('\t').collect::<Vec<_>>().as_slice() {
                ["version", name, version] => {
                    timings.versions.insert(name.into(), version.into());
                }
                ["absent", candidate, why] => {
                    timings.absent.insert(candidate.into(), why.into());
                }
                ["unit", group, unit] => {
                    timings.units.insert(group.into(), unit.into());
                }
                [group, size, candidate, samples] => {
                    let sample = |text: &str| text.parse().map_err(|why| format!("{line}: {why}"));
                    let samples = samples.split(',').map(sample).collect::<Result<_>>()?;
                    if !timings.groups.iter().any(|known| known == group) {
                        timings.groups.push(group.into());
                    }
                    timings.cells.insert((group.into(), size.into(), candidate.into()), samples);
                }
                _ => return Err(format!("not a line of timings: {line}")),
            }
        }
        Ok(timings)
    }

    fn cell(&self, group: &str, size: &str, candidate: &str) -> Result<&[f64]> {
        self.cells
            .get(&(group.into(), size.into(), candidate.into()))
            .map(Vec::as_slice)
            .ok_or_else(|| format!("{candidate} was not timed: {group}, {size}"))
    }
}

/// A median, and the tenth and ninetieth percentile around it.
#[derive(Clone, Copy)]
struct Spread {
    median: f64,
    p10: f64,
    p90: f64,
}

impl Spread {
    fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let index = (share * values.len().saturating_sub(1) as f64).round() as usize;
            values.get(index).copied().unwrap_or(f64::NAN)
        };
        Self { median: at(0.5), p10: at(0.1), p90: at(0.9) }
    }

    fn json(self) -> Value {
        json!([rounded(self.median), rounded(self.p10), rounded(self.p90)])
    }
}

fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// A bar in one group, with a ratio for each of its sizes, or why there are none.
struct Row {
    bar: &'static Bar,
    group: String,
    ratios: Vec<(&'static str, Spread)>,
    absent: Option<String>,
}

impl Row {
    /// The sizes at which the bar was missed.
    fn missed(&self) -> Vec<&'static str> {
        let missed = |(_, ratio): &&(_, Spread)| self.bar.limit.met(ratio.median) == Some(false);
        self.ratios.iter().filter(missed).map(|(size, _)| *size).collect()
    }

    fn verdict(&self) -> String {
        if let Some(why) = &self.absent {
            return format!("not measured: {why}");
        }
        match self.missed().as_slice() {
            [] if !self.bar.limit.is_judged() => "-".into(),
            [] => "met".into(),
            missed => format!("missed at {}", missed.join(", ")),
        }
    }
}

/// Everything that was measured in one run, and what was not.
pub struct Report {
    bars: &'static [Bar],
    machine: Value,
    versions: BTreeMap<String, String>,
    measured: Vec<(Host, Timings, Vec<Row>)>,
    not_measured: Vec<(Host, String)>,
}

impl Report {
    /// Starts a report with the machine, its load and the day.
    pub fn new(workspace: &Workspace, bars: &'static [Bar]) -> Result<Self> {
        let said = |command: &mut Command| output(command).map(|text| text.trim().to_owned());
        let date = said(workspace.command("date").args(["-u", "+%F"]))?;
        let rustc = said(workspace.command("rustc").arg("--version"))?;
        let system = said(workspace.command("uname").arg("-srm"))?;
        Ok(Self {
            bars,
            machine: json!({
                "cpu": cpu(),
                "cores": std::thread::available_parallelism().map_or(0, usize::from),
                "system": system,
                "load": load(),
                "date": date,
            }),
            versions: BTreeMap::from([("rustc".to_owned(), rustc)]),
            measured: Vec::new(),
            not_measured: Vec::new(),
        })
    }

    /// Adds what a host's program printed. A bar whose cells are not there is an error.
    pub fn measured(&mut self, host: Host, mut timings: Timings) -> Result {
        let mut rows = Vec::new();
        for bar in self.bars.iter().filter(|bar| bar.host == host) {
            let groups =
                timings.groups.iter().filter(|group| bar.group.is_empty() || bar.group == **group);
            for group in groups {
                let absent = [bar.candidate, bar.against].map(|name| timings.absent.get(name));
                if let Some(why) = absent.into_iter().flatten().next() {
                    let (group, absent) = (group.clone(), Some(why.clone()));
                    rows.push(Row { bar, group, ratios: Vec::new(), absent });
                    continue;
                }
                let ratios = bar.sizes.iter().map(|&size| {
                    let candidate = timings.cell(group, size, bar.candidate)?;
                    let against = timings.cell(group, size, bar.against)?;
                    let rounds = candidate.iter().zip(against);
                    let ratio =
                        |(candidate, against): (&f64, &f64)| bar.limit.ratio(*candidate, *against);
                    Ok((size, Spread::of(rounds.map(ratio).collect())))
                });
                let ratios = ratios.collect::<Result<_>>()?;
                rows.push(Row { bar, group: group.clone(), ratios, absent: None });
            }
        }
        self.versions.append(&mut timings.versions);
        self.measured.push((host, timings, rows));
        Ok(())
    }

    /// Reads a recorded run again. A bar that it does not have is left out: the record is of its day.
    pub fn recorded(bars: &'static [Bar], json: &str) -> Result<Self> {
        let record: Value = serde_json::from_str(json).map_err(|why| why.to_string())?;
        let mut report = Self {
            bars,
            machine: record["machine"].clone(),
            versions: BTreeMap::new(),
            measured: Vec::new(),
            not_measured: Vec::new(),
        };
        for host in record["hosts"].as_array().into_iter().flatten() {
            let name = host["host"].as_str().unwrap_or_default();
            let rows = host["bars"].as_array().into_iter().flatten();
            let rows: Vec<Row> = rows.filter_map(|row| recorded_row(bars, name, row)).collect();
            if let Some(row) = rows.first() {
                report.measured.push((row.bar.host, Timings::parse("")?, rows));
            }
        }
        Ok(report)
    }

    /// The processor, the system and the day.
    pub fn machine(&self) -> String {
        let said = |name: &str| self.machine[name].as_str().unwrap_or("unknown");
        let cores = &self.machine["cores"];
        format!("{}, {cores} cores, {}; {}", said("cpu"), said("system"), said("date"))
    }

    /// What was measured of a call, by keys and sizes: the bar, the size, and the median with its
    /// tenth and ninetieth percentile.
    pub fn ratios(&self, keys: &str, against: &str) -> Vec<(&'static Bar, &'static str, [f64; 3])> {
        let rows = self.rows().filter(|row| row.group == keys && row.bar.against == against);
        rows.flat_map(|row| {
            let ratios = row.ratios.iter();
            ratios
                .map(|(size, Spread { median, p10, p90 })| (row.bar, *size, [*median, *p10, *p90]))
        })
        .collect()
    }

    /// Adds a host that could not be measured here.
    pub fn not_measured(&mut self, host: Host, why: String) {
        self.not_measured.push((host, why));
    }

    /// How many bars were missed, counted for each group of keys.
    pub fn missed(&self) -> usize {
        self.rows().filter(|row| !row.missed().is_empty()).count()
    }

    /// Whether a host could not be measured.
    pub fn is_partial(&self) -> bool {
        !self.not_measured.is_empty()
    }

    /// One line: how many bars were met, were missed and were not measured.
    pub fn summary(&self) -> String {
        let judged: Vec<&Row> = self.rows().filter(|row| row.bar.limit.is_judged()).collect();
        let lacking = judged.iter().filter(|row| row.absent.is_some()).count();
        let of_absent = |bar: &&Bar| self.not_measured.iter().any(|(host, _)| *host == bar.host);
        let absent = self.bars.iter().filter(|bar| bar.limit.is_judged()).filter(of_absent).count();
        let missed = self.missed();
        let met = judged.len() - lacking - missed;
        format!("{met} bars met, {missed} missed, {} not measured", absent + lacking)
    }

    /// Markdown tables of each host: the ratio and its spread for each bar and key size. Keys that
    /// have the same sizes share a table.
    pub fn tables(&self) -> String {
        let mut text = String::new();
        for (host, _, rows) in &self.measured {
            text += &format!("\n### {host}\n");
            for (sizes, rows) in by_sizes(rows) {
                text += &table(&sizes, &rows);
            }
        }
        for (host, why) in &self.not_measured {
            text += &format!("\n### {host}\n\nnot measured: {why}\n");
        }
        text
    }

    /// The same as data, with the machine and the versions, and the times behind the ratios.
    pub fn json(&self) -> Result<String> {
        let hosts: Vec<Value> = self.measured.iter().map(host_json).collect();
        let not_measured: Vec<Value> = self
            .not_measured
            .iter()
            .map(|(host, why)| json!({ "host": host.to_string(), "why": why }))
            .collect();
        let report = json!({
            "format": 1,
            "machine": self.machine,
            "load_after": load(),
            "versions": self.versions,
            "hosts": hosts,
            "not_measured": not_measured,
        });
        serde_json::to_string_pretty(&report).map(|text| text + "\n").map_err(|why| why.to_string())
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.measured.iter().flat_map(|(_, _, rows)| rows)
    }
}

/// The bar that a recorded row is of, with what was measured.
fn recorded_row(bars: &'static [Bar], host: &str, row: &Value) -> Option<Row> {
    let keys = row["keys"].as_str()?;
    let ratio = |size: &str| -> Option<Spread> {
        let [median, p10, p90] = row["ratios"][size].as_array()?.as_slice() else { return None };
        Some(Spread { median: median.as_f64()?, p10: p10.as_f64()?, p90: p90.as_f64()? })
    };
    let absent = row["verdict"].as_str()?.strip_prefix("not measured: ").map(str::to_owned);
    let is_of = |bar: &&Bar| {
        bar.host.to_string() == host
            && (bar.group.is_empty() || bar.group == keys)
            && row["call"] == bar.candidate
            && row["against"] == bar.against
            && row["bar"] == bar.limit.to_string()
            && (absent.is_some() || bar.sizes.iter().all(|size| ratio(size).is_some()))
    };
    let bar = bars.iter().find(is_of)?;
    let ratios = bar.sizes.iter().filter_map(|size| Some((*size, ratio(size)?))).collect();
    Some(Row { bar, group: keys.to_owned(), ratios, absent })
}

/// The rows of keys that have the same sizes, which are the columns of a table.
fn by_sizes(rows: &[Row]) -> Vec<(Vec<&'static str>, Vec<&Row>)> {
    let mut tables: Vec<(Vec<&str>, Vec<&Row>)> = Vec::new();
    for row in rows {
        let sizes = sizes(rows.iter().filter(|of| of.group == row.group).map(|row| row.bar));
        match tables.iter_mut().find(|(known, _)| *known == sizes) {
            Some((_, rows)) => rows.push(row),
            None => tables.push((sizes, vec![row])),
        }
    }
    tables
}

fn table(sizes: &[&str], rows: &[&Row]) -> String {
    let mut text = "\n| keys | call | against | bar |".to_owned();
    text += &sizes.iter().map(|size| format!(" {size} |")).collect::<String>();
    text += " verdict |\n|---|---|---|---|";
    text += &"---:|".repeat(sizes.len());
    text += "---|\n";
    for row in rows {
        let Bar { candidate, against, limit, .. } = row.bar;
        text += &format!("| {} | {candidate} | {against} | {limit} |", row.group);
        for size in sizes {
            let ratio = row.ratios.iter().find(|(of, _)| of == size);
            text += &ratio.map_or(" |".into(), |(_, ratio)| format!(" {} |", shown(*ratio)));
        }
        text += &format!(" {} |\n", row.verdict());
    }
    text
}

/// Ratios are the median, the tenth and the ninetieth percentile; times are medians.
fn host_json((host, timings, rows): &(Host, Timings, Vec<Row>)) -> Value {
    let bars = rows.iter().map(|row| {
        let ratios = row.ratios.iter().map(|(size, ratio)| ((*size).to_owned(), ratio.json()));
        json!({
            "keys": row.group,
            "call": row.bar.candidate,
            "against": row.bar.against,
            "bar": row.bar.limit.to_string(),
            "ratios": ratios.collect::<serde_json::Map<_, _>>(),
            "verdict": row.verdict(),
        })
    });
    let mut report = json!({ "host": host.to_string(), "bars": bars.collect::<Vec<_>>() });
    for ((group, size, candidate), samples) in &timings.cells {
        let unit = timings.units.get(group).map_or("nanoseconds_a_key", String::as_str);
        let median = json!(rounded(Spread::of(samples.clone()).median));
        report[unit][group][candidate][size] = median;
    }
    report
}

/// `0.82 (0.75-0.86)`, with fewer digits for what is many times faster.
fn shown(Spread { median, p10, p90 }: Spread) -> String {
    let digits = if median < 3.0 {
        2
    } else if median < 30.0 {
        1
    } else {
        0
    };
    format!("{median:.digits$} ({p10:.digits$}-{p90:.digits$})")
}

/// The processor's name and, as a name such as `AMD EPYC` says little, its family and model.
fn cpu() -> String {
    let Ok(info) = read("/proc/cpuinfo".as_ref()) else { return "unknown".into() };
    let field = |name: &str| {
        info.lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(field, _)| field.trim() == name)
            .map_or("unknown", |(_, value)| value.trim())
    };
    format!("{}, family {}, model {}", field("model name"), field("cpu family"), field("model"))
}

/// The load averages of the last 1, 5 and 15 minutes, as the system writes them.
fn load() -> String {
    let load = read("/proc/loadavg".as_ref()).unwrap_or_default();
    load.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{Report, Row, Spread, Timings};
    use crate::bench::bars::{COLUMNS, Host, Limit, SINGLE};
    use crate::workspace::Workspace;

    #[test]
    fn a_bar_is_missed_at_the_sizes_where_the_median_is_past_it() {
        let row = |limit_of: &str, medians: [f64; 2]| {
            let wanted = |bar: &&crate::bench::bars::Bar| match bar.limit {
                Limit::Slower(_) => limit_of == "slower",
                Limit::Faster(_) => limit_of == "faster",
                Limit::Shown | Limit::ShownTime => limit_of == "shown",
            };
            let spread = |median| Spread { median, p10: 0.0, p90: 100.0 };
            let [small, large] = medians;
            let ratios = vec![("4", spread(small)), ("8", spread(large))];
            SINGLE.iter().find(wanted).map(|bar| Row {
                bar,
                group: "any".into(),
                ratios,
                absent: None,
            })
        };
        let verdict = |limit_of, medians| row(limit_of, medians).map(|row| row.verdict());
        assert_eq!(verdict("slower", [0.9, 1.05]).as_deref(), Some("met"));
        assert_eq!(verdict("slower", [0.9, 1.06]).as_deref(), Some("missed at 8"));
        assert_eq!(verdict("faster", [3.9, 4.0]).as_deref(), Some("missed at 4"));
        assert_eq!(verdict("shown", [0.1, 100.0]).as_deref(), Some("-"));
    }

    #[test]
    fn the_ratio_is_of_the_same_round() {
        // The second candidate is twice as slow in each round, while the machine slows down tenfold.
        let rounds = [(1.0, 2.0), (3.0, 6.0), (10.0, 20.0)];
        let ratios = rounds.map(|(fast, slow)| Limit::Slower(1.0).ratio(slow, fast)).to_vec();
        let spread = Spread::of(ratios);
        assert_eq!([spread.median, spread.p10, spread.p90], [2.0, 2.0, 2.0]);
    }

    #[test]
    fn a_bar_without_its_timings_is_an_error() -> Result<(), String> {
        let mut report = Report::new(&Workspace::find(), SINGLE)?;
        let timings = Timings::parse("murmur2\t4\tlibrdkafka\t1.0,2.0\nversion\tx\t1\n")?;
        let why = report.measured(Host::Native, timings).err();
        assert_eq!(why.as_deref(), Some("Rule::partition was not timed: murmur2, 4"));
        assert!(Timings::parse("Traceback").is_err());
        Ok(())
    }

    #[test]
    fn a_kernel_that_the_machine_lacks_is_not_measured_rather_than_missed() -> Result<(), String> {
        const BARS: &[crate::bench::bars::Bar] = &[crate::bench::bars::Bar {
            host: Host::Native,
            group: "murmur2",
            candidate: "avx512",
            against: "naive",
            sizes: &["UUID"],
            limit: Limit::Faster(8.0),
        }];
        let mut report = Report::new(&Workspace::find(), BARS)?;
        let printed = "absent\tavx512\tno such processor\nmurmur2\tUUID\tnaive\t9.0\n";
        report.measured(Host::Native, Timings::parse(printed)?)?;
        assert_eq!(report.summary(), "0 bars met, 0 missed, 1 not measured");
        assert!(report.tables().contains("not measured: no such processor"));
        Ok(())
    }

    #[test]
    fn a_recorded_run_reads_as_it_was_printed() -> Result<(), String> {
        let mut report = Report::new(&Workspace::find(), COLUMNS)?;
        let printed: Vec<String> = COLUMNS
            .iter()
            .filter(|bar| bar.host == Host::Python)
            .flat_map(|bar| bar.sizes.iter().map(move |size| (bar, size)))
            .flat_map(|(bar, size)| {
                let cell = |name, ns| format!("{}\t{size}\t{name}\t{ns}", bar.group);
                [cell(bar.candidate, "1.0,2.0,3.0"), cell(bar.against, "20.0,21.0,22.0")]
            })
            .collect();
        report.measured(Host::Python, Timings::parse(&printed.join("\n"))?)?;
        let recorded = Report::recorded(COLUMNS, &report.json()?)?;
        assert_eq!(recorded.tables(), report.tables());
        assert!(!recorded.ratios("bytes", "list[bytes] batch").is_empty());
        Ok(())
    }

    #[test]
    fn a_host_that_was_not_measured_counts_as_neither_met_nor_missed() -> Result<(), String> {
        let mut report = Report::new(&Workspace::find(), SINGLE)?;
        report.not_measured(Host::Node, "missing: Node.js".into());
        assert_eq!(report.summary(), "0 bars met, 0 missed, 4 not measured");
        assert!(report.tables().contains("not measured: missing: Node.js"));
        Ok(())
    }
}
