//! Choosing a file to open or to save to: the system's dialog, or a path field in the window where the system has none.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Duration;

use eframe::egui;

use crate::app::kit::file_purpose::Purpose;
use crate::app::kit::path_field::{Done, PathField};
use crate::host::dialogs::{self, DialogAnswer, FileRequest, RequestedFile};
use crate::host::fs;

/// The chosen file with its purpose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) enum ChosenFile {
    /// A file to open.
    Open(PathBuf),
    /// A level to add to the open scene.
    Level(PathBuf),
    /// A file to compare with.
    Compare(PathBuf),
    /// A folder of a run to review.
    Review(PathBuf),
    /// A file to save to.
    Save(PathBuf),
    /// A file for a picture.
    Picture(PathBuf),
    /// A file for a picture of a size of its own.
    Still(PathBuf),
    /// A file for a moving picture.
    Movie(PathBuf),
    /// A file for a part of a recording.
    Recording(PathBuf),
    /// A file for what a running program has sent.
    Trace(PathBuf),
    /// A file for one tick of a trace.
    Moment(PathBuf),
    /// A file for a repaired copy of a level.
    RepairedLevel(PathBuf),
    /// A file for an object.
    Object(PathBuf),
    /// A file for the list of problems.
    Problems(PathBuf),
    /// A folder for the results of a hunt.
    HuntResults(PathBuf),
}

impl ChosenFile {
    fn of(purpose: Purpose, path: PathBuf) -> Self {
        match purpose {
            Purpose::Open | Purpose::Image => Self::Open(path),
            Purpose::Level => Self::Level(path),
            Purpose::Compare => Self::Compare(path),
            Purpose::Review => Self::Review(path),
            Purpose::Save => Self::Save(path),
            Purpose::Picture => Self::Picture(path),
            Purpose::Still => Self::Still(path),
            Purpose::Movie => Self::Movie(path),
            Purpose::Recording => Self::Recording(path),
            Purpose::Trace => Self::Trace(path),
            Purpose::Moment => Self::Moment(path),
            Purpose::RepairedLevel => Self::RepairedLevel(path),
            Purpose::Object => Self::Object(path),
            Purpose::Problems => Self::Problems(path),
            Purpose::HuntResults => Self::HuntResults(path),
        }
    }
}

/// A dialog that closes sooner than this was not shown, because no user cancels so fast. The system reports only that
/// no file was chosen.
const NEVER_SHOWN: Duration = Duration::from_millis(250);

/// The dialogs. At most one is open at a time.
#[derive(Default)]
pub(in crate::app) struct Dialogs {
    system: Option<OpenDialog>,
    field: Option<PathField>,
    /// Whether the system has failed to show a dialog.
    has_none: bool,
}

/// The system's dialog, while it is not known to be closed.
struct OpenDialog {
    purpose: Purpose,
    near: Option<PathBuf>,
    answer: Receiver<DialogAnswer>,
    /// Whether another window has had the keyboard focus since. That window is most likely the dialog.
    has_lost_focus: bool,
}

impl Dialogs {
    /// Opens a dialog for a file. `near` is the scene's file. Where the system has no dialog, or while its dialog is
    /// still open, the path field is opened instead.
    pub(in crate::app) fn ask(&mut self, ctx: &egui::Context, purpose: Purpose, near: Option<&Path>) {
        if self.has_none || self.system.is_some() {
            self.type_path(purpose, near);
        } else if !self.is_waiting() {
            self.system = Some(OpenDialog::begin(ctx, purpose, near));
        }
    }

    /// Always uses the path field instead of the system's dialog.
    pub(in crate::app) fn use_field(&mut self) {
        self.has_none = true;
    }

    /// Opens the path field. A later answer of the system's dialog is ignored.
    pub(in crate::app) fn type_path(&mut self, purpose: Purpose, near: Option<&Path>) {
        self.system = None;
        if self.field.is_none() {
            self.field = Some(PathField::new(purpose, near));
        }
    }

    /// Opens the path field with the reason why the file could not be written.
    pub(in crate::app) fn refuse(&mut self, purpose: Purpose, path: &Path, reason: String) {
        self.field = Some(PathField::refused(purpose, path, reason));
    }

    /// The choice in the system's dialog, once.
    pub(in crate::app) fn poll(&mut self, ctx: &egui::Context) -> Option<ChosenFile> {
        if let Some(waiting) = &mut self.system {
            waiting.has_lost_focus |= !ctx.input(|i| i.focused);
            match waiting.answer.try_recv() {
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.system = None,
                Ok(DialogAnswer::Chosen(path)) => {
                    let chosen = ChosenFile::of(waiting.purpose, path);
                    self.system = None;
                    return Some(chosen);
                }
                Ok(DialogAnswer::Nothing(after)) => {
                    let (purpose, near) = (waiting.purpose, waiting.near.take());
                    let was_shown = after >= NEVER_SHOWN && waiting.has_lost_focus;
                    self.system = None;
                    if !was_shown {
                        self.has_none = true;
                        self.type_path(purpose, near.as_deref());
                    }
                }
            }
        }
        None
    }

    /// Shows the path field while it is open. Returns the choice.
    pub(in crate::app) fn show(&mut self, ctx: &egui::Context) -> Option<ChosenFile> {
        let field = self.field.as_mut()?;
        match field.show(ctx) {
            Done::Open => {}
            Done::Cancelled => self.field = None,
            Done::Chosen(path) => {
                let chosen = ChosenFile::of(field.purpose(), path);
                self.field = None;
                ctx.request_repaint();
                return Some(chosen);
            }
        }
        None
    }

    /// Whether a dialog is open.
    pub(in crate::app) fn is_waiting(&self) -> bool {
        self.system.is_some() || self.field.is_some()
    }
}

impl OpenDialog {
    fn begin(ctx: &egui::Context, purpose: Purpose, near: Option<&Path>) -> Self {
        let what = if purpose.is_saving() {
            RequestedFile::New(purpose.suggested_name(near))
        } else if purpose == Purpose::Review {
            RequestedFile::Folder
        } else {
            RequestedFile::Existing
        };
        let folder = near.and_then(Path::parent).and_then(|folder| fs::canonicalize(folder).ok());
        let takes_all = purpose == Purpose::Open;
        let request = FileRequest { title: purpose.title(), kinds: purpose.kinds(), takes_all, folder, what };
        let ctx = ctx.clone();
        let answer = dialogs::ask(request, move || ctx.request_repaint());
        Self { purpose, near: near.map(Path::to_owned), answer, has_lost_focus: false }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    /// The dialogs after the system's dialog has closed without a file, this long after it was opened.
    fn after_nothing(after: Duration, has_lost_focus: bool) -> Dialogs {
        let (send, answer) = channel();
        send.send(DialogAnswer::Nothing(after)).unwrap();
        let system = Some(OpenDialog { purpose: Purpose::Save, near: None, answer, has_lost_focus });
        let mut dialogs = Dialogs { system, ..Dialogs::default() };
        let ctx = egui::Context::default();
        let input = egui::RawInput { focused: true, ..egui::RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| assert_eq!(dialogs.poll(ui.ctx()), None));
        output.textures_delta.clear();
        dialogs
    }

    #[test]
    fn a_dialog_that_was_not_shown_is_replaced_by_the_field() {
        for (after, has_lost_focus, is_replaced) in [
            (Duration::from_millis(3), false, true),
            (Duration::from_millis(3), true, true),
            // The system took long to report that it has no dialog.
            (Duration::from_secs(25), false, true),
            (Duration::from_secs(25), true, false),
        ] {
            let mut dialogs = after_nothing(after, has_lost_focus);
            assert_eq!((dialogs.is_waiting(), dialogs.has_none), (is_replaced, is_replaced), "{after:?}");
            dialogs.field = None;
            if is_replaced {
                dialogs.ask(&egui::Context::default(), Purpose::Open, None);
                assert!(dialogs.system.is_none() && dialogs.field.is_some(), "and is not tried again");
            }
        }
    }

    #[test]
    fn asking_again_while_the_system_does_not_answer_opens_the_field() {
        let (_send, answer) = channel();
        let system = Some(OpenDialog { purpose: Purpose::Open, near: None, answer, has_lost_focus: false });
        let mut dialogs = Dialogs { system, ..Dialogs::default() };
        dialogs.ask(&egui::Context::default(), Purpose::Save, None);
        assert!(dialogs.system.is_none() && dialogs.field.is_some_and(|field| field.purpose() == Purpose::Save));
    }
}
