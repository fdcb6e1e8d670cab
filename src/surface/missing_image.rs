//! An image that a material names and that cannot be used.

use std::sync::Arc;

/// The colours of the checker that pictures show in place of a missing image, sRGB: magenta and black.
pub(crate) const CHECKER: [[u8; 3]; 2] = [[255, 0, 220], [16, 16, 16]];
/// The squares of the checker along u and along v of the texture coordinates, from 0 to 1.
pub(crate) const CHECKER_SQUARES: u8 = 8;

/// An image that materials of a level name, and that does not exist, is outside the root, or cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MissingImage {
    /// The level, or the file of its materials, as seen from the scene.
    pub file: Arc<str>,
    /// The path as that file has it; for an image without one, its place there, such as `images[3]`.
    pub image: Arc<str>,
    /// Why it cannot be used, a part of a sentence.
    pub reason: Arc<str>,
    /// What to do, a part of a sentence; empty where the reason says it.
    pub remedy: Arc<str>,
    /// The names of the materials that use it, in the order of the file.
    pub materials: Vec<Arc<str>>,
}
