//! The faults of one skin: its joints, its weights, its nodes and their roots.

use std::collections::HashSet;

use super::super::list::{Elements, MOST_ELEMENTS};
use super::fault::Fault;
use super::mirrored::node_words;
use super::words::{off_words, sum_words};
use crate::geometry::narrate::counted;
use crate::scene::LevelProblem;
use crate::world::SkinAt;

pub(super) fn faults(object: usize, name: &str, skin: &SkinAt) -> Vec<Fault> {
    let (Some(skinned), Some(joints)) = (skin.skinned(), skin.skin()) else { return Vec::new() };
    let mut faults = Vec::new();
    let mut add = |kind, count: usize, elements: Elements, message: String| {
        if count > 0 {
            faults.push(Fault::new(kind, object, count, elements, message));
        }
    };
    let first = |vertices: &[u32]| Elements::Vertices(vertices.iter().copied().take(MOST_ELEMENTS).collect());
    let few = |vertices: &[u32]| {
        let shown: Vec<String> = vertices.iter().take(3).map(u32::to_string).collect();
        format!("{}{}", shown.join(", "), if vertices.len() > 3 { " …" } else { "" })
    };
    let verb = |count: usize, one: &'static str, many: &'static str| if count == 1 { one } else { many };
    let out = &skinned.out_of_range;
    if let Some(worst) = skin.worst_of(out) {
        let others = match out.len() {
            1 => String::new(),
            count => format!("; it is the worst of {count} such vertices: {}", few(out)),
        };
        let message = format!(
            "vertex {} of {name} {}: it names a joint that the skin, with {}, does not have, and this weight counts as 0{others}",
            worst.vertex,
            off_words(&worst),
            counted(joints.skin.joints.len(), "joint")
        );
        add(LevelProblem::JointsOutOfRange, out.len(), first(out), message);
    }
    let twice = &skinned.doubled;
    add(
        LevelProblem::JointTwice,
        twice.len(),
        first(twice),
        format!(
            "{} of {name} {} a joint twice{}",
            if twice.len() == 1 { "1 vertex".to_owned() } else { format!("{} vertices", twice.len()) },
            verb(twice.len(), "names", "name"),
            first(twice).words(twice.len())
        ),
    );
    let weights = skin.weights();
    if let Some(worst) = weights.worst {
        let others = match weights.off {
            1 => String::new(),
            count => format!("; it is the worst of {count} such vertices"),
        };
        add(
            LevelProblem::WeightsNotNormalized,
            weights.off,
            first(&skinned.off),
            format!(
                "vertex {} of {name} {}: its weights add up to {}{others}",
                worst.vertex,
                off_words(&worst),
                sum_words(worst.sum)
            ),
        );
    }
    let hierarchy = &skin.rig.hierarchy;
    let has_transform = |node: usize| skin.rig.nodes.get(node).is_some_and(|node| !node.local.is_identity());
    let own = skin.rigged.node;
    let ancestors = |node: usize| std::iter::successors(hierarchy.parent(node), |&node| hierarchy.parent(node));
    // A node above both the mesh and its joints moves the mesh through the joints.
    let of_joints: HashSet<usize> =
        joints.skin.joints.first().into_iter().flat_map(|&joint| ancestors(joint)).collect();
    let mut above = ancestors(own).take_while(|node| !of_joints.contains(node));
    if has_transform(own) {
        let message = format!("the node of {name} has a transform, which its joints replace");
        add(LevelProblem::SkinnedNodeTransform, 1, Elements::Object, message);
    } else if let Some(above) = above.find(|&node| has_transform(node)) {
        let above = node_words(skin, above);
        let message =
            format!("the node of {name} is below {above}, which has a transform: its joints alone place the mesh");
        add(LevelProblem::SkinnedNodeTransform, 1, Elements::Object, message);
    }
    let mut roots: Vec<usize> = joints.skin.joints.iter().map(|&node| hierarchy.root(node)).collect();
    roots.sort_unstable();
    roots.dedup();
    let apart = if roots.len() > 1 { roots.len() } else { 0 };
    let message = format!("the joints of {name} are below {apart} different roots");
    add(LevelProblem::NoCommonRoot, apart, Elements::Object, message);
    faults.extend(super::vertices::faults(object, name, skin));
    faults
}
