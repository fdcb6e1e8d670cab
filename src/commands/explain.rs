//! `eyeline explain`: the steps of one answer, as text.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::exit::{COULD_NOT_RUN, exit_code};
use super::explain_skin::SkinArgs;
use super::load::{inputs, load, print_errors, within_reach};
use super::scene_args::SceneArgs;
use super::{explain_leak, explain_skin, output, unanswered};
use crate::escape;
use crate::files::{Content, FileKind, Files, Loaded, Reading, session_as_scene};
use crate::offscreen::DepthAnswers;
use crate::picture::Palette;
use crate::report::explain::{self, Explanation};
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
    /// single item such as an agent. Two recordings are compared by their files: `explain WALK_A.txt WALK_B.txt`. Default:
    /// what the scene selects.
    #[arg(value_name = "NAME", num_args = 0..=2)]
    pub names: Vec<String>,
    /// The time, in ticks of the scene's clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
    /// Write the way of a leak to this file, as map compilers do, in place of the steps: `.pts` has points along the way, and
    /// `.lin` its corners from outside to inside. Coordinates are those of the scene.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What is chosen of the skin of an object.
    #[command(flatten)]
    pub skin: SkinArgs,
}

/// Writes the steps of the answer to standard output. An object with a skin, in a scene with an octree, has two answers.
///
/// # Errors
/// When the scene cannot be read, or no answer is about these names.
pub fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let (loaded, mut names) = loaded(args)?;
    within_reach(&loaded.scene, args.tick)?;
    let world = World::at(&loaded.scene, &loaded.files, args.tick);
    if names.is_empty() {
        names.clone_from(&loaded.scene.select);
    }
    if args.skin.is_given() {
        let text = if args.skin.vanishes {
            let mut text = escape::lines(&explain_skin::vanishes(&world, &names)?).into_owned();
            text.push('\n');
            text
        } else {
            text(&[explain_skin::chosen(&world, &names, &args.skin)?])
        };
        output::deliver(text.as_bytes(), None)?;
        return Ok(done(&loaded, &names, args.tick));
    }
    let Some(first) = names.first() else { anyhow::bail!(nothing_selected(&world, &args.scene)) };
    if let Some(to) = &args.output {
        explain_leak::write(&world, first, to, &inputs(&args.scene, &loaded, &args.read)?)?;
        return Ok(done(&loaded, &names, args.tick));
    }
    let mut depth = DepthAnswers::of(&loaded.scene);
    if let [name] = &*names
        && let Some(explanation) = depth.explain(&world, name)
    {
        output::deliver(text(&[explanation?]).as_bytes(), None)?;
        return Ok(done(&loaded, &names, args.tick));
    }
    let mut explanations = Vec::new();
    for subject in explain::subjects(&world, first, names.get(1).map(String::as_str))? {
        if let Some(reason) = subject.why_no_answer(&world) {
            anyhow::bail!(reason);
        }
        explanations.push(explain::explain(&world, subject).context("there is nothing to explain")?);
    }
    output::deliver(text(&explanations).as_bytes(), None)?;
    let content = Content { scene: &loaded.scene, files: &loaded.files };
    Ok(if unanswered::print_errors(&world, content, &args.scene) {
        ExitCode::from(COULD_NOT_RUN)
    } else {
        done(&loaded, &names, args.tick)
    })
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

/// The scene, and the names of what is explained. A recording that is compared with another one is a scene with both.
fn loaded(args: &ExplainArgs) -> anyhow::Result<(Loaded, Vec<String>)> {
    let is_recording = |path: &Path| FileKind::of(path) == FileKind::Recording;
    let other = args.names.first().map(Path::new).filter(|_| args.names.len() == 1);
    let Some(other) = other.filter(|other| is_recording(other) && is_recording(&args.scene)) else {
        return Ok((load(&args.scene, &args.read)?, args.names.clone()));
    };
    let options = args.read.options()?;
    let (folder, file) = Folder::of_file(&args.scene, &options)
        .map_err(|error| anyhow::anyhow!("{}: {error}; {}", args.scene.display(), error.help()))?;
    let (options, folder, file) = match (folder.name_of(other), both_folders(&args.scene, other)) {
        // Both files are named by the user. Without `--root` they may be in any two folders.
        (None, Some(root)) if options.root.is_none() => {
            let options = ReadOptions { root: Some(root.into()), ..options };
            let (folder, file) = Folder::of_file(&args.scene, &options)
                .map_err(|error| anyhow::anyhow!("{}: {error}; {}", args.scene.display(), error.help()))?;
            (options, folder, file)
        }
        _ => (options, folder, file),
    };
    let second = folder.name_of(other).with_context(|| {
        let (other, root) = (other.display(), folder.root().display());
        format!("there is no file {other} inside the root {root}; give a folder that contains both with --root DIR")
    })?;
    let (files, reading) = (Files::within(args.read.budget()), Reading { options, ..Reading::default() });
    let name = args.scene.display().to_string();
    let loaded = session_as_scene(&[&*file, &*second], &folder, &name, files, &reading)?;
    print_errors(&loaded);
    let names = loaded.scene.sessions.iter().map(|session| session.name.clone()).collect();
    Ok((loaded, names))
}

/// The nearest folder that contains two files, with links resolved; `None` when a file does not exist.
fn both_folders(one: &Path, other: &Path) -> Option<PathBuf> {
    let (one, other) = (one.canonicalize().ok()?, other.canonicalize().ok()?);
    one.ancestors().skip(1).find(|folder| other.starts_with(folder)).map(Path::to_owned)
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

/// The explanations as text, one after the other. The titles of several are underlined.
fn text(explanations: &[Explanation]) -> String {
    let texts = explanations.iter().map(|explanation| {
        let mut lines = lines(explanation);
        if explanations.len() > 1 {
            lines.insert(1, "=".repeat(explanation.title.chars().count()));
        }
        lines.join("\n")
    });
    // Names come from untrusted files: control characters in them are escaped for the terminal.
    let mut text = escape::lines(&texts.collect::<Vec<_>>().join("\n\n\n")).into_owned();
    text.push('\n');
    text
}

/// The lines of an explanation: the title, the answer, then every step with its numbers.
fn lines(explanation: &Explanation) -> Vec<String> {
    let mut lines = vec![explanation.title.clone(), explanation.answer.clone()];
    if let Some(disagreement) = &explanation.disagreement {
        lines.push(format!("\n⚠ {disagreement}"));
    }
    for (i, step) in explanation.story.steps.iter().enumerate() {
        lines.push(format!("\n{}. {}", i + 1, step.title));
        lines.extend(step.formula.lines().chain(step.numbers.lines()).map(|line| format!("     {line}")));
        lines.push(format!("   {} {}", Palette::DARK.symbol(step.tone), step.outcome));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::parsed;
    use crate::geometry::{Story, Tone};

    #[test]
    fn the_titles_of_several_explanations_are_underlined() {
        let of = |title: &str, answer: &str| Explanation {
            title: title.to_owned(),
            answer: answer.to_owned(),
            tone: Tone::Note,
            disagreement: None,
            decided_by: None,
            story: Story::default(),
        };
        let (cell, skin) = (of("Which cell?", "in the root"), of("Which joints?", "12 joints"));
        assert_eq!(text(std::slice::from_ref(&cell)), "Which cell?\nin the root\n");
        let expected = "Which cell?\n===========\nin the root\n\n\nWhich joints?\n=============\n12 joints\n";
        assert_eq!(text(&[cell, skin]), expected);
    }

    #[test]
    fn one_or_two_names() {
        let line = |args: &[&str]| parsed::<ExplainArgs>(&[&["explain", "a.json"], args].concat());
        assert_eq!(line(&["guard", "crate", "--tick", "7"]).unwrap().names, ["guard", "crate"]);
        assert_eq!(line(&["--tick", "7", "crate"]).unwrap().tick, 7);
        assert_eq!(line(&[]).unwrap().names, [""; 0]);
        assert!(line(&["a", "b", "c"]).is_err());
    }
}
