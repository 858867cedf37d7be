//! The whole table of clients, in `docs/clients.md`.

use copartition::{CLIENTS, Known};

use super::{Derived, Marks};
use crate::workspace::{Result, Workspace};

const MARKS: Marks = Marks {
    path: "docs/clients.md",
    start: "<!-- clients: written by `cargo xtask generate` -->\n",
    end: "<!-- end of clients -->\n",
};

/// Makes the page with today's table between its two marks.
pub(super) fn derived(workspace: &Workspace) -> Result<Derived> {
    MARKS.filled(workspace, &table())
}

fn table() -> String {
    let mut table = String::from(
        "\n| client | versions | setting | what is written | default | places as | key | empty key \
         | no key | usage | known |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for client in CLIENTS {
        let Some(partitioner) = client.partitioner() else {
            continue;
        };
        let setting = client.setting_name().map(|name| format!("`{name}`")).unwrap_or_default();
        let known = match client.known {
            Known::Run(version) => format!("**run**: {version}"),
            Known::Read { source: "", why } => why.into(),
            Known::Read { source, why } => format!("*read*: {source}; not run: {why}"),
        };
        table += &format!(
            "| `{}` | {} | {setting} | `{}` | {} | `{}` | {} | {} | {} | {} | {known} |\n",
            client.name,
            client.versions(),
            client.written,
            if client.default { "yes" } else { "" },
            partitioner.name(),
            partitioner.keyed(),
            partitioner.empty_key(),
            partitioner.missing_key(),
            client.usage.name(),
        );
    }
    table.push('\n');
    table
}
