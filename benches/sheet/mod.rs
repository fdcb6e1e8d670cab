//! The image that is cut into cells, for this crate and for its peers.

/// Pixels along a side.
pub(crate) const SIDE: u32 = 4096;
/// Cells along a side.
pub(crate) const CELLS: [u32; 3] = [10, 256, 512];

/// Leaf-like blots of alpha over a gradient, red, green, blue and alpha.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the lowest eight bits, or clamped")]
#[allow(clippy::disallowed_methods, reason = "the peers read this file too, and do without libm")]
pub(crate) fn rgba() -> Vec<u8> {
    let mut samples = Vec::with_capacity(SIDE as usize * SIDE as usize * 4);
    for y in 0..SIDE {
        for x in 0..SIDE {
            let (u, v) = (x as f32 * 0.011, y as f32 * 0.007);
            let alpha = (255.0 * (0.5 + 1.5 * (u + 2.0 * v.sin()).sin() * (v - u.cos()).cos())).clamp(0.0, 255.0);
            samples.extend([(x >> 4) as u8, (y >> 4) as u8, (x ^ y) as u8, alpha as u8]);
        }
    }
    samples
}
