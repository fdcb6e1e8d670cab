//! Leaks with the objects that stop the sphere.

use std::sync::Arc;

use glam::DVec3;

use super::occlusion::{BodyAt, QueryNames};
use crate::scene::{ItemId, Scene};

/// A question about a leak at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct LeakAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// Where the centre of the sphere starts.
    pub from: DVec3,
    /// Where it should arrive; `None` for the outside.
    pub to: Option<DVec3>,
    /// Of the sphere, metres.
    pub radius: f64,
    /// What stops the sphere; empty for all objects.
    pub bodies: Vec<BodyAt>,
}

/// All leaks of a scene, in file order.
pub(super) fn leaks(scene: &Scene, named: &QueryNames) -> Vec<LeakAt> {
    let leak = |written: &crate::scene::Leak| LeakAt {
        id: written.id.get(),
        name: written.name.as_str().into(),
        from: DVec3::from(written.from),
        to: written.to.map(DVec3::from),
        radius: written.radius,
        bodies: written.objects.iter().map(|name| named.body(name)).collect(),
    };
    scene.leaks.iter().map(leak).collect()
}
