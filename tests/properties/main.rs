//! Properties that hold for every input, tested on many random inputs with a bias to critical values.
//!
//! The random numbers are seeded, so a failure is reproducible. Every message contains the whole case.

mod bsp_files;
mod crossings;
mod cuts;
mod deciding;
mod expressions;
mod extremes;
#[cfg(feature = "fbx")]
mod fbx_files;
mod flicker;
mod frusta;
mod hulls;
mod levels;
mod mesh_files;
mod meshes;
mod octree;
mod opacity;
mod polygons;
mod precision;
mod random;
mod rays;
mod separation;
mod skins;
mod steps;
mod tidy;
mod trajectories;
mod trees;
mod views;
mod visibility;
mod visible_levels;
