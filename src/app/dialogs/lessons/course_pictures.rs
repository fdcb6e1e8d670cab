//! The small pictures of the lessons of a course: each scene as it opens, drawn one after another on a separate thread when its card
//! is first seen.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::task::Poll;

use eframe::egui::{ColorImage, Context, TextureHandle, TextureOptions};
use image::RgbaImage;

use crate::app::kit::job::Job;
use crate::app::kit::theme;
use crate::files::open::open_file;
use crate::files::{Content, Files, Pace, Reading};
use crate::offscreen::{DepthAnswers, Moment, PictureOptions};
use crate::opacity::Progress;
use crate::picture::Palette;
use crate::render::PixelWork;
use crate::world::Recording;

/// Size of a picture in pixels: twice that of a card.
const SIZE: [u32; 2] = [432, 243];

/// The pictures that were drawn; `None` for a scene that cannot be drawn.
#[derive(Default)]
pub(super) struct CoursePictures {
    drawn: HashMap<PathBuf, Option<TextureHandle>>,
    running: Option<(PathBuf, Job<Option<RgbaImage>>)>,
}

impl CoursePictures {
    /// The picture of a scene. `None` while it is not drawn, and for a scene that cannot be drawn.
    pub(super) fn texture(&mut self, ctx: &Context, path: &Path, fresh: &(Files, Reading)) -> Option<&TextureHandle> {
        self.take_drawn(ctx);
        if self.running.is_none() && !self.drawn.contains_key(path) {
            let (file, (files, reading), palette) = (path.to_owned(), fresh.clone(), theme::palette(ctx));
            let job = Job::start(ctx, move |progress| draw(&file, files, &reading, &palette, progress).ok());
            self.running = Some((path.to_owned(), job));
        }
        self.drawn.get(path)?.as_ref()
    }

    fn take_drawn(&mut self, ctx: &Context) {
        let Some((path, job)) = self.running.take() else { return };
        match job.poll(ctx) {
            Poll::Pending => self.running = Some((path, job)),
            Poll::Ready(found) => {
                let texture = found.flatten().and_then(|image| {
                    let size = [usize::try_from(image.width()).ok()?, usize::try_from(image.height()).ok()?];
                    let picture = ColorImage::from_rgba_unmultiplied(size, image.as_raw());
                    Some(ctx.load_texture(path.display().to_string(), picture, TextureOptions::LINEAR))
                });
                self.drawn.insert(path, texture);
            }
        }
    }
}

/// Draws a scene as it opens, without labels: they would be too small to be read. A lesson that begins with a question is drawn without
/// answers.
fn draw(
    path: &Path,
    files: Files,
    reading: &Reading,
    palette: &Palette,
    progress: &Progress,
) -> anyhow::Result<RgbaImage> {
    let reading = Reading { pace: Pace::AtOnce, ..reading.clone() };
    let loaded = open_file(path, files, &reading, progress)?;
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    let _pixels = PixelWork::Draw.reserve(&loaded.files.budget, SIZE)?;
    let tick = loaded.scene.opens_at;
    let moment = if loaded.scene.lesson.iter().any(|step| step.ask.is_some()) {
        Moment::without_answers(content, tick, None)?
    } else {
        let mut depth = DepthAnswers::of(&loaded.scene);
        Moment::of(&mut Recording::of(content), content, tick, None, &mut depth)?
    };
    let options = PictureOptions { is_clean: true, ..PictureOptions::new(SIZE, palette) };
    Ok(moment.picture(None, 0.0, &options)?.0)
}
