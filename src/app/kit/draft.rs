//! Whether a picture that moves is drawn as a draft: with half of the pixels a side, and without antialiasing.
//!
//! OpenGL in software, as in a browser without a graphics card or on a remote machine, takes too long for a whole picture at each
//! movement of the pointer. The first changes of a movement are drawn whole, and the time is measured. When they take too long, the
//! changes after them are drafts. When nothing has changed for a moment, the picture is drawn whole.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The changes of a movement whose time is measured. The first one is not: it may compile shaders.
const MEASURED: RangeInclusive<u32> = 2..=3;
/// Two changes further apart are not one movement: frames, and seconds.
const TOGETHER: (u64, f64) = (3, 0.6);
/// A picture that has not changed for so long is drawn whole, seconds.
const REST: f64 = 0.25;
/// How many times as long a whole picture takes as a draft, at most.
const DRAFTS_A_PICTURE: f64 = 16.0;

/// The drafts of one picture in the window.
#[derive(Default)]
pub(in crate::app) struct Draft {
    /// The number of the frame of the last change, and when its drawing ended.
    last: Option<(u64, f64)>,
    /// The number of changes of the movement.
    changes: u32,
    /// Whether a whole picture takes too long.
    is_slow: bool,
    /// Whether the picture that is shown is one.
    is_shown: bool,
}

/// How a change is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct DrawnChange {
    pub(in crate::app) is_draft: bool,
    /// Whether [`Draft::note_time`] is to be told the time of drawing it, until the last pixel is there.
    pub(in crate::app) is_measured: bool,
}

impl Draft {
    /// How a picture is drawn that has changed in frame `frame`, at `now` seconds.
    pub(in crate::app) fn change(&mut self, frame: u64, now: f64) -> DrawnChange {
        let continues = self
            .last
            .is_some_and(|(before, ended)| frame.saturating_sub(before) <= TOGETHER.0 && now - ended < TOGETHER.1);
        self.changes = if continues { self.changes.saturating_add(1) } else { 1 };
        self.last = Some((frame, now));
        self.is_shown = self.is_slow && self.changes > 1;
        DrawnChange { is_draft: self.is_shown, is_measured: MEASURED.contains(&self.changes) }
    }

    /// Notes the seconds that the last change took, when it was measured; more than `most` are too long. `now` is the time after it.
    pub(in crate::app) fn note_time(&mut self, seconds: f64, most: f64, now: f64) {
        let whole = if self.is_shown { seconds * DRAFTS_A_PICTURE } else { seconds };
        self.is_slow = whole > most;
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

    /// Changes at these frames and times, of which each measured one takes `seconds`: whether they are drafts.
    fn drafts(draft: &mut Draft, seconds: f64, changes: &[(u64, f64)]) -> Vec<bool> {
        let one = |&(frame, now): &(u64, f64)| {
            let drawn = draft.change(frame, now);
            if drawn.is_measured {
                let seconds = if drawn.is_draft { seconds / 8.0 } else { seconds };
                draft.note_time(seconds, MOST, now + seconds);
            }
            drawn.is_draft
        };
        changes.iter().map(one).collect()
    }

    #[test]
    fn a_slow_movement_has_drafts_and_ends_with_a_whole_picture() {
        let mut draft = Draft::default();
        let movement: Vec<_> = (0..6).map(|i| (10 + i, 0.3 * i as f64)).collect();
        assert_eq!(drafts(&mut draft, 0.2, &movement), [false, false, true, true, true, true]);
        assert_eq!(draft.rest(1.5), Some(Duration::from_secs_f64(REST)));
        assert_eq!(draft.rest(2.0), Some(Duration::ZERO));
        draft.end();
        assert_eq!(draft.rest(2.0), None);
        // The next movement: its first change is one that may stay alone.
        assert_eq!(drafts(&mut draft, 0.2, &[(40, 9.0), (41, 9.1), (42, 9.2)]), [false, true, true]);
    }

    #[test]
    fn a_fast_picture_and_single_changes_have_no_drafts() {
        let mut draft = Draft::default();
        let movement: Vec<_> = (0..40).map(|i| (i, 0.016 * i as f64)).collect();
        assert!(drafts(&mut draft, 0.01, &movement).iter().all(|is_draft| !is_draft));
        let far_apart: Vec<_> = (0..9).map(|i| (100 + i, 100.0 + i as f64)).collect();
        let few_frames: Vec<_> = (0..9).map(|i| (200 + 5 * i, 200.0 + 0.1 * i as f64)).collect();
        for changes in [far_apart, few_frames] {
            assert!(drafts(&mut draft, 0.2, &changes).iter().all(|is_draft| !is_draft));
            assert_eq!(draft.rest(900.0), None);
        }
    }

    #[test]
    fn a_machine_that_becomes_fast_has_whole_pictures_again() {
        let mut draft = Draft::default();
        assert!(drafts(&mut draft, 0.2, &[(1, 0.0), (2, 0.1), (3, 0.2)])[2]);
        let quick = drafts(&mut draft, 0.001, &[(20, 5.0), (21, 5.1), (22, 5.2), (23, 5.3)]);
        assert_eq!(quick, [false, true, false, false]);
    }
}
