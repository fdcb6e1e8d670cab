//! What the author of a sound scene should know: what this version does not answer, and numbers that rounding spoils.

mod agent;
mod precision;

use jsonc_parser::ast::Value;

use super::document::{Camera, Depth, Projection, Scene};
use super::error::{SceneWarning, line_and_column};
use super::place::Place;
use super::subject::subject;
use crate::geometry::camera::MOST_FAR_OVER_NEAR;

/// All warnings, in file order.
pub(crate) fn warnings(scene: &Scene, root: &Value, text: &str, file: &str) -> Vec<SceneWarning> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut warn = |place: &Place, message| found.push((place.find(root).span().start, message));
    if !scene.occlusion.is_empty() {
        let message = "`occlusion` is not answered by this version; everything else is".to_owned();
        warn(&Place::default().key("occlusion"), message);
    }
    for (i, agent) in scene.agents.iter().enumerate() {
        for (place, message) in agent::idle_leaves(agent, &Place::default().key("agents").index(i)) {
            warn(&place, message);
        }
    }
    for (i, camera) in scene.cameras.iter().enumerate() {
        if let Some(message) = lost_far_plane(camera) {
            warn(&Place::default().key("cameras").index(i).key("far"), message);
        }
    }
    for (place, message) in precision::warnings(scene) {
        warn(&place, message);
    }
    found.sort_by_key(|(start, _)| *start);
    let located = |(start, message): (usize, String)| {
        let (line, column) = line_and_column(text, start);
        let subject = subject(root, start).map(Into::into);
        SceneWarning::new(file, line, column, message).about(subject)
    };
    found.into_iter().map(located).collect()
}

/// Whether so little is left of the far plane that it is not where `far` says.
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
            "`far` is {ratio:.0e} times `near`: with depth `{depth}` the far plane is what two almost equal rows of the \
             clip matrix leave, and rounding moves it; raise `near`, or use `\"depth\": \"reversed\"`"
        )
    })
}
