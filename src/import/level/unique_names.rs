//! Names of objects and cameras: kept, and made unique.

use std::collections::HashMap;
use std::sync::Arc;

/// Makes unique names; a repeated one gets `#2`, `#3` and so on.
#[derive(Default)]
pub(in crate::import) struct UniqueNames {
    /// The names in use, each with the last number that was tried for it.
    given: HashMap<Arc<str>, u32>,
}

impl UniqueNames {
    /// `wanted` itself the first time, then `wanted#2`; names that the file itself has are skipped.
    pub(in crate::import) fn unique(&mut self, wanted: &str) -> Arc<str> {
        let Some(last) = self.given.get(wanted).copied() else {
            return self.give(wanted.into());
        };
        let mut number = last;
        let name: Arc<str> = loop {
            number = number.saturating_add(1);
            let name = format!("{wanted}#{number}");
            if number == u32::MAX || !self.given.contains_key(&*name) {
                break name.into();
            }
        };
        if let Some(last) = self.given.get_mut(wanted) {
            *last = number;
        }
        self.give(name)
    }

    fn give(&mut self, name: Arc<str>) -> Arc<str> {
        self.given.insert(Arc::clone(&name), 1);
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_names_are_counted_and_what_is_taken_is_passed_over() {
        let mut names = UniqueNames::default();
        let given = ["a", "a#2", "b", "a", "a", "a#2", "b"].map(|name| names.unique(name));
        let given: Vec<&str> = given.iter().map(|name| &**name).collect();
        assert_eq!(given, ["a", "a#2", "b", "a#3", "a#4", "a#2#2", "b#2"]);
    }
}
