//! Files on their way into the window that may take long: images, levels, and scenes that name levels. They are read on a
//! thread of their own, with a bar.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{Align2, Area, Context, Frame, Id, Order, RichText};

use super::job::Job;
use crate::scene::image::{ImageError, ImageFile};
use crate::scene::import::{is_image, level};
use crate::scene::{self, Assets, LARGEST_FILE, Loaded, SceneError};

/// At most one file at a time; another one takes its place.
#[derive(Default)]
pub(super) struct Opening(Option<(PathBuf, Work)>);

enum Work {
    Image(Job<ImageFile>),
    /// `None` inside when somebody stopped it.
    Scene(Job<Option<Result<Loaded, SceneError>>>),
}

/// What was read.
pub(super) enum Opened {
    /// An image, which may be added to the open scene.
    Image(PathBuf, Arc<ImageFile>),
    /// A scene, or what is wrong with its file.
    Scene(PathBuf, Result<Box<Loaded>, SceneError>),
}

impl Opening {
    /// Begins to read a file.
    pub(super) fn begin(&mut self, ctx: &Context, path: PathBuf) {
        let work = if is_image(&path) {
            let (folder, name) = (path.parent().unwrap_or(Path::new("")).to_owned(), name(&path));
            Work::Image(Job::start(ctx, move |progress| ImageFile::read_with(&name, &folder, progress)))
        } else {
            let path = path.clone();
            Work::Scene(Job::start(ctx, move |progress| {
                let read = scene::read_watched(&path, Assets::default(), progress);
                (!progress.is_cancelled()).then_some(read)
            }))
        };
        self.0 = Some((path, work));
    }

    /// What was read, once: when nobody stopped that.
    pub(super) fn poll(&mut self, ctx: &Context) -> Option<Opened> {
        let (path, work) = self.0.take()?;
        match work {
            Work::Image(job) => match job.poll(ctx) {
                Poll::Pending => self.0 = Some((path, Work::Image(job))),
                Poll::Ready(read) => {
                    let is_wanted = |image: &ImageFile| !matches!(image.bitmap(), Err(ImageError::Cancelled(_)));
                    return Some(Opened::Image(path, Arc::new(read.filter(is_wanted)?)));
                }
            },
            Work::Scene(job) => match job.poll(ctx) {
                Poll::Pending => self.0 = Some((path, Work::Scene(job))),
                Poll::Ready(read) => return Some(Opened::Scene(path, read??.map(Box::new))),
            },
        }
        None
    }

    /// How far it is.
    pub(super) fn show(&self, ctx: &Context) {
        let Some((path, work)) = &self.0 else { return };
        let area = Area::new(Id::unique("opening")).order(Order::Foreground).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
        area.show(ctx, |ui| {
            Frame::popup(ui.style()).inner_margin(14).show(ui, |ui| {
                ui.set_width(340.0);
                ui.label(RichText::new(format!("Reading {}", name(path))).strong());
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
