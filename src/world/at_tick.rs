//! The scene at a tick.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

use glam::{DVec3, Vec3};

use super::agents::agent::AgentAt;
use super::bounds::BlockBounds;
use super::colliders::ColliderAt;
use super::cuts::halves::CutAt;
use super::image::ImageAt;
use super::leaks::LeakAt;
use super::models::ModelAt;
use super::occlusion::OcclusionAt;
use super::placed::{CameraAt, ObjectAt, OctreeAt, RayAt, Unplaced};
use super::sessions::SessionAt;
use super::taps::TapAt;
use super::traced::TraceAt;
use crate::budget::Budget;
use crate::geometry::camera::Camera;
use crate::geometry::{Aabb, BoxTree};
use crate::parallel;
use crate::scene;

/// Worlds of a trace that were made, by their ticks.
pub(super) type KnownWorlds = Arc<Mutex<BTreeMap<u64, Arc<World>>>>;

/// A scene at a tick.
#[derive(Clone, Debug)]
pub struct World {
    /// Counted from 0.
    pub tick: u64,
    /// Seconds: tick divided by the scene's tick rate.
    pub time: f64,
    /// In file order, those of models after the scene's own.
    pub cameras: Vec<CameraAt>,
    /// In file order, those of models after the scene's own.
    pub objects: Vec<ObjectAt>,
    /// The scene's own unplaced objects, in file order: see [`Unplaced`].
    pub unplaced: Vec<Unplaced>,
    /// In file order.
    pub models: Vec<ModelAt>,
    /// In file order.
    pub rays: Vec<RayAt>,
    /// `None` for a scene without an octree.
    pub octree: Option<OctreeAt>,
    /// In file order.
    pub agents: Vec<AgentAt>,
    /// In file order.
    pub images: Vec<ImageAt>,
    /// In file order.
    pub occlusion: Vec<OcclusionAt>,
    /// In file order.
    pub sessions: Vec<SessionAt>,
    /// In file order.
    pub taps: Vec<TapAt>,
    /// In file order.
    pub cuts: Vec<CutAt>,
    /// In file order.
    pub leaks: Vec<LeakAt>,
    /// In file order.
    pub colliders: Vec<ColliderAt>,
    /// The trace of the scene; `None` without one.
    pub trace: Option<Box<TraceAt>>,
    /// Worlds of the trace at other ticks, while the time goes on.
    pub(super) known_worlds: KnownWorlds,
    /// The problems that the scene ignores.
    pub ignored: Vec<scene::Ignored>,
    /// The names of the cameras of which an expectation is about what they see, sorted.
    pub looking: Vec<String>,
    /// The memory budget for its answers.
    pub budget: Budget,
    pub(super) block_bounds: BlockBounds,
    pub(super) bounds: Option<Aabb>,
    pub(super) body_transforms: super::agents::body_transform::BodyTransforms,
    /// The tree of the objects' bounds, computed when first used.
    pub(super) tree: OnceLock<BoxTree>,
}

impl World {
    /// The bounds of all objects, in a tree for rays; computed at the first call.
    pub fn tree(&self) -> &BoxTree {
        self.tree.get_or_init(|| BoxTree::new(&parallel::collect(self.objects.len(), |i| self.objects[i].aabb)))
    }

    /// Whether an expectation is about what a camera sees.
    pub fn is_asked_what_it_sees(&self, camera: usize) -> bool {
        let is_asked = |name: &str| self.looking.binary_search_by(|asked| (**asked).cmp(name)).is_ok();
        self.cameras.get(camera).is_some_and(|camera| is_asked(&camera.name))
    }

    /// The model that an object belongs to; `None` for one of the scene's own.
    pub fn model_of(&self, object: usize) -> Option<usize> {
        let model = self.models.partition_point(|model| model.objects.end <= object);
        self.models.get(model).is_some_and(|model| model.objects.contains(&object)).then_some(model)
    }

    /// The model that a camera belongs to; `None` for one of the scene's own.
    pub fn model_of_camera(&self, camera: usize) -> Option<usize> {
        let model = self.models.partition_point(|model| model.cameras.end <= camera);
        self.models.get(model).is_some_and(|model| model.cameras.contains(&camera)).then_some(model)
    }

    /// The box around all objects of a model, `None` for one that has none.
    pub fn bounds_of_model(&self, model: usize) -> Option<Aabb> {
        let objects = self.objects.get(self.models.get(model)?.objects.clone())?;
        objects.iter().map(|object| object.aabb).reduce(|a, b| a.union(&b))
    }

    /// The objects with a skin, by their indices. All of them are parts of models.
    pub fn skinned(&self) -> impl Iterator<Item = (usize, &ObjectAt)> {
        let parts = self.models.iter().flat_map(|model| model.objects.clone());
        parts.filter_map(move |i| Some((i, self.objects.get(i)?))).filter(|(_, object)| object.skin.is_some())
    }

    /// The box around all objects and images, `None` without any.
    pub fn bounds(&self) -> Option<Aabb> {
        self.bounds
    }

    /// How far a view volume without an end is drawn, in metres along the view: beyond all objects.
    pub fn reach_of(&self, camera: &Camera) -> f64 {
        /// Of the distance of the furthest object.
        const BEYOND: f64 = 1.2;
        /// Without objects, as a multiple of the near distance.
        const OF_NEAR: f64 = 20.0;
        let eye = camera.position.as_dvec3();
        let distance = |aabb: Aabb| (0..8).map(move |i| aabb.corner(i).as_dvec3().distance(eye));
        let furthest = self.bounds().into_iter().flat_map(distance).fold(0.0, f64::max);
        (BEYOND * furthest).max(OF_NEAR * f64::from(camera.near).abs()).max(1.0)
    }

    /// The corners of a view volume in the order of [`Camera::corners`]. One without an end is cut beyond all objects.
    pub fn drawn_corners(&self, camera: &Camera) -> [Vec3; 8] {
        let reach = if camera.is_bounded() { f64::INFINITY } else { self.reach_of(camera) };
        camera.corners_to(reach).map(DVec3::as_vec3)
    }
}
