//! Commands of the gizmo: its tools, its axes, and the keymap that gives them their keys.

use crate::app::command::tool::{Click, Keymap, Tool};
use crate::workspace::edit::align::AlignSide;

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
    Align(AlignSide, usize),
    /// Waits for a click on a surface.
    Click(Click),
    /// Changes between the axes of the world and those of the item.
    Axes,
    /// Chooses the keys of the tools.
    Keymap(Keymap),
}

/// The commands that align.
pub(in crate::app) const ALIGN: [GizmoCommand; 6] = [
    GizmoCommand::Align(AlignSide::Centre, 0),
    GizmoCommand::Align(AlignSide::Centre, 1),
    GizmoCommand::Align(AlignSide::Centre, 2),
    GizmoCommand::Align(AlignSide::Least, 0),
    GizmoCommand::Align(AlignSide::Least, 1),
    GizmoCommand::Align(AlignSide::Least, 2),
];

impl GizmoCommand {
    /// All commands.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        let drags = [Tool::Move, Tool::Rotate, Tool::Scale].map(Self::Drag);
        let placing = [Self::Duplicate, Self::Drop, Self::Click(Click::Place), Self::Click(Click::Aim)];
        let tools = Tool::ALL.into_iter().map(Self::Tool);
        tools.chain(drags).chain(placing).chain(ALIGN).chain([Self::Axes]).chain(Keymap::ALL.map(Self::Keymap))
    }
}
