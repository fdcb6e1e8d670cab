//! How a query records its steps.
//!
//! Every query is generic over a [`Narrator`]. With [`Silent`] the closures that would build the steps are
//! never called and the compiler drops them, so the query is the fast path alone; with [`Story`] the same
//! code records its steps. No second implementation exists that could give other results.
//!
//! A step carries the [`Values`] that decided. The query hands them over as it used them, and the step's words are made
//! from them alone.

mod mark;
pub(crate) mod narrator;
pub(crate) mod plot;
pub(crate) mod step;
pub(crate) mod tone;
pub(crate) mod words;

pub use mark::{Mark, MarkShape};
pub use narrator::{Narrator, Silent, Story};
pub use plot::Plot;
pub use step::{OtherValues, Step, Values};
pub use tone::Tone;
pub use words::fine;
pub(crate) use words::{
    apart, at_least, at_most, bracketed, capitalized, counted, grouped, num, product, settled, vec3, written,
};
