//! The links of the pages: each leads to a file of the checkout, and to a heading that is there.

use std::path::Path;

use crate::workspace::{Result, read};

/// Follows every link of a page that is no address, and returns how many there are.
pub fn follow(page: &Path) -> Result<usize> {
    let text = prose(&read(page)?);
    let (mut followed, mut broken) = (0, Vec::new());
    for (link, _) in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
        if link.starts_with("https://") {
            continue;
        }
        followed += 1;
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let target = match file {
            "" => page.to_path_buf(),
            file => page.parent().unwrap_or(page).join(file),
        };
        if !leads_somewhere(&target, heading)? {
            broken.push(format!("{}: nothing at {link}", page.display()));
        }
    }
    if broken.is_empty() { Ok(followed) } else { Err(broken.join("\n")) }
}

fn leads_somewhere(target: &Path, heading: &str) -> Result<bool> {
    if !target.exists() || heading.is_empty() {
        return Ok(target.exists());
    }
    let page = prose(&read(target)?);
    let headings = page.lines().filter(|line| line.starts_with('#'));
    Ok(headings.map(anchor).any(|anchor| anchor == heading))
}

/// The page without its fenced blocks.
fn prose(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// A heading's name in links: lower case, hyphens for spaces, and no other signs.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
