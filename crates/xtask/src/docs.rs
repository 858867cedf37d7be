//! The docs suite: every snippet of the README and of `docs/` is run and prints what it shows, or is
//! lines of a program that another suite runs.

mod excerpt;
mod links;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::workspace::{Result, Workspace, copy, output, read, run, write};
use crate::{columns, tools};

/// Fewer mean that some were not seen.
const LEAST_LINKS: usize = 100;

/// Runs or compares every fenced block of every page, and follows its links; a page without a block
/// fails.
pub fn test(workspace: &Workspace, _all: bool) -> Result {
    let pages = pages(workspace)?;
    let mut total = Checked::default();
    let (mut rust, mut excerpts, mut linked) = (0, 0, 0);
    let mut failed = Vec::new();
    for page in &pages {
        let text = read(page)?;
        let blocks = blocks(&text);
        let name = page.strip_prefix(workspace.path("")).unwrap_or(page).display();
        rust += blocks.iter().filter(|block| block.info == "rust").count();
        // The fences themselves, so that a block that nobody looked at is noticed.
        let fences = text.lines().filter_map(|line| line.strip_prefix("```"));
        excerpts += fences.filter(|info| info.contains(' ')).count();
        match links::follow(page) {
            Ok(followed) => linked += followed,
            Err(why) => failed.push(why),
        }
        match test_page(workspace, page, &blocks) {
            Ok(Checked { ran: 0, compared: 0 }) => {
                failed.push(format!("{name} has no snippet that can run"));
            }
            Ok(Checked { ran, compared }) => {
                println!("{name}: {ran} snippets ran, {compared} were compared with a program");
                total.ran += ran;
                total.compared += compared;
            }
            Err(why) => failed.push(why),
        }
    }
    match doctests(workspace) {
        Ok(ran) if ran == rust => {}
        Ok(ran) => failed.push(format!("{rust} Rust blocks wanted, {ran} doctests ran")),
        Err(why) => failed.push(why),
    }
    if !failed.is_empty() {
        return Err(failed.join("\n"));
    }
    let Checked { ran, compared } = total;
    if compared != excerpts {
        return Err(format!("{excerpts} fences name a program, {compared} blocks were compared"));
    }
    let pages = pages.len();
    println!("{pages} pages: {ran} snippets ran, {compared} were compared with a program");
    println!("{linked} links lead to a file and a heading");
    if linked < LEAST_LINKS {
        return Err(format!("{LEAST_LINKS} links are wanted"));
    }
    Ok(())
}

/// The README and the pages of `docs/` and of its guides, in order.
fn pages(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let mut pages = vec![workspace.path("README.md")];
    for folder in ["docs", "docs/columns", "docs/drop-in"] {
        let entries = std::fs::read_dir(workspace.path(folder));
        let entries = entries.map_err(|why| format!("{folder}: {why}"))?;
        let mut found: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
            .collect();
        found.sort();
        pages.extend(found);
    }
    Ok(pages)
}

/// How many blocks were run, and how many compared with lines of a program.
#[derive(Default)]
struct Checked {
    ran: usize,
    compared: usize,
}

/// Runs or compares the blocks of a page.
fn test_page(workspace: &Workspace, page: &Path, blocks: &[Block]) -> Result<Checked> {
    let mut checked = Checked::default();
    let mut sessions = String::new();
    for block in blocks {
        let at = format!("{}:{}", page.display(), block.line);
        if let Some((_, path)) = block.info.split_once(' ') {
            excerpt::compare(workspace, path, &block.text).map_err(|why| format!("{at}: {why}"))?;
            checked.compared += 1;
            continue;
        }
        match block.info.as_str() {
            "console" => run_console(workspace, block, &at)?,
            "js" | "cjs" => run_js(workspace, block, &at)?,
            "c" => run_c(workspace, block, &at)?,
            "sh" => run_sh(workspace, block, &at)?,
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
        checked.ran += 1;
    }
    if !sessions.is_empty() {
        run_python(workspace, page, &sessions)?;
    }
    Ok(checked)
}

/// A fenced block: its language, and behind a space the file that it is lines of; its text; the line
/// on which it starts.
struct Block {
    info: String,
    text: String,
    line: usize,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(info), None) => {
                let info = info.split(',').next().unwrap_or_default().to_string();
                open = Some(Block { info, text: String::new(), line: number + 1 });
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

/// Runs the doctests of the pages that the core crate includes, and returns how many passed.
fn doctests(workspace: &Workspace) -> Result<usize> {
    let mut cargo = workspace.cargo();
    cargo.args(["test", "--quiet", "--release", "--doc", "--package", "copartition", "pages"]);
    // `test result: ok. 5 passed; ...`, once for each program that the blocks were put into.
    let printed = output(&mut cargo)?;
    let passed = printed.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    Ok(passed.filter_map(|line| line.split(' ').next()?.parse::<usize>().ok()).sum())
}

/// Compiles a whole program against the staged library, strictly, runs it and compares what it
/// writes with what its `printf` and `puts` lines show.
fn run_c(workspace: &Workspace, block: &Block, at: &str) -> Result {
    let source = workspace.target("docs/snippet.c");
    let program = workspace.target("docs/snippet");
    write(&source, &block.text)?;
    let library = workspace.stage("c/lib");
    let came = run(Command::new(tools::cc()?)
        .args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I"])
        .arg(workspace.stage("c/include"))
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .arg(format!("-L{}", library.display()))
        .arg(format!("-Wl,-rpath,{}", library.display()))
        .arg("-lcopartition"))
    .and_then(|()| output(&mut Command::new(&program)))
    .map_err(|why| format!("{at}: {why}"))?;
    let shown = shown_by_c(&block.text).map_err(|why| format!("{at}: {why}"))?;
    if shown.is_empty() && !block.text.contains("assert(") {
        return Err(format!("{at}: the program shows no value"));
    }
    let same = match shown.strip_suffix(" ...\n") {
        Some(start) => came.starts_with(&format!("{start}\n")),
        None => came == shown,
    };
    if same { Ok(()) } else { Err(format!("{at}: should print\n{shown}\nbut printed\n{came}")) }
}

/// What a C program shows that it prints: the comment behind each `printf` or `puts`, a line each.
///
/// A last comment that ends with ` ...` is followed by more.
fn shown_by_c(program: &str) -> Result<String> {
    let mut shown = String::new();
    for line in program.lines().filter(|line| line.contains("printf(") || line.contains("puts(")) {
        let comment = match line.split_once("// ") {
            Some((_, comment)) => Some(comment),
            None => line.split_once("/* ").and_then(|(_, comment)| comment.strip_suffix(" */")),
        };
        shown += comment.ok_or_else(|| format!("no comment shows what is printed: {line}"))?;
        shown.push('\n');
    }
    Ok(shown)
}

/// Runs the lines beside the C example, where pkg-config finds the staged library.
fn run_sh(workspace: &Workspace, block: &Block, at: &str) -> Result {
    tools::found("pkg-config", "pkg-config")?;
    let source = workspace.target("docs/sh/place_key.c");
    copy(&workspace.path("examples/c/place_key.c"), &source)?;
    run(workspace
        .command("bash")
        .args(["-e", "-u", "-c", &block.text])
        .current_dir(workspace.target("docs/sh"))
        .env("PKG_CONFIG_PATH", workspace.stage("c/lib/pkgconfig")))
    .map_err(|why| format!("{at}: {why}"))
}

/// Runs a page's Python sessions as doctests, in one namespace, against the staged wheel; beside the
/// tools that the page is about where it is one of `docs/columns/`.
fn run_python(workspace: &Workspace, page: &Path, sessions: &str) -> Result {
    let text = workspace.target("docs/sessions.txt");
    write(&text, sessions)?;
    let program = "import doctest, sys\n\
        failed, ran = doctest.testfile(sys.argv[1], module_relative=False)\n\
        sys.exit('no example ran' if ran == 0 else failed > 0)";
    let mut python = if page.parent().is_some_and(|folder| folder.ends_with("docs/columns")) {
        columns::python_of(workspace, page)?
    } else {
        workspace.command(workspace.stage("venv/bin/python"))
    };
    run(python.args(["-c", program]).arg(&text)).map_err(|why| format!("{}: {why}", page.display()))
}
