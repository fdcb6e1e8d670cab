//! Triangles on both sides of a plane.

use std::collections::HashMap;

use glam::DVec3;

use super::{Half, Plane, Source};
use crate::parallel;

/// A vertex of the mesh or of an edge that was cut, before it has an index in a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Key {
    /// A vertex of the mesh.
    Vertex(u32),
    /// The new vertex of the edge between two vertices; the smaller index is first.
    Edge(u32, u32),
}

/// An edge at which both halves met, in the direction of the front half's triangle.
pub(super) type SeamEdge = [Source; 2];

/// Both halves without caps.
pub(super) struct Split {
    pub(super) front: Half,
    pub(super) back: Half,
    pub(super) seam: Vec<SeamEdge>,
}

/// Divides all triangles.
pub(super) fn split(posed: &[DVec3], triangles: &[[u32; 3]], plane: &Plane) -> Split {
    let distances: Vec<f64> = posed.iter().map(|position| plane.distance(*position)).collect();
    let places: Vec<u8> = distances.iter().map(|distance| place(*distance)).collect();
    let [front, back] = std::array::from_fn(|_| Side::new(posed.len()));
    let mut splitter = Splitter { posed, distances: &distances, front, back };
    for (number, triangle) in (0_u32..).zip(triangles) {
        // A triangle with one vertex twice has no area, and its edge to itself would be a seam of its own.
        let [a, b, c] = *triangle;
        if a == b || b == c || c == a {
            continue;
        }
        let side = |vertex: u32| places.get(vertex as usize).copied().unwrap_or(NOWHERE);
        match side(a) | side(b) | side(c) {
            FRONT => splitter.front.push_whole(number, *triangle),
            BACK => splitter.back.push_whole(number, *triangle),
            sides if sides & NOWHERE != 0 => {}
            _ => splitter.add(number, *triangle, plane),
        }
    }
    let Splitter { front, back, .. } = splitter;
    // An edge on the plane is part of the seam when both halves end there. Two triangles of one half on both sides of an
    // edge close it in that half.
    let mut seam: Vec<SeamEdge> = Vec::new();
    let met: HashMap<[Key; 2], usize> = odd(&back.on_plane);
    let mut ends: Vec<(usize, [Key; 2])> = odd(&front.on_plane)
        .into_iter()
        .filter(|(edge, _)| met.contains_key(edge))
        .map(|(edge, i)| (i, edge))
        .collect();
    ends.sort_unstable();
    seam.extend(ends.into_iter().map(|(i, _)| front.on_plane[i].map(|key| source(key, &distances))));
    let (front, back) = parallel::join(|| front.finish(&distances), || back.finish(&distances));
    Split { front, back, seam }
}

/// A vertex in front of the plane, behind it, on it, or without a finite distance; of several vertices, all of these.
const FRONT: u8 = 1;
const BACK: u8 = 2;
const ON_PLANE: u8 = 4;
const NOWHERE: u8 = 8;

fn place(distance: f64) -> u8 {
    if !distance.is_finite() {
        NOWHERE
    } else if distance > 0.0 {
        FRONT
    } else if distance < 0.0 {
        BACK
    } else {
        ON_PLANE
    }
}

/// The edges that occur an odd number of times in either direction, with the index of their first occurrence.
fn odd(edges: &[[Key; 2]]) -> HashMap<[Key; 2], usize> {
    let mut found: HashMap<[Key; 2], usize> = HashMap::with_capacity(edges.len());
    for (i, &[a, b]) in edges.iter().enumerate() {
        let edge = if a < b { [a, b] } else { [b, a] };
        if found.remove(&edge).is_none() {
            found.insert(edge, i);
        }
    }
    found
}

fn source(key: Key, distances: &[f64]) -> Source {
    match key {
        Key::Vertex(vertex) => Source::Vertex(vertex),
        Key::Edge(from, to) => {
            let (d_from, d_to) = (distances[from as usize], distances[to as usize]);
            Source::Edge { from, to, t: d_from / (d_from - d_to) }
        }
    }
}

/// What belongs to one half so far.
struct Side {
    /// A corner below the number of the mesh's vertices is one of them; above it, an entry of `new`.
    triangles: Vec<[u32; 3]>,
    parents: Vec<u32>,
    /// The new vertices in the order of their first use, with their index.
    new: Vec<Key>,
    new_index: HashMap<Key, u32>,
    /// Edges on the plane, in the direction of the half's triangle.
    on_plane: Vec<[Key; 2]>,
    /// Whether each vertex of the mesh is in the half.
    has: Vec<bool>,
}

#[expect(clippy::cast_possible_truncation, reason = "a half has fewer vertices than indices of u32")]
impl Side {
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
    fn push(&mut self, number: u32, triangle: [Key; 3]) {
        let corners = triangle.map(|key| match key {
            Key::Vertex(vertex) => {
                self.has[vertex as usize] = true;
                vertex
            }
            Key::Edge(..) => {
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

    /// Gives each vertex its index.
    fn finish(self, distances: &[f64]) -> Half {
        let Self { mut triangles, parents, new, has, .. } = self;
        let count = has.iter().filter(|has| **has).count();
        let mut vertices = Vec::with_capacity(count + new.len());
        let mut index_of = vec![u32::MAX; has.len()];
        for (vertex, index) in (0_u32..).zip(&mut index_of).filter(|(vertex, _)| has[*vertex as usize]) {
            *index = vertices.len() as u32;
            vertices.push(Source::Vertex(vertex));
        }
        vertices.extend(new.into_iter().map(|key| source(key, distances)));
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
    posed: &'a [DVec3],
    distances: &'a [f64],
    front: Side,
    back: Side,
}

impl Splitter<'_> {
    /// Adds a triangle with finite distances, each vertex of which is another one.
    fn add(&mut self, number: u32, triangle: [u32; 3], plane: &Plane) {
        let d = triangle.map(|vertex| self.distances[vertex as usize]);
        let corners = triangle.map(Key::Vertex);
        let (in_front, behind) = (d.iter().any(|d| *d > 0.0), d.iter().any(|d| *d < 0.0));
        match (in_front, behind) {
            (true, true) => self.divide(number, triangle, d),
            (false, false) => {
                let [a, b, c] = triangle.map(|vertex| self.posed[vertex as usize]);
                let faces_front = (b - a).cross(c - a).dot(plane.normal()) > 0.0;
                let side = if faces_front { &mut self.back } else { &mut self.front };
                side.push(number, corners);
                side.on_plane.extend((0..3).map(|i| [corners[i], corners[(i + 1) % 3]]));
            }
            (is_whole_in_front, _) => {
                let side = if is_whole_in_front { &mut self.front } else { &mut self.back };
                side.push(number, corners);
                let edges = (0..3).map(|i| [i, (i + 1) % 3]).filter(|edge| edge.iter().all(|&i| d[i] == 0.0));
                side.on_plane.extend(edges.map(|edge| edge.map(|i| corners[i])));
            }
        }
    }

    /// Divides a triangle with corners on both sides. Each part is a polygon of 3 or 4 corners, with one edge on the
    /// plane.
    fn divide(&mut self, number: u32, triangle: [u32; 3], d: [f64; 3]) {
        let mut front: Vec<(Key, bool)> = Vec::with_capacity(4);
        let mut back: Vec<(Key, bool)> = Vec::with_capacity(4);
        for i in 0..3 {
            let next = (i + 1) % 3;
            let corner = (Key::Vertex(triangle[i]), d[i] == 0.0);
            if d[i] >= 0.0 {
                front.push(corner);
            }
            if d[i] <= 0.0 {
                back.push(corner);
            }
            if (d[i] > 0.0 && d[next] < 0.0) || (d[i] < 0.0 && d[next] > 0.0) {
                let [from, to] = [triangle[i].min(triangle[next]), triangle[i].max(triangle[next])];
                let new = (Key::Edge(from, to), true);
                front.push(new);
                back.push(new);
            }
        }
        for (side, polygon) in [(&mut self.front, front), (&mut self.back, back)] {
            let count = polygon.len();
            for i in 1..count.saturating_sub(1) {
                side.push(number, [polygon[0].0, polygon[i].0, polygon[i + 1].0]);
            }
            let edges = (0..count).map(|i| [polygon[i], polygon[(i + 1) % count]]);
            let on_plane = edges.filter(|edge| edge.iter().all(|(_, on_plane)| *on_plane));
            side.on_plane.extend(on_plane.map(|edge| edge.map(|(key, _)| key)));
        }
    }
}
