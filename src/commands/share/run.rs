//! The arguments of the command, and its run.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::content::{Choice, Shared, shared};
use crate::commands::exit::COULD_NOT_RUN;
use crate::commands::message::print_message;
use crate::commands::output;
use crate::commands::scene_args::SceneArgs;
use crate::files::{FileKind, Inputs, OpenCourse, is_course};
use crate::share::{PageProgram, Site, is_our_page, write_page};

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct ShareArgs {
    /// The scene, level, tree or image. With --site also several, folders with scenes, and courses (`course.json`).
    #[arg(required = true, value_name = "SCENE")]
    pub scenes: Vec<PathBuf>,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// Write the page to this file, or to standard output (`-`). Without it, `SCENE.html` in the current folder.
    #[arg(short, long, value_name = "FILE.html", conflicts_with = "site")]
    pub output: Option<PathBuf>,
    /// Write a folder for a web server: an index, a page for each scene, and the program once.
    #[arg(long, value_name = "DIR")]
    pub site: Option<PathBuf>,
    /// The title of the index of a site.
    #[arg(long, value_name = "TEXT", requires = "site")]
    pub title: Option<String>,
    /// The scene cannot be changed in the page.
    #[arg(long)]
    pub read_only: bool,
    /// The names that are selected first, separated by commas: such as `guard,crate`. Default: what the scene selects.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub select: Vec<String>,
    /// The tick that is shown first. Default: the one with which the scene opens.
    #[arg(long, value_name = "N")]
    pub tick: Option<u64>,
    /// The step of the lesson that is shown first, or 0 for the scene without its lesson. Default: the first.
    #[arg(long, value_name = "N")]
    pub lesson: Option<u32>,
}

impl ShareArgs {
    fn choice(&self) -> Choice<'_> {
        Choice { read_only: self.read_only, select: &self.select, tick: self.tick, lesson: self.lesson }
    }
}

/// Writes the page, or the site.
///
/// # Errors
/// When there is no window for browsers, when a scene cannot be read, when a name is unknown, when there is no OpenGL, or when a
/// file cannot be written. A single page is then unchanged.
pub fn run(args: &ShareArgs) -> anyhow::Result<ExitCode> {
    let program = PageProgram::find()?;
    let is_complete = match (&args.site, &*args.scenes) {
        (Some(folder), scenes) => site(args, scenes, folder, &program)?,
        (None, [scene]) => page(args, scene, &program)?,
        (None, _) => anyhow::bail!("a page shows one scene; give --site DIR for a page of each"),
    };
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(COULD_NOT_RUN) })
}

fn page(args: &ShareArgs, scene: &Path, program: &PageProgram) -> anyhow::Result<bool> {
    anyhow::ensure!(!is_course(scene), "{} is a course; give --site DIR for a page of each lesson", scene.display());
    output::refuse_input(&Inputs::file(scene), args.output.as_deref())?;
    let Shared { content, inputs, is_complete } = shared(scene, &args.read, &args.choice())?;
    let file = match &args.output {
        Some(file) => {
            output::refuse_input(&inputs, Some(file))?;
            file.clone()
        }
        None => output::by_default(default_name(scene), &inputs, is_our_page)?,
    };
    output::stream(Some(&file), |out| write_page(&content, program, out))?;
    if args.output.is_none() {
        print_message(&format!("wrote {}", file.display()));
    }
    Ok(is_complete)
}

fn site(args: &ShareArgs, scenes: &[PathBuf], folder: &Path, program: &PageProgram) -> anyhow::Result<bool> {
    let Contents { title, about, scenes } = Contents::of(args, scenes)?;
    let unwritable = || format!("cannot write {}", folder.display());
    let mut site = Site::begin(folder, program).with_context(unwritable)?;
    let mut is_complete = true;
    for scene in &scenes {
        // A scene that cannot be read is left out, and the others have their pages.
        match shared(scene, &args.read, &args.choice()) {
            Ok(shared) => {
                let name = scene.file_stem().unwrap_or_default().to_string_lossy();
                site.add(&name, &shared.content, &args.read.budget()).with_context(unwritable)?;
                is_complete &= shared.is_complete;
            }
            Err(error) => {
                print_message(&format!("error: {error:#}"));
                is_complete = false;
            }
        }
    }
    let count = site.finish(&title, &about).with_context(unwritable)?;
    let pages = if count == 1 { "page" } else { "pages" };
    print_message(&format!("wrote {count} {pages} to {}; a web server is needed to open them", folder.display()));
    Ok(is_complete)
}

/// What a site has.
struct Contents {
    title: String,
    about: String,
    scenes: Vec<PathBuf>,
}

impl Contents {
    fn of(args: &ShareArgs, given: &[PathBuf]) -> anyhow::Result<Self> {
        let mut contents = Self { title: "Scenes".to_owned(), about: String::new(), scenes: Vec::new() };
        for path in given {
            if path.is_dir() {
                contents.add_folder(path)?;
            } else if is_course(path) {
                let course = OpenCourse::open(path, &args.read.options()?)?;
                for lesson in &course.lessons {
                    contents.scenes.push(lesson.path.as_ref().map_err(Clone::clone)?.clone());
                }
                (contents.title, contents.about) = (course.title.clone(), course.about.clone());
            } else {
                contents.scenes.push(path.clone());
            }
        }
        anyhow::ensure!(!contents.scenes.is_empty(), "there is no scene to share");
        if let Some(title) = &args.title {
            contents.title.clone_from(title);
        }
        Ok(contents)
    }

    /// The scenes in a folder, by name.
    fn add_folder(&mut self, folder: &Path) -> anyhow::Result<()> {
        let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
        let mut found: Vec<PathBuf> =
            entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_scene(path)).collect();
        found.sort();
        self.scenes.append(&mut found);
        Ok(())
    }
}

/// Whether a file in a folder is a scene: its text has the key `eyeline`.
fn is_scene(path: &Path) -> bool {
    let is_json = path.extension().is_some_and(|ending| ending == "json");
    is_json
        && FileKind::of(path) == FileKind::Scene
        && std::fs::read_to_string(path).is_ok_and(|text| text.contains("\"eyeline\""))
}

fn default_name(scene: &Path) -> PathBuf {
    PathBuf::from(scene.file_name().unwrap_or_default()).with_extension("html")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::parsed;

    #[test]
    fn arguments_are_read() {
        let args: ShareArgs =
            parsed(&["share", "a.json", "-o", "b.html", "--select", "guard,crate", "--tick", "3"]).unwrap();
        assert_eq!((args.output.as_deref(), args.tick, args.read_only), (Some(Path::new("b.html")), Some(3), false));
        assert_eq!(args.select, ["guard", "crate"]);
        assert_eq!(default_name(Path::new("scenes/tour.json")), Path::new("tour.html"));
        let site: ShareArgs = parsed(&["share", "a.json", "b.json", "--site", "out", "--lesson", "2"]).unwrap();
        assert_eq!((site.scenes.len(), site.lesson), (2, Some(2)));
        for wrong in [
            &["share"][..],
            &["share", "a", "--lesson", "-1"],
            &["share", "a", "-o", "b", "--site", "c"],
            &["share", "a", "--title", "b"],
        ] {
            assert!(parsed::<ShareArgs>(wrong).is_err(), "{wrong:?}");
        }
    }
}
