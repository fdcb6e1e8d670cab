//! Steps through the list: up and down to the next thing, left and right close and open what it holds.

use super::Outliner;
use super::rows::Row;
use crate::app::session::Session;
use crate::world::Thing;

/// A step through the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Step {
    /// To the thing above.
    Up,
    /// To the thing below.
    Down,
    /// Closes a model, or goes from a part to its model.
    Close,
    /// Opens a model, or goes to the first of its parts.
    Open,
}

impl Outliner {
    /// Makes a step from the selected thing. Gives whether an agent was selected.
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

    /// The model of a row that can be opened, and whether it is open.
    fn fold_of(&self, row: Row) -> Option<(usize, bool)> {
        let Row::Thing(Thing::Model(model)) = row else { return None };
        let inside = self.rows.inside(model).filter(|inside| inside.len() > 0)?;
        Some((model, self.folds.is_open(inside)))
    }

    /// The next thing below or above a row that is shown; headers are none. Without a row, the first one.
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
