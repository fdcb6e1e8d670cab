//! Warnings about a valid scene: keys that this version ignores, and numbers that lose precision.

mod agent;
mod precision;

pub(crate) use precision::{InWorld, Measure, imprecise_in_levels};

use super::document::{Camera, Depth, Projection, Scene};
use crate::geometry::camera::MOST_FAR_OVER_NEAR;
use crate::source::place::Place;

/// All warnings, each with its location.
pub(crate) fn warnings(scene: &Scene) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    for (i, agent) in scene.agents.iter().enumerate() {
        found.extend(agent::idle_leaves(agent, &Place::default().key("agents").index(i)));
    }
    for (i, camera) in scene.cameras.iter().enumerate() {
        if let Some(message) = lost_far_plane(camera) {
            found.push((Place::default().key("cameras").index(i).key("far"), message));
        }
    }
    found.extend(precision::warnings(scene));
    found
}

/// A warning when rounding moves the far plane.
fn lost_far_plane(camera: &Camera) -> Option<String> {
    let is_perspective = matches!(camera.projection, Projection::Perspective { .. });
    let ratio = f64::from(camera.far) / f64::from(camera.near);
    let depth = match camera.depth {
        Depth::MinusOneToOne => "-1..1",
        Depth::ZeroToOne => "0..1",
        Depth::Reversed => return None,
    };
    (is_perspective && ratio > f64::from(MOST_FAR_OVER_NEAR)).then(|| {
        format!(
            "`far` is {ratio:.0e} times `near`: with depth `{depth}` the far plane is the small difference of two \
             almost equal rows of the clip matrix, so rounding moves it; raise `near`, or use `\"depth\": \"reversed\"`"
        )
    })
}
