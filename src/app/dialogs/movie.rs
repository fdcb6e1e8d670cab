//! The dialog for moving pictures, and the work that draws them on a separate thread.

use std::path::Path;
use std::task::Poll;

use eframe::egui::{
    Align2, Area, ComboBox, Context, DragValue, Frame, Id, Order, Pos2, RadioButton, RichText, Ui, vec2,
};

use super::export_modal::{self, ExportAnswer};
use crate::app::kit::file_purpose::refuse_input;
use crate::app::kit::form::attempt;
use crate::app::kit::job::Job;
use crate::app::kit::{job, theme};
use crate::app::view::movie_eye::MovieEye;
use crate::escape;
use crate::files::Content;
use crate::offscreen::{FASTEST, Frames, MOST, Movie, Output, PictureOptions, SLOWEST};
use crate::scene::{Scene, save_with};
use crate::workspace::{Notice, NoticeKind, Workspace};

/// The sizes to choose from, pixels.
const SIZES: [[u32; 2]; 4] = [[640, 360], [1280, 720], [1920, 1080], [1080, 1080]];

/// What moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum MovieMotion {
    #[default]
    Turn,
    Ticks,
    Steps,
}

/// The choices of the dialog.
#[derive(Clone, Debug)]
struct MovieSettings {
    what: MovieMotion,
    /// The number of pictures of a turn.
    pictures: u32,
    ticks: [u64; 2],
    size: [u32; 2],
    /// Pictures a second; `None` for the usual number.
    fps: Option<f64>,
}

/// The work on a separate thread.
struct Export {
    /// The name of the file, as it is shown.
    name: String,
    job: Job<Result<u32, String>>,
    is_cancelled: bool,
}

/// The dialog and the work.
#[derive(Default)]
pub(in crate::app) struct MovieDialog {
    settings: Option<MovieSettings>,
    /// Whether the dialog is open. While a file is chosen it is closed, and the settings stay.
    is_open: bool,
    export: Option<Export>,
}

impl MovieDialog {
    /// Opens the dialog. `last` is the last tick of the time bar.
    pub(in crate::app) fn open(&mut self, workspace: &Workspace, ticks: [u64; 2]) {
        let has_steps = workspace.explanation().is_some_and(|explanation| !explanation.story.steps.is_empty());
        let mut settings = self.settings.take().unwrap_or(MovieSettings {
            what: MovieMotion::Turn,
            pictures: 120,
            ticks,
            size: [1280, 720],
            fps: None,
        });
        settings.ticks = ticks;
        if settings.what == MovieMotion::Steps && !has_steps {
            settings.what = MovieMotion::Turn;
        }
        self.settings = Some(settings);
        self.is_open = true;
    }

    /// Shows the dialog while it is open. Returns `true` when the user asks for a file.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &Workspace) -> bool {
        let Some(settings) = self.settings.as_mut().filter(|_| self.is_open) else { return false };
        let answer = export_modal::show(ctx, "Export a moving picture", |ui| {
            settings.show(ui, workspace);
            settings.frames(workspace).err()
        });
        if answer.is_some() {
            self.is_open = false;
        }
        answer == Some(ExportAnswer::Export)
    }

    /// Starts drawing to a file.
    ///
    /// # Errors
    /// A sentence, when the file name is none of a moving picture, or the scene uses the file.
    pub(in crate::app) fn begin(
        &mut self,
        ctx: &Context,
        workspace: &Workspace,
        (path, from): (&Path, Option<MovieEye>),
    ) -> Result<(), String> {
        let Some(settings) = &self.settings else { return Ok(()) };
        let frames = settings.frames(workspace)?;
        let output = Output::of(path).map_err(|error| error.to_string())?;
        let inputs = workspace.disk().inputs();
        output.files(MOST).iter().try_for_each(|file| refuse_input(&inputs, file))?;
        let scene = Scene { select: workspace.selection().selected_names(), ..(**workspace.scene()).clone() };
        let (files, hidden) = (workspace.files().clone(), workspace.marks().hidden().clone());
        let (display, parts, size) = (workspace.view().display(), workspace.view().draw_options(), settings.size);
        let palette = theme::palette(ctx);
        let work = move |progress: &crate::opacity::Progress| {
            let (camera, viewpoint) = MovieEye::parts(from);
            let plain = PictureOptions::new(size, &palette);
            let options = PictureOptions { display, parts, hidden: Some(&hidden), viewpoint, ..plain };
            let content = Content { scene: &scene, files: &files };
            let mut movie = Movie::new(content, frames, camera.as_deref(), options)?;
            movie.write(&output, progress, |file, contents| Ok(save_with(file, |out| contents(out))?))?;
            Ok(movie.count())
        };
        let work = move |progress: &crate::opacity::Progress| {
            work(progress).map_err(|error: anyhow::Error| format!("{error:#}"))
        };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.export = Some(Export { name, job: Job::start(ctx, work), is_cancelled: false });
        Ok(())
    }

    /// Whether a moving picture is being drawn.
    pub(in crate::app) fn is_exporting(&self) -> bool {
        self.export.as_ref().is_some_and(|export| !export.is_cancelled)
    }

    /// Cancels the drawing of the moving picture.
    pub(in crate::app) fn cancel(&mut self) {
        if let Some(export) = &mut self.export {
            export.job.cancel();
            export.is_cancelled = true;
        }
    }

    /// Shows the progress of the work above `corner`, and shows a message at its end.
    pub(in crate::app) fn advance(&mut self, ctx: &Context, corner: Pos2, workspace: &mut Workspace) {
        let Some(export) = &mut self.export else { return };
        match export.job.poll(ctx) {
            Poll::Pending => export.show(ctx, corner),
            Poll::Ready(done) => {
                let name = escape::shown(&export.name).into_owned();
                match done {
                    _ if export.is_cancelled => workspace.notices_mut().say(format!("Cancelled the export of {name}")),
                    Some(Ok(count)) => workspace.notices_mut().say(format!("Saved {name}, {count} pictures")),
                    Some(Err(reason)) => workspace.notify(Notice::error(NoticeKind::PictureNotSaved, reason)),
                    None => workspace.notify(Notice::error(
                        NoticeKind::PictureNotSaved,
                        "The export ended before all pictures were drawn. Export the moving picture again.",
                    )),
                }
                self.export = None;
            }
        }
    }
}

impl Export {
    pub(in crate::app) fn show(&mut self, ctx: &Context, corner: Pos2) {
        let area = Area::new(Id::unique("export")).order(Order::Foreground).movable(false).pivot(Align2::LEFT_BOTTOM);
        area.fixed_pos(corner + vec2(8.0, -44.0)).show(ctx, |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_width(340.0);
                if job::bar(ui, &format!("Drawing {}", escape::shown(&self.name)), self.job.fraction()) {
                    self.job.cancel();
                    self.is_cancelled = true;
                }
            });
        });
    }
}

impl MovieSettings {
    /// The pictures.
    ///
    /// # Errors
    /// A sentence, when there are too many pictures.
    fn frames(&self, workspace: &Workspace) -> Result<Frames, String> {
        match self.what {
            MovieMotion::Turn => Ok(Frames::turntable(workspace.tick(), self.pictures, self.fps)),
            MovieMotion::Steps => Ok(Frames::steps(workspace.tick(), self.fps)),
            MovieMotion::Ticks => {
                let [first, last] = self.ticks;
                let rate = workspace.scene().tick_rate;
                Frames::ticks(first, last.max(first), None, rate, self.fps)
                    .map_err(|_too_many| format!("More than {MOST} pictures are not possible. Choose fewer ticks."))
            }
        }
    }

    pub(in crate::app) fn show(&mut self, ui: &mut Ui, workspace: &Workspace) {
        let steps = workspace.explanation().map_or(0, |explanation| explanation.story.steps.len());
        ui.radio_value(&mut self.what, MovieMotion::Turn, "A turn around the scene");
        ui.indent("turn", |ui| {
            ui.add_enabled_ui(self.what == MovieMotion::Turn, |ui| {
                let drag = DragValue::new(&mut self.pictures).range(2..=MOST).suffix(" pictures");
                attempt::field(ui, drag, ui.scope_id().with("pictures"), None).accessible_name("Pictures of a turn");
            });
        });
        ui.radio_value(&mut self.what, MovieMotion::Ticks, "A range of time");
        ui.indent("ticks", |ui| {
            ui.add_enabled_ui(self.what == MovieMotion::Ticks, |ui| {
                ui.horizontal(|ui| {
                    let [first, last] = &mut self.ticks;
                    let end = crate::app::timeline::bar::MOST;
                    for (tick, word, name) in
                        [(first, "to", "First tick"), (last, "", "Last tick of the moving picture")]
                    {
                        let drag = DragValue::new(tick).range(0..=end).prefix("tick ");
                        attempt::field(ui, drag, ui.scope_id().with(name), None).accessible_name(name);
                        if !word.is_empty() {
                            ui.label(word);
                        }
                    }
                });
            });
        });
        let button = RadioButton::new(self.what == MovieMotion::Steps, "The steps of the selected answer");
        let shown = ui.add_enabled(steps > 0, button);
        if shown.clicked() {
            self.what = MovieMotion::Steps;
        }
        shown.on_disabled_hover_text("No answer is selected. Select a camera or a ray, and an object.");
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let words = |[width, height]: [u32; 2]| format!("{width} × {height}");
            let combo = ComboBox::from_label("size").selected_text(words(self.size));
            combo.show_ui(ui, |ui| {
                for size in SIZES {
                    ui.selectable_value(&mut self.size, size, words(size));
                }
            });
        });
        ui.horizontal(|ui| {
            let mut is_own = self.fps.is_some();
            if ui.checkbox(&mut is_own, "own speed").changed() {
                self.fps = is_own.then_some(10.0);
            }
            if let Some(fps) = &mut self.fps {
                let drag = DragValue::new(fps).range(SLOWEST..=FASTEST).speed(0.1).suffix(" pictures a second");
                attempt::field(ui, drag, ui.scope_id().with("fps"), None).accessible_name("Pictures a second");
            }
        });
        ui.add_space(4.0);
        let words = match self.frames(workspace) {
            Ok(frames) => frames.words(steps),
            Err(why) => why,
        };
        ui.label(RichText::new(words).weak());
        ui.weak("The file name chooses the format: .gif, .apng, or numbered pictures such as walk-####.png.");
    }
}
