//! Changes of sides where a part of a triangle would have no area after rounding.

use glam::Vec3;

use super::key::VertexKey;
use super::parts::{parts, triangles};
use super::sides::{BACK, FRONT, ON_PLANE, VertexSides};
use super::source::VertexSource;
use super::stored::CutVertices;
use crate::geometry::has_area;

/// A corner of a part without area counts as on the plane when it is at most this many tolerances away. A cut at the
/// tip of a cone of a thousand triangles needs 40.
const MOST_TOLERANCES: f64 = 64.0;

impl VertexSides {
    /// Changes sides where a triangle with area would have a part that has none after rounding.
    ///
    /// The nearest corner of that part counts as on the plane. Where that is too far away, the triangle is a needle that is
    /// thinner than a rounding at the plane: its two vertices on the plane become one.
    pub(super) fn refine(&mut self, triangles: &[[u32; 3]], mesh: &CutVertices) {
        /// Each pass looks at the triangles that the one before may have changed, so most meshes need two.
        const MOST_PASSES: usize = 16;
        let is_divided = |sides: &Self, triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|vertex| sides.place(vertex));
            (a | b | c) & !ON_PLANE == FRONT | BACK
        };
        let mut divided: Vec<[u32; 3]> = triangles.iter().filter(|one| is_divided(self, one)).copied().collect();
        divided.retain(|triangle| has_area(triangle.map(|vertex| mesh.position(VertexSource::Vertex(vertex)))));
        for _ in 0..MOST_PASSES {
            let mut is_same = true;
            for triangle in &divided {
                is_same &= !(is_divided(self, triangle) && self.refine_one(*triangle, mesh));
            }
            if is_same {
                return;
            }
        }
    }

    /// Returns whether there was something to change.
    fn refine_one(&mut self, triangle: [u32; 3], mesh: &CutVertices) -> bool {
        let place = |key: VertexKey| -> Vec3 { mesh.position(key.source(&self.distances)) };
        let has_area = |corners: [VertexKey; 3]| has_area(corners.map(place));
        let both = parts(triangle, self);
        let flat = both.iter().flat_map(|part| triangles(part, has_area)).filter(|corners| !has_area(*corners));
        let corners: Vec<VertexKey> = flat.flatten().collect();
        if corners.is_empty() {
            return false;
        }
        let distance = |vertex: &u32| self.distances[*vertex as usize].abs();
        let off_plane = corners.iter().filter_map(|key| match *key {
            VertexKey::Vertex(vertex) if !self.is_on_plane(*key) => Some(vertex),
            _ => None,
        });
        let nearest = off_plane.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(vertex) = nearest.filter(|vertex| distance(vertex) <= MOST_TOLERANCES * self.tolerance) {
            self.places[vertex as usize] = ON_PLANE;
            return true;
        }
        let [front, _] = &both;
        let on_plane: Vec<VertexKey> = front.iter().copied().filter(|key| self.is_on_plane(*key)).collect();
        match on_plane[..] {
            [other, new @ VertexKey::Edge(..)] | [new @ VertexKey::Edge(..), other] => {
                self.merged.merge(new, other);
                true
            }
            _ => false,
        }
    }
}
