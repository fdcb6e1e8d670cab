//! What the page of a scene shows.

use std::io::Cursor;
use std::path::Path;

use anyhow::Context;
use image::codecs::jpeg::JpegEncoder;
use pulldown_cmark::{Event, Parser, TagEnd};

use crate::commands::load::{inputs, load, within_reach};
use crate::commands::scene_args::SceneArgs;
use crate::escape;
use crate::files::{Content, Inputs, Loaded};
use crate::offscreen::{DepthAnswers, Moment, PictureOptions};
use crate::picture::{Palette, explanations_as_text};
use crate::render::PixelWork;
use crate::report::explain;
use crate::report::lesson::tick_of_step;
use crate::scene::{LAST_TICK, Scene};
use crate::share::{PageContent, PageStart};
use crate::world::{Recording, World};

/// The size of the picture before the window starts, pixels.
const SIZE: [u32; 2] = [1280, 720];
/// The quality of the picture, as JPEG has it: no artefacts at labels.
const QUALITY: u8 = 90;
/// The longest description, characters.
const LONGEST: usize = 240;

/// What is seen first.
#[derive(Clone, Copy)]
pub(in crate::commands) struct Choice<'a> {
    pub(in crate::commands) read_only: bool,
    pub(in crate::commands) select: &'a [String],
    pub(in crate::commands) tick: Option<u64>,
    pub(in crate::commands) lesson: Option<u32>,
}

/// The page of a scene.
pub(in crate::commands) struct Shared {
    pub(in crate::commands) content: PageContent,
    /// The files that were read.
    pub(in crate::commands) inputs: Inputs,
    /// Whether every file was read.
    pub(in crate::commands) is_complete: bool,
}

/// Reads a scene, prints its errors and warnings, and draws its picture.
pub(super) fn shared(path: &Path, read: &SceneArgs, choice: &Choice) -> anyhow::Result<Shared> {
    shared_of(path, &load(path, read)?, read, choice)
}

/// The page of a scene that was read. Draws its picture.
///
/// # Errors
/// When a name is unknown or has no answer, when there is no such step or tick, or when the picture cannot be drawn.
pub(in crate::commands) fn shared_of(
    path: &Path,
    loaded: &Loaded,
    read: &SceneArgs,
    choice: &Choice,
) -> anyhow::Result<Shared> {
    let inputs = inputs(path, loaded, read)?;
    let of_path = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let title = if loaded.scene.title.is_empty() { of_path() } else { loaded.scene.title.clone() };
    let description = description(&loaded.scene, &title);
    let lesson = lesson_step(&loaded.scene, choice.lesson)?;
    let of_step = lesson.map(|step| tick_of_step(&loaded.scene, &loaded.scene.lesson, step));
    let tick = choice.tick.or(of_step).unwrap_or(loaded.scene.opens_at);
    anyhow::ensure!(tick <= LAST_TICK, "tick {tick} is too late: the last tick is {LAST_TICK}");
    within_reach(&loaded.scene, tick)?;
    let step = lesson.map(|step| &loaded.scene.lesson[step]);
    let select = match step.map(|step| &step.select).filter(|select| !select.is_empty() && choice.select.is_empty()) {
        Some(select) => select.clone(),
        None if choice.select.is_empty() => loaded.scene.select.clone(),
        None => choice.select.to_vec(),
    };
    let scene = Scene { select, title: String::new(), ..loaded.scene.clone() };
    let content = Content { scene: &scene, files: &loaded.files };
    // The page of a question does not show its answer.
    let asks = step.is_some_and(|step| step.ask.is_some());
    let camera = step.and_then(|step| step.camera.as_deref());
    let moment = if asks {
        Moment::without_answers(content, tick, camera)?
    } else {
        Moment::of(&mut Recording::of(content), content, tick, camera, &mut DepthAnswers::of(&scene))?
    };
    let picture = picture(&moment, loaded)?;
    let words =
        if asks { String::new() } else { words(&World::at(&scene, &loaded.files, tick), &scene.select, choice)? };
    let files = PageContent::place(&inputs.all());
    let start = PageStart { link: link(choice), is_read_only: choice.read_only };
    let content = PageContent { title, description, files, picture, words, start };
    Ok(Shared { content, inputs, is_complete: loaded.faults.is_empty() })
}

/// The step of the lesson that is shown first, as an index.
fn lesson_step(scene: &Scene, wanted: Option<u32>) -> anyhow::Result<Option<usize>> {
    let count = scene.lesson.len();
    let number = match wanted {
        None => return Ok((count > 0).then_some(0)),
        Some(0) => return Ok(None),
        Some(number) => number,
    };
    let index = usize::try_from(number)?.checked_sub(1).filter(|index| *index < count);
    let steps = if count == 1 { "step" } else { "steps" };
    index.map(Some).with_context(|| format!("there is no step {number}: the lesson has {count} {steps}"))
}

/// The same in the address of the page.
fn link(choice: &Choice) -> String {
    let names: Vec<String> = choice.select.iter().map(|name| escape::address(name)).collect();
    let parts = [
        choice.lesson.map(|number| format!("lesson={number}")),
        (!names.is_empty()).then(|| format!("select={}", names.join(","))),
        choice.tick.map(|tick| format!("tick={tick}")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("&")
}

fn picture(moment: &Moment, loaded: &Loaded) -> anyhow::Result<Vec<u8>> {
    let _pixels = PixelWork::Draw.reserve(&loaded.files.budget, SIZE)?;
    let (image, _) = moment.picture(None, 0.0, &PictureOptions::new(SIZE, &Palette::DARK))?;
    let mut bytes = Cursor::new(Vec::new());
    JpegEncoder::new_with_quality(&mut bytes, QUALITY).encode_image(&image::DynamicImage::from(image).into_rgb8())?;
    Ok(bytes.into_inner())
}

/// The selected answer with its steps. Empty when nothing is selected.
fn words(world: &World, names: &[String], choice: &Choice) -> anyhow::Result<String> {
    let Some(first) = names.first() else { return Ok(String::new()) };
    let subjects = match explain::subjects(world, first, names.get(1).map(String::as_str)) {
        Ok(subjects) => subjects,
        // What a scene selects may have no explanation.
        Err(_) if choice.select.is_empty() => return Ok(String::new()),
        Err(error) => return Err(error.into()),
    };
    let explained: Vec<_> = subjects.into_iter().filter_map(|subject| explain::explain(world, subject)).collect();
    Ok(if explained.is_empty() { String::new() } else { explanations_as_text(&explained) })
}

/// The first paragraph of the text about a scene, without Markdown.
fn description(scene: &Scene, title: &str) -> String {
    let mut text = String::new();
    for event in Parser::new(&scene.about) {
        match event {
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::End(TagEnd::Heading(_)) => text.clear(),
            Event::End(TagEnd::Paragraph) => break,
            _ => {}
        }
    }
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        _ if text.is_empty() => title.to_owned(),
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_is_the_first_paragraph_as_text() {
        let of = |about: &str| description(&Scene { about: about.to_owned(), ..Scene::empty() }, "Title");
        assert_eq!(of(""), "Title");
        assert_eq!(of("# A\n\nThe *crate* is `out`\nof view.\n\nMore."), "The crate is out of view.");
        assert_eq!(of("a <b>c</b>"), "a c");
        assert_eq!(of(&"x".repeat(500)).chars().count(), LONGEST + 1);
    }

    #[test]
    fn names_in_links_are_encoded() {
        let select = ["a,b".to_owned(), "é".to_owned()];
        let choice = Choice { read_only: false, select: &select, tick: Some(3), lesson: Some(2) };
        assert_eq!(link(&choice), "lesson=2&select=a%2Cb,%C3%A9&tick=3");
    }
}
