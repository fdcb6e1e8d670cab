//! Commands that compare the open scene with another state.

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use crate::app::actions::context::Context;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, Shortcut, plain};
use crate::app::kit::file_purpose::Purpose;
use crate::app::panels::compare;
use crate::workspace::comparison::{CompareWith, Look};

/// A command of the submenu Compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum CompareCommand {
    File,
    Saved,
    Revision,
    Next,
    Previous,
    /// How the view shows the two states.
    Look(Look),
    End,
}

/// The key of the next change. With Shift it is the previous change.
const SHIFT_F7: Shortcut = Shortcut::Key(KeyboardShortcut::new(Modifiers::SHIFT, Key::F7));

impl CompareCommand {
    /// All commands.
    pub(in crate::app) const ALL: [Self; 10] = [
        Self::File,
        Self::Saved,
        Self::Revision,
        Self::Next,
        Self::Previous,
        Self::Look(Look::Before),
        Self::Look(Look::After),
        Self::Look(Look::Blink),
        Self::Look(Look::SideBySide),
        Self::End,
    ];

    pub(super) fn entry(self, context: &Context) -> Entry {
        let is_open = context.comparison.is_some();
        let none = "No comparison is open. Start one in File, Compare with.";
        let no_change = "No answer has changed.";
        let has_changes = context.comparison.is_some_and(|comparison| comparison.has_changes);
        match self {
            Self::File => Entry::new("Compare with a file…", |work| work.choose_file(Purpose::Compare))
                .help("List the answers that differ from those of another scene, or of a report file."),
            Self::Saved => {
                Entry::new("Compare with the saved state", |work| compare::begin(work.app, CompareWith::Saved))
                    .help("List the answers that your unsaved edits have changed.")
                    .needs(context.has_file, "The scene has no file yet. Save it first.")
            }
            Self::Revision => Entry::new("Compare with a git revision…", |work| {
                work.app.files.compare.open(&mut work.app.workspace);
            })
            .help("List the answers that have changed since a revision of the scene's file in git.")
            .needs(context.has_file, "The scene has no file yet. Save it first."),
            Self::Next => Entry::new("Next change", |work| work.app.workspace.selection_mut().step_to_change(false))
                .help("Select the next answer that has changed.")
                .keys(Scope::Panels, [plain(Key::F7)])
                .needs(is_open, none)
                .needs(has_changes, no_change),
            Self::Previous => {
                Entry::new("Previous change", |work| work.app.workspace.selection_mut().step_to_change(true))
                    .help("Select the previous answer that has changed.")
                    .keys(Scope::Panels, [SHIFT_F7])
                    .needs(is_open, none)
                    .needs(has_changes, no_change)
            }
            Self::Look(look) => {
                let has_picture = context.comparison.is_some_and(|comparison| comparison.has_picture);
                Entry::new(look.word(), move |work| work.app.workspace.judging_mut().look_at_comparison(look))
                    .help(match look {
                        Look::Before => "Show the other state in the 3D view.",
                        Look::After => "Show the open scene in the 3D view.",
                        Look::Blink => "Show the two states alternately.",
                        Look::SideBySide => "Show the other state beside the open scene, from the same viewpoint.",
                    })
                    .switch(context.comparison.is_some_and(|comparison| comparison.look == look))
                    .needs(is_open, none)
                    .needs(
                        has_picture || look == Look::After,
                        "A report has no picture. Compare with a scene to see both.",
                    )
            }
            Self::End => Entry::new("End comparison", |work| work.app.workspace.judging_mut().end_comparison())
                .help("Close the comparison, or cancel its reading.")
                .needs(is_open || context.is_reading_comparison, none),
        }
    }
}
