//! The answers about skinned meshes: their section of a report, their sentence, and their explanation. The world has the joints
//! and the boxes.

mod answers;
mod brief;
mod chosen;
mod explain;
mod headline;
mod json;
pub(super) mod question;
mod steps;
pub mod values;

pub use self::chosen::{ChosenSkin, EscapeSearch};
pub use self::explain::explain_skin;
pub use headline::headline;
