//! A mesh that objects share, with what is computed at its first use.

use std::fmt;
use std::sync::{Arc, OnceLock};

use glam::{Affine3A, Vec3};

use super::edges;
use super::error::MeshError;
use super::faults::Faults;
use super::runs::{self, TriangleRun};
use super::topology::Topology;
use super::tree::MeshTree;
use super::triangles::Triangles;
use super::weld::welded;
use crate::geometry::bounds::Aabb;
use crate::surface::Surface;

/// Triangles in local space, in metres. All objects with this shape share them.
///
/// Three results are computed at their first use and kept: the tree that rays traverse, whether the surface is closed,
/// and the bounds of the triangles that a line can meet.
#[derive(Clone, Debug)]
pub struct Mesh {
    of: Triangles,
    tree: OnceLock<MeshTree>,
    faults: OnceLock<Faults>,
    runs: OnceLock<Vec<TriangleRun>>,
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
    turn: Arc<NormalTurn>,
}

/// Turns the normal of a vertex.
type NormalTurn = dyn Fn(u32, Vec3) -> Vec3 + Send + Sync;

impl fmt::Debug for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Moved").finish_non_exhaustive()
    }
}

/// The same vertices and triangles.
impl PartialEq for Mesh {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.of == other.of
    }
}

impl Mesh {
    /// A mesh of which nothing is computed yet.
    fn over(of: Triangles) -> Self {
        let (tree, faults, runs) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        let (fingerprint, is_flat) = (OnceLock::new(), OnceLock::new());
        Self { of, tree, faults, runs, fingerprint, is_flat, surface: OnceLock::from(None), moved: None }
    }

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
        Ok(Self::over(Triangles::new(positions, Arc::new(Topology::new(triangles)))?))
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
        assert!(positions.len() >= self.positions().len(), "a vertex is missing");
        let mesh = Self::over(self.of.moved(positions)?);
        Ok(Self {
            moved: Some(Moved { from: Arc::clone(self), turn: Arc::new(turn) }),
            surface: OnceLock::new(),
            ..mesh
        })
    }

    /// The same mesh with an appearance for pictures, whose vertices refer to those of the mesh. No answer depends on it, and
    /// equal meshes may have different ones.
    #[must_use]
    pub fn with_surface(self, surface: Option<Arc<Surface>>) -> Self {
        let count = self.positions().len();
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

    /// Whether its surface has an inside: every edge belongs to an even number of triangles, where vertices at the same
    /// place are one. Triangles with corners that are not finite leave a hole.
    ///
    /// Takes time in proportion to the triangles, once.
    pub fn is_closed(&self) -> bool {
        self.faults().is_closed
    }

    /// The faults of the mesh. The first call takes time in proportion to the triangles.
    pub fn faults(&self) -> &Faults {
        self.faults.get_or_init(|| Faults::of(&self.of))
    }

    /// For each vertex the least number of a vertex at the same place.
    pub(crate) fn welded(&self) -> Vec<u32> {
        welded(self.positions())
    }

    /// All vertices, as given.
    pub fn positions(&self) -> &[Vec3] {
        self.of.positions()
    }

    /// Indices into the positions, in file order.
    pub fn triangles(&self) -> &[[u32; 3]] {
        self.of.triangles()
    }

    /// The corners of a triangle, which may not be finite.
    ///
    /// # Panics
    /// When no triangle has this number.
    pub fn corners(&self, triangle: usize) -> [Vec3; 3] {
        self.of.corners(triangle)
    }

    /// The box around all triangles with finite corners, in local space.
    pub fn bounds(&self) -> Aabb {
        self.of.bounds()
    }

    /// The tight box around all triangles with finite corners after the map: around the transformed corners themselves,
    /// not around the transformed local box. It is computed in `f64` and rounded outwards, so that it encloses them.
    pub fn bounds_in(&self, world_from_local: &Affine3A) -> Aabb {
        self.of.bounds_in(world_from_local)
    }

    /// The ends of the edges at which its surface bends by more than `angle`, in radians, and of those where it ends or
    /// more than two triangles meet. Vertices at the same place are one.
    pub fn creases(&self, angle: f32) -> Vec<[Vec3; 2]> {
        edges::creases(&self.of, angle)
    }

    /// Whether all triangles that a ray can hit are in one plane of any direction, with the same winding: no corner is
    /// further from it than 1e-6 of the longest side of the mesh's box, the rounding of rotated corners. The first call
    /// takes time in proportion to the triangles.
    pub fn is_flat(&self) -> bool {
        *self.is_flat.get_or_init(|| self.of.is_flat())
    }

    /// A hash of the vertices and triangles in their order; −0 is 0. Two different meshes have the same hash with a
    /// probability of 2^-64. The first call takes time in proportion to the vertices, and once to the triangles of all meshes
    /// with moved vertices.
    pub fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_init(|| self.of.fingerprint())
    }

    /// The numbers and corners of the triangles that a ray can hit.
    pub(crate) fn finite(&self) -> impl Iterator<Item = (u32, [Vec3; 3])> + '_ {
        self.of.finite()
    }

    /// The squared distance of the local origin from the farthest corner of its box.
    pub(crate) fn reach_squared(&self) -> f32 {
        self.of.reach_squared()
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
    pub(crate) fn tree(&self) -> &MeshTree {
        computed(&self.tree, || match &self.moved {
            Some(moved) => moved.from.tree().fitted(&self.of),
            None => MeshTree::new(&self.of),
        })
    }

    /// The runs by which the exact reference skips triangles, computed at the first use.
    pub(crate) fn runs(&self) -> &[TriangleRun] {
        computed::<Vec<TriangleRun>>(&self.runs, || runs::runs(&self.of))
    }

    /// The number of boxes that take as long as what a moved mesh needs at each tick: its tree is fitted, its runs and its hash are
    /// computed. 1 for a mesh whose vertices did not move, which needs them once, and then computes them on several threads.
    #[cfg(feature = "scene")]
    pub(crate) fn weight(&self) -> usize {
        if self.is_moved() { 1 + self.triangles().len() / 16 } else { 1 }
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
