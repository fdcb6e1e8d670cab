//! The box that encloses a skinned mesh in all animations of its file, as text for the programs that keep such a box.
//!
//! ```text
//! program      space of the box                            coordinates of glTF (x, y, z) there
//! Unity        the root bone of the renderer, metres       (−x, y, z): importers negate X
//! Godot        the node of the mesh, metres                (x, y, z)
//! Unreal       the imported bounds, centimetres            (x, z, y) · 100
//! three.js     the mesh, metres                            (x, y, z)
//! ```
//!
//! Sources: glTF 2.0, section 3.4 (right-handed, +Y up, metres). Unity: `Renderer.localBounds` in the manual, which a
//! `SkinnedMeshRenderer` keeps in the space of its `rootBone`; both glTFast and UnityGLTF negate X (`SchemaExtensions.cs`,
//! `CoordinateSpaceConversionScale`). Godot: `GeometryInstance3D.custom_aabb` in its class reference; position and size. Unreal:
//! `USkeletalMesh`, `PositiveBoundsExtension` and `NegativeBoundsExtension`, which are added to the bounds of the imported pose;
//! its glTF plugins exchange Y and Z (`FGLTFCoreUtilities::ConvertVector`) and scale by 100. three.js: `SkinnedMesh.boundingBox` and
//! `boundingSphere`, which its frustum culling uses when they are set.

use glam::{DVec3, Vec3};

use crate::scene::SkinBounds;
use crate::world::{Box64, EnclosingBoxes, SkinAt};

/// A box as text for a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineBox {
    /// The name of the program.
    pub engine: &'static str,
    /// The space of the box, in words.
    pub convention: String,
    /// The text to paste: code, or the values of properties.
    pub text: String,
}

/// The box of a skin for each program.
pub fn engine_boxes(skin: &SkinAt, boxes: &EnclosingBoxes) -> Vec<EngineBox> {
    let root = skin.skin().map_or(0, |named| named.root);
    let root = skin.bones().get(root).map(|bone| bone.name.to_string()).unwrap_or_default();
    vec![unity(&boxes.of_root, &root), godot(&boxes.of_node), unreal(skin, &boxes.of_node), three(&boxes.of_node)]
}

fn unity(of_root: &Box64, root: &str) -> EngineBox {
    let [min, max] = corners(of_root);
    let (center, extents) = ((min + max) / 2.0, (max - min) / 2.0);
    let center = Vec3::new(-center.x, center.y, center.z);
    EngineBox {
        engine: "Unity",
        convention: format!("in the space of the root bone `{root}`, metres, X negated"),
        text: format!(
            "renderer.localBounds = new Bounds {{ center = new Vector3({}), extents = new Vector3({}) }}; // rootBone: {}",
            list(center, "f"),
            list(extents, "f"),
            one_line(root)
        ),
    }
}

fn godot(of_node: &Box64) -> EngineBox {
    let [min, max] = corners(of_node);
    EngineBox {
        engine: "Godot",
        convention: "in the space of the MeshInstance3D, metres".to_owned(),
        text: format!("custom_aabb = AABB(Vector3({}), Vector3({}))", list(min, ""), list(max - min, "")),
    }
}

fn unreal(skin: &SkinAt, of_node: &Box64) -> EngineBox {
    let bind = Box64::of_points(skin.bind().iter().map(|at| at.as_dvec3()));
    let centimetres = |by: DVec3| (DVec3::new(by.x, by.z, by.y).max(DVec3::ZERO) * 100.0).as_vec3();
    let positive = centimetres(of_node.max - bind.max);
    let negative = centimetres(bind.min - of_node.min);
    let named = |by: Vec3| format!("(X={},Y={},Z={})", by.x, by.y, by.z);
    EngineBox {
        engine: "Unreal",
        convention: format!("added to the bounds of the {} pose, centimetres, Z up", SkinBounds::Bind.word()),
        text: format!("Positive Bounds Extension {}, Negative Bounds Extension {}", named(positive), named(negative)),
    }
}

fn three(of_node: &Box64) -> EngineBox {
    let [min, max] = corners(of_node);
    EngineBox {
        engine: "three.js",
        convention: "in the space of the SkinnedMesh, metres".to_owned(),
        text: format!(
            "mesh.boundingBox = new THREE.Box3(new THREE.Vector3({}), new THREE.Vector3({})); mesh.boundingSphere = \
             mesh.boundingBox.getBoundingSphere(new THREE.Sphere());",
            list(min, ""),
            list(max, "")
        ),
    }
}

/// The corners in `f32`, rounded outwards.
fn corners(of: &Box64) -> [Vec3; 2] {
    let around = of.enclosing();
    [around.min, around.max]
}

/// Three numbers with the digits that an `f32` needs, each with a suffix.
fn list(of: Vec3, suffix: &str) -> String {
    of.to_array().map(|number| format!("{}{suffix}", number + 0.0)).join(", ")
}

/// A name in a comment of code.
fn one_line(name: &str) -> String {
    crate::escape::line(name).into_owned()
}
