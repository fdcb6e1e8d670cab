//! Colliders with the objects that are drawn in their place.

use std::sync::Arc;

use super::occlusion::{BodyAt, QueryNames};
use crate::scene::{ItemId, Scene};

/// A comparison of a collider at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct ColliderAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// What is drawn.
    pub render: BodyAt,
    /// What collides.
    pub collider: BodyAt,
    /// The greatest distance that is accepted, metres.
    pub tolerance: f64,
}

/// All colliders of a scene, in file order.
pub(super) fn colliders(scene: &Scene, named: &QueryNames) -> Vec<ColliderAt> {
    let collider = |written: &crate::scene::Collider| ColliderAt {
        id: written.id.get(),
        name: written.name.as_str().into(),
        render: named.body(&written.render),
        collider: named.body(&written.collider),
        tolerance: written.tolerance,
    };
    scene.colliders.iter().map(collider).collect()
}
