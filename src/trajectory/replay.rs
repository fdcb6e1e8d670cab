//! The pose at a time.

use glam::{DQuat, DVec3};

use super::frames::Tracking;
use super::lens::Lens;
use super::recorded::Trajectory;

/// The pose at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PoseAt {
    /// The frame that holds: the last usable one at or before the time.
    pub frame: usize,
    /// Metres.
    pub position: DVec3,
    /// Of unit length.
    pub rotation: DQuat,
    /// The tracking at the time, which may be lost while an earlier frame holds.
    pub tracking: Tracking,
    /// The lens, when the file has one.
    pub lens: Option<Lens>,
}

impl Trajectory {
    /// The last frame at or before a time; `None` before the first.
    pub fn frame_at(&self, time: f64) -> Option<usize> {
        self.frames.times().partition_point(|&at| at <= time).checked_sub(1)
    }

    /// The pose at a time; `None` without frames.
    ///
    /// Between two frames the position is linear and the rotation the shorter slerp. From the last frame before a loss or a
    /// gap to the first after it, and from one end of a jump to the other, the earlier frame holds. Before the first
    /// frame with a pose that frame holds, and after the last frame the last one.
    pub fn at(&self, time: f64) -> Option<PoseAt> {
        let current = self.frame_at(time).unwrap_or(0);
        let tracking = self.frames.get(current)?.tracking;
        // A file may begin with lost frames, and may have nothing else.
        let frame = self.frames.lost_run(current).map_or(current, |[first, end]| match first.checked_sub(1) {
            Some(before) => before,
            None if end < self.frames.len() => end,
            None => 0,
        });
        let [from, to] = [frame, frame + 1].map(|i| self.frames.get(i));
        let from = from?;
        let held = PoseAt { frame, position: from.position, rotation: from.rotation, tracking, lens: self.lens(frame) };
        if let Some(lost) = self.gap_before(frame + 1).filter(|_| frame == current) {
            return Some(PoseAt { tracking: if time >= lost { Tracking::Lost } else { tracking }, ..held });
        }
        let Some(to) = to.filter(|to| frame == current && time > from.time && to.tracking != Tracking::Lost) else {
            return Some(held);
        };
        if self.jump(frame + 1).is_some() {
            return Some(held);
        }
        let part = (time - from.time) / (to.time - from.time);
        let lens = match (held.lens, self.lens(frame + 1)) {
            (Some(a), Some(b)) => Some(a.mixed(b, part)),
            (lens, _) => lens,
        };
        let position = from.position.lerp(to.position, part);
        Some(PoseAt { position, rotation: from.rotation.slerp(to.rotation, part).normalize(), lens, ..held })
    }

    /// The lens of a frame.
    fn lens(&self, frame: usize) -> Option<Lens> {
        Self::until(&self.lenses, frame).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::super::frames::Frame;
    use super::super::recorded::JumpLimit;
    use super::*;

    fn walk(tracking: &[Tracking]) -> Trajectory {
        let frame = |(i, &tracking): (usize, &Tracking)| {
            let time = i as f64;
            Frame { time, position: DVec3::X * time, rotation: DQuat::from_rotation_y(time * 0.1), tracking }
        };
        Trajectory::new(tracking.iter().enumerate().map(frame).collect())
    }

    const N: Tracking = Tracking::Normal;
    const L: Tracking = Tracking::Lost;

    #[test]
    fn between_frames_the_pose_is_interpolated_and_outside_it_holds() {
        let walk = walk(&[N, Tracking::Limited, N]);
        let held = walk.at(0.5).unwrap();
        assert_eq!((held.frame, held.position.x, held.tracking), (0, 0.5, N));
        assert!(held.rotation.angle_between(DQuat::from_rotation_y(0.05)) < 1e-7);
        assert_eq!(walk.at(1.0).unwrap().tracking, Tracking::Limited);
        assert_eq!((walk.at(-3.0).unwrap().position.x, walk.at(9.0).unwrap().position.x), (0.0, 2.0));
        assert_eq!(Trajectory::default().at(0.0), None);
    }

    #[test]
    fn across_a_loss_the_earlier_frame_holds() {
        let path = walk(&[N, N, L, L, N]);
        for (time, x, tracking) in [(1.5, 1.0, N), (2.0, 1.0, L), (3.9, 1.0, L), (4.0, 4.0, N)] {
            let held = path.at(time).unwrap();
            assert_eq!((held.position.x, held.tracking), (x, tracking), "{time}");
        }
        let late = walk(&[L, L, N]).at(0.5).unwrap();
        assert_eq!((late.frame, late.position.x, late.tracking), (2, 2.0, L));
        assert_eq!(walk(&[L]).at(0.0).unwrap().frame, 0);
    }

    #[test]
    fn across_a_jump_the_earlier_frame_holds() {
        let mut path = walk(&[N, N, N]);
        path.jump = JumpLimit { speed: 0.5, turn: 720.0 };
        assert_eq!(path.at(0.9).unwrap().position, DVec3::ZERO);
        path.jump = JumpLimit { speed: 5.0, turn: 5.0 };
        assert_eq!(path.at(0.9).unwrap().position, DVec3::ZERO);
        path.jump = JumpLimit { speed: 5.0, turn: 6.0 };
        assert!((path.at(0.9).unwrap().position.x - 0.9).abs() < 1e-15);
    }

    #[test]
    fn the_lens_is_linear_between_frames() {
        let mut path = walk(&[N, N, L, N]);
        let lens = |fov_y| Some(Lens { fov_y: Some(fov_y), aspect: Some(1.5), principal: Some([fov_y / 100.0, 0.5]) });
        path.lenses = vec![(0, lens(60.0)), (1, lens(40.0)), (3, None)];
        let fov = |time| path.at(time).unwrap().lens.and_then(|lens| lens.fov_y);
        assert_eq!([fov(0.5), fov(1.5), fov(2.5), fov(3.0)], [Some(50.0), Some(40.0), Some(40.0), None]);
        assert_eq!(path.at(0.5).unwrap().lens.unwrap().principal, Some([0.5, 0.5]));
        assert_eq!(path.at(1.0).unwrap().lens.unwrap().principal, Some([0.4, 0.5]));
    }
}
