//! An object of the world as a GLB.

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::container::GlbContainer;
use super::look::LookWriter;
use super::skeleton;
use super::vertices;
use crate::geometry::Shape;
use crate::world::placed::ObjectAt;

/// Why an object is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ExportError {
    /// It is a shape without triangles.
    #[error("only meshes can be written, and this object is another shape")]
    NoMesh,
    /// The file would be longer than a GLB can be.
    #[error("the file would be longer than 4 GiB")]
    TooLong,
}

/// The bytes of a GLB with one object, as it is placed in the world. A skinned mesh has its joints, weights and animations; another
/// one is placed where it is at this tick.
///
/// # Errors
/// When the object is no mesh, or the file would be longer than 4 GiB.
pub fn object_to_glb(object: &ObjectAt) -> Result<Vec<u8>, ExportError> {
    let Shape::Mesh(shown) = &object.shape else { return Err(ExportError::NoMesh) };
    let mut file = GlbContainer::default();
    let mut look = LookWriter::default();
    let skeleton = object.skin.as_deref().and_then(|skin| Some((skin, skeleton::write(&mut file, skin)?)));
    let mut node = Map::new();
    node.insert("name".into(), json!(&*object.name));
    let mut roots = Vec::new();
    if let Some((skin, skeleton)) = skeleton {
        let influences = skin.rigged.skin.as_ref().map(|skinned| &*skinned.influences);
        let morph = skin.rigged.morph.as_deref();
        let primitives = vertices::primitives(&mut file, &mut look, &skin.rigged.bind, influences, morph);
        let mut mesh = json!({ "name": &*object.name, "primitives": primitives });
        if let Some(morph) = morph {
            mesh["weights"] = json!(morph.weights);
        }
        node.insert("mesh".into(), json!(file.push("meshes", mesh)));
        node.insert("skin".into(), json!(skeleton.skin));
        let node = file.push("nodes", Value::Object(node));
        skeleton::animations(&mut file, skin, node);
        roots.extend([skeleton.root, node]);
    } else {
        let primitives = vertices::primitives(&mut file, &mut look, shown, None, None);
        let mesh = file.push("meshes", json!({ "name": &*object.name, "primitives": primitives }));
        node.insert("mesh".into(), json!(mesh));
        let matrix = glam::Mat4::from(object.pose.world_from_local());
        if matrix != glam::Mat4::IDENTITY {
            node.insert("matrix".into(), json!(matrix.to_cols_array()));
        }
        roots.push(file.push("nodes", Value::Object(node)));
    }
    file.write(&roots).ok_or(ExportError::TooLong)
}
