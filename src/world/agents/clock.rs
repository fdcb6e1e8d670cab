//! When an agent makes its own ticks: after a time, it has made `floor(time · tick_rate)` of them.
//!
//! The two rates are taken as the decimal numbers that were written, and their ratio is exact: at 60 ticks a second an
//! agent of 0.3 makes its first one at tick 200, not a tick later because 0.3 has no exact binary form.

/// The ticks of an agent relative to those of its scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    /// Own ticks for each tick of the scene: a fraction.
    own: u128,
    scene: u128,
}

impl Clock {
    /// Both in ticks a second. Rates that are not above 0 and finite, which the scene's checks refuse, never tick.
    pub(super) fn new(own: f64, scene: f64) -> Self {
        Self::ratio(own, scene).unwrap_or(Self { own: 0, scene: 1 })
    }

    fn ratio(own: f64, scene: f64) -> Option<Self> {
        let ((own, own_power), (scene, scene_power)) = (decimal(own)?, decimal(scene)?);
        let power = |by: i32| u32::try_from(by).map_or(Some(1), |by| 10_u128.checked_pow(by));
        let own = own.checked_mul(power(own_power - scene_power)?)?;
        let scene = scene.checked_mul(power(scene_power - own_power)?)?;
        let common = greatest_common_divisor(own, scene);
        Some(Self { own: own / common, scene: scene / common })
    }

    /// How many ticks it has made at a tick of the scene.
    pub(super) fn ticks(self, tick: u64) -> u64 {
        let ticks = u128::from(tick).saturating_mul(self.own) / self.scene;
        u64::try_from(ticks).unwrap_or(u64::MAX)
    }

    /// The tick of the scene in which the agent makes its own tick `own`; `None` when that never happens.
    pub(super) fn scene_tick(self, own: u64) -> Option<u64> {
        let (needed, each) = (u128::from(own).checked_mul(self.scene)?, self.own);
        (each > 0).then(|| needed.div_ceil(each)).and_then(|tick| u64::try_from(tick).ok())
    }
}

/// A number above 0 as digits and a power of ten, in the shortest form that represents it.
fn decimal(number: f64) -> Option<(u128, i32)> {
    if !(number > 0.0 && number.is_finite()) {
        return None;
    }
    let text = format!("{number:e}");
    let (mantissa, power) = text.split_once('e')?;
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{part}").parse().ok()?;
    let power: i32 = power.parse().ok()?;
    Some((digits, power - i32::try_from(part.len()).ok()?))
}

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ticks_come_when_they_are_due() {
        for (own, scene, tick, ticks) in [
            (60.0, 60.0, 7, 7),
            (10.0, 60.0, 0, 0),
            (10.0, 60.0, 5, 0),
            (10.0, 60.0, 6, 1),
            (10.0, 60.0, 3000, 500),
            (0.3, 60.0, 199, 0),
            (0.3, 60.0, 200, 1),
            (7.0, 49.0, 49, 7),
            (1.0, 0.1, 1, 10),
            (2.5, 1.0, 3, 7),
            (29.97, 59.94, 11, 5),
            (1e-300, 1.0, u64::MAX, 0),
            (1000.0, 1.0, 1_000_000, 1_000_000_000),
            (0.0, 60.0, 100, 0),
            (f64::NAN, 60.0, 100, 0),
            (1e30, 1.0, u64::MAX, u64::MAX),
        ] {
            assert_eq!(Clock::new(own, scene).ticks(tick), ticks, "{own} of {scene} at {tick}");
        }
    }

    proptest! {
        #[test]
        fn an_own_tick_is_in_the_first_scene_tick_that_has_it(own in 1_u32..2000, scene in 1_u32..2000, n in 1_u64..9999) {
            let clock = Clock::new(f64::from(own) / 8.0, f64::from(scene) / 10.0);
            let tick = clock.scene_tick(n).unwrap();
            prop_assert!(clock.ticks(tick) >= n && clock.ticks(tick - 1) < n);
        }
    }
}
