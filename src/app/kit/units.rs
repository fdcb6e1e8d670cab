//! The chosen units and the chosen number of digits, in egui's memory, which eframe stores between runs.

use eframe::egui::{Context, Id};

use super::persistent;
use super::persistent::StoredValue;
use crate::geometry::units::{Angle, Length, Units};

/// As stored: the places of both units in their lists, and the digits.
type StoredUnits = [u8; 3];

/// The chosen units.
pub(in crate::app) fn in_use(ctx: &Context) -> Units {
    let stored = ctx.data_mut(|data| data.get_persisted::<StoredUnits>(id()));
    stored.and_then(read).unwrap_or_default()
}

/// Chooses the units, also for the next run.
pub(in crate::app) fn choose(ctx: &Context, units: Units) {
    ctx.data_mut(|data| data.insert_persisted(id(), written(units)));
}

/// The units stay from one run to the next.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<StoredUnits>(ctx, id())
}

fn written(units: Units) -> StoredUnits {
    [units.length as u8, units.angle as u8, units.digits]
}

/// `None` for values that no version has stored.
fn read([length, angle, digits]: StoredUnits) -> Option<Units> {
    Some(Units {
        length: *Length::ALL.get(usize::from(length))?,
        angle: *Angle::ALL.get(usize::from(angle))?,
        digits: Some(digits).filter(|digits| Units::DIGITS.contains(digits))?,
    })
}

fn id() -> Id {
    Id::unique("units and digits")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_stored_and_invalid_ones_are_not_taken() {
        for length in Length::ALL {
            for angle in Angle::ALL {
                for digits in Units::DIGITS {
                    let units = Units { length, angle, digits };
                    assert_eq!(read(written(units)), Some(units));
                }
            }
        }
        assert_eq!((read([3, 0, 4]), read([0, 2, 4]), read([0, 0, 0]), read([0, 0, 9])), (None, None, None, None));
    }
}
