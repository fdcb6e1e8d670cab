//! Two recorded paths compared: alignment, absolute and relative pose errors, and drift.
//!
//! The first is the reference. The figures are those of Umeyama ("Least-squares estimation of transformation parameters between
//! two point patterns", 1991) and of Sturm et al. ("A benchmark for the evaluation of RGB-D SLAM systems", 2012).
//! `docs/paths.md` has the definitions, and the commands of evo with the same figures.

use super::choice::ComparisonChoice;
use super::{against, words};
use crate::geometry::narrate::{counted, fine, num};
use crate::geometry::{Mark, MarkShape, Narrator, Step, Story, Tone};
use crate::report::explanation::Explanation;
use crate::trajectory::align::AlignmentKind;
use crate::trajectory::deviation::Measure;
use crate::trajectory::errors::{Clock, Errors, Matched, Matching, Statistics, errors};
use crate::trajectory::segments::{LENGTHS, SegmentErrors, distance_errors};
use crate::trajectory::steps::StepLength;
use crate::trajectory::{Frame, Trajectory};
use crate::world::SessionAt;

/// The lines between both paths in the picture, at most.
const MOST_LINES: usize = 200;

/// Explains how far `other` is from `reference`; `None` when one of them has no path.
pub(super) fn explain(reference: &SessionAt, other: &SessionAt, choice: &ComparisonChoice) -> Option<Explanation> {
    let matching = choice.matching(reference, other);
    let matched = Matched::of(reference.trajectory()?, other.trajectory()?, &matching);
    let why_not = (matched.other.is_empty()).then(|| against::no_pairs_of(reference, other, &matched, &matching));
    let why_not = why_not.as_deref();
    let mut story = Story::default();
    story.step(|| pairs_step(reference, other, &matched, &matching, why_not));
    // The answer is that of the chosen alignment, else that without one, else there is no pair.
    let has_errors = |freedom: &AlignmentKind| errors(&matched, *freedom).is_ok();
    let decides = choice.answering().into_iter().find(has_errors);
    let decided_by =
        decides.and_then(|decides| AlignmentKind::ALL.iter().position(|one| *one == decides)).map_or(0, |at| at + 1);
    for freedom in AlignmentKind::ALL {
        story.step(|| match errors(&matched, freedom) {
            Ok(found) => errors_step(freedom, &found, &matched),
            Err(reason) => Step {
                title: words::alignment(freedom).into(),
                outcome: words::no_alignment(reason),
                tone: Tone::Fail,
                ..Step::default()
            },
        });
    }
    if let Some(step) = segments_step(&matched) {
        story.step(|| step);
    }
    let answer = sentence(reference, other, &matched, why_not, choice.answering()[0]);
    let title = format!("How far is `{}` from `{}`?", other.name, reference.name);
    let few = few_pairs(&matched);
    let tone = if few.is_some() { Tone::Partial } else { Tone::Note };
    let answer = few.map_or(answer.clone(), |few| format!("{answer}; {few}"));
    Some(Explanation { title, answer, tone, disagreement: None, decided_by: Some(decided_by), wrong_step: None, story })
}

/// The error after an alignment, else without alignment and why, else why there is no error.
fn sentence(
    reference: &SessionAt,
    other: &SessionAt,
    matched: &Matched,
    why_not: Option<&str>,
    freedom: AlignmentKind,
) -> String {
    let [a, b] = [&reference.name, &other.name];
    let (found, how) = match errors(matched, freedom) {
        Ok(found) if freedom == AlignmentKind::Rigid => (Ok(found), "after alignment".to_owned()),
        Ok(found) => (Ok(found), words::alignment(freedom).to_lowercase()),
        Err(reason) => (errors(matched, AlignmentKind::None), format!("not aligned, because {reason}")),
    };
    match found {
        Ok(found) => distance(a, b, &found, &how),
        Err(reason) => {
            let why = why_not.map_or_else(|| reason.to_string(), ToOwned::to_owned);
            format!("`{b}` cannot be compared with `{a}`: {why}")
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
fn distance(reference: &str, other: &str, found: &Errors, how: &str) -> String {
    let rmse = num(Statistics::of(&found.absolute).rmse as f32);
    let drift = found.drift.map_or(String::new(), |drift| format!(", drift {} %", num(drift as f32)));
    format!("`{other}` is {rmse} m from `{reference}` (RMSE, {how}){drift}")
}

/// The problem of a comparison of few frames. Without a pair there is no comparison.
fn few_pairs(matched: &Matched) -> Option<String> {
    words::few_pairs(matched.reference.len(), matched.shorter).filter(|_| !matched.reference.is_empty())
}

fn pairs_step(
    reference: &SessionAt,
    other: &SessionAt,
    matched: &Matched,
    matching: &Matching,
    why_not: Option<&str>,
) -> Step {
    let clock = matched.clock.map_or("", words::clock);
    let pairs = matched.reference.len();
    Step {
        title: "Pairs of frames".into(),
        formula: match matched.clock {
            Some(Clock::Number) => "i = j".into(),
            _ => against::formula(matching),
        },
        numbers: format!(
            "{}\n{}\n{}",
            range(reference, matched.clock),
            range(other, matched.clock),
            counted(pairs, "pair")
        ),
        outcome: if let Some(why) = why_not {
            format!("There is no pair: {why}.")
        } else {
            let few = few_pairs(matched).map_or(String::new(), |few| format!(" {few}."));
            let rule = match matched.clock {
                Some(Clock::Number) => "",
                _ => " Each frame of the shorter path has the nearest frame in time of the longer one.",
            };
            format!("{clock}{rule} Lost frames are left out.{few}")
        },
        tone: match pairs {
            0 => Tone::Fail,
            _ if few_pairs(matched).is_some() => Tone::Partial,
            _ => Tone::Note,
        },
        ..Step::default()
    }
}

/// The number of frames and the times of a session.
fn range(session: &SessionAt, clock: Option<Clock>) -> String {
    let span = |path: &Trajectory| {
        let (first, last) = (*path.frames.times().first()?, *path.frames.times().last()?);
        let frames = counted(path.frames.len(), "frame");
        let begin = match (clock, path.file_start) {
            (Some(Clock::Scene), _) => first,
            (_, Some(begin)) => begin,
            (_, None) => {
                let last = path.number(path.frames.len() - 1);
                return Some(format!("{frames} without times, {} to {last}", path.number(0)));
            }
        };
        let end = begin + (last - first);
        Some(format!("{frames}, {begin:.3} s to {end:.3} s"))
    };
    format!("`{}`: {}", session.name, session.trajectory().and_then(span).unwrap_or_default())
}

fn errors_step(freedom: AlignmentKind, found: &Errors, matched: &Matched) -> Step {
    let line = |measure: Measure| {
        let Statistics { rmse, mean, median, max, min } = Statistics::of(measure.values(found));
        let [rmse, mean, median, max, min] = [rmse, mean, median, max, min].map(fine);
        let (name, unit) = (measure.name(), measure.unit());
        format!("{name}: rmse {rmse}, mean {mean}, median {median}, max {max}, min {min} {unit}")
    };
    let over = match matched.delta {
        StepLength::Frames(1) => String::new(),
        length => format!("\nRPE over steps of {}: {}", words::step_length(length), counted(found.steps.len(), "step")),
    };
    let first = matched.align_first.filter(|_| freedom != AlignmentKind::None && freedom != AlignmentKind::Origin);
    let first = first.map_or(String::new(), |first| format!(", by the first {}", counted(first, "pair")));
    let alignment = found.alignment;
    let [x, y, z, w] = alignment.rotation.to_array().map(fine);
    let [dx, dy, dz] = alignment.translation.to_array().map(fine);
    let drift = words::drift(found.drift);
    let pairs = matched.reference.iter().zip(&matched.other);
    let every = matched.reference.len().div_ceil(MOST_LINES).max(1);
    let mark = |(a, b): (&Frame, &Frame)| Mark {
        shape: MarkShape::Segment(a.position.as_vec3(), alignment.point(b.position).as_vec3()),
        tone: Tone::Partial,
        label: String::new(),
    };
    Step {
        title: words::alignment(freedom).into(),
        formula: "q = s · R · x + t;  APE = |p − q|;  RPE = |Δp − Δq|".into(),
        numbers: format!(
            "s = {}, R = ({x}, {y}, {z}, {w}), t = ({dx}, {dy}, {dz}){first}\n{}{over}\ndrift: {drift}",
            fine(alignment.scale),
            Measure::ALL.map(line).join("\n")
        ),
        outcome: if every > 1 {
            format!("{} The picture has a line for 1 of {every} pairs.", words::meaning(freedom))
        } else {
            words::meaning(freedom).into()
        },
        tone: Tone::Note,
        marks: pairs.step_by(every).map(mark).collect(),
        ..Step::default()
    }
}

/// The errors over distances; `None` for a reference of at most 100 m.
fn segments_step(matched: &Matched) -> Option<Step> {
    let not_scaled = errors(matched, AlignmentKind::None).ok()?.alignment;
    let found = distance_errors(matched, &not_scaled)?;
    let lengths = LENGTHS.iter().zip(&found.by_length).filter(|(_, of)| of.count > 0);
    let mut lines: Vec<String> = lines_of(lengths);
    lines.push(format!("all: {}", words::segments(&found.all)));
    let scaled = errors(matched, AlignmentKind::Similarity).ok();
    if let Some(of) = scaled.and_then(|scaled| distance_errors(matched, &scaled.alignment)) {
        lines.push(format!("all, aligned with scale: {}", words::segments(&of.all)));
    }
    Some(Step {
        title: "Errors over distances".into(),
        formula: "E = Δq⁻¹ Δp;  |E| / length,  ∠E / length".into(),
        numbers: lines.join("\n"),
        outcome: "As the benchmark of KITTI: segments of 100 m to 800 m along the reference, one from every tenth pair. A rigid \
                  alignment does not change them."
            .into(),
        tone: Tone::Note,
        ..Step::default()
    })
}

fn lines_of<'s>(lengths: impl Iterator<Item = (&'s f64, &'s SegmentErrors)>) -> Vec<String> {
    lengths.map(|(length, of)| format!("{} m: {}", fine(*length), words::segments(of))).collect()
}
