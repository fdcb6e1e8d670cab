//! The open scene with its answers, its selection and its history. It uses neither egui nor OpenGL.
//!
//! Every change of the scene, the tick or the file goes through the [`Workspace`]. World and report are updated before the
//! call returns, so that every panel shows the new answers in the same frame.

mod clock;
mod counted;
mod disk;
pub(crate) mod document;
mod follow;
pub(crate) mod job;
mod judging;
mod notices;
mod open_scene;
mod placement;
mod selection;
pub(crate) mod surface;
mod view;

pub(crate) use clock::agents::Search;
pub use disk::file_debounce::Writing;
pub(crate) use disk::saving::FOREIGN;
pub(crate) use disk::tasks::Working;
pub(crate) use disk::tracking::Conflict;
pub(crate) use disk::trees::TreeChoices;
pub(crate) use disk::{recover, watch};
pub(crate) use document::edit;
pub use document::refusal::Refusal;
pub(crate) use judging::comparison;
pub(crate) use judging::depth::{DepthRequest, DepthResponse};
pub(crate) use judging::occlusion::{OcclusionAnswers, OcclusionKey};
pub use notices::notice::{Notice, NoticeKind};
pub use open_scene::Workspace;

#[cfg(test)]
mod image_tests;
#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
