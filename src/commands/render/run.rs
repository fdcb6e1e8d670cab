//! Draws the scene to a file: one picture, a moving one, or the whole window.

use super::args::RenderArgs;
use super::moving;
use super::still::{picture, question, write};
use super::window::{WindowView, window};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::commands::exit::{COULD_NOT_RUN, exit_code};
use crate::commands::load::{inputs, load, within_reach};
use crate::commands::message::print_message;
use crate::commands::{depth, output, unanswered};
use crate::escape;
use crate::files::{Content, Inputs, Reading};
use crate::offscreen::{Movie, PictureOptions};
use crate::picture::{DrawOptions, Selected};
use crate::render::RenderError;
use crate::scene::{Scene, SceneError};
use crate::source::text::path_in_message;
use crate::world::World;

/// Draws the scene to a file, and prints the default file name when none was given.
///
/// # Errors
/// When the scene cannot be read, a name is unknown, there is no OpenGL, or the file cannot be written. The file is
/// then unchanged.
pub fn run(args: &RenderArgs) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.output {
        if args.is_moving() {
            moving::output(file)?;
        } else {
            output::expect_picture_name(file)?;
        }
        output::refuse_input(&Inputs::file(&args.scene), Some(file))?;
    }
    let mut loaded = load(&args.scene, &args.read)?;
    let inputs = inputs(&args.scene, &loaded, &args.read)?;
    let file = match &args.output {
        Some(file) => {
            output::refuse_input(&inputs, Some(file))?;
            file.clone()
        }
        None if args.is_moving() => output::clip_by_default(default_name(&args.scene, "gif"), &inputs)?,
        None => output::picture_by_default(default_name(&args.scene, "png"), &inputs)?,
    };
    let mut code = exit_code(&loaded);
    let tick = args.tick_of(&loaded.scene);
    let last_tick = args.ticks.map_or(tick, |ticks| ticks.last);
    within_reach(&loaded.scene, last_tick)?;
    if !args.select.is_empty() {
        Selected::on(&World::at(&loaded.scene, &loaded.files, tick), &args.select)?;
        loaded.scene.select.clone_from(&args.select);
    }
    let scene = loaded.scene.clone();
    if args.mistaken && !has_mistake(&scene) {
        anyhow::bail!(
            "no camera or ray of {} has a `mistake`, so --mistaken has nothing to draw; `eyeline mistakes` lists the keys",
            path_in_message(&args.scene)
        );
    }
    let lost = unanswered::errors_at(last_tick, Content { scene: &scene, files: &loaded.files }, &args.scene);
    let size = [args.size.width, args.size.height];
    let usual = PictureOptions::new(size, args.theme.palette());
    let label_scale = args.label_scale.unwrap_or(usual.label_scale);
    let parts = DrawOptions { mistaken: args.mistaken, ..usual.parts };
    let options = PictureOptions { display: args.display, parts, label_scale, ..usual };
    let written = if let Some(frames) = args.frames(&scene)? {
        let content = Content { scene: &scene, files: &loaded.files };
        Movie::new(content, frames, args.camera.as_deref(), options)
            .and_then(|movie| moving::write(movie, &moving::output(&file)?, &inputs))
    } else if args.ui {
        let reading = Reading { options: args.read.options()?, ..Reading::default() };
        let scale = args.scale.unwrap_or(1.0);
        let view = WindowView {
            tick,
            camera: args.camera.as_deref(),
            panel: args.panel,
            size: args.size,
            scale,
            theme: args.theme,
            display: args.display,
            hides_answers: args.no_answer,
        };
        window(loaded, &args.scene, reading, &view).and_then(|drawn| write(drawn, &file))
    } else if args.no_answer {
        let content = Content { scene: &scene, files: &loaded.files };
        question(content, tick, args.camera.as_deref(), &options).and_then(|drawn| write(drawn, &file))
    } else {
        picture(&scene, &loaded.files, tick, args.camera.as_deref(), &options).and_then(|drawn| write(drawn, &file))
    };
    let unanswered_queries = written.map_err(|error| located(error, &args.scene))?;
    let is_lost = unanswered::print(&lost);
    if depth::print_errors(&unanswered_queries, &scene, &args.scene) || is_lost {
        code = ExitCode::from(COULD_NOT_RUN);
    }
    if args.output.is_none() {
        print_message(&format!("wrote {}", file.display()));
    }
    Ok(code)
}

/// Whether a camera or a ray asks for the answers of a known mistake.
fn has_mistake(scene: &Scene) -> bool {
    let of_cameras = scene.cameras.iter().any(|camera| camera.mistake.is_some());
    of_cameras || scene.rays.iter().any(|ray| ray.mistake.is_some())
}

/// The error of a picture that does not fit into the memory budget, as an error of the scene.
fn located(error: anyhow::Error, scene: &Path) -> anyhow::Error {
    match error.downcast::<RenderError>() {
        Ok(RenderError::Memory { what, over }) => {
            SceneError::over_budget(&scene.display().to_string(), &what, over).into()
        }
        Ok(error) => error.into(),
        Err(error) => error,
    }
}

/// The default name of the picture: the scene's name with another extension, in the working folder.
fn default_name(scene: &Path, extension: &str) -> PathBuf {
    let mut name = escape::os_name(scene.file_stem().unwrap_or_default());
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}
