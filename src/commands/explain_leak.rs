//! `eyeline explain SCENE LEAK -o FILE`: the way of a leak as a point file.

use std::path::Path;

use anyhow::Context;

use super::output;
use crate::clearance::leak::LeakAnswer;
use crate::report::leaks::{PathFormat, answer_now, headline, path_text};
use crate::source::extension::has_extension;
use crate::world::World;

/// A file with the format that its name asks for; `None` when it is no point file.
pub(super) fn with_format(to: &Path) -> Option<(&Path, PathFormat)> {
    let format = if has_extension(to, "pts") {
        PathFormat::Pts
    } else if has_extension(to, "lin") {
        PathFormat::Lin
    } else {
        return None;
    };
    Some((to, format))
}

/// Writes the way of the leak with this name.
pub(super) fn write(world: &World, name: &str, to: &Path, format: PathFormat) -> anyhow::Result<()> {
    let leak = world.leaks.iter().find(|leak| *leak.name == *name);
    let leak = leak.with_context(|| {
        format!("`{name}` is no leak, so it has no way to write; name a leak, or another kind of file")
    })?;
    let asked = answer_now(world, leak);
    if let Some(LeakAnswer::Leaks(path)) = asked.answer.as_deref() {
        let text = path_text(&path.points, format, leak.radius);
        output::deliver(text.as_bytes(), Some(to))
    } else {
        let why = asked.input.as_ref().err().map(|error| format!("`{name}` has no answer: {error}"));
        anyhow::bail!("{}; no file is written", why.or_else(|| headline(&asked)).unwrap_or_default())
    }
}
