//! Files that may take long to read: images, levels, and scenes that name levels. They are opened, added to the open
//! scene or read again. A separate thread reads them in order, with a progress bar.

use std::collections::VecDeque;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{Align2, Area, Context, Frame, Id, Order, RichText};

use super::save_before_leaving::{Exit, Leave};
use crate::app::kit::job::Job;
use crate::files::open::open_file;
use crate::files::{Files, ImageFile, LevelFile, LevelPart, Loaded, Reading, is_image};
use crate::host::fs::{self, File};
use crate::import::image::ImageError;
use crate::import::level;
use crate::scene::{Folder, SceneError};
use crate::source::text::LARGEST_FILE;
use crate::workspace::{Notice, NoticeKind, Workspace};

/// Files that were dropped or opened together: at most one scene, which replaces the open one, and images or levels,
/// which are added to the scene.
#[derive(Default)]
pub(in crate::app) struct Opening {
    now: Option<(PathBuf, OpeningWork)>,
    next: VecDeque<PathBuf>,
    /// Other scenes that were dropped with the one that is being read.
    unopened_scenes: Vec<PathBuf>,
    /// Whether one of the images was added to the open scene, or became the open scene.
    is_in: bool,
    /// The names of the files that cannot be added.
    left: Vec<String>,
}

enum OpeningWork {
    Image(Job<ImageFile>),
    /// The inner value is `None` when the user cancelled.
    Level(Job<Option<LevelFile>>),
    Scene(ReadScene),
    /// The open scene, which was read again.
    Again(ReadScene),
}

/// The reading of a scene; `None` when the user cancelled.
type ReadScene = Job<Option<Result<Loaded, SceneError>>>;

/// Starts to read a scene on another thread.
fn read_scene(ctx: &Context, file: PathBuf, files: Files, reading: Reading) -> ReadScene {
    Job::start(ctx, move |progress| {
        let read = open_file(&file, files, &reading, progress);
        (!progress.is_cancelled()).then_some(read)
    })
}

/// A file that was read.
enum OpenedFile {
    Image(Arc<ImageFile>),
    Level(Arc<LevelFile>),
    Scene(Result<Box<Loaded>, SceneError>),
    Again(Result<Box<Loaded>, SceneError>),
}

/// An item that was added to the open scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum AddedItem {
    Image,
    Level,
}

impl Opening {
    /// Starts to read images, and levels to add. Files inside the scene's root come first, so that other files do not
    /// replace the scene.
    pub(in crate::app) fn begin(&mut self, workspace: &Workspace, mut paths: Vec<PathBuf>) {
        if self.now.is_none() && self.next.is_empty() {
            (self.is_in, self.left) = (false, Vec::new());
        }
        paths.sort_by_key(|path| workspace.disk().name_of_file(path).is_none());
        self.next.extend(paths);
    }

    /// Starts to read a scene, or a file that opens as one, instead of the current file. `unopened_scenes` are the
    /// other scenes that were dropped with it.
    pub(in crate::app) fn begin_scene(
        &mut self,
        ctx: &Context,
        workspace: &Workspace,
        path: PathBuf,
        unopened_scenes: Vec<PathBuf>,
    ) {
        let (files, reading) = workspace.disk().fresh_files();
        let job = read_scene(ctx, path.clone(), files, reading);
        *self = Self { now: Some((path, OpeningWork::Scene(job))), unopened_scenes, ..Self::default() };
    }

    /// Starts to read the open scene again, unless another file is being read. Until it is read, and after a cancel,
    /// the scene is unchanged.
    pub(in crate::app) fn begin_again(&mut self, ctx: &Context, workspace: &Workspace) {
        let Some(path) = workspace.path().map(Path::to_owned) else { return };
        match self.now.take() {
            Some(now @ (_, OpeningWork::Scene(_))) => {
                self.now = Some(now);
                return;
            }
            Some((path, OpeningWork::Image(_) | OpeningWork::Level(_))) => self.next.push_front(path),
            Some((_, OpeningWork::Again(_))) | None => {}
        }
        let job = read_scene(ctx, path.clone(), workspace.disk().current_files(), workspace.disk().reading().clone());
        self.now = Some((path, OpeningWork::Again(job)));
    }

    /// Drops the files that are not read yet, because the user chose to stay in the open scene.
    pub(in crate::app) fn drop_rest(&mut self) {
        self.next.clear();
    }

    /// Continues the work. A scene that was read replaces the open one. A level is added to the open scene, and so is
    /// an image inside its root. The first image outside the root becomes a new scene, unless another image was added
    /// before. Returns the added item.
    pub(in crate::app) fn continue_opening(
        &mut self,
        ctx: &Context,
        workspace: &mut Workspace,
        exit: &mut Exit,
    ) -> Option<AddedItem> {
        let joined = self.advance(ctx, workspace, exit);
        let added = self.adding(workspace);
        workspace.disk_mut().await_addition(added);
        joined
    }

    /// The file that is being read to be added to the open scene, and its progress.
    fn adding(&self, workspace: &Workspace) -> Option<(Box<str>, f32)> {
        let (path, work) = self.now.as_ref()?;
        let fraction = match work {
            OpeningWork::Image(job) => job.fraction(),
            OpeningWork::Level(job) => job.fraction(),
            OpeningWork::Scene(_) | OpeningWork::Again(_) => return None,
        };
        workspace.disk().name_of_file(path).map(|file| (file.into(), fraction))
    }

    fn advance(&mut self, ctx: &Context, workspace: &mut Workspace, exit: &mut Exit) -> Option<AddedItem> {
        if exit.is_asking() {
            return None;
        }
        if self.now.is_none()
            && let Some(path) = self.next.pop_front()
        {
            self.start(ctx, workspace, path);
        }
        let (path, opened) = self.poll(ctx)?;
        workspace.disk_mut().await_addition(None);
        if !self.next.is_empty() {
            ctx.request_repaint();
        }
        match opened {
            OpenedFile::Scene(Ok(loaded)) => {
                exit.leave(ctx, workspace, Leave::Scene(path, loaded, std::mem::take(&mut self.unopened_scenes)));
                None
            }
            OpenedFile::Scene(Err(error)) => {
                workspace.disk_mut().choose_tree_or_notify(&path, &error);
                None
            }
            OpenedFile::Again(read) => {
                workspace.disk_mut().reload_read(&path, read.map(|loaded| *loaded));
                None
            }
            OpenedFile::Image(image) => self.join(ctx, workspace, exit, path, image).then_some(AddedItem::Image),
            OpenedFile::Level(level) => {
                let name = workspace.disk().name_of_file(&path)?;
                let has_joined = workspace.edits().add_level(&name, level);
                self.is_in |= has_joined;
                has_joined.then_some(AddedItem::Level)
            }
        }
    }

    fn join(
        &mut self,
        ctx: &Context,
        workspace: &mut Workspace,
        exit: &mut Exit,
        path: PathBuf,
        image: Arc<ImageFile>,
    ) -> bool {
        match workspace.disk().name_of_file(&path) {
            Some(name) => {
                let has_joined = workspace.edits().add_image(&name, image);
                self.is_in |= has_joined;
                return has_joined;
            }
            None if !self.is_in => {
                self.is_in = true;
                exit.leave(ctx, workspace, Leave::Image(path, image));
            }
            None => self.record_unopened(workspace, &path),
        }
        false
    }

    /// Records a file that cannot be added to the open scene.
    fn record_unopened(&mut self, workspace: &mut Workspace, path: &Path) {
        self.left.push(name(path));
        let text = format!(
            "Outside the root of the scene{}: {}. Copy them into the root, open them one at a time, or start eyeline with \
             --root DIR with a folder that also contains them.",
            workspace.disk().folder().map_or(String::new(), |folder| format!(", {}", folder.root().display())),
            self.left.join(", ")
        );
        workspace.notify(Notice::warning(NoticeKind::LeftOut, text));
    }

    fn start(&mut self, ctx: &Context, workspace: &mut Workspace, path: PathBuf) {
        if level::is_level(&path) {
            return self.start_level(ctx, workspace, path);
        }
        let (_, reading) = workspace.disk().fresh_files();
        let (folder, name) = match Folder::of_file(&path, &reading.options) {
            Ok(found) => found,
            Err(error) => {
                let text = format!("{}: {error}; {}", name(&path), error.help());
                return workspace.notify(Notice::error(NoticeKind::ImageNotOpened, text));
            }
        };
        let budget = workspace.files().budget.clone();
        let job = Job::start(ctx, move |progress| ImageFile::read_with(&name, &folder, &budget, progress));
        self.now = Some((path, OpeningWork::Image(job)));
    }

    /// Reads a level for the open scene. The files that it names must be inside the scene's root.
    fn start_level(&mut self, ctx: &Context, workspace: &mut Workspace, path: PathBuf) {
        let Some((file, folder)) = workspace.disk().named_file(&path) else {
            return self.record_unopened(workspace, &path);
        };
        // Files that the scene has already read are not read again.
        if let Some(known) = workspace.disk().known_level(&file) {
            self.is_in |= workspace.edits().add_level(&file, known);
            return ctx.request_repaint();
        }
        let budget = workspace.files().budget.clone();
        let job = Job::start(ctx, move |progress| {
            let read = LevelFile::read_ready(&file, &folder, &[LevelPart::Objects], &budget, progress);
            (!progress.is_cancelled()).then_some(read)
        });
        self.now = Some((path, OpeningWork::Level(job)));
    }

    /// The file that was read, once; `None` after a cancel.
    fn poll(&mut self, ctx: &Context) -> Option<(PathBuf, OpenedFile)> {
        let (path, work) = self.now.take()?;
        let opened = match work {
            OpeningWork::Image(job) => match job.poll(ctx) {
                Poll::Pending => return self.wait(path, OpeningWork::Image(job)),
                Poll::Ready(read) => {
                    let is_wanted = |image: &ImageFile| !matches!(image.bitmap(), Err(ImageError::Cancelled(_)));
                    read.filter(is_wanted).map(|image| OpenedFile::Image(Arc::new(image)))
                }
            },
            OpeningWork::Level(job) => match job.poll(ctx) {
                Poll::Pending => return self.wait(path, OpeningWork::Level(job)),
                Poll::Ready(read) => read.flatten().map(|level| OpenedFile::Level(Arc::new(level))),
            },
            OpeningWork::Scene(job) => match job.poll(ctx) {
                Poll::Pending => return self.wait(path, OpeningWork::Scene(job)),
                Poll::Ready(read) => read.flatten().map(|read| OpenedFile::Scene(read.map(Box::new))),
            },
            OpeningWork::Again(job) => match job.poll(ctx) {
                Poll::Pending => return self.wait(path, OpeningWork::Again(job)),
                Poll::Ready(read) => read.flatten().map(|read| OpenedFile::Again(read.map(Box::new))),
            },
        };
        if opened.is_none() {
            // A cancel applies to the remaining files too.
            self.next.clear();
        }
        Some((path, opened?))
    }

    /// Keeps the work that is not done.
    fn wait(&mut self, path: PathBuf, work: OpeningWork) -> Option<(PathBuf, OpenedFile)> {
        self.now = Some((path, work));
        None
    }

    /// Shows the progress.
    pub(in crate::app) fn show(&self, ctx: &Context) {
        let Some((path, work)) = &self.now else { return };
        let area = Area::new(Id::unique("opening")).order(Order::Foreground).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
        area.show(ctx, |ui| {
            Frame::popup(ui.style()).inner_margin(14).show(ui, |ui| {
                ui.set_width(340.0);
                let more = match self.next.len() {
                    0 => String::new(),
                    more => format!(", {more} more to come"),
                };
                ui.label(RichText::new(format!("Reading {}{more}", name(path))).strong());
                ui.add_space(4.0);
                match work {
                    OpeningWork::Image(job) => job.bar(ui, ""),
                    OpeningWork::Level(job) => job.bar(ui, ""),
                    OpeningWork::Scene(job) | OpeningWork::Again(job) => job.bar(ui, ""),
                }
            });
        });
    }
}

/// Whether a file may take longer to read than a frame: images, levels, and scenes that seem to name one.
pub(in crate::app) fn takes_long(path: &Path) -> bool {
    is_image(path) || takes_long_again(path)
}

/// Whether reading an open file again may take longer than a frame. Its images are read later.
pub(in crate::app) fn takes_long_again(path: &Path) -> bool {
    level::is_level(path) || names_levels(path)
}

/// Returns true when in doubt.
fn names_levels(path: &Path) -> bool {
    if !fs::is_file(path) {
        return false;
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST_FILE).read_to_end(&mut bytes));
    let holds = |word: &[u8]| bytes.windows(word.len()).any(|window| window == word);
    read.is_ok() && (holds(b"\"models\"") || holds(b"\"mesh\"") || holds(b"\"texture\""))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_may_take_long_are_read_in_the_background() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text, is_long) in [
            ("a.json", r#"{ "eyeline": 1 }"#, false),
            ("b.json", r#"{ "eyeline": 1, "models": [] }"#, true),
            ("c.json", r#"{ "objects": [{ "shape": { "mesh": {} } }] }"#, true),
            ("d.xml", "<root/>", false),
            ("e.png", "", true),
            ("f.glb", "", true),
            ("g.OBJ", "", true),
            ("h.stl", "", true),
            ("i.PLY", "", true),
            ("j.bsp", "", true),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            assert_eq!(takes_long(&path), is_long, "{name}");
        }
        assert!(!takes_long(&folder.path().join("none.json")));
    }

    #[test]
    fn a_scene_is_unchanged_when_reading_it_again_is_cancelled() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let level = |corners: usize| {
            let corners = (0..corners).map(|i| format!("v {i} 0 0\n")).collect::<Vec<_>>().concat();
            std::fs::write(folder.path().join("a.obj"), format!("{corners}v 0 1 0\ng only\nf 1 2 -1\n")).unwrap();
        };
        level(2);
        std::fs::write(&path, r#"{ "eyeline": 1, "models": [{ "name": "a", "file": "a.obj" }] }"#).unwrap();
        let mut workspace = Workspace::empty();
        assert!(workspace.open(&path), "{:?}", workspace.notices());
        // The file is large enough not to be read before the cancel.
        level(300_000);
        std::fs::write(&path, r#"{ "eyeline": 1, "models": [{ "name": "b", "file": "a.obj" }] }"#).unwrap();
        let (ctx, mut opening, mut exit) = (Context::default(), Opening::default(), Exit::default());
        let model = |workspace: &Workspace| workspace.scene().models[0].name.clone();
        opening.begin_again(&ctx, &workspace);
        let Some((_, OpeningWork::Again(job))) = &opening.now else { panic!("it is being read") };
        job.cancel();
        while opening.now.is_some() {
            assert_eq!(opening.continue_opening(&ctx, &mut workspace, &mut exit), None);
        }
        assert_eq!((&*model(&workspace), workspace.notices().len(), workspace.document().undo_label()), ("a", 0, None));
        opening.begin_again(&ctx, &workspace);
        while opening.now.is_some() {
            opening.continue_opening(&ctx, &mut workspace, &mut exit);
        }
        assert_eq!((&*model(&workspace), workspace.document().undo_label()), ("b", Some("reload")));
    }
}
