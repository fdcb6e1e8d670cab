//! Many copies of one node's mesh: `EXT_mesh_gpu_instancing`.

use glam::{DAffine3, DVec3};
use gltf::json::accessor::Type;
use gltf::json::{Node, Value};

use super::accessor::Elements;
use super::hierarchy::compose;
use super::source::GltfSource;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::limits::MOST_OBJECTS;
use crate::import::level::stamps::Stamps;

/// The transforms of the copies in the space of their node; `None` for a node without instances.
pub(super) fn instances(
    source: &mut GltfSource,
    node: &Node,
    place: &LevelPlace,
    stamps: &mut Stamps,
) -> Result<Option<Vec<DAffine3>>> {
    let others = node.extensions.as_ref().map(|extensions| &extensions.others);
    let Some(extension) = others.and_then(|others| others.get("EXT_mesh_gpu_instancing")) else { return Ok(None) };
    let attributes = extension.get("attributes").and_then(Value::as_object);
    let mut open = |name: &str, kind: Type| -> Result<Option<Elements>> {
        let Some(index) = attributes.and_then(|attributes| attributes.get(name)) else { return Ok(None) };
        let index = index.as_u64().and_then(|index| usize::try_from(index).ok()).ok_or_else(|| {
            LevelError::at(place.clone(), format!("its instances' {name} is no index of an accessor"))
        })?;
        Elements::open(source, index, kind, place, stamps)?.expect_numbers().map(Some)
    };
    let translations = open("TRANSLATION", Type::Vec3)?;
    let rotations = open("ROTATION", Type::Vec4)?;
    let scales = open("SCALE", Type::Vec3)?;
    let mut counts = [&translations, &rotations, &scales].into_iter().flatten().map(|elements| elements.count);
    let Some(count) = counts.next() else {
        let message = "its instances have none of TRANSLATION, ROTATION and SCALE";
        return Err(LevelError::at(place.clone(), message));
    };
    if counts.any(|other| other != count) {
        return Err(LevelError::at(place.clone(), "its instances have attributes of different counts"));
    }
    if count > MOST_OBJECTS {
        return Err(LevelError::at(place.clone(), format!("has more than {MOST_OBJECTS} instances")));
    }
    source.take(count, size_of::<DAffine3>() / 2, place)?;
    let vector = |elements: &Option<Elements>, i: usize, default: DVec3| {
        elements.as_ref().map_or(default, |elements| DVec3::from(elements.numbers::<3>(i).map(f64::from)))
    };
    let instance = |i: usize| {
        let rotation = rotations.as_ref().map_or([0.0, 0.0, 0.0, 1.0], |rotations| rotations.numbers::<4>(i));
        compose(vector(&translations, i, DVec3::ZERO), rotation, vector(&scales, i, DVec3::ONE))
    };
    Ok(Some((0..count).map(instance).collect()))
}
