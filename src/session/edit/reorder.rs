//! Moves an item in its list.

use crate::scene::{Entry, Scene};

/// A direction in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Towards the beginning.
    Up,
    /// Towards the end.
    Down,
}

/// Moves an item by one position in its list. `None` at the end of the list.
pub(super) fn step(scene: &mut Scene, item: Entry, way: Way) -> Option<Entry> {
    let from = item.index();
    let to = match way {
        Way::Up => from.checked_sub(1)?,
        Way::Down => from + 1,
    };
    if from.max(to) >= item.count(scene) {
        return None;
    }
    match item {
        Entry::Camera(_) => scene.cameras.swap(from, to),
        Entry::Ray(_) => scene.rays.swap(from, to),
        Entry::Object(_) => scene.objects.swap(from, to),
        Entry::Model(_) => scene.models.swap(from, to),
        Entry::Image(_) => scene.images.swap(from, to),
        Entry::Agent(_) => scene.agents.swap(from, to),
        Entry::Occlusion(_) => scene.occlusion.swap(from, to),
    }
    Some(item.at(to))
}

#[cfg(test)]
mod tests {
    use super::super::references::tests::scene;
    use super::*;

    #[test]
    fn moving_up_and_down_restores_the_list() {
        for (first, second) in [
            (Entry::Camera(0), Entry::Camera(1)),
            (Entry::Object(0), Entry::Object(1)),
            (Entry::Occlusion(0), Entry::Occlusion(1)),
        ] {
            let mut moved = scene();
            assert_eq!(step(&mut moved, first, Way::Down), Some(second));
            assert_eq!(second.name(&moved), first.name(&scene()));
            assert_eq!(first.name(&moved), second.name(&scene()));
            assert_eq!(step(&mut moved, second, Way::Up), Some(first));
            assert_eq!(moved, scene());
        }
    }

    #[test]
    fn an_item_does_not_move_beyond_the_ends_of_its_list() {
        let mut moved = scene();
        for (item, way) in [
            (Entry::Camera(0), Way::Up),
            (Entry::Camera(1), Way::Down),
            (Entry::Ray(0), Way::Up),
            (Entry::Ray(0), Way::Down),
            (Entry::Object(9), Way::Up),
        ] {
            assert_eq!(step(&mut moved, item, way), None, "{item:?}");
        }
        assert_eq!(moved, scene());
    }
}
