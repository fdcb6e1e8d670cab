//! How the cost grows: a table with the exponents, and a plot of each question, `benches/scaling/NAME.svg`.
//!
//! The exponent is the slope of the line through the points with at least a thousand objects, in a plot whose axes are both logarithmic, by least squares: 1 is
//! proportional, 2 the square.

use std::fmt::Write as _;
use std::path::Path;

use plotters::prelude::*;

use crate::{Result, Results, grouped, rounded};

/// As in `benches/inputs`.
const SIZES: [u32; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];

/// The least size whose time is more than that of the calls around it.
const LEAST: u32 = 1_000;

/// A question with its words, and the crates that were measured.
struct Question {
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    crates: &'static [&'static str],
}

const QUESTIONS: [Question; 6] = [
    Question { name: "frusta", title: "boxes against a frustum", unit: "boxes", crates: &["eyeline", "bevy"] },
    Question {
        name: "pairs",
        title: "building the tree, and all overlapping pairs",
        unit: "boxes",
        crates: &["eyeline", "parry3d", "box3d"],
    },
    Question {
        name: "rays",
        title: "4,081 rays against a terrain",
        unit: "triangles",
        crates: &["eyeline", "parry3d", "obvhs"],
    },
    Question { name: "report", title: "world and report of a scene", unit: "boxes", crates: &["eyeline"] },
    Question { name: "redraw", title: "drawing a picture again", unit: "boxes", crates: &["eyeline"] },
    Question { name: "check", title: "`eyeline check` of a scene", unit: "boxes", crates: &["eyeline"] },
];

pub(crate) fn tables(results: &Results) -> Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scaling");
    std::fs::create_dir_all(&folder)?;
    let mut text = String::from("| ms | of |");
    for size in SIZES {
        write!(text, " {} |", grouped(size.into()))?;
    }
    text += " exponent |\n|---|---|--:|--:|--:|--:|--:|--:|\n";
    let mut plots = String::new();
    for question in &QUESTIONS {
        let mut lines = Vec::new();
        for name in question.crates {
            let points = points(results, question.name, name)?;
            write!(text, "| {} | {name} |", question.title)?;
            for size in SIZES {
                let time = points.iter().find(|(n, _)| *n == size).map(|(_, time)| rounded(time / 1e6));
                write!(text, " {} |", time.unwrap_or_else(|| "–".to_owned()))?;
            }
            writeln!(text, " {:.2} |", exponent(&points))?;
            lines.push((*name, points));
        }
        let title = question.title.replace('`', "");
        plot(&folder.join(question.name).with_extension("svg"), &title, question.unit, &lines)?;
        writeln!(plots, "![{title}](scaling/{}.svg)", question.name)?;
    }
    Ok(format!("{text}\n{plots}\n{}", results.opengl("scaling-check")?))
}

/// The sizes that were measured with their times in nanoseconds.
fn points(results: &Results, question: &str, name: &str) -> Result<Vec<(u32, f64)>> {
    let time = |size: u32| match question {
        "check" => results.other("scaling-check", &size.to_string()),
        _ => results.median(&format!("scaling-{question}"), &format!("{name}/{size}")),
    };
    let found: Vec<(u32, f64)> = SIZES.into_iter().filter_map(|size| Some((size, time(size).ok()?))).collect();
    if found.len() < 2 { Err(format!("{question} of {name} was not measured").into()) } else { Ok(found) }
}

fn exponent(points: &[(u32, f64)]) -> f64 {
    let points: Vec<[f64; 2]> =
        points.iter().filter(|(n, _)| *n >= LEAST).map(|(n, time)| [f64::from(*n).ln(), time.ln()]).collect();
    let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / points.len() as f64;
    let [x, y] = [mean(0), mean(1)];
    let sum = |of: fn(f64, f64) -> f64| points.iter().map(|[a, b]| of(a - x, b - y)).sum::<f64>();
    sum(|a, b| a * b) / sum(|a, _| a * a)
}

/// Both axes are logarithmic.
fn plot(file: &Path, title: &str, unit: &str, lines: &[(&str, Vec<(u32, f64)>)]) -> Result<()> {
    const COLORS: [RGBColor; 3] = [RGBColor(0, 92, 175), RGBColor(214, 96, 20), RGBColor(90, 90, 90)];
    let times = || lines.iter().flat_map(|(_, points)| points.iter().map(|(_, time)| time / 1e6));
    let [least, greatest] = [times().fold(f64::MAX, f64::min), times().fold(0.0, f64::max)];
    let [low, high] = [10_f64.powf(least.log10().floor()), 10_f64.powf(greatest.log10().ceil())];
    let area = SVGBackend::new(file, (480, 360)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 16))
        .margin(12)
        .margin_right(40)
        .x_label_area_size(42)
        .y_label_area_size(64)
        .build_cartesian_2d((100_f64..1e6_f64).log_scale(), (low..high).log_scale())?;
    chart
        .configure_mesh()
        .x_desc(unit)
        .y_desc("ms")
        .x_label_formatter(&|x| grouped(*x))
        .y_label_formatter(&|y| if *y < 1.0 { format!("{y}") } else { grouped(*y) })
        .light_line_style(WHITE)
        .draw()?;
    for ((name, points), color) in lines.iter().zip(COLORS) {
        let at = || points.iter().map(|(n, time)| (f64::from(*n), time / 1e6));
        chart
            .draw_series(LineSeries::new(at(), color.stroke_width(2)).point_size(3))?
            .label(format!("{name}: n^{:.2}", exponent(points)))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(RGBColor(200, 200, 200))
        .draw()?;
    area.present()?;
    Ok(())
}
