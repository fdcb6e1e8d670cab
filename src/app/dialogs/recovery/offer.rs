//! The dialog with the changes that can be recovered.

use std::time::Duration;

use eframe::egui::{Context, Frame, Id, Label, Modal, RichText, ScrollArea, Ui};

use super::store::LeftChanges;
use crate::app::kit::keys;
use crate::escape;
use crate::geometry::narrate::counted;

/// The changes that are offered, the latest first.
#[derive(Default)]
pub(super) struct Offer(Vec<LeftChanges>);

/// The answer for one of them.
pub(super) enum RecoveryChoice {
    Recover(LeftChanges),
    Discard(LeftChanges),
}

/// What was clicked.
enum Click {
    Recover(usize),
    Discard(usize),
    Later,
}

impl Offer {
    pub(super) fn of(left: Vec<LeftChanges>) -> Self {
        Self(left)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Shows the dialog while there are changes. After one was recovered, the others are offered at the next start.
    pub(super) fn show(&mut self, ctx: &Context) -> Option<RecoveryChoice> {
        if self.0.is_empty() {
            return None;
        }
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("recovery")).frame(frame).show(ctx, |ui| {
            ui.set_width(430.0);
            ui.heading("Recover unsaved changes?");
            ui.label("eyeline ended before these changes were saved.");
            ui.add_space(8.0);
            let mut click = None;
            ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
                for (i, left) in self.0.iter().enumerate() {
                    click = row(ui, i, left).or(click.take());
                }
            });
            ui.add_space(8.0);
            click.or(ui.button("Later").on_hover_text("Ask again at the next start.").clicked().then_some(Click::Later))
        });
        match modal.inner {
            Some(Click::Recover(i)) => {
                let chosen = self.0.remove(i);
                self.0.clear();
                Some(RecoveryChoice::Recover(chosen))
            }
            Some(Click::Discard(i)) => Some(RecoveryChoice::Discard(self.0.remove(i))),
            Some(Click::Later) => {
                self.0.clear();
                None
            }
            None => {
                // A click outside is most likely a mistake; Esc asks again at the next start.
                if keys::cancels_drag(ctx) {
                    self.0.clear();
                }
                None
            }
        }
    }
}

/// The title, the file and the age of changes, and the buttons.
fn row(ui: &mut Ui, i: usize, left: &LeftChanges) -> Option<Click> {
    let changes = left.changes();
    ui.separator();
    ui.label(RichText::new(escape::shown(&changes.title)).strong());
    let place =
        changes.path.as_ref().map_or_else(|| "not saved to a file yet".to_owned(), |path| path.display().to_string());
    ui.add(Label::new(RichText::new(escape::shown(&place)).weak()).truncate());
    ui.horizontal(|ui| {
        let recover = ui.button("Recover").on_hover_text("Open the scene with these changes. They are not saved yet.");
        if i == 0 {
            keys::answer_with(&recover);
        }
        let discard = ui.button("Discard").on_hover_text("Delete these changes.").clicked();
        if let Some(age) = left.age() {
            ui.weak(ago(age));
        }
        if recover.clicked() { Some(Click::Recover(i)) } else { discard.then_some(Click::Discard(i)) }
    })
    .inner
}

/// A time in words, such as "5 minutes ago".
fn ago(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let (count, unit) = match minutes {
        0 => return "less than a minute ago".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{} ago", counted(count, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_in_the_largest_unit() {
        let words = [30, 60, 3599, 3600, 7300, 90_000, 200_000].map(|seconds| ago(Duration::from_secs(seconds)));
        let expected = [
            "less than a minute ago",
            "1 minute ago",
            "59 minutes ago",
            "1 hour ago",
            "2 hours ago",
            "1 day ago",
            "2 days ago",
        ];
        assert_eq!(words, expected);
    }
}
