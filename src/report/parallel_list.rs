//! Long lists of a report, whose text is made in pieces by several threads. The text is the same as that of one thread.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

use super::json_lines;
use super::json_lines::ListPlace;
use crate::parallel;

/// The entries of a piece: few enough that some pieces take little memory.
const ENTRIES: usize = 1024;

/// Writes a list of `count` entries, each made by its index; `None` for an index without an entry.
pub(super) fn list<S: Serializer, T: Serialize>(
    serializer: S,
    place: ListPlace,
    count: usize,
    entry: impl Fn(usize) -> Option<T> + Sync,
) -> Result<S::Ok, S::Error> {
    if count <= ENTRIES {
        return serializer.collect_seq((0..count).filter_map(entry));
    }
    let mut list = serializer.serialize_seq(None)?;
    let piece = |i: usize| {
        let entries = i * ENTRIES..count.min((i + 1) * ENTRIES);
        json_lines::piece(place, entries.filter_map(&entry))
    };
    parallel::in_order(count.div_ceil(ENTRIES), piece, |piece| match piece {
        Ok(Some(piece)) => list.serialize_element(&piece),
        Ok(None) => Ok(()),
        Err(error) => Err(serde::ser::Error::custom(error)),
    })?;
    list.end()
}
