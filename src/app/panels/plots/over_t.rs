//! The intervals of a ray over t, read from the answer's steps: where the line is inside each part of a solid, and in
//! all.

use crate::geometry::narrate::num;
use crate::geometry::{Interval, Plot, Step};

/// The diagram of one ray and one solid. Every number comes from the steps of the query.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OverT {
    /// The quadratics of the round parts, in the order of the steps.
    pub(super) curves: Vec<Curve>,
    /// One interval per part, in the order of the steps.
    pub(super) bars: Vec<Bar>,
    /// Where the whole line is inside the solid.
    pub(super) inside: Option<[f64; 2]>,
    pub(super) hit: Option<f64>,
    /// The t that count for the kind of ray; may be infinite.
    pub(super) range: [f64; 2],
    /// The range of t that is shown at first.
    pub(super) view: [f64; 2],
}

/// `a u² + 2 b u + c` with `u = t − from`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Curve {
    pub(super) name: String,
    a: f64,
    b: f64,
    c: f64,
    from: f64,
    pub(super) roots: Vec<f64>,
    /// The value that is drawn one unit high.
    unit: f64,
}

/// The interval in which the line is inside one part.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bar {
    pub(super) name: String,
    /// Empty when the first is above the second; may be infinite.
    pub(super) t: [f64; 2],
}

/// Samples of a curve over the shown range.
const SAMPLES: u32 = 1200;
/// Curves are cut off so many units above and below zero.
pub(super) const CUT: f64 = 1.25;

impl OverT {
    /// `None` for steps of another kind of answer.
    pub(super) fn of(steps: &[Step]) -> Option<Self> {
        let (mut curves, mut bars, mut answer) = (Vec::new(), Vec::new(), None);
        for plot in steps.iter().filter_map(Step::plot) {
            match plot {
                Plot::Interval { name, t } => bars.push(Bar { name, t: t.map(f64::from).ends() }),
                Plot::Quadratic { name, a, b, c, from, roots, inside } => {
                    let roots = roots.into_iter().map(f64::from).collect();
                    bars.extend(inside.map(|t| Bar { name: name.clone(), t: t.map(f64::from).ends() }));
                    curves.push(Curve { name, a, b, c, from, roots, unit: 1.0 });
                }
                Plot::Answer { interval, hit, range } => {
                    let ends = |t: Interval<f32>| t.map(f64::from).ends();
                    answer = Some((interval.map(ends), hit.map(f64::from), ends(range)));
                }
                Plot::PlaneDistances { .. } => {}
            }
        }
        let (inside, hit, range) = answer?;
        let parts = bars.iter().flat_map(|bar| bar.t).chain(curves.iter().flat_map(|curve| curve.roots.clone()));
        let deciding = if inside.is_none() { deciding(&bars, &curves) } else { Vec::new() };
        let view = view(inside, range, &deciding, parts);
        for curve in &mut curves {
            curve.unit = curve.greatest(view);
        }
        Some(Self { curves, bars, inside, hit, range, view })
    }
}

/// The t that show why a line is never inside: it enters one part after it has left another. A curve without roots
/// decides alone; its turning point is shown.
fn deciding(bars: &[Bar], curves: &[Curve]) -> Vec<f64> {
    let last_in = bars.iter().filter(|bar| !bar.is_empty()).map(|bar| bar.t[0]).fold(f64::NEG_INFINITY, f64::max);
    let first_out = bars.iter().filter(|bar| !bar.is_empty()).map(|bar| bar.t[1]).fold(f64::INFINITY, f64::min);
    let turning = curves.iter().filter(|curve| curve.roots.is_empty()).map(Curve::turning_point);
    [last_in, first_out].into_iter().chain(turning).filter(|t| t.is_finite()).collect()
}

/// The range: the start, the whole interval inside the solid, or the deciding t; further ends too, as long as the rest
/// stays readable.
fn view(inside: Option<[f64; 2]>, range: [f64; 2], deciding: &[f64], parts: impl Iterator<Item = f64>) -> [f64; 2] {
    let parts: Vec<f64> = parts.filter(|t| t.is_finite()).collect();
    let mut core: Vec<f64> = range.into_iter().chain(inside.into_iter().flatten()).filter(|t| t.is_finite()).collect();
    core.push(0.0);
    core.extend(deciding);
    if inside.is_none() && deciding.is_empty() {
        // At least the nearest end, so that the range is not empty.
        core.extend(parts.iter().copied().min_by(|a, b| a.abs().total_cmp(&b.abs())));
    }
    let ends = |list: &[f64]| list.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], t| [a.min(*t), b.max(*t)]);
    let [from, to] = ends(&core);
    let span = (to - from).max(from.abs().max(to.abs()) * 1e-6).max(1e-6);
    let near = |t: &f64| (from - 1.5 * span..=to + 1.5 * span).contains(t);
    core.extend(parts.into_iter().filter(near));
    let [from, to] = ends(&core);
    let border = (to - from).max(span) * 0.12;
    [from - border, to + border]
}

impl Curve {
    fn value(&self, t: f64) -> f64 {
        let u = t - self.from;
        (self.a * u + 2.0 * self.b) * u + self.c
    }

    /// The t of the curve's turning point. Not finite for a straight line.
    fn turning_point(&self) -> f64 {
        self.from - self.b / self.a
    }

    /// The greatest absolute value between the roots; a curve without a turning point in the range fills its band.
    fn greatest(&self, [from, to]: [f64; 2]) -> f64 {
        let at_ends = self.value(from).abs().max(self.value(to).abs());
        let middle = self.turning_point();
        let at_middle = if (from..=to).contains(&middle) { self.value(middle).abs() } else { 0.0 };
        let unit = at_middle.max(at_ends * 0.001);
        if unit.is_finite() && unit > 0.0 { unit } else { 1.0 }
    }

    /// The curve over a range of t, in units, divided where it leaves its band.
    pub(super) fn pieces(&self, [from, to]: [f64; 2]) -> Vec<Vec<[f64; 2]>> {
        let points = (0..=SAMPLES).map(|i| {
            let t = from + (to - from) * f64::from(i) / f64::from(SAMPLES);
            [t, self.value(t) / self.unit]
        });
        let mut pieces = vec![Vec::new()];
        for point in points {
            if point[1].abs() <= CUT {
                if let Some(piece) = pieces.last_mut() {
                    piece.push(point);
                }
            } else if pieces.last().is_some_and(|piece| !piece.is_empty()) {
                pieces.push(Vec::new());
            }
        }
        pieces.retain(|piece| piece.len() > 1);
        pieces
    }
}

impl Bar {
    pub(super) fn is_empty(&self) -> bool {
        self.t[0] > self.t[1]
    }
}

/// An interval in a few signs.
pub(super) fn words([from, to]: [f64; 2]) -> String {
    match (from > to, from.is_finite(), to.is_finite()) {
        (true, ..) => "never".to_owned(),
        (_, false, false) => "always".to_owned(),
        (_, true, false) => format!("from {}", num(narrow(from))),
        (_, false, true) => format!("to {}", num(narrow(to))),
        _ => format!("{} … {}", num(narrow(from)), num(narrow(to))),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "for display, and it came from an f32")]
pub(super) fn narrow(x: f64) -> f32 {
    x as f32
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the values of the steps are copied")]
mod tests {
    use super::*;
    use crate::geometry::ray::{Inside, Ray, RayKind, RayQuery, cast_told};
    use crate::geometry::{Pose, Shape, Story};
    use glam::Vec3;

    const SHAPES: [Shape; 5] = [
        Shape::Box { half_extents: Vec3::ONE },
        Shape::Sphere { radius: 1.0 },
        Shape::Cylinder { radius: 1.0, half_height: 1.0 },
        Shape::Cone { radius: 1.0, height: 2.0 },
        Shape::Capsule { radius: 0.5, half_height: 0.5 },
    ];

    fn ray(origin: [f32; 3], direction: [f32; 3]) -> Ray {
        Ray { origin: origin.into(), direction: direction.into() }
    }

    fn plot(ray: &Ray, kind: RayKind, shape: &Shape) -> OverT {
        let mut story = Story::default();
        cast_told(ray, RayQuery::new(kind, Inside::Solid), shape, &Pose::IDENTITY, &mut story);
        OverT::of(&story.steps).unwrap()
    }

    #[test]
    fn the_intervals_of_the_parts_give_the_whole_interval() {
        let rays = [
            ray([-5.0, -0.5, 0.1], [2.0, 0.1, 0.0]),
            ray([0.1, 6.0, 0.2], [0.0, -1.0, 0.0]),
            ray([-3.0, -3.0, 0.0], [1.0, 0.9, 0.05]),
            ray([-4e4, -0.5, 0.1], [1e3, 0.0, 0.0]),
        ];
        for (i, shape) in SHAPES.iter().enumerate() {
            for ray in &rays {
                let plot = plot(ray, RayKind::Ray, shape);
                let all = plot.bars.iter().filter(|bar| !bar.name.starts_with("Cap"));
                let [from, to] =
                    all.fold([f64::NEG_INFINITY, f64::INFINITY], |[a, b], bar| [a.max(bar.t[0]), b.min(bar.t[1])]);
                match plot.inside {
                    // A capsule lies in its tube, its caps decide the rest.
                    Some([a, b]) if matches!(shape, Shape::Capsule { .. }) => {
                        assert!(from <= a && b <= to, "{shape:?} {ray:?}: {plot:?}");
                    }
                    Some(inside) => assert_eq!(inside, [from, to], "{shape:?} {ray:?}"),
                    None if i == 4 => {}
                    None => assert!(from > to, "{shape:?} {ray:?}: {plot:?}"),
                }
            }
        }
    }

    #[test]
    fn curves_are_zero_at_their_roots_even_for_far_starts_and_long_directions() {
        for shape in &SHAPES[1..] {
            for ray in [
                ray([-5.0, -0.5, 0.1], [2.0, 0.1, 0.0]),
                ray([-4e4, -0.5, 0.1], [1e3, 0.0, 0.0]),
                ray([0.1, -0.5, -4.0], [0.0, 0.0, 1e-8]),
            ] {
                let plot = plot(&ray, RayKind::Line, shape);
                let [from, to] = plot.inside.unwrap();
                for curve in &plot.curves {
                    assert!(!curve.roots.is_empty(), "{shape:?} {ray:?}");
                    for &root in &curve.roots {
                        // A root is rounded to f32, which the slope there magnifies.
                        let slope = (curve.value(root + (to - from) * 1e-3) - curve.value(root)).abs() * 1e3;
                        let rounding = root.abs() * 1.2e-7 / (to - from) * slope * 2.0;
                        let rest = curve.value(root).abs();
                        assert!(rest <= rounding + slope * 1e-6, "{shape:?} {ray:?}: {rest} at {root}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_view_holds_start_and_solid_and_is_not_squeezed() {
        // Nearly parallel to the slab in y: its ends are at t = ±1e6.
        let plot = plot(&ray([-5.0, 0.0, 0.0], [1.0, 1e-6, 0.0]), RayKind::Ray, &SHAPES[0]);
        assert_eq!((plot.inside, plot.hit), (Some([4.0, 6.0]), Some(4.0)));
        assert!(plot.view[0] < 0.0 && plot.view[0] > -10.0, "{:?}", plot.view);
        assert!(plot.view[1] > 6.0 && plot.view[1] < 20.0, "{:?}", plot.view);
        let missing = super::view(None, [0.0, f64::INFINITY], &[], [f64::INFINITY].into_iter());
        assert!(missing[0] < missing[1] && missing.iter().all(|t| t.is_finite()), "{missing:?}");
    }

    #[test]
    fn the_parts_that_a_miss_is_decided_by_are_in_view() {
        for ray in [
            // X is entered long after Y was left.
            ray([-200.0, 0.9, 0.0], [1.0, 0.4, 0.05]),
            ray([-4.0, 3.0, 0.0], [1.0, 0.0, 0.0]),
            ray([5.0, -9.0, 2.0], [-1.0, 0.01, 0.3]),
        ] {
            for shape in &SHAPES {
                let plot = plot(&ray, RayKind::Ray, shape);
                if plot.inside.is_some() {
                    continue;
                }
                let bars = || plot.bars.iter().filter(|bar| !bar.is_empty());
                let last_in = bars().map(|bar| bar.t[0]).fold(f64::NEG_INFINITY, f64::max);
                let first_out = bars().map(|bar| bar.t[1]).fold(f64::INFINITY, f64::min);
                for t in [last_in, first_out].into_iter().filter(|t| t.is_finite()) {
                    assert!((plot.view[0]..=plot.view[1]).contains(&t), "{shape:?} {ray:?}: {t} in {:?}", plot.view);
                }
            }
        }
    }

    #[test]
    fn pieces_stay_in_their_band() {
        let plot = plot(&ray([-5.0, -0.5, 0.0], [1.0, 0.0, 0.0]), RayKind::Ray, &SHAPES[1]);
        let pieces = plot.curves[0].pieces(plot.view);
        assert_eq!(pieces.len(), 1);
        assert!(pieces[0].iter().all(|[_, y]| y.abs() <= CUT));
        let lowest = pieces[0].iter().map(|[_, y]| *y).fold(0.0, f64::min);
        assert!((-1.01..-0.9).contains(&lowest), "{lowest}");
    }

    #[test]
    fn intervals_in_words() {
        let (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        for (t, text) in [
            ([1.0, 2.5], "1 … 2.5"),
            ([high, low], "never"),
            ([low, high], "always"),
            ([low, -1.0], "to −1"),
            ([3.0, high], "from 3"),
        ] {
            assert_eq!(words(t), text);
        }
    }
}
