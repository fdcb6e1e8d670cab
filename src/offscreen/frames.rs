//! What moves in a moving picture, and how fast.

use crate::render::Clip;

/// The most pictures of one moving picture.
pub const MOST: u32 = 10_000;
/// The least number of pictures a second.
pub const SLOWEST: f64 = Clip::<Vec<u8>>::SLOWEST;
/// The greatest number of pictures a second.
pub const FASTEST: f64 = Clip::<Vec<u8>>::FASTEST;
/// The number of pictures a second, when neither the arguments nor the scene determine it.
const SMOOTH: f64 = 20.0;
/// The number of steps a second, slow enough for reading.
const STEPS_PER_SECOND: f64 = 0.5;

/// What moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Motion {
    /// Each `every`-th tick from the first to the last.
    Ticks { first: u64, last: u64, every: u64 },
    /// The eye goes once around the target.
    Turntable { tick: u64, count: u32 },
    /// The selected answer, then each of its steps.
    Steps { tick: u64 },
}

/// The pictures of a moving picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frames {
    pub(super) motion: Motion,
    pub(super) fps: f64,
}

impl Frames {
    /// Ticks, in the scene's own speed by default.
    ///
    /// # Errors
    /// When there are more than [`MOST`] pictures.
    pub fn ticks(first: u64, last: u64, every: Option<u64>, tick_rate: f64, fps: Option<f64>) -> anyhow::Result<Self> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a positive number, saturating")]
        let every = every.unwrap_or_else(|| (tick_rate / SMOOTH).round().max(1.0) as u64);
        let count = (last - first) / every + 1;
        if count > u64::from(MOST) {
            let enough = (last - first) / u64::from(MOST - 1) + 1;
            anyhow::bail!("{count} pictures are too many, at most {MOST} are possible; use --every {enough}");
        }
        let fps = fps.unwrap_or((tick_rate / every as f64).clamp(SLOWEST, FASTEST));
        Ok(Self { motion: Motion::Ticks { first, last, every }, fps })
    }

    /// A turn of `count` pictures.
    pub fn turntable(tick: u64, count: u32, fps: Option<f64>) -> Self {
        Self { motion: Motion::Turntable { tick, count }, fps: fps.unwrap_or(SMOOTH) }
    }

    /// The steps of the selected answer.
    pub fn steps(tick: u64, fps: Option<f64>) -> Self {
        Self { motion: Motion::Steps { tick }, fps: fps.unwrap_or(STEPS_PER_SECOND) }
    }

    /// The number of pictures, with so many steps of the answer.
    pub(super) fn count(&self, steps: usize) -> u32 {
        match self.motion {
            Motion::Ticks { first, last, every } => u32::try_from((last - first) / every + 1).unwrap_or(MOST),
            Motion::Turntable { count, .. } => count,
            Motion::Steps { .. } => u32::try_from(steps).unwrap_or(MOST - 1).saturating_add(1),
        }
    }

    /// How many pictures there are, with so many steps of the answer, and how long they last.
    pub fn words(&self, steps: usize) -> String {
        let count = self.count(steps);
        format!("{count} pictures, {:.1} s", f64::from(count) / self.fps)
    }

    /// The tick of the first picture.
    pub(super) fn first_tick(&self) -> u64 {
        match self.motion {
            Motion::Ticks { first: tick, .. } | Motion::Turntable { tick, .. } | Motion::Steps { tick } => tick,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moving_picture_has_the_speed_of_the_scene() {
        let ticks = |first, last, every, rate, fps| Frames::ticks(first, last, every, rate, fps).unwrap();
        let of = |first, last, every, fps| Frames { motion: Motion::Ticks { first, last, every }, fps };
        assert_eq!(ticks(0, 60, None, 60.0, None), of(0, 60, 3, 20.0));
        assert_eq!(ticks(5, 9, None, 10.0, None), of(5, 9, 1, 10.0));
        assert_eq!(ticks(0, 60, Some(1), 60.0, None), of(0, 60, 1, 50.0));
        assert_eq!(ticks(0, 60, Some(6), 60.0, Some(5.0)), of(0, 60, 6, 5.0));
        assert_eq!(ticks(0, 60, None, 60.0, None).words(0), "21 pictures, 1.1 s");
        assert_eq!(Frames::steps(0, None).words(7), "8 pictures, 16.0 s");
        let error = Frames::ticks(0, 999_999, Some(1), 60.0, None).unwrap_err().to_string();
        assert_eq!(error, "1000000 pictures are too many, at most 10000 are possible; use --every 101");
        assert!(Frames::ticks(0, 999_999, Some(101), 60.0, None).is_ok());
    }
}
