//! Problems of a level: objects without volume, objects with the shape and pose of another, objects so far from the
//! origin that the spacing of f32 is a problem; faults of the triangles of meshes; faces that flicker, cross or are
//! inside of solids; gaps between objects, copies beside their originals, and objects smaller than a pixel; textures.
//!
//! The data of an object, its mark, is a few bytes, computed with its answers and updated like them: an edit computes
//! only the marks of the objects that it changes. Objects with the same shape and pose are counted by hashes, so that a
//! duplicate among 100,000 is found at once. The list in words is made when it is shown or written.
//!
//! Content of a file that was ignored or changed when the file was read is not among them: it is not an answer about an
//! object but a message about a line of that file, on standard error and in the window.

mod blockers;
mod copies;
mod crossing_places;
mod crossings;
mod cuts;
pub mod export;
mod faces;
mod flicker;
mod gaps;
mod ignored;
mod json;
pub(super) mod list;
mod mark;
pub(super) mod marks;
mod meshes;
mod objects;
mod of_report;
mod places;
pub(super) mod question;
mod sessions;
mod skins;
mod spacing;
mod texture_density;
mod textures;
mod tiny;

pub use self::faces::{FaceFindings, FaceInput};
pub use self::list::{Elements, MOST_ELEMENTS, MOST_OF_A_KIND, Problem, Problems};
pub use self::marks::Marks;
pub use self::of_report::{of_world, report_of_problems};
pub use self::places::ProblemPlace;
pub use self::spacing::{COARSE, spacing};
pub use crate::scene::LevelProblem as Kind;

#[cfg(test)]
mod crossing_tests;
#[cfg(test)]
mod flicker_tests;
#[cfg(test)]
mod tests;
