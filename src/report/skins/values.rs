//! The values of each step of an explained skin. The words and marks of a step are made from them alone (`steps.rs`).
//!
//! Positions are in world space, metres.

use std::sync::Arc;

use glam::{DMat4, DVec3};

use super::engines::EngineBox;
use crate::cut::VertexSource;
use crate::geometry::Step;
use crate::geometry::narrate::settled;
use crate::import::level::TimesOut;
use crate::scene::SkinBounds;
use crate::world::{Bone, Box64, NormalizedVertex};

/// The values of one step of an explained skin. [`Self::of`] reads them from the step.
#[derive(Clone, Debug, PartialEq)]
pub enum SkinValues {
    /// The joints.
    Joints(Joints),
    /// One vertex, term by term.
    Vertex(VertexSum),
    /// The difference to a renderer with four influences.
    Four(FourInfluences),
    /// The sums of the weights.
    Weights(SumsOfWeights),
    /// The boxes at this tick.
    Boxes(SkinBoxes),
    /// The boxes in the whole animation.
    Animation(WholeAnimation),
    /// The boxes that enclose the mesh in all animations.
    Enclosing(AllAnimations),
}

/// The joints of a skin.
#[derive(Clone, Debug, PartialEq)]
pub struct Joints {
    /// All of them, in the order of the skin.
    pub bones: Vec<Bone>,
    /// The root, by its index among them.
    pub root: usize,
    /// The animation that plays; `None` for the transforms of the file.
    pub playing: Option<Playing>,
    /// The matrices of the chosen joint.
    pub chosen: Option<Box<JointMatrices>>,
}

/// An animation at a time.
#[derive(Clone, Debug, PartialEq)]
pub struct Playing {
    /// Its index in the file.
    pub animation: usize,
    /// Its name in the file.
    pub name: Option<Arc<str>>,
    /// Seconds from its begin.
    pub time: f64,
}

/// The matrix of a joint with its factors.
#[derive(Clone, Debug, PartialEq)]
pub struct JointMatrices {
    /// The name of the joint.
    pub name: Arc<str>,
    /// From the space of the joint to world space.
    pub world_from_joint: DMat4,
    /// From the space of the mesh to that of the joint.
    pub inverse_bind: DMat4,
    /// Their product.
    pub matrix: DMat4,
}

/// The position of a vertex as a sum over its joints.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexSum {
    /// Its index in the mesh.
    pub vertex: usize,
    /// As modelled, in the space of the mesh.
    pub modelled: DVec3,
    /// As modelled, placed by the node of the mesh.
    pub modelled_in_world: DVec3,
    /// The terms, in the order of the file.
    pub terms: Vec<JointTerm>,
    /// The sum of the terms.
    pub sum: DVec3,
    /// Whether the mesh is shown as modelled. Then the sum is not where the vertex is.
    pub is_bind: bool,
    /// The number in the whole mesh of a vertex of a half; `None` for a mesh that is not cut.
    pub of_whole: Option<VertexOfWhole>,
}

/// Where a vertex of a half comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexOfWhole {
    /// The name of the object that was cut.
    pub object: Arc<str>,
    /// The vertex of that object, or the edge that the cut divided.
    pub source: VertexSource,
}

/// One joint of a vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct JointTerm {
    /// The joint.
    pub joint: JointMatrices,
    /// Its weight.
    pub weight: f32,
    /// The vertex as this joint alone moves it.
    pub moved: DVec3,
}

/// The vertices that a renderer with four influences draws elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct FourInfluences {
    /// The number of vertices of the mesh.
    pub vertices: usize,
    /// The number of these that have more than four joints.
    pub above: usize,
    /// The explained vertex.
    pub explained: FourOfVertex,
    /// The vertex that is furthest off; `None` when the four largest weights of no vertex can be scaled.
    pub worst: Option<FourOfVertex>,
    /// Whether the mesh is shown as modelled. The positions are those of the posed mesh.
    pub is_bind: bool,
}

/// A vertex by all of its joints and by four of them.
#[derive(Clone, Debug, PartialEq)]
pub struct FourOfVertex {
    /// Its index in the mesh.
    pub vertex: usize,
    /// The four largest weights with the names of their joints, the largest first; all weights of a vertex with fewer.
    pub kept: Vec<(Arc<str>, f32)>,
    /// The other weights.
    pub dropped: Vec<(Arc<str>, f32)>,
    /// Its position by all joints.
    pub all: DVec3,
    /// Its position by the kept ones, scaled to the sum of all weights; `None` when they add up to 0.
    pub four: Option<DVec3>,
}

impl FourOfVertex {
    /// The distance between both positions, metres; 0 when an `f32` position would be the same.
    pub fn distance(&self) -> Option<f64> {
        Some(settled(self.four?.distance(self.all), self.all.length()))
    }
}

/// The sums of the weights of all vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct SumsOfWeights {
    /// The number of vertices of the mesh.
    pub vertices: usize,
    /// The number of these whose weights do not add up to 1.
    pub off: usize,
    /// Of these, the vertex that would move furthest if its weights were normalised.
    pub worst: Option<NormalizedVertex>,
    /// Whether the mesh is shown as modelled. The positions are those of the posed mesh.
    pub is_bind: bool,
}

/// The boxes of a skinned mesh at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct SkinBoxes {
    /// The computed ones, the one that is given by hand, and the exact one.
    pub boxes: Vec<BoxAround>,
    /// The one that the frustum test uses.
    pub tested: SkinBounds,
}

/// A box, and the vertex that is furthest out of it.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxAround {
    /// Which box.
    pub method: SkinBounds,
    /// The box.
    pub around: Box64,
    /// `None` when the box encloses the mesh.
    pub furthest: Option<OutOfBox>,
}

/// A vertex that is out of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutOfBox {
    /// Its index in the mesh.
    pub vertex: usize,
    /// Its position.
    pub at: DVec3,
    /// Its distance from the box, metres.
    pub distance: f64,
}

/// The times in an animation at which vertices are out of the boxes.
#[derive(Clone, Debug, PartialEq)]
pub struct WholeAnimation {
    /// `bind`, `root` and `joints`, and the one that is given by hand; `None` until the animation is searched.
    pub boxes: Option<Vec<BoxInAnimation>>,
    /// The time in seconds up to which a long animation is searched; `None` for the whole animation.
    pub searched_until: Option<f64>,
    /// Ticks in a second of the scene.
    pub tick_rate: f64,
}

impl WholeAnimation {
    /// The tick of the animation, from its begin, at one of its times.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "times are not negative")]
    pub fn tick(&self, time: f64) -> u64 {
        (time * self.tick_rate).round() as u64
    }
}

/// The boxes that enclose a mesh in all animations of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct AllAnimations {
    /// The number of animations; 0 for the pose of the file.
    pub animations: usize,
    /// The boxes as texts for engines; `None` until the animations are searched.
    pub boxes: Option<Vec<EngineBox>>,
    /// The box of the node, from its space to world space; `None` until the animations are searched, and when it is not finite.
    pub around: Option<Box<[DVec3; 8]>>,
}

/// A box in a whole animation.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxInAnimation {
    /// Which box.
    pub method: SkinBounds,
    /// When vertices are out of it; `None` when it encloses the mesh all the time.
    pub out: Option<TimesOut>,
    /// The box and the vertex that is furthest out of it, at that time of the animation and at the place of the model at this
    /// tick.
    pub furthest: Option<(Box64, DVec3)>,
}

impl SkinValues {
    /// The values of a step, when it is a step of an explained skin.
    pub fn of(step: &Step) -> Option<&Self> {
        step.other_values()
    }
}
