//! A recorded path against the reference that its scene gives it: the figures in words, and why there are none.

use super::words;
use crate::files::Comparison;
use crate::geometry::narrate::{counted, fine, num};
use crate::geometry::{Step, Tone};
use crate::trajectory::align::Degenerate;
use crate::trajectory::deviation::{Deviation, Measure, NoDeviation};
use crate::trajectory::errors::{Clock, Matched, Matching, Statistics};
use crate::trajectory::offset::{OffsetOffer, SpeedKind};
use crate::trajectory::{Trajectory, offset};
use crate::world::{ReferenceAt, SessionAt};

/// "0.02 m from `truth` (RMSE, aligned by rotation and translation)"; `None` for a session without a reference.
#[expect(clippy::cast_possible_truncation, reason = "four digits are shown")]
pub(super) fn clause(session: &SessionAt) -> Option<String> {
    let reference = session.reference.as_ref()?;
    Some(match session.comparison() {
        Some(Ok(found)) => {
            let how = words::alignment(reference.freedom).to_lowercase();
            format!("{} m from `{}` (RMSE, {how})", num(absolute(&found).rmse as f32), reference.name)
        }
        Some(Err(_)) | None => format!("no error against `{}`", reference.name),
    })
}

/// The statistics of the distances.
pub(super) fn absolute(found: &Deviation) -> Statistics {
    found.statistics[Measure::Absolute.index()]
}

/// The step of an explanation; `None` for a session without a reference.
pub(super) fn step(session: &SessionAt) -> Option<Step> {
    let reference = session.reference.as_ref()?;
    let title = format!("Error against `{}`", reference.name);
    let formula = formula(&reference.matching);
    let of_error = |numbers: String, outcome: String, tone| Step {
        title: title.clone(),
        formula: formula.clone(),
        numbers,
        outcome,
        tone,
        ..Step::default()
    };
    Some(match session.comparison() {
        None => of_error(String::new(), "One of the two recordings has no path.".into(), Tone::Fail),
        Some(Err(none)) => of_error(
            pairs(none.pairs, none.shorter),
            format!("There is no error: {}.", no_error(session, &none)),
            Tone::Fail,
        ),
        Some(Ok(found)) => {
            let few = words::few_pairs(found.pairs, found.shorter);
            let tone = if few.is_some() { Tone::Partial } else { Tone::Note };
            let few = few.map_or(String::new(), |few| format!(" {few}."));
            let outcome = format!("{} {}{few}", words::clock(found.clock), words::meaning(reference.freedom));
            of_error(figures(&found, reference), outcome, tone)
        }
    })
}

fn pairs(pairs: usize, shorter: usize) -> String {
    format!("{} of {}", counted(pairs, "pair"), counted(shorter, "frame"))
}

fn figures(found: &Deviation, reference: &ReferenceAt) -> String {
    let line = |measure: Measure| {
        let Statistics { rmse, mean, median, max, .. } = found.statistics[measure.index()];
        let [rmse, mean, median, max] = [rmse, mean, median, max].map(fine);
        format!("{}: rmse {rmse}, mean {mean}, median {median}, max {max} {}", measure.name(), measure.unit())
    };
    let length = words::step_length(reference.matching.delta);
    let relative = if found.has_steps() {
        let over = |measure| format!("{}, over {length}", line(measure));
        format!("{}\n{}", over(Measure::Relative), over(Measure::RelativeTurn))
    } else {
        format!("RPE: none, because the path is not longer than {length}")
    };
    let absolute = [Measure::Absolute, Measure::AbsoluteTurn].map(line).join("\n");
    let segments = found.segments.as_ref();
    let segments = segments.map_or(String::new(), |of| format!("\nover 100 m to 800 m: {}", words::segments(&of.all)));
    format!("{}\n{absolute}\n{relative}{segments}", pairs(found.pairs, found.shorter))
}

/// The condition of a pair.
pub(super) fn formula(matching: &Matching) -> String {
    let offset = match matching.offset {
        0.0 => String::new(),
        offset if offset < 0.0 => format!(" − {} s", fine(-offset)),
        offset => format!(" + {} s", fine(offset)),
    };
    format!("|t(i){offset} − t(j)| ≤ {} s", fine(matching.max_difference))
}

/// Why a session has no error against its reference, without a full stop.
pub(in crate::report) fn no_error(session: &SessionAt, none: &NoDeviation) -> String {
    let Some(reference) = &session.reference else { return String::new() };
    let to = reference.file.as_ref().ok().and_then(|file| file.trajectory().ok());
    let (Some(to), Some(path)) = (to, session.trajectory()) else { return String::new() };
    let [to, path] = [(&*reference.name, to), (&*session.name, path)];
    match none.reason {
        Degenerate::Empty => no_pairs(to, path, none.clock, none.offer),
        Degenerate::OnALine => format!("there is no such alignment: {}", none.reason),
    }
}

/// Why two sessions that the scene does not compare have no pair, without a full stop.
pub(super) fn no_pairs_of(reference: &SessionAt, path: &SessionAt, matched: &Matched, matching: &Matching) -> String {
    let (Some(a), Some(b)) = (reference.trajectory(), path.trajectory()) else { return String::new() };
    no_pairs((&reference.name, a), (&path.name, b), matched.clock, offset::offer(a, b, matching))
}

/// The message of a comparison in the window that has no errors.
pub(crate) fn why_not(reference: &SessionAt, path: &SessionAt, comparison: &NoDeviation) -> String {
    match (comparison.reason, reference.trajectory(), path.trajectory()) {
        (Degenerate::Empty, Some(a), Some(b)) => {
            let why = no_pairs((&reference.name, a), (&path.name, b), comparison.clock, comparison.offer);
            format!("There are no errors: {why}.")
        }
        _ => words::no_alignment(comparison.reason),
    }
}

type Named<'n> = (&'n str, &'n Trajectory);

fn no_pairs(reference: Named, path: Named, clock: Option<Clock>, offer: Option<OffsetOffer>) -> String {
    let is_lost = |(_, path): &Named| path.frames.lost_runs().first() == Some(&[0, path.frames.len()]);
    if let Some((lost, _)) = [reference, path].into_iter().find(is_lost) {
        return format!("tracking is lost in every frame of `{lost}`");
    }
    let has_times = |(_, path): &Named| path.file_start.is_some();
    let (Some(clock), true) = (clock, has_times(&reference) == has_times(&path) || clock == Some(Clock::Scene)) else {
        let [with, without] = if has_times(&reference) { [reference.0, path.0] } else { [path.0, reference.0] };
        return format!(
            "`{with}` has times and `{without}` has none; give both files times, or compare files without times, whose frames \
             are matched by their numbers"
        );
    };
    let no_frames = "they have no frames at the same moments";
    let Some(offer) = offer else {
        return match clock {
            Clock::Number => format!("{no_frames}: no frames with tracking have the same number"),
            _ => format!(
                "{no_frames}, and their speeds are not alike at any `offset`, so they may be of different motions"
            ),
        };
    };
    format!("{no_frames}; {}", suggestion(path.0, clock, &offer))
}

/// What the cross-correlation of the speeds suggests, and how sure it is.
fn suggestion(path: &str, clock: Clock, offer: &OffsetOffer) -> String {
    let OffsetOffer { offset, correlation, second, pairs, .. } = *offer;
    let what = if clock == Clock::Scene {
        format!("a `start` of `{path}` that is {} s {}", fine(offset.abs()), if offset < 0.0 { "less" } else { "more" })
    } else {
        format!("`\"offset\": {offset}` of the `reference` of `{path}`")
    };
    let speeds = match offer.speed {
        SpeedKind::Travel => "speeds",
        SpeedKind::Turn => "turning speeds",
    };
    let sure = if offer.is_clear() {
        "no other offset is as good".to_owned()
    } else {
        format!("not sure: another offset has {second:.2}")
    };
    let gives = counted(pairs, "pair");
    format!("with {what} their {speeds} agree best (correlation {correlation:.2}, {sure}), and there are {gives}")
}

/// How a comparison ended, for the list of problems.
pub(in crate::report) enum Outcome {
    /// No frames are at the same moments.
    NoPairs,
    /// The frames determine no alignment.
    NoAlignment,
    /// So many of the frames of the shorter path were compared, and they are few.
    Few(usize, usize),
    /// There is no problem.
    Fine,
}

/// The outcome of a comparison.
pub(in crate::report) fn outcome(comparison: &Comparison) -> Outcome {
    match comparison {
        Err(none) if none.reason == Degenerate::OnALine => Outcome::NoAlignment,
        Err(_) => Outcome::NoPairs,
        Ok(found) if words::is_few(found.pairs, found.shorter) => Outcome::Few(found.pairs, found.shorter),
        Ok(_) => Outcome::Fine,
    }
}
