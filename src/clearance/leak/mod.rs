//! Can a sphere leave: a way for its centre that keeps the radius from all triangles and solids.
//!
//! ```text
//! grid     cells that are free, blocked or mixed; one distance decides a cell
//! flood    ways over cells that are not blocked
//! search   divides the mixed cells on the shortest such ways until one is free or none is left
//! path     the way over free cells as a short line, which is checked against every triangle and solid
//! ```
//!
//! Only the search uses the cells. A way is checked exactly, segment by segment. "No leak" is a proof: blocked cells without a gap
//! lie around the start, and no point of a blocked cell keeps the radius. When the smallest cells that the search allows are still
//! mixed, neither holds and the answer is undecided. The smallest edge is at most 8 % of the radius, so a cell differs by less than
//! 7.5 % of the radius from its centre, and openings that differ from the sphere by more than 15 % are decided.

mod answer;
mod flood;
mod grid;
mod path;
mod search;

pub use answer::{LeakAnswer, LeakPath, LeakQuery};
pub use search::leak;

#[cfg(test)]
mod tests;
