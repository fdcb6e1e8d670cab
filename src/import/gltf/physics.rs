//! Colliders of glTF: `OMI_physics_body` with `OMI_physics_shape`, and `KHR_physics_rigid_bodies` with `KHR_implicit_shapes`.
//!
//! | | shape of a node | shapes of the file |
//! |---|---|---|
//! | OMI | `OMI_physics_body.collider.shape`; in older files `OMI_physics_shape.shape` | `OMI_physics_shape.shapes` |
//! | Khronos | `KHR_physics_rigid_bodies.collider.geometry`: `shape`, `node` or `mesh`, `convexHull` | `KHR_implicit_shapes.shapes` |
//!
//! Both centre their shapes at the node, with the axis Y; `height` of a capsule is the distance of the centres of its caps. They
//! differ in their defaults, and in the meshes, which OMI has as shapes. Triggers, motions, joints and materials are not read. What
//! cannot be used is a note.

use std::collections::HashMap;

use glam::{DAffine3, Vec3};
use gltf::json::{Node, Value};

use super::document::GltfDocument;
use super::hierarchy;
use super::parts::{MeshPart, PrimitiveRange};
use super::state::Reading;
use crate::geometry::Shape;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::notes::NoteKind;

/// The extension of nodes with OMI's bodies.
const OMI_BODY: &str = "OMI_physics_body";
/// The extension with OMI's shapes.
const OMI_SHAPE: &str = "OMI_physics_shape";
/// The extension of nodes with bodies of Khronos.
const KHR_BODY: &str = "KHR_physics_rigid_bodies";

/// A collider of a node before its meshes are made.
pub(super) struct PhysicsCollider {
    /// The node, whose space it is in.
    pub(super) node: usize,
    pub(super) geometry: Geometry,
}

/// What collides.
pub(super) enum Geometry {
    /// A solid.
    Solid(Shape),
    /// The triangles of meshes, each with the map to the space of the node.
    Meshes(Vec<(MeshPart, DAffine3)>),
    /// The convex hull of these.
    Hull(Vec<(MeshPart, DAffine3)>),
}

impl Geometry {
    /// The meshes that it needs.
    pub(super) fn meshes(&self) -> impl Iterator<Item = MeshPart> {
        let all = match self {
            Self::Solid(_) => &[][..],
            Self::Meshes(meshes) | Self::Hull(meshes) => meshes,
        };
        all.iter().map(|(mesh, _)| *mesh)
    }
}

/// The colliders of the nodes that are placed. What cannot be used is a note at the node.
pub(super) fn read(reading: &mut Reading, matrices: &[Option<DAffine3>]) -> Vec<PhysicsCollider> {
    let document = &reading.source.document;
    let mut found = Vec::new();
    for (node, written) in document.nodes.iter().enumerate().filter(|(node, _)| matrices[*node].is_some()) {
        let geometry = match omi(document, written).transpose().or_else(|| khronos(document, written).transpose()) {
            None => continue,
            Some(Ok(geometry)) => geometry,
            Some(Err(why)) => {
                reading.notes.add(NoteKind::Collider(why), hierarchy::named(node, written));
                continue;
            }
        };
        found.push(PhysicsCollider { node, geometry });
    }
    found
}

/// Whether a node is the body of the colliders below it.
pub(super) fn is_body(node: &Node) -> bool {
    let has = |name: &str, key: &str| extension(node, name).is_some_and(|body| body.get(key).is_some());
    has(OMI_BODY, "motion") || has(OMI_BODY, "type") || has(KHR_BODY, "motion")
}

fn extension<'n>(node: &'n Node, name: &str) -> Option<&'n Value> {
    node.extensions.as_ref()?.others.get(name)
}

/// The reason why a collider cannot be used, a part of a sentence.
type Faulty<T> = std::result::Result<T, String>;

/// The defaults of an extension.
struct Defaults {
    capsule_height: f64,
    cylinder_height: f64,
    /// Of capsules and cylinders.
    radius: f64,
}

const OMI_DEFAULTS: Defaults = Defaults { capsule_height: 1.0, cylinder_height: 2.0, radius: 0.5 };
const KHR_DEFAULTS: Defaults = Defaults { capsule_height: 0.5, cylinder_height: 0.5, radius: 0.25 };

fn omi(document: &GltfDocument, node: &Node) -> Faulty<Option<Geometry>> {
    let of_body =
        extension(node, OMI_BODY).and_then(|body| body.get("collider")).and_then(|collider| collider.get("shape"));
    let Some(shape) = of_body.or_else(|| extension(node, OMI_SHAPE)?.get("shape")) else { return Ok(None) };
    // −1 is no shape.
    if shape.as_i64() == Some(-1) {
        return Ok(None);
    }
    let (written, kind, details) = shape_of(document.extensions.omi_shapes.as_ref(), shape, OMI_SHAPE)?;
    let meshes = || -> Faulty<Vec<(MeshPart, DAffine3)>> {
        let index = details.and_then(|details| details.get("mesh")).or_else(|| written.get("mesh"));
        Ok(vec![(
            mesh(document, index.ok_or_else(|| format!("its shape, a {kind}, names no mesh"))?)?,
            DAffine3::IDENTITY,
        )])
    };
    match kind {
        "trimesh" => Ok(Some(Geometry::Meshes(meshes()?))),
        "convex" => Ok(Some(Geometry::Hull(meshes()?))),
        _ => solid(kind, details, &OMI_DEFAULTS).map(|shape| Some(Geometry::Solid(shape))),
    }
}

fn khronos(document: &GltfDocument, node: &Node) -> Faulty<Option<Geometry>> {
    let Some(collider) = extension(node, KHR_BODY).and_then(|body| body.get("collider")) else { return Ok(None) };
    // Drafts of the extension had the keys in the collider itself.
    let geometry = collider.get("geometry").unwrap_or(collider);
    let is_hull = geometry.get("convexHull").and_then(Value::as_bool).unwrap_or_default();
    let of_meshes = |meshes| if is_hull { Geometry::Hull(meshes) } else { Geometry::Meshes(meshes) };
    if let Some(shape) = geometry.get("shape") {
        let (_, kind, details) = shape_of(document.extensions.khr_shapes.as_ref(), shape, "KHR_implicit_shapes")?;
        return solid(kind, details, &KHR_DEFAULTS).map(|shape| Some(Geometry::Solid(shape)));
    }
    if let Some(index) = geometry.get("mesh") {
        return Ok(Some(of_meshes(vec![(mesh(document, index)?, DAffine3::IDENTITY)])));
    }
    let Some(of) = geometry.get("node") else {
        return Err("its `geometry` has none of `shape`, `node` and `mesh`".to_owned());
    };
    let of = index_in(of, document.nodes.len(), "nodes")?;
    let meshes = meshes_below(document, of)?;
    if meshes.is_empty() { Err(format!("nodes[{of}], its geometry, has no mesh")) } else { Ok(Some(of_meshes(meshes))) }
}

/// The meshes of a node and of those below it, each with the map to the space of the node.
fn meshes_below(document: &GltfDocument, top: usize) -> Faulty<Vec<(MeshPart, DAffine3)>> {
    let mut found = Vec::new();
    let mut open = vec![(top, DAffine3::IDENTITY)];
    // A file may name a node as its own descendant.
    let mut left = document.nodes.len();
    while let Some((index, map)) = open.pop() {
        let Some(still_left) = left.checked_sub(1) else {
            return Err(format!("nodes[{top}] is a descendant of itself"));
        };
        left = still_left;
        let node = &document.nodes[index];
        if let Some(mesh) = node.mesh {
            let index = mesh.value();
            if index >= document.meshes.len() {
                return Err(format!("there is no meshes[{index}]"));
            }
            found.push((MeshPart { mesh: index, part: PrimitiveRange::Whole }, map));
        }
        let children = node.children.iter().flatten().rev().map(gltf::json::Index::value);
        for child in children.filter(|child| *child < document.nodes.len()) {
            open.push((child, map * hierarchy::transform(&document.nodes[child])));
        }
    }
    Ok(found)
}

fn mesh(document: &GltfDocument, index: &Value) -> Faulty<MeshPart> {
    index_in(index, document.meshes.len(), "meshes").map(|mesh| MeshPart { mesh, part: PrimitiveRange::Whole })
}

/// An index of a list of the file.
fn index_in(index: &Value, length: usize, list: &str) -> Faulty<usize> {
    let index = index.as_u64().and_then(|index| usize::try_from(index).ok());
    let index = index.ok_or_else(|| format!("its index of `{list}` is no index"))?;
    if index < length {
        Ok(index)
    } else {
        Err(format!("there is no {list}[{index}], because the length of `{list}` is {length}"))
    }
}

/// A shape of the file, with its type and the values of that type.
fn shape_of<'d>(
    shapes: Option<&'d Value>,
    index: &Value,
    extension: &str,
) -> Faulty<(&'d Value, &'d str, Option<&'d Value>)> {
    let shapes =
        shapes.and_then(|shapes| shapes.get("shapes")).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let index = index_in(index, shapes.len(), "shapes").map_err(|why| format!("{why} in {extension}"))?;
    let shape = &shapes[index];
    let kind = shape.get("type").and_then(Value::as_str);
    let kind = kind.ok_or_else(|| format!("shapes[{index}] of {extension} has no `type`"))?;
    Ok((shape, kind, shape.get(kind)))
}

/// A solid of a type; values that are not given have their defaults.
fn solid(kind: &str, details: Option<&Value>, defaults: &Defaults) -> Faulty<Shape> {
    let key = |key: &str| details.and_then(|details| details.get(key));
    let size = |name: &str, default: f64| -> Faulty<f32> {
        let Some(value) = key(name) else { return Ok(single(default)) };
        let size = value.as_f64().map(single).filter(|size| *size > 0.0 && size.is_finite());
        size.ok_or_else(|| format!("the `{name}` of its {kind} is no number above 0"))
    };
    let radius = || -> Faulty<f32> {
        if key("radius").is_some() {
            return Err(format!(
                "its {kind} has `radius`, a key of an old form of the extension; write `radiusBottom` and `radiusTop`"
            ));
        }
        let [bottom, top] = [size("radiusBottom", defaults.radius)?, size("radiusTop", defaults.radius)?];
        let is_even = bottom.to_bits() == top.to_bits();
        if is_even {
            Ok(bottom)
        } else {
            Err(format!("its {kind} is tapered, with radius {bottom} below and {top} above, which is not supported"))
        }
    };
    match kind {
        "box" => {
            let Some(size) = key("size") else { return Ok(Shape::Box { half_extents: Vec3::splat(0.5) }) };
            let along = |axis: usize| size.get(axis).and_then(Value::as_f64).map(single);
            let sides = along(0).zip(along(1)).zip(along(2)).map(|((x, y), z)| Vec3::new(x, y, z));
            let sides = sides.filter(|sides| sides.is_finite() && sides.cmpgt(Vec3::ZERO).all());
            let sides = sides.ok_or_else(|| "the `size` of its box is not three numbers above 0".to_owned())?;
            Ok(Shape::Box { half_extents: sides / 2.0 })
        }
        "sphere" => Ok(Shape::Sphere { radius: size("radius", 0.5)? }),
        "capsule" => {
            Ok(Shape::Capsule { radius: radius()?, half_height: size("height", defaults.capsule_height)? / 2.0 })
        }
        "cylinder" => {
            Ok(Shape::Cylinder { radius: radius()?, half_height: size("height", defaults.cylinder_height)? / 2.0 })
        }
        other => Err(format!("its shape has the type {}, which is not supported", crate::source::error::quoted(other))),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "shapes are of single precision")]
fn single(number: f64) -> f32 {
    number as f32
}

/// The drawn objects of a collider.
pub(super) struct Drawn<'d> {
    document: &'d GltfDocument,
    parents: &'d [Option<usize>],
    /// By the node.
    objects: HashMap<usize, Vec<usize>>,
    /// The objects of each body: those for which it is the nearest node that is one.
    of_body: HashMap<usize, Vec<usize>>,
}

impl<'d> Drawn<'d> {
    /// `nodes` has the node of each object.
    pub(super) fn of(
        document: &'d GltfDocument,
        parents: &'d [Option<usize>],
        nodes: impl Iterator<Item = usize>,
    ) -> Self {
        let (mut objects, mut of_body): (HashMap<usize, Vec<usize>>, HashMap<usize, Vec<usize>>) = Default::default();
        for (object, node) in nodes.enumerate() {
            objects.entry(node).or_default().push(object);
            let body = up(parents, node).find(|above| is_body(&document.nodes[*above]));
            if let Some(body) = body {
                of_body.entry(body).or_default().push(object);
            }
        }
        Self { document, parents, objects, of_body }
    }

    /// The objects that are drawn where the collider of a node is: those of the node; else of the nearest node above it that has
    /// some, or is a body with some below it; of a node beside it, when only one has some. Empty without any.
    pub(super) fn of_collider(&self, node: usize) -> &[usize] {
        for (steps, above) in up(self.parents, node).enumerate() {
            if let Some(own) = self.objects.get(&above) {
                return own;
            }
            if let Some(below) = self.of_body.get(&above) {
                return below;
            }
            if steps == 1 {
                let children = self.document.nodes[above].children.iter().flatten();
                let mut drawn = children.filter_map(|child| self.objects.get(&child.value()));
                if let (Some(only), None) = (drawn.next(), drawn.next()) {
                    return only;
                }
            }
        }
        &[]
    }
}

/// A node, and those above it.
fn up(parents: &[Option<usize>], node: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(node), |node| parents[*node])
}

/// The error of a file with too many shapes of colliders.
pub(super) fn too_many(most: usize) -> Result<()> {
    Err(LevelError::at(LevelPlace::File, format!("it holds more than {most} shapes of colliders"))
        .help("split the level into several files"))
}
