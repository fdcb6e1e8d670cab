//! The errors of a path against a reference in few numbers, for a table, a plot over time and a picture.

use glam::DVec3;

use super::Trajectory;
use super::align::{Alignment, AlignmentKind, Degenerate};
use super::errors::{Clock, Errors, Matched, Matching, Statistics, errors};
use super::frames::{Frame, Tracking};
use super::offset::{OffsetOffer, offer};
use super::segments::{DistanceErrors, distance_errors};

/// A kind of errors, as in [`Errors`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// [`Errors::absolute`].
    #[default]
    Absolute,
    /// [`Errors::absolute_turn`].
    AbsoluteTurn,
    /// [`Errors::relative`].
    Relative,
    /// [`Errors::relative_turn`].
    RelativeTurn,
}

impl Measure {
    /// All of them, in the order of reports.
    pub const ALL: [Self; 4] = [Self::Absolute, Self::AbsoluteTurn, Self::Relative, Self::RelativeTurn];

    /// The short name: absolute or relative pose error.
    pub fn name(self) -> &'static str {
        match self {
            Self::Absolute | Self::AbsoluteTurn => "APE",
            Self::Relative | Self::RelativeTurn => "RPE",
        }
    }

    /// The unit: metres or degrees.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Absolute | Self::Relative => "m",
            Self::AbsoluteTurn | Self::RelativeTurn => "°",
        }
    }

    /// The errors of this kind.
    pub fn values(self, errors: &Errors) -> &[f64] {
        match self {
            Self::Absolute => &errors.absolute,
            Self::AbsoluteTurn => &errors.absolute_turn,
            Self::Relative => &errors.relative,
            Self::RelativeTurn => &errors.relative_turn,
        }
    }

    /// The pair of frames to which an error of this kind belongs: of a relative one the end of its step.
    fn pair(self, errors: &Errors, error: usize) -> usize {
        match self {
            Self::Absolute | Self::AbsoluteTurn => error,
            Self::Relative | Self::RelativeTurn => errors.steps[error][1],
        }
    }

    /// The error of this kind at a pair of frames after the first, which there may not be.
    fn error_to(self, errors: &Errors, pair: usize) -> usize {
        match self {
            Self::Absolute | Self::AbsoluteTurn => pair,
            Self::Relative | Self::RelativeTurn => errors.steps.partition_point(|step| step[1] < pair),
        }
    }

    /// Its place in [`Measure::ALL`].
    pub fn index(self) -> usize {
        Self::ALL.iter().position(|other| *other == self).unwrap_or_default()
    }
}

/// Errors are drawn in so many colours.
pub const BANDS: usize = 5;

/// A histogram has so many columns.
pub const BINS: usize = 32;

/// A curve over time has at most so many points.
const MOST_POINTS: usize = 2_000;

/// A path is drawn in at most so many lines.
const MOST_LINES: usize = 20_000;

/// The tolerance of a drawn path is the diagonal of its box over this, as for the outline of a recording.
const OUTLINE: f64 = 3_000.0;

/// A straight line of the aligned path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorStroke {
    /// Metres.
    pub from: DVec3,
    /// Metres.
    pub to: DVec3,
    /// For each of [`Measure::ALL`] the band of its greatest error, from 0 to [`BANDS`] - 1. The bands divide the range from 0
    /// to the greatest error of the path into equal parts.
    pub bands: [u8; 4],
}

/// The errors of a path against a reference after an alignment. Arrays are in the order of [`Measure::ALL`].
#[derive(Clone, Debug, PartialEq)]
pub struct Deviation {
    /// By what the frames were matched.
    pub clock: Clock,
    /// How many pairs of frames.
    pub pairs: usize,
    /// The number of frames of the shorter path.
    pub shorter: usize,
    /// What was changed first to bring the path closest to the reference.
    pub alignment: Alignment,
    /// [`Errors::drift`].
    pub drift: Option<f64>,
    /// The statistics of each kind of errors. Relative errors are zeros when there is no step; see [`Deviation::has_steps`].
    pub statistics: [Statistics; 4],
    /// The errors over the scene times of the path: at most 2,000 points `[seconds, error]`. Of more frames the least and the
    /// greatest error of each group are kept.
    pub curves: [Vec<[f64; 2]>; 4],
    /// For each kind of errors how many are in each of [`BINS`] equal parts of the range from 0 to the greatest.
    pub histograms: [[usize; BINS]; 4],
    /// The aligned position less that of the reference along X, Y and Z in metres, over the scene times of the path, with as
    /// many points as `curves`.
    pub axes: [Vec<[f64; 2]>; 3],
    /// The errors over distances of 100 m and more; `None` for a reference that is shorter.
    pub segments: Option<DistanceErrors>,
    /// The aligned path.
    pub strokes: Vec<ErrorStroke>,
}

/// Why a path has no errors against a reference.
#[derive(Clone, Debug, PartialEq)]
pub struct NoDeviation {
    /// The reason.
    pub reason: Degenerate,
    /// By what the frames were to be matched; `None` when only one of the files has times.
    pub clock: Option<Clock>,
    /// How many pairs of frames.
    pub pairs: usize,
    /// The number of frames of the shorter path.
    pub shorter: usize,
    /// How far the clocks of both paths seem to be apart, when there is no pair and both have times.
    pub offer: Option<OffsetOffer>,
}

impl Deviation {
    /// The errors of `path` against `reference`.
    ///
    /// # Errors
    /// When no frames are at the same moments, or the matched frames do not determine the alignment.
    pub fn of(
        reference: &Trajectory,
        path: &Trajectory,
        matching: &Matching,
        freedom: AlignmentKind,
    ) -> Result<Self, Box<NoDeviation>> {
        let matched = Matched::of(reference, path, matching);
        let (pairs, shorter) = (matched.other.len(), matched.shorter);
        let none = |reason| {
            let offer = if pairs == 0 { offer(reference, path, matching) } else { None };
            Box::new(NoDeviation { reason, clock: matched.clock, pairs, shorter, offer })
        };
        let clock = matched.clock.ok_or_else(|| none(Degenerate::Empty))?;
        let found = errors(&matched, freedom).map_err(none)?;
        let statistics = Measure::ALL.map(|measure| Statistics::of(measure.values(&found)));
        let curves = Measure::ALL.map(|measure| {
            let pair_of = |error: usize| measure.pair(&found, error);
            let times: Vec<f64> =
                (0..measure.values(&found).len()).map(|error| matched.other[pair_of(error)].time).collect();
            curve(&times, measure.values(&found))
        });
        let most = statistics.map(|one| one.max);
        let strokes = strokes(path, &matched.other, &found, most);
        let (alignment, drift) = (found.alignment, found.drift);
        let histograms = Measure::ALL.map(|measure| histogram(measure.values(&found), most[measure.index()]));
        let times: Vec<f64> = matched.other.iter().map(|frame| frame.time).collect();
        let axes = [0, 1, 2].map(|axis| {
            let both = matched.reference.iter().zip(&matched.other);
            let apart = both.map(|(a, b)| (alignment.point(b.position) - a.position)[axis]);
            curve(&times, &apart.collect::<Vec<_>>())
        });
        let segments = distance_errors(&matched, &alignment);
        Ok(Self { clock, pairs, shorter, alignment, drift, statistics, curves, histograms, axes, segments, strokes })
    }

    /// Whether there is a relative error.
    pub fn has_steps(&self) -> bool {
        !self.curves[Measure::Relative.index()].is_empty()
    }
}

/// How many errors are in each part of the range from 0 to the greatest.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below the number of columns")]
fn histogram(errors: &[f64], most: f64) -> [usize; BINS] {
    let mut counts = [0; BINS];
    for error in errors {
        let part = if most > 0.0 { error / most * BINS as f64 } else { 0.0 };
        counts[(part.max(0.0) as usize).min(BINS - 1)] += 1;
    }
    counts
}

/// Errors over time, with the extremes of each group of frames.
fn curve(times: &[f64], errors: &[f64]) -> Vec<[f64; 2]> {
    let point = |i: usize| [times[i], errors[i]];
    if errors.len() <= MOST_POINTS {
        return (0..errors.len()).map(point).collect();
    }
    let size = errors.len().div_ceil(MOST_POINTS / 2);
    let extremes = |start: usize| {
        let group = start..(start + size).min(errors.len());
        let by = |a: &usize, b: &usize| errors[*a].total_cmp(&errors[*b]);
        let (least, most) = (group.clone().min_by(by).unwrap_or(start), group.max_by(by).unwrap_or(start));
        [least.min(most), least.max(most)].map(point)
    };
    (0..errors.len()).step_by(size).flat_map(extremes).collect()
}

/// The aligned path in at most [`MOST_LINES`] lines. There is no line across a loss or a jump.
fn strokes(path: &Trajectory, frames: &[Frame], found: &Errors, most: [f64; 4]) -> Vec<ErrorStroke> {
    let points: Vec<DVec3> = frames.iter().map(|frame| found.alignment.point(frame.position)).collect();
    let min = points.iter().copied().fold(DVec3::INFINITY, DVec3::min);
    let max = points.iter().copied().fold(DVec3::NEG_INFINITY, DVec3::max);
    let gaps = gaps(path, frames);
    let mut tolerance = (min.distance(max) / OUTLINE).max(f64::MIN_POSITIVE);
    loop {
        let strokes = within(&points, &gaps, found, most, tolerance);
        if strokes.len() <= MOST_LINES || !tolerance.is_finite() {
            return strokes;
        }
        tolerance *= 2.0;
    }
}

/// For each matched frame whether there is a loss or a jump between it and the one before.
fn gaps(path: &Trajectory, frames: &[Frame]) -> Vec<bool> {
    let mut index = 0;
    let gap = |frame: &Frame| {
        let before = index;
        index += path.frames.times()[index..].iter().take_while(|&&time| time < frame.time).count();
        let is_gap =
            |i| path.frames.tracking(i) == Tracking::Lost || path.gap_before(i).is_some() || path.is_jump_to(i);
        (before + 1..=index).any(is_gap)
    };
    frames.iter().map(gap).collect()
}

fn within(points: &[DVec3], gaps: &[bool], found: &Errors, most: [f64; 4], tolerance: f64) -> Vec<ErrorStroke> {
    let mut strokes = Vec::new();
    let Some(&first) = points.first() else { return strokes };
    let (mut from, mut bands) = (first, [0; 4]);
    for i in 1..points.len() {
        if gaps[i] {
            (from, bands) = (points[i], [0; 4]);
            continue;
        }
        for (k, measure) in Measure::ALL.into_iter().enumerate() {
            let Some(&error) = measure.values(found).get(measure.error_to(found, i)) else { continue };
            bands[k] = bands[k].max(band(error, most[k]));
        }
        let is_end = i + 1 == points.len() || gaps[i + 1];
        if points[i].distance(from) > tolerance || (is_end && points[i] != from) {
            strokes.push(ErrorStroke { from, to: points[i], bands });
            (from, bands) = (points[i], [0; 4]);
        }
    }
    strokes
}

/// The band of an error.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below the number of bands")]
fn band(error: f64, most: f64) -> u8 {
    if most > 0.0 { (error / most * BANDS as f64).floor().clamp(0.0, BANDS as f64 - 1.0) as u8 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::super::steps::StepLength;
    use super::*;
    use glam::DQuat;

    const SCENE: Matching = Matching {
        clock: Clock::Scene,
        max_difference: 0.01,
        offset: 0.0,
        delta: StepLength::Frames(1),
        align_first: None,
    };

    fn walk(count: u32, at: impl Fn(f64) -> DVec3, lost: std::ops::Range<u32>) -> Trajectory {
        let frame = |i: u32| {
            let time = f64::from(i) * 0.1;
            let tracking = if lost.contains(&i) { Tracking::Lost } else { Tracking::Normal };
            Frame { time, position: at(time), rotation: DQuat::IDENTITY, tracking }
        };
        Trajectory::new((0..count).map(frame).collect())
    }

    #[test]
    fn a_path_that_leaves_its_reference_has_bands_in_order_and_no_line_across_a_loss() {
        let reference = walk(101, |t| DVec3::X * t, 0..0);
        let path = walk(101, |t| DVec3::new(t, 0.1 * t, 0.0), 40..60);
        let found = Deviation::of(&reference, &path, &SCENE, AlignmentKind::None).unwrap();
        assert_eq!((found.pairs, found.curves[0].len(), found.curves[2].len()), (81, 81, 80));
        assert!((found.statistics[0].max - 1.0).abs() < 1e-12);
        let bands: Vec<u8> = found.strokes.iter().map(|stroke| stroke.bands[0]).collect();
        assert!(bands.is_sorted() && bands[0] == 0 && bands[bands.len() - 1] == 4, "{bands:?}");
        let is_across = |stroke: &ErrorStroke| stroke.from.x < 4.5 && stroke.to.x > 4.5;
        assert!(!found.strokes.iter().any(is_across) && found.strokes.len() == 79, "{}", found.strokes.len());
        assert!(found.histograms[0].iter().sum::<usize>() == 81 && found.histograms[0][BINS - 1] > 0);
        let up = &found.axes[1];
        assert!((up[80][1] - 1.0).abs() < 1e-12 && found.axes[0].iter().all(|[_, error]| error.abs() < 1e-12));
        let [time, error] = found.curves[0][80];
        assert!((time - 10.0).abs() < 1e-12 && (error - found.statistics[0].max).abs() < 1e-15);
    }

    #[test]
    fn many_frames_are_few_points_that_have_the_extremes() {
        let wave = |t: f64| DVec3::new(libm::cos(t * 0.01), libm::sin(t * 0.01), 0.0);
        let reference = walk(60_000, wave, 0..0);
        let path = walk(60_000, |t| wave(t) * if (t - 3_000.0).abs() < 0.01 { 1.5 } else { 1.1 }, 0..0);
        let found = Deviation::of(&reference, &path, &SCENE, AlignmentKind::None).unwrap();
        let curve = &found.curves[0];
        assert!(curve.len() <= MOST_POINTS && curve.is_sorted_by(|a, b| a[0] <= b[0]));
        let most = curve.iter().map(|[_, error]| *error).fold(0.0, f64::max);
        assert!((most - found.statistics[0].max).abs() < 1e-15 && (most - 0.5).abs() < 1e-9);
        assert!(found.strokes.len() <= MOST_LINES);
    }

    #[test]
    fn paths_without_common_moments_have_no_deviation() {
        let reference = walk(10, |t| DVec3::X * t, 0..0);
        let lost = walk(10, |t| DVec3::X * t, 0..10);
        let why = |path, freedom| Deviation::of(&reference, path, &SCENE, freedom).unwrap_err().reason;
        assert_eq!(why(&lost, AlignmentKind::None), Degenerate::Empty);
        assert_eq!(why(&reference, AlignmentKind::Rigid), Degenerate::OnALine);
    }

    #[test]
    fn relative_errors_over_a_delta_belong_to_the_ends_of_their_steps() {
        let reference = walk(11, |t| DVec3::X * t, 0..0);
        let path = walk(11, |t| DVec3::X * t * t, 0..0);
        let matching = Matching { delta: StepLength::Frames(4), ..SCENE };
        let found = Deviation::of(&reference, &path, &matching, AlignmentKind::None).unwrap();
        let times: Vec<f64> = found.curves[2].iter().map(|[time, _]| *time).collect();
        assert!(times.len() == 2 && (times[0] - 0.4).abs() < 1e-12 && (times[1] - 0.8).abs() < 1e-12, "{times:?}");
        // The steps to pairs 1 to 4 have the first error, the others up to pair 8 the second, and the rest none.
        let bands: Vec<u8> = found.strokes.iter().map(|stroke| stroke.bands[2]).collect();
        assert!(bands[..4].iter().all(|band| *band == bands[0]) && bands[8..] == [0, 0], "{bands:?}");
        let short =
            Deviation::of(&reference, &path, &Matching { delta: StepLength::Frames(11), ..SCENE }, AlignmentKind::None)
                .unwrap();
        assert!(found.has_steps() && !short.has_steps());
    }
}
