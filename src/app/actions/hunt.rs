//! The hunt: shows its window, opens the scenes of faults, and asks where the results are saved.

use eframe::egui::Context;

use super::lesson::open_lesson;
use super::received_files;
use super::state::WindowState;
use crate::app::dialogs::hunt::HuntRequest;
use crate::app::kit::file_purpose::Purpose;

/// Shows the window of the hunt.
pub(in crate::app) fn show(window: &mut WindowState, ctx: &Context) {
    match window.files.hunt.show(ctx) {
        Some(HuntRequest::Open(path)) => received_files::open(window, ctx, vec![path]),
        Some(HuntRequest::Lesson(lesson)) => open_lesson(window, ctx, lesson),
        Some(HuntRequest::ChooseFolder) => {
            window.files.dialogs.ask(ctx, Purpose::HuntResults, window.workspace.disk().near().as_deref());
        }
        Some(HuntRequest::Say(words)) => window.workspace.notices_mut().say(words),
        None => {}
    }
}
