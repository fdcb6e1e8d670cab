//! The panels: their titles, hints and sizes.
//!
//! A new panel is a variant and its entry here, a place in the [default arrangement](super::arrangement), and one call
//! in [`panels`](crate::app::panels).

use eframe::egui::Margin;
use serde::{Deserialize, Serialize};

/// A panel. There is one of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(in crate::app) enum Pane {
    /// The selected answer and the fields of the selection.
    Inspector,
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
    /// Recorded camera paths, their anchors and taps.
    Sessions,
    /// The answers that differ from those of another state.
    Compare,
    /// Errors, warnings and mesh problems.
    Problems,
    /// A run of `eyeline check`.
    Review,
    /// The scene in 3D.
    View,
}

/// The properties of a panel.
struct Facts {
    title: &'static str,
    hint: &'static str,
    help: &'static str,
    margin: Margin,
    least_width: f32,
}

const fn margin(left: i8, right: i8, top: i8, bottom: i8) -> Margin {
    Margin { left, right, top, bottom }
}

impl Pane {
    /// All panels in drawing order: panels that change the scene come before those that show it, so that answers are
    /// updated in the same frame. The 3D view is last.
    pub(in crate::app) const ALL: [Self; 15] = [
        Self::Inspector,
        Self::Outliner,
        Self::About,
        Self::Behavior,
        Self::Octree,
        Self::Opacity,
        Self::Occlusion,
        Self::Sessions,
        Self::Explain,
        Self::Verdicts,
        Self::Plots,
        Self::Compare,
        Self::Problems,
        Self::Review,
        Self::View,
    ];

    #[expect(clippy::too_many_lines, reason = "a table")]
    fn facts(self) -> Facts {
        match self {
            Self::Inspector => Facts {
                title: "Inspector",
                hint: "The selection in numbers",
                help: "The selected answer, and all numbers of the selection, which can be edited.",
                // The scroll bar is at the border.
                margin: margin(10, 0, 0, 4),
                least_width: 236.0,
            },
            Self::Outliner => Facts {
                title: "Outliner",
                hint: "Everything and its answer",
                help: "Every camera, ray and object, with its answer to the selected camera or ray.",
                margin: margin(8, 8, 0, 4),
                least_width: 130.0,
            },
            Self::About => Facts {
                title: "About",
                hint: "What this scene is about",
                help: "The notes that come with the scene.",
                margin: margin(10, 10, 0, 6),
                least_width: 130.0,
            },
            Self::Explain => Facts {
                title: "Explain",
                hint: "The answer, step by step",
                help: "How the selected answer is computed, step by step.",
                margin: margin(10, 10, 0, 4),
                least_width: 225.0,
            },
            Self::Verdicts => Facts {
                title: "Verdicts",
                hint: "The answer for every object",
                help: "The answer of the camera or ray for every object, to sort and to filter.",
                margin: margin(10, 10, 2, 4),
                least_width: 240.0,
            },
            Self::Plots => Facts {
                title: "Plots",
                hint: "The answer as a diagram",
                help: "The numbers of the selected answer as a diagram.",
                margin: margin(10, 10, 2, 4),
                least_width: 240.0,
            },
            Self::Behavior => Facts {
                title: "Behaviour",
                hint: "Agents and their trees",
                help: "The behaviour tree of an agent: what runs, what was halted and why, and how to change it.",
                margin: margin(10, 8, 2, 4),
                least_width: 300.0,
            },
            Self::Octree => Facts {
                title: "Octree",
                hint: "Which objects could touch",
                help: "Which objects could touch, by cells of space, and how the bits of a position give its cell.",
                margin: margin(10, 6, 2, 4),
                least_width: 240.0,
            },
            Self::Opacity => Facts {
                title: "Opacity",
                hint: "Where an image is solid",
                help: "An image cut into cells: the mean alpha of each cell, and the threshold for solid cells.",
                margin: margin(10, 6, 2, 4),
                least_width: 300.0,
            },
            Self::Occlusion => Facts {
                title: "Occlusion",
                hint: "Do objects touch?",
                help: "Whether objects touch, by occlusion queries: three methods side by side, and the exact answer.",
                margin: margin(10, 6, 2, 4),
                least_width: 300.0,
            },
            Self::Sessions => Facts {
                title: "Sessions",
                hint: "Recorded paths and taps",
                help: "Recorded camera paths: losses, jumps, anchors with their history, taps with every candidate, and how \
                       far two paths are from each other.",
                margin: margin(10, 6, 2, 4),
                least_width: 300.0,
            },
            Self::Compare => Facts {
                title: "Compare",
                hint: "Answers that have changed",
                help: "The answers that differ from those of another scene, report, saved state or git revision.",
                margin: margin(10, 10, 2, 4),
                least_width: 240.0,
            },
            Self::Problems => Facts {
                title: "Problems",
                hint: "Errors and warnings",
                help: "Errors in files, faults of meshes, and where fast and exact answer differ.",
                margin: margin(10, 10, 0, 4),
                least_width: 240.0,
            },
            Self::Review => Facts {
                title: "Review",
                hint: "A run of eyeline check",
                help: "The captures of a run of eyeline check: the differences from the baselines, which can be accepted.",
                margin: margin(10, 10, 4, 4),
                least_width: 380.0,
            },
            Self::View => Facts {
                title: "3D view",
                hint: "The scene with its answers",
                help: "The scene in 3D, coloured by the answers to the selected camera or ray.",
                margin: Margin::ZERO,
                least_width: 0.0,
            },
        }
    }

    /// The title, on its tab and in menus.
    pub(in crate::app) fn title(self) -> &'static str {
        self.facts().title
    }

    /// A short description that fits beside its tab.
    pub(in crate::app) fn hint(self) -> &'static str {
        self.facts().hint
    }

    /// The description as a sentence.
    pub(in crate::app) fn help(self) -> &'static str {
        self.facts().help
    }

    /// The margin around its contents, points.
    pub(super) fn margin(self) -> Margin {
        self.facts().margin
    }

    /// The least width of its contents, points. In a narrower panel they scroll horizontally.
    pub(super) fn least_width(self) -> f32 {
        self.facts().least_width
    }

    /// Whether its tab reserves space for a count, so that tabs do not move.
    pub(super) fn has_badge(self) -> bool {
        self == Self::Problems
    }

    /// Whether it can be closed. Only the 3D view cannot.
    pub(in crate::app) fn is_closable(self) -> bool {
        self != Self::View
    }
}
