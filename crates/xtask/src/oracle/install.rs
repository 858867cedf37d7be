//! How each host's programs are installed and started.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::clients::{Host, Oracle};
use crate::tools;
use crate::workspace::{Result, Workspace, output, run, write};

/// The command that asks a client; the setting is its last argument.
pub(super) fn command(workspace: &Workspace, oracle: &Oracle) -> Result<Command> {
    let program = workspace.path(&oracle.program_path());
    match oracle.host {
        Host::Python => python(workspace, oracle, &program),
        Host::Node => node(workspace, oracle, &program),
        Host::Jvm => jvm(workspace, oracle, &program),
        Host::Go => go(workspace, oracle),
        Host::Rust => rust(workspace, oracle),
        Host::Erlang => script(workspace, "escript", "Erlang (escript)", &program),
        Host::Php => script(workspace, "php", "PHP (php-cli)", &program),
        Host::Ruby => {
            let mut command = script(workspace, "ruby", "Ruby", &program)?;
            command.args(librdkafka(workspace, oracle)?);
            Ok(command)
        }
    }
}

/// Where a client's package is installed.
fn folder(oracle: &Oracle) -> String {
    let package = oracle.package.trim_start_matches('@').replace('/', "-");
    format!("tools/oracle-{package}-{}", oracle.version)
}

/// A virtual environment of the machine's Python or of the one that the client was written for.
fn python(workspace: &Workspace, oracle: &Oracle, program: &Path) -> Result<Command> {
    let mut packages = vec![format!("{}=={}", oracle.package, oracle.version)];
    packages.extend(oracle.with.iter().map(|package| (*package).to_owned()));
    let packages: Vec<&str> = packages.iter().map(String::as_str).collect();
    if oracle.runtime == "2.7" {
        return python_2(workspace, oracle, program, &packages);
    }
    let interpreter = match oracle.runtime {
        "" => tools::any_python()?,
        version => {
            tools::python(version).ok_or_else(|| format!("{}CPython {version}", tools::MISSING))?
        }
    };
    let python = tools::venv(workspace, &folder(oracle), &interpreter, &packages)?;
    let mut command = workspace.command(python);
    command.arg("-B").arg(program);
    Ok(command)
}

/// Python 2.7 has no venv module: its packages go into a folder.
fn python_2(
    workspace: &Workspace,
    oracle: &Oracle,
    program: &Path,
    packages: &[&str],
) -> Result<Command> {
    let python = tools::python("2.7").ok_or_else(|| format!("{}CPython 2.7", tools::MISSING))?;
    let target = workspace.target(&folder(oracle));
    if !target.exists() {
        run(workspace
            .command(&python)
            .args(["-m", "pip", "install", "--quiet", "--no-compile", "--target"])
            .arg(&target)
            .args(packages))?;
    }
    let mut command = workspace.command(python);
    command.arg("-B").arg(program).env("PYTHONPATH", target);
    Ok(command)
}

fn node(workspace: &Workspace, oracle: &Oracle, program: &Path) -> Result<Command> {
    let pinned = format!("{}@{}", oracle.package, oracle.version);
    let folder = tools::npm(workspace, &folder(oracle), &[pinned.as_str()])?;
    let node = match oracle.runtime {
        "" => tools::node()?,
        release => crate::node::released(workspace, release)?,
    };
    let mut command = workspace.command(node);
    command.arg(program).current_dir(folder);
    command.env("PYTHON", tools::any_python()?);
    Ok(command)
}

/// The client's jars, in a folder of their own, and its program compiled against them.
fn jvm(workspace: &Workspace, oracle: &Oracle, program: &Path) -> Result<Command> {
    tools::java()?;
    let jars = workspace.target(&folder(oracle));
    let stamp = jars.join("complete");
    if !stamp.exists() {
        let mut maven = workspace.command("mvn");
        maven
            .args(["--quiet", "--batch-mode", "--file"])
            .arg(pom(workspace, program))
            .arg(format!("-Dmaven.repo.local={}", workspace.target("tools/m2").display()))
            .arg(format!("-Doracle.version={}", oracle.version))
            .args(["dependency:copy-dependencies", "-DincludeScope=runtime"])
            .arg(format!("-DoutputDirectory={}", jars.display()));
        if !oracle.runtime.is_empty() {
            maven.args(["--activate-profiles", oracle.runtime]);
        }
        run(&mut maven)?;
        write(&stamp, "")?;
    }
    let classes = workspace.target(&format!("{}-classes", folder(oracle)));
    compile(workspace, program, &jars.join("*"), &classes)?;
    let class_path = std::env::join_paths([classes, jars.join("*")]);
    let mut command = workspace.command("java");
    command.arg("-cp").arg(class_path.map_err(|why| why.to_string())?);
    command.arg(program.file_stem().unwrap_or_default());
    Ok(command)
}

/// Compiles a program and what it shares, when it has changed since the last time.
fn compile(workspace: &Workspace, program: &Path, jars: &Path, classes: &Path) -> Result {
    let shared = workspace.path("tests/oracle/jvm");
    let folders = [program.parent().unwrap_or(program), &shared];
    let changed = |path: &Path| path.metadata().and_then(|file| file.modified()).ok();
    let sources = folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
    let newest = sources.flatten().filter_map(|file| changed(&file.path())).max();
    let class = classes.join(program.file_stem().unwrap_or_default()).with_extension("class");
    if changed(&class) > newest {
        return Ok(());
    }
    let source_path = std::env::join_paths(folders).map_err(|why| why.to_string())?;
    run(workspace
        .command("javac")
        .args(["-proc:none", "-nowarn", "-Xlint:none", "-d"])
        .arg(classes)
        .arg("-cp")
        .arg(jars)
        .arg("-sourcepath")
        .arg(source_path)
        .arg(program))
}

/// The pom beside the program, or the one of all.
fn pom(workspace: &Workspace, program: &Path) -> PathBuf {
    let own = program.with_file_name("pom.xml");
    if own.exists() { own } else { workspace.path("tests/oracle/jvm/pom.xml") }
}

/// A module of its own a client and version; everything that go keeps stays under `target/`.
fn go(workspace: &Workspace, oracle: &Oracle) -> Result<Command> {
    on_path("go", "Go")?;
    let binary = workspace.target("tools/oracle-go").join(oracle.program);
    run(workspace
        .command("go")
        .args(["build", "-o"])
        .arg(&binary)
        .arg(".")
        .current_dir(workspace.path(&oracle.program_path()))
        .env("GOFLAGS", "-mod=readonly -modcacherw -buildvcs=false")
        .env("GOTOOLCHAIN", "local")
        .env("GOPATH", workspace.target("tools/go"))
        .env("GOCACHE", workspace.target("tools/go/cache")))?;
    Ok(workspace.command(binary))
}

fn rust(workspace: &Workspace, oracle: &Oracle) -> Result<Command> {
    let target = workspace.target("tools/oracle-rust");
    run(workspace
        .cargo()
        .args(["build", "--quiet", "--release", "--locked", "--manifest-path"])
        .arg(workspace.path("tests/oracle/rust/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target))?;
    let mut command = workspace.command(target.join("release").join(oracle.program));
    command.arg(oracle.version);
    Ok(command)
}

fn script(workspace: &Workspace, runtime: &str, what: &str, program: &Path) -> Result<Command> {
    on_path(runtime, what)?;
    let mut command = workspace.command(runtime);
    command.arg(program);
    Ok(command)
}

/// Finds a program that has no common way to tell its version.
fn on_path(program: &str, what: &str) -> Result {
    match output(Command::new("sh").args(["-c", &format!("command -v {program}")])) {
        Ok(_) => Ok(()),
        Err(_) => Err(format!("{}{what}", tools::MISSING)),
    }
}

/// The shared library that a Ruby binding calls, from confluent-kafka's wheel.
fn librdkafka(workspace: &Workspace, oracle: &Oracle) -> Result<Option<PathBuf>> {
    let [wheel] = oracle.with else {
        return Ok(None);
    };
    let inside = format!("tools/oracle-{}", wheel.replace("==", "-"));
    let python = tools::venv(workspace, &inside, &tools::any_python()?, &[wheel])?;
    let found = output(workspace.command(python).args([
        "-c",
        "import confluent_kafka, glob, os; print(*glob.glob(os.path.join(os.path.dirname(\
         confluent_kafka.__file__) + '.libs', 'librdkafka-*')))",
    ]))?;
    Ok(Some(PathBuf::from(found.trim())))
}
