use copartition::{
    Client, EmptyKey, Error, Keyed, MissingKey, Partitioner, client_rows, drop_in, hook, resolve,
};

/// What makes one client place records like another.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The client to be set, by its name.
    pub client: &'static str,
    /// The partitioner that it shall place like.
    pub like: &'static Partitioner,
    /// The client's row whose setting does so for every key of one byte or more; `None` when it is
    /// not possible by configuration.
    pub row: Option<&'static Client>,
    /// What takes code instead, in the client's own words; `None` when nothing does.
    pub hook: Option<&'static str>,
}

impl Settings {
    /// Returns the partitioner that the setting gives the client.
    pub fn partitioner(&self) -> Option<&'static Partitioner> {
        self.row.and_then(Client::partitioner)
    }

    /// Returns what is written to drop the other partitioner itself into the client; `None` where this
    /// project has no way into the client, and for a partitioner that does not say where a key goes.
    ///
    /// ```
    /// let settings = copartition_analysis::settings("kafkajs", "sarama")?;
    /// let written =
    ///     "createPartitioner: require('copartition/kafkajs').createPartitioner('sarama:hash')";
    /// assert_eq!(settings.drop_in().as_deref(), Some(written));
    /// # Ok::<(), copartition::Error>(())
    /// ```
    pub fn drop_in(&self) -> Option<String> {
        drop_in(self.client, self.like)
    }

    /// Returns what an empty key meets: (with this setting, in the other client), when they differ.
    pub fn empty_key_differs(&self) -> Option<(EmptyKey, EmptyKey)> {
        let (set, like) = (self.partitioner()?.empty_key(), self.like.empty_key());
        (set != like).then_some((set, like))
    }

    /// Returns what a missing key meets: (with this setting, in the other client), when they differ.
    pub fn missing_key_differs(&self) -> Option<(MissingKey, MissingKey)> {
        let (set, like) = (self.partitioner()?.missing_key(), self.like.missing_key());
        (set != like).then_some((set, like))
    }
}

/// Finds the setting that makes `client` place like the partitioner named `like`.
///
/// Of several settings that place every key of one byte or more alike, the one whose empty-key and
/// missing-key policies are the nearest is taken, the client's default first.
///
/// # Errors
///
/// `unknown_client` and `unknown_partitioner`.
///
/// ```
/// let settings = copartition_analysis::settings("librdkafka", "java")?;
/// assert_eq!(settings.row.unwrap().written, "partitioner=murmur2_random");
/// assert!(settings.empty_key_differs().is_none());
///
/// let settings = copartition_analysis::settings("java", "librdkafka")?;
/// assert!(settings.row.is_none() && settings.hook.is_some());
/// # Ok::<(), copartition::Error>(())
/// ```
pub fn settings(client: &str, like: &str) -> Result<Settings, Error> {
    let mut rows = client_rows(client)?.peekable();
    let like = resolve(like)?.partitioner;
    let name = rows.peek().map_or("", |row| row.name);
    let row = rows
        .filter(|row| row.is_current())
        .filter_map(|row| Some((row, distance(row.partitioner()?, like)?)))
        .min_by_key(|&(row, distance)| (distance, !row.default))
        .map(|(row, _)| row);
    Ok(Settings { client: name, like, row, hook: hook(name) })
}

/// How far apart two partitioners are for empty and missing keys; `None` when keys part them.
fn distance(one: &Partitioner, other: &Partitioner) -> Option<u32> {
    let alike = match (one.keyed(), other.keyed()) {
        (Keyed::Rule(one), Keyed::Rule(other)) => one.name() == other.name(),
        (Keyed::Ignored(one), Keyed::Ignored(other)) => one == other,
        (Keyed::Partition0, Keyed::Partition0) | (Keyed::Caller, Keyed::Caller) => true,
        _ => false,
    };
    let empty = match (one.empty_key(), other.empty_key()) {
        (one, other) if one == other => 0,
        (EmptyKey::Unkeyed(_), EmptyKey::Unkeyed(_)) => 1,
        _ => 4,
    };
    let missing = match (one.missing_key(), other.missing_key()) {
        (one, other) if one == other => 0,
        (MissingKey::Unkeyed(_), MissingKey::Unkeyed(_)) => 1,
        _ => 4,
    };
    alike.then_some(empty + missing)
}
