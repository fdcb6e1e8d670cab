//! The context of commands: a value that is passed to every entry of the table.

use eframe::egui::{self, Popup, ThemePreference};

use crate::app::App;
use crate::app::kit::{fly_speed, keys, playback, scale};
use crate::app::panels::{behavior, review};
use crate::app::shell::layout::Pane;
use crate::app::shell::{panels, time_marks};
use crate::app::view::gizmo::Gizmo;
use crate::app::view::viewport::Split;
use crate::app::view::{gizmo, saved_view};
use crate::behavior::Status;
use crate::escape;
use crate::lessons::Lesson;
use crate::picture::{Display, DrawOptions};
use crate::workspace::Workspace;
use crate::workspace::comparison::Look;
use crate::world::{Item, ItemKind};

/// The selection, the open file and the visible panels.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(in crate::app) struct Context {
    /// Which widgets receive key presses.
    pub(in crate::app) keyboard: Keyboard,
    /// Whether the scene is in a file.
    pub(in crate::app) has_file: bool,
    /// The lesson that is open.
    pub(in crate::app) lesson: Option<&'static Lesson>,
    /// Whether an item is hidden.
    pub(in crate::app) has_hidden: bool,
    /// Whether an item is locked.
    pub(in crate::app) has_locked: bool,
    /// The labels of the steps that Undo and Redo would change. `None` when there is none.
    pub(in crate::app) undo: Option<String>,
    pub(in crate::app) redo: Option<String>,
    /// The item that edit commands change.
    pub(in crate::app) item: Option<Selected>,
    /// Whether the scene has any item.
    pub(in crate::app) has_items: bool,
    /// Whether an object, image or model is selected.
    pub(in crate::app) is_about_something: bool,
    /// Whether an object or a model is selected, which an occlusion query can be about.
    pub(in crate::app) is_about_body: bool,
    /// Whether one answer is selected, so that its steps can be shown.
    pub(in crate::app) has_answer: bool,
    pub(in crate::app) is_playing: bool,
    /// Whether something in the scene changes with time.
    pub(in crate::app) has_motion: bool,
    /// Whether playback repeats.
    pub(in crate::app) loops: bool,
    /// Whether the loop has a start or an end.
    pub(in crate::app) has_loop_range: bool,
    pub(in crate::app) is_playing_steps: bool,
    /// Whether a file is being loaded.
    pub(in crate::app) is_loading: bool,
    /// Whether agents are being run to the target tick.
    pub(in crate::app) is_replaying: bool,
    pub(in crate::app) tick: u64,
    pub(in crate::app) step: Option<usize>,
    /// Whether the 3D view looks through a camera.
    pub(in crate::app) is_through_camera: bool,
    /// Whether navigation moves the camera through which the view looks.
    pub(in crate::app) locks_camera: bool,
    /// Whether the scene has a recorded session that can be read.
    pub(in crate::app) has_recording: bool,
    /// Whether the view moves with a recorded session.
    pub(in crate::app) follows_session: bool,
    /// Whether a camera is selected.
    pub(in crate::app) has_camera: bool,
    /// Whether the view and the gizmo can move it: no recording and no model file defines its pose.
    pub(in crate::app) can_move_camera: bool,
    pub(in crate::app) is_orthographic: bool,
    /// Why the scene cannot open with the present view, a sentence.
    pub(in crate::app) why_no_view: Option<&'static str>,
    /// The name of the querier.
    pub(in crate::app) querier: Option<String>,
    /// Whether it is pinned: it stays the querier while others are selected.
    pub(in crate::app) keeps_answers: bool,
    /// The number of 3D views.
    pub(in crate::app) split: Split,
    /// Whether the measuring tape is used.
    pub(in crate::app) is_measuring: bool,
    /// Whether a moving picture is being drawn.
    pub(in crate::app) is_exporting: bool,
    pub(in crate::app) has_legend: bool,
    /// What the surfaces of objects show.
    pub(in crate::app) display: Display,
    /// The parts of the picture that are drawn, and the units of numbers on screen.
    pub(in crate::app) options: DrawOptions,
    /// The open panels.
    pub(in crate::app) open_panels: Vec<Pane>,
    /// The panels for which the scene has content.
    pub(in crate::app) needed_panels: Vec<Pane>,
    pub(in crate::app) has_hints: bool,
    /// Whether the outliner is visible.
    pub(in crate::app) has_list: bool,
    /// Whether the table of verdicts has rows.
    pub(in crate::app) has_table: bool,
    /// A lower bound of its number of rows.
    pub(in crate::app) table_rows: usize,
    /// The reason why the selected answer cannot be expected.
    pub(in crate::app) why_not_expect: Option<&'static str>,
    /// Why no occlusion query can be added.
    pub(in crate::app) why_no_query: Option<&'static str>,
    /// Why no cut can be added, a sentence.
    pub(in crate::app) why_no_cut: Option<&'static str>,
    /// Whether the selected answer has an expectation at this tick.
    pub(in crate::app) has_expectation: bool,
    /// The open comparison.
    pub(in crate::app) comparison: Option<Compared>,
    /// Whether the other state of the comparison is being read.
    pub(in crate::app) is_reading_comparison: bool,
    /// The open review of a run.
    pub(in crate::app) review: review::Facts,
    /// The number of problems of objects, meshes and recordings.
    pub(in crate::app) found_problems: usize,
    /// The number of everything in the Problems panel.
    pub(in crate::app) problems: usize,
    /// Whether a place of a problem is shown.
    pub(in crate::app) has_place: bool,
    /// Whether Settings, Shortcuts, Glossary or About is open.
    pub(in crate::app) has_help_window: bool,
    /// The scale of the window in percent.
    pub(in crate::app) scale: u16,
    /// The speed of flying in percent, if it is one of the settings.
    pub(in crate::app) fly_speed: Option<u16>,
    pub(in crate::app) theme: ThemePreference,
    /// Whether behaviour trees are drawn from left to right.
    pub(in crate::app) has_sideways_trees: bool,
    /// The shown behaviour tree.
    pub(in crate::app) tree: Option<ShownTree>,
    /// Whether a node of that tree was selected last, and its panel can be seen.
    pub(in crate::app) is_node_active: bool,
    /// The gizmo of the 3D view.
    pub(in crate::app) gizmo: GizmoFacts,
}

/// The gizmo of the 3D view.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) struct GizmoFacts {
    pub(in crate::app) tool: gizmo::Tool,
    pub(in crate::app) axes: gizmo::Axes,
    pub(in crate::app) keymap: gizmo::Keymap,
    /// Whether the selection can be aimed by a click.
    pub(in crate::app) can_aim: bool,
    /// Why the selection has no gizmo.
    pub(in crate::app) why_not: Option<String>,
    /// Why the selected items cannot be aligned.
    pub(in crate::app) why_not_align: Option<String>,
}

impl GizmoFacts {
    fn of(gizmo: &Gizmo, workspace: &Workspace, ctx: &egui::Context) -> Self {
        Self {
            tool: gizmo.tool,
            axes: gizmo.axes,
            keymap: gizmo::Keymap::of(ctx),
            can_aim: Gizmo::can_aim(workspace),
            why_not: Gizmo::why_not(workspace),
            why_not_align: Gizmo::why_not_align(workspace),
        }
    }
}

/// The open comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) struct Compared {
    pub(in crate::app) look: Look,
    /// Whether the other state can be drawn.
    pub(in crate::app) has_picture: bool,
    pub(in crate::app) has_changes: bool,
}

/// Which widgets receive key presses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(in crate::app) struct Keyboard {
    /// Whether a dialog waits for its answer.
    pub(in crate::app) has_question: bool,
    /// Whether text is being typed.
    pub(in crate::app) is_typing: bool,
    /// Whether a menu or a list is open.
    pub(in crate::app) has_popup: bool,
    /// Whether a widget has the keyboard focus.
    pub(in crate::app) has_focus: bool,
    /// Whether a mouse button is held. Then Esc ends a drag, and letter keys fly the view.
    pub(in crate::app) is_mouse_held: bool,
}

/// The selected item.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(in crate::app) struct Selected {
    pub(in crate::app) is_hidden: bool,
    pub(in crate::app) is_locked: bool,
    /// Whether it is a part of a model, or a half of a cut.
    pub(in crate::app) is_part: bool,
    /// Whether it is a half of an object of the scene's own. Commands then change the object that is cut.
    pub(in crate::app) is_half: bool,
    /// The name of the active item, for display.
    pub(in crate::app) name: String,
    /// With several selected items, how many they are: "3 objects".
    pub(in crate::app) several: Option<String>,
    /// How many items are selected.
    pub(in crate::app) count: usize,
}

/// The behaviour tree in the Behaviour panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(in crate::app) struct ShownTree {
    /// The selected node.
    pub(in crate::app) node: Option<usize>,
    /// The folded nodes.
    pub(in crate::app) folded: Vec<usize>,
    /// The breakpoints at nodes.
    pub(in crate::app) breaks: Vec<(usize, Status)>,
    /// Whether there is a breakpoint of any kind.
    pub(in crate::app) has_breaks: bool,
    /// The running search for the next breakpoint.
    pub(in crate::app) is_search_over: Option<bool>,
    /// Whether the view of the tree does not follow the active part.
    pub(in crate::app) is_still: bool,
    /// Whether the tree can be edited.
    pub(in crate::app) can_change: bool,
    /// Whether the tree is in a file of its own.
    pub(in crate::app) has_file: bool,
    /// Whether there is a previous tick, a previous event, a next event, a next tick.
    pub(in crate::app) ways: [bool; 4],
}

/// The name of the camera or ray whose answers are shown.
fn querier_name(workspace: &Workspace) -> Option<String> {
    let item = workspace.selected().querier.map(Item::from)?;
    Some(escape::shown(workspace.world().name_of(item)?).into_owned())
}

/// The name of the active item, for display.
fn active_name(workspace: &Workspace) -> String {
    let name = workspace.selection().active_item().and_then(|item| workspace.world().name_of(item));
    escape::shown(name.map_or("", |name| name)).into_owned()
}

impl Context {
    /// Whether Esc in the view deselects: not while it ends a measurement or an export.
    pub(in crate::app) fn escape_deselects(&self) -> bool {
        !self.is_measuring && !self.is_exporting
    }

    /// The state of the window in this frame.
    pub(in crate::app) fn of(app: &App, ctx: &egui::Context) -> Self {
        let App { workspace, panels, layout, timeline, editor, help, palette, files, .. } = app;
        let view = panels.views.active();
        let selected = workspace.selected();
        let count = workspace.selection().set_len();
        let item = workspace.selection().active().map(|id| Selected {
            is_hidden: workspace.marks().hidden().contains(id),
            is_locked: workspace.marks().locked().contains(id),
            is_part: id.is_part(),
            is_half: workspace.selection().active_item().is_some_and(|item| workspace.world().is_half(item)),
            name: active_name(workspace),
            several: (count > 1).then(|| workspace.selection().set_words()),
            count,
        });
        let is_needed = |pane: &Pane| panels::is_needed(*pane, workspace, panels);
        let is_open = |pane: &Pane| match pane {
            Pane::View => layout.wants_view() || is_needed(pane),
            _ => layout.is_open(*pane),
        };
        Self {
            keyboard: Keyboard {
                has_question: keys::has_question(ctx) || editor.is_asking() || palette.is_open(),
                is_typing: keys::is_typing(ctx),
                has_popup: Popup::is_any_open(ctx),
                has_focus: ctx.memory(|memory| memory.focused().is_some()),
                is_mouse_held: view.is_flying()
                    || view.gizmo.is_dragging()
                    || view.is_selecting()
                    || ctx.input(|i| i.pointer.any_down()),
            },
            has_file: workspace.path().is_some(),
            lesson: workspace.disk().lesson(),
            has_locked: !workspace.marks().locked().is_empty(),
            has_hidden: !workspace.marks().hidden().is_empty(),
            undo: workspace.document().undo_label().map(str::to_owned),
            redo: workspace.document().redo_label().map(str::to_owned),
            item,
            has_items: ItemKind::ALL.into_iter().any(|kind| workspace.world().count(kind) > 0),
            is_about_something: workspace.selection().is_about_something(),
            is_about_body: selected.object.is_some() || selected.model.is_some(),
            has_answer: selected.subject().is_some(),
            is_playing: timeline.is_playing(),
            has_motion: time_marks::has_motion(workspace),
            loops: timeline.range.repeats,
            has_loop_range: !timeline.range.is_whole(),
            is_playing_steps: playback::is_playing(ctx),
            is_loading: workspace.disk().working().is_some(),
            is_replaying: workspace.clock().catching_up().is_some(),
            tick: workspace.tick(),
            step: selected.step,
            is_through_camera: view.through.is_some(),
            locks_camera: view.locks_camera,
            has_camera: workspace.selection().active_camera().is_some(),
            can_move_camera: workspace
                .selection()
                .active_camera()
                .is_some_and(|camera| Gizmo::camera(workspace, camera).is_some()),
            querier: querier_name(workspace),
            keeps_answers: workspace.selection().pinned_querier().is_some(),
            has_recording: workspace.world().sessions.iter().any(|one| one.trajectory().is_some()),
            follows_session: view.follows_session(),
            is_orthographic: view.is_orthographic(),
            why_no_view: saved_view::viewpoint(view.seen_from(workspace).as_ref()).err(),
            is_measuring: view.is_measuring(),
            is_exporting: files.movie.is_exporting(),
            split: Split::of(ctx),
            has_legend: !panels.views.main().hides_legend,
            display: workspace.view().display(),
            options: workspace.view().draw_options(),
            open_panels: Pane::ALL.into_iter().filter(is_open).collect(),
            needed_panels: Pane::ALL.into_iter().filter(is_needed).collect(),
            has_hints: layout.has_hints(),
            has_list: layout.shows(Pane::Outliner),
            has_table: selected.querier.is_some() && !workspace.world().objects.is_empty(),
            table_rows: panels.verdicts.row_count(workspace),
            why_not_expect: workspace.judging().why_not_expect(),
            why_no_query: workspace.selection().why_no_query(),
            why_no_cut: crate::workspace::edit::query::why_no_cut(workspace.bodies()),
            has_expectation: workspace.judging().has_expectation(),
            comparison: workspace.judging().comparison().map(|open| Compared {
                look: open.look,
                has_picture: open.has_picture(),
                has_changes: !open.changes().is_empty(),
            }),
            is_reading_comparison: workspace.judging().reading_comparison().is_some(),
            review: panels.review.facts(),
            found_problems: panels.problems.found_count(),
            problems: panels.problems.count(),
            has_place: workspace.view().problem_place().is_some(),
            has_help_window: help.is_any_open(),
            scale: scale::percent(ctx),
            fly_speed: fly_speed::step(ctx),
            theme: ctx.options(|options| options.theme_preference),
            has_sideways_trees: behavior::is_sideways(ctx),
            tree: panels.behavior.shown_tree(workspace),
            is_node_active: layout.shows(Pane::Behavior) && panels.behavior.is_node_active(workspace),
            gizmo: GizmoFacts::of(&view.gizmo, workspace, ctx),
        }
    }
}
