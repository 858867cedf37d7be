//! Blocks that show lines of a program which a suite runs.

use crate::workspace::{Result, Workspace, read};

/// Compares a block with the file that its fence names: it is consecutive lines of that file, whose
/// common indentation may be dropped.
pub fn compare(workspace: &Workspace, path: &str, text: &str) -> Result {
    let file = read(&workspace.path(path))?;
    let lines: Vec<&str> = file.lines().collect();
    let shown: Vec<&str> = text.lines().collect();
    if shown.iter().all(|line| line.trim().is_empty()) {
        return Err(format!("a block of {path} shows no line"));
    }
    if lines.windows(shown.len()).any(|window| same(window, &shown)) {
        return Ok(());
    }
    Err(format!("these are not consecutive lines of {path}:\n{text}\nwhich is\n{file}"))
}

/// Whether the lines are the shown ones behind one indentation.
fn same(lines: &[&str], shown: &[&str]) -> bool {
    let first = lines.iter().zip(shown).find(|(_, shown)| !shown.is_empty());
    let Some(indentation) = first.and_then(|(line, shown)| line.strip_suffix(shown)) else {
        return false;
    };
    indentation.trim().is_empty()
        && lines.iter().zip(shown).all(|(line, shown)| {
            if shown.is_empty() {
                line.trim().is_empty()
            } else {
                line.strip_prefix(indentation) == Some(shown)
            }
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_consecutive_lines_behind_one_indentation() {
        let program = ["def main():", "    if a:", "        b()", "", "    c()"];
        let cases: [(&[&str], bool); 7] = [
            (&["if a:", "    b()", "", "c()"], true),
            (&["def main():", "    if a:"], true),
            (&["b()"], true),
            (&["if a:", "c()"], false),
            (&["if a:", "b()"], false),
            (&["a:"], false),
            (&["b()", "c()"], false),
        ];
        for (shown, wanted) in cases {
            let found = program.windows(shown.len()).any(|window| same(window, shown));
            assert_eq!(found, wanted, "{shown:?}");
        }
    }
}
