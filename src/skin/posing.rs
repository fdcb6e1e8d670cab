//! Moves vertices by their joints in f32.
//!
//! The matrices of the joints of a vertex are blended first, and the blended matrix moves the vertex: `(Σ wⱼ Mⱼ) v`
//! in place of `Σ wⱼ (Mⱼ v)`. The sum is the same but for rounding, and a matrix is 16 numbers that lie together, so
//! two registers blend 8 of them at a time. Vertices cannot be put side by side in this way, because each has
//! its own joints. `fearless_simd` compiles the loop once for each instruction set and chooses when it runs. Products
//! and sums are not fused, so all instruction sets have the same digits.
//!
//! The loop is a `for` in one function that is inlined into `dispatch!`. A closure that is passed to `for_each` would be
//! compiled for the baseline instruction set, and each SIMD operation in it would be a call.

use fearless_simd::{Level, Simd, SimdBase, SimdFrom, dispatch, f32x4, f32x8};
use glam::{DMat4, Vec3};

use super::influences::Influences;

/// The columns of a matrix in f32, two by two, with the last row, in one line of the cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Columns([[f32; 8]; 2]);

impl From<&DMat4> for Columns {
    fn from(matrix: &DMat4) -> Self {
        let [x, y, z, w] = matrix.as_mat4().to_cols_array_2d();
        Self([[x, y], [z, w]].map(|two| std::array::from_fn(|i| two[i / 4][i % 4])))
    }
}

/// The world position of each vertex. `matrices` has `world_from_joint · joint_from_bind` of each joint
/// ([`Skin::matrices`](super::hierarchy::Skin::matrices)), `vertices` the bind positions. `posed` is overwritten; it has the
/// length of the shorter one of `influences` and `vertices`. A vertex without weights goes to the origin, as the sum
/// says. A joint without a matrix counts as a matrix of zeros.
pub fn pose(matrices: &[DMat4], influences: &Influences, vertices: &[Vec3], posed: &mut Vec<Vec3>) {
    pose_at(Level::new(), matrices, influences, vertices, posed);
}

/// The same with an instruction set, for comparison.
pub fn pose_at(level: Level, matrices: &[DMat4], influences: &Influences, vertices: &[Vec3], posed: &mut Vec<Vec3>) {
    let mut columns: Vec<Columns> = matrices.iter().map(Columns::from).collect();
    columns.resize(influences.joint_count().max(1), Columns::default());
    posed.resize(influences.vertices().min(vertices.len()), Vec3::ZERO);
    let (joints, weights) = (influences.joints(), influences.weights());
    let ends = vertices.iter().zip(posed.iter_mut());
    match influences.per_vertex() {
        0 => {}
        // A known number of weights needs no loop.
        4 => {
            let influences = joints.as_chunks::<4>().0.iter().zip(weights.as_chunks::<4>().0);
            dispatch!(level, simd => pose_all(simd, &columns, influences, ends));
        }
        8 => {
            let influences = joints.as_chunks::<8>().0.iter().zip(weights.as_chunks::<8>().0);
            dispatch!(level, simd => pose_all(simd, &columns, influences, ends));
        }
        n => {
            let influences = joints.chunks_exact(n).zip(weights.chunks_exact(n));
            dispatch!(level, simd => pose_all(simd, &columns, influences, ends));
        }
    }
}

#[expect(clippy::inline_always, reason = "it must become part of `dispatch!` to be compiled for its instruction set")]
#[inline(always)]
fn pose_all<'a, S: Simd, J: AsRef<[u16]>, W: AsRef<[f32]>>(
    simd: S,
    columns: &[Columns],
    influences: impl Iterator<Item = (J, W)>,
    ends: impl Iterator<Item = (&'a Vec3, &'a mut Vec3)>,
) {
    for ((joints, weights), (vertex, posed)) in influences.zip(ends) {
        // Two columns of the blended matrix in each register.
        let [mut left, mut right] = [f32x8::splat(simd, 0.0); 2];
        for (&joint, &weight) in joints.as_ref().iter().zip(weights.as_ref()) {
            let Columns([a, b]) = &columns[usize::from(joint)];
            let weight = f32x8::splat(simd, weight);
            left += f32x8::simd_from(simd, *a) * weight;
            right += f32x8::simd_from(simd, *b) * weight;
        }
        let ((x, y), (z, w)) = (simd.split_f32x8(left), simd.split_f32x8(right));
        let (a, b, c) = (f32x4::splat(simd, vertex.x), f32x4::splat(simd, vertex.y), f32x4::splat(simd, vertex.z));
        let at: [f32; 4] = (x * a + y * b + z * c + w).into();
        *posed = Vec3::new(at[0], at[1], at[2]);
    }
}
