//! `eyeline check`: compares the scenes of a project with their stored answers and pictures.
//!
//! ```text
//! run                                  the command
//! args, located, folder                arguments and their errors
//! select                               which of the scenes are checked
//! checked ─► draw, scene_output        the run, and what is printed meanwhile
//! report                               the files and lines at its end
//! scene_pages ─► earlier_scene         the pages of scenes that are not equal, now and at a git revision
//! accept, merge, unused                what `--accept`, `--merge`, `--unused` and `--prune` do instead
//! ```

mod accept;
mod args;
mod checked;
mod draw;
mod earlier_scene;
mod folder;
mod located;
mod merge;
mod report;
mod run;
mod scene_output;
mod scene_pages;
mod select;
mod unused;

pub use args::{CheckArgs, Format};
pub use run::run;
