//! The triangles of a translucent part of a mesh, from far to near.
//!
//! Translucent triangles do not write depth, so the nearest one must be drawn last. A single triangle is sorted by the depth of
//! its centre. That is wrong for large triangles: of a pane of glass that is a flat box, half of the front may have a deeper
//! centre than half of the back. So a small convex piece of a mesh is sorted as a whole, and the triangles on its far side are
//! drawn before those on its near side, which is exact: a line of sight meets each side of a convex piece at most once.
//!
//! Triangles that cross each other, or that overlap in a circle, have no right order. Rejected: to cut them, as a BSP tree does.

use std::collections::HashMap;

use glam::{Affine3A, Vec3, Vec4};

use super::view_uniforms::Eye;

/// A part with more triangles is not sorted.
const MOST_TRIANGLES: usize = 20_000;
/// A piece with more triangles is not tested for convexity, which takes quadratic time. Its triangles are small against the
/// piece, so sorting them by their centres suffices.
const MOST_IN_PIECE: usize = 64;
/// The fraction of the size of a convex piece by which a corner may be beyond the plane of a triangle. Files with rounded
/// positions have such corners.
const TOLERANCE: f32 = 1e-4;

/// How the triangles of a translucent part are ordered.
pub(super) enum TriangleOrder {
    /// All orders give the same picture: the part is flat, or it is convex and only one side of its triangles is drawn.
    Any,
    /// From far to near.
    Pieces(Pieces),
    /// There are too many triangles to sort them: all that face away come first.
    Sides,
}

/// Triangles in groups that are sorted.
pub(super) struct Pieces {
    pieces: Vec<ConvexPiece>,
    /// Those of the first piece, then those of the next.
    triangles: Vec<Triangle>,
}

/// A convex piece, or a single triangle.
struct ConvexPiece {
    centre: Vec3,
    /// The range of its triangles.
    start: usize,
    end: usize,
}

struct Triangle {
    corners: [u32; 3],
    /// Its plane relative to the centre of its piece. The normal points out of a convex piece; 0 for a single triangle.
    plane: Vec4,
}

impl TriangleOrder {
    /// The order of triangles, whose corners have the positions that `at` returns.
    pub(super) fn of(triangles: &[[u32; 3]], at: &impl Fn(u32) -> Vec3, is_double_sided: bool) -> Self {
        if triangles.len() > MOST_TRIANGLES {
            return Self::Sides;
        }
        let places: Vec<[Vec3; 3]> = triangles.iter().map(|&[a, b, c]| [at(a), at(b), at(c)]).collect();
        let mut all = Pieces { pieces: Vec::new(), triangles: Vec::with_capacity(triangles.len()) };
        let mut are_flat = true;
        for shell in shells(&places) {
            let hull = if shell.len() <= MOST_IN_PIECE { Hull::of(&shell, &places) } else { None };
            if let Some(hull) = hull {
                are_flat &= hull.is_flat;
                let of_shell = shell.iter().map(|&i| triangles[i]).zip(hull.planes);
                all.push(hull.centre, of_shell.map(|(corners, plane)| Triangle { corners, plane }));
            } else {
                for i in shell {
                    let centre = places[i].iter().sum::<Vec3>() / 3.0;
                    all.push(centre, [Triangle { corners: triangles[i], plane: Vec4::ZERO }]);
                }
            }
        }
        // A shell that is not convex has several triangles, so it is several pieces.
        let is_convex = all.pieces.len() <= 1;
        if is_convex && (are_flat || !is_double_sided) { Self::Any } else { Self::Pieces(all) }
    }
}

impl Pieces {
    fn push(&mut self, centre: Vec3, triangles: impl IntoIterator<Item = Triangle>) {
        let start = self.triangles.len();
        self.triangles.extend(triangles);
        self.pieces.push(ConvexPiece { centre, start, end: self.triangles.len() });
    }

    /// Replaces `corners` by those of all triangles from far to near. Pieces of equal depth keep their order.
    pub(super) fn sort(&self, world_from_local: &Affine3A, eye: &Eye, corners: &mut Vec<u32>) {
        let depth = |piece: &ConvexPiece| eye.depth(world_from_local.transform_point3(piece.centre));
        let mut order: Vec<(f32, usize)> = self.pieces.iter().map(depth).zip(0..).collect();
        order.sort_unstable_by(|(a, i), (b, j)| b.total_cmp(a).then(i.cmp(j)));
        let local_from_world = world_from_local.inverse();
        let (place, w) = (eye.place.truncate(), eye.place.w);
        // The eye, or the direction to it.
        let eye_in_local =
            if w > 0.0 { local_from_world.transform_point3(place) } else { local_from_world.transform_vector3(place) };
        corners.clear();
        for (_, i) in order {
            let ConvexPiece { centre, start, end } = self.pieces[i];
            let triangles = &self.triangles[start..end];
            if let [triangle] = triangles {
                corners.extend(triangle.corners);
                continue;
            }
            let from_centre = (eye_in_local - w * centre).extend(w);
            for is_near in [false, true] {
                let side = triangles.iter().filter(|triangle| (triangle.plane.dot(from_centre) > 0.0) == is_near);
                corners.extend(side.flat_map(|triangle| triangle.corners));
            }
        }
    }
}

/// The planes of a convex piece.
struct Hull {
    centre: Vec3,
    planes: Vec<Vec4>,
    is_flat: bool,
}

impl Hull {
    /// `None` when some of these triangles have corners on both sides of their planes. The result does not depend on the order
    /// of the corners, which some files have wrong.
    fn of(shell: &[usize], positions: &[[Vec3; 3]]) -> Option<Self> {
        let corners = || shell.iter().flat_map(move |&i| positions[i]);
        let none = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let (min, max) = corners().fold(none, |(min, max), corner| (min.min(corner), max.max(corner)));
        let centre = min * 0.5 + max * 0.5;
        let tolerance = TOLERANCE * min.distance(max);
        let (mut planes, mut is_flat) = (Vec::with_capacity(shell.len()), true);
        for &i in shell {
            let [a, b, c] = positions[i];
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let distances = corners().map(|corner| normal.dot(corner - a));
            let (low, high) = distances.fold((0.0_f32, 0.0_f32), |(low, high), d| (low.min(d), high.max(d)));
            let is_below = high <= tolerance;
            let is_above = low >= -tolerance;
            if !is_below && !is_above {
                return None;
            }
            is_flat &= is_below && is_above;
            let outward = if is_below { normal } else { -normal };
            planes.push(outward.extend(-outward.dot(a - centre)));
        }
        Some(Self { centre, planes, is_flat })
    }
}

/// The triangles that are connected by corners at equal positions: lists of indices, ascending, by their first triangle.
fn shells(places: &[[Vec3; 3]]) -> Vec<Vec<usize>> {
    // Each triangle leads to an earlier one of its shell; the first one leads to itself.
    let mut earlier: Vec<usize> = (0..places.len()).collect();
    let mut first_at: HashMap<[u32; 3], usize> = HashMap::with_capacity(places.len());
    for (i, triangle) in places.iter().enumerate() {
        for corner in triangle {
            // Adding 0 turns −0 into 0.
            let key = (*corner + Vec3::ZERO).to_array().map(f32::to_bits);
            let other = *first_at.entry(key).or_insert(i);
            let (a, b) = (first_of(&mut earlier, i), first_of(&mut earlier, other));
            earlier[a.max(b)] = a.min(b);
        }
    }
    let mut shells = vec![Vec::new(); places.len()];
    for i in 0..places.len() {
        shells[first_of(&mut earlier, i)].push(i);
    }
    shells.retain(|shell| !shell.is_empty());
    shells
}

/// The first triangle of a shell. It shortens the way for the next call.
fn first_of(earlier: &mut [usize], mut triangle: usize) -> usize {
    while earlier[triangle] != triangle {
        earlier[triangle] = earlier[earlier[triangle]];
        triangle = earlier[triangle];
    }
    triangle
}

#[cfg(test)]
mod tests {
    use glam::{Quat, vec3};

    use super::*;
    use crate::picture::{Lens, Palette, Viewpoint};

    /// The corners of a box, and its triangles with the given offset to the first corner.
    fn cuboid(centre: Vec3, half: Vec3, first: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let sign = |i: u32, bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        let corners = (0..8).map(|i| centre + half * vec3(sign(i, 0), sign(i, 1), sign(i, 2))).collect();
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = quads.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
        (corners, triangles.map(|triangle| triangle.map(|corner| corner + first)).collect())
    }

    fn order(corners: &[Vec3], triangles: &[[u32; 3]], is_double_sided: bool) -> TriangleOrder {
        TriangleOrder::of(triangles, &|corner| corners[corner as usize], is_double_sided)
    }

    fn sorted(order: &TriangleOrder, world_from_local: &Affine3A, viewpoint: &Viewpoint) -> Vec<[u32; 3]> {
        let TriangleOrder::Pieces(pieces) = order else { panic!("it has no pieces") };
        let mut corners = vec![7];
        pieces.sort(world_from_local, &Eye::new(viewpoint, [40, 30], 1.0, &Palette::DARK), &mut corners);
        corners.as_chunks::<3>().0.to_vec()
    }

    fn views(eye: Vec3) -> [Viewpoint; 2] {
        [Lens::Perspective { fov_y: 1.0 }, Lens::Orthographic { height: 9.0 }].map(|lens| Viewpoint {
            eye,
            target: Vec3::ZERO,
            up: Vec3::Y,
            lens,
            depth: [0.1, 100.0],
        })
    }

    #[test]
    fn flat_parts_and_one_side_of_a_convex_part_have_any_order() {
        let square = [vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(1.0, 1.0, 0.0), vec3(0.0, 1.0, 0.0)];
        assert!(matches!(order(&square, &[[0, 1, 2], [0, 2, 3]], true), TriangleOrder::Any));
        let (corners, triangles) = cuboid(Vec3::ZERO, Vec3::ONE, 0);
        assert!(matches!(order(&corners, &triangles, false), TriangleOrder::Any));
        assert!(matches!(order(&corners, &triangles, true), TriangleOrder::Pieces(_)));
        let many = vec![[0, 1, 2]; MOST_TRIANGLES + 1];
        assert!(matches!(order(&square, &many, true), TriangleOrder::Sides));
    }

    #[test]
    fn the_far_side_of_a_flat_box_comes_first() {
        let (corners, mut triangles) = cuboid(Vec3::ZERO, vec3(2.0, 2.0, 0.01), 0);
        let faces: Vec<[u32; 3]> = triangles.clone();
        // Wrong orders of corners change nothing.
        for triangle in triangles.iter_mut().step_by(3) {
            triangle.swap(0, 1);
        }
        let order = order(&corners, &triangles, true);
        for scale in [Vec3::ONE, vec3(-1.0, 1.0, 3.0)] {
            let map = Affine3A::from_scale_rotation_translation(scale, Quat::from_rotation_y(1.2), vec3(0.3, 0.0, 0.0));
            for viewpoint in views(vec3(1.0, 3.0, 8.0)) {
                let drawn = sorted(&order, &map, &viewpoint);
                assert_eq!(drawn.len(), 12);
                let toward = viewpoint.eye - viewpoint.target;
                let is_near = |drawn: &[u32; 3]| {
                    let i = triangles.iter().position(|triangle| triangle == drawn).unwrap();
                    let [a, b, c] = faces[i].map(|corner| map.transform_point3(corners[corner as usize]));
                    let normal = (b - a).cross(c - a) * map.matrix3.determinant().signum();
                    let is_flat = matches!(viewpoint.lens, Lens::Orthographic { .. });
                    normal.dot(if is_flat { toward } else { viewpoint.eye - a }) > 0.0
                };
                let sides: Vec<bool> = drawn.iter().map(is_near).collect();
                assert!(sides.is_sorted() && sides.contains(&true), "{scale} {:?}: {sides:?}", viewpoint.lens);
            }
        }
    }

    #[test]
    fn pieces_are_sorted_from_far_to_near_and_triangles_of_a_bent_surface_one_by_one() {
        let (mut corners, mut triangles) = cuboid(vec3(0.0, 0.0, 2.0), Vec3::splat(0.5), 0);
        let (more, others) = cuboid(vec3(0.0, 0.0, -2.0), Vec3::splat(0.5), 8);
        corners.extend(more);
        triangles.extend(others);
        let boxes = order(&corners, &triangles, false);
        for viewpoint in views(vec3(1.0, 1.0, 8.0)) {
            let drawn = sorted(&boxes, &Affine3A::IDENTITY, &viewpoint);
            assert!(drawn[..12].iter().flatten().all(|corner| *corner >= 8), "the far box is first");
            assert!(drawn[12..].iter().flatten().all(|corner| *corner < 8));
        }
        // The letter Z from above: three strips that are connected, and not convex.
        let line = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];
        let corners: Vec<Vec3> = line.iter().flat_map(|&[x, z]| [vec3(x, 0.0, z), vec3(x, 1.0, z)]).collect();
        let triangles: Vec<[u32; 3]> = (0..6).map(|i| [i, i + 1, i + 2]).collect();
        let bent = order(&corners, &triangles, true);
        for viewpoint in views(vec3(0.0, 0.0, 8.0)) {
            let drawn = sorted(&bent, &Affine3A::IDENTITY, &viewpoint);
            let depth = |triangle: &[u32; 3]| triangle.map(|corner| corners[corner as usize].z).iter().sum::<f32>();
            assert_eq!(drawn.len(), 6);
            assert!(drawn.is_sorted_by_key(depth), "{drawn:?}");
        }
    }
}
