//! The main job, shown: one key, the same partition from every language.

use crate::cross;
use crate::suites;
use crate::vectors::Question;
use crate::workspace::{self, Result, Workspace};

/// Stages everything, places a table of keys and 100,000 random ones from every host and from
/// kafka-python, and spreads real flights over 12 partitions. Fails when any answer differs.
pub fn run(workspace: &Workspace) -> Result {
    suites::stage(workspace)?;
    let differ = show_table(workspace)? + show_random_keys(workspace)?;
    show_flights(workspace)?;
    match differ {
        0 => Ok(()),
        _ => Err(format!("{differ} answers differ from kafka-python's")),
    }
}

/// The keys of the table: how they are shown, their bytes, the partition count.
fn keys() -> Vec<(String, Question)> {
    let text = |key: &str, n| (key.to_owned(), (Some(key.as_bytes().to_vec()), n));
    let mut keys = Vec::new();
    keys.extend((1..=6).map(|i| text(&format!("user-{i}"), 6)));
    keys.extend((1..=3).map(|i| text(&format!("kunci-{i}"), 3)));
    keys.extend([text("sku-1042", 6), text("sku-1042", 8)]);
    keys.push(("(empty key)".to_owned(), (Some(Vec::new()), 12)));
    keys.extend([text("café", 12), text("日本語", 12)]);
    keys.push(text("354afe16-939a-4ea8-8e17-8bb0840b6886", 12));
    keys.push(("long 42, 8 bytes".to_owned(), (Some(42_i64.to_be_bytes().to_vec()), 12)));
    keys
}

fn show_table(workspace: &Workspace) -> Result<usize> {
    let (shown, questions): (Vec<String>, Vec<Question>) = keys().into_iter().unzip();
    let expected = cross::from_kafka_python(workspace, &questions)?;
    let hosts = cross::from_every_host(workspace, &questions)?;
    let names: String = hosts.iter().map(|(host, _)| format!("{host:>7}")).collect();
    println!("\nThe partition of a key, as Java's producer places it\n");
    println!("{}{:>10}{names}  kafka-python", pad("key"), "partitions");
    let mut differ = 0;
    for (i, (key, (_, n))) in shown.iter().zip(&questions).enumerate() {
        let answers: Vec<&str> = hosts.iter().map(|(_, answers)| answers[i].as_str()).collect();
        let wanted = &expected[i].placed;
        differ += answers.iter().filter(|answer| *answer != wanted).count();
        let answers: String = answers.iter().map(|answer| format!("{answer:>7}")).collect();
        println!("{}{n:>10}{answers}{wanted:>14}", pad(key));
    }
    Ok(differ)
}

fn show_random_keys(workspace: &Workspace) -> Result<usize> {
    println!(
        "\nRandom keys of 0 to 300 bytes over 1 to 2147483647 partitions, against kafka-python\n"
    );
    let mut all = 0;
    for (host, compared, differ) in cross::cross(workspace)? {
        println!("{host:<7}{compared:>8} keys compared, {differ} differ");
        all += differ;
    }
    Ok(all)
}

fn show_flights(workspace: &Workspace) -> Result {
    println!("\nReal flights, keyed by origin and weighted by count, over 12 partitions\n");
    workspace::run(
        workspace
            .command(workspace.stage("bin/copartition"))
            .args(["spread", "examples/data/flights.csv", "-n", "12"])
            .args(["--key-field", "origin", "--weight-field", "count"]),
    )
}

/// A key in 38 columns of a terminal, where a character of Chinese or Japanese takes two.
fn pad(key: &str) -> String {
    let wide = key.chars().filter(|c| *c >= '\u{1100}').count();
    let columns = key.chars().count() + wide;
    format!("{key}{}", " ".repeat(38_usize.saturating_sub(columns)))
}
