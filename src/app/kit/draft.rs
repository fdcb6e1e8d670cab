//! Whether a picture that moves is drawn as a draft: with half of the pixels a side, without antialiasing, and without the
//! faint edges of objects behind others.
//!
//! OpenGL in software, as in a browser without a graphics card or on a remote machine, takes too long for a whole picture at each
//! movement of the pointer. The first changes of a movement are drawn whole, and their time is measured. When each of them takes too
//! long, the other changes of that movement are drafts. When nothing has changed for a moment, the picture is drawn whole.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The changes of a movement whose time is measured. The first one is not: it may compile shaders. Two are, because another program
/// may delay one of them.
const MEASURED: RangeInclusive<u32> = 2..=3;
/// Two changes further apart are not one movement: frames, and seconds.
const TOGETHER: (u64, f64) = (3, 0.6);
/// A picture that has not changed for so long is drawn whole, seconds.
const REST: f64 = 0.25;

/// The drafts of one picture in the window.
pub(in crate::app) struct Draft {
    /// The number of the frame of the last change, and when its drawing ended.
    last: Option<(u64, f64)>,
    /// The number of changes of the movement.
    changes: u32,
    /// The least time of a measured change of the movement, seconds.
    least: f64,
    /// Whether the picture that is shown is a draft.
    is_shown: bool,
}

impl Default for Draft {
    fn default() -> Self {
        Self { last: None, changes: 0, least: f64::INFINITY, is_shown: false }
    }
}

/// How a change is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct DrawnChange {
    pub(in crate::app) is_draft: bool,
    /// Whether the time until its last pixel is drawn is measured, for [`Draft::note_time`].
    pub(in crate::app) is_measured: bool,
}

impl Draft {
    /// How a picture is drawn that has changed in frame `frame`, at `now` seconds, when a whole picture may take `most` seconds.
    pub(in crate::app) fn change(&mut self, frame: u64, now: f64, most: f64) -> DrawnChange {
        let continues = self
            .last
            .is_some_and(|(before, ended)| frame.saturating_sub(before) <= TOGETHER.0 && now - ended < TOGETHER.1);
        if !continues {
            (self.changes, self.least) = (0, f64::INFINITY);
        }
        self.changes = self.changes.saturating_add(1);
        self.last = Some((frame, now));
        self.is_shown = self.changes > *MEASURED.end() && self.least > most;
        DrawnChange { is_draft: self.is_shown, is_measured: MEASURED.contains(&self.changes) }
    }

    /// Notes the seconds that a measured change took. `now` is the time after it.
    pub(in crate::app) fn note_time(&mut self, seconds: f64, now: f64) {
        self.least = self.least.min(seconds);
        if let Some((_, ended)) = &mut self.last {
            *ended = now;
        }
    }

    /// The time until a picture that does not change is drawn whole: zero when it is time, `None` when it is whole.
    pub(in crate::app) fn rest(&self, now: f64) -> Option<Duration> {
        let (_, ended) = self.last.filter(|_| self.is_shown)?;
        Some(Duration::from_secs_f64((ended + REST - now).max(0.0)))
    }

    /// Notes that the picture was drawn whole after a rest.
    pub(in crate::app) fn end(&mut self) {
        self.is_shown = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: f64 = 0.025;

    /// Changes at these frames and times, of which the measured ones take `seconds`: whether they are drafts.
    fn drafts(draft: &mut Draft, seconds: [f64; 2], changes: &[(u64, f64)]) -> Vec<bool> {
        let mut seconds = seconds.into_iter();
        let one = |&(frame, now): &(u64, f64)| {
            let drawn = draft.change(frame, now, MOST);
            if drawn.is_measured {
                let seconds = seconds.next().unwrap();
                draft.note_time(seconds, now + seconds);
            }
            drawn.is_draft
        };
        changes.iter().map(one).collect()
    }

    /// Changes in consecutive frames.
    fn movement(frame: u64, now: f64) -> Vec<(u64, f64)> {
        (0..6).map(|i| (frame + i, now + 0.3 * i as f64)).collect()
    }

    #[test]
    fn a_slow_movement_has_drafts_and_ends_with_a_whole_picture() {
        let mut draft = Draft::default();
        assert_eq!(drafts(&mut draft, [0.2; 2], &movement(10, 0.0)), [false, false, false, true, true, true]);
        assert_eq!(draft.rest(1.5), Some(Duration::from_secs_f64(REST)));
        assert_eq!(draft.rest(2.0), Some(Duration::ZERO));
        draft.end();
        assert_eq!(draft.rest(2.0), None);
        assert_eq!(drafts(&mut draft, [0.2; 2], &movement(40, 9.0)), [false, false, false, true, true, true]);
    }

    #[test]
    fn a_fast_picture_and_single_changes_have_no_drafts() {
        let mut draft = Draft::default();
        assert_eq!(drafts(&mut draft, [0.01; 2], &movement(0, 0.0)), [false; 6]);
        // Another program delays one picture.
        assert_eq!(drafts(&mut draft, [0.01, 0.9], &movement(50, 50.0)), [false; 6]);
        let far_apart: Vec<_> = (0..9).map(|i| (100 + i, 100.0 + i as f64)).collect();
        let few_frames: Vec<_> = (0..9).map(|i| (200 + 5 * i, 200.0 + 0.1 * i as f64)).collect();
        for changes in [far_apart, few_frames] {
            assert_eq!(drafts(&mut draft, [0.2; 2], &changes), [false; 9]);
            assert_eq!(draft.rest(900.0), None);
        }
    }

    #[test]
    fn each_movement_is_measured_again() {
        let mut draft = Draft::default();
        assert!(drafts(&mut draft, [0.2; 2], &movement(0, 0.0))[3]);
        assert_eq!(drafts(&mut draft, [0.001; 2], &movement(20, 5.0)), [false; 6]);
    }
}
