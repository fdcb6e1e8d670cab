//! Notices for the user: an error or warning, and its place.
//!
//! A notice stays until its cause is removed. Closing it only removes it from above the view.

use std::borrow::Cow;
use std::path::Path;

use crate::scene::{Problem, SceneError, SceneWarning, ThingId};

/// The kind of a notice. Its text is for people only; code compares the kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// A file of this name cannot be opened.
    CannotOpen(Box<str>),
    /// The scene cannot be compared with the state of this name.
    NotCompared(Box<str>),
    /// The folder of this name cannot be reviewed as a run.
    NotReviewed(Box<str>),
    /// A file of the scene, of this name, has changed and cannot be read.
    Unreadable(Box<str>),
    /// An image of the scene has no answer.
    NoImage,
    /// An agent has no tree that runs.
    NoTree,
    /// A level that the scene names cannot be read.
    NoLevel,
    /// The scene names an object that its levels do not have.
    Misfit,
    /// A part of the scene is ignored or changed.
    Warning,
    /// The file of the scene is gone, or is no longer a file.
    SceneGone,
    /// The file of the scene has other contents.
    SceneDiffers,
    /// The scene was not saved.
    SceneNotSaved,
    /// A file of trees was not saved.
    TreesNotSaved,
    /// Another program has written this file of trees, which has unsaved edits.
    TreesChanged(Box<str>),
    /// Files that were to be added were left out.
    LeftOut,
    /// Of several scenes only one was opened.
    SeveralScenes,
    /// An image was not opened.
    ImageNotOpened,
    /// An image was not added.
    ImageNotAdded,
    /// A level was not added.
    LevelNotAdded,
    /// A picture was not saved.
    PictureNotSaved,
    /// The state of the last window was dropped.
    WindowStateDropped,
}

impl NoticeKind {
    /// The title of such a notice.
    fn title(&self) -> String {
        let words = match self {
            Self::CannotOpen(name) => return format!("Cannot open {name}"),
            Self::NotCompared(name) => return format!("Cannot compare with {name}"),
            Self::NotReviewed(name) => return format!("Cannot review {name}"),
            Self::Unreadable(name) => return format!("{name} has changed and cannot be read"),
            Self::NoImage => "An image has no answer",
            Self::NoTree => "An agent has no tree that runs",
            Self::NoLevel => "A level cannot be read",
            Self::Misfit => "The scene does not fit its levels",
            Self::Warning => "Some content of this file was ignored",
            Self::SceneGone => "The file of the scene is gone",
            Self::SceneDiffers => "The scene differs from its file",
            Self::SceneNotSaved => "The scene was not saved",
            Self::TreesNotSaved => "A file of trees was not saved",
            Self::TreesChanged(_) => "A file of trees was changed elsewhere",
            Self::LeftOut => "Not all files were added",
            Self::SeveralScenes => "Several scenes were dropped",
            Self::ImageNotOpened => "The image was not opened",
            Self::ImageNotAdded => "The image was not added",
            Self::LevelNotAdded => "The level was not added",
            Self::PictureNotSaved => "The picture was not saved",
            Self::WindowStateDropped => "The state of the last window was dropped",
        };
        words.to_owned()
    }
}

/// A message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Its kind.
    pub kind: NoticeKind,
    /// The title: a few words.
    pub title: String,
    /// The message.
    pub text: String,
    /// Whether it is an error rather than a warning.
    pub is_error: bool,
    /// File, line and column with colons between, when it is about a place of a file.
    pub place: Option<String>,
    /// The message with its source line and a caret, for a monospaced font.
    pub excerpt: Option<String>,
    /// The item of the open scene that it is about, also after the item was renamed.
    pub subject: Option<ThingId>,
    /// Whether the user closed it, so that it is not shown above the view.
    pub is_put_away: bool,
    pub(super) cause: Cause,
}

/// The cause of a notice, which decides when it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// A file could not be opened: removed at the next attempt.
    Opening,
    /// The open scene: removed when it is read again.
    Scene,
    /// An image of the open scene: removed when it has an answer.
    Image,
    /// A file of the scene has changed and cannot be read: removed when it can be read.
    Disk,
    /// An agent of the open scene has no tree that runs: removed when it has one.
    Tree,
    /// A level of the open scene: removed when it is read again.
    Level,
    /// Another failure: removed when the next file is opened or saved.
    Passing,
}

impl Notice {
    /// Whether both are of one kind and about the same item. Lines in the file, and the words, may differ.
    pub(super) fn is_same_as(&self, other: &Self) -> bool {
        (&self.kind, &self.subject, self.cause) == (&other.kind, &other.subject, other.cause)
    }

    /// This notice in place of an older one that is the same: it may be closed, and may have a more exact place.
    pub(super) fn after(&self, old: Self) -> Self {
        let new = self.clone();
        let (place, excerpt) = (new.place.or(old.place), new.excerpt.or(old.excerpt));
        Self { place, excerpt, is_put_away: old.is_put_away, ..self.clone() }
    }

    /// An error.
    pub fn error(kind: NoticeKind, text: impl Into<String>) -> Self {
        Self { is_error: true, ..Self::warning(kind, text) }
    }

    /// A warning.
    pub fn warning(kind: NoticeKind, text: impl Into<String>) -> Self {
        Self {
            title: kind.title(),
            kind,
            text: text.into(),
            is_error: false,
            place: None,
            excerpt: None,
            subject: None,
            is_put_away: false,
            cause: Cause::Passing,
        }
    }

    /// A file that cannot be read as a scene; `subject` when it is the open one.
    pub(super) fn unreadable(error: &SceneError, subject: Option<ThingId>) -> Self {
        let name = file_name(&error.file);
        Self {
            place: Some(format!("{name}:{}:{}", error.line, error.column)),
            excerpt: Some(error.render(false)),
            subject,
            cause: Cause::Opening,
            ..Self::error(NoticeKind::CannotOpen((*name).into()), &*error.message)
        }
    }

    /// An image of the open scene has no answer.
    pub(super) fn of_image(fault: &SceneError, subject: Option<ThingId>) -> Self {
        let name = file_name(&fault.file);
        Self {
            place: Some(format!("{name}:{}:{}", fault.line, fault.column)),
            excerpt: Some(fault.render(false)),
            ..Self::of_image_in_memory(subject, &fault.message)
        }
    }

    /// The same when its place in the file is unknown.
    pub(super) fn of_image_in_memory(subject: Option<ThingId>, message: &str) -> Self {
        Self { subject, cause: Cause::Image, ..Self::error(NoticeKind::NoImage, message) }
    }

    /// A tree of an agent cannot run.
    pub(super) fn of_tree(fault: &SceneError, subject: Option<ThingId>) -> Self {
        let name = file_name(&fault.file);
        Self {
            place: Some(format!("{name}:{}:{}", fault.line, fault.column)),
            excerpt: Some(fault.render(false)),
            subject,
            cause: Cause::Tree,
            ..Self::error(NoticeKind::NoTree, &*fault.message)
        }
    }

    /// A file cannot be read any more; `subject` is the item that uses it.
    pub(super) fn of_disk(error: &SceneError, subject: Option<ThingId>, is_located: bool) -> Self {
        let text = format!("{}. The last version that could be read is shown.", error.message);
        Self {
            place: is_located.then(|| format!("{}:{}:{}", file_name(&error.file), error.line, error.column)),
            excerpt: is_located.then(|| error.render(false)),
            subject,
            cause: Cause::Disk,
            ..Self::error(NoticeKind::Unreadable((*file_name(&error.file)).into()), text)
        }
    }

    /// A level of the open scene cannot be read.
    pub(super) fn of_level(fault: &SceneError, subject: Option<ThingId>) -> Self {
        let name = file_name(&fault.file);
        Self {
            place: Some(format!("{name}:{}:{}", fault.line, fault.column)),
            excerpt: Some(fault.render(false)),
            subject,
            cause: Cause::Level,
            ..Self::error(NoticeKind::NoLevel, &*fault.message)
        }
    }

    /// The same for a file that does not exist, when its place in the scene file is unknown.
    pub(super) fn of_level_in_memory(fault: &SceneError, subject: Option<ThingId>) -> Self {
        Self { place: None, excerpt: None, ..Self::of_level(fault, subject) }
    }

    /// A level has changed, and the scene names a part that it no longer has.
    pub(super) fn of_misfit(problem: &Problem, subject: Option<ThingId>) -> Self {
        let text = format!("{}. If you save the scene now, it cannot be opened again.", problem.message);
        Self { subject, cause: Cause::Level, ..Self::error(NoticeKind::Misfit, text) }
    }

    /// Some content of a level is ignored.
    pub(super) fn of_level_note(warning: &SceneWarning, subject: Option<ThingId>) -> Self {
        Self { cause: Cause::Level, ..Self::of_scene(warning, subject) }
    }

    /// An object of a level is too far from the origin or too small. Its place in the scene file is unknown here.
    pub(super) fn of_imprecise_level(message: &str, subject: Option<ThingId>) -> Self {
        Self { subject, cause: Cause::Level, ..Self::warning(NoticeKind::Warning, message) }
    }

    /// Some content of the scene's file is ignored.
    pub(super) fn of_scene(warning: &SceneWarning, subject: Option<ThingId>) -> Self {
        let name = file_name(&warning.file);
        Self {
            place: Some(format!("{name}:{}:{}", warning.line, warning.column)),
            subject,
            cause: Cause::Scene,
            ..Self::warning(NoticeKind::Warning, &*warning.message)
        }
    }
}

/// The file name of a path, short enough for a row.
pub(super) fn file_name(path: &str) -> Cow<'_, str> {
    Path::new(path).file_name().map_or(Cow::Borrowed(path), |name| name.to_string_lossy())
}
