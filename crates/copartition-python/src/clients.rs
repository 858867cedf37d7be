//! Which client places how, by which setting, since when, and how that is known.

use copartition::{CLIENTS, Client};
use pyo3::prelude::*;

use crate::settings::shown;

/// Describes one setting of a client over a range of its versions.
///
/// >>> kafkajs = next(it for it in copartition.clients() if it.client == 'kafkajs')
/// >>> kafkajs.since, kafkajs.default, kafkajs.partitioner, kafkajs.keyed
/// ('2.0.0', True, 'kafkajs', 'murmur2')
/// >>> kafkajs.known, kafkajs.version
/// ('run', 'kafkajs 2.2.4')
#[pyclass(frozen, get_all, eq, hash, module = "copartition")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct ClientInfo {
    /// The client's name.
    client: &'static str,
    /// The first version that behaves so; `None` when it always has, as far as is known.
    since: Option<&'static str>,
    /// The first version that no longer does; `None` when today's still does.
    until: Option<&'static str>,
    /// The setting's short name, after the `:`; `None` when the client has no other.
    setting: Option<&'static str>,
    /// What a user of the client writes, or sees named in its code.
    written: &'static str,
    /// Whether the client does this when nothing is set.
    default: bool,
    /// The partitioner's name.
    partitioner: &'static str,
    /// What is done with a key, as `Partitioner.keyed`.
    keyed: String,
    /// What is done with an empty key, as `Partitioner.empty_key`.
    empty_key: String,
    /// What is done without a key, as `Partitioner.missing_key`.
    missing_key: String,
    /// How common it is today: `default`, `setting`, `retired` or `port`.
    usage: &'static str,
    /// `run` where the unmodified client was run, `read` where its source was read.
    known: &'static str,
    /// The versions that were run.
    version: Option<&'static str>,
    /// What was read.
    source: Option<&'static str>,
    /// Why the client is not run.
    why_not_run: Option<&'static str>,
}

const FIELDS: [&str; 15] = [
    "client",
    "since",
    "until",
    "setting",
    "written",
    "default",
    "partitioner",
    "keyed",
    "empty_key",
    "missing_key",
    "usage",
    "known",
    "version",
    "source",
    "why_not_run",
];

#[pymethods]
impl ClientInfo {
    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        shown("ClientInfo", slf, &FIELDS)
    }
}

/// Lists every client with its settings, as `ClientInfo`: today's rows and earlier ones.
///
/// >>> [it.setting for it in copartition.clients() if it.client == 'kafka-python']
/// [None, 'sticky', 'hashed']
#[pyfunction]
pub(crate) fn clients() -> Vec<ClientInfo> {
    CLIENTS.iter().filter_map(info).collect()
}

fn info(client: &'static Client) -> Option<ClientInfo> {
    let partitioner = client.partitioner()?;
    Some(ClientInfo {
        client: client.name,
        since: client.since,
        until: client.until,
        setting: client.setting_name(),
        written: client.written,
        default: client.default,
        partitioner: partitioner.name(),
        keyed: partitioner.keyed().to_string(),
        empty_key: partitioner.empty_key().to_string(),
        missing_key: partitioner.missing_key().to_string(),
        usage: client.usage.name(),
        known: client.known.name(),
        version: client.known.version(),
        source: client.known.source(),
        why_not_run: client.known.why_not_run(),
    })
}
