//! Files for the window: chosen in a dialog, dropped on the window, or read in the background.

use std::path::{Path, PathBuf};

use eframe::egui;

use super::dropped_files;
use super::state::WindowState;
use super::{compare, export, export_problems, live, movie, repair_level, still_picture, trim};
use crate::app::command::pane::Pane;
use crate::app::dialogs::add_level::{IncomingFiles, LevelChoice};
use crate::app::dialogs::choose_file::ChosenFile;
use crate::app::dialogs::opening::{AddedItem, takes_long};
use crate::app::dialogs::save_before_leaving::Leave;
use crate::app::kit::file_purpose::Purpose;
use crate::app::panels::opacity;
use crate::files::{OpenCourse, is_course, is_image};
use crate::workspace::comparison::CompareWith;
use crate::workspace::{Notice, NoticeKind};

/// Handles the files of this frame: dropped files, the answer of the system's dialog, and files that were read in
/// the background.
pub(in crate::app) fn take_incoming(window: &mut WindowState, ctx: &egui::Context) {
    let dropped = dropped_files::paths(ctx);
    match IncomingFiles::of(&dropped, &window.workspace) {
        Some(incoming) => window.files.adding.ask(incoming),
        None if dropped.is_empty() => {}
        None => open(window, ctx, dropped),
    }
    if let Some(chosen) = window.files.dialogs.poll(ctx) {
        take_chosen(window, ctx, chosen);
    }
    match window.files.opening.continue_opening(ctx, &mut window.workspace, &mut window.files.exit) {
        Some(AddedItem::Image) => window.layout.feature(Pane::Opacity, opacity::HEIGHT),
        Some(AddedItem::Level) => window.layout.reveal(Pane::Outliner),
        None => {}
    }
}

/// Shows the dialog for opening or adding a level, and carries out the choice.
pub(in crate::app) fn ask_about_levels(window: &mut WindowState, ctx: &egui::Context) {
    match window.files.adding.show(ctx, &window.workspace) {
        Some(LevelChoice::Open(paths)) => open(window, ctx, paths),
        Some(LevelChoice::Add(paths)) => begin(window, ctx, paths),
        None => {}
    }
}

/// Handles a chosen file according to its purpose.
pub(in crate::app) fn take_chosen(window: &mut WindowState, ctx: &egui::Context, chosen: ChosenFile) {
    match chosen {
        ChosenFile::Open(path) => open(window, ctx, vec![path]),
        ChosenFile::Level(path) => add(window, ctx, vec![path]),
        ChosenFile::Compare(path) => compare::begin(window, CompareWith::File(path)),
        ChosenFile::Review(path) => window.panels.review.begin(ctx, &window.workspace, &path),
        ChosenFile::Save(path) => save(window, ctx, &path),
        ChosenFile::Picture(path) => window.save_screenshot(path),
        ChosenFile::Still(path) => still_picture::save(window, ctx, &path),
        ChosenFile::Movie(path) => movie::save(window, ctx, &path),
        ChosenFile::Recording(path) => trim::save(window, ctx, &path),
        ChosenFile::Trace(path) => live::save_recording(window, ctx, &path),
        ChosenFile::Moment(path) => live::save_moment(window, &path),
        ChosenFile::RepairedLevel(path) => repair_level::save(window, ctx, &path),
        ChosenFile::Object(path) => export::save(window, &path),
        ChosenFile::Problems(path) => export_problems::save(window, ctx, &path),
        ChosenFile::HuntResults(folder) => window.files.hunt.save(ctx, &folder),
    }
}

/// Opens the first scene among some files and closes the open one. Images from its folder are then added to it.
pub(in crate::app) fn open(window: &mut WindowState, ctx: &egui::Context, paths: Vec<PathBuf>) {
    let (images, scenes): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| is_image(path));
    let mut scenes = scenes.into_iter();
    if let Some(first) = scenes.next() {
        let others = scenes.collect();
        if is_course(&first) {
            open_course(window, &first);
        } else if takes_long(&first) {
            window.files.opening.begin_scene(ctx, &window.workspace, first, others);
        } else {
            window.files.exit.leave(ctx, &mut window.workspace, Leave::Open(first, others));
        }
    }
    if !images.is_empty() {
        begin(window, ctx, images);
    }
}

/// Shows the lessons of a course. The open scene stays open until one is chosen.
fn open_course(window: &mut WindowState, path: &Path) {
    match OpenCourse::open(path, &window.workspace.disk().reading().options) {
        Ok(course) => window.files.lessons.open_course(course),
        Err(error) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            window.workspace.notify(Notice::error(NoticeKind::CannotOpen(name.into()), error.to_string()));
        }
    }
}

/// Adds levels to the open scene if that is possible, else shows the dialog with the reason.
fn add(window: &mut WindowState, ctx: &egui::Context, levels: Vec<PathBuf>) {
    if levels.iter().all(|level| window.workspace.disk().name_of_file(level).is_some()) {
        begin(window, ctx, levels);
    } else {
        window.files.adding.ask(IncomingFiles::levels(levels));
    }
}

/// Starts reading images and levels.
fn begin(window: &mut WindowState, ctx: &egui::Context, paths: Vec<PathBuf>) {
    window.files.opening.begin(&window.workspace, paths);
    ctx.request_repaint();
}

fn save(window: &mut WindowState, ctx: &egui::Context, path: &Path) {
    if let Err(notice) = window.files.exit.save_as(ctx, &mut window.workspace, path) {
        window.files.dialogs.refuse(Purpose::Save, path, notice.text);
    }
}
