//! The answers about the open scene, and what is judged by them: the explanation of the selected one, expectations,
//! the comparison with another state, and the answers of occlusion queries.

pub(in crate::workspace) mod answers;
pub(crate) mod authoring;
mod authoring_mut;
pub(crate) mod authoring_read;
pub(crate) mod comparison;
mod comparison_read;
#[cfg(test)]
mod comparison_tests;
pub(in crate::workspace) mod depth;
mod evaluation;
mod expectations;
pub(in crate::workspace) mod expectations_read;
mod explanation;
pub(in crate::workspace) mod judging_mut;
pub(in crate::workspace) mod judging_ref;
pub(crate) mod lesson;
mod lesson_mut;
mod lesson_read;
pub(in crate::workspace) mod long_work;
mod now;
pub(in crate::workspace) mod occlusion;
mod occlusion_read;
mod quiz;
mod variant;
