use crate::Error;

/// Commands that print what a partition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCommands {
    /// kcat's: offset, timestamp, key and value a line.
    pub kcat: String,
    /// The console consumer's of Apache Kafka.
    pub console_consumer: String,
}

/// Writes the commands that print a partition from its beginning to its end, ready for a shell.
/// Both join no group, commit nothing and create no topic.
///
/// # Errors
///
/// A topic's name that Kafka does not take, and brokers with control characters: what is pasted into
/// a shell must be what it looks like.
///
/// ```
/// use copartition_analysis::read_commands;
///
/// let commands = read_commands("localhost:9092", "orders", 5)?;
/// assert_eq!(
///     commands.kcat,
///     r"kcat -C -b localhost:9092 -t orders -p 5 -o beginning -e -q -f '%o\t%T\t%k\t%s\n'"
/// );
/// assert!(read_commands("localhost:9092", "orders; rm", 5).is_err());
/// # Ok::<(), copartition_analysis::Error>(())
/// ```
pub fn read_commands(servers: &str, topic: &str, partition: u32) -> Result<ReadCommands, Error> {
    let is_legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    // Kafka's Topic.validate; the shell and kcat take none of these characters for something else.
    if !(1..=249).contains(&topic.len()) || !topic.chars().all(is_legal) || topic.starts_with('-') {
        return Err(Error::asked(format_args!(
            "topic must be 1 to 249 letters, digits, dots, underscores and hyphens, got {topic:?}"
        )));
    }
    if servers.is_empty() || servers.contains(char::is_control) {
        return Err(Error::asked(format_args!("brokers must be HOST:PORT,..., got {servers:?}")));
    }
    let servers = quoted(servers);
    let kcat = format!(
        r"kcat -C -b {servers} -t {topic} -p {partition} -o beginning -e -q -f '%o\t%T\t%k\t%s\n'"
    );
    let print = ["offset", "timestamp", "key"];
    let print = print.map(|what| format!(" --property print.{what}=true")).concat();
    let console_consumer = format!(
        "kafka-console-consumer.sh --bootstrap-server {servers} --topic {topic} \
         --partition {partition} --offset earliest --timeout-ms 10000{print} \
         --consumer-property allow.auto.create.topics=false"
    );
    Ok(ReadCommands { kcat, console_consumer })
}

/// Quotes a word for a POSIX shell, where it needs to be.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ".,:_-/".contains(c);
    // A hyphen in front would be an option.
    match word.chars().all(is_plain) && !word.starts_with('-') {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_take_apart_is_quoted() {
        for (servers, written) in [
            ("a:9092,b:9092", "a:9092,b:9092"),
            ("[::1]:9092", "'[::1]:9092'"),
            ("a:1 b", "'a:1 b'"),
            ("a'$(id)`b", r"'a'\''$(id)`b'"),
            ("-x", "'-x'"),
            ("é:1", "'é:1'"),
        ] {
            let commands = read_commands(servers, "t", 0).map_err(|why| why.to_string());
            for command in commands.iter().flat_map(|it| [&it.kcat, &it.console_consumer]) {
                assert!(command.contains(&format!(" {written} ")), "{servers}: {command}");
            }
            assert!(commands.is_ok());
        }
    }

    #[test]
    fn what_cannot_be_a_topic_or_a_broker_is_refused() {
        for (servers, topic) in
            [("a:1", ""), ("a:1", "a b"), ("a:1", "-x"), ("a:1", "a'b"), ("", "t"), ("a\n:1", "t")]
        {
            assert!(read_commands(servers, topic, 0).is_err(), "{servers:?} {topic:?}");
        }
    }
}
