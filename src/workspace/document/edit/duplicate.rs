//! Duplicates items.

use std::collections::HashSet;

use super::names::free_name_beside;
use crate::scene::{ItemId, Scene, names};

/// Inserts a copy after each item in its list, under a free name such as "crate 2". No reference names the copies. Returns
/// their ids, in the order of the items.
pub(super) fn duplicate(scene: &mut Scene, items: &[ItemId]) -> Vec<ItemId> {
    let mut taken: HashSet<String> = names(scene).map(str::to_owned).collect();
    let mut copies = Vec::new();
    for item in items {
        let Some(entry) = scene.find(*item) else { continue };
        let Some(name) = entry.name(scene).map(|name| free_name_beside(&taken, name)) else { continue };
        taken.insert(name.clone());
        copies.extend(entry.copy(scene, name));
    }
    copies
}

#[cfg(test)]
mod tests {
    use super::super::references::tests::scene;
    use super::*;
    use crate::scene::{Entry, NoLevels, validate};

    fn duplicate(scene: &mut Scene, item: Entry) -> Option<Entry> {
        let item = item.id(scene)?;
        super::duplicate(scene, &[item]).first().and_then(|copy| scene.find(*copy))
    }

    #[test]
    fn copies_of_several_items_keep_their_order() {
        let mut copied = scene();
        let items = [Entry::Object(1), Entry::Object(0), Entry::Ray(0)].map(|item| item.id(&copied).unwrap());
        let entries = super::duplicate(&mut copied, &items);
        let found = entries.iter().map(|copy| copied.find(*copy).unwrap()).collect::<Vec<_>>();
        assert_eq!(found, [Entry::Object(3), Entry::Object(1), Entry::Ray(1)]);
        let names: Vec<_> = items.iter().zip(&entries).map(|(a, b)| (copied.name_of(*a), copied.name_of(*b))).collect();
        for (of, copy) in names {
            assert_eq!(copy, of.map(|of| format!("{of} 2")).as_deref());
        }
        assert_eq!(validate(&copied, &NoLevels, None), []);
    }

    #[test]
    fn a_copy_differs_only_in_its_name() {
        let mut copied = scene();
        assert_eq!(duplicate(&mut copied, Entry::Object(0)), Some(Entry::Object(1)));
        assert_eq!(copied.objects[1].name, "crate 2");
        let mut same = copied.objects[1].clone();
        same.name = "crate".to_owned();
        assert_eq!(same, scene().objects[0]);
        assert_eq!(duplicate(&mut copied, Entry::Object(1)), Some(Entry::Object(2)));
        assert_eq!(copied.objects[2].name, "crate 3");
        assert_eq!(duplicate(&mut copied, Entry::Camera(0)), Some(Entry::Camera(1)));
        assert_eq!(copied.cameras[1].attach.as_deref(), Some("crate"), "it hangs where the other one hangs");
        assert_eq!(duplicate(&mut copied, Entry::Ray(0)), Some(Entry::Ray(1)));
        assert_eq!(duplicate(&mut copied, Entry::Occlusion(0)), Some(Entry::Occlusion(1)));
        assert_eq!((&*copied.occlusion[1].name, &*copied.occlusion[1].a), ("touch 2", "crate"));
        assert_eq!(validate(&copied, &NoLevels, None), []);
        assert_eq!(duplicate(&mut copied, Entry::Ray(9)), None);
    }
}
