//! Compiled maps (`.bsp`) of Quake (BSP29, BSP2), Half-Life (BSP30) and Quake 2 (version 38, `IBSP` and `QBSP`), in three steps.
//!
//! 1. Parse: `lumps` checks the table of the file's lists, which are called lumps, and the crate `qbsp` reads their entries. The
//!    reader of whole files in that crate is not used: it reads pictures, light and visibility too, and stops the program when a
//!    lump has a part of an entry.
//! 2. Build: each model is an object. Model 0 is the world; the entity of a model gives its name and its place.
//! 3. Place: as in `quake_map`.

pub(in crate::import) mod build;
mod lumps;
