//! Plots of the errors of a path: over time, by axis, and how often each error is.

use eframe::egui::{Button, Color32, Role, Stroke, Ui, WidgetInfo};
use egui_plot::{Bar, BarChart, HLine, Line, LineStyle, Plot, PlotPoints, VLine};

use crate::app::command::{Commands, PlayCommand};
use crate::app::kit::theme;
use crate::app::timeline::marks;
use crate::geometry::Tone;
use crate::geometry::narrate::{counted, fine};
use crate::geometry::units::Units;
use crate::picture::AXIS_COLORS;
use crate::render::color32;
use crate::trajectory::deviation::{BINS, Deviation, Measure};
use crate::workspace::Workspace;

/// The least height of a plot, points.
const LEAST_PLOT: f32 = 100.0;

/// What a plot shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ErrorPlotKind {
    /// The errors over time.
    #[default]
    OverTime,
    /// The differences of the positions along X, Y and Z over time.
    ByAxis,
    /// How many pairs have each error.
    HowOften,
}

/// The plots between frames of the window.
#[derive(Debug, Default)]
pub(super) struct ErrorPlots {
    kind: ErrorPlotKind,
}

/// The unit in which errors of a kind are shown, and how many of it are a metre or a degree.
pub(super) fn unit_of(measure: Measure, units: Units) -> (f64, &'static str) {
    match measure {
        Measure::Absolute | Measure::Relative => (units.length.per_metre(), units.length.symbol()),
        Measure::AbsoluteTurn | Measure::RelativeTurn => (units.angle.per_degree(), units.angle.suffix().trim_start()),
    }
}

impl ErrorPlots {
    /// Shows the chosen plot.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        workspace: &Workspace,
        deviation: &Deviation,
        measure: Measure,
        commands: &mut Commands,
    ) {
        ui.horizontal(|ui| {
            for (kind, word, help) in [
                (ErrorPlotKind::OverTime, "over time", "The errors over time. Click to go to a time."),
                (
                    ErrorPlotKind::ByAxis,
                    "by axis",
                    "The aligned position less that of the reference along X, Y (up) and Z.",
                ),
                (ErrorPlotKind::HowOften, "histogram", "How many pairs of frames have each error."),
            ] {
                if ui.add(Button::selectable(self.kind == kind, word)).on_hover_text(help).clicked() {
                    self.kind = kind;
                }
            }
        });
        match self.kind {
            ErrorPlotKind::OverTime => over_time(ui, workspace, deviation, measure, commands),
            ErrorPlotKind::ByAxis => by_axis(ui, workspace, deviation, commands),
            ErrorPlotKind::HowOften => how_often(ui, workspace, deviation, measure),
        }
    }
}

/// A plot of the rest of the panel. Only the horizontal axis can be enlarged.
fn plot<'p>(ui: &Ui, id: (&'static str, usize, &'static str)) -> Plot<'p> {
    Plot::new(id)
        .height((ui.available_height() - 4.0).max(LEAST_PLOT))
        .show_x(false)
        .show_y(false)
        .include_y(0.0)
        .grid_color(theme::color(theme::palette(ui.ctx()).grid))
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_zoom([true, false])
        .allow_drag([true, false])
        .label_formatter(|_| None)
}

fn over_time(ui: &mut Ui, workspace: &Workspace, deviation: &Deviation, measure: Measure, commands: &mut Commands) {
    let kind = measure.index();
    let (scale, unit) = unit_of(measure, workspace.view().units());
    let (name, found) = (measure.name(), deviation.statistics[kind]);
    let text = ui.visuals().text_color();
    let shown = plot(ui, ("errors over time", kind, unit)).show(ui, |ui| {
        let points = deviation.curves[kind].iter().map(|[time, error]| [*time, error * scale]);
        let points: PlotPoints<'_> = points.collect();
        ui.line(Line::new(name, points).stroke(Stroke::new(1.5, text)).allow_hover(false));
        rmse_line(ui, found.rmse * scale);
        now_line(ui, workspace);
        ui.pointer_coordinate().filter(|_| ui.response().hovered())
    });
    let [rmse, max] = [found.rmse, found.max].map(|error| fine(error * scale));
    let words = format!("{name} in {unit} over time: RMSE {rmse}, max {max}");
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
    let Some(pointer) = shown.inner else { return };
    if shown.response.clicked() {
        commands.push(PlayCommand::GoTo(marks::tick_of(pointer.x, workspace)));
    }
    if let Some([time, error]) = at(&deviation.curves[kind], pointer.x) {
        let error = fine(error * scale);
        let line = format!("{error} {unit} at {} s. The dashed line is the RMSE. Click to go there.", fine(time));
        shown.response.on_hover_text_at_pointer(line);
    }
}

fn by_axis(ui: &mut Ui, workspace: &Workspace, deviation: &Deviation, commands: &mut Commands) {
    let (scale, unit) = unit_of(Measure::Absolute, workspace.view().units());
    let shown = plot(ui, ("differences by axis", 0, unit)).show(ui, |ui| {
        for ((curve, color), name) in deviation.axes.iter().zip(AXIS_COLORS).zip(["X", "Y", "Z"]) {
            let points: PlotPoints<'_> = curve.iter().map(|[time, apart]| [*time, apart * scale]).collect();
            ui.line(Line::new(name, points).stroke(Stroke::new(1.5, color32(color))).allow_hover(false));
        }
        now_line(ui, workspace);
        ui.pointer_coordinate().filter(|_| ui.response().hovered())
    });
    let most = deviation.axes.each_ref().map(|curve| {
        let most = curve.iter().map(|[_, apart]| apart.abs()).fold(0.0, f64::max);
        fine(most * scale)
    });
    let words = format!("Difference in {unit} over time: at most X {}, Y {}, Z {}", most[0], most[1], most[2]);
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
    let Some(pointer) = shown.inner else { return };
    if shown.response.clicked() {
        commands.push(PlayCommand::GoTo(marks::tick_of(pointer.x, workspace)));
    }
    let [x, y, z] = deviation.axes.each_ref().map(|curve| at(curve, pointer.x).map_or(0.0, |[_, apart]| apart * scale));
    let [x, y, z] = [x, y, z].map(fine);
    shown
        .response
        .on_hover_text_at_pointer(format!("X {x}, Y {y}, Z {z} {unit} at {} s. Click to go there.", fine(pointer.x)));
}

fn how_often(ui: &mut Ui, workspace: &Workspace, deviation: &Deviation, measure: Measure) {
    let kind = measure.index();
    let (scale, unit) = unit_of(measure, workspace.view().units());
    let (name, found, counts) = (measure.name(), deviation.statistics[kind], deviation.histograms[kind]);
    let width = found.max * scale / BINS as f64;
    let weak: Color32 = ui.visuals().weak_text_color();
    let shown = plot(ui, ("histogram of errors", kind, unit)).show(ui, |ui| {
        let bar = |(i, count): (usize, &usize)| {
            Bar::new((i as f64 + 0.5) * width, *count as f64).width(width * 0.92).fill(weak)
        };
        ui.bar_chart(BarChart::new(name, counts.iter().enumerate().map(bar).collect()).allow_hover(false));
        let tone = theme::color(theme::palette(ui.ctx()).tone(Tone::Partial));
        let rmse = VLine::new("RMSE", found.rmse * scale).stroke(Stroke::new(1.0, tone));
        ui.vline(rmse.style(LineStyle::Dashed { length: 6.0 }).allow_hover(false));
        ui.pointer_coordinate().filter(|_| ui.response().hovered())
    });
    let most = counts.iter().copied().max().unwrap_or(0);
    let words = format!("Histogram of {name} in {unit}: at most {} of one error", counted(most, "pair"));
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
    let bins = (0..BINS).zip(counts);
    let under = |x: f64| bins.into_iter().find(|(i, _)| x >= *i as f64 * width && x < (*i + 1) as f64 * width);
    if let Some((i, count)) = shown.inner.and_then(|pointer| under(pointer.x)) {
        let [from, to] = [i, i + 1].map(|edge| fine(edge as f64 * width));
        let line = format!("{}: {from} to {to} {unit}. The dashed line is the RMSE.", counted(count, "pair"));
        shown.response.on_hover_text_at_pointer(line);
    }
}

fn rmse_line(ui: &mut egui_plot::PlotUi<'_>, rmse: f64) {
    let tone = theme::color(theme::palette(ui.ctx()).tone(Tone::Partial));
    let line = HLine::new("RMSE", rmse).stroke(Stroke::new(1.0, tone));
    ui.hline(line.style(LineStyle::Dashed { length: 6.0 }).allow_hover(false));
}

fn now_line(ui: &mut egui_plot::PlotUi<'_>, workspace: &Workspace) {
    let weak = ui.ctx().global_style().visuals.weak_text_color();
    let now = VLine::new("now", workspace.world().time).stroke(Stroke::new(1.0, weak));
    ui.vline(now.allow_hover(false));
}

/// The point of a curve at a time or after it, else the last one.
fn at(curve: &[[f64; 2]], time: f64) -> Option<[f64; 2]> {
    let near = curve.partition_point(|[at, _]| *at < time).min(curve.len().saturating_sub(1));
    curve.get(near).copied()
}
