//! Warnings about a valid scene: keys that this version ignores, and numbers that lose precision.

mod agent;
mod matrix;
mod precision;

pub(crate) use precision::{InWorld, Measure, UnusualObjects, imprecise_in_levels};

use super::document::{Camera, Depth, Model, Projection, Scene};
use crate::geometry::camera::MOST_FAR_OVER_NEAR;
use crate::source::place::ValuePath;

/// All warnings, each with its location. `objects` are the unusual objects of the scene before its last change, or none.
pub(crate) fn warnings(scene: &Scene, objects: &mut UnusualObjects) -> Vec<(ValuePath, String)> {
    let mut found = Vec::new();
    for (i, agent) in scene.agents.iter().enumerate() {
        found.extend(agent::idle_leaves(agent, &ValuePath::default().key("agents").index(i)));
    }
    for (i, camera) in scene.cameras.iter().enumerate() {
        if let Some(message) = lost_far_plane(camera) {
            found.push((ValuePath::default().key("cameras").index(i).key("far"), message));
        }
        found.extend(matrix::warnings(camera, &ValuePath::default().key("cameras").index(i)));
    }
    for (i, model) in scene.models.iter().enumerate() {
        if let Some(message) = still_animation(model) {
            found.push((ValuePath::default().key("models").index(i).key("speed"), message));
        }
    }
    found.extend(precision::warnings(scene, objects));
    found
}

/// A warning when an animation never leaves its first moment, because it plays backwards from there and is not repeated.
fn still_animation(model: &Model) -> Option<String> {
    let is_still = model.animation.is_some() && model.speed < 0.0 && !model.looped;
    is_still.then(|| {
        "`speed` is negative and `loop` is false: the animation stays at its first moment, because it begins there; set \
         `loop` to true, or use a positive `speed`"
            .to_owned()
    })
}

/// A warning when rounding moves the far plane.
fn lost_far_plane(camera: &Camera) -> Option<String> {
    let is_perspective = matches!(camera.projection, Projection::Perspective { .. } | Projection::Frustum { .. });
    let ratio = f64::from(camera.far) / f64::from(camera.near);
    let depth = match camera.depth {
        Depth::MinusOneToOne => "-1..1",
        Depth::ZeroToOne => "0..1",
        Depth::Reversed => return None,
    };
    (is_perspective && camera.far.is_finite() && ratio > f64::from(MOST_FAR_OVER_NEAR)).then(|| {
        format!(
            "`far` is {ratio:.0e} times `near`: with depth `{depth}` the far plane is the small difference of two \
             almost equal rows of the clip matrix, so rounding moves it; raise `near`, or use `\"depth\": \"reversed\"`"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::AnimationRef;

    #[test]
    fn an_animation_that_never_leaves_its_first_moment_is_warned_about() {
        let animation = Some(AnimationRef::Index(0));
        for (animation, speed, looped, is_still) in [
            (animation.clone(), -1.0, false, true),
            (animation.clone(), -1.0, true, false),
            (animation, 1.0, false, false),
            (None, -1.0, false, false),
        ] {
            let model = Model { animation, looped, speed, ..Model::new("a", "a.glb") };
            let scene = Scene { models: vec![model.clone()], ..Scene::empty() };
            let places: Vec<_> =
                warnings(&scene, &mut UnusualObjects::default()).into_iter().map(|(place, _)| place).collect();
            let place = ValuePath::default().key("models").index(0).key("speed");
            assert_eq!(places, if is_still { vec![place] } else { Vec::new() }, "{model:?}");
        }
    }
}
