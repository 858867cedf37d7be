//! The tables and charts of the recorded runs in `docs/benchmarks/`.

use super::chart::{Chart, Line};
use super::{Derived, Marks};
use crate::bench::bars::{BATCHES, Bar, COLUMNS, FILES_OF_KEYS, Limit};
use crate::bench::report::Report;
use crate::workspace::{Result, Workspace, read};

const COLUMNS_OF_KEYS: Marks = Marks {
    path: "docs/benchmarks/README.md",
    start: "<!-- columns: written by `cargo xtask generate` -->\n",
    end: "<!-- end of columns -->\n",
};
const FILES: Marks = Marks {
    path: "docs/benchmarks/README.md",
    start: "<!-- files: written by `cargo xtask generate` -->\n",
    end: "<!-- end of files -->\n",
};

/// A chart of one run: the keys, and what they are measured against.
struct Drawn {
    file: &'static str,
    title: &'static str,
    run: &'static str,
    keys: &'static str,
    against: &'static str,
}

#[rustfmt::skip]
const CHARTS: [Drawn; 5] = [
    Drawn {
        file: "docs/benchmarks/murmur2.svg",
        title: "murmur2 of a column in the cache: times faster than the naive loop",
        run: "batches.json", keys: "murmur2, in cache", against: "naive",
    },
    Drawn {
        file: "docs/benchmarks/crc32.svg",
        title: "CRC-32 of a column in the cache: times faster than a table loop",
        run: "batches.json", keys: "crc32, in cache", against: "naive",
    },
    Drawn {
        file: "docs/benchmarks/memory.svg",
        title: "murmur2 of a column in memory: time over reading and writing alone",
        run: "batches.json", keys: "murmur2, from memory", against: "floor",
    },
    Drawn {
        file: "docs/benchmarks/python.svg",
        title: "Columns in Python: times faster than a list of the same keys",
        run: "columns.json", keys: "bytes", against: "list[bytes] batch",
    },
    Drawn {
        file: "docs/benchmarks/node.svg",
        title: "Batches in Node.js: times faster than murmur2-partitioner in a loop",
        run: "columns.json", keys: "Buffer", against: "murmur2-partitioner",
    },
];

/// Makes the page with its tables of columns and files, and the charts. A run that is not recorded
/// has neither.
pub(super) fn derived(workspace: &Workspace) -> Result<Vec<Derived>> {
    let recorded = |name: &'static str, bars: &'static [Bar]| {
        let path = workspace.path("docs/benchmarks").join(name);
        let run = path.exists().then(|| Report::recorded(bars, &read(&path)?));
        run.transpose().map(|run| run.map(|run| (name, run)))
    };
    let runs = [recorded("batches.json", BATCHES)?, recorded("columns.json", COLUMNS)?];
    let mut text = String::new();
    let mut files = Vec::new();
    for (name, run) in runs.iter().flatten() {
        text += &format!("\n{}\n\n", run.machine());
        for drawn in CHARTS.iter().filter(|drawn| drawn.run == *name) {
            let file = drawn.file.rsplit('/').next().unwrap_or_default();
            text += &format!("![{}]({file})\n", drawn.title);
            files.push(Derived { path: drawn.file, contents: chart(drawn, run).svg() });
        }
        text += &format!("{}\n", run.tables());
    }
    let page = COLUMNS_OF_KEYS.filled(workspace, &text)?;
    let scans = recorded("files.json", FILES_OF_KEYS)?;
    let text: String =
        scans.iter().map(|(_, run)| format!("\n{}\n{}\n", run.machine(), run.tables())).collect();
    let contents = FILES.filled_in(&page.contents, &text)?;
    files.push(Derived { path: page.path, contents });
    Ok(files)
}

/// A line for each size and call, the sizes in their order.
fn chart(drawn: &Drawn, run: &Report) -> Chart {
    let ratios = run.ratios(drawn.keys, drawn.against);
    let mut sizes: Vec<&str> = Vec::new();
    for (_, size, _) in &ratios {
        if !sizes.contains(size) {
            sizes.push(size);
        }
    }
    let lines = sizes.iter().flat_map(|size| {
        let of_size = ratios.iter().filter(move |(_, of, _)| of == size);
        of_size.map(|(bar, size, [median, p10, p90])| Line {
            group: (*size).to_owned(),
            label: bar.candidate.to_owned(),
            value: *median,
            spread: (*p10, *p90),
            bar: match bar.limit {
                Limit::Slower(bar) | Limit::Faster(bar) => Some(bar),
                Limit::Shown | Limit::ShownTime => None,
            },
            met: bar.limit.met(*median),
        })
    });
    Chart { title: drawn.title.to_owned(), from: run.machine(), lines: lines.collect() }
}
