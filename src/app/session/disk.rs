//! The files of the open scene while other programs write them: what they wrote is taken over, and nothing is lost.
//!
//! A change is read once the file has looked the same for a moment: editors write in steps, or put another file in its
//! place. What cannot be read then is told, and what was read before stays. When the scene's own file has changed and the
//! scene here too, the person chooses: see [`Conflict`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use super::loading::PATIENCE;
use super::{Notice, Session};
use crate::app::job::Job;
use crate::scene::{self, Assets, Loaded, Pace, Scene, SceneError, Stamp};

/// So long a file must look the same before it is read, seconds.
const QUIET: f64 = 0.15;
/// The same of a file that is empty or gone, as between two steps of an editor.
const PATIENT: f64 = 1.5;
/// What the step of a reload is called.
const LABEL: &str = "reload";

/// What came of reading the scene's file; `None` when that was stopped.
type Reread = Option<Result<Loaded, SceneError>>;

/// What is known of the files on the disk.
#[derive(Default)]
pub(super) struct Disk {
    /// How the scene's file looked when it was read or written last.
    stamp: Option<Stamp>,
    /// Files that look otherwise than when they were read: how, and since when.
    settling: BTreeMap<Box<str>, (Vec<Option<Stamp>>, f64)>,
    /// The scene's file on its way, and how it looked before.
    reading: Option<(Stamp, Job<Reread>)>,
    /// The scene's file holds what nobody here has read.
    is_foreign: bool,
    /// What is here was kept though the scene's file holds something else, so nothing is saved until that is written.
    is_overruled: bool,
    conflict: Option<Conflict>,
    /// What came of the last try to read files that could be read before.
    pub(super) tried: Assets,
}

/// The scene's file has changed, and so has the scene here: somebody has to choose.
#[derive(Clone, Debug)]
pub(crate) struct Conflict {
    /// What the file has; `None` when it cannot be read.
    theirs: Option<Box<Loaded>>,
}

impl Conflict {
    /// Whether what the file has can be taken.
    pub(crate) fn can_take(&self) -> bool {
        self.theirs.is_some()
    }
}

impl Disk {
    /// The scene's file was read or written, and looked so.
    pub(super) fn read(&mut self, stamp: Option<Stamp>) {
        (self.stamp, self.is_foreign, self.is_overruled) = (stamp, false, false);
        (self.conflict, self.reading) = (None, None);
    }

    /// The scene's file on its way.
    pub(super) fn reading(&self) -> Option<&Job<Reread>> {
        self.reading.as_ref().map(|(_, job)| job)
    }

    /// Whether the scene's file holds something else than what was saved or read last, and somebody knows.
    pub(super) fn is_overruled(&self) -> bool {
        self.is_overruled
    }
}

/// Says whether a file has looked the same for long enough to be read, at a time in seconds.
fn is_settled(
    settling: &mut BTreeMap<Box<str>, (Vec<Option<Stamp>>, f64)>,
    name: &str,
    look: Vec<Option<Stamp>>,
    now: f64,
) -> bool {
    let is_whole = look.iter().all(|stamp| stamp.is_some_and(|stamp| !stamp.is_empty()));
    match settling.get(name) {
        Some((before, since)) if *before == look => {
            let is_settled = now - since >= if is_whole { QUIET } else { PATIENT };
            if is_settled {
                settling.remove(name);
            }
            is_settled
        }
        _ => {
            settling.insert(name.into(), (look, now));
            false
        }
    }
}

/// Whether two documents are the same, whatever was read from the files that they name.
fn is_same(a: &Scene, b: &Scene) -> bool {
    *a == Scene { assets: a.assets.clone(), ..b.clone() }
}

impl Session {
    /// Looks at the files of the scene at a time in seconds, counted from anywhere, and takes over what other programs have
    /// written. Whether to look again in a moment: something is being written or read.
    pub fn look_at_disk(&mut self, now: f64) -> bool {
        let mut settling = std::mem::take(&mut self.disk.settling);
        let mut unsettled = BTreeMap::new();
        self.refresh_some(|name, look| {
            let is_ready = is_settled(&mut settling, name, look, now);
            if let Some(entry) = settling.get(name) {
                unsettled.insert(Box::from(name), entry.clone());
            }
            is_ready
        });
        let goes_on = self.look_at_scene(now, &mut settling, &mut unsettled);
        // What looks again as it was read is forgotten.
        self.disk.settling = unsettled;
        goes_on || !self.disk.settling.is_empty()
    }

    /// The same of the scene's own file. Whether it is being read.
    fn look_at_scene(
        &mut self,
        now: f64,
        settling: &mut BTreeMap<Box<str>, (Vec<Option<Stamp>>, f64)>,
        unsettled: &mut BTreeMap<Box<str>, (Vec<Option<Stamp>>, f64)>,
    ) -> bool {
        let Some(path) = self.own_file().map(Path::to_owned) else { return false };
        self.await_scene(&path, Duration::ZERO);
        let stamp = Stamp::of(&path);
        if self.disk.reading.is_none() && stamp != self.disk.stamp {
            // No file of a scene is called so.
            const NAME: &str = "";
            match (is_settled(settling, NAME, vec![stamp], now), stamp) {
                (false, _) => {
                    unsettled.extend(settling.remove_entry(NAME));
                }
                (true, Some(stamp)) => self.read_scene(&path, stamp),
                (true, None) => {
                    self.disk.stamp = None;
                    self.notify_gone(&path);
                }
            }
        }
        self.disk.reading.is_some()
    }

    /// Reads the scene's file, at once or beside the window.
    fn read_scene(&mut self, path: &Path, stamp: Stamp) {
        let (own, assets) = (path.to_owned(), self.unedited_assets());
        if self.pace() == Pace::AtOnce {
            let read = scene::read_with(path, assets);
            self.was_read(path, stamp, read);
        } else {
            let job = Job::quietly(move |progress| {
                let read = scene::read_watched(&own, assets, progress);
                (!progress.is_cancelled()).then_some(read)
            });
            self.disk.reading = Some((stamp, job));
        }
    }

    /// Takes over what has come of reading the scene's file; waits for it no longer than `most`.
    fn await_scene(&mut self, path: &Path, most: Duration) {
        let Some((stamp, job)) = self.disk.reading.take() else { return };
        match job.wait(most) {
            Poll::Ready(Some(Some(read))) => self.was_read(path, stamp, read),
            Poll::Ready(Some(None)) => {
                self.disk.read(Some(stamp));
                self.disk.is_foreign = true;
                self.notify_not_reread(path);
            }
            Poll::Ready(None) => {}
            Poll::Pending => self.disk.reading = Some((stamp, job)),
        }
    }

    /// Takes over what stands in the scene's file, which looked so before it was read.
    fn was_read(&mut self, path: &Path, stamp: Stamp, read: Result<Loaded, SceneError>) {
        if Stamp::of(path) != Some(stamp) {
            // It was written meanwhile, and will be read again.
            return;
        }
        self.disk.read(Some(stamp));
        let loaded = match read {
            Ok(loaded) => loaded,
            Err(error) => {
                self.disk.is_foreign = true;
                self.notify_unreadable(path, &error);
                return;
            }
        };
        self.notify_readable();
        if is_same(&loaded.scene, self.scene()) {
            if !self.has_unsaved_trees() {
                self.history.mark_saved();
            }
        } else if !self.has_edits() {
            self.take_loaded(LABEL, loaded);
        } else if !is_same(&loaded.scene, self.history.saved()) {
            self.disk.conflict = Some(Conflict { theirs: Some(Box::new(loaded)) });
        }
    }

    /// Goes on with a scene as it stands in its file, keeping tick, selection and view, as one step that can be undone.
    pub(super) fn take_loaded(&mut self, label: &str, loaded: Loaded) {
        let before = Arc::clone(self.history.scene());
        self.settle();
        self.on_disk = loaded.scene.assets.trees.clone();
        self.history.push(label, loaded.scene);
        self.history.mark_saved();
        self.refusal = None;
        self.bring_assets(&before);
        self.follow(&before, self.tick);
        self.notify_opened(&loaded.warnings, &loaded.faults);
        self.load_at_once();
    }

    /// What was read from the files that the scene names, without edits of trees.
    pub(super) fn unedited_assets(&self) -> Assets {
        Assets { trees: self.on_disk.clone(), ..self.scene().assets.clone() }
    }

    /// What is to be chosen between.
    pub(crate) fn conflict(&self) -> Option<&Conflict> {
        self.disk.conflict.as_ref()
    }

    /// Goes on with what is here; saving then replaces what is in the file.
    pub fn keep_mine(&mut self) {
        self.disk.is_overruled |= self.disk.conflict.take().is_some();
        self.disk.is_foreign = false;
    }

    /// Goes on with what is in the file, as a step: undo brings back what was here.
    pub fn take_theirs(&mut self) {
        if let Some(theirs) = self.disk.conflict.take().and_then(|conflict| conflict.theirs) {
            self.take_loaded(LABEL, *theirs);
        }
    }

    /// Whether saving would replace what another program has written and nobody here has seen; then it is asked about.
    pub(super) fn is_overtaken(&mut self, path: &Path) -> bool {
        let stamp = Stamp::of(path);
        if let Some(stamp) = stamp.filter(|_| self.disk.stamp.is_some() && stamp != self.disk.stamp) {
            if self.disk.reading.is_none() {
                self.read_scene(path, stamp);
            }
            self.await_scene(path, PATIENCE);
        }
        if self.disk.reading.is_some() {
            let text = "Another program has changed the file, which is still being read. Save again after that.";
            self.notify(Notice::warning("The scene was not saved", text));
            return true;
        }
        if self.disk.is_foreign && stamp.is_some() {
            self.disk.conflict.get_or_insert(Conflict { theirs: None });
        }
        if self.disk.conflict.is_none() {
            return false;
        }
        let text = "Another program has changed the file meanwhile. Choose first which of the two stays.";
        self.notify(Notice::warning("The scene was not saved", text));
        true
    }

    /// The files whose changes matter, whether they are there or not.
    pub fn watched_files(&self) -> Vec<PathBuf> {
        let Some(folder) = self.folder() else { return Vec::new() };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        self.own_file().map(Path::to_owned).into_iter().chain(self.scene().assets.paths(folder)).collect()
    }
}

#[cfg(test)]
mod tests;
