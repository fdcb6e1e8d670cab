//! The positions of the costs of the level in the 3D view: a click chooses one, and the view can look from it.

use eframe::egui::{Pos2, Rect};

use super::position::{sight, under};
use crate::picture::{CostMap, Lens, Viewpoint};
use crate::workspace::Workspace;

/// A tile is clicked although the floor is up to so much nearer, metres: tiles are flat, and floors need not be.
const IN_FLOOR: f64 = 0.15;
/// The point that the view orbits is so far from the eye, metres.
const AHEAD: f32 = 2.0;
/// The angle of a view without perspective, radians.
const USUAL_FOV: f32 = 1.0;

/// Takes a click on a tile. Returns whether it did.
pub(super) fn click(workspace: &mut Workspace, rect: Rect, viewpoint: &Viewpoint, pointer: Pos2) -> bool {
    let tile = tile_at(workspace, rect, viewpoint, pointer);
    if tile.is_some() {
        workspace.view_mut().choose_cost_tile(tile);
    }
    tile.is_some()
}

/// The index of the tile at a point of the view, unless a surface is before it.
pub(super) fn tile_at(workspace: &Workspace, rect: Rect, viewpoint: &Viewpoint, pointer: Pos2) -> Option<usize> {
    let map = workspace.view().cost_map()?;
    let (from, direction) = sight(viewpoint, rect, pointer)?;
    let (tile, distance) = map.tile_at(from, direction)?;
    let surface = under(workspace, viewpoint, rect, pointer).filter(|found| found.object.is_some());
    let is_before = |point: glam::Vec3| (point.as_dvec3() - from).dot(direction) < distance - IN_FLOOR;
    (!surface.is_some_and(|found| is_before(found.point))).then_some(tile)
}

/// The viewpoint at the chosen position, along its most expensive view.
pub(super) fn from_position(map: &CostMap) -> Option<Viewpoint> {
    let place = map.chosen_place()?;
    let view = place.worst(map.measure)?;
    #[expect(clippy::cast_possible_truncation, reason = "an angle of a view")]
    let fov_y = map.survey.lens.fov_y().map_or(USUAL_FOV, |fov_y| fov_y as f32);
    let eye = place.eye.as_vec3();
    let target = eye + view.forward.as_vec3() * AHEAD;
    Some(Viewpoint { eye, target, up: glam::Vec3::Y, lens: Lens::Perspective { fov_y }, depth: [0.1, 100.0] })
}
