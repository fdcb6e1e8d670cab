//! The window of a hunt.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{
    Align2, Button, Color32, Context, CursorIcon, Frame, Id, Label, ProgressBar, Response, RichText, Role, ScrollArea,
    Sense, Ui, UiBuilder, Vec2, WidgetInfo, Window, vec2,
};
use tempfile::TempDir;

use super::form::HuntForm;
use super::found::FoundFault;
use super::run::{HuntEnd, HuntRun, HuntState};
use crate::app::kit::job::Job;
use crate::app::kit::{job, theme};
use crate::escape;
use crate::geometry::Tone;
use crate::geometry::narrate::{counted, grouped};
use crate::hunt::FaultKind;
use crate::lessons::{self, Lesson};
use crate::scene::save_bytes;

/// The width of the window, in points.
const WIDTH: f32 = 620.0;

/// The place of its upper edge below that of the program's, in points.
const BELOW: f32 = 50.0;

/// The room beside and above it, and of title, frame and border.
const AROUND: Vec2 = vec2(60.0, BELOW + 90.0);

/// The greatest height of the list of faults, in points.
const MOST_LIST: f32 = 260.0;

/// What the user asks the window for.
pub(in crate::app) enum HuntRequest {
    /// To open the scene of a fault.
    Open(PathBuf),
    /// To open the lesson about a mistake.
    Lesson(&'static Lesson),
    /// To choose the folder of the results.
    ChooseFolder,
    /// To show what a run has found that ended while the window was closed.
    Say(String),
}

/// The window, the run and what it has found.
#[derive(Default)]
pub(in crate::app) struct HuntDialog {
    is_open: bool,
    /// Whether the next frame is its first.
    is_new: bool,
    form: HuntForm,
    run: Option<HuntRun>,
    /// What the last run has found, or why it could not run.
    end: Option<Result<Arc<HuntEnd>, String>>,
    /// The folder to which results are being saved.
    saving: Option<(PathBuf, Job<Result<(), String>>)>,
    /// Where the last results were saved, or why not.
    saved: Option<Result<PathBuf, String>>,
    /// The folder with the scenes of faults that were opened, and their number.
    scenes: (Option<TempDir>, usize),
}

impl HuntDialog {
    /// Opens the window. A run goes on while it is closed.
    pub(in crate::app) fn open(&mut self) {
        self.is_open = true;
        self.is_new = true;
    }

    /// Shows the window while it is open, and takes the end of the run.
    pub(in crate::app) fn show(&mut self, ctx: &Context) -> Option<HuntRequest> {
        let mut request = None;
        if let Some(end) = self.run.as_ref().and_then(|run| run.end(ctx)) {
            self.run = None;
            request = (!self.is_open).then(|| HuntRequest::Say(in_a_sentence(&end)));
            self.end = Some(end.map(Arc::new));
        }
        if self.run.is_some() {
            ctx.request_repaint_after(job::INTERVAL);
        }
        self.take_saved(ctx);
        let mut is_open = self.is_open;
        let content = ctx.content_rect();
        let room = content.size() - AROUND;
        let window = Window::new("Hunt").id(Id::unique("hunt")).open(&mut is_open).collapsible(false).resizable(false);
        // Its upper edge stays when the list grows, so that buttons stay under the pointer.
        let window = window.pivot(Align2::CENTER_TOP).default_pos(content.center_top() + vec2(0.0, BELOW));
        window.show(ctx, |ui| {
            ui.set_width(WIDTH.min(room.x));
            ScrollArea::vertical().max_height(room.y).show(ui, |ui| request = self.contents(ui));
        });
        self.is_open &= is_open;
        request
    }

    /// Starts to write the results of the last run to a folder. Its pictures take seconds, so another thread draws them.
    pub(in crate::app) fn save(&mut self, ctx: &Context, folder: &Path) {
        if let Some(Ok(end)) = &self.end {
            let (end, path) = (Arc::clone(end), folder.to_owned());
            self.saved = None;
            self.saving = Some((folder.to_owned(), Job::start(ctx, move |_| end.save(&path))));
        }
    }

    fn take_saved(&mut self, ctx: &Context) {
        let Some((folder, job)) = &self.saving else { return };
        if let Poll::Ready(done) = job.poll(ctx) {
            let done = done.unwrap_or_else(|| Err("the results were not written; save them again".to_owned()));
            self.saved = Some(done.map(|()| folder.clone()));
            self.saving = None;
        }
    }

    fn contents(&mut self, ui: &mut Ui) -> Option<HuntRequest> {
        let is_new = std::mem::take(&mut self.is_new);
        ui.add_enabled_ui(self.run.is_none(), |ui| self.form.show(ui, is_new));
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            if let Some(run) = &self.run {
                if ui.add_enabled(!run.is_stopping(), Button::new("Stop")).clicked() {
                    run.stop();
                }
                progress(ui, &run.state(), self.form.cases, run.is_stopping());
                return;
            }
            let is_ready = !self.form.command.trim().is_empty();
            let start = ui.add_enabled(is_ready, Button::new("Start"));
            start.clone().on_disabled_hover_text("Type the command that starts your program.");
            if start.clicked() {
                (self.end, self.saved) = (None, None);
                let (command, options) = (self.form.command.clone(), self.form.options());
                self.run = Some(HuntRun::start(ui.ctx(), command, self.form.question, options));
            }
            if ui.add_enabled(is_ready, Button::new("Copy as command")).clicked() {
                ui.ctx().copy_text(self.form.as_command());
            }
        });
        ui.separator();
        let clicked = match (&self.run, &self.end) {
            (Some(run), _) => faults(ui, &run.state().found),
            (None, Some(Ok(end))) => {
                let lesson = summary(ui, end);
                let is_saved = end_buttons(ui, self.saving.is_some(), self.saved.as_ref());
                let clicked = faults(ui, &end.found);
                if let Some(lesson) = lesson {
                    self.is_open = false;
                    return Some(HuntRequest::Lesson(lesson));
                }
                if is_saved {
                    return Some(HuntRequest::ChooseFolder);
                }
                clicked
            }
            (None, Some(Err(why))) => {
                theme::failure(ui, &escape::lines(why));
                None
            }
            (None, None) => {
                ui.weak(
                    "eyeline asks the program cases where mistakes hide, judges its answers exactly, and lists each kind of fault \
                     with its smallest case. A click on a fault opens it as a scene.",
                );
                None
            }
        };
        let path = clicked.and_then(|fault| self.written(&fault))?;
        self.is_open = false;
        Some(HuntRequest::Open(path))
    }

    /// Writes the scene of a fault to a temporary folder, which is removed with the window.
    fn written(&mut self, fault: &FoundFault) -> Option<PathBuf> {
        let text = fault.scene.as_ref()?;
        let (folder, number) = &mut self.scenes;
        let mut write = || -> Result<PathBuf, String> {
            if folder.is_none() {
                *folder = Some(TempDir::new().map_err(|error| error.to_string())?);
            }
            // An opened scene may still be in use, so each gets a name of its own.
            *number += 1;
            let name = format!("{number:02}-{}-{}.json", fault.kind.word(), fault.family);
            let path = folder.as_ref().map(|folder| folder.path().join(name)).unwrap_or_default();
            save_bytes(text.as_bytes(), &path).map_err(|error| error.to_string())?;
            Ok(path)
        };
        let written = write();
        written.map_err(|why| self.saved = Some(Err(format!("the scene of the fault cannot be written: {why}")))).ok()
    }
}

/// What a run has found, or why it could not run.
fn in_a_sentence(end: &Result<HuntEnd, String>) -> String {
    match end {
        Ok(end) => {
            let (cases, faults) = (grouped(end.findings.cases), end.findings.faults_in_words());
            format!("The hunt has ended: {cases} cases, {faults}")
        }
        Err(why) => format!("The hunt could not run: {}", escape::shown(why)),
    }
}

fn progress(ui: &mut Ui, state: &HuntState, cases: u64, is_stopping: bool) {
    let (fraction, words) = match state.shrinking {
        Some([done, all]) if all > 0 => (done as f32 / all as f32, format!("smallest cases: {done} of {all}")),
        _ => {
            let counts = format!("{} cases, {} faults", grouped(state.cases), grouped(state.faults));
            (state.cases as f32 / cases.max(1) as f32, counts)
        }
    };
    let words = if is_stopping { format!("ending · {words}") } else { words };
    ui.add(ProgressBar::new(fraction).text(words));
}

/// What was found, in a few lines. Returns the lesson whose button was clicked.
fn summary(ui: &mut Ui, end: &HuntEnd) -> Option<&'static Lesson> {
    let HuntEnd { info, findings, .. } = end;
    let version = info.version.as_deref().map_or_else(String::new, |version| format!(" {version}"));
    let name = escape::shown(&format!("{}{version}", info.name)).into_owned();
    let tone = Tone::pass_or_fail(findings.fault_count() == 0);
    ui.horizontal_wrapped(|ui| {
        ui.strong(name);
        ui.label(format!("{} cases, {} undecided:", grouped(findings.cases), grouped(findings.undecided)));
        let faults = RichText::new(findings.faults_in_words()).strong();
        ui.label(faults.color(theme::text_color(ui.ctx(), tone)));
    });
    for kind in FaultKind::ALL.into_iter().filter(|kind| findings.count(*kind) > 0) {
        ui.label(format!("{} × {}: {}", grouped(findings.count(kind)), kind.word(), kind.about()));
    }
    if findings.has_ended_early {
        theme::failure(ui, "The program was started again three times and failed again, so the run ended early.");
    }
    for (kind, what) in findings.strays.iter().take(3) {
        ui.weak(format!("{}: {}", kind.word(), escape::shown(what)));
    }
    let mut opened = None;
    for named in &findings.mistakes {
        let red = theme::text_color(ui.ctx(), Tone::Mistaken);
        ui.add_space(4.0);
        let titles: Vec<&str> = named.mistakes().map(|mistake| mistake.title).collect();
        ui.label(RichText::new(format!("≠ {}", titles.join(", and "))).strong().color(red));
        ui.add(Label::new(theme::quoted(&named.sentence())).wrap());
        for mistake in named.mistakes() {
            ui.add(Label::new(mistake.rule).wrap());
            let lesson = mistake.exhibit.and_then(lessons::by_file);
            if let Some(lesson) = lesson.filter(|_| ui.button("Open the lesson about it").clicked()) {
                opened = Some(lesson);
            }
        }
    }
    ui.add_space(4.0);
    opened
}

/// Returns whether the results are to be saved.
fn end_buttons(ui: &mut Ui, is_saving: bool, saved: Option<&Result<PathBuf, String>>) -> bool {
    let is_clicked = ui
        .horizontal(|ui| {
            let button = ui.add_enabled(!is_saving, Button::new("Save results…"));
            if is_saving {
                ui.spinner();
                ui.weak("Writing the page with its pictures …");
            }
            button.on_hover_text("A page, results.json and a scene for each fault.").clicked()
        })
        .inner;
    match saved {
        Some(Ok(folder)) => {
            ui.weak(format!("Saved to {}.", escape::shown(&folder.display().to_string())));
        }
        Some(Err(why)) => theme::failure(ui, &escape::lines(why)),
        None => {}
    }
    is_clicked
}

/// The list of faults. Returns the one that was clicked.
fn faults(ui: &mut Ui, found: &[FoundFault]) -> Option<FoundFault> {
    if found.is_empty() {
        return None;
    }
    let mut clicked = None;
    ui.strong(counted(found.len(), "example"));
    ScrollArea::vertical().id_salt("faults").max_height(MOST_LIST).auto_shrink([false, true]).show(ui, |ui| {
        for (i, fault) in found.iter().enumerate() {
            let row = fault_row(ui, i + 1, fault);
            if row.clicked() && fault.scene.is_some() {
                clicked = Some(fault.clone());
            }
        }
    });
    clicked
}

/// A row that is a button.
fn fault_row(ui: &mut Ui, number: usize, fault: &FoundFault) -> Response {
    let name = format!("{} in {}", fault.kind.word(), fault.family);
    let words = format!("{}\nanswered {}, right is {}", fault.case, fault.answer, fault.truth);
    let sense = UiBuilder::new().sense(Sense::click());
    let row = ui.scope_builder(sense, |ui| {
        let is_lit = fault.scene.is_some() && ui.response().hovered();
        let fill = if is_lit { ui.visuals().widgets.hovered.weak_bg_fill } else { Color32::TRANSPARENT };
        Frame::new().fill(fill).corner_radius(3).inner_margin(4).show(ui, |ui| {
            ui.set_width(ui.available_width());
            let title = RichText::new(&name).strong().color(theme::text_color(ui.ctx(), Tone::Fail));
            ui.add(Label::new(title).selectable(false));
            ui.add(Label::new(escape::lines(&words).into_owned()).wrap().selectable(false));
        });
    });
    let row = row.response;
    let label = format!("Open example {number}: {name}");
    row.widget_info(|| WidgetInfo::labeled(Role::Button, fault.scene.is_some(), &label));
    match &fault.scene {
        Some(_) => row.on_hover_cursor(CursorIcon::PointingHand).on_hover_text("Open this case as a scene."),
        None => row.on_hover_text("No scene can show this case."),
    }
}
