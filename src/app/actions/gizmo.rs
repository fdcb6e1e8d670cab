//! Commands of the gizmo: its tools, its axes, and the keymap that gives them their keys.

use eframe::egui::Key;

use super::action::Action;
use super::edit::MOST_DUPLICATED;
use super::shared::SharedFacts;
use super::state::WindowState;
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{plain, shift};
use crate::app::command::table::gizmo::GizmoCommand;
use crate::app::command::tool::{Axes, Click, Keymap, Tool};
use crate::app::view::gizmo::Gizmo;
use crate::workspace::edit::align::AlignSide;

/// What the commands depend on.
#[derive(Clone, Debug)]
pub(super) struct GizmoFacts {
    tool: Tool,
    axes: Axes,
    /// Whether the selection can be aimed by a click.
    can_aim: bool,
    /// Why the selection has no gizmo.
    why_not: Option<String>,
    /// Why the selected items cannot be aligned.
    why_not_align: Option<String>,
}

impl GizmoFacts {
    pub(super) fn of(window: &WindowState) -> Self {
        let WindowState { workspace, panels, .. } = window;
        let gizmo = &panels.views.active().gizmo;
        Self {
            tool: gizmo.tool,
            axes: gizmo.axes,
            can_aim: Gizmo::can_aim(workspace),
            why_not: Gizmo::why_not(workspace),
            why_not_align: Gizmo::why_not_align(workspace),
        }
    }
}

impl GizmoCommand {
    pub(super) fn action(self, facts: &GizmoFacts, shared: &SharedFacts) -> Action {
        match self {
            Self::Tool(tool) => {
                let help = match tool {
                    Tool::Select => "Show no handles on the selection.",
                    Tool::Move => "Show arrows on the selection. Drag an arrow, a square or the middle.",
                    Tool::Rotate => "Show rings on the selection. Drag a ring to rotate.",
                    Tool::Size => "Show dots on faces, radii, near and far plane and field of view. Drag one.",
                    Tool::Scale => {
                        "Show boxes on the selection. Drag one to scale along its axis, the middle to scale all."
                    }
                };
                let entry = Action::new(format!("{} tool", tool.name()), move |target| {
                    target.window.layout.reveal(Pane::View);
                    target.window.panels.views.active_mut().gizmo.tool = tool;
                })
                .help(help)
                .switch(facts.tool == tool);
                match (tool, shared.keymap) {
                    (Tool::Select, Keymap::Unity) => entry.keys(KeyScope::View, [plain(Key::Q)]),
                    (Tool::Move, Keymap::Unity) => entry.keys(KeyScope::View, [plain(Key::W)]),
                    (Tool::Rotate, Keymap::Unity) => entry.keys(KeyScope::View, [plain(Key::E)]),
                    (Tool::Scale, Keymap::Unity) => entry.keys(KeyScope::View, [plain(Key::R)]),
                    (Tool::Size, Keymap::Unity) => entry.keys(KeyScope::View, [plain(Key::T)]),
                    _ => entry,
                }
            }
            Self::Drag(tool) => {
                let entry = Action::new(format!("{} with the pointer", tool.name()), move |target| {
                    target.window.layout.reveal(Pane::View);
                    target.window.panels.views.active_mut().gizmo.start(tool);
                })
                .help("The selection follows the pointer. X, Y or Z sets the axis. Type a number; a click or Enter accepts, Esc cancels.")
                .needs(facts.why_not.is_none(), facts.why_not.clone().unwrap_or_default());
                match (tool, shared.keymap) {
                    (Tool::Move, Keymap::Blender) => entry.keys(KeyScope::View, [plain(Key::G)]),
                    (Tool::Rotate, Keymap::Blender) => entry.keys(KeyScope::View, [plain(Key::R)]),
                    (Tool::Scale, Keymap::Blender) => entry.keys(KeyScope::View, [plain(Key::S)]),
                    _ => entry,
                }
            }
            Self::Duplicate => duplicate(shared),
            Self::Drop => Action::new("Drop to surface", |target| {
                let WindowState { workspace, panels, .. } = &mut *target.window;
                panels.views.active_mut().gizmo.drop_to_surface(workspace);
            })
            .help("Move each selected object down until it is on the surface below it; without a surface, on the plane y = 0.")
            .keys(KeyScope::View, [plain(Key::End)])
            .needs(facts.why_not.is_none(), facts.why_not.clone().unwrap_or_default()),
            Self::Align(side, axis) => align(side, axis, facts.why_not_align.as_ref()),
            Self::Click(Click::Place) => Action::new("Place by a click", |target| {
                target.window.layout.reveal(Pane::View);
                target.window.panels.views.active_mut().gizmo.wait_for(Click::Place);
            })
            .help("Place the selection on the surface that is clicked next in the 3D view.")
            .needs(facts.why_not.is_none(), facts.why_not.clone().unwrap_or_default()),
            Self::Click(Click::Aim) => Action::new("Aim by a click", |target| {
                target.window.layout.reveal(Pane::View);
                target.window.panels.views.active_mut().gizmo.wait_for(Click::Aim);
            })
            .help("Point the selected camera or ray at the surface that is clicked next in the 3D view.")
            .needs(facts.can_aim, "No camera or ray that can be turned is selected."),
            Self::Axes => {
                let entry = Action::new("Local axes", |target| {
                    let gizmo = &mut target.window.panels.views.active_mut().gizmo;
                    gizmo.axes = gizmo.axes.other();
                })
                .help("Align arrows and rings with the selected item, not with the world.")
                .switch(facts.axes == Axes::Local);
                match shared.keymap {
                    Keymap::Unity => entry.keys(KeyScope::View, [plain(Key::X)]),
                    Keymap::Blender => entry,
                }
            }
            Self::Keymap(keymap) => {
                let help = match keymap {
                    Keymap::Unity => "Q, W, E and R choose the tool, as in Unity.",
                    Keymap::Blender => "G, R and S move, rotate and scale with the pointer, as in Blender.",
                };
                Action::new(format!("{} keys", keymap.name()), move |target| keymap.choose(target.ctx))
                    .help(help)
                    .switch(shared.keymap == keymap)
            }
        }
    }
}

fn duplicate(shared: &SharedFacts) -> Action {
    Action::new("Duplicate and move", |target| {
        target.window.layout.reveal(Pane::View);
        let WindowState { workspace, panels, .. } = &mut *target.window;
        let entries = workspace.selection().selected_entries();
        workspace.edits().duplicate(&entries);
        panels.views.active_mut().gizmo.start(Tool::Move);
    })
    .help("Add a copy of each selected item. The copies follow the pointer until a click; Esc leaves them in place.")
    .keys_if(shared.keymap == Keymap::Blender, KeyScope::View, [shift(Key::D)])
    .needs(shared.item.is_some(), "Nothing is selected. Click an item in the outliner or in the 3D view.")
    .needs(
        shared.item.as_ref().is_none_or(|item| item.count <= MOST_DUPLICATED),
        format!("More than {MOST_DUPLICATED} items are selected. Select fewer to copy them."),
    )
}

fn align(side: AlignSide, axis: usize, why_not: Option<&String>) -> Action {
    let axis_name = ["X", "Y", "Z"][axis];
    let (name, what) = match side {
        AlignSide::Centre => (format!("Align {axis_name}"), "centre"),
        AlignSide::Least => (format!("Align least {axis_name}"), "side of least coordinate"),
    };
    let help = format!(
        "Move the selected items along {axis_name} until the {what} of each has the same coordinate as the item that was selected last."
    );
    Action::new(name, move |target| Gizmo::align(&mut target.window.workspace, side, axis))
        .help(help)
        .needs_none(why_not)
}
