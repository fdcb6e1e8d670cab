//! Random numbers for cases.

use glam::{DVec3, Vec3};

use crate::random::Random;

/// Draws numbers.
pub(in crate::hunt) struct Draw(pub(in crate::hunt) Random);

impl Draw {
    /// Uniform between two numbers.
    pub(super) fn within(&mut self, low: f32, high: f32) -> f32 {
        self.0.within(low, high)
    }

    /// Between two numbers above 0; each power of ten is as likely as the others.
    pub(super) fn size(&mut self, low: f32, high: f32) -> f32 {
        let log = |x: f32| nearest(libm::log(x.into()));
        nearest(libm::exp(self.within(log(low), log(high)).into()))
    }

    /// A number below `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    /// One of some values.
    pub(super) fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// True in one of `n` draws.
    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// 1 or -1.
    pub(super) fn sign(&mut self) -> f32 {
        if self.one_in(2) { 1.0 } else { -1.0 }
    }

    /// A vector with coordinates from `-most` to `most`.
    pub(super) fn vector(&mut self, most: f32) -> [f32; 3] {
        [self.within(-most, most), self.within(-most, most), self.within(-most, most)]
    }

    /// A direction of length 1, up to rounding.
    pub(super) fn direction(&mut self) -> Vec3 {
        loop {
            let v = Vec3::from_array(self.vector(1.0));
            if (0.01..=1.0).contains(&v.length_squared()) {
                return v.as_dvec3().normalize_or_zero().as_vec3();
            }
        }
    }

    /// A rotation as a quaternion x, y, z, w.
    pub(super) fn rotation(&mut self) -> [f32; 4] {
        loop {
            let q = [self.within(-1.0, 1.0), self.within(-1.0, 1.0), self.within(-1.0, 1.0), self.within(-1.0, 1.0)];
            let square: f32 = q.iter().map(|x| x * x).sum();
            if (0.05..=1.0).contains(&square) {
                return q;
            }
        }
    }

    /// A quarter or an eighth of a turn about an axis, either way.
    pub(super) fn simple_rotation(&mut self) -> [f32; 4] {
        let angle = self.one_of(&[45.0_f64, 90.0, 180.0, -45.0, -90.0, 30.0]).to_radians() / 2.0;
        let mut q = [0.0, 0.0, 0.0, nearest(libm::cos(angle))];
        q[self.below(3)] = nearest(libm::sin(angle));
        q
    }

    /// A number with few digits, near another one.
    pub(super) fn tidy(&mut self, x: f32) -> f32 {
        let unit = self.one_of(&[1.0, 0.5, 0.25, 0.125]);
        (x / unit).round() * unit
    }
}

/// Rounded to `f32`.
pub(super) fn rounded(v: DVec3) -> [f32; 3] {
    v.as_vec3().to_array()
}

/// In `f64`.
pub(super) fn exact(v: [f32; 3]) -> DVec3 {
    DVec3::from_array(v.map(f64::from))
}

/// The `f32` nearest to a number.
#[expect(clippy::cast_possible_truncation, reason = "cases have `f32`")]
pub(super) fn nearest(x: f64) -> f32 {
    x as f32
}
