//! The defaults of the contract, in one place. A value that equals its default is not written.

use super::tap_type::TapType;

/// Defines defaults that differ from those of the type: `name() -> value`, and `is_name(&value)` to leave the value
/// out.
macro_rules! defaults {
    ($($name:ident, $is:ident: $type:ty = $value:expr;)*) => {$(
        pub(crate) fn $name() -> $type {
            $value
        }
        pub(crate) fn $is(value: &$type) -> bool {
            is_same(value, &$name())
        }
    )*};
}

defaults! {
    tick_rate, is_tick_rate: f64 = 60.0;
    up, is_up: [f32; 3] = [0.0, 1.0, 0.0];
    rotation, is_rotation: [f32; 4] = [0.0, 0.0, 0.0, 1.0];
    scale, is_scale: [f32; 3] = [1.0; 3];
    layers, is_layers: Vec<u8> = vec![0];
    fov_y, is_fov_y: f32 = 60.0;
    aspect, is_aspect: f32 = 16.0 / 9.0;
    near, is_near: f32 = 0.1;
    far, is_far: f32 = 100.0;
    speed, is_speed: f32 = 1.0;
    depth, is_depth: u32 = 4;
    divisions, is_divisions: [u32; 2] = [10, 10];
    threshold, is_threshold: f64 = 0.5;
    depth_bits, is_depth_bits: u32 = 24;
    resolution, is_resolution: u32 = 256;
    cap, is_cap: bool = true;
    leak_radius, is_leak_radius: f64 = 0.05;
    collider_tolerance, is_collider_tolerance: f64 = 0.05;
    animation_loop, is_animation_loop: bool = true;
    animation_speed, is_animation_speed: f64 = 1.0;
    max_difference, is_max_difference: f64 = 0.01;
    delta, is_delta: f64 = 1.0;
    order, is_order: Vec<TapType> = vec![TapType::Polygon, TapType::Estimated, TapType::Point];
}

pub(crate) fn number_tolerance() -> f64 {
    1e-4
}

pub(crate) fn pixel_tolerance() -> f64 {
    0.1
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    is_same(value, &T::default())
}

fn is_same<T: PartialEq>(value: &T, default: &T) -> bool {
    value == default
}
