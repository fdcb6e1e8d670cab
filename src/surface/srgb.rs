//! Colours of sRGB as linear light.
//!
//! A square replaces the curve of sRGB (IEC 61966-2-1). The shaders use the same square and its inverse, the square root, so
//! a colour under a light of 1 is drawn as it was written. The linear numbers of a file follow the exact curve, so they are
//! converted by [`shaded`] when they are read; a linear 0.2 without light is drawn as 124, not as 114.

/// A channel of sRGB, 0 to 1, as linear light.
pub(crate) fn linear(channel: f32) -> f32 {
    channel * channel
}

/// An opaque colour of sRGB as linear light, 0 to 1, with an alpha of 1.
pub(crate) fn linear_color(rgb: [u8; 3]) -> [f32; 4] {
    let [r, g, b] = rgb.map(|channel| linear(f32::from(channel) / 255.0));
    [r, g, b, 1.0]
}

/// Linear light, 0 or more, as a channel of sRGB by the exact curve (IEC 61966-2-1): 1.055 · l^(1/2.4) − 0.055, and
/// 12.92 · l below 0.0031308. It is written so that 1 is exactly 1.
pub(crate) fn encoded(light: f32) -> f32 {
    if light <= 0.003_130_8 { 12.92 * light } else { 1.0 + 1.055 * (libm::powf(light, 1.0 / 2.4) - 1.0) }
}

/// Linear light of a file, 0 or more, as the linear light of the shaders: both are the same colour on the screen.
pub(crate) fn shaded(light: f32) -> f32 {
    linear(encoded(light))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_light_of_a_file_has_its_srgb_value_on_the_screen() {
        // The values are those of IEC 61966-2-1, rounded to bytes.
        for (light, byte) in [(0.0, 0.0), (0.001, 3.0), (0.05, 63.0), (0.2, 124.0), (0.5, 188.0), (1.0, 255.0)] {
            let shown = (shaded(light).sqrt() * 255.0).round();
            assert!((shown - byte).abs() < 0.5, "{light} is drawn as {shown}");
        }
        assert!((shaded(1.0) - 1.0).abs() < f32::EPSILON && shaded(0.0).abs() < f32::EPSILON);
        assert!(shaded(3.0) > shaded(2.0), "light above 1 stays in order");
        let around = [0.003_130_7, 0.003_130_9].map(encoded);
        assert!((around[0] - around[1]).abs() < 1e-5, "both parts of the curve meet: {around:?}");
    }
}
