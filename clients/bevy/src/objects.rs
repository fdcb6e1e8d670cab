//! Entities with an `Aabb` as boxes.

use bevy_camera::primitives::Aabb;
use bevy_camera::visibility::{
    InheritedVisibility, NoCpuCulling, NoFrustumCulling, RenderLayers, ViewVisibility, VisibilityClass, VisibilityRange,
};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_math::{Affine3A, Mat4, Vec3A};
use bevy_transform::components::GlobalTransform;
use eyeline_client::{Client, Layers, Object, Shape};

use crate::names::{Known, Names};

/// A box, and what Bevy tests and answers about it.
#[derive(QueryData)]
pub(crate) struct Body {
    pub(crate) entity: Entity,
    name: Option<Ref<'static, Name>>,
    pub(crate) aabb: Ref<'static, Aabb>,
    pub(crate) transform: Ref<'static, GlobalTransform>,
    pub(crate) layers: Option<&'static RenderLayers>,
    pub(crate) inherited: Option<&'static InheritedVisibility>,
    pub(crate) view: Option<&'static ViewVisibility>,
    pub(crate) class: Option<&'static VisibilityClass>,
    pub(crate) no_frustum_culling: Has<NoFrustumCulling>,
    pub(crate) no_cpu_culling: Has<NoCpuCulling>,
    pub(crate) has_range: Has<VisibilityRange>,
}

/// Sends the boxes of all entities that are new or have changed.
pub(crate) fn send(client: &mut Client, known: &mut Known, names: &mut Names, boxes: &Query<Body>) {
    let present = boxes.iter().filter(|item| has_volume(&item.transform.affine()));
    known.update(client, names, present.map(|item| (item.entity, item.name)));
    for item in boxes {
        let Some((name, is_new)) = known.entry(item.entity) else { continue };
        if is_new {
            let object = Object::new(shape(&item.aabb)).matrix(matrix(&item)).layers(layers(item.layers));
            client.object(name, object);
            continue;
        }
        if item.aabb.is_changed() {
            client.shape(name, shape(&item.aabb));
        }
        if item.aabb.is_changed() || item.transform.is_changed() {
            client.matrix(name, &matrix(&item));
        }
        if item.layers.is_some() {
            client.layers(name, layers(item.layers));
        }
    }
}

/// Whether the transform has an inverse. Games scale entities to 0 to hide them, and eyeline has no such object.
fn has_volume(world_from_local: &Affine3A) -> bool {
    let determinant = world_from_local.matrix3.determinant();
    determinant.is_finite() && determinant != 0.0
}

/// A box that is flat in Bevy, such as that of a plane, is a micrometre thick in eyeline, which has no flat boxes.
fn shape(aabb: &Aabb) -> Shape {
    Shape::cuboid(aabb.half_extents.abs().max(Vec3A::splat(5e-7)).to_array())
}

/// The matrix of the box: eyeline's are centred at their origin.
fn matrix(item: &BodyItem) -> [f32; 16] {
    let mut world_from_box = item.transform.affine();
    world_from_box.translation = world_from_box.transform_point3a(item.aabb.center);
    Mat4::from(world_from_box).to_cols_array()
}

/// eyeline has layers 0 to 63.
pub(crate) fn layers(layers: Option<&RenderLayers>) -> Layers {
    Layers::from_bits(layers.unwrap_or_default().bits().first().copied().unwrap_or_default())
}
