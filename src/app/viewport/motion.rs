//! The motion of the view: its eye, and the movements that commands and the mouse give it.

use eframe::egui::{Context, CursorIcon, PointerButton, Rect, Response, Ui};
use glam::{Vec2, Vec3};

use super::framed::{orbited, selection};
use super::locking::is_at;
use super::{View, placed_camera};
use crate::app::axis_gizmo::Direction;
use crate::app::edit::ViewPlacement;
use crate::app::keys;
use crate::app::movie::MovieEye;
use crate::app::navigate::{Axis, Eye, Toward, ease};
use crate::app::session::Session;
use crate::geometry::Aabb;
use crate::picture::{self, Viewpoint};
use crate::scene::ItemId;
use crate::session::surface::{SurfacePoint, surface};
use crate::world::CameraAt;

/// Width over height before the view was shown.
const USUAL_ASPECT: f32 = 1.5;
/// New items rest on a surface that is at most so many times as far away as the point that the view orbits.
const FURTHEST_SURFACE: f32 = 4.0;
/// Duration of an animated movement of the view, seconds.
const FLIGHT: f64 = 0.22;

/// A movement from one eye to another.
#[derive(Clone, Copy)]
pub(super) struct Flight {
    from: Eye,
    start: f64,
    seconds: f64,
}

/// A movement of the view, as a command gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Request {
    /// Fits all items that are not hidden.
    FrameAll,
    /// Fits the selection.
    FrameSelection,
    /// Along an axis; `true` from the other side.
    Along(Axis, bool),
    /// The same, in orthographic projection until the view is turned.
    FlatAlong(Axis, bool),
    /// A step around the point that the view orbits.
    Orbit(Toward),
    /// A step in the plane of the picture.
    Pan(Toward),
    /// A step towards the point that the view orbits; `false` away from it.
    Zoom(bool),
    /// From an end of a world axis.
    From(Direction),
    /// Perspective or orthographic.
    ToggleOrthographic,
    /// Returns from a camera to the free view.
    Leave,
    /// Returns to the view with which the scene opens.
    Opening,
}

impl Request {
    /// Whether it moves the view by a step, as a short drag with the mouse does.
    fn is_step(self) -> bool {
        matches!(self, Self::Orbit(_) | Self::Pan(_) | Self::Zoom(_))
    }
}

impl View {
    /// Moves the view. A step moves a locked camera instead, as the mouse does.
    pub(in crate::app) fn go(&mut self, ctx: &Context, session: &mut Session, request: Request) {
        let aspect = self.aspect.unwrap_or(USUAL_ASPECT);
        self.begin(session, aspect);
        let Some(eye) = self.free_eye(session, aspect) else { return };
        let world = session.world();
        let to = match request {
            Request::FrameAll => eye.framing(&picture::shown_points(world, session.hidden()), aspect),
            Request::FrameSelection => match selection(session) {
                Some(aabb) => eye.framing(&std::array::from_fn::<_, 8, _>(|i| aabb.corner(i)), aspect),
                None => eye.framing(&picture::shown_points(world, session.hidden()), aspect),
            },
            Request::Along(axis, from_behind) => eye.along(axis, from_behind),
            Request::FlatAlong(axis, from_behind) => eye.along(axis, from_behind).flat(),
            Request::Orbit(toward) => eye.orbited(toward),
            Request::Pan(toward) => eye.panned(toward),
            Request::Zoom(is_in) => eye.zoomed(is_in),
            Request::From(direction) => eye.looking(-direction.vector()),
            Request::ToggleOrthographic => eye.with_other_projection(),
            Request::Leave => self.eye.unwrap_or(eye),
            Request::Opening => self.opening_eye(session, aspect),
        };
        if request.is_step() && self.step_camera(session, &to) {
            ctx.request_repaint();
            return;
        }
        self.eye = Some(eye);
        self.through = None;
        self.fly_to(ctx, to);
    }

    /// Looks through a camera.
    pub(in crate::app) fn look_through(&mut self, camera: Option<ItemId>) {
        self.through = camera;
        self.flight = None;
    }

    /// The index of the camera through which the view looks; `None` when it does not exist any more.
    pub(super) fn camera_index(&self, session: &Session) -> Option<usize> {
        let id = self.through?;
        session.world().cameras.iter().position(|camera| camera.id == id)
    }

    /// The camera through which the view looks; `None` for an unplaced one.
    pub(super) fn camera<'s>(&self, session: &'s Session) -> Option<&'s CameraAt> {
        placed_camera(session, self.camera_index(session)?)
    }

    /// The eye of the view as it was shown last: a camera or a viewpoint.
    pub(in crate::app) fn seen_from(&self, session: &Session) -> Option<MovieEye> {
        match self.camera(session) {
            Some(camera) => Some(MovieEye::Camera(camera.name.to_string())),
            None => self.shown.map(|(viewpoint, _)| MovieEye::Eye(viewpoint)),
        }
    }

    /// Whether keys fly the view.
    pub(in crate::app) fn is_flying(&self) -> bool {
        self.is_flying
    }

    pub(in crate::app) fn is_orthographic(&self) -> bool {
        self.eye.is_some_and(|eye| eye.orthographic)
    }

    /// A newly opened scene is seen from its own viewpoint, or along the axis of this view.
    pub(super) fn begin(&mut self, session: &Session, aspect: f32) {
        if self.generation == Some(session.generation()) && self.eye.is_some() {
            if self.through.is_some() && self.camera(session).is_none() {
                self.through = None;
            }
            return;
        }
        if self.generation.replace(session.generation()).is_some() {
            self.through = None;
        }
        self.flight = None;
        self.eye = Some(self.opening_eye(session, aspect));
    }

    /// The eye with which the scene opens.
    fn opening_eye(&self, session: &Session, aspect: f32) -> Eye {
        let viewpoint = picture::scene_view(session.scene(), session.world(), aspect);
        let up = session.scene().up();
        let eye = Eye::of(&viewpoint, up, None);
        match self.side {
            Some(axis) => {
                let along = Eye { orthographic: true, ..eye.along(axis, false) };
                along.framing(&picture::points(session.world()), aspect)
            }
            None => eye,
        }
    }

    pub(super) fn viewpoint(&mut self, ui: &Ui, session: &Session, extent: &Aabb, aspect: f32) -> Viewpoint {
        if let Some(camera) = self.camera(session) {
            return picture::through(camera, aspect, session.world());
        }
        let Some(eye) = self.eye else { return picture::everything(session.world(), aspect) };
        let Some(flight) = self.flight else { return eye.viewpoint(extent) };
        let part = (ui.input(|i| i.time) - flight.start) / flight.seconds.max(1e-6);
        if part >= 1.0 {
            self.flight = None;
            return eye.viewpoint(extent);
        }
        ui.ctx().request_repaint();
        #[expect(clippy::cast_possible_truncation, reason = "0 to 1")]
        flight.from.towards(&eye, ease(part as f32)).viewpoint(extent)
    }

    pub(super) fn fly_to(&mut self, ctx: &Context, to: Eye) {
        let from = self.eye.replace(to).unwrap_or(to);
        // Without animations the view moves at once.
        let seconds = if ctx.global_style().animation_time > 0.0 { FLIGHT } else { 0.0 };
        self.flight = (seconds > 0.0).then(|| Flight { from, start: ctx.input(|i| i.time), seconds });
        ctx.request_repaint();
    }

    /// The place of new items: in the middle of the view, on the surface there unless it is much further away.
    pub(in crate::app) fn spot(&self, session: &Session) -> ViewPlacement {
        let Some(eye) = self.free_eye(session, 1.5) else { return ViewPlacement::default() };
        let (spot, from) = (eye.spot(), eye.position());
        let world = session.world();
        let is_shown = |index: usize| !session.hidden().contains(world.objects[index].id);
        let is_near = |found: &SurfacePoint| found.point.distance(from) < FURTHEST_SURFACE * spot.middle.distance(from);
        ViewPlacement { surface: surface(world, from, spot.middle - from, is_shown).filter(is_near), ..spot }
    }

    /// The eye of the free view: at the camera, when the view looks through one.
    pub(super) fn free_eye(&self, session: &Session, aspect: f32) -> Option<Eye> {
        let eye = self.eye?;
        let Some(camera) = self.camera(session) else {
            return Some(eye);
        };
        if let Some(locked) = self.locked.filter(|locked| is_at(locked, camera)) {
            return Some(locked);
        }
        let viewpoint = picture::through(camera, aspect, session.world());
        let middle = match orbited(session) {
            Some(aabb) => aabb.centre(),
            None => session.world().bounds().map_or(Vec3::ZERO, |bounds| bounds.centre()),
        };
        let depth = (middle - viewpoint.eye).dot(viewpoint.forward()).max(1.0);
        Some(Eye::of(&viewpoint, eye.up, Some(depth)))
    }

    pub(super) fn navigate(
        &mut self,
        ui: &Ui,
        response: &Response,
        rect: Rect,
        extent: &Aabb,
        session: &mut Session,
        aspect: f32,
    ) {
        self.moves_camera = false;
        let Some(mut eye) = self.free_eye(session, aspect) else { return };
        let before = eye;
        let height = rect.height();
        let (modifiers, motion) = ui.input(|i| (i.modifiers, i.pointer.delta()));
        let motion = Vec2::new(motion.x, motion.y);
        let dragged = |button| response.dragged_by(button);

        if dragged(PointerButton::Middle) && modifiers.shift {
            eye.pan(motion, height);
        } else if dragged(PointerButton::Middle) || (dragged(PointerButton::Primary) && modifiers.alt) {
            eye.orbit(motion, height);
        }
        let flown = flying(ui, extent);
        self.is_flying = response.is_pointer_button_down_on()
            && ui.input(|i| i.pointer.secondary_down())
            && (self.is_flying || flown.is_some());
        if self.is_flying {
            eye.look(motion, height);
            if let Some(metres) = flown {
                eye.fly(metres);
                ui.ctx().request_repaint();
            }
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        } else if dragged(PointerButton::Secondary) {
            eye.pan(motion, height);
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        }
        if let Some(pointer) = response.hover_pos() {
            let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
            let factor = libm::expf(-scroll * 0.003) / pinch;
            if (factor - 1.0).abs() > 1e-6 {
                let from_middle = pointer - rect.center();
                eye.zoom(factor, Vec2::new(from_middle.x, from_middle.y), height);
            }
        }
        if eye != before && !self.move_camera(session, &eye) {
            // Any input on the view ends its animation at the current place, and so it leaves a camera.
            self.eye = Some(eye);
            self.flight = None;
            self.through = None;
        }
    }
}

/// Metres to fly in this frame: right, up, ahead. `None` when no such key is held.
fn flying(ui: &Ui, extent: &Aabb) -> Option<Vec3> {
    let direction = keys::flight(ui.ctx())?;
    let (is_fast, seconds) = ui.input(|i| (i.modifiers.shift, i.stable_dt.min(0.1)));
    let speed = extent.half_extents().length().clamp(0.5, 1e4) * 0.6 * if is_fast { 4.0 } else { 1.0 };
    Some(direction.normalize_or_zero() * speed * seconds)
}
