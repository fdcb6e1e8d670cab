//! The exact test of the triangles of a mesh, not of their box, against a view volume, in `f64`.
//!
//! A box of the mesh's tree that is wholly behind a face of the volume, or wholly inside the volume, decides for all
//! triangles in it; the other triangles are tested by separating axes: the faces of the volume, the triangle's plane,
//! and all cross products of an edge of one with an edge of the other (Gottschalk, Lin and Manocha, 1996; see
//! [`super::frustum`]). The test is about the surface: if no triangle is in view of a camera inside a closed mesh, the
//! mesh is outside.

use glam::{DAffine3, DMat3, DVec3, Mat3, Vec3};

use super::frustum::{SLACK, Volume};
use crate::geometry::bounds::Aabb;
use crate::geometry::frustum::Verdict;
use crate::geometry::mesh::Mesh;
use crate::geometry::mesh::tree::Child;
use crate::geometry::pose::Pose;

/// The answer for a mesh and a view volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeshInView {
    /// Whether all, some or no points of its triangles are in view; touching counts as in view.
    pub verdict: Verdict,
    /// A triangle that is in view, if one was tested by itself.
    pub seen: Option<u32>,
    /// The number of triangles that were tested by themselves.
    pub tested: usize,
}

/// Classifies the triangles of a posed mesh against the volume. `None` when `f64` is not precise enough.
pub fn classify(volume: &Volume, mesh: &Mesh, pose: &Pose) -> Option<MeshInView> {
    if volume.is_beyond_f64(&mesh.bounds_in(&pose.world_from_local())) {
        return None;
    }
    let mut world = world_from_local(pose);
    // Relative to the eye, as the volume.
    world.translation -= volume.eye();
    let mut search = ViewSearch { volume, mesh, world, seen: None, tested: 0, is_in: false, is_out: false };
    search.descend();
    let verdict = match (search.is_in, search.is_out) {
        (false, _) => Verdict::Outside,
        (true, true) => Verdict::Intersect,
        (true, false) => Verdict::Inside,
    };
    Some(MeshInView { verdict, seen: search.seen, tested: search.tested })
}

struct ViewSearch<'a> {
    volume: &'a Volume,
    mesh: &'a Mesh,
    world: DAffine3,
    seen: Option<u32>,
    tested: usize,
    /// Whether some point is in view.
    is_in: bool,
    is_out: bool,
}

impl ViewSearch<'_> {
    /// Visits boxes and triangles until a point in view and a point outside are found, or all are visited.
    fn descend(&mut self) {
        let tree = self.mesh.tree();
        let mut open = vec![Child::ROOT];
        while let Some(child) = open.pop() {
            if self.is_in && self.is_out {
                return;
            }
            if let Some(block) = child.block() {
                for triangle in tree.blocks[block].triangles() {
                    self.look_at(triangle);
                }
                continue;
            }
            for (aabb, child) in tree.nodes[child.node()].boxes() {
                match self.side_of(&aabb) {
                    Verdict::Outside => self.is_out = true,
                    Verdict::Inside => self.is_in = true,
                    Verdict::Intersect => open.push(child),
                }
            }
        }
    }

    /// By the faces of the volume alone: a box that no face rejects may still be outside.
    fn side_of(&self, aabb: &Aabb) -> Verdict {
        let (centre, half) = (aabb.centre().as_dvec3(), aabb.half_extents().as_dvec3());
        let centre = self.world.transform_point3(centre);
        let mut verdict = Verdict::Inside;
        for (outward, end) in self.volume.faces() {
            let reach = (self.world.matrix3.transpose() * outward).abs().dot(half);
            let at = outward.dot(centre);
            let slack = SLACK * (at.abs() + reach + end.abs());
            if at - reach > end + slack {
                return Verdict::Outside;
            }
            if at + reach > end + slack {
                verdict = Verdict::Intersect;
            }
        }
        verdict
    }

    fn look_at(&mut self, triangle: u32) {
        self.tested += 1;
        let corners = self.mesh.corners(triangle as usize).map(|corner| self.world.transform_point3(corner.as_dvec3()));
        let is_inside = |p: &DVec3| {
            self.volume
                .faces()
                .all(|(outward, end)| outward.dot(*p) <= end + SLACK * (outward.dot(*p).abs() + end.abs()))
        };
        if !corners.iter().all(is_inside) {
            self.is_out = true;
            if is_apart(self.volume, &corners) {
                return;
            }
        }
        self.is_in = true;
        self.seen.get_or_insert(triangle);
    }
}

/// Whether the projections of the triangle and the volume are disjoint on some axis.
fn is_apart(volume: &Volume, corners: &[DVec3; 3]) -> bool {
    let [a, b, c] = *corners;
    let edges = [b - a, c - b, a - c];
    let faces = volume.faces().map(|(outward, _)| outward);
    let own = std::iter::once(edges[0].cross(edges[1]));
    let crosses = edges.into_iter().flat_map(|edge| {
        volume.edges().iter().filter_map(move |other| {
            let cross = edge.cross(*other);
            // The cross product of nearly parallel edges is mostly rounding, and the faces cover it.
            (cross.length() > 1e-9 * edge.length() * other.length()).then_some(cross)
        })
    });
    faces.chain(own).chain(crosses).filter_map(DVec3::try_normalize).any(|axis| {
        let projection = |points: &[DVec3]| {
            let along = points.iter().map(|p| p.dot(axis));
            along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
        };
        let ([low, high], [from, to]) = (projection(corners), volume.projection(axis));
        // An end at infinity separates nothing and rounds nothing.
        let size = |end: f64| if end.is_finite() { end.abs() } else { 0.0 };
        let slack = SLACK * (low.abs().max(high.abs()) + size(from).max(size(to)));
        low > to + slack || high < from - slack
    })
}

fn world_from_local(pose: &Pose) -> DAffine3 {
    let world = pose.world_from_local();
    let matrix: DMat3 = Mat3::from(world.matrix3).as_dmat3();
    DAffine3::from_mat3_translation(matrix, Vec3::from(world.translation).as_dvec3())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::camera::{Camera, DepthRange, Projection};
    use glam::{DQuat, Quat};

    /// 90° wide, from 1 to 10 along −Z.
    fn volume() -> Volume {
        let camera = Camera {
            position: Vec3::ZERO,
            rotation: DQuat::IDENTITY,
            projection: Projection::Perspective { fov_y: std::f64::consts::FRAC_PI_2, aspect: 1.0 },
            near: 1.0,
            far: 10.0,
            depth: DepthRange::MinusOneToOne,
        };
        Volume::of(&camera)
    }

    fn of(triangles: &[[[f32; 3]; 3]]) -> MeshInView {
        let positions = triangles.iter().flatten().map(|corner| Vec3::from(*corner)).collect();
        let numbers = (0..).take(triangles.len()).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        classify(&volume(), &Mesh::new(positions, numbers).unwrap(), &Pose::IDENTITY).unwrap()
    }

    #[test]
    fn triangles_are_distinguished_from_their_box() {
        let small = [[0.0, 0.0, -5.0], [1.0, 0.0, -5.0], [0.0, 1.0, -5.0]];
        let beside = [[8.0, 0.0, -5.0], [9.0, 0.0, -5.0], [8.0, 1.0, -5.0]];
        for (case, triangles, verdict) in [
            ("in view", vec![small], Verdict::Inside),
            ("one of two", vec![small, beside], Verdict::Intersect),
            ("not in view", vec![beside], Verdict::Outside),
            (
                "larger than the view",
                vec![[[-99.0, -99.0, -5.0], [99.0, -99.0, -5.0], [0.0, 99.0, -5.0]]],
                Verdict::Intersect,
            ),
            (
                "on either side, none in between",
                vec![beside, [[-8.0, 0.0, -5.0], [-9.0, 0.0, -5.0], [-8.0, 1.0, -5.0]]],
                Verdict::Outside,
            ),
            // Across a corner of its own box, past the near right edge: no face has it behind.
            ("past an edge", vec![[[0.5, 0.0, 1.0], [3.5, 0.0, -2.0], [3.5, 0.5, -2.0]]], Verdict::Outside),
            ("touching the near face", vec![[[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]], Verdict::Intersect),
            (
                "before the near face",
                vec![[[0.0, 0.0, -0.999_999], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]],
                Verdict::Outside,
            ),
        ] {
            let found = of(&triangles);
            assert_eq!(found.verdict, verdict, "{case}: {found:?}");
        }
    }

    /// As many small triangles: the tree decides for most, and as each triangle by itself would.
    #[test]
    fn the_tree_gives_the_verdict_of_its_triangles() {
        let volume = volume();
        let mut verdicts = std::collections::BTreeMap::new();
        for turn in 0..200_u8 {
            let angle = f32::from(turn) * 0.7;
            let triangle = |i: u32| {
                let (s, c) = (i as f32 * 0.11 + angle).sin_cos();
                let at = Vec3::new(s * 2.0, c, (i as f32 * 0.3).sin());
                [at, at + Vec3::X * 0.1, at + Vec3::Y * 0.1]
            };
            let positions: Vec<Vec3> = (0..200).flat_map(triangle).collect();
            let numbers: Vec<[u32; 3]> = (0..200).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            let mesh = Mesh::new(positions, numbers).unwrap();
            let place = Vec3::new(angle.cos() * 6.0, angle.sin(), -f32::from(turn % 16));
            let scale = Vec3::new(-1.0, 1.0, 0.5) * f32::from(1 + turn % 3);
            let pose = Pose::new(place, Quat::from_rotation_y(angle), scale).unwrap();
            let world = world_from_local(&pose);
            let mut each = [false; 2];
            for i in 0..200 {
                let corners = mesh.corners(i).map(|corner| world.transform_point3(corner.as_dvec3()));
                let is_in = |p: &DVec3| volume.faces().all(|(outward, end)| outward.dot(*p) <= end + 1e-12);
                each[0] |= !is_apart(&volume, &corners);
                each[1] |= !corners.iter().all(is_in);
            }
            let expected = match each {
                [false, _] => Verdict::Outside,
                [true, true] => Verdict::Intersect,
                [true, false] => Verdict::Inside,
            };
            let found = classify(&volume, &mesh, &pose).unwrap();
            assert_eq!(found.verdict, expected, "{turn}");
            *verdicts.entry(expected.word()).or_insert(0) += 1;
        }
        assert!(verdicts.len() == 3 && verdicts.values().all(|count| *count > 5), "{verdicts:?}");
    }
}
