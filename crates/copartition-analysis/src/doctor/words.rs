//! A setting in a client's own words, be they a property, a keyword or a line of code.

use copartition::Client;

/// One setting as it was given.
pub(super) struct Setting<'a> {
    text: &'a str,
    name: &'a str,
    value: Option<&'a str>,
    /// Whether it is said to stand in the topic configuration.
    of_topic: bool,
    /// Whether it is .NET's property, whose enum has librdkafka's words in another case.
    is_enum: bool,
}

/// Splits `client[@version][:setting]` into the client's name and the version.
pub(super) fn client(text: &str) -> (&str, Option<&str>) {
    let head = text.split(':').next().unwrap_or_default();
    // An npm package of a scope begins with the same sign as a version.
    match head.rsplit_once('@') {
        Some((client, version)) if !client.is_empty() => (client, Some(version)),
        _ => (head, None),
    }
}

/// Whether a version lies in a range; `None` is today's, which no `until` includes.
pub(super) fn is_within(version: Option<&str>, since: Option<&str>, until: Option<&str>) -> bool {
    match version.map(numbers) {
        None => until.is_none(),
        Some(version) => {
            since.is_none_or(|since| version >= numbers(since))
                && until.is_none_or(|until| version < numbers(until))
        }
    }
}

fn numbers(version: &str) -> Vec<u32> {
    let mut numbers: Vec<u32> = version.split('.').map(|part| part.parse().unwrap_or(0)).collect();
    while numbers.last() == Some(&0) {
        numbers.pop();
    }
    numbers
}

impl<'a> Setting<'a> {
    /// Takes `name=value`, `name: value`, `name => value`, `name(value)` or `name value`, quoted or
    /// not; any other text is a name without a value.
    pub(super) fn parse(text: &'a str, client: &str) -> Self {
        let text = text.trim().trim_end_matches([',', ';']).trim();
        let (name, value) = match written_pair(text) {
            Some((name, value)) => (name, Some(value)),
            None => (unquoted(text), None),
        };
        let is_enum = client == "confluent-kafka-dotnet" && name.rsplit('.').next() == Some(ENUM);
        Self { text, name, value, of_topic: text.ends_with(" in the topic configuration"), is_enum }
    }

    /// Returns the name; never the value, which might be a password.
    pub(super) fn shown(&self) -> &'a str {
        self.name
    }

    /// Whether a client's setting of this name is meant. A prefix says where it is set
    /// (`producer.partitioner.class`); behind `NAME.*` stands whatever a block has.
    pub(super) fn is_named(&self, known: &str) -> bool {
        if let Some(block) = known.strip_suffix(".*") {
            let behind = self.name.strip_prefix(block);
            return behind.is_some_and(|behind| behind.is_empty() || behind.starts_with('.'));
        }
        self.name == known
            || ends_behind_dot(self.name, known)
            || self.of_topic && known.strip_prefix("topic.") == Some(self.name)
    }

    pub(super) fn value_is_one_of(&self, known: &[&str]) -> bool {
        let value = self.value.map(bare);
        known.iter().any(|known| value.as_deref() == Some(bare(known).as_str()))
    }

    /// Whether this is the text, such as that of a row.
    pub(super) fn is_exactly(&self, written: &str) -> bool {
        bare(self.text) == bare(written)
    }

    /// Whether this sets what the row sets.
    pub(super) fn is_written(&self, row: &Client) -> bool {
        let Some((_, known)) = row_pair(row) else {
            return self.has_name_of(row);
        };
        let Some(value) = self.value.filter(|_| self.has_name_of(row)) else {
            return false;
        };
        let mut known = known.split(" or ");
        known.any(|known| match row.name {
            // Java finds no class without its package.
            "java" => value == known,
            _ if self.is_enum => {
                let value = value.rsplit('.').next().unwrap_or_default();
                value.eq_ignore_ascii_case(&known.replace('_', ""))
            }
            // librdkafka takes its words as they are.
            _ if row.partitioner.starts_with("librdkafka:") => value == known,
            _ => {
                let (value, known) = (bare(value), bare(known));
                value == known || ends_behind_dot(&known, &value) || ends_behind_dot(&value, &known)
            }
        })
    }

    /// Whether this is the setting that the row sets, whatever the value.
    pub(super) fn has_name_of(&self, row: &Client) -> bool {
        match row_pair(row) {
            Some((known, _)) => {
                let short = self.name.to_ascii_lowercase().contains("partitioner")
                    && ends_behind_dot(known, self.name);
                self.is_named(known) || short || known == "partitioner" && self.is_enum
            }
            // A block, such as Beats' partition.hash.
            None => {
                let is_block = !row.written.contains(' ') && row.written.contains('.');
                let behind = self.name.strip_prefix(row.written).filter(|_| is_block);
                behind.is_some_and(|behind| behind.is_empty() || behind.starts_with('.'))
            }
        }
    }
}

/// .NET's property.
const ENUM: &str = "Partitioner";

/// The name and the value in a row's words; of several the last.
fn row_pair(row: &Client) -> Option<(&'static str, &'static str)> {
    let last = row.written.rsplit_once(", ").map(|(_, last)| last);
    let last = last.filter(|last| last.contains([':', '=']) && !last.ends_with([')', '}']));
    written_pair(last.unwrap_or(row.written))
}

/// The name and the value in what people write.
fn written_pair(text: &str) -> Option<(&str, &str)> {
    let call = text.strip_prefix(".set(").and_then(|rest| rest.strip_suffix(')'));
    if let Some((name, value)) = call.and_then(|call| call.split_once(", ")) {
        return Some((unquoted(name), unquoted(value)));
    }
    let text = text.strip_prefix("-X ").unwrap_or(text);
    pair(text.split(" in ").next().unwrap_or(text))
}

/// Splits at the first sign that parts a name from a value, of which the name has no spaces.
fn pair(text: &str) -> Option<(&str, &str)> {
    // A name of Ruby's or Rust's may hold `::`.
    let colon = text.match_indices(':').map(|(at, _)| at).find(|&at| {
        let around = [at.checked_sub(1), Some(at + 1)];
        around.into_iter().flatten().all(|near| text.as_bytes().get(near) != Some(&b':'))
    });
    let at = [text.find('='), colon, text.find('(').filter(|_| text.ends_with(')'))];
    let at = at.into_iter().flatten().min().or_else(|| text.find(' '))?;
    let (name, rest) = text.split_at_checked(at)?;
    let value = match rest.strip_prefix('(') {
        Some(rest) => rest.strip_suffix(')')?,
        None => rest.strip_prefix("=>").or_else(|| rest.get(1..))?,
    };
    let name = unquoted(name);
    (!name.is_empty() && !name.contains([' ', '\''])).then(|| (name, unquoted(value)))
}

fn unquoted(text: &str) -> &str {
    text.trim().trim_matches(['"', '\'']).trim()
}

/// A value without what a language adds to it: quotes, spaces, `&`, `new`, and empty brackets.
fn bare(text: &str) -> String {
    let text = unquoted(text);
    let text = text.strip_prefix("new ").unwrap_or(text).trim_start_matches(['&', ':']);
    let text =
        ["()", "{}"].iter().fold(text, |text, empty| text.strip_suffix(empty).unwrap_or(text));
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'')).collect()
}

fn ends_behind_dot(text: &str, end: &str) -> bool {
    text.strip_suffix(end).is_some_and(|head| head.ends_with('.'))
}
