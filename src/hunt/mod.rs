//! The hunt: cases where mistakes hide, an exact judge of the answers of another program, and the smallest case of each fault.
//!
//! ```text
//! families ─► case ─► answerer ─► judge ─► findings ─► shrink, names of mistakes
//! ```
//!
//! [`run`] asks an [`Answerer`], which may be another process or a rule of [`mistakes`](crate::mistakes). Nothing here
//! starts a process, and the same seed makes the same cases on every machine.

mod answerer;
mod boundary;
mod example;
mod families;
mod fault;
mod findings;
mod judge;
mod named_mistake;
mod naming;
mod nudge;
#[cfg(feature = "scene")]
pub mod process;
mod progress;
mod recipe;
#[cfg(feature = "scene")]
pub mod record;
mod rule_answerer;
mod run;
mod shrink;
#[cfg(test)]
mod tests;
mod truth;
#[cfg(feature = "scene")]
pub mod wire;

pub use answerer::{Answerer, AnswererInfo, InsideRule, Reply};
pub use example::ExampleLanguage;
pub use families::{Family, families, of_name};
pub use fault::FaultKind;
pub use findings::{DistinctExample, Example, FamilyCount, Findings, Shrunk, SmallestCase};
pub use judge::{Judgement, judge};
pub use named_mistake::NamedMistake;
pub use progress::Progress;
pub use recipe::{FrustumRecipe, PoseRecipe, RayRecipe, Recipe, SeenBody};
pub use rule_answerer::RuleAnswerer;
pub use run::{HuntOptions, case, run};
pub use truth::{TrueHit, Truth, truth};
