//! Problems of single vertices, edges and joints of a skinned mesh: stray weights, stretched edges, vertices without weights and
//! with too many, and joints without vertices.

use super::fault::Fault;
use crate::geometry::narrate::{counted, num};
use crate::report::problems::list::{Elements, MOST_ELEMENTS};
use crate::scene::LevelProblem;
use crate::skin::StrayWeight;
use crate::world::{SkinAt, USUAL_INFLUENCES};

/// The problems, those without an element left out.
pub(super) fn faults(object: usize, name: &str, skin: &SkinAt) -> Vec<Fault> {
    let all = [
        stray(name, skin),
        stretched(name, skin),
        unweighted(name, skin),
        too_many(name, skin),
        without_vertices(name, skin),
    ];
    all.into_iter().flatten().map(|found| Fault { object, ..found }).collect()
}

/// A problem of some elements; `None` without any. Its object is set later.
fn fault(kind: LevelProblem, count: usize, elements: Elements, message: String) -> Option<Fault> {
    (count > 0).then(|| Fault::new(kind, 0, count, elements, message))
}

fn stray(name: &str, skin: &SkinAt) -> Option<Fault> {
    let found = skin.stray_weights();
    let worst = found.iter().reduce(|a, b| if b.weight > a.weight { b } else { a })?;
    let bones = skin.bones();
    let StrayWeight { vertex, joint, weight } = *worst;
    let joint = bones.get(usize::from(joint)).map_or("", |bone| &*bone.name);
    let others = match found.len() {
        1 => String::new(),
        count => format!("; it is the worst of {count} such vertices"),
    };
    let message = format!(
        "vertex {vertex} of {name} has the weight {} of {joint}, which is far from the joints of its neighbours{others}",
        num(weight)
    );
    let vertices = found.iter().map(|stray| stray.vertex).take(MOST_ELEMENTS).collect();
    fault(LevelProblem::StrayWeights, found.len(), Elements::Vertices(vertices), message)
}

#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn stretched(name: &str, skin: &SkinAt) -> Option<Fault> {
    let found = skin.stretched_edges();
    let worst = found.first()?;
    let [a, b] = worst.ends;
    let others = match found.len() {
        1 => String::new(),
        count => format!("; it is the worst of {count} such edges"),
    };
    let message = format!(
        "the edge between vertices {a} and {b} of {name} is {} times as long as modelled, {} m{others}",
        num(worst.stretch as f32),
        num(worst.length as f32)
    );
    let edges = found.iter().map(|edge| edge.ends).take(MOST_ELEMENTS).collect();
    fault(LevelProblem::StretchedEdges, found.len(), Elements::EdgesOfVertices(edges), message)
}

fn unweighted(name: &str, skin: &SkinAt) -> Option<Fault> {
    let found = skin.unweighted();
    let count = found.len();
    let first = first(found);
    let words = if count == 1 {
        format!("1 vertex of {name} has no weight, so no joint moves it")
    } else {
        format!("{count} vertices of {name} have no weight, so no joint moves them")
    };
    let message = format!("{words}{}", first.words(count));
    fault(LevelProblem::UnweightedVertices, count, first, message)
}

fn too_many(name: &str, skin: &SkinAt) -> Option<Fault> {
    let found = skin.crowded();
    let (count, most) = (found.len(), skin.max_influences());
    let first = first(found);
    let words = if count == 1 { format!("1 vertex of {name} has") } else { format!("{count} vertices of {name} have") };
    let message = format!("{words} more than {USUAL_INFLUENCES} joints, {most} at most{}", first.words(count));
    fault(LevelProblem::TooManyInfluences, count, first, message)
}

fn without_vertices(name: &str, skin: &SkinAt) -> Option<Fault> {
    let (bones, unused) = (skin.bones(), &skin.skinned()?.unused);
    let more = if unused.len() > 3 { ", …" } else { "" };
    let names = unused.iter().take(3).filter_map(|joint| bones.get(usize::from(*joint)));
    let names = names.map(|bone| &*bone.name).collect::<Vec<_>>().join(", ");
    let verb = if unused.len() == 1 { "moves" } else { "move" };
    let message = format!("{} of {name} {verb} no vertex: {names}{more}", counted(unused.len(), "joint"));
    let joints = unused.iter().copied().take(MOST_ELEMENTS).collect();
    fault(LevelProblem::JointsWithoutVertices, unused.len(), Elements::Joints(joints), message)
}

fn first(mut vertices: Vec<u32>) -> Elements {
    vertices.truncate(MOST_ELEMENTS);
    Elements::Vertices(vertices)
}
