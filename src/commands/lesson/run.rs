//! The arguments of the command, and its run.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::page::{MARK, page};
use super::stills::Stills;
use crate::commands::exit::COULD_NOT_RUN;
use crate::commands::load::{inputs, load, within_reach};
use crate::commands::message::print_message;
use crate::commands::output;
use crate::commands::scene_args::SceneArgs;
use crate::files::{Content, Inputs};
use crate::offscreen::DepthAnswers;
use crate::report::lesson;
use crate::world::World;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct LessonArgs {
    /// The scene file with the lesson.
    pub scene: PathBuf,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write the page to this file, or to standard output (`-`). Without it, `SCENE.html` in the current folder.
    #[arg(short, long, value_name = "FILE.html")]
    pub output: Option<PathBuf>,
    /// Leave out the page with the right answers and the solutions.
    #[arg(long)]
    pub no_answers: bool,
}

/// Writes the page.
///
/// # Errors
/// When the scene cannot be read or has no lesson, when there is no OpenGL, or when the page cannot be written. The file is then
/// unchanged.
pub fn run(args: &LessonArgs) -> anyhow::Result<ExitCode> {
    output::refuse_input(&Inputs::file(&args.scene), args.output.as_deref())?;
    let loaded = load(&args.scene, &args.read)?;
    let inputs = inputs(&args.scene, &loaded, &args.read)?;
    let scene = &loaded.scene;
    anyhow::ensure!(
        !scene.lesson.is_empty(),
        "{} has no lesson; add `\"lesson\": [{{ \"say\": \"…\" }}]`",
        args.scene.display()
    );
    let file = match &args.output {
        Some(file) => {
            output::refuse_input(&inputs, Some(file))?;
            file.clone()
        }
        None => output::by_default(default_name(&args.scene), &inputs, is_our_page)?,
    };
    let last = (0..scene.lesson.len()).map(|step| lesson::tick_of_step(scene, step)).max().unwrap_or(0);
    within_reach(scene, last)?;
    let content = Content { scene, files: &loaded.files };
    let mut depth = DepthAnswers::of(scene);
    let mut ask = |world: &World| depth.answers(world);
    let answers = lesson::of_steps(content, 0..scene.lesson.len(), &mut ask);
    let stills = Stills::new(content);
    let html = page(content, &answers, &stills, !args.no_answers)?;
    output::deliver(html.as_bytes(), Some(&file))?;
    if args.output.is_none() {
        print_message(&format!("wrote {}", file.display()));
    }
    let is_unanswered = crate::commands::depth::print_errors(depth.unanswered(), scene, &args.scene);
    Ok(if is_unanswered || !loaded.faults.is_empty() { ExitCode::from(COULD_NOT_RUN) } else { ExitCode::SUCCESS })
}

fn default_name(scene: &Path) -> PathBuf {
    PathBuf::from(scene.file_name().unwrap_or_default()).with_extension("html")
}

/// Whether a file is a page that this command wrote.
fn is_our_page(file: &Path) -> bool {
    std::fs::read(file).is_ok_and(|bytes| bytes.windows(MARK.len()).any(|window| window == MARK.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::parsed;

    #[test]
    fn arguments_are_read() {
        let args: LessonArgs = parsed(&["lesson", "a.json", "-o", "b.html", "--no-answers"]).unwrap();
        assert_eq!((args.output.as_deref(), args.no_answers), (Some(Path::new("b.html")), true));
        assert_eq!(default_name(Path::new("scenes/tour.json")), Path::new("tour.html"));
        assert!(parsed::<LessonArgs>(&["lesson"]).is_err());
    }
}
