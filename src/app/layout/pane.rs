//! The panels of the window: what each is called, what it shows, and how much room it needs.
//!
//! A new panel is a variant and a row of facts here, a place in the [default arrangement](super::arrangement), and one
//! call in [`panels`](crate::app::panels).

use eframe::egui::Margin;
use serde::{Deserialize, Serialize};

/// One panel. There is never more than one of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(in crate::app) enum Pane {
    /// The numbers of what is selected.
    Inspector,
    /// The list of everything.
    Outliner,
    /// The scene's notes.
    About,
    /// The story of the selected answer.
    Explain,
    /// The table of all answers.
    Verdicts,
    /// The selected answer as a diagram.
    Plots,
    /// What an agent's tree does, and why.
    Behavior,
    /// Which objects could touch.
    Octree,
    /// Where an image is solid.
    Opacity,
    /// Whether objects touch, asked of the depth buffer.
    Occlusion,
    /// What went wrong.
    Problems,
    /// The scene in 3D.
    View,
}

/// What is to be known of a panel.
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
    /// All of them, in the order in which they are drawn wherever they are: those that change the scene before those
    /// that show it, so that answers follow in the same frame. The 3D view shows everything and comes last.
    pub(in crate::app) const ALL: [Self; 12] = [
        Self::Inspector,
        Self::Outliner,
        Self::About,
        Self::Behavior,
        Self::Octree,
        Self::Opacity,
        Self::Occlusion,
        Self::Explain,
        Self::Verdicts,
        Self::Plots,
        Self::Problems,
        Self::View,
    ];

    fn facts(self) -> Facts {
        match self {
            Self::Inspector => Facts {
                title: "Inspector",
                hint: "The selection in numbers",
                help: "The selected answer, and every number behind it to read and to change.",
                // The scroll bar stands at the border.
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
                help: "An image cut into cells: the mean alpha of each, and the threshold that calls it solid or clear.",
                margin: margin(10, 6, 2, 4),
                least_width: 300.0,
            },
            Self::Occlusion => Facts {
                title: "Occlusion",
                hint: "Do objects touch?",
                help: "Whether objects touch, asked of the depth buffer: three methods side by side, and the exact answer.",
                margin: margin(10, 6, 2, 4),
                least_width: 300.0,
            },
            Self::Problems => Facts {
                title: "Problems",
                hint: "Errors and warnings",
                help: "Errors in files, faults of meshes, and where fast and exact answer differ.",
                margin: margin(10, 10, 0, 4),
                least_width: 240.0,
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

    /// Its name, on its tab and in menus.
    pub(in crate::app) fn title(self) -> &'static str {
        self.facts().title
    }

    /// What it shows, in a few words that fit beside its tab.
    pub(in crate::app) fn hint(self) -> &'static str {
        self.facts().hint
    }

    /// The same in a sentence.
    pub(in crate::app) fn help(self) -> &'static str {
        self.facts().help
    }

    /// Around its contents, in points.
    pub(super) fn margin(self) -> Margin {
        self.facts().margin
    }

    /// Its contents need this width in points, and are scrolled sideways in less.
    pub(super) fn least_width(self) -> f32 {
        self.facts().least_width
    }

    /// Whether its tab has room for a count beside the title, so that tabs keep their places whatever it counts.
    pub(super) fn has_badge(self) -> bool {
        self == Self::Problems
    }

    /// Whether it can be put away. Without the 3D view there would be nothing to show the rest.
    pub(in crate::app) fn is_closable(self) -> bool {
        self != Self::View
    }
}
