//! The gizmo between frames: keys that start a drag, the handles of a frame, a drag in progress.

use eframe::egui::{self, CursorIcon, Painter, PointerButton, Pos2, Rect, Response, Ui};
use glam::{DQuat, DVec3};

use super::drag::{Constraint, Path};
use super::handles;
use super::handles::{DrawnHandle, Handle, Outline};
use super::lens::ScreenProjection;
use super::offer::{Offer, middle, routes, routes_of_active};
use super::paint;
use super::readout::PointerSide;
use super::running::{Drag, DragEffect};
use super::sizes;
use super::subject;
use super::subject::GizmoSubject;
use super::typed::Typed;
use crate::app::command::tool::{Axes, Click, Tool};
use crate::app::command::{DragKey, drop_drag_keys, take_drag_keys};
use crate::app::kit::keys;
use crate::picture::{Palette, Viewpoint};
use crate::scene::{Entry, ItemId};
use crate::workspace::Workspace;
use crate::workspace::edit::transform::{Moved, MovedPart, axes_of};

/// After a refused drag, and after each key that would have belonged to it, such keys are dropped for so long, seconds.
const REFUSED: f64 = 1.5;

/// The gizmo between frames.
#[derive(Default)]
pub(in crate::app) struct Gizmo {
    pub(in crate::app) tool: Tool,
    pub(in crate::app) axes: Axes,
    /// A tool that a key has started; its drag begins with the next frame of the view.
    starting: Option<Tool>,
    /// The handle on which the button was pressed, and where.
    pressed: Option<(Handle, Pos2)>,
    drag: Option<Drag>,
    /// The time until which the keys of a refused drag are dropped.
    refused_until: Option<f64>,
    /// The side of the pointer on which the number was in the last frame.
    side: Option<PointerSide>,
    /// Whether the last press or click in the view belongs to a drag that has ended.
    ignores_press: bool,
    /// The chosen part of an item.
    part: Option<(ItemId, MovedPart)>,
    /// What the next click on a surface does.
    pub(super) click: Option<Click>,
    /// A sentence above the view, and the time at which it disappears.
    pub(super) message: Option<(String, Option<f64>)>,
    /// The recording or tap for which the view last showed why it cannot be moved.
    described: Option<ItemId>,
    idle: IdleHandles,
}

/// The handles in a frame without a drag.
#[derive(Default)]
struct IdleHandles {
    drawn: Vec<DrawnHandle>,
    /// The handle under the pointer.
    marked: Option<Handle>,
    /// The name of that handle beside the pointer.
    label: Option<(String, Pos2)>,
    /// The lines between the points of the active agent's patrols.
    routes: Vec<[Pos2; 2]>,
    /// Why there are no handles.
    note: Option<String>,
}

/// How a drag ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DragEnd {
    Accept,
    Cancel,
}

impl Gizmo {
    /// A camera as the gizmo moves it. `None` when a recording or a model file defines its pose, or it is not placed.
    pub(in crate::app) fn camera(workspace: &Workspace, camera: usize) -> Option<Moved> {
        subject::of_camera(workspace, camera)
    }

    /// Leaves out the reason why there are no handles, which another view shows.
    pub(in crate::app) fn drop_note(&mut self) {
        self.idle.note = None;
    }

    /// Whether a drag is in progress, which takes the keys and the mouse.
    pub(in crate::app) fn is_dragging(&self) -> bool {
        self.drag.is_some() || self.starting.is_some()
    }

    /// Begins a drag by a key. It takes place with the next frame of the view.
    pub(in crate::app) fn start(&mut self, tool: Tool) {
        self.tool = tool;
        self.starting = Some(tool);
        self.refused_until = None;
    }

    /// Why the selection has no gizmo, as a sentence; `None` when it has one.
    pub(in crate::app) fn why_not(workspace: &Workspace) -> Option<String> {
        match GizmoSubject::of(workspace, MovedPart::Whole, Tool::Move) {
            Err(why) => Some(why),
            Ok(None) => Some("Nothing is selected. Click an item in the outliner or in the 3D view.".to_owned()),
            Ok(Some(_)) => None,
        }
    }

    /// Whether the selection has a camera or a ray that can be aimed.
    pub(in crate::app) fn can_aim(workspace: &Workspace) -> bool {
        matches!(GizmoSubject::of(workspace, MovedPart::Whole, Tool::Rotate), Ok(Some(subject)) if subject.can_aim())
    }

    /// Drops the keys that are typed next and would belong to a drag that a key has tried to begin.
    pub(in crate::app) fn refuse_keys(&mut self, ctx: &egui::Context) {
        self.refused_until = Some(ctx.input(|i| i.time) + REFUSED);
    }

    fn drop_refused_keys(&mut self, ctx: &egui::Context) {
        let Some(end) = self.refused_until.take() else { return };
        let now = ctx.input(|i| i.time);
        if now < end && !keys::is_typing(ctx) {
            self.refused_until = drop_drag_keys(ctx).map(|count| if count > 0 { now + REFUSED } else { end });
        }
    }

    /// Takes the keys of a drag in progress, or of a refused one, before commands do.
    pub(in crate::app) fn take_keys(&mut self, ctx: &egui::Context, workspace: &mut Workspace) {
        if self.click.is_some() && keys::cancels_drag(ctx) {
            keys::take_presses(ctx);
            self.click = None;
        }
        self.drop_refused_keys(ctx);
        let Some(drag) = &mut self.drag else { return };
        let mut end = None;
        for (key, held) in take_drag_keys(ctx) {
            match key {
                DragKey::Axis(axis) => drag.constrain(Constraint::Axis(axis)),
                DragKey::Plane(axis) => drag.constrain(Constraint::Plane(axis)),
                DragKey::Number(character) => {
                    drag.typed().push(character);
                }
                DragKey::Erase => drag.typed().pop(),
                DragKey::Accept => end = Some((DragEnd::Accept, held)),
                DragKey::Cancel => end = Some((DragEnd::Cancel, held)),
            }
        }
        match end {
            Some((DragEnd::Accept, held)) => {
                // The number may have been typed in this frame.
                let (lens, pointer) = (drag.lens, drag.pointer);
                drag.follow(workspace, &lens, pointer, held.command);
                self.end(workspace, DragEnd::Accept);
            }
            Some((DragEnd::Cancel, _)) => self.end(workspace, DragEnd::Cancel),
            None => {}
        }
    }

    fn end(&mut self, workspace: &mut Workspace, end: DragEnd) {
        if self.drag.take().is_none() {
            return;
        }
        self.ignores_press = true;
        self.pressed = None;
        if end == DragEnd::Cancel {
            workspace.edits().drop_running_step();
        }
        workspace.settle();
    }

    /// Drags the gizmo, before the view draws the scene. Returns whether mouse and keys belong to the gizmo in this
    /// frame.
    pub(in crate::app) fn advance(
        &mut self,
        ui: &Ui,
        response: &Response,
        rect: Rect,
        viewpoint: &Viewpoint,
        workspace: &mut Workspace,
    ) -> bool {
        let lens = ScreenProjection::new(viewpoint, rect);
        let (pointer, is_any_down) = ui.input(|i| (i.pointer.latest_pos(), i.pointer.any_down()));
        self.idle = IdleHandles::default();
        let is_over = !is_any_down && !response.clicked() && !response.secondary_clicked();
        // A new press does not belong to the drag that has ended.
        if is_over || ui.input(|i| i.pointer.button_pressed(PointerButton::Primary)) {
            self.ignores_press = false;
        }
        self.show_message(ui);
        if self.take_click(ui, response, &lens, workspace) {
            return true;
        }
        if let Some(tool) = self.starting.take() {
            let why = self.begin_by_key(workspace, tool, &lens, pointer.filter(|pointer| rect.contains(*pointer)));
            if self.drag.is_none() {
                self.refuse_keys(ui.ctx());
            }
            if let Some(why) = why {
                self.say(&why);
                self.show_message(ui);
            }
        }
        if self.drag.is_none() && !self.grab(ui, response, &lens, workspace) {
            return self.ignores_press;
        }
        let revision = workspace.revision();
        let Some(drag) = &mut self.drag else { return self.ignores_press };
        let pointer = pointer.unwrap_or(drag.pointer);
        // The button may be released in this frame, and Ctrl after it.
        let held = keys::held_at_button(ui.ctx(), PointerButton::Primary);
        drag.follow(workspace, &lens, pointer, held.command);
        self.idle.routes = routes_of_active(workspace, self.tool, &lens);
        let end = ui.input(|i| {
            if i.pointer.button_pressed(PointerButton::Secondary) {
                Some(DragEnd::Cancel)
            } else if drag.is_modal && i.pointer.button_pressed(PointerButton::Primary) {
                Some(DragEnd::Accept)
            } else {
                (!drag.is_modal && !i.pointer.primary_down()).then_some(DragEnd::Accept)
            }
        });
        ui.ctx().set_cursor_icon(if drag.is_modal { CursorIcon::AllScroll } else { CursorIcon::Grabbing });
        if let Some(end) = end {
            self.end(workspace, end);
        }
        // Panels that were drawn before the view show the change in the next frame.
        if workspace.revision() != revision {
            ui.ctx().request_repaint();
        }
        true
    }

    /// Carries out the click for which a command waits. Returns whether it waits.
    fn take_click(&mut self, ui: &Ui, response: &Response, lens: &ScreenProjection, workspace: &mut Workspace) -> bool {
        let Some(click) = self.click else { return false };
        self.idle.note.get_or_insert_with(|| click.words().to_owned());
        if workspace.selection().active().is_none() {
            self.click = None;
        } else if response.clicked_by(PointerButton::Primary)
            && let Some(at) = response.interact_pointer_pos()
        {
            self.clicked(workspace, click, lens, at);
            ui.ctx().request_repaint();
        }
        if response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
        true
    }

    /// Shows the message for some seconds.
    fn show_message(&mut self, ui: &Ui) {
        const SECONDS: f64 = 4.0;
        let Some((words, end)) = &mut self.message else { return };
        let now = ui.input(|i| i.time);
        if now >= *end.get_or_insert(now + SECONDS) {
            self.message = None;
            return;
        }
        self.idle.note = Some(words.clone());
        ui.ctx().request_repaint_after_secs(0.5);
    }

    /// Says why a recording cannot be moved, once after it was selected, when the pointer is in the view.
    fn show_reason_once(&mut self, response: &Response, workspace: &Workspace, why: &str) {
        let is_recorded = matches!(workspace.selection().active_entry(), Some(Entry::Session(_) | Entry::Tap(_)));
        let active = workspace.selection().active().filter(|_| is_recorded && self.tool != Tool::Select);
        if response.hovered() && self.described != active {
            self.message = active.map(|_| (why.to_owned(), None)).or(self.message.take());
            self.described = active;
        }
    }

    /// Finds the handle under the pointer. Returns whether a drag of it has begun.
    fn grab(&mut self, ui: &Ui, response: &Response, lens: &ScreenProjection, workspace: &mut Workspace) -> bool {
        let part = self.part_of(workspace);
        let subject = match GizmoSubject::of(workspace, part, self.tool) {
            Ok(subject) => subject,
            Err(why) => {
                // Other items may have no place of their own at all, so no reason is shown.
                let entry = workspace.selection().active_entry();
                let has_place = matches!(entry, Some(Entry::Object(_) | Entry::Camera(_) | Entry::Image(_)));
                self.show_reason_once(response, workspace, &why);
                if self.tool != Tool::Select && has_place {
                    self.idle.note.get_or_insert(why);
                }
                return false;
            }
        };
        let offer = Offer::of(workspace, subject.as_ref(), self.tool);
        self.note_why_not(workspace, subject.as_ref(), &offer);
        let subject = subject.filter(|subject| subject.can(self.tool));
        let mut drawn = Vec::new();
        if let Some(subject) = &subject {
            drawn = handles::handles(self.tool, lens, subject.pivot, self.axes_of(subject, self.tool));
        }
        drawn.extend(offer.dots(lens, part));
        let pointer = ui.input(|i| i.pointer.latest_pos());
        let is_free = response.hovered() && !self.ignores_press && ui.input(|i| !i.modifiers.alt);
        let hovered = pointer.filter(|_| is_free).and_then(|pointer| handles::under(&drawn, pointer));
        // A press and its release may be in one frame. Then no pressed handle is stored.
        let marked = self.pressed.map(|(handle, _)| handle).or(hovered);
        if response.clicked_by(PointerButton::Primary)
            && let Some(Handle::Point(index)) = marked
        {
            self.part = workspace.selection().active().zip(offer.points.get(index).map(|(part, _)| *part));
            self.ignores_press = true;
            ui.ctx().request_repaint();
        }
        self.press(ui, response, hovered, pointer);
        if let Some((handle, from)) = self.pressed.filter(|_| response.dragged_by(PointerButton::Primary)) {
            self.begin(workspace, subject, &offer, lens, handle, from);
            return self.drag.is_some();
        }
        let marked = self.pressed.map(|(handle, _)| handle).or(hovered);
        let label = marked.and_then(|handle| offer.label(handle, workspace)).zip(pointer);
        let note = self.idle.note.take();
        self.idle = IdleHandles { drawn, marked, label, routes: routes(&offer.points, lens), note };
        if marked.is_some() {
            ui.ctx().set_cursor_icon(CursorIcon::Grab);
        }
        false
    }

    /// Notes why the tool cannot change the selection. An agent is left out: the Move tool shows the dots of its points.
    fn note_why_not(&mut self, workspace: &Workspace, subject: Option<&GizmoSubject>, offer: &Offer) {
        let is_agent = matches!(workspace.selection().active_entry(), Some(Entry::Agent(_)));
        let Some(subject) = subject.filter(|_| !is_agent) else { return };
        let why = match self.tool {
            Tool::Size if offer.sliders.is_empty() => sizes::why_none(workspace, subject).map(str::to_owned),
            tool => subject.why_not(workspace.scene(), tool),
        };
        if let Some(why) = why {
            self.idle.note.get_or_insert(why);
        }
    }

    /// The chosen part of the active item. Only the Move tool changes a part.
    pub(super) fn part_of(&mut self, workspace: &Workspace) -> MovedPart {
        self.part
            .take_if(|(id, _)| workspace.selection().active() != Some(*id) || workspace.selection().set_len() != 1);
        match self.part {
            Some((_, part)) if self.tool == Tool::Move => part,
            _ => MovedPart::Whole,
        }
    }

    /// Paints the gizmo over the view. The number beside the pointer keeps off the rectangles in `taken`.
    pub(in crate::app) fn paint(&mut self, painter: &Painter, rect: Rect, taken: &[Rect], palette: &Palette) {
        paint::routes(painter, &self.idle.routes, palette);
        let (note, number) = if let Some(drag) = &self.drag {
            drag.paint(painter, palette);
            (Some(paint::note(painter, rect, &drag.hint(), palette)), Some((drag.pointer, drag.words())))
        } else {
            paint::handles(painter, self.tool, &self.idle.drawn, self.idle.marked, palette);
            let note = self.idle.note.as_ref().map(|note| paint::note(painter, rect, note, palette));
            (note, self.idle.label.as_ref().map(|(label, pointer)| (*pointer, &**label)))
        };
        let side = number.map(|number| {
            let taken: Vec<Rect> = taken.iter().copied().chain(note).collect();
            paint::number(painter, number, self.side, &taken, palette)
        });
        self.side = side;
    }

    /// The parts of the view that arrows, rings, boxes and the letters of the axes take. Labels keep off them.
    pub(in crate::app) fn areas(&self) -> impl Iterator<Item = Rect> {
        let lines = self.idle.drawn.iter().filter(|drawn| drawn.outline != Outline::Dot);
        let area = lines.fold(Rect::NOTHING, |area, drawn| area.union(drawn.area()));
        let lines = area.is_positive().then(|| area.expand(6.0));
        lines.into_iter().chain(self.idle.drawn.iter().filter_map(DrawnHandle::letter))
    }

    /// Whether the pointer is on a handle. Then the item below it is not named.
    pub(in crate::app) fn is_hovered(&self) -> bool {
        self.idle.marked.is_some()
    }

    /// Stores the handle on which the button is pressed.
    fn press(&mut self, ui: &Ui, response: &Response, hovered: Option<Handle>, pointer: Option<Pos2>) {
        let (is_pressed, is_down) =
            ui.input(|i| (i.pointer.button_pressed(PointerButton::Primary), i.pointer.primary_down()));
        if !is_down {
            self.pressed = None;
        }
        if is_pressed && response.is_pointer_button_down_on() {
            self.pressed = hovered.zip(pointer);
        }
    }

    fn axes_of(&self, subject: &GizmoSubject, tool: Tool) -> [DVec3; 3] {
        match (tool, self.axes) {
            // A scale is always along the item's own axes.
            (Tool::Scale, _) | (_, Axes::Local) => axes_of(subject.rotation),
            (_, Axes::World) => DVec3::AXES,
        }
    }

    fn begin(
        &mut self,
        workspace: &mut Workspace,
        subject: Option<GizmoSubject>,
        offer: &Offer,
        lens: &ScreenProjection,
        handle: Handle,
        from: Pos2,
    ) {
        let constraint = match handle {
            Handle::Axis(axis) | Handle::Ring(axis) => Constraint::Axis(axis),
            Handle::Plane(axis) => Constraint::Plane(axis),
            Handle::Middle | Handle::ViewRing => Constraint::Free,
            Handle::Point(index) => {
                let Some((part, _)) = offer.points.get(index) else { return };
                self.part = workspace.selection().active().map(|id| (id, *part));
                if let Ok(Some(subject)) = GizmoSubject::of(workspace, *part, self.tool) {
                    self.begin_at(workspace, subject, lens, Constraint::Free, from, false);
                }
                return;
            }
            Handle::Slider(index) => {
                let Some(slider) = offer.sliders.get(index) else { return };
                let effect = DragEffect::Slider { slider: *slider, from, typed: Typed::default() };
                let region = offer.region.filter(|_| index >= offer.own);
                let (items, rotation) =
                    subject.map_or((Vec::new(), DQuat::IDENTITY), |subject| (subject.items, subject.rotation));
                workspace.settle();
                self.drag = Some(Drag::new(workspace, effect, items, rotation, lens).of_region(region));
                return;
            }
            Handle::Region => {
                workspace.settle();
                let Some(region) = offer.region else { return };
                let path = Path {
                    tool: Tool::Move,
                    constraint: Constraint::Free,
                    axes: DVec3::AXES,
                    is_world: true,
                    is_own: false,
                    pivot: middle(region),
                    from,
                    last: from,
                    is_modal: false,
                    turned: 0.0,
                    typed: Typed::default(),
                    units: workspace.view().units(),
                };
                let drag = Drag::new(workspace, DragEffect::Path(path), Vec::new(), DQuat::IDENTITY, lens);
                self.drag = Some(drag.of_region(Some(region)));
                return;
            }
        };
        if let Some(subject) = subject {
            self.begin_at(workspace, subject, lens, constraint, from, false);
        }
    }

    /// Begins the drag that a key has started. Returns the reason, a sentence, when the tool cannot change the selection.
    fn begin_by_key(
        &mut self,
        workspace: &mut Workspace,
        tool: Tool,
        lens: &ScreenProjection,
        pointer: Option<Pos2>,
    ) -> Option<String> {
        let part = self.part_of(workspace);
        let subject = match GizmoSubject::of(workspace, part, self.tool) {
            Ok(subject) => subject?,
            Err(why) => return Some(why),
        };
        let from = pointer.or_else(|| lens.project(subject.pivot))?;
        if subject.can(tool) {
            self.begin_at(workspace, subject, lens, Constraint::Free, from, true);
            return None;
        }
        subject.why_not(workspace.scene(), tool)
    }

    fn begin_at(
        &mut self,
        workspace: &mut Workspace,
        subject: GizmoSubject,
        lens: &ScreenProjection,
        constraint: Constraint,
        from: Pos2,
        is_modal: bool,
    ) {
        workspace.settle();
        let axes = self.axes_of(&subject, self.tool);
        let path = Path {
            tool: self.tool,
            constraint,
            axes,
            is_world: axes == DVec3::AXES,
            is_own: false,
            pivot: subject.pivot,
            from,
            last: from,
            is_modal,
            turned: 0.0,
            typed: Typed::default(),
            units: workspace.view().units(),
        };
        self.drag = Some(Drag::new(workspace, DragEffect::Path(path), subject.items, subject.rotation, lens));
    }
}
