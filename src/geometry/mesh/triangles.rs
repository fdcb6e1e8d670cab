//! The vertices and triangles of a mesh, and what is read from them alone.

use std::sync::Arc;

use glam::{Affine3A, DMat3, DVec3, Mat3, Vec3};

use super::error::MeshError;
use super::topology::{self, Topology, fold};
use crate::geometry::bounds::Aabb;
use crate::parallel;

/// From this many vertices on, several threads process them.
const MANY: usize = 1 << 16;

/// The vertices and triangles of a mesh.
#[derive(Clone, Debug)]
pub(crate) struct Triangles {
    positions: Vec<Vec3>,
    topology: Arc<Topology>,
    bounds: Aabb,
    /// The corners of triangles that can be met; `None` when all vertices are such corners.
    met: Option<Vec<Vec3>>,
}

/// The same vertices and triangles.
impl PartialEq for Triangles {
    fn eq(&self, other: &Self) -> bool {
        self.positions == other.positions && self.topology == other.topology
    }
}

impl Triangles {
    /// Triangles that name existing vertices.
    ///
    /// # Errors
    /// When no triangle has finite corners.
    pub(super) fn new(positions: Vec<Vec3>, topology: Arc<Topology>) -> Result<Self, MeshError> {
        let are_finite = positions.iter().fold(true, |all, position| all & position.is_finite());
        let met = if are_finite { topology.named(&positions) } else { finite_corners(&positions, &topology) };
        let corners = met.as_deref().unwrap_or(&positions);
        let none = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let (min, max) = corners.iter().fold(none, |(min, max), corner| (min.min(*corner), max.max(*corner)));
        if corners.is_empty() {
            return Err(MeshError::Empty);
        }
        // Adding 0 turns −0 into 0.
        let bounds = Aabb { min: min + Vec3::ZERO, max: max + Vec3::ZERO };
        Ok(Self { positions, topology, bounds, met })
    }

    /// The same triangles with moved vertices.
    ///
    /// # Errors
    /// When no triangle has finite corners.
    pub(super) fn moved(&self, positions: Vec<Vec3>) -> Result<Self, MeshError> {
        Self::new(positions, Arc::clone(&self.topology))
    }

    /// All vertices, as given.
    pub(crate) fn positions(&self) -> &[Vec3] {
        &self.positions
    }

    /// Indices into the positions, in file order.
    pub(crate) fn triangles(&self) -> &[[u32; 3]] {
        self.topology.triangles()
    }

    /// The corners of a triangle, which may not be finite.
    ///
    /// # Panics
    /// When no triangle has this number.
    pub(crate) fn corners(&self, triangle: usize) -> [Vec3; 3] {
        topology::corners(&self.positions, &self.triangles()[triangle])
    }

    /// The box around all triangles with finite corners, in local space.
    pub(crate) fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The tight box around all triangles with finite corners after the map: around the transformed corners themselves,
    /// not around the transformed local box. It is computed in `f64` and rounded outwards, so that it encloses them.
    pub(crate) fn bounds_in(&self, world_from_local: &Affine3A) -> Aabb {
        let met = self.met.as_deref().unwrap_or(&self.positions);
        if met.len() < MANY {
            return enclosing(around(met, world_from_local));
        }
        let length = MANY / 4;
        let chunk = |i: usize| &met[i * length..met.len().min((i + 1) * length)];
        let boxes = parallel::map(met.len().div_ceil(length), |i| around(chunk(i), world_from_local));
        let union = |a: [DVec3; 2], b: [DVec3; 2]| [a[0].min(b[0]), a[1].max(b[1])];
        enclosing(boxes.into_iter().fold([DVec3::INFINITY, DVec3::NEG_INFINITY], union))
    }

    /// Whether all triangles that a ray can hit are in one plane of any direction, with the same winding: no corner is
    /// further from it than 1e-6 of the longest side of the mesh's box, the rounding of rotated corners. It
    /// takes time in proportion to the triangles.
    pub(crate) fn is_flat(&self) -> bool {
        let slack = 1e-6 * (self.bounds.max.as_dvec3() - self.bounds.min.as_dvec3()).max_element();
        if self.is_bent(slack) {
            return false;
        }
        let (mut sum, mut total) = (DVec3::ZERO, 0.0);
        for (_, [a, b, c]) in self.finite() {
            let [a, b, c] = [a, b, c].map(Vec3::as_dvec3);
            let area = (b - a).cross(c - a);
            (sum, total) = (sum + area, total + area.length());
        }
        // In a plane the vector areas add up in full; if a surface bends by more than a few degrees, the sum is
        // shorter.
        let Some(normal) = sum.try_normalize().filter(|_| sum.length() >= 0.999 * total) else { return false };
        let mut corners = self.finite().flat_map(|(_, corners)| corners).map(Vec3::as_dvec3);
        let Some(first) = corners.next() else { return false };
        corners.all(|corner| normal.dot(corner - first).abs() <= slack)
    }

    /// Whether a few of its triangles show that it is in no plane. The tetrahedron of four corners that are far apart is at most 12
    /// times the slack high if all are within the slack of a plane.
    fn is_bent(&self, slack: f64) -> bool {
        const FEW: usize = 64;
        let step = self.triangles().len().div_ceil(FEW).max(1);
        let corners = self.triangles().iter().step_by(step).map(|corners| corners.map(|v| self.positions[v as usize]));
        let corners = corners.filter(|corners| corners.iter().all(|corner| corner.is_finite())).flatten();
        let corners: Vec<DVec3> = corners.map(Vec3::as_dvec3).collect();
        let Some(&first) = corners.first() else { return false };
        let furthest = |measure: &dyn Fn(DVec3) -> f64| {
            corners
                .iter()
                .map(|&at| (at, measure(at - first).abs()))
                .fold((first, 0.0), |a, b| if b.1 > a.1 { b } else { a })
        };
        let along = (furthest(&|from| from.length()).0 - first).normalize_or_zero();
        let aside = furthest(&|from| from.reject_from_normalized(along).length()).0 - first;
        let up = along.cross(aside).normalize_or_zero();
        furthest(&|from| up.dot(from)).1 > 100.0 * slack
    }

    /// A hash of the vertices and triangles in their order; −0 is 0. Two different meshes have the same hash with a
    /// probability of 2^-64. It takes time in proportion to the vertices, and once to the triangles of all meshes
    /// with moved vertices.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.positions.iter().fold(self.topology.fingerprint(), |hash, position| {
            let [x, y, z] = (*position + Vec3::ZERO).to_array().map(|x| u64::from(x.to_bits()));
            fold(hash, x | y << 32, z)
        })
    }

    /// The numbers and corners of the triangles that a ray can hit.
    pub(crate) fn finite(&self) -> impl Iterator<Item = (u32, [Vec3; 3])> + '_ {
        let all = (0..).zip(self.triangles()).map(|(i, triangle)| (i, topology::corners(&self.positions, triangle)));
        all.filter(|(_, corners)| topology::are_finite(corners))
    }

    /// The squared distance of the local origin from the farthest corner of its box.
    pub(crate) fn reach_squared(&self) -> f32 {
        self.bounds.min.abs().max(self.bounds.max.abs()).length_squared()
    }
}

/// The corners of the triangles whose corners are all finite, each once; `None` when all vertices are such corners.
fn finite_corners(positions: &[Vec3], topology: &Topology) -> Option<Vec<Vec3>> {
    let mut is_met = vec![false; positions.len()];
    for triangle in topology.triangles() {
        if triangle.iter().all(|&vertex| positions[vertex as usize].is_finite()) {
            for &vertex in triangle {
                is_met[vertex as usize] = true;
            }
        }
    }
    is_met.contains(&false).then(|| {
        let corners = positions.iter().zip(&is_met).filter(|(_, is_met)| **is_met);
        corners.map(|(corner, _)| *corner).collect()
    })
}

/// The least and the greatest coordinates after the map.
fn around(positions: &[Vec3], world_from_local: &Affine3A) -> [DVec3; 2] {
    let DMat3 { x_axis, y_axis, z_axis } = Mat3::from(world_from_local.matrix3).as_dmat3();
    let (mut min, mut max) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for position in positions {
        let at = position.as_dvec3();
        let at = x_axis * at.x + y_axis * at.y + z_axis * at.z;
        (min, max) = (min.min(at), max.max(at));
    }
    let origin = Vec3::from(world_from_local.translation).as_dvec3();
    [min + origin, max + origin]
}

/// Rounded outwards to `f32`, without a margin for the rounding of the sums in `f64`.
fn enclosing([min, max]: [DVec3; 2]) -> Aabb {
    let above = |x: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
        let nearest = x as f32;
        if f64::from(nearest) < x - 8.0 * f64::EPSILON * x.abs() { nearest.next_up() } else { nearest }
    };
    let above = |corner: DVec3| Vec3::from_array(corner.to_array().map(above));
    Aabb { min: -above(-min), max: above(max) }
}
