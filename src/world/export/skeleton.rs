//! Nodes, skin and animations of a GLB.

use serde_json::{Map, Value, json};

use super::container::{GlbContainer, GlbElement, GlbUse, MAT4, SCALAR, VEC3, VEC4};
use crate::import::level::{Local, Rig};
use crate::skin::{Channel, Interpolation, Keys, Property, Transform};
use crate::world::skins::SkinAt;

/// The nodes and the skin that were written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skeleton {
    /// The node above all others.
    pub(super) root: usize,
    /// The index of the skin.
    pub(super) skin: usize,
}

/// Writes the nodes of a rig as they stand at the tick, below one node that places them in the world, and the skin. Nodes keep
/// their numbers. `None` for a mesh without a skin.
pub(super) fn write(file: &mut GlbContainer, skin: &SkinAt) -> Option<Skeleton> {
    let rig = &skin.rig;
    let named = skin.skin()?;
    let standing = standing(rig, skin.pose.at);
    for (i, node) in rig.nodes.iter().enumerate() {
        let mut written = Map::new();
        if !node.name.is_empty() {
            written.insert("name".into(), json!(&*node.name));
        }
        match &node.local {
            Local::Parts(_) => parts(&mut written, &standing[i]),
            Local::Matrix(matrix) => matrix_of(&mut written, &glam::DMat4::from(*matrix)),
        }
        let children: Vec<usize> =
            (0..rig.nodes.len()).filter(|child| rig.hierarchy.parent(*child) == Some(i)).collect();
        if !children.is_empty() {
            written.insert("children".into(), json!(children));
        }
        file.push("nodes", Value::Object(written));
    }
    let mut placed = Map::new();
    placed.insert("name".into(), json!("placement"));
    let tops: Vec<usize> = (0..rig.nodes.len()).filter(|node| rig.hierarchy.parent(*node).is_none()).collect();
    matrix_of(&mut placed, &glam::DMat4::from(skin.world_from_level));
    placed.insert("children".into(), json!(tops));
    let root = file.push("nodes", Value::Object(placed));
    let matrices: Vec<f32> = named
        .skin
        .joint_from_bind
        .iter()
        .flat_map(|matrix| {
            let mut columns = matrix.as_mat4().to_cols_array();
            // The last row of an affine matrix, without rounding.
            for (i, value) in [(3, 0.0), (7, 0.0), (11, 0.0), (15, 1.0)] {
                columns[i] = value;
            }
            columns
        })
        .collect();
    let matrices = file.floats(&matrices, MAT4, GlbUse::Other, false);
    let mut written = json!({ "joints": named.skin.joints, "inverseBindMatrices": matrices });
    if let Some(name) = &named.name {
        written["name"] = json!(&**name);
    }
    Some(Skeleton { root, skin: file.push("skins", written) })
}

/// The transforms of the nodes at a time of an animation; without one those of the file.
fn standing(rig: &Rig, at: Option<(usize, f64)>) -> Vec<Transform> {
    let mut parts = of_file(rig);
    if let Some((animation, time)) = at
        && let Some(named) = rig.animations.get(animation)
    {
        named.animation.sample(time, &mut parts);
    }
    parts
}

fn of_file(rig: &Rig) -> Vec<Transform> {
    let parts = rig.nodes.iter().map(|node| match &node.local {
        Local::Parts(parts) => *parts,
        Local::Matrix(_) => Transform::default(),
    });
    parts.collect()
}

fn parts(written: &mut Map<String, Value>, at: &Transform) {
    let usual = Transform::default();
    if at.translation != usual.translation {
        written.insert("translation".into(), json!(at.translation.to_array()));
    }
    if at.rotation != usual.rotation {
        written.insert("rotation".into(), json!(at.rotation.normalize().to_array()));
    }
    if at.scale != usual.scale {
        written.insert("scale".into(), json!(at.scale.to_array()));
    }
}

fn matrix_of(written: &mut Map<String, Value>, matrix: &glam::DMat4) {
    if *matrix != glam::DMat4::IDENTITY {
        written.insert("matrix".into(), json!(matrix.as_mat4().to_cols_array()));
    }
}

/// Writes all animations. Channels of morph weights are those of `mesh`, the node of the mesh in the rig, and move `node`.
///
/// The nodes stand as at the tick, so an animation that leaves a node alone which the shown animation moves gets a channel that
/// puts it where the file has it.
pub(super) fn animations(file: &mut GlbContainer, skin: &SkinAt, node: usize) {
    let rig = &skin.rig;
    let shown = skin.pose.at.and_then(|(animation, _)| rig.animations.get(animation));
    let file_parts = of_file(rig);
    for named in &rig.animations {
        let own = named.animation.channels();
        let moves =
            |channel: &Channel| own.iter().any(|own| (own.node, own.property) == (channel.node, channel.property));
        let left_alone =
            shown.into_iter().flat_map(|shown| shown.animation.channels()).filter(|channel| !moves(channel));
        let resting = left_alone.filter_map(|channel| {
            let at = file_parts.get(channel.node)?;
            let value = match channel.property {
                Property::Translation => at.translation.to_array().to_vec(),
                Property::Scale => at.scale.to_array().to_vec(),
                Property::Rotation => at.rotation.to_array().to_vec(),
                Property::Weights => return None,
            };
            let keys = Keys::new(Interpolation::Step, value.len(), vec![0.0], value).ok()?;
            Some(Channel { keys, ..channel.clone() })
        });
        let (mut samplers, mut channels) = (Vec::new(), Vec::new());
        for channel in own.iter().cloned().chain(resting) {
            let target = match channel.property {
                Property::Weights if channel.node == skin.rigged.node && skin.rigged.morph.is_some() => node,
                Property::Weights => continue,
                _ if rig.nodes.get(channel.node).is_some_and(|node| matches!(node.local, Local::Parts(_))) => {
                    channel.node
                }
                // A node with a matrix is not moved.
                _ => continue,
            };
            channels.push(json!({
                "sampler": samplers.len(),
                "target": { "node": target, "path": channel.property.word() },
            }));
            samplers.push(sampler(file, &channel));
        }
        if channels.is_empty() {
            continue;
        }
        let mut written = json!({ "channels": channels, "samplers": samplers });
        if let Some(name) = &named.name {
            written["name"] = json!(&**name);
        }
        file.push("animations", written);
    }
}

fn sampler(file: &mut GlbContainer, channel: &Channel) -> Value {
    let keys = &channel.keys;
    let element: GlbElement = match channel.property {
        Property::Translation | Property::Scale => VEC3,
        Property::Rotation => VEC4,
        Property::Weights => SCALAR,
    };
    let interpolation = match keys.interpolation() {
        Interpolation::Step => "STEP",
        Interpolation::Linear => "LINEAR",
        Interpolation::CubicSpline => "CUBICSPLINE",
    };
    let input = file.floats(keys.times(), SCALAR, GlbUse::Other, true);
    let output = file.floats(keys.values(), element, GlbUse::Other, false);
    json!({ "input": input, "output": output, "interpolation": interpolation })
}
