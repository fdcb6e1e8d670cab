//! The moving parts of a level: its nodes, animations and skins, and the objects that they move.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use glam::{DAffine3, DMat4, DVec3, Mat3, Vec3};

use super::error::Result;
use super::limits::READY;
use super::work::LevelWork;
use crate::geometry::Mesh;
use crate::skin::{Animation, Hierarchy, Influences, Skin, StrayWeight, Transform};

/// The nodes of a level with its animations and skins.
#[derive(Clone, Debug, PartialEq)]
pub struct Rig {
    /// The parents of the nodes.
    pub hierarchy: Hierarchy,
    /// The transforms of the nodes in the file.
    pub nodes: Vec<RigNode>,
    /// In file order.
    pub animations: Vec<NamedAnimation>,
    /// In file order.
    pub skins: Vec<NamedSkin>,
    /// The first animation of each name.
    by_name: HashMap<Arc<str>, usize>,
}

/// A node with its transform in the file.
#[derive(Clone, Debug, PartialEq)]
pub struct RigNode {
    /// Its name in the file, empty without one.
    pub name: Arc<str>,
    /// Relative to its parent.
    pub local: Local,
}

/// The transform of a node relative to its parent.
#[derive(Clone, Debug, PartialEq)]
pub enum Local {
    /// Translation, rotation and scale, which animations can replace.
    Parts(Transform),
    /// A matrix, which no animation can replace.
    Matrix(DAffine3),
}

impl Local {
    /// Whether it moves nothing.
    pub fn is_identity(&self) -> bool {
        match self {
            Self::Parts(parts) => *parts == Transform::default(),
            Self::Matrix(matrix) => *matrix == DAffine3::IDENTITY,
        }
    }
}

/// An animation with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedAnimation {
    /// Its name in the file.
    pub name: Option<Arc<str>>,
    /// Its channels.
    pub animation: Animation,
}

/// A skin with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedSkin {
    /// Its name in the file.
    pub name: Option<Arc<str>>,
    /// Its joints.
    pub skin: Skin,
    /// The root by its index among the joints: the `skeleton` of the file if that is a joint, else the first joint.
    pub root: usize,
    /// The node that the file names as `skeleton`, if that is no joint.
    pub skeleton: Option<usize>,
}

/// How an object of a level moves.
#[derive(Debug)]
pub struct Rigged {
    /// The node of its mesh.
    pub node: usize,
    /// Its transform in the space of the node: that of an instance.
    pub node_from_local: DAffine3,
    /// The mesh as modelled.
    pub bind: Arc<Mesh>,
    /// The joints that move its vertices.
    pub skin: Option<Skinned>,
    /// The offsets that change its shape.
    pub morph: Option<Arc<Morph>>,
    /// The meshes that are in use, by their pose.
    pub(in crate::import) posed: PosedMeshes,
    /// Searches over whole animations, by what they depend on.
    pub(crate) searched: Searched<AllTimesOut>,
    /// Searches over all animations for the boxes that enclose the mesh, by what they depend on: the corners of both boxes.
    pub(crate) enclosing: Searched<[[DVec3; 2]; 2]>,
    /// Its vertices with stray weights, once they were searched.
    pub(crate) stray: OnceLock<Vec<StrayWeight>>,
}

/// A vertex that is out of a box at a time of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Seconds from the begin of the animation.
    pub time: f64,
    /// The vertex that is furthest out then, by its index in the mesh.
    pub vertex: usize,
    /// Its distance from the box, metres.
    pub distance: f64,
}

/// When vertices are out of a box in a whole animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimesOut {
    /// The first time.
    pub first: Moment,
    /// The time at which a vertex is furthest out.
    pub furthest: Moment,
}

/// The result of a search over a whole animation: for each of four boxes the times at which vertices are out of it; `None`
/// for a box that encloses the mesh all the time, or that is not given.
pub type AllTimesOut = [Option<TimesOut>; 4];

/// The last results of searches over whole animations, by what they depend on.
#[derive(Debug)]
pub(crate) struct Searched<T>(Mutex<VecDeque<(Vec<u64>, T)>>);

impl<T> Default for Searched<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Copy> Searched<T> {
    /// More results than these are searched again.
    const MOST: usize = 1024;

    /// The result for a key, if it is known.
    pub(crate) fn get(&self, key: &[u64]) -> Option<T> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().rev().find(|(of, _)| *of == key).map(|(_, found)| *found)
    }

    /// Stores the result for a key.
    pub(crate) fn put(&self, key: Vec<u64>, found: T) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= Self::MOST {
            known.pop_front();
        }
        known.push_back((key, found));
    }
}

/// The joints of the vertices of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Skinned {
    /// The index of the skin in [`Rig::skins`].
    pub skin: usize,
    /// The joints and weights of each vertex.
    pub influences: Arc<Influences>,
    /// The vertices whose weights do not add up to 1, ascending: beyond the tolerance of glTF for floats, not exactly for
    /// normalised integers (glTF 2.0, section 3.7.3.3). The sums are those of [`Skinned::influences`]: a weight of a joint out of
    /// range, and one that is not finite, counts as 0.
    pub off: Arc<[u32]>,
    /// The vertices that name a joint twice with weight, ascending.
    pub doubled: Arc<[u32]>,
    /// The vertices that name a joint that the skin does not have, ascending. These weights count as 0.
    pub out_of_range: Arc<[u32]>,
    /// The joints that move no vertex, as indices into those of the skin. A half of a cut has those of the whole mesh.
    pub unused: Arc<[u16]>,
}

/// Offsets of vertices, added with weights (glTF 2.0, section 3.7.2.2).
#[derive(Clone, Debug, PartialEq)]
pub struct Morph {
    /// The offsets of all vertices, for each target.
    pub targets: Vec<Vec<Vec3>>,
    /// The offsets of the normals of all vertices, for each target; empty for a target without any.
    pub normals: Vec<Vec<Vec3>>,
    /// The weights without an animation.
    pub weights: Vec<f32>,
}

/// The nodes of a level at a time of one of its animations.
#[derive(Clone, Debug)]
pub struct RigPose {
    /// From the space of each node to that of the level.
    pub level_from_node: Arc<[DMat4]>,
    /// The animation and its own time; `None` for the transforms of the file.
    pub at: Option<(usize, f64)>,
}

/// The meshes of a pose, as long as something uses them.
#[derive(Debug, Default)]
pub(in crate::import) struct PosedMeshes(Mutex<Posed>);

#[derive(Debug, Default)]
struct Posed {
    meshes: HashMap<PoseKey, Weak<Mesh>>,
    /// With so many meshes, those that nothing uses are removed.
    limit: usize,
}

impl PosedMeshes {
    fn get(&self, key: &PoseKey) -> Option<Arc<Mesh>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).meshes.get(key)?.upgrade()
    }

    fn insert(&self, key: PoseKey, mesh: &Arc<Mesh>) {
        let mut posed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if posed.meshes.len() >= posed.limit {
            posed.meshes.retain(|_, mesh| mesh.strong_count() > 0);
            // A search through all of them is then rare, however many are in use.
            posed.limit = 2 * posed.meshes.len() + 1;
        }
        posed.meshes.insert(key, Arc::downgrade(mesh));
    }
}

/// The animation, its time and the origin of the world, by their bits.
type PoseKey = (Option<(usize, u64)>, [u64; 3]);

impl Rig {
    /// Whether an animation moves each node, or a node above it, or changes its weights.
    pub(in crate::import) fn moved_nodes(&self) -> Vec<bool> {
        let mut is_moved = vec![false; self.nodes.len()];
        for channel in self.animations.iter().flat_map(|named| named.animation.channels()) {
            is_moved[channel.node] = true;
        }
        for &node in self.hierarchy.order() {
            is_moved[node] |= self.hierarchy.parent(node).is_some_and(|parent| is_moved[parent]);
        }
        is_moved
    }

    pub(in crate::import) fn new(
        hierarchy: Hierarchy,
        nodes: Vec<RigNode>,
        animations: Vec<NamedAnimation>,
        skins: Vec<NamedSkin>,
    ) -> Self {
        let named = animations.iter().enumerate().rev();
        let by_name = named.filter_map(|(i, animation)| Some((animation.name.clone()?, i))).collect();
        Self { hierarchy, nodes, animations, skins, by_name }
    }

    /// The animation with this index, or the first one with this name.
    pub fn find_animation(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// The nodes at a time of an animation, in seconds from its begin; without an animation as in the file.
    pub fn pose(&self, at: Option<(usize, f64)>) -> RigPose {
        let at = at.filter(|(animation, _)| *animation < self.animations.len());
        let parts = |node: &RigNode| match &node.local {
            Local::Parts(parts) => *parts,
            Local::Matrix(_) => Transform::default(),
        };
        let mut parts: Vec<Transform> = self.nodes.iter().map(parts).collect();
        if let Some((animation, time)) = at {
            self.animations[animation].animation.sample(time, &mut parts);
        }
        let local = |node: usize| match &self.nodes[node].local {
            Local::Parts(_) => parts[node].parent_from_node(),
            Local::Matrix(matrix) => DMat4::from(*matrix),
        };
        RigPose { level_from_node: self.hierarchy.compose(local).into(), at }
    }

    /// The matrices of a skin's joints: from the bind space of the mesh to that of the level.
    pub fn joint_matrices(&self, skin: usize, pose: &RigPose) -> Vec<DMat4> {
        self.skins.get(skin).map(|named| named.skin.matrices(&pose.level_from_node)).unwrap_or_default()
    }
}

impl Rigged {
    /// How a mesh at a node moves; `None` for one that stays as it is. `is_moved` says whether an animation moves the node or its weights.
    ///
    /// # Errors
    /// When there is no memory for the posed mesh.
    pub(in crate::import) fn of_mesh(
        (node, node_from_local): (usize, DAffine3),
        bind: &Arc<Mesh>,
        skin: Option<Skinned>,
        morph: Option<Arc<Morph>>,
        is_moved: bool,
        work: &LevelWork,
    ) -> Result<Option<Self>> {
        let rigged = Self {
            node,
            node_from_local,
            bind: Arc::clone(bind),
            skin,
            morph,
            posed: PosedMeshes::default(),
            searched: Searched::default(),
            enclosing: Searched::default(),
            stray: OnceLock::new(),
        };
        // The mesh as the file has it, beside the mesh as modelled.
        if rigged.is_deformed() {
            let has_normals = rigged.morph.as_ref().is_some_and(|morph| morph.normals.iter().any(|n| !n.is_empty()));
            work.keep_many(bind.positions().len(), (2 + usize::from(has_normals)) * size_of::<Vec3>())?;
            work.keep_many(bind.triangles().len(), READY)?;
        }
        Ok((rigged.is_deformed() || is_moved).then_some(rigged))
    }

    /// The transform from the space of [`Rigged::mesh`] to that of the level: the identity for a skinned mesh.
    pub fn level_from_local(&self, pose: &RigPose) -> DAffine3 {
        if self.skin.is_some() { self.node_from_local } else { self.level_from_node(pose) * self.node_from_local }
    }

    /// The transform from the space of its node to that of the level.
    pub fn level_from_node(&self, pose: &RigPose) -> DAffine3 {
        pose.level_from_node.get(self.node).map_or(DAffine3::IDENTITY, |matrix| DAffine3::from_mat4(*matrix))
    }

    /// A part of it with its own vertices, which moves with the same node and joints.
    #[must_use]
    pub fn part(&self, bind: Arc<Mesh>, skin: Skinned, morph: Option<Morph>) -> Self {
        Self {
            node: self.node,
            node_from_local: self.node_from_local,
            bind,
            skin: Some(skin),
            morph: morph.map(Arc::new),
            posed: PosedMeshes::default(),
            searched: Searched::default(),
            enclosing: Searched::default(),
            stray: OnceLock::new(),
        }
    }

    /// Whether its vertices move beside its node: it has a skin or morph targets.
    pub fn is_deformed(&self) -> bool {
        self.skin.is_some() || self.morph.is_some()
    }

    /// The vertices with the morph targets of a pose, before any joint moves them.
    pub fn bind_positions(&self, rig: &Rig, pose: &RigPose) -> Vec<Vec3> {
        let mut positions = self.bind.positions().to_vec();
        if let Some(morph) = &self.morph {
            add_weighted(&mut positions, &morph.targets, &self.morph_weights(morph, rig, pose));
        }
        positions
    }

    /// The offsets of the normals of all vertices by the morph targets of a pose; empty without any.
    fn normal_offsets(&self, rig: &Rig, pose: &RigPose) -> Vec<Vec3> {
        let Some(morph) = self.morph.as_ref().filter(|morph| morph.normals.iter().any(|normals| !normals.is_empty()))
        else {
            return Vec::new();
        };
        let mut offsets = vec![Vec3::ZERO; self.bind.positions().len()];
        add_weighted(&mut offsets, &morph.normals, &self.morph_weights(morph, rig, pose));
        offsets
    }

    fn morph_weights(&self, morph: &Morph, rig: &Rig, pose: &RigPose) -> Vec<f32> {
        let animated = pose.at.and_then(|(animation, time)| {
            rig.animations.get(animation).and_then(|named| named.animation.weights(time, self.node))
        });
        animated.unwrap_or_else(|| morph.weights.clone())
    }

    /// The posed mesh: that of the joints in the space of the level, else that of the node. Equal poses share it while
    /// it is in use. `None` when no triangle has finite corners.
    ///
    /// `origin` is the origin of the world in the space of the level. It matters only for weights that do not add up to 1: the
    /// sum over world matrices pulls such a vertex towards it.
    pub fn mesh(&self, rig: &Rig, pose: &RigPose, origin: DVec3) -> Option<Arc<Mesh>> {
        if !self.is_deformed() {
            return Some(Arc::clone(&self.bind));
        }
        let origin = if self.depends_on_origin() { origin } else { DVec3::ZERO };
        let at = pose.at.map(|(animation, time)| (animation, time.to_bits()));
        let key = (at, origin.to_array().map(f64::to_bits));
        // Other poses are not held up while this one is computed.
        if let Some(known) = self.posed.get(&key) {
            return Some(known);
        }
        let mesh = Arc::new(self.make_mesh(rig, pose, origin)?);
        self.posed.insert(key, &mesh);
        Some(mesh)
    }

    /// Whether some weights do not add up to 1.
    pub fn depends_on_origin(&self) -> bool {
        self.skin.as_ref().is_some_and(|skin| !skin.off.is_empty())
    }

    /// The mesh as modelled, with its morph targets.
    pub fn bind_mesh(&self, rig: &Rig, pose: &RigPose) -> Option<Arc<Mesh>> {
        match &self.morph {
            None => Some(Arc::clone(&self.bind)),
            Some(_) => self.morphed(rig, pose).map(Arc::new),
        }
    }

    /// The mesh with its morph targets, before any joint moves it.
    fn morphed(&self, rig: &Rig, pose: &RigPose) -> Option<Mesh> {
        let offsets = self.normal_offsets(rig, pose);
        let turned = move |vertex: u32, normal: Vec3| normal + offset(&offsets, vertex);
        self.bind.moved(self.bind_positions(rig, pose), turned).ok()
    }

    fn make_mesh(&self, rig: &Rig, pose: &RigPose, origin: DVec3) -> Option<Mesh> {
        let Some(skinned) = &self.skin else { return self.morphed(rig, pose) };
        let (bind, offsets) = (self.bind_positions(rig, pose), self.normal_offsets(rig, pose));
        let matrices = rig.joint_matrices(skinned.skin, pose);
        let mut posed = Vec::new();
        crate::skin::pose(&matrices, &skinned.influences, &bind, &mut posed);
        for &vertex in skinned.off.iter() {
            let sum: f64 = skinned.influences.of_vertex(vertex as usize).map(|(_, weight)| f64::from(weight)).sum();
            if let Some(posed) = posed.get_mut(vertex as usize) {
                *posed = (posed.as_dvec3() + (1.0 - sum) * origin).as_vec3();
            }
        }
        let influences = Arc::clone(&skinned.influences);
        let turned = move |vertex: u32, normal: Vec3| {
            let blended = influences.of_vertex(vertex as usize).fold(Mat3::ZERO, |sum, (joint, weight)| {
                let matrix = matrices.get(usize::from(joint)).copied().unwrap_or(DMat4::ZERO);
                sum + weight * Mat3::from_mat4(matrix.as_mat4())
            });
            // The cofactors turn a normal as the inverse transpose does, and exist for every matrix.
            let [x, y, z] = [blended.x_axis, blended.y_axis, blended.z_axis];
            Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y)) * (normal + offset(&offsets, vertex))
        };
        self.bind.moved(posed, turned).ok()
    }
}

/// Adds the offsets of all targets by their weights.
fn add_weighted(all: &mut [Vec3], targets: &[Vec<Vec3>], weights: &[f32]) {
    for (target, &weight) in targets.iter().zip(weights) {
        if weight != 0.0 {
            all.iter_mut().zip(target).for_each(|(at, offset)| *at += weight * *offset);
        }
    }
}

fn offset(offsets: &[Vec3], vertex: u32) -> Vec3 {
    offsets.get(vertex as usize).copied().unwrap_or_default()
}

/// The same node, mesh, joints and offsets.
impl PartialEq for Rigged {
    fn eq(&self, other: &Self) -> bool {
        (self.node, self.node_from_local) == (other.node, other.node_from_local)
            && self.bind == other.bind
            && self.skin == other.skin
            && self.morph == other.morph
    }
}
