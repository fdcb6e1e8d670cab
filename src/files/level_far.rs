//! Meshes and cameras of levels beyond the precision of 32-bit numbers: too far from the origin, or too small.

use std::collections::HashMap;

use glam::{DAffine3, DQuat, DVec3};

use super::content::Files;
use crate::geometry::Aabb;
use crate::geometry::bounds::enclosing;
use crate::geometry::pose::unit_rotation;
use crate::import::level::{Level, Named};
use crate::scene::{InWorld, Measure, Object, Scene, Shape, imprecise_in_levels};
use crate::source::error::quoted;
use crate::source::place::ValuePath;

impl Files {
    /// The warnings about levels that are too far from the origin or too small, each at the place that names the file.
    /// For a model they are about its furthest object or camera and its smallest object, for a mesh shape about the
    /// mesh. Levels that were not read are left out.
    pub(crate) fn imprecise_levels(&self, scene: &Scene) -> Vec<(ValuePath, String)> {
        let root = ValuePath::default();
        let mut known = HashMap::new();
        let of_objects = scene.objects.iter().enumerate().filter_map(|(i, object)| {
            let Shape::Mesh { file, node } = &object.shape else { return None };
            let bounds = *known.entry((file, node)).or_insert_with(|| bounds(self.level(file)?, node.as_deref()));
            let bounds = bounds?;
            let what = match node {
                Some(node) => format!("{} of {}", quoted(node), quoted(file)),
                None => format!("the mesh of {}", quoted(file)),
            };
            let at = root.key("objects").index(i).key("shape").key("mesh").key("file");
            let (reach, position) = (reach_of_object(object, &bounds), furthest_position(object));
            let extent = single(extent(world_from_object(object, object.position), &bounds));
            Some([
                InWorld { at: at.clone(), what: what.clone(), measure: Measure::Reach { reach, position } },
                InWorld { at, what, measure: Measure::Extent(extent) },
            ])
        });
        let of_objects: Vec<_> = of_objects.flatten().collect();
        let of_models = scene.models.iter().enumerate().flat_map(|(i, model)| {
            let at = root.key("models").index(i).key("file");
            let level = self.level_of(model);
            let in_world = |name: &str, measure: Measure| InWorld {
                at: at.clone(),
                what: format!("{} of {}", quoted(name), quoted(&model.file)),
                measure,
            };
            let world_from_level = model.world_from_level();
            let furthest = level.and_then(|level| furthest(level, world_from_level));
            let furthest =
                furthest.map(|(name, reach)| in_world(name, Measure::Reach { reach, position: model.position }));
            let smallest = level.and_then(|level| smallest(level, world_from_level));
            let smallest = smallest.map(|(name, extent)| in_world(name, Measure::Extent(extent)));
            [furthest, smallest]
        });
        imprecise_in_levels(of_objects.into_iter().chain(of_models.flatten()))
    }
}

/// The box around a node of a level in the node's own space, or around the whole level.
fn bounds(level: &Level, node: Option<&str>) -> Option<Aabb> {
    let Some(node) = node else { return level.bounds() };
    match level.find(node)? {
        Named::Object(i) => Some(level.objects[i].mesh.bounds()),
        Named::Camera(_) | Named::Collider(_) => None,
    }
}

/// The object or camera of a level with the largest coordinate, and that coordinate.
fn furthest(level: &Level, world_from_level: DAffine3) -> Option<(&str, f32)> {
    let of_objects = level.objects.iter().map(|object| {
        let reach = reach(world_from_level * object.level_from_local, &object.mesh.bounds());
        (&*object.name, reach)
    });
    let of_cameras = level.cameras.iter().map(|camera| {
        let at = world_from_level.transform_point3(camera.level_from_local.translation);
        (&*camera.name, at.abs().max_element())
    });
    let furthest = of_objects.chain(of_cameras).max_by(|(_, a), (_, b)| a.total_cmp(b));
    furthest.map(|(name, reach)| (name, single(reach)))
}

/// The object of a level with the least extent above 0, and that extent.
fn smallest(level: &Level, world_from_level: DAffine3) -> Option<(&str, f32)> {
    let extents = level.objects.iter().map(|object| {
        let extent = extent(world_from_level * object.level_from_local, &object.mesh.bounds());
        (&*object.name, extent)
    });
    let smallest = extents.filter(|(_, extent)| *extent > 0.0).min_by(|(_, a), (_, b)| a.total_cmp(b));
    smallest.map(|(name, extent)| (name, single(extent)))
}

/// The corners of a box after a transform.
fn corners(map: DAffine3, bounds: &Aabb) -> impl Iterator<Item = DVec3> {
    (0..8).map(move |i: usize| {
        let pick = |axis: usize| f64::from(if i >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] });
        map.transform_point3(DVec3::new(pick(0), pick(1), pick(2)))
    })
}

/// The largest absolute coordinate of a box after a transform.
fn reach(map: DAffine3, bounds: &Aabb) -> f64 {
    corners(map, bounds).map(|corner| corner.abs().max_element()).fold(0.0, f64::max)
}

/// The largest extent of a box after a transform without its translation, which would round the extent.
fn extent(map: DAffine3, bounds: &Aabb) -> f64 {
    let map = DAffine3::from_mat3(map.matrix3);
    let [min, max] = enclosing(corners(map, bounds));
    (max - min).max_element()
}

/// The largest absolute coordinate of an object's mesh at every point of its path.
fn reach_of_object(object: &Object, bounds: &Aabb) -> f32 {
    let at = |position: [f32; 3]| reach(world_from_object(object, position), bounds);
    let reach = match &object.path {
        Some(path) => path.points.iter().map(|point| at(*point)).fold(0.0, f64::max),
        None => at(object.position),
    };
    single(reach)
}

/// The world transform of an object's mesh when the object is at a position.
fn world_from_object(object: &Object, position: [f32; 3]) -> DAffine3 {
    let scale = DVec3::from(object.scale.map(f64::from));
    let rotation: DQuat = unit_rotation(object.rotation);
    DAffine3::from_scale_rotation_translation(scale, rotation, DVec3::from(position.map(f64::from)))
}

/// The position of an object, or the point of its path, with the largest coordinate.
fn furthest_position(object: &Object) -> [f32; 3] {
    let largest = |point: &[f32; 3]| point.iter().fold(0.0_f32, |most, x| most.max(x.abs()));
    let points = object.path.as_ref().map_or(&[][..], |path| &path.points);
    let furthest = points.iter().max_by(|a, b| largest(a).total_cmp(&largest(b)));
    furthest.copied().unwrap_or(object.position)
}

#[expect(clippy::cast_possible_truncation, reason = "what is too large becomes infinite")]
fn single(x: f64) -> f32 {
    x as f32
}
