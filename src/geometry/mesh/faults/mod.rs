//! The faults of a mesh: triangles without area, duplicate triangles, edges with one triangle or more than two,
//! inconsistent winding of neighbours, non-finite vertices, and closed parts that are inside out.
//!
//! Vertices at the same position count as one, because files split them where textures or normals differ. A counting
//! sort assigns edges and triangles to their least vertex, so time and memory are linear in the number of triangles:
//! about 80 bytes for each while it runs.

mod parts;

use glam::Vec3;

use self::parts::Parts;
use super::Mesh;
use crate::geometry::bounds::Aabb;

/// The greatest number of entries that are listed for each fault: all of them but for a mesh without neighbours, such as a
/// triangle soup of a scan.
pub const MOST_NAMED: usize = 100_000;

/// The faults of a mesh. Numbers of triangles and vertices are those of the file, from 0; positions are local.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faults {
    /// Triangles without area: two corners at the same place, or all on one line.
    pub degenerate: Found<DegenerateTriangle>,
    /// Triangles whose three corners an earlier one has, in either winding.
    pub duplicates: Found<DuplicateTriangle>,
    /// Edges with one triangle: the rim of a hole, or of a surface that bounds no solid.
    pub open_edges: Found<FaultyEdge>,
    /// Edges with more than two triangles.
    pub non_manifold_edges: Found<FaultyEdge>,
    /// Edges along which both triangles run in the same direction: one of them is seen from behind.
    pub flipped_edges: Found<FaultyEdge>,
    /// Vertices with a coordinate that is NaN or infinite; no ray hits a triangle that has one.
    pub not_finite: Found<NotFiniteVertex>,
    /// Parts that are closed and have a negative volume, without cavities in other closed parts.
    pub inside_out: Found<InsideOutPart>,
    /// The number of parts whose triangles are connected by edges. A part without area does not count.
    pub parts: usize,
    /// Whether the surface has an inside: every edge belongs to an even number of triangles.
    pub is_closed: bool,
    /// The sum of the signed volumes of the tetrahedra from one point to each triangle: negative for a closed surface whose
    /// triangles all show their backs.
    pub volume: f64,
}

/// The number of faults of one kind, and the first of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<T> {
    /// All of them.
    pub count: usize,
    /// At most [`MOST_NAMED`]: triangles and vertices in file order, edges by their first vertex.
    pub first: Vec<T>,
}

/// A triangle without area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DegenerateTriangle {
    /// Its number.
    pub triangle: u32,
    /// Its corners.
    pub corners: [Vec3; 3],
}

/// A triangle with the corners of an earlier one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DuplicateTriangle {
    /// Its number.
    pub triangle: u32,
    /// The number of the first with these corners.
    pub of: u32,
    /// Its corners.
    pub corners: [Vec3; 3],
}

/// An edge that is not shared by exactly two triangles with a consistent winding. Triangles without area and duplicate
/// triangles do not count, because they are faults of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaultyEdge {
    /// The numbers of its first two triangles; twice the same when it has one.
    pub triangles: [u32; 2],
    /// The number of its triangles.
    pub count: usize,
    /// Its ends.
    pub ends: [Vec3; 2],
}

/// A vertex with a coordinate that is NaN or infinite.
#[derive(Clone, Copy, Debug)]
pub struct NotFiniteVertex {
    /// Its number.
    pub vertex: u32,
    /// As it was given.
    pub position: Vec3,
}

/// A closed part of a mesh whose triangles face inwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InsideOutPart {
    /// The number of its first triangle.
    pub triangle: u32,
    /// The box around it.
    pub bounds: Aabb,
}

/// By bits, so that NaN is equal to itself.
impl PartialEq for NotFiniteVertex {
    fn eq(&self, other: &Self) -> bool {
        let bits = |v: &Self| v.position.to_array().map(f32::to_bits);
        self.vertex == other.vertex && bits(self) == bits(other)
    }
}

impl Faults {
    /// Whether no triangle, edge or vertex has a fault. A surface that is open on purpose has open edges.
    pub fn is_empty(&self) -> bool {
        [self.degenerate.count, self.duplicates.count, self.open_edges.count].iter().all(|count| *count == 0)
            && [self.non_manifold_edges.count, self.flipped_edges.count, self.not_finite.count].iter().all(|n| *n == 0)
    }

    pub(super) fn of(mesh: &Mesh) -> Self {
        let mut faults = Self { is_closed: true, ..Self::default() };
        for (vertex, position) in (0..).zip(mesh.positions()) {
            if !position.is_finite() {
                faults.not_finite.add(NotFiniteVertex { vertex, position: *position });
            }
        }
        let points = welded(mesh.positions());
        let triangles: Vec<Triangle> = mesh
            .finite()
            .map(|(number, corners)| {
                let has_area = has_area(corners);
                if !has_area {
                    faults.degenerate.add(DegenerateTriangle { triangle: number, corners });
                }
                let points = mesh.triangles()[number as usize].map(|vertex| points[vertex as usize]);
                Triangle { number, points, is_sound: has_area }
            })
            .collect();
        let origin = mesh.bounds().centre().as_dvec3();
        faults.volume = mesh
            .finite()
            .map(|(_, corners)| corners.map(|corner| corner.as_dvec3() - origin))
            .map(|[a, b, c]| a.dot(b.cross(c)) / 6.0)
            .sum();
        let is_again = faults.duplicates_of(mesh, &triangles);
        let parts = faults.edges_of(mesh, &triangles, &is_again);
        (faults.parts, faults.inside_out) = parts.inside_out(mesh, &triangles);
        faults
    }

    /// Finds duplicate triangles. The result has one flag for each triangle.
    fn duplicates_of(&mut self, mesh: &Mesh, triangles: &[Triangle]) -> Vec<bool> {
        let by_least = Groups::new(mesh.positions().len(), || {
            (0..).zip(triangles).filter(|(_, triangle)| triangle.is_sound).map(|(i, triangle)| {
                let [least, ..] = triangle.sorted();
                (least, i)
            })
        });
        let mut of = vec![None; triangles.len()];
        let mut group = Vec::new();
        for members in by_least.each() {
            group.clear();
            group.extend(members.iter().map(|&i: &u32| (triangles[i as usize].sorted(), i)));
            group.sort_unstable();
            for same in group.chunk_by(|(a, _), (b, _)| a == b) {
                for (_, again) in &same[1..] {
                    of[*again as usize] = Some(same[0].1);
                }
            }
        }
        for (triangle, first) in triangles.iter().zip(&of).filter_map(|(triangle, of)| Some((triangle, (*of)?))) {
            let corners = mesh.corners(triangle.number as usize);
            let of = triangles[first as usize].number;
            self.duplicates.add(DuplicateTriangle { triangle: triangle.number, of, corners });
        }
        of.iter().map(Option::is_some).collect()
    }

    /// Finds faulty edges. The result has the parts that edges connect.
    fn edges_of(&mut self, mesh: &Mesh, triangles: &[Triangle], is_again: &[bool]) -> Parts {
        let mut parts = Parts::new(triangles.len());
        // Of each side: the other point, the triangle, and whether it runs from the lesser to the greater point.
        let by_least = Groups::new(mesh.positions().len(), || {
            (0..).zip(triangles).flat_map(|(i, triangle)| {
                let [a, b, c] = triangle.points;
                let sides = [[a, b], [b, c], [c, a]].into_iter().filter(|[from, to]| from != to);
                sides.map(move |[from, to]| (from.min(to), Side { other: from.max(to), triangle: i, is_up: from < to }))
            })
        });
        let mut group: Vec<Side> = Vec::new();
        for (point, members) in by_least.each().enumerate() {
            group.clear();
            group.extend_from_slice(members);
            group.sort_unstable_by_key(|side| (side.other, side.triangle));
            for edge in group.chunk_by(|a, b| a.other == b.other) {
                self.is_closed &= edge.len() % 2 == 0;
                parts.add_edge(edge);
                let mut sound = edge.iter().filter(|side| {
                    let i = side.triangle as usize;
                    triangles[i].is_sound && !is_again[i]
                });
                let Some(first) = sound.next() else { continue };
                let second = sound.next();
                let count = 1 + usize::from(second.is_some()) + sound.count();
                let list = match (count, second) {
                    (1, _) => &mut self.open_edges,
                    (2, Some(second)) if first.is_up == second.is_up => &mut self.flipped_edges,
                    (2, _) => continue,
                    _ => &mut self.non_manifold_edges,
                };
                let number = |side: &Side| triangles[side.triangle as usize].number;
                list.add(FaultyEdge {
                    triangles: [number(first), number(second.unwrap_or(first))],
                    count,
                    ends: [mesh.positions()[point], mesh.positions()[edge[0].other as usize]],
                });
            }
        }
        parts
    }
}

impl<T> Default for Found<T> {
    fn default() -> Self {
        Self { count: 0, first: Vec::new() }
    }
}

impl<T> Found<T> {
    fn add(&mut self, fault: T) {
        self.count += 1;
        if self.first.len() < MOST_NAMED {
            self.first.push(fault);
        }
    }
}

/// A triangle with finite corners; each corner is the least vertex at its place.
struct Triangle {
    number: u32,
    points: [u32; 3],
    is_sound: bool,
}

impl Triangle {
    fn sorted(&self) -> [u32; 3] {
        let mut points = self.points;
        points.sort_unstable();
        points
    }
}

#[derive(Clone, Copy, Default)]
struct Side {
    other: u32,
    triangle: u32,
    is_up: bool,
}

/// Items sorted by a number below a bound, in time linear in the number of items and the bound.
struct Groups<T> {
    ends: Vec<u32>,
    members: Vec<T>,
}

impl<T: Clone + Default> Groups<T> {
    fn new<I: Iterator<Item = (u32, T)>>(bound: usize, items: impl Fn() -> I) -> Self {
        let mut ends = vec![0_u32; bound + 1];
        for (key, _) in items() {
            ends[key as usize + 1] += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let mut members = vec![T::default(); ends.last().map_or(0, |end| *end as usize)];
        // Each begins where the one before ends, and is at its own end when all are in.
        for (key, item) in items() {
            let next = &mut ends[key as usize];
            members[*next as usize] = item;
            *next += 1;
        }
        Self { ends, members }
    }

    /// The members of each number, from 0.
    fn each(&self) -> impl Iterator<Item = &[T]> {
        let ends = &self.ends[..self.ends.len() - 1];
        ends.iter().scan(0, |begin, &end| {
            let group = &self.members[*begin as usize..end as usize];
            *begin = end;
            Some(group)
        })
    }
}

/// For each vertex the least number of a vertex at the same place; −0 is 0.
pub(super) fn welded(positions: &[Vec3]) -> Vec<u32> {
    /// A free place of the table. No vertex has this number, because a triangle cannot refer to it.
    const FREE: u32 = u32::MAX;
    let mask = (2 * positions.len()).next_power_of_two() - 1;
    // Open addressing; at least half of the places stay free.
    let mut table = vec![FREE; mask + 1];
    let bits = |position: Vec3| (position + Vec3::ZERO).to_array().map(f32::to_bits);
    (0..)
        .zip(positions)
        .map(|(vertex, position)| {
            let own = bits(*position);
            let mut place = spread(own) & mask;
            while table[place] != FREE && bits(positions[table[place] as usize]) != own {
                place = (place + 1) & mask;
            }
            if table[place] == FREE {
                table[place] = vertex;
            }
            table[place]
        })
        .collect()
}

/// Mixes the bits of a position (the finaliser of `MurmurHash3` by Appleby).
#[expect(clippy::cast_possible_truncation, reason = "any bits will do")]
fn spread([x, y, z]: [u32; 3]) -> usize {
    let mix = |h: u64| {
        let h = (h ^ h >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let h = (h ^ h >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        h ^ h >> 33
    };
    mix(mix(u64::from(x) | u64::from(y) << 32) ^ u64::from(z)) as usize
}

/// Whether the corners are not on one line.
pub(crate) fn has_area([a, b, c]: [Vec3; 3]) -> bool {
    let [a, b, c] = [a, b, c].map(Vec3::as_dvec3);
    (b - a).cross(c - a) != glam::DVec3::ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tetrahedron.
    const TETRA: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

    fn corners() -> Vec<Vec3> {
        vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]
    }

    fn faults(positions: Vec<Vec3>, triangles: &[[u32; 3]]) -> Faults {
        Mesh::new(positions, triangles.to_vec()).unwrap().faults().clone()
    }

    #[test]
    fn a_sound_solid_has_none() {
        let found = faults(corners(), &TETRA);
        assert!(found.is_closed && found.is_empty(), "{found:?}");
        // Each triangle with vertices of its own, as files have them at seams; −0 is 0.
        let below = |x: f32| if x == 0.0 { -0.0 } else { x };
        let split = TETRA.iter().flatten().enumerate().map(|(i, &v)| match (corners()[v as usize], i % 2) {
            (corner, 0) => corner,
            (corner, _) => Vec3::from_array(corner.to_array().map(below)),
        });
        let found = faults(split.collect(), &[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]);
        assert!(found.is_closed && found.is_empty(), "{found:?}");
    }

    #[test]
    fn each_fault_is_found_and_named() {
        let open = faults(corners(), &TETRA[..3]);
        assert_eq!((open.open_edges.count, open.is_closed), (3, false));
        assert_eq!(open.open_edges.first[0], FaultyEdge { triangles: [0; 2], count: 1, ends: [Vec3::ZERO, Vec3::Y] });

        let flipped = faults(corners(), &[TETRA[0], TETRA[1], TETRA[2], [0, 2, 3]]);
        assert_eq!((flipped.flipped_edges.count, flipped.is_closed), (3, true));
        assert!(flipped.flipped_edges.first.iter().all(|edge| edge.triangles.contains(&3) && edge.count == 2));

        let mut positions = corners();
        positions.extend([Vec3::ONE, Vec3::new(2.0, 0.0, 0.0), Vec3::new(f32::NAN, 0.0, 0.0)]);
        let fin = faults(positions.clone(), &[TETRA[0], TETRA[1], TETRA[2], TETRA[3], [0, 1, 4]]);
        assert_eq!((fin.non_manifold_edges.count, fin.open_edges.count, fin.is_closed), (1, 2, false));
        assert_eq!(fin.non_manifold_edges.first[0].count, 3);
        assert_eq!(fin.not_finite.count, 1);
        assert_eq!(fin.not_finite.first[0].vertex, 6);

        let again = faults(corners(), &[TETRA[0], TETRA[1], TETRA[2], TETRA[3], [2, 1, 0], [1, 2, 0]]);
        let named: Vec<_> = again.duplicates.first.iter().map(|again| (again.triangle, again.of)).collect();
        assert_eq!(named, [(4, 0), (5, 0)]);
        assert_eq!((again.non_manifold_edges.count, again.is_closed), (0, true));

        let thin = faults(positions, &[TETRA[0], [0, 1, 5], [0, 0, 2]]);
        let named: Vec<_> = thin.degenerate.first.iter().map(|thin| thin.triangle).collect();
        assert_eq!(named, [1, 2]);
        assert_eq!((thin.open_edges.count, thin.is_closed), (3, false));
    }

    #[test]
    fn many_are_counted_and_some_named() {
        let separate = |count: u32| {
            let corner = |i: u32| [Vec3::ZERO, Vec3::X, Vec3::Y][(i % 3) as usize] + 2.0 * Vec3::Z * (i / 3) as f32;
            let triangles: Vec<[u32; 3]> = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            let edges = faults((0..3 * count).map(corner).collect(), &triangles).open_edges;
            (edges.count, edges.first.len())
        };
        assert_eq!(separate(200), (600, 600));
        assert_eq!(separate(33_334), (MOST_NAMED + 2, MOST_NAMED));
    }
}
