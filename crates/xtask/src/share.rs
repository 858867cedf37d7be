//! What the command installs under `share/`: its manual pages, and its completions for each shell.

use crate::tools;
use crate::workspace::{Result, Workspace, output, read, remove, run, write};

/// Where each shell looks for a command's completions.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/copartition"),
    ("fish", "share/fish/vendor_completions.d/copartition.fish"),
    ("zsh", "share/zsh/site-functions/_copartition"),
];

/// Fewer commands mean that the help was not understood.
const LEAST_COMMANDS: usize = 18;

pub fn stage(workspace: &Workspace) -> Result {
    remove(&workspace.stage("share"))?;
    for (shell, file) in COMPLETIONS {
        write(&workspace.stage(file), printed(workspace, &["completions", shell])?)?;
    }
    write(&workspace.stage("share/man/man1/copartition.1"), printed(workspace, &["man"])?)?;
    for command in commands(workspace)? {
        let page = workspace.stage(&format!("share/man/man1/copartition-{command}.1"));
        write(&page, printed(workspace, &["man", &command])?)?;
    }
    Ok(())
}

pub fn test(workspace: &Workspace) -> Result {
    manual(workspace)?;
    completions(workspace)
}

/// Every command has a page that its own help fills, all are in the first one, and groff warns of
/// nothing.
fn manual(workspace: &Workspace) -> Result {
    let groff = tools::found("groff", "groff")?;
    let commands = commands(workspace)?;
    let first = printed(workspace, &["man"])?;
    let pages = std::iter::once("copartition".to_owned())
        .chain(commands.iter().map(|command| format!("copartition-{command}")));
    for name in pages {
        let page = workspace.stage(&format!("share/man/man1/{name}.1"));
        let done = workspace
            .command(&groff)
            .args(["-man", "-ww", "-Kutf8", "-Tutf8"])
            .arg(&page)
            .output()
            .map_err(|why| format!("groff: {why}"))?;
        let warnings = String::from_utf8_lossy(&done.stderr);
        if !done.status.success() || !warnings.is_empty() {
            return Err(format!("groff: {name}.1: {warnings}"));
        }
        let is_first = name == "copartition";
        let (text, name) = (read(&page)?, name.replace('-', "\\-"));
        for (what, holds) in [
            ("its name", text.contains(&format!(".SH NAME\n{name} \\- "))),
            ("its help", text.contains("\\-\\-help")),
            ("an example", is_first || text.contains("\n.SH EXAMPLES\n.nf\n")),
            ("its line in copartition.1", is_first || first.contains(&format!("\n{name}(1)"))),
        ] {
            if !holds {
                return Err(format!("{}: {what} wanted, got\n{text}", page.display()));
            }
        }
    }
    eprintln!("{} manual pages hold what they must", commands.len() + 1);
    Ok(())
}

/// What a shell completes, as it is installed: a line, and what is offered for its last word.
const OFFERED: [(&str, &[&str]); 4] = [
    ("copartition spr", &["spread"]),
    ("copartition verify --max-m", &["--max-mismatch"]),
    ("copartition spread --format js", &["json"]),
    ("copartition k", &["key", "keys-for"]),
];

/// bash and fish complete; of zsh, whose completion needs a terminal, the script is parsed.
fn completions(workspace: &Workspace) -> Result {
    let [bash, fish, zsh] = COMPLETIONS.map(|(_, file)| workspace.stage(file));
    let shell = tools::found("fish", "fish")?;
    for (line, wanted) in OFFERED {
        let by_bash =
            output(workspace.command("bash").args(["-c", BASH, "-"]).arg(&bash).arg(line))?;
        let by_fish = output(workspace.command(&shell).args(["-c", FISH]).arg(&fish).arg(line))?;
        for (shell, offered) in [("bash", by_bash), ("fish", by_fish)] {
            let mut offered: Vec<_> = offered.split_whitespace().collect();
            offered.sort_unstable();
            if offered != wanted {
                return Err(format!("{shell}: {line:?} must offer {wanted:?}, got {offered:?}"));
            }
        }
    }
    run(workspace.command(tools::found("zsh", "zsh")?).arg("-n").arg(zsh))?;
    eprintln!("{} lines are completed by bash and by fish", OFFERED.len());
    Ok(())
}

/// Calls the function that `complete` was told, as bash does when Tab is pressed.
const BASH: &str = r#"
source "$1"
read -ra COMP_WORDS <<<"$2"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
[[ $(complete -p copartition) =~ -F\ ([^ ]+) ]]
"${BASH_REMATCH[1]}" copartition "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
printf '%s\n' "${COMPREPLY[@]}""#;

/// Prints what is offered, without its descriptions.
const FISH: &str = "source $argv[1]; complete --do-complete $argv[2] | string split --fields 1 \\t";

/// The commands, as the help lists them.
fn commands(workspace: &Workspace) -> Result<Vec<String>> {
    let help = printed(workspace, &["--help"])?;
    let listed = help.split_once("Commands:\n").map_or("", |(_, listed)| listed);
    let commands: Vec<String> = listed
        .lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|command| *command != "help")
        .map(Into::into)
        .collect();
    match commands.len() {
        LEAST_COMMANDS.. => Ok(commands),
        few => Err(format!("{LEAST_COMMANDS} commands wanted in the help, got {few}")),
    }
}

fn printed(workspace: &Workspace, arguments: &[&str]) -> Result<String> {
    output(workspace.command(workspace.stage("bin/copartition")).args(arguments))
}
