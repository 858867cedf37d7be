//! The derived files: committed, so that users need no generator, and proven current.

mod batch_cases;
mod benchmarks;
mod c_batches;
mod c_header;
mod c_peers;
mod c_traces;
mod c_vectors;
mod chart;
mod client_table;
mod documents;
mod key_bytes_table;
mod partitioner_table;

use crate::workspace::{Result, Workspace, read, write};

/// A committed file that is made from others.
struct Derived {
    /// Where it lies in the checkout.
    path: &'static str,
    /// All of it, as it should be.
    contents: String,
}

/// The part of a page that is made, between two lines of the page; the rest is written by hand.
struct Marks {
    path: &'static str,
    start: &'static str,
    end: &'static str,
}

impl Marks {
    /// Returns the page with `text` between its marks.
    fn filled(&self, workspace: &Workspace, text: &str) -> Result<Derived> {
        let page = read(&workspace.path(self.path))?;
        Ok(Derived { path: self.path, contents: self.filled_in(&page, text)? })
    }

    /// Returns `page`, which other marks may have filled, with `text` between its marks.
    fn filled_in(&self, page: &str, text: &str) -> Result<String> {
        let Self { path, start, end } = *self;
        let outside = page
            .split_once(start)
            .and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
        let (before, after) = outside.ok_or_else(|| format!("{path}: no marks for its table"))?;
        Ok(format!("{before}{start}{text}{end}{after}"))
    }
}

/// Every derived file. A new one is a function that makes it and one line here.
fn derived(workspace: &Workspace) -> Result<Vec<Derived>> {
    let mut all = vec![
        batch_cases::derived(workspace)?,
        c_batches::derived(workspace)?,
        c_header::derived(workspace)?,
        c_peers::derived(workspace)?,
        c_vectors::derived(workspace)?,
        partitioner_table::derived(workspace)?,
        client_table::derived(workspace)?,
        key_bytes_table::derived(workspace)?,
    ];
    all.extend(benchmarks::derived(workspace)?);
    all.extend(documents::derived(workspace)?);
    Ok(all)
}

/// Writes the derived files that are not current; with `check`, names them and fails instead.
pub fn run(workspace: &Workspace, check: bool) -> Result {
    let all = derived(workspace)?;
    let mut stale = Vec::new();
    for file in &all {
        let path = workspace.path(file.path);
        if std::fs::read(&path).is_ok_and(|committed| committed == file.contents.as_bytes()) {
            continue;
        }
        stale.push(file.path);
        if !check {
            write(&path, &file.contents)?;
        }
    }
    let names = stale.join(", ");
    if stale.is_empty() {
        eprintln!("{} derived files, all current", all.len());
    } else if check {
        return Err(format!("not current: {names}; run `cargo xtask generate`"));
    } else {
        eprintln!("{} derived files, written: {names}", all.len());
    }
    Ok(())
}
