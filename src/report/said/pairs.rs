//! The pairs that a program found, compared with those whose boxes overlap.

use std::collections::HashSet;
use std::sync::Arc;

use super::cause::Cause;
use super::disagreement::{AskedItem, Disagreement, Opinion};
use crate::geometry::Aabb;
use crate::world::{LATE_TICKS, ObjectAt, PastWorlds, World};

/// The pairs of overlapping boxes that the program has not found, in the order of the world.
pub(super) fn missing(said: &[&[Arc<str>; 2]], world: &World, past: &PastWorlds) -> Vec<Disagreement> {
    let ordered =
        |a: &'_ str, b: &'_ str| if a <= b { (a.to_owned(), b.to_owned()) } else { (b.to_owned(), a.to_owned()) };
    let found: HashSet<(String, String)> = said.iter().map(|[a, b]| ordered(a, b)).collect();
    let mut missing = Vec::new();
    for (a, b) in overlapping(&world.objects) {
        let pair = [&world.objects[a], &world.objects[b]];
        if found.contains(&ordered(&pair[0].name, &pair[1].name)) {
            continue;
        }
        missing.push(Disagreement {
            tick: world.tick,
            asked: AskedItem::Pair(pair.map(|object| Arc::clone(&object.name))),
            said: Opinion::Pair(false),
            ours: Opinion::Pair(true),
            exact: None,
            cause: cause(pair, world.tick, past),
        });
    }
    missing
}

/// The pairs of objects whose boxes overlap or touch, by their indices, ascending.
fn overlapping(objects: &[ObjectAt]) -> Vec<(usize, usize)> {
    let mut along: Vec<usize> = (0..objects.len()).collect();
    along.sort_by(|a, b| objects[*a].aabb.min.x.total_cmp(&objects[*b].aabb.min.x));
    let mut pairs = Vec::new();
    for (at, &a) in along.iter().enumerate() {
        let end = objects[a].aabb.max.x;
        let near = along[at + 1..].iter().take_while(|b| objects[**b].aabb.min.x <= end);
        pairs.extend(near.filter(|b| objects[a].aabb.overlaps(&objects[**b].aabb)).map(|&b| (a.min(b), a.max(b))));
    }
    pairs.sort_unstable();
    pairs
}

fn cause(pair: [&ObjectAt; 2], tick: u64, past: &PastWorlds) -> Cause {
    let late = (1..=LATE_TICKS).find(|ticks| {
        let Some(world) = past.before(tick, *ticks) else { return false };
        let boxed = |name: &str| world.objects.iter().find(|object| *object.name == *name).map(|object| object.aabb);
        boxed(&pair[0].name).zip(boxed(&pair[1].name)).is_none_or(|(a, b)| !a.overlaps(&b))
    });
    if let Some(ticks) = late {
        return Cause::Late(ticks);
    }
    let [a, b] = pair.map(|object| object.aabb);
    if depth(&a, &b) < 4.0 * spacing(&a).max(spacing(&b)) {
        return Cause::Precision;
    }
    if pair[0].layers & pair[1].layers == 0 { Cause::Layers } else { Cause::Unknown }
}

/// How far two boxes are in each other, metres.
fn depth(a: &Aabb, b: &Aabb) -> f32 {
    (a.max.min(b.max) - a.min.max(b.min)).min_element()
}

/// The distance of neighbouring numbers at the largest coordinate of a box.
fn spacing(of: &Aabb) -> f32 {
    let largest = of.min.abs().max(of.max.abs()).max_element();
    largest.next_up() - largest
}
