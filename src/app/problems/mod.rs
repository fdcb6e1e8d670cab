//! What a person should look into: what went wrong with files, and where the fast answer is not the true one.
//!
//! ```text
//! notices         what was said about files: a row each, and the source line of an error
//! banner          the same above the view, until it is put away
//! disagreements   where fast and exact answer differ: a row each
//! row             one line with its symbol, its words, and its place
//! ```
//!
//! A row that is about a thing of the open scene leads to it by a click.

mod banner;
mod disagreements;
mod notices;
mod row;

use eframe::egui::{RichText, ScrollArea, Sense, Ui, vec2};

pub(super) use self::banner::{banner, has_banner};
use self::disagreements::Disagreement;
use self::row::ROW;
use super::session::Session;
use super::theme;
use crate::geometry::Tone;

/// What the tab remembers.
#[derive(Default)]
pub(super) struct Problems {
    /// Every wrong answer, kept until the report changes.
    disagreements: Vec<Disagreement>,
    made_for: Option<u64>,
    notices: usize,
    has_error: bool,
}

impl Problems {
    /// Looks for what is new.
    pub(super) fn update(&mut self, session: &Session) {
        self.notices = session.notices().len();
        self.has_error = session.notices().iter().any(|notice| notice.is_error);
        if self.made_for.replace(session.revision()) != Some(session.revision()) {
            self.disagreements = disagreements::all(session.report());
        }
    }

    /// Notices and disagreements together.
    pub(super) fn count(&self) -> usize {
        self.notices + self.disagreements.len()
    }

    /// The meaning of the worst of them.
    pub(super) fn tone(&self) -> Tone {
        match (self.has_error, self.notices) {
            (true, _) => Tone::Fail,
            (false, 0) => Tone::Exact,
            (false, _) => Tone::Partial,
        }
    }

    /// The whole tab.
    pub(super) fn ui(&mut self, ui: &mut Ui, session: &mut Session) {
        if self.count() == 0 {
            ui.add_space(6.0);
            ui.weak("No problems: the file was read without a warning, and every fast answer is the true one.");
            return;
        }
        ScrollArea::vertical().id_salt("problems").auto_shrink([false, false]).show_viewport(ui, |ui, sight| {
            notices::all(ui, session);
            if self.disagreements.is_empty() {
                return;
            }
            ui.add_space(4.0);
            let purple = theme::text_color(ui.ctx(), Tone::Exact);
            let head = "⚠ Answers that are not the exact ones";
            ui.label(RichText::new(head).strong().color(purple));
            ui.spacing_mut().item_spacing.y = 0.0;
            let top = ui.cursor().top();
            let from_top = top - ui.min_rect().top();
            let (rect, _) = ui
                .allocate_exact_size(vec2(ui.available_width(), ROW * self.disagreements.len() as f32), Sense::hover());
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rows in sight, not negative")]
            let [first, end] = [sight.min.y, sight.max.y + ROW].map(|y| ((y - from_top) / ROW).max(0.0) as usize);
            let end = end.min(self.disagreements.len());
            for (i, disagreement) in self.disagreements.iter().enumerate().take(end).skip(first) {
                let place = row::place(rect, i);
                disagreement.show(ui, place, session);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Notice;
    use crate::scene::Scene;

    #[test]
    fn every_wrong_answer_and_every_notice_is_counted() {
        // The bar lies beside the far right edge of the view volume: no plane has all of it behind.
        let text = r#"{ "eyeline": 1,
            "cameras": [
                { "name": "away", "position": [0, 1, 0], "look_at": [0, 1, 9], "near": 1, "far": 9 },
                { "name": "camera", "position": [0, 1, 0], "near": 1, "far": 9,
                  "projection": { "perspective": { "fov_y": 45, "aspect": 1.6 } } }],
            "objects": [
                { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 1, -5] },
                { "name": "bar", "shape": { "box": { "half_extents": [0.6, 0.4, 4.2] } },
                  "position": [7.6, 1, -12.4] }] }"#;
        let mut session = Session::new(serde_json::from_str::<Scene>(text).unwrap(), None);
        let mut problems = Problems::default();
        problems.update(&session);
        assert_eq!((problems.count(), problems.tone()), (1, Tone::Exact));
        session.notify(Notice::warning("t", "x"));
        problems.update(&session);
        assert_eq!((problems.count(), problems.tone()), (2, Tone::Partial));
        session.put_away(0);
        session.notify(Notice::error("u", "y"));
        problems.update(&session);
        assert_eq!((problems.count(), problems.tone()), (3, Tone::Fail), "what is put away is still a problem");
        session.edit("bar", |scene| scene.objects[1].position = [0.0, 1.0, -5.0]);
        problems.update(&session);
        assert_eq!(problems.count(), 2);
    }
}
