//! Moving pictures: animated GIF and APNG files, written picture by picture.

mod apng;
mod changed;
mod encode;
pub(super) mod format;
pub(super) mod gif;
mod queue;
mod refused;
pub(super) mod writer;

use self::refused::refused;

#[cfg(test)]
mod tests;
