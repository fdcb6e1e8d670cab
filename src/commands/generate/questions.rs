//! A scene with a quiz, or a copy of a given scene with a quiz about it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::args::GenerateArgs;
use crate::commands::exit::exit_code;
use crate::commands::load::{inputs, load, within_reach};
use crate::commands::message::print_message;
use crate::commands::output;
use crate::files::{Content, Inputs};
use crate::offscreen::DepthAnswers;
use crate::quiz::{GENERATED_SECTIONS, QUIZ_SECTIONS, QuizRequest, quiz, quiz_scene};
use crate::report::Section;
use crate::scene::{Scene, write};
use crate::world::World;

/// The sections about which a new scene asks, unless others are chosen: those that need no OpenGL.
const BY_DEFAULT: [Section; 3] = [Section::Frusta, Section::Rays, Section::Octree];

pub(super) fn run(args: &GenerateArgs, count: u64) -> anyhow::Result<ExitCode> {
    match &args.scene {
        Some(scene) => about_scene(args, scene, count),
        None => new_scene(args, count),
    }
}

fn new_scene(args: &GenerateArgs, count: u64) -> anyhow::Result<ExitCode> {
    let request = request(args, count, &BY_DEFAULT)?;
    if let Some(other) = request.sections.iter().find(|section| !GENERATED_SECTIONS.contains(section)) {
        let known = GENERATED_SECTIONS.map(Section::word).join(", ");
        anyhow::bail!(
            "a new scene has no questions about `{}`, only about {known}; give a scene that has such answers with --scene",
            other.word()
        );
    }
    let scene = quiz_scene(&request, &mut |scene, world| DepthAnswers::of(scene).answers(world));
    deliver(args, &scene, count)?;
    Ok(ExitCode::SUCCESS)
}

fn about_scene(args: &GenerateArgs, path: &Path, count: u64) -> anyhow::Result<ExitCode> {
    output::refuse_input(&Inputs::file(path), args.output.as_deref())?;
    let request = request(args, count, &QUIZ_SECTIONS)?;
    let loaded = load(path, &args.read)?;
    let inputs = inputs(path, &loaded, &args.read)?;
    output::refuse_input(&inputs, args.output.as_deref())?;
    let has_files = inputs.files().len() > 1;
    if let Some(file) = output::in_file(args.output.as_deref()).filter(|_| has_files) {
        let folder = |path: &Path| path.parent().map_or_else(PathBuf::new, Path::to_owned).canonicalize().ok();
        anyhow::ensure!(
            folder(&absolute(file)) == folder(&absolute(path)),
            "{} names other files by paths from its own folder; write the copy into the same folder",
            path.display()
        );
    }
    let mut scene = loaded.scene.clone();
    let tick = args.tick.unwrap_or(scene.opens_at);
    within_reach(&scene, tick)?;
    let mut depth = DepthAnswers::of(&loaded.scene);
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    scene.lesson = quiz(content, tick, &request, &mut |world: &World| depth.answers(world));
    deliver(args, &scene, count)?;
    Ok(exit_code(&loaded))
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn request(args: &GenerateArgs, count: u64, all: &[Section]) -> anyhow::Result<QuizRequest> {
    let sections = if args.about.is_empty() { all.to_vec() } else { args.about.clone() };
    if let Some(other) = sections.iter().find(|section| !QUIZ_SECTIONS.contains(section)) {
        let known = QUIZ_SECTIONS.map(Section::word).join(", ");
        anyhow::bail!("no questions are made about `{}`; there are questions about {known}", other.word());
    }
    Ok(QuizRequest { count: usize::try_from(count)?, seed: args.seed, sections })
}

/// Writes the scene, and a note when it has fewer questions.
fn deliver(args: &GenerateArgs, scene: &Scene, count: u64) -> anyhow::Result<()> {
    let made = scene.lesson.len() as u64;
    anyhow::ensure!(
        made > 0,
        "the scene has no answer that is clear enough for a question; choose other sections with --about"
    );
    output::deliver(write(scene).as_bytes(), args.output.as_deref())?;
    if made < count {
        let text = "the scene has too few clear answers to ask for each answer equally often";
        print_message(&format!("note: {made} of {count} questions were made: {text}"));
    }
    Ok(())
}
