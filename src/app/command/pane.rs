//! The panels: their titles, hints and sizes.
//!
//! A new panel is a variant and its entry here, a place in `layout/arrangement.rs`, its state in `panels/state.rs`, and one
//! call in `shell/panels.rs`.

use eframe::egui::Margin;
use serde::{Deserialize, Serialize};

use crate::scene::CheckPanel;

/// A panel. There is one of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(in crate::app) enum Pane {
    /// The selected answer and the fields of the selection.
    Inspector,
    /// The steps of the lesson, for their author.
    Lesson,
    /// The list of all items.
    Outliner,
    /// The scene's notes.
    About,
    /// The steps of the selected answer.
    Explain,
    /// The table of all answers.
    Verdicts,
    /// The selected answer as a diagram.
    Plots,
    /// An agent's behaviour tree.
    Behavior,
    /// The octree: objects that could touch.
    Octree,
    /// An image's cells.
    Opacity,
    /// Occlusion queries: whether objects touch.
    Occlusion,
    /// What a camera sees, by pixels and over time.
    Visibility,
    /// What the level costs, and where it is slow.
    Cost,
    /// Recorded camera paths, their anchors and taps.
    Sessions,
    /// The answers that differ from those of another state.
    Compare,
    /// The answers of a program that differ from ours.
    Disagreements,
    /// Errors, warnings and mesh problems.
    Problems,
    /// A run of `eyeline check`.
    Review,
    /// The scene in 3D.
    View,
}

const fn margin(left: i8, right: i8, top: i8, bottom: i8) -> Margin {
    Margin { left, right, top, bottom }
}

impl Pane {
    /// Whether it shows answers and nothing else.
    pub(in crate::app) fn shows_answers(self) -> bool {
        match self {
            Self::Explain
            | Self::Verdicts
            | Self::Plots
            | Self::Behavior
            | Self::Octree
            | Self::Opacity
            | Self::Occlusion
            | Self::Visibility
            | Self::Cost
            | Self::Sessions
            | Self::Compare
            | Self::Disagreements => true,
            Self::Inspector
            | Self::Lesson
            | Self::Outliner
            | Self::About
            | Self::Problems
            | Self::Review
            | Self::View => false,
        }
    }

    /// All panels in drawing order: panels that change the scene come before those that show it, so that answers are
    /// updated in the same frame. The 3D view is last.
    pub(in crate::app) const ALL: [Self; 19] = [
        Self::Inspector,
        Self::Lesson,
        Self::Outliner,
        Self::About,
        Self::Behavior,
        Self::Octree,
        Self::Opacity,
        Self::Occlusion,
        Self::Visibility,
        Self::Cost,
        Self::Sessions,
        Self::Explain,
        Self::Verdicts,
        Self::Plots,
        Self::Compare,
        Self::Disagreements,
        Self::Problems,
        Self::Review,
        Self::View,
    ];

    /// The title, the hint and the help.
    fn words(self) -> [&'static str; 3] {
        match self {
            Self::Inspector => [
                "Inspector",
                "The selection in numbers",
                "The selected answer, and all numbers of the selection, which can be edited.",
            ],
            Self::Lesson => [
                "Lesson",
                "Write its steps",
                "The steps of the lesson of this scene, while it is edited: their texts, questions and goals.",
            ],
            Self::Outliner => [
                "Outliner",
                "Everything and its answer",
                "All items of the scene. Each object has the answer of the selected camera or ray.",
            ],
            Self::About => ["About", "What this scene is about", "The notes that come with the scene."],
            Self::Explain => {
                ["Explain", "The answer, step by step", "How the selected answer is computed, step by step."]
            }
            Self::Verdicts => [
                "Verdicts",
                "The answer for every object",
                "The answer of the camera or ray for every object, to sort and to filter.",
            ],
            Self::Plots => ["Plots", "The answer as a diagram", "The numbers of the selected answer as a diagram."],
            Self::Behavior => [
                "Behaviour",
                "Agents and their trees",
                "The behaviour tree of an agent: what runs, what was halted and why, and how to change it.",
            ],
            Self::Octree => [
                "Octree",
                "Which objects could touch",
                "Which objects could touch, by cells of space, and how the bits of a position give its cell.",
            ],
            Self::Opacity => [
                "Opacity",
                "Where an image is solid",
                "An image cut into cells: the mean alpha of each cell, and the threshold for solid cells.",
            ],
            Self::Occlusion => [
                "Occlusion",
                "Do objects touch?",
                "Whether objects touch, by occlusion queries: three methods side by side, and the exact answer.",
            ],
            Self::Visibility => [
                "Visibility",
                "What the camera sees",
                "What the selected camera sees, by pixels, and how much of the selected object it sees over the ticks.",
            ],
            Self::Cost => [
                "Cost",
                "Where is the level slow?",
                "Triangles, memory and draw calls of the level, and what is in the frustum, seen and covered at positions over its \
                 floor plan.",
            ],
            Self::Sessions => [
                "Sessions",
                "Recorded paths and taps",
                "Recorded camera paths: losses, jumps, anchors with their history, taps with every candidate, and how \
                       far two paths are from each other.",
            ],
            Self::Compare => [
                "Compare",
                "Answers that have changed",
                "The answers that differ from those of another scene, report, saved state or git revision.",
            ],
            Self::Disagreements => [
                "Disagreements",
                "The program and eyeline",
                "The answers of the program of a trace that differ from those of eyeline, or from the exact ones, with \
                 their causes.",
            ],
            Self::Problems => [
                "Problems",
                "Errors and warnings",
                "Errors in files, faults of meshes, and where fast and exact answer differ.",
            ],
            Self::Review => [
                "Review",
                "A run of eyeline check",
                "The captures of a run of eyeline check: the differences from the baselines, which can be accepted.",
            ],
            Self::View => [
                "3D view",
                "The scene with its answers",
                "The scene in 3D, coloured by the answers of the selected camera or ray.",
            ],
        }
    }

    /// The margin and the least width.
    fn room(self) -> (Margin, f32) {
        match self {
            // The scroll bar is at the border.
            Self::Inspector => (margin(10, 0, 0, 4), 236.0),
            Self::Lesson => (margin(10, 0, 2, 4), 280.0),
            Self::Outliner => (margin(8, 8, 0, 4), 130.0),
            Self::About => (margin(10, 10, 0, 6), 130.0),
            Self::Explain => (margin(10, 10, 0, 4), 225.0),
            Self::Verdicts | Self::Plots | Self::Compare | Self::Disagreements => (margin(10, 10, 2, 4), 240.0),
            Self::Behavior => (margin(10, 8, 2, 4), 240.0),
            Self::Octree | Self::Opacity | Self::Occlusion | Self::Visibility | Self::Cost | Self::Sessions => {
                (margin(10, 6, 2, 4), 240.0)
            }
            Self::Problems => (margin(10, 10, 0, 4), 240.0),
            Self::Review => (margin(10, 10, 4, 4), 380.0),
            Self::View => (Margin::ZERO, 0.0),
        }
    }

    /// The panel of a word of the file.
    pub(in crate::app) fn of_check(panel: CheckPanel) -> Self {
        match panel {
            CheckPanel::Explain => Self::Explain,
            CheckPanel::Verdicts => Self::Verdicts,
            CheckPanel::Plots => Self::Plots,
            CheckPanel::Behavior => Self::Behavior,
            CheckPanel::Octree => Self::Octree,
            CheckPanel::Opacity => Self::Opacity,
            CheckPanel::Occlusion => Self::Occlusion,
            CheckPanel::Visibility => Self::Visibility,
            CheckPanel::Cost => Self::Cost,
            CheckPanel::Sessions => Self::Sessions,
            CheckPanel::Disagreements => Self::Disagreements,
            CheckPanel::Problems => Self::Problems,
        }
    }

    /// The title, on its tab and in menus.
    pub(in crate::app) fn title(self) -> &'static str {
        self.words()[0]
    }

    /// A short description that fits beside its tab.
    pub(in crate::app) fn hint(self) -> &'static str {
        self.words()[1]
    }

    /// The description as a sentence.
    pub(in crate::app) fn help(self) -> &'static str {
        self.words()[2]
    }

    /// The margin around its contents, points.
    pub(in crate::app) fn margin(self) -> Margin {
        self.room().0
    }

    /// The least width of its contents, points. In a narrower panel they scroll horizontally.
    pub(in crate::app) fn least_width(self) -> f32 {
        self.room().1
    }

    /// Whether its tab reserves space for a count, so that tabs do not move.
    pub(in crate::app) fn has_badge(self) -> bool {
        matches!(self, Self::Problems | Self::Disagreements)
    }

    /// Whether it can be closed. Only the 3D view cannot.
    pub(in crate::app) fn is_closable(self) -> bool {
        self != Self::View
    }
}
