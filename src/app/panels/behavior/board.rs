//! The blackboard: its values, those that changed in this tick, and a plot of one number over time.

use std::collections::BTreeSet;
use std::sync::Arc;

use eframe::egui::{
    Align, Button, Color32, Frame, Label, Layout, Margin, Rangef, RichText, Role, ScrollArea, Stroke, Ui, WidgetInfo,
    vec2,
};
use egui_plot::{AxisHints, Line, Plot, PlotPoints, VLine};

use super::paint::TreeColors;
use crate::app::kit::theme;
use crate::behavior::{Blackboard, Value};
use crate::escape;
use crate::world::agents::Breakpoint;

/// Height of the plot, points.
const PLOT: f32 = 92.0;
/// Space above it, points.
const ABOVE: f32 = 4.0;

/// The table's state between frames.
#[derive(Default)]
pub(super) struct Board {
    /// The value that is plotted.
    plotted: Option<Arc<str>>,
}

/// One row.
#[derive(Clone, Debug, PartialEq)]
struct BoardRow<'a> {
    key: &'a Arc<str>,
    now: Option<&'a Value>,
    was: Option<&'a Value>,
}

impl BoardRow<'_> {
    fn is_changed(&self) -> bool {
        self.now != self.was
    }
}

/// All keys of both blackboards, by name.
fn rows<'a>(now: &'a Blackboard, was: &'a Blackboard) -> Vec<BoardRow<'a>> {
    let keys: BTreeSet<&Arc<str>> = now.iter().chain(was.iter()).map(|(key, _)| key).collect();
    keys.into_iter().map(|key| BoardRow { key, now: now.get(key), was: was.get(key) }).collect()
}

/// The user's input in this frame.
#[derive(Default)]
pub(super) struct Requests {
    /// A breakpoint to add or, if it exists, to remove.
    pub(super) toggled: Option<Breakpoint>,
    /// The tick of the plot that was clicked.
    pub(super) tick: Option<u64>,
}

impl Board {
    /// Shows the table and the plot. `was` is the blackboard before the tick. `series` returns the values of a key by
    /// tick.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        [now, was]: [&Blackboard; 2],
        tick: u64,
        breaks: &[Breakpoint],
        series: impl Fn(&str) -> Vec<[f64; 2]>,
    ) -> Requests {
        let mut requests = Requests::default();
        let rows = rows(now, was);
        if rows.is_empty() {
            ui.weak("The blackboard is empty. Add values to the agent, or set them by a node of the tree.");
            return requests;
        }
        if self.plotted.as_ref().is_none_or(|key| !rows.iter().any(|row| row.key == key)) {
            let number = rows.iter().find(|row| matches!(row.now, Some(Value::Number(_))));
            self.plotted = number.map(|row| Arc::clone(row.key));
        }
        // The height of the plot, including the gaps above and below it.
        let plot = if self.plotted.is_some() { PLOT + ABOVE + 2.0 * ui.spacing().item_spacing.y } else { 0.0 };
        let height = (ui.available_height() - plot).max(40.0);
        let scroll = ScrollArea::vertical().id_salt("blackboard").auto_shrink([false, true]).max_height(height);
        scroll.show(ui, |ui| {
            for (i, row) in rows.iter().enumerate() {
                let stripe = if i % 2 == 0 { Color32::TRANSPARENT } else { ui.visuals().faint_bg_color };
                Frame::new().fill(stripe).show(ui, |ui| self.row(ui, row, breaks, &mut requests));
            }
        });
        if let Some(key) = &self.plotted {
            requests.tick = plot_over_time(ui, key, &series(key), tick);
        }
        requests
    }

    fn row(&mut self, ui: &mut Ui, row: &BoardRow<'_>, breaks: &[Breakpoint], requests: &mut Requests) {
        let colors = TreeColors::of(ui);
        ui.horizontal(|ui| {
            ui.set_min_width(ui.available_width());
            let names = (ui.available_width() * 0.34).max(50.0);
            ui.allocate_ui_with_layout(vec2(names, 20.0), Layout::left_to_right(Align::Center), |ui| {
                ui.set_width(names);
                ui.add(Label::new(RichText::new(escape::shown(row.key)).strong()).truncate());
            });
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.buttons(ui, row, breaks, &colors, requests);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| value(ui, row, &colors));
            });
        });
    }

    fn buttons(
        &mut self,
        ui: &mut Ui,
        row: &BoardRow<'_>,
        breaks: &[Breakpoint],
        colors: &TreeColors,
        requests: &mut Requests,
    ) {
        ui.spacing_mut().item_spacing.x = 2.0;
        let one = Breakpoint::Changes { key: Arc::clone(row.key) };
        let is_set = breaks.contains(&one);
        let color = if is_set { colors.abort() } else { colors.weak };
        let button = ui.add(Button::selectable(is_set, RichText::new("⏺").color(color)));
        let help = "Playback stops when this value changes. Click again to remove the breakpoint.";
        if button
            .on_hover_text(help)
            .accessible_name(format!("Break when {} changes", escape::shown(row.key)))
            .clicked()
        {
            requests.toggled = Some(one);
        }
        if matches!(row.now, Some(Value::Number(_))) {
            let is_plotted = self.plotted.as_ref() == Some(row.key);
            let button = ui.add(Button::selectable(is_plotted, "📈"));
            if button
                .on_hover_text("Plot it over time")
                .accessible_name(format!("Plot {}", escape::shown(row.key)))
                .clicked()
            {
                self.plotted = Some(Arc::clone(row.key));
            }
        }
    }
}

/// The value, and the previous value if this tick changed it.
fn value(ui: &mut Ui, row: &BoardRow<'_>, colors: &TreeColors) {
    let text = |value: Option<&Value>| {
        value.map_or_else(|| "not set".to_owned(), |value| escape::shown(&value.to_string()).into_owned())
    };
    let now = text(row.now);
    if !row.is_changed() {
        ui.add(Label::new(now).truncate());
        return;
    }
    let yellow = theme::color(theme::palette(ui.ctx()).candidate);
    let frame = Frame::new().fill(yellow.gamma_multiply(0.22)).stroke(Stroke::new(1.0, yellow));
    frame.corner_radius(3).inner_margin(Margin::symmetric(4, 0)).show(ui, |ui| {
        let words = format!("{now}  was {}", text(row.was));
        let response = ui.add(Label::new(RichText::new(&words).color(colors.text)).truncate());
        let spoken = format!("{} changed: {words}", escape::shown(row.key));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
    });
}

fn plot_over_time(ui: &mut Ui, key: &str, points: &[[f64; 2]], tick: u64) -> Option<u64> {
    let colors = TreeColors::of(ui);
    ui.add_space(ABOVE);
    let plot = Plot::new("value over time")
        .height(PLOT)
        .allow_scroll(false)
        .allow_drag([true, false])
        .allow_zoom([true, false])
        .show_grid([false, true])
        .x_axis_label("tick")
        .custom_y_axes(vec![
            AxisHints::new_y().label(escape::shown(key).into_owned()).label_spacing(Rangef::new(9.0, 18.0)),
        ]);
    let shown = plot.show(ui, |ui| {
        // A value is valid until the tick in which it changes.
        let mut steps: Vec<[f64; 2]> = Vec::with_capacity(points.len() * 2);
        for point in points {
            if let Some([_, y]) = steps.last().copied() {
                steps.push([point[0], y]);
            }
            if steps.last() != Some(point) {
                steps.push(*point);
            }
        }
        ui.line(Line::new(key, PlotPoints::new(steps)).color(colors.selected).width(1.5).allow_band(false));
        ui.vline(VLine::new("now", tick as f64).color(colors.weak).width(1.0));
        ui.pointer_coordinate()
    });
    let name = format!("{key} over time");
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative")]
    let at = shown.inner.map(|point| point.x.round().max(0.0) as u64);
    at.filter(|_| shown.response.clicked())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_changed_and_lost_values_are_changes() {
        let board = |values: &[(&str, f64)]| -> Blackboard {
            values.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect()
        };
        let (now, was) = (board(&[("a", 1.0), ("b", 2.0), ("d", 4.0)]), board(&[("a", 1.0), ("b", 3.0), ("c", 5.0)]));
        let changed: Vec<(String, bool)> =
            rows(&now, &was).iter().map(|row| (row.key.to_string(), row.is_changed())).collect();
        let wanted = [("a", false), ("b", true), ("c", true), ("d", true)];
        assert_eq!(changed, wanted.map(|(key, changed)| (key.to_owned(), changed)));
    }
}
