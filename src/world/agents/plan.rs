//! The part of a scene on which its agents depend, ready to run. Scenes with equal plans have the same recording.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::{DAffine3, DQuat, Vec3};

use super::body_transform::BodyTransform;
use super::clock::Clock;
use super::driven::{self, Driven};
use crate::behavior::{Action, Blackboard, Condition, NodeKind, Sense, Tree};
use crate::budget::Reservation;
use crate::files::{Content, Files, Runnable};
use crate::geometry::{Aabb, BoxTree, Pose};
use crate::random;
use crate::scene::{self, ItemId, Scene};
use crate::world::lookup::{ByName, Lookup};
use crate::world::place::MotionPath;
use crate::world::placed::ObjectAt;
use crate::world::{models, place};

/// All agents of a scene, and the objects around them.
#[derive(Debug)]
pub(super) struct Plan {
    /// The scene. Scenes with equal plans share one.
    scene: Scene,
    /// The files on which the agents depend.
    files: Files,
    /// Of the scene, ticks a second.
    pub(super) tick_rate: f64,
    /// In file order.
    pub(super) agents: Vec<AgentPlan>,
    /// At tick 0. Their order is that of a world.
    pub(super) objects: Vec<ObjectAt>,
    /// Their slots, which count unplaced objects too.
    pub(super) indices: Vec<usize>,
    /// The tree of their bounds.
    pub(super) tree: BoxTree,
    /// Those that move along a path or as an agent's body, by the index of the object.
    movers: Vec<Option<Box<Mover>>>,
    /// The indices of those that move along a path, in order.
    pub(super) on_paths: Vec<usize>,
    /// What animations and sessions move.
    pub(super) driven: Driven,
}

/// An object that moves.
#[derive(Debug)]
enum Mover {
    /// An object of the scene, with its path, if it has one.
    Own(scene::Object, Option<MotionPath>),
    /// An object of a model, and the map from its own space to the world's.
    Node(DAffine3),
}

/// An agent before its first tick.
#[derive(Debug)]
pub(super) struct AgentPlan {
    pub(super) id: ItemId,
    pub(super) name: Arc<str>,
    pub(super) clock: Clock,
    /// The agent's own rate, ticks a second.
    pub(super) tick_rate: f64,
    /// The tree, or why it cannot run.
    pub(super) tree: Result<Arc<Tree>, Arc<str>>,
    /// The objects of the world that the tree names; `None` for one that does not exist.
    pub(super) targets: Vec<Option<usize>>,
    pub(super) body: Option<usize>,
    /// The name of its body when that is unplaced.
    pub(super) unplaced_body: Option<Box<str>>,
    /// Index of its camera in the world.
    pub(super) camera: Option<usize>,
    pub(super) eye: Option<Eye>,
    pub(super) blackboard: Blackboard,
    pub(super) seed: u64,
    /// Whether a leaf needs earlier positions of objects.
    pub(super) needs_earlier_positions: bool,
    /// Whether a leaf writes to the blackboard.
    pub(super) writes: bool,
    /// The memory for its state, and for the tree itself, which agents share.
    _memory: Option<(Reservation, Arc<Runnable>)>,
}

/// The camera of an agent.
#[derive(Debug)]
pub(super) struct Eye {
    pub(super) camera: scene::Camera,
    /// The object of the world that it is attached to.
    pub(super) carrier: Option<usize>,
    /// The error when that object is unplaced. The camera then sees nothing.
    pub(super) unplaced_carrier: Option<Box<str>>,
    /// Its index in the world when an animation or a session moves it.
    driven: Option<usize>,
}

impl Plan {
    pub(super) fn of(content: Content) -> Self {
        let scene = content.scene;
        let files = content.files.for_agents(!scene.agents.is_empty());
        if scene.agents.is_empty() {
            let (agents, objects, indices, movers, on_paths, driven) = Default::default();
            let (tick_rate, scene, tree) = (scene.tick_rate, scene.clone(), BoxTree::default());
            return Self { scene, files, tick_rate, agents, objects, indices, tree, movers, on_paths, driven };
        }
        let placed = place::placed(content);
        let (indices, objects): (Vec<usize>, Vec<ObjectAt>) = placed.into_iter().unzip();
        let by_name: HashMap<&str, usize> = objects.iter().enumerate().map(|(i, object)| (&*object.name, i)).collect();
        let has_eyes = scene.agents.iter().any(|agent| agent.camera.is_some());
        let cameras: Vec<_> = has_eyes.then(|| place::written_cameras(content, 0.0)).into_iter().flatten().collect();
        let named = AgentNames {
            lookup: Lookup::of(content),
            objects: by_name,
            cameras: ByName::of(|| cameras.iter().map(|camera| camera.name.as_str())),
        };
        let agents = scene.agents.iter().enumerate();
        let agents: Vec<AgentPlan> =
            agents.map(|(i, agent)| AgentPlan::of(i, agent, content, &named, &cameras)).collect();
        drop(named);
        let own = |i: usize| scene.objects.get(indices[i]);
        let on_paths: Vec<usize> =
            (0..objects.len()).filter(|&i| own(i).is_some_and(|object| object.path.is_some())).collect();
        let nodes = models::nodes(content, 0.0);
        let mover = |i: usize| match own(i) {
            Some(object) => Mover::Own(object.clone(), object.path.as_ref().map(MotionPath::of)),
            None => Mover::Node(nodes[indices[i] - scene.objects.len()].world_from_local()),
        };
        let mut movers: Vec<Option<Box<Mover>>> = objects.iter().map(|_| None).collect();
        for i in agents.iter().filter_map(|agent| agent.body).chain(on_paths.iter().copied()) {
            movers[i] = Some(Box::new(mover(i)));
        }
        let tree = BoxTree::new(&objects.iter().map(|object| object.aabb).collect::<Vec<_>>());
        // An agent that senses an object depends on all of them, because any may block its sight.
        let senses = agents.iter().any(|agent| !agent.targets.is_empty());
        let bodies: HashSet<usize> = agents.iter().filter_map(|agent| agent.body).collect();
        let is_needed = |object| senses || bodies.contains(&object);
        let driven = Driven::of(content, &indices, is_needed);
        let (tick_rate, scene) = (scene.tick_rate, scene.clone());
        Self { scene, files, tick_rate, agents, objects, indices, tree, movers, on_paths, driven }
    }

    /// What it was made from, without files that no agent depends on.
    pub(super) fn content(&self) -> Content<'_> {
        Content { scene: &self.scene, files: &self.files }
    }

    /// Whether another scene gives the same recording.
    pub(super) fn is_same(&self, now: Content) -> bool {
        let before = self.content();
        let (a, b) = (before.scene, now.scene);
        a.agents == b.agents
            && (a.agents.is_empty()
                || (a.tick_rate.to_bits() == b.tick_rate.to_bits()
                    && a.seed == b.seed
                    && before.files.trees == now.files.trees
                    && before.files.levels == now.files.levels
                    && before.files.placed == now.files.placed
                    && before.files.sessions == now.files.sessions
                    && a.sessions == b.sessions
                    && a.cameras == b.cameras
                    && a.models == b.models
                    && a.objects == b.objects))
    }

    /// The objects that move, in order: along paths, or as bodies.
    pub(super) fn movers(&self) -> impl Iterator<Item = usize> {
        (0..self.movers.len()).filter(|&i| self.movers[i].is_some())
    }

    /// The pose of a mover at a time; `None` when it has no inverse.
    pub(super) fn pose(&self, mover: usize, time: f64, transform: Option<&BodyTransform>) -> Option<(Pose, Aabb)> {
        let pose = match self.movers.get(mover)?.as_deref()? {
            Mover::Own(written, way) => place::pose(written, transform, || way.as_ref().map(|way| way.at(time)))?,
            Mover::Node(written) => models::pose(*written, transform)?,
        };
        let aabb = Aabb::of(&self.objects[mover].shape, &pose);
        (aabb.min.is_finite() && aabb.max.is_finite()).then_some((pose, aabb))
    }

    /// The rotation of a mover in the file.
    pub(super) fn written_rotation(&self, mover: usize) -> DQuat {
        self.objects.get(mover).map_or(DQuat::IDENTITY, |object| object.rotation)
    }
}

impl Eye {
    /// The camera at a time, as far as it is written.
    pub(super) fn at(&self, plan: &Plan, time: f64) -> Cow<'_, scene::Camera> {
        let moved = self.driven.and_then(|index| driven::camera(plan.content(), index, time));
        moved.map_or(Cow::Borrowed(&self.camera), Cow::Owned)
    }
}

/// What agents name.
struct AgentNames<'n> {
    lookup: Lookup<'n>,
    /// The placed objects.
    objects: HashMap<&'n str, usize>,
    /// The cameras of the scene and of its models.
    cameras: ByName<'n>,
}

impl AgentPlan {
    fn of(
        index: usize,
        agent: &scene::Agent,
        content: Content,
        named: &AgentNames,
        cameras: &[Cow<scene::Camera>],
    ) -> Self {
        let Content { scene, files } = content;
        let runnable = files.runnable(scene, agent).and_then(|tree| Ok((files.state_memory(&tree)?, tree)));
        let (tree, first, memory) = match runnable {
            Ok((memory, runnable)) => {
                (Ok(Arc::clone(&runnable.tree)), runnable.blackboard.clone(), Some((memory, runnable)))
            }
            Err(error) => (Err(Arc::from(error.to_string())), Vec::new(), None),
        };
        let object = |name: &str| named.objects.get(name).copied();
        let camera = agent.camera.as_deref().and_then(|name| named.cameras.find(name));
        let eye = camera.map(|i| (i, scene::Camera::clone(&cameras[i])));
        let eye = eye.map(|(index, camera)| {
            let carrier = camera.attach.as_deref().and_then(object);
            let lost = camera.attach.as_deref().filter(|_| carrier.is_none());
            let unplaced_carrier = lost.map(|name| place::unplaced_carrier(&named.lookup, name).into());
            let driven = Some(index).filter(|index| driven::is_camera(content, *index));
            Eye { camera, carrier, unplaced_carrier, driven }
        });
        let has = |wanted: fn(&NodeKind) -> bool| {
            tree.as_ref().is_ok_and(|tree| (0..tree.len()).any(|node| wanted(tree.kind(node))))
        };
        let tick_rate = agent.tick_rate.unwrap_or(scene.tick_rate);
        let own = agent.blackboard.iter().map(|(key, value)| (key.as_str().into(), value.clone()));
        Self {
            id: agent.id.get(),
            name: agent.name.as_str().into(),
            clock: Clock::new(tick_rate, scene.tick_rate),
            tick_rate,
            targets: tree.iter().flat_map(|tree| tree.objects()).map(|name| object(name)).collect(),
            body: agent.body.as_deref().and_then(object),
            unplaced_body: agent.body.as_deref().filter(|name| object(name).is_none()).map(Box::from),
            camera,
            eye,
            blackboard: first.into_iter().chain(own).collect(),
            // Agents with the same tree have different random numbers.
            seed: scene.seed.wrapping_add((index as u64).wrapping_mul(random::STEP)),
            needs_earlier_positions: has(|kind| {
                matches!(kind, NodeKind::Condition(Condition::Sense(Sense::Hears { .. })))
            }),
            writes: has(|kind| match kind {
                NodeKind::Action(action) => {
                    matches!(action, Action::Set { .. } | Action::Expression(_) | Action::Library(_))
                }
                NodeKind::Condition(condition) => matches!(condition, Condition::Expression(_)),
                NodeKind::Library(_) => true,
                _ => false,
            }) || tree.as_ref().is_ok_and(|tree| tree.all_scripts().next().is_some()),
            tree,
            _memory: memory,
        }
    }

    /// The objects that do not block its sight: its body, and the object that carries the eye.
    pub(super) fn ignored(&self) -> [usize; 2] {
        let carrier = self.eye.as_ref().and_then(|eye| eye.carrier);
        [self.body, carrier].map(|object| object.unwrap_or(usize::MAX))
    }
}

/// The position of an object's origin.
pub(super) fn origin(object: &ObjectAt) -> Vec3 {
    object.pose.world_from_local().translation.into()
}
