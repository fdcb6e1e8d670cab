//! The same once more.

use super::item::Item;
use super::names::free_name;
use crate::scene::Scene;

/// Puts a copy right behind it in its list, under a free name such as "crate 2". Nobody refers to the copy yet.
pub(super) fn duplicate(scene: &mut Scene, item: Item) -> Option<Item> {
    let name = free_name(scene, item.name(scene)?);
    let next = item.index() + 1;
    match item {
        Item::Camera(i) => {
            let mut copy = scene.cameras[i].clone();
            copy.name = name;
            scene.cameras.insert(next, copy);
        }
        Item::Ray(i) => {
            let mut copy = scene.rays[i].clone();
            copy.name = name;
            scene.rays.insert(next, copy);
        }
        Item::Object(i) => {
            let mut copy = scene.objects[i].clone();
            copy.name = name;
            scene.objects.insert(next, copy);
        }
        Item::Model(i) => {
            let mut copy = scene.models[i].clone();
            copy.name = name;
            scene.models.insert(next, copy);
        }
        Item::Image(i) => {
            let mut copy = scene.images[i].clone();
            copy.name = name;
            scene.images.insert(next, copy);
        }
        Item::Agent(i) => {
            let mut copy = scene.agents[i].clone();
            copy.name = name;
            scene.agents.insert(next, copy);
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
    fn a_copy_differs_by_its_name_alone() {
        let mut copied = scene();
        assert_eq!(duplicate(&mut copied, Item::Object(0)), Some(Item::Object(1)));
        assert_eq!(copied.objects[1].name, "crate 2");
        let mut same = copied.objects[1].clone();
        same.name = "crate".to_owned();
        assert_eq!(same, scene().objects[0]);
        assert_eq!(duplicate(&mut copied, Item::Object(1)), Some(Item::Object(2)));
        assert_eq!(copied.objects[2].name, "crate 3");
        assert_eq!(duplicate(&mut copied, Item::Camera(0)), Some(Item::Camera(1)));
        assert_eq!(copied.cameras[1].attach.as_deref(), Some("crate"), "it hangs where the other one hangs");
        assert_eq!(duplicate(&mut copied, Item::Ray(0)), Some(Item::Ray(1)));
        assert_eq!(check(&copied, &NoLevels, None), []);
        assert_eq!(duplicate(&mut copied, Item::Ray(9)), None);
    }
}
