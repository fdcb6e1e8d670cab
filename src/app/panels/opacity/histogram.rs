//! The histogram of the cells' means, with the threshold as a line that can be dragged.

use std::sync::Arc;

use eframe::egui::{CursorIcon, FontId, Role, Stroke, Ui, WidgetInfo};
use egui_plot::{AxisHints, GridMark, Plot, PlotPoints, PlotUi, Polygon, VLine};

use super::words;
use crate::app::kit::theme;
use crate::opacity::{Grid, Histogram};
use crate::picture::grouped_with;

const BINS: usize = 32;
/// Height with its axis, points.
const HEIGHT: f32 = 92.0;

/// The counts of one grid.
#[derive(Default)]
pub(super) struct Bars(Option<(Arc<Grid>, Histogram)>);

impl Bars {
    /// Draws the histogram. Returns the threshold to which the line was dragged or clicked.
    pub(super) fn ui(&mut self, ui: &mut Ui, grid: &Arc<Grid>, threshold: f64) -> Option<f64> {
        let known = self.0.take().filter(|(of, _)| Arc::ptr_eq(of, grid));
        let (_, histogram) = self.0.insert(known.unwrap_or_else(|| (Arc::clone(grid), Histogram::of(grid, BINS))));
        show(ui, histogram, threshold)
    }
}

fn show(ui: &mut Ui, histogram: &Histogram, threshold: f64) -> Option<f64> {
    let palette = theme::palette(ui.ctx());
    let (green, grey) = (theme::color(palette.pass), theme::color(palette.neutral));
    let line = Stroke::new(2.0, ui.visuals().strong_text_color());
    let most = histogram.counts().iter().copied().max().unwrap_or(0).max(1);
    // Heights are square roots. Most cells of a leaf image have a mean of 0 or 1, and the few others are important for
    // the choice of the threshold.
    let height = |count: u64| (count as f64 / most as f64).sqrt();
    let x_axis = AxisHints::new_x()
        .formatter(|mark: GridMark, _| format!("{}", mark.value))
        .label_spacing(10.0..=20.0)
        .tick_label_color(ui.visuals().weak_text_color())
        .tick_label_font(FontId::proportional(10.5));
    let marks = |_| [0.0, 0.25, 0.5, 0.75, 1.0].map(|value| GridMark { value, step_size: 0.25 }).to_vec();
    let plot = Plot::new("histogram")
        .height(HEIGHT)
        .custom_x_axes(vec![x_axis])
        .show_axes([true, false])
        .x_grid_spacer(marks)
        .show_grid([true, false])
        .grid_color(theme::color(palette.grid))
        .show_crosshair(false)
        .show_x(false)
        .show_y(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .label_formatter(|_| None)
        .default_x_bounds(-0.02, 1.02)
        .default_y_bounds(0.0, 1.08)
        .set_margin_fraction(eframe::egui::Vec2::ZERO);
    let shown = plot.show(ui, |ui| {
        for (bin, &count) in histogram.counts().iter().enumerate().filter(|(_, count)| **count > 0) {
            let [from, to] = histogram.range(bin);
            let middle = threshold.clamp(from, to);
            bar(ui, [from, middle], height(count), grey);
            bar(ui, [middle, to], height(count), green);
        }
        ui.vline(VLine::new("threshold", threshold).stroke(line).allow_hover(false));
    });
    let response = shown.response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Histogram of the cells' means"));
    let at = |pos| shown.transform.value_from_position(pos).x.clamp(0.0, 1.0);
    let dragged = (response.dragged() || response.clicked()).then(|| response.interact_pointer_pos()).flatten();
    let hovered = response.hover_pos().map(at);
    if let Some(mean) = hovered {
        response.on_hover_text_at_pointer(hint(histogram, mean));
    }
    // A step of a thousandth is finer than a pixel and short in the file.
    dragged.map(|pos| (at(pos) * 1000.0).round() / 1000.0)
}

fn bar(ui: &mut PlotUi<'_>, [from, to]: [f64; 2], height: f64, color: eframe::egui::Color32) {
    if to > from {
        let points = vec![[from, 0.0], [to, 0.0], [to, height], [from, height]];
        let bar = Polygon::new("cells", PlotPoints::new(points)).fill_color(color.gamma_multiply(0.8));
        ui.polygon(bar.stroke(Stroke::new(0.5, color)).allow_hover(false));
    }
}

fn hint(histogram: &Histogram, mean: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to the number of bins")]
    let bin = ((mean * histogram.counts().len() as f64) as usize).min(histogram.counts().len() - 1);
    let [from, to] = histogram.range(bin).map(words::mean);
    let cells = grouped_with(histogram.counts()[bin], "cell");
    format!("{cells} with a mean from {from} to {to}\nDrag to move the threshold. Heights are square roots.")
}
