//! Where things lie, and how a command is run.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Tasks fail with one line that says what failed.
pub type Result<T = ()> = std::result::Result<T, String>;

/// The checkout and its folders.
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// Finds the checkout that this runner was built in.
    pub fn find() -> Self {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = manifest.ancestors().nth(2).unwrap_or(manifest);
        Self { root: root.to_path_buf() }
    }

    /// A path inside the checkout.
    pub fn path(&self, inside: &str) -> PathBuf {
        self.root.join(inside)
    }

    /// `target/INSIDE`: everything that is built or downloaded.
    pub fn target(&self, inside: &str) -> PathBuf {
        self.root.join("target").join(inside)
    }

    /// `target/stage/INSIDE`: what a user would have installed.
    pub fn stage(&self, inside: &str) -> PathBuf {
        self.target("stage").join(inside)
    }

    /// A command that starts in the checkout.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.current_dir(&self.root).stdin(Stdio::null());
        command
    }

    /// `cargo`, the one that runs this task.
    pub fn cargo(&self) -> Command {
        self.command(std::env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from))
    }
}

/// Shows a command, runs it and waits; its output goes where ours goes.
pub fn run(command: &mut Command) -> Result {
    eprintln!("+ {}", shown(command));
    let status = command.status().map_err(|why| format!("{}: {why}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{status}: {}", shown(command))) }
}

/// Runs a command and returns what it wrote on stdout; its stderr goes where ours goes.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|why| format!("{}: {why}", shown(command)))?;
    if !output.status.success() {
        return Err(format!("{}: {}", output.status, shown(command)));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("not UTF-8: {}", shown(command)))
}

/// Runs a command with `input` on stdin and returns what it wrote on stdout.
pub fn pipe(command: &mut Command, input: String) -> Result<String> {
    let name = shown(command);
    let failed = |why: std::io::Error| format!("{name}: {why}");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let stdin = child.stdin.take();
    // Written beside the reading: a program that answers line by line would block otherwise.
    let writer =
        std::thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().map_err(failed)?;
    if !output.status.success() {
        return Err(format!("{}: {name}", output.status));
    }
    match writer.join() {
        Ok(None | Some(Ok(()))) => {}
        _ => return Err(format!("did not read its input: {name}")),
    }
    String::from_utf8(output.stdout).map_err(|_| format!("not UTF-8: {name}"))
}

/// Reads a file, and names it when that fails.
pub fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|why| format!("{}: {why}", path.display()))
}

/// Writes a file and the folders above it, and names it when that fails.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result {
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, contents))
        .map_err(|why| format!("{}: {why}", path.display()))
}

/// Copies a file and makes the folders above it, and names it when that fails.
pub fn copy(from: &Path, to: &Path) -> Result {
    let folder = to.parent().unwrap_or(to);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::copy(from, to))
        .map(|_| ())
        .map_err(|why| format!("{} to {}: {why}", from.display(), to.display()))
}

/// Removes a folder if it is there.
pub fn remove(folder: &Path) -> Result {
    match std::fs::remove_dir_all(folder) {
        Err(why) if why.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {why}", folder.display()))
        }
        _ => Ok(()),
    }
}

fn shown(command: &Command) -> String {
    let words: Vec<_> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect();
    words.join(" ")
}
