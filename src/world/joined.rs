//! The entries of a scene and of its trace in one scene.

use std::collections::HashSet;

use crate::files::Content;
use crate::scene::{self, Scene};

/// The scene with the entries of its trace at a tick; `None` for a scene without a trace that was read.
pub(super) fn with_entries(content: Content, tick: u64) -> Option<Scene> {
    let trace = content.files.trace(content.scene)?;
    Some(joined(content.scene, trace.scene_at(tick as f64 / content.scene.tick_rate)))
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
