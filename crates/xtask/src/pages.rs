//! The pages of `--html` in headless Chromium: opened, measured and pictured, on a phone and a
//! screen, by day and by night.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::tools;
use crate::workspace::{Result, Workspace, read, remove, write};

/// Makes a page by each command that has `--html`, and looks at it. The pictures stay in
/// `target/pages/`.
///
/// Comes last in its suite: without Chromium all but this was tested.
pub fn test(workspace: &Workspace) -> Result {
    let chromium = tools::chromium()?;
    let folder = workspace.target("pages");
    remove(&folder)?;
    std::fs::create_dir_all(&folder).map_err(|why| format!("target/pages: {why}"))?;
    let browser = Browser { workspace, chromium: &chromium, profile: folder.join("profile") };
    browser.tells_an_error(&folder.join("wrong.html"))?;
    let mut looks = 0;
    for (command, arguments) in PAGES {
        let page = folder.join(format!("{command}.html"));
        let said = made(workspace, command, arguments, &page)?;
        looks +=
            look(&browser, command, &page, &said).map_err(|why| format!("{command}: {why}"))?;
    }
    if looks != PAGES.len() * WIDTHS.len() * 2 {
        return Err(format!("{} pages must be looked at, got {looks}", PAGES.len() * 4));
    }
    eprintln!("{looks} looks at {} pages, none differs", PAGES.len());
    Ok(())
}

const FLIGHTS: &str = "examples/data/flights.csv --key-field origin --weight-field count -n 12";
const TOPICS: &str = "examples/data/orders.ndjson examples/data/payments.ndjson -n 12";

/// Each command with its arguments.
const PAGES: [(&str, &[&str]); 5] = [
    ("spread", &[FLIGHTS]),
    ("identify", &[TOPICS, "--by hour"]),
    ("split", &[TOPICS]),
    ("compare", &[TOPICS]),
    ("moves", &[FLIGHTS, "--to 24"]),
];

/// A phone and a screen, in pixels.
const WIDTHS: [u32; 2] = [390, 1280];

/// Writes a page and returns the texts of the JSON beside it that must be found in it.
fn made(
    workspace: &Workspace,
    command: &str,
    arguments: &[&str],
    page: &Path,
) -> Result<Vec<String>> {
    let words = arguments.iter().flat_map(|words| words.split(' '));
    let output = workspace
        .command(workspace.stage("bin/copartition"))
        .arg(command)
        .args(words)
        .args(["--format", "json", "--html"])
        .arg(page)
        .output()
        .map_err(|why| format!("{command}: {why}"))?;
    let json: Value = serde_json::from_slice(&output.stdout)
        .map_err(|why| format!("{command}: {why}, {}", String::from_utf8_lossy(&output.stderr)))?;
    let wanted: &[(&str, &[&str])] = match command {
        "spread" => &[
            ("", &["records", "keys", "min", "max"]),
            ("per_partition", &["records", "keys"]),
            ("hot_keys", &["key", "records"]),
            ("key_health", &["verdict"]),
        ],
        "identify" => &[("", &["sentence", "records", "keys"]), ("parts", &["records"])],
        "split" => &[("", &["records", "split_keys"]), ("split", &["key"])],
        "compare" => &[
            ("topics", &["name", "keys", "records"]),
            ("comparisons", &["sentence"]),
            ("comparisons/0/checks", &["found"]),
            ("comparisons/0/different_keys", &["key"]),
        ],
        _ => &[("", &["sentence", "records", "moved_records"]), ("flows", &["records"])],
    };
    let mut said = Vec::new();
    for (place, fields) in wanted {
        let found = if place.is_empty() { Some(&json) } else { json.pointer(&format!("/{place}")) };
        let rows = match found {
            // A page shows the first ones of many.
            Some(Value::Array(rows)) => rows.iter().take(25).collect(),
            other => other.into_iter().collect::<Vec<_>>(),
        };
        for (row, field) in rows.iter().flat_map(|row| fields.iter().map(move |field| (row, field)))
        {
            said.push(match &row[field] {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                other => {
                    return Err(format!("{command}: {place}/{field} must be said, got {other}"));
                }
            });
        }
    }
    if said.len() < wanted.len() {
        return Err(format!("{command}: more must be said than {said:?}"));
    }
    Ok(said)
}

/// Opens a page in each way, and returns how many ways that were.
fn look(browser: &Browser<'_>, name: &str, page: &Path, said: &[String]) -> Result<usize> {
    let (dom, console) = browser.open(page, &["--dump-dom".into()])?;
    if !console.is_empty() {
        return Err(format!("the console must be empty, has {console}"));
    }
    let text = text_of(&dom);
    for said in said {
        if !text.contains(said.as_str()) {
            return Err(format!("{said:?} must be found in the page"));
        }
    }
    let mut looks = 0;
    for (width, dark) in WIDTHS.into_iter().flat_map(|width| [(width, false), (width, true)]) {
        let when = if dark { "dark" } else { "light" };
        let picture = page.with_file_name(format!("{name}-{width}-{when}.png"));
        browser.picture(page, &picture, width, dark)?;
        browser.measure(page, width, dark).map_err(|why| format!("{width} {when}: {why}"))?;
        looks += 1;
    }
    Ok(looks)
}

/// What stands between the tags.
fn text_of(dom: &str) -> String {
    let behind = |tag: &str| tag.split_once('>').map_or(String::new(), |(_, text)| text.into());
    let text: Vec<String> = dom.split('<').map(behind).collect();
    text.join("\n").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Headless Chromium.
struct Browser<'a> {
    workspace: &'a Workspace,
    chromium: &'a Path,
    profile: std::path::PathBuf,
}

impl Browser<'_> {
    /// Opens a page, and returns what it prints and what its console says.
    fn open(&self, page: &Path, flags: &[String]) -> Result<(String, String)> {
        let output = Command::new(self.chromium)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            .args(["--no-first-run", "--disable-dev-shm-usage", "--enable-logging=stderr"])
            .arg(format!("--user-data-dir={}", self.profile.display()))
            .args(flags)
            .arg(format!("file://{}", page.display()))
            .current_dir(self.workspace.target("pages"))
            .stdin(Stdio::null())
            .output()
            .map_err(|why| format!("chromium: {why}"))?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("chromium: {}, {stderr}", output.status));
        }
        let console: Vec<&str> = stderr.lines().filter(|line| line.contains("CONSOLE")).collect();
        Ok((String::from_utf8_lossy(&output.stdout).into_owned(), console.join("\n")))
    }

    /// Sees to it that an error on the console would be seen.
    fn tells_an_error(&self, page: &Path) -> Result {
        write(page, "<!doctype html><title>wrong</title><script>throw Error('seen')</script>")?;
        let (_, console) = self.open(page, &["--dump-dom".into()])?;
        match console.contains("seen") {
            true => Ok(()),
            false => Err("an error on the console must be seen, got none".into()),
        }
    }

    fn picture(&self, page: &Path, picture: &Path, width: u32, dark: bool) -> Result {
        let flags =
            [format!("--screenshot={}", picture.display()), format!("--window-size={width},2000")];
        self.open(page, &with_colors(&flags, dark))?;
        let bytes = std::fs::read(picture).map_err(|why| format!("no picture: {why}"))?;
        // A PNG says its width at byte 16.
        let wide = bytes.get(16..20).and_then(|wide| wide.try_into().ok()).map(u32::from_be_bytes);
        match wide {
            Some(wide) if wide == width => Ok(()),
            _ => Err(format!("a picture must be {width} wide, got {wide:?}")),
        }
    }

    /// Looks for what is wider than the window, and for text that is hard to read.
    ///
    /// A window is not as narrow as a phone, so that the page is put into a frame; and a copy of
    /// it, which runs a script as no page does.
    fn measure(&self, page: &Path, width: u32, dark: bool) -> Result {
        let script = read(&self.workspace.path("tests/pages/measure.js"))?;
        let html = read(page)?;
        let (before, policy) =
            html.split_once("<meta http-equiv").ok_or("a page must have a policy")?;
        let (_, behind) = policy.split_once('>').ok_or("a policy must end")?;
        let copy = page.with_file_name("measured.html");
        write(&copy, format!("{before}{behind}<script>{script}</script>"))?;
        let frame = page.with_file_name("frame.html");
        write(
            &frame,
            format!(
                "<!doctype html><iframe src=\"measured.html\" width=\"{width}\" height=\"2000\" \
                 style=\"border: 0\"></iframe><pre id=\"measured\"></pre><script>onmessage = \
                 (event) => {{ document.querySelector('pre').textContent = event.data }}</script>"
            ),
        )?;
        let (dom, _) = self.open(&frame, &with_colors(&["--dump-dom".into()], dark))?;
        let measured = text_of(&dom).lines().find(|line| line.starts_with('{')).map(String::from);
        let measured: Value = serde_json::from_str(&measured.ok_or("nothing was measured")?)
            .map_err(|why| why.to_string())?;
        let paper = if dark { "rgb(20, 24, 28)" } else { "rgb(255, 255, 255)" };
        let is_fine = measured["width"] == width
            && measured["wide"].as_u64() <= Some(width.into())
            && measured["texts"].as_u64() > Some(50)
            && measured["faint"].as_array().is_some_and(Vec::is_empty)
            && measured["paper"] == paper;
        match is_fine {
            true => Ok(()),
            false => Err(format!(
                "a page must fit in {width}, on {paper}, with no faint text, got {measured}"
            )),
        }
    }
}

fn with_colors(flags: &[String], dark: bool) -> Vec<String> {
    let flag = dark.then(|| "--blink-settings=preferredColorScheme=0".to_string());
    flags.iter().cloned().chain(flag).collect()
}
