//! Files on their way into the window that may take long: images, levels, and scenes that name levels. They are read one
//! after the other on a thread of their own, with a bar.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{Align2, Area, Context, Frame, Id, Order, RichText};

use super::job::Job;
use super::leave::{Exit, Leave};
use super::session::{Notice, Session};
use crate::scene::image::{ImageError, ImageFile};
use crate::scene::import::{is_image, level};
use crate::scene::{self, Assets, LARGEST_FILE, Loaded, SceneError};

/// Files that were dropped or opened together: at most one scene, which another one takes the place of, and images.
#[derive(Default)]
pub(super) struct Opening {
    now: Option<(PathBuf, Work)>,
    next: VecDeque<PathBuf>,
    /// Scenes that came with the one that is read.
    aside: Vec<PathBuf>,
    /// Whether one of the images is part of the open scene, or the open scene.
    is_in: bool,
    /// Those that cannot join them, by their names.
    left: Vec<String>,
}

enum Work {
    Image(Job<ImageFile>),
    /// `None` inside when somebody stopped it.
    Scene(Job<Option<Result<Loaded, SceneError>>>),
}

/// What was read.
enum Opened {
    Image(Arc<ImageFile>),
    Scene(Result<Box<Loaded>, SceneError>),
}

impl Opening {
    /// Takes images to be read. Those of the scene's folder go first, so that the others do not take its place.
    pub(super) fn begin(&mut self, session: &Session, mut paths: Vec<PathBuf>) {
        if self.now.is_none() && self.next.is_empty() {
            (self.is_in, self.left) = (false, Vec::new());
        }
        paths.sort_by_key(|path| session.name_of_file(path).is_none());
        self.next.extend(paths);
    }

    /// Begins to read a scene or what can be opened as one, in place of whatever is being read; `aside` came with it.
    pub(super) fn begin_scene(&mut self, ctx: &Context, session: &Session, path: PathBuf, aside: Vec<PathBuf>) {
        let (file, assets) = (path.clone(), Assets { pace: session.pace(), ..Assets::default() });
        let job = Job::start(ctx, move |progress| {
            let read = scene::read_watched(&file, assets, progress);
            (!progress.is_cancelled()).then_some(read)
        });
        *self = Self { now: Some((path, Work::Scene(job))), aside, ..Self::default() };
    }

    /// One step further. A scene that was read takes the place of the open one. An image joins the scene when it lies in
    /// its folder; from elsewhere the first becomes a scene of its own, unless another one has joined before. Says whether
    /// an image has joined.
    pub(super) fn go_on(&mut self, ctx: &Context, session: &mut Session, exit: &mut Exit) -> bool {
        if exit.is_waiting() {
            return false;
        }
        if exit.take_stayed() {
            self.next.clear();
        }
        if self.now.is_none()
            && let Some(path) = self.next.pop_front()
        {
            self.start(ctx, path);
        }
        let Some((path, opened)) = self.poll(ctx) else { return false };
        if !self.next.is_empty() {
            ctx.request_repaint();
        }
        match opened {
            Opened::Scene(Ok(loaded)) => {
                exit.leave(ctx, session, Leave::Scene(path, loaded, std::mem::take(&mut self.aside)));
                false
            }
            Opened::Scene(Err(error)) => {
                session.notify_unreadable(&path, &error);
                false
            }
            Opened::Image(image) => self.join(ctx, session, exit, path, image),
        }
    }

    fn join(
        &mut self,
        ctx: &Context,
        session: &mut Session,
        exit: &mut Exit,
        path: PathBuf,
        image: Arc<ImageFile>,
    ) -> bool {
        match session.name_of_file(&path) {
            Some(name) => {
                let has_joined = session.add_image(&name, image);
                self.is_in |= has_joined;
                return has_joined;
            }
            None if !self.is_in => {
                self.is_in = true;
                exit.leave(ctx, session, Leave::Image(path, image));
            }
            None => {
                self.left.push(name(&path));
                let text = format!(
                    "Not in the folder of the scene: {}. Copy them there, or drop them by themselves.",
                    self.left.join(", ")
                );
                session.notify(Notice::warning("Not all images were added", text));
            }
        }
        false
    }

    fn start(&mut self, ctx: &Context, path: PathBuf) {
        let (folder, name) = (path.parent().unwrap_or(Path::new("")).to_owned(), name(&path));
        let job = Job::start(ctx, move |progress| ImageFile::read_with(&name, &folder, progress));
        self.now = Some((path, Work::Image(job)));
    }

    /// What was read, once: when nobody stopped that.
    fn poll(&mut self, ctx: &Context) -> Option<(PathBuf, Opened)> {
        let (path, work) = self.now.take()?;
        match work {
            Work::Image(job) => match job.poll(ctx) {
                Poll::Pending => self.now = Some((path, Work::Image(job))),
                Poll::Ready(read) => {
                    let is_wanted = |image: &ImageFile| !matches!(image.bitmap(), Err(ImageError::Cancelled(_)));
                    let wanted = read.filter(is_wanted);
                    if wanted.is_none() {
                        // Who stops one of several wants none of the rest.
                        self.next.clear();
                    }
                    return Some((path, Opened::Image(Arc::new(wanted?))));
                }
            },
            Work::Scene(job) => match job.poll(ctx) {
                Poll::Pending => self.now = Some((path, Work::Scene(job))),
                Poll::Ready(read) => {
                    let read = read.flatten();
                    if read.is_none() {
                        self.next.clear();
                    }
                    return Some((path, Opened::Scene(read?.map(Box::new))));
                }
            },
        }
        None
    }

    /// How far it is.
    pub(super) fn show(&self, ctx: &Context) {
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
                    Work::Image(job) => job.bar(ui, ""),
                    Work::Scene(job) => job.bar(ui, ""),
                }
            });
        });
    }
}

/// Whether a file may take longer to read than a frame should: images, levels, and scenes that seem to name one.
pub(super) fn takes_long(path: &Path) -> bool {
    is_image(path) || level::is_level(path) || names_levels(path)
}

/// When in doubt, yes.
fn names_levels(path: &Path) -> bool {
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
    fn only_what_may_take_long_is_read_beside_the_window() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text, is_long) in [
            ("a.json", r#"{ "eyeline": 1 }"#, false),
            ("b.json", r#"{ "eyeline": 1, "models": [] }"#, true),
            ("c.json", r#"{ "objects": [{ "shape": { "mesh": {} } }] }"#, true),
            ("d.xml", "<root/>", false),
            ("e.png", "", true),
            ("f.glb", "", true),
            ("g.OBJ", "", true),
        ] {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            assert_eq!(takes_long(&path), is_long, "{name}");
        }
        assert!(!takes_long(&folder.path().join("none.json")));
    }
}
