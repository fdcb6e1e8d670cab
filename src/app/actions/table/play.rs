//! Commands on the time of the scene and on the steps of an answer.

use eframe::egui::Key;

use crate::app::actions::context::Context;
use crate::app::actions::target::Work;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, plain, shift};
use crate::app::kit::playback;
use crate::app::shell::layout::Pane;
use crate::app::shell::timeline::MOST;
use crate::app::view::gizmo::Keymap;

const STILL: &str = "Nothing in this scene changes with time.";

/// A command of the Play menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum PlayCommand {
    Play,
    FirstTick,
    PreviousTick,
    NextTick,
    /// Playback repeats, or ends at the last tick.
    Loop,
    /// The loop begins at the shown tick.
    LoopStart,
    /// The loop ends at the shown tick.
    LoopEnd,
    /// The loop is the whole time bar.
    LoopAll,
    /// To a tick, such as that of a jump.
    GoTo(u64),
    CancelReplay,
    PreviousStep,
    NextStep,
    AllSteps,
    PlaySteps,
}

impl PlayCommand {
    /// All commands, except those to a tick, which only panels have.
    pub(super) const ALL: [Self; 13] = [
        Self::Play,
        Self::FirstTick,
        Self::PreviousTick,
        Self::NextTick,
        Self::Loop,
        Self::LoopStart,
        Self::LoopEnd,
        Self::LoopAll,
        Self::CancelReplay,
        Self::PreviousStep,
        Self::NextStep,
        Self::AllSteps,
        Self::PlaySteps,
    ];

    pub(super) fn entry(self, context: &Context) -> Entry {
        let to_tick = |name: &'static str, help: &'static str, tick: u64| {
            Entry::new(name, move |work| work.app.timeline.go_to(tick, &mut work.app.workspace)).help(help)
        };
        let is_start = "This is tick 0.";
        // In Blender the period frames the selection.
        let is_blender = context.gizmo.keymap == Keymap::Blender;
        let comma = plain(Key::Comma).with_any_shift();
        let no_answer = "No answer is selected. Select a camera or a ray, and an object.";
        match self {
            Self::Play => {
                let name = if context.is_playing { "Pause" } else { "Play" };
                Entry::new(name, |work| {
                    let now = work.ctx.input(|i| i.time);
                    work.app.timeline.toggle(&mut work.app.workspace, now);
                })
                .keys(Scope::Unfocused, [plain(Key::Space)])
                .needs(context.has_motion, STILL)
            }
            Self::FirstTick => to_tick("First tick", "Go to tick 0.", 0)
                .keys(Scope::Unfocused, [shift(Key::Home)])
                .needs(context.tick > 0, is_start),
            Self::PreviousTick => to_tick("Previous tick", "Go back by one tick.", context.tick.saturating_sub(1))
                .keys(Scope::Unfocused, [shift(Key::ArrowLeft)])
                .needs(context.tick > 0, is_start),
            Self::NextTick => to_tick("Next tick", "Go forward by one tick.", (context.tick + 1).min(MOST))
                .keys(Scope::Unfocused, [shift(Key::ArrowRight)])
                .needs(context.has_motion, STILL)
                .needs(context.tick < MOST, "This is the last tick."),
            Self::Loop => Entry::new("Loop", |work| work.app.timeline.range.repeats ^= true)
                .help("Playback begins again when it has reached the last tick, or the end of the loop.")
                .switch(context.loops)
                .needs(context.has_motion, STILL),
            Self::LoopStart => Entry::new("Start loop here", |work| {
                let tick = work.app.workspace.tick();
                work.app.timeline.range.start_at(tick);
            })
            .help("Repeat the ticks from this one on.")
            .keys(Scope::Unfocused, [plain(Key::I)])
            .needs(context.has_motion, STILL),
            Self::LoopEnd => Entry::new("End loop here", |work| {
                let tick = work.app.workspace.tick();
                work.app.timeline.range.end_at(tick);
            })
            .help("Repeat the ticks up to this one.")
            .keys(Scope::Unfocused, [plain(Key::O)])
            .needs(context.has_motion, STILL)
            .needs(context.tick > 0, is_start),
            Self::LoopAll => Entry::new("Loop all ticks", |work| work.app.timeline.range.clear())
                .help("Remove the start and the end of the loop.")
                .needs(context.has_loop_range, "The loop has no start and no end."),
            Self::GoTo(tick) => Entry::new(format!("Go to tick {tick}"), move |work| {
                work.app.timeline.go_to(tick, &mut work.app.workspace);
            }),
            Self::CancelReplay => Entry::new("Cancel replay", |work| work.app.workspace.stop_catching_up())
                .help("Stop at the tick that the agents have reached.")
                .needs(context.is_replaying, "No agent is being replayed."),
            Self::PreviousStep => Entry::new("Previous step", |work| step_in_story(work, true))
                .help("Show the previous step of the answer.")
                // The comma and the period need Shift on some keyboards.
                .keys(Scope::Panels, [comma])
                .keys_if(is_blender, Scope::Panels, [plain(Key::PageUp), comma])
                .needs(context.has_answer, no_answer)
                .needs(context.step != Some(0), "This is the first step."),
            Self::NextStep => Entry::new("Next step", |work| step_in_story(work, false))
                .help("Show the next step of the answer.")
                .keys(Scope::Panels, [plain(Key::Period).with_any_shift()])
                .keys_if(is_blender, Scope::Panels, [plain(Key::PageDown)])
                .needs(context.has_answer, no_answer),
            Self::AllSteps => Entry::new("All steps", |work| work.app.workspace.selection_mut().show_step(None))
                .help("Show all steps as text, and the whole answer in the 3D view.")
                .needs(context.has_answer, no_answer),
            Self::PlaySteps => {
                let name = if context.is_playing_steps { "Pause steps" } else { "Play steps" };
                Entry::new(name, |work| {
                    work.app.layout.reveal(Pane::Explain);
                    playback::toggle(work.ctx, &mut work.app.workspace);
                })
                .help("Show the steps in order, each for one and a half seconds.")
                .needs(context.has_answer, no_answer)
            }
        }
    }
}

/// Shows the previous or the next step of the answer, and the panel with its words.
fn step_in_story(work: &mut Work<'_>, is_back: bool) {
    work.app.layout.reveal(Pane::Explain);
    work.app.workspace.selection_mut().step_in_story(is_back);
}
