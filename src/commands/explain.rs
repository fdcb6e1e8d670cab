//! `eyeline explain`: the steps of one answer, as text.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use super::depth::Depth;
use super::output;
use super::scene_args::SceneArgs;
use crate::escape;
use crate::files::Loaded;
use crate::picture::Palette;
use crate::report::explain::{self, Explanation};
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
    /// The names of what the answer is about: a camera or ray with an object, two objects, or a single item such as an
    /// agent.
    #[arg(value_name = "NAME", required = true, num_args = 1..=2)]
    pub names: Vec<String>,
    /// The time, in ticks of the scene's clock.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub tick: u64,
}

/// Writes the steps of the answer to standard output.
///
/// # Errors
/// When the scene cannot be read, or no answer is about these names.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let loaded = super::load(&args.scene, &args.read)?;
    super::within_reach(&loaded.scene, args.tick)?;
    let world = World::at(&loaded.scene, &loaded.files, args.tick);
    let mut depth = Depth::of(&loaded.scene);
    if let [name] = &*args.names
        && let Some(explanation) = depth.explain(&world, name)
    {
        output::deliver(text(&explanation?).as_bytes(), None)?;
        return Ok(done(&loaded, args));
    }
    let subject = explain::subject(&world, &args.names[0], args.names.get(1).map(String::as_str))?;
    if let Some(reason) = subject.why_no_answer(&world) {
        anyhow::bail!(reason);
    }
    let explanation = explain::explain(&world, subject).context("there is nothing to explain")?;
    output::deliver(text(&explanation).as_bytes(), None)?;
    Ok(done(&loaded, args))
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

/// The explanation as text: the answer, then every step with its numbers.
fn text(explanation: &Explanation) -> String {
    let mut lines = vec![explanation.title.clone(), explanation.answer.clone()];
    if let Some(disagreement) = &explanation.disagreement {
        lines.push(format!("\n⚠ {disagreement}"));
    }
    for (i, step) in explanation.story.steps.iter().enumerate() {
        lines.push(format!("\n{}. {}", i + 1, step.title));
        lines.extend(step.formula.lines().chain(step.numbers.lines()).map(|line| format!("     {line}")));
        lines.push(format!("   {} {}", Palette::DARK.symbol(step.tone), step.outcome));
    }
    // Names come from untrusted files: control characters in them are escaped for the terminal.
    let mut text = escape::lines(&lines.join("\n")).into_owned();
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn one_or_two_names() {
        let line = |args: &[&str]| Line::try_parse_from([&["explain", "a.json"], args].concat()).map(|line| line.args);
        assert_eq!(line(&["guard", "crate", "--tick", "7"]).unwrap().names, ["guard", "crate"]);
        assert_eq!(line(&["--tick", "7", "crate"]).unwrap().tick, 7);
        assert!(line(&[]).is_err());
        assert!(line(&["a", "b", "c"]).is_err());
    }
}
