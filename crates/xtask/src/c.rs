//! The C library: installed as a prefix, and tested from that prefix alone.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tools::{self, CONFLUENT_KAFKA, MISSING};
use crate::workspace::{Result, Workspace, copy, output, read, remove, run, write};

/// Builds the library and installs it into `target/stage/c`, and the place program beside it.
pub fn stage(workspace: &Workspace) -> Result {
    run(workspace.cargo().args(["build", "--release", "--package", "copartition-capi"]))?;
    let prefix = workspace.stage("c");
    let lib = prefix.join("lib");
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&workspace.path(license), &prefix.join("share/doc/copartition").join(license))?;
    }
    copy(&workspace.path("include/copartition.h"), &prefix.join("include/copartition.h"))?;
    copy(&workspace.target("release/libcopartition_capi.a"), &lib.join("libcopartition.a"))?;
    let shared = with_version("libcopartition.so.@VERSION@");
    copy(&workspace.target("release/libcopartition_capi.so"), &lib.join(&shared))?;
    link(&shared, &lib.join(SONAME))?;
    link(SONAME, &lib.join("libcopartition.so"))?;
    for (template, installed) in [
        ("copartition.pc.in", "pkgconfig/copartition.pc"),
        ("copartition-config.cmake.in", "cmake/copartition/copartition-config.cmake"),
        (
            "copartition-config-version.cmake.in",
            "cmake/copartition/copartition-config-version.cmake",
        ),
    ] {
        let template = read(&workspace.path("crates/copartition-capi/package").join(template))?;
        write(&lib.join(installed), with_version(&template))?;
    }
    compile(
        workspace,
        &["-std=c99", "-O2"],
        &workspace.path("tests/place/place.c"),
        Linkage::Static,
        &workspace.target("place/place_c"),
    )
}

/// Tests the staged prefix: strict compilers, vectors, valgrind, sanitizers, librdkafka, pkg-config,
/// CMake.
pub fn test(workspace: &Workspace, _all: bool) -> Result {
    for (program, what) in [
        ("valgrind", "valgrind"),
        ("pkg-config", "pkg-config"),
        ("cmake", "CMake (cmake)"),
        ("make", "make"),
        ("readelf", "binutils (readelf, nm)"),
    ] {
        tools::found(program, what)?;
    }
    remove(&workspace.target("c"))?;
    header_compiles_as_every_standard(workspace)?;
    for program in [
        "test_vectors",
        "test_keys",
        "test_batches",
        "test_assigners",
        "test_errors",
        "test_partitioners",
        "test_peers",
        "test_threads",
    ] {
        program_passes(workspace, program, &[])?;
    }
    callback_places_inside_each_librdkafka(workspace)?;
    library_allocates_nothing(workspace)?;
    shared_library_is_named_and_exports_its_prefix_alone(workspace)?;
    make_example_finds_the_library_by_pkg_config(workspace)?;
    cmake_project_finds_the_package(workspace)?;
    place_program_keeps_the_protocol(workspace)
}

/// Fills in what the templates of the C library ask for.
pub fn with_version(template: &str) -> String {
    template
        .replace("@VERSION@", env!("CARGO_PKG_VERSION"))
        .replace("@MAJOR@", env!("CARGO_PKG_VERSION_MAJOR"))
        .replace("@MINOR@", env!("CARGO_PKG_VERSION_MINOR"))
        .replace("@PATCH@", env!("CARGO_PKG_VERSION_PATCH"))
        .replace("@NATIVE_LIBRARIES@", NATIVE_LIBRARIES)
}

/// The binary interface that programs load; the library's `build.rs` writes it into the library.
const SONAME: &str = "libcopartition.so.0";

/// What the static library needs: `--print native-static-libs` of rustc 1.95 on Linux with glibc.
const NATIVE_LIBRARIES: &str = "-lgcc_s -lutil -lrt -lpthread -lm -ldl -lc";

const STRICT: [&str; 4] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];

#[derive(Clone, Copy)]
enum Linkage {
    Static,
    Shared,
}

fn header_compiles_as_every_standard(workspace: &Workspace) -> Result {
    for standard in ["c99", "c11", "c17", "c++17"] {
        let language = if standard.starts_with("c++") { "c++" } else { "c" };
        let program = workspace.target(&format!("c/test_header_{standard}"));
        compile(
            workspace,
            &[&format!("-std={standard}"), "-x", language],
            &workspace.path("tests/c/test_header.c"),
            Linkage::Static,
            &program,
        )?;
        run(&mut workspace.command(program))?;
    }
    Ok(())
}

/// Linked both ways, alone and under valgrind, and once more with the sanitizers; `others` are the
/// compiler's options for other libraries.
fn program_passes(workspace: &Workspace, name: &str, others: &[&str]) -> Result {
    let source = workspace.path(&format!("tests/c/{name}.c"));
    let usual = [&["-std=c99", "-g", "-O1"], others].concat();
    for (linkage, suffix) in [(Linkage::Static, "static"), (Linkage::Shared, "shared")] {
        let program = workspace.target(&format!("c/{name}_{suffix}"));
        compile(workspace, &usual, &source, linkage, &program)?;
        run(&mut workspace.command(&program))?;
        run(workspace
            .command("valgrind")
            .args(["--quiet", "--leak-check=full", "--error-exitcode=1"])
            .arg(&program))?;
    }
    let program = workspace.target(&format!("c/{name}_sanitized"));
    let sanitize = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let options = [&usual[..], &sanitize].concat();
    compile(workspace, &options, &source, Linkage::Static, &program)?;
    run(&mut workspace.command(&program))
}

/// The one of this machine, as Debian has it, and a current one.
fn callback_places_inside_each_librdkafka(workspace: &Workspace) -> Result {
    let has_headers = output(workspace.command("pkg-config").args(["--exists", "rdkafka"]));
    has_headers.map_err(|_| format!("{MISSING}librdkafka's headers (librdkafka-dev)"))?;
    program_passes(workspace, "test_rdkafka", &[KEPT, "-lrdkafka"])?;
    let wheel = format!("confluent-kafka=={CONFLUENT_KAFKA}");
    let current = tools::librdkafka(workspace, &wheel)?;
    let folder = current.parent().unwrap_or(&current).display();
    let found_at_run_time = format!("-Wl,-rpath,{folder}");
    let current = current.display().to_string();
    program_passes(workspace, "test_rdkafka", &[KEPT, &current, &found_at_run_time])
}

/// Some linkers drop a library that is named before the program that needs it.
const KEPT: &str = "-Wl,--no-as-needed";

fn library_allocates_nothing(workspace: &Workspace) -> Result {
    let source = workspace.path("tests/c/test_allocations.c");
    for (linkage, suffix) in [(Linkage::Static, "static"), (Linkage::Shared, "shared")] {
        let program = workspace.target(&format!("c/test_allocations_{suffix}"));
        let log = workspace.target(&format!("c/test_allocations_{suffix}.log"));
        compile(workspace, &["-std=gnu99"], &source, linkage, &program)?;
        let log_file = format!("--log-file={}", log.display());
        run(workspace.command("valgrind").arg(log_file).arg(&program))?;
        let log = read(&log)?;
        if !log.contains("total heap usage: 0 allocs") {
            return Err(format!("test_allocations_{suffix}: wanted no allocation\n{log}"));
        }
    }
    Ok(())
}

fn shared_library_is_named_and_exports_its_prefix_alone(workspace: &Workspace) -> Result {
    let shared = workspace.stage("c/lib/libcopartition.so");
    let dynamic = output(workspace.command("readelf").arg("-d").arg(&shared))?;
    if !dynamic.contains(&format!("Library soname: [{SONAME}]")) {
        return Err(format!("libcopartition.so: wanted SONAME {SONAME}\n{dynamic}"));
    }
    let symbols = output(workspace.command("nm").args(["-D", "--defined-only"]).arg(&shared))?;
    let mut exported: Vec<&str> =
        symbols.lines().filter_map(|line| line.split_whitespace().last()).collect();
    exported.sort_unstable();
    let header = read(&workspace.stage("c/include/copartition.h"))?;
    let mut declared: Vec<&str> = header
        .lines()
        .filter(|line| !line.starts_with([' ', '/', '#']) && !line.starts_with("typedef"))
        .filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next())
        .collect();
    declared.sort_unstable();
    if exported != declared || declared.is_empty() {
        return Err(format!("exported: {exported:?}\ndeclared: {declared:?}"));
    }
    eprintln!("{} functions declared, the same exported", declared.len());
    Ok(())
}

fn make_example_finds_the_library_by_pkg_config(workspace: &Workspace) -> Result {
    let pkgconfig = workspace.stage("c/lib/pkgconfig");
    let out = workspace.target("c/example");
    run(workspace
        .command("make")
        .args(["--no-print-directory", "--always-make", "-C", "examples/c"])
        .arg(format!("PKG_CONFIG_PATH={}", pkgconfig.display()))
        .arg(format!("OUT={}", out.display()))
        .arg("all")
        .arg(out.join("rdkafka_producer")))?;
    let arguments = ["user-3", "6"];
    let mut shared = workspace.command(out.join("place_key"));
    prints(shared.args(arguments).env("LD_LIBRARY_PATH", workspace.stage("c/lib")), "5\n")?;
    prints(workspace.command(out.join("place_key_static")).args(arguments), "5\n")?;
    let mut column = workspace.command(out.join("place_column"));
    prints(column.env("LD_LIBRARY_PATH", workspace.stage("c/lib")), "2\n2\n5\n")?;
    let version = env!("CARGO_PKG_VERSION");
    let mut asked = workspace.command("pkg-config");
    asked.args(["--modversion", "copartition"]).env("PKG_CONFIG_PATH", &pkgconfig);
    prints(&mut asked, &format!("{version}\n"))
}

fn cmake_project_finds_the_package(workspace: &Workspace) -> Result {
    let build = workspace.target("c/cmake");
    run(workspace
        .command("cmake")
        .args(["-S", "tests/c/cmake", "-B"])
        .arg(&build)
        .arg(format!("-DCMAKE_PREFIX_PATH={}", workspace.stage("c").display())))?;
    run(workspace.command("cmake").arg("--build").arg(&build))?;
    for program in ["place_key_shared", "place_key_static"] {
        prints(workspace.command(build.join(program)).args(["user-3", "6", "librdkafka"]), "0\n")?;
    }
    Ok(())
}

fn place_program_keeps_the_protocol(workspace: &Workspace) -> Result {
    let long_key = "00".repeat(500_000);
    let lines = [
        ("java\t6\t757365722d33\n", "5\n"),
        ("java\t12\t\n", "9\n"),
        ("java\t12\tnull\n", "unkeyed\n"),
        ("pykafka:hashing\t6\tnull\n", "refused\n"),
        (&format!("java\t1\t{long_key}\n"), "0\n"),
    ];
    let input = workspace.target("c/place.tsv");
    write(&input, lines.map(|(line, _)| line).concat())?;
    let stdin = std::fs::File::open(&input).map_err(|why| format!("{}: {why}", input.display()))?;
    prints(
        workspace.command(workspace.target("place/place_c")).stdin(stdin),
        &lines.map(|(_, answer)| answer).concat(),
    )
}

/// Compiles one program against the staged prefix, without a warning.
fn compile(
    workspace: &Workspace,
    options: &[&str],
    source: &Path,
    linkage: Linkage,
    program: &Path,
) -> Result {
    let prefix = workspace.stage("c");
    let lib = prefix.join("lib");
    let compiler = if options.contains(&"c++") { cxx()? } else { tools::cc()? };
    let folder = program.parent().unwrap_or(program);
    std::fs::create_dir_all(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let mut command = workspace.command(compiler);
    command.args(STRICT).args(options).arg("-I").arg(prefix.join("include"));
    command.arg(source).args(["-x", "none", "-pthread", "-o"]).arg(program);
    match linkage {
        Linkage::Static => {
            command.arg(lib.join("libcopartition.a")).args(NATIVE_LIBRARIES.split(' '));
        }
        Linkage::Shared => {
            command.arg("-L").arg(&lib).arg("-lcopartition");
            command.arg(format!("-Wl,-rpath,{}", lib.display()));
        }
    }
    run(&mut command)
}

fn cxx() -> Result<PathBuf> {
    tools::found(&std::env::var("CXX").unwrap_or_else(|_| "c++".into()), "a C++ compiler (c++)")
}

fn prints(command: &mut Command, wanted: &str) -> Result {
    let printed = output(command)?;
    if printed == wanted {
        Ok(())
    } else {
        let program = command.get_program().to_string_lossy().into_owned();
        Err(format!("{program}: wanted {wanted:?}, got {printed:?}"))
    }
}

fn link(to: &str, at: &Path) -> Result {
    std::os::unix::fs::symlink(to, at).map_err(|why| format!("{}: {why}", at.display()))
}
