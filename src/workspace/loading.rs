//! Reads images and levels, and computes cells, in the background. A separate thread does this in order, so that at
//! most one image is decoded at a time.
//!
//! There is no queue. The tasks follow from the files and the world: an image that is not read yet, or cells that are
//! not computed yet. So undo and delete change the tasks too.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use super::Workspace;
use super::job::Job;
use super::relink::Naming;
use crate::files::{Asset, ImageFile, LevelFile, LevelPart, Pace, file_of, layout, title};
use crate::import::image::{Bitmap, ImageError};
use crate::opacity::{Grid, Layout};
use crate::scene::Folder;

/// The time that a call waits after it opened or changed something. Most work is complete by then, so the picture does
/// not flicker.
pub(super) const FIRST_WAIT: Duration = Duration::from_millis(30);

/// The running task, and the files to read again.
#[derive(Default)]
pub(super) struct Loading {
    now: Option<(Task, Job<Done>)>,
    /// Images that have changed on disk. The last reading is shown until they are read again.
    changed: BTreeSet<Box<str>>,
    /// Levels that have changed on disk. The last reading is shown until they are read again.
    changed_levels: BTreeSet<Box<str>>,
    /// Items that will use another level once it is read, in the order of the requests.
    pub(super) namings: Vec<Naming>,
    /// A file that is being read to be added to the scene, and the progress from 0 to 1.
    pub(super) adding: Option<(Box<str>, f32)>,
}

/// A task.
#[derive(Clone, Debug, PartialEq)]
enum Task {
    Read(Box<str>),
    ReadLevel(Box<str>),
    AddUp { file: Box<str>, bitmap: Arc<Bitmap>, layout: Layout },
}

enum Done {
    /// The image of a task, and other images of the same file.
    Read(Vec<(Box<str>, ImageFile)>),
    ReadLevel {
        level: Box<LevelFile>,
        is_stopped: bool,
    },
    /// The result; `None` after a cancel.
    AddedUp(Option<Grid>),
}

/// The running work, as the window displays it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Working {
    /// The name of the file in the scene.
    pub(crate) file: Box<str>,
    /// The work in words: "reading leaf.png …".
    pub(crate) what: String,
    /// The progress from 0 to 1.
    pub(crate) fraction: f32,
}

impl Task {
    fn file(&self) -> &str {
        match self {
            Self::Read(file) | Self::ReadLevel(file) | Self::AddUp { file, .. } => file,
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Read(file) | Self::ReadLevel(file) => format!("reading {} …", title(file)),
            Self::AddUp { file, .. } => format!("computing the cells of {} …", title(file)),
        }
    }
}

impl Workspace {
    /// Takes results and continues reading and computing, after waiting at most `most`. Returns whether there is more
    /// to do.
    pub fn load(&mut self, most: Duration) -> bool {
        if self.pace() == Pace::AtOnce {
            return false;
        }
        let is_evaluating = self.evaluate(Duration::ZERO) | self.compare_on(Duration::ZERO);
        let end = Instant::now() + most;
        loop {
            let wanted = self.pending_tasks();
            if let Some((task, job)) = self.loading.now.take() {
                if !wanted.contains(&task) {
                    // Dropping the task cancels it.
                    continue;
                }
                match job.wait(end.saturating_duration_since(Instant::now())) {
                    Poll::Ready(done) => self.take_over(&task, done),
                    Poll::Pending => {
                        self.loading.now = Some((task, job));
                        return true;
                    }
                }
            } else if let Some(task) = wanted.into_iter().next() {
                let job = self.start(&task);
                self.loading.now = Some((task, job));
            } else {
                return is_evaluating;
            }
        }
    }

    /// Continues reading and computing, and waits at most [`FIRST_WAIT`].
    pub(super) fn load_at_once(&mut self) {
        self.load(FIRST_WAIT);
    }

    /// The running work.
    pub(crate) fn working(&self) -> Option<Working> {
        if let Some((task, job)) = &self.loading.now {
            return Some(Working { file: task.file().into(), what: task.words(), fraction: job.fraction() });
        }
        let file = self.path()?.file_name()?.to_string_lossy();
        let fraction = self.disk.reading()?.fraction();
        Some(Working { file: (*file).into(), what: format!("reading {file} …"), fraction })
    }

    /// Cancels the running work. An image keeps its last answer, or none, until [`Workspace::load_image`] is called.
    /// Items that wait for a level do not change, nor does a scene whose file has changed.
    pub fn stop_loading(&mut self) {
        if let Some((_, job)) = &self.loading.now {
            job.cancel();
        } else if let Some(job) = self.disk.reading() {
            job.cancel();
        }
    }

    /// Reads an image, or computes its cells, after that was cancelled.
    pub fn load_image(&mut self, image: usize) {
        let Some(written) = self.scene().images.get(image).cloned() else { return };
        let mut files = self.files.clone();
        match self.files.bitmap(&written).map(Arc::clone) {
            Ok(bitmap) => {
                if let Ok(layout) = layout(&written, &bitmap) {
                    files.cells.forget(&bitmap, &layout);
                }
            }
            Err(_) => files.images.insert(&written.source(), Arc::new(ImageFile::waiting(&written.source()))),
        }
        self.take_files(files);
        self.load_at_once();
    }

    /// Reads changed images and levels again.
    pub(super) fn load_again(&mut self, images: Vec<Box<str>>, levels: Vec<Box<str>>) {
        self.loading.changed.extend(images);
        self.loading.changed_levels.extend(levels);
    }

    /// All tasks. Those of the selection come first.
    fn pending_tasks(&self) -> Vec<Task> {
        let scene = self.scene();
        let mut images: Vec<usize> = (0..scene.images.len()).collect();
        images.sort_by_key(|i| self.selection.selected.image != Some(*i));
        let task = |i: usize| {
            let written = &scene.images[i];
            let file = Box::from(&*written.source());
            let read = self.files.images.get(&file)?;
            if read.is_waiting() || self.loading.changed.contains(&file) {
                return Some(Task::Read(file));
            }
            let is_wanted = matches!(self.world.images.get(i)?.opacity, Err(ImageError::Adding(_)));
            let bitmap = read.bitmap().ok().filter(|_| is_wanted)?;
            let layout = layout(written, bitmap).ok()?;
            Some(Task::AddUp { file, bitmap: Arc::clone(bitmap), layout })
        };
        let levels = &self.loading.changed_levels;
        let levels = levels.iter().filter(|file| self.files.levels.get(file).is_some()).cloned().map(Task::ReadLevel);
        let named = self.loading.namings.iter().map(|naming| Task::ReadLevel(naming.file.clone()));
        named.chain(images.into_iter().filter_map(task)).chain(levels).collect()
    }

    /// The folder to which file names are relative. For a scene without a file it is the working folder.
    fn reading_folder(&self) -> Folder {
        let here = || Folder::new(std::path::Path::new(""), &self.reading.options);
        self.folder().cloned().unwrap_or_else(here)
    }

    fn start(&self, task: &Task) -> Job<Done> {
        match task.clone() {
            Task::Read(file) => {
                let folder = self.reading_folder();
                let (known, budget) = (self.files.images.clone(), self.files.budget.clone());
                // Images of one file are read together, so that the file is opened once.
                let is_with = |other: &str, read: &ImageFile| {
                    *other != *file && file_of(other) == file_of(&file) && read.is_waiting()
                };
                let others = known.iter().filter(|(other, read)| is_with(other, read));
                let others: Vec<Box<str>> = others.map(|(other, _)| other.into()).collect();
                let sources: Vec<Box<str>> = std::iter::once(file.clone()).chain(others).collect();
                Job::quietly(move |progress| {
                    let names: Vec<&str> = sources.iter().map(|source| &**source).collect();
                    let read = ImageFile::read_all(&names, &folder, &known, &budget, progress);
                    drop(known);
                    Done::Read(sources.into_iter().zip(read).collect())
                })
            }
            Task::ReadLevel(file) => {
                let folder = self.reading_folder();
                let mut parts = LevelPart::taken_by(self.scene(), &file);
                parts.extend(self.loading.namings.iter().flat_map(|naming| naming.parts_of(&file, self.scene())));
                let budget = self.files.budget.clone();
                Job::quietly(move |progress| {
                    let level = Box::new(LevelFile::read_ready(&file, &folder, &parts, &budget, progress));
                    Done::ReadLevel { level, is_stopped: progress.is_cancelled() }
                })
            }
            Task::AddUp { bitmap, layout, .. } => Job::quietly(move |progress| {
                Done::AddedUp(bitmap.pixels().and_then(|pixels| Grid::of(&pixels, &layout, progress)))
            }),
        }
    }

    fn take_over(&mut self, task: &Task, done: Option<Done>) {
        let is_for = |naming: &mut Naming| matches!(task, Task::ReadLevel(file) if *file == naming.file);
        let namings: Vec<Naming> = self.loading.namings.extract_if(.., is_for).collect();
        if !namings.is_empty() {
            if let Some(Done::ReadLevel { level, is_stopped: false }) = done {
                self.take_named_level(namings, &Arc::new(*level));
            }
            return;
        }
        let mut files = self.files.clone();
        match (task, done) {
            (Task::Read(file), done) => {
                let read = match done {
                    Some(Done::Read(read)) => read,
                    _ => vec![(file.clone(), ImageFile::unread(file))],
                };
                for (file, read) in read {
                    self.loading.changed.remove(&file);
                    if !self.disk.interim.remove(&file) || read.is_usable() {
                        files.images.renew(&mut self.disk.tried.images, &file, Arc::new(read));
                    }
                }
            }
            (Task::ReadLevel(file), done) => {
                self.loading.changed_levels.remove(file);
                let is_interim = self.disk.interim.remove(file);
                if let Some(Done::ReadLevel { level, .. }) = done
                    && (!is_interim || level.is_usable())
                {
                    files.levels.renew(&mut self.disk.tried.levels, file, Arc::new(*level));
                }
            }
            (Task::AddUp { bitmap, layout, .. }, done) => {
                let grid = match done {
                    Some(Done::AddedUp(grid)) => grid,
                    _ => None,
                };
                files.cells.insert(bitmap, layout, grid.map(Arc::new));
            }
        }
        self.take_files(files);
        self.locate_image_faults();
        self.notify_disk();
    }
}

#[cfg(test)]
impl Workspace {
    /// Replaces the next task by one that continues until it is cancelled.
    pub(crate) fn stall(&mut self) {
        let task = self.pending_tasks().into_iter().next().expect("there is something to do");
        let file = task.file().to_owned();
        let job = Job::quietly(move |progress| {
            progress.expect(4);
            progress.advance(1);
            while !progress.is_cancelled() {
                std::thread::yield_now();
            }
            let read = ImageFile::unread(&file);
            Done::Read(vec![(file.into(), read)])
        });
        self.loading.now = Some((task, job));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::document::Document;
    use super::super::notice::Notice;
    use super::*;
    use crate::files::{Content, Files, Reading, open_watched};
    use crate::opacity::Progress;
    use crate::scene;
    use crate::world::Opacity;

    const LONG: Duration = Duration::from_mins(1);

    /// A scene with a small image, a broken image and a large image. None of them is read yet.
    fn workspace() -> (tempfile::TempDir, Workspace) {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        image::RgbaImage::from_pixel(8, 8, image::Rgba([0, 0, 0, 255])).save(at("small.png")).unwrap();
        image::RgbaImage::new(1100, 1000).save(at("large.png")).unwrap();
        std::fs::write(at("broken.png"), "no image").unwrap();
        let text = r#"{ "eyeline": 1, "images": [
            { "name": "small", "file": "small.png", "divisions": [4, 4] },
            { "name": "broken", "file": "broken.png" },
            { "name": "large", "file": "large.png" } ] }"#;
        std::fs::write(at("a.json"), text).unwrap();
        let workspace = open(&at("a.json"));
        (folder, workspace)
    }

    fn open(path: &Path) -> Workspace {
        let loaded = open_watched(path, Files::default(), &Reading::at(Pace::Later), &Progress::default()).unwrap();
        assert!(loaded.faults.is_empty(), "nothing is known to be wrong yet: {:?}", loaded.faults);
        Workspace::on(loaded.scene, loaded.files, Some(path.to_owned()), Reading::at(Pace::Later))
    }

    fn errors(workspace: &Workspace) -> Vec<Option<ImageError>> {
        workspace.world().images.iter().map(|image| image.opacity.as_ref().err().cloned()).collect()
    }

    fn opacity(workspace: &Workspace, image: usize) -> &Opacity {
        workspace.world().images[image].opacity.as_ref().unwrap()
    }

    #[test]
    fn everything_else_is_shown_before_images_are_read_and_then_answers_are_equal() {
        let (folder, mut workspace) = workspace();
        assert!(errors(&workspace).iter().all(|error| matches!(error, Some(ImageError::Reading(_)))));
        assert!(workspace.notices().is_empty() && workspace.working().is_none());
        assert!(!workspace.load(LONG), "there is nothing left to do");
        let mut at_once = Workspace::empty();
        assert!(at_once.open(&folder.path().join("a.json")));
        // Two sessions give different ids to the same items.
        let described = |workspace: &Workspace| {
            let notices = workspace.notices().iter().cloned();
            notices.map(|notice| Notice { subject: None, ..notice }).collect::<Vec<_>>()
        };
        assert_eq!(errors(&workspace), errors(&at_once));
        assert_eq!(described(&workspace), described(&at_once), "the fault of the broken one has its place");
        assert_eq!(described(&workspace).len(), 1);
        for image in [0, 2] {
            assert_eq!(opacity(&workspace, image).grid, opacity(&at_once, image).grid);
            assert_eq!(
                opacity(&workspace, image).compares_other_method,
                image == 0,
                "nothing large is added up in a frame"
            );
        }
        assert!(!workspace.is_dirty() && workspace.undo_label().is_none());
    }

    #[test]
    fn a_cancelled_image_stays_unread_until_it_is_requested() {
        let (_folder, mut workspace) = workspace();
        workspace.stall();
        let working = workspace.working().unwrap();
        assert_eq!((&*working.file, &*working.what), ("small.png", "reading small.png …"));
        assert!(workspace.load(Duration::ZERO), "it continues");
        workspace.edit("name", |scene| scene.images[2].name = "other".to_owned());
        workspace.stop_loading();
        assert!(!workspace.load(LONG));
        assert_eq!(errors(&workspace)[0], Some(ImageError::Cancelled("small.png".to_owned())));
        workspace.load_image(0);
        assert!(!workspace.load(LONG));
        assert_eq!(errors(&workspace)[0], None);
        assert_eq!(workspace.notices().len(), 1, "a stop is no problem: {:?}", workspace.notices());
    }

    #[test]
    fn computing_cells_can_be_cancelled_too() {
        let (_folder, mut workspace) = workspace();
        workspace.load(LONG);
        // An edit that does not wait for the cells.
        let before = Arc::clone(workspace.scene());
        let mut scene = scene::Scene::clone(&before);
        scene.images[2].divisions = [3, 3];
        let files = workspace.files.clone();
        workspace.history.push("cells", Document::new(scene, &files));
        workspace.follow(Content { scene: &before, files: &files }, 0);
        assert_eq!(errors(&workspace)[2], Some(ImageError::Adding("large.png".to_owned())));
        workspace.stall();
        assert_eq!(workspace.working().unwrap().what, "computing the cells of large.png …");
        workspace.stop_loading();
        assert!(!workspace.load(LONG));
        assert_eq!(errors(&workspace)[2], Some(ImageError::NotAdded("large.png".to_owned())));
        workspace.load_image(2);
        assert!(!workspace.load(LONG));
        assert_eq!(errors(&workspace)[2], None);
    }

    #[test]
    fn undo_and_redo_read_no_file_and_compute_no_cells_again() {
        let (_folder, mut workspace) = workspace();
        workspace.edit("threshold", |scene| scene.images[0].threshold = 0.9);
        workspace.load(LONG);
        let (small, large) = (Arc::clone(&opacity(&workspace, 0).bitmap), Arc::clone(&opacity(&workspace, 2).grid));
        workspace.edit("cells", |scene| scene.images[2].divisions = [3, 3]);
        workspace.load(LONG);
        let cut = Arc::clone(&opacity(&workspace, 2).grid);
        workspace.undo();
        assert!(Arc::ptr_eq(&opacity(&workspace, 2).grid, &large));
        workspace.undo();
        assert!(Arc::ptr_eq(&opacity(&workspace, 0).bitmap, &small), "the step before the images were read");
        assert!(!workspace.is_dirty());
        workspace.redo();
        workspace.redo();
        assert!(Arc::ptr_eq(&opacity(&workspace, 2).grid, &cut));
        assert!(workspace.working().is_none());
    }

    #[test]
    fn reading_ends_for_an_image_that_is_no_longer_named() {
        let (_folder, mut workspace) = workspace();
        workspace.stall();
        workspace.edit("delete", |scene| drop(scene.images.remove(0)));
        assert!(!workspace.load(LONG), "its work is dropped, and the others are read");
        assert_eq!(errors(&workspace).iter().filter(|error| error.is_none()).count(), 1);
        workspace.undo();
        workspace.load(LONG);
        assert_eq!(errors(&workspace)[0], None, "and read when it is back");
    }

    #[test]
    fn the_last_reading_is_shown_until_a_changed_file_is_read_again() {
        let (folder, mut workspace) = workspace();
        workspace.load(LONG);
        let before = Arc::clone(&opacity(&workspace, 0).bitmap);
        image::RgbaImage::new(9, 9).save(folder.path().join("small.png")).unwrap();
        assert!(workspace.refresh_files());
        assert!(Arc::ptr_eq(&opacity(&workspace, 0).bitmap, &before));
        assert!(!workspace.load(LONG));
        assert_eq!((opacity(&workspace, 0).bitmap.size(), workspace.is_dirty()), ([9, 9], false));
    }
}
