//! What the rounding of 32-bit numbers does to a level: the spacing of `f32` over it, and its features, rays and contacts when all
//! vertices are stored in world coordinates.
//!
//! ```text
//! bands     boxes around the origin in which the spacing is the same
//! facets    the triangles of an object in the world, in f64, and as f32 stores them
//! object    what happens to the triangles and to the smallest feature of an object
//! rays      rays at the faces of an object, against the stored and against the true triangles
//! contacts  pairs of objects that touch and are apart when stored, or the reverse
//! level     all objects, and the worst place
//! advice    the answer in sentences
//! ```
//!
//! A coordinate x is stored as a multiple of the spacing at x: 2⁻²³ times the power of two at or below |x|
//! ([`crate::geometry::spacing`]). Half of it is the greatest error. It is the same for all places in a band between two boxes whose
//! sides are powers of two, on the axis on which the coordinate is greatest.
//!
//! The true place of a vertex is its pose applied in `f64`. The stored one is that rounded to `f32` on each axis: what an engine has
//! that keeps static geometry in world coordinates, and what a shader computes when it multiplies by a world matrix.

mod advice;
mod bands;
mod contacts;
mod facets;
mod level;
mod object;
mod rays;

pub use advice::{length_in_words, sentences};
pub use bands::{SpacingBand, bands, spacing_at};
pub use contacts::StoredContact;
pub use facets::{stored, triangles};
pub use level::{LevelPrecision, PrecisionError};
pub use object::{FeatureKind, ObjectPrecision, SmallFeature};
pub use rays::RayMoves;
