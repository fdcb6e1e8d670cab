//! `eyeline explain`: the steps of one answer, as text.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::output;
use super::scene_args::SceneArgs;
use crate::escape;
use crate::files::{FileKind, Files, Loaded, Reading, session_as_scene};
use crate::moving::DepthAnswers;
use crate::picture::Palette;
use crate::report::explain::{self, Explanation};
use crate::scene::Folder;
use crate::source::error::SceneError;
use crate::world::World;

/// The arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The scene file.
    pub scene: PathBuf,
    /// How to read the scene.
    #[command(flatten)]
    pub read: SceneArgs,
    /// The names of the items that the answer is about: a camera or ray with an object, two objects, two sessions, or a
    /// single item such as an agent. Two recordings are compared by their files: `explain WALK_A.txt WALK_B.txt`.
    #[arg(value_name = "NAME", required = true, num_args = 1..=2)]
    pub names: Vec<String>,
    /// The time, in ticks of the scene's clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
}

/// Writes the steps of the answer to standard output. An object with a skin, in a scene with an octree, has two answers.
///
/// # Errors
/// When the scene cannot be read, or no answer is about these names.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (loaded, names) = loaded(args)?;
    super::within_reach(&loaded.scene, args.tick)?;
    let world = World::at(&loaded.scene, &loaded.files, args.tick);
    let mut depth = DepthAnswers::of(&loaded.scene);
    if let [name] = &*names
        && let Some(explanation) = depth.explain(&world, name)
    {
        output::deliver(text(&[explanation?]).as_bytes(), None)?;
        return Ok(done(&loaded, args));
    }
    let mut explanations = Vec::new();
    for subject in explain::subjects(&world, &names[0], names.get(1).map(String::as_str))? {
        if let Some(reason) = subject.why_no_answer(&world) {
            anyhow::bail!(reason);
        }
        explanations.push(explain::explain(&world, subject).context("there is nothing to explain")?);
    }
    output::deliver(text(&explanations).as_bytes(), None)?;
    let is_cut_missing = super::cuts::print_errors(&world, &loaded.scene, &args.scene);
    Ok(if is_cut_missing { ExitCode::from(super::COULD_NOT_RUN) } else { done(&loaded, args) })
}

/// The scene, and the names of what is explained. A recording that is compared with another one is a scene with both.
fn loaded(args: &Args) -> anyhow::Result<(Loaded, Vec<String>)> {
    let is_recording = |path: &Path| FileKind::of(path) == FileKind::Recording;
    let other = args.names.first().map(Path::new).filter(|_| args.names.len() == 1);
    let Some(other) = other.filter(|other| is_recording(other) && is_recording(&args.scene)) else {
        return Ok((super::load(&args.scene, &args.read)?, args.names.clone()));
    };
    let options = args.read.options()?;
    let (folder, file) = Folder::of_file(&args.scene, &options)
        .map_err(|error| anyhow::anyhow!("{}: {error}; {}", args.scene.display(), error.help()))?;
    let second = folder.name_of(other).with_context(|| {
        let (other, root) = (other.display(), folder.root().display());
        format!("there is no file {other} inside the root {root}; give a folder that contains both with --root DIR")
    })?;
    let (files, reading) = (Files::within(args.read.budget()), Reading { options, ..Reading::default() });
    let name = args.scene.display().to_string();
    let loaded = session_as_scene(&[&*file, &*second], &folder, &name, files, &reading)?;
    super::print_errors(&loaded);
    let names = loaded.scene.sessions.iter().map(|session| session.name.clone()).collect();
    Ok((loaded, names))
}

/// The exit code after an explanation. The fault of another agent does not count, unless that agent has a body, which
/// then does not move. Every other fault counts: the explanation may lack what could not be read.
fn done(loaded: &Loaded, args: &Args) -> ExitCode {
    let agents = &loaded.scene.agents;
    let is_of_other_agent = |fault: &SceneError| {
        let subject = fault.subject.as_deref();
        let agent = subject.and_then(|subject| agents.iter().find(|agent| *agent.name == *subject));
        agent.is_some_and(|agent| {
            let moves = agent.body.is_some() && args.tick > 0;
            !moves && !args.names.iter().any(|name| *name == *agent.name)
        })
    };
    if loaded.faults.iter().all(is_of_other_agent) { ExitCode::SUCCESS } else { super::done(loaded) }
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
        let line = |args: &[&str]| parsed::<Args>(&[&["explain", "a.json"], args].concat());
        assert_eq!(line(&["guard", "crate", "--tick", "7"]).unwrap().names, ["guard", "crate"]);
        assert_eq!(line(&["--tick", "7", "crate"]).unwrap().tick, 7);
        assert!(line(&[]).is_err());
        assert!(line(&["a", "b", "c"]).is_err());
    }
}
