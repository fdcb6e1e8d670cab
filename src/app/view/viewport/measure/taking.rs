//! Takes clicks as the ends of the tape, and draws it.

use eframe::egui::{CursorIcon, Rect, Response, Ui, vec2};

use super::super::state::{Tape, ViewportState};
use super::canvas::TapeCanvas;
use super::snap::snap;
use crate::picture::{Palette, Viewpoint};
use crate::workspace::Workspace;

impl ViewportState {
    /// Begins measuring, or ends it.
    pub(in crate::app) fn toggle_tape(&mut self) {
        self.tape = if self.tape.is_none() { Some(Tape::default()) } else { None };
    }

    /// Whether the tape is used.
    pub(in crate::app) fn is_measuring(&self) -> bool {
        self.tape.is_some()
    }

    /// Takes clicks as the ends of the tape, and draws it. Returns whether the tape takes the clicks of the view.
    pub(in crate::app::view::viewport) fn measure(
        &mut self,
        ui: &Ui,
        response: &Response,
        rect: Rect,
        (viewpoint, palette): (&Viewpoint, &Palette),
        workspace: &Workspace,
    ) -> bool {
        let Some(tape) = &mut self.tape else { return false };
        let pointer = response.hover_pos().filter(|_| response.hovered());
        let under = pointer.and_then(|pointer| snap(workspace, viewpoint, rect, pointer));
        if response.clicked()
            && let Some(snap) = &under
        {
            match (tape.first, tape.second) {
                (Some(_), None) => tape.second = Some(snap.point),
                _ => *tape = Tape { first: Some(snap.point), second: None },
            }
            ui.ctx().request_repaint();
        }
        if pointer.is_some() {
            ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
        let ends = tape.first.zip(tape.second.or(under.as_ref().map(|snap| snap.point)));
        let canvas = TapeCanvas { painter: &ui.painter_at(rect), rect, viewpoint, palette };
        if let Some((from, to)) = ends {
            canvas.tape(from, to, workspace.view().units());
        } else {
            canvas.text(rect.center_top() + vec2(0.0, 40.0), "Click two points to measure their distance. Esc: end");
        }
        if let Some(snap) = under.filter(|_| tape.second.is_none()) {
            canvas.mark(&snap);
        }
        true
    }
}
