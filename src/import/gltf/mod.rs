//! glTF 2.0 and GLB, in three steps.
//!
//! 1. Parse: `glb` opens the container, `document` is the JSON in the types of the `gltf` crate, and `source` has the bytes of
//!    buffers and images. `accessor` and `compressed/` read numbers from them.
//! 2. Check: `extensions` refuses a file that requires an unknown extension, `forbidden` notes what glTF forbids and is read
//!    nevertheless, and `hierarchy` refuses nodes in a circle. Values of accessors are checked where they are read.
//! 3. Build: `build` places the meshes of the nodes. `meshes` has their triangles, with `attributes` and `influences` of their
//!    vertices; `parts` divides skinned meshes; `instances` copies them; `material`, `texture_info`, `alpha` and `texture` have their images,
//!    `missing` those that cannot be used;
//!    `skin`, `animation` and `rigging` have what moves, `physics` and `physics_build` what collides.
//!
//! `repair` writes a copy of a file with repaired weights, `repair_meshes` one with repaired triangles; `chunks` has its JSON and
//! bytes, `chunk_accessors` the numbers in them.

mod accessor;
mod alpha;
mod animation;
mod attributes;
pub(in crate::import) mod build;
mod chunk_accessors;
pub(crate) mod chunks;
mod compressed;
mod document;
mod extensions;
mod forbidden;
pub(in crate::import) mod glb;
mod hierarchy;
mod image_bytes;
mod influences;
mod instances;
mod material;
mod meshes;
mod missing;
mod parts;
mod physics;
mod physics_build;
pub(crate) mod repair;
pub(crate) mod repair_meshes;
mod rigging;
mod skin;
pub(in crate::import) mod source;
mod state;
pub(crate) mod texture;
mod texture_info;
mod unused_images;
