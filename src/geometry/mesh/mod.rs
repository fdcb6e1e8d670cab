//! Triangle meshes.
//!
//! Corners are counter-clockwise as seen from outside. Triangles keep the order of their file, by which answers number
//! them; a triangle with a corner that is not finite keeps its number, and no ray hits it.

pub(crate) mod curve;
mod edges;
mod faults;
pub(crate) mod runs;
mod topology;
pub(crate) mod tree;

use std::error::Error;
use std::fmt;
use std::sync::{Arc, OnceLock};

use glam::{Affine3A, DMat3, DVec3, Mat3, Vec3};

use super::bounds::Aabb;
use crate::parallel;
use crate::surface::Surface;
pub(crate) use faults::has_area;
pub use faults::{DegenerateTriangle, DuplicateTriangle, Faults, FaultyEdge, Found, MOST_NAMED, NotFiniteVertex};
use runs::Run;
use topology::{Topology, fold};
use tree::Tree;

/// From this many vertices on, several threads process them.
const MANY: usize = 1 << 16;

/// Triangles in local space, in metres. All objects with this shape share them.
///
/// Three results are computed at their first use and kept: the tree that rays traverse, whether the surface is closed,
/// and the bounds of the triangles that a line can meet.
#[derive(Clone, Debug)]
pub struct Mesh {
    positions: Vec<Vec3>,
    topology: Arc<Topology>,
    bounds: Aabb,
    /// The corners of triangles that can be met; `None` when all vertices are such corners.
    met: Option<Vec<Vec3>>,
    tree: OnceLock<Tree>,
    faults: OnceLock<Faults>,
    runs: OnceLock<Vec<Run>>,
    fingerprint: OnceLock<u64>,
    is_flat: OnceLock<bool>,
    /// Its appearance in pictures.
    surface: OnceLock<Option<Arc<Surface>>>,
    /// The mesh with the same triangles from which its vertices were moved.
    moved: Option<Moved>,
}

/// The mesh before its vertices moved.
#[derive(Clone)]
struct Moved {
    from: Arc<Mesh>,
    /// The normal of a vertex, from its index and its normal before.
    turn: Arc<Turn>,
}

/// Turns the normal of a vertex.
type Turn = dyn Fn(u32, Vec3) -> Vec3 + Send + Sync;

impl fmt::Debug for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Moved").finish_non_exhaustive()
    }
}

/// The same vertices and triangles.
impl PartialEq for Mesh {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || (self.positions == other.positions && self.topology == other.topology)
    }
}

/// The reason why corners and triangles are not a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshError {
    /// A triangle refers to a vertex that does not exist.
    NoSuchVertex {
        /// The triangle's number, in file order, from 0.
        triangle: usize,
        /// The index to which it refers.
        vertex: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// No triangle has finite corners.
    Empty,
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchVertex { triangle, vertex, vertices } => {
                write!(f, "triangle {triangle} names vertex {vertex}, but there are {vertices}")
            }
            Self::Empty => write!(f, "no triangle has finite corners"),
        }
    }
}

impl Error for MeshError {}

impl Mesh {
    /// A mesh of indexed triangles.
    ///
    /// # Errors
    /// When a triangle refers to a vertex that does not exist, or when no triangle has finite corners.
    pub fn new(positions: Vec<Vec3>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        let vertices = positions.len();
        for (triangle, corners) in triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|&&vertex| vertex as usize >= vertices) {
                return Err(MeshError::NoSuchVertex { triangle, vertex, vertices });
            }
        }
        Self::over(positions, Arc::new(Topology::new(triangles)))
    }

    /// The same triangles with moved vertices, as many as before. `turn` gives the new normal of a vertex for pictures, of any
    /// length. The tree for rays keeps its shape: its boxes are fitted to the moved triangles.
    ///
    /// # Errors
    /// When no triangle has finite corners.
    ///
    /// # Panics
    /// When there are fewer vertices than before.
    pub fn moved(
        self: &Arc<Self>,
        positions: Vec<Vec3>,
        turn: impl Fn(u32, Vec3) -> Vec3 + Send + Sync + 'static,
    ) -> Result<Self, MeshError> {
        assert!(positions.len() >= self.positions.len(), "a vertex is missing");
        let mesh = Self::over(positions, Arc::clone(&self.topology))?;
        Ok(Self {
            moved: Some(Moved { from: Arc::clone(self), turn: Arc::new(turn) }),
            surface: OnceLock::new(),
            ..mesh
        })
    }

    /// A mesh whose triangles name existing vertices.
    fn over(positions: Vec<Vec3>, topology: Arc<Topology>) -> Result<Self, MeshError> {
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
        let (tree, faults, runs) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (fingerprint, is_flat) = (OnceLock::new(), OnceLock::new());
        let surface = OnceLock::from(None);
        Ok(Self { positions, topology, bounds, met, tree, faults, runs, fingerprint, is_flat, surface, moved: None })
    }

    /// The same mesh with an appearance for pictures, whose vertices refer to those of the mesh. No answer depends on it, and
    /// equal meshes may have different ones.
    #[must_use]
    pub fn with_surface(self, surface: Option<Arc<Surface>>) -> Self {
        let count = self.positions.len();
        let fits = |surface: &Arc<Surface>| {
            let vertices = surface.vertices.len();
            surface.vertices.iter().all(|vertex| (vertex.position as usize) < count)
                && surface.parts.iter().flat_map(|part| part.triangles.as_flattened()).all(|&i| (i as usize) < vertices)
        };
        Self { surface: OnceLock::from(surface.filter(fits)), ..self }
    }

    /// Its appearance in pictures; `None` for one whose file names no materials, normals or colours.
    pub fn surface(&self) -> Option<&Arc<Surface>> {
        let moved = || {
            let Moved { from, turn } = self.moved.as_ref()?;
            Some(Arc::new(from.surface()?.posed(|vertex, normal| turn(vertex, normal))))
        };
        self.surface.get_or_init(moved).as_ref()
    }

    /// The mesh from which its vertices were moved; itself when they were not.
    pub fn origin(self: &Arc<Self>) -> &Arc<Self> {
        self.moved.as_ref().map_or(self, |moved| &moved.from)
    }

    /// Whether its vertices were moved from those of another mesh, by joints or morph targets.
    pub fn is_moved(&self) -> bool {
        self.moved.is_some()
    }

    /// All vertices, as given.
    pub fn positions(&self) -> &[Vec3] {
        &self.positions
    }

    /// Indices into the positions, in file order.
    pub fn triangles(&self) -> &[[u32; 3]] {
        self.topology.triangles()
    }

    /// The corners of a triangle, which may not be finite.
    ///
    /// # Panics
    /// When no triangle has this number.
    pub fn corners(&self, triangle: usize) -> [Vec3; 3] {
        topology::corners(&self.positions, &self.triangles()[triangle])
    }

    /// The box around all triangles with finite corners, in local space.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The tight box around all triangles with finite corners after the map: around the transformed corners themselves,
    /// not around the transformed local box. It is computed in `f64` and rounded outwards, so that it encloses them.
    pub fn bounds_in(&self, world_from_local: &Affine3A) -> Aabb {
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

    /// Whether its surface has an inside: every edge belongs to an even number of triangles, where vertices at the same
    /// place are one. Triangles with corners that are not finite leave a hole.
    ///
    /// Takes time in proportion to the triangles, once.
    pub fn is_closed(&self) -> bool {
        self.faults().is_closed
    }

    /// The faults of the mesh. The first call takes time in proportion to the triangles.
    pub fn faults(&self) -> &Faults {
        self.faults.get_or_init(|| Faults::of(self))
    }

    /// The ends of the edges at which its surface bends by more than `angle`, in radians, and of those where it ends or
    /// more than two triangles meet. Vertices at the same place are one.
    pub fn creases(&self, angle: f32) -> Vec<[Vec3; 2]> {
        edges::creases(self, angle)
    }

    /// Whether all triangles that a ray can hit are in one plane of any direction, with the same winding: no corner is
    /// further from it than 1e-6 of the longest side of the mesh's box, the rounding of rotated corners. The first call
    /// takes time in proportion to the triangles.
    pub fn is_flat(&self) -> bool {
        *self.is_flat.get_or_init(|| {
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
        })
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
    /// probability of 2^-64. The first call takes time in proportion to the vertices, and once to the triangles of all meshes
    /// with moved vertices.
    pub fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| {
            self.positions.iter().fold(self.topology.fingerprint(), |hash, position| {
                let [x, y, z] = (*position + Vec3::ZERO).to_array().map(|x| u64::from(x.to_bits()));
                fold(hash, x | y << 32, z)
            })
        })
    }

    /// The numbers and corners of the triangles that a ray can hit.
    pub(crate) fn finite(&self) -> impl Iterator<Item = (u32, [Vec3; 3])> + '_ {
        let all = (0..).zip(self.triangles()).map(|(i, triangle)| (i, topology::corners(&self.positions, triangle)));
        all.filter(|(_, corners)| topology::are_finite(corners))
    }

    /// Builds the tree for rays if it is not built yet, so that the first query does not wait for it.
    pub fn prepare(&self) {
        self.tree();
    }

    /// The same for the data of the exact reference.
    pub fn prepare_exact(&self) {
        self.runs();
    }

    #[cfg(test)]
    pub(crate) fn is_prepared(&self) -> bool {
        self.tree.get().is_some() && self.runs.get().is_some()
    }

    /// The tree for rays, built at the first use.
    pub(crate) fn tree(&self) -> &Tree {
        computed(&self.tree, || match &self.moved {
            Some(moved) => moved.from.tree().fitted(self),
            None => Tree::new(self),
        })
    }

    /// The runs by which the exact reference skips triangles, computed at the first use.
    pub(crate) fn runs(&self) -> &[Run] {
        computed::<Vec<Run>>(&self.runs, || runs::runs(self))
    }

    /// The number of boxes that take as long as what a moved mesh needs at each tick: its tree is fitted, its runs and its hash are
    /// computed. 1 for a mesh whose vertices did not move, which needs them once, and then computes them on several threads.
    #[cfg(feature = "scene")]
    pub(crate) fn weight(&self) -> usize {
        if self.is_moved() { 1 + self.triangles().len() / 16 } else { 1 }
    }

    /// The squared distance of the local origin from the farthest corner of its box.
    pub(crate) fn reach_squared(&self) -> f32 {
        self.bounds.min.abs().max(self.bounds.max.abs()).length_squared()
    }
}

/// The value of a cell, computed at the first use. Several threads of a pool compute it, so no thread may hold a lock
/// meanwhile: while it waits for a part, it may take up another task that asks for the same value. Two threads that ask at
/// the same time both compute it.
fn computed<T>(cell: &OnceLock<T>, compute: impl FnOnce() -> T) -> &T {
    if let Some(known) = cell.get() {
        return known;
    }
    let value = compute();
    cell.get_or_init(|| value)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plane_is_flat_however_it_is_turned() {
        let turn = glam::Quat::from_rotation_y(0.7) * glam::Quat::from_rotation_x(0.4);
        for (middle, is_flat) in [(0.0, true), (1e-3, false), (1.0, false)] {
            let corners = [[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [-1.0, 0.0, 1.0], [0.0, middle, 0.0]];
            let positions = corners.map(|corner| turn * Vec3::from(corner) * 30.0 + Vec3::splat(7.0)).to_vec();
            let roof = Mesh::new(positions.clone(), vec![[0, 4, 1], [1, 4, 2], [2, 4, 3], [3, 4, 0]]).unwrap();
            assert_eq!(roof.is_flat(), is_flat, "{middle}");
            assert!(!Mesh::new(positions, vec![[0, 0, 1]]).unwrap().is_flat(), "no triangle spans a plane");
        }
        let tetrahedron = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        assert!(!Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z], tetrahedron).unwrap().is_flat());
    }

    #[test]
    fn a_mesh_names_what_is_wrong_with_it() {
        let square = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::NAN];
        let error = Mesh::new(square.clone(), vec![[0, 1, 2], [0, 1, u32::MAX]]).unwrap_err();
        assert_eq!(error.to_string(), "triangle 1 names vertex 4294967295, but there are 4");
        assert_eq!(Mesh::new(square.clone(), vec![[0, 1, 3]]), Err(MeshError::Empty));
        let mesh = Mesh::new(square, vec![[0, 1, 3], [0, 1, 2]]).unwrap();
        assert_eq!((mesh.bounds().min, mesh.bounds().max), (Vec3::ZERO, Vec3::new(1.0, 1.0, 0.0)));
    }
}
