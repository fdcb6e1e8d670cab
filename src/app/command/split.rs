//! The number of 3D views. egui stores it.

use eframe::egui::{Context, Id};

use crate::app::kit::persistent;
use crate::app::kit::persistent::StoredValue;

/// The number of views.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::app) enum Split {
    /// One view.
    #[default]
    One,
    /// Two views beside each other: the main view, and the scene from the top.
    Two,
    /// The scene from the top, front and right, and the main view at the upper right.
    Four,
}

impl Split {
    /// All numbers of views, in the order of the menu.
    pub(in crate::app) const ALL: [Self; 3] = [Self::One, Self::Two, Self::Four];

    /// The name in the menu.
    pub(in crate::app) fn name(self) -> &'static str {
        match self {
            Self::One => "One view",
            Self::Two => "Two views",
            Self::Four => "Four views",
        }
    }

    /// The chosen number of views.
    pub(in crate::app) fn of(ctx: &Context) -> Self {
        match ctx.data_mut(|data| data.get_persisted::<u8>(id())) {
            Some(2) => Self::Two,
            Some(4) => Self::Four,
            _ => Self::One,
        }
    }

    /// Chooses the number of views, also for the next run.
    pub(in crate::app) fn choose(self, ctx: &Context) {
        let count: u8 = match self {
            Self::One => 1,
            Self::Two => 2,
            Self::Four => 4,
        };
        ctx.data_mut(|data| data.insert_persisted(id(), count));
    }
}

/// The number of views stays from one run to the next.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<u8>(ctx, id())
}

fn id() -> Id {
    Id::unique("the number of 3D views")
}
