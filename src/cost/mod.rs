//! What a level costs: the triangles, vertices, bytes and draw calls of its objects and materials, and what of them is in the
//! frustum, seen and covered at positions over its floor plan or along the path of a camera.
//!
//! ```text
//! count       objects, triangles and draw calls, which add up
//! bytes       the formulas of memory: geometry, and textures with their smaller copies
//! solids      the triangles and vertices of spheres, cylinders, cones and capsules
//! level_cost  each object, material and texture, and all of them together
//! floor       the floor below a position, and why a position is left out
//! plan        the positions over the floor plan
//! lens        the view at a position: projection, directions, picture
//! scenery     what one view has in its frustum, sees, and has covered
//! survey      all positions, one after another, with progress
//! measure     the number by which positions are compared
//! advice      the answer in sentences
//! view_columns  the columns of tables of views
//! words       places and directions in words
//! ```
//!
//! A position over the floor plan is the eye of a person: [`EYE_HEIGHT`] above the floor. What is in the frustum is found by the
//! octree, as the boxes that engines test. What is seen is counted in a small picture by [`crate::visibility::look()`]: a target
//! without a pixel there is covered when it would have some alone.
//!
//! A draw call is one material of one object in the frustum. Nothing is batched or instanced.

mod advice;
mod bytes;
mod count;
mod floor;
mod lens;
mod level_cost;
mod measure;
mod plan;
mod scenery;
mod solids;
mod survey;
mod view_columns;
mod words;

pub use advice::sentences;
pub use bytes::{GEOMETRY_FORMULA, TEXTURE_FORMULA, texture_bytes};
pub use count::Count;
pub use floor::{EYE_HEIGHT, LeftOut};
pub use lens::SurveyLens;
pub use level_cost::{ItemCost, LevelCost, MaterialCost, TextureCost};
pub use measure::CostMeasure;
pub use plan::{FloorPlan, MOST_GRID, PlanArea};
pub use scenery::{CoverCost, FineCost, ViewCost};
#[cfg(test)]
pub(crate) use solids::mesh_of_part;
pub use survey::{PlaceCost, Survey, SurveyError, SurveyOptions, Tile};
pub use view_columns::{VIEW_COLUMNS, ViewColumn};
pub use words::{direction_in_words, place_in_words};
