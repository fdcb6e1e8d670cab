//! `eyeline share`: the window on a scene as a page for a browser.

mod content;
mod run;

pub(super) use content::{Choice, Shared, shared_of};
pub use run::{ShareArgs, run};
