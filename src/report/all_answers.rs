//! All answers about a world.
//!
//! A report is designed for 100,000 objects: it stores a few bytes for each object. Values that are quick to compute,
//! such as the distances of corners from planes, are computed when they are shown. For a ray, only the objects on its
//! line are stored.

use std::sync::Arc;

use super::agents::answers::AgentAnswers;
use super::frusta::answers::FrustumAnswers;
use super::octree::answers::OctreeAnswers;
use super::problems::marks::Marks;
use super::rays::answers::RayAnswers;
use super::scope::Scope;
use super::tested::TestedObject;
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
    /// `None` until a renderer with a depth buffer has answered, see [`super::occlusion::ask::answers`].
    pub occlusion: Option<super::occlusion::entry::Answers>,
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
    pub(super) scope: Scope,
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

/// The models of a world that could not be placed.
pub(super) fn lost_models(world: &World) -> Vec<(Arc<str>, Arc<str>)> {
    let lost = |model: &ModelAt| Some((Arc::clone(&model.name), model.error.clone()?));
    world.models.iter().filter_map(lost).collect()
}

/// The skinned objects of a world.
pub(super) fn skins(world: &World) -> Vec<(usize, Arc<SkinAt>)> {
    let skin = |(i, object): (usize, &ObjectAt)| Some((i, Arc::clone(object.skin.as_ref()?)));
    world.skinned().filter_map(skin).collect()
}
