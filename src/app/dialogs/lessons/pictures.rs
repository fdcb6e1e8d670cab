//! The small pictures of lessons as textures, each decoded when it is first seen.

use std::collections::HashMap;

use eframe::egui::{ColorImage, Context, TextureHandle, TextureOptions};

use crate::lessons::{self, Lesson};

/// The textures of the pictures that were seen.
#[derive(Default)]
pub(super) struct LessonPictures(HashMap<&'static str, Option<TextureHandle>>);

impl LessonPictures {
    /// The picture of a lesson. `None` when its file cannot be decoded.
    pub(super) fn texture(&mut self, ctx: &Context, lesson: &'static Lesson) -> Option<&TextureHandle> {
        self.0.entry(lesson.file).or_insert_with(|| load(ctx, lesson)).as_ref()
    }
}

fn load(ctx: &Context, lesson: &Lesson) -> Option<TextureHandle> {
    let picture = image::load_from_memory(&lessons::thumbnail(lesson)?).ok()?.to_rgb8();
    let (width, height) = picture.dimensions();
    let size = [usize::try_from(width).ok()?, usize::try_from(height).ok()?];
    let picture = ColorImage::from_rgb(size, &picture);
    Some(ctx.load_texture(format!("lesson {}", lesson.file), picture, TextureOptions::LINEAR))
}
