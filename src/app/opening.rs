//! Images on their way into the window: read on a thread of their own, with a bar for those that take long.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{Align2, Area, Context, Frame, Id, Order, RichText};

use super::job::Job;
use crate::scene::image::{ImageError, ImageFile};

/// At most one image at a time; another one takes its place.
#[derive(Default)]
pub(super) struct Opening(Option<(PathBuf, Job<ImageFile>)>);

impl Opening {
    /// Begins to read an image.
    pub(super) fn begin(&mut self, ctx: &Context, path: PathBuf) {
        let (folder, name) = (path.parent().unwrap_or(Path::new("")).to_owned(), name(&path));
        self.0 = Some((path, Job::start(ctx, move |progress| ImageFile::read_with(&name, &folder, progress))));
    }

    /// The image, once: when it was read, and nobody stopped that.
    pub(super) fn poll(&mut self, ctx: &Context) -> Option<(PathBuf, Arc<ImageFile>)> {
        let (path, job) = self.0.take()?;
        match job.poll(ctx) {
            Poll::Pending => {
                self.0 = Some((path, job));
                None
            }
            Poll::Ready(read) => {
                let is_wanted = |image: &ImageFile| !matches!(image.bitmap(), Err(ImageError::Cancelled(_)));
                Some((path, Arc::new(read.filter(is_wanted)?)))
            }
        }
    }

    /// How far it is.
    pub(super) fn show(&self, ctx: &Context) {
        let Some((path, job)) = &self.0 else { return };
        let area = Area::new(Id::unique("opening")).order(Order::Foreground).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
        area.show(ctx, |ui| {
            Frame::popup(ui.style()).inner_margin(14).show(ui, |ui| {
                ui.set_width(340.0);
                ui.label(RichText::new(format!("Reading {}", name(path))).strong());
                ui.add_space(4.0);
                job.bar(ui, "");
            });
        });
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
