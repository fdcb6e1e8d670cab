//! The cameras of the depth tests.

use glam::DVec3;

use super::view::DepthView;

/// The choice of the cameras of the depth tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The view that the caller gives, such as that of the scene. It misses what is out of view.
    View,
    /// One orthographic camera on +Z that frames both bodies.
    Fixed,
    /// Three orthographic cameras on +X, +Y and +Z; all must agree.
    #[default]
    Axes,
}

impl Method {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::View, Self::Fixed, Self::Axes];

    /// The word in scene files and reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Fixed => "fixed",
            Self::Axes => "axes",
        }
    }

    /// The views of a pair in these bounds. `scene` is the caller's own view; the depth cameras have its resolution.
    pub(super) fn views(self, scene: &DepthView, bounds: [DVec3; 2]) -> Vec<DepthView> {
        let resolution = scene.resolution;
        let on = |axis: DVec3| DepthView::framing(-axis, bounds, resolution);
        match self {
            Self::View => vec![scene.tightened(bounds)],
            Self::Fixed => vec![on(DVec3::Z)],
            Self::Axes => DVec3::AXES.map(on).to_vec(),
        }
    }
}
