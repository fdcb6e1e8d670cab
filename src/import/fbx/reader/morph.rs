//! The blend shapes of an FBX, as morph targets: offsets of vertices with weights.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;
use ufbx::{BakedAnim, BlendChannel, Mesh, Scene};

use super::convert::single;
use super::keys::{keys_of, linear_keys};
use crate::import::level::error::{LevelPlace, Result};
use crate::import::level::notes::{NoteKind, Notes};
use crate::import::level::rig::Morph;
use crate::import::level::work::LevelWork;
use crate::skin::{Interpolation, Keys, SkinError};

/// The morph targets of the placed meshes.
pub(super) struct FbxMorphs<'s> {
    /// The channels of each mesh that has any, by its number.
    channels: BTreeMap<usize, Vec<&'s BlendChannel>>,
    morphs: BTreeMap<usize, Arc<Morph>>,
    /// The nodes with these meshes.
    nodes: Vec<(usize, usize)>,
}

impl<'s> FbxMorphs<'s> {
    /// Those of meshes, each given by its node and its number.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub(super) fn of(
        scene: &'s Scene,
        placed: impl Iterator<Item = (usize, usize)>,
        notes: &mut Notes,
        work: &LevelWork,
    ) -> Result<Self> {
        let mut read = Self { channels: BTreeMap::new(), morphs: BTreeMap::new(), nodes: Vec::new() };
        for (node, number) in placed {
            let Some(mesh) = scene.meshes.get(number).filter(|mesh| mesh.blend_deformers.count > 0) else { continue };
            read.nodes.push((node, number));
            if read.channels.contains_key(&number) {
                continue;
            }
            let all = mesh.blend_deformers.into_iter().flat_map(|deformer| &deformer.channels);
            let channels: Vec<&BlendChannel> = all.filter(|channel| channel.target_shape.is_some()).collect();
            let between = channels.iter().filter(|channel| channel.keyframes.len() > 1).count();
            let why = "shapes between the first and the last one of a blend shape are left out";
            let place = LevelPlace::named("meshes", number, Some(&mesh.element.name.to_string()));
            notes.add_many(NoteKind::ReadAs(why.to_owned()), place, between);
            if !channels.is_empty() {
                read.morphs.insert(number, Arc::new(morph(mesh, &channels, work)?));
                read.channels.insert(number, channels);
            }
        }
        Ok(read)
    }

    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.morphs.is_empty()
    }

    /// The targets of a mesh by its number.
    pub(super) fn of_mesh(&self, mesh: usize) -> Option<Arc<Morph>> {
        self.morphs.get(&mesh).cloned()
    }

    /// The keys of the weights of each node whose weights an animation changes.
    pub(super) fn animated(&self, baked: &BakedAnim) -> Vec<(usize, std::result::Result<Keys, SkinError>)> {
        let weights = |(node, mesh): &(usize, usize)| Some((*node, weights(self.channels.get(mesh)?, baked)?));
        self.nodes.iter().filter_map(weights).collect()
    }
}

/// The weights of all channels at all their times; `None` when none of them has keys.
fn weights(channels: &[&BlendChannel], baked: &BakedAnim) -> Option<std::result::Result<Keys, SkinError>> {
    #[expect(clippy::cast_possible_truncation, reason = "weights are single numbers")]
    let share = |percent: f64| (percent / 100.0) as f32;
    let keys = channels.iter().map(|channel| {
        let list = keys_of(baked, channel.element.element_id, "DeformPercent")?;
        linear_keys(list.iter().map(|key| (key.time, [share(key.value.x)]))).ok()
    });
    let keys: Vec<Option<Keys>> = keys.collect();
    let mut times: Vec<f32> = keys.iter().flatten().flat_map(|keys| keys.times().iter().copied()).collect();
    if times.is_empty() {
        return None;
    }
    times.sort_by(f32::total_cmp);
    times.dedup();
    let mut values = Vec::with_capacity(times.len() * channels.len());
    for &time in &times {
        for (channel, keys) in channels.iter().zip(&keys) {
            let mut value = [share(100.0 * channel.weight)];
            if let Some(keys) = keys {
                keys.sample(f64::from(time), &mut value);
            }
            values.extend(value);
        }
    }
    Some(Keys::new(Interpolation::Linear, channels.len(), times, values))
}

fn morph(mesh: &Mesh, channels: &[&BlendChannel], work: &LevelWork) -> Result<Morph> {
    let vertices = mesh.num_vertices;
    let (mut targets, mut normals, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    for channel in channels {
        let Some(shape) = &channel.target_shape else { continue };
        let has_normals = shape.normal_offsets.len() == shape.offset_vertices.len() && !shape.normal_offsets.is_empty();
        work.keep_many(vertices, size_of::<Vec3>() * (1 + usize::from(has_normals)))?;
        let spread = |offsets: &[ufbx::Vec3]| {
            let mut all = vec![Vec3::ZERO; vertices];
            for (vertex, offset) in shape.offset_vertices.iter().zip(offsets) {
                let offset = single(*offset);
                if let Some(at) = all.get_mut(*vertex as usize).filter(|_| offset.is_finite()) {
                    *at = offset;
                }
            }
            all
        };
        targets.push(spread(&shape.position_offsets));
        normals.push(if has_normals { spread(&shape.normal_offsets) } else { Vec::new() });
        #[expect(clippy::cast_possible_truncation, reason = "weights are single numbers")]
        let weight = channel.weight as f32;
        weights.push(if weight.is_finite() { weight } else { 0.0 });
    }
    Ok(Morph { targets, normals, weights })
}
