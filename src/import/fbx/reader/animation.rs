//! The animations of an FBX, as keys of translation, rotation, scale and weights of shapes.
//!
//! FBX animates angles and has curves and layers; `ufbx` samples them, at 30 keys a second where a line between the file's keys
//! is not enough. A step takes a millisecond.

use std::collections::HashSet;
use std::sync::Arc;

use ufbx::{AnimStack, BakeOpts, BakedAnimRoot, BakedQuat, BakedVec3, ErrorType, Scene};

use super::convert::{rotation, single};
use super::keys::linear_keys;
use super::load::{described, limited};
use super::morph::FbxMorphs;
use super::nodes::FbxNodes;
use crate::budget::Reservation;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::rig::NamedAnimation;
use crate::import::level::work::LevelWork;
use crate::skin::{Animation, Channel, Keys, Property, SkinError, Transform};

/// The first limit of memory for sampling one animation, twice.
const LEAST: usize = 1 << 20;
/// By so much a value may differ from that of the file to count as the same, as a part of it.
const SAME: f32 = 1e-6;

/// The animations that move something, in file order.
///
/// # Errors
/// When there is no memory for one, or the user cancels.
pub(super) fn read(
    scene: &Scene,
    tree: &FbxNodes,
    morphs: &FbxMorphs,
    notes: &mut Notes,
    work: &LevelWork,
) -> Result<Vec<NamedAnimation>> {
    let mut animations: Vec<NamedAnimation> = Vec::new();
    let mut names = HashSet::new();
    for (number, stack) in scene.anim_stacks.into_iter().enumerate() {
        if work.is_cancelled() {
            return Err(LevelError::cancelled());
        }
        let place = LevelPlace::named("animations", number, Some(&stack.element.name.to_string()));
        if !has_finite_times(scene, stack) {
            notes.add(NoteKind::Animation("the time of a key is not finite".to_owned()).of_number(), place);
            continue;
        }
        let Some((baked, _memory)) = bake(scene, stack, &place, notes, work)? else { continue };
        let mut channels = Vec::new();
        for node in &baked.nodes {
            let Some(number) = (node.typed_id as usize).checked_sub(1).filter(|node| *node < tree.all.len()) else {
                continue;
            };
            let rest = tree.local(number);
            let lists = [
                moved(&node.translation_keys, Property::Translation, &rest),
                turned(&node.rotation_keys, &rest),
                moved(&node.scale_keys, Property::Scale, &rest),
            ];
            for (property, keys) in lists.into_iter().flatten() {
                add(&mut channels, number, property, keys, &place, notes);
            }
        }
        for (node, keys) in morphs.animated(&baked) {
            add(&mut channels, node, Property::Weights, keys, &place, notes);
        }
        if channels.is_empty() {
            continue;
        }
        for Channel { keys, .. } in &channels {
            work.keep_many(keys.times().len() + keys.values().len(), size_of::<f32>())?;
        }
        let name = stack.element.name.trim();
        let name: Option<Arc<str>> = (!name.is_empty()).then(|| name.into());
        if name.is_some() && !names.insert(name.clone()) {
            let why = "another animation has this name: the name selects the first one; use the index for the others";
            notes.add(NoteKind::ReadAs(why.to_owned()), place.clone());
        }
        match Animation::new(channels) {
            Ok(animation) => animations.push(NamedAnimation { name, animation }),
            Err(error) => notes.add(NoteKind::Animation(error.to_string()), place),
        }
    }
    Ok(animations)
}

fn add(
    channels: &mut Vec<Channel>,
    node: usize,
    property: Property,
    keys: std::result::Result<Keys, SkinError>,
    place: &LevelPlace,
    notes: &mut Notes,
) {
    match keys {
        Ok(keys) => channels.push(Channel { node, property, keys }),
        Err(error) => {
            let why = format!("the {} of nodes[{node}]: {error}", property.word());
            notes.add(NoteKind::Animation(why), place.clone());
        }
    }
}

/// Whether times are finite: those of an animation, and of the keys of all curves. The crate samples others without an end.
fn has_finite_times(scene: &Scene, stack: &AnimStack) -> bool {
    let keys = scene.anim_curves.into_iter().flat_map(|curve| &curve.keyframes);
    stack.time_begin.is_finite() && stack.time_end.is_finite() && keys.into_iter().all(|key| key.time.is_finite())
}

/// The samples of an animation with the memory for them; `None` with a note for one that cannot be sampled.
fn bake(
    scene: &Scene,
    stack: &AnimStack,
    place: &LevelPlace,
    notes: &mut Notes,
    work: &LevelWork,
) -> Result<Option<(BakedAnimRoot, Reservation)>> {
    let mut limit = LEAST;
    loop {
        let memory = work.borrow(2 * limit as u64)?;
        let options = BakeOpts {
            temp_allocator: limited(limit),
            result_allocator: limited(limit),
            trim_start_time: true,
            key_reduction_enabled: true,
            key_reduction_rotation: true,
            ..BakeOpts::default()
        };
        match ufbx::bake_anim(scene, &stack.anim, options) {
            Ok(baked) => return Ok(Some((baked, memory))),
            Err(error) if error.type_ == ErrorType::MemoryLimit => limit = limit.saturating_mul(2),
            Err(error) => {
                let error = described(&error, work);
                if work.is_cancelled() {
                    return Err(error);
                }
                notes.add(NoteKind::Animation(error.message), place.clone());
                return Ok(None);
            }
        }
    }
}

/// Keys, or why they cannot be used.
type FoundKeys = (Property, std::result::Result<Keys, SkinError>);

/// The keys of a translation or a scale; `None` when they are what the node has without them.
fn moved(list: &[BakedVec3], property: Property, rest: &Transform) -> Option<FoundKeys> {
    let at_rest = if property == Property::Scale { rest.scale } else { rest.translation };
    let is_same = |key: &BakedVec3| {
        let value = single(key.value);
        (value - at_rest).abs().max_element() <= SAME * at_rest.abs().max_element().max(1.0)
    };
    if list.iter().all(is_same) {
        return None;
    }
    let keys = list.iter().map(|key| (key.time, single(key.value).to_array()));
    Some((property, linear_keys(keys)))
}

/// The keys of a rotation; `None` when they are what the node has without them.
fn turned(list: &[BakedQuat], rest: &Transform) -> Option<FoundKeys> {
    let value = |key: &BakedQuat| rotation(key.value).as_quat();
    let is_same = |key: &BakedQuat| {
        let [a, b] = [value(key), rest.rotation].map(|turn| turn.to_array());
        let near = |sign: f32| a.iter().zip(b).all(|(a, b)| (a - sign * b).abs() <= SAME);
        near(1.0) || near(-1.0)
    };
    if list.iter().all(is_same) {
        return None;
    }
    Some((Property::Rotation, linear_keys(list.iter().map(|key| (key.time, value(key).to_array())))))
}
