//! The list of the scenes of a run: those with changed decisions first, equal ones last.

use eframe::egui::{Rect, Role, ScrollArea, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};

use super::open::Open;
use crate::app::command::{Commands, ReviewCommand};
use crate::app::kit::theme;
use crate::check::review::CaptureState;
use crate::geometry::Tone;

/// Height of a row, points.
const ROW: f32 = 42.0;

/// The list. A click shows a scene, a double click opens it.
pub(super) fn show(ui: &mut Ui, open: &mut Open, commands: &mut Commands) {
    let order = open.run.order().to_vec();
    let (current, _) = open.current();
    let mut clicked = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut scroll = ScrollArea::vertical().id_salt("scenes of the run").auto_shrink([false, false]);
    if std::mem::take(&mut open.scrolls)
        && let Some(at) = order.iter().position(|scene| *scene == current)
    {
        let middle = (at as f32 + 0.5) * ROW - ui.available_height() / 2.0;
        scroll = scroll.vertical_scroll_offset(middle.max(0.0));
    }
    scroll.show_rows(ui, ROW, order.len(), |ui, range| {
        for at in range {
            let scene = order[at];
            let (is_shown, is_opened) = row(ui, open, scene, scene == current);
            if is_shown {
                clicked = Some(scene);
            }
            if is_opened {
                commands.push(ReviewCommand::OpenScene);
            }
        }
    });
    if let Some(scene) = clicked {
        open.show_scene(scene);
    }
}

/// The tone of a state.
pub(super) fn tone(state: CaptureState) -> Tone {
    match state {
        CaptureState::Error | CaptureState::Unstable | CaptureState::Unmet | CaptureState::Differs => Tone::Fail,
        CaptureState::Missing => Tone::Partial,
        CaptureState::Accepted | CaptureState::Equal => Tone::Pass,
    }
}

/// Name and state of a scene. Returns whether it was clicked, and whether twice.
fn row(ui: &mut Ui, open: &Open, scene: usize, is_current: bool) -> (bool, bool) {
    let Some(result) = open.run.scenes().get(scene) else { return (false, false) };
    let state = open.scene_state(scene);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::ListBoxOption, true, is_current, format!("{}, {}", result.name, state.word()))
    });
    let visuals = ui.visuals();
    theme::row_back(ui, rect, is_current, response.hovered());
    let strong = if is_current { visuals.selection.stroke.color } else { visuals.text_color() };
    let color = theme::text_color_of_row(ui.ctx(), tone(state), is_current);
    let inner: Rect = rect.shrink2(vec2(6.0, 3.0));
    let name = theme::one_line(ui, &result.name, TextStyle::Body.resolve(ui.style()), strong, inner.width());
    let below = inner.top() + name.size().y;
    ui.painter().galley(inner.min, name, strong);
    let mark = match tone(state) {
        Tone::Pass => "✔",
        Tone::Partial => "+",
        _ => "✖",
    };
    let words = theme::one_line(ui, &format!("{mark} {}", state.word()), theme::small(), color, inner.width());
    ui.painter().galley(pos2(inner.left(), below), words, color);
    let path = format!("{}\nDouble-click opens the scene.", result.scene.display());
    let response = response.on_hover_text(theme::quoted(&path));
    (response.clicked(), response.double_clicked())
}
