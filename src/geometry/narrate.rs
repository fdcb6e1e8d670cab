//! How a query records its steps.
//!
//! Every query is generic over a [`Narrator`]. With [`Silent`] the closures that would build the steps are
//! never called and the compiler drops them, so the query is the fast path alone; with [`Story`] the same
//! code records its steps. No second implementation exists that could give other results.
//!
//! A step carries the [`Values`] that decided. The query hands them over as it used them, and the step's words are made
//! from them alone.

use std::any::Any;
use std::fmt;
use std::fmt::Debug;
use std::sync::Arc;

use glam::Vec3;

use super::bounds::Aabb;
use super::frustum::{Classification, ExtractionValues, PlaneValues, Side};
use super::interval::Interval;
use super::ray::RayValues;

/// The recorder of a query's steps.
pub trait Narrator {
    /// Whether steps are recorded. If not, a query does not collect the values that only its steps need.
    const RECORDS: bool = true;

    /// Records one step. `make` makes the step and is called only when steps are recorded, so all formatting belongs
    /// inside it.
    fn step(&mut self, make: impl FnOnce() -> Step);
}

/// Records nothing: the fast path.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Narrator for Silent {
    const RECORDS: bool = false;

    #[inline(always)]
    fn step(&mut self, _: impl FnOnce() -> Step) {}
}

/// The steps of one answer, in the order in which they were decided.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Story {
    /// First to last.
    pub steps: Vec<Step>,
}

impl Narrator for Story {
    fn step(&mut self, make: impl FnOnce() -> Step) {
        self.steps.push(make());
    }
}

/// One step of an algorithm, for a reader and for the picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    /// A few words: "Left plane", "Slab X".
    pub title: String,
    /// The formula in symbols; lines are separated by `\n`. Empty when the step computes nothing.
    pub formula: String,
    /// The same formula with the numbers in it, line by line.
    pub numbers: String,
    /// What follows from it, as a sentence.
    pub outcome: String,
    /// What the step contributes to the answer.
    pub tone: Tone,
    /// What to draw in the scene while this step is shown.
    pub marks: Vec<Mark>,
    /// The values that decided, for steps of rays, frusta and octrees.
    pub values: Option<Values>,
}

impl Step {
    /// The part of the step in the diagram of the whole story; `None` when it has none.
    pub fn plot(&self) -> Option<Plot> {
        match self.values.as_ref()? {
            Values::Ray(values) => values.plot(),
            Values::Plane(PlaneValues { side, distances, .. }) => {
                Some(Plot::PlaneDistances { side: *side, p: distances.p, n: distances.n })
            }
            Values::Verdict(_) | Values::Extraction(_) | Values::Other(_) => None,
        }
    }

    /// The values of a query outside this module, when they are of that type.
    pub fn other_values<T: Any>(&self) -> Option<&T> {
        match self.values.as_ref()? {
            Values::Other(values) => values.get(),
            _ => None,
        }
    }
}

/// The values of one step, as the query used them.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Of a ray and a solid, a mesh or an image.
    Ray(RayValues),
    /// Of a box and one plane of a frustum.
    Plane(PlaneValues),
    /// Of a box and all planes of a frustum.
    Verdict(Classification),
    /// Of a camera and its planes.
    Extraction(ExtractionValues),
    /// Of a query outside this module, such as [`crate::octree::place_told`].
    Other(OtherValues),
}

/// Values of a type that is defined elsewhere.
#[derive(Clone, Debug)]
pub struct OtherValues(Arc<dyn Erased>);

impl OtherValues {
    /// Values of any type.
    pub fn new<T: Any + Debug + PartialEq + Send + Sync>(values: T) -> Self {
        Self(Arc::new(values))
    }

    /// The values, when they are of that type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }
}

impl PartialEq for OtherValues {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(other.0.as_any())
    }
}

/// A value whose type is erased.
trait Erased: Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<T: Any + Debug + PartialEq + Send + Sync> Erased for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// The part of a step in a diagram. Every t is that of the ray.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Where the line is inside one part of a solid.
    Interval {
        /// Of the part: "Slab X".
        name: String,
        /// Entry and exit, may be infinite; empty when the entry comes after the exit.
        t: Interval<f32>,
    },
    /// `a u² + 2 b u + c` with `u = t − from`: at most 0 inside one round part of a solid.
    Quadratic {
        /// Of the part: "Circle".
        name: String,
        /// The coefficient of `u²`.
        a: f64,
        /// The coefficient of `2 u`.
        b: f64,
        /// The constant term.
        c: f64,
        /// The t at which u is 0. It differs from 0 for a line that was rescaled.
        from: f64,
        /// The t of the roots, as the query found them.
        roots: Vec<f32>,
        /// As in [`Plot::Interval`]; `None` when a later step gives it.
        inside: Option<Interval<f32>>,
    },
    /// The answer of a ray: the interval inside the solid, the hit, and the range of t that counts.
    Answer {
        /// Where the whole line is inside.
        interval: Option<Interval<f32>>,
        /// Where it hits.
        hit: Option<f32>,
        /// Which t count for this kind of ray, may be infinite.
        range: Interval<f32>,
    },
    /// The signed distances of the p- and n-vertex of a box from a plane, in metres; positive in front.
    PlaneDistances {
        /// Which plane.
        side: Side,
        /// Of the p-vertex.
        p: f32,
        /// Of the n-vertex.
        n: f32,
    },
}

/// What a step or a mark contributes to the answer. The picture shows it by colour, line style and symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Context, which decides nothing by itself.
    #[default]
    Note,
    /// For inside, hit or success.
    Pass,
    /// For intersect.
    Partial,
    /// For outside, miss or failure.
    Fail,
    /// From the exact reference.
    Exact,
}

impl Tone {
    /// The tone of a condition or of an answer of yes or no.
    pub fn pass_or_fail(passes: bool) -> Self {
        if passes { Self::Pass } else { Self::Fail }
    }
}

/// Something to draw in world space for a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where.
    pub shape: MarkShape,
    /// In which colour and style.
    pub tone: Tone,
    /// A short text beside it, may be empty.
    pub label: String,
}

/// The geometry of a [`Mark`]; world space, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MarkShape {
    /// A dot.
    Point(Vec3),
    /// A line from the first point to the second.
    Segment(Vec3, Vec3),
    /// An arrow from the first point to the second.
    Arrow(Vec3, Vec3),
    /// A translucent square patch of a plane around `at`, with a short arrow along the unit `normal`.
    Plane {
        /// The middle of the patch.
        at: Vec3,
        /// Unit normal.
        normal: Vec3,
        /// Half the edge length of the patch.
        half_size: f32,
    },
    /// The edges of a box, turned and sheared in any way.
    Box {
        /// Bit 0 of a corner's index chooses the far side on the box's own X, bit 1 on Y, bit 2 on Z.
        corners: [Vec3; 8],
    },
    /// An interval of the story's ray, in t; may be infinite.
    Interval(Interval<f32>),
}

impl Mark {
    /// The twelve edges of a box, without a label.
    pub fn edges(aabb: &Aabb, tone: Tone) -> [Self; 12] {
        Aabb::EDGES.map(|[a, b]| Self {
            shape: MarkShape::Segment(aabb.corner(a), aabb.corner(b)),
            tone,
            label: String::new(),
        })
    }

    /// The mark at another place. An interval of a ray stays.
    #[must_use]
    pub fn moved(&self, by: Vec3) -> Self {
        let shape = match self.shape {
            MarkShape::Point(at) => MarkShape::Point(at + by),
            MarkShape::Segment(from, to) => MarkShape::Segment(from + by, to + by),
            MarkShape::Arrow(from, to) => MarkShape::Arrow(from + by, to + by),
            MarkShape::Plane { at, normal, half_size } => MarkShape::Plane { at: at + by, normal, half_size },
            MarkShape::Box { corners } => MarkShape::Box { corners: corners.map(|corner| corner + by) },
            MarkShape::Interval(interval) => MarkShape::Interval(interval),
        };
        Self { shape, ..self.clone() }
    }
}

/// A number as text: about four significant digits, no trailing zeros, `−` and `∞` as signs; very small and very
/// large numbers with a power of ten, `1.5e−7`. The largest `f32` represents all numbers beyond it, as in
/// [`crate::geometry::ray::cast`].
pub(crate) fn num(x: f32) -> String {
    if x.abs() >= f32::MAX {
        return if x < 0.0 { "−∞" } else { "∞" }.to_owned();
    }
    digits(x.into(), 4)
}

/// A number of a file, for a message: about four significant digits. Unlike in [`num`], the largest `f32` is itself.
pub(crate) fn written(x: f64) -> String {
    digits(x, 4)
}

/// A count with its noun: "1 object", "3 objects". The plural of the noun ends in "s".
pub(crate) fn counted<N: Copy + fmt::Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let s = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{s}")
}

/// The text with a capital first letter, for the start of a sentence or a title.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A number with seven digits, the precision of `f32`, for values that are compared with an answer in `f32`.
pub fn fine(x: f64) -> String {
    digits(x, 7)
}

/// The value, or 0 when it is smaller than the spacing of `f32` at `size`. For words about a value that decides nothing:
/// such a value is rounding noise beside numbers of that size.
pub(crate) fn settled(value: f64, size: f64) -> f64 {
    if value.abs() < f64::from(f32::EPSILON) * size.abs() { 0.0 } else { value }
}

/// Numbers with enough digits to show which is greater and which are equal: at least four, and seventeen for two
/// numbers that differ in the last place.
pub(crate) fn apart<const N: usize>(values: [f64; N]) -> [String; N] {
    let read =
        |x: f64, count: usize| if x.is_finite() { format!("{x:.*e}", count - 1).parse().unwrap_or(x) } else { x };
    let keeps_order = |count: usize| {
        (0..N).all(|i| {
            (0..i).all(|j| {
                let [a, b] = [values[i], values[j]];
                read(a, count).partial_cmp(&read(b, count)) == a.partial_cmp(&b)
            })
        })
    };
    let count = (4..17).find(|count| keeps_order(*count)).unwrap_or(17);
    values.map(|x| digits(x, count))
}

/// "a ≤ b" if it holds, else "a > b".
pub(crate) fn at_most(a: f64, b: f64) -> [String; 3] {
    let [left, right] = apart([a, b]);
    [left, if a <= b { "≤" } else { ">" }.to_owned(), right]
}

/// "a ≥ b" if it holds, else "a < b".
pub(crate) fn at_least(a: f64, b: f64) -> [String; 3] {
    let [left, right] = apart([a, b]);
    [left, if a >= b { "≥" } else { "<" }.to_owned(), right]
}

/// A number with `count` significant digits.
pub(super) fn digits(x: f64, count: usize) -> String {
    if x.is_nan() {
        return "undefined".to_owned();
    }
    if x.is_infinite() {
        return if x < 0.0 { "−∞" } else { "∞" }.to_owned();
    }
    if x == 0.0 {
        return "0".to_owned();
    }
    // Rounding first: 9.9996 has the exponent of 10.
    let scientific = format!("{x:.*e}", count - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i64 = exponent.parse().unwrap_or(0);
    let text = if (-3..6).contains(&power) {
        let decimals = i64::try_from(count).unwrap_or(0) - 1 - power;
        trim_zeros(&format!("{x:.*}", usize::try_from(decimals).unwrap_or(0))).to_owned()
    } else {
        format!("{}e{exponent}", trim_zeros(mantissa))
    };
    text.replace('-', "−")
}

/// A vector as text: "(1, −0.5, 0)".
pub(crate) fn vec3(v: Vec3) -> String {
    format!("({}, {}, {})", num(v.x), num(v.y), num(v.z))
}

/// A number inside a formula: negative ones in brackets.
pub(crate) fn bracketed(x: f32) -> String {
    if x < 0.0 { format!("({})", num(x)) } else { num(x) }
}

/// A dot product with its numbers in it: "0.5·1 + 0·2 + (−1)·3".
pub(crate) fn product(a: Vec3, b: Vec3) -> String {
    (0..3).map(|i| format!("{}·{}", bracketed(a[i]), bracketed(b[i]))).collect::<Vec<_>>().join(" + ")
}

fn trim_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_keep_their_sign() {
        for (x, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.25, "−1.25"),
            (1.0 / 3.0, "0.3333"),
            (9.999_96, "10"),
            (1234.5678, "1235"),
            (123_456.0, "123456"),
            (-0.001_5, "−0.0015"),
            (1.5e-7, "1.5e−7"),
            (-2e30, "−2e30"),
            (f32::INFINITY, "∞"),
            (f32::NEG_INFINITY, "−∞"),
            (f32::MAX, "∞"),
            (f32::MIN, "−∞"),
            (f32::NAN, "undefined"),
        ] {
            assert_eq!(num(x), text, "{x:e}");
        }
        for (x, text) in [
            (0.0, "0"),
            (4.5, "4.5"),
            (-1.0 / 3.0, "−0.3333333"),
            (123_456.789_012, "123456.8"),
            (7_136_238_486_159_360_000_000_000.0, "7.136238e24"),
            (-2.5e-9, "−2.5e−9"),
            (f64::INFINITY, "∞"),
            (f64::NAN, "undefined"),
        ] {
            assert_eq!(fine(x), text, "{x:e}");
        }
    }
}
