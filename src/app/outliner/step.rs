//! Selection by keys: up and down select the next item, left and right collapse and expand models.

use super::Outliner;
use super::rows::Row;
use crate::app::session::Session;
use crate::world::Thing;

/// A step of the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Step {
    /// To the item above.
    Up,
    /// To the item below.
    Down,
    /// Collapses a model, or goes from a part to its model.
    Close,
    /// Expands a model, or goes to its first part.
    Open,
}

impl Outliner {
    /// Makes a step from the selected item. Returns whether an agent was selected.
    pub(in crate::app) fn step(&mut self, step: Step, session: &mut Session) -> bool {
        let current = session.active_thing().map(Row::Thing);
        let model = current.and_then(|row| row.model(session.world()));
        let folds = current.and_then(|row| self.fold_of(row));
        let next = match (step, folds) {
            (Step::Close, Some((model, true))) | (Step::Open, Some((model, false))) => {
                self.fold(model);
                None
            }
            (Step::Close, _) => model.map(|model| Row::Thing(Thing::Model(model))),
            (Step::Open, Some(_)) | (Step::Down, _) => self.beside(current, true),
            (Step::Up, _) => self.beside(current, false),
            _ => None,
        };
        if let Some(Row::Thing(thing)) = next {
            session.choose(thing, false);
        }
        matches!(next, Some(Row::Thing(Thing::Agent(_))))
    }

    /// The model of a row that can be expanded, and whether it is expanded.
    fn fold_of(&self, row: Row) -> Option<(usize, bool)> {
        let Row::Thing(Thing::Model(model)) = row else { return None };
        let inside = self.rows.inside(model).filter(|inside| inside.len() > 0)?;
        Some((model, self.folds.is_open(inside)))
    }

    /// The next item row below or above a row. Headers are skipped. Without a row, it is the first one.
    fn beside(&self, row: Option<Row>, is_below: bool) -> Option<Row> {
        let mut place = row.and_then(|row| self.order.place_of(row));
        loop {
            let next = match place {
                None => 0,
                Some(place) if is_below => place + 1,
                Some(place) => place.checked_sub(1)?,
            };
            match self.order.at(next..next + 1).first()? {
                Row::Header(_) => place = Some(next),
                row @ Row::Thing(_) => return Some(*row),
            }
        }
    }
}
