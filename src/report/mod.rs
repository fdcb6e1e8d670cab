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
//! [`Report::of`] asks all questions, in parallel, and [`Report::follow`] asks those again that a change touches;
//! [`json`] writes them as the contract says; [`explain`] asks one of them again and records the steps; [`headline`]
//! says it in one sentence. What is asked of all objects together has its own room: [`octree`].
//!
//! A report is made for 100,000 objects: what can be said of an object in a few bytes is kept, and what follows from
//! that in no time, such as the distances of its corners from the planes, is computed when it is shown.
//! Of a ray, only the objects on its line are kept.

pub mod agents;
pub mod brief;
pub mod difference;
mod dispute;
mod entry;
pub mod expected;
pub mod explain;
mod explanation;
mod follow;
mod frusta;
mod headline;
mod images;
pub mod json;
mod layout;
pub mod occlusion;
pub mod octree;
mod pick;
pub mod problems;
mod question;
mod rays;
pub mod recording;
mod section;
pub mod stored;
mod subject;

pub use agents::AgentAnswers;
pub use frusta::{Fast, FrustumAnswer, FrustumAnswers, ViewSubject};
pub use headline::{headline, quoted};
pub use octree::{OctreeAnswers, OctreeSubject};
pub use rays::{First, OnLine, RayAnswer, RayAnswers, RaySubject, Target, cast_sentence};

use std::sync::Arc;

use self::problems::{Marks, Problems};
use crate::geometry::frustum::Classification;
use crate::geometry::{Aabb, Mesh, Pose, Shape};
use crate::parallel;
use crate::world::{ImageAt, ModelAt, ObjectAt, Unplaced, World};

/// All answers for one world.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The tick of the world.
    pub tick: u64,
    /// Its time in seconds.
    pub time: f64,
    /// The tested objects, in the world's order, which is that of every list of answers.
    pub objects: Vec<TestedObject>,
    /// Objects that nothing is answered about, in file order.
    pub unplaced: Vec<Unplaced>,
    /// Models whose files could not be read, by name, each with the reason.
    pub lost_models: Vec<(Arc<str>, Arc<str>)>,
    /// One per camera.
    pub frusta: Vec<FrustumAnswers>,
    /// One per ray.
    pub rays: Vec<RayAnswers>,
    /// When the scene asks for it.
    pub octree: Option<OctreeAnswers>,
    /// One per agent.
    pub agents: Vec<AgentAnswers>,
    /// One per image, as it is in the world.
    pub images: Vec<ImageAt>,
    /// `None` until a renderer with a depth buffer has answered, see [`occlusion::answers`].
    pub occlusion: Option<occlusion::Answers>,
    /// What is wrong with objects by themselves.
    pub marks: Marks,
}

/// An object as the questions see it.
#[derive(Clone, Debug, PartialEq)]
pub struct TestedObject {
    /// Its name.
    pub name: Arc<str>,
    /// The box that is tested.
    pub aabb: Aabb,
    /// Bit n is layer n.
    pub layers: u64,
    /// Of a mesh: its triangles.
    pub mesh: Option<Box<MeshAt>>,
}

/// A mesh with its pose.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshAt {
    /// In its own space.
    pub mesh: Arc<Mesh>,
    /// Its pose in the world.
    pub pose: Pose,
}

/// What a report answers when it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a section of the report")]
pub struct Scope {
    /// Which cameras have the answers about all objects in a list. The others are asked by [`Report::in_view`].
    pub cameras: Cameras,
    /// Whether rays are asked.
    pub rays: bool,
    /// Whether the octree is.
    pub octree: bool,
    /// Whether agents are.
    pub agents: bool,
    /// Whether problems are looked for.
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
    /// Everything.
    pub const ALL: Self = Self { cameras: Cameras::All, rays: true, octree: true, agents: true, problems: true };
}

impl Report {
    /// Answers everything. A camera whose list of answers does not fit into the budget of the world has none, see
    /// [`FrustumAnswers::over`].
    pub fn of(world: &World) -> Self {
        Self::within(world, Scope::ALL)
    }

    /// Answers what is asked.
    pub fn within(world: &World, scope: Scope) -> Self {
        let objects = parallel::collect(world.objects.len(), |i| TestedObject::of(&world.objects[i]));
        let cameras = world.cameras.iter().enumerate().map(|(i, camera)| match scope.cameras {
            Cameras::All => FrustumAnswers::within(camera, &objects, &world.budget),
            Cameras::One(one) if one == i => FrustumAnswers::of(camera, &objects),
            Cameras::One(_) | Cameras::None => FrustumAnswers::unasked(camera),
        });
        let octree = world.octree.as_ref().filter(|_| scope.octree);
        Self {
            tick: world.tick,
            time: world.time,
            frusta: cameras.collect(),
            rays: if scope.rays {
                world.rays.iter().map(|ray| RayAnswers::of(ray, world)).collect()
            } else {
                Vec::new()
            },
            octree: octree.map(|octree| OctreeAnswers::of(octree, &objects, &world.budget)),
            agents: if scope.agents { AgentAnswers::all(world) } else { Vec::new() },
            images: world.images.clone(),
            occlusion: None,
            marks: if scope.problems { Marks::of(&world.objects) } else { Marks::default() },
            unplaced: world.unplaced.clone(),
            lost_models: lost_models(world),
            objects,
        }
    }

    /// The answers of a camera that has a place.
    fn placed_camera(&self, camera: usize) -> Option<&FrustumAnswers> {
        self.frusta.get(camera).filter(|answers| answers.error.is_none())
    }

    /// What a camera says of an object. `None` also for a camera without a place.
    pub fn in_view(&self, camera: usize, object: usize) -> Option<FrustumAnswer> {
        let (answers, asked) = (self.placed_camera(camera)?, self.objects.get(object)?);
        Some(answers.objects.get(object).copied().unwrap_or_else(|| answers.about(asked)))
    }

    /// What a camera's planes say of an object, with all distances.
    pub fn planes_on(&self, camera: usize, object: usize) -> Option<Classification> {
        Some(self.placed_camera(camera)?.classification(&self.objects.get(object)?.aabb))
    }

    /// What kind of difference there is between the planes and the exact answer about an object, in a few words; `None` when
    /// they agree.
    pub fn difference_in_view(&self, camera: usize, object: usize) -> Option<String> {
        let FrustumAnswer { fast, exact, .. } = self.in_view(camera, object)?;
        let difference = self.frusta.get(camera)?.difference(&self.objects.get(object)?.aabb)?;
        Some(dispute::kind_in_view(&difference, fast.verdict, exact))
    }

    /// The same of a ray and an object.
    pub fn difference_on_ray(&self, ray: usize, object: usize) -> Option<&'static str> {
        self.on_ray(ray, object)?.difference.as_ref().map(dispute::kind_on_ray)
    }

    /// What a ray says of an object.
    pub fn on_ray(&self, ray: usize, object: usize) -> Option<RayAnswer> {
        Some(self.rays.get(ray)?.about(object, self.objects.get(object)?.layers))
    }

    /// What a ray says of an image; `None` also for one that has no cells.
    pub fn on_ray_image(&self, ray: usize, image: usize) -> Option<RayAnswer> {
        *self.rays.get(ray)?.images.get(image)?
    }

    /// What the thing is called that a ray hits; nothing for one that is not there.
    pub fn target_name(&self, target: Target) -> &str {
        match target {
            Target::Object(object) => self.name(object),
            Target::Image(image) => self.images.get(image).map_or("", |image| &image.name),
        }
    }

    /// What is wrong with objects and their meshes, in words.
    pub fn problems(&self) -> Problems {
        Problems::of(&self.marks, &self.objects)
    }

    /// The same without looking at the triangles of meshes, which may take some seconds the first time.
    pub fn problems_of_objects(&self) -> Problems {
        Problems::of_objects(&self.marks, &self.objects)
    }

    /// What an object is called; nothing for one that is not there.
    pub fn name(&self, object: usize) -> &str {
        self.objects.get(object).map_or("", |asked| &asked.name)
    }
}

/// The models of a world whose files could not be read.
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
        Self { name: Arc::clone(&object.name), aabb: object.aabb, layers: object.layers, mesh }
    }
}
