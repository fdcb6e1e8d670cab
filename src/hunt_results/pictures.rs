//! The picture of a fault's scene, and the steps of its right answer.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::files::{Content, Files};
use crate::offscreen::{DepthAnswers, Moment, PictureOptions};
use crate::picture::Palette;
use crate::render::{Headless, PixelWork, to_png_by};
use crate::report::explain::Explanation;
use crate::report::lesson::tick_of_step;
use crate::scene::{Scene, parse};
use crate::world::Recording;

/// The size of a picture in pixels.
const SIZE: [u32; 2] = [800, 450];

/// What the page shows of a fault.
pub(super) struct ShownFault {
    /// The picture as the address of a PNG in a page.
    pub(super) picture: String,
    /// The answer of this program in a sentence.
    pub(super) answer: String,
    /// The titles and outcomes of the steps.
    pub(super) steps: Vec<[String; 2]>,
    /// The step that decides.
    pub(super) deciding: Option<usize>,
}

/// The picture and the steps of a scene of this program; `None` when the scene cannot be drawn, such as one with numbers that have no view.
///
/// # Errors
/// When there is no OpenGL.
pub(super) fn picture_and_steps(text: &str) -> anyhow::Result<Option<ShownFault>> {
    let Ok(scene) = parse(text, "fault.json") else { return Ok(None) };
    let renderer = Headless::of_this_thread()?.renderer();
    let files = Files::default();
    let select = scene.lesson.first().map(|step| step.select.clone()).unwrap_or_default();
    let tick = tick_of_step(&scene, &scene.lesson, 0);
    let shown = Scene { select, title: String::new(), lesson: Vec::new(), ..scene };
    let content = Content { scene: &shown, files: &files };
    let Ok(_pixels) = PixelWork::Draw.reserve(&files.budget, SIZE) else { return Ok(None) };
    let recording = &mut Recording::of(content);
    let Ok(moment) = Moment::of(recording, content, tick, None, &mut DepthAnswers::of(&shown)) else { return Ok(None) };
    let Ok((image, _)) = moment.picture(None, 0.0, &PictureOptions::new(SIZE, &Palette::LIGHT)) else {
        return Ok(None);
    };
    let png = to_png_by(&image, &renderer)?;
    let explanation = moment.explanation();
    let steps = explanation.iter().flat_map(|explanation| &explanation.story.steps);
    Ok(Some(ShownFault {
        picture: format!("data:image/png;base64,{}", STANDARD.encode(png)),
        answer: explanation.map_or_else(String::new, |explanation| explanation.answer.clone()),
        steps: steps.map(|step| [step.title.clone(), step.outcome.clone()]).collect(),
        deciding: explanation.and_then(Explanation::deciding),
    }))
}
