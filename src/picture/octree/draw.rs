//! The drawing of the octree of a scene.

use super::counts::summary;
use super::scope::OctreeDrawing;
use super::{cells, pairs, planes};
use crate::picture::contents::Picture;
use crate::picture::legend::Sample;
use crate::picture::shown::Shown;

/// Draws the octree of the scene, if its panel is open or the picture shows no answer of a camera or ray.
pub(in crate::picture) fn draw(picture: &mut Picture, shown: &Shown) {
    let Some(answers) = shown.octree() else { return };
    let &Shown { world, hidden, palette, ref octree_look, .. } = shown;
    let is_seen = |&object: &usize| world.objects.get(object).is_some_and(|o| !hidden.contains(o.id));
    let selected = shown.selected.object().filter(is_seen);
    let scope = OctreeDrawing { world, answers, look: octree_look, selected, hidden, palette };
    cells::draw(picture, &scope);
    planes::draw(picture, &scope);
    pairs::draw(picture, &scope);
    picture.add_legend(summary(answers), palette.candidate, Sample::None);
}

impl Picture {
    /// The octree alone.
    pub fn of_octree(shown: &Shown) -> Self {
        let mut picture = Self::default();
        draw(&mut picture, shown);
        picture
    }
}
