//! The 3D view: the scene, navigation, labels, and the inset with a camera's picture.
//!
//! ```text
//! box_select  a rectangle that selects what it touches
//! describe  the view in words
//! following  a recorded session that the view moves with
//! framed    the boxes of what is framed
//! locking   cameras that are placed by the view
//! measure   the measuring tape
//! motion    the eye and its movements
//! place     the view of a place of a problem
//! pointer   what is under the pointer, and clicks
//! position  the coordinates under the pointer, and the name of the view
//! shoot     rays through the pointer
//! sides     the triangles that face away
//! skin      clicks on the joints and vertices of a skin
//! corners   caption, legend button and inset
//! tools     the buttons of the gizmo
//! views     one, two or four of these views
//! ```

mod box_select;
mod corners;
mod describe;
mod following;
mod framed;
mod locking;
mod measure;
mod motion;
mod place;
mod pointer;
mod position;
mod shoot;
mod sides;
mod skin;
mod tools;
mod views;

use eframe::egui::{Painter, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, vec2};

use super::gizmo::Gizmo;
use super::navigate::Eye;
use super::{axis_gizmo, probe, selected_place};
use crate::app::command::directions::Axis;
use crate::app::command::{Commands, ViewCommand};
use crate::app::kit::anchors::Anchor;
use crate::app::kit::host::Host;
use crate::app::kit::viewport_texture::{Screen, Subject};
use crate::app::kit::{anchors, theme};
use crate::escape;
use crate::picture::{self, Palette, Picture, Viewpoint};
use crate::render::{RenderError, overlay};
use crate::scene::ItemId;
use crate::workspace::Workspace;
use crate::workspace::comparison::Look;
use crate::world::CameraAt;
use box_select::BoxSelect;
use corners::{KEPT_WIDTH, LOCKED_WIDTH, caption, inset_place, legend_key};
use describe::Description;
use following::Followed;
use measure::Tape;
use motion::Flight;
pub(in crate::app) use motion::Request;
use sides::CountedSides;
pub(in crate::app) use views::Views;

/// How long each state is shown while the two blink, seconds.
pub(in crate::app) const BLINK: f32 = 0.7;
/// From the inset to the border of the view, points.
const MARGIN: f32 = 12.0;

/// The view's state between frames.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(in crate::app) struct View {
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
    pub(in crate::app) through: Option<ItemId>,
    /// Whether it is one of several views.
    has_neighbours: bool,
    /// Whether another view is the active one.
    is_aside: bool,
    /// The direction in which the view opens, if it is not the main view.
    side: Option<Axis>,
    /// Whether the legend is closed.
    pub(in crate::app) hides_legend: bool,
    /// Whether the right button flies rather than pans.
    is_flying: bool,
    /// Whether it has flown to where it is.
    has_flown: bool,
    generation: Option<u64>,
    /// Legend and labels over the main view.
    plates: Vec<overlay::Plate>,
    /// These, the labels without an item, and what is in the corners. The number at the gizmo keeps off them.
    taken: Vec<Rect>,
    /// Width over height when it was shown last.
    aspect: Option<f32>,
    /// Whether navigation moves the camera through which the view looks.
    pub(in crate::app) locks_camera: bool,
    /// The eye that has moved that camera last.
    locked: Option<Eye>,
    /// The recorded session that the view moves with.
    followed: Option<Followed>,
    /// Whether navigation has changed the scene in this frame. Its undo step continues.
    moves_camera: bool,
    /// The rectangle of a box selection, while it is dragged.
    box_select: Option<BoxSelect>,
    /// The viewpoint and the place of the last frame.
    shown: Option<(Viewpoint, Rect)>,
    /// Where the pointer is in the view, or was when a menu was opened.
    aim: Option<Pos2>,
    /// The view in words.
    description: Description,
    /// The triangles that face away from the view.
    sides: CountedSides,
    /// The measuring tape, while it is used.
    tape: Option<Tape>,
    /// The handles on the selection.
    pub(in crate::app) gizmo: Gizmo,
}

impl View {
    /// Why the last frame did not draw the scene; the second call returns `None`.
    pub(in crate::app) fn take_error(&mut self) -> Option<RenderError> {
        self.error.take()
    }

    /// Frees GPU memory while its context is still current.
    pub(in crate::app) fn close(&mut self) {
        self.main = Screen::default();
        self.inset = Screen::default();
        self.before = Screen::default();
    }

    /// Shows the view.
    pub(in crate::app) fn show(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        host: &mut dyn Host,
        commands: &mut Commands,
    ) {
        let whole = ui.available_rect_before_wrap();
        let look = workspace.judging().comparison().map(|open| open.look).unwrap_or_default();
        let palette = theme::palette(ui.ctx());
        let is_split =
            look == Look::SideBySide && self.side.is_none() && prepare_before(&mut self.before, workspace, &palette);
        let [left, rect]: [Rect; 2] =
            if is_split { whole.split_left_right_at_fraction(0.5).into() } else { [Rect::NOTHING, whole] };
        let response = ui.allocate_rect(rect, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, self.spoken_name()));
        if rect.width() < 2.0 || rect.height() < 2.0 {
            return;
        }
        let extent = picture::extent(workspace.world());
        let aspect = rect.aspect_ratio();
        self.aspect = Some(aspect);
        self.begin(workspace, aspect);
        self.follow(workspace);
        self.navigate(ui, &response, rect, &extent, workspace, aspect);

        let viewpoint = self.viewpoint(ui, workspace, &extent, aspect);
        self.shown = Some((viewpoint, rect));
        self.note_aim(ui, &response);
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_description(self.described(workspace, &viewpoint, rect));
        });
        let is_gizmo = self.gizmo.advance(ui, &response, rect, &viewpoint, workspace);
        if self.is_aside {
            self.gizmo.drop_note();
        }
        let painter = ui.painter_at(rect);
        let inset = self.inset_camera(workspace).and_then(|(_, camera)| inset_place(rect, camera.camera.aspect()));
        self.shows_before = match look {
            Look::Before => true,
            Look::Blink => {
                ui.ctx().request_repaint_after_secs(BLINK);
                ui.input(|i| i.time).rem_euclid(2.0 * f64::from(BLINK)) < f64::from(BLINK)
            }
            Look::After | Look::SideBySide => false,
        };
        self.shows_before = self.shows_before && prepare_before(&mut self.main, workspace, &palette);
        if !self.shows_before {
            let camera = self.camera_index(workspace);
            prepare(&mut self.main, workspace, camera, &palette);
        }
        if is_split {
            self.show_left(ui, left, workspace, &viewpoint, &palette, host);
        }
        self.sides.update(ui.ctx(), workspace, self.main.picture(), &viewpoint);
        let keeps_answers = workspace.selection().pinned_querier().is_some();
        let shown = self.show_main(&painter, rect, &viewpoint, &palette, (inset, keeps_answers), host);
        self.error = shown.err();
        if let Some(error) = &self.error {
            painter.rect_filled(rect, 0.0, theme::color(palette.background[1]));
            let text = format!("The scene cannot be drawn.\n{error}");
            let text = egui::RichText::new(text).size(14.0).color(theme::color(palette.fail));
            ui.put(rect.shrink(16.0), egui::Label::new(text).wrap().halign(egui::Align::Center).selectable(false));
            return;
        }
        if self.shows_before {
            let name = workspace.judging().comparison().map_or(String::new(), |open| format!("Before: {}", open.name));
            let beside = self.name_width(&viewpoint);
            let at = rect.left_top() + vec2(MARGIN + beside, MARGIN);
            caption(&painter, at, &escape::shown(&name), rect.width() - 2.0 * MARGIN - beside, &palette);
        }
        if let Some(place) = selected_place::find(workspace, rect, &viewpoint, &self.plates) {
            anchors::note(ui, Anchor::Object, place);
        }
        probe::paint(&painter, rect, workspace, &viewpoint, &palette);
        if let Some(place) = self.legend_key(&painter, rect) {
            legend_key(ui, place, &self.legend(&palette), &palette);
        }
        let taken = self.show_inset(ui, rect, workspace, &palette, host, commands);
        self.show_caption(ui, rect, workspace, (&viewpoint, &palette), commands);
        self.show_tools(ui, rect, &palette, commands);
        if let Some(place) = axis_gizmo::place(rect)
            && let Some(direction) = axis_gizmo::show(ui, place, &viewpoint, &palette)
        {
            commands.push(ViewCommand::From(direction));
        }
        // In a low view, the buttons are beside the caption.
        let top = self.tools_place(rect).filter(|tools| tools.width() > tools.height()).map_or(12.0, |_| 46.0);
        self.gizmo.paint(&painter, rect.with_min_y(rect.top() + top), &self.taken, &palette);
        self.show_position(ui, &response, rect, (&viewpoint, &palette), workspace);
        let is_measured = self.measure(ui, &response, rect, (&viewpoint, &palette), workspace);
        let is_box =
            !is_gizmo && !is_measured && self.select_box(ui, &response, rect, (&viewpoint, &palette), workspace);
        if !is_gizmo && !is_box && !is_measured {
            self.point(ui, response, (rect, &viewpoint), workspace, taken, commands);
        }
    }

    /// The name for screen readers.
    fn spoken_name(&self) -> &'static str {
        match self.side {
            None => "3D view",
            Some(Axis::Front) => "3D view from the front",
            Some(Axis::Right) => "3D view from the right",
            Some(Axis::Top) => "3D view from the top",
        }
    }

    /// The other state of the comparison beside the main view, from the same viewpoint.
    fn show_left(
        &mut self,
        ui: &Ui,
        rect: Rect,
        workspace: &Workspace,
        viewpoint: &Viewpoint,
        palette: &Palette,
        host: &mut dyn Host,
    ) {
        let painter = ui.painter_at(rect);
        // The main view shows the error.
        if self.before.show(&painter, rect, viewpoint, host).is_ok() {
            overlay::paint_beside(&painter, rect, &[], &[], self.before.picture(), viewpoint, palette);
        }
        let name = workspace.judging().comparison().map_or(String::new(), |open| format!("Before: {}", open.name));
        caption(
            &painter,
            rect.left_top() + vec2(MARGIN, MARGIN),
            &escape::shown(&name),
            rect.width() - 2.0 * MARGIN,
            palette,
        );
        painter.vline(rect.right(), rect.y_range(), Stroke::new(2.0, theme::color(palette.neutral)));
    }

    fn show_main(
        &mut self,
        painter: &Painter,
        rect: Rect,
        viewpoint: &Viewpoint,
        palette: &Palette,
        (inset, keeps_answers): (Option<Rect>, bool),
        host: &mut dyn Host,
    ) -> Result<(), RenderError> {
        self.main.show(painter, rect, viewpoint, host)?;
        // Below the labels.
        self.mark_hovered(painter, rect, viewpoint, palette);
        let picture = self.main.picture();
        let key = self.legend_key(painter, rect);
        let has_legend = !self.hides_legend && self.side.is_none() && key.is_none();
        let mut legend = if has_legend { self.legend(palette) } else { Vec::new() };
        // The note about objects that are left out is shown even when the legend is hidden.
        legend.extend(self.main.left_out().legend_entries(palette));
        // Includes the Back button.
        let height = if self.through.is_some() { 44.0 } else { 36.0 };
        let kept = if keeps_answers && self.side.is_none() { KEPT_WIDTH } else { 0.0 };
        let sign = if self.through.is_some() && self.locks_camera { LOCKED_WIDTH } else { 0.0 };
        let size = vec2(self.name_width(viewpoint) + kept + sign + 8.0, height);
        let caption = Rect::from_min_size(rect.min, size);
        let axes = axis_gizmo::place(rect);
        let corners = inset.into_iter().chain(axes).chain(key).chain(self.tools_place(rect));
        let mut taken: Vec<Rect> = corners.map(|corner| corner.expand(4.0)).collect();
        let gizmo = self.gizmo.areas().map(|area| area.expand(4.0));
        let others: Vec<Rect> = taken.iter().copied().chain(gizmo).chain([caption]).collect();
        let overlaid = overlay::paint_beside(painter, rect, &others, &legend, picture, viewpoint, palette);
        let labels = overlaid.plates.iter().map(|plate| plate.place).chain(overlaid.bare_labels);
        taken.extend(labels.chain([caption]));
        (self.plates, self.taken) = (overlaid.plates, taken);
        Ok(())
    }
}

/// A camera to look through; `None` for an unplaced one.
fn placed_camera(workspace: &Workspace, camera: usize) -> Option<&CameraAt> {
    workspace.world().cameras.get(camera).filter(|camera| camera.error.is_none())
}

fn prepare(screen: &mut Screen, workspace: &Workspace, through: Option<usize>, palette: &Palette) {
    let subject = Subject {
        revision: workspace.revision(),
        appearance_revision: workspace.appearance_revision(),
        compared: workspace.judging().comparison_revision(),
        is_before: false,
        selected: workspace.selected().clone(),
        through,
        palette: *palette,
    };
    screen.prepare(subject, || Picture::of(&workspace.shown(through, palette)));
}

/// The same of the other state of the comparison. Returns whether it has a picture.
fn prepare_before(screen: &mut Screen, workspace: &Workspace, palette: &Palette) -> bool {
    let Some(shown) = workspace.judging().shown_before(palette) else { return false };
    let (revision, appearance_revision, selected) =
        (workspace.revision(), workspace.appearance_revision(), workspace.selected().clone());
    let compared = workspace.judging().comparison_revision();
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
