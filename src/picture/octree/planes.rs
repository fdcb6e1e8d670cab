//! The split planes that boxes straddle: the reason why a small object is in a large cell.

use std::collections::BTreeSet;

use super::scope::OctreeDrawing;
use crate::geometry::narrate::num;
use crate::geometry::{Aabb, Tone};
use crate::octree::{Cell, Method, Placement, place};
use crate::picture::contents::Picture;
use crate::picture::legend::Sample;
use crate::picture::strokes::LineStyle;

/// The most planes that are all drawn. With more, only those of the selected object are drawn.
const MOST_PLANES: usize = 8;

pub(super) fn draw(picture: &mut Picture, scope: &OctreeDrawing) {
    let planes = if scope.look.has_planes { straddled(scope) } else { Some(Vec::new()) };
    let own: Vec<_> =
        scope.selected.and_then(|i| scope.answers.placements.get(i)).map(planes_of).into_iter().flatten().collect();
    let (color, style) = (scope.palette.tone(Tone::Fail), scope.palette.style(Tone::Fail));
    let rest = planes.iter().flatten().filter(|plane| !own.contains(plane));
    for (&plane, is_own) in rest.map(|plane| (plane, false)).chain(own.iter().map(|plane| (plane, true))) {
        let Some(flat) = scope.answers.tree.region().split_plane(plane.0, plane.1) else { continue };
        let corners = corners(&flat, plane.1);
        picture.quad(corners, color.fade(if is_own { 0.2 } else { 0.09 }));
        let pen = if is_own { LineStyle::new(color, 2.5, style) } else { LineStyle::new(color.fade(0.6), 1.2, style) };
        for i in 0..4 {
            picture.line(corners[i], corners[(i + 1) % 4], pen);
        }
        if is_own {
            let letter = ["x", "y", "z"][plane.1];
            picture.label(corners[2], format!("straddles {letter} = {}", num(flat.min[plane.1])), color, 7);
        }
    }
    if planes.as_ref().is_some_and(Vec::is_empty) && own.is_empty() {
        return;
    }
    let cut = match (planes.is_some(), own.is_empty()) {
        (true, _) => "",
        (false, false) => " · too many, only planes of the selected object",
        (false, true) => " · too many to draw",
    };
    picture.add_legend(format!("split plane that an object straddles{cut}"), color.fade(0.3), Sample::Plane(style));
}

/// A cell and the axis, 0 to 2, on which it is halved.
type SplitPlane = (Cell, usize);

fn planes_of(placement: &Placement) -> Vec<SplitPlane> {
    placement.straddles.iter().map(|axis| (placement.cell, axis)).collect()
}

/// The planes through objects that are small enough for a deeper cell, each once. `None` for more than [`MOST_PLANES`].
fn straddled(scope: &OctreeDrawing) -> Option<Vec<SplitPlane>> {
    let region = scope.answers.tree.region();
    let is_small =
        |aabb: &Aabb, placement: &Placement| place(region, Method::Loose, aabb).cell.level() > placement.cell.level();
    let objects = scope.world.objects.iter().zip(&scope.answers.placements);
    let straddlers = objects.filter(|(_, placement)| !placement.straddles.is_empty());
    let small =
        straddlers.filter(|(object, placement)| !scope.hidden.contains(object.id) && is_small(&object.aabb, placement));
    let mut planes = BTreeSet::new();
    for plane in small.flat_map(|(_, placement)| planes_of(placement)) {
        planes.insert(plane);
        if planes.len() > MOST_PLANES {
            return None;
        }
    }
    Some(planes.into_iter().collect())
}

/// The corners of a box without extent on an axis, around.
fn corners(flat: &Aabb, axis: usize) -> [glam::Vec3; 4] {
    let [u, v] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)];
    [0, u, u | v, v].map(|corner| flat.corner(corner))
}
