//! The box that encloses a skinned mesh in all animations of its file, as text for the programs that keep such a box.
//!
//! ```text
//! program      space of the box                            coordinates of glTF (x, y, z) there
//! Unity        the root bone of the renderer, metres       (−x, y, z): importers negate X
//! Godot        the Skeleton3D, metres                      (x, y, z)
//! Unreal       the imported bounds, centimetres            (x, z, y) · 100
//! three.js     the mesh, metres                            (x, y, z)
//! ```
//!
//! The mesh of three.js keeps the node of the file, and its culling tests the sphere around the box. Godot's importer moves a
//! skinned mesh below the `Skeleton3D`, which is placed where the parent of the topmost joint is, and without a transform of its own.
//!
//! Sources: glTF 2.0, section 3.4 (right-handed, +Y up, metres). Unity: `Renderer.localBounds` in the manual, which a
//! `SkinnedMeshRenderer` keeps in the space of its `rootBone`; both glTFast and `UnityGLTF` negate X (`SchemaExtensions.cs`,
//! `CoordinateSpaceConversionScale`). Godot: `GeometryInstance3D.custom_aabb` in its class reference; position and
//! size; the place of the mesh: `GLTFDocument::_process_mesh_instances`. Unreal:
//! `USkeletalMesh`, `PositiveBoundsExtension` and `NegativeBoundsExtension`, which are added to the bounds of the imported pose;
//! its glTF plugins exchange Y and Z (`FGLTFCoreUtilities::ConvertVector`) and scale by 100. three.js: `SkinnedMesh.boundingBox` and
//! `boundingSphere`; `Frustum.intersectsObject` tests the sphere, and computes it from the pose of that time when it is not set.

use glam::{DMat4, DVec3, Vec3};

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
    let of_skeleton = boxes.of_node.corners().map(|at| skeleton_from_node(skin).transform_point3(at));
    let of_skeleton = Box64::of_points(of_skeleton.into_iter());
    vec![unity(&boxes.of_root, &root), godot(&of_skeleton), unreal(skin, &boxes.of_node), three(&boxes.of_node)]
}

/// From the space of the skinned node to that of the parent of the topmost joint, as the file has them.
fn skeleton_from_node(skin: &SkinAt) -> DMat4 {
    let rest = skin.rig.pose(None);
    let level_from =
        |node: Option<usize>| node.and_then(|node| rest.level_from_node.get(node).copied()).unwrap_or(DMat4::IDENTITY);
    let top = skin.skin().and_then(|named| {
        let joints = &named.skin.joints;
        let above = |node: &usize| skin.rig.hierarchy.parent(*node);
        let is_joint = |node: &usize| joints.contains(node);
        let root = *joints.get(named.root)?;
        std::iter::successors(Some(root), above).take_while(is_joint).last()
    });
    let (skeleton, node) = (top.and_then(|top| skin.rig.hierarchy.parent(top)), skin.rigged.node);
    let (level_from_skeleton, level_from_node) = (level_from(skeleton), level_from(Some(node)));
    // The same space has the same numbers, without the rounding of an inverse.
    if level_from_skeleton == level_from_node {
        return DMat4::IDENTITY;
    }
    let inverse = level_from_skeleton.inverse();
    if inverse.is_finite() { inverse * level_from_node } else { DMat4::IDENTITY }
}

fn unity(of_root: &Box64, root: &str) -> EngineBox {
    let [min, max] = corners(of_root);
    let center = (min + max) / 2.0;
    let extents = reach(center, max).max(reach(-center, -min));
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

fn godot(of_skeleton: &Box64) -> EngineBox {
    let [min, max] = corners(of_skeleton);
    EngineBox {
        engine: "Godot",
        convention: "in the space of the MeshInstance3D, metres".to_owned(),
        text: format!("custom_aabb = AABB(Vector3({}), Vector3({}))", list(min, ""), list(reach(min, max), "")),
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

/// The difference of two points, rounded up: added to the first one in `f32`, it is not below the second one.
fn reach(from: Vec3, to: Vec3) -> Vec3 {
    let up = |from: f32, to: f32| {
        let size = to - from;
        if from + size < to { size.next_up() } else { size }
    };
    Vec3::new(up(from.x, to.x), up(from.y, to.y), up(from.z, to.z))
}

/// Three numbers with the digits that an `f32` needs, each with a suffix.
fn list(of: Vec3, suffix: &str) -> String {
    of.to_array().map(|number| format!("{}{suffix}", number + 0.0)).join(", ")
}

/// A name in a comment of code.
fn one_line(name: &str) -> String {
    crate::escape::line(name).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: Box64 = Box64 { min: DVec3::new(-1.0, 0.25, -2.0), max: DVec3::new(3.0, 2.0, 0.5) };

    #[test]
    fn each_program_has_its_axes_and_units() {
        assert_eq!(
            unity(&BOX, "hips").text,
            "renderer.localBounds = new Bounds { center = new Vector3(-1f, 1.125f, -0.75f), extents = new Vector3(2f, 0.875f, 1.25f) }; \
             // rootBone: hips"
        );
        assert_eq!(godot(&BOX).text, "custom_aabb = AABB(Vector3(-1, 0.25, -2), Vector3(4, 1.75, 2.5))");
        assert!(three(&BOX).text.starts_with(
            "mesh.boundingBox = new THREE.Box3(new THREE.Vector3(-1, 0.25, -2), new THREE.Vector3(3, 2, 0.5));"
        ));
        assert!(!unity(&BOX, "a\nb").text.contains('\n'), "a name cannot begin a line of code");
    }

    #[test]
    fn a_box_that_is_rounded_encloses_the_corner() {
        let (from, to) = (Vec3::new(0.1, -0.3, 1e8), Vec3::new(0.7, 1e-9, 1e8 + 8.0));
        assert!((from + reach(from, to)).cmpge(to).all());
    }
}
