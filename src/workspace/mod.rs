//! The open scene with its answers, its selection and its history. It uses neither egui nor OpenGL.
//!
//! ```text
//! document ─┐
//! disk ─────┼─► follow ─► world, placement ─► judging ─► selection, view, notices
//! clock ────┘
//! ```
//!
//! The [`Workspace`] is made of parts. Each part owns its data, and only its own methods change them.
//!
//! | part | holds |
//! |---|---|
//! | `document` | the scene with the steps of undo, the edits, the text of its file |
//! | `disk` | the files that were read, loading, saving, changes by other programs |
//! | `clock` | the tick, the recording of the agents, breakpoints |
//! | `placement` | what follows from where the objects are |
//! | `judging` | the report, the explanation, expectations, the comparison, answers of occlusion queries |
//! | `selection` | the selected items |
//! | `view` | what the view shows; hidden and locked items |
//! | `notices` | notices and short messages |
//!
//! Every change of the scene, the tick or the file goes through `Workspace::follow`. World and report are updated before the
//! call returns, so that every panel shows the new answers in the same frame.
//!
//! Callers reach a part by a function, such as `workspace.view()`, and not by a field. A part whose methods need other parts
//! is given together with these, as in `SelectionMut`: so its methods name what they
//! change, and no method can leave out what depends on the change. What changes several parts in turn, such as opening a
//! file, is in `Edits` and `DiskMut`, which have the whole workspace.

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

pub(crate) use clock::agents::SearchState;
pub use disk::file_debounce::Writing;
pub(crate) use disk::revisions::Revision;
pub(crate) use disk::saving::FOREIGN;
pub(crate) use disk::tasks::Working;
pub(crate) use disk::tracking::Conflict;
pub(crate) use disk::trees::TreeChoices;
pub(crate) use disk::{recover, watch};
pub(crate) use document::edit;
pub use document::refusal::Refusal;
pub(crate) use follow::compute;
pub(crate) use judging::authoring_read::AuthoringRef;
pub(crate) use judging::comparison;
pub(crate) use judging::depth::{DepthRequest, DepthResponse};
pub(crate) use judging::lesson::LessonProgress;
pub(crate) use judging::occlusion::{OcclusionAnswers, OcclusionKey};
pub(crate) use notices::list::ShortMessage;
pub use notices::notice::{Notice, NoticeKind};
pub use open_scene::Workspace;

#[cfg(test)]
mod image_tests;
#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
