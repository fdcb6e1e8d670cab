//! Files for the window: chosen in a dialog, dropped on the window, or read in the background.

use std::path::{Path, PathBuf};

use eframe::egui;

use super::layout::Pane;
use crate::app::App;
use crate::app::dialogs::add_level::{Answer, IncomingFiles};
use crate::app::dialogs::choose_file::Chosen;
use crate::app::dialogs::opening::{AddedItem, takes_long};
use crate::app::dialogs::save_before_leaving::Leave;
use crate::app::kit::file_purpose::Purpose;
use crate::app::panels::{compare, opacity};
use crate::files::is_image;
use crate::workspace::comparison::CompareWith;

impl App {
    /// Handles the files of this frame: dropped files, the answer of the system's dialog, and files that were read in
    /// the background.
    pub(in crate::app) fn take_incoming(&mut self, ctx: &egui::Context) {
        let dropped: Vec<PathBuf> =
            ctx.input(|i| i.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
        match IncomingFiles::of(&dropped, &self.workspace) {
            Some(incoming) => self.files.adding.ask(incoming),
            None if dropped.is_empty() => {}
            None => open(self, ctx, dropped),
        }
        if let Some(chosen) = self.files.dialogs.poll(ctx) {
            take_chosen(self, ctx, chosen);
        }
        match self.files.opening.continue_opening(ctx, &mut self.workspace, &mut self.files.exit) {
            Some(AddedItem::Image) => self.layout.feature(Pane::Opacity, opacity::HEIGHT),
            Some(AddedItem::Level) => self.layout.reveal(Pane::Outliner),
            None => {}
        }
    }

    /// Shows the dialog for opening or adding a level, and carries out the choice.
    pub(in crate::app) fn ask_about_levels(&mut self, ctx: &egui::Context) {
        match self.files.adding.show(ctx, &self.workspace) {
            Some(Answer::Open(paths)) => open(self, ctx, paths),
            Some(Answer::Add(paths)) => begin(self, ctx, paths),
            None => {}
        }
    }
}

/// Handles a chosen file according to its purpose.
pub(in crate::app) fn take_chosen(app: &mut App, ctx: &egui::Context, chosen: Chosen) {
    match chosen {
        Chosen::Open(path) => open(app, ctx, vec![path]),
        Chosen::Level(path) => add(app, ctx, vec![path]),
        Chosen::Compare(path) => compare::begin(app, CompareWith::File(path)),
        Chosen::Review(path) => app.panels.review.begin(ctx, &app.workspace, &path),
        Chosen::Save(path) => save(app, ctx, &path),
        Chosen::Picture(path) => app.save_screenshot(path),
        Chosen::Movie(path) => app.save_movie(ctx, &path),
        Chosen::Recording(path) => app.save_trimmed(ctx, &path),
    }
}

/// Opens the first scene among some files and closes the open one. Images from its folder are then added to it.
pub(in crate::app) fn open(app: &mut App, ctx: &egui::Context, paths: Vec<PathBuf>) {
    let (images, scenes): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| is_image(path));
    let mut scenes = scenes.into_iter();
    if let Some(first) = scenes.next() {
        let others = scenes.collect();
        if takes_long(&first) {
            app.files.opening.begin_scene(ctx, &app.workspace, first, others);
        } else {
            app.files.exit.leave(ctx, &mut app.workspace, Leave::Open(first, others));
        }
    }
    if !images.is_empty() {
        begin(app, ctx, images);
    }
}

/// Adds levels to the open scene if that is possible, else shows the dialog with the reason.
fn add(app: &mut App, ctx: &egui::Context, levels: Vec<PathBuf>) {
    if levels.iter().all(|level| app.workspace.disk().name_of_file(level).is_some()) {
        begin(app, ctx, levels);
    } else {
        app.files.adding.ask(IncomingFiles::levels(levels));
    }
}

/// Starts reading images and levels.
fn begin(app: &mut App, ctx: &egui::Context, paths: Vec<PathBuf>) {
    app.files.opening.begin(&app.workspace, paths);
    ctx.request_repaint();
}

fn save(app: &mut App, ctx: &egui::Context, path: &Path) {
    if let Err(notice) = app.files.exit.save_as(ctx, &mut app.workspace, path) {
        app.files.dialogs.refuse(Purpose::Save, path, notice.text);
    }
}
