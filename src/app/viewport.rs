//! The 3D view: the scene, navigation, labels, and the inset with a camera's picture.

use eframe::egui::epaint::PathStroke;
use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{
    Align2, Button, Color32, Context, CursorIcon, FontId, Painter, PointerButton, Popup, Pos2, Rect, RectAlign,
    Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use glam::{DVec3, Vec2, Vec3};

use super::anchors::{self, Anchor};
use super::axis_gizmo::{self, Direction};
use super::command::{self, Commands, ViewCommand};
use super::edit::Spot;
use super::navigate::{Axis, Eye, ease};
use super::pick;
use super::screen::{Screen, Subject};
use super::selected_place;
use super::session::Session;
use super::{Host, hovered, keys, probe, theme};
use crate::escape;
use crate::geometry::Aabb;
use crate::picture::{self, LegendEntry, Palette, Picture, Viewpoint};
use crate::render::{RenderError, overlay};
use crate::session::comparison::Look;
use crate::world::{CameraAt, Thing};

/// Width over height before the view was shown.
const USUAL_ASPECT: f32 = 1.5;
/// Duration of an animated movement of the view, seconds.
const FLIGHT: f64 = 0.22;
/// Width of the inset as a part of the view's, and in points at most.
const INSET_PART: f32 = 0.27;
const INSET_MOST: f32 = 320.0;
/// In a view lower or narrower than this the legend is closed, points.
const LEAST_FOR_LEGEND: f32 = 380.0;
/// The legend is also closed where it would take more than this part of the view.
const MOST_FOR_LEGEND: f32 = 0.1;
/// In a view lower than this there is no button for the legend, points.
const LEAST_FOR_KEY: f32 = 110.0;
/// An inset narrower than this has no caption, points.
const LEAST_FOR_CAPTION: f32 = 100.0;
/// How long each state is shown while the two blink, seconds.
pub(super) const BLINK: f32 = 0.7;
/// From the inset to the border of the view, points.
const MARGIN: f32 = 12.0;

/// The view's state between frames.
#[derive(Default)]
pub(super) struct View {
    main: Screen,
    inset: Screen,
    /// The other state of a comparison, at the left.
    before: Screen,
    /// Whether the main view shows the other state of a comparison.
    shows_before: bool,
    /// Why the last frame did not draw the scene.
    error: Option<RenderError>,
    eye: Option<Eye>,
    flight: Option<Flight>,
    /// The camera through which the main view looks.
    pub(super) through: Option<usize>,
    /// Its place in this frame.
    place: Option<Rect>,
    /// Whether the legend is closed.
    pub(super) hides_legend: bool,
    /// Whether the right button flies rather than pans.
    is_flying: bool,
    generation: Option<u64>,
    /// Legend and labels over the main view.
    plates: Vec<overlay::Plate>,
    /// Width over height when it was shown last.
    aspect: Option<f32>,
}

/// A movement from one eye to another.
#[derive(Clone, Copy)]
struct Flight {
    from: Eye,
    start: f64,
    seconds: f64,
}

/// A movement of the view, as a command gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// Fits the whole scene.
    FrameAll,
    /// Fits the selection.
    FrameSelection,
    /// Along an axis; `true` from the other side.
    Along(Axis, bool),
    /// From an end of a world axis.
    From(Direction),
    /// Perspective or orthographic.
    ToggleOrthographic,
    /// Returns from a camera to the free view.
    Leave,
}

impl View {
    /// Moves the view.
    pub(super) fn go(&mut self, ctx: &Context, session: &Session, request: Request) {
        let aspect = self.aspect.unwrap_or(USUAL_ASPECT);
        self.begin(session, aspect);
        let Some(eye) = self.free_eye(session, aspect) else { return };
        let world = session.world();
        let to = match request {
            Request::FrameAll => eye.framing(&picture::points(world), aspect),
            Request::FrameSelection => match selection(session) {
                Some(aabb) => eye.framing(&std::array::from_fn::<_, 8, _>(|i| aabb.corner(i)), aspect),
                None => eye.framing(&picture::points(world), aspect),
            },
            Request::Along(axis, from_behind) => eye.along(axis, from_behind),
            Request::From(direction) => eye.looking(-direction.vector()),
            Request::ToggleOrthographic => Eye { orthographic: !eye.orthographic, ..eye },
            Request::Leave => self.eye.unwrap_or(eye),
        };
        self.eye = Some(eye);
        self.through = None;
        self.fly_to(ctx, to);
    }

    /// Looks through a camera.
    pub(super) fn look_through(&mut self, camera: Option<usize>) {
        self.through = camera;
        self.flight = None;
    }

    /// Whether keys fly the view.
    pub(super) fn is_flying(&self) -> bool {
        self.is_flying
    }

    pub(super) fn is_orthographic(&self) -> bool {
        self.eye.is_some_and(|eye| eye.orthographic)
    }

    /// Its place in this frame, points, if it was shown.
    pub(super) fn place(&self) -> Option<Rect> {
        self.place
    }

    /// The same; the second call in a frame returns `None`.
    pub(super) fn take_place(&mut self) -> Option<Rect> {
        self.place.take()
    }

    /// Why the last frame did not draw the scene; the second call returns `None`.
    pub(super) fn take_error(&mut self) -> Option<RenderError> {
        self.error.take()
    }

    /// Frees GPU memory while its context is still current.
    pub(super) fn close(&mut self) {
        self.main = Screen::default();
        self.inset = Screen::default();
        self.before = Screen::default();
    }

    /// Shows the view.
    pub(super) fn show(&mut self, ui: &mut Ui, session: &mut Session, host: &mut dyn Host, commands: &mut Commands) {
        let whole = ui.available_rect_before_wrap();
        let look = session.comparison().map(|open| open.look).unwrap_or_default();
        let palette = theme::palette(ui.ctx());
        let is_split = look == Look::SideBySide && prepare_before(&mut self.before, session, &palette);
        let [left, rect]: [Rect; 2] =
            if is_split { whole.split_left_right_at_fraction(0.5).into() } else { [Rect::NOTHING, whole] };
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "3D view"));
        self.place = Some(rect);
        if rect.width() < 2.0 || rect.height() < 2.0 {
            return;
        }
        let extent = picture::extent(session.world());
        let aspect = rect.aspect_ratio();
        self.aspect = Some(aspect);
        self.begin(session, aspect);
        self.navigate(ui, &response, rect, &extent, session, aspect);

        let viewpoint = self.viewpoint(ui, session, &extent, aspect);
        let painter = ui.painter_at(rect);
        let inset = self.inset_camera(session).and_then(|(_, camera)| inset_place(rect, camera.camera.aspect()));
        self.shows_before = match look {
            Look::Before => true,
            Look::Blink => {
                ui.ctx().request_repaint_after_secs(BLINK);
                ui.input(|i| i.time).rem_euclid(2.0 * f64::from(BLINK)) < f64::from(BLINK)
            }
            Look::After | Look::SideBySide => false,
        };
        self.shows_before = self.shows_before && prepare_before(&mut self.main, session, &palette);
        if !self.shows_before {
            prepare(&mut self.main, session, self.through, &palette);
        }
        if is_split {
            self.show_left(ui, left, session, &viewpoint, &palette, host);
        }
        let shown = self.show_main(&painter, rect, &viewpoint, &palette, inset, host);
        self.error = shown.err();
        if let Some(error) = &self.error {
            painter.rect_filled(rect, 0.0, theme::color(palette.background[1]));
            let text = format!("The scene cannot be drawn.\n{error}");
            let text = egui::RichText::new(text).size(14.0).color(theme::color(palette.fail));
            ui.put(rect.shrink(16.0), egui::Label::new(text).wrap().halign(egui::Align::Center).selectable(false));
            return;
        }
        if self.shows_before {
            let name = session.comparison().map_or(String::new(), |open| format!("Before: {}", open.name));
            let at = rect.left_top() + vec2(MARGIN + 100.0, MARGIN);
            caption(&painter, at, &escape::shown(&name), rect.width() - 2.0 * MARGIN - 100.0, &palette);
        }
        if let Some(place) = selected_place::find(session, rect, &viewpoint, &self.plates) {
            anchors::note(ui, Anchor::Object, place);
        }
        probe::paint(&painter, rect, session, &viewpoint, &palette);
        if let Some(place) = self.legend_key(&painter, rect) {
            legend_key(ui, place, &self.main.picture().legend, &palette);
        }
        let taken = self.show_inset(ui, rect, session, &palette, host, commands);
        self.show_caption(ui, rect, session, &palette, commands);
        if let Some(place) = axis_gizmo::place(rect)
            && let Some(direction) = axis_gizmo::show(ui, place, &viewpoint, &palette)
        {
            commands.push(ViewCommand::From(direction));
        }
        self.mark_hovered(ui, &painter, rect, &viewpoint, &palette);
        self.point(ui, response, rect, session, taken, commands);
    }

    /// The other state of the comparison beside the main view, from the same viewpoint.
    fn show_left(
        &mut self,
        ui: &Ui,
        rect: Rect,
        session: &Session,
        viewpoint: &Viewpoint,
        palette: &Palette,
        host: &mut dyn Host,
    ) {
        let painter = ui.painter_at(rect);
        // The main view says why nothing can be drawn.
        if self.before.show(&painter, rect, viewpoint, host).is_ok() {
            overlay::paint_beside(&painter, rect, &[], &[], self.before.picture(), viewpoint, palette);
        }
        let name = session.comparison().map_or(String::new(), |open| format!("Before: {}", open.name));
        caption(
            &painter,
            rect.left_top() + vec2(MARGIN, MARGIN),
            &escape::shown(&name),
            rect.width() - 2.0 * MARGIN,
            palette,
        );
        painter.vline(rect.right(), rect.y_range(), Stroke::new(2.0, theme::color(palette.neutral)));
    }

    /// Marks the item under the pointer, here or in the outliner.
    fn mark_hovered(&self, ui: &Ui, painter: &Painter, rect: Rect, viewpoint: &Viewpoint, palette: &Palette) {
        let Some(item) = hovered::last(ui.ctx()) else { return };
        let Some(outline) = overlay::outline(self.main.picture(), item, rect, viewpoint) else { return };
        let stroke = |width, color| PathStroke::new(width, theme::color(color));
        for stroke in [stroke(4.0, palette.plate), stroke(1.8, palette.text)] {
            painter.add(Shape::closed_line(outline.clone(), stroke));
        }
    }

    /// Selects the clicked item, and names the item on which the pointer rests.
    fn point(
        &mut self,
        ui: &Ui,
        response: Response,
        rect: Rect,
        session: &mut Session,
        inset: Option<Rect>,
        commands: &mut Commands,
    ) {
        let is_free = |pointer: &Pos2| inset.is_none_or(|inset| !inset.contains(*pointer));
        if response.secondary_clicked()
            && let Some(pointer) = response.interact_pointer_pos().filter(is_free)
            && let Some(item) = self.under(rect, pointer)
        {
            // The context menu applies to the clicked item.
            pick::select(session, Some(item), true);
            ui.ctx().request_repaint();
        }
        response.context_menu(|ui| command::view_menu(ui, commands));
        if response.double_clicked_by(PointerButton::Primary)
            && let Some(pointer) = response.interact_pointer_pos().filter(is_free)
            && let Some(item @ Thing::Object(_)) = self.under(rect, pointer)
        {
            pick::select(session, Some(item), pick::keeps_object(ui));
            commands.push(ViewCommand::FrameSelected);
            ui.ctx().request_repaint();
            return;
        }
        if response.clicked_by(PointerButton::Primary) && !keys::held_at_release(ui.ctx(), PointerButton::Primary).alt {
            if let Some(pointer) = response.interact_pointer_pos().filter(is_free) {
                // The legend belongs to no item, and is not background.
                let item = self.under(rect, pointer);
                if item.is_some() || self.plate(pointer).is_none() {
                    let keeps = pick::keeps_object(ui);
                    pick::select(session, item, keeps);
                    ui.ctx().request_repaint();
                }
            }
            return;
        }
        // While the view moves, no item is named: that would need one more drawing per frame.
        let is_moving = self.flight.is_some() || ui.input(|i| i.pointer.any_down() || i.is_scrolling());
        let pointer = response.hover_pos().filter(|pointer| response.hovered() && !is_moving && is_free(pointer));
        let item = pointer.and_then(|pointer| self.under(rect, pointer));
        if let Some(item) = item {
            hovered::note(ui.ctx(), item);
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
        if let Some(described) = item.and_then(|item| pick::describe(session, item)) {
            response.on_hover_ui_at_pointer(|ui| pick::show(ui, &described));
        }
    }

    /// The item at a point of the main view; for a label the item that it names.
    fn under(&mut self, rect: Rect, pointer: Pos2) -> Option<Thing> {
        match self.plate(pointer) {
            // Indices of the other state are not those of the open scene.
            _ if self.shows_before => None,
            Some(plate) => plate.item,
            None => self.main.pick(rect, pointer),
        }
    }

    /// The legend or label at a point.
    fn plate(&self, pointer: Pos2) -> Option<&overlay::Plate> {
        self.plates.iter().find(|plate| plate.place.contains(pointer))
    }

    /// A newly opened scene is seen from its own viewpoint.
    fn begin(&mut self, session: &Session, aspect: f32) {
        if self.generation == Some(session.generation()) && self.eye.is_some() {
            if self.through.is_some_and(|camera| placed_camera(session, camera).is_none()) {
                self.through = None;
            }
            return;
        }
        if self.generation.replace(session.generation()).is_some() {
            self.through = None;
        }
        self.flight = None;
        let viewpoint = picture::scene_view(session.scene(), session.world(), aspect);
        let up = session.scene().view.as_ref().map_or(Vec3::Y, |view| Vec3::from(view.up).normalize_or(Vec3::Y));
        self.eye = Some(Eye::of(&viewpoint, up, None));
    }

    fn viewpoint(&mut self, ui: &Ui, session: &Session, extent: &Aabb, aspect: f32) -> Viewpoint {
        if let Some(camera) = self.through.and_then(|camera| placed_camera(session, camera)) {
            return picture::through(camera, aspect);
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

    fn fly_to(&mut self, ctx: &Context, to: Eye) {
        let from = self.eye.replace(to).unwrap_or(to);
        // Without animations the view moves at once.
        let seconds = if ctx.global_style().animation_time > 0.0 { FLIGHT } else { 0.0 };
        self.flight = (seconds > 0.0).then(|| Flight { from, start: ctx.input(|i| i.time), seconds });
        ctx.request_repaint();
    }

    /// The place of new items: in the middle of the view.
    pub(super) fn spot(&self, session: &Session) -> Spot {
        self.free_eye(session, 1.5).map(|eye| eye.spot()).unwrap_or_default()
    }

    /// The eye of the free view: at the camera, when the view looks through one.
    fn free_eye(&self, session: &Session, aspect: f32) -> Option<Eye> {
        let eye = self.eye?;
        let Some(camera) = self.through.and_then(|camera| placed_camera(session, camera)) else {
            return Some(eye);
        };
        let viewpoint = picture::through(camera, aspect);
        let middle = match selection(session) {
            Some(aabb) => aabb.centre(),
            None => session.world().bounds().map_or(Vec3::ZERO, |bounds| bounds.centre()),
        };
        let depth = (middle - viewpoint.eye).dot(viewpoint.forward()).max(1.0);
        Some(Eye::of(&viewpoint, eye.up, Some(depth)))
    }

    fn navigate(&mut self, ui: &Ui, response: &Response, rect: Rect, extent: &Aabb, session: &Session, aspect: f32) {
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
        if eye != before {
            // Any input on the view ends its animation at the current place, and so it leaves a camera.
            self.eye = Some(eye);
            self.flight = None;
            self.through = None;
        }
    }

    fn show_main(
        &mut self,
        painter: &Painter,
        rect: Rect,
        viewpoint: &Viewpoint,
        palette: &Palette,
        inset: Option<Rect>,
        host: &mut dyn Host,
    ) -> Result<(), RenderError> {
        self.main.show(painter, rect, viewpoint, host)?;
        let picture = self.main.picture();
        let key = self.legend_key(painter, rect);
        let has_legend = !self.hides_legend && key.is_none();
        let mut legend = if has_legend { picture.legend.clone() } else { Vec::new() };
        // What is not there is said, whatever else is hidden.
        legend.extend(self.main.left_out().legend_entries(palette));
        // With the button that leads back beside it.
        let size = if self.through.is_some() { vec2(160.0, 44.0) } else { vec2(108.0, 36.0) };
        let caption = Rect::from_min_size(rect.min, size);
        let axes = axis_gizmo::place(rect);
        let corners = inset.into_iter().chain(axes).chain(key).map(|other| other.expand(4.0));
        let others: Vec<Rect> = corners.chain([caption]).collect();
        self.plates = overlay::paint_beside(painter, rect, &others, &legend, picture, viewpoint, palette).plates;
        Ok(())
    }

    /// The place of the button that opens the legend, in a view too small to have it open.
    fn legend_key(&self, painter: &Painter, rect: Rect) -> Option<Rect> {
        let legend = &self.main.picture().legend;
        let size = overlay::legend_size(painter, legend);
        let is_small = rect.size().min_elem() < LEAST_FOR_LEGEND || size.x * size.y > MOST_FOR_LEGEND * rect.area();
        let has_legend = !self.hides_legend && !legend.is_empty();
        let size = vec2(62.0, 22.0);
        let corner = rect.left_bottom() + vec2(MARGIN, -MARGIN - size.y);
        (is_small && has_legend && rect.height() > LEAST_FOR_KEY).then(|| Rect::from_min_size(corner, size))
    }

    /// The camera of the inset: the selected one, unless the main view looks through it.
    fn inset_camera<'s>(&self, session: &'s Session) -> Option<(usize, &'s CameraAt)> {
        let index = session.selected().camera().filter(|_| self.through.is_none())?;
        Some((index, placed_camera(session, index)?))
    }

    /// The picture of the selected camera in its own aspect, in the lower right corner. Returns its place.
    fn show_inset(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        session: &Session,
        palette: &Palette,
        host: &mut dyn Host,
        commands: &mut Commands,
    ) -> Option<Rect> {
        let (index, camera) = self.inset_camera(session)?;
        let place = inset_place(rect, camera.camera.aspect())?;
        prepare(&mut self.inset, session, Some(index), palette);
        let viewpoint = picture::through(camera, place.aspect_ratio());
        let painter = ui.painter_at(rect);
        let response = ui.interact(place, ui.scope_id().with("inset"), Sense::click());
        let name = format!("Look through {}", escape::shown(&camera.name));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let border = if response.hovered() { palette.text } else { palette.neutral };
        painter.rect_filled(place.expand(1.0), 5.0, theme::color(palette.background[1]));
        self.inset.show(&painter, place, &viewpoint, host).ok()?;
        painter.rect_stroke(place, 4.0, Stroke::new(1.0, theme::color(border)), StrokeKind::Outside);
        if place.width() >= LEAST_FOR_CAPTION {
            let name = format!("through {}", escape::shown(&camera.name));
            caption(&painter, place.left_top() + vec2(8.0, 8.0), &name, place.width() - 16.0, palette);
        }
        let clicked = response.clicked();
        response.on_hover_text("What this camera sees, in its own aspect. Click to look through it.");
        if clicked {
            commands.push(ViewCommand::LookThrough);
        }
        Some(place)
    }

    /// The name of the view in its upper left corner, with the Back button of a camera view.
    fn show_caption(&mut self, ui: &mut Ui, rect: Rect, session: &Session, palette: &Palette, commands: &mut Commands) {
        let corner = rect.left_top() + vec2(MARGIN, MARGIN);
        let Some(camera) = self.through.and_then(|camera| placed_camera(session, camera)) else {
            let text = if self.is_orthographic() { "Orthographic" } else { "Perspective" };
            caption(ui.painter(), corner, text, rect.width() - 2.0 * MARGIN, palette);
            return;
        };
        let builder = UiBuilder::new().max_rect(Rect::from_min_size(corner, vec2(320.0, 26.0)));
        ui.scope_builder(builder, |ui| {
            ui.horizontal(|ui| {
                let text = format!("⏴ Back from {}", camera.name);
                command::button(ui, Button::new(&*text), &text, ViewCommand::LeaveCamera, commands);
            });
        });
    }
}

/// A camera to look through; `None` for an unplaced one.
fn placed_camera(session: &Session, camera: usize) -> Option<&CameraAt> {
    session.world().cameras.get(camera).filter(|camera| camera.error.is_none())
}

fn prepare(screen: &mut Screen, session: &Session, through: Option<usize>, palette: &Palette) {
    let subject = Subject {
        revision: session.revision(),
        appearance_revision: session.appearance_revision(),
        compared: session.comparison_revision(),
        is_before: false,
        selected: *session.selected(),
        through,
        palette: *palette,
    };
    screen.prepare(subject, || Picture::of(&session.shown(through, palette)));
}

/// The same of the other state of the comparison. Returns whether it has a picture.
fn prepare_before(screen: &mut Screen, session: &Session, palette: &Palette) -> bool {
    let Some(shown) = session.shown_before(palette) else { return false };
    let (revision, appearance_revision, selected) =
        (session.revision(), session.appearance_revision(), *session.selected());
    let compared = session.comparison_revision();
    let subject = Subject {
        revision,
        appearance_revision,
        compared,
        is_before: true,
        selected,
        through: None,
        palette: *palette,
    };
    screen.prepare(subject, || Picture::of(&shown));
    true
}

/// The bounding box of the selection.
fn selection(session: &Session) -> Option<Aabb> {
    let (world, selected) = (session.world(), session.selected());
    if let Some(object) = selected.object.and_then(|object| world.objects.get(object)) {
        return Some(object.aabb);
    }
    if let Some(around) = selected.model.and_then(|model| world.bounds_of_model(model)) {
        return Some(around);
    }
    if let Some(camera) = selected.camera().and_then(|camera| placed_camera(session, camera)) {
        return Some(points_around(&camera.camera.corners().map(DVec3::as_vec3)));
    }
    if let Some(query) = selected.occlusion.and_then(|query| world.occlusion.get(query)) {
        let objects = query.bodies().iter().flat_map(|body| &body.objects);
        return objects.filter_map(|object| Some(world.objects.get(*object)?.aabb)).reduce(|a, b| a.union(&b));
    }
    let ray = world.rays.get(selected.ray()?)?;
    Some(points_around(&[ray.ray.at(0.0), ray.ray.at(1.0)]))
}

fn points_around(points: &[Vec3]) -> Aabb {
    let (min, max) = points.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(a, b), p| (a.min(*p), b.max(*p)));
    Aabb { min, max }
}

/// Metres to fly in this frame: right, up, ahead. `None` when no such key is held.
fn flying(ui: &Ui, extent: &Aabb) -> Option<Vec3> {
    let direction = keys::flight(ui.ctx())?;
    let (is_fast, seconds) = ui.input(|i| (i.modifiers.shift, i.stable_dt.min(0.1)));
    let speed = extent.half_extents().length().clamp(0.5, 1e4) * 0.6 * if is_fast { 4.0 } else { 1.0 };
    Some(direction.normalize_or_zero() * speed * seconds)
}

/// The place of the inset in the lower right corner; `None` in a view too small for it.
fn inset_place(rect: Rect, aspect: f32) -> Option<Rect> {
    let width = (rect.width() * INSET_PART).min(INSET_MOST);
    let height = (rect.height() * 0.36).min(240.0);
    let size = if width / aspect <= height { vec2(width, width / aspect) } else { vec2(height * aspect, height) };
    let size = size.round();
    let corner = (rect.right_bottom() - vec2(MARGIN, MARGIN)).round();
    (size.x >= 60.0 && size.y >= 24.0).then(|| Rect::from_min_max(pos2(corner.x - size.x, corner.y - size.y), corner))
}

/// The button that opens and closes the legend.
fn legend_key(ui: &Ui, place: Rect, legend: &[LegendEntry], palette: &Palette) {
    let response = ui.interact(place, ui.scope_id().with("legend"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Legend"));
    let painter = ui.painter();
    overlay::paint_plate(painter, place, 4, palette, 1.0);
    let font = FontId::proportional(12.0);
    painter.text(place.center(), Align2::CENTER_CENTER, "Legend", font, theme::color(palette.text));
    Popup::from_toggle_button_response(&response)
        .align(RectAlign::TOP_START)
        .show(|ui| overlay::show_legend(ui, legend));
    response.on_hover_text("What colours and lines mean.");
}

/// A text on a plate of at most that width, cut with … where it does not fit.
fn caption(painter: &Painter, corner: Pos2, text: &str, width: f32, palette: &Palette) {
    let color = theme::color(palette.text);
    let mut job = LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(12.0), color);
    job.wrap = TextWrapping::truncate_at_width((width - 12.0).max(8.0));
    let galley = painter.layout_job(job);
    let plate = Rect::from_min_size(corner, galley.size() + vec2(12.0, 5.0));
    overlay::paint_plate(painter, plate, 4, palette, 1.0);
    painter.galley(corner + vec2(6.0, 2.5), galley, Color32::PLACEHOLDER);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inset_keeps_its_camera_s_aspect_and_the_view_s_borders() {
        let rect = Rect::from_min_size(pos2(100.0, 50.0), vec2(900.0, 600.0));
        for aspect in [0.3, 1.0, 16.0 / 9.0, 4.0] {
            let place = inset_place(rect, aspect).unwrap();
            assert!((place.aspect_ratio() / aspect - 1.0).abs() < 0.03, "{aspect}: {place:?}");
            assert!(rect.contains_rect(place), "{aspect}: {place:?}");
            assert!(place.area() < rect.area() * 0.15, "{aspect}: {place:?}");
        }
        assert_eq!(inset_place(Rect::from_min_size(pos2(0.0, 0.0), vec2(80.0, 60.0)), 1.5), None);
    }
}
