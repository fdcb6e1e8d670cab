//! Reads images and levels, and computes cells, in the background. A separate thread does this in order, so that at
//! most one image is decoded at a time.
//!
//! There is no queue. The tasks follow from the files and the world: an image that is not read yet, or cells that are
//! not computed yet. So undo and delete change the tasks too.

use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use web_time::Instant;

use super::assets::take_files;
use super::disk_mut::DiskMut;
use super::disk_ref::DiskRef;
use super::requested_level::take_named_level;
use super::tasks::{Done, LoadingTask, Working};
use crate::files::{Asset, ImageFile, LevelFile, LevelPart, Pace, file_of, layout};
use crate::import::image::ImageError;
use crate::opacity::Grid;
use crate::scene::Folder;
use crate::workspace::document::level_request::LevelRequest;
use crate::workspace::job::{FIRST_WAIT, Job};
use crate::workspace::open_scene::Workspace;

impl Workspace {
    /// Takes results and continues reading and computing, after waiting at most `most`. Returns whether there is more
    /// to do.
    pub fn load(&mut self, most: Duration) -> bool {
        if self.disk().pace() == Pace::AtOnce {
            return false;
        }
        let is_evaluating = self.judging_mut().advance(Duration::ZERO);
        let end = Instant::now() + most;
        loop {
            let wanted = pending_tasks(self);
            if let Some((task, job)) = self.disk.loading.now.take() {
                if !wanted.contains(&task) {
                    // Dropping the task cancels it.
                    continue;
                }
                match job.wait(end.saturating_duration_since(Instant::now())) {
                    Poll::Ready(done) => take_over(self, &task, done),
                    Poll::Pending => {
                        self.disk.loading.now = Some((task, job));
                        return true;
                    }
                }
            } else if let Some(task) = wanted.into_iter().next() {
                let job = start(self, &task);
                self.disk.loading.now = Some((task, job));
            } else {
                return is_evaluating;
            }
        }
    }
}

impl DiskMut<'_> {
    /// Cancels the running work. An image keeps its last answer, or none, until `DiskMut::load_image` is called.
    /// Items that wait for a level do not change, nor does a scene whose file has changed.
    pub fn stop_loading(&mut self) {
        if let Some((_, job)) = &self.workspace.disk.loading.now {
            job.cancel();
        } else if let Some(job) = self.workspace.disk.tracking.reading() {
            job.cancel();
        }
    }

    /// Reads an image, or computes its cells, after that was cancelled.
    pub fn load_image(&mut self, image: usize) {
        let Some(written) = self.workspace.scene().images.get(image).cloned() else { return };
        let mut files = self.workspace.disk.files.clone();
        match self.workspace.disk.files.bitmap(&written).map(Arc::clone) {
            Ok(bitmap) => {
                if let Ok(layout) = layout(&written, &bitmap) {
                    files.cells.forget(&bitmap, &layout);
                }
            }
            Err(_) => files.images.insert(&written.source(), Arc::new(ImageFile::waiting(&written.source()))),
        }
        take_files(self.workspace, files);
        load_at_once(self.workspace);
    }
}

impl DiskRef<'_> {
    /// The running work.
    pub(crate) fn working(self) -> Option<Working> {
        if let Some((task, job)) = &self.disk.loading.now {
            return Some(Working { file: task.file().into(), what: task.words(), fraction: job.fraction() });
        }
        let file = self.path()?.file_name()?.to_string_lossy();
        let fraction = self.disk.tracking.reading()?.fraction();
        Some(Working { file: (*file).into(), what: format!("reading {file} …"), fraction })
    }

    /// The folder to which file names are relative. For a scene without a file it is the working folder.
    fn reading_folder(self) -> Folder {
        let here = || Folder::new(std::path::Path::new(""), &self.disk.reading.options);
        self.folder().cloned().unwrap_or_else(here)
    }
}

/// Continues reading and computing, and waits at most [`FIRST_WAIT`].
pub(in crate::workspace) fn load_at_once(workspace: &mut Workspace) {
    workspace.load(FIRST_WAIT);
}

/// All tasks. Those of the selection come first.
fn pending_tasks(workspace: &Workspace) -> Vec<LoadingTask> {
    let scene = workspace.scene();
    let mut images: Vec<usize> = (0..scene.images.len()).collect();
    images.sort_by_key(|i| workspace.selection.in_world.image() != Some(*i));
    let task = |i: usize| {
        let written = &scene.images[i];
        let file = Box::from(&*written.source());
        let read = workspace.disk.files.images.get(&file)?;
        if read.is_waiting() || workspace.disk.loading.changed.contains(&file) {
            return Some(LoadingTask::Read(file));
        }
        let is_wanted = matches!(workspace.world.images.get(i)?.opacity, Err(ImageError::Adding(_)));
        let bitmap = read.bitmap().ok().filter(|_| is_wanted)?;
        let layout = layout(written, bitmap).ok()?;
        Some(LoadingTask::AddUp { file, bitmap: Arc::clone(bitmap), layout })
    };
    let levels = &workspace.disk.loading.changed_levels;
    let levels = levels
        .iter()
        .filter(|file| workspace.disk.files.levels.get(file).is_some())
        .cloned()
        .map(LoadingTask::ReadLevel);
    let named = workspace.document.requests.iter().map(|request| LoadingTask::ReadLevel(request.file.clone()));
    named.chain(images.into_iter().filter_map(task)).chain(levels).collect()
}

fn start(workspace: &Workspace, task: &LoadingTask) -> Job<Done> {
    match task.clone() {
        LoadingTask::Read(file) => {
            let folder = workspace.disk().reading_folder();
            let (known, budget) = (workspace.disk.files.images.clone(), workspace.disk.files.budget.clone());
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
        LoadingTask::ReadLevel(file) => {
            let folder = workspace.disk().reading_folder();
            let mut parts = LevelPart::taken_by(workspace.scene(), &file);
            parts.extend(
                workspace.document.requests.iter().flat_map(|request| request.parts_of(&file, workspace.scene())),
            );
            let budget = workspace.disk.files.budget.clone();
            Job::quietly(move |progress| {
                let level = Box::new(LevelFile::read_ready(&file, &folder, &parts, &budget, progress));
                Done::ReadLevel { level, is_stopped: progress.is_cancelled() }
            })
        }
        LoadingTask::AddUp { bitmap, layout, .. } => Job::quietly(move |progress| {
            Done::AddedUp(bitmap.pixels().and_then(|pixels| Grid::of(&pixels, &layout, progress)))
        }),
    }
}

fn take_over(workspace: &mut Workspace, task: &LoadingTask, done: Option<Done>) {
    let is_for = |request: &mut LevelRequest| matches!(task, LoadingTask::ReadLevel(file) if *file == request.file);
    let requests: Vec<LevelRequest> = workspace.document.requests.extract_if(.., is_for).collect();
    if !requests.is_empty() {
        if let Some(Done::ReadLevel { level, is_stopped: false }) = done {
            take_named_level(workspace, requests, &Arc::new(*level));
        }
        return;
    }
    let mut files = workspace.disk.files.clone();
    match (task, done) {
        (LoadingTask::Read(file), done) => {
            let read = match done {
                Some(Done::Read(read)) => read,
                _ => vec![(file.clone(), ImageFile::unread(file))],
            };
            for (file, read) in read {
                workspace.disk.loading.changed.remove(&file);
                if !workspace.disk.tracking.interim.remove(&file) || read.is_usable() {
                    files.images.renew(&mut workspace.disk.tracking.tried.images, &file, Arc::new(read));
                }
            }
        }
        (LoadingTask::ReadLevel(file), done) => {
            workspace.disk.loading.changed_levels.remove(file);
            let is_interim = workspace.disk.tracking.interim.remove(file);
            if let Some(Done::ReadLevel { level, .. }) = done
                && (!is_interim || level.is_usable())
            {
                files.levels.renew(&mut workspace.disk.tracking.tried.levels, file, Arc::new(*level));
            }
        }
        (LoadingTask::AddUp { bitmap, layout, .. }, done) => {
            let grid = match done {
                Some(Done::AddedUp(grid)) => grid,
                _ => None,
            };
            files.cells.insert(bitmap, layout, grid.map(Arc::new));
        }
    }
    take_files(workspace, files);
    workspace.notifier().locate_image_faults();
    workspace.notifier().notify_disk();
}

#[cfg(test)]
impl DiskMut<'_> {
    /// Replaces the next task by one that continues until it is cancelled.
    pub(crate) fn stall(&mut self) {
        let task = pending_tasks(self.workspace).into_iter().next().expect("there is something to do");
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
        self.workspace.disk.loading.now = Some((task, job));
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::files::{Content, Files, Reading, open_watched};
    use crate::opacity::Progress;
    use crate::scene;
    use crate::workspace::document::state::DocumentState;
    use crate::workspace::notices::notice::Notice;
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
        assert!(workspace.notices().is_empty() && workspace.disk().working().is_none());
        assert!(!workspace.load(LONG), "there is nothing left to do");
        let mut at_once = Workspace::empty();
        assert!(at_once.open(&folder.path().join("a.json")));
        // Two workspaces give different ids to the same items.
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
        assert!(!workspace.is_dirty() && workspace.document().undo_label().is_none());
    }

    #[test]
    fn a_cancelled_image_stays_unread_until_it_is_requested() {
        let (_folder, mut workspace) = workspace();
        workspace.disk_mut().stall();
        let working = workspace.disk().working().unwrap();
        assert_eq!((&*working.file, &*working.what), ("small.png", "reading small.png …"));
        assert!(workspace.load(Duration::ZERO), "it continues");
        workspace.edit("name", |scene| scene.images[2].name = "other".to_owned());
        workspace.disk_mut().stop_loading();
        assert!(!workspace.load(LONG));
        assert_eq!(errors(&workspace)[0], Some(ImageError::Cancelled("small.png".to_owned())));
        workspace.disk_mut().load_image(0);
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
        let files = workspace.disk.files.clone();
        workspace.document.history.push("cells", DocumentState::new(scene, &files));
        workspace.follow(Content { scene: &before, files: &files }, 0);
        assert_eq!(errors(&workspace)[2], Some(ImageError::Adding("large.png".to_owned())));
        workspace.disk_mut().stall();
        assert_eq!(workspace.disk().working().unwrap().what, "computing the cells of large.png …");
        workspace.disk_mut().stop_loading();
        assert!(!workspace.load(LONG));
        assert_eq!(errors(&workspace)[2], Some(ImageError::NotAdded("large.png".to_owned())));
        workspace.disk_mut().load_image(2);
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
        assert!(workspace.disk().working().is_none());
    }

    #[test]
    fn reading_ends_for_an_image_that_is_no_longer_named() {
        let (_folder, mut workspace) = workspace();
        workspace.disk_mut().stall();
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
        assert!(workspace.disk_mut().refresh_files());
        assert!(Arc::ptr_eq(&opacity(&workspace, 0).bitmap, &before));
        assert!(!workspace.load(LONG));
        assert_eq!((opacity(&workspace, 0).bitmap.size(), workspace.is_dirty()), ([9, 9], false));
    }
}
