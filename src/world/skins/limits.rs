//! Limits of how far the vertices of a skinned mesh can be out of its boxes, from the matrices of its joints alone.
//!
//! A joint moves all the vertices that it influences by one affine map. How far two such maps move a point apart is a
//! convex function of the point, so over a box of vertices it is greatest at a corner. Two limits follow; the lower one
//! counts. `S` is how far a vertex is out of the box at a tick at which the vertices were posed, negative inside; the
//! distance from a convex body changes by no more than the point moves.
//!
//! ```text
//! since that tick   S + sum |w| · (greatest way of its joints) + way of the box's faces
//! from the box      sum |w| · (greatest distance of its joints' maps from the map that moves the box)
//! ```
//!
//! Ways are those beside the box: its own translation does not count. A vertex is inside the box of all joints if its
//! weights are not negative and add up to 1, because it is then between its terms. Otherwise it is out of it by at most
//! `|1 - sum w|` times the distance of the box from the origin, and by the negative weights times the box's diagonal.
//!
//! Vertices with the same joints are a group, and a limit of a group is that of its worst vertex. The time is linear in the
//! joints and groups; no vertex is posed.

use std::collections::HashMap;

use glam::{DMat4, DVec3};

use super::box64::Box64;
use super::given::corners;
use super::skin_at::SkinAt;

/// The corners of a box, or what a map makes of them.
type BoxCorners = [DVec3; 8];

/// Rounding of a sum of terms, as a part of their size. A double has 2.2e-16, and a sum has fewer than a thousand terms.
const ROUNDING: f64 = 1e-12;

/// The squares of larger numbers may overflow, so limits are not computed from them.
const LARGEST: f64 = 1e100;

/// The vertices that the same joints move.
struct JointGroup {
    joints: Vec<u16>,
    /// The greatest sum of the absolute weights of a vertex.
    total: f64,
    /// The greatest difference of a sum of weights from 1.
    off: f64,
    /// The greatest sum of the absolute negative weights of a vertex.
    negative: f64,
}

/// The vertices of a mesh by the joints that move them.
pub(super) struct Groups {
    /// The corners of the box of all bind vertices.
    all: BoxCorners,
    /// The greatest absolute coordinates of the bind vertices.
    size: DVec3,
    /// The corners of the box of the bind vertices that each joint moves; `None` for a joint that moves none.
    of_joints: Vec<Option<BoxCorners>>,
    /// A group for each set of joints that moves vertices.
    of_movers: Vec<JointGroup>,
    /// The group of each vertex.
    of_vertices: Vec<u32>,
    /// Whether the node of the mesh moves all vertices: it is shown as modelled.
    is_bind: bool,
}

/// A map, and where it moves the corners of its box.
struct Mover {
    matrix: DMat4,
    corners: BoxCorners,
}

/// What moves the vertices and boxes of a mesh at a tick.
pub(super) struct SkinFrame {
    /// What moves the box of the node and the box of the root.
    boxes: [Mover; 2],
    /// What moves the box that is given by hand, with the corners of that box; `None` without one.
    given: Option<Mover>,
    /// `None` for a joint that moves no vertex.
    joints: Vec<Option<Mover>>,
    /// No term of a coordinate is greater.
    size: f64,
}

/// A tick at which the vertices were posed.
pub(super) struct Posed {
    frame: SkinFrame,
    /// For each box, how far the worst vertex of each group is out of it; negative inside.
    out: [Vec<f64>; 4],
    diagonals: [f64; 4],
}

/// A limit at a tick.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    /// No vertex is further out of the box; negative when all are inside.
    pub(super) distance: f64,
    /// The diagonal of the box is at least this long. It may be negative.
    pub(super) diagonal: f64,
}

impl Groups {
    /// The groups of a mesh in its animation. `None` when there is no limit: the animation changes the bind vertices, by
    /// morph targets, or no vertex has a joint, or not all are finite.
    pub(super) fn of(skin: &SkinAt) -> Option<Self> {
        let influences = &skin.skinned()?.influences;
        let (animation, _) = skin.pose.at?;
        let animation = &skin.rig.animations.get(animation)?.animation;
        if skin.rigged.morph.is_some() && animation.weights(0.0, skin.rigged.node).is_some() {
            return None;
        }
        let bind = skin.bind();
        if bind.is_empty() || !bind.iter().all(|at| at.is_finite()) {
            return None;
        }
        let mut boxes = vec![Box64::EMPTY; influences.joint_count()];
        let mut numbers: HashMap<Vec<u16>, u32> = HashMap::new();
        let mut groups: Vec<JointGroup> = Vec::new();
        let mut of_vertices: Vec<u32> = Vec::with_capacity(bind.len());
        for (vertex, &at) in bind.iter().enumerate().take(influences.vertices()) {
            let mut joints = Vec::new();
            let [mut sum, mut total, mut negative] = [0.0_f64; 3];
            for (joint, weight) in influences.of_vertex(vertex) {
                let weight = f64::from(weight);
                (sum, total, negative) = (sum + weight, total + weight.abs(), negative + (-weight).max(0.0));
                boxes[usize::from(joint)].include(at.as_dvec3());
                joints.push(joint);
            }
            joints.sort_unstable();
            joints.dedup();
            let next = u32::try_from(groups.len()).ok()?;
            let number = *numbers.entry(joints).or_insert_with_key(|joints| {
                groups.push(JointGroup { joints: joints.clone(), total: 0.0, off: 0.0, negative: 0.0 });
                next
            });
            let group = &mut groups[number as usize];
            group.total = group.total.max(total);
            group.off = group.off.max((sum - 1.0).abs());
            group.negative = group.negative.max(negative);
            of_vertices.push(number);
        }
        if groups.iter().all(|group| group.joints.is_empty()) {
            return None;
        }
        if skin.is_bind {
            groups = vec![JointGroup { joints: Vec::new(), total: 1.0, off: 0.0, negative: 0.0 }];
            of_vertices = vec![0; bind.len()];
        }
        let around = Box64::of_points(bind.iter().map(|at| at.as_dvec3()));
        Some(Self {
            all: around.corners(),
            size: around.min.abs().max(around.max.abs()),
            of_joints: boxes.iter().map(|of| (!of.is_empty()).then(|| of.corners())).collect(),
            of_movers: groups,
            of_vertices,
            is_bind: skin.is_bind,
        })
    }

    /// What moves the mesh at the tick of a skin, whose joints have these matrices.
    pub(super) fn frame(&self, skin: &SkinAt, matrices: &[DMat4]) -> SkinFrame {
        let mover =
            |matrix: DMat4, corners: &BoxCorners| Mover { matrix, corners: corners.map(|at| moved(&matrix, at)) };
        let boxes = [DMat4::from(skin.world_from_node()), skin.root_matrix(matrices)];
        let boxes = boxes.map(|matrix| mover(matrix, &self.all));
        let joint = |(joint, corners): (usize, &Option<BoxCorners>)| {
            // As in `exact::pose`, a joint without a matrix has one of zeros.
            corners.as_ref().map(|corners| mover(matrices.get(joint).copied().unwrap_or(DMat4::ZERO), corners))
        };
        let joints: Vec<Option<Mover>> = self.of_joints.iter().enumerate().map(joint).collect();
        let given = skin.given.map(|given| {
            let matrix = skin.world_from_box(given);
            Mover { matrix, corners: corners(given).map(|at| moved(&matrix, at)) }
        });
        let of_given =
            given.as_ref().map_or(0.0, |mover| greatest(mover.corners.iter().map(|at| at.abs().max_element())));
        let size = greatest(boxes.iter().chain(joints.iter().flatten()).map(|mover| size(&mover.matrix, self.size)));
        SkinFrame { boxes, given, joints, size: size.max(of_given) }
    }

    /// A tick with its boxes and posed vertices.
    pub(super) fn posed(&self, frame: SkinFrame, boxes: &[Box64; 4], vertices: &[DVec3]) -> Posed {
        let out = boxes.map(|around| {
            let mut out = vec![f64::NEG_INFINITY; self.of_movers.len()];
            if around.is_empty() {
                return out;
            }
            for (&group, at) in self.of_vertices.iter().zip(vertices) {
                let worst = &mut out[group as usize];
                *worst = worst.max(around.signed_distance(*at));
            }
            out
        });
        Posed { frame, out, diagonals: boxes.map(|around| around.diagonal()) }
    }

    /// The limits for the boxes of the node, of the root and of the joints, and for the one that is given. `None` when numbers are too large.
    pub(super) fn limits(&self, now: &SkinFrame, then: &Posed) -> Option<[Limit; 4]> {
        let size = now.size.max(then.frame.size);
        if size >= LARGEST {
            return None;
        }
        let rounding = ROUNDING * size * (1.0 + greatest(self.of_movers.iter().map(|group| group.total)));
        let limits = [
            self.of_moved_box(now, then, 0),
            self.of_moved_box(now, then, 1),
            self.of_joint_box(now, then),
            self.of_given_box(now, then),
        ];
        Some(limits.map(|limit| Limit { distance: limit.distance + rounding, ..limit }))
    }

    /// The limit for the box of the bind vertices that one map moves, that of the node (0) or of the root (1).
    fn of_moved_box(&self, now: &SkinFrame, then: &Posed, index: usize) -> Limit {
        let [around, before] = [&now.boxes[index], &then.frame.boxes[index]];
        let shift = shift(around, before);
        let faces = way_of_faces(around, before, shift);
        let far = greatest(around.corners.iter().map(|at| at.length()));
        let ways = Ways::between(now, &then.frame, shift);
        let apart = |mover: &Mover, corners: &BoxCorners| {
            let difference = mover.matrix - around.matrix;
            greatest(corners.iter().map(|at| moved(&difference, *at).length()))
        };
        let of_joint = |(joint, corners): (&Option<Mover>, &Option<BoxCorners>)| {
            joint.as_ref().zip(corners.as_ref()).map_or(0.0, |(joint, corners)| apart(joint, corners))
        };
        let apart_joints: Vec<f64> = now.joints.iter().zip(&self.of_joints).map(of_joint).collect();
        let apart = Ways { of_joints: apart_joints, of_node: apart(&now.boxes[0], &self.all) };
        let limit = |(group, out): (&JointGroup, &f64)| {
            let since = out + group.total * self.greatest_of(group, &ways) + group.off * shift.length() + faces;
            let from_box = group.total * self.greatest_of(group, &apart) + group.off * far;
            since.min(from_box)
        };
        let distances = self.of_movers.iter().zip(&then.out[index]).map(limit);
        let distance = distances.fold(f64::NEG_INFINITY, f64::max);
        Limit { distance, diagonal: then.diagonals[index] - 2.0 * faces }
    }

    /// The limit for the box that is given by hand. It need not have the vertices in it, so only the ways count.
    fn of_given_box(&self, now: &SkinFrame, then: &Posed) -> Limit {
        let Some((around, before)) = now.given.as_ref().zip(then.frame.given.as_ref()) else {
            return Limit { distance: f64::NEG_INFINITY, diagonal: 0.0 };
        };
        let shift = shift(around, before);
        let faces = way_of_faces(around, before, shift);
        let ways = Ways::between(now, &then.frame, shift);
        let limit = |(group, out): (&JointGroup, &f64)| {
            out + group.total * self.greatest_of(group, &ways) + group.off * shift.length() + faces
        };
        let distances = self.of_movers.iter().zip(&then.out[3]).map(limit);
        let distance = distances.fold(f64::NEG_INFINITY, f64::max);
        Limit { distance, diagonal: then.diagonals[3] - 2.0 * faces }
    }

    /// The limit for the box of all joints.
    fn of_joint_box(&self, now: &SkinFrame, then: &Posed) -> Limit {
        let shift = shift(&now.boxes[1], &then.frame.boxes[1]);
        let ways = Ways::between(now, &then.frame, shift);
        // A face moves by no more than a term moves, on each of three axes.
        let faces = 3.0_f64.sqrt() * greatest(ways.of_joints.iter().copied());
        let around = Box64::of_points(now.joints.iter().flatten().flat_map(|joint| joint.corners));
        let (far, diagonal) = (around.min.abs().max(around.max.abs()).length(), around.diagonal());
        let limit = |(group, out): (&JointGroup, &f64)| {
            let since = out + group.total * self.greatest_of(group, &ways) + group.off * shift.length() + faces;
            let from_box = group.off * far + group.negative * diagonal;
            if self.is_bind { since } else { since.min(from_box) }
        };
        let distances = self.of_movers.iter().zip(&then.out[2]).map(limit);
        let distance = distances.fold(f64::NEG_INFINITY, f64::max);
        Limit { distance, diagonal: then.diagonals[2] - 2.0 * faces }
    }

    /// The greatest one of what moves a group.
    fn greatest_of(&self, group: &JointGroup, ways: &Ways) -> f64 {
        if self.is_bind {
            return ways.of_node;
        }
        greatest(group.joints.iter().map(|&joint| ways.of_joints[usize::from(joint)]))
    }
}

/// How far each mover moves a vertex at most.
struct Ways {
    of_joints: Vec<f64>,
    of_node: f64,
}

impl Ways {
    /// The greatest way of each mover from one tick to another, without a translation that does not count.
    fn between(now: &SkinFrame, then: &SkinFrame, shift: DVec3) -> Self {
        let way = |now: &Mover, then: &Mover| {
            let ways = now.corners.iter().zip(&then.corners).map(|(now, then)| (*now - *then - shift).length());
            greatest(ways)
        };
        let of_joint = |(now, then): (&Option<Mover>, &Option<Mover>)| {
            now.as_ref().zip(then.as_ref()).map_or(0.0, |(now, then)| way(now, then))
        };
        Self {
            of_joints: now.joints.iter().zip(&then.joints).map(of_joint).collect(),
            of_node: way(&now.boxes[0], &then.boxes[0]),
        }
    }
}

/// How far a face of the box around moved corners moves at most, without a translation that does not count.
fn way_of_faces(now: &Mover, then: &Mover, shift: DVec3) -> f64 {
    let ways = now.corners.iter().zip(&then.corners).map(|(now, then)| (*now - *then - shift).abs());
    ways.fold(DVec3::ZERO, DVec3::max).length()
}

/// How far the centre of a box has moved.
fn shift(now: &Mover, then: &Mover) -> DVec3 {
    let ways = now.corners.iter().zip(&then.corners).map(|(now, then)| *now - *then);
    ways.sum::<DVec3>() / 8.0
}

/// The point that a map, or the difference of two maps, makes of a point.
fn moved(matrix: &DMat4, at: DVec3) -> DVec3 {
    (matrix.x_axis * at.x + matrix.y_axis * at.y + matrix.z_axis * at.z + matrix.w_axis).truncate()
}

/// The greatest sum of absolute terms of a coordinate of a moved point. `of` has the greatest absolute coordinates of the
/// points. Infinite when the map is not finite.
fn size(matrix: &DMat4, of: DVec3) -> f64 {
    if !matrix.is_finite() {
        return f64::INFINITY;
    }
    let [x, y, z, w] = [matrix.x_axis, matrix.y_axis, matrix.z_axis, matrix.w_axis].map(|axis| axis.truncate().abs());
    (x * of.x + y * of.y + z * of.z + w).max_element()
}

/// The greatest one of numbers that are not negative; 0 without any.
fn greatest(of: impl Iterator<Item = f64>) -> f64 {
    of.fold(0.0, f64::max)
}
