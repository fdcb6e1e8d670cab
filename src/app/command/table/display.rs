//! Commands on what the 3D view shows, and on the number of views.

use crate::app::command::split::Split;
use crate::picture::{Display, Labels};

/// A command on what the 3D view shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum DisplayCommand {
    /// What the surfaces of objects show.
    Display(Display),
    /// Which labels are drawn.
    Labels(Labels),
    /// Changes between wireframe and what was shown before.
    Wireframe,
    Grid,
    Boxes,
    Normals,
    /// Changes between the right answers and those of a known mistake.
    Mistaken,
    Legend,
    /// The number of 3D views.
    Split(Split),
    /// Begins or ends measuring.
    Measure,
    /// Copies a link to what the window shows.
    CopyLink,
    /// Copies a description of the view.
    CopyDescription,
}

impl DisplayCommand {
    /// All commands.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        let display = Display::ALL.into_iter().map(Self::Display).chain(Labels::ALL.map(Self::Labels));
        let others = [
            Self::Wireframe,
            Self::Grid,
            Self::Boxes,
            Self::Normals,
            Self::Mistaken,
            Self::Legend,
            Self::Measure,
            Self::CopyLink,
            Self::CopyDescription,
        ];
        display.chain(others).chain(Split::ALL.map(Self::Split))
    }
}
