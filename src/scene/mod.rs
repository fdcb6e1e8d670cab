//! The scene document: what is written in the file, how it is read and checked, and its schema.

mod document;

pub use document::*;
