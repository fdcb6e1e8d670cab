//! The results of a hunt as a folder: `results.json`, a page, and a scene for each fault.
//!
//! ```text
//! folder     the files
//! page       the page of the results
//! plot       the plot of faults by size and distance
//! pictures   the picture and the steps of each fault
//! ```

mod folder;
mod page;
mod pictures;
mod plot;

pub use folder::ResultFolder;
