//! The mouse on the view: what is under the pointer, clicks that select it, and its name.

use eframe::egui::epaint::PathStroke;
use eframe::egui::{CursorIcon, Painter, PointerButton, Pos2, Rect, Response, Shape, Ui};

use super::state::ViewportState;
use super::{cost, lesson, position, skin};
use crate::app::command::{self, Commands, ViewCommand};
use crate::app::kit::{hovered, keys, theme};
use crate::app::view::pick;
use crate::app::view::pick::Click;
use crate::picture::{Palette, Viewpoint};
use crate::render::overlay;
use crate::workspace::Workspace;
use crate::workspace::surface::surface;
use crate::world::{Item, ObjectAt};

impl ViewportState {
    /// Marks the item under the pointer, here or in the outliner.
    pub(super) fn mark_hovered(&self, painter: &Painter, rect: Rect, viewpoint: &Viewpoint, palette: &Palette) {
        let Some(item) = hovered::last(painter.ctx()) else { return };
        let Some(outline) = overlay::outline(self.main.picture(), item, rect, viewpoint) else { return };
        let stroke = |width, color| PathStroke::new(width, theme::color(color));
        for stroke in [stroke(4.0, palette.plate), stroke(1.8, palette.text)] {
            painter.add(Shape::closed_line(outline.clone(), stroke));
        }
    }

    /// Selects the clicked item, and names the item or joint on which the pointer rests.
    pub(super) fn point(
        &mut self,
        ui: &Ui,
        response: Response,
        (rect, viewpoint): (Rect, &Viewpoint),
        workspace: &mut Workspace,
        inset: Option<Rect>,
        commands: &mut Commands,
    ) {
        let is_free = |pointer: &Pos2| inset.is_none_or(|inset| !inset.contains(*pointer));
        if response.secondary_clicked()
            && let Some(pointer) = response.interact_pointer_pos().filter(is_free)
            && let Some(item) = self.free_under(workspace, rect, viewpoint, pointer)
        {
            // The context menu applies to the clicked item.
            workspace.selection_mut().activate(item, true);
            ui.ctx().request_repaint();
        }
        response.context_menu(|ui| command::view_menu(ui, commands));
        if response.double_clicked_by(PointerButton::Primary)
            && let Some(pointer) = response.interact_pointer_pos().filter(is_free)
            && Click::of(ui) == Click::Alone
            && let Some(item @ Item::Object(_)) = self.free_under(workspace, rect, viewpoint, pointer)
        {
            pick::select(workspace, Some(item), Click::Alone);
            commands.push(ViewCommand::FrameSelected);
            ui.ctx().request_repaint();
            return;
        }
        if response.clicked_by(PointerButton::Primary) && !keys::held_at_release(ui.ctx(), PointerButton::Primary).alt {
            if let Some(pointer) = response.interact_pointer_pos().filter(is_free) {
                if lesson::click(workspace, rect, viewpoint, pointer) {
                    ui.ctx().request_repaint();
                    return;
                }
                // The legend belongs to no item, and is not background.
                if !self.shows_before && skin::click(workspace, rect, viewpoint, pointer) {
                    ui.ctx().request_repaint();
                    return;
                }
                if !self.shows_before
                    && self.plate(pointer).is_none()
                    && cost::click(workspace, rect, viewpoint, pointer)
                {
                    ui.ctx().request_repaint();
                    return;
                }
                let item = self.free_under(workspace, rect, viewpoint, pointer);
                if item.is_some() || self.plate(pointer).is_none() {
                    pick::select(workspace, item, Click::of(ui));
                    ui.ctx().request_repaint();
                }
            }
            return;
        }
        // While the view moves, no item is named: that would need one more drawing per frame.
        let is_moving =
            self.flight.is_some() || self.gizmo.is_hovered() || ui.input(|i| i.pointer.any_down() || i.is_scrolling());
        let pointer = response.hover_pos().filter(|pointer| response.hovered() && !is_moving && is_free(pointer));
        // A joint takes a click before everything else.
        let of_skin = pointer.filter(|_| !self.shows_before);
        let joint = of_skin.and_then(|pointer| skin::joint_at(workspace, rect, viewpoint, pointer));
        let item = pointer.filter(|_| joint.is_none()).and_then(|pointer| self.under(rect, pointer));
        if let Some(item) = item {
            hovered::note(ui.ctx(), item);
        }
        let is_asked = pointer.is_some() && workspace.judging().lesson().asks_for_place();
        if is_asked {
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
            return;
        }
        let is_on_tile = |pointer: Pos2| {
            self.plate(pointer).is_none() && cost::tile_at(workspace, rect, viewpoint, pointer).is_some()
        };
        if joint.is_some() || item.is_some() || of_skin.is_some_and(is_on_tile) {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
        let described = match joint {
            Some((_, name)) => Some(pick::describe_joint(&name)),
            None => item.and_then(|item| pick::describe(workspace, item)),
        };
        if let Some(described) = described {
            response.on_hover_ui_at_pointer(|ui| pick::show(ui, &described));
        }
    }

    /// The item at a point of the main view; for a label the item that it names.
    pub(super) fn under(&mut self, rect: Rect, pointer: Pos2) -> Option<Item> {
        match self.plate(pointer) {
            // Indices of the other state are not those of the open scene.
            _ if self.shows_before => None,
            Some(plate) => plate.item,
            None => self.main.pick(rect, pointer),
        }
    }

    /// The same without locked items: the first object behind a locked one.
    fn free_under(&mut self, workspace: &Workspace, rect: Rect, viewpoint: &Viewpoint, pointer: Pos2) -> Option<Item> {
        let found = self.under(rect, pointer)?;
        if !workspace.marks().is_locked(found) {
            return Some(found);
        }
        let (from, direction) = position::sight(viewpoint, rect, pointer)?;
        let is_free = |index: usize| {
            let is_drawn = |object: &ObjectAt| !workspace.marks().hidden().contains(object.id);
            workspace.world().objects.get(index).is_some_and(is_drawn)
                && !workspace.marks().is_locked(Item::Object(index))
        };
        let behind = surface(workspace.displayed_world(), from.as_vec3(), direction.as_vec3(), is_free)?;
        Some(Item::Object(behind.object))
    }

    /// The legend or label at a point.
    pub(super) fn plate(&self, pointer: Pos2) -> Option<&overlay::Plate> {
        self.plates.iter().find(|plate| plate.place.contains(pointer))
    }
}
