//! The floor plan of a level: its objects cut at a height, seen from above.

use glam::{Affine3A, Vec3};

use super::part::Fineness;
use super::shape_parts::parts;
use super::triangles::SolidForm;
use crate::geometry::Pose;
use crate::world::World;

/// A plan has at most so many lines.
const MOST_LINES: usize = 60_000;

/// The lines of a plan, as x and z of both ends, and whether some are missing because there are too many.
pub(super) fn floor_plan(world: &World, height: f64) -> (Vec<[[f64; 2]; 2]>, bool) {
    let mut lines = Vec::new();
    for object in &world.objects {
        let is_cut = f64::from(object.aabb.min.y) <= height && f64::from(object.aabb.max.y) >= height;
        if is_cut {
            cut(&object.shape, &object.pose, height, &mut lines);
        }
        if lines.len() >= MOST_LINES {
            return (lines, true);
        }
    }
    (lines, false)
}

fn cut(shape: &crate::geometry::Shape, pose: &Pose, height: f64, lines: &mut Vec<[[f64; 2]; 2]>) {
    parts(shape, pose.world_from_local(), |form, world_from_unit| match form {
        SolidForm::Part(part) => {
            let mesh = part.mesh(Fineness::Medium);
            let corner = |i: &u32| mesh.positions[*i as usize];
            let triangles = mesh.indices.as_chunks::<3>().0.iter().map(|[a, b, c]| [corner(a), corner(b), corner(c)]);
            add(triangles, &world_from_unit, height, lines);
        }
        SolidForm::Mesh(mesh) => {
            add((0..mesh.triangles().len()).map(|triangle| mesh.corners(triangle)), &world_from_unit, height, lines);
        }
    });
}

/// Adds the lines in which triangles are cut.
fn add(
    triangles: impl Iterator<Item = [Vec3; 3]>,
    world_from_unit: &Affine3A,
    height: f64,
    lines: &mut Vec<[[f64; 2]; 2]>,
) {
    for corners in triangles {
        if lines.len() >= MOST_LINES {
            return;
        }
        let corners = corners.map(|corner| world_from_unit.transform_point3(corner).as_dvec3());
        let mut ends = (0..3).filter_map(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            // A corner on the plane counts as above it, so each triangle has no end or two.
            let crosses = (a.y >= height) != (b.y >= height);
            let at = crosses.then(|| a.lerp(b, (height - a.y) / (b.y - a.y)))?;
            at.is_finite().then_some([at.x, at.z])
        });
        if let (Some(from), Some(to)) = (ends.next(), ends.next()) {
            lines.push([from, to]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;

    #[test]
    fn a_box_is_cut_in_a_rectangle() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "wall", "shape": { "box": { "half_extents": [2, 1, 0.5] } }, "position": [1, 1, 0] },
            { "name": "above", "shape": { "box": { "half_extents": [2, 1, 0.5] } }, "position": [1, 9, 0] } ] }"#;
        let world = World::at(&crate::scene::parse(text, "a.json").unwrap(), &Files::default(), 0);
        let (lines, is_cut_short) = floor_plan(&world, 1.0);
        let length: f64 = lines.iter().map(|[a, b]| (a[0] - b[0]).hypot(a[1] - b[1])).sum();
        assert!((length - 2.0 * (4.0 + 1.0)).abs() < 1e-6 && !is_cut_short, "{length}");
        assert!(lines.iter().flatten().all(|end| (end[0] - 1.0).abs() < 2.0 + 1e-6 && end[1].abs() < 0.5 + 1e-6));
        assert!(floor_plan(&world, 5.0).0.is_empty());
    }
}
