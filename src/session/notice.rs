//! What the person should read: what went wrong or will not do what it seems to, and where.
//!
//! A notice stays until its cause is gone. Putting it away only takes it from above the view.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use super::Session;
use crate::files::{Asset, LevelFault};
use crate::files::{open_watched, parse_with};
use crate::opacity::Progress;
use crate::scene::{self, Problem, SceneError, SceneWarning};

/// Something that the person should read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What happened, in a few words.
    pub title: String,
    /// The message.
    pub text: String,
    /// Whether it is an error rather than a warning.
    pub is_error: bool,
    /// File, line and column with colons between, when it is about a place of a file.
    pub place: Option<String>,
    /// The message with its source line and a caret, so meant for a monospaced font.
    pub excerpt: Option<String>,
    /// The camera, ray or object of the open scene that it is about, by name.
    pub subject: Option<String>,
    /// Whether somebody has read it, so that it need not stand above the view.
    pub is_put_away: bool,
    cause: Cause,
}

/// Where a notice comes from, and so what settles it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    /// A file could not be opened: settled by the next try.
    Opening,
    /// The open scene: settled when it is read again.
    Scene,
    /// An image of the open scene: settled when it has an answer.
    Image,
    /// A file of the scene has changed and cannot be read any more: settled when it can.
    Disk,
    /// An agent of the open scene has no tree that runs: settled when it has.
    Tree,
    /// A level that the open scene names: settled when that is read again.
    Level,
    /// Something else that failed: settled by the next file that is opened or saved.
    Passing,
}

impl Notice {
    /// Something failed.
    pub fn error(title: &str, text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::warning(title, text) }
    }

    /// Something should be known.
    pub fn warning(title: &str, text: impl Into<String>) -> Self {
        Self {
            title: title.to_owned(),
            text: text.into(),
            is_error: false,
            place: None,
            excerpt: None,
            subject: None,
            is_put_away: false,
            cause: Cause::Passing,
        }
    }

    /// A file is no scene; `is_open` when it is the open one, whose things its error is about.
    fn unreadable(error: &SceneError, is_open: bool) -> Self {
        let name = file_name(&error.file);
        Self {
            place: Some(format!("{name}:{}:{}", error.line, error.column)),
            excerpt: Some(error.render(false)),
            subject: error.subject.as_deref().filter(|_| is_open).map(str::to_owned),
            cause: Cause::Opening,
            ..Self::error(&format!("Cannot open {name}"), &*error.message)
        }
    }

    /// An image of the open scene has no answer.
    fn of_image(fault: &SceneError) -> Self {
        let name = file_name(&fault.file);
        Self {
            place: Some(format!("{name}:{}:{}", fault.line, fault.column)),
            excerpt: Some(fault.render(false)),
            ..Self::of_image_in_memory(fault.subject.as_deref(), &fault.message)
        }
    }

    /// The same when it is not known where that is written.
    fn of_image_in_memory(name: Option<&str>, message: &str) -> Self {
        let subject = name.map(str::to_owned);
        Self { subject, cause: Cause::Image, ..Self::error("An image has no answer", message) }
    }

    /// A tree that an agent should run cannot.
    fn of_tree(fault: &SceneError) -> Self {
        let name = file_name(&fault.file);
        Self {
            place: Some(format!("{name}:{}:{}", fault.line, fault.column)),
            excerpt: Some(fault.render(false)),
            subject: fault.subject.as_deref().map(str::to_owned),
            cause: Cause::Tree,
            ..Self::error("An agent has no tree that runs", &*fault.message)
        }
    }

    /// A file that was read before cannot be read any more; `subject` is what is made of it.
    fn of_disk(error: &SceneError, subject: Option<&str>, is_located: bool) -> Self {
        let text = format!("{}. What was read last is shown.", error.message);
        Self {
            place: is_located.then(|| format!("{}:{}:{}", file_name(&error.file), error.line, error.column)),
            excerpt: is_located.then(|| error.render(false)),
            subject: subject.map(str::to_owned),
            cause: Cause::Disk,
            ..Self::error(&format!("{} has changed and cannot be read", file_name(&error.file)), text)
        }
    }

    /// A level of the open scene cannot be read.
    fn of_level(fault: &SceneError) -> Self {
        let name = file_name(&fault.file);
        Self {
            place: Some(format!("{name}:{}:{}", fault.line, fault.column)),
            excerpt: Some(fault.render(false)),
            subject: fault.subject.as_deref().map(str::to_owned),
            cause: Cause::Level,
            ..Self::error("A level cannot be read", &*fault.message)
        }
    }

    /// The same of one that the open scene names and that is not there, when it is not known where that is written.
    fn of_level_in_memory(fault: &SceneError) -> Self {
        Self { place: None, excerpt: None, ..Self::of_level(fault) }
    }

    /// A level has become another one, and something of the scene names what it has no more.
    fn of_misfit(problem: &Problem, subject: Option<&str>) -> Self {
        let text = format!("{}. As it is, the scene could be saved, but not opened again.", problem.message);
        let subject = subject.map(str::to_owned);
        Self { subject, cause: Cause::Level, ..Self::error("The scene does not fit its levels", text) }
    }

    /// Something of a level is left out.
    fn of_level_note(warning: &SceneWarning) -> Self {
        Self { cause: Cause::Level, ..Self::of_scene(warning) }
    }

    fn of_scene(warning: &SceneWarning) -> Self {
        let name = file_name(&warning.file);
        Self {
            place: Some(format!("{name}:{}:{}", warning.line, warning.column)),
            subject: warning.subject.as_deref().map(str::to_owned),
            cause: Cause::Scene,
            ..Self::warning("Not all is as it is written", &*warning.message)
        }
    }
}

/// The last part of a path, which is short enough for a row.
fn file_name(path: &str) -> Cow<'_, str> {
    Path::new(path).file_name().map_or(Cow::Borrowed(path), |name| name.to_string_lossy())
}

impl Session {
    /// What the person should read.
    pub fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// Adds a notice, in place of an older one of the same kind.
    pub fn notify(&mut self, notice: Notice) {
        self.notices.retain(|old| old.title != notice.title);
        self.notices.push(notice);
    }

    /// Puts away one notice: it stays in the list until its cause is gone.
    pub fn put_away(&mut self, notice: usize) {
        if let Some(notice) = self.notices.get_mut(notice) {
            notice.is_put_away = true;
        }
    }

    /// The open scene is new: all that was said is about another, and its warnings and what is wrong with its images
    /// are what there is to say.
    pub(super) fn notify_opened(&mut self, warnings: &[SceneWarning], faults: &[SceneError]) {
        let scene = self.scene();
        let is_agent = |name: &str| scene.agents.iter().any(|agent| agent.name == name);
        let is_image = |name: &str| scene.images.iter().any(|image| image.name == name);
        let faults = faults.iter().map(|fault| match fault.subject.as_deref() {
            Some(subject) if is_agent(subject) => Notice::of_tree(fault),
            Some(subject) if !is_image(subject) => Notice::of_level(fault),
            _ => Notice::of_image(fault),
        });
        let is_level = |file: &str| self.files.levels.get(file).is_some();
        let warnings = warnings.iter().map(|warning| {
            if is_level(&warning.file) { Notice::of_level_note(warning) } else { Notice::of_scene(warning) }
        });
        self.notices = faults.chain(warnings).collect();
        self.notify_disk();
    }

    /// What cannot be read any more, of the files that the scene names.
    pub(super) fn notify_disk(&mut self) {
        let scene = Arc::clone(self.scene());
        let (images, trees) = (&self.disk.tried.images, &self.disk.tried.trees);
        let images = scene.images.iter().filter_map(|image| {
            let source = image.source();
            let tried = images.get(&source)?;
            let is_stopped = tried.bitmap().is_err_and(|error| error.is_stopped());
            Some(Notice::of_disk(&tried.failure(&source).filter(|_| !is_stopped)?, Some(&image.name), false))
        });
        let trees = scene.agents.iter().filter_map(|agent| {
            let file = &agent.tree.file()?.file;
            Some(Notice::of_disk(&trees.get(file)?.failure(file)?, Some(&agent.name), true))
        });
        let levels = self.disk.tried.levels.iter().filter(|(name, _)| self.files.levels.get(name).is_some());
        let levels = levels.filter_map(|(name, level)| {
            // A place in it means nothing where it is gone.
            Some(Notice::of_disk(&level.failure(name)?, None, level.is_opened()))
        });
        let mut new: Vec<Notice> = Vec::new();
        for notice in images.chain(trees).chain(levels) {
            if !new.iter().any(|other| other.title == notice.title) {
                new.push(notice);
            }
        }
        for notice in &mut new {
            let is_same =
                |old: &&Notice| old.cause == Cause::Disk && old.title == notice.title && old.text == notice.text;
            notice.is_put_away = self.notices.iter().find(is_same).is_some_and(|old| old.is_put_away);
        }
        self.notices.retain(|notice| notice.cause != Cause::Disk);
        self.notices.splice(0..0, new);
    }

    /// Trees in files may run that did not, or no more.
    pub(super) fn notify_trees(&mut self) {
        let (faults, _) = self.files.tree_faults(self.scene());
        self.notices.retain(|notice| notice.cause != Cause::Tree);
        self.notices.extend(faults.iter().map(|fault| Notice::of_tree(&fault.error)));
    }

    /// Levels were read again: what was wrong with them may be right now, or something else; and what the scene names of
    /// them may be there no more.
    pub(super) fn notify_levels(&mut self) {
        let (faults, notes) = self.files.level_faults(self.scene());
        let of_fault = |fault: &LevelFault| match fault.named_at {
            Some(_) => Notice::of_level_in_memory(&fault.error),
            None => Notice::of_level(&fault.error),
        };
        let scene = Arc::clone(self.scene());
        let misfits = scene::check(&scene, &self.files, None);
        let misfits = misfits.iter().map(|problem| Notice::of_misfit(problem, scene.subject(&problem.place)));
        let new = faults.iter().map(of_fault).chain(misfits).chain(notes.iter().map(Notice::of_level_note));
        let told = std::mem::take(&mut self.notices);
        let same = |new: Notice| told.iter().find(|old| old.text == new.text).cloned().unwrap_or(new);
        let new: Vec<_> = new.map(same).collect();
        let others = told.iter().filter(|notice| notice.cause != Cause::Level).cloned();
        self.notices = new.into_iter().chain(others).collect();
    }

    /// The scene's file is there no more.
    pub(super) fn notify_gone(&mut self, path: &Path) {
        let name = file_name(&path.display().to_string()).into_owned();
        let text = format!("{name} is gone from the disk. What was read last is shown; saving writes it again.");
        let notice = Notice::warning("The file of the scene is gone", text);
        self.notify(Notice { cause: Cause::Opening, ..notice });
    }

    /// Something else is in the place of the scene's file.
    pub(super) fn notify_no_file(&mut self, path: &Path) {
        let name = file_name(&path.display().to_string()).into_owned();
        let what = crate::source::text::no_file(path);
        let text = format!("{name}: {what}. What was read last is shown. A file that takes its place is read again.");
        let notice = Notice::warning("The file of the scene is gone", text);
        self.notify(Notice { cause: Cause::Opening, ..notice });
    }

    /// Somebody stopped reading what another program has made of the scene's file.
    pub(super) fn notify_not_reread(&mut self, path: &Path) {
        let name = file_name(&path.display().to_string()).into_owned();
        let text = format!("{name} has changed, and reading it was stopped. Reload takes it over; saving asks first.");
        let notice = Notice::warning("The scene is not as its file", text);
        self.notify(Notice { cause: Cause::Opening, ..notice });
    }

    /// The scene's file can be read again.
    pub(super) fn notify_readable(&mut self) {
        self.notices.retain(|notice| notice.cause != Cause::Opening);
    }

    /// A file could not be read, and the open scene stays.
    pub(crate) fn notify_unreadable(&mut self, path: &Path, error: &SceneError) {
        self.notices.retain(|notice| !matches!(notice.cause, Cause::Opening | Cause::Passing));
        self.notices.push(Notice::unreadable(error, self.path() == Some(path)));
    }

    /// Images may have an answer that had none, or none any more.
    pub(super) fn notify_images(&mut self) {
        let told = std::mem::take(&mut self.notices);
        let errors = self.world.images.iter().filter_map(|image| Some((&*image.name, image.opacity.as_ref().err()?)));
        // What is on its way, or was stopped by a click, is no problem.
        let errors = errors.filter(|(_, error)| !error.is_pending() && !error.is_stopped());
        let known = |name: &str, text: &str| {
            let is_same = |notice: &&Notice| notice.subject.as_deref() == Some(name) && notice.text == text;
            told.iter().filter(|notice| notice.cause == Cause::Image).find(is_same).cloned()
        };
        let images = errors.map(|(name, error)| {
            let text = error.to_string();
            known(name, &text).unwrap_or_else(|| Notice::of_image_in_memory(Some(name), &text))
        });
        let images: Vec<_> = images.collect();
        let others = told.into_iter().filter(|notice| notice.cause != Cause::Image);
        self.notices = images.into_iter().chain(others).collect();
    }

    /// Finds out where that is written which is wrong with images, once that came out after the scene was read.
    pub(super) fn locate_image_faults(&mut self) {
        let is_open = |notice: &Notice| notice.cause == Cause::Image && notice.place.is_none();
        let Some(path) = self.path().filter(|_| !self.is_dirty() && self.notices.iter().any(is_open)) else { return };
        let Ok(loaded) = open_watched(path, self.files.clone(), &self.reading, &Progress::default()) else { return };
        for notice in self.notices.iter_mut().filter(|notice| is_open(notice)) {
            let is_it = |fault: &&SceneError| fault.subject == notice.subject.as_deref().map(Box::from);
            if let Some(fault) = loaded.faults.iter().find(|fault| is_it(fault) && *fault.message == *notice.text) {
                *notice = Notice { is_put_away: notice.is_put_away, ..Notice::of_image(fault) };
            }
        }
    }

    /// The scene was written anew: its warnings are at other places now.
    pub(super) fn notify_saved(&mut self, path: &Path) {
        let before = std::mem::take(&mut self.notices);
        if !before.iter().any(|notice| !matches!(notice.cause, Cause::Opening | Cause::Passing)) {
            return;
        }
        let (text, name) = (scene::write(self.scene()), path.display().to_string());
        if let Ok(loaded) = parse_with(&text, &name, path.parent(), self.files.clone(), &self.reading) {
            self.notify_opened(&loaded.warnings, &loaded.faults);
        } else {
            self.notify_opened(&[], &[]);
        }
        for notice in &mut self.notices {
            notice.is_put_away = before.iter().any(|old| old.is_put_away && old.text == notice.text);
        }
    }
}
