//! Plays the steps of an answer in order, up to the last one.

use std::time::Duration;

use eframe::egui::{Context, Id, Ui};

use super::keys;
use crate::workspace::Workspace;

/// The time for which a step is shown.
const SECONDS: f64 = 1.5;

/// The current step, and the time at which it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Playback {
    step: usize,
    until: f64,
}

/// The next step, when the time of the current step is over. Called in every frame in which the steps are shown.
pub(in crate::app) fn next(ui: &Ui, shown: Option<usize>, count: usize) -> Option<usize> {
    let before: Playback = ui.data(|data| data.get_temp(id()))?;
    let now = ui.input(|i| i.time);
    // In a frame with a click or a key press the step does not change, so that the user sees what they choose.
    let is_busy = ui.input(|i| i.pointer.any_click()) || keys::has_any(ui.ctx());
    let clock = if is_busy { f64::NEG_INFINITY } else { now };
    let playing = before.at(shown, count.saturating_sub(1), clock);
    keep(ui.ctx(), playing);
    let playback = playing?;
    ui.ctx().request_repaint_after(Duration::from_secs_f64((playback.until - now).clamp(0.0, SECONDS)));
    Some(playback.step)
}

/// Whether the steps are being played.
pub(in crate::app) fn is_playing(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp::<Playback>(id()).is_some())
}

/// Plays the steps of the selected answer, or stops playing.
pub(in crate::app) fn toggle(ctx: &Context, workspace: &mut Workspace) {
    if is_playing(ctx) {
        return keep(ctx, None);
    }
    let count = workspace.explanation().map_or(0, |explanation| explanation.story.steps.len());
    let Some(last) = count.checked_sub(1) else { return };
    let playing = Playback::start(workspace.selected().step, last, ctx.input(|i| i.time));
    workspace.selection_mut().show_step(Some(playing.step));
    keep(ctx, Some(playing));
}

fn keep(ctx: &Context, playing: Option<Playback>) {
    ctx.data_mut(|data| match playing {
        Some(playback) => drop(data.insert_temp(id(), playback)),
        None => data.remove::<Playback>(id()),
    });
}

fn id() -> Id {
    Id::unique("playback of the story")
}

impl Playback {
    /// Starts with the step after the current one. Starts with the first step when all steps or the last step are
    /// shown.
    fn start(shown: Option<usize>, last: usize, now: f64) -> Self {
        let step = shown.filter(|step| *step < last).map_or(0, |step| step + 1);
        Self { step, until: now + SECONDS }
    }

    /// `None` when playback is over: after the last step, or when the user chose a step.
    fn at(self, shown: Option<usize>, last: usize, now: f64) -> Option<Self> {
        if shown != Some(self.step) {
            return None;
        }
        match now < self.until {
            true => Some(self),
            false if self.step < last => Some(Self { step: self.step + 1, until: now + SECONDS }),
            false => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_follow_each_other_and_end() {
        let mut playback = Playback::start(None, 2, 10.0);
        let mut seen = vec![playback.step];
        for tenth in 101..200 {
            let Some(next) = playback.at(Some(playback.step), 2, f64::from(tenth) / 10.0) else {
                assert_eq!(tenth, 145, "three steps of 1.5 seconds");
                break;
            };
            if next.step != playback.step {
                seen.push(next.step);
            }
            playback = next;
        }
        assert_eq!(seen, [0, 1, 2]);
    }

    #[test]
    fn playback_continues_from_the_shown_step() {
        for (shown, first) in [(None, 0), (Some(0), 1), (Some(4), 5), (Some(5), 0)] {
            assert_eq!(Playback::start(shown, 5, 0.0).step, first, "{shown:?}");
        }
    }

    #[test]
    fn choosing_a_step_ends_playback() {
        let playback = Playback::start(Some(0), 5, 0.0);
        assert_eq!(playback.at(Some(1), 5, 0.5), Some(playback));
        for other in [None, Some(0), Some(2)] {
            assert_eq!(playback.at(other, 5, 0.5), None);
        }
    }
}
