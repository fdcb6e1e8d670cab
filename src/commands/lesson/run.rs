//! The arguments of the command, and its run.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::page::{LessonParts, MARK, of_course, of_lesson};
use super::stills::Stills;
use crate::commands::exit::COULD_NOT_RUN;
use crate::commands::load::{inputs, load, within_reach};
use crate::commands::message::print_message;
use crate::commands::output;
use crate::commands::scene_args::SceneArgs;
use crate::files::{Content, Inputs, Loaded, OpenCourse, is_course};
use crate::offscreen::DepthAnswers;
use crate::report::lesson;
use crate::world::World;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct LessonArgs {
    /// The scene file with the lesson, or the file of a course: `course.json`.
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
/// When the scene or a lesson of the course cannot be read, when a scene has no lesson, when there is no OpenGL, or when the page
/// cannot be written. The file is then unchanged.
pub fn run(args: &LessonArgs) -> anyhow::Result<ExitCode> {
    output::refuse_input(&Inputs::file(&args.scene), args.output.as_deref())?;
    let mut page = Page { args, inputs: Inputs::file(&args.scene), is_complete: true };
    let html = if is_course(&args.scene) { page.of_course()? } else { page.of_scene()? };
    let file = match &args.output {
        Some(file) => {
            output::refuse_input(&page.inputs, Some(file))?;
            file.clone()
        }
        None => output::by_default(default_name(&args.scene), &page.inputs, is_our_page)?,
    };
    output::deliver(html.as_bytes(), Some(&file))?;
    if args.output.is_none() {
        print_message(&format!("wrote {}", file.display()));
    }
    Ok(if page.is_complete { ExitCode::SUCCESS } else { ExitCode::from(COULD_NOT_RUN) })
}

/// A page while it is made.
struct Page<'a> {
    args: &'a LessonArgs,
    /// All files that were read.
    inputs: Inputs,
    /// Whether every file was read and every query was answered.
    is_complete: bool,
}

impl Page<'_> {
    fn of_scene(&mut self) -> anyhow::Result<String> {
        let path = &self.args.scene;
        let loaded = load(path, &self.args.read)?;
        anyhow::ensure!(
            !loaded.scene.lesson.is_empty(),
            "{} has no lesson; add `\"lesson\": [{{ \"say\": \"…\" }}]`",
            path.display()
        );
        Ok(of_lesson(&self.parts(path, &loaded)?, !self.args.no_answers))
    }

    /// A lesson that cannot be read is an error, because a page without it would look complete.
    fn of_course(&mut self) -> anyhow::Result<String> {
        let course = OpenCourse::open(&self.args.scene, &self.args.read.options()?)?;
        let mut lessons = Vec::with_capacity(course.lessons.len());
        for lesson in &course.lessons {
            let path = lesson.path.as_ref().map_err(Clone::clone)?;
            let loaded = load(path, &self.args.read)?;
            lessons.push(self.parts(path, &loaded)?);
        }
        Ok(of_course(&course.title, &course.about, &lessons, !self.args.no_answers))
    }

    fn parts(&mut self, path: &Path, loaded: &Loaded) -> anyhow::Result<LessonParts> {
        self.inputs =
            inputs(path, loaded, &self.args.read)?.files().iter().fold(self.inputs.clone(), |all, one| all.and(one));
        let scene = &loaded.scene;
        let last =
            (0..scene.lesson.len()).map(|step| lesson::tick_of_step(scene, &scene.lesson, step)).max().unwrap_or(0);
        within_reach(scene, last)?;
        let content = Content { scene, files: &loaded.files };
        let mut depth = DepthAnswers::of(scene);
        let mut ask = |world: &World| depth.answers(world);
        let answers = lesson::of_steps(content, &scene.lesson, 0..scene.lesson.len(), &mut ask);
        let parts = LessonParts::of(content, &answers, &Stills::new(content))?;
        let is_unanswered = crate::commands::depth::print_errors(depth.unanswered(), scene, path);
        self.is_complete &= !is_unanswered && loaded.faults.is_empty();
        Ok(parts)
    }
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
