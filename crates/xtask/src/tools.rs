//! The toolchains that suites need: found, or named where missing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::workspace::{Result, Workspace, output, run};

/// The CPython versions that the Python suite runs on.
pub const PYTHONS: [&str; 3] = ["3.11", "3.12", "3.13"];

/// The clients that more than one task runs, at the version that all of them take.
pub const KAFKA_PYTHON: &str = "3.0.12";
/// The last kafka-python of the 2.x line.
pub const KAFKA_PYTHON_2: &str = "2.3.3";
pub const AIOKAFKA: &str = "0.14.0";
pub const CONFLUENT_KAFKA: &str = "2.16.1";
pub const KAFKAJS: &str = "2.2.4";
pub const PLATFORMATIC: &str = "1.35.0";

/// What runs every test in Python.
pub const PYTEST: &str = "pytest==9.2.0";

/// Finds CPython `version` (`3.12`) that can make virtual environments: on PATH, or among pyenv's.
///
/// Debian's can not without another package, and is as good as absent then.
pub fn python(version: &str) -> Option<PathBuf> {
    let on_path = PathBuf::from(format!("python{version}"));
    let versions = std::env::var_os("PYENV_ROOT")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".pyenv")));
    let of_pyenv = versions.into_iter().flat_map(|root| {
        let entries = std::fs::read_dir(root.join("versions")).into_iter().flatten().flatten();
        let mut found: Vec<PathBuf> = entries
            .filter(|entry| entry.file_name().to_string_lossy().starts_with(&format!("{version}.")))
            .map(|entry| entry.path().join("bin/python"))
            .collect();
        found.sort();
        found
    });
    std::iter::once(on_path)
        .chain(of_pyenv)
        .find(|candidate| answers(candidate, &["-c", CAN_INSTALL]))
}

/// Python 2, which some clients were written for, has no venv module.
const CAN_INSTALL: &str = "import ensurepip, sys; sys.version_info[0] == 2 or __import__('venv')";

/// The oldest CPython from 3.11 on that is found here.
pub fn any_python() -> Result<PathBuf> {
    (11..=30).find_map(|minor| python(&format!("3.{minor}"))).ok_or_else(|| {
        missing("CPython 3.11 or later with venv and ensurepip (Debian: python3-venv)")
    })
}

/// Finds Node.js >= 20 with npm.
pub fn node() -> Result<PathBuf> {
    let node = PathBuf::from("node");
    let major = output(Command::new(&node).arg("--version"))
        .ok()
        .and_then(|version| version.trim_start_matches('v').split('.').next()?.parse::<u32>().ok());
    if major.is_some_and(|major| major >= 20) && answers(Path::new("npm"), &["--version"]) {
        Ok(node)
    } else {
        Err(missing("Node.js >= 20 with npm"))
    }
}

/// Finds Java >= 17 with Maven.
pub fn java() -> Result<PathBuf> {
    let java = PathBuf::from("java");
    // Java 8 does not know `--version`; later ones answer `openjdk 17.0.15 2025-04-15`.
    let major = output(Command::new(&java).arg("--version")).ok().and_then(|version| {
        version.split_whitespace().nth(1)?.split(['.', '-', '+']).next()?.parse::<u32>().ok()
    });
    if major.is_some_and(|major| major >= 17) && answers(Path::new("mvn"), &["--version"]) {
        Ok(java)
    } else {
        Err(missing("Java >= 17 with Maven"))
    }
}

/// Finds kcat.
pub fn kcat() -> Result<PathBuf> {
    let kcat = PathBuf::from("kcat");
    if answers(&kcat, &["-V"]) { Ok(kcat) } else { Err(missing("kcat")) }
}

/// Finds Chromium, which looks at pages.
pub fn chromium() -> Result<PathBuf> {
    found("chromium", "Chromium (Debian: chromium)")
}

/// Finds a C compiler: `$CC`, else `cc`.
pub fn cc() -> Result<PathBuf> {
    found(&std::env::var("CC").unwrap_or_else(|_| "cc".into()), "a C compiler (cc)")
}

/// Finds a program by name, or names what is missing.
pub fn found(program: &str, what: &str) -> Result<PathBuf> {
    let path = PathBuf::from(program);
    if answers(&path, &["--version"]) || answers(&path, &["-version"]) {
        Ok(path)
    } else {
        Err(missing(what))
    }
}

/// A virtual environment at `target/INSIDE` with exactly these requirements (`name==version`),
/// made once and again when the requirements or the interpreter change. Returns its Python.
pub fn venv(
    workspace: &Workspace,
    inside: &str,
    interpreter: &Path,
    requirements: &[&str],
) -> Result<PathBuf> {
    let folder = workspace.target(inside);
    let python = folder.join("bin/python");
    let stamp = folder.join("requirements.txt");
    let wanted = format!("# {}\n{}\n", interpreter.display(), requirements.join("\n"));
    if std::fs::read_to_string(&stamp).is_ok_and(|made| made == wanted) {
        return Ok(python);
    }
    crate::workspace::remove(&folder)?;
    run(workspace.command(interpreter).args(["-m", "venv"]).arg(&folder))?;
    if !requirements.is_empty() {
        run(workspace
            .command(&python)
            .args(["-m", "pip", "install", "--quiet"])
            .args(requirements))?;
    }
    crate::workspace::write(&stamp, wanted)?;
    Ok(python)
}

/// The shared librdkafka inside a wheel of confluent-kafka (`confluent-kafka==VERSION`).
pub fn librdkafka(workspace: &Workspace, wheel: &str) -> Result<PathBuf> {
    let inside = format!("tools/oracle-{}", wheel.replace("==", "-"));
    let python = venv(workspace, &inside, &any_python()?, &[wheel])?;
    let found = output(workspace.command(python).args([
        "-c",
        "import confluent_kafka, glob, os; print(*glob.glob(os.path.join(os.path.dirname(\
         confluent_kafka.__file__) + '.libs', 'librdkafka-*')))",
    ]))?;
    Ok(PathBuf::from(found.trim()))
}

/// An npm folder at `target/INSIDE` with exactly these packages (`name@version`), made once and
/// again when they change. Returns the folder.
pub fn npm(workspace: &Workspace, inside: &str, packages: &[&str]) -> Result<PathBuf> {
    node()?;
    let folder = workspace.target(inside);
    let stamp = folder.join("packages.txt");
    let wanted = packages.join("\n");
    if std::fs::read_to_string(&stamp).is_ok_and(|made| made == wanted) {
        return Ok(folder);
    }
    crate::workspace::remove(&folder)?;
    crate::workspace::write(&folder.join("package.json"), "{\"private\":true}\n")?;
    run(workspace
        .command("npm")
        .current_dir(&folder)
        .args(["install", "--silent", "--no-audit", "--no-fund", "--save-exact"])
        .args(packages))?;
    crate::workspace::write(&stamp, wanted)?;
    Ok(folder)
}

/// The jars of a pom at a version, in `target/INSIDE`, downloaded once; `profile` is empty for a pom
/// that has none. Returns the folder.
pub fn jars(
    workspace: &Workspace,
    inside: &str,
    pom: &Path,
    profile: &str,
    version: &str,
) -> Result<PathBuf> {
    java()?;
    let folder = workspace.target(inside);
    let stamp = folder.join("complete");
    if stamp.exists() {
        return Ok(folder);
    }
    let mut maven = workspace.command("mvn");
    maven
        .args(["--quiet", "--batch-mode", "--file"])
        .arg(pom)
        .arg(format!("-Dmaven.repo.local={}", workspace.target("tools/m2").display()))
        .arg(format!("-Doracle.version={version}"))
        .args(["dependency:copy-dependencies", "-DincludeScope=runtime"])
        .arg(format!("-DoutputDirectory={}", folder.display()));
    if !profile.is_empty() {
        maven.args(["--activate-profiles", profile]);
    }
    run(&mut maven)?;
    crate::workspace::write(&stamp, "")?;
    Ok(folder)
}

/// Builds the Go module in a folder as `target/INSIDE`; everything that go keeps stays under
/// `target/`. Returns the program.
pub fn go(workspace: &Workspace, inside: &str, module: &Path) -> Result<PathBuf> {
    if !answers(Path::new("go"), &["version"]) {
        return Err(missing("Go"));
    }
    let binary = workspace.target(inside);
    run(workspace
        .command("go")
        .args(["build", "-o"])
        .arg(&binary)
        .arg(".")
        .current_dir(module)
        .env("GOFLAGS", "-mod=readonly -modcacherw -buildvcs=false")
        .env("GOTOOLCHAIN", "local")
        .env("GOPATH", workspace.target("tools/go"))
        .env("GOCACHE", workspace.target("tools/go/cache")))?;
    Ok(binary)
}

fn answers(program: &Path, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn missing(what: &str) -> String {
    format!("{MISSING}{what}")
}

/// How the text of a missing toolchain starts; a suite that fails so is reported as not run.
pub const MISSING: &str = "missing: ";
