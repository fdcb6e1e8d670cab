//! Copies entries between scenes.

use std::collections::HashSet;

use super::names::free_name_beside;
use super::rename::rename;
use crate::scene::{EntryKind, ItemId, ItemSet, Scene, names};

/// A scene of these entries alone, in the order of the lists. References to other entries stay.
pub(super) fn cut_out(scene: &Scene, ids: &[ItemId]) -> Scene {
    let ids: ItemSet = ids.iter().copied().collect();
    let mut part = Scene::empty();
    part.append(scene, |id| ids.contains(&id));
    part
}

/// Adds all entries of another scene at the ends of the lists. An entry whose name is taken gets a free name such as
/// "crate 2", and references within the other scene follow. Returns the ids of the new entries.
pub(super) fn paste(scene: &mut Scene, mut from: Scene) -> Vec<ItemId> {
    let own: HashSet<String> = names(scene).map(str::to_owned).collect();
    let mut taken: HashSet<String> = own.iter().cloned().chain(names(&from).map(str::to_owned)).collect();
    for kind in EntryKind::ALL {
        for entry in (0..kind.count(&from)).map(|i| kind.entry(i)) {
            let Some(name) = entry.name(&from).filter(|name| own.contains(*name)) else { continue };
            let free = free_name_beside(&taken, name);
            taken.insert(free.clone());
            rename(&mut from, entry, &free);
        }
    }
    scene.append(&from, |_| true)
}

#[cfg(test)]
mod tests {
    use super::super::references::tests::scene;
    use super::*;
    use crate::scene::{NoLevels, parse, validate, write};

    #[test]
    fn a_scene_pasted_into_itself_is_valid_and_refers_to_its_copies() {
        let mut twice = scene();
        let all: Vec<ItemId> = EntryKind::ALL
            .into_iter()
            .flat_map(|kind| (0..kind.count(&twice)).map(move |i| kind.entry(i)))
            .filter_map(|entry| entry.id(&twice))
            .collect();
        let text = write(&cut_out(&twice, &all));
        let pasted = paste(&mut twice, parse(&text, "clipboard").unwrap());
        assert_eq!(pasted.len(), all.len());
        assert_eq!(validate(&twice, &NoLevels, None), []);
        let names: Vec<_> = names(&twice).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
        let eye = twice.cameras.iter().rfind(|camera| camera.attach.is_some()).unwrap();
        assert_eq!(eye.attach.as_deref(), Some("crate 2"), "the copied camera is attached to the copied object");
        assert!(pasted.iter().all(|id| !all.contains(id)), "new ids");
    }

    #[test]
    fn only_the_chosen_entries_are_cut_out() {
        let scene = scene();
        let part = cut_out(&scene, &[scene.objects[0].id.get()]);
        assert_eq!((part.objects.len(), part.cameras.len(), part.rays.len()), (1, 0, 0));
        assert_eq!(part.objects[0].name, scene.objects[0].name);
    }
}
