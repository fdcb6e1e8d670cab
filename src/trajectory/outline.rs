//! A path in few lines, for a picture.

use glam::DVec3;

use super::frames::Tracking;
use super::recorded::Trajectory;

/// What a line of a path is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrokeKind {
    /// Tracking is normal.
    Normal,
    /// Tracking is limited.
    Limited,
    /// From the last frame before a loss or a gap to the first after it.
    Lost,
    /// A jump.
    Jump,
}

/// A straight line between two frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Metres.
    pub from: DVec3,
    /// Metres.
    pub to: DVec3,
    /// What it is.
    pub stretch: StrokeKind,
}

impl Trajectory {
    /// The path in lines, in the order of time. The poses of lost frames are left out. Frames between the ends of a line
    /// are at most `tolerance` metres from its start, so a path that turns within that distance is drawn shorter.
    ///
    /// If the path needs more than `most` lines, the tolerance is doubled until it does not. Lines of losses and jumps
    /// are not counted and are never left out.
    pub fn outline(&self, tolerance: f64, most: usize) -> Vec<Stroke> {
        let mut tolerance = tolerance.max(f64::MIN_POSITIVE);
        loop {
            let most = if tolerance.is_finite() { most } else { usize::MAX };
            if let Some(strokes) = self.strokes(tolerance, most) {
                return strokes;
            }
            tolerance *= 2.0;
        }
    }

    /// `None` when there are more than `most` lines besides losses and jumps.
    fn strokes(&self, tolerance: f64, most: usize) -> Option<Vec<Stroke>> {
        let frames = &self.frames;
        let mut strokes: Vec<Stroke> = Vec::new();
        let mut gaps = 0;
        let mut last: Option<(usize, StrokeKind)> = None;
        let mut begun: Option<DVec3> = None;
        for i in (0..frames.len()).filter(|&i| frames.tracking(i) != Tracking::Lost) {
            let here = frames.position(i);
            let stretch = match frames.tracking(i) {
                Tracking::Limited => StrokeKind::Limited,
                _ => StrokeKind::Normal,
            };
            let (Some((before, old)), Some(from)) = (last, begun) else {
                (last, begun) = (Some((i, stretch)), Some(here));
                continue;
            };
            let there = frames.position(before);
            let gap = match () {
                () if before + 1 < i || self.gap_before(i).is_some() => Some(StrokeKind::Lost),
                () if self.is_jump_to(i) => Some(StrokeKind::Jump),
                () => None,
            };
            let ends = gap.is_some() || old != stretch;
            if ends && from != there {
                strokes.push(Stroke { from, to: there, stretch: old });
            }
            if let Some(stretch) = gap {
                gaps += 1;
                strokes.push(Stroke { from: there, to: here, stretch });
                begun = Some(here);
            } else if ends {
                begun = Some(there);
            } else if from.distance(here) > tolerance {
                strokes.push(Stroke { from, to: here, stretch });
                begun = Some(here);
            }
            last = Some((i, stretch));
            if strokes.len() - gaps > most {
                return None;
            }
        }
        if let (Some((end, stretch)), Some(from)) = (last, begun)
            && from != frames.position(end)
        {
            strokes.push(Stroke { from, to: frames.position(end), stretch });
        }
        (strokes.len() - gaps <= most).then_some(strokes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::frames::Frame;
    use super::*;
    use glam::DQuat;

    #[test]
    fn losses_and_jumps_are_lines_of_their_own() {
        let (n, l, m) = (Tracking::Normal, Tracking::Lost, Tracking::Limited);
        let rows = [(0.0, n), (0.1, n), (0.2, n), (9.0, l), (1.0, n), (1.1, m), (1.2, m), (8.2, m), (8.3, n)];
        let frame = |(i, (x, tracking)): (usize, (f64, Tracking))| Frame {
            time: i as f64,
            position: DVec3::X * x,
            rotation: DQuat::IDENTITY,
            tracking,
        };
        let path = Trajectory::new(rows.into_iter().enumerate().map(frame).collect());
        let found: Vec<_> = path.outline(0.15, 100).iter().map(|s| (s.from.x, s.to.x, s.stretch)).collect();
        let expected = [
            (0.0, 0.2, StrokeKind::Normal),
            (0.2, 1.0, StrokeKind::Lost),
            (1.0, 1.2, StrokeKind::Limited),
            (1.2, 8.2, StrokeKind::Jump),
            (8.2, 8.3, StrokeKind::Normal),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn many_frames_are_few_lines() {
        let frame = |i: u32| {
            let (sin, cos) = libm::sincos(f64::from(i) * 1e-3);
            let (position, rotation) = (DVec3::new(cos, 0.0, sin), DQuat::IDENTITY);
            Frame { time: f64::from(i), position, rotation, tracking: Tracking::Normal }
        };
        let path = Trajectory::new((0..100_000).map(frame).collect());
        let strokes = path.outline(1e-9, 2_000);
        assert!((500..=2_000).contains(&strokes.len()), "{}", strokes.len());
        assert!(strokes.windows(2).all(|pair| pair[0].to == pair[1].from));
    }
}
