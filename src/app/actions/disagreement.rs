//! Commands on the answers of a program that differ.

use eframe::egui::Key;

use super::action::Action;
use super::state::WindowState;
use super::target::CommandTarget;
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{plain, shift};
use crate::app::command::table::disagreement::DisagreementCommand;
use crate::app::panels::state::is_needed;

/// What the commands depend on.
#[derive(Clone, Debug)]
pub(super) struct DisagreementFacts {
    /// Whether the scene has a trace.
    has_trace: bool,
    /// The number of disagreements at the shown tick.
    count: usize,
    /// The ticks before and after the shown tick at which an answer begins to differ.
    ticks: [Option<u64>; 2],
    /// Whether one answer is selected.
    has_answer: bool,
}

impl DisagreementFacts {
    pub(super) fn of(window: &WindowState) -> Self {
        let WindowState { workspace, panels, timeline, .. } = window;
        Self {
            has_trace: is_needed(Pane::Disagreements, workspace, panels),
            count: workspace.report().said.as_ref().map_or(0, |said| said.disagreements.len()),
            ticks: [true, false].map(|is_back| timeline.difference_beside(workspace.tick(), is_back)),
            has_answer: workspace.selected().question(workspace.world()).is_some(),
        }
    }
}

impl DisagreementCommand {
    pub(super) fn action(self, facts: &DisagreementFacts) -> Action {
        let step = |name: &'static str, help: &'static str, is_back: bool| {
            let run = move |target: &mut CommandTarget<'_>| {
                let WindowState { workspace, panels, .. } = &mut *target.window;
                panels.disagreements.step(workspace, is_back);
            };
            Action::new(name, run)
                .help(help)
                .keys(KeyScope::Panels, [if is_back { shift(Key::F6) } else { plain(Key::F6) }])
                .needs(facts.count > 0, "No answer of a program differs at this tick.")
        };
        let to_tick = |name: &'static str, help: &'static str, tick: Option<u64>, why_not: &'static str| {
            let run = move |target: &mut CommandTarget<'_>| {
                let WindowState { workspace, timeline, .. } = &mut *target.window;
                if let Some(tick) = tick {
                    timeline.go_to(tick, workspace);
                }
            };
            Action::new(name, run).help(help).needs(tick.is_some(), why_not)
        };
        match self {
            Self::Show => Action::new("Show disagreements", |target| target.window.layout.reveal(Pane::Disagreements))
                .help("Bring the list of the answers of the program that differ to the front.")
                .needs(facts.has_trace, "This scene has no trace of a program."),
            Self::Next => {
                step("Next disagreement", "Select what the next row of the list of disagreements is about.", false)
            }
            Self::Previous => step(
                "Previous disagreement",
                "Select what the row before it in the list of disagreements is about.",
                true,
            ),
            Self::NextTick => to_tick(
                "Next tick that differs",
                "Go to the next tick at which an answer of the program begins to differ.",
                facts.ticks[1],
                "No answer of a program begins to differ after this tick.",
            ),
            Self::PreviousTick => to_tick(
                "Previous tick that differs",
                "Go to the last tick before this one at which an answer of the program begins to differ.",
                facts.ticks[0],
                "No answer of a program begins to differ before this tick.",
            ),
            Self::Explain => Action::new("Explain disagreement", |target| target.window.layout.reveal(Pane::Explain))
                .help("Bring the panel to the front that shows how eyeline computes the selected answer, step by step.")
                .needs(facts.has_trace, "This scene has no trace of a program.")
                .needs(facts.has_answer, "No answer is selected. Select a row of the list."),
        }
    }
}
