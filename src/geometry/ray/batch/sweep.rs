//! One kernel over all rays.

use glam::{Mat3, Vec3};

use super::choice::BatchAnswer;
use super::rays::{Hits, Rays};
use crate::geometry::pose::Pose;

/// The number of rays in a block: a few vectors of any width.
const BLOCK: usize = 64;

/// One coordinate of a block of rays.
type Lanes = [f32; BLOCK];

/// The reciprocal of a length above this is not sound: the square of the length has left the range of `f32`.
const MOST_RECIPROCAL: f32 = 1e15;

/// Runs `kernel`, which works in local space, over all rays. The last block is filled up with zeros.
///
/// Returns whether every normal could be given unit length. Only a kernel whose normals may be tiny needs `CHECKS`.
#[inline(always)]
pub(super) fn sweep<const CHECKS: bool>(
    rays: Rays,
    pose: &Pose,
    hits: &mut Hits,
    kernel: impl Fn(Vec3, Vec3) -> BatchAnswer,
) -> bool {
    let mut is_sound = true;
    let caster = Caster::new(pose, kernel);
    let len = hits.t.len();
    let whole = len - len % BLOCK;
    let [nx, ny, nz] = &mut hits.normal;
    for start in (0..whole).step_by(BLOCK) {
        let origin = rays.origin.map(|axis| axis[start..].first_chunk());
        let direction = rays.direction.map(|axis| axis[start..].first_chunk());
        let normal = [&mut *nx, &mut *ny, &mut *nz].map(|axis| axis[start..].first_chunk_mut());
        if let ([Some(ox), Some(oy), Some(oz)], [Some(dx), Some(dy), Some(dz)]) = (origin, direction)
            && let (Some(t), [Some(nx), Some(ny), Some(nz)]) = (hits.t[start..].first_chunk_mut(), normal)
        {
            is_sound &= caster.cast_block::<CHECKS>([ox, oy, oz], [dx, dy, dz], t, nx, ny, nz);
        }
    }
    if whole < len {
        let fill =
            |axis: &[f32]| -> Lanes { std::array::from_fn(|i| if i < len - whole { axis[whole + i] } else { 0.0 }) };
        let (origin, direction) = (rays.origin.map(fill), rays.direction.map(fill));
        let [mut t, mut x, mut y, mut z] = [[0.0; BLOCK]; 4];
        is_sound &=
            caster.cast_block::<CHECKS>(origin.each_ref(), direction.each_ref(), &mut t, &mut x, &mut y, &mut z);
        for (axis, lanes) in [(&mut hits.t, t), (nx, x), (ny, y), (nz, z)] {
            axis[whole..].copy_from_slice(&lanes[..len - whole]);
        }
    }
    is_sound
}

/// A kernel with the transforms to its local space and back. The pose's translation is subtracted before the rotation:
/// far from the world's origin that difference is exact, but the inverse's own translation is not.
struct Caster<K> {
    position: Vec3,
    local_from_world: Mat3,
    world_normal_from_local: Mat3,
    kernel: K,
}

impl<K: Fn(Vec3, Vec3) -> BatchAnswer> Caster<K> {
    #[inline(always)]
    fn new(pose: &Pose, kernel: K) -> Self {
        let local_from_world = Mat3::from(pose.local_from_world().matrix3);
        Self {
            position: pose.world_from_local().translation.into(),
            local_from_world,
            world_normal_from_local: local_from_world.transpose(),
            kernel,
        }
    }

    /// Casts a block. Each output is an argument of its own: only then does the compiler infer that the outputs do not
    /// overlap. In an array, or as slices of any length, the loop would use a copy or not be vectorised.
    #[inline(always)]
    fn cast_block<const CHECKS: bool>(
        &self,
        [ox, oy, oz]: [&Lanes; 3],
        [dx, dy, dz]: [&Lanes; 3],
        t: &mut Lanes,
        nx: &mut Lanes,
        ny: &mut Lanes,
        nz: &mut Lanes,
    ) -> bool {
        let mut is_sound = true;
        for i in 0..BLOCK {
            let origin = self.local_from_world * (Vec3::new(ox[i], oy[i], oz[i]) - self.position);
            let direction = self.local_from_world * Vec3::new(dx[i], dy[i], dz[i]);
            let answer = (self.kernel)(origin, direction);
            let normal = self.world_normal_from_local * answer.normal;
            let reciprocal = normal.length_recip();
            let unit = normal * reciprocal;
            if CHECKS {
                // What is not a number compares with nothing.
                is_sound &= !answer.has_normal | (reciprocal <= MOST_RECIPROCAL);
            }
            t[i] = answer.t;
            nx[i] = if answer.has_normal { unit.x } else { 0.0 };
            ny[i] = if answer.has_normal { unit.y } else { 0.0 };
            nz[i] = if answer.has_normal { unit.z } else { 0.0 };
        }
        is_sound
    }
}
