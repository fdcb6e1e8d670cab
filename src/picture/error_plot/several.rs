//! The page of several paths against one reference.

use super::one::short;
use super::plotted::{ErrorPlot, PlottedPath, from_above, joined};
use crate::geometry::narrate::counted;
use crate::picture::palette::{Color, Palette};
use crate::picture::plot::axes::{
    DASHES, PlotAxes, PlotLegend, PlotPlace, PlotWords, from_zero, quarters, range, widened,
};
use crate::picture::plot::sheet::{PlotSheet, TextAnchor};
use crate::trajectory::deviation::{BINS, Measure};
use crate::trajectory::errors::Statistics;

/// More paths than these have no row in the plot of figures.
const MOST_ROWS: usize = 12;

/// The page.
pub(super) fn sheet(plot: &ErrorPlot) -> PlotSheet {
    let paths = counted(plot.paths.len(), "path");
    let mut sheet = PlotSheet::new(format!("Errors of {paths} against {}", plot.reference));
    let how = plot.paths.first().map_or("", |path| path.how);
    let how = how.split(", ").next().unwrap_or_default();
    sheet.head(&format!("absolute pose error (APE), {how}"));
    let legend: Vec<PlotLegend> = plot
        .paths
        .iter()
        .enumerate()
        .map(|(i, path)| PlotLegend { text: path.name.to_owned(), color: color(i), dashes: None })
        .collect();
    let [over_time, above, figures, shares] = quarters(84.0, sheet.size);
    draw_over_time(&mut sheet, over_time, plot, &legend);
    draw_above(&mut sheet, above, plot, &legend);
    draw_figures(&mut sheet, figures, plot);
    draw_shares(&mut sheet, shares, plot, &legend);
    sheet
}

/// The colour of a path.
fn color(path: usize) -> Color {
    let Palette { fail, pass, exact, partial, changed, sides, .. } = Palette::LIGHT;
    [sides[0], fail, pass, exact, partial, changed][path % 6]
}

fn absolute(path: &PlottedPath) -> Statistics {
    path.errors.statistics[Measure::Absolute.index()]
}

fn curve<'a>(path: &PlottedPath<'a>) -> &'a [[f64; 2]] {
    &path.errors.curves[Measure::Absolute.index()]
}

fn draw_over_time(sheet: &mut PlotSheet, place: PlotPlace, plot: &ErrorPlot, legend: &[PlotLegend]) {
    let values = |i: usize| plot.paths.iter().flat_map(curve).map(move |point| point[i]);
    let words = PlotWords { title: "Error over time", x: "time [s]", y: "APE [m]" };
    let mut axes = PlotAxes::new(sheet, place, &words, legend, 0.0, [range(values(0)), from_zero(values(1))]);
    for (i, path) in plot.paths.iter().enumerate() {
        axes.curve(curve(path).iter().copied(), color(i), 1.2);
    }
}

fn draw_above(sheet: &mut PlotSheet, place: PlotPlace, plot: &ErrorPlot, legend: &[PlotLegend]) {
    let grey = Palette::LIGHT.neutral;
    let points = || {
        let strokes = plot.paths.iter().flat_map(|path| &path.errors.strokes);
        let of_reference = plot.reference_path.iter().flatten().copied();
        of_reference.chain(strokes.flat_map(|stroke| [stroke.from, stroke.to])).map(from_above)
    };
    let [x, z] = [0, 1].map(|axis| widened(range(points().map(|point| point[axis]))));
    let reference = PlotLegend { text: plot.reference.to_owned(), color: grey, dashes: Some(DASHES) };
    let legend: Vec<PlotLegend> = std::iter::once(reference).chain(legend.iter().cloned()).collect();
    let words = PlotWords { title: "Paths from above", x: "X [m]", y: "Z [m], down" };
    let mut axes = PlotAxes::equal(sheet, place, &words, &legend, 0.0, [x, [z[1], z[0]]]);
    for (i, path) in plot.paths.iter().enumerate() {
        let lines = path.errors.strokes.iter().map(|stroke| [stroke.from, stroke.to]);
        for line in joined(lines) {
            axes.curve(line.into_iter().map(from_above), color(i), 1.6);
        }
    }
    for line in joined(plot.reference_path.iter().copied()) {
        axes.dashed(line.into_iter().map(from_above), grey);
    }
}

/// A row a path: a bar up to the RMSE, and marks at the median and the greatest error.
fn draw_figures(sheet: &mut PlotSheet, place: PlotPlace, plot: &ErrorPlot) {
    let rows = plot.paths.len().min(MOST_ROWS);
    let [_, most] = from_zero(plot.paths.iter().map(|path| absolute(path).max));
    let Palette { neutral, text, .. } = Palette::LIGHT;
    let title = match plot.paths.len() - rows {
        0 => "RMSE, median and greatest error".to_owned(),
        more => format!("RMSE, median and greatest error, without {}", counted(more, "path")),
    };
    let legend = [
        PlotLegend { text: "bar: RMSE".into(), color: neutral, dashes: None },
        PlotLegend { text: "dashed: median".into(), color: text, dashes: Some([3.0, 2.0]) },
        PlotLegend { text: "line: greatest".into(), color: text, dashes: None },
    ];
    let words = PlotWords { title: &title, x: "APE [m]", y: "path" };
    // The range is of no use for the numbers at the left: each row has its name in the plot.
    let mut axes = PlotAxes::new(sheet, place, &words, &legend, 0.0, [[0.0, most], [f64::INFINITY; 2]]);
    axes.set_rows(rows);
    for (i, path) in plot.paths.iter().take(rows).enumerate() {
        let Statistics { rmse, median, max, .. } = absolute(path);
        let row = i as f64;
        axes.column([0.0, row + 0.45], [rmse, row + 0.8], color(i));
        axes.dashed([[median, row + 0.4], [median, row + 0.85]], text);
        axes.curve([[max, row + 0.4], [max, row + 0.85]], text, 1.5);
        axes.note([0.0, row + 0.22], TextAnchor::Start, &format!("{}: RMSE {} m", path.name, short(rmse)));
    }
}

/// For each path the share of its pairs whose error is at most a value.
fn draw_shares(sheet: &mut PlotSheet, place: PlotPlace, plot: &ErrorPlot, legend: &[PlotLegend]) {
    let [_, most] = from_zero(plot.paths.iter().map(|path| absolute(path).max));
    let words = PlotWords { title: "Share of pairs with at most this error", x: "APE [m]", y: "share [%]" };
    let mut axes = PlotAxes::new(sheet, place, &words, legend, 0.0, [[0.0, most], [0.0, 105.0]]);
    for (i, path) in plot.paths.iter().enumerate() {
        let counts = &path.errors.histograms[Measure::Absolute.index()];
        let (max, all) = (absolute(path).max, counts.iter().sum::<usize>().max(1));
        let mut below = 0;
        let mut points = vec![[0.0, 0.0]];
        for (bin, count) in counts.iter().enumerate() {
            below += count;
            points.push([max * (bin + 1) as f64 / BINS as f64, 100.0 * below as f64 / all as f64]);
        }
        points.push([most, 100.0]);
        axes.curve(points, color(i), 1.6);
    }
}
