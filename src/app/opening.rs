//! Images on their way into the window: read one after the other on a thread of their own, with a bar for what takes long.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::task::Poll;

use eframe::egui::{Align2, Area, Context, Frame, Id, Order, RichText};

use super::job::Job;
use super::leave::{Exit, Leave};
use super::session::{Notice, Session};
use crate::scene::image::{ImageError, ImageFile};

/// Images that were dropped or opened together.
#[derive(Default)]
pub(super) struct Opening {
    now: Option<(PathBuf, Job<ImageFile>)>,
    next: VecDeque<PathBuf>,
    /// Whether one of them is part of the open scene, or the open scene.
    is_in: bool,
    /// Those that cannot join them, by their names.
    left: Vec<String>,
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

    /// One step further: an image that was read joins the scene when it lies in its folder. From elsewhere the first
    /// becomes a scene of its own, unless another one has joined before. Says whether one has joined.
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
        let Some((path, image)) = self.poll(ctx) else { return false };
        if !self.next.is_empty() {
            ctx.request_repaint();
        }
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
        self.now = Some((path, Job::start(ctx, move |progress| ImageFile::read_with(&name, &folder, progress))));
    }

    /// The image, once: when it was read, and nobody stopped that.
    fn poll(&mut self, ctx: &Context) -> Option<(PathBuf, Arc<ImageFile>)> {
        let (path, job) = self.now.take()?;
        match job.poll(ctx) {
            Poll::Pending => {
                self.now = Some((path, job));
                None
            }
            Poll::Ready(read) => {
                let is_wanted = |image: &ImageFile| !matches!(image.bitmap(), Err(ImageError::Cancelled(_)));
                let wanted = read.filter(is_wanted);
                if wanted.is_none() {
                    // Who stops one of several wants none of the rest.
                    self.next.clear();
                }
                Some((path, Arc::new(wanted?)))
            }
        }
    }

    /// How far it is.
    pub(super) fn show(&self, ctx: &Context) {
        let Some((path, job)) = &self.now else { return };
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
                job.bar(ui, "");
            });
        });
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
