//! The answers about skinned meshes: their section of a report, their sentence, and their explanation. The world has the joints
//! and the boxes.

mod answers;
mod brief;
mod chosen;
mod engines;
mod explain;
mod headline;
mod json;
pub(super) mod question;
mod steps;
pub mod values;
mod vanish;

pub use self::chosen::{ChosenSkin, EscapeSearch};
pub use self::engines::{EngineBox, engine_boxes};
pub use self::explain::explain_skin;
pub use self::vanish::{VanishRow, VanishSearch, VanishTable, vanish_text};
pub use headline::headline;
