//! The dialog for a still picture of the scene as a file, and the work that draws it on a separate thread.

use std::path::Path;
use std::task::Poll;

use eframe::egui::{ComboBox, Context, DragValue, RichText, Ui};

use super::export_modal::{self, ExportAnswer};
use crate::app::kit::file_purpose::refuse_input;
use crate::app::kit::form::attempt;
use crate::app::kit::job::Job;
use crate::app::kit::theme;
use crate::app::view::movie_eye::MovieEye;
use crate::escape;
use crate::files::Content;
use crate::offscreen::{DepthAnswers, Moment, PictureOptions};
use crate::opacity::Progress;
use crate::render::{Headless, PixelWork, to_png_by};
use crate::scene::{Scene, save_bytes};
use crate::workspace::{Notice, NoticeKind, Workspace};
use crate::world::Recording;

/// The sizes to choose from, pixels.
const SIZES: [[u32; 2]; 5] = [[640, 360], [1280, 720], [1920, 1080], [3840, 2160], [1080, 1080]];
/// The least and the greatest width and height, pixels.
const LEAST: u32 = 64;
const MOST: u32 = 8192;
/// The range of the size of labels, as a factor of the usual size.
const LABELS: [f32; 2] = [0.5, 4.0];

/// The choices of the dialog.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StillSettings {
    size: [u32; 2],
    /// The size of labels, legend and lines, as a factor of the usual size for the height.
    labels: f32,
    /// Whether the picture has no text: no labels, legend and title.
    is_clean: bool,
    /// Whether the picture shows the answers, or asks for them.
    has_answers: bool,
}

/// The work on a separate thread.
struct Drawing {
    /// The name of the file, as it is shown.
    name: String,
    job: Job<Result<(), String>>,
}

/// The dialog and the work.
#[derive(Default)]
pub(in crate::app) struct StillDialog {
    settings: Option<StillSettings>,
    /// Whether the dialog is open. While a file is chosen it is closed, and the settings stay.
    is_open: bool,
    drawing: Option<Drawing>,
}

impl StillDialog {
    /// Opens the dialog with the settings of the last picture.
    pub(in crate::app) fn open(&mut self) {
        let usual = StillSettings { size: [1920, 1080], labels: 1.0, is_clean: false, has_answers: true };
        self.settings.get_or_insert(usual);
        self.is_open = true;
    }

    /// Shows the dialog while it is open. Returns `true` when the user asks for a file.
    pub(in crate::app) fn show(&mut self, ctx: &Context) -> bool {
        let Some(settings) = self.settings.as_mut().filter(|_| self.is_open) else { return false };
        let answer = export_modal::show(ctx, "Export a picture", |ui| {
            settings.show(ui);
            None
        });
        if answer.is_some() {
            self.is_open = false;
        }
        answer == Some(ExportAnswer::Export)
    }

    /// Starts drawing to a file.
    ///
    /// # Errors
    /// A sentence, when the scene uses the file.
    pub(in crate::app) fn begin(
        &mut self,
        ctx: &Context,
        workspace: &Workspace,
        (path, from): (&Path, Option<MovieEye>),
    ) -> Result<(), String> {
        let Some(settings) = self.settings else { return Ok(()) };
        refuse_input(&workspace.disk().inputs(), path)?;
        let scene = Scene { select: workspace.selection().selected_names(), ..(**workspace.scene()).clone() };
        let (files, hidden) = (workspace.files().clone(), workspace.marks().hidden().clone());
        let (tick, step) = (workspace.tick(), workspace.selected().step);
        let (display, parts) = (workspace.view().display(), workspace.view().draw_options());
        let octree = workspace.view().is_octree_open();
        let palette = theme::palette(ctx);
        let file = path.to_owned();
        let work = move |_: &Progress| -> anyhow::Result<()> {
            let (camera, viewpoint) = MovieEye::parts(from);
            let usual = PictureOptions::new(settings.size, &palette);
            let label_scale = usual.label_scale * settings.labels;
            let is_clean = settings.is_clean;
            let options = PictureOptions {
                display,
                parts,
                hidden: Some(&hidden),
                viewpoint,
                label_scale,
                octree,
                is_clean,
                ..usual
            };
            let content = Content { scene: &scene, files: &files };
            let _pixels = PixelWork::Draw.reserve(&files.budget, settings.size)?;
            let moment = if settings.has_answers {
                let mut depth = DepthAnswers::of(&scene);
                Moment::of(&mut Recording::of(content), content, tick, camera.as_deref(), &mut depth)?
            } else {
                Moment::without_answers(content, tick, camera.as_deref())?
            };
            let (image, _) = moment.picture(step.filter(|step| *step < moment.step_count()), 0.0, &options)?;
            let png = to_png_by(&image, &Headless::of_this_thread()?.renderer())?;
            Ok(save_bytes(&png, &file)?)
        };
        let work = move |progress: &Progress| work(progress).map_err(|error| format!("{error:#}"));
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.drawing = Some(Drawing { name, job: Job::start(ctx, work) });
        Ok(())
    }

    /// Shows a message when the picture is written.
    pub(in crate::app) fn advance(&mut self, ctx: &Context, workspace: &mut Workspace) {
        let Some(drawing) = &self.drawing else { return };
        let Poll::Ready(done) = drawing.job.poll(ctx) else { return };
        let name = escape::shown(&drawing.name).into_owned();
        match done {
            Some(Ok(())) => workspace.notices_mut().say(format!("Saved {name}")),
            failed => {
                let reason = failed.and_then(Result::err).unwrap_or_else(|| {
                    "The drawing ended before the picture was complete. Export the picture again.".to_owned()
                });
                workspace.notify(Notice::error(NoticeKind::PictureNotSaved, reason));
            }
        }
        self.drawing = None;
    }
}

impl StillSettings {
    fn show(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let words = |[width, height]: [u32; 2]| format!("{width} × {height}");
            let chosen = if SIZES.contains(&self.size) { words(self.size) } else { "own size".to_owned() };
            ui.label("size");
            let combo = ComboBox::from_id_salt("size").selected_text(chosen);
            let combo = combo.show_ui(ui, |ui| {
                for size in SIZES {
                    ui.selectable_value(&mut self.size, size, words(size));
                }
            });
            combo.response.accessible_name("size");
            let [width, height] = &mut self.size;
            for (side, prefix, name) in [(width, "w ", "Width in pixels"), (height, "h ", "Height in pixels")] {
                let drag = DragValue::new(side).range(LEAST..=MOST).prefix(prefix).update_while_editing(false);
                attempt::field(ui, drag, ui.scope_id().with(name), None)
                    .on_hover_text(format!("{name}, {LEAST} to {MOST}."))
                    .accessible_name(name);
            }
        });
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            ui.label("size of labels and lines");
            let drag = DragValue::new(&mut self.labels).range(LABELS[0]..=LABELS[1]).speed(0.02).suffix(" ×");
            ui.add_enabled_ui(!self.is_clean, |ui| {
                attempt::field(ui, drag, ui.scope_id().with("labels"), None)
                    .on_hover_text("A higher picture has larger labels. This is a factor of their usual size.")
                    .accessible_name("Size of labels");
            });
        });
        ui.add_space(4.0);
        ui.checkbox(&mut self.is_clean, "without text")
            .on_hover_text("The picture has no labels, no legend and no title.");
        let mut hides = !self.has_answers;
        ui.checkbox(&mut hides, "without the answers")
            .on_hover_text("Verdicts have no colours and rays have no hits, so that the picture can ask for them.");
        self.has_answers = !hides;
        ui.add_space(4.0);
        let words = "The picture shows the scene as the 3D view does, with the open step of the selected answer.";
        ui.label(RichText::new(words).weak());
    }
}
