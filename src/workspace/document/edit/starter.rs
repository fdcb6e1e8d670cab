//! The scene that File, New opens.

use super::add::{NewItemKind, ViewPlacement, add};
use crate::files::Files;
use crate::scene::Scene;
use crate::world::World;

/// The smallest scene with both kinds of questions: a box, a camera that sees it, and a ray that hits it.
pub(crate) fn starter() -> Scene {
    let mut scene = Scene::empty();
    for new in [NewItemKind::Box, NewItemKind::Camera, NewItemKind::Ray] {
        let world = World::at(&scene, &Files::default(), 0);
        add(&mut scene, new, &ViewPlacement::default(), &world, &[]);
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{NoLevels, parse, validate, write};
    use crate::workspace::open_scene::Workspace;

    #[test]
    fn the_new_scene_is_valid_and_has_answers() {
        let scene = starter();
        assert_eq!(validate(&scene, &NoLevels, None), []);
        assert_eq!(parse(&write(&scene), "new.json").unwrap(), scene);
        let workspace = Workspace::new(scene, None);
        assert_eq!(workspace.report().frusta.len(), 1);
        assert_eq!(workspace.report().rays[0].nearest, Some(crate::report::RayTarget::Object(0)));
    }
}
