//! Vertices with a weight of a joint that is far from the joints of their neighbours.
//!
//! The vertices that a joint moves are connected by the edges of the mesh, and beside them are vertices that its parent, its
//! children or its siblings move. A part of them that is apart from the rest, and beside which no such joint moves a vertex, has
//! a stray weight: a vertex of a shoulder with a weight of the hand. It is a spike as soon as the joint moves.
//!
//! ```text
//! part    vertices with a weight of joint j, connected by edges
//! beside  vertices that share an edge with the part and have no weight of j
//! stray   the greatest weight of the part is at least LEAST, there are vertices beside it, and none of their joints is the
//!         parent, a child or a sibling of j, where joints without vertices do not count; when all parts of j are so, the one
//!         with the greatest sum of weights is where the joint is
//! ```
//!
//! Vertices at one position count as one, because the seams of texture coordinates divide them. A part without vertices beside
//! it is a loose part of the mesh, such as an eye, and may have any joint. The time is linear in the triangles and influences.

use std::collections::{HashMap, HashSet};

use glam::Vec3;

use super::influences::Influences;

/// A part whose weights are all below this is no stray weight: it moves its vertices by less than a tenth of the way of the
/// joint.
pub const LEAST_STRAY_WEIGHT: f32 = 0.1;

/// A vertex with a stray weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StrayWeight {
    /// Its index in the mesh.
    pub vertex: u32,
    /// The joint, by its index in the skin.
    pub joint: u16,
    /// The weight.
    pub weight: f32,
}

/// The vertices with stray weights, ascending; of several stray weights of a vertex the greatest. `parents` has the nearest
/// joint above each joint, `positions` are those as modelled. Triangles with a vertex out of range are left out.
pub fn stray_weights(
    influences: &Influences,
    parents: &[Option<usize>],
    positions: &[Vec3],
    triangles: &[[u32; 3]],
) -> Vec<StrayWeight> {
    let places = Places::of(influences, positions, triangles);
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); influences.joint_count()];
    for (place, joints) in (0..).zip(&places.joints) {
        for (joint, _) in joints {
            members[usize::from(*joint)].push(place);
        }
    }
    let relatives = Relatives::of(&members, parents);
    let mut found: HashMap<u32, StrayWeight> = HashMap::new();
    for (joint, members) in (0..=u16::MAX).zip(&members) {
        for place in places.stray_parts(joint, members, &relatives).into_iter().flatten() {
            for &vertex in &places.vertices[place as usize] {
                let weight =
                    positive(influences, vertex as usize).filter(|(of, _)| *of == joint).map(|(_, weight)| weight);
                let stray = StrayWeight { vertex, joint, weight: weight.sum() };
                let known = found.entry(vertex).or_insert(stray);
                if stray.weight > known.weight {
                    *known = stray;
                }
            }
        }
    }
    let mut found: Vec<StrayWeight> = found.into_values().filter(|stray| stray.weight > 0.0).collect();
    found.sort_by_key(|stray| stray.vertex);
    found
}

/// The joints of a vertex with a weight above 0.
fn positive(influences: &Influences, vertex: usize) -> impl Iterator<Item = (u16, f32)> {
    influences.of_vertex(vertex).filter(|(_, weight)| *weight > 0.0)
}

/// The positions of a mesh, each once.
struct Places {
    /// The vertices at each place.
    vertices: Vec<Vec<u32>>,
    /// The joints of these vertices, ascending, each once with its greatest weight.
    joints: Vec<Vec<(u16, f32)>>,
    /// The places that share an edge with each place.
    beside: Vec<Vec<u32>>,
}

impl Places {
    fn of(influences: &Influences, positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let mut known: HashMap<[u32; 3], u32> = HashMap::new();
        let mut vertices: Vec<Vec<u32>> = Vec::new();
        let mut joints: Vec<Vec<(u16, f32)>> = Vec::new();
        let mut place_of = Vec::with_capacity(positions.len());
        for (vertex, position) in (0..).zip(positions) {
            // Adding 0 turns −0 into 0.
            let place = *known.entry(position.to_array().map(|x| (x + 0.0).to_bits())).or_insert_with(|| {
                vertices.push(Vec::new());
                joints.push(Vec::new());
                u32::try_from(vertices.len() - 1).unwrap_or(u32::MAX)
            });
            vertices[place as usize].push(vertex);
            joints[place as usize].extend(positive(influences, vertex as usize));
            place_of.push(place);
        }
        for joints in &mut joints {
            joints.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
            joints.dedup_by_key(|(joint, _)| *joint);
        }
        let mut beside = vec![Vec::new(); vertices.len()];
        for [a, b, c] in triangles.iter().filter_map(|corners| {
            let [a, b, c] = corners.map(|vertex| place_of.get(vertex as usize).copied());
            Some([a?, b?, c?])
        }) {
            for (from, to) in [(a, b), (b, c), (c, a)].into_iter().filter(|(from, to)| from != to) {
                beside[from as usize].push(to);
                beside[to as usize].push(from);
            }
        }
        Self { vertices, joints, beside }
    }

    /// The greatest weight of a joint at a place; 0 without one.
    fn weight(&self, place: u32, joint: u16) -> f32 {
        let joints = &self.joints[place as usize];
        joints.binary_search_by_key(&joint, |(of, _)| *of).map_or(0.0, |i| joints[i].1)
    }

    /// The parts of the places that a joint moves which are stray.
    fn stray_parts(&self, joint: u16, members: &[u32], relatives: &Relatives) -> Vec<Vec<u32>> {
        let parts = self.parts(joint, members);
        let sum = |part: &[u32]| part.iter().map(|&place| f64::from(self.weight(place, joint))).sum::<f64>();
        let (mut far, near): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| self.is_far(joint, part, relatives));
        if near.is_empty() {
            // The greatest part is where the joint is.
            let sums = far.iter().map(|part| sum(part)).enumerate();
            if let Some((main, _)) = sums.reduce(|a, b| if b.1 > a.1 { b } else { a }) {
                far.swap_remove(main);
            }
        }
        let greatest = |part: &[u32]| part.iter().map(|&place| self.weight(place, joint)).fold(0.0, f32::max);
        far.retain(|part| greatest(part) >= LEAST_STRAY_WEIGHT);
        far
    }

    /// Whether there are places beside a part, and no joint there is next to the joint of the part.
    fn is_far(&self, joint: u16, part: &[u32], relatives: &Relatives) -> bool {
        let around = part.iter().flat_map(|&place| &self.beside[place as usize]);
        let mut around = around.filter(|place| self.weight(**place, joint) <= 0.0).peekable();
        let is_near = |place: &u32| self.joints[*place as usize].iter().any(|(of, _)| relatives.are_near(joint, *of));
        around.peek().is_some() && !around.any(is_near)
    }

    /// The places that a joint moves, in parts that no edge connects.
    fn parts(&self, joint: u16, members: &[u32]) -> Vec<Vec<u32>> {
        let mut seen: HashSet<u32> = HashSet::new();
        let mut parts = Vec::new();
        for &start in members {
            if !seen.insert(start) {
                continue;
            }
            let mut part = vec![start];
            let mut next = 0;
            while let Some(&place) = part.get(next) {
                next += 1;
                let more = self.beside[place as usize].iter().copied();
                part.extend(more.filter(|&other| self.weight(other, joint) > 0.0 && seen.insert(other)));
            }
            parts.push(part);
        }
        parts
    }
}

/// Which joints are next to each other in the skeleton, without the joints that move no vertex.
struct Relatives {
    /// The nearest joint above each joint that moves vertices.
    parents: Vec<Option<usize>>,
}

impl Relatives {
    fn of(members: &[Vec<u32>], parents: &[Option<usize>]) -> Self {
        let above = |joint: usize| parents.get(joint).copied().flatten().filter(|parent| *parent < members.len());
        // Of the joints that were asked for. A long chain of joints without vertices is walked once.
        let mut is_found = vec![false; members.len()];
        let mut found: Vec<Option<usize>> = vec![None; members.len()];
        let mut below = Vec::new();
        for joint in 0..members.len() {
            let mut at = joint;
            let nearest = loop {
                if is_found[at] {
                    break found[at];
                }
                below.push(at);
                match above(at) {
                    Some(parent) if !members[parent].is_empty() => break Some(parent),
                    // A hierarchy has no cycle, and no way up has more joints than the skin.
                    Some(parent) if below.len() < members.len() => at = parent,
                    _ => break None,
                }
            };
            for joint in below.drain(..) {
                is_found[joint] = true;
                found[joint] = nearest;
            }
        }
        Self { parents: found }
    }

    /// Whether one is the parent of the other, or both are children of one joint or of none.
    fn are_near(&self, a: u16, b: u16) -> bool {
        let (a, b) = (usize::from(a), usize::from(b));
        a == b || self.parents[a] == Some(b) || self.parents[b] == Some(a) || self.parents[a] == self.parents[b]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip of 5 × 2 vertices along X; each column has the joint of its number, a chain.
    fn strip(change: impl FnOnce(&mut Vec<u16>)) -> Vec<StrayWeight> {
        let positions: Vec<Vec3> = (0..10_u8).map(|i| Vec3::new(f32::from(i / 2), f32::from(i % 2), 0.0)).collect();
        let square = |i: u32| [[2 * i, 2 * i + 2, 2 * i + 1], [2 * i + 1, 2 * i + 2, 2 * i + 3]];
        let triangles: Vec<[u32; 3]> = (0..4).flat_map(square).collect();
        let mut joints: Vec<u16> = (0..10).map(|i| i / 2).collect();
        change(&mut joints);
        let influences = Influences::new(5, 1, joints, vec![1.0; 10]).unwrap();
        let parents = [None, Some(0), Some(1), Some(2), Some(3)];
        stray_weights(&influences, &parents, &positions, &triangles)
    }

    #[test]
    fn a_vertex_with_the_joint_of_the_other_end_is_stray() {
        assert_eq!(strip(|_| ()), []);
        assert_eq!(strip(|joints| joints[0] = 4), [StrayWeight { vertex: 0, joint: 4, weight: 1.0 }]);
        // Two vertices beside each other do not hide each other.
        let found = strip(|joints| joints[2..4].fill(4));
        assert_eq!(found.iter().map(|stray| stray.vertex).collect::<Vec<_>>(), [2, 3]);
        // The joint of the next column but one is the child of a joint that is beside the vertex.
        assert_eq!(strip(|joints| joints[2] = 2), []);
    }

    #[test]
    fn a_loose_part_may_have_any_joint_and_a_seam_is_no_gap() {
        let corners = [
            [0.0, 0.0],
            [1.0, 0.0],
            [0.0, 1.0],
            [0.0, 0.0],
            [1.0, 0.0],
            [0.0, -1.0],
            [5.0, 0.0],
            [6.0, 0.0],
            [5.0, 1.0],
        ];
        let positions = corners.map(|[x, y]| Vec3::new(x, y, 0.0));
        let parents = [None, Some(0), Some(1), Some(2)];
        let of = |joints: [u16; 9], triangles: &[[u32; 3]]| {
            let influences = Influences::new(4, 1, joints.to_vec(), vec![1.0; 9]).unwrap();
            stray_weights(&influences, &parents, &positions, triangles)
        };
        // The first two triangles share an edge by position alone; the third is loose.
        let all = [[0, 1, 2], [3, 5, 4], [6, 7, 8]];
        assert_eq!(of([0, 0, 0, 0, 0, 0, 3, 3, 3], &all), []);
        // Joints without vertices do not count: joint 3 is next to joint 0.
        assert_eq!(of([0, 0, 0, 0, 0, 3, 3, 3, 3], &all), []);
        let found = of([0, 0, 0, 0, 0, 3, 1, 2, 3], &all);
        assert_eq!(found, [StrayWeight { vertex: 5, joint: 3, weight: 1.0 }]);
        assert_eq!(of([0, 0, 0, 0, 0, 3, 1, 2, 3], &[[0, 1, 99], [6, 7, 8]]), [], "no triangle has vertex 5");
    }

    /// Relatives in a chain are those with vertices, in whatever order the joints are.
    #[test]
    fn joints_without_vertices_are_left_out_of_chains() {
        let members = [vec![0], vec![], vec![], vec![1], vec![]];
        let parents = |parents: [Option<usize>; 5]| Relatives::of(&members, &parents).parents;
        assert_eq!(parents([None, Some(0), Some(1), Some(2), Some(3)]), [None, Some(0), Some(0), Some(0), Some(3)]);
        assert_eq!(parents([Some(4), Some(2), Some(0), None, Some(1)]), [Some(0), Some(0), Some(0), None, Some(0)]);
        assert_eq!(parents([None, Some(2), Some(4), Some(1), Some(9)]), [None, None, None, None, None]);
    }
}
