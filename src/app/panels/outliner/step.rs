//! Selection by keys: up and down select the next item or group, left and right collapse and expand models and groups.
//!
//! With Shift, up and down extend the selection from an anchor: the item that was active when the first of these keys was
//! pressed. With Ctrl they move a cursor without selecting, and Ctrl+Space adds the item at the cursor or removes it.
//! Any other selection removes the anchor and the cursor.

use super::Outliner;
use super::rows::Row;
use super::tree::GroupOf;
use crate::scene::ItemId;
use crate::workspace::Session;
use crate::world::Item;

/// A step of the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Step {
    /// To the item above.
    Up,
    /// To the item below.
    Down,
    /// Collapses a model or a group, or goes to the group or model that the row is in.
    Close,
    /// Expands a model or a group, or goes to its first row.
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
        let current = self.current(session);
        let is_open = current.and_then(|row| self.fold_of(row));
        let next = match (step, is_open) {
            (Step::Close, Some(true)) | (Step::Open, Some(false)) => {
                if let Some(row) = current {
                    self.turn(row);
                }
                None
            }
            (Step::Close, _) => current.and_then(|row| self.above(row, session)),
            (Step::Open, Some(_)) | (Step::Down, _) => self.beside(current, true, |_| true),
            (Step::Up, _) => self.beside(current, false, |_| true),
            _ => None,
        };
        if let Some(row) = next {
            self.choose(row, session);
        }
        matches!(next, Some(Row::Item(Item::Agent(_))))
    }

    /// Extends the selection to the item below or above the active one.
    fn extend(&mut self, is_below: bool, session: &mut Session) {
        let current = session.active_item();
        let Some(next) = self.item_beside(current, is_below) else { return };
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
        if let Some(next) = self.item_beside(self.cursor_item(session), is_below) {
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

    /// Whether a row that can be expanded is expanded.
    fn fold_of(&self, row: Row) -> Option<bool> {
        match row {
            Row::Item(Item::Model(model)) => {
                let inside = self.rows.inside(model).filter(|inside| inside.len() > 0)?;
                Some(self.folds.is_open(inside))
            }
            Row::Group(group) => Some(self.folds.is_group_open(group, &self.rows)),
            _ => None,
        }
    }

    /// The row of the group or model that a row is in. A material is in no model.
    fn above(&self, row: Row, session: &Session) -> Option<Row> {
        let model = || {
            let is_of_material = match row {
                Row::Group(group) => matches!(group.of, GroupOf::Material(_)),
                _ => false,
            };
            row.model(session.world()).filter(|_| !is_of_material).map(|model| Row::Item(Item::Model(model)))
        };
        self.order.above(row).or_else(model)
    }

    /// The next item below or above an item. Headers, groups and parts below materials are skipped.
    fn item_beside(&self, item: Option<Item>, is_below: bool) -> Option<Item> {
        self.beside(item.map(Row::Item), is_below, |row| matches!(row, Row::Item(_)))?.item()
    }

    /// The next row below or above a row that `is_wanted`. Headers are skipped. Without a row, it is the first one.
    fn beside(&self, row: Option<Row>, is_below: bool, is_wanted: impl Fn(Row) -> bool) -> Option<Row> {
        let mut place = row.and_then(|row| self.order.place_of(row));
        loop {
            let next = match place {
                None => 0,
                Some(place) if is_below => place + 1,
                Some(place) => place.checked_sub(1)?,
            };
            match self.order.at(next..next + 1).first()? {
                Row::Header(_) | Row::Materials => place = Some(next),
                row if is_wanted(*row) => return Some(*row),
                _ => place = Some(next),
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
