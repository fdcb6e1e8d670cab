//! `eyeline explain`: the steps of one answer, as text or JSON.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::exit::{COULD_NOT_RUN, exit_code};
use super::explain_paths::PathArgs;
use super::explain_skin::SkinArgs;
use super::explain_why::{Drawn, DrawnJson, WhyArgs};
use super::load::{print_errors, within_reach};
use super::moment::{Seconds, tick_at};
use super::scene_args::SceneArgs;
use super::{explain_leak, explain_pairs, explain_paths, explain_skin, load, output, unanswered};
use crate::escape;
use crate::files::{Content, FileKind, Files, Loaded, Reading, session_as_scene};
use crate::offscreen::DepthAnswers;
use crate::picture::explanations_as_text;
use crate::report::explain::{self, Explanation, ExplanationJson};
use crate::report::sessions::{ComparisonChoice, PathFigures, explain_paths as explained_paths, path_figures};
use crate::scene::Folder;
use crate::source::error::SceneError;
use crate::source::options::ReadOptions;
use crate::world::World;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct ExplainArgs {
    /// The scene file.
    pub scene: PathBuf,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// The names of the items that the answer is about: a camera or ray with an object, two objects, two sessions, or a
    /// single item such as an agent. Of several sessions the first is the reference. Recordings are compared by their files:
    /// `explain TRUTH.txt A.txt B.txt`. Default: what the scene selects.
    #[arg(value_name = "NAME", num_args = 0..)]
    pub names: Vec<String>,
    /// The time, in ticks of the scene's clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
    /// The time in seconds, in place of the tick: the last tick that is not after it.
    #[arg(long, value_name = "SECONDS", conflicts_with = "tick")]
    pub time: Option<Seconds>,
    /// Which objects cause the most candidate pairs of the octree, why, and what to do.
    #[arg(long, conflicts_with = "names")]
    pub pairs: bool,
    /// Write JSON: the steps and, of recordings that are compared, all figures.
    #[arg(long, conflicts_with = "vanishes")]
    pub json: bool,
    /// Write to this file instead of standard output. An SVG or PNG becomes a plot of the errors of recordings that are compared,
    /// and the steps are still written to standard output. A `.pts` or `.lin` becomes the way of a leak, as map compilers write
    /// it: `.pts` has points along the way, `.lin` its corners from outside to inside, in coordinates of the scene.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Why a camera sees an object.
    #[command(flatten)]
    pub why: WhyArgs,
    /// What is chosen of the skin of an object.
    #[command(flatten)]
    pub skin: SkinArgs,
    /// How recorded paths are compared.
    #[command(flatten)]
    pub paths: PathArgs,
}

impl ExplainArgs {
    /// The file of the plot.
    fn plot(&self) -> Option<&Path> {
        output::in_file(self.output.as_deref()).filter(|file| explain_paths::is_plot(file))
    }

    /// The file of the text; `None` for standard output.
    fn text_file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|_| self.plot().is_none())
    }
}

/// What is written as JSON.
#[derive(serde::Serialize)]
struct Explained<'a> {
    eyeline_explanation: u32,
    tick: u64,
    explanations: Vec<ExplanationJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    figures: Option<PathFigures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<DrawnJson<'a>>,
}

/// Writes the steps of the answer to standard output. An object with a skin, in a scene with an octree, has two answers.
///
/// # Errors
/// When the scene cannot be read, or no answer is about these names.
pub fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let (loaded, mut names) = loaded(args)?;
    let tick = args.time.map_or(args.tick, |time| tick_at(time, &loaded.scene));
    let args = &ExplainArgs { tick, ..args.clone() };
    let mut inputs = load::inputs(&args.scene, &loaded, &args.read)?;
    if FileKind::of(&args.scene) == FileKind::Recording {
        // The others are named by their paths.
        inputs = args.names.iter().fold(inputs, |inputs, name| inputs.and(Path::new(name)));
    }
    output::refuse_input(&inputs, args.output.as_deref())?;
    within_reach(&loaded.scene, args.tick)?;
    let world = World::at(&loaded.scene, &loaded.files, args.tick);
    if names.is_empty() {
        names.clone_from(&loaded.scene.select);
    }
    let choice = args.paths.choice();
    let compared = explain_paths::compared(&world, &names)?;
    if compared.is_none() && choice != ComparisonChoice::default() {
        anyhow::bail!(
            "--align, --align-first, --delta, --max-difference and --offset are about recordings: name two or more"
        );
    }
    // With --drawn, a PNG is the picture of the camera.
    if !args.why.drawn {
        plot(args, &world, &names, compared.as_deref())?;
    }
    if args.skin.is_given() {
        if args.skin.vanishes {
            let mut text = escape::lines(&explain_skin::vanishes(&world, &names)?).into_owned();
            text.push('\n');
            output::deliver(text.as_bytes(), args.text_file())?;
        } else {
            deliver(args, &[explain_skin::chosen(&world, &names, &args.skin)?], Beside::default())?;
        }
        return Ok(done(&loaded, &names, args.tick));
    }
    if args.pairs {
        output::deliver(escape::lines(&explain_pairs::ranked(&world)?).as_bytes(), args.text_file())?;
        return Ok(done(&loaded, &names, args.tick));
    }
    if args.why.why {
        let subject = explain::why_seen(&world, &names)?;
        if let Some(reason) = subject.why_no_answer(&world) {
            anyhow::bail!(reason);
        }
        let explanation = explain::explain(&world, subject).context("there is nothing to explain")?;
        let drawn = args.why.drawn.then(|| Drawn::of(&world, &subject)).transpose()?;
        if let Some((drawn, file)) = drawn.as_ref().zip(args.plot()) {
            drawn.write_picture(file)?;
        }
        deliver(args, &[explanation], Beside { drawn, ..Beside::default() })?;
        return Ok(done(&loaded, &names, args.tick));
    }
    let Some(first) = names.first() else { anyhow::bail!(nothing_selected(&world, &args.scene)) };
    if let Some((to, format)) = args.output.as_deref().and_then(explain_leak::with_format) {
        explain_leak::write(&world, first, to, format)?;
        return Ok(done(&loaded, &names, args.tick));
    }
    let mut depth = DepthAnswers::of(&loaded.scene);
    if let [name] = &*names
        && let Some(explanation) = depth.explain(&world, name)
    {
        deliver(args, &[explanation?], Beside::default())?;
        return Ok(done(&loaded, &names, args.tick));
    }
    let mut explanations = Vec::new();
    if let Some(sessions) = compared.as_deref().filter(|sessions| sessions.len() > 2) {
        explanations.push(explained_paths(&world, sessions, &choice).context("there is nothing to explain")?);
    } else {
        for subject in explain::subjects(&world, first, names.get(1).map(String::as_str))? {
            if let Some(reason) = subject.why_no_answer(&world) {
                anyhow::bail!(reason);
            }
            let explanation = match &compared {
                Some(sessions) => explained_paths(&world, sessions, &choice),
                None => explain::explain(&world, subject),
            };
            explanations.push(explanation.context("there is nothing to explain")?);
        }
    }
    let figures = compared.as_deref().filter(|_| args.json);
    let figures = figures.and_then(|sessions| path_figures(&world, sessions, &choice));
    deliver(args, &explanations, Beside { figures, ..Beside::default() })?;
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    Ok(if unanswered::print_errors(&world, content, &args.scene) {
        ExitCode::from(COULD_NOT_RUN)
    } else {
        done(&loaded, &names, args.tick)
    })
}

/// What else is written than the steps.
#[derive(Default)]
struct Beside {
    figures: Option<PathFigures>,
    drawn: Option<Drawn>,
}

/// Writes the explanations as text or JSON.
fn deliver(args: &ExplainArgs, explanations: &[Explanation], beside: Beside) -> anyhow::Result<()> {
    let text = if args.json {
        let explanations_json = explanations.iter().map(ExplanationJson::of).collect();
        let Beside { figures, drawn } = beside;
        let drawn = drawn.as_ref().map(Drawn::json);
        let explained =
            Explained { eyeline_explanation: 1, tick: args.tick, explanations: explanations_json, figures, drawn };
        // Names in figures come from files.
        let mut escaped = Vec::new();
        for line in serde_json::to_string_pretty(&explained)?.lines() {
            escape::json(line, &mut escaped)?;
            escaped.push(b'\n');
        }
        escaped
    } else {
        let mut text = explanations_as_text(explanations);
        if let Some(drawn) = &beside.drawn {
            text.push('\n');
            text.push_str(&drawn.text());
        }
        text.into_bytes()
    };
    output::deliver(&text, args.text_file())
}

/// Writes the plot of recordings that are compared, when one is wanted.
fn plot(args: &ExplainArgs, world: &World, names: &[String], compared: Option<&[usize]>) -> anyhow::Result<()> {
    let Some(file) = args.plot() else { return Ok(()) };
    let mut choice = args.paths.choice();
    // A single session has the reference and the alignment of the scene.
    let own = || {
        let [name] = names else { return None };
        let session = world.sessions.iter().position(|session| *session.name == **name)?;
        let reference = world.sessions[session].reference.as_ref()?;
        Some((vec![world.sessions.iter().position(|other| other.id == reference.id)?, session], reference.freedom))
    };
    let sessions = match (compared, own()) {
        (Some(sessions), _) => sessions.to_vec(),
        (None, Some((sessions, freedom))) => {
            choice.align = Some(freedom);
            sessions
        }
        (None, None) => anyhow::bail!(
            "{} would be a plot, which shows the errors of recorded paths: name a reference and one or more recordings or \
             sessions; write the steps to a file with another name",
            file.display()
        ),
    };
    let bytes = explain_paths::plot(world, &sessions, &choice, file, &args.read.budget())?;
    output::deliver(&bytes, Some(file))
}

/// The message for a scene that selects nothing: what can be named.
fn nothing_selected(world: &World, scene: &Path) -> String {
    const MOST: usize = 5;
    let listed = |word: &str, names: &mut dyn Iterator<Item = &str>| {
        let names: Vec<&str> = names.collect();
        let mut first: Vec<String> = names.iter().take(MOST).map(|name| format!("`{name}`")).collect();
        if names.len() > MOST {
            first.push(format!("{} more", names.len() - MOST));
        }
        (!first.is_empty()).then(|| format!("\n  {word}: {}", first.join(", ")))
    };
    let World { cameras, rays, objects, images, agents, occlusion, sessions, taps, cuts, leaks, colliders, .. } = world;
    let lists = [
        listed("cameras", &mut cameras.iter().map(|one| &*one.name)),
        listed("rays", &mut rays.iter().map(|one| &*one.name)),
        listed("objects", &mut objects.iter().map(|one| &*one.name)),
        listed("images", &mut images.iter().map(|one| &*one.name)),
        listed("agents", &mut agents.iter().map(|one| &*one.name)),
        listed("occlusion queries", &mut occlusion.iter().map(|one| &*one.name)),
        listed("sessions", &mut sessions.iter().map(|one| &*one.name)),
        listed("taps", &mut taps.iter().map(|one| &*one.name)),
        listed("cuts", &mut cuts.iter().map(|one| &*one.name)),
        listed("leaks", &mut leaks.iter().map(|one| &*one.name)),
        listed("colliders", &mut colliders.iter().map(|one| &*one.name)),
    ];
    let names: String = lists.into_iter().flatten().collect();
    let scene = scene.display();
    if names.is_empty() {
        return format!("{scene} selects nothing, and has nothing to explain");
    }
    format!(
        "{scene} selects nothing: name a camera or a ray with an object, a ray with an image, two objects or sessions, or a \
         single item{names}"
    )
}

/// The scene, and the names of what is explained. Recordings that are compared are a scene with all of them.
fn loaded(args: &ExplainArgs) -> anyhow::Result<(Loaded, Vec<String>)> {
    let is_recording = |path: &Path| FileKind::of(path) == FileKind::Recording;
    let others: Vec<&Path> = args.names.iter().map(Path::new).collect();
    if others.is_empty() || !is_recording(&args.scene) || !others.iter().all(|other| is_recording(other)) {
        return Ok((load::load(&args.scene, &args.read)?, args.names.clone()));
    }
    let options = args.read.options()?;
    let folder_within = |options: &ReadOptions| {
        Folder::of_file(&args.scene, options)
            .map_err(|error| anyhow::anyhow!("{}: {error}; {}", args.scene.display(), error.help()))
    };
    let (folder, file) = folder_within(&options)?;
    let is_outside = others.iter().any(|other| folder.name_of(other).is_none());
    let (options, folder, file) = match common_folder(&args.scene, &others) {
        // All files are named by the user. Without `--root` they may be in any folders.
        Some(root) if options.root.is_none() && is_outside => {
            let options = ReadOptions { root: Some(root.into()), ..options };
            let (folder, file) = folder_within(&options)?;
            (options, folder, file)
        }
        _ => (options, folder, file),
    };
    let mut all = vec![file];
    for other in others {
        all.push(folder.name_of(other).with_context(|| {
            let (other, root) = (other.display(), folder.root().display());
            format!("there is no file {other} inside the root {root}; give a folder that contains all with --root DIR")
        })?);
    }
    let (files, reading) = (Files::within(args.read.budget()), Reading { options, ..Reading::default() });
    let name = args.scene.display().to_string();
    let all: Vec<&str> = all.iter().map(|file| &**file).collect();
    let loaded = session_as_scene(&all, &folder, &name, files, &reading)?;
    print_errors(&loaded);
    let names = loaded.scene.sessions.iter().map(|session| session.name.clone()).collect();
    Ok((loaded, names))
}

/// The nearest folder that contains all files, with links resolved; `None` when a file does not exist.
fn common_folder(one: &Path, others: &[&Path]) -> Option<PathBuf> {
    let one = one.canonicalize().ok()?;
    let others: Vec<PathBuf> = others.iter().map(|other| other.canonicalize().ok()).collect::<Option<_>>()?;
    one.ancestors().skip(1).find(|folder| others.iter().all(|other| other.starts_with(folder))).map(Path::to_owned)
}

/// The exit code after an explanation. The fault of another agent does not count, unless that agent has a body, which
/// then does not move. Every other fault counts: the explanation may lack what could not be read.
fn done(loaded: &Loaded, names: &[String], tick: u64) -> ExitCode {
    let agents = &loaded.scene.agents;
    let is_of_other_agent = |fault: &SceneError| {
        let subject = fault.subject.as_deref();
        let agent = subject.and_then(|subject| agents.iter().find(|agent| *agent.name == *subject));
        agent.is_some_and(|agent| {
            let moves = agent.body.is_some() && tick > 0;
            !moves && !names.iter().any(|name| *name == *agent.name)
        })
    };
    if loaded.faults.iter().all(is_of_other_agent) { ExitCode::SUCCESS } else { exit_code(loaded) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::parsed;

    #[test]
    fn names_and_options() {
        let line = |args: &[&str]| parsed::<ExplainArgs>(&[&["explain", "a.json"], args].concat());
        assert_eq!(line(&["guard", "crate", "--tick", "7"]).unwrap().names, ["guard", "crate"]);
        assert_eq!(line(&["--tick", "7", "crate"]).unwrap().tick, 7);
        assert_eq!(line(&[]).unwrap().names, [""; 0]);
        assert_eq!(line(&["truth", "a", "b", "--align", "yaw", "--delta", "5m"]).unwrap().names, ["truth", "a", "b"]);
        assert!(line(&["a", "b", "--json", "--vanishes"]).is_err());
    }
}
