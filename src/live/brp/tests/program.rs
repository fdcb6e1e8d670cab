//! Answers of a program, as JSON that a test writes.

use serde_json::{Map, Value, json};

use crate::live::brp::component::Component;

/// The bits of an entity.
pub(super) fn bits(index: u32) -> u64 {
    u64::from(!index)
}

/// The numbers of a `GlobalTransform` at a place.
pub(super) fn at(x: f32, y: f32, z: f32) -> Value {
    json!([1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z])
}

/// An entity with a `GlobalTransform` and other components.
pub(super) fn entity<const N: usize>(index: u32, transform: Value, components: [(Component, Value); N]) -> Value {
    let mut map = Map::new();
    map.insert(Component::GlobalTransform.path().to_owned(), transform);
    let mut has = Map::new();
    for (component, value) in components {
        if matches!(component, Component::Camera | Component::NoFrustumCulling | Component::VisibilityRange) {
            has.insert(component.path().to_owned(), json!(true));
        }
        map.insert(component.path().to_owned(), value);
    }
    json!({ "entity": bits(index), "components": map, "has": has })
}

/// A box of 1 m that is tested.
pub(super) fn cube(index: u32, name: &str, transform: Value, visibility: u8) -> Value {
    entity(
        index,
        transform,
        [
            (Component::Name, json!(name)),
            (Component::Aabb, json!({ "center": [0, 0, 0], "half_extents": [0.5, 0.5, 0.5] })),
            (Component::InheritedVisibility, json!(true)),
            (Component::ViewVisibility, json!(visibility)),
        ],
    )
}

/// A `Camera` without a target.
pub(super) fn active() -> Value {
    json!({ "is_active": true, "viewport": null, "computed": { "clip_from_view": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] } })
}

/// An orthographic camera at the origin that looks along −Z, 10 m to each side, from 0 to 100 m, with the half-spaces of Bevy.
pub(super) fn map(index: u32, name: &str) -> Value {
    let planes = [[1, 0, 0, 10], [-1, 0, 0, 10], [0, 1, 0, 10], [0, -1, 0, 10], [0, 0, -1, 0], [0, 0, 1, 100]];
    entity(
        index,
        at(0.0, 0.0, 0.0),
        [
            (Component::Name, json!(name)),
            (Component::Camera, active()),
            (
                Component::Projection,
                json!({ "Orthographic": { "near": 0, "far": 100, "area": { "min": [-10, -10], "max": [10, 10] } } }),
            ),
            (Component::Frustum, json!({ "half_spaces": planes.map(|plane| json!({ "normal_d": plane })) })),
        ],
    )
}

/// A perspective camera.
pub(super) fn eye(index: u32, name: &str, transform: Value) -> Value {
    let perspective =
        json!({ "fov": 1.25, "aspect_ratio": 1.5, "near": 0.25, "far": 50, "near_clip_plane": [0, 0, -1, -0.25] });
    entity(
        index,
        transform,
        [
            (Component::Name, json!(name)),
            (Component::Camera, active()),
            (Component::Projection, json!({ "Perspective": perspective })),
        ],
    )
}
