//! The animations of a glTF. A channel that cannot be used is left out with a note; the others play.

use std::collections::HashSet;
use std::sync::Arc;

use gltf::json;
use gltf::json::accessor::Type;
use serde::Deserialize;

use super::accessor::Elements;
use super::forbidden::targets;
use super::state::Reading;
use crate::import::level::error::{LevelError, LevelPlace, Result, get};
use crate::import::level::notes::NoteKind;
use crate::import::level::rig::NamedAnimation;
use crate::skin::{Animation, Channel, Interpolation, Keys, Property};

/// An animation in the file.
#[derive(Debug, Deserialize)]
struct WrittenAnimation {
    name: Option<String>,
    #[serde(default)]
    channels: Vec<WrittenChannel>,
    #[serde(default)]
    samplers: Vec<WrittenSampler>,
}

#[derive(Debug, Deserialize)]
struct WrittenChannel {
    sampler: usize,
    target: ChannelTarget,
}

#[derive(Debug, Deserialize)]
struct ChannelTarget {
    node: Option<usize>,
    path: String,
}

#[derive(Debug, Deserialize)]
struct WrittenSampler {
    input: usize,
    interpolation: Option<String>,
    output: usize,
}

/// All animations of a file.
pub(super) fn read(reading: &mut Reading) -> Result<Vec<NamedAnimation>> {
    let written = std::mem::take(&mut reading.source.document.animations);
    let mut animations = Vec::with_capacity(written.len());
    let mut names = HashSet::new();
    for (index, animation) in written.into_iter().enumerate() {
        let animation = match json::deserialize::from_value::<WrittenAnimation>(animation) {
            Ok(animation) => animation,
            Err(error) => {
                // An animation keeps its index.
                reading.notes.add(NoteKind::Animation(error.to_string()), LevelPlace::item("animations", index));
                WrittenAnimation { name: None, channels: Vec::new(), samplers: Vec::new() }
            }
        };
        let place = LevelPlace::named("animations", index, animation.name.as_ref());
        let mut channels = Vec::new();
        for (i, channel) in animation.channels.iter().enumerate() {
            match read_channel(reading, &animation, channel, &place) {
                Ok(Some(channel)) => channels.push(channel),
                Ok(None) => {}
                Err(error) => {
                    let is_number = error.is_number;
                    let kind = NoteKind::Channel(i, reading.why_left_out(error, &place)?);
                    reading.notes.add(if is_number { kind.of_number() } else { kind }, place.clone());
                }
            }
        }
        let mut targets = HashSet::new();
        let twice = channels.iter().find(|channel: &&Channel| !targets.insert((channel.node, channel.property)));
        if let Some(Channel { node, property, .. }) = twice {
            let why = format!("two channels move the {} of nodes[{node}]; the last one counts", property.word());
            reading.notes.add(NoteKind::Forbidden(why), place.clone());
        }
        let name: Option<Arc<str>> = animation.name.as_deref().map(Arc::from);
        if name.is_some() && !names.insert(name.clone()) {
            let why = "another animation has this name: the name selects the first one; use the index for the others"
                .to_owned();
            reading.notes.add(NoteKind::Forbidden(why), place.clone());
        }
        match Animation::new(channels) {
            Ok(animation) => animations.push(NamedAnimation { name, animation }),
            Err(error) => return Err(LevelError::at(place, error.to_string())),
        }
    }
    Ok(animations)
}

/// `None` for a channel of an extension, which names no node.
fn read_channel(
    reading: &mut Reading,
    animation: &WrittenAnimation,
    channel: &WrittenChannel,
    place: &LevelPlace,
) -> Result<Option<Channel>> {
    let Some(node) = channel.target.node else { return Ok(None) };
    let node_at = get(&reading.source.document.nodes, "nodes", node, place)?;
    let mesh = node_at.mesh.and_then(|mesh| reading.source.document.meshes.get(mesh.value()));
    let targets = mesh.map_or(0, targets);
    let property = match channel.target.path.as_str() {
        "translation" => Property::Translation,
        "rotation" => Property::Rotation,
        "scale" => Property::Scale,
        "weights" => Property::Weights,
        other => {
            let message = format!("glTF has no animation path {}", crate::source::error::quoted(other));
            return Err(LevelError::at(place.clone(), message));
        }
    };
    if property != Property::Weights && node_at.matrix.is_some() {
        let message = format!("nodes[{node}] has a `matrix`, which no animation can replace");
        return Err(LevelError::at(place.clone(), message));
    }
    let sampler = get(&animation.samplers, "samplers", channel.sampler, place)?;
    let interpolation = match sampler.interpolation.as_deref().unwrap_or("LINEAR") {
        "LINEAR" => Interpolation::Linear,
        "STEP" => Interpolation::Step,
        "CUBICSPLINE" => Interpolation::CubicSpline,
        other => {
            let message = format!("glTF has no interpolation {}", crate::source::error::quoted(other));
            return Err(LevelError::at(place.clone(), message));
        }
    };
    let times = scalars(reading, sampler.input, Type::Scalar, place)?;
    let kind = match property {
        Property::Translation | Property::Scale => Type::Vec3,
        Property::Rotation => Type::Vec4,
        Property::Weights => Type::Scalar,
    };
    let values = scalars(reading, sampler.output, kind, place)?;
    let values_of_key = if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
    let lanes = match property {
        Property::Translation | Property::Scale => 3,
        Property::Rotation => 4,
        Property::Weights if targets == 0 => {
            let message = format!("it moves weights, and nodes[{node}] has no morph targets");
            return Err(LevelError::at(place.clone(), message));
        }
        Property::Weights => targets,
    };
    if property == Property::Rotation {
        let of_key = values.chunks_exact(4).skip(values_of_key / 2).step_by(values_of_key);
        if let Some(key) = of_key.into_iter().position(|rotation| rotation.iter().all(|part| *part == 0.0)) {
            let why = format!("the rotation of key {key} of nodes[{node}] is 0, 0, 0, 0; the identity is used");
            reading.notes.add(NoteKind::Forbidden(why), place.clone());
        }
    }
    let are_finite = times.iter().chain(&values).all(|number| number.is_finite());
    let keys = Keys::new(interpolation, lanes, times, values);
    let keys = keys.map_err(|error| {
        let error = LevelError::at(place.clone(), error.to_string());
        if are_finite { error } else { error.of_number() }
    })?;
    Ok(Some(Channel { node, property, keys }))
}

/// All numbers of an accessor, one after the other.
fn scalars(reading: &mut Reading, index: usize, kind: Type, by: &LevelPlace) -> Result<Vec<f32>> {
    let Reading { source, stamps, .. } = reading;
    let elements = Elements::open(source, index, kind, by, stamps)?.expect_numbers()?;
    let lanes = match kind {
        Type::Scalar => 1,
        Type::Vec3 => 3,
        _ => 4,
    };
    source.take(elements.count, lanes * size_of::<f32>(), &elements.place)?;
    let mut numbers = Vec::with_capacity(elements.count * lanes);
    for i in 0..elements.count {
        match kind {
            Type::Scalar => numbers.extend(elements.numbers::<1>(i)),
            Type::Vec3 => numbers.extend(elements.numbers::<3>(i)),
            _ => numbers.extend(elements.numbers::<4>(i)),
        }
    }
    Ok(numbers)
}
