//! Seeded random inputs, as plain numbers: the peers' package includes this file too.

#![allow(dead_code, reason = "no benchmark needs all of it")]

use std::time::Duration;

use glam::Vec3;

/// `SplitMix64` (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014): small, and the same
/// numbers everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Uniform in `low..high`.
    pub(crate) fn within(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let unit = ((z ^ (z >> 31)) >> 40) as f32 / (1_u32 << 24) as f32;
        low + (high - low) * unit
    }

    /// Uniform in the cube from −1 to 1.
    pub(crate) fn in_cube(&mut self) -> Vec3 {
        Vec3::new(self.within(-1.0, 1.0), self.within(-1.0, 1.0), self.within(-1.0, 1.0))
    }

    /// Uniform on the unit sphere.
    pub(crate) fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.in_cube();
            if (0.01..=1.0).contains(&v.length_squared()) {
                return v / v.length();
            }
        }
    }
}

/// Inward normals and offsets of a view volume in plane order: from the eye at (1, 2, 3), turned by 0.4 about Y, 60°
/// high, 3 : 2 wide, from 0.1 to 100.
pub(crate) fn planes() -> [(Vec3, f32); 6] {
    let eye = Vec3::new(1.0, 2.0, 3.0);
    let (sin, cos) = libm::sincosf(0.4);
    let (right, up, forward) = (Vec3::new(cos, 0.0, -sin), Vec3::Y, Vec3::new(-sin, 0.0, -cos));
    let half_height = libm::tanf(30.0_f32.to_radians());
    let half_width = 1.5 * half_height;
    let through_eye = |outward: Vec3, half: f32| {
        let normal = (half * forward - outward) / libm::hypotf(half, 1.0);
        (normal, -normal.dot(eye))
    };
    [
        through_eye(-right, half_width),
        through_eye(right, half_width),
        through_eye(-up, half_height),
        through_eye(up, half_height),
        (forward, -forward.dot(eye) - 0.1),
        (-forward, forward.dot(eye) + 100.0),
    ]
}

/// Least and greatest corners of boxes up to 6 m long, about half of them outside the volume of [`planes`].
pub(crate) fn boxes(count: usize) -> Vec<[Vec3; 2]> {
    let mut random = Random(1);
    let eye = Vec3::new(1.0, 2.0, 3.0);
    let (sin, cos) = libm::sincosf(0.4);
    let mut one = || {
        let depth = random.within(1.0, 110.0);
        let sideways = random.within(-1.1, 1.1) * depth;
        let centre = eye
            + Vec3::new(-sin * depth + cos * sideways, random.within(-0.7, 0.7) * depth, -cos * depth - sin * sideways);
        let half = Vec3::new(random.within(0.1, 3.0), random.within(0.1, 3.0), random.within(0.1, 3.0));
        [centre - half, centre + half]
    };
    (0..count).map(|_| one()).collect()
}

/// The arrangement of a crowd of boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Crowd {
    /// Evenly in a cube.
    Uniform,
    /// In 64 balls of very different sizes.
    Clustered,
}

/// The crowds to list the pairs of, with a name and a number of boxes.
pub(crate) const CROWDS: [(&str, Crowd, usize); 3] = [
    ("uniform", Crowd::Uniform, 10_000),
    ("uniform", Crowd::Uniform, 100_000),
    ("clustered", Crowd::Clustered, 100_000),
];

/// Least and greatest corners of boxes around the origin, each of which overlaps about four others.
pub(crate) fn crowd(crowd: Crowd, count: usize) -> Vec<[Vec3; 2]> {
    let mut random = Random(2);
    match crowd {
        Crowd::Uniform => {
            // A box meets another when their centres are within the sum of their half extents, 1 m, on every axis.
            let reach = libm::cbrtf(count as f32 * 8.0 / 4.0) / 2.0;
            (0..count).map(|_| one_of_crowd(&mut random, Vec3::ZERO, reach, 1.0)).collect()
        }
        Crowd::Clustered => {
            let clusters: Vec<_> =
                (0..64).map(|_| (random.in_cube() * 200.0, libm::exp2f(random.within(-2.0, 2.0)))).collect();
            let reach = libm::cbrtf(count as f32 / 64.0 * 8.0 / 4.0) / 2.0;
            (0..count)
                .map(|i| {
                    let (centre, scale) = clusters[i % 64];
                    one_of_crowd(&mut random, centre, reach * scale, scale)
                })
                .collect()
        }
    }
}

/// Edges of half to three halves of `scale`.
fn one_of_crowd(random: &mut Random, centre: Vec3, reach: f32, scale: f32) -> [Vec3; 2] {
    let centre = centre + random.in_cube() * reach;
    let mut half = || random.within(0.25, 0.75) * scale;
    let half = Vec3::new(half(), half(), half());
    [centre - half, centre + half]
}

/// All pairs of boxes that overlap or touch, the lesser index first, ascending: the expected result of every tree. By a
/// sweep in the order of the least x, without a tree; slow.
pub(crate) fn pairs_by_sweep(boxes: &[[Vec3; 2]]) -> Vec<[u32; 2]> {
    let mut order: Vec<_> = (0_u32..).zip(boxes).collect();
    order.sort_unstable_by(|(_, a), (_, b)| a[0].x.total_cmp(&b[0].x));
    let mut pairs = Vec::new();
    for (at, (i, a)) in order.iter().enumerate() {
        for (j, b) in order[at + 1..].iter().take_while(|(_, b)| b[0].x <= a[1].x) {
            if a[0].cmple(b[1]).all() && b[0].cmple(a[1]).all() {
                pairs.push([*i.min(j), *i.max(j)]);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Coordinates of ten bits, an array for each axis.
pub(crate) fn coordinates() -> [Vec<u32>; 3] {
    let mut random = Random(3);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1023")]
    let mut axis = || (0..16_384).map(|_| random.within(0.0, 1024.0) as u32).collect();
    [axis(), axis(), axis()]
}

/// The sizes at which the growth of the cost is measured: numbers of objects or triangles.
pub(crate) const SIZES: [usize; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];

/// The squares along a side of a terrain of about `triangles` triangles.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most some hundreds")]
pub(crate) fn side_of_terrain(triangles: usize) -> u32 {
    libm::sqrtf(triangles as f32 / 2.0).round() as u32
}

/// Short runs: some minutes for everything, and medians good to a few per cent.
pub(crate) fn criterion() -> criterion::Criterion {
    criterion::Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1200))
}
