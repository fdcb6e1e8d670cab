//! The common state of the readers of a glTF.

use super::notes::Notes;
use super::source::{Source, Stamps};

/// The common state of the readers.
pub(super) struct Reading<'r, 'a> {
    pub(super) source: &'r mut Source<'a>,
    pub(super) notes: &'r mut Notes,
    pub(super) stamps: &'r mut Stamps,
}
