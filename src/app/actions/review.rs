//! Commands on the review of a run of `eyeline check --out`.

use eframe::egui::{Key, KeyboardShortcut, Modifiers};

use super::action::Action;
use super::received_files;
use crate::app::command::pane::Pane;
use crate::app::command::scope::KeyScope;
use crate::app::command::shortcut::{Shortcut, ctrl, plain};
use crate::app::command::table::review::{Accept, ReviewCommand, ReviewLook};
use crate::app::kit::file_purpose::Purpose;
use crate::app::panels::review;
use crate::app::panels::review::proposed;
use crate::check::results::FILE;

/// The key of the next capture. With Shift it is the previous capture.
const SHIFT_F8: Shortcut = Shortcut::Key(KeyboardShortcut::new(Modifiers::SHIFT, Key::F8));

/// Why a command cannot run.
const NO_RUN: &str = "No run is open. Open one in File, Review a run.";
const NO_SCENE: &str = "The run has no scene.";

impl ReviewCommand {
    pub(super) fn action(self, review: &review::Facts) -> Action {
        let (none, no_scene) = (NO_RUN, NO_SCENE);
        match self {
            Self::Run => Action::new("Review a run…", |target| {
                let near = proposed(target.ctx, &target.window.workspace).map(|folder| folder.join(FILE));
                let near = near.as_deref().or(target.window.workspace.path());
                target.window.files.dialogs.ask(target.ctx, Purpose::Review, near);
            })
            .needs_desktop().help("Open the folder of `eyeline check --out`: show its captures, and accept them as baselines."),
            Self::Next => Action::new("Next capture", |target| target.window.panels.review.step(false))
                .help("Show the next capture of the run.")
                .keys(KeyScope::Panels, [plain(Key::F8)])
                .needs(review.is_open, none)
                .needs(review.has_scene, no_scene),
            Self::Previous => Action::new("Previous capture", |target| target.window.panels.review.step(true))
                .help("Show the previous capture of the run.")
                .keys(KeyScope::Panels, [SHIFT_F8])
                .needs(review.is_open, none)
                .needs(review.has_scene, no_scene),
            Self::OpenScene => Action::new("Open the scene of the capture", |target| {
                if let Some(file) = target.window.panels.review.scene_file() {
                    target.window.layout.fill_with(None);
                    target.window.layout.reveal(Pane::View);
                    received_files::open(target.window, target.ctx, vec![file]);
                }
            })
            .help("Open the scene of the shown capture in this window.")
            .needs(review.is_open, none)
            .needs(review.has_scene, no_scene)
            .needs_none(review.why_not_open.as_ref()),
            Self::Look(look) => Action::new(look.word(), move |target| target.window.panels.review.look(look))
                .help(match look {
                    ReviewLook::SideBySide => "Show the baseline beside the picture of the run.",
                    ReviewLook::Swipe => "Show the picture of the run over the baseline, from the pointer to the right.",
                    ReviewLook::Blink => "Show the baseline and the picture of the run alternately.",
                    ReviewLook::Difference => {
                        "Show where the pictures differ. Red pixels count as different; yellow pixels look antialiased and do not count."
                    }
                })
                .switch(review.is_open && review.look == look)
                .needs(review.is_open, none)
                .needs(
                    match look {
                        ReviewLook::SideBySide => true,
                        ReviewLook::Swipe | ReviewLook::Blink => review.has_pair,
                        ReviewLook::Difference => review.has_difference,
                    },
                    "The capture does not have these pictures.",
                ),
            Self::FullSize => Action::new("Full size", |target| target.window.panels.review.toggle_full_size())
                .help("Show each pixel of the pictures as a pixel of the screen.")
                .switch(review.is_full_size)
                .needs(review.is_open, none),
            Self::Accept(accept) => accepting(accept, review),
            Self::UndoAccept => Action::new(
                match &review.accepted {
                    Some(accepted) => format!("Undo accepting {accepted}"),
                    None => "Undo accepting".to_owned(),
                },
                |target| target.window.panels.review.undo_accept(target.ctx, &target.window.workspace),
            )
            .help("Restore the baselines that were replaced, and remove those that did not exist before.")
            .needs(review.is_open, none)
            .needs(review.accepted.is_some(), "Nothing was accepted in this review."),
            Self::WholeWindow => Action::new("Review in the whole window", |target| {
                let layout = &mut target.window.layout;
                layout.fill_with(if layout.is_filled_with(Pane::Review) { None } else { Some(Pane::Review) });
            })
            .help("Show the review instead of all panels. The other panels show the open scene, not the scene of the capture.")
            .switch(review.fills_window)
            .needs(review.is_open, none),
            Self::End => Action::new("End review", |target| {
                target.window.panels.review.end();
                target.window.layout.fill_with(None);
            })
                .help("Close the run, or cancel its reading.")
                .needs(review.is_open || review.is_reading, none),
        }
    }
}

/// The commands that accept captures.
fn accepting(accept: Accept, review: &review::Facts) -> Action {
    let (name, help) = match accept {
        Accept::Capture => ("Accept this capture", "Replace its baseline in the project by the capture."),
        Accept::Scene => {
            ("Accept this scene", "Replace all baselines of the scene by its answers and pictures of this run.")
        }
        Accept::All => ("Accept everything…", "Replace all baselines that differ or are missing by those of this run."),
    };
    let why_not = &review.why_not[match accept {
        Accept::Capture => 0,
        Accept::Scene => 1,
        Accept::All => 2,
    }];
    let entry = Action::new(name, move |target| {
        target.window.panels.review.accept(target.ctx, &target.window.workspace, accept);
    })
    .help(help)
    .needs(review.is_open, NO_RUN)
    .needs(review.has_scene, NO_SCENE)
    .needs_none(why_not.as_ref());
    if accept == Accept::Capture { entry.keys(KeyScope::Panels, [ctrl(Key::Enter)]) } else { entry }
}
