//! The ends of messages that several rules have, and the conditions of these rules.

pub(super) const ABOVE_0: &str = "must be above 0";
pub(super) const IN_RANGE: &str = "must be finite in 32 bits: at most about 3.4e38";
pub(super) const ALL_ABOVE_0: &str = "must be above 0 on every axis";
pub(super) const NOT_ZERO: &str = "must not be zero";
pub(super) const UP_TO_LAST_TICK: &str = "must be at most 1000000";
pub(super) const FIELD_OF_VIEW: &str = "must be between 0 and 180 degrees";

/// Whether a number in `f64` is in the range of `f32`, as every number of a scene file.
pub(super) fn is_in_range(number: f64) -> bool {
    number.abs() <= f64::from(f32::MAX)
}

pub(super) fn is_zero(components: &[f32]) -> bool {
    components.iter().all(|&component| component == 0.0)
}

#[expect(clippy::float_cmp, reason = "points that differ at all give a direction")]
pub(super) fn differs(a: &[f32; 3], b: &[f32; 3]) -> bool {
    a != b
}

pub(super) fn is_field_of_view(degrees: f32) -> bool {
    degrees > 0.0 && degrees < 180.0
}
