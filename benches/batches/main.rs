//! Times columns of keys: every kernel of this machine against the loop that everybody writes.
//!
//! `bench-batches [SECTION...]`, all sections when none is named. Prints one line a cell: what is
//! measured, the keys, the candidate, and its nanoseconds a key in each round. A kernel that this
//! machine lacks has a line that says so.

mod against;
mod columns;
mod kernels;
mod peers;
mod rounds;
mod sizes;

type Section = (&'static str, fn() -> Result<(), String>);

const SECTIONS: [Section; 8] = [
    ("loops", against::loops),
    ("memory", against::memory),
    ("numbers", against::numbers),
    ("counts", against::counts),
    ("shapes", against::shapes),
    ("small", sizes::small),
    ("growth", sizes::growth),
    ("bytes", sizes::growth_in_bytes),
];

fn main() -> Result<(), String> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let known = |name: &String| SECTIONS.iter().any(|(section, _)| section == name);
    if let Some(unknown) = wanted.iter().find(|name| !known(name)) {
        return Err(format!("no section {unknown}"));
    }
    let picked = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    kernels::print_absent();
    SECTIONS.iter().filter(|(name, _)| picked(name)).try_for_each(|(_, run)| run())
}
