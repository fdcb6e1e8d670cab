//! Seeded random numbers, solids and poses.

use eyeline::geometry::{Pose, Shape};
use glam::{DVec3, Quat, Vec3};

/// `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// In `0..1`.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// In `low..high`.
    pub(crate) fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// In `low..high`; all orders of magnitude have the same probability.
    pub(crate) fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        libm::exp(self.range(libm::log(low), libm::log(high)))
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::try_from(self.bits() % from.len() as u64).expect("an index")]
    }

    /// A whole number below `n`, which is not 0.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.bits() % n as u64).expect("an index")
    }

    /// In `low..high`, uniform in `f32`.
    #[expect(clippy::cast_possible_truncation, reason = "the nearest will do")]
    pub(crate) fn within(&mut self, low: f64, high: f64) -> f32 {
        self.range(low, high) as f32
    }

    /// True once in `n` times.
    pub(crate) fn once_in(&mut self, n: u64) -> bool {
        self.bits().is_multiple_of(n)
    }

    /// A unit vector; all directions have the same probability.
    pub(crate) fn direction(&mut self) -> DVec3 {
        let y = self.range(-1.0, 1.0);
        let (sin, cos) = libm::sincos(self.range(0.0, std::f64::consts::TAU));
        let ring = (1.0 - y * y).sqrt();
        DVec3::new(ring * cos, y, ring * sin)
    }

    /// In the ball of that radius.
    pub(crate) fn in_ball(&mut self, radius: f64) -> DVec3 {
        self.direction() * radius * libm::cbrt(self.unit())
    }

    pub(crate) fn rotation(&mut self) -> Quat {
        let v: [f64; 4] = std::array::from_fn(|_| self.range(-1.0, 1.0));
        let length = v.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-3);
        let [x, y, z, w] = v.map(|x| narrow(x / length));
        let q = Quat::from_xyzw(x, y, z, w);
        if q.length_squared() > 0.1 { q } else { Quat::IDENTITY }
    }

    /// A solid of the same kind: mostly of ordinary size, sometimes nearly flat or nearly a line.
    pub(crate) fn sized(&mut self, kind: &Shape) -> Shape {
        let size = || {
            let x = if self.once_in(8) { self.magnitude(1e-4, 1e-2) } else { self.magnitude(0.2, 5.0) };
            // Round numbers as sizes give exact faces and generators.
            narrow(if self.once_in(3) { (4.0 * x).ceil() / 4.0 } else { x })
        };
        of_sizes(kind, size)
    }

    /// A pose: from the identity to a mirrored, non-uniformly scaled, distant pose.
    pub(crate) fn pose(&mut self) -> Pose {
        let mut position = self.in_ball(10.0).as_vec3();
        let mut rotation = self.rotation();
        let mut scale = Vec3::ONE;
        match self.bits() % 6 {
            0 => return Pose::IDENTITY,
            1 => rotation = Quat::IDENTITY,
            2 => position *= 1000.0,
            3 => scale = Vec3::splat(narrow(self.magnitude(1e-3, 1e3))),
            4 => {
                let mut factor = || narrow(self.magnitude(0.2, 5.0) * self.pick(&[1.0, -1.0]));
                scale = Vec3::new(factor(), factor(), factor());
            }
            _ => {}
        }
        Pose::new(position, rotation, scale).expect("an invertible pose")
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
pub(crate) fn narrow(x: f64) -> f32 {
    x as f32
}

/// A solid of the same kind with other sizes. A mesh stays as it is.
pub(crate) fn of_sizes(kind: &Shape, mut size: impl FnMut() -> f32) -> Shape {
    match kind {
        Shape::Box { .. } => Shape::Box { half_extents: Vec3::new(size(), size(), size()) },
        Shape::Sphere { .. } => Shape::Sphere { radius: size() },
        Shape::Cylinder { .. } => Shape::Cylinder { radius: size(), half_height: size() },
        Shape::Cone { .. } => Shape::Cone { radius: size(), height: size() },
        Shape::Capsule { .. } => Shape::Capsule { radius: size(), half_height: size() },
        Shape::Hull(_) | Shape::Mesh(_) => kind.clone(),
    }
}
