//! The depths that a depth buffer stores.
//!
//! With perspective, the depth in the buffer is an affine function of 1 / z, the reciprocal of the distance along the view:
//! `d = f / (f − n) · (1 − n / z)` for the range 0 to 1. It changes with z by `n f / ((f − n) z²)` per metre, so one step `s` of the
//! buffer covers
//!
//! ```text
//! z² · s · (f − n) / (n f)      with perspective, for every range      Akeley and Su, "Minimum Triangle Separation for
//! (f − n) · s                   without                                Correct z-Buffer Occlusion", 2006, section 3
//! ```
//!
//! The step is `1 / (2^bits − 1)` for the whole numbers of 16 and 24 bits (OpenGL 4.6, 2.3.5.1). A float of 32 bits has the spacing
//! of f32 at d: 2⁻²⁴ just below 1. For the range −1 to 1 the depth is computed as `(c + 1) / 2` with c in f32, which adds half the
//! spacing at c, so floats near 0 gain nothing. With reversed depth, d is about `n / z` and its spacing shrinks
//! with it, so that a step covers about `z · 2⁻²⁴` for every near plane (Reed, "Depth Precision Visualized", 2015). Whole numbers
//! gain nothing from reversed depth.
//!
//! Two depths that differ by a step or more are stored as different numbers. Below it, it depends on the place whether they are,
//! which is the flicker. The rounding of the transformation of vertices, which depends on the renderer, comes on top.

use glam::{DVec3, DVec4};

use crate::geometry::camera::{Camera, DepthRange};

/// The depth buffer of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthBuffer {
    /// Depth and w in clip space of a point in the camera's axes.
    z: DVec4,
    w: DVec4,
    /// Whether clip space has the range −1 to 1.
    is_halved: bool,
    bits: u32,
}

impl DepthBuffer {
    /// The bits of a buffer of floats.
    pub const FLOAT: u32 = 32;

    /// The buffer of a camera with this many bits: [`Self::FLOAT`], or fewer for whole numbers.
    pub fn of(camera: &Camera, bits: u32) -> Self {
        let clip = camera.clip_from_view();
        Self { z: clip.row(2), w: clip.row(3), is_halved: camera.depth == DepthRange::MinusOneToOne, bits }
    }

    /// The depth of a point in the camera's axes, 0 to 1 between near and far, before it is rounded to a step.
    pub fn depth(&self, at: DVec3) -> f64 {
        let at = at.extend(1.0);
        let clip = self.z.dot(at) / self.w.dot(at);
        if self.is_halved { f64::midpoint(clip, 1.0) } else { clip }
    }

    /// The step of the buffer at a depth.
    pub fn step(&self, depth: f64) -> f64 {
        if self.bits < Self::FLOAT {
            return 1.0 / (libm::exp2(f64::from(self.bits)) - 1.0);
        }
        let own = float_spacing(depth);
        if self.is_halved { own + float_spacing(2.0 * depth - 1.0) / 2.0 } else { own }
    }

    /// The distance that one step covers at a point, in metres along the view. `along` is the line of sight: the direction in
    /// which a point moves that gets 1 m further away along the view.
    pub fn resolution(&self, at: DVec3, along: DVec3) -> f64 {
        let point = at.extend(1.0);
        let (z, w) = (self.z.dot(point), self.w.dot(point));
        let slope = (self.z.truncate().dot(along) * w - self.w.truncate().dot(along) * z) / (w * w);
        let slope = if self.is_halved { slope / 2.0 } else { slope };
        self.step(self.depth(at)) / slope.abs()
    }

    /// Whether two points on one line of sight have depths that differ by less than a step.
    pub fn confuses(&self, a: DVec3, b: DVec3) -> bool {
        let [a, b] = [self.depth(a), self.depth(b)];
        (a - b).abs() < self.step(a).max(self.step(b))
    }
}

/// The distance between neighbouring f32 at a number (IEEE 754-2019, binary32).
fn float_spacing(x: f64) -> f64 {
    const LEAST_EXPONENT: i32 = -126;
    const DIGITS: i32 = 23;
    let exponent = if x == 0.0 { LEAST_EXPONENT } else { libm::ilogb(x).max(LEAST_EXPONENT) };
    libm::scalbn(1.0, exponent - DIGITS)
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;
    use crate::geometry::camera::Projection;

    fn camera(projection: Projection, near: f32, far: f32, depth: DepthRange) -> Camera {
        Camera { position: glam::Vec3::ZERO, rotation: DQuat::IDENTITY, projection, near, far, depth }
    }

    const WIDE: Projection = Projection::Perspective { fov_y: 1.0, aspect: 1.5 };
    const BOX: Projection = Projection::Orthographic { height: 4.0, aspect: 1.5 };

    #[test]
    fn the_resolution_is_that_of_the_formulas() {
        use DepthRange::{MinusOneToOne, Reversed, ZeroToOne};
        let fixed = |bits: i32| 1.0 / (2.0_f64.powi(bits) - 1.0);
        let ulp = 2.0_f64.powi(-24);
        for (projection, near, far, depth, bits, distance, expected) in [
            (WIDE, 0.1, 100.0, MinusOneToOne, 24, 10.0, 100.0 * 99.9 / 10.0 * fixed(24)),
            (WIDE, 0.1, 100.0, ZeroToOne, 24, 10.0, 100.0 * 99.9 / 10.0 * fixed(24)),
            (WIDE, 0.1, 100.0, Reversed, 24, 10.0, 100.0 * 99.9 / 10.0 * fixed(24)),
            (WIDE, 0.1, 100.0, MinusOneToOne, 16, 10.0, 100.0 * 99.9 / 10.0 * fixed(16)),
            (WIDE, 0.01, f32::INFINITY, ZeroToOne, 24, 35.0, 35.0 * 35.0 / 0.01 * fixed(24)),
            // A float is no better where the depth is above a half.
            (WIDE, 0.1, 100.0, ZeroToOne, 32, 10.0, 100.0 * 99.9 / 10.0 * ulp),
            (WIDE, 0.1, 100.0, MinusOneToOne, 32, 10.0, 100.0 * 99.9 / 10.0 * ulp * 1.5),
            // Reversed: 0.1 / 12.8 = 2^-7, whose spacing is 2^-30.
            (WIDE, 0.1, f32::INFINITY, Reversed, 32, 12.799, 12.799 * 12.799 / 0.1 * 2.0_f64.powi(-30)),
            (WIDE, 0.1, f32::INFINITY, Reversed, 32, 12.801, 12.801 * 12.801 / 0.1 * 2.0_f64.powi(-31)),
            (BOX, 0.0, 50.0, MinusOneToOne, 16, 3.0, 50.0 * fixed(16)),
            (BOX, 0.0, 50.0, Reversed, 24, 40.0, 50.0 * fixed(24)),
            (BOX, 0.0, 64.0, ZeroToOne, 32, 40.0, 64.0 * ulp),
            (BOX, 0.0, 64.0, ZeroToOne, 32, 1.0, 64.0 * 2.0_f64.powi(-6 - 23)),
            // With the range −1 to 1, half the spacing at −31 / 32 comes on top.
            (BOX, 0.0, 64.0, MinusOneToOne, 32, 1.0, 64.0 * (2.0_f64.powi(-6 - 23) + 2.0_f64.powi(-25))),
        ] {
            let buffer = DepthBuffer::of(&camera(projection, near, far, depth), bits);
            let found = buffer.resolution(DVec3::NEG_Z * distance, DVec3::NEG_Z);
            // Near and far are f32.
            let close = (found / expected - 1.0).abs() < 1e-6;
            assert!(close, "{projection:?} {near} {far} {depth:?} {bits} bits at {distance}: {found} for {expected}");
        }
    }

    #[test]
    fn near_and_far_have_the_ends_of_the_range() {
        for depth in [DepthRange::MinusOneToOne, DepthRange::ZeroToOne, DepthRange::Reversed] {
            for projection in [WIDE, BOX] {
                let buffer = DepthBuffer::of(&camera(projection, 0.5, 20.0, depth), 24);
                let ends = [0.5, 20.0].map(|distance| buffer.depth(DVec3::NEG_Z * distance));
                let expected = if depth == DepthRange::Reversed { [1.0, 0.0] } else { [0.0, 1.0] };
                for (end, expected) in ends.iter().zip(expected) {
                    assert!((end - expected).abs() < 1e-12, "{depth:?} {projection:?}: {ends:?}");
                }
            }
        }
    }
}
