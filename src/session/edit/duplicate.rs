//! Duplicates an item.

use super::names::free_name;
use crate::scene::{Entry, EntryId, Scene};

/// Inserts a copy after the item in its list, under an unused name such as "crate 2". No reference names the copy.
pub(super) fn duplicate(scene: &mut Scene, item: Entry) -> Option<Entry> {
    let name = free_name(scene, item.name(scene)?);
    let next = item.index() + 1;
    match item {
        Entry::Camera(i) => {
            let mut copy = scene.cameras[i].clone();
            (copy.id, copy.name) = (EntryId::default(), name);
            scene.cameras.insert(next, copy);
        }
        Entry::Ray(i) => {
            let mut copy = scene.rays[i].clone();
            (copy.id, copy.name) = (EntryId::default(), name);
            scene.rays.insert(next, copy);
        }
        Entry::Object(i) => {
            let mut copy = scene.objects[i].clone();
            (copy.id, copy.name) = (EntryId::default(), name);
            scene.objects.insert(next, copy);
        }
        Entry::Model(i) => {
            let mut copy = scene.models[i].clone();
            (copy.id, copy.name) = (EntryId::default(), name);
            scene.models.insert(next, copy);
        }
        Entry::Image(i) => {
            let mut copy = scene.images[i].clone();
            (copy.id, copy.name) = (EntryId::default(), name);
            scene.images.insert(next, copy);
        }
        Entry::Agent(i) => {
            let mut copy = scene.agents[i].clone();
            (copy.id, copy.name) = (EntryId::default(), name);
            scene.agents.insert(next, copy);
        }
        Entry::Occlusion(i) => {
            let mut copy = scene.occlusion[i].clone();
            (copy.id, copy.name) = (EntryId::default(), name);
            scene.occlusion.insert(next, copy);
        }
    }
    Some(item.at(next))
}

#[cfg(test)]
mod tests {
    use super::super::references::tests::scene;
    use super::*;
    use crate::scene::{NoLevels, check};

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
        assert_eq!(check(&copied, &NoLevels, None), []);
        assert_eq!(duplicate(&mut copied, Entry::Ray(9)), None);
    }
}
