//! Moves vertices by their joints in f32.
//!
//! The matrices of the joints of a vertex are blended first, and the blended matrix moves the vertex: `(Σ wⱼ Mⱼ) v`
//! in place of `Σ wⱼ (Mⱼ v)`. The sum is the same but for rounding, and a matrix is 16 numbers that lie together, so
//! two registers blend 8 of them at a time. Vertices cannot be put side by side in this way, because each has
//! its own joints. `fearless_simd` compiles the loop once for each instruction set and chooses when it runs. Products
//! and sums are not fused, so all instruction sets have the same digits.

use fearless_simd::{Level, Simd, SimdBase, SimdFrom, dispatch, f32x4, f32x8};
use glam::{DMat4, Vec3};

use super::Influences;

/// The columns of a matrix in f32, two by two, the last row included for its alignment.
type Columns = [[f32; 8]; 2];

/// The world position of each vertex. `matrices` has `world_from_joint · joint_from_bind` of each joint
/// ([`Skin::matrices`](super::Skin::matrices)), `vertices` the bind positions. `posed` is overwritten; it has the
/// length of the shorter one of `influences` and `vertices`. A vertex without weights goes to the origin, as the sum
/// says. A joint without a matrix counts as a matrix of zeros.
pub fn pose(matrices: &[DMat4], influences: &Influences, vertices: &[Vec3], posed: &mut Vec<Vec3>) {
    pose_at(Level::new(), matrices, influences, vertices, posed);
}

/// The same with an instruction set, for comparison.
pub fn pose_at(level: Level, matrices: &[DMat4], influences: &Influences, vertices: &[Vec3], posed: &mut Vec<Vec3>) {
    let columns = |matrix: &DMat4| {
        let [x, y, z, w] = matrix.as_mat4().to_cols_array_2d();
        [[x, y], [z, w]].map(|two| std::array::from_fn(|i| two[i / 4][i % 4]))
    };
    let mut columns: Vec<Columns> = matrices.iter().map(columns).collect();
    columns.resize(influences.joint_count().max(1), Columns::default());
    posed.clear();
    posed.resize(influences.vertices().min(vertices.len()), Vec3::ZERO);
    let (joints, weights) = (influences.joints(), influences.weights());
    let vertices = vertices.iter().zip(posed.iter_mut());
    match influences.per_vertex() {
        0 => {}
        4 => {
            let influences = joints.as_chunks::<4>().0.iter().zip(weights.as_chunks::<4>().0);
            dispatch!(level, simd => vertices.zip(influences).for_each(|((vertex, posed), (joints, weights))| {
                *posed = pose_one(simd, &columns, joints, weights, *vertex);
            }));
        }
        n => {
            let influences = joints.chunks_exact(n).zip(weights.chunks_exact(n));
            dispatch!(level, simd => vertices.zip(influences).for_each(|((vertex, posed), (joints, weights))| {
                *posed = pose_one(simd, &columns, joints, weights, *vertex);
            }));
        }
    }
}

#[expect(clippy::inline_always, reason = "it must become part of `dispatch!` to be compiled for its instruction set")]
#[inline(always)]
fn pose_one<S: Simd>(simd: S, columns: &[Columns], joints: &[u16], weights: &[f32], vertex: Vec3) -> Vec3 {
    // Two columns of the blended matrix in each register.
    let [mut left, mut right] = [f32x8::splat(simd, 0.0); 2];
    for (&joint, &weight) in joints.iter().zip(weights) {
        let [a, b] = &columns[usize::from(joint)];
        let weight = f32x8::splat(simd, weight);
        left += f32x8::simd_from(simd, *a) * weight;
        right += f32x8::simd_from(simd, *b) * weight;
    }
    let ([x, y], [z, w]) = (halves(simd, left), halves(simd, right));
    let [a, b, c] = vertex.to_array().map(|coordinate| f32x4::splat(simd, coordinate));
    let [x, y, z, _]: [f32; 4] = (x * a + y * b + z * c + w).into();
    Vec3::new(x, y, z)
}

#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn halves<S: Simd>(simd: S, columns: f32x8<S>) -> [f32x4<S>; 2] {
    simd.split_f32x8(columns).into()
}
