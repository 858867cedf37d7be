//! The README's table of partitioners, made from the core's own tables.

use copartition::{CLIENTS, PARTITIONERS, RULES};

use super::Derived;
use crate::workspace::{Result, Workspace, read};

const START: &str = "<!-- partitioners: written by `cargo xtask generate` -->\n";
const END: &str = "<!-- end of partitioners -->\n";

/// Makes the README with today's table between its two marks.
pub(super) fn derived(workspace: &Workspace) -> Result<Derived> {
    let readme = read(&workspace.path("README.md"))?;
    let outside =
        readme.split_once(START).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = outside.ok_or("README.md: no marks for the table of partitioners")?;
    Ok(Derived { path: "README.md", contents: format!("{before}{START}{}{END}{after}", table()) })
}

fn table() -> String {
    let mut table = String::from(
        "\n| name | key | empty key | no key | who does so |\n|---|---|---|---|---|\n",
    );
    let of_clients =
        PARTITIONERS.iter().filter(|row| RULES.iter().all(|rule| rule.name() != row.name()));
    for row in of_clients {
        let clients: Vec<String> = CLIENTS
            .iter()
            .filter(|client| client.partitioner == row.name())
            .map(ToString::to_string)
            .collect();
        table += &format!(
            "| `{}` | {} | {} | {} | {} |\n",
            row.name(),
            row.keyed(),
            row.empty_key(),
            row.missing_key(),
            clients.join("; ")
        );
    }
    let rules: Vec<String> = RULES.iter().map(|rule| format!("`{}`", rule.name())).collect();
    table += &format!(
        "\nA rule's own name works too ({}): keys by that rule, an empty key hashed, no key unkeyed.\n\n",
        rules.join(", ")
    );
    table
}
