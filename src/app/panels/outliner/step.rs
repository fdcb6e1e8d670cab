//! Selection by keys: up and down select the next item or group, left and right collapse and expand models and groups.
//!
//! With Shift, up and down extend the selection from an anchor: the item that was active when the first of these keys was
//! pressed. With Ctrl they move a cursor without selecting, and Ctrl+Space adds the item at the cursor or removes it.
//! Any other selection removes the anchor and the cursor.

use super::rows::OutlinerRow;
use super::state::{MarkedItem, Outliner};
use super::tree::GroupOf;
use crate::scene::ItemId;
use crate::workspace::Workspace;
use crate::world::Item;

/// A step of the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum SelectionStep {
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

impl MarkedItem {
    fn of(item: Item, workspace: &Workspace) -> Option<Self> {
        Some(Self { id: workspace.world().id_of(item)?, selection_count: workspace.selection().selection_count() })
    }

    /// Whether it marks the item with this id.
    pub(super) fn is_at(self, id: ItemId, workspace: &Workspace) -> bool {
        self.id == id && self.selection_count == workspace.selection().selection_count()
    }

    /// The marked item; `None` after another selection.
    pub(super) fn item(self, workspace: &Workspace) -> Option<Item> {
        workspace.world().find(self.id).filter(|_| self.is_at(self.id, workspace))
    }
}

impl Outliner {
    /// Makes a step from the selected item. Returns whether an agent was selected alone.
    pub(in crate::app) fn step(&mut self, step: SelectionStep, workspace: &mut Workspace) -> bool {
        match step {
            SelectionStep::ExtendUp => self.extend(false, workspace),
            SelectionStep::ExtendDown => self.extend(true, workspace),
            SelectionStep::CursorUp => self.move_cursor(false, workspace),
            SelectionStep::CursorDown => self.move_cursor(true, workspace),
            SelectionStep::Toggle => self.toggle(workspace),
            SelectionStep::Up | SelectionStep::Down | SelectionStep::Close | SelectionStep::Open => {
                return self.select_next(step, workspace);
            }
        }
        false
    }

    fn select_next(&mut self, step: SelectionStep, workspace: &mut Workspace) -> bool {
        let current = self.current(workspace);
        let is_open = current.and_then(|row| self.fold_of(row));
        let next = match (step, is_open) {
            (SelectionStep::Close, Some(true)) | (SelectionStep::Open, Some(false)) => {
                if let Some(row) = current {
                    self.turn(row);
                }
                None
            }
            (SelectionStep::Close, _) => current.and_then(|row| self.above(row, workspace)),
            (SelectionStep::Open, Some(_)) | (SelectionStep::Down, _) => self.beside(current, true, |_| true),
            (SelectionStep::Up, _) => self.beside(current, false, |_| true),
            _ => None,
        };
        if let Some(row) = next {
            self.choose(row, workspace);
        }
        matches!(next, Some(OutlinerRow::Item(Item::Agent(_))))
    }

    /// Extends the selection to the item below or above the active one.
    fn extend(&mut self, is_below: bool, workspace: &mut Workspace) {
        let current = workspace.selection().active_item();
        let Some(next) = self.item_beside(current, is_below) else { return };
        let anchor = self.anchor.and_then(|anchor| anchor.item(workspace)).or(current).unwrap_or(next);
        let place = |item: Item| self.order.place_of(OutlinerRow::Item(item));
        if let Some(current) = current
            && let (Some(from), Some(here), Some(there)) = (place(anchor), place(current), place(next))
            && from.abs_diff(there) < from.abs_diff(here)
        {
            // On the way back to the anchor.
            workspace.selection_mut().toggle(current);
        }
        workspace.selection_mut().extend(&[next]);
        self.anchor = MarkedItem::of(anchor, workspace);
    }

    /// Moves the cursor to the item below or above it. Without a cursor it begins at the active item.
    fn move_cursor(&mut self, is_below: bool, workspace: &Workspace) {
        if let Some(next) = self.item_beside(self.cursor_item(workspace), is_below) {
            self.cursor = MarkedItem::of(next, workspace);
            self.follows_cursor = true;
        }
    }

    fn toggle(&mut self, workspace: &mut Workspace) {
        if let Some(item) = self.cursor_item(workspace) {
            workspace.selection_mut().toggle(item);
            self.cursor = MarkedItem::of(item, workspace);
            self.follows_cursor = true;
        }
    }

    /// The item at the cursor, or else the active one.
    fn cursor_item(&self, workspace: &Workspace) -> Option<Item> {
        self.cursor.and_then(|cursor| cursor.item(workspace)).or_else(|| workspace.selection().active_item())
    }

    /// Whether a row that can be expanded is expanded.
    fn fold_of(&self, row: OutlinerRow) -> Option<bool> {
        match row {
            OutlinerRow::Item(Item::Model(model)) => {
                let inside = self.rows.inside(model).filter(|inside| inside.len() > 0)?;
                Some(self.folds.is_open(inside))
            }
            OutlinerRow::Group(group) => Some(self.folds.is_group_open(group, &self.rows)),
            _ => None,
        }
    }

    /// The row of the group or model that a row is in. A material is in no model.
    fn above(&self, row: OutlinerRow, workspace: &Workspace) -> Option<OutlinerRow> {
        let model = || {
            let is_of_material = match row {
                OutlinerRow::Group(group) => matches!(group.of, GroupOf::Material(_)),
                _ => false,
            };
            row.model(workspace.world()).filter(|_| !is_of_material).map(|model| OutlinerRow::Item(Item::Model(model)))
        };
        self.order.above(row).or_else(model)
    }

    /// The next item below or above an item. Headers, groups and parts below materials are skipped.
    fn item_beside(&self, item: Option<Item>, is_below: bool) -> Option<Item> {
        self.beside(item.map(OutlinerRow::Item), is_below, |row| matches!(row, OutlinerRow::Item(_)))?.item()
    }

    /// The next row below or above a row that `is_wanted`. Headers are skipped. Without a row, it is the first one.
    fn beside(
        &self,
        row: Option<OutlinerRow>,
        is_below: bool,
        is_wanted: impl Fn(OutlinerRow) -> bool,
    ) -> Option<OutlinerRow> {
        let mut place = row.and_then(|row| self.order.place_of(row));
        loop {
            let next = match place {
                None => 0,
                Some(place) if is_below => place + 1,
                Some(place) => place.checked_sub(1)?,
            };
            match self.order.at(next..next + 1).first()? {
                OutlinerRow::Header(_) | OutlinerRow::Materials => place = Some(next),
                row if is_wanted(*row) => return Some(*row),
                _ => place = Some(next),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rows::tests::workspace;
    use super::*;

    /// The outliner as it is shown without a search.
    fn outliner(workspace: &Workspace) -> Outliner {
        let mut outliner = Outliner::default();
        outliner.rows.update("", workspace);
        outliner.folds.update(workspace, &outliner.rows);
        outliner.order.update(&outliner.rows, &outliner.folds, workspace.world());
        outliner
    }

    fn names(workspace: &Workspace) -> Vec<&str> {
        workspace.selection().selected_ids().filter_map(|id| workspace.scene().name_of(id)).collect()
    }

    #[test]
    fn arrow_keys_with_shift_extend_the_selection_and_take_it_back() {
        let folder = tempfile::tempdir().unwrap();
        let mut workspace = workspace(folder.path());
        let mut outliner = outliner(&workspace);
        workspace.selection_mut().choose(Item::Object(0), false);
        for (step, expected) in [
            (SelectionStep::ExtendDown, vec!["Crate", "ball"]),
            (SelectionStep::ExtendDown, vec!["Crate", "ball", "Shed"]),
            (SelectionStep::ExtendUp, vec!["Crate", "ball"]),
            (SelectionStep::ExtendUp, vec!["Crate"]),
            (SelectionStep::ExtendUp, vec!["Crate", "aim"]),
            (SelectionStep::ExtendUp, vec!["Crate", "aim", "eye"]),
            (SelectionStep::ExtendUp, vec!["Crate", "aim", "eye"]),
            (SelectionStep::ExtendDown, vec!["Crate", "aim"]),
            (SelectionStep::ExtendDown, vec!["Crate"]),
            (SelectionStep::Down, vec!["ball"]),
            (SelectionStep::ExtendUp, vec!["ball", "Crate"]),
        ] {
            assert!(!outliner.step(step, &mut workspace));
            assert_eq!(names(&workspace), expected, "{step:?}");
        }
    }

    #[test]
    fn the_cursor_moves_without_selecting_and_toggles_items() {
        let folder = tempfile::tempdir().unwrap();
        let mut workspace = workspace(folder.path());
        let mut outliner = outliner(&workspace);
        workspace.selection_mut().choose(Item::Object(0), false);
        for (step, expected) in [
            (SelectionStep::CursorDown, vec!["Crate"]),
            (SelectionStep::CursorDown, vec!["Crate"]),
            (SelectionStep::Toggle, vec!["Crate", "Shed"]),
            (SelectionStep::CursorUp, vec!["Crate", "Shed"]),
            (SelectionStep::Toggle, vec!["Crate", "Shed", "ball"]),
            (SelectionStep::Toggle, vec!["Crate", "Shed"]),
            (SelectionStep::Toggle, vec!["Crate", "Shed", "ball"]),
        ] {
            outliner.step(step, &mut workspace);
            assert_eq!(names(&workspace), expected, "{step:?}");
        }
        workspace.selection_mut().choose(Item::Object(0), false);
        outliner.step(SelectionStep::CursorDown, &mut workspace);
        outliner.step(SelectionStep::Toggle, &mut workspace);
        assert_eq!(names(&workspace), ["Crate", "ball"], "another selection moves the cursor to it");
    }
}
