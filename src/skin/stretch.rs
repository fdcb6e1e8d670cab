//! Edges that a pose stretches.
//!
//! ```text
//! stretch of an edge    posed length / (length as modelled · scale of the mesh)
//! scale of the mesh     the median of posed length / length as modelled over all edges
//! ```
//!
//! The median leaves out the scale of the joints and of the model: most edges of a character keep their length in every pose.

use std::collections::HashSet;

use glam::{DVec3, Vec3};

/// An edge that is at least this many times as long as modelled is stretched. A joint that bends by 90° stretches the edges on
/// its outer side about twice, and a limb that is raised from its side those of the armpit about three times.
pub const LEAST_STRETCH: f64 = 4.0;

/// An edge must also be longer by this part of the diagonal of the modelled mesh: the edges of small parts, such as eyelids, stretch
/// many times without a visible spike.
pub const LEAST_LONGER: f64 = 0.02;

/// An edge that a pose stretches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StretchedEdge {
    /// The vertices at its ends, the smaller index first.
    pub ends: [u32; 2],
    /// How many times it is as long as modelled, beside the scale of the mesh.
    pub stretch: f64,
    /// Its length, in the unit of the posed vertices.
    pub length: f64,
}

/// The edges of the triangles that a pose stretches, the most stretched one first. An edge without length as modelled, and one
/// whose ends are not finite, is left out. Edges with ends at the same two positions as modelled and posed are one.
pub fn stretched_edges(modelled: &[Vec3], posed: &[DVec3], triangles: &[[u32; 3]]) -> Vec<StretchedEdge> {
    let mut edges: Vec<[u32; 2]> = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    for edge in &mut edges {
        edge.sort_unstable();
    }
    edges.sort_unstable();
    edges.dedup();
    let length = |[a, b]: [u32; 2]| {
        let [a, b] = [a as usize, b as usize];
        let before = modelled.get(a)?.as_dvec3().distance(modelled.get(b)?.as_dvec3());
        let now = posed.get(a)?.distance(*posed.get(b)?);
        (before > 0.0 && before.is_finite() && now.is_finite()).then_some((before, now))
    };
    let lengths: Vec<([u32; 2], f64, f64)> =
        edges.iter().filter_map(|edge| length(*edge).map(|(before, now)| (*edge, before, now))).collect();
    if lengths.is_empty() {
        return Vec::new();
    }
    let mut ratios: Vec<f64> = lengths.iter().map(|(_, before, now)| now / before).collect();
    let middle = (ratios.len() - 1) / 2;
    let scale = *ratios.select_nth_unstable_by(middle, f64::total_cmp).1;
    let finite = || modelled.iter().filter(|at| at.is_finite()).map(|at| at.as_dvec3());
    let diagonal = finite().fold(DVec3::NEG_INFINITY, DVec3::max).distance(finite().fold(DVec3::INFINITY, DVec3::min));
    let stretched = |&(ends, before, now): &([u32; 2], f64, f64)| {
        let [rest, stretch] = [before * scale, now / (before * scale)];
        let is_stretched = stretch >= LEAST_STRETCH && now - rest >= LEAST_LONGER * diagonal * scale;
        is_stretched.then_some(StretchedEdge { ends, stretch, length: now })
    };
    let mut found: Vec<StretchedEdge> = lengths.iter().filter_map(stretched).collect();
    found.sort_by(|a, b| b.stretch.total_cmp(&a.stretch).then(a.ends.cmp(&b.ends)));
    let mut known: HashSet<[[u64; 3]; 4]> = HashSet::new();
    found.retain(|edge| {
        // Adding 0 turns −0 into 0.
        let bits = |at: DVec3| at.to_array().map(|x| (x + 0.0).to_bits());
        let mut ends = edge.ends.map(|end| [bits(modelled[end as usize].as_dvec3()), bits(posed[end as usize])]);
        ends.sort_unstable();
        known.insert([ends[0][0], ends[0][1], ends[1][0], ends[1][1]])
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_compared_with_most_edges_of_the_mesh() {
        let modelled: Vec<Vec3> = (0..8_u8).map(|i| Vec3::new(f32::from(i / 2), f32::from(i % 2), 0.0)).collect();
        let square = |i: u32| [[2 * i, 2 * i + 2, 2 * i + 1], [2 * i + 1, 2 * i + 2, 2 * i + 3]];
        let triangles: Vec<[u32; 3]> = (0..3).flat_map(square).collect();
        let posed = |scale: f64, last: DVec3| {
            let mut posed: Vec<DVec3> = modelled.iter().map(|at| at.as_dvec3() * scale).collect();
            posed[7] = last * scale;
            stretched_edges(&modelled, &posed, &triangles)
        };
        for scale in [1.0, 100.0, 1e-3] {
            assert_eq!(posed(scale, DVec3::new(3.0, 1.0, 0.0)), [], "a scale stretches no edge");
            let found = posed(scale, DVec3::new(3.0, 9.0, 0.0));
            let ends: Vec<[u32; 2]> = found.iter().map(|edge| edge.ends).collect();
            assert_eq!(ends, [[6, 7], [5, 7]]);
            assert!((found[0].stretch - 9.0).abs() < 1e-9 && (found[0].length - 9.0 * scale).abs() < 1e-9 * scale);
        }
        // One vertex that is not finite spoils no other edge.
        assert_eq!(posed(1.0, DVec3::NAN), []);
    }

    #[test]
    fn edges_at_the_same_places_are_one() {
        let modelled = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ZERO, Vec3::X, -Vec3::Y, -Vec3::X];
        let mut posed: Vec<DVec3> = modelled.iter().map(|at| at.as_dvec3()).collect();
        let triangles = [[0, 1, 2], [3, 5, 4], [3, 6, 5]];
        (posed[1], posed[4]) = (DVec3::X * 20.0, DVec3::X * 20.0);
        let found = stretched_edges(&modelled, &posed, &triangles);
        assert_eq!(found.iter().map(|edge| edge.ends).collect::<Vec<_>>(), [[0, 1], [1, 2], [4, 5]]);
        assert_eq!(stretched_edges(&[], &[], &triangles), []);
    }
}
