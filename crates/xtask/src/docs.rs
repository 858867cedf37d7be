//! The docs suite: every snippet of the README and of `docs/` is run, and prints what it shows.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools;
use crate::workspace::{Result, Workspace, output, read, run, write};

/// Runs every fenced block of every page; a page without one that can run fails.
pub fn test(workspace: &Workspace, _all: bool) -> Result {
    let mut pages = vec![workspace.path("README.md")];
    let folder = workspace.path("docs");
    let entries = std::fs::read_dir(&folder).map_err(|why| format!("docs: {why}"))?;
    let mut docs: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    docs.sort();
    pages.extend(docs);
    let mut total = 0;
    for page in &pages {
        let ran = test_page(workspace, page)?;
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        println!("{name}: {ran} snippets ran");
        if ran == 0 {
            return Err(format!("{name} has no snippet that can run"));
        }
        total += ran;
    }
    let mut doctests = workspace.cargo();
    doctests.args(["test", "--quiet", "--release", "--doc", "--package", "copartition", "pages"]);
    run(&mut doctests)?;
    println!("{total} snippets of {} pages ran", pages.len());
    Ok(())
}

fn test_page(workspace: &Workspace, page: &Path) -> Result<usize> {
    let blocks = blocks(&read(page)?);
    let mut ran = 0;
    let mut sessions = String::new();
    for block in &blocks {
        let at = format!("{}:{}", page.display(), block.line);
        match block.language.as_str() {
            "console" => run_console(workspace, block, &at)?,
            "js" | "cjs" => run_js(workspace, block, &at)?,
            "c" => run_c(workspace, block, &at)?,
            "python" => {
                sessions += &block.text;
                sessions.push('\n');
            }
            // The core crate includes these two pages, so that its doctests run their blocks.
            "rust" if page.ends_with("README.md") || page.ends_with("rust.md") => {}
            // These show, and run nothing.
            "text" | "json" | "toml" | "make" | "cmake" => continue,
            other => return Err(format!("{at}: no runner for a {other:?} block")),
        }
        ran += 1;
    }
    if !sessions.is_empty() {
        run_python(workspace, page, &sessions)?;
    }
    Ok(ran)
}

/// A fenced block: its language, its text, the line on which it starts.
struct Block {
    language: String,
    text: String,
    line: usize,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(language), None) => {
                let language = language.split(',').next().unwrap_or_default().to_string();
                open = Some(Block { language, text: String::new(), line: number + 1 });
            }
            (None, Some(mut block)) => {
                block.text += line;
                block.text.push('\n');
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    blocks
}

/// Runs each `$ command` with the staged command on PATH and compares what it writes.
fn run_console(workspace: &Workspace, block: &Block, at: &str) -> Result {
    let path = std::env::join_paths(
        std::iter::once(workspace.stage("bin"))
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )
    .map_err(|why| why.to_string())?;
    let mut commands: Vec<(&str, String)> = Vec::new();
    for line in block.text.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, String::new())),
            (None, Some((_, expected))) => {
                expected.push_str(line);
                expected.push('\n');
            }
            (None, None) => return Err(format!("{at}: output before the first `$ command`")),
        }
    }
    for (command, expected) in commands {
        // Written as a terminal shows it: stdout and stderr together; the exit code is not shown.
        let shell = workspace
            .command("bash")
            .arg("-c")
            .arg(format!("exec 2>&1; {command}"))
            .env("PATH", &path)
            .env("NO_COLOR", "1")
            .output()
            .map_err(|why| format!("bash: {why}"))?;
        let came = String::from_utf8_lossy(&shell.stdout);
        if came.trim_end() != expected.trim_end() {
            return Err(format!("{at}: `{command}` should print\n{expected}\nbut printed\n{came}"));
        }
    }
    Ok(())
}

/// Runs a block against the staged npm package; each `expression // value` is compared.
fn run_js(workspace: &Workspace, block: &Block, at: &str) -> Result {
    let extension = if block.text.contains("require(") { "cjs" } else { "mjs" };
    let source = workspace.target("docs/snippet.js");
    write(&source, &block.text)?;
    let checked = output(
        workspace
            .command(tools::node()?)
            .arg(workspace.path("tests/docs/check_values.mjs"))
            .arg(&source),
    )?;
    let program = workspace.stage("node").join(format!("snippet.{extension}"));
    write(&program, checked)?;
    let done = run(workspace.command(tools::node()?).arg(&program));
    let _ = std::fs::remove_file(&program);
    done.map_err(|why| format!("{at}: {why}"))
}

/// Compiles a whole program against the staged library, strictly, and runs it.
fn run_c(workspace: &Workspace, block: &Block, at: &str) -> Result {
    let source = workspace.target("docs/snippet.c");
    let program = workspace.target("docs/snippet");
    write(&source, &block.text)?;
    let library = workspace.stage("c/lib");
    run(Command::new(tools::cc()?)
        .args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"])
        .arg(workspace.stage("c/include"))
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .arg(format!("-L{}", library.display()))
        .arg(format!("-Wl,-rpath,{}", library.display()))
        .arg("-lcopartition"))
    .and_then(|()| run(&mut Command::new(&program)))
    .map_err(|why| format!("{at}: {why}"))
}

/// Runs a page's Python sessions as doctests, in one namespace, against the staged wheel.
fn run_python(workspace: &Workspace, page: &Path, sessions: &str) -> Result {
    let text = workspace.target("docs/sessions.txt");
    write(&text, sessions)?;
    let program = "import doctest, sys\n\
        failed, ran = doctest.testfile(sys.argv[1], module_relative=False)\n\
        sys.exit('no example ran' if ran == 0 else failed > 0)";
    run(workspace.command(workspace.stage("venv/bin/python")).args(["-c", program]).arg(&text))
        .map_err(|why| format!("{}: {why}", page.display()))
}
