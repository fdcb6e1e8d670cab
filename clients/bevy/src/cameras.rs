//! Entities with a `Projection` as cameras.
//!
//! Bevy's conventions are those of eyeline: right-handed, +Y up, a camera looks along −Z. Its depth is reversed, 1 at the near plane. A
//! perspective projection has no far plane: its `far` is no plane of its matrix, and Bevy's test skips that plane.

use bevy_camera::Projection;
use bevy_camera::primitives::Frustum;
use bevy_camera::visibility::{NoCpuCulling, RenderLayers, VisibleEntities};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_math::{Affine3A, Mat3A, Mat4, Quat, Vec3};
use bevy_transform::components::GlobalTransform;
use eyeline_client::{self as client, Client, Depth};

use crate::names::{Known, Names};
use crate::objects::layers;

/// A camera, and what Bevy answers for it.
#[derive(QueryData)]
pub(crate) struct View {
    pub(crate) entity: Entity,
    name: Option<Ref<'static, Name>>,
    projection: &'static Projection,
    transform: &'static GlobalTransform,
    pub(crate) layers: Option<&'static RenderLayers>,
    pub(crate) camera: Option<&'static bevy_camera::Camera>,
    pub(crate) frustum: Option<&'static Frustum>,
    pub(crate) visible: Option<&'static VisibleEntities>,
    pub(crate) no_cpu_culling: Has<NoCpuCulling>,
}

/// Sends all cameras; the client finds out what has changed.
pub(crate) fn send(client: &mut Client, known: &mut Known, names: &mut Names, views: &Query<View>) {
    let present = views.iter().filter(|view| view.transform.affine().matrix3.determinant().abs() > 0.0);
    known.update(client, names, present.map(|view| (view.entity, view.name)));
    for view in views {
        if let Some(name) = known.name(view.entity) {
            client.camera(name, camera(view.projection, view.transform, &view));
        }
    }
}

fn camera(projection: &Projection, transform: &GlobalTransform, view: &ViewItem) -> client::Camera {
    let world_from_view = transform.affine();
    let (rigid, is_rigid) = rigid(&world_from_view);
    let lens = if is_rigid { lens(projection) } else { None };
    let lens = lens.unwrap_or_else(|| {
        // eyeline's cameras have no scale: it goes into the projection.
        let view_from_rigid =
            world_from_view.inverse() * Affine3A::from_rotation_translation(rigid.rotation, rigid.position);
        let clip_from_rigid = projection.get_clip_from_view() * Mat4::from(view_from_rigid);
        client::Camera::new(client::Projection::Matrix(clip_from_rigid.to_cols_array()))
    });
    let camera = lens.at(rigid.position.to_array()).rotation(rigid.rotation.to_array());
    let camera = camera.depth(Depth::Reversed).depth_bits(32).mask(layers(view.layers));
    let size = view.camera.and_then(bevy_camera::Camera::physical_viewport_size);
    match size.filter(|size| size.min_element() > 0 && size.max_element() <= 8192) {
        Some(size) => camera.size(size.x, size.y),
        None => camera,
    }
}

struct Rigid {
    position: Vec3,
    rotation: Quat,
}

/// The position and rotation of a transform, and whether it has nothing else.
fn rigid(world_from_view: &Affine3A) -> (Rigid, bool) {
    let (_, rotation, position) = world_from_view.to_scale_rotation_translation();
    // Sheared axes have no rotation, but any will do.
    let rotation = if rotation.is_finite() { rotation.normalize() } else { Quat::IDENTITY };
    let is_rigid = Mat3A::from_quat(rotation).abs_diff_eq(world_from_view.matrix3, 1e-5);
    (Rigid { position, rotation }, is_rigid)
}

/// The projection in eyeline's own terms, if it has some.
fn lens(projection: &Projection) -> Option<client::Camera> {
    match projection {
        Projection::Perspective(perspective) => {
            let plane = perspective.near_clip_plane;
            // As Bevy decides whether the near plane is oblique.
            let is_straight = plane.x == 0.0 && plane.y == 0.0 && plane.z == -1.0;
            // In f64, so that the degrees are rounded once.
            #[expect(clippy::cast_possible_truncation, reason = "rounded once")]
            let fov_y = f64::from(perspective.fov).to_degrees() as f32;
            let camera = client::Camera::perspective(fov_y, perspective.aspect_ratio);
            is_straight.then(|| camera.near(perspective.near).no_far())
        }
        Projection::Orthographic(orthographic) => {
            let area = orthographic.area;
            let borders =
                client::Projection::Ortho { left: area.min.x, right: area.max.x, bottom: area.min.y, top: area.max.y };
            Some(client::Camera::new(borders).near(orthographic.near).far(orthographic.far))
        }
        Projection::Custom(_) => None,
    }
}
