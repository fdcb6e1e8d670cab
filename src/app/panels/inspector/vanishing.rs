//! When a skinned mesh vanishes: a search on another thread over all animations, cameras and boxes, and its table.

use std::sync::{Arc, Mutex, PoisonError};

use eframe::egui::{Grid, Id, RichText, ScrollArea, Ui};

use crate::app::kit::job::Job;
use crate::app::kit::theme;
use crate::escape;
use crate::geometry::Tone;
use crate::geometry::narrate::fine;
use crate::report::skins::{VanishSearch, VanishTable, vanish_text};
use crate::scene::{ItemId, Scene};
use crate::workspace::Workspace;

/// More rows than these are in the copied text only.
const MOST_ROWS: usize = 200;

/// The search that was started last, and its result.
#[derive(Clone, Default)]
struct Vanishing(Arc<Mutex<Option<Search>>>);

struct Search {
    /// The object.
    of: ItemId,
    /// The tick at which the cameras and the model are where the search has them.
    tick: u64,
    /// The scene that is searched, and the generation of its files.
    searched: (Arc<Scene>, u64),
    /// `None` when it is done.
    job: Option<Job<Option<VanishTable>>>,
    /// `None` until it is done, and when it was cancelled.
    table: Option<VanishTable>,
}

/// The button that starts the search, its progress, or its table.
pub(super) fn show(ui: &mut Ui, workspace: &Workspace, object: usize) {
    let Some(id) = workspace.world().objects.get(object).map(|object| object.id) else { return };
    let kept = ui.data_mut(|data| data.get_temp_mut_or_default::<Vanishing>(Id::unique("vanishing")).clone());
    let mut search = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(search) = search.as_mut().filter(|search| search.of == id) {
        search.update(ui);
        if let Some(job) = &search.job {
            job.bar(ui, "animations");
            return;
        }
        if let Some(table) = &search.table {
            if !search.is_about(workspace) {
                ui.label(
                    RichText::new("The scene has changed after this search. Search again.")
                        .color(theme::text_color(ui.ctx(), Tone::Partial)),
                );
            }
            rows(ui, table, search.tick);
        }
    }
    let help = "Plays all animations of the file, and lists for each camera and each box that the planes may test the first \
                time at which the mesh is in view and its box is not.";
    if ui.button("When does it vanish?").on_hover_text(help).clicked()
        && let Some(made) = VanishSearch::of(workspace.world(), object)
    {
        let job = Job::start(ui.ctx(), move |progress| {
            progress.expect(made.work());
            made.run(progress)
        });
        let tick = workspace.world().tick;
        let searched = (Arc::clone(workspace.scene()), workspace.disk().generation());
        *search = Some(Search { of: id, tick, searched, job: Some(job), table: None });
    }
}

impl Search {
    /// Whether the open scene and its files are those that were searched.
    fn is_about(&self, workspace: &Workspace) -> bool {
        let (scene, generation) = &self.searched;
        Arc::ptr_eq(scene, workspace.scene()) && *generation == workspace.disk().generation()
    }

    /// Takes the result when the search is done.
    fn update(&mut self, ui: &Ui) {
        if let Some(job) = &self.job
            && let std::task::Poll::Ready(found) = job.poll(ui.ctx())
        {
            self.table = found.flatten();
            self.job = None;
        }
    }
}

fn rows(ui: &mut Ui, table: &VanishTable, tick: u64) {
    if table.rows.is_empty() {
        ui.label("The scene has no camera that is placed, so nothing vanishes.");
        return;
    }
    ui.label(format!("First times at which it vanishes, with cameras and model as at tick {tick}:"));
    ScrollArea::horizontal().id_salt("vanishing").show(ui, |ui| {
        Grid::new("vanishing").striped(true).show(ui, |ui| {
            for head in ["animation", "camera", "box", "first time", "ticks"] {
                ui.label(RichText::new(head).weak());
            }
            ui.end_row();
            for row in table.rows.iter().take(MOST_ROWS) {
                ui.label(escape::shown(&row.animation_name));
                ui.label(escape::shown(&row.camera));
                ui.label(row.method.word());
                match row.first {
                    Some(tick) => ui.label(RichText::new(format!("{} s", fine(table.time(tick)))).strong()),
                    None => ui.label("never"),
                };
                ui.label(format!("{} of {}", row.ticks, row.of));
                ui.end_row();
            }
        });
    });
    if table.rows.len() > MOST_ROWS {
        ui.label(format!("{} more rows are in the copied table.", table.rows.len() - MOST_ROWS));
    }
    if ui.button("Copy table").clicked() {
        ui.ctx().copy_text(vanish_text(table));
    }
}
