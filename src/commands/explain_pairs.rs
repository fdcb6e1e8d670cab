//! `eyeline explain SCENE --pairs`: which objects cause the most candidate pairs.

use std::fmt::Write;

use anyhow::ensure;

use crate::report::{Report, Scope};
use crate::world::World;

/// The number of objects that are listed.
const MOST: usize = 20;

/// The objects that cause the most candidate pairs, each with its reasons and what to do.
///
/// # Errors
/// When the scene has no octree.
pub(super) fn ranked(world: &World) -> anyhow::Result<String> {
    ensure!(world.octree.is_some(), "the scene has no octree; add `\"octree\": {{}}`");
    let report = Report::within(world, Scope::of_octree());
    let Some(octree) = report.octree.as_ref() else { return Ok(String::new()) };
    let costs = octree.costs(world, MOST);
    let mut text = format!("Which objects cause the most candidate pairs?\n{}\n", octree.cost_headline(world, &costs));
    for (number, cost) in (1..).zip(&costs) {
        let name = world.objects.get(cost.object).map_or("", |object| &*object.name);
        let overlaps = cost.overlaps.map(|overlaps| format!(", {overlaps} of them overlap")).unwrap_or_default();
        let _ = writeln!(
            text,
            "\n{number}. `{name}`: {} candidate pairs{overlaps}; {} without it",
            cost.pairs, cost.without
        );
        for reason in &cost.reasons {
            let _ = writeln!(text, "     {reason}. {}", octree.cost_remedy(reason));
        }
    }
    Ok(text)
}
