//! One kernel over all rays.

use glam::{Mat3, Vec3};

use super::choice::Answer;
use super::{Hits, Rays};
use crate::geometry::Pose;

/// How many rays are worked on at a time: a few vectors of any width, all in the first-level cache.
const BLOCK: usize = 64;

/// One coordinate of a block of rays.
type Lanes = [f32; BLOCK];

/// The maps of a pose, as plain columns. Its translation is taken off first: far from the world's origin that
/// difference is exact where the inverse's own translation is not.
#[derive(Clone, Copy)]
struct Frame {
    position: Vec3,
    local_from_world: Mat3,
    world_normal_from_local: Mat3,
}

/// The answers of a block. It is filled on the stack and then copied, since the compiler knows that an array of
/// its own overlaps with nothing; between ten slices it would have to ask, and gives up.
struct BlockHits {
    t: Lanes,
    normal: [Lanes; 3],
}

/// Runs `cast`, which works in local space, over all rays. The last block is filled up with zeros.
#[inline(always)]
pub(super) fn sweep(rays: Rays, pose: &Pose, hits: &mut Hits, cast: impl Fn(Vec3, Vec3) -> Answer) {
    let local_from_world = Mat3::from(pose.local_from_world().matrix3);
    let frame = Frame {
        position: pose.world_from_local().translation.into(),
        local_from_world,
        world_normal_from_local: local_from_world.transpose(),
    };
    let len = hits.t.len();
    let whole = len - len % BLOCK;
    for start in (0..whole).step_by(BLOCK) {
        let origin = rays.origin.map(|axis| axis[start..].first_chunk::<BLOCK>());
        let direction = rays.direction.map(|axis| axis[start..].first_chunk::<BLOCK>());
        if let ([Some(ox), Some(oy), Some(oz)], [Some(dx), Some(dy), Some(dz)]) = (origin, direction) {
            cast_block([ox, oy, oz], [dx, dy, dz], frame, &cast).store(hits, start, BLOCK);
        }
    }
    if whole < len {
        let fill = |axis: &[f32]| {
            let mut lanes = [0.0; BLOCK];
            lanes[..len - whole].copy_from_slice(&axis[whole..len]);
            lanes
        };
        let (origin, direction) = (rays.origin.map(fill), rays.direction.map(fill));
        cast_block(origin.each_ref(), direction.each_ref(), frame, &cast).store(hits, whole, len - whole);
    }
}

#[inline(always)]
fn cast_block(
    [ox, oy, oz]: [&Lanes; 3],
    [dx, dy, dz]: [&Lanes; 3],
    frame: Frame,
    cast: &impl Fn(Vec3, Vec3) -> Answer,
) -> BlockHits {
    let (mut t, mut nx, mut ny, mut nz) = ([0.0; BLOCK], [0.0; BLOCK], [0.0; BLOCK], [0.0; BLOCK]);
    for i in 0..BLOCK {
        let origin = frame.local_from_world * (Vec3::new(ox[i], oy[i], oz[i]) - frame.position);
        let direction = frame.local_from_world * Vec3::new(dx[i], dy[i], dz[i]);
        let answer = cast(origin, direction);
        let normal = frame.world_normal_from_local * answer.normal;
        let unit = normal * normal.length_recip();
        t[i] = answer.t;
        nx[i] = if answer.has_normal { unit.x } else { 0.0 };
        ny[i] = if answer.has_normal { unit.y } else { 0.0 };
        nz[i] = if answer.has_normal { unit.z } else { 0.0 };
    }
    BlockHits { t, normal: [nx, ny, nz] }
}

impl BlockHits {
    #[inline(always)]
    fn store(&self, hits: &mut Hits, start: usize, count: usize) {
        hits.t[start..start + count].copy_from_slice(&self.t[..count]);
        for (axis, lanes) in hits.normal.iter_mut().zip(&self.normal) {
            axis[start..start + count].copy_from_slice(&lanes[..count]);
        }
    }
}
