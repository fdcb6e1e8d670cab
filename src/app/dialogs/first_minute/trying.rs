//! The step that a user tries, over the window that the user works with.

use eframe::egui::Context;

use super::overlay::{FirstMinute, OverlayState};
use super::paint::{Clicked, StepCard};
use super::seen::seen;
use super::steps::TryStep;
use super::{paint, steps};
use crate::app::command::pane::Pane;
use crate::app::kit::{anchors, pointing};
use crate::app::layout::Layout;
use crate::workspace::Workspace;

impl FirstMinute {
    pub(super) fn show_step(&mut self, ctx: &Context, workspace: &Workspace, layout: &mut Layout, step: &TryStep) {
        let number = step.number;
        if step.has_other_scene(workspace) {
            return self.dismiss(ctx);
        }
        if step.is_done(workspace) {
            // Nothing moves under a pressed button.
            if !ctx.input(|i| i.pointer.any_down()) {
                self.go_to(ctx, number + 1, workspace, layout);
            }
            return;
        }
        let (anchor, text) = step.task(workspace);
        let item = anchor.and_then(|anchor| anchors::place(ctx, anchor));
        let card = StepCard { number, count: steps::COUNT, text, item };
        match paint::step(ctx, card) {
            Some(Clicked::Next) => self.go_to(ctx, number + 1, workspace, layout),
            Some(Clicked::Close) => self.dismiss(ctx),
            None => {}
        }
    }

    /// Begins a step, and opens the panel that it points into, at the field to drag. After the last one, the first minute
    /// is over.
    pub(super) fn go_to(&mut self, ctx: &Context, number: usize, workspace: &Workspace, layout: &mut Layout) {
        if number >= steps::COUNT {
            return self.dismiss(ctx);
        }
        self.state = OverlayState::Trying(TryStep::begin(number, workspace));
        if number == steps::IN_EXPLAIN {
            layout.reveal(Pane::Explain);
        }
        if number == steps::IN_INSPECTOR {
            let (anchor, label) = steps::number(workspace);
            // The Inspector scrolls to a field that is not in the window.
            if anchor.and_then(|anchor| anchors::place(ctx, anchor)).is_none() {
                layout.reveal(Pane::Inspector);
                pointing::begin(ctx, label);
            }
        }
        ctx.data_mut(|data| data.insert_persisted(seen(), true));
        ctx.request_repaint();
    }
}
