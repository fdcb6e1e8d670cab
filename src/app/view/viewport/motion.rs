//! The motion of the view: its eye, and the movements that commands and the mouse give it.

use eframe::egui::{Context, CursorIcon, InputState, PointerButton, Rect, Response, Ui};
use glam::{Vec2, Vec3};

use super::cost::from_position;
use super::framed::{orbited, selection};
use super::locking::is_at;
use super::place::close_to;
use super::position::under;
use super::prepare::placed_camera;
use super::state::{Flight, ViewportState};
use crate::app::command::directions::{Direction, Toward, ViewAxis};
use crate::app::kit::{fly_speed, keys};
use crate::app::view::movie_eye::MovieEye;
use crate::app::view::navigate::{Eye, ease};
use crate::geometry::Aabb;
use crate::picture::{self, Hidden, Lens, Viewpoint};
use crate::scene::ItemId;
use crate::workspace::Workspace;
use crate::workspace::edit::ViewPlacement;
use crate::workspace::surface::{SurfacePoint, surface};
use crate::world::CameraAt;

/// Width over height before the view was shown.
pub(super) const USUAL_ASPECT: f32 = 1.5;
/// New items rest on a surface that is at most so many times as far away as the point that the view orbits.
const FURTHEST_SURFACE: f32 = 4.0;
/// Duration of an animated movement of the view, seconds.
const FLIGHT: f64 = 0.22;
/// The longest time between two frames of a flight, seconds.
const LONGEST_FRAME: f32 = 0.1;
/// The factor of the speed while Shift is held.
const FAST: f32 = 4.0;
/// The view flies as if no surface were nearer than this, metres, or nearer than this part of the scene: it passes walls.
const LEAST_SURFACE: f32 = 1.0;
const PART_OF_SCENE: f32 = 0.05;
/// After a flight, the near plane is at most at this part of the distance of the nearest surface, and not nearer than this,
/// metres.
const CLOSE: f32 = 0.3;
const LEAST_NEAR: f32 = 1e-3;

/// A movement of the view, as a command gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Request {
    /// Fits all items that are not hidden.
    FrameAll,
    /// Fits the selection.
    FrameSelection,
    /// Looks closely at the shown place of a problem; without one, fits the selection.
    FramePlace,
    /// Along an axis; `true` from the other side.
    Along(ViewAxis, bool),
    /// The same, in orthographic projection until the view is turned.
    FlatAlong(ViewAxis, bool),
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
    /// From the chosen position of the costs; without one, fits the whole scene.
    FromPosition,
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

impl ViewportState {
    /// Moves the view. A step moves a locked camera instead, as the mouse does.
    pub(in crate::app) fn go(&mut self, ctx: &Context, workspace: &mut Workspace, request: Request) {
        let aspect = self.aspect.unwrap_or(USUAL_ASPECT);
        self.begin(workspace, aspect);
        let Some(eye) = self.free_eye(workspace, aspect) else { return };
        let to = match request {
            Request::FrameAll => framing_all(&eye, workspace, aspect),
            Request::FrameSelection => framing_selection(&eye, workspace, aspect),
            Request::FramePlace => match workspace.view().problem_place() {
                Some(place) => close_to(place, &eye, workspace, aspect),
                None => framing_selection(&eye, workspace, aspect),
            },
            Request::FromPosition => match workspace.view().cost_map().and_then(from_position) {
                Some(viewpoint) => Eye::of(&viewpoint, eye.up, None),
                None => framing_all(&eye, workspace, aspect),
            },
            Request::Along(axis, from_behind) => eye.along(axis, from_behind),
            Request::FlatAlong(axis, from_behind) => eye.along(axis, from_behind).flat(),
            Request::Orbit(toward) => eye.orbited(toward),
            Request::Pan(toward) => eye.panned(toward),
            Request::Zoom(is_in) => eye.zoomed(is_in),
            Request::From(direction) => eye.looking(-direction.vector()),
            Request::ToggleOrthographic => eye.with_other_projection(),
            Request::Leave => self.eye.unwrap_or(eye),
            Request::Opening => self.opening_eye(workspace, aspect),
        };
        if request.is_step() && self.step_camera(workspace, &to) {
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
    pub(super) fn camera_index(&self, workspace: &Workspace) -> Option<usize> {
        let id = self.through?;
        workspace.world().cameras.iter().position(|camera| camera.id == id)
    }

    /// The camera through which the view looks; `None` for an unplaced one.
    pub(super) fn camera<'s>(&self, workspace: &'s Workspace) -> Option<&'s CameraAt> {
        placed_camera(workspace, self.camera_index(workspace)?)
    }

    /// The eye of the view as it was shown last: a camera or a viewpoint.
    pub(in crate::app) fn seen_from(&self, workspace: &Workspace) -> Option<MovieEye> {
        match self.camera(workspace) {
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
    pub(super) fn begin(&mut self, workspace: &Workspace, aspect: f32) {
        if self.generation == Some(workspace.disk().generation()) && self.eye.is_some() {
            if self.through.is_some() && self.camera(workspace).is_none() {
                self.through = None;
            }
            return;
        }
        if self.generation.replace(workspace.disk().generation()).is_some() {
            self.through = None;
        }
        self.flight = None;
        self.eye = Some(self.opening_eye(workspace, aspect));
    }

    /// The eye with which the scene opens.
    pub(super) fn opening_eye(&self, workspace: &Workspace, aspect: f32) -> Eye {
        let viewpoint = picture::scene_view(workspace.scene(), workspace.world(), aspect);
        let up = workspace.scene().up();
        let eye = Eye::of(&viewpoint, up, None);
        match self.side {
            Some(axis) => {
                let along = Eye { orthographic: true, ..eye.along(axis, false) };
                along.framing(&picture::main_points(workspace.world(), &Hidden::default()), aspect)
            }
            None => eye,
        }
    }

    pub(super) fn viewpoint(&mut self, ui: &Ui, workspace: &Workspace, extent: &Aabb, aspect: f32) -> Viewpoint {
        if let Some(camera) = self.camera(workspace) {
            return picture::through(camera, aspect, workspace.world());
        }
        let Some(eye) = self.eye else { return picture::everything(workspace.world(), aspect) };
        let Some(flight) = self.flight else {
            let viewpoint = eye.viewpoint(extent);
            return if self.has_flown { with_close_surfaces(viewpoint, workspace, aspect) } else { viewpoint };
        };
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
        self.has_flown = false;
        let from = self.eye.replace(to).unwrap_or(to);
        // Without animations the view moves at once.
        let seconds = if ctx.global_style().animation_time > 0.0 { FLIGHT } else { 0.0 };
        self.flight = (seconds > 0.0).then(|| Flight { from, start: ctx.input(|i| i.time), seconds });
        ctx.request_repaint();
    }

    /// The place of new items: in the middle of the view, on the surface there unless it is much further away.
    pub(in crate::app) fn spot(&self, workspace: &Workspace) -> ViewPlacement {
        let Some(eye) = self.free_eye(workspace, 1.5) else { return ViewPlacement::default() };
        let (spot, from) = (eye.spot(), eye.position());
        let world = workspace.world();
        let is_shown = |index: usize| !workspace.marks().hidden().contains(world.objects[index].id);
        let is_near = |found: &SurfacePoint| found.point.distance(from) < FURTHEST_SURFACE * spot.middle.distance(from);
        ViewPlacement { surface: surface(world, from, spot.middle - from, is_shown).filter(is_near), ..spot }
    }

    /// The eye of the free view: at the camera, when the view looks through one.
    pub(super) fn free_eye(&self, workspace: &Workspace, aspect: f32) -> Option<Eye> {
        let eye = self.eye?;
        let Some(camera) = self.camera(workspace) else {
            return Some(eye);
        };
        if let Some(locked) = self.locked.filter(|locked| is_at(locked, camera)) {
            return Some(locked);
        }
        let viewpoint = picture::through(camera, aspect, workspace.world());
        let middle = match orbited(workspace) {
            Some(aabb) => aabb.centre(),
            None => workspace.world().bounds().map_or(Vec3::ZERO, |bounds| bounds.centre()),
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
        workspace: &mut Workspace,
        aspect: f32,
    ) {
        self.moves_camera = false;
        let Some(mut eye) = self.free_eye(workspace, aspect) else { return };
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
        self.touch(ui, response, rect, &mut eye);
        let toward = keys::flight(ui.ctx());
        let is_held = response.is_pointer_button_down_on() && ui.input(|i| i.pointer.secondary_down());
        let was_flying = self.is_flying;
        self.is_flying = is_held && (was_flying || toward.is_some());
        self.has_flown |= self.is_flying;
        if self.is_flying {
            eye.look(motion, height);
            let seconds = ui.input(|i| i.stable_dt.min(LONGEST_FRAME));
            if let Some(surface) = surface_at_pointer(ui, workspace, &eye.viewpoint(extent), rect) {
                let least = (extent.half_extents().length() * PART_OF_SCENE).min(LEAST_SURFACE);
                if was_flying {
                    eye.follow_surface(surface, least, seconds);
                } else {
                    eye.begin_flight(surface, least);
                }
            }
            if let Some(toward) = toward {
                let fast = if modifiers.shift { FAST } else { 1.0 };
                let metres = eye.flight_speed() * fast * fly_speed::factor(ui.ctx()) * seconds;
                eye.fly(toward.normalize_or_zero() * metres);
                ui.ctx().request_repaint();
            }
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        } else if dragged(PointerButton::Secondary) {
            eye.pan(motion, height);
            ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        }
        let scroll = ui.input(|i| i.smooth_scroll_delta().y);
        if is_held {
            if scroll != 0.0 {
                let factor = fly_speed::turn(ui.ctx(), scroll);
                let speed = workspace.view().units().length(eye.flight_speed() * factor);
                workspace.notices_mut().say(format!("Fly speed {}: {speed} a second", fly_speed::words(factor)));
            }
        } else if let Some(pointer) = response.hover_pos() {
            let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
            let factor = libm::expf(-scroll * 0.003) / pinch;
            if (factor - 1.0).abs() > 1e-6 && !ui.input(InputState::any_touches) {
                let from_middle = pointer - rect.center();
                eye.zoom(factor, Vec2::new(from_middle.x, from_middle.y), height);
            }
        }
        if eye != before && !self.move_camera(workspace, &eye) {
            // Any input on the view ends its animation at the current place, and so it leaves a camera.
            self.eye = Some(eye);
            self.flight = None;
            self.through = None;
        }
    }
}

impl ViewportState {
    /// One finger turns the view, unless it is on the gizmo. Two move it, and pinching zooms.
    fn touch(&self, ui: &Ui, response: &Response, rect: Rect, eye: &mut Eye) {
        let (is_touched, fingers, motion) = ui.input(|i| (i.any_touches(), i.multi_touch(), i.pointer.delta()));
        if let Some(fingers) = fingers {
            if rect.contains(fingers.center_pos) {
                let (moved, from_middle) = (fingers.translation_delta, fingers.center_pos - rect.center());
                eye.pan(Vec2::new(moved.x, moved.y), rect.height());
                eye.zoom(1.0 / fingers.zoom_delta, Vec2::new(from_middle.x, from_middle.y), rect.height());
            }
        } else if is_touched && response.dragged_by(PointerButton::Primary) && !self.gizmo.is_hovered() {
            eye.orbit(Vec2::new(motion.x, motion.y), rect.height());
        }
    }
}

/// The eye that frames everything. Objects that are much larger than all the rest are left out at first; from there, all are
/// framed.
fn framing_all(eye: &Eye, workspace: &Workspace, aspect: f32) -> Eye {
    let (world, hidden) = (workspace.world(), workspace.marks().hidden());
    let main = eye.framing(&picture::main_points(world, hidden), aspect);
    if eye.is_near(&main) { eye.framing(&picture::shown_points(world, hidden), aspect) } else { main }
}

/// The viewpoint with a near plane that cuts off no surface that is close to the eye: a flight may pass through a window while
/// the view looks at a landscape.
fn with_close_surfaces(viewpoint: Viewpoint, workspace: &Workspace, aspect: f32) -> Viewpoint {
    let world_from_clip = viewpoint.clip_from_world(aspect).inverse();
    let is_drawn = |index: usize| {
        let object = workspace.world().objects.get(index);
        object.is_some_and(|object| !workspace.marks().hidden().contains(object.id))
    };
    let depth = |[x, y]: [f32; 2]| {
        let direction = world_from_clip.project_point3(Vec3::new(x, y, 1.0)) - viewpoint.eye;
        let found = surface(workspace.displayed_world(), viewpoint.eye, direction, is_drawn)?;
        Some((found.point - viewpoint.eye).dot(viewpoint.forward()))
    };
    let parts = [-0.9, 0.0, 0.9];
    let nearest = parts.into_iter().flat_map(|x| parts.map(|y| [x, y])).filter_map(depth).fold(f32::INFINITY, f32::min);
    let [near, far] = viewpoint.depth;
    let is_perspective = matches!(viewpoint.lens, Lens::Perspective { .. });
    let near = if is_perspective { near.min(nearest * CLOSE).max(LEAST_NEAR) } else { near };
    Viewpoint { depth: [near, far], ..viewpoint }
}

/// The eye that frames the selection; without one, everything.
fn framing_selection(eye: &Eye, workspace: &Workspace, aspect: f32) -> Eye {
    match selection(workspace) {
        Some(aabb) => eye.framing(&std::array::from_fn::<_, 8, _>(|i| aabb.corner(i)), aspect),
        None => framing_all(eye, workspace, aspect),
    }
}

/// The distance from the eye to the surface under the pointer, metres. While the view turns, the pointer may leave it.
fn surface_at_pointer(ui: &Ui, workspace: &Workspace, viewpoint: &Viewpoint, rect: Rect) -> Option<f32> {
    let pointer = rect.clamp(ui.input(|i| i.pointer.latest_pos())?);
    let under = under(workspace, viewpoint, rect, pointer).filter(|under| under.object.is_some())?;
    Some(under.point.distance(viewpoint.eye))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::parse;

    #[test]
    fn a_surface_close_to_the_eye_is_not_cut_off_after_a_flight() {
        let text = r#"{ "eyeline": 1, "objects": [
            { "name": "frame", "shape": { "box": { "half_extents": [1, 9, 0.1] } }, "position": [-1.1, 0, -0.6] },
            { "name": "hill", "shape": { "sphere": { "radius": 50 } }, "position": [0, 0, -400] } ] }"#;
        let workspace = Workspace::new(parse(text, "a.json").unwrap(), None);
        let looking_far = Viewpoint {
            eye: Vec3::ZERO,
            target: 350.0 * Vec3::NEG_Z,
            up: Vec3::Y,
            lens: Lens::Perspective { fov_y: 0.8 },
            depth: [3.5, 1e4],
        };
        let seen = with_close_surfaces(looking_far, &workspace, 1.5);
        assert!((0.1..0.2).contains(&seen.depth[0]), "the frame is half a metre away: {:?}", seen.depth);
        assert!((seen.depth[1] - looking_far.depth[1]).abs() < f32::EPSILON);
        let flat = Viewpoint { lens: Lens::Orthographic { height: 9.0 }, ..looking_far };
        assert_eq!(with_close_surfaces(flat, &workspace, 1.5), flat);
    }
}
