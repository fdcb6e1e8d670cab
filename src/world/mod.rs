//! The scene at a tick: the poses of all cameras, objects and rays, in the types of the queries, and the states of
//! agents.
//!
//! ```
//! use eyeline::{files::Files, scene, world::World};
//! use glam::{DVec3, Vec3};
//!
//! let text = r#"{ "eyeline": 1, "tick_rate": 60, "objects": [{
//!     "name": "cart", "shape": { "sphere": { "radius": 0.5 } },
//!     "path": { "points": [[0, 0, 0], [4, 0, 0]], "speed": 1.5 }
//! }] }"#;
//! let scene = scene::parse(text, "cart.json")?;
//! // After one second the cart is 1.5 m along its path.
//! let world = World::at(&scene, &Files::default(), 60);
//! assert_eq!(world.objects[0].aabb.centre(), Vec3::new(1.5, 0.0, 0.0));
//! # Ok::<(), eyeline::scene::SceneError>(())
//! ```
//!
//! A pure function of scene, files and tick. Lists keep the order of the file. The state of agents depends on earlier
//! ticks, so a caller that advances tick by tick keeps a [`Recording`].

pub mod agents;
mod bounds;
mod cuts;
mod follow;
mod image;
mod item;
mod layers;
mod lookup;
mod models;
mod motion;
mod occlusion;
mod pieces;
mod place;
mod sessions;
mod skins;
mod taps;

pub use agents::{AgentAt, Recording};
pub use cuts::{CutAt, Halves};
pub use follow::Changes;
pub use image::{ImageAt, Opacity, Quad};
pub use item::{Item, ItemKind};
pub use models::ModelAt;
pub(crate) use models::animation;
pub use occlusion::{BodyAt, OcclusionAt, OcclusionBodies};
pub(crate) use place::{looking, unplaced_camera};
pub use sessions::{SessionAt, TurnedTwice};
pub(crate) use skins::QUICK_SEARCH;
pub use skins::{Bone, Box64, Escape, PlainNode, SkinAt, WeightSums};
pub use taps::{TapAnswer, TapAt};

use std::sync::{Arc, OnceLock};

use bounds::BlockBounds;
use glam::{DAffine3, DQuat, DVec3, Mat3, Vec3, Vec3A};

use crate::budget::Budget;
use crate::files::{Content, Files};
use crate::geometry::camera::Camera;
use crate::geometry::frustum::Frustum;
use crate::geometry::ray::{Ray, RayQuery};
use crate::geometry::{Aabb, BoxTree, Pose, Shape};
use crate::octree::{Method, Region};
use crate::parallel;
use crate::scene::{self, ItemId, Scene};

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
    /// The problems that the scene ignores.
    pub ignored: Vec<scene::Ignored>,
    /// The memory budget for its answers.
    pub budget: Budget,
    block_bounds: BlockBounds,
    bounds: Option<Aabb>,
    body_transforms: agents::BodyTransforms,
    /// The tree of the objects' bounds, computed when first used.
    tree: OnceLock<BoxTree>,
}

/// A camera in world space.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// Pose and projection.
    pub camera: Camera,
    /// The planes of its view volume.
    pub frustum: Frustum,
    /// Why it has no answers: it is attached to an unplaced object, so its pose is wrong.
    pub error: Option<Arc<str>>,
}

/// An object in world space.
#[derive(Clone, Debug)]
pub struct ObjectAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// In local space.
    pub shape: Shape,
    /// From local to world space and back.
    pub pose: Pose,
    /// The pose's rotation without its scale.
    pub rotation: DQuat,
    /// Tight bounds in world space.
    pub aabb: Aabb,
    /// The box that frustum tests use: the tight bounds, or another box of a skinned mesh.
    pub view_box: Aabb,
    /// The skin of an object of a model; `None` without one.
    pub skin: Option<Arc<SkinAt>>,
    /// Bit n is layer n.
    pub layers: u64,
    /// The colour in pictures; the default without one.
    pub color: Option<scene::Color>,
    /// Its path, in world space.
    pub path: Option<Arc<scene::Path>>,
}

impl ObjectAt {
    /// The same object, moved by a vector in metres. `None` when the pose has no inverse in 32-bit numbers.
    pub fn moved(&self, way: Vec3) -> Option<Self> {
        let mut world_from_local = self.pose.world_from_local();
        world_from_local.translation += Vec3A::from(way);
        let linear = Mat3::from(world_from_local.matrix3).as_dmat3();
        let translation = Vec3::from(world_from_local.translation).as_dvec3();
        let pose = Pose::from_affine(DAffine3::from_mat3_translation(linear, translation))?;
        let shift = |aabb: Aabb| Aabb { min: aabb.min + way, max: aabb.max + way };
        let skin = self.skin.as_ref().map(|skin| Arc::new(skin.moved(way.as_dvec3())));
        Some(Self { pose, aabb: shift(self.aabb), view_box: shift(self.view_box), skin, ..self.clone() })
    }
}

/// An unplaced object of the scene: its mesh cannot be read, or its pose has no inverse in 32-bit numbers. It has no
/// answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplaced {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// Its index in the scene's list.
    pub written: usize,
    /// The reason, as a part of a sentence.
    pub error: Arc<str>,
}

/// A ray in world space.
#[derive(Clone, Debug, PartialEq)]
pub struct RayAt {
    /// Its identity.
    pub id: ItemId,
    /// Unique in the scene.
    pub name: Arc<str>,
    /// Origin and direction as given.
    pub ray: Ray,
    /// Kind, and treatment of a start inside.
    pub query: RayQuery,
    /// Bit n is layer n; all ones without a mask.
    pub mask: u64,
}

/// The region and method of the octree over all objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OctreeAt {
    /// As in the file, or around all objects at this tick.
    pub region: Region,
    /// How an object's cell is chosen.
    pub method: Method,
}

impl World {
    /// The world at a tick. Agents are run to it from the beginning, see [`agents::MOST_TICKS`].
    pub fn at(scene: &Scene, files: &Files, tick: u64) -> Self {
        let content = Content { scene, files };
        Self::of(&mut Recording::of(content), content, tick)
    }

    /// The same with a recording of the scene, which saves running the agents again.
    pub fn of(recording: &mut Recording, content: Content, tick: u64) -> Self {
        let scene = content.scene;
        let time = tick as f64 / scene.tick_rate;
        let body_transforms = recording.body_transforms(tick);
        let mut objects = place::own_objects(content, time, &body_transforms);
        let own = objects.len();
        let unplaced = place::unplaced(content, &objects);
        let (of_models, mut models) = models::place(content, &body_transforms, own, scene.cameras.len(), time);
        objects.extend(of_models);
        let (cuts, wholes) = cuts::apply(recording, content, tick, &mut objects, &mut models);
        let (cameras, rays) = match &wholes[..] {
            [] => place::cameras_and_rays(content, &objects, time),
            wholes => place::cameras_and_rays(content, &[&objects, wholes].concat(), time),
        };
        let (sessions, taps) = (sessions::sessions(content, time), taps::taps(recording, content));
        let block_bounds = BlockBounds::of(&objects);
        let octree = scene.octree.as_ref().and_then(|octree| place::octree(octree, block_bounds.boxes()));
        let images = image::images(content, &[]);
        let bounds = bounds(&block_bounds, &images);
        let agents = recording.agents(tick);
        let tree = OnceLock::new();
        let budget = content.files.budget.clone();
        let occlusion = occlusion::queries(scene, &objects, &unplaced, &models);
        Self {
            tick,
            time,
            cameras,
            objects,
            unplaced,
            models,
            rays,
            octree,
            agents,
            images,
            occlusion,
            sessions,
            taps,
            cuts,
            ignored: scene.ignore.clone(),
            budget,
            block_bounds,
            bounds,
            body_transforms,
            tree,
        }
    }

    /// The octree of the scene for `"octree": {}`.
    pub fn default_octree(&self) -> Option<OctreeAt> {
        place::octree(&scene::Octree::default(), self.block_bounds.boxes())
    }

    /// The bounds of all objects, in a tree for rays; computed at the first call.
    pub fn tree(&self) -> &BoxTree {
        self.tree.get_or_init(|| BoxTree::new(&parallel::collect(self.objects.len(), |i| self.objects[i].aabb)))
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

fn bounds(of_objects: &BlockBounds, images: &[ImageAt]) -> Option<Aabb> {
    let quads = images.iter().map(|image| image.quad.aabb());
    of_objects.boxes().iter().copied().chain(quads).reduce(|a, b| a.union(&b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    fn world(objects: &str, cameras: &str, tick: u64) -> World {
        let text = format!(r#"{{ "eyeline": 1, "tick_rate": 10, "objects": [{objects}], "cameras": [{cameras}] }}"#);
        let scene: Scene = serde_json::from_str(&text).unwrap();
        World::at(&scene, &Files::default(), tick)
    }

    const MOVING: &str = r#"{ "name": "o", "shape": { "sphere": { "radius": 1 } },
        "path": { "points": [[0, 0, 0], [4, 0, 0], [4, 3, 0]], "speed": 2 } }"#;

    #[test]
    fn objects_move_by_arc_length_and_stop_at_the_end() {
        for (tick, expected) in
            [(0, [0.0, 0.0]), (10, [2.0, 0.0]), (20, [4.0, 0.0]), (30, [4.0, 2.0]), (999, [4.0, 3.0])]
        {
            let centre = world(MOVING, "", tick).objects[0].aabb.centre();
            assert!((centre - Vec3::new(expected[0], expected[1], 0.0)).length() < 1e-5, "tick {tick}: {centre}");
        }
    }

    #[test]
    fn a_loop_leads_back_to_the_first_point() {
        let looped = MOVING.replace(r#""speed": 2"#, r#""speed": 2, "loop": true"#);
        // 4 + 3 + 5 metres around, 2 m/s, 10 ticks a second: back after 60 ticks.
        for (tick, expected) in
            [(0, [0.0, 0.0]), (35, [4.0, 3.0]), (60, [0.0, 0.0]), (70, [2.0, 0.0]), (6_000_000, [0.0, 0.0])]
        {
            let centre = world(&looped, "", tick).objects[0].aabb.centre();
            assert!((centre - Vec3::new(expected[0], expected[1], 0.0)).length() < 1e-4, "tick {tick}: {centre}");
        }
    }

    #[test]
    fn an_attached_camera_follows_its_object() {
        let turned = r#"{ "name": "o", "shape": { "sphere": { "radius": 1 } }, "position": [1, 0, 0],
            "rotation": [0, 0.7071067811865476, 0, 0.7071067811865476] }"#;
        let camera = r#"{ "name": "c", "position": [0, 1, -2], "attach": "o" }"#;
        let placed = world(turned, camera, 0).cameras[0].camera;
        assert!((placed.position - Vec3::new(-1.0, 1.0, 0.0)).length() < 1e-6, "{placed:?}");
        assert!((placed.rotation.as_quat() * Vec3::NEG_Z - Vec3::NEG_X).length() < 1e-6, "{placed:?}");
    }

    #[test]
    fn an_octree_is_where_it_is_written_or_around_all_objects() {
        let standing = r#"{ "name": "s", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, 5] }"#;
        let octree = |octree: &str, tick: u64| {
            let text = format!(
                r#"{{ "eyeline": 1, "tick_rate": 10, "objects": [{MOVING}, {standing}], "octree": {{ {octree} }} }}"#
            );
            let OctreeAt { region, method } =
                World::at(&serde_json::from_str(&text).unwrap(), &Files::default(), tick).octree.unwrap();
            (region.min().to_array(), region.max().to_array(), region.depth(), method.word())
        };
        assert_eq!(octree("", 0), ([-1.0; 3], [1.0, 1.0, 6.0], 4, "tight"));
        assert_eq!(octree("", 10), ([-1.0; 3], [3.0, 1.0, 6.0], 4, "tight"), "it follows what moves");
        let written = r#""min": [-2, -2, -2], "max": [2, 2, 3], "depth": 7, "method": "loose""#;
        assert_eq!(octree(written, 10), ([-2.0; 3], [2.0, 2.0, 3.0], 7, "loose"));
        assert!(world(MOVING, "", 0).octree.is_none());
        assert_eq!(world("", "", 0).default_octree().unwrap().region.max(), Vec3::splat(0.5));
    }

    #[test]
    fn directions_by_look_at_and_euler() {
        for (orientation, forward, up) in [
            (r#""look_at": [0, 0, 5]"#, Vec3::Z, Vec3::Y),
            (r#""look_at": [0, -3, 0]"#, Vec3::NEG_Y, Vec3::NEG_Z),
            (r#""look_at": [0, 3, 0]"#, Vec3::Y, Vec3::NEG_Z),
            (r#""euler": [0, 90, 0]"#, Vec3::NEG_X, Vec3::Y),
            (r#""euler": [90, 0, 0]"#, Vec3::Y, Vec3::Z),
            (r#""euler": [0, 0, 90]"#, Vec3::NEG_Z, Vec3::NEG_X),
            (r#""euler": [90, 90, 0]"#, Vec3::Y, Vec3::X),
            (r#""rotation": [0, 5, 0, 0]"#, Vec3::Z, Vec3::Y),
            (r#""euler": [0, 180, 0]"#, Vec3::Z, Vec3::Y),
        ] {
            let camera = world("", &format!(r#"{{ "name": "c", {orientation} }}"#), 0).cameras[0].camera;
            assert!((camera.rotation.as_quat() * Vec3::NEG_Z - forward).length() < 1e-6, "{orientation} {camera:?}");
            assert!((camera.rotation.as_quat() * Vec3::Y - up).length() < 1e-6, "{orientation} {camera:?}");
        }
    }
}
