//! The panel of occlusion queries: the three methods side by side, updated while objects move.
//!
//! ```text
//! asking     queries that were issued, and their results some frames later
//! table      one row a pair, one column a method
//! pictures   the depth pictures of the shown pair
//! ```

mod asking;
mod pictures;
mod table;
mod within;

use eframe::egui::{Button, Context, Label, RichText, ScrollArea, Ui, style::ScrollStyle};

use crate::app::command;
use crate::app::command::change::SceneChange;
use crate::app::command::{Commands, EditCommand};
use crate::app::kit::form::slider::NumberSlider;
use crate::app::kit::host::Host;
use crate::escape;
use crate::report::occlusion::broad_phase;
use crate::workspace::Workspace;
use crate::workspace::edit::NewItemKind;
use asking::Asking;
use pictures::PairPictures;
use within::within;

/// Points that the panel is readable in.
pub(in crate::app) const HEIGHT: f32 = 400.0;
/// Height of the table of pairs that is left beside the pictures.
const TABLE: f32 = 66.0;

/// The resolution at the end of the slider, unless the scene names a greater one.
const MOST_TRIED: u32 = 1024;

/// The queries of the window, and their panel.
#[derive(Default)]
pub(in crate::app) struct OcclusionPanel {
    asking: Asking,
    pictures: PairPictures,
    /// The lower ends of the rows of the table, in points below its top.
    row_ends: Vec<f32>,
    /// Whether drawing waits for the answers, as for a picture.
    waits_for_results: bool,
}

/// Whether a scene is mainly about occlusion queries.
pub(in crate::app) fn is_about(workspace: &Workspace) -> bool {
    !workspace.scene().occlusion.is_empty()
}

impl OcclusionPanel {
    /// Issues the queries. The panel need not be open.
    pub(in crate::app) fn advance(&mut self, ctx: &Context, workspace: &mut Workspace, host: &dyn Host) {
        self.waits_for_results = !host.has_desktop();
        self.asking.advance(ctx, workspace, host);
    }

    /// The whole panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
        if workspace.scene().occlusion.is_empty() {
            ui.add_space(6.0);
            let text =
                "This scene has no occlusion query. Such a query tests with a depth buffer whether two objects touch.";
            ui.add(Label::new(RichText::new(text).weak()).wrap());
            let add = EditCommand::Change(SceneChange::Add(NewItemKind::Occlusion));
            command::button(ui, Button::new("Add occlusion query"), "Add occlusion query", add, commands);
            return;
        }
        ScrollArea::both().id_salt("occlusion").auto_shrink([false, false]).show(ui, |ui| {
            let width = ui.available_width();
            within(ui, width, |ui| controls(ui, workspace));
            within(ui, width, |ui| {
                counts(ui, workspace);
                if let Some(error) = workspace.judging().occlusion_error() {
                    crate::app::kit::theme::failure(ui, error);
                }
            });
            let room = (ui.available_height() - pictures::HEIGHT).max(TABLE);
            // No row is cut at the bottom. The ends are those of the last frame.
            let whole = self.row_ends.iter().copied().filter(|end| *end <= room).reduce(f32::max);
            let is_longer = self.row_ends.last().is_some_and(|end| *end > room);
            ui.scope(|ui| {
                // The scroll bar shows that more pairs follow.
                ui.spacing_mut().scroll = ScrollStyle::thin();
                let table =
                    ScrollArea::vertical().id_salt("pairs").max_height(whole.filter(|_| is_longer).unwrap_or(room));
                table.auto_shrink([false, true]).show(ui, |ui| {
                    let ends = table::show(ui, workspace);
                    if ends != self.row_ends {
                        self.row_ends = ends;
                        ui.ctx().request_repaint();
                    }
                });
            });
            ui.add_space(4.0);
            self.pictures.show(ui, workspace, width, self.waits_for_results);
        });
    }

    /// Deletes the OpenGL objects while their context still exists.
    pub(in crate::app) fn close(&mut self) {
        *self = Self::default();
    }
}

fn controls(ui: &mut Ui, workspace: &mut Workspace) {
    ui.horizontal_wrapped(|ui| {
        let query = workspace.judging().shown_query();
        let shown = workspace.world().occlusion.iter().find(|other| Some(other.id) == query);
        let written = shown.map_or(256, |query| query.resolution);
        let tried = workspace.judging().tried_resolution();
        let mut resolution = tried.unwrap_or(written);
        let most = MOST_TRIED.max(written);
        ui.label(RichText::new("Resolution").weak());
        let slider = NumberSlider {
            name: "resolution of all queries",
            range: 1..=most,
            is_logarithmic: true,
            takes_all: false,
            suffix: " pixels",
            help: "The number of pixels along each side of the depth pictures, tried for all queries. The scene is not changed. At a \
                   low resolution thin bodies are missed.",
        };
        within(ui, 192.0, |ui| {
            if slider.show(ui, &mut resolution, ui.scope_id().with("tried resolution")) {
                workspace.judging_mut().try_resolution(Some(resolution));
            }
        });
        let reset = ui.add_enabled(tried.is_some(), Button::new("As in the scene"));
        if reset.on_hover_text("Use the resolution of each query in the scene.").clicked() {
            workspace.judging_mut().try_resolution(None);
        }
    });
}

fn counts(ui: &mut Ui, workspace: &Workspace) {
    let Some(answers) = workspace.judging().occlusion() else { return };
    let frames = if answers.latency == 1 { "frame" } else { "frames" };
    let text = format!(
        "{} draw calls and {} queries in one batch; results after {} {frames}. The two dots of a view: B behind A's front, A \
         behind B's front.",
        answers.draws, answers.queries, answers.latency
    );
    let shown = workspace.judging().shown_query();
    let query = workspace.world().occlusion.iter().find(|query| Some(query.id) == shown);
    let saved = query.and_then(|query| Some((query, broad_phase(workspace.world(), query)?)));
    let saved = saved.map(|(query, saved)| format!(" Of {}, {}.", escape::shown(&query.name), saved.words()));
    ui.add(Label::new(RichText::new(format!("{text}{}", saved.unwrap_or_default())).weak()).wrap());
}
