//! Names in the trace. They are unique among objects and cameras, and not empty; those of Bevy need not be.

use std::collections::BTreeSet;

use super::entity::EntityId;

/// The longest name, in bytes. An entity with a longer one has its id as its name.
const LONGEST: usize = 4096;

/// All names in use.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// A new name for an entity: its own, or `entity` and its id, such as `entity 12v3`. When another entry has the name, the id follows it.
    pub(super) fn take(&mut self, entity: EntityId, own: Option<&str>) -> String {
        let own = own.filter(|name| !name.trim().is_empty() && name.len() <= LONGEST);
        let mut unique = own.map_or_else(|| format!("entity {entity}"), str::to_owned);
        while !self.0.insert(unique.clone()) {
            unique = format!("{unique} {entity}");
        }
        unique
    }

    /// Makes a name free again.
    pub(super) fn give_back(&mut self, name: &str) {
        self.0.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_not_empty() {
        let mut names = Names::default();
        let (first, second) = (EntityId(u64::from(!12_u32) | 3 << 32), EntityId(u64::from(!7_u32)));
        let long = "n".repeat(LONGEST + 1);
        for (entity, own, expected) in [
            (first, Some("crate"), "crate"),
            (second, Some("crate"), "crate 7v0"),
            (second, Some("crate"), "crate 7v0 7v0"),
            (first, None, "entity 12v3"),
            (second, Some(" \t"), "entity 7v0"),
            (first, Some(&*long), "entity 12v3 12v3"),
        ] {
            assert_eq!(names.take(entity, own), expected);
        }
        names.give_back("crate");
        assert_eq!(names.take(second, Some("crate")), "crate");
    }
}
