//! Triangles with all corners on the plane.

use std::collections::{HashMap, HashSet};

use glam::{DVec2, DVec3};

use super::key::{VertexKey, sorted};
use super::plane::Plane;
use super::stored::CutVertices;

/// A triangle with all corners on the plane.
pub(super) struct Flat {
    pub(super) number: u32,
    pub(super) triangle: [u32; 3],
    /// The half: 0 in front, 1 behind.
    pub(super) half: usize,
}

/// More patches than these keep the half that their normal says, because each is compared with all edges.
const MOST_PATCHES: usize = 1_000;

impl Flat {
    /// A triangle belongs to the half that its normal points away from. In a mirrored mesh the normal that its winding has
    /// in the world points inwards.
    pub(super) fn new(number: u32, triangle: [u32; 3], mesh: &CutVertices, plane: &Plane) -> Self {
        let [a, b, c] = triangle.map(|vertex| mesh.posed[vertex as usize]);
        let along = (b - a).cross(c - a).dot(plane.normal());
        let outwards = if mesh.is_mirrored { -along } else { along };
        Self { number, triangle, half: usize::from(outwards > 0.0) }
    }

    pub(super) fn keys(&self) -> [VertexKey; 3] {
        self.triangle.map(VertexKey::Vertex)
    }

    fn edges(&self) -> [[VertexKey; 2]; 3] {
        let [a, b, c] = self.keys();
        [[a, b], [b, c], [c, a]]
    }
}

/// Moves patches that would be a half without thickness to the other half. A patch is a set of connected triangles.
/// Such a patch touches no other triangle of its half, touches one of the other half, and is not inside the outline of
/// its half. `on_plane` are the edges of the other triangles of both halves on the plane, in the direction of the
/// triangle. The floor of a pit touches no other triangle, but is inside the outline.
pub(super) fn move_sheets(
    flats: &mut [Flat],
    on_plane: [&[[VertexKey; 2]]; 2],
    position: impl Fn(VertexKey) -> DVec3,
    plane: &Plane,
) {
    if flats.is_empty() {
        return;
    }
    let mut attached = on_plane.map(|edges| edges.iter().map(|edge| sorted(*edge)).collect::<HashSet<_>>());
    let mut at: HashMap<[VertexKey; 2], Vec<usize>> = HashMap::new();
    for (i, flat) in flats.iter().enumerate() {
        for edge in flat.edges() {
            at.entry(sorted(edge)).or_default().push(i);
        }
    }
    // The triangles of patches that touch no other triangle of their half.
    let mut is_known = vec![false; flats.len()];
    let mut loose: Vec<Vec<usize>> = Vec::new();
    let mut outline = on_plane.map(<[[VertexKey; 2]]>::to_vec);
    for start in 0..flats.len() {
        if is_known[start] {
            continue;
        }
        let half = flats[start].half;
        is_known[start] = true;
        let (mut patch, mut done, mut is_loose, mut meets_other) = (vec![start], 0, true, false);
        while let Some(&i) = patch.get(done) {
            done += 1;
            for edge in flats[i].edges() {
                let edge = sorted(edge);
                is_loose &= !attached[half].contains(&edge);
                meets_other |= attached[1 - half].contains(&edge);
                for &other in &at[&edge] {
                    meets_other |= flats[other].half != half;
                    if flats[other].half == half && !std::mem::replace(&mut is_known[other], true) {
                        patch.push(other);
                    }
                }
            }
        }
        if is_loose && meets_other {
            loose.push(patch);
        } else {
            outline[half].extend(patch.iter().flat_map(|&i| flats[i].edges()));
        }
    }
    if loose.is_empty() || loose.len() > MOST_PATCHES {
        return;
    }
    let x = plane.normal().any_orthonormal_vector();
    let axes = [x, plane.normal().cross(x)];
    let flat = |key: VertexKey| DVec2::from(axes.map(|axis| axis.dot(position(key) - plane.point())));
    let outline = outline.map(|edges| edges.into_iter().map(|edge| edge.map(flat)).collect::<Vec<_>>());
    // The larger patches stay, where two that touch are both without thickness.
    loose.sort_by_key(Vec::len);
    for patch in loose {
        let edges: Vec<[VertexKey; 2]> = patch.iter().flat_map(|&i| flats[i].edges()).map(sorted).collect();
        let middle = flats[patch[0]].keys().map(flat).into_iter().sum::<DVec2>() / 3.0;
        let half = flats[patch[0]].half;
        let is_loose = !edges.iter().any(|edge| attached[half].contains(edge));
        if is_loose && winding(&outline[half], middle) == 0 {
            attached[1 - half].extend(edges);
            for i in patch {
                flats[i].half = 1 - half;
            }
        }
    }
}

/// The winding number of closed edges around a point: the crossings of the ray from it along X.
fn winding(edges: &[[DVec2; 2]], point: DVec2) -> i32 {
    let crossing = |[from, to]: &[DVec2; 2]| {
        let is_left = (*to - *from).perp_dot(point - *from) > 0.0;
        match (from.y <= point.y, to.y <= point.y) {
            (true, false) if is_left => 1,
            (false, true) if !is_left => -1,
            _ => 0,
        }
    };
    edges.iter().map(crossing).sum()
}
