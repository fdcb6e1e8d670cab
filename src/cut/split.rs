//! Triangles on both sides of a plane.

use std::collections::{HashMap, HashSet};

use super::flat::{self, Flat};
use super::halves::Half;
use super::key::{VertexKey, sorted};
use super::parts::{parts, triangles as triangles_of};
use super::plane::Plane;
use super::seam::SeamEdge;
use super::sides::{BACK, FRONT, NOT_FINITE, ON_PLANE, VertexSides};
use super::source::VertexSource;
use super::stored::CutVertices;
use crate::geometry::has_area;
use crate::parallel;

/// Both halves without caps.
pub(super) struct Split {
    pub(super) front: Half,
    pub(super) back: Half,
    pub(super) seam: Vec<SeamEdge>,
    /// The other edges of the halves on the plane. They have two triangles already, so no cap may have such an edge.
    pub(super) others: HashSet<[VertexKey; 2]>,
}

/// Divides all triangles.
pub(super) fn split(mesh: &CutVertices, triangles: &[[u32; 3]], plane: &Plane, sides: &VertexSides) -> Split {
    let [front, back] = std::array::from_fn(|_| SplitHalf::new(mesh.posed.len()));
    let mut splitter = Splitter { mesh, sides, flats: Vec::new(), front, back };
    for (number, triangle) in (0_u32..).zip(triangles) {
        // A triangle with one vertex twice has no area, and its edge to itself would be a seam of its own.
        let [a, b, c] = *triangle;
        if a == b || b == c || c == a {
            continue;
        }
        match sides.place(a) | sides.place(b) | sides.place(c) {
            FRONT => splitter.front.push_whole(number, *triangle),
            BACK => splitter.back.push_whole(number, *triangle),
            found if found & NOT_FINITE != 0 => {}
            found => splitter.add(number, *triangle, plane, found & !ON_PLANE),
        }
    }
    let Splitter { mut flats, mut front, mut back, .. } = splitter;
    let position = |key: VertexKey| key.source(&sides.distances).position(mesh.posed);
    flat::move_sheets(&mut flats, [&front.on_plane, &back.on_plane], position, plane);
    for flat in flats {
        [&mut front, &mut back][flat.half].push_with_edges(flat.number, flat.keys(), sides);
    }
    // An edge on the plane is part of the seam when both halves end there. Two triangles of one half on both sides of an
    // edge close it in that half.
    let met: HashMap<[VertexKey; 2], usize> = odd(&back.on_plane);
    let mut ends: Vec<(usize, [VertexKey; 2])> = odd(&front.on_plane)
        .into_iter()
        .filter(|(edge, _)| met.contains_key(edge))
        .map(|(edge, i)| (i, edge))
        .collect();
    ends.sort_unstable();
    let distances = &sides.distances;
    let seam = ends.iter().map(|(i, _)| front.on_plane[*i].map(|key| key.source(distances))).collect();
    let mut others: HashSet<[VertexKey; 2]> =
        front.on_plane.iter().chain(&back.on_plane).copied().map(sorted).collect();
    for (_, edge) in &ends {
        others.remove(edge);
    }
    let (front, back) = parallel::join(|| front.finish(distances), || back.finish(distances));
    Split { front, back, seam, others }
}

/// The edges that occur an odd number of times in either direction, with the index of their first occurrence.
fn odd(edges: &[[VertexKey; 2]]) -> HashMap<[VertexKey; 2], usize> {
    let mut found: HashMap<[VertexKey; 2], usize> = HashMap::with_capacity(edges.len());
    for (i, edge) in edges.iter().enumerate() {
        let edge = sorted(*edge);
        if found.remove(&edge).is_none() {
            found.insert(edge, i);
        }
    }
    found
}

/// What belongs to one half so far.
struct SplitHalf {
    /// A corner below the number of the mesh's vertices is one of them; above it, an entry of `new`.
    triangles: Vec<[u32; 3]>,
    parents: Vec<u32>,
    /// The new vertices in the order of their first use, with their index.
    new: Vec<VertexKey>,
    new_index: HashMap<VertexKey, u32>,
    /// Edges on the plane, in the direction of the half's triangle.
    on_plane: Vec<[VertexKey; 2]>,
    /// Whether each vertex of the mesh is in the half.
    has: Vec<bool>,
}

#[expect(clippy::cast_possible_truncation, reason = "a half has fewer vertices than indices of u32")]
impl SplitHalf {
    fn new(vertices: usize) -> Self {
        let (triangles, parents) = (Vec::new(), Vec::new());
        let (new, new_index, on_plane) = (Vec::new(), HashMap::new(), Vec::new());
        Self { triangles, parents, new, new_index, on_plane, has: vec![false; vertices] }
    }

    /// A triangle of the mesh.
    fn push_whole(&mut self, number: u32, triangle: [u32; 3]) {
        for vertex in triangle {
            self.has[vertex as usize] = true;
        }
        self.triangles.push(triangle);
        self.parents.push(number);
    }

    /// A part of a triangle.
    fn push(&mut self, number: u32, triangle: [VertexKey; 3]) {
        let corners = triangle.map(|key| match key {
            VertexKey::Vertex(vertex) => {
                self.has[vertex as usize] = true;
                vertex
            }
            VertexKey::Edge(..) => {
                let index = *self.new_index.entry(key).or_insert_with(|| {
                    self.new.push(key);
                    self.new.len() as u32 - 1
                });
                self.has.len() as u32 + index
            }
        });
        self.triangles.push(corners);
        self.parents.push(number);
    }

    fn push_with_edges(&mut self, number: u32, triangle: [VertexKey; 3], sides: &VertexSides) {
        self.push(number, triangle);
        self.add_edges(&triangle, sides);
    }

    /// Adds the edges of a polygon that are on the plane.
    fn add_edges(&mut self, polygon: &[VertexKey], sides: &VertexSides) {
        if polygon.len() > 2 {
            let edges = (0..polygon.len()).map(|i| [polygon[i], polygon[(i + 1) % polygon.len()]]);
            self.on_plane.extend(edges.filter(|edge| edge.iter().all(|key| sides.is_on_plane(*key))));
        }
    }

    /// Gives each vertex its index.
    fn finish(self, distances: &[f64]) -> Half {
        let Self { mut triangles, parents, new, has, .. } = self;
        let count = has.iter().filter(|has| **has).count();
        let mut vertices = Vec::with_capacity(count + new.len());
        let mut index_of = vec![u32::MAX; has.len()];
        for (vertex, index) in (0_u32..).zip(&mut index_of).filter(|(vertex, _)| has[*vertex as usize]) {
            *index = vertices.len() as u32;
            vertices.push(VertexSource::Vertex(vertex));
        }
        vertices.extend(new.into_iter().map(|key| key.source(distances)));
        for corner in triangles.as_flattened_mut() {
            *corner = match index_of.get(*corner as usize) {
                Some(index) => *index,
                None => *corner - has.len() as u32 + count as u32,
            };
        }
        Half { vertices, triangles, parents }
    }
}

struct Splitter<'a> {
    mesh: &'a CutVertices<'a>,
    sides: &'a VertexSides,
    /// The triangles on the plane. They are the last ones of a half.
    flats: Vec<Flat>,
    front: SplitHalf,
    back: SplitHalf,
}

impl Splitter<'_> {
    /// Adds a triangle with finite distances, each vertex of which is another one. `off_plane` has the sides of its corners
    /// that are not on the plane.
    fn add(&mut self, number: u32, triangle: [u32; 3], plane: &Plane, off_plane: u8) {
        let side = match off_plane {
            FRONT => &mut self.front,
            BACK => &mut self.back,
            0 => return self.flats.push(Flat::new(number, triangle, self.mesh, plane)),
            _ => return self.divide(number, triangle),
        };
        side.push_with_edges(number, triangle.map(VertexKey::Vertex), self.sides);
    }

    /// Divides a triangle with corners on both sides. Each part is a polygon with one edge on the plane.
    fn divide(&mut self, number: u32, triangle: [u32; 3]) {
        let Self { mesh, sides, front, back, .. } = self;
        let has_area =
            |corners: [VertexKey; 3]| has_area(corners.map(|key| mesh.position(key.source(&sides.distances))));
        for (side, part) in [front, back].into_iter().zip(parts(triangle, sides)) {
            for corners in triangles_of(&part, has_area) {
                side.push(number, corners);
            }
            side.add_edges(&part, sides);
        }
    }
}
