//! The octree cell of an object, and whether two objects are a candidate pair, explained.

use std::borrow::Cow;
use std::fmt::Write;

use super::answers::OctreeAnswers;
use super::split_planes;
use super::subject::OctreeSubject;
use crate::geometry::frustum::Frustum;
use crate::geometry::narrate::counted;
use crate::geometry::{Mark, MarkShape, Narrator, Step, Story, Tone};
use crate::octree::{Candidates, Cell, Culling, Method, Octree, Placement, Region, pair_told, place, place_told};
use crate::report::explanation::{Explanation, record_bounds};
use crate::world::{ObjectAt, OctreeAt, World};

/// The most names in a list; the others are counted.
const MOST_NAMED: usize = 12;

/// Explains one answer. `None` when an index is out of range, and in a world without objects. `answers` are those of the
/// world, if they are known.
pub(super) fn explain(world: &World, answers: Option<&OctreeAnswers>, subject: OctreeSubject) -> Option<Explanation> {
    match subject {
        OctreeSubject::Object(o) => object(world, answers, o),
        OctreeSubject::Pair(a, b) => pair_of(world, [a, b]),
    }
}

/// The cell of an object, the reason, and its candidate pairs.
fn object(world: &World, answers: Option<&OctreeAnswers>, index: usize) -> Option<Explanation> {
    let (object, id) = (world.objects.get(index)?, u32::try_from(index).ok()?);
    let mut story = Story::default();
    record_bounds(object, &mut story);
    let OctreeAt { region, method } = octree_with_step(world, &mut story)?;
    let placement = place_told(&region, method, &object.aabb, &mut story);
    // The XOR of the codes, before the resulting cell, decides in a tight tree. A loose cell follows from size and centre.
    let decided_by = match method {
        _ if placement.is_outside() => story.steps.iter().position(|step| step.tone == Tone::Fail),
        Method::Tight => story.steps.len().checked_sub(2),
        Method::Loose => story.steps.len().checked_sub(1),
    };
    let candidates = |method: Method| tree(world, answers, &region, method).candidates_of(id, &object.aabb, MOST_NAMED);
    let here = candidates(method);
    story.step(|| candidates_step(world, object, method, placement.cell, &here));
    let other = method.other();
    let placement_there = place(&region, other, &object.aabb);
    let there = candidates(other);
    story.step(|| other_step(other, [&placement, &placement_there], [here.count, there.count]));
    let mut found = count(here.count as u64, "candidate pair");
    if here.count > 0 {
        let _ = write!(found, ", {}", truly(here.overlapping.len()));
    }
    Some(Explanation {
        title: format!("Which octree cell contains `{}`?", object.name),
        answer: format!("in {}{}; {found}", home(placement.cell), reason(&region, method, &placement)),
        tone: if placement.is_outside() { Tone::Fail } else { Tone::Note },
        disagreement: None,
        decided_by,
        wrong_step: None,
        story,
    })
}

/// Whether two objects are a candidate pair, and whether their boxes overlap.
fn pair_of(world: &World, indices: [usize; 2]) -> Option<Explanation> {
    let [a, b] = [world.objects.get(indices[0])?, world.objects.get(indices[1])?];
    let mut story = Story::default();
    let OctreeAt { region, method } = octree_with_step(world, &mut story)?;
    let mut is_region_told = false;
    let cells = [a, b].map(|object| {
        let mut own = Story::default();
        let cell = place_told(&region, method, &object.aabb, &mut own).cell;
        // The step that both share is written once, before the steps of each.
        let mut steps = own.steps.into_iter();
        story.steps.extend(steps.next().filter(|_| !std::mem::replace(&mut is_region_told, true)));
        story.steps.extend(steps.map(|step| Step { title: format!("`{}`: {}", object.name, step.title), ..step }));
        cell
    });
    let found = pair_told(&region, method, cells, [&a.aabb, &b.aabb], &mut story);
    let answer = match (found.is_candidate, found.overlaps) {
        (true, true) => "a candidate pair, and their boxes overlap",
        (true, false) => "a candidate pair, but their boxes do not overlap",
        (false, _) => "not a candidate pair; their boxes do not overlap",
    };
    Some(Explanation {
        title: format!("Could `{}` and `{}` touch?", a.name, b.name),
        answer: answer.to_owned(),
        tone: match (found.is_candidate, found.overlaps) {
            (_, true) => Tone::Pass,
            (true, false) => Tone::Partial,
            (false, false) => Tone::Fail,
        },
        disagreement: None,
        // The last two steps. The boxes decide when they are compared.
        decided_by: story.steps.len().checked_sub(if found.is_candidate { 1 } else { 2 }),
        wrong_step: None,
        story,
    })
}

/// Adds the step with the box tests that the octree saves for a camera.
pub(in crate::report) fn record_culling(
    world: &World,
    answers: Option<&OctreeAnswers>,
    frustum: &Frustum,
    story: &mut Story,
) {
    let Some(octree) = &world.octree else { return };
    let mut culling = Culling::default();
    tree(world, answers, &octree.region, octree.method).cull(frustum, &mut culling);
    story.step(|| {
        let saved = culling.saved();
        let (cells, objects, all) = (culling.cells.len(), culling.object_tests, culling.objects);
        Step {
            title: "Culling by cells".into(),
            formula: "all objects of a cell outside the view are skipped; all objects of a cell inside it are accepted without a test".into(),
            numbers: format!("cells tested: {cells},  objects tested: {objects},  objects: {all}"),
            outcome: if saved < 0 {
                format!(
                    "Testing cells takes {} more than it saves, because the scene has too few objects.",
                    count(saved.unsigned_abs(), "test")
                )
            } else {
                format!("That saves {saved} of the {} that are needed without cells, one for each object.", counted(all, "box test"))
            },
            tone: if saved < 0 { Tone::Partial } else { Tone::Pass },
            ..Step::default()
        }
    });
}

/// The scene's octree, or the default one with a step that says so.
fn octree_with_step(world: &World, story: &mut Story) -> Option<OctreeAt> {
    if world.octree.is_some() {
        return world.octree;
    }
    story.step(|| Step {
        title: "No octree in the scene".into(),
        outcome:
            "The scene has no key `octree`. The following steps use the default, `\"octree\": {}`: the smallest region \
                  around all objects."
                .into(),
        ..Step::default()
    });
    world.default_octree()
}

/// The tree of a method over all objects: that of the answers, or a new one.
fn tree<'a>(world: &World, answers: Option<&'a OctreeAnswers>, region: &Region, method: Method) -> Cow<'a, Octree> {
    let known = answers.map(|answers| answers.tree_by(method)).filter(|tree| tree.region() == region);
    known.map_or_else(
        || {
            let boxes: Vec<_> = world.objects.iter().map(|object| object.aabb).collect();
            Cow::Owned(Octree::new(*region, method, &boxes))
        },
        Cow::Borrowed,
    )
}

fn candidates_step(world: &World, object: &ObjectAt, method: Method, cell: Cell, candidates: &Candidates) -> Step {
    let Candidates { count: near, first, overlapping } = candidates;
    let others = world.objects.len() - 1;
    let all = count(others as u64, "other object");
    let outcome = match (*near, overlapping.len()) {
        _ if others == 0 => "There is no other object.".to_owned(),
        (0, _) => format!("None of {all} is a candidate: its box is compared with no other box."),
        (n, _) if n == others && cell == Cell::ROOT => {
            format!("An object in the root is compared with all other objects; {}.", truly(overlapping.len()))
        }
        (n, k) => format!("{n} of {all} must be compared with it; {}.", truly(k)),
    };
    let mark = |&i: &u32| {
        let other = &world.objects[i as usize];
        let is_overlapping = overlapping.binary_search(&i).is_ok();
        Mark {
            shape: MarkShape::Segment(object.aabb.centre(), other.aabb.centre()),
            tone: if is_overlapping { Tone::Pass } else { Tone::Partial },
            label: if is_overlapping { other.name.to_string() } else { String::new() },
        }
    };
    // Overlaps first, so that none is among those left out.
    let apart = first.iter().filter(|i| overlapping.binary_search(i).is_err());
    Step {
        title: "Candidate pairs".into(),
        formula: method.candidates().into(),
        numbers: format!(
            "candidates: {}\noverlapping: {}",
            names(world, first, *near),
            names(world, overlapping, overlapping.len())
        ),
        outcome,
        tone: if *near == 0 { Tone::Pass } else { Tone::Partial },
        marks: overlapping.iter().chain(apart).take(MOST_NAMED).map(mark).collect(),
        values: None,
    }
}

fn other_step(other: Method, placements: [&Placement; 2], candidates: [usize; 2]) -> Step {
    let [here, there] = placements.map(|placement| placement.cell);
    let [now, then] = candidates;
    let word = other.word();
    let outcome = if placements[0].is_outside() {
        "It reaches out of the region, so it is in the root of that tree too.".to_owned()
    } else {
        let depth = match there.level().cmp(&here.level()) {
            std::cmp::Ordering::Less => format!("higher, in {}", home(there)),
            std::cmp::Ordering::Equal => "on the same level".to_owned(),
            std::cmp::Ordering::Greater => format!("deeper, in {}", home(there)),
        };
        let as_here = if then == now { ", as here".to_owned() } else { format!(" instead of {now}") };
        format!("In that tree it would be {depth}, with {}{as_here}.", count(then as u64, "candidate"))
    };
    Step {
        title: format!("In a {word} tree"),
        formula: match other {
            Method::Tight => "the deepest cell that contains the whole box",
            Method::Loose => {
                "the deepest level whose cells are at least as large as the box; on that level, the cell of its centre"
            }
        }
        .into(),
        numbers: format!("level {} → {},  cell {} → {}", here.level(), there.level(), here.octal(), there.octal()),
        outcome,
        tone: Tone::Note,
        ..Step::default()
    }
}

/// Why it is in no deeper cell, in a few words.
fn reason(region: &Region, method: Method, placement: &Placement) -> String {
    if placement.is_outside() {
        return ": it reaches out of the region".to_owned();
    }
    if method == Method::Loose {
        return ", by its size and centre".to_owned();
    }
    match &split_planes(region, placement)[..] {
        [] => ", a leaf".to_owned(),
        [plane] => format!(": it straddles the split plane {plane}"),
        planes => format!(": it straddles the split planes {}", planes.join(" and ")),
    }
}

/// "the root", "cell 0o70 of level 2, index 65".
fn home(cell: Cell) -> String {
    if cell == Cell::ROOT {
        return "the root".to_owned();
    }
    format!("cell {} of level {}, index {}", cell.octal(), cell.level(), cell.index())
}

/// The names of the first of `count` objects.
fn names(world: &World, objects: &[u32], count: usize) -> String {
    if objects.is_empty() {
        return "none".to_owned();
    }
    let named: Vec<_> =
        objects.iter().take(MOST_NAMED).map(|&i| format!("`{}`", world.objects[i as usize].name)).collect();
    let more = count - named.len();
    named.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}

/// The number of candidates that overlap, in words.
fn truly(overlapping: usize) -> String {
    match overlapping {
        0 => "none of them overlaps".to_owned(),
        1 => "1 of them truly overlaps".to_owned(),
        n => format!("{n} of them truly overlap"),
    }
}

/// "1 pair", "2 pairs", "no pairs".
fn count(n: u64, item: &str) -> String {
    if n == 0 { format!("no {item}s") } else { counted(n, item) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Files;
    use crate::report::all_answers::Report;
    use crate::scene::Scene;

    #[test]
    fn the_step_that_decides_the_cell_is_named() {
        for (method, x, title) in [
            ("tight", 0.0, "XOR"),
            ("tight", 2.5, "XOR"),
            ("loose", 0.0, "Cell"),
            ("tight", 8.0, "Out of the region"),
            ("loose", 8.0, "Out of the region"),
        ] {
            let text = format!(
                r#"{{ "eyeline": 1, "octree": {{ "min": [-8, -8, -8], "max": [8, 8, 8], "method": "{method}" }},
                "objects": [{{ "name": "a", "shape": {{ "sphere": {{ "radius": 0.25 }} }}, "position": [{x}, 2.5, 2.5] }}] }}"#
            );
            let world = World::at(&serde_json::from_str::<Scene>(&text).unwrap(), &Files::default(), 0);
            let explanation = explain(&world, None, OctreeSubject::Object(0)).unwrap();
            let report = Report::of(&world);
            assert_eq!(explain(&world, report.octree.as_ref(), OctreeSubject::Object(0)).unwrap(), explanation);
            let deciding = explanation.deciding().map(|step| &*explanation.story.steps[step].title);
            assert_eq!(deciding, Some(title), "{method} at x = {x}");
        }
    }
}
