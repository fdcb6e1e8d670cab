//! The only conversions between glam, used everywhere in this program, and cgmath, used by three-d.

use glam::{Mat4, Vec2, Vec4};

use crate::picture::Color;

/// A matrix for a uniform.
pub(super) fn mat4(m: Mat4) -> three_d::Mat4 {
    let [x, y, z, w] = m.to_cols_array_2d().map(three_d::Vec4::from);
    three_d::Mat4::from_cols(x, y, z, w)
}

/// A vector for a uniform.
pub(super) fn vec4(v: Vec4) -> three_d::Vec4 {
    v.to_array().into()
}

/// A vector for a uniform.
pub(super) fn vec2(v: Vec2) -> three_d::Vec2 {
    v.to_array().into()
}

/// A colour of 0..1, still in sRGB and with straight alpha.
pub(super) fn color(Color(rgba): Color) -> [f32; 4] {
    rgba.map(|channel| f32::from(channel) / 255.0)
}
