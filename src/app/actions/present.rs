//! Commands of presenter mode.

use eframe::egui::Key;

use super::action::Action;
use super::state::WindowState;
use super::target::CommandTarget;
use super::{lesson, lesson_step, play};
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{plain, shift};
use crate::app::command::table::present::PresentCommand;
use crate::app::panels::behavior;
use crate::app::presenter::PointerTool;
use crate::scene::{CheckPanel, OpenedPart};

/// What the commands depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct PresentFacts {
    is_on: bool,
    tool: PointerTool,
    has_ink: bool,
}

impl PresentFacts {
    pub(super) fn of(window: &WindowState) -> Self {
        let presenter = &window.presenter;
        Self { is_on: presenter.is_on(), tool: presenter.tool(), has_ink: presenter.has_ink() }
    }
}

impl PresentCommand {
    pub(super) fn action(self, facts: PresentFacts) -> Action {
        const OFF: &str = "Presenter mode is off.";
        match self {
            Self::Toggle if facts.is_on => Action::new("End presenter mode", |target| {
                target.window.presenter.end(target.ctx);
                target.window.layout.fill_with(None);
            })
            .help("Show the panels again, at the scale before.")
            .keys(KeyScope::Presenter, [plain(Key::Escape), plain(Key::F5), shift(Key::F5)])
            .switch(true),
            Self::Toggle => Action::new("Presenter mode", |target| {
                target.window.presenter.begin(target.ctx);
                fill(target.window);
            })
            .help(
                "Fill the screen with the 3D view, larger, for a lecture. Page Down and Page Up, as a clicker sends them, step through \
                 the lesson, or through the steps of the selected answer. P is a pen, L a spotlight.",
            )
            .found_by("full screen lecture slides projector beamer teach show clicker")
            .keys(KeyScope::Window, [plain(Key::F5)])
            .switch(false),
            Self::Forward => Action::new("Forward", forward)
                .help("Show the answer of the question, the next step of the lesson, or the next step of the selected answer.")
                .keys(KeyScope::Presenter, [plain(Key::PageDown), plain(Key::ArrowRight)])
                .needs(facts.is_on, OFF),
            Self::Back => Action::new("Back", back)
                .help("Show the step before.")
                .keys(KeyScope::Presenter, [plain(Key::PageUp), plain(Key::ArrowLeft)])
                .needs(facts.is_on, OFF),
            Self::Pen => Action::new("Pen", |target| target.window.presenter.choose(PointerTool::Pen))
                .help("Draw over the view with the pointer. Again: move the view.")
                .keys(KeyScope::Presenter, [plain(Key::P)])
                .switch(facts.tool == PointerTool::Pen)
                .needs(facts.is_on, OFF),
            Self::Spotlight => Action::new("Spotlight", |target| target.window.presenter.choose(PointerTool::Spotlight))
                .help("Darken the view except around the pointer.")
                .keys(KeyScope::Presenter, [plain(Key::L)])
                .switch(facts.tool == PointerTool::Spotlight)
                .needs(facts.is_on, OFF),
            Self::Clear => Action::new("Clear the drawing", |target| target.window.presenter.clear())
                .help("Remove what was drawn with the pen.")
                .keys(KeyScope::Presenter, [plain(Key::C)])
                .needs(facts.is_on, OFF)
                .needs(facts.has_ink, "Nothing was drawn."),
        }
    }
}

/// What was drawn belongs to the step before.
fn forward(target: &mut CommandTarget<'_>) {
    target.window.presenter.clear();
    let lesson = target.window.workspace.judging().lesson();
    match lesson.shown() {
        Some((_, step)) if step.ask.is_some() && lesson.given().is_none() => {
            target.window.workspace.lesson_mut().reveal();
        }
        Some((index, _)) if index + 1 < lesson.steps().len() => lesson_step::show(target, index + 1),
        Some(_) if lesson.is_quiz() => {}
        Some(_) => lesson::open_beside(target, false),
        None => play::step_in_story(target, false),
    }
    fill(target.window);
}

fn back(target: &mut CommandTarget<'_>) {
    target.window.presenter.clear();
    let lesson = target.window.workspace.judging().lesson();
    match lesson.shown() {
        Some((0, _)) if lesson.is_quiz() => {}
        Some((0, _)) => lesson::open_beside(target, true),
        Some((index, _)) => lesson_step::show(target, index - 1),
        None => play::step_in_story(target, true),
    }
    fill(target.window);
}

/// Shows one panel alone: the one that the step of the lesson opens, else the 3D view.
pub(in crate::app) fn fill(window: &mut WindowState) {
    let opened = window.workspace.judging().lesson().shown().and_then(|(_, step)| step.open);
    let pane = match opened {
        _ if behavior::is_alone(&window.workspace) => Pane::Behavior,
        Some(OpenedPart::Panel(CheckPanel::Behavior)) => Pane::Behavior,
        Some(OpenedPart::Panel(CheckPanel::Opacity)) => Pane::Opacity,
        Some(OpenedPart::Panel(CheckPanel::Octree)) => Pane::Octree,
        Some(OpenedPart::Panel(CheckPanel::Plots)) => Pane::Plots,
        _ => Pane::View,
    };
    if !window.layout.is_filled_with(pane) {
        window.layout.fill_with(Some(pane));
    }
}
