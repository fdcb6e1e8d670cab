//! The errors of a recorded path that a picture shows.

use std::sync::Arc;

use super::palette::{Color, Palette};
use crate::scene::ItemId;
use crate::trajectory::align::Alignment;
use crate::trajectory::deviation::{BANDS, Deviation, Measure};
use crate::world::SessionAt;

/// The errors of a path that a picture shows.
#[derive(Clone, Debug)]
pub struct PathErrors {
    /// The session that is the reference.
    pub reference: ItemId,
    /// The session whose errors are shown.
    pub path: ItemId,
    /// The kind of errors that gives the colours.
    pub measure: Measure,
    /// The errors, compared by pointer.
    pub deviation: Arc<Deviation>,
}

impl PartialEq for PathErrors {
    fn eq(&self, other: &Self) -> bool {
        let of = |errors: &Self| (errors.reference, errors.path, errors.measure);
        of(self) == of(other) && Arc::ptr_eq(&self.deviation, &other.deviation)
    }
}

/// What a session is in the comparison that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::picture) enum Role {
    /// It is not compared.
    Alone,
    /// The errors are measured from it.
    Reference,
    /// Its path is shown with its errors. Its recorded path is shown beside the aligned one, when they are not the same.
    Compared {
        /// Whether its path was aligned.
        is_aligned: bool,
    },
}

/// What a session is in the comparisons that are shown.
pub(in crate::picture) fn role(all: &[PathErrors], session: &SessionAt) -> Role {
    if let Some(own) = all.iter().find(|errors| errors.path == session.id) {
        return Role::Compared { is_aligned: own.deviation.alignment != Alignment::NONE };
    }
    if all.iter().any(|errors| errors.reference == session.id) { Role::Reference } else { Role::Alone }
}

/// The colour of each band, from the least error to the greatest.
pub(in crate::picture) fn colors(palette: &Palette) -> [Color; BANDS] {
    let Palette { pass, candidate, partial, fail, .. } = *palette;
    [pass, pass.mixed(candidate, 0.5), candidate, partial, fail]
}
