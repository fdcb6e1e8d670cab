//! What all commands depend on: the facts of each file of commands, read once for a table.

use eframe::egui::{self, Popup};

use super::action::Action;
use super::compare::CompareFacts;
use super::disagreement::DisagreementFacts;
use super::display::DisplayFacts;
use super::edit::EditFacts;
use super::file::FileFacts;
use super::gizmo::GizmoFacts;
use super::lesson::LessonFacts;
use super::live::LiveFacts;
use super::play::PlayFacts;
use super::present::PresentFacts;
use super::problem::ProblemFacts;
use super::select::SelectFacts;
use super::shared::SharedFacts;
use super::state::WindowState;
use super::view::ViewFacts;
use super::window::WindowFacts;
use crate::app::command::commands::CommandTable;
use crate::app::command::menu_facts::MenuFacts;
use crate::app::command::pane::Pane;
use crate::app::command::scope::Keyboard;
use crate::app::command::table::Command;
use crate::app::kit::keys;
use crate::app::panels::behavior::ShownTree;
use crate::app::panels::review;

/// The facts of all commands at one moment.
#[derive(Clone, Debug)]
pub(in crate::app) struct Facts {
    /// Which widgets receive key presses.
    pub(super) keyboard: Keyboard,
    /// What menus depend on beside the commands.
    menus: MenuFacts,
    /// What several files of commands depend on.
    pub(super) shared: SharedFacts,
    file: FileFacts,
    compare: CompareFacts,
    review: review::Facts,
    problem: ProblemFacts,
    disagreement: DisagreementFacts,
    edit: EditFacts,
    select: SelectFacts,
    view: ViewFacts,
    display: DisplayFacts,
    window: WindowFacts,
    play: PlayFacts,
    /// The shown behaviour tree.
    tree: Option<ShownTree>,
    gizmo: GizmoFacts,
    lesson: LessonFacts,
    live: LiveFacts,
    present: PresentFacts,
}

impl Facts {
    /// The facts in this frame.
    pub(in crate::app) fn of(window: &WindowState, ctx: &egui::Context) -> Self {
        let WindowState { workspace, panels, .. } = window;
        let shared = SharedFacts::of(window, ctx);
        let selected = workspace.selected();
        let tree = panels.behavior.shown_tree(workspace);
        Self {
            keyboard: keyboard(window, ctx),
            menus: MenuFacts {
                item: shared.item.clone(),
                is_about_body: selected.object().is_some() || selected.model().is_some(),
                has_answer: selected.question(workspace.world()).is_some(),
                problems: panels.problems.count(),
            },
            shared,
            file: FileFacts::of(workspace),
            compare: CompareFacts::of(workspace),
            review: panels.review.facts(window.layout.is_filled_with(Pane::Review)),
            problem: ProblemFacts::of(window),
            disagreement: DisagreementFacts::of(window),
            edit: EditFacts::of(window),
            select: SelectFacts::of(window),
            view: ViewFacts::of(window),
            display: DisplayFacts::of(window, ctx),
            window: WindowFacts::of(window, ctx, tree.is_some()),
            play: PlayFacts::of(window, ctx),
            tree,
            gizmo: GizmoFacts::of(window),
            lesson: LessonFacts::of(window),
            live: LiveFacts::of(window),
            present: PresentFacts::of(window),
        }
    }

    /// The entries of all commands for menus, panels and keys.
    pub(in crate::app) fn into_table(self) -> CommandTable {
        let (keyboard, menus) = (self.keyboard, self.menus.clone());
        CommandTable::new(move |command| command.action(&self).entry, keyboard, menus)
    }
}

/// Which widgets receive key presses.
fn keyboard(window: &WindowState, ctx: &egui::Context) -> Keyboard {
    let WindowState { workspace, panels, layout, editor, help, palette, .. } = window;
    let view = panels.views.active();
    Keyboard {
        has_question: keys::has_question(ctx) || editor.is_asking() || palette.is_open(),
        is_typing: keys::is_typing(ctx),
        has_popup: Popup::is_any_open(ctx),
        has_focus: ctx.memory(|memory| memory.focused().is_some()),
        is_mouse_held: view.is_flying()
            || view.gizmo.is_dragging()
            || view.is_selecting()
            || ctx.input(|i| i.pointer.any_down()),
        has_help_window: help.is_any_open(),
        is_through_camera: view.through.is_some(),
        is_step_active: layout.shows(Pane::Lesson) && panels.lesson.is_list_active(),
        is_presenting: window.presenter.is_on(),
        is_node_active: layout.shows(Pane::Behavior) && panels.behavior.is_node_active(workspace),
    }
}

impl Command {
    /// The entry of the command, and what it does.
    pub(in crate::app) fn action(&self, facts: &Facts) -> Action {
        let shared = &facts.shared;
        match self {
            Self::File(command) => command.action(&facts.file, shared),
            Self::Compare(command) => command.action(&facts.compare),
            Self::Review(command) => command.action(&facts.review),
            Self::Problem(command) => command.action(&facts.problem),
            Self::Disagreement(command) => command.action(&facts.disagreement),
            Self::Edit(command) => command.action(&facts.edit, shared),
            Self::Clipboard(command) => command.action(shared),
            Self::Select(command) => command.action(&facts.select, shared),
            Self::View(command) => command.action(&facts.view, shared),
            Self::Display(command) => command.action(&facts.display, shared),
            Self::Window(command) => command.action(&facts.window),
            Self::Play(command) => command.action(&facts.play, shared),
            Self::Tree(command) => command.action(facts.tree.as_ref()),
            Self::Gizmo(command) => command.action(&facts.gizmo, shared),
            Self::Lesson(command) => command.action(&facts.lesson),
            Self::Live(command) => command.action(&facts.live),
            Self::Present(command) => command.action(facts.present),
            Self::Help(command) => command.action(facts.keyboard),
        }
    }
}
