//! The README's table: what each client that people run today does when nothing is set.

use copartition::{CLIENTS, RULES, Usage};

use super::{Derived, Marks};
use crate::workspace::{Result, Workspace};

const MARKS: Marks = Marks {
    path: "README.md",
    start: "<!-- partitioners: written by `cargo xtask generate` -->\n",
    end: "<!-- end of partitioners -->\n",
};

/// Makes the README with today's table between its two marks.
pub(super) fn derived(workspace: &Workspace) -> Result<Derived> {
    MARKS.filled(workspace, &table())
}

fn table() -> String {
    let mut table = String::from(
        "\n| client | places as | key | empty key | no key |\n|---|---|---|---|---|\n",
    );
    for client in CLIENTS.iter().filter(|client| client.usage == Usage::Default) {
        let Some(partitioner) = client.partitioner() else {
            continue;
        };
        table += &format!(
            "| `{}` | `{}` | {} | {} | {} |\n",
            client.name,
            partitioner.name(),
            partitioner.keyed(),
            partitioner.empty_key(),
            partitioner.missing_key(),
        );
    }
    let rules: Vec<String> = RULES.iter().map(|rule| format!("`{}`", rule.name())).collect();
    table += &format!(
        "\nThat is what they do when nothing is set; [all settings and versions](docs/clients.md) are \
         in a table of their own.\n\n\
         A rule's own name works too ({}): keys by that rule, an empty key hashed, no key unkeyed.\n\n",
        rules.join(", ")
    );
    table
}
