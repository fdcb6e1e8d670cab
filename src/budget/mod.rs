//! One memory budget for a scene and everything that it names.
//!
//! Each reader reserves from the budget before it allocates, and gets a [`Reservation`]. The reservation is stored
//! beside the data that it covers, and returns the bytes when it is dropped. A request that does not fit is refused
//! with an [`OverBudget`], which becomes an error at a place in the scene. Copies of a [`Budget`] share one counter.
//! There is no global state: the budget of a scene is stored in its `files::Files`. A list whose length is not known before
//! is a [`ChargedVec`], which reserves as it grows.
//!
//! Sizes are estimates: exact for pixels and cells, rounded up for data with many small parts. What scales with the input is
//! reserved by the code that makes it: entries of a scene in `files::placed`, levels and images in their readers, recordings in
//! `import::trajectory`, pictures in `render::pixel_memory`, depth tests in `render::occlusion`, and comparisons in
//! `commands::diff`. Answers that can be computed again, such as the candidates of taps, are computed while they are written.
//! `tests/cli/budget.rs` runs the commands at 64 MiB and reads their peak; `tools/attacks/budget.py` does so with random
//! inputs.
//!
//! ```
//! use eyeline::budget::Budget;
//!
//! let budget = Budget::new(100);
//! let pixels = budget.take(60)?;
//! assert_eq!(budget.left(), 40);
//! assert!(budget.take(41).is_err());
//! drop(pixels);
//! assert_eq!(budget.left(), 100);
//! # Ok::<(), eyeline::budget::OverBudget>(())
//! ```

mod charged_vec;
mod over_budget;
mod reservation;
mod size;

pub use charged_vec::ChargedVec;
pub use over_budget::OverBudget;
pub use reservation::{Budget, Reservation};
pub use size::Size;
