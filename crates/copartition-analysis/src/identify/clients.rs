//! Rules mapped back to the clients that place by them.

use std::sync::LazyLock;

use copartition::{CLIENTS, Client, RULES, Rule, Usage};

/// Returns the clients that place keys by a rule, the commonest first: what current clients do by
/// default, their settings, what is retired, and ports.
pub fn clients_of(rule: &Rule) -> Vec<&'static Client> {
    let mut clients: Vec<&'static Client> = CLIENTS
        .iter()
        .filter(|client| {
            let rule_of = client.partitioner().and_then(|partitioner| partitioner.rule());
            rule_of.is_some_and(|of| of.name() == rule.name())
        })
        .collect();
    clients.sort_by_key(|client| client.usage);
    clients
}

/// The rules, the commonest first, each with the commonest way in which it is used; `None` for one
/// that no client row has. Computed once: the tables never change.
pub(super) fn rules() -> &'static [(&'static Rule, Option<Usage>)] {
    static RANKED: LazyLock<Vec<(&Rule, Option<Usage>)>> = LazyLock::new(|| {
        let usage = |rule| clients_of(rule).first().map(|client| client.usage);
        let mut rules: Vec<_> = RULES.iter().map(|rule| (*rule, usage(rule))).collect();
        rules.sort_by_key(|(_, usage)| (usage.is_none(), *usage));
        rules
    });
    &RANKED
}

/// The commonest way in which a rule is used.
pub(super) fn usage(rule: &Rule) -> Option<Usage> {
    rules().iter().find(|(ranked, _)| ranked.name() == rule.name()).and_then(|(_, usage)| *usage)
}
