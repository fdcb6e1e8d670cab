//! Commands on the review of a run of `eyeline check --out`.

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use crate::app::actions::context::Context;
use crate::app::command::entry::Entry;
use crate::app::command::shortcut::{Scope, Shortcut, ctrl, plain};
use crate::app::kit::file_purpose::Purpose;
use crate::app::panels::review::{Accept, Look, proposed};
use crate::app::shell::layout::Pane;
use crate::app::shell::received_files;
use crate::check::results::FILE;

/// A command of the submenu Review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum ReviewCommand {
    Run,
    Next,
    Previous,
    /// How the pictures are shown.
    Look(Look),
    FullSize,
    Accept(Accept),
    OpenScene,
    End,
}

/// The key of the next capture. With Shift it is the previous capture.
const SHIFT_F8: Shortcut = Shortcut::Key(KeyboardShortcut::new(Modifiers::SHIFT, Key::F8));

impl ReviewCommand {
    /// All commands.
    pub(in crate::app) const ALL: [Self; 13] = [
        Self::Run,
        Self::Next,
        Self::Previous,
        Self::OpenScene,
        Self::Look(Look::SideBySide),
        Self::Look(Look::Swipe),
        Self::Look(Look::Blink),
        Self::Look(Look::Difference),
        Self::FullSize,
        Self::Accept(Accept::Capture),
        Self::Accept(Accept::Scene),
        Self::Accept(Accept::All),
        Self::End,
    ];

    pub(super) fn entry(self, context: &Context) -> Entry {
        let review = &context.review;
        let none = "No run is open. Open one in File, Review a run.";
        let no_scene = "The run has no scene.";
        match self {
            Self::Run => Entry::new("Review a run…", |work| {
                let near = proposed(work.ctx, &work.app.workspace).map(|folder| folder.join(FILE));
                let near = near.as_deref().or(work.app.workspace.path());
                work.app.files.dialogs.ask(work.ctx, Purpose::Review, near);
            })
            .help("Open the folder of `eyeline check --out`: show its captures, and accept them as baselines."),
            Self::Next => Entry::new("Next capture", |work| work.app.panels.review.step(false))
                .help("Show the next capture of the run.")
                .keys(Scope::Panels, [plain(Key::F8)])
                .needs(review.is_open, none)
                .needs(review.has_scene, no_scene),
            Self::Previous => Entry::new("Previous capture", |work| work.app.panels.review.step(true))
                .help("Show the previous capture of the run.")
                .keys(Scope::Panels, [SHIFT_F8])
                .needs(review.is_open, none)
                .needs(review.has_scene, no_scene),
            Self::OpenScene => Entry::new("Open the scene of the capture", |work| {
                if let Some(file) = work.app.panels.review.scene_file() {
                    work.app.layout.reveal(Pane::View);
                    received_files::open(work.app, work.ctx, vec![file]);
                }
            })
            .help("Open the scene of the shown capture in this window.")
            .needs(review.is_open, none)
            .needs(review.has_scene, no_scene)
            .needs_none(review.why_not_open.as_ref()),
            Self::Look(look) => Entry::new(look.word(), move |work| work.app.panels.review.look(look))
                .help(match look {
                    Look::SideBySide => "Show the baseline beside the picture of the run.",
                    Look::Swipe => "Show the picture of the run over the baseline, from the pointer to the right.",
                    Look::Blink => "Show the baseline and the picture of the run alternately.",
                    Look::Difference => {
                        "Show where the pictures differ. Red pixels count as different; yellow pixels look antialiased and do not count."
                    }
                })
                .switch(review.is_open && review.look == look)
                .needs(review.is_open, none)
                .needs(
                    match look {
                        Look::SideBySide => true,
                        Look::Swipe | Look::Blink => review.has_pair,
                        Look::Difference => review.has_difference,
                    },
                    "The capture does not have these pictures.",
                ),
            Self::FullSize => Entry::new("Full size", |work| work.app.panels.review.toggle_full_size())
                .help("Show each pixel of the pictures as a pixel of the screen.")
                .switch(review.is_full_size)
                .needs(review.is_open, none),
            Self::Accept(accept) => {
                let (name, help) = match accept {
                    Accept::Capture => ("Accept this capture", "Replace its baseline in the project by the capture."),
                    Accept::Scene => (
                        "Accept this scene",
                        "Replace all baselines of the scene by its answers and pictures of this run.",
                    ),
                    Accept::All => {
                        ("Accept everything…", "Replace all baselines that differ or are missing by those of this run.")
                    }
                };
                let why_not = &review.why_not[match accept {
                    Accept::Capture => 0,
                    Accept::Scene => 1,
                    Accept::All => 2,
                }];
                let entry = Entry::new(name, move |work| {
                    work.app.panels.review.accept(work.ctx, &work.app.workspace, accept);
                })
                .help(help)
                .needs(review.is_open, none)
                .needs(review.has_scene, no_scene)
                .needs_none(why_not.as_ref());
                if accept == Accept::Capture { entry.keys(Scope::Panels, [ctrl(Key::Enter)]) } else { entry }
            }
            Self::End => Entry::new("End review", |work| work.app.panels.review.end())
                .help("Close the run, or cancel its reading.")
                .needs(review.is_open || review.is_reading, none),
        }
    }
}
