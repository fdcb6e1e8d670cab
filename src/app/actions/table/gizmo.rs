//! Commands of the gizmo: its tools, its axes, and the keymap that gives them their keys.

use eframe::egui::Key;

use super::edit::MOST_DUPLICATED;
use crate::app::App;
use crate::app::actions::context::Context;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, plain, shift};
use crate::app::shell::layout::Pane;
use crate::app::view::gizmo::{Axes, Click, Gizmo, Keymap, Tool};
use crate::workspace::edit::align::Side;

/// A command of the Transform menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum GizmoCommand {
    /// Chooses the tool whose handles are shown.
    Tool(Tool),
    /// Begins a drag: the selection follows the pointer until a click.
    Drag(Tool),
    /// Copies the selected items and begins a drag of the copies.
    Duplicate,
    /// Lets the selection fall on the surface below it.
    Drop,
    /// Moves the selected items along an axis, 0 to 2, until they are in line with the active one.
    Align(Side, usize),
    /// Waits for a click on a surface.
    Click(Click),
    /// Changes between the axes of the world and those of the item.
    Axes,
    /// Chooses the keys of the tools.
    Keymap(Keymap),
}

/// The commands that align.
pub(in crate::app) const ALIGN: [GizmoCommand; 6] = [
    GizmoCommand::Align(Side::Centre, 0),
    GizmoCommand::Align(Side::Centre, 1),
    GizmoCommand::Align(Side::Centre, 2),
    GizmoCommand::Align(Side::Least, 0),
    GizmoCommand::Align(Side::Least, 1),
    GizmoCommand::Align(Side::Least, 2),
];

impl GizmoCommand {
    /// All commands.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        let drags = [Tool::Move, Tool::Rotate, Tool::Scale].map(Self::Drag);
        let placing = [Self::Duplicate, Self::Drop, Self::Click(Click::Place), Self::Click(Click::Aim)];
        let tools = Tool::ALL.into_iter().map(Self::Tool);
        tools.chain(drags).chain(placing).chain(ALIGN).chain([Self::Axes]).chain(Keymap::ALL.map(Self::Keymap))
    }

    pub(super) fn entry(self, context: &Context) -> Entry {
        let facts = &context.gizmo;
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
                let entry = Entry::new(format!("{} tool", tool.name()), move |work| {
                    work.app.layout.reveal(Pane::View);
                    work.app.panels.views.active_mut().gizmo.tool = tool;
                })
                .help(help)
                .switch(facts.tool == tool);
                match (tool, facts.keymap) {
                    (Tool::Select, Keymap::Unity) => entry.keys(Scope::View, [plain(Key::Q)]),
                    (Tool::Move, Keymap::Unity) => entry.keys(Scope::View, [plain(Key::W)]),
                    (Tool::Rotate, Keymap::Unity) => entry.keys(Scope::View, [plain(Key::E)]),
                    (Tool::Scale, Keymap::Unity) => entry.keys(Scope::View, [plain(Key::R)]),
                    (Tool::Size, Keymap::Unity) => entry.keys(Scope::View, [plain(Key::T)]),
                    _ => entry,
                }
            }
            Self::Drag(tool) => {
                let entry = Entry::new(format!("{} with the pointer", tool.name()), move |work| {
                    work.app.layout.reveal(Pane::View);
                    work.app.panels.views.active_mut().gizmo.start(tool);
                })
                .help("The selection follows the pointer. X, Y or Z sets the axis. Type a number; a click or Enter accepts, Esc cancels.")
                .needs(facts.why_not.is_none(), facts.why_not.clone().unwrap_or_default());
                match (tool, facts.keymap) {
                    (Tool::Move, Keymap::Blender) => entry.keys(Scope::View, [plain(Key::G)]),
                    (Tool::Rotate, Keymap::Blender) => entry.keys(Scope::View, [plain(Key::R)]),
                    (Tool::Scale, Keymap::Blender) => entry.keys(Scope::View, [plain(Key::S)]),
                    _ => entry,
                }
            }
            Self::Duplicate => duplicate(context),
            Self::Drop => Entry::new("Drop to surface", |work| {
                let App { workspace, panels, .. } = &mut *work.app;
                panels.views.active_mut().gizmo.drop_to_surface(workspace);
            })
            .help("Move each selected object down until it is on the surface below it; without a surface, on the plane y = 0.")
            .keys(Scope::View, [plain(Key::End)])
            .needs(facts.why_not.is_none(), facts.why_not.clone().unwrap_or_default()),
            Self::Align(side, axis) => align(side, axis, facts.why_not_align.as_ref()),
            Self::Click(Click::Place) => Entry::new("Place by a click", |work| {
                work.app.layout.reveal(Pane::View);
                work.app.panels.views.active_mut().gizmo.wait_for(Click::Place);
            })
            .help("Place the selection on the surface that is clicked next in the 3D view.")
            .needs(facts.why_not.is_none(), facts.why_not.clone().unwrap_or_default()),
            Self::Click(Click::Aim) => Entry::new("Aim by a click", |work| {
                work.app.layout.reveal(Pane::View);
                work.app.panels.views.active_mut().gizmo.wait_for(Click::Aim);
            })
            .help("Point the selected camera or ray at the surface that is clicked next in the 3D view.")
            .needs(facts.can_aim, "No camera or ray that can be turned is selected."),
            Self::Axes => {
                let entry = Entry::new("Local axes", |work| {
                    let gizmo = &mut work.app.panels.views.active_mut().gizmo;
                    gizmo.axes = gizmo.axes.other();
                })
                .help("Align arrows and rings with the selected item, not with the world.")
                .switch(facts.axes == Axes::Local);
                match facts.keymap {
                    Keymap::Unity => entry.keys(Scope::View, [plain(Key::X)]),
                    Keymap::Blender => entry,
                }
            }
            Self::Keymap(keymap) => {
                let help = match keymap {
                    Keymap::Unity => "Q, W, E and R choose the tool, as in Unity.",
                    Keymap::Blender => "G, R and S move, rotate and scale with the pointer, as in Blender.",
                };
                Entry::new(format!("{} keys", keymap.name()), move |work| keymap.choose(work.ctx))
                    .help(help)
                    .switch(facts.keymap == keymap)
            }
        }
    }
}

fn duplicate(context: &Context) -> Entry {
    Entry::new("Duplicate and move", |work| {
        work.app.layout.reveal(Pane::View);
        let App { workspace, panels, .. } = &mut *work.app;
        let entries = workspace.selection().selected_entries();
        workspace.edits().duplicate(&entries);
        panels.views.active_mut().gizmo.start(Tool::Move);
    })
    .help("Add a copy of each selected item. The copies follow the pointer until a click; Esc leaves them in place.")
    .keys_if(context.gizmo.keymap == Keymap::Blender, Scope::View, [shift(Key::D)])
    .needs(context.item.is_some(), "Nothing is selected. Click an item in the outliner or in the 3D view.")
    .needs(
        context.item.as_ref().is_none_or(|item| item.count <= MOST_DUPLICATED),
        format!("More than {MOST_DUPLICATED} items are selected. Select fewer to copy them."),
    )
}

fn align(side: Side, axis: usize, why_not: Option<&String>) -> Entry {
    let axis_name = ["X", "Y", "Z"][axis];
    let (name, what) = match side {
        Side::Centre => (format!("Align {axis_name}"), "centre"),
        Side::Least => (format!("Align least {axis_name}"), "side of least coordinate"),
    };
    let help = format!(
        "Move the selected items along {axis_name} until the {what} of each has the same coordinate as the item that was selected last."
    );
    Entry::new(name, move |work| Gizmo::align(&mut work.app.workspace, side, axis)).help(help).needs_none(why_not)
}
