//! A click that answers the question of a lesson for a place.

use eframe::egui::{Pos2, Rect};

use super::position::sight;
use crate::picture::Viewpoint;
use crate::report::lesson::place;
use crate::workspace::Workspace;

/// Takes a click as the answer of a question for a place: the point of the line of sight that is nearest to the right place. Returns
/// whether it did.
pub(super) fn click(workspace: &mut Workspace, rect: Rect, viewpoint: &Viewpoint, pointer: Pos2) -> bool {
    let lesson = workspace.judging().lesson();
    if !lesson.asks_for_place() {
        return false;
    }
    let right = lesson.question().and_then(|(_, right)| place(&right.value));
    let (Some(right), Some((from, direction))) = (right, sight(viewpoint, rect, pointer)) else { return false };
    let nearest = from + direction * (right - from).dot(direction).max(0.0);
    workspace.lesson_mut().answer(nearest.to_array().to_vec().into());
    true
}
