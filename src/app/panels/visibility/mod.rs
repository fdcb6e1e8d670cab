//! The Visibility panel: what a camera sees, by pixels, and how much of the selected object it sees over the ticks.
//!
//! ```text
//! seen_list   the objects that the camera sees, with their shares as bars
//! over_time   the share of the selected object over the ticks, and the ticks at which it changes
//! ```
//!
//! Both are computed on another thread.

mod over_time;
mod seen_list;

use eframe::egui::{RichText, ScrollArea, Ui};

use crate::app::command;
use crate::app::command::{Commands, ViewCommand, next_steps};
use crate::app::kit::host::Host;
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::narrate::counted;
use crate::report::visibility::answers::VisibilityAnswers;
use crate::report::visibility::targets::name;
use crate::report::visibility::words::sentence;
use crate::workspace::Workspace;
use over_time::OverTime;
use seen_list::SeenList;

/// Points that the panel is readable in.
pub(in crate::app) const HEIGHT: f32 = 300.0;
/// In a panel at least this wide the plot is beside the list, points.
const WIDE: f32 = 620.0;
/// The gap between both.
const GAP: f32 = 14.0;

/// The panel's state between frames.
#[derive(Default)]
pub(in crate::app) struct VisibilityPanel {
    /// The scene for which the panel was opened.
    opened_for: Option<u64>,
    list: SeenList,
    over_time: OverTime,
}

impl VisibilityPanel {
    /// Gives the panel its tab, as long as the scene is open.
    pub(in crate::app) fn open(&mut self, workspace: &Workspace) {
        self.opened_for = Some(workspace.disk().generation());
    }

    /// Whether the panel has its tab: it was opened, or an expectation is about what a camera sees.
    pub(in crate::app) fn is_needed(&self, workspace: &Workspace) -> bool {
        self.opened_for == Some(workspace.disk().generation()) || !workspace.world().looking.is_empty()
    }

    /// Shows the panel.
    pub(in crate::app) fn ui(
        &mut self,
        ui: &mut Ui,
        workspace: &mut Workspace,
        host: &dyn Host,
        commands: &mut Commands,
    ) {
        let world = workspace.world();
        let placed = |camera: &usize| world.cameras.get(*camera).is_some_and(|camera| camera.error.is_none());
        let first = || (0..world.cameras.len()).find(placed);
        let Some(camera) = workspace.selected().camera().filter(placed).or_else(first) else {
            next_steps::show(ui, workspace, "Add a camera to see what it sees.", commands);
            return;
        };
        let waits = !host.has_desktop();
        let Some(answers) = self.list.answers(ui, workspace, camera, waits) else { return };
        head(ui, workspace, &answers, commands);
        let room = ui.available_rect_before_wrap();
        if room.width() < WIDE {
            ScrollArea::vertical().id_salt("visibility").auto_shrink([false, false]).show(ui, |ui| {
                self.over_time.show(ui, workspace, camera, waits, commands);
                SeenList::show(ui, workspace, camera, &answers);
            });
            return;
        }
        let middle = room.left() + room.width() * 0.45;
        for (part, [left, right]) in [[room.left(), middle], [middle + GAP, room.right()]].into_iter().enumerate() {
            let mut rect = room;
            (rect.min.x, rect.max.x) = (left, right);
            let mut ui = crate::app::kit::clipped::part(ui, rect, 2.0, part);
            let scroll = ScrollArea::vertical().id_salt(("visibility", part)).auto_shrink([false, false]);
            scroll.show(&mut ui, |ui| match part {
                0 => SeenList::show(ui, workspace, camera, &answers),
                _ => self.over_time.show(ui, workspace, camera, waits, commands),
            });
        }
        ui.advance_cursor_after_rect(room);
    }
}

/// The camera and what it sees of the selected object.
fn head(ui: &mut Ui, workspace: &Workspace, answers: &VisibilityAnswers, commands: &mut Commands) {
    let seen = answers.targets.iter().filter(|answer| answer.seen.pixels > 0).count();
    let [width, height] = answers.size;
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&*escape::shown(&answers.camera)).strong());
        ui.label(format!("sees {} of {} in {width} × {height} pixels", seen, counted(answers.targets.len(), "object")));
        ui.add_space(8.0);
        let words = "Why don't I see it?";
        command::button(ui, eframe::egui::Button::new(words), words, ViewCommand::WhyNotSeen, commands);
    });
    let world = workspace.world();
    if let Some(object) = workspace.selected().object()
        && let Some(answer) = answers.targets.get(object)
    {
        let text = format!("`{}` is {}.", name(world, object), sentence(answer, |target| name(world, target)));
        ui.label(theme::quoted(&text));
    }
    ui.add_space(2.0);
}
