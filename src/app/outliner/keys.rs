//! The list by arrow keys: up and down to the next thing, left and right close and open what it holds.

use eframe::egui::{Key, Popup, Ui};

use super::Outliner;
use super::rows::Row;
use crate::app::keys;
use crate::app::session::Session;
use crate::world::Thing;

const ARROWS: [Key; 4] = [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];

impl Outliner {
    /// Takes an arrow key unless something else has the keyboard, a field or a list that is open.
    pub(super) fn keys(&mut self, ui: &Ui, session: &mut Session) {
        let ctx = ui.ctx();
        let has_focus = ctx.memory(|memory| memory.focused().is_some());
        if has_focus || keys::has_question(ctx) || Popup::is_any_open(ctx) {
            return;
        }
        // Alt and an arrow move the thing itself.
        for key in keys::take(ctx, |key, held| (held.is_none() && ARROWS.contains(&key)).then_some(key)) {
            self.step(key, session);
            ctx.request_repaint();
        }
    }

    fn step(&mut self, key: Key, session: &mut Session) {
        let current = self.selected;
        let model = current.and_then(|row| row.model(session.world()));
        let folds = current.and_then(|row| self.fold_of(row));
        let next = match (key, folds) {
            (Key::ArrowLeft, Some((model, true))) | (Key::ArrowRight, Some((model, false))) => {
                self.fold(model);
                None
            }
            (Key::ArrowLeft, _) => model.map(|model| Row::Thing(Thing::Model(model))),
            (Key::ArrowRight, Some(_)) | (Key::ArrowDown, _) => self.beside(current, true),
            (Key::ArrowUp, _) => self.beside(current, false),
            _ => None,
        };
        if let Some(Row::Thing(thing)) = next {
            session.choose(thing, false);
        }
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
                row => return Some(*row),
            }
        }
    }
}
