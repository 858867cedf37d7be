//! The page of `--html`: where it goes, and the command that it shows.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use copartition_analysis::report::Report;
use copartition_analysis::time_text;

use crate::output::{Failure, Outcome};

#[derive(Args)]
pub(crate) struct Html {
    /// Write the answer as a page too: one file that needs no network, readable on a phone. It is
    /// put in place when it is whole
    #[arg(long = "html", value_name = "FILE")]
    file: Option<OsString>,
}

/// A page that can be written.
pub(crate) struct Page {
    given: OsString,
    file: PathBuf,
    /// What it is called until it is whole: beside it, since a file is renamed within one disk.
    unfinished: PathBuf,
}

impl Html {
    /// Sees to it that the page can be written, before hours of input are read; `None` where none
    /// is asked for.
    pub(crate) fn open(&self) -> Outcome<Option<Page>> {
        let Some(given) = &self.file else { return Ok(None) };
        // A link stays one, and what it names is replaced.
        let file = fs::canonicalize(given).unwrap_or_else(|_| given.into());
        let wanted = |what| Err(Failure::Error(format!("{what}, got {}", given.display())));
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return wanted("the page must go to a folder that is there");
        }
        // What is there, a folder or a device, is not to be replaced.
        if file.file_name().is_none() || fs::metadata(&file).is_ok_and(|file| !file.is_file()) {
            return wanted("the page must be a file");
        }
        let unfinished = format!(".copartition-{}.unfinished", std::process::id());
        let unfinished = file.with_file_name(unfinished);
        // Nothing stays where the command is stopped later on.
        File::create_new(&unfinished)
            .and_then(|_| fs::remove_file(&unfinished))
            .map_err(|why| failed(given, &why))?;
        Ok(Some(Page { given: given.clone(), file, unfinished }))
    }
}

impl Page {
    /// Writes the page, whole or not at all; `redact` is whether no key may be shown.
    pub(crate) fn write(&self, report: Report, redact: bool) -> Outcome<()> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = time_text(i64::try_from(now.as_millis()).unwrap_or(i64::MAX));
        let given = std::env::args_os().skip(1).collect::<Vec<_>>();
        let report = report.made_by(command(&given, redact)).with_note(format!("Made {now}"));
        let written = self.put(report.page().as_bytes());
        written.map_err(|why| {
            let _ = fs::remove_file(&self.unfinished);
            failed(&self.given, &why)
        })
    }

    fn put(&self, page: &[u8]) -> io::Result<()> {
        let mut file = File::create_new(&self.unfinished)?;
        if let Ok(before) = fs::metadata(&self.file) {
            file.set_permissions(before.permissions())?;
        }
        file.write_all(page)?;
        file.sync_all()?;
        fs::rename(&self.unfinished, &self.file)
    }
}

fn failed(given: &OsStr, why: &io::Error) -> Failure {
    Failure::Error(format!("{}: {why}", given.display()))
}

/// The command as a shell takes it, without a value of `-X`, of which any may be a secret.
fn command(given: &[OsString], redact: bool) -> String {
    let mut words = vec!["copartition".to_string()];
    let mut hides_next = false;
    for word in given.iter().map(|word| word.to_string_lossy()) {
        let shown = match word.strip_prefix("-X") {
            _ if hides_next => hidden(&word),
            Some("") => "-X".into(),
            Some(property) => format!("-X{}", hidden(property)),
            // What means no key stands where keys do.
            None if redact && word.starts_with("--null-token=") => "--null-token=...".into(),
            None => quoted(&word),
        };
        hides_next = !hides_next && (word == "-X" || redact && word == "--null-token");
        words.push(shown);
    }
    words.join(" ")
}

/// The name of a property without its value.
fn hidden(property: &str) -> String {
    match property.trim_start_matches('=').split_once('=') {
        Some((name, _)) => quoted(&format!("{name}=...")),
        None => "...".into(),
    }
}

/// A word that a shell takes as it is.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:,=+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(given: &[&str], redact: bool) -> String {
        command(&given.iter().map(OsString::from).collect::<Vec<_>>(), redact)
    }

    #[test]
    fn a_shown_command_can_be_pasted_and_has_no_value_of_a_property() {
        for (given, expected) in [
            (&["split", "my file's", "-n", "6"][..], r"copartition split 'my file'\''s' -n 6"),
            (
                &["split", "-X", "sasl.password=a=b", "-t", "x"],
                "copartition split -X sasl.password=... -t x",
            ),
            (&["split", "-Xsasl.password=a"], "copartition split -Xsasl.password=..."),
            (&["split", "-X=sasl.password=a"], "copartition split -Xsasl.password=..."),
            (&["split", "-X", "password"], "copartition split -X ..."),
            (&["split", "-X", "-X", "-t"], "copartition split -X ... -t"),
            (
                &["split", "--null-token", "none", "a$b"],
                "copartition split --null-token none 'a$b'",
            ),
        ] {
            assert_eq!(shown(given, false), expected);
        }
    }

    #[test]
    fn a_redacted_command_does_not_show_what_means_no_key() {
        for given in [
            &["split", "--null-token", "user-1", "a.csv"][..],
            &["split", "--null-token=user-1", "a.csv"],
        ] {
            let shown = shown(given, true);
            assert!(!shown.contains("user-1") && shown.ends_with("a.csv"), "{shown}");
        }
    }
}
