//! The steps of the selected answer at the shown tick, above the rail of the time bar.

use eframe::egui::{Align2, FontId, Rangef, Rect, Response, Role, Sense, Stroke, Ui, WidgetInfo};

use crate::app::kit::{slider_click, theme};
use crate::geometry::Tone;
use crate::workspace::Workspace;

/// The usual and the least height of steps with numbers, and how far the steps of a low bar reach over the slider, points.
const HEIGHT: f32 = 9.0;
const LEAST_HEIGHT: f32 = 7.0;
const OVER_SLIDER: f32 = 3.0;
/// The gap between two steps, points.
const GAP: f32 = 2.0;
/// The least width of a step with its number, and with a gap, points.
const WITH_NUMBER: f32 = 15.0;
const WITH_GAP: f32 = 5.0;
/// Font size of the numbers.
const NUMBER: f32 = 9.0;

/// Draws the steps of the selected answer. Returns the step that was clicked, or over which the pointer was dragged.
pub(super) fn show(ui: &Ui, bar: &Response, workspace: &Workspace) -> Option<usize> {
    let explanation = workspace.explanation()?;
    let steps = &explanation.story.steps;
    let count = steps.len();
    if count == 0 {
        return None;
    }
    let shown = workspace.selected().step;
    let rail = slider_click::rail(bar.rect);
    let is_high = bar.rect.top() - ui.max_rect().top() >= LEAST_HEIGHT;
    let bottom = bar.rect.top() + if is_high { 0.0 } else { OVER_SLIDER };
    let lane = Rect::from_x_y_ranges(rail, ui.max_rect().top().max(bottom - HEIGHT)..=bottom);
    let response = ui.interact(lane, bar.id.with("steps"), Sense::click_and_drag());
    response.widget_info(|| {
        let place = shown.map_or_else(|| "all".to_owned(), |step| (step + 1).to_string());
        WidgetInfo::labeled(Role::ScrollBar, ui.is_enabled(), format!("Steps of the answer: {place} of {count}"))
    });
    let under = response.hover_pos().map(|at| step_at(rail, at.x, count));
    let width = rail.span() / count as f32;
    let visuals = ui.visuals();
    let painter = ui.painter();
    for (i, step) in steps.iter().enumerate() {
        let [left, right] = [i, i + 1].map(|edge| rail.min + width * edge as f32);
        let gap = if width >= WITH_GAP { GAP } else { 0.0 };
        let place = Rect::from_x_y_ranges(left..=right - gap, lane.y_range());
        let is_shown = shown == Some(i);
        let fill = match (is_shown, under == Some(i)) {
            (true, _) => visuals.selection.bg_fill,
            (_, true) => visuals.widgets.hovered.weak_bg_fill,
            _ => visuals.widgets.inactive.weak_bg_fill,
        };
        painter.rect_filled(place, 2.0, fill);
        let tone =
            if step.tone == Tone::Note { visuals.weak_text_color() } else { theme::text_color(ui.ctx(), step.tone) };
        if explanation.deciding() == Some(i) {
            painter.hline(place.x_range(), place.bottom() - 0.5, Stroke::new(2.0, tone));
        }
        if is_high && width >= WITH_NUMBER {
            let color = if is_shown { visuals.selection.stroke.color } else { tone };
            let number = (i + 1).to_string();
            painter.text(place.center(), Align2::CENTER_CENTER, number, FontId::proportional(NUMBER), color);
        }
    }
    let chosen = response.interact_pointer_pos().map(|at| step_at(rail, at.x, count));
    let is_chosen = response.clicked() || response.dragged();
    if let Some((i, step)) = under.and_then(|i| Some((i, steps.get(i)?))) {
        let decides = if explanation.deciding() == Some(i) { " It decides the answer." } else { "" };
        let title = theme::quoted(&step.title);
        response.on_hover_text_at_pointer(format!("Step {} of {count}: {title}.{decides}", i + 1));
    }
    chosen.filter(|step| is_chosen && shown != Some(*step))
}

/// The step at a place of the rail.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a step, not negative")]
fn step_at(rail: Rangef, x: f32, count: usize) -> usize {
    let part = ((x - rail.min) / rail.span().max(1.0)).clamp(0.0, 1.0);
    ((part * count as f32) as usize).min(count - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_has_the_same_part_of_the_rail() {
        let rail = Rangef::new(100.0, 200.0);
        for (x, step) in [(0.0, 0), (100.0, 0), (119.0, 0), (121.0, 1), (199.0, 4), (200.0, 4), (900.0, 4)] {
            assert_eq!(step_at(rail, x, 5), step, "{x}");
        }
    }
}
