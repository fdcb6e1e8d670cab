//! The state of a view between frames, with the parts that the other files change.

use eframe::egui::{Pos2, Rect};
use glam::Vec3;

use crate::app::command::directions::ViewAxis;
use crate::app::kit::job::Job;
use crate::app::kit::viewport_texture::Screen;
use crate::app::view::gizmo::Gizmo;
use crate::app::view::navigate::Eye;
use crate::picture::MeshSides;
use crate::picture::Viewpoint;
use crate::render::{PixelRect, RenderError, overlay};
use crate::scene::ItemId;
use crate::world::Item;

/// How long each state is shown while the two blink, seconds.
pub(in crate::app) const BLINK: f32 = 0.7;
/// From the inset to the border of the view, points.
pub(super) const MARGIN: f32 = 12.0;

/// The view's state between frames.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(in crate::app) struct ViewportState {
    pub(super) main: Screen,
    pub(super) inset: Screen,
    /// The other state of a comparison, at the left.
    pub(super) before: Screen,
    /// Whether the main view shows the other state of a comparison.
    pub(super) shows_before: bool,
    /// Why the last frame did not draw the scene.
    pub(super) error: Option<RenderError>,
    pub(super) eye: Option<Eye>,
    pub(super) flight: Option<Flight>,
    /// The camera through which the main view looks.
    pub(in crate::app) through: Option<ItemId>,
    /// Whether it is one of several views.
    pub(super) has_neighbours: bool,
    /// Whether another view is the active one.
    pub(super) is_aside: bool,
    /// The direction in which the view opens, if it is not the main view.
    pub(super) side: Option<ViewAxis>,
    /// Whether it has only its picture, for a screenshot.
    pub(super) is_plain: bool,
    /// Whether the legend is closed.
    pub(in crate::app) hides_legend: bool,
    /// Whether the right button flies rather than pans.
    pub(super) is_flying: bool,
    /// Whether it has flown to where it is.
    pub(super) has_flown: bool,
    pub(super) generation: Option<u64>,
    /// Legend and labels over the main view.
    pub(super) plates: Vec<overlay::Plate>,
    /// These, the labels without an item, and what is in the corners. The number at the gizmo keeps off them.
    pub(super) taken: Vec<Rect>,
    /// Width over height when it was shown last.
    pub(super) aspect: Option<f32>,
    /// Whether navigation moves the camera through which the view looks.
    pub(in crate::app) locks_camera: bool,
    /// The eye that has moved that camera last.
    pub(super) locked: Option<Eye>,
    /// The recorded session that the view moves with.
    pub(super) followed: Option<Followed>,
    /// Whether navigation has changed the scene in this frame. Its undo step continues.
    pub(super) moves_camera: bool,
    /// The rectangle of a box selection, while it is dragged.
    pub(super) box_select: Option<BoxSelect>,
    /// The viewpoint and the place of the last frame.
    pub(super) shown: Option<(Viewpoint, Rect)>,
    /// Where the pointer is in the view, or was when a menu was opened.
    pub(super) aim: Option<Pos2>,
    /// The view in words.
    pub(super) description: Description,
    /// The triangles that face away from the view.
    pub(super) sides: CountedSides,
    /// The measuring tape, while it is used.
    pub(super) tape: Option<Tape>,
    /// The handles on the selection.
    pub(in crate::app) gizmo: Gizmo,
}

impl ViewportState {
    /// Why the last frame did not draw the scene; the second call returns `None`.
    pub(in crate::app) fn take_error(&mut self) -> Option<RenderError> {
        self.error.take()
    }

    /// The pixels of the window that some items cover in the main view, and the pixels beside them.
    pub(in crate::app) fn covered(&mut self, is_wanted: &dyn Fn(Item) -> bool) -> Result<Vec<PixelRect>, RenderError> {
        let Some((_, rect)) = self.shown else { return Ok(Vec::new()) };
        self.main.covered(rect, is_wanted)
    }

    /// Frees GPU memory while its context is still current.
    pub(in crate::app) fn close(&mut self) {
        self.main = Screen::default();
        self.inset = Screen::default();
        self.before = Screen::default();
    }
}

/// The rectangle, from the place where the drag began to the pointer.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxSelect {
    pub(super) from: Pos2,
    pub(super) to: Pos2,
}

/// A description, and what it was made for.
#[derive(Default)]
pub(super) struct Description {
    pub(super) made_for: Option<([u64; 3], Viewpoint, Rect)>,
    pub(super) text: String,
}

/// A session, and its position when the view moved last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Followed {
    pub(super) session: ItemId,
    pub(super) at: Vec3,
}

/// The count, and what it was made for.
#[derive(Default)]
pub(super) struct CountedSides {
    pub(super) made_for: Option<([u64; 2], Viewpoint)>,
    pub(super) sides: Option<MeshSides>,
    pub(super) counting: Option<Job<Option<MeshSides>>>,
}

/// A movement from one eye to another.
#[derive(Clone, Copy)]
pub(super) struct Flight {
    pub(super) from: Eye,
    pub(super) start: f64,
    pub(super) seconds: f64,
}

/// The tape while the tool is chosen. The second point follows the pointer until it is clicked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tape {
    pub(super) first: Option<Vec3>,
    pub(super) second: Option<Vec3>,
}
