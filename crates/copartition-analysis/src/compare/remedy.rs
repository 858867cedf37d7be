//! What makes the producers of one topic place as those of the other do.

use copartition::{Partitioner, Rule};

use super::Comparison;
use crate::{clients_of, settings};

/// The settings with which the producers of one topic place as those of the other do.
#[derive(Debug)]
pub struct Remedy {
    /// Whose producers are to be set: 0 or 1, in the order of the topics.
    pub topic: usize,
    /// The rule by which they place now.
    pub rule: &'static Rule,
    /// Who they shall place like.
    pub like: &'static Partitioner,
    /// What to set, for the clients that place so by default and can be set; those that share a
    /// setting together, the commonest first. Empty where it takes code.
    pub settings: Vec<RemedySetting>,
}

/// A setting, ready to be copied.
#[derive(Debug)]
pub struct RemedySetting {
    /// What to write.
    pub written: &'static str,
    /// The clients that take it.
    pub clients: Vec<&'static str>,
}

impl Comparison {
    /// Returns what could be set, when the topics' keys were placed by two rules: for the producers
    /// of the other topic first, since the one is what it is compared with. Empty when they were not.
    pub fn remedies(&self) -> Vec<Remedy> {
        let Some([one, other]) = self.two_rules() else {
            return Vec::new();
        };
        [(1, other, one), (0, one, other)]
            .into_iter()
            .filter_map(|(topic, rule, like)| remedy(topic, rule, like))
            .collect()
    }
}

fn remedy(topic: usize, rule: &'static Rule, like: &Rule) -> Option<Remedy> {
    let like = clients_of(like).first()?.partitioner()?;
    let mut clients: Vec<&'static str> = Vec::new();
    for client in clients_of(rule).iter().filter(|client| client.default && client.is_current()) {
        if !clients.contains(&client.name) {
            clients.push(client.name);
        }
    }
    let mut found: Vec<RemedySetting> = Vec::new();
    for client in clients {
        let set = settings(client, like.name()).ok().and_then(|settings| settings.row);
        let Some(row) = set else { continue };
        match found.iter_mut().find(|setting| setting.written == row.written) {
            Some(setting) => setting.clients.push(client),
            None => found.push(RemedySetting { written: row.written, clients: vec![client] }),
        }
    }
    Some(Remedy { topic, rule, like, settings: found })
}
