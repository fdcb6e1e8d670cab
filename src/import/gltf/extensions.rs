//! The supported extensions of glTF, those without effect on answers, and the required ones.

use super::document::GltfDocument;
use crate::import::level::error::{LevelError, LevelPlace, Result};
use crate::import::level::notes::{NoteKind, Notes};

/// Extensions that are read, or have no effect on triangles and cameras.
const SUPPORTED: &[&str] = &[
    "EXT_mesh_gpu_instancing",
    "EXT_meshopt_compression",
    "EXT_texture_webp",
    "KHR_draco_mesh_compression",
    "KHR_implicit_shapes",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_physics_rigid_bodies",
    "OMI_physics_body",
    "OMI_physics_shape",
    // Materials, lights, and data for programs.
    "EXT_lights_ies",
    "EXT_lights_image_based",
    "EXT_mesh_manifold",
    "KHR_animation_pointer",
    "KHR_lights_punctual",
    "KHR_materials_anisotropy",
    "KHR_materials_clearcoat",
    "KHR_materials_diffuse_transmission",
    "KHR_materials_dispersion",
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_iridescence",
    "KHR_materials_sheen",
    "KHR_materials_specular",
    "KHR_materials_transmission",
    "KHR_materials_unlit",
    "KHR_materials_volume",
    "KHR_xmp_json_ld",
    "EXT_structural_metadata",
    "EXT_mesh_features",
    "KHR_texture_transform",
    "KHR_texture_basisu",
];

/// Notes unsupported extensions, and refuses required ones.
pub(super) fn check(document: &GltfDocument, notes: &mut Notes) -> Result<()> {
    let is_supported = |name: &&String| SUPPORTED.contains(&name.as_str());
    if let Some(name) = document.extensions_required.iter().find(|name| !is_supported(name)) {
        return Err(required(name));
    }
    for name in document.extensions_used.iter().filter(|name| !is_supported(name)) {
        notes.add(NoteKind::Extension(name.clone()), LevelPlace::File);
    }
    Ok(())
}

fn required(name: &str) -> LevelError {
    let name = crate::source::error::quoted(name);
    LevelError::file(format!("it requires the extension {name}, which is not supported"))
        .help("export it without that extension")
}
