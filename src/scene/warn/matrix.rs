//! Warnings about a camera whose projection is a matrix.

use glam::DMat4;

use crate::geometry::camera;
use crate::scene::document::{Camera, Depth, Projection, default};
use crate::source::place::ValuePath;

/// What is unusual: planes that do not count, a view to the back, and depth that falls with the distance although the camera
/// says that it grows.
pub(super) fn warnings(camera: &Camera, at: &ValuePath) -> Vec<(ValuePath, String)> {
    let Projection::Matrix(columns) = camera.projection else { return Vec::new() };
    let mut found = Vec::new();
    let own = [("near", default::is_near(&camera.near)), ("far", default::is_far(&camera.far))];
    for (key, _) in own.into_iter().filter(|(_, is_default)| !is_default) {
        let message = format!("`{key}` does not count: the matrix has its own {key} plane; leave `{key}` out");
        found.push((at.key(key), message));
    }
    let projection = camera::Projection::Matrix(DMat4::from_cols_array(&columns));
    let at = at.key("projection").key("matrix");
    let Some(view) = projection.matrix_view(camera.depth.range()) else { return found };
    if view.looks_back {
        let message =
            "the matrix looks along +Z, as in a left-handed engine, and the camera looks along -Z: what is in view is \
                       behind the camera; change the sign of the third column"
                .to_owned();
        found.push((at.clone(), message));
    }
    if view.is_reversed {
        let depth = match camera.depth {
            Depth::Reversed => {
                "the near plane of `\"depth\": \"reversed\"` is further than the far plane; use `\"depth\": \"0..1\"`"
            }
            Depth::ZeroToOne => {
                "the near plane of `\"depth\": \"0..1\"` is further than the far plane; use `\"depth\": \"reversed\"`"
            }
            Depth::MinusOneToOne => "the near plane of `\"depth\": \"-1..1\"` is further than the far plane",
        };
        found.push((at, format!("the depth of this matrix has the other direction: {depth}")));
    }
    found
}
