//! The transform of a skinned mesh: the glTF standard places its vertices by its joints, not by its node.
//!
//! The mesh is not deformed: it keeps its bind pose and moves as a whole with its first joint,
//! `level_from_joint · joint_from_mesh` (glTF 2.0, section 3.7.3.3). While the joints are as they were when the mesh was
//! bound to them, every viewer shows it at the same place.

use glam::{DAffine3, DMat4};
use gltf::json::accessor::Type;

use super::accessor::Elements;
use super::error::{Place, Result, get};
use super::source::{Source, Stamps};

/// From the space of a mesh to the level's, by the first joint of its skin; `None` for a joint without a transform.
pub(super) fn level_from_mesh(
    source: &mut Source,
    skin: usize,
    stands: &[Option<DAffine3>],
    by: &Place,
    stamps: &mut Stamps,
) -> Result<Option<DAffine3>> {
    let skin_at = get(&source.document.skins, "skins", skin, by)?;
    let place = Place::named("skins", skin, skin_at.name.as_ref());
    let Some(joint) = skin_at.joints.first().map(gltf::json::Index::value) else { return Ok(None) };
    let inverse_bind = skin_at.inverse_bind_matrices.map(|index| index.value());
    let Some(level_from_joint) = *get(stands, "nodes", joint, &place)? else { return Ok(None) };
    let joint_from_mesh = match inverse_bind {
        Some(accessor) => {
            let matrices = Elements::open(source, accessor, Type::Mat4, &place, stamps)?.expect_numbers()?;
            if matrices.count == 0 {
                return Ok(Some(level_from_joint));
            }
            DAffine3::from_mat4(DMat4::from_cols_array(&matrices.numbers::<16>(0).map(f64::from)))
        }
        None => DAffine3::IDENTITY,
    };
    Ok(Some(level_from_joint * joint_from_mesh))
}
