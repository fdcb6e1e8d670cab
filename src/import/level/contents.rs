//! The contents of a level file.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{DAffine3, DVec3};

use super::outline::Outline;
use super::rig::{Rig, Rigged};
use crate::geometry::{Aabb, Mesh, Shape};
use crate::scene::{Color, Projection};
use crate::source::error::{SceneError, SceneWarning};

/// The contents of a level file.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// One for each mesh node and each of its instances, for each group of an OBJ, solid of an STL, brush of a map or model of a compiled map, in file order. A node with a skin has two
    /// when no joint can move some primitives of its mesh: the second one has these.
    pub objects: Vec<LevelObject>,
    /// One for each node with a camera, in file order.
    pub cameras: Vec<LevelCamera>,
    /// Colliders that the file has for its objects, in the order of its nodes.
    pub colliders: Vec<LevelCollider>,
    /// Textures with alpha that materials cut or blend by, in file order.
    pub textures: Vec<AlphaTexture>,
    /// Numbers of the file that are NaN or infinite, each with its place. What does not need them is read.
    pub faults: Vec<SceneError>,
    /// What was left out or changed, each with its place.
    pub notes: Vec<SceneWarning>,
    /// The numbers of its contents.
    pub counts: Counts,
    /// Its nodes with their animations and skins; `None` for a level in which nothing can move.
    pub rig: Option<Arc<Rig>>,
    /// The nodes that group its parts, and its materials.
    pub outline: Outline,
    /// Each name of an object, a camera or a collider.
    named: HashMap<Arc<str>, Named>,
}

/// The counts of the contents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Meshes of nodes; a mesh with instances counts once.
    pub meshes: usize,
    /// Triangles of these.
    pub triangles: usize,
    /// Triangles of all objects; each instance counts.
    pub placed_triangles: usize,
    /// Materials of the file.
    pub materials: usize,
}

/// A mesh with its transform in the level.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelObject {
    /// Unique among the objects and cameras of the level.
    pub name: Arc<str>,
    /// The mesh in local space; instances share it.
    pub mesh: Arc<Mesh>,
    /// The transform; invertible.
    pub level_from_local: DAffine3,
    /// Base colour of the material of most of its triangles; `None` without a material, and for white.
    pub color: Option<Color>,
    /// How it moves; mesh and transform are then those of the file without an animation. `None` for an object that cannot move.
    pub rigged: Option<Arc<Rigged>>,
}

/// A camera with its transform in the level.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelCamera {
    /// Unique among the objects and cameras of the level.
    pub name: Arc<str>,
    /// The transform. The camera looks along −Z at every scale.
    pub level_from_local: DAffine3,
    /// The projection of the scene's camera.
    pub projection: Projection,
    /// Distance of the near plane, above 0 for a perspective camera.
    pub near: f32,
    /// Distance of the far plane, above `near`; infinite without one.
    pub far: f32,
    /// Its node, if an animation can move it.
    pub node: Option<usize>,
}

/// What collides where some objects are drawn. It is not drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct LevelCollider {
    /// Unique among the names of the level.
    pub name: Arc<str>,
    /// The names of the objects that are drawn; at least one.
    pub objects: Vec<Arc<str>>,
    /// Its parts, in the space of the first object.
    pub shapes: Vec<AttachedShape>,
}

/// A solid in the space of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct AttachedShape {
    /// In its own space.
    pub shape: Shape,
    /// The map from that space to the object's.
    pub object_from_shape: DAffine3,
}

/// An image of the file whose alpha a material uses.
#[derive(Clone, Debug, PartialEq)]
pub struct AlphaTexture {
    /// Of the image, its file or the material; not unique.
    pub name: String,
    /// Its index in the glTF's `images`, from 0.
    pub image: u32,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// The alpha from which the material is solid, from 0 to 1; `None` for one that blends.
    pub cutoff: Option<f32>,
}

/// The result of looking up a name in a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// An object by its index.
    Object(usize),
    /// A camera by its index.
    Camera(usize),
    /// A collider by its index.
    Collider(usize),
}

impl Level {
    pub(in crate::import) fn new(objects: Vec<LevelObject>, cameras: Vec<LevelCamera>) -> Self {
        let of_objects = objects.iter().enumerate().map(|(i, object)| (Arc::clone(&object.name), Named::Object(i)));
        let of_cameras = cameras.iter().enumerate().map(|(i, camera)| (Arc::clone(&camera.name), Named::Camera(i)));
        let named = of_objects.chain(of_cameras).collect();
        let mut counts = Counts::default();
        let mut seen = std::collections::HashSet::new();
        for object in &objects {
            let triangles = object.mesh.triangles().len();
            counts.placed_triangles += triangles;
            if seen.insert(Arc::as_ptr(&object.mesh)) {
                counts.meshes += 1;
                counts.triangles += triangles;
            }
        }
        Self {
            objects,
            cameras,
            colliders: Vec::new(),
            textures: Vec::new(),
            faults: Vec::new(),
            notes: Vec::new(),
            counts,
            rig: None,
            outline: Outline::default(),
            named,
        }
    }

    /// The same with colliders.
    #[must_use]
    pub(in crate::import) fn with_colliders(mut self, colliders: Vec<LevelCollider>) -> Self {
        let names = colliders.iter().enumerate().map(|(i, one)| (Arc::clone(&one.name), Named::Collider(i)));
        self.named.extend(names);
        self.colliders = colliders;
        self
    }

    /// The result of looking up a name, without the model's own before it.
    pub fn find(&self, name: &str) -> Option<Named> {
        self.named.get(name).copied()
    }

    /// How long the names of all objects, cameras and colliders are together, in bytes.
    pub(crate) fn length_of_names(&self) -> usize {
        self.named.keys().map(|name| name.len()).sum()
    }

    /// The box around the boxes of all objects, in the level's space; `None` without objects.
    pub fn bounds(&self) -> Option<Aabb> {
        let around = |object: &LevelObject| {
            let Aabb { min, max } = object.mesh.bounds();
            let corner = |i: usize| {
                let pick = |axis: usize| if i >> axis & 1 == 0 { min[axis] } else { max[axis] };
                let corner = DVec3::new(pick(0).into(), pick(1).into(), pick(2).into());
                object.level_from_local.transform_point3(corner).as_vec3()
            };
            let corners = (0..8).map(corner).map(|corner| Aabb { min: corner, max: corner });
            corners.reduce(|a, b| a.union(&b))
        };
        self.objects.iter().filter_map(around).reduce(|a, b| a.union(&b))
    }
}
