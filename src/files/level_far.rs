//! Warnings for meshes and cameras of levels so far from the origin that the spacing of f32 is too large there.

use std::collections::HashMap;

use glam::{DAffine3, DQuat, DVec3};

use super::Files;
use crate::geometry::Aabb;
use crate::geometry::pose::unit_rotation;
use crate::import::level::{Level, Named};
use crate::scene::{InWorld, Object, Scene, Shape, far_in_levels};
use crate::source::error::quoted;
use crate::source::place::Place;

impl Files {
    /// Warnings for levels that are too far from the origin, each at the place that names the file: for a model, its
    /// furthest object or camera; for a mesh shape, the mesh. Levels that were not read are left out.
    pub(crate) fn far_levels(&self, scene: &Scene) -> Vec<(Place, String)> {
        let root = Place::default();
        let mut known = HashMap::new();
        let of_objects = scene.objects.iter().enumerate().filter_map(|(i, object)| {
            let Shape::Mesh { file, node } = &object.shape else { return None };
            let bounds = *known.entry((file, node)).or_insert_with(|| bounds(self.level(file)?, node.as_deref()));
            let what = match node {
                Some(node) => format!("{} of {}", quoted(node), quoted(file)),
                None => format!("the mesh of {}", quoted(file)),
            };
            Some(InWorld {
                at: root.key("objects").index(i).key("shape").key("mesh").key("file"),
                what,
                reach: reach_of_object(object, &bounds?),
                position: furthest_position(object),
            })
        });
        let of_objects: Vec<_> = of_objects.collect();
        let of_models = scene.models.iter().enumerate().filter_map(|(i, model)| {
            let (name, reach) = furthest(self.level_of(model)?, model.world_from_level())?;
            Some(InWorld {
                at: root.key("models").index(i).key("file"),
                what: format!("{} of {}", quoted(name), quoted(&model.file)),
                reach,
                position: model.position,
            })
        });
        far_in_levels(of_objects.into_iter().chain(of_models))
    }
}

/// The box around a node of a level in the node's own space, or around all of the level.
fn bounds(level: &Level, node: Option<&str>) -> Option<Aabb> {
    let Some(node) = node else { return level.bounds() };
    match level.find(node)? {
        Named::Object(i) => Some(level.objects[i].mesh.bounds()),
        Named::Camera(_) => None,
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

/// The largest absolute coordinate of a box after a map.
fn reach(map: DAffine3, bounds: &Aabb) -> f64 {
    let corner = |i: usize| {
        let pick = |axis: usize| f64::from(if i >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] });
        map.transform_point3(DVec3::new(pick(0), pick(1), pick(2))).abs().max_element()
    };
    (0..8).map(corner).fold(0.0, f64::max)
}

/// The largest absolute coordinate of an object's mesh at every point of its path.
fn reach_of_object(object: &Object, bounds: &Aabb) -> f32 {
    let scale = DVec3::from(object.scale.map(f64::from));
    let rotation: DQuat = unit_rotation(object.rotation);
    let at = |position: [f32; 3]| {
        let position = DVec3::from(position.map(f64::from));
        reach(DAffine3::from_scale_rotation_translation(scale, rotation, position), bounds)
    };
    let reach = match &object.path {
        Some(path) => path.points.iter().map(|point| at(*point)).fold(0.0, f64::max),
        None => at(object.position),
    };
    single(reach)
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
