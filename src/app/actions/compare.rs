//! Commands that compare the open scene with another state.

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use super::action::Action;
use super::state::WindowState;
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{Shortcut, plain};
use crate::app::command::table::compare::CompareCommand;
use crate::app::kit::file_purpose::Purpose;
use crate::picture::DrawOptions;
use crate::workspace::Workspace;
use crate::workspace::comparison::{CompareWith, ComparisonLook, SceneVariant};

/// What the commands depend on.
#[derive(Clone, Debug)]
pub(super) struct CompareFacts {
    /// Whether the scene is in a file.
    has_file: bool,
    /// The rules that something in the scene has.
    variants: [bool; SceneVariant::ALL.len()],
    comparison: Option<OpenComparison>,
    /// Whether the other state is being read.
    is_reading: bool,
}

/// The open comparison.
#[derive(Clone, Copy, Debug)]
struct OpenComparison {
    look: ComparisonLook,
    /// Whether the other state can be drawn.
    has_picture: bool,
    has_changes: bool,
}

impl CompareFacts {
    pub(super) fn of(workspace: &Workspace) -> Self {
        Self {
            has_file: workspace.path().is_some(),
            variants: SceneVariant::ALL.map(|variant| variant.exists_in(workspace.scene())),
            comparison: workspace.judging().comparison().map(|open| OpenComparison {
                look: open.look,
                has_picture: open.has_picture(),
                has_changes: !open.changes().is_empty(),
            }),
            is_reading: workspace.judging().reading_comparison().is_some(),
        }
    }
}

/// The key of the next change. With Shift it is the previous change.
const SHIFT_F7: Shortcut = Shortcut::Key(KeyboardShortcut::new(Modifiers::SHIFT, Key::F7));

impl CompareCommand {
    pub(super) fn action(self, facts: &CompareFacts) -> Action {
        let is_open = facts.comparison.is_some();
        let none = "No comparison is open. Start one in File, Compare with.";
        let no_change = "No answer has changed.";
        let has_changes = facts.comparison.is_some_and(|comparison| comparison.has_changes);
        match self {
            Self::File => Action::new("Compare with a file…", |target| target.choose_file(Purpose::Compare))
                .help("List the answers that differ from those of another scene, or of a report file."),
            Self::Saved => {
                Action::new("Compare with the saved state", |target| begin(target.window, CompareWith::Saved))
                    .help("List the answers that your unsaved edits have changed.")
                    .needs(facts.has_file, "The scene has no file yet. Save it first.")
            }
            Self::Revision => Action::new("Compare with a git revision…", |target| {
                target.window.files.compare.open(&mut target.window.workspace);
            })
            .needs_desktop()
            .help("List the answers that have changed since a revision of the scene's file in git.")
            .needs(facts.has_file, "The scene has no file yet. Save it first."),
            Self::Variant(variant) => {
                let [name, help, why_not] = match variant {
                    SceneVariant::RightRule => [
                        "Compare with the right rule",
                        "Show the answers of the scene's mistakes beside those of the right rule, and outline what differs.",
                        "No camera and no ray of the scene has a mistake.",
                    ],
                    SceneVariant::OtherOctree => [
                        "Compare tight and loose octree",
                        "Show the octree of the scene beside the one with the other method, and list the pairs that differ.",
                        "The scene has no octree.",
                    ],
                    SceneVariant::OtherTapRule => [
                        "Compare first type and nearest",
                        "Show the hits of taps beside those of the other rule, and outline what differs.",
                        "The scene has no tap.",
                    ],
                    SceneVariant::Program => [
                        "Compare with the program's answers",
                        "Show the verdicts of the program beside those of eyeline, and outline what differs.",
                        "The scene has no trace of a program.",
                    ],
                };
                let exists =
                    SceneVariant::ALL.iter().zip(facts.variants).any(|(one, exists)| *one == variant && exists);
                Action::new(name, move |target| {
                    if variant == SceneVariant::RightRule {
                        let options = target.window.workspace.view().draw_options();
                        let options = DrawOptions { mistaken: true, ..options };
                        target.window.workspace.view_mut().set_draw_options(options);
                    }
                    begin(target.window, CompareWith::Variant(variant));
                })
                .help(help)
                .needs(exists, why_not)
            }
            Self::Next => {
                Action::new("Next change", |target| target.window.workspace.selection_mut().step_to_change(false))
                    .help("Select the next answer that has changed.")
                    .keys(KeyScope::Panels, [plain(Key::F7)])
                    .needs(is_open, none)
                    .needs(has_changes, no_change)
            }
            Self::Previous => {
                Action::new("Previous change", |target| target.window.workspace.selection_mut().step_to_change(true))
                    .help("Select the previous answer that has changed.")
                    .keys(KeyScope::Panels, [SHIFT_F7])
                    .needs(is_open, none)
                    .needs(has_changes, no_change)
            }
            Self::Look(look) => {
                let has_picture = facts.comparison.is_some_and(|comparison| comparison.has_picture);
                Action::new(look.word(), move |target| target.window.workspace.judging_mut().look_at_comparison(look))
                    .help(match look {
                        ComparisonLook::Before => "Show the other state in the 3D view.",
                        ComparisonLook::After => "Show the open scene in the 3D view.",
                        ComparisonLook::Blink => "Show the two states alternately.",
                        ComparisonLook::SideBySide => {
                            "Show the other state beside the open scene, from the same viewpoint."
                        }
                    })
                    .switch(facts.comparison.is_some_and(|comparison| comparison.look == look))
                    .needs(is_open, none)
                    .needs(
                        has_picture || look == ComparisonLook::After,
                        "A report has no picture. Compare with a scene to see both.",
                    )
            }
            Self::End => Action::new("End comparison", |target| target.window.workspace.judging_mut().end_comparison())
                .help("Close the comparison, or cancel its reading.")
                .needs(is_open || facts.is_reading, none),
        }
    }
}

/// Starts a comparison and opens its panel.
pub(in crate::app) fn begin(window: &mut WindowState, with: CompareWith) {
    window.workspace.judging_mut().compare(with);
    if window.workspace.judging().comparison().is_some() || window.workspace.judging().reading_comparison().is_some() {
        window.layout.reveal(Pane::Compare);
    }
}
