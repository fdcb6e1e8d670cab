//! The dialog that asks for a git revision: a field, and the recent revisions of the scene's file.

use eframe::egui::{Button, Context, Frame, Id, Label, Modal, RichText, ScrollArea, TextEdit, vec2};

use crate::app::kit::{job, keys, theme};
use crate::workspace::Workspace;
use crate::workspace::comparison::CompareWith;

/// The dialog, while it is open.
#[derive(Default)]
pub(in crate::app) struct Dialog {
    typed: Option<String>,
    /// Whether the next frame is its first.
    is_new: bool,
}

impl Dialog {
    /// Opens it.
    pub(in crate::app) fn open(&mut self, workspace: &mut Workspace) {
        workspace.judging_mut().list_revisions();
        self.typed = Some(String::new());
        self.is_new = true;
    }

    /// Shows it. Returns the chosen revision.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &Workspace) -> Option<CompareWith> {
        let typed = self.typed.as_mut()?;
        let is_new = std::mem::take(&mut self.is_new);
        let known = workspace.judging().revisions().cloned();
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("compare with revision")).frame(frame).show(ctx, |ui| {
            ui.set_width(420.0);
            ui.heading("Compare with a git revision");
            ui.add_space(4.0);
            let mut chosen = None;
            let has_git = !matches!(known, Some(Err(_)));
            ui.add_enabled_ui(has_git, |ui| {
                let field = TextEdit::singleline(typed).hint_text("A hash, a branch, a tag, or HEAD~1");
                let field = ui.add(field.desired_width(f32::INFINITY)).accessible_name("Revision");
                if is_new {
                    field.request_focus();
                }
                if keys::left(&field) == Some(keys::Left::Entered) && !typed.trim().is_empty() {
                    chosen = Some(typed.trim().to_owned());
                }
            });
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
                Some(Ok(revisions)) => {
                    let part = typed.to_lowercase();
                    ScrollArea::vertical().max_height(220.0).show(ui, |ui| {
                        for revision in revisions {
                            let words = format!("{}  {}", revision.hash, revision.words);
                            if !words.to_lowercase().contains(&part) {
                                continue;
                            }
                            let button = Button::new(theme::quoted(&words)).truncate();
                            if ui.add(button.min_size(vec2(ui.available_width(), 24.0))).clicked() {
                                chosen = Some(revision.hash.clone());
                            }
                        }
                    });
                }
            }
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                let compare = ui.add_enabled(has_git && !typed.trim().is_empty(), Button::new("Compare"));
                if compare.clicked() {
                    chosen = Some(typed.trim().to_owned());
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
