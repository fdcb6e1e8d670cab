//! The whole panel: the buttons above, the list of the steps, and the parts of the edited step.

use eframe::egui::{Align, Button, CollapsingHeader, Context, Frame, Label, Layout, Margin, RichText, ScrollArea, Ui};

use super::text::TextEditor;
use super::{goal, list, opening, question, recording};
use crate::app::command::{self, AuthorCommand, Commands};
use crate::app::kit::theme;
use crate::geometry::narrate::capitalized;
use crate::workspace::Workspace;

/// The space at the right. The scroll bar is there, beside the fields rather than over them.
const BESIDE: Margin = Margin { left: 0, right: 10, top: 0, bottom: 0 };

/// The state of the panel between frames.
#[derive(Default)]
pub(in crate::app) struct LessonPanel {
    /// Whether a row of the list was clicked last.
    is_list_active: bool,
    text: TextEditor,
}

impl LessonPanel {
    /// Gives the keyboard to the text of the edited step.
    pub(in crate::app) fn write(&mut self) {
        self.text.focus();
    }

    /// Whether the text of a step is being typed, so that its undo step continues.
    pub(in crate::app) fn holds_step(&self, ctx: &Context) -> bool {
        self.text.is_typing(ctx)
    }

    /// Whether a step in the list was clicked last, so that keys act on it.
    pub(in crate::app) fn is_list_active(&self) -> bool {
        self.is_list_active
    }

    /// Shows the panel.
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, workspace: &mut Workspace, commands: &mut Commands) {
        let Some(authoring) = workspace.judging().authoring() else { return };
        let edited = authoring.step().map(|(index, step)| (index, step.clone()));
        Frame::new().inner_margin(BESIDE).show(ui, |ui| {
            head(ui, commands);
            recording::show(ui, workspace, commands);
            list::show(ui, workspace, &mut self.is_list_active, commands);
        });
        let Some((index, step)) = edited else {
            ui.add_space(6.0);
            let text = "The lesson has no steps. Set the view, select what the first step is about, and press “Add step from here”.";
            ui.add(Label::new(RichText::new(text).weak()).wrap());
            return;
        };
        ui.separator();
        let scroll = ScrollArea::vertical().id_salt(("step", workspace.disk().generation(), index));
        scroll.auto_shrink([false, false]).content_margin(BESIDE).show(ui, |ui| {
            faults(ui, workspace, index);
            self.text.show(ui, workspace, index, &step);
            block(ui, ("Begins with", index), true, |ui| opening::show(ui, workspace, (index, &step), commands));
            let is_open = step.ask.is_some() || step.goal.is_empty();
            block(ui, ("Question", index), is_open, |ui| question::show(ui, workspace, (index, &step)));
            let is_open = !step.goal.is_empty() || step.ask.is_none();
            block(ui, ("Goal", index), is_open, |ui| goal::show(ui, workspace, (index, &step), commands));
            ui.add_space(12.0);
        });
    }
}

/// The buttons above the list.
fn head(ui: &mut Ui, commands: &mut Commands) {
    ui.horizontal(|ui| {
        let name = "Add step from here";
        command::button(ui, Button::new(name), name, AuthorCommand::Add, commands);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            command::button(ui, Button::new("Done"), "End editing the lesson", AuthorCommand::Edit, commands);
            command::button(ui, Button::new("Try ⏵"), "Try from this step", AuthorCommand::Try, commands);
        });
    });
}

/// What is wrong with a step, in the words of `eyeline check`.
fn faults(ui: &mut Ui, workspace: &Workspace, index: usize) {
    let Some(authoring) = workspace.judging().authoring() else { return };
    let faults: Vec<String> = authoring.faults_of(index).map(str::to_owned).collect();
    for fault in faults {
        let sentence = capitalized(&fault);
        theme::failure(ui, &format!("{}.", sentence.trim_end_matches('.')));
    }
}

/// A section of a step that can be collapsed. `is_open` is its state until the user changes it.
fn block(ui: &mut Ui, (title, step): (&str, usize), is_open: bool, add_contents: impl FnOnce(&mut Ui)) {
    ui.add_space(4.0);
    ui.separator();
    let header = CollapsingHeader::new(RichText::new(title).strong()).id_salt((title, step)).default_open(is_open);
    header.show_unindented(ui, |ui| {
        ui.with_layout(Layout::top_down(Align::Min), add_contents);
    });
}
