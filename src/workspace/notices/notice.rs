//! Notices for the user: an error or warning, with its location.
//!
//! A notice stays until its cause is removed. Closing it only removes it from above the view.

use std::borrow::Cow;
use std::path::Path;

use crate::scene::{ItemId, SceneError, SceneWarning, Violation};

/// The kind of a notice. Code compares kinds; the text is for people only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NoticeKind {
    /// A file of this name cannot be opened.
    CannotOpen(Box<str>),
    /// The scene cannot be compared with the state of this name.
    NotCompared(Box<str>),
    /// The folder of this name cannot be reviewed as a run.
    NotReviewed(Box<str>),
    /// A file of the scene with this name has changed and cannot be read.
    Unreadable(Box<str>),
    /// An image of the scene has no answer.
    NoImage,
    /// An agent cannot run its tree.
    NoTree,
    /// A level that the scene names cannot be read.
    NoLevel,
    /// A model names an animation that its level does not have.
    NoAnimation,
    /// A level has a number that is NaN or infinite.
    BadNumber,
    /// A box that is given by hand names a joint that its level does not have.
    NoJoint,
    /// The scene uses an object that is not in its levels.
    MissingLevelPart,
    /// The scene names an entry that the running program has not sent.
    UnsentName,
    /// A part of the scene is ignored or changed.
    Warning,
    /// The file of the scene was deleted, or is no longer a file.
    SceneFileDeleted,
    /// The file of the scene has contents other than the open scene.
    SceneDiffers,
    /// The scene was not saved.
    SceneNotSaved,
    /// A behaviour tree file was not saved.
    TreesNotSaved,
    /// Another program has written this tree file, which has unsaved edits.
    TreesChanged(Box<str>),
    /// Some of the files to add were left out.
    LeftOut,
    /// Only one of several scenes was opened.
    SeveralScenes,
    /// An image was not opened.
    ImageNotOpened,
    /// An image was not added.
    ImageNotAdded,
    /// A level was not added.
    LevelNotAdded,
    /// A command would have made the scene invalid.
    NotChanged,
    /// The contents of the clipboard were not added.
    NotPasted,
    /// Unsaved changes of an earlier run are open.
    Recovered,
    /// Unsaved changes of an earlier run do not fit.
    NotRecovered,
    /// A picture was not saved.
    PictureNotSaved,
    /// A part of a recording was not saved.
    RecordingNotSaved,
    /// A repaired copy of a level was not written.
    LevelNotRepaired,
    /// The saved window state could not be used.
    WindowStateDropped,
    /// Locked items were not deleted.
    LockedNotDeleted,
}

impl NoticeKind {
    /// The title of a notice of this kind.
    fn title(&self) -> String {
        let words = match self {
            Self::CannotOpen(name) => return format!("Cannot open {name}"),
            Self::NotCompared(name) => return format!("Cannot compare with {name}"),
            Self::NotReviewed(name) => return format!("Cannot review {name}"),
            Self::Unreadable(name) => return format!("{name} has changed and cannot be read"),
            Self::NoImage => "An image has no answer",
            Self::NoTree => "An agent cannot run its tree",
            Self::NoLevel => "A level cannot be read",
            Self::BadNumber => "A file has a number that is not finite",
            Self::NoJoint => "A tested box names a joint that its file does not have",
            Self::NoAnimation => "A model names an animation that its file does not have",
            Self::MissingLevelPart => "The scene uses an object that its levels do not have",
            Self::UnsentName => "The scene uses a name that the program has not sent",
            Self::Warning => "Some content of this file was ignored",
            Self::SceneFileDeleted => "The file of the scene was deleted or replaced",
            Self::SceneDiffers => "The scene differs from its file",
            Self::SceneNotSaved => "The scene was not saved",
            Self::TreesNotSaved => "A behaviour tree file was not saved",
            Self::TreesChanged(_) => "Another program changed a behaviour tree file",
            Self::LeftOut => "Not all files were added",
            Self::SeveralScenes => "Only one of the scenes was opened",
            Self::ImageNotOpened => "The image was not opened",
            Self::ImageNotAdded => "The image was not added",
            Self::LevelNotAdded => "The level was not added",
            Self::NotChanged => "The scene was not changed",
            Self::NotPasted => "Nothing was pasted",
            Self::Recovered => "Unsaved changes were recovered",
            Self::NotRecovered => "Unsaved changes were not recovered",
            Self::PictureNotSaved => "The picture was not saved",
            Self::LevelNotRepaired => "The repaired copy of the level was not saved",
            Self::RecordingNotSaved => "The part of the recording was not saved",
            Self::WindowStateDropped => "The saved window state could not be used",
            Self::LockedNotDeleted => "Locked items were not deleted",
        };
        words.to_owned()
    }
}

/// A message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Its kind.
    pub kind: NoticeKind,
    /// The title, a few words long.
    pub title: String,
    /// The message.
    pub text: String,
    /// Whether it is an error rather than a warning.
    pub is_error: bool,
    /// File, line and column separated by colons, when it is about a location in a file.
    pub place: Option<String>,
    /// The message with its source line and a caret, for a monospaced font.
    pub excerpt: Option<String>,
    /// The item of the open scene that it is about. It is valid after a rename too.
    pub subject: Option<ItemId>,
    /// Whether the user closed it. It is then not shown above the view.
    pub is_dismissed: bool,
    pub(in crate::workspace) cause: Cause,
}

/// The cause of a notice. It decides when the notice is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::workspace) enum Cause {
    /// A file could not be opened. Removed at the next attempt.
    Opening,
    /// A warning about the open scene. Removed when the scene is read again.
    Scene,
    /// An image of the open scene has no answer. Removed when it has one.
    Image,
    /// A file of the scene has changed and cannot be read. Removed when it can be read.
    Disk,
    /// An agent of the open scene has no tree that runs. Removed when it has one.
    Tree,
    /// A level of the open scene cannot be read. Removed when the level is read again.
    Level,
    /// The running program has not sent a name. Removed when it has.
    Program,
    /// Another failure. Removed when the next file is opened or saved.
    Other,
}

impl Notice {
    /// What the same notices have in common: the kind, the item and the cause. Their lines in the file and their texts may
    /// differ.
    pub(in crate::workspace) fn identity(&self) -> (&NoticeKind, Option<ItemId>, Cause) {
        (&self.kind, self.subject, self.cause)
    }

    /// Replaces an older notice that is the same: keeps whether it was closed, and its location if that is more exact.
    pub(in crate::workspace) fn after(&self, old: Self) -> Self {
        let new = self.clone();
        let (place, excerpt) = (new.place.or(old.place), new.excerpt.or(old.excerpt));
        Self { place, excerpt, is_dismissed: old.is_dismissed, ..self.clone() }
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
            is_dismissed: false,
            cause: Cause::Other,
        }
    }

    /// The notice with file, line, column and source line of an error.
    fn located_at(self, error: &SceneError) -> Self {
        let place = format!("{}:{}:{}", file_name(&error.file), error.line, error.column);
        Self { place: Some(place), excerpt: Some(error.render(false)), ..self }
    }

    /// A file cannot be read as a scene. `subject` is set when it is the file of the open scene.
    pub(in crate::workspace) fn unreadable(error: &SceneError, subject: Option<ItemId>) -> Self {
        let kind = NoticeKind::CannotOpen((*file_name(&error.file)).into());
        Self { subject, cause: Cause::Opening, ..Self::error(kind, &*error.message) }.located_at(error)
    }

    /// An image of the open scene has no answer.
    pub(in crate::workspace) fn of_image(fault: &SceneError, subject: Option<ItemId>) -> Self {
        Self::of_image_in_memory(subject, &fault.message).located_at(fault)
    }

    /// The notice of an image whose location in the scene file is unknown.
    pub(in crate::workspace) fn of_image_in_memory(subject: Option<ItemId>, message: &str) -> Self {
        Self { subject, cause: Cause::Image, ..Self::error(NoticeKind::NoImage, message) }
    }

    /// The tree of an agent cannot run.
    pub(in crate::workspace) fn of_tree(fault: &SceneError, subject: Option<ItemId>) -> Self {
        Self { subject, cause: Cause::Tree, ..Self::error(NoticeKind::NoTree, &*fault.message) }.located_at(fault)
    }

    /// A file can no longer be read. `subject` is the item that uses it.
    pub(in crate::workspace) fn of_disk(error: &SceneError, subject: Option<ItemId>, is_located: bool) -> Self {
        let text = format!("{}. The last version that could be read is shown.", error.message);
        let kind = NoticeKind::Unreadable((*file_name(&error.file)).into());
        let notice = Self { subject, cause: Cause::Disk, ..Self::error(kind, text) };
        if is_located { notice.located_at(error) } else { notice }
    }

    /// A level of the open scene cannot be read.
    pub(in crate::workspace) fn of_level(fault: &SceneError, subject: Option<ItemId>) -> Self {
        Self::of_level_in_memory(fault, subject).located_at(fault)
    }

    /// The notice of a level file that does not exist, when its location in the scene file is unknown.
    pub(in crate::workspace) fn of_level_in_memory(fault: &SceneError, subject: Option<ItemId>) -> Self {
        Self { subject, cause: Cause::Level, ..Self::error(NoticeKind::NoLevel, &*fault.message) }
    }

    /// The same notice, if `is_missing`, for a model that names an animation that its level does not have.
    pub(in crate::workspace) fn or_of_animation(self, is_missing: bool) -> Self {
        if is_missing { self.of_kind(NoticeKind::NoAnimation) } else { self }
    }

    /// The same notice with another title.
    pub(in crate::workspace) fn of_kind(self, kind: NoticeKind) -> Self {
        Self { title: kind.title(), kind, ..self }
    }

    /// A level has changed and no longer has a part that the scene names.
    pub(in crate::workspace) fn of_misfit(problem: &Violation, subject: Option<ItemId>) -> Self {
        let text = format!("{}. If you save the scene now, it cannot be opened again.", problem.message);
        Self { subject, cause: Cause::Level, ..Self::error(NoticeKind::MissingLevelPart, text) }
    }

    /// The running program has not sent a name that the scene uses.
    pub(in crate::workspace) fn of_unsent_name(unsent: &SceneError, subject: Option<ItemId>) -> Self {
        let text = format!(
            "{}. The program has not sent it so far. Without the program, a saved scene with this name cannot be opened.",
            unsent.message
        );
        Self { subject, cause: Cause::Program, ..Self::warning(NoticeKind::UnsentName, text) }.located_at(unsent)
    }

    /// Some content of a level is ignored.
    pub(in crate::workspace) fn of_level_note(warning: &SceneWarning, subject: Option<ItemId>) -> Self {
        Self { cause: Cause::Level, ..Self::of_scene(warning, subject) }
    }

    /// An object of a level is too far from the origin or too small. Its location in the scene file is unknown here.
    pub(in crate::workspace) fn of_imprecise_level(message: &str, subject: Option<ItemId>) -> Self {
        Self { subject, cause: Cause::Level, ..Self::warning(NoticeKind::Warning, message) }
    }

    /// A warning about the scene as it was edited, which has no location in a file.
    pub(in crate::workspace) fn of_edited_scene(message: String, subject: Option<ItemId>) -> Self {
        Self { subject, cause: Cause::Scene, ..Self::warning(NoticeKind::Warning, message) }
    }

    /// Some content of the scene's file is ignored.
    pub(in crate::workspace) fn of_scene(warning: &SceneWarning, subject: Option<ItemId>) -> Self {
        let name = file_name(&warning.file);
        Self {
            place: Some(format!("{name}:{}:{}", warning.line, warning.column)),
            subject,
            cause: Cause::Scene,
            ..Self::warning(NoticeKind::Warning, &*warning.message)
        }
    }
}

/// The file name of a path, shortened to fit a row.
pub(in crate::workspace) fn file_name(path: &str) -> Cow<'_, str> {
    Path::new(path).file_name().map_or(Cow::Borrowed(path), |name| name.to_string_lossy())
}
