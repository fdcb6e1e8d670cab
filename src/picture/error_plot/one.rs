//! The page of one path: its errors over time, from above, by axis, and how often each error is.

use super::plotted::{ErrorPlot, PlottedPath, from_above, joined};
use crate::geometry::narrate::num;
use crate::picture::compared_path;
use crate::picture::palette::{Color, Palette};
use crate::picture::plot::axes::{
    BAR, DASHES, PlotAxes, PlotLegend, PlotPlace, PlotWords, from_zero, quarters, range, widened,
};
use crate::picture::plot::sheet::PlotSheet;
use crate::trajectory::deviation::{BANDS, BINS, Measure};
use crate::trajectory::errors::Statistics;

/// The page.
pub(super) fn sheet(plot: &ErrorPlot, path: &PlottedPath) -> PlotSheet {
    let mut sheet = PlotSheet::new(format!("Error of {} against {}", path.name, plot.reference));
    let Statistics { rmse, max, .. } = absolute(path);
    sheet.head(&format!("absolute pose error (APE), {} · RMSE {} m · max {} m", path.how, short(rmse), short(max)));
    let [over_time, above, by_axis, how_often] = quarters(84.0, sheet.size);
    draw_over_time(&mut sheet, over_time, path);
    draw_above(&mut sheet, above, plot, path);
    draw_by_axis(&mut sheet, by_axis, path);
    draw_how_often(&mut sheet, how_often, path);
    sheet
}

fn absolute(path: &PlottedPath) -> Statistics {
    path.errors.statistics[Measure::Absolute.index()]
}

/// Four digits, for a label.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
pub(super) fn short(value: f64) -> String {
    num(value as f32)
}

fn levels(path: &PlottedPath) -> [(PlotLegend, f64); 3] {
    let Palette { fail, sides, pass, .. } = Palette::LIGHT;
    let Statistics { rmse, mean, median, .. } = absolute(path);
    [("RMSE", rmse, fail), ("mean", mean, pass), ("median", median, sides[0])].map(|(name, value, color)| {
        (PlotLegend { text: format!("{name} {} m", short(value)), color, dashes: Some(DASHES) }, value)
    })
}

fn draw_over_time(sheet: &mut PlotSheet, place: PlotPlace, path: &PlottedPath) {
    let curve = &path.errors.curves[Measure::Absolute.index()];
    let levels = levels(path);
    let color = Palette::LIGHT.text;
    let mut legend = vec![PlotLegend { text: "APE".into(), color, dashes: None }];
    legend.extend(levels.iter().map(|(entry, _)| entry.clone()));
    let ranges = [range(curve.iter().map(|[time, _]| *time)), from_zero(curve.iter().map(|[_, error]| *error))];
    let words = PlotWords { title: "Error over time", x: "time [s]", y: "APE [m]" };
    let mut axes = PlotAxes::new(sheet, place, &words, &legend, 0.0, ranges);
    axes.curve(curve.iter().copied(), color, 1.2);
    for (entry, value) in levels {
        axes.level(value, entry.color);
    }
}

fn draw_above(sheet: &mut PlotSheet, place: PlotPlace, plot: &ErrorPlot, path: &PlottedPath) {
    let colors = compared_path::colors(&Palette::LIGHT);
    let strokes = &path.errors.strokes;
    let points = || {
        let of_reference = plot.reference_path.iter().flatten().copied();
        of_reference.chain(strokes.iter().flat_map(|stroke| [stroke.from, stroke.to])).map(from_above)
    };
    let [x, z] = [0, 1].map(|axis| widened(range(points().map(|point| point[axis]))));
    let grey = Palette::LIGHT.neutral;
    let legend = [
        PlotLegend { text: plot.reference.to_owned(), color: grey, dashes: Some(DASHES) },
        PlotLegend { text: format!("{}, coloured by its error", path.name), color: colors[0], dashes: None },
    ];
    let words = PlotWords { title: "Path from above", x: "X [m]", y: "Z [m], down" };
    // Z points down the page, as for an eye above whose up is −Z.
    let mut axes = PlotAxes::equal(sheet, place, &words, &legend, BAR, [x, [z[1], z[0]]]);
    for line in joined(plot.reference_path.iter().copied()) {
        axes.dashed(line.into_iter().map(from_above), grey);
    }
    let band = Measure::Absolute.index();
    let mut at = 0;
    while at < strokes.len() {
        // Lines of one colour that follow each other.
        let own = strokes[at].bands[band];
        let count = strokes[at..].iter().take_while(|stroke| stroke.bands[band] == own).count();
        let lines = strokes[at..at + count].iter().map(|stroke| [stroke.from, stroke.to]);
        for line in joined(lines) {
            axes.curve(line.into_iter().map(from_above), colors[usize::from(own).min(BANDS - 1)], 2.2);
        }
        at += count;
    }
    let max = absolute(path).max;
    let values: Vec<String> = (0..=BANDS).map(|i| short(max * i as f64 / BANDS as f64)).collect();
    axes.color_bar(&colors, &values, "APE [m]");
}

fn draw_by_axis(sheet: &mut PlotSheet, place: PlotPlace, path: &PlottedPath) {
    let Palette { fail, pass, sides, .. } = Palette::LIGHT;
    let colors: [Color; 3] = [fail, pass, sides[0]];
    let axes_of = &path.errors.axes;
    let legend: Vec<PlotLegend> = ["X", "Y (up)", "Z"]
        .into_iter()
        .zip(colors)
        .map(|(name, color)| PlotLegend { text: name.into(), color, dashes: None })
        .collect();
    let values = |i: usize| axes_of.iter().flatten().map(move |point| point[i]);
    let ranges = [range(values(0)), widened(range(values(1).chain([0.0])))];
    let words = PlotWords { title: "Difference by axis", x: "time [s]", y: "path − reference [m]" };
    let mut axes = PlotAxes::new(sheet, place, &words, &legend, 0.0, ranges);
    axes.level(0.0, Palette::LIGHT.neutral);
    for (curve, color) in axes_of.iter().zip(colors) {
        axes.curve(curve.iter().copied(), color, 1.2);
    }
}

fn draw_how_often(sheet: &mut PlotSheet, place: PlotPlace, path: &PlottedPath) {
    let counts = &path.errors.histograms[Measure::Absolute.index()];
    let Statistics { max, .. } = absolute(path);
    let max = if max > 0.0 { max } else { 1.0 };
    let most = counts.iter().copied().max().unwrap_or(0);
    let levels = levels(path);
    let legend: Vec<PlotLegend> = levels.iter().map(|(entry, _)| entry.clone()).collect();
    let words = PlotWords { title: "How often each error is", x: "APE [m]", y: "pairs of frames" };
    let mut axes = PlotAxes::new(sheet, place, &words, &legend, 0.0, [[0.0, max], from_zero([most as f64])]);
    let color = Palette::LIGHT.neutral;
    for (i, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let edge = |i: usize| max * i as f64 / BINS as f64;
        // A gap between columns.
        axes.column([edge(i) + 0.04 * edge(1), 0.0], [edge(i + 1) - 0.04 * edge(1), *count as f64], color);
    }
    for (entry, value) in levels {
        axes.upright(value, entry.color);
    }
}
