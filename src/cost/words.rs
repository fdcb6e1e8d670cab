//! Places and directions in words.

use glam::DVec3;

use crate::geometry::narrate::written;

/// A place of the plan: "(12, 3)", x and z.
pub fn place_in_words(eye: DVec3) -> String {
    let short = |value: f64| written((value * 100.0).round() / 100.0);
    format!("({}, {})", short(eye.x), short(eye.z))
}

/// A direction: "+X", or its vector.
pub fn direction_in_words(forward: DVec3) -> String {
    const STRAIGHT: f64 = 0.999_9;
    for (axis, name) in DVec3::AXES.into_iter().zip(["X", "Y", "Z"]) {
        if forward.dot(axis).abs() > STRAIGHT {
            return format!("{}{name}", if forward.dot(axis) > 0.0 { '+' } else { '−' });
        }
    }
    let short = |value: f64| written((value * 100.0).round() / 100.0);
    format!("({}, {}, {})", short(forward.x), short(forward.y), short(forward.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_along_axes_have_their_names() {
        assert_eq!(direction_in_words(DVec3::X), "+X");
        assert_eq!(direction_in_words(DVec3::NEG_Z), "−Z");
        assert_eq!(direction_in_words(DVec3::new(0.6, 0.0, -0.8)), "(0.6, 0, −0.8)");
        assert_eq!(place_in_words(DVec3::new(12.0, 1.7, -3.456)), "(12, −3.46)");
    }
}
