//! Commands on the eye of the 3D view and on its camera.

use crate::app::command::directions::{Direction, Toward, ViewAxis};

/// A command of the View menu.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::app) enum ViewCommand {
    FrameAll,
    FrameSelected,
    /// A view along an axis, or with `true` from the other side.
    Along(ViewAxis, bool),
    /// A view from an end of a world axis.
    From(Direction),
    /// A step around the point that the view orbits.
    Orbit(Toward),
    /// A step in the plane of the picture.
    Pan(Toward),
    ZoomIn,
    ZoomOut,
    Orthographic,
    LookThrough,
    LeaveCamera,
    /// Pins the querier, or unpins it.
    KeepAnswers,
    /// Moves the selected camera to where the view is.
    CameraFromView,
    /// Adds a camera where the view is.
    NewCameraFromView,
    /// Makes the viewpoint the one with which the scene opens.
    SaveView,
    /// Asks why a camera sees the selected object or not.
    WhyNotSeen,
    /// Shows what the level costs.
    ShowCost,
    /// Looks from the chosen position of the costs.
    LookFromPosition,
    /// Asks why a camera sees an object or not, by their indices.
    WhyNotSeenBy {
        camera: usize,
        object: usize,
    },
    /// Adds a ray from the eye through the pointer.
    Shoot,
    /// Navigation moves the camera through which the view looks.
    LockCamera,
    /// The view moves with the camera path of a recorded session.
    FollowSession,
}

/// The views along an axis.
pub(in crate::app) const ALONG: [ViewCommand; 6] = [
    ViewCommand::Along(ViewAxis::Front, false),
    ViewCommand::Along(ViewAxis::Front, true),
    ViewCommand::Along(ViewAxis::Right, false),
    ViewCommand::Along(ViewAxis::Right, true),
    ViewCommand::Along(ViewAxis::Top, false),
    ViewCommand::Along(ViewAxis::Top, true),
];

/// The steps of the view by keys.
pub(in crate::app) const STEPS: [ViewCommand; 10] = [
    ViewCommand::Orbit(Toward::Left),
    ViewCommand::Orbit(Toward::Right),
    ViewCommand::Orbit(Toward::Up),
    ViewCommand::Orbit(Toward::Down),
    ViewCommand::Pan(Toward::Left),
    ViewCommand::Pan(Toward::Right),
    ViewCommand::Pan(Toward::Up),
    ViewCommand::Pan(Toward::Down),
    ViewCommand::ZoomIn,
    ViewCommand::ZoomOut,
];

impl ViewCommand {
    /// All commands, except those of axis ends, which repeat the views along the axes, and those about an item of a list.
    pub(in crate::app) fn all() -> impl Iterator<Item = Self> {
        let view = [Self::FrameAll, Self::FrameSelected];
        let camera = [
            Self::LookThrough,
            Self::LeaveCamera,
            Self::CameraFromView,
            Self::NewCameraFromView,
            Self::SaveView,
            Self::Shoot,
            Self::LockCamera,
            Self::KeepAnswers,
            Self::FollowSession,
            Self::WhyNotSeen,
            Self::ShowCost,
            Self::LookFromPosition,
        ];
        view.into_iter().chain(ALONG).chain(STEPS).chain([Self::Orthographic]).chain(camera)
    }
}
