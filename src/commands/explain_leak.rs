//! `eyeline explain SCENE LEAK -o FILE`: the way of a leak as a point file.

use std::path::Path;

use anyhow::Context;

use super::output;
use crate::clearance::leak::LeakAnswer;
use crate::files::Inputs;
use crate::report::leaks::{PathFormat, answer_now, headline, path_text};
use crate::world::World;

/// Writes the way of the leak with this name. `inputs` are files that are not written over.
pub(super) fn write(world: &World, name: &str, to: &Path, inputs: &Inputs) -> anyhow::Result<()> {
    output::refuse_input(inputs, Some(to))?;
    let ending = to.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase);
    let format = match ending.as_deref() {
        Some("pts") => PathFormat::Pts,
        Some("lin") => PathFormat::Lin,
        _ => anyhow::bail!(
            "{}: the way of a leak is written as `.pts` or as `.lin`; give the file one of these endings",
            to.display()
        ),
    };
    let leak = world.leaks.iter().find(|leak| *leak.name == *name);
    let leak = leak.with_context(|| format!("`{name}` is no leak, so it has no way to write; leave out `-o`"))?;
    let asked = answer_now(world, leak);
    match asked.answer.as_deref() {
        Some(LeakAnswer::Leaks(path)) => {
            let text = path_text(&path.points, format, leak.radius);
            output::deliver(text.as_bytes(), Some(to))
        }
        _ => {
            let why = asked.input.as_ref().err().map(|error| format!("`{name}` has no answer: {error}"));
            anyhow::bail!("{}; no file is written", why.or_else(|| headline(&asked)).unwrap_or_default())
        }
    }
}
