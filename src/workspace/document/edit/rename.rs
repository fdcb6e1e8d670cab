//! Renames an item and every reference to it.

use super::references::{ReferencedItem, follow};
use crate::scene::{Entry, ItemId, Scene, names};

/// Renames an item and every reference to it.
pub(super) fn rename(scene: &mut Scene, item: Entry, name: &str) {
    let Some(old) = item.name(scene).map(str::to_owned) else { return };
    item.set_name(scene, name);
    follow(scene, ReferencedItem::of(item, &old), name);
}

/// The reason why the item cannot have that name; `None` when it can.
pub(crate) fn why_not(scene: &Scene, id: ItemId, name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("A name must not be empty.".to_owned());
    }
    let is_own = scene.name_of(id) == Some(name);
    (!is_own && names(scene).any(|other| other == name)).then(|| format!("The name “{name}” is taken."))
}

#[cfg(test)]
mod tests {
    use super::super::references::tests::{EDITED, scene};
    use super::*;
    use crate::scene::{NoLevels, validate};

    #[test]
    fn a_scene_is_valid_after_a_rename() {
        for item in EDITED {
            let mut renamed = scene();
            rename(&mut renamed, item, "other name");
            assert_eq!(item.name(&renamed), Some("other name"));
            assert_eq!(validate(&renamed, &NoLevels, None), []);
            // Renaming twice restores the scene.
            let old = item.name(&scene()).unwrap().to_owned();
            rename(&mut renamed, item, &old);
            assert_eq!(renamed, scene());
        }
    }

    #[test]
    fn used_names_are_refused() {
        let scene = scene();
        for taken in ["", "ball", "aim", "g", "touch"] {
            assert!(why_not(&scene, scene.objects[0].id.get(), taken).is_some(), "{taken}");
        }
        for free in ["crate", "Ball", "ball "] {
            assert_eq!(why_not(&scene, scene.objects[0].id.get(), free), None, "{free}");
        }
    }
}
