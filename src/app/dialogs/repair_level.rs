//! The dialog that writes a repaired copy of a level, the work on a separate thread, and the list of changes.

use std::path::{Path, PathBuf};
use std::task::Poll;

use eframe::egui::{
    Button, Checkbox, ComboBox, Context, DragValue, Frame, Id, Label, Modal, RichText, ScrollArea, TextStyle, Ui,
};

use crate::app::kit::file_purpose::refuse_input;
use crate::app::kit::form::attempt;
use crate::app::kit::job::Job;
use crate::app::kit::keys;
use crate::escape;
use crate::files::repair_level::{LevelRepair, repair_level};
use crate::geometry::mesh::repair::MeshRepair;
use crate::opacity::Progress;
use crate::scene::{ItemId, save_with};
use crate::workspace::{Notice, NoticeKind, Workspace};
use crate::world::Item;

/// The width of the dialog, points.
const WIDTH: f32 = 420.0;

/// The choices of the dialog.
#[derive(Clone, Copy, Debug)]
struct RepairSettings {
    model: ItemId,
    how: MeshRepair,
    /// The lengths of the two repairs that need one, kept while they are off.
    merge: f32,
    holes: f32,
    /// Whether the model then has the copy.
    replaces: bool,
}

/// A copy that was written.
struct RepairedCopy {
    counts: String,
    lines: Vec<String>,
}

/// The work on a separate thread.
struct RepairWork {
    model: ItemId,
    /// The copy in the scene, when the model takes it.
    file: Option<String>,
    /// The name of the copy, as it is shown.
    name: String,
    job: Job<Result<RepairedCopy, String>>,
}

/// The dialog, the work, and the list of changes.
#[derive(Default)]
pub(in crate::app) struct RepairDialog {
    settings: Option<RepairSettings>,
    /// Whether the dialog is open. While a file is chosen it is closed, and the settings stay.
    is_open: bool,
    work: Option<RepairWork>,
    /// The name of the copy and what was repaired, while the list is open.
    done: Option<(String, RepairedCopy)>,
}

impl RepairDialog {
    /// Opens the dialog for the model of the selection, else for the first one.
    pub(in crate::app) fn open(&mut self, workspace: &Workspace) {
        let (selected, models) = (workspace.selected(), &workspace.world().models);
        let selected = match selected.explained_alone() {
            Some(Item::Model(model)) => models.get(model),
            _ => selected.object().and_then(|object| models.iter().find(|model| model.objects.contains(&object))),
        };
        let Some(model) = selected.or_else(|| models.first()) else { return };
        let usual = MeshRepair { degenerate: true, duplicates: true, winding: true, ..MeshRepair::default() };
        let known = self.settings.map(|settings| RepairSettings { model: model.id, ..settings });
        self.settings = Some(known.unwrap_or(RepairSettings {
            model: model.id,
            how: usual,
            merge: 0.001,
            holes: 0.1,
            replaces: true,
        }));
        self.is_open = true;
    }

    /// Shows the dialog, or the list of changes, while it is open. Returns `true` when the user asks for a file.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &Workspace) -> bool {
        self.show_work(ctx);
        self.show_done(ctx);
        let Some(settings) = self.settings.as_mut().filter(|_| self.is_open) else { return false };
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("repair level")).frame(frame).show(ctx, |ui| {
            ui.set_width(WIDTH);
            ui.heading("Repair a level");
            ui.add_space(6.0);
            settings.show(ui, workspace);
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let is_any = settings.how != MeshRepair::default();
                let save = ui.add_enabled(is_any, Button::new("Save copy…"));
                keys::answer_with(&save);
                let save = save.on_disabled_hover_text("Nothing is to be repaired. Choose a repair.");
                [save.clicked(), ui.button("Cancel").clicked()]
            })
            .inner
        });
        let [saves, cancels] = modal.inner;
        if saves || cancels || modal.should_close() {
            self.is_open = false;
        }
        saves
    }

    fn show_work(&self, ctx: &Context) {
        let Some(work) = &self.work else { return };
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        Modal::new(Id::unique("repairing level")).frame(frame).show(ctx, |ui| {
            ui.set_width(WIDTH);
            work.job.bar(ui, &format!("Repairing to {}", work.name));
        });
    }

    fn show_done(&mut self, ctx: &Context) {
        let Some((name, copy)) = &self.done else { return };
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("repaired level")).frame(frame).show(ctx, |ui| {
            ui.set_width(WIDTH);
            ui.heading(format!("Saved {name}"));
            ui.add_space(6.0);
            ui.label(&copy.counts);
            let height = ui.text_style_height(&TextStyle::Body);
            let list = ScrollArea::both().max_height(12.0 * height).auto_shrink([false, true]);
            list.show_rows(ui, height, copy.lines.len(), |ui, rows| {
                for line in &copy.lines[rows] {
                    ui.add(Label::new(RichText::new(line).weak()).extend());
                }
            });
            ui.add_space(10.0);
            let close = ui.button("Close");
            keys::answer_with(&close);
            close.clicked()
        });
        if modal.inner || modal.should_close() {
            self.done = None;
        }
    }

    /// The file of the level that is being repaired.
    pub(in crate::app) fn level(&self, workspace: &Workspace) -> Option<PathBuf> {
        level_of(workspace, self.settings?.model)
    }

    /// Starts to write the copy.
    ///
    /// # Errors
    /// A sentence, when the file cannot be used.
    pub(in crate::app) fn begin(&mut self, ctx: &Context, workspace: &Workspace, path: &Path) -> Result<(), String> {
        let (Some(settings), Some(level)) = (self.settings, self.level(workspace)) else { return Ok(()) };
        refuse_input(&workspace.disk().inputs(), path)?;
        let outside = "The file is outside the folder of the scene, so the scene cannot use it. Choose a file in that folder, \
                       or save the copy without using it in the scene.";
        let file = if settings.replaces { Some(workspace.disk().name_of_file(path).ok_or(outside)?) } else { None };
        let (how, target) = (LevelRepair { meshes: Some(settings.how), weights: None }, path.to_owned());
        let job = Job::start(ctx, move |progress| write(&level, &target, how, progress));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = escape::shown(&name).into_owned();
        self.work = Some(RepairWork { model: settings.model, file, name, job });
        Ok(())
    }

    /// Takes the result of the work.
    pub(in crate::app) fn advance(&mut self, ctx: &Context, workspace: &mut Workspace) {
        let Some(work) = &self.work else { return };
        let Poll::Ready(done) = work.job.poll(ctx) else { return };
        let Some(work) = self.work.take() else { return };
        match done {
            Some(Ok(copy)) => {
                work.put(workspace);
                self.done = Some((work.name, copy));
            }
            Some(Err(reason)) => workspace.notify(Notice::error(NoticeKind::LevelNotRepaired, reason)),
            None => workspace.notices_mut().say(format!("{} was not written", work.name)),
        }
    }
}

impl RepairWork {
    /// Gives the copy to the model, if the user wants that.
    fn put(&self, workspace: &mut Workspace) {
        let (Some(file), Some(Item::Model(index))) = (&self.file, workspace.world().find(self.model)) else { return };
        workspace.command("Use the repaired level", |scene, _| {
            if let Some(model) = scene.models.get_mut(index) {
                model.file.clone_from(file);
            }
        });
    }
}

/// Repairs and writes. Nothing is written after the work was cancelled.
fn write(level: &Path, target: &Path, how: LevelRepair, progress: &Progress) -> Result<RepairedCopy, String> {
    let repaired = repair_level(level, Some(target), how)?;
    if progress.is_cancelled() {
        return Err("The work was cancelled.".to_owned());
    }
    let beside = repaired.beside.iter().map(|(path, bytes)| (path.as_path(), bytes));
    for (path, bytes) in beside.chain([(target, &repaired.bytes)]) {
        refuse_input(&repaired.inputs, path)?;
        save_with(path, |out| out.write_all(bytes)).map_err(|error| error.to_string())?;
    }
    let lines = repaired.mesh_lines().map(|(mesh, line)| format!("{}, {line}", escape::shown(mesh)));
    Ok(RepairedCopy { counts: repaired.mesh_counts(), lines: lines.collect() })
}

/// The file of a model.
fn level_of(workspace: &Workspace, model: ItemId) -> Option<PathBuf> {
    let Item::Model(index) = workspace.world().find(model)? else { return None };
    workspace.disk().folder()?.resolve(&workspace.scene().models.get(index)?.file).ok()
}

impl RepairSettings {
    /// Shows the choices.
    fn show(&mut self, ui: &mut Ui, workspace: &Workspace) {
        let models = &workspace.world().models;
        let name = models.iter().find(|model| model.id == self.model).map_or("", |model| &*model.name);
        if models.len() > 1 {
            let list = ComboBox::from_label("model").selected_text(&*escape::shown(name));
            list.show_ui(ui, |ui| {
                for other in models {
                    ui.selectable_value(&mut self.model, other.id, &*escape::shown(&other.name));
                }
            });
        }
        let how = &mut self.how;
        for (is_on, label, help) in [
            (
                &mut how.degenerate,
                "Remove triangles without area",
                "Also triangles with a corner that is NaN or infinite.",
            ),
            (
                &mut how.duplicates,
                "Remove duplicate triangles",
                "Of triangles with the same corners the first one stays.",
            ),
            (
                &mut how.winding,
                "Make the winding consistent",
                "Neighbours get the winding of most of the area of their part, and closed parts face outwards.",
            ),
        ] {
            ui.checkbox(is_on, label).on_hover_text(help);
        }
        for (length, on, label, name) in [
            (&mut self.merge, &mut how.merge, "Merge vertices within", "Distance in units of the mesh"),
            (&mut self.holes, &mut how.holes, "Close holes up to", "Size in units of the mesh"),
        ] {
            ui.horizontal(|ui| {
                let mut is_on = on.is_some();
                ui.add(Checkbox::new(&mut is_on, label));
                ui.add_enabled_ui(is_on, |ui| {
                    let value = DragValue::new(length).speed(0.001).range(1e-6..=1e6).max_decimals(6);
                    attempt::field(ui, value, ui.scope_id().with(name), None).accessible_name(name).on_hover_text(name);
                });
                *on = is_on.then_some(*length);
            });
        }
        ui.weak("Lengths are in units of the mesh.");
        ui.add_space(4.0);
        ui.checkbox(&mut self.replaces, "Use the copy in this scene")
            .on_hover_text("The model then has the copy. You can undo this.");
        ui.label(RichText::new("The level itself stays as it is. Each change is listed.").weak());
    }
}
