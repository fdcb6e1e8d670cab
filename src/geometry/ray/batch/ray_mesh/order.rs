//! The order of rays: neighbours have nearly the same start and nearly the same direction.

use std::ops::Range;

use glam::{Vec2, Vec3};

use crate::geometry::mesh::curve;
use crate::geometry::ray::batch::rays::Rays;

/// The bits of each coordinate of a start that are compared before its direction, and those after it.
const COARSE: u32 = 4;
const FINE: u32 = 2;
/// Bits of each of the two coordinates of a direction.
const TURN: u32 = 6;

/// The memory of the sort.
#[derive(Default)]
pub(super) struct Curve {
    keys: Vec<u64>,
    other: Vec<u64>,
    order: Vec<u32>,
}

impl Curve {
    /// The indices of a portion of the rays along a Morton curve: over the places where they start, coarsely, then over
    /// their directions on an octahedron (Meyer et al., "On Floating-Point Normal Vectors", 2010), then over the places
    /// finely.
    pub(super) fn order(&mut self, rays: &Rays, portion: Range<usize>) -> &[u32] {
        let (mut min, mut max) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for axis in 0..3 {
            for x in &rays.origin[axis][portion.clone()] {
                min[axis] = min[axis].min(*x);
                max[axis] = max[axis].max(*x);
            }
        }
        let cells = ((1_u32 << (COARSE + FINE)) - 1) as f32;
        let scale = Vec3::from_array((max - min).to_array().map(|x| if x > 0.0 { cells / x } else { 0.0 }));
        let ([ox, oy, oz], [dx, dy, dz]) = (rays.origin, rays.direction);
        self.keys.clear();
        self.keys.extend(portion.map(|i| {
            let cell = (Vec3::new(ox[i], oy[i], oz[i]) - min) * scale;
            let turn = on_octahedron(Vec3::new(dx[i], dy[i], dz[i])) * ((1_u32 << TURN) - 1) as f32;
            u64::from(code(cell, turn)) << 32 | i as u64
        }));
        curve::sort_with(&mut self.keys, &mut self.other, 32, 32 + 3 * (COARSE + FINE) + 2 * TURN);
        self.order.clear();
        #[expect(clippy::cast_possible_truncation, reason = "the index is the lower half")]
        self.order.extend(self.keys.iter().map(|key| *key as u32));
        &self.order
    }
}

/// The code of a start and a direction on the curve, both in cells.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to a few hundred")]
fn code(cell: Vec3, turn: Vec2) -> u32 {
    let [x, y, z] = [cell.x as u32, cell.y as u32, cell.z as u32];
    let place = apart_by_2(x) | apart_by_2(y) << 1 | apart_by_2(z) << 2;
    let turn = apart_by_1(turn.x as u32) | apart_by_1(turn.y as u32) << 1;
    let (coarse, fine) = (place >> (3 * FINE), place & ((1 << (3 * FINE)) - 1));
    (coarse << (2 * TURN) | turn) << (3 * FINE) | fine
}

/// Inserts one 0 above each of 8 bits.
fn apart_by_1(x: u32) -> u32 {
    let x = (x | x << 4) & 0x0f0f;
    let x = (x | x << 2) & 0x3333;
    (x | x << 1) & 0x5555
}

/// Inserts two 0s above each of 10 bits.
fn apart_by_2(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

/// A direction as a point of the unit square.
fn on_octahedron(d: Vec3) -> Vec2 {
    let flat = Vec2::new(d.x, d.z) / (d.x.abs() + d.y.abs() + d.z.abs());
    let sign = |x: f32| if x < 0.0 { -1.0 } else { 1.0 };
    let folded = Vec2::new((1.0 - flat.y.abs()) * sign(flat.x), (1.0 - flat.x.abs()) * sign(flat.y));
    (if d.y >= 0.0 { flat } else { folded }) * 0.5 + 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ray_comes_once_and_neighbours_together() {
        let xs: Vec<f32> = (0..1000).map(|i| ((i * 7919) % 1000) as f32).collect();
        let (zero, one) = (vec![0.0; 1000], vec![1.0; 1000]);
        let rays = Rays { origin: [&xs, &zero, &zero], direction: [&zero, &one, &zero] };
        let order = Curve::default().order(&rays, 0..1000).to_vec();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().enumerate().all(|(i, ray)| i == *ray as usize));
        let along: Vec<f32> = order.iter().map(|&i| xs[i as usize]).collect();
        assert!(along.windows(2).all(|pair| pair[1] > pair[0] - 1000.0 / 63.0), "in steps of a cell");
    }

    #[test]
    fn rays_that_are_none_are_ordered_too() {
        let odd = [f32::NAN, f32::INFINITY, 0.0, f32::MAX, f32::MIN];
        let rays = Rays { origin: [&odd; 3], direction: [&odd; 3] };
        assert_eq!(Curve::default().order(&rays, 1..5).len(), 4);
    }
}
