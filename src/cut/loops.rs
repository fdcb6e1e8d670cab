//! Closed loops and open chains of the edges where the halves met.

use std::collections::HashMap;

use super::key::VertexKey;
use super::seam::SeamEdge;
use super::source::VertexSource;

/// A closed loop of vertices on the plane, in the direction of most edges of the front half. No vertex occurs twice.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The vertices in order; the last is followed by the first.
    pub vertices: Vec<VertexSource>,
}

/// An open chain of vertices on the plane, which ends at a border of the mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// The vertices in order, from one end to the other.
    pub vertices: Vec<VertexSource>,
}

/// A step of a walk: the edge, and the vertex at which it ends.
type WalkStep = (usize, usize);

/// All closed loops and all open chains. A vertex with four edges is where two loops touch: a walk that comes to a vertex
/// again ends a loop there.
pub(super) fn trace(seam: &[SeamEdge]) -> (Vec<Loop>, Vec<Chain>) {
    let mut vertices: Vec<VertexSource> = Vec::new();
    let mut index: HashMap<VertexKey, usize> = HashMap::new();
    let mut vertex = |source: VertexSource| {
        *index.entry(VertexKey::of(&source)).or_insert_with(|| {
            vertices.push(source);
            vertices.len() - 1
        })
    };
    let edges: Vec<[usize; 2]> = seam.iter().map(|edge| edge.map(&mut vertex)).collect();
    let mut at: Vec<Vec<WalkStep>> = vec![Vec::new(); vertices.len()];
    // Edges that begin at a vertex are before those that end there, so that a walk follows the winding of the mesh where
    // more than two edges meet.
    for (i, &[from, to]) in edges.iter().enumerate() {
        at[from].push((i, to));
    }
    let begun: Vec<usize> = at.iter().map(Vec::len).collect();
    for (i, &[from, to]) in edges.iter().enumerate() {
        at[to].push((i, from));
    }
    let mut walker = Walker { edges: &edges, at: &at, next: vec![0; at.len()], used: vec![false; edges.len()] };
    let mut loops = Vec::new();
    let mut odd: Vec<usize> = (0..at.len()).filter(|&vertex| at[vertex].len() % 2 == 1).collect();
    odd.sort_by_key(|&vertex| 2 * begun[vertex] < at[vertex].len());
    let mut chains: Vec<Vec<usize>> = Vec::new();
    for start in odd {
        let rest = walker.walk(start, &mut loops);
        if !rest.is_empty() {
            chains.push(std::iter::once(start).chain(rest.iter().map(|(_, vertex)| *vertex)).collect());
        }
    }
    for start in 0..at.len() {
        while walker.has_edge(start) {
            walker.walk(start, &mut loops);
        }
    }
    let sources = |indices: Vec<usize>| -> Vec<VertexSource> { indices.into_iter().map(|i| vertices[i]).collect() };
    let loops = loops.into_iter().map(|loop_| Loop { vertices: sources(loop_) }).collect();
    let chains = chains.into_iter().map(|chain| Chain { vertices: sources(chain) }).collect();
    (loops, chains)
}

struct Walker<'a> {
    edges: &'a [[usize; 2]],
    at: &'a [Vec<WalkStep>],
    /// The first edge of each vertex that may be unused.
    next: Vec<usize>,
    used: Vec<bool>,
}

impl Walker<'_> {
    fn has_edge(&mut self, vertex: usize) -> bool {
        let steps = &self.at[vertex];
        let next = &mut self.next[vertex];
        while steps.get(*next).is_some_and(|(edge, _)| self.used[*edge]) {
            *next += 1;
        }
        *next < steps.len()
    }

    /// Walks along unused edges until there is none, and takes out each loop when it closes. Returns the rest: a chain
    /// that ends at another vertex than `start`.
    fn walk(&mut self, start: usize, loops: &mut Vec<Vec<usize>>) -> Vec<WalkStep> {
        let mut path: Vec<WalkStep> = Vec::new();
        // The length of the path at which each vertex of it was reached.
        let mut reached: HashMap<usize, usize> = HashMap::from([(start, 0)]);
        let mut here = start;
        while self.has_edge(here) {
            let (edge, to) = self.at[here][self.next[here]];
            self.used[edge] = true;
            path.push((edge, to));
            here = to;
            if let Some(&length) = reached.get(&to) {
                let closed = path.split_off(length);
                for (_, vertex) in closed.iter().filter(|(_, vertex)| *vertex != to) {
                    reached.remove(vertex);
                }
                loops.push(self.directed(&closed));
            } else {
                reached.insert(to, path.len());
            }
        }
        path
    }

    /// The vertices of a closed walk in the direction of most of its edges.
    fn directed(&self, closed: &[WalkStep]) -> Vec<usize> {
        let along = closed.iter().filter(|(edge, to)| self.edges[*edge][1] == *to).count();
        let mut vertices: Vec<usize> = closed.iter().map(|(_, to)| *to).collect();
        if 2 * along < closed.len() {
            vertices.reverse();
        }
        vertices
    }
}
