//! The diagrams with `egui_plot`: one row per part or plane, its words beside it, and colours with their meaning.

use eframe::egui::{Align2, Color32, FontId, RichText, Role, Stroke, Ui, WidgetInfo, vec2};
use egui_plot::{AxisHints, GridMark, Line, LineStyle, Plot, PlotPoint, PlotPoints, PlotUi, Polygon, Text, VLine};

use super::distances::Distances;
use super::over_t::{CUT, OverT, narrow, words};
use crate::app::kit::theme;
use crate::geometry::Tone;
use crate::geometry::narrate::num;
use crate::geometry::units::Units;
use crate::picture::{Palette, Style};

/// Zoom per point of scrolling: as in the 3D view.
const WHEEL: f32 = 0.003;
/// The least width of the names of rows, so that the diagram keeps its place when their numbers change, points.
const NAMES: f32 = 196.0;
/// Rows that the curves take.
const BAND: f64 = 3.0;
/// Half the height of a bar, in rows.
const HALF: f64 = 0.32;

/// Colours and fonts of a diagram.
struct PlotStyle {
    palette: Palette,
    text: Color32,
    weak: Color32,
}

impl PlotStyle {
    fn of(ui: &Ui) -> Self {
        Self {
            palette: theme::palette(ui.ctx()),
            text: ui.visuals().text_color(),
            weak: ui.visuals().weak_text_color(),
        }
    }

    fn line(&self, tone: Tone) -> Color32 {
        theme::color(self.palette.tone(tone))
    }

    fn style(&self, tone: Tone) -> LineStyle {
        match self.palette.style(tone) {
            Style::Solid => LineStyle::Solid,
            Style::Dashed => LineStyle::Dashed { length: 6.0 },
            Style::Dotted => LineStyle::Dotted { spacing: 4.0 },
        }
    }
}

/// Draws the parts over t. Returns the t under the pointer.
pub(super) fn over_t(ui: &mut Ui, plot: &OverT, is_new: bool) -> Option<f32> {
    let plot_style = PlotStyle::of(ui);
    // From below: the whole solid, its parts, the curves.
    let count = plot.bars.len() as f64;
    let mut names = vec![format!("Inside  {}", plot.inside.map_or("never".to_owned(), words))];
    names.extend(plot.bars.iter().rev().map(|bar| format!("{}  {}", bar.name, words(bar.t))));
    let (top, band) = if plot.curves.is_empty() {
        (count + 0.9, None)
    } else {
        (count + 0.6 + BAND, Some(count + 0.55 + BAND / 2.0))
    };
    let frame = frame("over t", plot.view, [-0.6, top], &plot_style, is_new, names, ui.available_width());
    let zoom = wheel(ui);
    let shown = frame.show(ui, |ui| {
        zoom_by(ui, zoom);
        let bounds = ui.plot_bounds();
        let width = bounds.width();
        let reach = if width.is_finite() && width > 0.0 {
            [bounds.min()[0] - width, bounds.max()[0] + width]
        } else {
            plot.view
        };
        excluded(ui, plot.range, reach, top, &plot_style);
        for (i, bar) in plot.bars.iter().rev().enumerate().filter(|(_, bar)| !bar.is_empty()) {
            rectangle(ui, clip(bar.t, reach), 1.0 + i as f64, HALF, plot_style.line(Tone::Note), LineStyle::Solid);
        }
        if let Some(inside) = plot.inside {
            let tone = Tone::pass_or_fail(plot.hit.is_some());
            rectangle(ui, clip(inside, reach), 0.0, HALF, plot_style.line(tone), plot_style.style(tone));
        }
        if let Some(middle) = band {
            curves(ui, plot, middle, reach, &plot_style);
        }
        mark(ui, 0.0, top, "start", &plot_style);
        if plot.range[1].is_finite() {
            mark(ui, plot.range[1], top, "end", &plot_style);
        }
        if let Some(hit) = plot.hit {
            ui.vline(VLine::new("hit", hit).stroke(Stroke::new(1.5, plot_style.line(Tone::Pass))).allow_hover(false));
            label(ui, [hit, 0.0], Align2::LEFT_CENTER, &format!(" hit t = {}", num(narrow(hit))), plot_style.text);
        }
        let is_hovered = ui.response().hovered();
        let t = ui.pointer_coordinate().filter(|_| is_hovered).map(|point| point.x).filter(|t| t.is_finite())?;
        let blue = theme::color(plot_style.palette.selected);
        ui.vline(VLine::new("pointed", t).stroke(Stroke::new(1.0, blue)).allow_hover(false));
        let color = theme::color(plot_style.palette.on_plate(plot_style.palette.selected));
        label(ui, [t, top - 0.1], Align2::LEFT_TOP, &format!(" t = {}", num(narrow(t))), color);
        Some(narrow(t))
    });
    let answer = plot.hit.map_or("no hit".to_owned(), |t| format!("hit at t = {}", num(narrow(t))));
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Plot over t, {answer}")));
    shown.inner
}

/// Draws the distances of p-vertex and n-vertex.
pub(super) fn distances(ui: &mut Ui, plot: &Distances, units: Units, is_new: bool) {
    let plot_style = PlotStyle::of(ui);
    let name = |row: &super::distances::PlaneRow| {
        let [p, n] = [row.p, row.n].map(|metres| units.bare_length(metres));
        format!("{} {}  p {p}  n {n}", row.side.word(), row.word())
    };
    let scale = units.length.per_metre();
    let names = plot.rows.iter().rev().map(name).collect();
    let top = plot.rows.len() as f64 - 0.4;
    // Other units are another diagram: its range and its zoom are in its units.
    let id = format!("distances {}", units.length.symbol());
    let view = plot.view.map(|metres| metres * scale);
    let frame = frame(&id, view, [-0.6, top], &plot_style, is_new, names, ui.available_width());
    let zoom = wheel(ui);
    let shown = frame.show(ui, |ui| {
        zoom_by(ui, zoom);
        for (i, row) in plot.rows.iter().rev().enumerate() {
            let color = plot_style.line(row.tone);
            let style = plot_style.style(row.tone);
            for (distance, y, color) in [(row.p, 0.19, color), (row.n, -0.19, color.gamma_multiply(0.55))] {
                let distance = f64::from(distance) * scale;
                rectangle(ui, [distance.min(0.0), distance.max(0.0)], i as f64 + y, 0.15, color, style);
            }
        }
        ui.vline(VLine::new("plane", 0.0).stroke(Stroke::new(1.5, plot_style.text)).allow_hover(false));
    });
    shown.response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Plot of plane distances"));
}

/// The zoom factor of the wheel in this frame.
fn wheel(ui: &Ui) -> f32 {
    ui.input(|i| libm::expf(i.smooth_scroll_delta().y * WHEEL))
}

/// Zooms to the pointer, sideways only.
fn zoom_by(ui: &mut PlotUi<'_>, factor: f32) {
    if ui.response().hovered() && (factor - 1.0).abs() > 1e-6 {
        ui.zoom_bounds_around_hovered(vec2(factor, 1.0));
    }
}

/// An empty diagram: numbers below, the names of the rows at the left, moved and zoomed sideways only.
fn frame<'a>(
    id: &str,
    [from, to]: [f64; 2],
    [bottom, top]: [f64; 2],
    plot_style: &PlotStyle,
    is_new: bool,
    names: Vec<String>,
    room: f32,
) -> Plot<'a> {
    let (count, names_width) = (names.len(), NAMES.min(room * 0.45));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small row number")]
    let name = move |mark: GridMark, _: &_| names.get(mark.value.round() as usize).cloned().unwrap_or_default();
    // Rows claim twice their height, so that egui_plot draws all their names.
    let rows = move |_| (0..count).map(|row| GridMark { value: row as f64, step_size: 2.0 }).collect();
    let font = FontId::proportional(11.5);
    let y_axis = AxisHints::new_y()
        .formatter(name)
        .min_thickness(names_width)
        .label_spacing(0.0..=1.0)
        .tick_label_color(plot_style.text)
        .tick_label_font(font.clone());
    let x_axis = AxisHints::new_x()
        .formatter(|mark, _| num(narrow(mark.value)))
        .label_spacing(20.0..=40.0)
        .tick_label_color(plot_style.weak)
        .tick_label_font(font);
    let plot = Plot::new(id.to_owned())
        .custom_x_axes(vec![x_axis])
        .custom_y_axes(vec![y_axis])
        .y_grid_spacer(rows)
        .show_grid([true, false])
        .grid_color(theme::color(plot_style.palette.grid))
        .show_crosshair(false)
        .show_x(false)
        .show_y(false)
        .allow_drag([true, false])
        .allow_zoom([true, false])
        .allow_axis_zoom_drag([true, false])
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .label_formatter(|_| None)
        .default_x_bounds(from, to)
        .default_y_bounds(bottom, top);
    if is_new { plot.reset() } else { plot }
}

fn curves(ui: &mut PlotUi<'_>, plot: &OverT, middle: f64, reach: [f64; 2], plot_style: &PlotStyle) {
    let unit = BAND / 2.0 / CUT * 0.92;
    let zero = PlotPoints::new(vec![[reach[0], middle], [reach[1], middle]]);
    ui.line(Line::new("zero", zero).stroke(Stroke::new(1.0, plot_style.weak)).allow_hover(false));
    for (i, curve) in plot.curves.iter().enumerate() {
        let style = if i == 0 { LineStyle::Solid } else { LineStyle::Dashed { length: 5.0 } };
        let pieces = curve.pieces(reach);
        for piece in &pieces {
            let points = piece.iter().map(|[t, y]| [*t, middle + y * unit]).collect::<Vec<_>>();
            let line = Line::new(curve.name.clone(), PlotPoints::new(points)).style(style).allow_hover(false);
            ui.line(line.stroke(Stroke::new(1.5, plot_style.text)));
        }
        for &root in &curve.roots {
            let dot = egui_plot::Points::new("root", PlotPoints::new(vec![[root, middle]]));
            ui.points(dot.radius(3.5).color(plot_style.text).allow_hover(false));
        }
        name_curve(ui, &pieces, &curve.name, middle + unit * (1.15 - 0.62 * i as f64), plot_style);
    }
}

/// The name beside the curve, on the side with more room, below the names of the curves before.
fn name_curve(ui: &mut PlotUi<'_>, pieces: &[Vec<[f64; 2]>], name: &str, y: f64, plot_style: &PlotStyle) {
    let sight = ui.plot_bounds();
    let (from, to) = (sight.min()[0], sight.max()[0]);
    let [Some([first, _]), Some([last, _])] =
        [pieces.first().and_then(|piece| piece.first()), pieces.last().and_then(|piece| piece.last())]
    else {
        return;
    };
    let (t, align) =
        if first - from > to - last { (*first, Align2::RIGHT_TOP) } else { (last.min(to), Align2::LEFT_TOP) };
    label(ui, [t, y], align, &format!(" {name}: inside below 0 "), plot_style.weak);
}

/// Shades the t that do not count.
fn excluded(ui: &mut PlotUi<'_>, range: [f64; 2], reach: [f64; 2], top: f64, plot_style: &PlotStyle) {
    for [from, to] in [[reach[0], range[0]], [range[1], reach[1]]] {
        if from < to && from.is_finite() && to.is_finite() {
            let (middle, half) = (top / 2.0 - 0.3, top / 2.0 + 0.3);
            let shade = plot_style.line(Tone::Note).gamma_multiply(0.4);
            rectangle(ui, [from, to], middle, half, shade, LineStyle::Solid);
        }
    }
}

fn rectangle(ui: &mut PlotUi<'_>, [from, to]: [f64; 2], y: f64, half: f64, color: Color32, style: LineStyle) {
    let corners = vec![[from, y - half], [to, y - half], [to, y + half], [from, y + half]];
    let bar = Polygon::new("", PlotPoints::new(corners)).style(style).allow_hover(false);
    ui.polygon(bar.fill_color(color.gamma_multiply(0.35)).stroke(Stroke::new(1.0, color)));
}

fn mark(ui: &mut PlotUi<'_>, t: f64, top: f64, word: &str, plot_style: &PlotStyle) {
    ui.vline(VLine::new(word, t).stroke(Stroke::new(1.0, plot_style.weak)).allow_hover(false));
    label(ui, [t, top - 0.1], Align2::RIGHT_TOP, &format!("{word} "), plot_style.weak);
}

fn label(ui: &mut PlotUi<'_>, [x, y]: [f64; 2], align: Align2, text: &str, color: Color32) {
    let text = RichText::new(text).font(FontId::proportional(11.5));
    ui.text(Text::new("", PlotPoint::new(x, y), text).color(color).anchor(align).allow_hover(false));
}

/// Infinite and far ends cut to what can be seen.
fn clip(t: [f64; 2], [from, to]: [f64; 2]) -> [f64; 2] {
    t.map(|t| t.clamp(from, to))
}
