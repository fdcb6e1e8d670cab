//! The dialog before expectations that are not met are replaced by the present answers.

use eframe::egui::{Context, Frame, Id, Label, Modal};

use crate::app::kit::{keys, theme};
use crate::geometry::narrate::counted;
use crate::workspace::Workspace;

/// What would be replaced.
enum Replaced {
    /// The expectation of the selected answer.
    Selected,
    /// Those of the answers of these objects.
    Objects(Vec<usize>),
}

/// The dialog, while it is open.
#[derive(Default)]
pub(in crate::app) struct ReplaceExpectation(Option<Replaced>);

impl ReplaceExpectation {
    /// Expects the selected answer. Opens the dialog when another value is expected.
    pub(in crate::app) fn expect_selected(&mut self, workspace: &mut Workspace) {
        if workspace.judging().unmet_expectation().is_some() {
            self.0 = Some(Replaced::Selected);
        } else {
            workspace.edits().expect_selected();
        }
    }

    /// Expects the answers of these objects. Opens the dialog when other values are expected of some.
    pub(in crate::app) fn expect_objects(&mut self, workspace: &mut Workspace, objects: Vec<usize>) {
        if workspace.judging().count_replaced_of_objects(&objects) > 0 {
            self.0 = Some(Replaced::Objects(objects));
        } else {
            workspace.edits().expect_objects(&objects);
        }
    }

    /// Shows the dialog.
    pub(in crate::app) fn show(&mut self, ctx: &Context, workspace: &mut Workspace) {
        let Some(replaced) = &self.0 else { return };
        let [question, text, button] = match replaced {
            Replaced::Selected => {
                // An edit in another thread, or a reload, may have met it meanwhile.
                let Some(outcome) = workspace.judging().unmet_expectation() else {
                    self.0 = None;
                    return;
                };
                let names = outcome.names.join(" · ");
                match outcome.unmet() {
                    Some([expected, found]) => [
                        "Replace the expectation?".to_owned(),
                        format!("{names}: expected {expected}, found {found}."),
                        format!("Set to {found}"),
                    ],
                    None => {
                        ["Replace the expectation?".to_owned(), outcome.line(), "Set to the present answer".to_owned()]
                    }
                }
            }
            Replaced::Objects(objects) => {
                let count = workspace.judging().count_replaced_of_objects(objects);
                [
                    format!("Replace {}?", counted(count, "expectation")),
                    format!("{count} of {} have an expectation that is not met.", counted(objects.len(), "answer")),
                    "Set to the present answers".to_owned(),
                ]
            }
        };
        let frame = Frame::popup(&ctx.global_style()).inner_margin(18);
        let modal = Modal::new(Id::unique("replace expectation")).frame(frame).show(ctx, |ui| {
            ui.set_width(390.0);
            ui.heading(question);
            ui.add(Label::new(theme::quoted(&text)).wrap());
            ui.label("Undo restores the expectation.");
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let set = ui.button(theme::quoted(&button));
                let cancel = ui.button("Cancel");
                keys::answer_with(&cancel);
                (set.clicked(), cancel.clicked())
            })
            .inner
        });
        let (is_set, is_cancelled) = modal.inner;
        if is_set || is_cancelled || modal.should_close() {
            let replaced = self.0.take();
            match replaced.filter(|_| is_set) {
                Some(Replaced::Selected) => workspace.edits().expect_selected(),
                Some(Replaced::Objects(objects)) => workspace.edits().expect_objects(&objects),
                None => {}
            }
            ctx.request_repaint();
        }
    }
}
