//! All answers about a world, and the steps of each answer.
//!
//! ```
//! use eyeline::report::{Report, explain};
//! use eyeline::{files::Files, scene, world::World};
//!
//! let text = r#"{ "eyeline": 1,
//!     "objects": [{ "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
//!     "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }] }"#;
//! let world = World::at(&scene::parse(text, "aim.json")?, &Files::default(), 0);
//!
//! let report = Report::of(&world);
//! assert!(report.on_ray(0, 0).unwrap().cast.hit().is_some());
//!
//! let subject = explain::subject(&world, "aim", Some("ball"))?;
//! for step in explain::explain(&world, subject).unwrap().story.steps {
//!     println!("{}\n  {}", step.title, step.outcome);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Report::of`] computes all answers, in parallel, and [`Report::follow`] computes the affected ones again after a
//! change; [`json`] writes them as the contract says; [`explain`] computes one of them again and records its steps;
//! [`headline`] gives one answer in one sentence. [`octree`] has the answers about all objects together.
//!
//! A report is designed for 100,000 objects: it stores a few bytes for each object. Values that are quick to compute,
//! such as the distances of corners from planes, are computed when they are shown. For a ray, only the objects on its
//! line are stored.

pub mod agents;
pub mod brief;
pub mod cuts;
pub mod difference;
mod dispute;
pub mod expected;
pub mod explain;
mod explanation;
mod follow;
mod frusta;
mod headline;
mod images;
pub mod json;
mod json_lines;
mod numbers;
pub mod occlusion;
pub mod octree;
mod parallel_list;
pub mod problems;
mod question;
mod rays;
mod section;
mod section_source;
pub mod sessions;
pub mod skins;
pub mod stored;
mod stored_fields;
mod subject;
pub mod taps;
pub mod tick_range;

pub use agents::AgentAnswers;
pub use frusta::{Fast, FrustumAnswer, FrustumAnswers, InViewDifference, ViewSubject};
pub use headline::{headline, quoted};
pub use octree::{OctreeAnswers, OctreeSubject};
pub use rays::{First, OnLine, RayAnswer, RayAnswers, RaySubject, Target, cast_sentence, material_at};
#[cfg(test)]
pub(crate) use section::Section;

use std::sync::Arc;

use self::problems::{Marks, Problems};
use crate::geometry::frustum::Classification;
use crate::geometry::{Aabb, Mesh, Pose, Shape};
use crate::parallel;
use crate::scene::Ignored;
use crate::world::{CutAt, ImageAt, Item, ModelAt, ObjectAt, SessionAt, SkinAt, TapAt, Unplaced, World};

/// All answers for one world.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The tick of the world.
    pub tick: u64,
    /// Its time in seconds.
    pub time: f64,
    /// The tested objects, in the world's order, which is also the order of every list of answers.
    pub objects: Vec<TestedObject>,
    /// Unplaced objects, which have no answers, in file order.
    pub unplaced: Vec<Unplaced>,
    /// Models that could not be placed, by name, each with the reason.
    pub lost_models: Vec<(Arc<str>, Arc<str>)>,
    /// One per camera.
    pub frusta: Vec<FrustumAnswers>,
    /// One per ray.
    pub rays: Vec<RayAnswers>,
    /// The octree; `None` when the scene has none.
    pub octree: Option<OctreeAnswers>,
    /// One per agent.
    pub agents: Vec<AgentAnswers>,
    /// One per image, as it is in the world.
    pub images: Vec<ImageAt>,
    /// `None` until a renderer with a depth buffer has answered, see [`occlusion::answers`].
    pub occlusion: Option<occlusion::Answers>,
    /// The recorded camera paths of the scene.
    pub sessions: Vec<SessionAt>,
    /// The taps of the scene.
    pub taps: Vec<TapAt>,
    /// The cuts of the scene.
    pub cuts: Vec<CutAt>,
    /// The skinned objects, by their index.
    pub skins: Vec<(usize, Arc<SkinAt>)>,
    /// The problems that the scene ignores.
    pub ignored: Vec<Ignored>,
    /// The marks of the objects, for the list of problems.
    pub marks: Marks,
    /// The answers that are computed and followed.
    scope: Scope,
}

/// The data of an object for the questions.
#[derive(Clone, Debug, PartialEq)]
pub struct TestedObject {
    /// Its name.
    pub name: Arc<str>,
    /// The tight box in world space.
    pub aabb: Aabb,
    /// The box that the planes of cameras test: the tight box, or another box of a skinned mesh.
    pub view_box: Aabb,
    /// Bit n is layer n.
    pub layers: u64,
    /// The triangles of a mesh; `None` for other shapes.
    pub mesh: Option<Box<MeshAt>>,
}

/// A mesh with its pose.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshAt {
    /// The mesh in local space.
    pub mesh: Arc<Mesh>,
    /// Its pose in the world.
    pub pose: Pose,
}

/// The answers that a new report computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a section of the report")]
pub struct Scope {
    /// The cameras whose answers about all objects are stored. [`Report::in_view`] computes those of the others.
    pub cameras: Cameras,
    /// Whether the answers of rays are computed.
    pub rays: bool,
    /// Whether the octree is computed.
    pub octree: bool,
    /// Whether the answers of agents are computed.
    pub agents: bool,
    /// Whether problems are searched.
    pub problems: bool,
}

/// Some cameras of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cameras {
    /// All of them.
    All,
    /// One, by its index.
    One(usize),
    /// None.
    None,
}

impl Scope {
    /// All answers.
    pub const ALL: Self = Self { cameras: Cameras::All, rays: true, octree: true, agents: true, problems: true };
}

impl Report {
    /// Computes all answers. A camera whose answers do not fit into the budget of the world has none, see
    /// [`FrustumAnswers::over`].
    pub fn of(world: &World) -> Self {
        Self::within(world, Scope::ALL)
    }

    /// Computes the answers of a scope.
    pub fn within(world: &World, scope: Scope) -> Self {
        let objects = parallel::collect(world.objects.len(), |i| TestedObject::of(&world.objects[i]));
        let octree = world.octree.as_ref().filter(|_| scope.octree);
        Self {
            tick: world.tick,
            time: world.time,
            frusta: FrustumAnswers::all(scope.cameras, world, &objects),
            rays: if scope.rays {
                world.rays.iter().map(|ray| RayAnswers::of(ray, world)).collect()
            } else {
                Vec::new()
            },
            octree: octree.map(|octree| OctreeAnswers::of(octree, &objects, &world.budget)),
            agents: if scope.agents { AgentAnswers::all(world) } else { Vec::new() },
            images: world.images.clone(),
            occlusion: None,
            sessions: world.sessions.clone(),
            taps: world.taps.clone(),
            cuts: world.cuts.clone(),
            skins: skins(world),
            ignored: world.ignored.clone(),
            marks: if scope.problems { Marks::of(&world.objects) } else { Marks::default() },
            unplaced: world.unplaced.clone(),
            lost_models: lost_models(world),
            objects,
            scope,
        }
    }

    /// The answers of a placed camera.
    fn placed_camera(&self, camera: usize) -> Option<&FrustumAnswers> {
        self.frusta.get(camera).filter(|answers| answers.error.is_none())
    }

    /// The answer of a camera about an object. `None` for an unplaced camera and when an index is out of range.
    pub fn in_view(&self, camera: usize, object: usize) -> Option<FrustumAnswer> {
        let (answers, requested) = (self.placed_camera(camera)?, self.objects.get(object)?);
        Some(answers.objects.get(object).copied().unwrap_or_else(|| answers.about(requested)))
    }

    /// The answer of a camera's planes about an object, with all distances.
    pub fn planes_on(&self, camera: usize, object: usize) -> Option<Classification> {
        Some(self.placed_camera(camera)?.classification(&self.objects.get(object)?.view_box))
    }

    /// The kind of the difference between the planes and the exact answer about an object, in a few words; `None` when
    /// they agree.
    pub fn difference_in_view(&self, camera: usize, object: usize) -> Option<String> {
        let FrustumAnswer { fast, exact, .. } = self.in_view(camera, object)?;
        let difference = self.frusta.get(camera)?.difference(self.objects.get(object)?)?;
        Some(dispute::kind_in_view(&difference, fast.verdict, exact))
    }

    /// The same for a ray and an object.
    pub fn difference_on_ray(&self, ray: usize, object: usize) -> Option<&'static str> {
        self.on_ray(ray, object)?.difference.as_ref().map(dispute::kind_on_ray)
    }

    /// The answer of a ray about an object. `None` when an index is out of range.
    pub fn on_ray(&self, ray: usize, object: usize) -> Option<RayAnswer> {
        Some(self.rays.get(ray)?.about(object, self.objects.get(object)?.layers))
    }

    /// The answer of a ray about an image. `None` for an image without cells and when an index is out of range.
    pub fn on_ray_image(&self, ray: usize, image: usize) -> Option<RayAnswer> {
        *self.rays.get(ray)?.images.get(image)?
    }

    /// The name of the item that a ray hits; empty when its index is out of range.
    pub fn target_name(&self, target: Target) -> &str {
        match target {
            Target::Object(object) => self.name(object),
            Target::Image(image) => self.images.get(image).map_or("", |image| &image.name),
        }
    }

    /// The problems of objects and their meshes, in words.
    pub fn problems(&self) -> Problems {
        Problems::of(&self.marks, &self.objects).with_skins(self).with_sessions(self).without_ignored(self)
    }

    /// The same without the problems of meshes, whose first search may take some seconds.
    pub fn problems_of_objects(&self) -> Problems {
        Problems::of_objects(&self.marks, &self.objects).with_skins(self).with_sessions(self).without_ignored(self)
    }

    /// The name of an item that problems are about: an object, a session or a camera.
    pub fn name_of(&self, item: Item) -> &str {
        match item {
            Item::Session(i) => self.sessions.get(i).map_or("", |session| &session.name),
            Item::Camera(i) => self.frusta.get(i).map_or("", |camera| &camera.camera),
            item => self.name(item.index()),
        }
    }

    /// The name of an object; empty when its index is out of range.
    pub fn name(&self, object: usize) -> &str {
        self.objects.get(object).map_or("", |requested| &requested.name)
    }
}

/// The skinned objects of a world.
fn skins(world: &World) -> Vec<(usize, Arc<SkinAt>)> {
    let skin = |(i, object): (usize, &ObjectAt)| Some((i, Arc::clone(object.skin.as_ref()?)));
    world.skinned().filter_map(skin).collect()
}

/// The models of a world that could not be placed.
fn lost_models(world: &World) -> Vec<(Arc<str>, Arc<str>)> {
    let lost = |model: &ModelAt| Some((Arc::clone(&model.name), model.error.clone()?));
    world.models.iter().filter_map(lost).collect()
}

impl TestedObject {
    fn of(object: &ObjectAt) -> Self {
        let mesh = match &object.shape {
            Shape::Mesh(mesh) => Some(Box::new(MeshAt { mesh: Arc::clone(mesh), pose: object.pose })),
            _ => None,
        };
        Self {
            name: Arc::clone(&object.name),
            aabb: object.aabb,
            view_box: object.view_box,
            layers: object.layers,
            mesh,
        }
    }

    /// The number of boxes that take as long as the answer about it.
    fn weight(&self) -> usize {
        self.mesh.as_deref().map_or(1, |at| at.mesh.weight())
    }
}
