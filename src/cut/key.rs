//! A vertex of a half before it has an index there.

use std::collections::HashMap;

use super::source::VertexSource;

/// A vertex of the mesh or of an edge that was cut, before it has an index in a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum VertexKey {
    /// A vertex of the mesh.
    Vertex(u32),
    /// The new vertex of the edge between two vertices; the smaller index is first.
    Edge(u32, u32),
}

impl VertexKey {
    pub(super) fn of(source: &VertexSource) -> Self {
        match *source {
            VertexSource::Vertex(vertex) => Self::Vertex(vertex),
            VertexSource::Edge { from, to, .. } => Self::Edge(from, to),
        }
    }

    /// The new vertex of an edge is computed from the smaller index to the larger one, so both triangles of the edge
    /// have the same.
    pub(super) fn source(self, distances: &[f64]) -> VertexSource {
        match self {
            Self::Vertex(vertex) => VertexSource::Vertex(vertex),
            Self::Edge(from, to) => {
                let (d_from, d_to) = (distances[from as usize], distances[to as usize]);
                VertexSource::Edge { from, to, t: d_from / (d_from - d_to) }
            }
        }
    }
}

/// New vertices that are replaced by another vertex.
#[derive(Default)]
pub(super) struct Merged(HashMap<VertexKey, VertexKey>);

impl Merged {
    pub(super) fn last(&self, mut key: VertexKey) -> VertexKey {
        if self.0.is_empty() {
            return key;
        }
        while let Some(other) = self.0.get(&key) {
            key = *other;
        }
        key
    }

    /// Replaces a new vertex, which must not be replaced yet, by another one.
    pub(super) fn merge(&mut self, new: VertexKey, into: VertexKey) {
        self.0.insert(new, into);
    }
}

/// An edge in the order in which both of its directions are equal.
pub(super) fn sorted([a, b]: [VertexKey; 2]) -> [VertexKey; 2] {
    if a < b { [a, b] } else { [b, a] }
}
