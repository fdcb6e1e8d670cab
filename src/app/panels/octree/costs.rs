//! The objects that cause the most candidate pairs, with their share as a bar and the first reason. A click selects the object.

use eframe::egui::{Rect, RichText, Role, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};

use super::facts::Facts;
use super::requests::Requests;
use crate::app::kit::theme;
use crate::escape;
use crate::picture::grouped_with;
use crate::report::PairCost;
use crate::workspace::Workspace;

/// The width of the longest bar, as a part of the row.
const LONGEST: f32 = 0.25;

pub(super) fn show(ui: &mut Ui, workspace: &Workspace, facts: &Facts, requests: &mut Requests) {
    let (Some(octree), Some(most)) = (workspace.report().octree.as_ref(), facts.costs.first()) else { return };
    ui.add_space(6.0);
    let help = "The candidate pairs that each object belongs to, and the reason. Without the object there would be that many \
                pairs fewer.";
    ui.label(RichText::new("Objects with the most candidate pairs").strong()).on_hover_text(help);
    for cost in &facts.costs {
        let Some(object) = workspace.world().objects.get(cost.object) else { continue };
        let name = escape::shown(&object.name);
        let words = words(cost);
        let height = ui.text_style_height(&TextStyle::Body) + 4.0;
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
        let is_selected = workspace.selected().object() == Some(cost.object);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, format!("{name}: {words}")));
        let visuals = ui.style().interact_selectable(&response, is_selected);
        if is_selected || response.hovered() {
            ui.painter().rect_filled(rect, 2.0, visuals.weak_bg_fill);
        }
        let room = rect.width() * LONGEST;
        let bar = Rect::from_min_size(
            pos2(rect.left() + 2.0, rect.top() + 4.0),
            vec2((room * cost.pairs as f32 / most.pairs as f32).max(1.0), height - 8.0),
        );
        let palette = theme::palette(ui.ctx());
        ui.painter().rect_filled(bar, 2.0, theme::color(palette.candidate));
        let start = rect.left() + room + 8.0;
        let text = format!("{name}: {words}");
        let galley = theme::one_line(ui, &text, theme::small(), visuals.text_color(), rect.right() - start);
        ui.painter().galley(pos2(start, rect.center().y - galley.size().y / 2.0), galley, visuals.text_color());
        if response.clicked() {
            requests.object = Some(cost.object);
        }
        response.on_hover_ui(|ui| {
            ui.label(format!("Without {name}: {}.", grouped_with(cost.without, "candidate pair")));
            for reason in &cost.reasons {
                ui.label(format!("{name}: {reason}. {}", octree.cost_remedy(reason)));
            }
        });
    }
}

/// Such as "12 pairs, 2 overlap · it straddles x = 0 of the root".
fn words(cost: &PairCost) -> String {
    let overlaps = cost.overlaps.map(|overlaps| format!(", {overlaps} overlap")).unwrap_or_default();
    let reason = cost.reasons.first().map(|reason| format!(" · {reason}")).unwrap_or_default();
    format!("{}{overlaps}{reason}", grouped_with(cost.pairs, "pair"))
}
