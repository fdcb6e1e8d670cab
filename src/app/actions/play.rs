//! Commands on the time of the scene and on the steps of an answer.

use eframe::egui::{Context, Key};

use super::action::Action;
use super::shared::SharedFacts;
use super::state::WindowState;
use super::target::CommandTarget;
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{plain, shift};
use crate::app::command::table::play::PlayCommand;
use crate::app::command::tool::Keymap;
use crate::app::kit::playback;
use crate::app::live::program::LiveProgram;
use crate::app::timeline::bar::MOST;
use crate::app::timeline::marks;

/// What the commands depend on.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(super) struct PlayFacts {
    is_playing: bool,
    /// Whether the view follows a running program.
    is_followed: bool,
    /// Whether something in the scene changes with time.
    has_motion: bool,
    /// Whether playback shows each step of the selected answer.
    walks_steps: bool,
    /// Whether playback repeats.
    loops: bool,
    /// Whether the loop has a start or an end.
    has_loop_range: bool,
    is_playing_steps: bool,
    /// Whether agents are being run to the target tick.
    is_replaying: bool,
    tick: u64,
    /// Whether one answer is selected, so that its steps can be shown.
    has_answer: bool,
    step: Option<usize>,
    /// The ticks of the marks before and after the shown tick.
    marks: [Option<u64>; 2],
}

impl PlayFacts {
    pub(super) fn of(window: &WindowState, ctx: &Context) -> Self {
        let WindowState { workspace, timeline, live, .. } = window;
        Self {
            is_playing: timeline.is_playing(),
            is_followed: live.as_ref().is_some_and(LiveProgram::is_followed),
            has_motion: marks::has_motion(workspace),
            walks_steps: timeline.walks_steps,
            loops: timeline.range.repeats,
            has_loop_range: !timeline.range.is_whole(),
            is_playing_steps: playback::is_playing(ctx),
            is_replaying: workspace.clock().catching_up().is_some(),
            tick: workspace.tick(),
            has_answer: workspace.selected().question(workspace.world()).is_some(),
            step: workspace.selected().step,
            marks: [true, false].map(|is_back| timeline.mark_beside(workspace.tick(), is_back)),
        }
    }
}

const STILL: &str = "Nothing in this scene changes with time.";
const STILL_WITHOUT_ANSWER: &str = "Nothing in this scene changes with time. Select an answer to play its steps.";

impl PlayCommand {
    pub(super) fn action(self, facts: &PlayFacts, shared: &SharedFacts) -> Action {
        let to_tick = |name: &'static str, help: &'static str, tick: u64| {
            Action::new(name, move |target| target.window.timeline.go_to(tick, &mut target.window.workspace)).help(help)
        };
        let is_start = "This is tick 0.";
        // In Blender the period frames the selection.
        let is_blender = shared.keymap == Keymap::Blender;
        let comma = plain(Key::Comma).with_any_shift();
        let no_answer = "No answer is selected. Select a camera or a ray, and an object.";
        match self {
            Self::Play => {
                // Without motion, the steps are all that can be played.
                let walks = facts.has_answer && (facts.walks_steps || !facts.has_motion) && !facts.is_playing;
                let is_playing = facts.is_playing || facts.is_followed || (walks && facts.is_playing_steps);
                let name = if is_playing { "Pause" } else { "Play" };
                let is_followed = facts.is_followed;
                Action::new(name, move |target| {
                    if let Some(program) = target.window.live.as_mut().filter(|_| is_followed) {
                        return program.hold();
                    }
                    if walks {
                        return playback::toggle(target.ctx, &mut target.window.workspace);
                    }
                    let now = target.ctx.input(|i| i.time);
                    target.window.timeline.toggle(&mut target.window.workspace, now);
                })
                .keys(KeyScope::Unfocused, [plain(Key::Space)])
                .needs(facts.has_motion || facts.has_answer, STILL_WITHOUT_ANSWER)
            }
            Self::FirstTick => to_tick("First tick", "Go to tick 0.", 0)
                .keys(KeyScope::Unfocused, [shift(Key::Home)])
                .needs(facts.tick > 0, is_start),
            Self::PreviousTick => to_tick("Previous tick", "Go back by one tick.", facts.tick.saturating_sub(1))
                .keys(KeyScope::Unfocused, [shift(Key::ArrowLeft)])
                .needs(facts.tick > 0, is_start),
            Self::NextTick => to_tick("Next tick", "Go forward by one tick.", (facts.tick + 1).min(MOST))
                .keys(KeyScope::Unfocused, [shift(Key::ArrowRight)])
                .needs(facts.has_motion, STILL)
                .needs(facts.tick < MOST, "This is the last tick."),
            Self::Loop => Action::new("Loop", |target| target.window.timeline.range.repeats ^= true)
                .help("Playback begins again when it has reached the last tick, or the end of the loop.")
                .switch(facts.loops)
                .needs(facts.has_motion, STILL),
            Self::WalkSteps => Action::new("Play step by step", |target| target.window.timeline.walks_steps ^= true)
                .help(
                    "Play shows each step of the selected answer before it goes to the next tick. After the last step, the next step is \
                     the first one of the next tick.",
                )
                .switch(facts.walks_steps)
                .needs(facts.has_motion, STILL),
            Self::LoopStart => Action::new("Start loop here", |target| {
                let tick = target.window.workspace.tick();
                target.window.timeline.range.start_at(tick);
            })
            .help("Repeat the ticks from this one on.")
            .keys(KeyScope::Unfocused, [plain(Key::I)])
            .needs(facts.has_motion, STILL),
            Self::LoopEnd => Action::new("End loop here", |target| {
                let tick = target.window.workspace.tick();
                target.window.timeline.range.end_at(tick);
            })
            .help("Repeat the ticks up to this one.")
            .keys(KeyScope::Unfocused, [plain(Key::O)])
            .needs(facts.has_motion, STILL)
            .needs(facts.tick > 0, is_start),
            Self::LoopAll => Action::new("Loop all ticks", |target| target.window.timeline.range.clear())
                .help("Remove the start and the end of the loop.")
                .needs(facts.has_loop_range, "The loop has no start and no end."),
            Self::GoTo(tick) => Action::new(format!("Go to tick {tick}"), move |target| {
                target.window.timeline.go_to(tick, &mut target.window.workspace);
            }),
            Self::CancelReplay => Action::new("Cancel replay", |target| target.window.workspace.stop_catching_up())
                .help("Stop at the tick that the agents have reached.")
                .needs(facts.is_replaying, "No agent is being replayed."),
            Self::Mark | Self::PreviousMark | Self::NextMark => self.mark_action(facts),
            Self::PreviousStep => Action::new("Previous step", |target| step_in_story(target, true))
                .help("Show the previous step of the answer.")
                // The comma and the period need Shift on some keyboards.
                .keys(KeyScope::Panels, [comma])
                .keys_if(is_blender, KeyScope::Panels, [plain(Key::PageUp), comma])
                .needs(facts.has_answer, no_answer)
                .needs(facts.step != Some(0) || (facts.walks_steps && facts.tick > 0), "This is the first step."),
            Self::NextStep => Action::new("Next step", |target| step_in_story(target, false))
                .help("Show the next step of the answer.")
                .keys(KeyScope::Panels, [plain(Key::Period).with_any_shift()])
                .keys_if(is_blender, KeyScope::Panels, [plain(Key::PageDown)])
                .needs(facts.has_answer, no_answer),
            Self::AllSteps => {
                Action::new("All steps", |target| target.window.workspace.selection_mut().show_step(None))
                    .help("Show all steps as text, and the whole answer in the 3D view.")
                    .needs(facts.has_answer, no_answer)
            }
            Self::PlaySteps => {
                let name = if facts.is_playing_steps { "Pause steps" } else { "Play steps" };
                Action::new(name, |target| {
                    target.window.layout.reveal(Pane::Explain);
                    playback::toggle(target.ctx, &mut target.window.workspace);
                })
                .help("Show the steps in order, each for one and a half seconds.")
                .needs(facts.has_answer, no_answer)
            }
        }
    }

    /// The action of a command on the marks of the time bar.
    fn mark_action(self, facts: &PlayFacts) -> Action {
        let (name, help, key, mark) = match self {
            Self::PreviousMark => {
                ("Previous mark", "Go to the mark on the time bar before this tick.", Key::PageUp, facts.marks[0])
            }
            Self::NextMark => {
                ("Next mark", "Go to the mark on the time bar after this tick.", Key::PageDown, facts.marks[1])
            }
            _ => {
                let help = "Put a mark on the time bar, to find this tick again. On a tick with your mark, it removes the mark.";
                return Action::new("Mark tick", |target| {
                    let tick = target.window.workspace.tick();
                    target.window.timeline.toggle_mark(tick);
                })
                .help(help)
                .keys(KeyScope::Unfocused, [shift(Key::M)])
                .needs(facts.has_motion, STILL);
            }
        };
        Action::new(name, move |target| {
            if let Some(tick) = mark {
                target.window.timeline.go_to(tick, &mut target.window.workspace);
            }
        })
        .help(help)
        .keys(KeyScope::Unfocused, [shift(key)])
        .needs(mark.is_some(), "The time bar has no mark there.")
    }
}

/// Shows the previous or the next step of the answer, and the panel with its words.
pub(super) fn step_in_story(target: &mut CommandTarget<'_>, is_back: bool) {
    target.window.layout.reveal(Pane::Explain);
    target.window.timeline.step(&mut target.window.workspace, is_back);
}
