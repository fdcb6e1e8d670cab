//! A terrain of a million triangles and the rays that meet it, the same for eyeline and its peers: hills of six octaves,
//! half a metre between its vertices.

#![allow(dead_code, reason = "no benchmark needs all of it")]

use glam::Vec3;

/// Squares along a side.
const SIDE: u32 = 708;
/// Metres between vertices.
const STEP: f32 = 0.5;
/// Pixels along a side of the picture.
const PIXELS: usize = 1024;

/// Corners and triangles.
pub(crate) fn terrain() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    divided(SIDE)
}

/// The same hills with another number of squares along a side, and so with twice the square of it in triangles.
pub(crate) fn divided(side: u32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let step = STEP * SIDE as f32 / side as f32;
    let at = |i: u32, j: u32| {
        let [x, z] = [i, j].map(|i| (i as f32 - side as f32 / 2.0) * step);
        Vec3::new(x, height(x, z), z)
    };
    let positions = (0..=side).flat_map(|i| (0..=side).map(move |j| at(i, j))).collect();
    let index = |i: u32, j: u32| i * (side + 1) + j;
    let square = |i: u32, j: u32| {
        let [a, b, c, d] = [index(i, j), index(i, j + 1), index(i + 1, j + 1), index(i + 1, j)];
        [[a, b, c], [a, c, d]]
    };
    let triangles = (0..side).flat_map(|i| (0..side).flat_map(move |j| square(i, j))).collect();
    (positions, triangles)
}

#[allow(clippy::disallowed_methods, reason = "the peers read this file too, and do without libm")]
fn height(x: f32, z: f32) -> f32 {
    let octave = |i: i32| {
        let (step, frequency, size) = (i as f32, 0.02 * 2.1_f32.powi(i), 12.0 * 0.45_f32.powi(i));
        let (u, v) = (x * frequency, z * frequency);
        size * ((u + 1.3 * step).sin() * (1.1 * v + 0.7 * step).cos() + 0.3 * (0.7 * u - v + step).sin())
    };
    (0..6).map(octave).sum()
}

/// One ray for each pixel of a camera that looks down onto the terrain, row by row; origins and directions.
pub(crate) fn primary() -> Vec<[Vec3; 2]> {
    let eye = Vec3::new(-120.0, 60.0, -120.0);
    let forward = (-eye).normalize_or_zero();
    let right = forward.cross(Vec3::Y).normalize_or_zero();
    let up = right.cross(forward);
    let pixel = |i: usize| {
        let [u, v] = [i % PIXELS, i / PIXELS].map(|i| (i as f32 + 0.5) / PIXELS as f32 * 2.0 - 1.0);
        [eye, forward + right * (0.8 * u) - up * (0.6 * v)]
    };
    (0..PIXELS * PIXELS).map(pixel).collect()
}

/// Every 257th of these rays: some thousands, from all parts of the picture.
pub(crate) fn some_primary() -> Vec<[Vec3; 2]> {
    primary().into_iter().step_by(257).collect()
}

/// As many lines of sight between random points 5 to 35 m up, about a sixth of which a hill blocks.
pub(crate) fn sight(mut random: impl FnMut(f32, f32) -> f32) -> Vec<[Vec3; 2]> {
    let half = SIDE as f32 * STEP * 0.48;
    let mut point = || Vec3::new(random(-half, half), random(5.0, 35.0), random(-half, half));
    (0..PIXELS * PIXELS)
        .map(|_| {
            let (from, to) = (point(), point());
            [from, to - from]
        })
        .collect()
}
