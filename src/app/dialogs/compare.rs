//! The dialog that asks for a git revision: a field, and the recent revisions of the scene's file.

use eframe::egui::{Button, Context, Frame, Id, Label, Modal, RichText, ScrollArea, TextEdit, vec2};

use crate::app::kit::list_keys::{ListKey, take_list_keys};
use crate::app::kit::{job, keys, theme};
use crate::workspace::comparison::CompareWith;
use crate::workspace::{Revision, Workspace};

/// The dialog, while it is open.
#[derive(Default)]
pub(in crate::app) struct Dialog {
    typed: Option<String>,
    /// The number of the highlighted row. Enter takes it.
    highlighted: usize,
    /// Whether the next frame is its first.
    is_new: bool,
}

impl Dialog {
    /// Opens it.
    pub(in crate::app) fn open(&mut self, workspace: &mut Workspace) {
        workspace.judging_mut().list_revisions();
        self.typed = Some(String::new());
        self.is_new = true;
        self.highlighted = 0;
    }

    /// Shows it. Returns the chosen revision.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &Workspace) -> Option<CompareWith> {
        let is_new = std::mem::take(&mut self.is_new);
        let Self { typed, highlighted, .. } = self;
        let text = typed.as_mut()?;
        let known = workspace.judging().revisions().cloned();
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("compare with revision")).frame(frame).show(ctx, |ui| {
            ui.set_width(420.0);
            ui.heading("Compare with a git revision");
            ui.add_space(4.0);
            let has_git = !matches!(known, Some(Err(_)));
            let pressed = take_list_keys(ui.ctx(), |key| matches!(key, ListKey::Up | ListKey::Down));
            let mut is_entered = false;
            ui.add_enabled_ui(has_git, |ui| {
                let field = TextEdit::singleline(text).hint_text("A hash, a branch, a tag, or HEAD~1");
                let field = ui.add(field.desired_width(f32::INFINITY)).accessible_name("Revision");
                if is_new {
                    field.request_focus();
                }
                if field.changed() {
                    *highlighted = 0;
                }
                is_entered = keys::left(&field) == Some(keys::Left::Entered);
            });
            let rows = match &known {
                Some(Ok(revisions)) => rows(text.trim(), revisions),
                _ => as_typed(text.trim()).into_iter().collect(),
            };
            for key in &pressed {
                *highlighted = if *key == ListKey::Up { highlighted.saturating_sub(1) } else { *highlighted + 1 };
            }
            *highlighted = (*highlighted).min(rows.len().max(1) - 1);
            let mut chosen = rows.get(*highlighted).filter(|_| is_entered && has_git).map(|row| row.revision.clone());
            match &known {
                None => {
                    ui.horizontal(|ui| {
                        ui.spinner();
                        ui.weak("Listing the revisions of this file …");
                    });
                    ctx.request_repaint_after(job::INTERVAL);
                }
                Some(Err(reason)) => {
                    let words = format!("The file has no revisions: {reason}.");
                    ui.add(Label::new(RichText::new(theme::quoted(&words)).color(ui.visuals().error_fg_color)).wrap());
                }
                Some(Ok(_)) => {
                    ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
                        for (at, row) in rows.iter().enumerate() {
                            let button = Button::selectable(at == *highlighted, theme::quoted(&row.words)).truncate();
                            let button = ui.add(button.min_size(vec2(ui.available_width(), 24.0)));
                            if button.clicked() {
                                chosen = Some(row.revision.clone());
                            }
                            if at == *highlighted && !pressed.is_empty() {
                                button.scroll_to_me(None);
                            }
                        }
                    });
                }
            }
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let compare = ui.add_enabled(has_git && !rows.is_empty(), Button::new("Compare"));
                let compare = compare.on_hover_text(
                    "Compare with the highlighted revision. Enter does the same, ↑ and ↓ highlight another.",
                );
                if compare.clicked() {
                    chosen = rows.get(*highlighted).map(|row| row.revision.clone());
                }
                (chosen, ui.button("Cancel").clicked())
            })
            .inner
        });
        let is_closing = modal.should_close();
        let (chosen, is_cancelled) = modal.inner;
        if let Some(revision) = chosen {
            self.typed = None;
            ctx.request_repaint();
            return Some(CompareWith::Revision(revision));
        }
        if is_cancelled || is_closing {
            self.typed = None;
        }
        None
    }
}

/// A row of the list.
struct RevisionRow {
    revision: String,
    words: String,
}

/// The revision that the typed text names itself, such as a branch.
fn as_typed(text: &str) -> Option<RevisionRow> {
    (!text.is_empty()).then(|| RevisionRow { revision: text.to_owned(), words: format!("{text}  as typed") })
}

/// The listed revisions that contain the typed text, and the text itself. It is the first row when it may be a branch or a
/// tag: when it is not the beginning of a listed hash.
fn rows(text: &str, revisions: &[Revision]) -> Vec<RevisionRow> {
    let part = text.to_lowercase();
    let listed = revisions.iter().map(|revision| RevisionRow {
        words: format!("{}  {}", revision.hash, revision.words),
        revision: revision.hash.clone(),
    });
    let listed: Vec<RevisionRow> = listed.filter(|row| row.words.to_lowercase().contains(&part)).collect();
    let is_hash = listed.iter().any(|row| row.revision.starts_with(&part));
    let typed = as_typed(text).filter(|_| !is_hash);
    typed.into_iter().chain(listed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_is_the_typed_name_or_the_listed_hash() {
        let revision = |hash: &str, words: &str| Revision { hash: hash.to_owned(), words: words.to_owned() };
        let revisions = [revision("ab12cd3", "moves the crate"), revision("77aa001", "main menu")];
        let found = |text: &str| rows(text, &revisions).into_iter().map(|row| row.revision).collect::<Vec<_>>();
        assert_eq!(found(""), ["ab12cd3", "77aa001"]);
        assert_eq!(found("AB1"), ["ab12cd3"]);
        assert_eq!(found("main"), ["main", "77aa001"]);
        assert_eq!(found("HEAD~1"), ["HEAD~1"]);
    }
}
