//! The entries of a scene and of its trace in one scene.

use std::collections::HashSet;

use glam::{DMat4, DVec3, Mat4};

use crate::files::Content;
use crate::scene::{self, Object, Scene};
use crate::trace::Trace;

/// The scene with the entries of its trace at a tick; `None` for a scene without a trace that was read.
pub(super) fn with_entries(content: Content, tick: u64) -> Option<Scene> {
    Some(of_trace(content, content.files.trace(content.scene)?, tick))
}

/// The scene with the entries of its trace at a tick.
pub(super) fn of_trace(content: Content, trace: &Trace, tick: u64) -> Scene {
    joined(content.scene, trace.scene_at(tick as f64 / content.scene.tick_rate))
}

/// A scene with the entries of its trace at a tick, without the trace itself, and the number of its objects that are not as in the trace: a
/// scene file has no matrices, so of a sheared object the nearest pose is taken. `None` for a scene without a trace that was read.
pub fn without_trace(content: Content, tick: u64) -> Option<(Scene, usize)> {
    let mut scene = with_entries(content, tick)?;
    let mut sheared = 0;
    let mut objects: Vec<Object> = scene.objects.iter().cloned().collect();
    for object in &mut objects {
        let Some(matrix) = object.matrix.take() else { continue };
        let matrix = Mat4::from_cols_array(&matrix).as_dmat4();
        let (scale, rotation, position) = matrix.to_scale_rotation_translation();
        let posed = DMat4::from_scale_rotation_translation(scale, rotation, position);
        let size = matrix.to_cols_array().into_iter().fold(1.0_f64, |size, value| size.max(value.abs()));
        let is_posed = posed.is_finite() && scale.cmpne(DVec3::ZERO).all();
        if !is_posed {
            // A flat object has no rotation of its own.
            object.position = matrix.w_axis.truncate().as_vec3().to_array();
            sheared += 1;
            continue;
        }
        sheared += usize::from(!posed.abs_diff_eq(matrix, 1e-5 * size));
        object.position = position.as_vec3().to_array();
        object.rotation = rotation.as_quat().normalize().to_array();
        object.scale = scale.as_vec3().to_array();
    }
    scene.objects = objects.into_iter().collect();
    Some((scene, sheared))
}

/// The scene whose agents run: with those of the first keyframe. `None` when no agent is in the trace.
pub(super) fn with_agents(content: Content) -> Option<Scene> {
    let trace = content.files.trace(content.scene)?;
    let has_agents =
        trace.scenes().next().is_some_and(|first| !first.agents.is_empty()) || !content.scene.agents.is_empty();
    has_agents.then(|| with_entries(content, 0)).flatten()
}

/// A scene with the entries of another one after its own. Of two entries with one name its own counts.
fn joined(own: &Scene, of_trace: Scene) -> Scene {
    let mut all = Scene { trace: None, ..own.clone() };
    let taken: HashSet<&str> = scene::names(own).collect();
    let is_free = |name: &str| !taken.contains(name);
    if all.objects.is_empty() && taken.is_empty() {
        all.objects = of_trace.objects;
    } else {
        of_trace
            .objects
            .iter()
            .filter(|object| is_free(&object.name))
            .for_each(|object| all.objects.push(object.clone()));
    }
    macro_rules! extend {
        ($($list:ident),+) => {
            $(all.$list.extend(of_trace.$list.into_iter().filter(|entry| is_free(&entry.name)));)+
        };
    }
    extend!(cameras, models, rays, agents, images, occlusion, sessions, taps, cuts, leaks, colliders);
    all.octree = all.octree.or(of_trace.octree);
    all.ignore.extend(of_trace.ignore);
    all
}
