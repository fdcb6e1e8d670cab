//! Colours of sRGB as linear light.
//!
//! A square replaces the curve of sRGB (IEC 61966-2-1). The shaders use the same square and its inverse, the square root, so
//! a colour under a light of 1 is drawn as it was written.

/// A channel of sRGB, 0 to 1, as linear light.
pub(crate) fn linear(channel: f32) -> f32 {
    channel * channel
}

/// An opaque colour of sRGB as linear light, 0 to 1, with an alpha of 1.
pub(crate) fn linear_color(rgb: [u8; 3]) -> [f32; 4] {
    let [r, g, b] = rgb.map(|channel| linear(f32::from(channel) / 255.0));
    [r, g, b, 1.0]
}
