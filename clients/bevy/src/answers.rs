//! What Bevy answered: whether a box is visible to a camera, and what was tested.

use bevy_camera::primitives::{self, Frustum};
use bevy_camera::visibility::{ViewVisibility, VisibleEntities};
use bevy_ecs::entity::EntityHashSet;
use bevy_ecs::prelude::*;
use bevy_math::Mat3A;
use eyeline_client::{Aabb, Client, Sphere, Tested, Verdict};

use crate::cameras::{View, ViewItem};
use crate::names::Known;
use crate::objects::{Body, BodyItem};

/// Sends the answers of this frame.
pub(crate) fn send(client: &mut Client, known: [&Known; 2], boxes: &Query<Body>, views: &Query<View>) {
    let [known_boxes, known_views] = known;
    let is_active = |view: &ViewItem| view.camera.is_some_and(|camera| camera.is_active);
    let is_only_view = views.iter().filter(is_active).count() == 1;
    for view in views.iter().filter(is_active) {
        let (Some(camera), Some(frustum), Some(visible)) = (known_views.name(view.entity), view.frustum, view.visible)
        else {
            continue;
        };
        let visible = in_one_set(visible);
        let planes = planes(frustum);
        for item in boxes {
            let Some(object) = known_boxes.name(item.entity) else { continue };
            let Some(verdict) = verdict(&item, &visible, is_only_view) else { continue };
            if !is_tested(&item, &view) {
                continue;
            }
            let tested = if view.layers.unwrap_or_default().intersects(item.layers.unwrap_or_default()) {
                tested(&item, frustum, planes)
            } else {
                // Bevy compares layers first, and rejects without a test.
                Tested::default()
            };
            client.said_visibility(camera, object, verdict, &tested);
        }
    }
}

/// Whether Bevy tests a box against the frustum of a view, and nothing else.
fn is_tested(item: &BodyItem, view: &ViewItem) -> bool {
    item.inherited.is_some_and(|inherited| inherited.get())
        && !(item.no_frustum_culling || item.no_cpu_culling || item.has_range || view.no_cpu_culling)
}

fn in_one_set(visible: &VisibleEntities) -> EntityHashSet {
    visible.entities.values().flatten().copied().collect()
}

/// Bevy lists the visible entities of a camera by their classes. For an entity without a class it says only whether some camera sees it.
fn verdict(item: &BodyItem, visible: &EntityHashSet, is_only_view: bool) -> Option<Verdict> {
    let is_visible = match (item.class, item.view) {
        (Some(class), _) if !class.is_empty() => visible.contains(&item.entity),
        (_, Some(&ViewVisibility::HIDDEN)) => false,
        (_, Some(view)) if is_only_view || !view.get() => view.get(),
        _ => return None,
    };
    Some(if is_visible { Verdict::Visible } else { Verdict::Culled })
}

/// The half-spaces in eyeline's order: left, right, bottom, top, near, far. The documentation of `ViewFrustum` has top before bottom, but
/// `from_clip_from_world` makes them in this order.
fn planes(frustum: &Frustum) -> Option<[[f32; 4]; 6]> {
    let planes = frustum.half_spaces.map(|half_space| half_space.normal_d().to_array());
    planes.iter().flatten().all(|number| number.is_finite()).then_some(planes)
}

/// What Bevy tested. First it tests the sphere around the box, then the turned box. A box in world space is told when it is the same as the
/// turned one; the sphere is told when it alone rejects the entity, or when there is no such box.
fn tested(item: &BodyItem, frustum: &Frustum, planes: Option<[[f32; 4]; 6]>) -> Tested {
    let world_from_local = item.transform.affine();
    let center = world_from_local.transform_point3a(item.aabb.center);
    let sphere = primitives::Sphere { center, radius: item.transform.radius_vec3a(item.aabb.half_extents) };
    // The far plane is not tested.
    let rejects_sphere = !frustum.intersects_sphere(&sphere, false);
    let rejects_box = || !frustum.intersects_obb(&item.aabb, &world_from_local, true, false);
    let has_world_box = is_along_axes(&world_from_local.matrix3) && (!rejects_sphere || rejects_box());
    let half = world_from_local.matrix3.abs() * item.aabb.half_extents.abs();
    Tested {
        planes,
        aabb: has_world_box.then(|| Aabb { min: (center - half).to_array(), max: (center + half).to_array() }),
        sphere: (rejects_sphere && !has_world_box).then(|| Sphere { center: center.to_array(), radius: sphere.radius }),
    }
}

/// Whether each axis is along one of the world, up to rounding.
fn is_along_axes(axes: &Mat3A) -> bool {
    [axes.x_axis, axes.y_axis, axes.z_axis].iter().all(|axis| {
        let parts = axis.abs();
        parts.element_sum() - parts.max_element() <= 1e-6 * parts.max_element()
    })
}
