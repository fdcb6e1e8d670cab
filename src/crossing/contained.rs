//! Whether the surface of a body is inside another body.

use std::ops::ControlFlow;

use glam::DVec3;

use super::body::{CrossingBody, PlacedBody};
use super::closed_parts::PartsOfMesh;
use super::triangle_pair::TOLERANCE;
use crate::geometry::{Aabb, Mesh, Shape};

/// A body, with the triangles of its mesh in a tree.
pub(super) struct SearchedBody<'s> {
    pub(super) body: &'s CrossingBody,
    pub(super) placed: PlacedBody<'s>,
    pub(super) parts: Option<&'s PartsOfMesh>,
}

/// What of a body is inside another one.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Inside {
    /// All of it; of a mesh with the number of its triangles.
    Whole(Option<usize>),
    /// Some triangles of a mesh, ascending.
    Triangles(Vec<u32>),
}

impl<'s> SearchedBody<'s> {
    fn mesh(&self) -> Option<(&'s Mesh, &'s PartsOfMesh)> {
        match (&self.body.shape, self.parts) {
            (Shape::Mesh(mesh), Some(parts)) => Some((mesh, parts)),
            _ => None,
        }
    }

    /// Whether a point is inside, or it is not certain that it is not.
    pub(super) fn may_hold(&self, point: DVec3) -> bool {
        match self.placed.depth(point) {
            Some(depth) => depth >= 0.0,
            None => self.mesh().is_some_and(|(mesh, parts)| {
                parts.winding(mesh, self.placed.local(point)).is_none_or(|winding| winding != 0)
            }),
        }
    }

    /// What of this body is inside another one by more than the tolerance; `None` for nothing. The number of triangles that are
    /// compared is added to `compared`.
    pub(super) fn inside(&self, outer: &SearchedBody, compared: &mut usize) -> Option<Inside> {
        let tolerance = TOLERANCE * self.body.spacing().max(outer.body.spacing());
        let Some((mesh, parts)) = self.mesh() else {
            return self.is_within(outer, tolerance, compared).then_some(Inside::Whole(None));
        };
        let outer_box = outer.body.bounds;
        let corners = (0..8).map(|i| self.placed.local(outer_box.corner(i).as_dvec3()));
        let [min, max] = crate::geometry::bounds::enclosing(corners);
        let around = Aabb { min: min.as_vec3().map(f32::next_down), max: max.as_vec3().map(f32::next_up) };
        let mut found = Vec::new();
        parts.tree.near(&around, |place| {
            *compared += 1;
            let corners = parts.corners(mesh, place).map(|corner| self.placed.world(corner.as_dvec3()));
            if outer.holds(&corners, tolerance) {
                found.push(parts.numbers[place]);
            }
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        match found.len() {
            0 => None,
            count if count == parts.numbers.len() => Some(Inside::Whole(Some(count))),
            _ => Some(Inside::Triangles(found)),
        }
    }

    /// Whether a triangle in world space is inside by more than a tolerance. A convex solid holds a triangle when it holds its
    /// corners; a closed surface, when the triangle does not come near it, and one of its points is inside.
    fn holds(&self, corners: &[DVec3; 3], tolerance: f64) -> bool {
        match self.mesh() {
            Some((mesh, parts)) => {
                !self.placed.is_mirrored() && {
                    let local = corners.map(|corner| self.placed.local(corner));
                    parts.contain(mesh, &local, self.placed.local_length(tolerance))
                }
            }
            None => corners.iter().all(|at| self.placed.depth(*at).is_some_and(|depth| depth > tolerance)),
        }
    }

    /// Whether a solid as a whole is within another body. Its curved surface is at most a known distance from the triangles that
    /// represent it, so these must be as much deeper inside.
    fn is_within(&self, outer: &SearchedBody, tolerance: f64, compared: &mut usize) -> bool {
        let (own, other) = (&self.body.bounds, &outer.body.bounds);
        if !(own.min.cmpge(other.min).all() && own.max.cmple(other.max).all()) {
            return false;
        }
        let Some((facets, height)) = self.placed.facets() else { return false };
        *compared += facets.len();
        facets.iter().all(|corners| outer.holds(corners, tolerance + height))
    }
}
