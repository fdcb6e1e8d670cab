//! The tools of the gizmo, its axes, what its next click does, and the keymap. egui stores the keymap.

use eframe::egui::{Context, Id};

use crate::app::kit::persistent;
use crate::app::kit::persistent::StoredValue;

/// What the gizmo does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::app) enum Tool {
    /// Nothing: the view has no gizmo.
    Select,
    /// Arrows and plane squares.
    #[default]
    Move,
    /// Rings.
    Rotate,
    /// Boxes.
    Scale,
    /// Dots on faces, radii and planes.
    Size,
}

impl Tool {
    /// All tools, in the order of their buttons.
    pub(in crate::app) const ALL: [Self; 5] = [Self::Select, Self::Move, Self::Rotate, Self::Scale, Self::Size];

    /// Its name.
    pub(in crate::app) fn name(self) -> &'static str {
        match self {
            Self::Select => "Select",
            Self::Move => "Move",
            Self::Rotate => "Rotate",
            Self::Scale => "Scale",
            Self::Size => "Size",
        }
    }
}

/// The directions of arrows, rings and boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::app) enum Axes {
    /// Those of the world.
    #[default]
    World,
    /// Those of the active item.
    Local,
}

impl Axes {
    pub(in crate::app) fn other(self) -> Self {
        match self {
            Self::World => Self::Local,
            Self::Local => Self::World,
        }
    }
}

/// What the next click on a surface does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Click {
    /// The selected cameras and rays point at it.
    Aim,
    /// The selection is placed on it.
    Place,
}

impl Click {
    /// What to do, above the view.
    pub(in crate::app) fn words(self) -> &'static str {
        match self {
            Self::Aim => "Click the point to aim at. Esc: cancel",
            Self::Place => "Click a surface or the ground to move the selection onto it. Esc: cancel",
        }
    }
}

/// The program whose keys move, rotate and scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::app) enum Keymap {
    /// W, E and R choose a tool, whose handles are dragged.
    #[default]
    Unity,
    /// G, R and S begin at once: the selection follows the pointer.
    Blender,
}

impl Keymap {
    /// All keymaps.
    pub(in crate::app) const ALL: [Self; 2] = [Self::Unity, Self::Blender];

    /// The name of the program.
    pub(in crate::app) fn name(self) -> &'static str {
        match self {
            Self::Unity => "Unity",
            Self::Blender => "Blender",
        }
    }

    /// The chosen keymap.
    pub(in crate::app) fn of(ctx: &Context) -> Self {
        let is_blender = ctx.data_mut(|data| data.get_persisted::<bool>(id())).unwrap_or_default();
        if is_blender { Self::Blender } else { Self::Unity }
    }

    /// Chooses a keymap, also for the next run.
    pub(in crate::app) fn choose(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_persisted(id(), self == Self::Blender));
    }
}

/// The keymap stays from one run to the next.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<bool>(ctx, id())
}

fn id() -> Id {
    Id::unique("the keymap is that of Blender")
}
