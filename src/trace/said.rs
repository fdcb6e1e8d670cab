//! What a program itself answered.

use std::sync::Arc;

use crate::mistakes::SaidVerdict;

/// An answer of the program.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// About a camera and an object.
    View(Box<SaidView>),
    /// About a ray.
    Ray(Box<SaidRay>),
    /// About pairs that may collide.
    Pairs(SaidPairs),
    /// About an agent.
    Agent(SaidAgent),
}

/// Whether an object is in the view volume of a camera.
#[derive(Clone, Debug, PartialEq)]
pub struct SaidView {
    /// The name of the camera.
    pub camera: Arc<str>,
    /// The name of the object.
    pub object: Arc<str>,
    /// The answer.
    pub verdict: SaidVerdict,
    /// The planes that it tested, in plane order: the inward normal, and the constant. The normal may have any length.
    pub planes: Option<Box<[[f32; 4]; 6]>>,
    /// The bounds that it tested.
    pub bounds: Option<SaidBounds>,
}

/// The bounds that a program tested, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SaidBounds {
    /// A box by its corners.
    Box {
        /// The least corner.
        min: [f32; 3],
        /// The greatest corner.
        max: [f32; 3],
    },
    /// A sphere.
    Sphere {
        /// Its centre.
        center: [f32; 3],
        /// Its radius, 0 or more.
        radius: f32,
    },
}

/// What a ray hit.
#[derive(Clone, Debug, PartialEq)]
pub struct SaidRay {
    /// The ray.
    pub ray: CastRay,
    /// The name of the object; `None` when the ray hit nothing.
    pub hit: Option<Arc<str>>,
    /// The parameter of the hit: the point is origin + t · direction.
    pub t: Option<f64>,
    /// The point of the hit in world space.
    pub point: Option<[f32; 3]>,
    /// The normal of the surface there.
    pub normal: Option<[f32; 3]>,
}

/// The ray of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum CastRay {
    /// A ray of the scene, by its name.
    Named(Arc<str>),
    /// The ray that the program cast.
    Inline {
        /// The start in world space.
        origin: [f32; 3],
        /// The direction, not zero, of any length.
        direction: [f32; 3],
        /// Metres after which the ray ends.
        length: Option<f32>,
        /// The layers that it hits, a bit for each.
        mask: u64,
    },
}

/// The pairs of objects that a program found.
#[derive(Clone, Debug, PartialEq)]
pub struct SaidPairs {
    /// The names of both objects of each pair.
    pub pairs: Arc<[[Arc<str>; 2]]>,
}

/// The state of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct SaidAgent {
    /// The name of the agent.
    pub agent: Arc<str>,
    /// The status of its tree.
    pub status: Option<Arc<str>>,
    /// The name of the running node.
    pub running: Option<Arc<str>>,
}
