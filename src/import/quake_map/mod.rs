//! Maps of Quake (`.map`), in the formats of Quake, Quake 2 and Valve 220, in three steps.
//!
//! 1. Parse: `entity` calls the crate `quake_map`. It has lists of the text only; what these take is reserved before, from the length
//!    of the text and its braces.
//! 2. Build: `brush` cuts the planes of a brush to a hull, `build` names the hulls by their entities.
//! 3. Place (`place`): 32 units are a metre, and Z, which is up in a map, becomes Y.

mod brush;
pub(in crate::import) mod build;
pub(in crate::import) mod entity;
pub(in crate::import) mod place;
#[cfg(test)]
mod tests;
pub(in crate::import) mod textures;
