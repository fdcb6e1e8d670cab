//! The review: the run that is being read, the open one, and the whole panel.

use std::path::{Path, PathBuf};
use std::task::Poll;

use eframe::egui::{Button, Context, ScrollArea, Ui, UiBuilder};

use super::bar::bar;
use super::facts::Facts;
use super::open::Open;
use super::{last, list, stage, words};
use crate::app::command;
use crate::app::command::table::review::{Accept, ReviewLook};
use crate::app::command::{Commands, ReviewCommand};
use crate::app::kit::job::Job;
use crate::app::kit::theme;
use crate::check::review::{CaptureState, ReviewedRun};
use crate::workspace::{Notice, NoticeKind, Workspace};

/// The width of the panel below which the list has a smaller share, points.
const NARROW: f32 = 640.0;

/// The greatest share of the panel's height for the list of differences, while there are pictures below it.
const WORDS: f32 = 0.4;
/// The least height of the pictures and their buttons, points. A lower panel scrolls.
const LEAST_STAGE: f32 = 260.0;

/// A run, and the states of its captures by scene.
type OpenedRun = (ReviewedRun, Vec<Vec<CaptureState>>);

/// The run that is being read, and the open one.
#[derive(Default)]
pub(in crate::app) struct Review {
    reading: Option<(String, Job<Result<OpenedRun, String>>)>,
    pub(super) open: Option<Open>,
    /// Whether the dialog before accepting everything is open.
    pub(super) is_asking: bool,
}

impl Review {
    /// Starts reading a run, which replaces the open one.
    pub(in crate::app) fn begin(&mut self, ctx: &Context, workspace: &Workspace, path: &Path) {
        let (files, reading) = workspace.disk().fresh_files();
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let path = path.to_owned();
        last::note(ctx, &path);
        let job = Job::start(ctx, move |_| {
            let run = ReviewedRun::read(&path, &files.budget, &reading.options)?;
            let states = (0..run.scenes().len()).map(|scene| run.states(scene)).collect();
            Ok((run, states))
        });
        self.reading = Some((name, job));
    }

    /// Takes the results of other threads. Returns whether a run was opened.
    pub(in crate::app) fn take_results(&mut self, ctx: &Context, workspace: &mut Workspace) -> bool {
        if let Some(open) = &mut self.open {
            open.take_results(ctx);
        }
        let Some((name, job)) = self.reading.take() else { return false };
        match job.poll(ctx) {
            Poll::Pending => {
                self.reading = Some((name, job));
                false
            }
            Poll::Ready(Some(Ok((run, states)))) => {
                let (files, _) = workspace.disk().fresh_files();
                self.open = Some(Open::new(run, states, files.budget));
                true
            }
            Poll::Ready(failed) => {
                let reason = failed.and_then(Result::err).unwrap_or_else(|| "reading was cancelled".to_owned());
                workspace.notify(Notice::error(NoticeKind::NotReviewed(name.into()), reason));
                false
            }
        }
    }

    /// Whether there is content to show.
    pub(in crate::app) fn is_needed(&self) -> bool {
        self.open.is_some() || self.reading.is_some()
    }

    /// The state that commands need.
    pub(in crate::app) fn facts(&self, fills_window: bool) -> Facts {
        let is_reading = self.reading.is_some();
        let facts = self.open.as_ref().map_or(Facts::default(), Open::facts);
        Facts { is_reading, fills_window, ..facts }
    }

    /// Ends the review, or the reading before it.
    pub(in crate::app) fn end(&mut self) {
        if self.reading.take().is_none() {
            self.open = None;
        }
    }

    /// Shows the next capture, or the one before.
    pub(in crate::app) fn step(&mut self, is_back: bool) {
        if let Some(open) = &mut self.open {
            open.step(is_back);
        }
    }

    /// Sets how the pictures are shown.
    pub(in crate::app) fn look(&mut self, look: ReviewLook) {
        if let Some(open) = &mut self.open {
            open.look = look;
        }
    }

    /// Switches between the whole picture and its pixels.
    pub(in crate::app) fn toggle_full_size(&mut self) {
        if let Some(open) = &mut self.open {
            open.is_full_size = !open.is_full_size;
        }
    }

    /// Accepts captures. Asks before it accepts all of them.
    pub(in crate::app) fn accept(&mut self, ctx: &Context, workspace: &Workspace, accept: Accept) {
        if accept == Accept::All {
            self.is_asking = true;
        } else if let Some(open) = &mut self.open {
            open.accept(ctx, workspace, accept);
        }
    }

    /// Restores the baselines that were accepted last.
    pub(in crate::app) fn undo_accept(&mut self, ctx: &Context, workspace: &Workspace) {
        if let Some(open) = &mut self.open {
            open.undo_accept(ctx, workspace);
        }
    }

    /// The file of the shown scene.
    pub(in crate::app) fn scene_file(&self) -> Option<PathBuf> {
        self.open.as_ref()?.scene_file()
    }

    /// The whole panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, commands: &mut Commands) {
        if let Some((name, _)) = &self.reading {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(theme::quoted(&format!("Reading {name} …")));
                command::button(ui, Button::new("Cancel"), "Cancel the review", ReviewCommand::End, commands);
            });
        }
        let Some(open) = &mut self.open else { return };
        bar(ui, open, commands);
        ui.add_space(2.0);
        if open.is_empty() {
            ui.weak("This run has no scene.");
            return;
        }
        let whole = ui.available_rect_before_wrap();
        let share = if whole.width() < NARROW { whole.width() * 0.3 } else { 220.0 };
        let (left, right) = whole.split_left_right_at_x(whole.left() + share);
        ui.scope_builder(UiBuilder::new().max_rect(left), |ui| list::show(ui, open, commands));
        let right = right.with_min_x(right.left() + 10.0);
        ui.scope_builder(UiBuilder::new().max_rect(right), |ui| {
            open.load_pictures(ui.ctx());
            let height = ui.available_height();
            let scroll = ScrollArea::vertical().id_salt(("capture", open.current())).auto_shrink([false, false]);
            scroll.show(ui, |ui| {
                let top = ui.cursor().top();
                words::show(ui, open, commands, height * WORDS);
                stage::show(ui, open, commands, (height - (ui.cursor().top() - top)).max(LEAST_STAGE));
            });
        });
    }
}
