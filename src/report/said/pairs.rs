//! The pairs that a program found, compared with those whose boxes overlap.

use std::collections::HashSet;
use std::sync::Arc;

use super::cause::Cause;
use super::disagreement::{AskedItem, Disagreement, Opinion};
use super::earlier::{EarlierWorlds, object_near};
use crate::geometry::Aabb;
use crate::trace::Said;
use crate::world::{ObjectAt, World};

/// The pairs of overlapping boxes that a program has not found, by their indices, in the order of the world. None for a program that
/// gave no list of pairs.
pub(super) fn missing(said: &[Said], world: &World) -> Vec<[usize; 2]> {
    let lists = || {
        said.iter().filter_map(|said| match said {
            Said::Pairs(said) => Some(&*said.pairs),
            _ => None,
        })
    };
    if lists().next().is_none() {
        return Vec::new();
    }
    let found: HashSet<[&str; 2]> = lists().flatten().map(|[a, b]| ordered(a, b)).collect();
    let is_missing = |[a, b]: &[usize; 2]| !found.contains(&ordered(&world.objects[*a].name, &world.objects[*b].name));
    overlapping(&world.objects).into_iter().filter(is_missing).collect()
}

/// The disagreement about a missing pair.
pub(super) fn disagreement(pair: [usize; 2], world: &World, earlier: &EarlierWorlds) -> Disagreement {
    Disagreement {
        tick: world.tick,
        asked: AskedItem::Pair(pair.map(|object| Arc::clone(&world.objects[object].name))),
        said: Opinion::Pair(false),
        ours: Opinion::Pair(true),
        exact: None,
        cause: cause(pair, world, earlier),
    }
}

fn ordered<'n>(a: &'n str, b: &'n str) -> [&'n str; 2] {
    if a <= b { [a, b] } else { [b, a] }
}

/// The pairs of objects whose boxes overlap or touch, by their indices, ascending.
fn overlapping(objects: &[ObjectAt]) -> Vec<[usize; 2]> {
    let mut along: Vec<usize> = (0..objects.len()).collect();
    along.sort_by(|a, b| objects[*a].aabb.min.x.total_cmp(&objects[*b].aabb.min.x));
    let mut pairs = Vec::new();
    for (at, &a) in along.iter().enumerate() {
        let end = objects[a].aabb.max.x;
        let near = along[at + 1..].iter().take_while(|b| objects[**b].aabb.min.x <= end);
        pairs.extend(near.filter(|b| objects[a].aabb.overlaps(&objects[**b].aabb)).map(|&b| [a.min(b), a.max(b)]));
    }
    pairs.sort_unstable();
    pairs
}

fn cause(indices: [usize; 2], world: &World, earlier: &EarlierWorlds) -> Cause {
    let pair = indices.map(|index| &world.objects[index]);
    let was_missing = |before: &World| {
        let [a, b] = indices.map(|index| object_near(before, index, &world.objects[index].name));
        a.zip(b).is_none_or(|(a, b)| !a.aabb.overlaps(&b.aabb))
    };
    if let Some(ticks) = earlier.last(was_missing) {
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
