//! Files as text: the folder that references stay inside, reading within limits, and errors with their place.

pub(crate) mod error;
pub mod folder;
pub(crate) mod options;
pub(crate) mod place;
pub(crate) mod stamp;
pub(crate) mod suggest;
pub(crate) mod syntax;
pub(crate) mod text;
