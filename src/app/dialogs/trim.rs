//! The dialog that saves a part of a recording, and the work on a separate thread.

use std::path::Path;
use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{
    Button, ComboBox, Context, CursorIcon, DragValue, Frame, Id, Modal, Rect, RichText, Role, Sense, Stroke,
    StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::app::kit::file_purpose::refuse_input;
use crate::app::kit::form::attempt;
use crate::app::kit::job::Job;
use crate::app::kit::{keys, theme};
use crate::escape;
use crate::files::SessionFile;
use crate::geometry::Tone;
use crate::geometry::narrate::fine;
use crate::picture::Palette;
use crate::scene::{ItemId, save_with};
use crate::trajectory::Summary;
use crate::workspace::{Notice, NoticeKind, Workspace};
use crate::world::{Item, SessionAt};

/// The size of the strip that shows the recording, points.
const STRIP: [f32; 2] = [380.0, 26.0];

/// The marks in the strip of the time without tracking, and of a jump.
const LOSS: Tone = Tone::Fail;
const JUMP: Tone = Tone::Partial;

/// The choices of the dialog.
#[derive(Clone, Copy, Debug)]
struct TrimSettings {
    recording: ItemId,
    /// Scene times in seconds.
    span: [f64; 2],
    /// Whether the session then has the new file.
    replaces: bool,
}

/// A part that was saved.
struct Saved {
    frames: usize,
    /// The scene time of the first frame in seconds.
    start: f64,
}

/// The work on a separate thread.
struct TrimWork {
    settings: TrimSettings,
    /// The new file in the scene, when the session takes it.
    file: Option<String>,
    /// The name of the file, as it is shown.
    name: String,
    job: Job<Result<Saved, String>>,
}

/// The dialog and the work.
#[derive(Default)]
pub(in crate::app) struct TrimDialog {
    settings: Option<TrimSettings>,
    /// Whether the dialog is open. While a file is chosen it is closed, and the settings stay.
    is_open: bool,
    work: Option<TrimWork>,
}

impl TrimDialog {
    /// Opens the dialog for the recording of the selection, else for the first one. `span` is the loop of the time bar in
    /// seconds, if it has one.
    pub(in crate::app) fn open(&mut self, workspace: &Workspace, span: Option<[f64; 2]>) {
        let world = workspace.world();
        let selected = workspace.selection().selected_recording().filter(|&i| world.sessions[i].trajectory().is_some());
        let Some(at) = selected.map(|i| &world.sessions[i]).or_else(|| readable(workspace).next()) else { return };
        self.settings = Some(TrimSettings::of(at, span));
        self.is_open = true;
    }

    /// Shows the dialog while it is open. Returns `true` when the user asks for a file.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &Workspace) -> bool {
        let Some(settings) = self.settings.as_mut().filter(|_| self.is_open) else { return false };
        let modal =
            Modal::new(Id::unique("trim")).frame(Frame::popup(&ctx.global_style()).inner_margin(18)).show(ctx, |ui| {
                ui.set_width(STRIP[0]);
                ui.heading("Trim a recording");
                ui.add_space(6.0);
                let count = settings.show(ui, workspace);
                ui.add_space(10.0);
                ui.horizontal(|ui| {
                    let save = ui.add_enabled(count > 0, Button::new("Save…"));
                    keys::answer_with(&save);
                    let save = save.on_disabled_hover_text("No frame is between these times. Choose a longer stretch.");
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

    /// The recording that is being trimmed.
    pub(in crate::app) fn recording<'a>(&self, workspace: &'a Workspace) -> Option<&'a Arc<SessionFile>> {
        let id = self.settings?.recording;
        readable(workspace).find(|at| at.id == id)?.file.as_ref().ok()
    }

    /// Starts saving to a file.
    ///
    /// # Errors
    /// A sentence, when the file cannot be used.
    pub(in crate::app) fn begin(&mut self, ctx: &Context, workspace: &Workspace, path: &Path) -> Result<(), String> {
        let (Some(settings), Some(recording)) = (self.settings, self.recording(workspace).cloned()) else {
            return Ok(());
        };
        refuse_input(&workspace.disk().inputs(), path)?;
        let file = if settings.replaces {
            let outside = "The file is outside the folder of the scene, so the scene cannot use it. Choose a file in that \
                           folder, or save the part without using it in the scene.";
            Some(workspace.disk().name_of_file(path).ok_or(outside)?)
        } else {
            None
        };
        let (budget, target) = (workspace.files().budget.clone(), path.to_owned());
        let job = Job::start(ctx, move |_| {
            let trimmed = recording.trimmed(settings.span, &budget).map_err(|error| error.to_string())?;
            let text = trimmed.text.as_bytes();
            save_with(&target, |out| out.write_all(text)).map_err(|error| error.to_string())?;
            Ok(Saved { frames: trimmed.frames.len(), start: trimmed.start })
        });
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.work = Some(TrimWork { settings, file, name, job });
        Ok(())
    }

    /// Takes the result of the work.
    pub(in crate::app) fn advance(&mut self, ctx: &Context, workspace: &mut Workspace) {
        let Some(work) = &self.work else { return };
        let Poll::Ready(done) = work.job.poll(ctx) else { return };
        match done.unwrap_or_else(|| Err("Saving ended before the recording was written. Save it again.".to_owned())) {
            Ok(saved) => {
                workspace.notices_mut().say(format!("Saved {}, {} frames", escape::shown(&work.name), saved.frames));
                work.put(&saved, workspace);
            }
            Err(reason) => workspace.notify(Notice::error(NoticeKind::RecordingNotSaved, reason)),
        }
        self.work = None;
    }
}

impl TrimWork {
    /// Gives the new file to the session, if the user wants that. All frames stay at their scene times.
    fn put(&self, saved: &Saved, workspace: &mut Workspace) {
        let (Some(file), Some(Item::Session(index))) = (&self.file, workspace.world().find(self.settings.recording))
        else {
            return;
        };
        workspace.command("Trim the recording", |scene, _| {
            if let Some(recording) = scene.sessions.get_mut(index) {
                recording.file.clone_from(file);
                recording.start = saved.start;
            }
        });
    }
}

/// The sessions whose recordings were read.
fn readable(workspace: &Workspace) -> impl Iterator<Item = &SessionAt> {
    workspace.world().sessions.iter().filter(|at| at.trajectory().is_some())
}

impl TrimSettings {
    /// The part of a recording within a range of time, else all of it.
    fn of(at: &SessionAt, span: Option<[f64; 2]>) -> Self {
        let [from, to] = limits(at);
        let is_within = |span: &[f64; 2]| span[0] < to && span[1] > from;
        let span = span.filter(is_within).unwrap_or([from, to]).map(|time| time.clamp(from, to));
        Self { recording: at.id, span, replaces: true }
    }

    /// Shows the choices. Returns the number of frames.
    pub(in crate::app) fn show(&mut self, ui: &mut Ui, workspace: &Workspace) -> usize {
        let all: Vec<&SessionAt> = readable(workspace).collect();
        let Some(mut at) = all.iter().copied().find(|at| at.id == self.recording) else { return 0 };
        if all.len() > 1 {
            let list = ComboBox::from_label("recording").selected_text(&*escape::shown(&at.name));
            list.show_ui(ui, |ui| {
                for other in &all {
                    if ui.selectable_label(other.id == at.id, &*escape::shown(&other.name)).clicked() {
                        (at, *self) = (*other, Self { replaces: self.replaces, ..Self::of(other, None) });
                    }
                }
            });
        }
        let (Ok(file), [first, last]) = (&at.file, limits(at)) else { return 0 };
        let Ok(recorded) = file.recorded() else { return 0 };
        self.strip(ui, file.summary(), [first, last]);
        ui.horizontal(|ui| {
            let [from, to] = self.span;
            for (i, label, name, limits) in
                [(0, "from", "First second of the part", first..=to), (1, "to", "Last second of the part", from..=last)]
            {
                ui.label(label);
                let time = DragValue::new(&mut self.span[i]).speed(0.01).max_decimals(3).suffix(" s");
                attempt::field(ui, time.range(limits), ui.scope_id().with(name), None).accessible_name(name);
            }
        });
        let frames = recorded.frames_between(self.span);
        let all = recorded.trajectory.frames.len();
        let words = match frames.len() {
            0 => "No frame is between these times.".to_owned(),
            count => {
                let [from, to] = [frames.start, frames.end - 1].map(|frame| recorded.trajectory.frames.time(frame));
                format!("{count} of {all} frames, {} s", fine(to - from))
            }
        };
        ui.label(RichText::new(words).weak());
        ui.add_space(4.0);
        ui.checkbox(&mut self.replaces, "Use the part in this scene")
            .on_hover_text("The session then has the new file, at the same scene times. You can undo this.");
        ui.weak("The part has the format of the recording. The recording itself stays as it is.");
        frames.len()
    }

    /// The recording as a strip, with losses and jumps. The nearer end of the part follows the pointer.
    fn strip(&mut self, ui: &mut Ui, summary: Option<&Summary>, [first, last]: [f64; 2]) {
        let (rect, response) = ui.allocate_exact_size(STRIP.into(), Sense::click_and_drag());
        let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
        response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, "The part of the recording"));
        let length = (last - first).max(f64::MIN_POSITIVE);
        #[expect(clippy::cast_possible_truncation, reason = "a place on screen")]
        let x = |time: f64| rect.left() + rect.width() * ((time - first) / length) as f32;
        if let Some(pointer) = response.interact_pointer_pos() {
            let time = first + length * f64::from(((pointer.x - rect.left()) / rect.width()).clamp(0.0, 1.0));
            let nearer = usize::from((pointer.x - x(self.span[0])).abs() > (pointer.x - x(self.span[1])).abs());
            self.span[nearer] = time;
        }
        let visuals = ui.visuals();
        let painter = ui.painter();
        let area = |[from, to]: [f64; 2], height: f32| {
            let left = x(from).min(rect.right() - 1.0);
            Rect::from_min_max(pos2(left, rect.bottom() - height), pos2(x(to).max(left + 1.0), rect.bottom()))
        };
        painter.rect_filled(rect, 3.0, visuals.extreme_bg_color);
        painter.rect_filled(area(self.span, rect.height()), 0.0, visuals.selection.bg_fill);
        let palette = theme::palette(ui.ctx());
        let [loss_color, jump_color] = [LOSS, JUMP].map(|tone| theme::color(palette.tone(tone)));
        for one in summary.iter().flat_map(|summary| &summary.lost) {
            painter.rect_filled(area([one.from, one.to], 6.0), 0.0, loss_color);
        }
        for one in summary.iter().flat_map(|summary| &summary.jumps) {
            painter.rect_filled(area([one.time, one.time], 12.0).expand2(vec2(0.5, 0.0)), 0.0, jump_color);
        }
        for time in self.span {
            let edge = area([time, time], rect.height()).expand2(vec2(1.0, 0.0));
            painter.rect_filled(edge, 1.0, visuals.strong_text_color());
        }
        painter.rect_stroke(rect, 3.0, Stroke::new(1.0, visuals.weak_text_color()), StrokeKind::Outside);
        response.on_hover_text(format!(
            "Drag to move the nearer end. Low marks ({}): tracking is lost. High marks ({}): a jump.",
            Palette::name(LOSS),
            Palette::name(JUMP)
        ));
    }
}

/// The scene times of the first and the last frame in seconds.
fn limits(at: &SessionAt) -> [f64; 2] {
    let times = at.trajectory().map_or(&[][..], |path| path.frames.times());
    [times.first(), times.last()].map(|time| time.copied().unwrap_or_default())
}
