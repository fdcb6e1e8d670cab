//! The system's dialogs for opening and saving, without holding up the window.
//!
//! The dialog is made here, as macOS demands, and waited for on a thread of its own.

use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use eframe::egui;
use rfd::AsyncFileDialog;

use crate::scene::import::is_foreign;

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Chosen {
    /// A file to open.
    Open(PathBuf),
    /// A level to add to the open scene.
    Level(PathBuf),
    /// A file to save to.
    Save(PathBuf),
    /// A file for a picture.
    Picture(PathBuf),
    /// Nothing, since the system showed no dialog.
    Nowhere,
}

/// A dialog that is gone again so soon was never shown: the system has none, and says no more than that nothing was
/// chosen. Nobody cancels that fast.
const NEVER_SHOWN: Duration = Duration::from_millis(250);

/// What levels are called.
const LEVELS: [&str; 3] = ["glb", "gltf", "obj"];

/// What images are called.
const IMAGES: [&str; 7] = ["png", "jpg", "jpeg", "webp", "tga", "bmp", "gif"];

/// At most one dialog at a time.
#[derive(Default)]
pub(super) struct Dialogs {
    answer: Option<Receiver<Option<Chosen>>>,
}

impl Dialogs {
    /// Asks for a file to open.
    pub(super) fn open(&mut self, ctx: &egui::Context, near: Option<&Path>) {
        let dialog = scenes(near).set_title("Open a scene");
        self.wait(ctx, dialog.pick_file(), Chosen::Open);
    }

    /// Asks for an image to open.
    pub(super) fn image(&mut self, ctx: &egui::Context, near: Option<&Path>) {
        let dialog = in_folder_of(near).add_filter("Images", &IMAGES).set_title("Open an image");
        self.wait(ctx, dialog.pick_file(), Chosen::Open);
    }

    /// Asks for a level to add to the open scene.
    pub(super) fn level(&mut self, ctx: &egui::Context, near: Option<&Path>) {
        let dialog = in_folder_of(near).add_filter("Levels", &LEVELS).set_title("Add a level to the scene");
        self.wait(ctx, dialog.pick_file(), Chosen::Level);
    }

    /// Asks where to save.
    pub(super) fn save(&mut self, ctx: &egui::Context, near: Option<&Path>) {
        // A scene that was made of a level, a file of trees or an image is saved beside it.
        let near = near.map(|near| if is_foreign(near) { near.with_extension("json") } else { near.to_owned() });
        let near = near.as_deref();
        let name = near.and_then(Path::file_name).map_or("scene.json".into(), |name| name.to_string_lossy());
        let dialog = scenes(near).set_title("Save the scene").set_file_name(name);
        self.wait(ctx, dialog.save_file(), Chosen::Save);
    }

    /// Asks where to save a picture of the scene.
    pub(super) fn picture(&mut self, ctx: &egui::Context, near: Option<&Path>) {
        let name = near.and_then(Path::file_stem).map_or("scene".into(), |name| name.to_string_lossy());
        let dialog = in_folder_of(near).add_filter("PNG picture", &["png"]).set_title("Save a picture of the view");
        self.wait(ctx, dialog.set_file_name(format!("{name}.png")).save_file(), Chosen::Picture);
    }

    /// The choice, once it has been made.
    pub(super) fn poll(&mut self) -> Option<Chosen> {
        match self.answer.as_ref()?.try_recv() {
            Ok(chosen) => {
                self.answer = None;
                chosen
            }
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                self.answer = None;
                None
            }
        }
    }

    /// Whether a dialog is open.
    pub(super) fn is_waiting(&self) -> bool {
        self.answer.is_some()
    }

    fn wait(
        &mut self,
        ctx: &egui::Context,
        file: impl Future<Output = Option<rfd::FileHandle>> + Send + 'static,
        as_chosen: impl FnOnce(PathBuf) -> Chosen + Send + 'static,
    ) {
        if self.is_waiting() {
            return;
        }
        let (send, answer) = channel();
        self.answer = Some(answer);
        let ctx = ctx.clone();
        thread::spawn(move || {
            let start = Instant::now();
            let chosen = match block_on(file) {
                Some(file) => Some(as_chosen(file.path().to_owned())),
                None => (start.elapsed() < NEVER_SHOWN).then_some(Chosen::Nowhere),
            };
            // Nobody listens when the window was closed meanwhile.
            let _ = send.send(chosen);
            ctx.request_repaint();
        });
    }
}

fn scenes(near: Option<&Path>) -> AsyncFileDialog {
    let dialog = in_folder_of(near).add_filter("eyeline scene", &["json", "jsonc"]);
    let dialog = dialog.add_filter("Levels", &LEVELS);
    dialog.add_filter("Behaviour trees", &["xml"]).add_filter("Images", &IMAGES).add_filter("All files", &["*"])
}

fn in_folder_of(near: Option<&Path>) -> AsyncFileDialog {
    let dialog = AsyncFileDialog::new();
    match near.and_then(Path::parent).and_then(|folder| folder.canonicalize().ok()) {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future to its end on this thread.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_for_what_another_thread_brings() {
        let (send, receive) = channel::<Waker>();
        thread::spawn(move || receive.recv().unwrap().wake());
        let mut asked = 0;
        let answer = block_on(std::future::poll_fn(|context| {
            asked += 1;
            if asked == 1 {
                send.send(context.waker().clone()).unwrap();
                return Poll::Pending;
            }
            Poll::Ready(asked)
        }));
        assert!(answer >= 2);
    }
}
