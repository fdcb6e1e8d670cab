//! The moment of a scene that a command shows: a tick, or a time in seconds.

use crate::scene::Scene;
use crate::world::first_tick;

/// A time in seconds, 0 or more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds(f64);

impl std::str::FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_suffix('s').unwrap_or(text).trim().parse::<f64>() {
            Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(Self(seconds)),
            _ => Err("write seconds, 0 or more, such as 1.5".to_owned()),
        }
    }
}

/// The tick at a time: the last one that is not after it. A time that is off by rounding belongs to its tick.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a tick beyond the range is the last one")]
pub(super) fn tick_at(time: Seconds, scene: &Scene) -> u64 {
    (time.0 * scene.tick_rate + 1e-9 * scene.tick_rate).floor() as u64
}

/// The first tick that has the lines of a time.
pub(super) fn last_tick_of(time: f64, scene: &Scene) -> u64 {
    first_tick(time, scene.tick_rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_the_last_tick_before_it() {
        let scene = Scene { tick_rate: 60.0, ..Scene::empty() };
        for (text, tick) in [("0", 0), ("0.5", 30), ("0.51s", 30), ("0.0166666667", 1), ("100", 6000)] {
            assert_eq!(tick_at(text.parse().unwrap(), &scene), tick, "{text}");
        }
        for wrong in ["-1", "NaN", "inf", "", "1m"] {
            assert!(wrong.parse::<Seconds>().is_err(), "{wrong}");
        }
    }
}
