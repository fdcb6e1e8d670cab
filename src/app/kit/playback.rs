//! Plays the steps of an answer in order, up to the last one.

use std::time::Duration;

use eframe::egui::{Context, Id};

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

/// What comes after a step that is played.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Next {
    /// A step: the same one while its time is not over.
    Step(Playback),
    /// The last step was shown for its time.
    End,
    /// The user has chosen another step.
    Chosen,
}

/// Goes on with the steps that are played. It is called once in each frame. Returns whether the time of the last step is over.
pub(in crate::app) fn advance(ctx: &Context, workspace: &mut Workspace) -> bool {
    let Some(before) = ctx.data(|data| data.get_temp::<Playback>(id())) else { return false };
    let now = ctx.input(|i| i.time);
    // In a frame with a click or a key press the step does not change, so that the user sees what they choose.
    let is_busy = ctx.input(|i| i.pointer.any_click()) || keys::has_any(ctx);
    let clock = if is_busy { f64::NEG_INFINITY } else { now };
    let count = workspace.explanation().map_or(0, |explanation| explanation.story.steps.len());
    let shown = workspace.selected().step;
    match before.next(shown, count.saturating_sub(1), clock) {
        Next::Step(playback) => {
            if shown != Some(playback.step) {
                workspace.selection_mut().show_step(Some(playback.step));
            }
            keep(ctx, Some(playback));
            ctx.request_repaint_after(Duration::from_secs_f64((playback.until - now).clamp(0.0, SECONDS)));
            false
        }
        end => {
            keep(ctx, None);
            end == Next::End
        }
    }
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
    let shown = workspace.selected().step;
    play_from(ctx, workspace, shown.filter(|step| step + 1 < count).map_or(0, |step| step + 1));
}

/// Plays the steps of the selected answer from one on.
pub(in crate::app) fn play_from(ctx: &Context, workspace: &mut Workspace, step: usize) {
    workspace.selection_mut().show_step(Some(step));
    let now = ctx.input(|i| i.time);
    keep(ctx, workspace.selected().step.map(|step| Playback { step, until: now + SECONDS }));
    ctx.request_repaint();
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
    fn next(self, shown: Option<usize>, last: usize, now: f64) -> Next {
        if shown != Some(self.step) {
            return Next::Chosen;
        }
        match now < self.until {
            true => Next::Step(self),
            false if self.step < last => Next::Step(Self { step: self.step + 1, until: now + SECONDS }),
            false => Next::End,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_follow_each_other_and_end() {
        let mut playback = Playback { step: 0, until: 11.5 };
        let mut seen = vec![playback.step];
        for tenth in 101..200 {
            match playback.next(Some(playback.step), 2, f64::from(tenth) / 10.0) {
                Next::Step(next) => {
                    if next.step != playback.step {
                        seen.push(next.step);
                    }
                    playback = next;
                }
                end => {
                    assert_eq!((tenth, end), (145, Next::End), "three steps of 1.5 seconds");
                    break;
                }
            }
        }
        assert_eq!(seen, [0, 1, 2]);
    }

    #[test]
    fn choosing_a_step_ends_playback() {
        let playback = Playback { step: 1, until: 1.5 };
        assert_eq!(playback.next(Some(1), 5, 0.5), Next::Step(playback));
        for other in [None, Some(0), Some(2)] {
            assert_eq!(playback.next(other, 5, 0.5), Next::Chosen);
        }
    }
}
