//! Skinned meshes of models: the joints at a tick, and the boxes that engines use for culling.

pub(super) mod checks;
pub(super) mod enclosing;
mod given;
mod limits;
pub(super) mod search;
pub(super) mod weights;

use std::collections::HashMap;
use std::sync::Arc;

use glam::{DAffine3, DMat4, DVec3, Vec3};

use super::given_box::GivenBox;
use crate::geometry::{Aabb, Mesh};
use crate::import::level::{AllTimesOut, NamedSkin, Rig, RigPose, Rigged, Skinned};
use crate::opacity::Progress;
use crate::scene::SkinBounds;
use crate::skin::exact;

/// Longer animations are searched up to this tick: 55 minutes at 60 ticks a second.
const MOST_SEARCHED: f64 = 2e5;

/// The most nodes and vertices, over all ticks of an animation together, whose search takes less than a second.
pub(crate) const QUICK_SEARCH: u64 = 1_000_000;

/// The skin of an object at a tick.
#[derive(Clone, Debug)]
pub struct SkinAt {
    /// From the space of the model's file to world space.
    pub world_from_level: DAffine3,
    /// The nodes and animations of the file.
    pub rig: Arc<Rig>,
    /// The mesh of the object with its joints and weights.
    pub rigged: Arc<Rigged>,
    /// The nodes at this tick.
    pub pose: RigPose,
    /// Whether the mesh is shown as modelled.
    pub is_bind: bool,
    /// The box that the frustum test uses. `given` only with a box.
    pub bounds: SkinBounds,
    /// The box that is given by hand; `None` without one.
    pub given: Option<GivenBox>,
    /// Ticks in a second of the scene.
    pub tick_rate: f64,
}

/// The same skin at the same time and place.
impl PartialEq for SkinAt {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rigged, &other.rigged)
            && self.pose.at == other.pose.at
            && self.world_from_level == other.world_from_level
            && (self.is_bind, self.bounds, self.given) == (other.is_bind, other.bounds, other.given)
            && self.tick_rate.to_bits() == other.tick_rate.to_bits()
    }
}

/// A joint with its place at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Bone {
    /// The name of its node, or its number.
    pub name: Arc<str>,
    /// In world space.
    pub position: DVec3,
    /// The nearest joint above it, by its index in the skin.
    pub parent: Option<usize>,
}

/// A node of a skeleton that is no joint, with its place at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct PlainNode {
    /// The name of its node, or its number.
    pub name: Arc<str>,
    /// In world space.
    pub position: DVec3,
    /// The node above it, in world space: a joint, or another node that is not a joint. `None` for one above all joints.
    pub parent: Option<DVec3>,
}

/// A box in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Box64 {
    /// The least coordinates.
    pub min: DVec3,
    /// The greatest coordinates.
    pub max: DVec3,
}

/// The vertex that is furthest out of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Escape {
    /// The box.
    pub bounds: SkinBounds,
    /// The distance of the vertex from the box, metres.
    pub distance: f64,
    /// Its index in the mesh.
    pub vertex: usize,
}

/// Escapes below this part of the diagonal of a box are rounding.
const ROUNDING: f64 = 1e-4;

impl Box64 {
    const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// The box around points; around nothing it has no finite corner.
    pub fn of_points(points: impl Iterator<Item = DVec3>) -> Self {
        points.fold(Self::EMPTY, |all, at| Self { min: all.min.min(at), max: all.max.max(at) })
    }

    fn include(&mut self, at: DVec3) {
        *self = Self { min: self.min.min(at), max: self.max.max(at) };
    }

    /// The same box in `f32`, rounded outwards.
    #[expect(clippy::cast_possible_truncation, reason = "rounded outwards")]
    pub fn enclosing(&self) -> Aabb {
        let above = |x: f64| {
            let nearest = x as f32;
            if f64::from(nearest) < x { nearest.next_up() } else { nearest }
        };
        let above = |corner: DVec3| Vec3::from_array(corner.to_array().map(above));
        Aabb { min: -above(-self.min), max: above(self.max) }
    }

    /// The edge whose middle has the name of a box, as an index into [`Aabb::EDGES`]. The names of boxes that are nearly the
    /// same are apart from each other, on the screen too: seen along an axis, no two of these middles coincide.
    pub fn named_edge(method: SkinBounds) -> usize {
        match method {
            SkinBounds::Bind => 0,
            SkinBounds::Root => 11,
            SkinBounds::Joints => 4,
            SkinBounds::Exact => 6,
            SkinBounds::Given => 9,
        }
    }

    /// The point of the box that is nearest to a point.
    pub fn nearest(&self, at: DVec3) -> DVec3 {
        at.clamp(self.min, self.max)
    }

    /// The distance of a point from the box; 0 within it.
    fn distance(&self, at: DVec3) -> f64 {
        at.distance(self.nearest(at))
    }

    /// The distance of a point from the box; within it, that from the nearest face, negative.
    fn signed_distance(&self, at: DVec3) -> f64 {
        let within = (at - self.min).min(self.max - at).min_element();
        if within < 0.0 { self.distance(at) } else { -within }
    }

    /// Its corners: bit 0, 1 and 2 of the index choose the greatest x, y and z.
    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|i| {
            let pick = |bit: usize, min: f64, max: f64| if i >> bit & 1 == 0 { min } else { max };
            let Self { min, max } = self;
            DVec3::new(pick(0, min.x, max.x), pick(1, min.y, max.y), pick(2, min.z, max.z))
        })
    }

    /// Whether it is a box around nothing.
    fn is_empty(&self) -> bool {
        self.min.x > self.max.x
    }

    fn diagonal(&self) -> f64 {
        self.min.distance(self.max)
    }
}

impl SkinAt {
    /// The joints and weights of the vertices; `None` for a mesh without a skin, which no object here has.
    pub fn skinned(&self) -> Option<&Skinned> {
        self.rigged.skin.as_ref()
    }

    /// The joints.
    pub fn skin(&self) -> Option<&NamedSkin> {
        self.rig.skins.get(self.skinned()?.skin)
    }

    /// The same skin at another time of an animation.
    #[must_use]
    pub fn at(&self, animation: usize, time: f64) -> Self {
        Self { pose: self.rig.pose(Some((animation, time))), ..self.clone() }
    }

    /// From the space of the mesh to world space, for each joint.
    pub fn matrices(&self) -> Vec<DMat4> {
        let world = DMat4::from(self.world_from_level);
        let skin = self.skinned().map_or(0, |skinned| skinned.skin);
        self.rig.joint_matrices(skin, &self.pose).into_iter().map(|matrix| world * matrix).collect()
    }

    /// The factors of the matrix of a joint: `world_from_joint`, and `inverse_bind` from the space of the mesh to that of the
    /// joint. `None` for a joint that the skin does not have.
    pub fn factors(&self, joint: usize) -> Option<[DMat4; 2]> {
        let [level_from_joint, inverse_bind] = self.skin()?.skin.factors(joint, &self.pose.level_from_node)?;
        Some([DMat4::from(self.world_from_level) * level_from_joint, inverse_bind])
    }

    /// The transform of the node of the mesh to world space.
    pub fn world_from_node(&self) -> DAffine3 {
        self.world_from_level * self.rigged.level_from_node(&self.pose) * self.rigged.node_from_local
    }

    /// The vertices as modelled, with the weights that their morph targets have at this tick. The boxes `bind`, `root` and
    /// `joints` are of these vertices, so an animation of the weights changes the boxes too.
    pub fn bind(&self) -> Vec<Vec3> {
        self.rigged.bind_positions(&self.rig, &self.pose)
    }

    /// The vertices in world space: the sum of `w · world_from_joint · inverse_bind · v` over the joints, or as modelled.
    pub fn posed(&self, bind: &[Vec3], matrices: &[DMat4]) -> Vec<DVec3> {
        if self.is_bind {
            let node = self.world_from_node();
            return bind.iter().map(|at| node.transform_point3(at.as_dvec3())).collect();
        }
        self.skinned().map_or_else(Vec::new, |skinned| exact::pose(matrices, &skinned.influences, bind))
    }

    /// One vertex of [`SkinAt::posed`]. `None` for a vertex that the mesh does not have.
    pub fn posed_vertex(&self, vertex: usize, bind: &[Vec3], matrices: &[DMat4]) -> Option<DVec3> {
        let at = *bind.get(vertex)?;
        if self.is_bind {
            return Some(self.world_from_node().transform_point3(at.as_dvec3()));
        }
        self.by_joints(vertex, bind, matrices)
    }

    /// The vertex where its joints move it, also for a mesh that is shown as modelled: the sum of
    /// `w · world_from_joint · inverse_bind · v`. `None` for a vertex that the mesh does not have.
    pub fn by_joints(&self, vertex: usize, bind: &[Vec3], matrices: &[DMat4]) -> Option<DVec3> {
        let influences = &self.skinned()?.influences;
        let at = *bind.get(vertex).filter(|_| vertex < influences.vertices())?;
        Some(exact::position(matrices, influences, vertex, at))
    }

    /// The mesh as it is shown, in the space of the object; `None` when no triangle has finite corners.
    pub fn mesh(&self) -> Option<Arc<Mesh>> {
        if self.is_bind {
            return self.rigged.bind_mesh(&self.rig, &self.pose);
        }
        self.rigged.mesh(&self.rig, &self.pose, self.world_from_level.inverse().translation)
    }

    /// The matrix of the root joint, of those of all joints.
    fn root_matrix(&self, matrices: &[DMat4]) -> DMat4 {
        let root = self.skin().and_then(|skin| matrices.get(skin.root));
        root.copied().unwrap_or(DMat4::IDENTITY)
    }

    /// A box of the mesh. `posed` and `matrices` are those of this skin.
    pub fn bounds(&self, method: SkinBounds, bind: &[Vec3], matrices: &[DMat4], posed: &[DVec3]) -> Box64 {
        let moved = |matrix: DMat4| Box64::of_points(bind.iter().map(|at| matrix.transform_point3(at.as_dvec3())));
        match method {
            SkinBounds::Exact => Box64::of_points(posed.iter().copied()),
            SkinBounds::Bind => moved(DMat4::from(self.world_from_node())),
            SkinBounds::Root => moved(self.root_matrix(matrices)),
            SkinBounds::Joints => {
                let Some(skinned) = self.skinned() else { return Box64::EMPTY };
                let terms = (0..bind.len()).flat_map(|i| exact::terms(matrices, &skinned.influences, i, bind[i]));
                Box64::of_points(terms.map(|term| term.moved))
            }
            SkinBounds::Given => self.given_box(),
        }
    }

    /// The box that the frustum test uses; `None` for the one of the posed mesh.
    pub fn view_box(&self) -> Option<Aabb> {
        if self.bounds == SkinBounds::Exact {
            return None;
        }
        let (bind, matrices) = (self.bind(), self.matrices());
        let found = self.bounds(self.bounds, &bind, &matrices, &[]).enclosing();
        (found.min.is_finite() && found.max.is_finite()).then_some(found)
    }

    /// The joints with their places in the world, in the order of the skin.
    pub fn bones(&self) -> Vec<Bone> {
        let Some(skin) = self.skin().map(|named| &named.skin) else { return Vec::new() };
        let of_node: HashMap<usize, usize> =
            skin.joints.iter().enumerate().map(|(joint, &node)| (node, joint)).collect();
        let bone = |&node: &usize| {
            let mut parent = self.rig.hierarchy.parent(node);
            while let Some(above) = parent.filter(|above| !of_node.contains_key(above)) {
                parent = self.rig.hierarchy.parent(above);
            }
            let parent = parent.and_then(|parent| of_node.get(&parent).copied());
            Bone { name: self.name_of(node), position: self.position_of(node), parent }
        };
        skin.joints.iter().map(bone).collect()
    }

    /// The nodes of the skeleton that are no joints: all nodes below joints, and the node right above each joint that has no
    /// joint above it. In file order.
    pub fn plain_nodes(&self) -> Vec<PlainNode> {
        let (Some(skin), hierarchy) = (self.skin().map(|named| &named.skin), &self.rig.hierarchy) else {
            return Vec::new();
        };
        let mut is_joint = vec![false; hierarchy.len()];
        for &node in &skin.joints {
            is_joint[node] = true;
        }
        // Parents come before their children.
        let mut is_below = vec![false; hierarchy.len()];
        for &node in hierarchy.order() {
            is_below[node] = hierarchy.parent(node).is_some_and(|parent| is_joint[parent] || is_below[parent]);
        }
        let tops = skin.joints.iter().filter(|&&node| !is_below[node]).filter_map(|&node| hierarchy.parent(node));
        let mut is_shown = is_below.clone();
        tops.for_each(|node| is_shown[node] = true);
        let plain = |node: usize| PlainNode {
            name: self.name_of(node),
            position: self.position_of(node),
            parent: hierarchy.parent(node).filter(|_| is_below[node]).map(|parent| self.position_of(parent)),
        };
        (0..hierarchy.len()).filter(|&node| is_shown[node] && !is_joint[node]).map(plain).collect()
    }

    /// The name of a node, or its number.
    fn name_of(&self, node: usize) -> Arc<str> {
        let name = self.rig.nodes.get(node).map(|node| Arc::clone(&node.name)).filter(|name| !name.is_empty());
        name.unwrap_or_else(|| format!("node {node}").into())
    }

    /// The place of a node in world space.
    fn position_of(&self, node: usize) -> DVec3 {
        let matrix = self.pose.level_from_node.get(node).copied().unwrap_or(DMat4::IDENTITY);
        self.world_from_level.transform_point3(matrix.w_axis.truncate())
    }

    /// The skin moved in world space, by metres.
    pub(super) fn moved(&self, way: DVec3) -> Self {
        let world_from_level = DAffine3::from_translation(way) * self.world_from_level;
        Self { world_from_level, ..self.clone() }
    }

    /// The greatest number of joints that move one vertex.
    pub fn max_influences(&self) -> usize {
        let Some(skinned) = self.skinned() else { return 0 };
        (0..skinned.influences.vertices()).map(|vertex| skinned.influences.of_vertex(vertex).count()).max().unwrap_or(0)
    }

    /// When vertices are out of a box in the whole animation: for the boxes of [`SEARCHED_BOXES`](crate::world::SEARCHED_BOXES) in this order. The animation is
    /// sampled at the tick rate. `None` for a box that encloses the mesh all the time, for a box that is not given, and for all
    /// without an animation.
    pub fn times_out(&self) -> AllTimesOut {
        self.known_times_out().or_else(|| self.search(&Progress::default())).unwrap_or_default()
    }

    /// The same, if it was searched before.
    pub(crate) fn known_times_out(&self) -> Option<AllTimesOut> {
        self.times_out_key().map_or(Some([None; 4]), |key| self.rigged.searched.get(&key))
    }

    /// What [`SkinAt::times_out`] of one mesh depends on; `None` without an animation.
    pub(crate) fn times_out_key(&self) -> Option<Vec<u64>> {
        let (animation, _) = self.pose.at?;
        // The position too: vertices that no joint moves are at the origin of the world, wherever the model is.
        let place = self.world_from_level.to_cols_array().map(f64::to_bits);
        let head = [animation as u64, self.tick_rate.to_bits(), u64::from(self.is_bind)];
        let given = self.given.map(|given| given.key());
        Some(head.into_iter().chain(place).chain(given.into_iter().flatten()).collect())
    }

    /// The work of [`SkinAt::search`] at most: nodes and vertices that are posed.
    pub(crate) fn times_out_work(&self) -> u64 {
        (self.last_tick() as u64 + 1) * self.work_of_tick()
    }

    fn work_of_tick(&self) -> u64 {
        (self.rigged.bind.positions().len() + self.rig.nodes.len()) as u64
    }

    /// The last tick of its animation that is searched.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most MOST_SEARCHED")]
    fn last_tick(&self) -> usize {
        self.ticks_of_animation().clamp(0.0, MOST_SEARCHED) as usize
    }

    /// The ticks of its animation, with a part of one at the end.
    fn ticks_of_animation(&self) -> f64 {
        let animation = self.pose.at.and_then(|(animation, _)| self.rig.animations.get(animation));
        let duration = animation.map_or(0.0, |named| f64::from(named.animation.duration()));
        duration * self.tick_rate * (1.0 + 1e-12)
    }

    /// The time in seconds up to which [`SkinAt::times_out`] searches an animation that is too long to be searched as a whole:
    /// 200,000 ticks. `None` for a shorter animation.
    pub fn searched_until(&self) -> Option<f64> {
        (self.ticks_of_animation() >= MOST_SEARCHED + 1.0).then_some(MOST_SEARCHED / self.tick_rate)
    }

    /// Whether [`SkinAt::times_out`] takes only a fraction of a second.
    pub fn is_quick_to_search(&self) -> bool {
        self.times_out_work() <= QUICK_SEARCH
    }

    /// The vertex that is furthest out of each box, for the boxes that do not enclose the mesh.
    pub fn escapes(&self) -> Vec<Escape> {
        let (bind, matrices) = (self.bind(), self.matrices());
        let posed = self.posed(&bind, &matrices);
        let escape = |method: SkinBounds| {
            let around = self.bounds(method, &bind, &matrices, &posed);
            escape(&around, &posed).map(|(vertex, distance)| Escape { bounds: method, distance, vertex })
        };
        self.judged_boxes().filter_map(escape).collect()
    }
}

/// The furthest vertex out of a box, with its distance; `None` when none is out beyond rounding.
fn escape(around: &Box64, posed: &[DVec3]) -> Option<(usize, f64)> {
    let distances = posed.iter().map(|at| around.distance(*at)).enumerate();
    let furthest = distances.reduce(|a, b| if b.1 > a.1 { b } else { a })?;
    (furthest.1 > ROUNDING * around.diagonal()).then_some(furthest)
}
