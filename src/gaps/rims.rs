//! The rims of an object in world space.

use glam::{DMat3, DVec3, Mat3, Vec3};

use crate::geometry::{Aabb, Pose, Shape};

/// An object whose rims are compared with those of others.
#[derive(Clone, Debug)]
pub struct GapBody {
    /// The shape in local space.
    pub shape: Shape,
    /// Its pose in the world.
    pub pose: Pose,
    /// The tight box in world space.
    pub bounds: Aabb,
    /// Bodies with the same shape and the same pose have the same key.
    pub key: u64,
    /// Whether it is a part of the level: it is drawn, and does not move.
    pub is_part: bool,
}

/// An edge of a rim in world space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rim {
    /// The index of its body.
    pub(super) body: u32,
    /// The number of its triangle in a mesh.
    pub(super) triangle: Option<u32>,
    pub(super) ends: [DVec3; 2],
}

impl Rim {
    pub(super) fn length(&self) -> f64 {
        self.ends[0].distance(self.ends[1])
    }

    /// The least distance of a point from the edge.
    pub(super) fn distance(&self, at: DVec3) -> f64 {
        let [from, to] = self.ends;
        let along = (to - from).length_squared();
        let t = if along > 0.0 { ((at - from).dot(to - from) / along).clamp(0.0, 1.0) } else { 0.0 };
        at.distance(from + (to - from) * t)
    }

    /// The box around it.
    pub(super) fn bounds(&self) -> Aabb {
        let [a, b] = self.ends;
        Aabb { min: a.min(b).as_vec3().map(f32::next_down), max: a.max(b).as_vec3().map(f32::next_up) }
    }
}

impl GapBody {
    /// Whether it may have rims.
    pub(super) fn has_rims(&self) -> bool {
        self.is_part && matches!(self.shape, Shape::Box { .. } | Shape::Hull(_) | Shape::Mesh(_))
    }

    /// The spacing of f32 at its coordinates.
    pub(super) fn spacing(&self) -> f64 {
        let furthest = self.bounds.min.abs().max(self.bounds.max.abs()).max_element();
        let origin = Vec3::from(self.pose.world_from_local().translation).abs().max_element();
        crate::geometry::spacing(furthest.max(origin)).into()
    }

    /// Its rims. `index` is its own index.
    pub(super) fn rims(&self, index: usize) -> Vec<Rim> {
        let world = self.pose.world_from_local();
        let matrix: DMat3 = Mat3::from(world.matrix3).as_dmat3();
        let origin = Vec3::from(world.translation).as_dvec3();
        let body = u32::try_from(index).unwrap_or(u32::MAX);
        let rim = |triangle: Option<u32>, ends: [Vec3; 2]| Rim {
            body,
            triangle,
            ends: ends.map(|end| matrix * end.as_dvec3() + origin),
        };
        match &self.shape {
            Shape::Box { half_extents } => box_edges(*half_extents).into_iter().map(|ends| rim(None, ends)).collect(),
            Shape::Hull(hull) => {
                let edges = hull.faces().iter().flat_map(|face| {
                    let corners = &face.corners;
                    (0..corners.len()).map(move |i| [corners[i], corners[(i + 1) % corners.len()]])
                });
                // Each edge is part of two faces, once in each direction.
                let once = edges.filter(|[a, b]| a.to_array() < b.to_array());
                once.map(|ends| rim(None, ends)).collect()
            }
            Shape::Mesh(mesh) => {
                let open = mesh.faults().open_edges.first.iter();
                open.map(|edge| rim(Some(edge.triangles[0]), edge.ends)).collect()
            }
            Shape::Sphere { .. } | Shape::Cylinder { .. } | Shape::Cone { .. } | Shape::Capsule { .. } => Vec::new(),
        }
    }
}

/// The twelve edges of a box.
fn box_edges(half: Vec3) -> Vec<[Vec3; 2]> {
    let mut edges = Vec::with_capacity(12);
    for axis in 0..3 {
        for (u, v) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
            let mut corner = Vec3::ZERO;
            corner[(axis + 1) % 3] = u;
            corner[(axis + 2) % 3] = v;
            let at = |along: f32| {
                let mut corner = corner;
                corner[axis] = along;
                corner * half
            };
            edges.push([at(-1.0), at(1.0)]);
        }
    }
    edges
}
