//! The frames of a trajectory, stored as arrays: 57 bytes a frame.

use glam::{DQuat, DVec3};

/// The quality of the pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracking {
    /// The pose can be used.
    Normal,
    /// The pose is uncertain.
    Limited,
    /// The pose is not valid.
    Lost,
}

impl Tracking {
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 3] = [Self::Normal, Self::Limited, Self::Lost];

    /// The word of files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Limited => "limited",
            Self::Lost => "lost",
        }
    }
}

/// One recorded pose: `world_from_camera`, right-handed, +Y up, metres. The camera looks along its −Z axis, its +Y is up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Seconds.
    pub time: f64,
    /// Metres.
    pub position: DVec3,
    /// Of unit length.
    pub rotation: DQuat,
    /// The quality of the pose.
    pub tracking: Tracking,
}

/// Frames with ascending times.
///
/// A unit quaternion and its negative are the same rotation, and its greatest component follows from the other three. So
/// three components are stored. The greatest is at least 1/2, so the error of its square root is a few units of the last
/// place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frames {
    times: Vec<f64>,
    positions: Vec<[f64; 3]>,
    /// The components of the rotation without the greatest, in the order x, y, z, w.
    rotations: Vec<[f64; 3]>,
    /// Bits 0 and 1: the index of the greatest component. Bits 2 and 3: the tracking.
    codes: Vec<u8>,
    /// The runs of lost frames, in order: the first, and the one after the last.
    lost: Vec<[usize; 2]>,
}

/// The memory of a frame, in bytes.
pub const FRAME_BYTES: usize = size_of::<f64>() * 7 + 1;

impl Frames {
    /// Appends a frame. The caller keeps the times ascending.
    pub fn push(&mut self, frame: &Frame) {
        let parts = frame.rotation.to_array();
        let greatest = (1..4).fold(0, |best, i| if parts[i].abs() > parts[best].abs() { i } else { best });
        let sign = if parts[greatest] < 0.0 { -1.0 } else { 1.0 };
        let mut rest = [0.0; 3];
        for (to, i) in rest.iter_mut().zip((0..4).filter(|&i| i != greatest)) {
            *to = parts[i] * sign;
        }
        let tracking = Tracking::ALL.iter().position(|&tracking| tracking == frame.tracking).unwrap_or_default();
        if frame.tracking == Tracking::Lost {
            let i = self.len();
            match self.lost.last_mut() {
                Some([_, end]) if *end == i => *end += 1,
                _ => self.lost.push([i, i + 1]),
            }
        }
        self.times.push(frame.time);
        self.positions.push(frame.position.to_array());
        self.rotations.push(rest);
        #[expect(clippy::cast_possible_truncation, reason = "two indices below four")]
        self.codes.push((greatest | tracking << 2) as u8);
    }

    /// How many frames.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    /// The times of all frames, in seconds.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// The time of a frame. Panics for an index out of range, as the following do.
    pub fn time(&self, i: usize) -> f64 {
        self.times[i]
    }

    /// The position of a frame.
    pub fn position(&self, i: usize) -> DVec3 {
        DVec3::from_array(self.positions[i])
    }

    /// The rotation of a frame.
    pub fn rotation(&self, i: usize) -> DQuat {
        let [a, b, c] = self.rotations[i];
        let greatest = (1.0 - (a * a + b * b + c * c)).max(0.0).sqrt();
        DQuat::from_array(match self.codes[i] & 3 {
            0 => [greatest, a, b, c],
            1 => [a, greatest, b, c],
            2 => [a, b, greatest, c],
            _ => [a, b, c, greatest],
        })
    }

    /// The tracking of a frame.
    pub fn tracking(&self, i: usize) -> Tracking {
        Tracking::ALL[usize::from(self.codes[i] >> 2).min(2)]
    }

    /// The run of lost frames that has a frame: the first, and the one after the last.
    pub fn lost_run(&self, i: usize) -> Option<[usize; 2]> {
        let next = self.lost.partition_point(|[first, _]| *first <= i);
        next.checked_sub(1).map(|last| self.lost[last]).filter(|[_, end]| i < *end)
    }

    /// The runs of lost frames, in order.
    pub fn lost_runs(&self) -> &[[usize; 2]] {
        &self.lost
    }

    /// One frame.
    pub fn get(&self, i: usize) -> Option<Frame> {
        (i < self.len()).then(|| Frame {
            time: self.time(i),
            position: self.position(i),
            rotation: self.rotation(i),
            tracking: self.tracking(i),
        })
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = Frame> + '_ {
        (0..self.len()).filter_map(|i| self.get(i))
    }

    /// Releases the memory that the arrays do not use.
    pub fn shrink(&mut self) {
        let Self { times, positions, rotations, codes, lost } = self;
        times.shrink_to_fit();
        positions.shrink_to_fit();
        rotations.shrink_to_fit();
        codes.shrink_to_fit();
        lost.shrink_to_fit();
    }
}

impl FromIterator<Frame> for Frames {
    fn from_iter<I: IntoIterator<Item = Frame>>(frames: I) -> Self {
        let mut all = Self::default();
        frames.into_iter().for_each(|frame| all.push(&frame));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_comes_back_with_its_rotation_to_the_last_digits() {
        const { assert!(FRAME_BYTES <= 60) };
        for i in 1..2000_u32 {
            let [a, b, c, d] = [1.0, 2.3, 4.1, 0.7].map(|factor| libm::sin(f64::from(i) * factor));
            let frame = Frame {
                time: f64::from(i),
                position: DVec3::new(a, b, c),
                rotation: DQuat::from_xyzw(a, b, c, d).normalize(),
                tracking: Tracking::ALL[i as usize % 3],
            };
            let frames: Frames = [frame].into_iter().collect();
            let back = frames.get(0).unwrap();
            let apart = back.rotation.dot(frame.rotation).abs();
            assert!((apart - 1.0).abs() < 1e-15 && back.rotation.is_normalized(), "{i}: {apart}");
            let [p, q] = [back.rotation, frame.rotation].map(|rotation| rotation * DVec3::new(1.0, 2.0, 3.0));
            assert!(p.distance(q) < 4e-15, "{i}");
            assert_eq!((back.time, back.position, back.tracking), (frame.time, frame.position, frame.tracking));
        }
    }
}
