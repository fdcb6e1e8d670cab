//! What the programs share that convert recordings to traces of eyeline: the files that they write, the names and poses in them, and the
//! messages about their input.

mod log;
mod meshes;
mod names;
mod output;
mod pose;

pub use log::Log;
pub use meshes::{Meshes, NoMesh};
pub use names::Names;
pub use output::{Output, OutputError};
pub use pose::Pose;
