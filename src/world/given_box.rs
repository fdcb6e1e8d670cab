//! The box of a skinned mesh that a scene gives by hand, as engines keep it.

use glam::DVec3;

use crate::import::level::{Rig, Rigged};
use crate::scene::GivenBounds;

/// A box in the space of the skinned node, or of a joint. What the planes test is the box around its moved corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenBox {
    /// The least coordinates.
    pub min: DVec3,
    /// The greatest coordinates.
    pub max: DVec3,
    /// The node of the joint that moves it; `None` for the node of the mesh.
    pub joint: Option<usize>,
}

impl GivenBox {
    /// `None` for a joint that the skin of a mesh does not have.
    pub(super) fn of(given: &GivenBounds, rig: &Rig, rigged: &Rigged) -> Option<Self> {
        let joint = match &given.joint {
            None => None,
            Some(name) => {
                let skin = rig.skins.get(rigged.skin.as_ref()?.skin)?;
                Some(
                    *skin
                        .skin
                        .joints
                        .iter()
                        .find(|node| rig.nodes.get(**node).is_some_and(|node| *node.name == **name))?,
                )
            }
        };
        let corner = |corner: [f32; 3]| DVec3::from(corner.map(f64::from));
        Some(Self { min: corner(given.min), max: corner(given.max), joint })
    }

    /// What the answers about it depend on.
    pub(super) fn key(&self) -> [u64; 7] {
        let [a, b, c] = self.min.to_array().map(f64::to_bits);
        let [d, e, f] = self.max.to_array().map(f64::to_bits);
        [a, b, c, d, e, f, self.joint.map_or(u64::MAX, |joint| joint as u64)]
    }
}
