//! Names that are stored once, however many nodes have them.

use std::collections::HashSet;
use std::sync::Arc;

/// The names so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedNames(HashSet<Arc<str>>);

impl SharedNames {
    /// The name; the same memory for the same name.
    pub(crate) fn get(&mut self, name: &str) -> Arc<str> {
        if let Some(known) = self.0.get(name) {
            return Arc::clone(known);
        }
        let name: Arc<str> = name.into();
        self.0.insert(Arc::clone(&name));
        name
    }
}
