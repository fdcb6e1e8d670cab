//! The point under the pointer: the nearest corner or edge of the object there, else the surface, else the ground.

use eframe::egui::{Pos2, Rect, vec2};
use glam::{Affine3A, Vec2, Vec3};

use crate::app::view::viewport::position::{sight, under};
use crate::geometry::Shape;
use crate::geometry::shape::outline::Rim;
use crate::picture::Viewpoint;
use crate::workspace::Workspace;
use crate::world::ObjectAt;

/// A corner or an edge within this distance of the pointer is taken, points.
const NEAR: f32 = 9.0;
/// Meshes with more triangles have no corners and edges for the tape: to search them takes too long in a frame.
const MOST_TRIANGLES: usize = 50_000;

/// A point for the tape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Snap {
    pub(super) point: Vec3,
    /// "corner", "edge", "surface" or "ground".
    pub(super) what: &'static str,
}

/// The point under the pointer; `None` where there is nothing.
pub(super) fn snap(workspace: &Workspace, viewpoint: &Viewpoint, rect: Rect, pointer: Pos2) -> Option<Snap> {
    let found = under(workspace, viewpoint, rect, pointer)?;
    let surface = Snap { point: found.point, what: found.what };
    // The tape lies on what is drawn.
    let Some(object) = found.object.and_then(|object| workspace.displayed_world().objects.get(object)) else {
        return Some(surface);
    };
    let place = |point: Vec3| {
        let at = viewpoint.project(point, Vec2::new(rect.width(), rect.height()))?;
        Some(rect.min + vec2(at.x, at.y))
    };
    // A corner behind the surface is not used.
    let reach = viewpoint.eye.distance(found.point) + 0.02 * object.aabb.half_extents().length();
    let is_seen = |point: &Vec3| viewpoint.eye.distance(*point) <= reach;
    let lines = edges(object);
    let distance = |point: &Vec3| place(*point).map_or(f32::INFINITY, |at| at.distance(pointer));
    let nearest = |points: &mut dyn Iterator<Item = Vec3>| {
        let near = points.filter(is_seen).map(|point| (distance(&point), point)).filter(|(far, _)| *far <= NEAR);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, point)| point)
    };
    if let Some(point) = nearest(&mut lines.iter().flatten().copied()) {
        return Some(Snap { point, what: "corner" });
    }
    let (origin, direction) = sight(viewpoint, rect, pointer)?;
    let on_edges = &mut lines.iter().map(|[a, b]| closest_on(*a, *b, origin.as_vec3(), direction.as_vec3()));
    Some(nearest(on_edges).map_or(surface, |point| Snap { point, what: "edge" }))
}

/// The edges of a box or of a mesh in world space. Round shapes have none.
fn edges(object: &ObjectAt) -> Vec<[Vec3; 2]> {
    let world_from_local: Affine3A = object.pose.world_from_local();
    let at = |point: Vec3| world_from_local.transform_point3(point);
    match &object.shape {
        Shape::Mesh(mesh) if mesh.triangles().len() <= MOST_TRIANGLES => {
            let corners =
                |triangle: &[u32; 3]| triangle.map(|i| usize::try_from(i).ok().and_then(|i| mesh.positions().get(i)));
            let found = mesh.triangles().iter().filter_map(|triangle| match corners(triangle) {
                [Some(a), Some(b), Some(c)] => Some([[*a, *b], [*b, *c], [*c, *a]]),
                _ => None,
            });
            found.flatten().map(|[a, b]| [at(a), at(b)]).collect()
        }
        shape => {
            let edge = |rim: Rim| match rim {
                Rim::Edge(ends) => Some(ends.map(at)),
                Rim::Circle { .. } => None,
            };
            shape.rims().into_iter().filter_map(edge).collect()
        }
    }
}

/// The point of a segment that is nearest to a line. `direction` is a unit vector.
fn closest_on(a: Vec3, b: Vec3, origin: Vec3, direction: Vec3) -> Vec3 {
    // Both are projected on the plane across the line, where the line is a point.
    let across = |vector: Vec3| vector - direction * vector.dot(direction);
    let (edge, to_line) = (across(b - a), across(origin - a));
    let t = if edge.length_squared() > 0.0 { to_line.dot(edge) / edge.length_squared() } else { 0.0 };
    a.lerp(b, t.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use eframe::egui::pos2;

    use super::*;
    use crate::picture::Lens;
    use crate::scene::parse;

    #[test]
    fn corners_come_before_edges_and_edges_before_surfaces() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "box", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [0, 1, 0] } ] }"#;
        let workspace = Workspace::new(parse(text, "a").unwrap(), None);
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0));
        let viewpoint = Viewpoint {
            eye: Vec3::new(4.0, 5.0, 8.0),
            target: Vec3::ZERO,
            up: Vec3::Y,
            lens: Lens::Perspective { fov_y: 0.8 },
            depth: [0.1, 100.0],
        };
        let at = |point: Vec3, beside: eframe::egui::Vec2| {
            let place = viewpoint.project(point, Vec2::new(800.0, 600.0)).unwrap();
            snap(&workspace, &viewpoint, rect, rect.min + vec2(place.x, place.y) + beside).unwrap()
        };
        // A little inside the silhouette, so that the pointer is over the box.
        let corner = at(Vec3::new(1.0, 2.0, 1.0), vec2(1.0, 3.0));
        assert_eq!((corner.point, corner.what), (Vec3::new(1.0, 2.0, 1.0), "corner"));
        let edge = at(Vec3::new(0.2, 2.0, 1.0), vec2(0.0, 3.0));
        assert!(edge.what == "edge" && edge.point.distance(Vec3::new(0.2, 2.0, 1.0)) < 0.05, "{edge:?}");
        let surface = at(Vec3::new(0.2, 2.0, 0.1), vec2(0.0, 0.0));
        assert!(surface.what == "surface" && (surface.point.y - 2.0).abs() < 1e-3, "{surface:?}");
        assert_eq!(at(Vec3::new(3.0, 0.0, 2.0), vec2(0.0, 0.0)).what, "ground");
    }
}
