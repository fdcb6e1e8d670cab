//! The whole panel: its three parts side by side, or below each other.

use eframe::egui::{Label, RichText, ScrollArea, Ui, vec2};

use super::facts::Facts;
use super::requests::Requests;
use super::{cells, costs, fields, lesson, numbers, quadrant};
use crate::app::kit::clipped;
use crate::picture::OctreeLook;
use crate::scene::Octree;
use crate::workspace::Workspace;

/// In a panel at least this wide the three parts are side by side, points.
const WIDE: f32 = 700.0;
/// Width of the numbers beside the rest, points.
const NUMBERS: f32 = 290.0;

/// The panel's state between frames.
#[derive(Default)]
pub(in crate::app) struct OctreePanel {
    facts: Option<Facts>,
    slice: quadrant::QuadrantChoice,
}

impl OctreePanel {
    /// Shows the panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, workspace: &mut Workspace) {
        if workspace.report().octree.as_ref().is_none() {
            empty(ui, workspace);
            return;
        }
        let mut requests = Requests::default();
        if ui.available_width() >= WIDE {
            self.side_by_side(ui, workspace, &mut requests);
        } else {
            ScrollArea::vertical().id_salt("octree").auto_shrink([false, false]).show(ui, |ui| {
                self.numbers(ui, workspace, &mut requests);
                ui.separator();
                lesson::show(ui, workspace);
                ui.separator();
                self.quadrant(ui, workspace, 260.0, &mut requests);
            });
        }
        let look = OctreeLook { pointed: requests.pointed, ..*workspace.view().octree_look() };
        workspace.view_mut().set_octree_look(look);
        if let Some(object) = requests.object {
            workspace.selection_mut().select_object(Some(object));
        }
        if let Some(cell) = requests.clicked {
            let next = self.facts.as_ref().and_then(|facts| facts.next_in(cell, workspace.selected().object()));
            if next.is_some() {
                workspace.selection_mut().select_object(next);
            }
        }
    }

    fn side_by_side(&mut self, ui: &mut Ui, workspace: &mut Workspace, requests: &mut Requests) {
        let room = ui.available_rect_before_wrap();
        let square = (room.height() - 46.0).clamp(110.0, 330.0).min(room.width() * 0.36);
        let widths = [NUMBERS, room.width() - NUMBERS - square - 24.0, square];
        let mut left = room.left();
        for (part, width) in widths.into_iter().enumerate() {
            let mut rect = room;
            rect.min.x = left;
            rect.max.x = left + width;
            left += width + 12.0;
            let mut ui = clipped::part(ui, rect, 2.0, part);
            let scroll = ScrollArea::vertical().id_salt(part).auto_shrink([false, false]);
            scroll.show(&mut ui, |ui| match part {
                0 => self.numbers(ui, workspace, requests),
                1 => lesson::show(ui, workspace),
                _ => self.quadrant(ui, workspace, square, requests),
            });
        }
        ui.advance_cursor_after_rect(room);
    }

    fn numbers(&mut self, ui: &mut Ui, workspace: &mut Workspace, requests: &mut Requests) {
        if let Some(octree) = workspace.report().octree.as_ref() {
            let line = format!("Candidates are {}.", octree.tree.method().candidates());
            ui.add(Label::new(RichText::new(line).weak()).wrap());
            numbers::headline(ui, octree);
        }
        let region = workspace.report().octree.as_ref().map(|octree| *octree.tree.region());
        if let Some(region) = region {
            fields::fields(ui, workspace, &region);
        }
        numbers::look(ui, workspace);
        let facts = self.facts(workspace);
        numbers::levels(ui, &facts.stats);
        numbers::culling(ui, &facts.culling);
        costs::show(ui, workspace, facts, requests);
        cells::show(ui, workspace, facts, requests);
    }

    fn quadrant(&mut self, ui: &mut Ui, workspace: &Workspace, side: f32, requests: &mut Requests) {
        let mut slice = self.slice;
        quadrant::show(ui, workspace, self.facts(workspace), &mut slice, side, requests);
        self.slice = slice;
    }

    fn facts(&mut self, workspace: &Workspace) -> &Facts {
        if self.facts.as_ref().is_some_and(|facts| !facts.are_of(workspace)) {
            self.facts = None;
        }
        self.facts.get_or_insert_with(|| Facts::of(workspace))
    }
}

fn empty(ui: &mut Ui, workspace: &mut Workspace) {
    ui.add_space(6.0);
    ui.weak(
        "This scene has no octree. An octree shows which objects could touch, and how many pairs must be compared.",
    );
    ui.add_space(4.0);
    let button =
        ui.button("Add an octree").on_hover_text("Add an octree of depth 4 around all objects. You can undo this.");
    if button.clicked() {
        workspace.command("add an octree", |scene, _| scene.octree = Some(Octree::default()));
    }
    ui.allocate_space(vec2(1.0, 0.0));
}
