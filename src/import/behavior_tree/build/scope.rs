//! The scopes of keys: every subtree has a blackboard of its own, and its ports map to that of the enclosing tree.
//!
//! The engine has one blackboard. A key of the main tree is there as it is written; a private key of a subtree as
//! `subtree/key`, with the name that the subtree has at this place.

use std::collections::HashMap;
use std::sync::Arc;

/// The keys of one subtree at one place; 0 is the main tree's.
pub(super) type ScopeId = usize;

/// All scopes so far.
#[derive(Debug)]
pub(super) struct Scopes {
    scopes: Vec<PortScope>,
    /// The number of subtrees of each name.
    names: HashMap<Box<str>, usize>,
}

#[derive(Debug, Default)]
struct PortScope {
    prefix: String,
    parent: ScopeId,
    /// The keys to which ports map, and every key that was resolved.
    keys: HashMap<Box<str>, Arc<str>>,
    /// Whether keys without a port map to the keys of the same name in the enclosing tree.
    is_shared: bool,
}

impl Default for Scopes {
    fn default() -> Self {
        Self { scopes: vec![PortScope::default()], names: HashMap::new() }
    }
}

impl Scopes {
    /// Opens the scope of a subtree inside another tree.
    pub(super) fn enter(&mut self, parent: ScopeId, name: &str, is_shared: bool) -> ScopeId {
        let count = self.names.entry(name.into()).or_default();
        *count += 1;
        let prefix = if *count > 1 { format!("{name}#{count}/") } else { format!("{name}/") };
        self.scopes.push(PortScope { prefix, parent, keys: HashMap::new(), is_shared });
        self.scopes.len() - 1
    }

    /// Maps a port to a key of the whole blackboard.
    pub(super) fn lead(&mut self, scope: ScopeId, port: &str, key: Arc<str>) {
        self.scopes[scope].keys.insert(port.into(), key);
    }

    /// The private key of a scope.
    pub(super) fn private(&self, scope: ScopeId, key: &str) -> Arc<str> {
        format!("{}{key}", self.scopes[scope].prefix).into()
    }

    /// The prefix of the private keys of a scope; empty for the main tree.
    pub(super) fn prefix(&self, scope: ScopeId) -> &str {
        &self.scopes[scope].prefix
    }

    /// The key of the whole blackboard that a key of a scope maps to, and the number of scopes that were searched.
    pub(super) fn resolve(&mut self, scope: ScopeId, key: &str) -> (Arc<str>, usize) {
        if let Some(key) = key.strip_prefix('@') {
            return (key.into(), 1);
        }
        let (mut at, mut steps) = (scope, 1);
        let resolved = loop {
            let here = &self.scopes[at];
            if let Some(known) = here.keys.get(key) {
                break Arc::clone(known);
            }
            if at == 0 || !here.is_shared || key.starts_with('_') {
                break self.private(at, key);
            }
            at = here.parent;
            steps += 1;
        };
        self.scopes[scope].keys.insert(key.into(), Arc::clone(&resolved));
        (resolved, steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_private_unless_a_port_leads_out() {
        let mut scopes = Scopes::default();
        let (one, _) = scopes.resolve(0, "goal");
        let sub = scopes.enter(0, "Go", false);
        let again = scopes.enter(0, "Go", true);
        scopes.lead(sub, "target", one);
        let mut found = |scope, key: &str| scopes.resolve(scope, key).0.to_string();
        assert_eq!(found(0, "goal"), "goal");
        assert_eq!(found(sub, "target"), "goal");
        assert_eq!(found(sub, "goal"), "Go/goal");
        assert_eq!(found(sub, "@goal"), "goal");
        assert_eq!(found(again, "goal"), "goal");
        assert_eq!(found(again, "_goal"), "Go#2/_goal");
    }
}
