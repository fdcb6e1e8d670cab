//! What a shape of any kind has, in local space.

use glam::{DVec3, Vec3};

use super::exact_solid::ExactSolid;
use super::kind::Shape;
use super::mesh;
use super::of_shape::of_shape;
use super::outline::{Outline, Rim};
use super::part::SolidPart;
use super::size::{Size, SizeHandle};
use super::solid::Solid;
use crate::geometry::exact::double_double::{DoubleDouble, Vector};

/// The table of sizes of a solid of a kind.
const fn sizes_of<S: Solid>(_: &S) -> &'static [Size] {
    S::SIZES
}

/// The formula of the box of a solid of a kind.
const fn formula_of<S: Solid>(_: &S) -> &'static str {
    S::BOUNDS_FORMULA
}

const fn word_of<S: Solid>(_: &S) -> &'static str {
    S::WORD
}

impl Shape {
    /// The word for the shape in scene files and on screen.
    pub fn word(&self) -> &'static str {
        of_shape!(self, solid => word_of(&solid), _ => mesh::WORD)
    }

    /// Its sizes; none for a mesh.
    pub fn sizes(&self) -> &'static [Size] {
        of_shape!(self, solid => sizes_of(&solid), _ => &[])
    }

    /// The handles of its sizes; none for a mesh.
    pub fn handles(&self) -> Vec<SizeHandle> {
        of_shape!(self, solid => solid.handles(), _ => Vec::new())
    }

    /// Half the extent along the local axes.
    pub fn half_size(&self) -> Vec3 {
        of_shape!(self, solid => solid.half_size(), mesh => mesh.bounds().half_extents())
    }

    /// The numbers by which two solids of one kind differ; none for a mesh.
    pub fn numbers(&self) -> Vec<f32> {
        of_shape!(self, solid => solid.numbers(), _ => Vec::new())
    }

    /// How the tight box is computed, in symbols; `M` is the matrix of the pose.
    pub fn bounds_formula(&self) -> &'static str {
        of_shape!(self, solid => formula_of(&solid), _ => mesh::BOUNDS_FORMULA)
    }

    /// A point inside a solid, far from its surface; the origin for a mesh.
    pub(crate) fn middle(&self) -> DVec3 {
        of_shape!(self, solid => solid.middle(), _ => DVec3::ZERO)
    }

    /// The unit shapes of which a solid consists, each with its centre and its size along the axes; none for a shape that is
    /// drawn by its [faces](Self::faces).
    pub fn parts(&self) -> Vec<(SolidPart, Vec3, Vec3)> {
        of_shape!(self, solid => solid.parts(), _ => Vec::new())
    }

    /// The rims and edges of a solid; none for a mesh.
    pub fn rims(&self) -> Vec<Rim> {
        of_shape!(self, solid => solid.rims(), _ => Vec::new())
    }

    /// The number of the triangles by which it is drawn in a depth test, see [`Outline::facets`].
    pub(crate) fn facet_count(&self, segments: impl Fn(f32) -> u32) -> u64 {
        of_shape!(self, solid => solid.facet_count(segments), mesh => mesh.triangles().len() as u64)
    }

    /// The triangles of a solid, see [`Outline::facets`]; none for a mesh.
    pub(crate) fn facets(&self, segments: impl Fn(f32) -> u32, push: &mut impl FnMut([DVec3; 3])) {
        of_shape!(self, solid => solid.facets(segments, push), _ => {});
    }

    /// The radius of a ball around the local origin that contains the shape.
    pub(crate) fn reach(&self) -> f64 {
        of_shape!(self, solid => solid.reach(), mesh => mesh::reach(mesh))
    }

    /// The least of the sizes of a solid; `None` for a mesh.
    pub(crate) fn least_size(&self) -> Option<f64> {
        of_shape!(self, solid => Some(solid.least_size()), _ => None)
    }

    /// The convex function of a solid in numbers of twice the digits; infinite for a mesh.
    pub(crate) fn fine_distance(&self, p: Vector) -> DoubleDouble {
        of_shape!(self, solid => solid.fine_distance(p), _ => DoubleDouble::from(f64::INFINITY))
    }

    /// The local point of the shape that is furthest along a local direction. Of a mesh, a vertex; that takes time in
    /// proportion to its triangles.
    pub(crate) fn support(&self, along: DVec3) -> DVec3 {
        of_shape!(self, solid => solid.support(along), mesh => mesh::support(mesh, along))
    }
}
