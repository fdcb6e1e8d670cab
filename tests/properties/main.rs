//! Properties that hold for every input, tried on very many: random ones, biased towards what goes wrong.
//!
//! The random numbers are seeded, so a failure comes back; every message holds the whole case.

mod expressions;
mod extremes;
mod frusta;
mod levels;
mod meshes;
mod octree;
mod opacity;
mod polygons;
mod random;
mod rays;
mod separation;
mod skins;
mod steps;
mod tidy;
mod trees;
