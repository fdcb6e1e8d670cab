//! The plot of faults: how large the body is, and how far from the origin.

use std::fmt::Write;

use crate::hunt::{Example, FaultKind};
use crate::mistakes::{Case, RayCase, SolidKind};

/// The decades of both axes, as powers of ten of a metre.
const FROM: f64 = -6.0;
const TO: f64 = 8.0;

/// The size of the plot and its margin, in pixels.
const SIZE: f64 = 460.0;
const MARGIN: f64 = 52.0;

/// The colours of kinds of faults, after Okabe and Ito.
const COLOURS: [&str; 8] = ["#d55e00", "#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#0072b2", "#999999", "#f0e442"];

/// An SVG with a mark for each example; `None` when the question has no lengths.
pub(super) fn plot(examples: &[Example]) -> Option<String> {
    let marks: Vec<(FaultKind, [f64; 2])> =
        examples.iter().filter_map(|example| Some((example.kind, extent(&example.case)?))).collect();
    if marks.is_empty() {
        return None;
    }
    let place =
        |value: f64| (libm::log10(value.max(1e-300)).clamp(FROM, TO) - FROM) / (TO - FROM) * (SIZE - 2.0 * MARGIN);
    let (x, y) = (|value: f64| MARGIN + place(value), |value: f64| SIZE - MARGIN - place(value));
    let mut svg = format!(
        "<svg viewBox=\"0 0 {} {SIZE}\" width=\"640\" role=\"img\" aria-label=\"Faults by the size of the body and its distance from the origin\" font-size=\"12\" fill=\"currentColor\">\n",
        SIZE + 180.0
    );
    for decade in (-6..=8).step_by(2) {
        let value = 10_f64.powi(decade);
        let (at_x, at_y, end) = (x(value), y(value), SIZE - MARGIN);
        let _infallible = writeln!(
            svg,
            "<path d=\"M{at_x:.1} {MARGIN}V{end}M{MARGIN} {at_y:.1}H{end}\" stroke=\"currentColor\" opacity=\"0.2\"/><text x=\"{at_x:.1}\" y=\"{}\" text-anchor=\"middle\">10<tspan dy=\"-4\" font-size=\"9\">{decade}</tspan></text><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">10<tspan dy=\"-4\" font-size=\"9\">{decade}</tspan></text>",
            end + 16.0,
            MARGIN - 6.0,
            at_y + 4.0
        );
    }
    let middle = SIZE / 2.0;
    let _infallible = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">distance from the origin, m</text><text transform=\"translate(12 {middle}) rotate(-90)\" text-anchor=\"middle\">size of the body, m</text>",
        SIZE - 12.0
    );
    let kinds: Vec<FaultKind> =
        FaultKind::ALL.into_iter().filter(|kind| marks.iter().any(|(of, _)| of == kind)).collect();
    for (kind, [distance, size]) in &marks {
        let index = kinds.iter().position(|other| other == kind).unwrap_or(0);
        mark(&mut svg, index, x(*distance), y(*size));
    }
    for (i, kind) in kinds.iter().enumerate() {
        let at = MARGIN + 20.0 * i as f64;
        mark(&mut svg, i, SIZE - 30.0, at);
        let _infallible = writeln!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", SIZE - 18.0, at + 4.0, kind.word());
    }
    svg.push_str("</svg>\n");
    Some(svg)
}

/// A mark with a shape and a colour of its own.
fn mark(svg: &mut String, index: usize, x: f64, y: f64) {
    let colour = COLOURS[index % COLOURS.len()];
    let shape = match index % 4 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\""),
        1 => format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"9\" height=\"9\"", x - 4.5, y - 4.5),
        2 => format!("<path d=\"M{x:.1} {:.1}l6 10h-12z\"", y - 6.0),
        _ => format!("<path d=\"M{x:.1} {:.1}l6 6l-6 6l-6 -6z\"", y - 6.0),
    };
    let _infallible = writeln!(svg, "{shape} fill=\"{colour}\" fill-opacity=\"0.6\" stroke=\"{colour}\"/>");
}

/// The distance of the body from the origin and its largest extent, in metres; `None` for a question without lengths.
fn extent(case: &Case) -> Option<[f64; 2]> {
    let of_points = |points: &[[f32; 3]]| {
        let component = |axis: usize| points.iter().map(move |p| f64::from(p[axis]));
        let ends = [0, 1, 2].map(|axis| {
            [component(axis).fold(f64::INFINITY, f64::min), component(axis).fold(f64::NEG_INFINITY, f64::max)]
        });
        let middle = ends.map(|[low, high]| f64::midpoint(low, high));
        [length(middle), ends.iter().fold(0.0_f64, |most, [low, high]| most.max(high - low))]
    };
    match case {
        Case::FrustumBox { min, max, .. } => Some(of_points(&[*min, *max])),
        Case::FrustumSphere { center, radius, .. } => Some([length(center.map(f64::from)), 2.0 * f64::from(*radius)]),
        Case::RaySolid(ray) => Some(of_solid(ray)),
        Case::RayTriangle { corners, .. } => Some(of_points(corners)),
        Case::BoxBox { a, b } => Some(of_points(&[a[0], a[1], b[0], b[1]])),
        Case::TransformedBox { world_from_local: m, min, max } => {
            let [_, size] = of_points(&[*min, *max]);
            Some([length([m[12], m[13], m[14]].map(f64::from)), size])
        }
        Case::Morton { .. } => None,
    }
}

fn of_solid(ray: &RayCase) -> [f64; 2] {
    let m = ray.world_from_local;
    let scale = (0..3).map(|i| length([m[4 * i], m[4 * i + 1], m[4 * i + 2]].map(f64::from))).fold(0.0, f64::max);
    let [a, b, c] = ray.sizes.map(f64::from);
    let size = match ray.kind {
        SolidKind::Box => 2.0 * a.max(b).max(c),
        SolidKind::Sphere => 2.0 * a,
        SolidKind::Cylinder => 2.0 * a.max(b),
        SolidKind::Cone => (2.0 * a).max(b),
        SolidKind::Capsule => 2.0 * (a + b),
    };
    [length([m[12], m[13], m[14]].map(f64::from)), size * scale]
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}
