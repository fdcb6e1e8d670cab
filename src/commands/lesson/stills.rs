//! The pictures of the steps.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::files::Content;
use crate::offscreen::{DepthAnswers, Moment, PictureOptions};
use crate::picture::Palette;
use crate::render::{Headless, PixelWork, to_png_by};
use crate::report::lesson::tick_of_step;
use crate::scene::{CheckPanel, LessonStep, OpenedPart, Scene};
use crate::world::Recording;

/// The size of a picture in pixels: sharp on a printed page that is 17 cm wide.
const SIZE: [u32; 2] = [1120, 630];

/// Draws the steps of a lesson.
pub(super) struct Stills<'a> {
    content: Content<'a>,
}

impl<'a> Stills<'a> {
    pub(super) fn new(content: Content<'a>) -> Self {
        Self { content }
    }

    /// The picture of a step as the address of a PNG in a page. The picture of a step with a question has no answers.
    ///
    /// # Errors
    /// When the camera has no view, the budget has no room for the pixels, or there is no OpenGL.
    pub(super) fn of_step(&self, index: usize) -> anyhow::Result<String> {
        let scene = self.content.scene;
        let Some(step) = scene.lesson.get(index) else { anyhow::bail!("there is no step {}", index + 1) };
        self.picture(step, tick_of_step(scene, &scene.lesson, index))
    }

    /// The picture of the scene as it opens.
    ///
    /// # Errors
    /// As [`Self::of_step`].
    pub(super) fn as_it_opens(&self) -> anyhow::Result<String> {
        self.picture(&LessonStep::default(), self.content.scene.opens_at)
    }

    fn picture(&self, step: &LessonStep, tick: u64) -> anyhow::Result<String> {
        let Content { scene, files } = self.content;
        let _pixels = PixelWork::Draw.reserve(&files.budget, SIZE)?;
        let select = if step.select.is_empty() { scene.select.clone() } else { step.select.clone() };
        let shown = Scene { select, title: String::new(), ..scene.clone() };
        let content = Content { scene: &shown, files };
        let camera = step.camera.as_deref();
        let moment = if step.ask.is_some() {
            Moment::without_answers(content, tick, camera)?
        } else {
            Moment::of(&mut Recording::of(content), content, tick, camera, &mut DepthAnswers::of(&shown))?
        };
        let opened = match step.open {
            Some(OpenedPart::Step(number)) => usize::try_from(number).ok().and_then(|number| number.checked_sub(1)),
            _ => None,
        };
        let opened = opened.filter(|step| *step < moment.step_count());
        let octree = step.open == Some(OpenedPart::Panel(CheckPanel::Octree));
        let options = PictureOptions { octree, ..PictureOptions::new(SIZE, &Palette::LIGHT) };
        let (image, _) = moment.picture(opened, 0.0, &options)?;
        let png = to_png_by(&image, &Headless::of_this_thread()?.renderer())?;
        Ok(format!("data:image/png;base64,{}", STANDARD.encode(png)))
    }
}
