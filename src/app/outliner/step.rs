//! Selection by keys: up and down select the next item, left and right collapse and expand models.
//!
//! With Shift, up and down extend the selection from an anchor: the item that was active when the first of these keys was
//! pressed. With Ctrl they move a cursor without selecting, and Ctrl+Space adds the item at the cursor or removes it.
//! Any other selection removes the anchor and the cursor.

use super::Outliner;
use super::rows::Row;
use crate::app::session::Session;
use crate::scene::ItemId;
use crate::world::Item;

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
    /// Extends the selection to the item above, or removes the active one on the way back to the anchor.
    ExtendUp,
    /// The same downwards.
    ExtendDown,
    /// Moves the cursor to the item above.
    CursorUp,
    /// Moves the cursor to the item below.
    CursorDown,
    /// Adds the item at the cursor to the selected ones, or removes it. Without a cursor it is the active item.
    Toggle,
}

/// An item that keys have marked, valid until the next selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    id: ItemId,
    selection_count: u64,
}

impl Mark {
    fn of(item: Item, session: &Session) -> Option<Self> {
        Some(Self { id: session.world().id_of(item)?, selection_count: session.selection_count() })
    }

    /// Whether it marks the item with this id.
    pub(super) fn is_at(self, id: ItemId, session: &Session) -> bool {
        self.id == id && self.selection_count == session.selection_count()
    }

    /// The marked item; `None` after another selection.
    pub(super) fn item(self, session: &Session) -> Option<Item> {
        session.world().find(self.id).filter(|_| self.is_at(self.id, session))
    }
}

impl Outliner {
    /// Makes a step from the selected item. Returns whether an agent was selected alone.
    pub(in crate::app) fn step(&mut self, step: Step, session: &mut Session) -> bool {
        match step {
            Step::ExtendUp => self.extend(false, session),
            Step::ExtendDown => self.extend(true, session),
            Step::CursorUp => self.move_cursor(false, session),
            Step::CursorDown => self.move_cursor(true, session),
            Step::Toggle => self.toggle(session),
            Step::Up | Step::Down | Step::Close | Step::Open => return self.select_next(step, session),
        }
        false
    }

    fn select_next(&mut self, step: Step, session: &mut Session) -> bool {
        let current = session.active_item().map(Row::Item);
        let model = current.and_then(|row| row.model(session.world()));
        let folds = current.and_then(|row| self.fold_of(row));
        let next = match (step, folds) {
            (Step::Close, Some((model, true))) | (Step::Open, Some((model, false))) => {
                self.fold(model);
                None
            }
            (Step::Close, _) => model.map(Item::Model),
            (Step::Open, Some(_)) | (Step::Down, _) => self.beside(current, true),
            (Step::Up, _) => self.beside(current, false),
            _ => None,
        };
        if let Some(item) = next {
            session.choose(item, false);
        }
        matches!(next, Some(Item::Agent(_)))
    }

    /// Extends the selection to the item below or above the active one.
    fn extend(&mut self, is_below: bool, session: &mut Session) {
        let current = session.active_item();
        let Some(next) = self.beside(current.map(Row::Item), is_below) else { return };
        let anchor = self.anchor.and_then(|anchor| anchor.item(session)).or(current).unwrap_or(next);
        let place = |item: Item| self.order.place_of(Row::Item(item));
        if let Some(current) = current
            && let (Some(from), Some(here), Some(there)) = (place(anchor), place(current), place(next))
            && from.abs_diff(there) < from.abs_diff(here)
        {
            // On the way back to the anchor.
            session.toggle(current);
        }
        session.extend(&[next]);
        self.anchor = Mark::of(anchor, session);
    }

    /// Moves the cursor to the item below or above it. Without a cursor it begins at the active item.
    fn move_cursor(&mut self, is_below: bool, session: &Session) {
        if let Some(next) = self.beside(self.cursor_item(session).map(Row::Item), is_below) {
            self.cursor = Mark::of(next, session);
            self.follows_cursor = true;
        }
    }

    fn toggle(&mut self, session: &mut Session) {
        if let Some(item) = self.cursor_item(session) {
            session.toggle(item);
            self.cursor = Mark::of(item, session);
            self.follows_cursor = true;
        }
    }

    /// The item at the cursor, or else the active one.
    fn cursor_item(&self, session: &Session) -> Option<Item> {
        self.cursor.and_then(|cursor| cursor.item(session)).or_else(|| session.active_item())
    }

    /// The model of a row that can be expanded, and whether it is expanded.
    fn fold_of(&self, row: Row) -> Option<(usize, bool)> {
        let Row::Item(Item::Model(model)) = row else { return None };
        let inside = self.rows.inside(model).filter(|inside| inside.len() > 0)?;
        Some((model, self.folds.is_open(inside)))
    }

    /// The next item below or above a row. Headers are skipped. Without a row, it is the first one.
    fn beside(&self, row: Option<Row>, is_below: bool) -> Option<Item> {
        let mut place = row.and_then(|row| self.order.place_of(row));
        loop {
            let next = match place {
                None => 0,
                Some(place) if is_below => place + 1,
                Some(place) => place.checked_sub(1)?,
            };
            match self.order.at(next..next + 1).first()? {
                Row::Header(_) => place = Some(next),
                Row::Item(item) => return Some(*item),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::tests::session;
    use super::*;

    /// The outliner as it is shown without a search.
    fn outliner(session: &Session) -> Outliner {
        let mut outliner = Outliner::default();
        outliner.rows.update("", session);
        outliner.folds.update(session, &outliner.rows);
        outliner.order.update(&outliner.rows, &outliner.folds, session.world());
        outliner
    }

    fn names(session: &Session) -> Vec<&str> {
        session.selected_ids().filter_map(|id| session.scene().name_of(id)).collect()
    }

    #[test]
    fn arrow_keys_with_shift_extend_the_selection_and_take_it_back() {
        let folder = tempfile::tempdir().unwrap();
        let mut session = session(folder.path());
        let mut outliner = outliner(&session);
        session.choose(Item::Object(0), false);
        for (step, expected) in [
            (Step::ExtendDown, vec!["Crate", "ball"]),
            (Step::ExtendDown, vec!["Crate", "ball", "Shed"]),
            (Step::ExtendUp, vec!["Crate", "ball"]),
            (Step::ExtendUp, vec!["Crate"]),
            (Step::ExtendUp, vec!["Crate", "aim"]),
            (Step::ExtendUp, vec!["Crate", "aim", "eye"]),
            (Step::ExtendUp, vec!["Crate", "aim", "eye"]),
            (Step::ExtendDown, vec!["Crate", "aim"]),
            (Step::ExtendDown, vec!["Crate"]),
            (Step::Down, vec!["ball"]),
            (Step::ExtendUp, vec!["ball", "Crate"]),
        ] {
            assert!(!outliner.step(step, &mut session));
            assert_eq!(names(&session), expected, "{step:?}");
        }
    }

    #[test]
    fn the_cursor_moves_without_selecting_and_toggles_items() {
        let folder = tempfile::tempdir().unwrap();
        let mut session = session(folder.path());
        let mut outliner = outliner(&session);
        session.choose(Item::Object(0), false);
        for (step, expected) in [
            (Step::CursorDown, vec!["Crate"]),
            (Step::CursorDown, vec!["Crate"]),
            (Step::Toggle, vec!["Crate", "Shed"]),
            (Step::CursorUp, vec!["Crate", "Shed"]),
            (Step::Toggle, vec!["Crate", "Shed", "ball"]),
            (Step::Toggle, vec!["Crate", "Shed"]),
            (Step::Toggle, vec!["Crate", "Shed", "ball"]),
        ] {
            outliner.step(step, &mut session);
            assert_eq!(names(&session), expected, "{step:?}");
        }
        session.choose(Item::Object(0), false);
        outliner.step(Step::CursorDown, &mut session);
        outliner.step(Step::Toggle, &mut session);
        assert_eq!(names(&session), ["Crate", "ball"], "another selection moves the cursor to it");
    }
}
