//! Moves vertices by their joints in f32.
//!
//! The matrices of the joints of a vertex are blended first, and the blended matrix moves the vertex: `(Σ wⱼ Mⱼ) v`
//! in place of `Σ wⱼ (Mⱼ v)`. The sum is the same but for rounding, and a matrix is 16 numbers that lie together, so
//! the vectoriser blends 4 or 8 of them at a time. Vertices cannot be put side by side in this way, because each has
//! its own joints. `fearless_simd` compiles the loop once for each instruction set and chooses when it runs. Products
//! and sums are not fused, so all instruction sets have the same digits.

use fearless_simd::{Level, dispatch};
use glam::{DMat4, Vec3};

use super::Influences;

/// The columns of a matrix in f32, the last row included for its alignment.
type Columns = [f32; 16];

/// The world position of each vertex. `matrices` has `world_from_joint · joint_from_bind` of each joint
/// ([`Skin::matrices`](super::Skin::matrices)), `vertices` the bind positions. `posed` is overwritten; it has the
/// length of the shorter one of `influences` and `vertices`. A vertex without weights goes to the origin, as the sum
/// says. A joint without a matrix counts as a matrix of zeros.
pub fn pose(matrices: &[DMat4], influences: &Influences, vertices: &[Vec3], posed: &mut Vec<Vec3>) {
    pose_at(Level::new(), matrices, influences, vertices, posed);
}

/// The same with an instruction set, for comparison.
pub fn pose_at(level: Level, matrices: &[DMat4], influences: &Influences, vertices: &[Vec3], posed: &mut Vec<Vec3>) {
    let mut columns: Vec<Columns> = matrices.iter().map(|matrix| matrix.as_mat4().to_cols_array()).collect();
    columns.resize(influences.joint_count().max(1), [0.0; 16]);
    posed.clear();
    posed.resize(influences.vertices().min(vertices.len()), Vec3::ZERO);
    let (joints, weights) = (influences.joints(), influences.weights());
    match influences.per_vertex() {
        0 => {}
        4 => {
            let (joints, weights) = (joints.as_chunks::<4>().0, weights.as_chunks::<4>().0);
            dispatch!(level, _simd => pose_lanes(&columns, joints, weights, vertices, posed));
        }
        8 => {
            let (joints, weights) = (joints.as_chunks::<8>().0, weights.as_chunks::<8>().0);
            dispatch!(level, _simd => pose_lanes(&columns, joints, weights, vertices, posed));
        }
        n => {
            let (joints, weights) = (joints.chunks_exact(n), weights.chunks_exact(n));
            for (((posed, vertex), joints), weights) in posed.iter_mut().zip(vertices).zip(joints).zip(weights) {
                *posed = pose_one(&columns, joints, weights, *vertex);
            }
        }
    }
}

#[expect(clippy::inline_always, reason = "it must become part of `dispatch!` to be compiled for its instruction set")]
#[inline(always)]
fn pose_lanes<const N: usize>(
    columns: &[Columns],
    joints: &[[u16; N]],
    weights: &[[f32; N]],
    vertices: &[Vec3],
    posed: &mut [Vec3],
) {
    for (((posed, vertex), joints), weights) in posed.iter_mut().zip(vertices).zip(joints).zip(weights) {
        *posed = pose_one(columns, joints, weights, *vertex);
    }
}

#[expect(clippy::inline_always, reason = "it must become part of `dispatch!` to be compiled for its instruction set")]
#[inline(always)]
fn pose_one(columns: &[Columns], joints: &[u16], weights: &[f32], vertex: Vec3) -> Vec3 {
    let mut blended = [0.0_f32; 16];
    for (&joint, &weight) in joints.iter().zip(weights) {
        let matrix = &columns[usize::from(joint)];
        for (blended, lane) in blended.iter_mut().zip(matrix) {
            *blended += weight * lane;
        }
    }
    let row =
        |i: usize| blended[i] * vertex.x + blended[4 + i] * vertex.y + blended[8 + i] * vertex.z + blended[12 + i];
    Vec3::new(row(0), row(1), row(2))
}
