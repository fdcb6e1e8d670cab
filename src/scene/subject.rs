//! Finds the entry to which a place in the file belongs.

use jsonc_parser::ast::Value;
use jsonc_parser::common::Ranged;

use super::document::Scene;
use super::entry::{Entry, EntryKind};
use super::id::ItemId;
use crate::source::place::ValuePath;

/// The name of the entry that encloses a byte of the file.
pub(crate) fn subject<'v>(root: &'v Value, at: usize) -> Option<&'v str> {
    let lists = root.as_object()?;
    EntryKind::ALL.into_iter().find_map(|kind| {
        let items = &lists.get_array(kind.list())?.elements;
        // In the order of the text.
        let item = items.get(items.partition_point(|item| item.end() <= at)).filter(|item| item.start() <= at)?;
        Some(&*item.as_object()?.get_string("name")?.value)
    })
}

impl Scene {
    /// The entry that a place belongs to.
    fn entry_at(place: &ValuePath) -> Option<Entry> {
        let (list, i) = place.item()?;
        Some(EntryKind::of_list(list)?.entry(i))
    }

    /// The id of the entry that a place belongs to.
    pub(crate) fn id_at(&self, place: &ValuePath) -> Option<ItemId> {
        Self::entry_at(place)?.id(self)
    }

    /// The name of the entry that a place belongs to.
    pub(crate) fn subject(&self, place: &ValuePath) -> Option<&str> {
        Self::entry_at(place)?.name(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_belongs_to_the_item_that_encloses_it() {
        let text = r#"{ "cameras": [ { "name": "guard", "near": 7 }, {}, 3 ], "rays": [ { "near": 8, "name": "aim" } ],
            "objects": 4, "tick_rate": 9 }"#;
        let root = crate::source::syntax::parse(text).unwrap();
        for (mark, name) in [("7", Some("guard")), ("{}", None), ("3", None), ("8", Some("aim")), ("9", None)] {
            assert_eq!(subject(&root, text.find(mark).unwrap()), name, "{mark}");
        }
        assert_eq!(subject(&crate::source::syntax::parse("null").unwrap(), 0), None);
    }
}
