//! The words of losses, jumps, anchors and comparisons, for the explanation and for the window.

use crate::geometry::narrate::{counted, fine};
use crate::trajectory::align::{AlignmentKind, Degenerate};
use crate::trajectory::errors::Clock;
use crate::trajectory::segments::SegmentErrors;
use crate::trajectory::steps::StepLength;
use crate::trajectory::{Anchors, History, Jump, Lost, UnknownAnchor};
use indexmap::IndexMap;

/// "2.8 s to 4 s: the light is out".
pub(crate) fn lost(lost: &Lost) -> String {
    let reason = lost.reason.as_deref().map_or(String::new(), |reason| format!(": {reason}"));
    format!("{} s to {} s{reason}", fine(lost.from), fine(lost.to))
}

/// "frame 58 at 5.8 s: 0.9 m, 9 m/s, 4 °/s".
pub(crate) fn jump(jump: &Jump) -> String {
    let [speed, turn] = [jump.speed, jump.turn].map(fine);
    format!("frame {} at {} s: {} m, {speed} m/s, {turn} °/s", jump.frame, fine(jump.time), fine(jump.distance))
}

/// "merged into `floor` at 2.4 s"; `None` for an anchor that exists at the end.
pub(crate) fn end(history: &History) -> Option<String> {
    let time = fine(history.removed?);
    Some(match &history.merged_into {
        Some(other) => format!("merged into `{other}` at {time} s"),
        None => format!("removed at {time} s"),
    })
}

/// How many events are of anchors that are not there, with their ids; `None` without any.
pub(crate) fn unknown(anchors: &Anchors) -> Option<String> {
    let events = anchors.unknown_events();
    let ignored = || are(events.len(), "event");
    (!events.is_empty())
        .then(|| format!("{} ignored, because the anchor does not exist: {}.", ignored(), unknown_ids(events)))
}

/// So many ids of anchors are listed at most.
const MOST_IDS: usize = 100;

/// The ids of events of anchors that are not there, each once with the number of its events.
pub(crate) fn unknown_ids(events: &[UnknownAnchor]) -> String {
    let mut counts: IndexMap<&str, usize> = IndexMap::new();
    for event in events {
        *counts.entry(&event.id).or_default() += 1;
    }
    let one = |(id, count): (&&str, &usize)| match count {
        1 => format!("`{id}`"),
        count => format!("`{id}` ({count} times)"),
    };
    let listed: Vec<String> = counts.iter().take(MOST_IDS).map(one).collect();
    match counts.len().checked_sub(MOST_IDS).filter(|more| *more > 0) {
        Some(more) => format!("{} and {more} more", listed.join(", ")),
        None => listed.join(", "),
    }
}

/// What an alignment changes, as a title.
pub(crate) fn alignment(freedom: AlignmentKind) -> &'static str {
    match freedom {
        AlignmentKind::None => "Not aligned",
        AlignmentKind::Origin => "Aligned by the first poses",
        AlignmentKind::Translation => "Aligned by translation",
        AlignmentKind::Yaw => "Aligned by translation and yaw",
        AlignmentKind::Rigid => "Aligned by rotation and translation",
        AlignmentKind::Similarity => "Aligned with scale",
    }
}

/// The use of an alignment.
pub(crate) fn meaning(freedom: AlignmentKind) -> &'static str {
    match freedom {
        AlignmentKind::None => "The paths as they are: a different origin counts as an error.",
        AlignmentKind::Origin => "The first poses are the same: the error is how far the path drifts.",
        AlignmentKind::Translation => "The centroids of both paths coincide.",
        AlignmentKind::Yaw => "For paths that know where up is, such as those of visual-inertial systems.",
        AlignmentKind::Rigid => "The usual comparison of paths in metres.",
        AlignmentKind::Similarity => "For paths of unknown scale, such as those of monocular SLAM.",
    }
}

/// The length of the step of a relative error.
pub(crate) fn step_length(length: StepLength) -> String {
    match length {
        StepLength::Frames(pairs) => counted(pairs, "pair"),
        StepLength::Metres(metres) => format!("{} m", fine(metres)),
        StepLength::Seconds(seconds) => format!("{} s", fine(seconds)),
    }
}

/// Mean errors over distances: "1.2 % and 0.003 °/m over 34 segments".
pub(crate) fn segments(errors: &SegmentErrors) -> String {
    let [translation, turn] = [errors.translation, errors.turn].map(fine);
    format!("{translation} % and {turn} °/m over {}", counted(errors.count, "segment"))
}

/// Why an alignment does not exist.
pub(crate) fn no_alignment(reason: Degenerate) -> String {
    format!("There is no such alignment: {reason}.")
}

/// By what frames were matched.
pub(crate) fn clock(clock: Clock) -> &'static str {
    match clock {
        Clock::File => "Times are those of the files.",
        Clock::Scene => "Times are those of the scene.",
        Clock::Number => "No file has times: frames of the same number are compared.",
    }
}

/// Whether less than half of the frames of the shorter path were compared.
pub(crate) fn is_few(pairs: usize, shorter: usize) -> bool {
    2 * pairs < shorter
}

/// The problem that few frames were compared; `None` when at least half of the frames of the shorter path were.
pub(crate) fn few_pairs(pairs: usize, shorter: usize) -> Option<String> {
    is_few(pairs, shorter).then(|| {
        let has = if pairs == 1 { "has" } else { "have" };
        format!("few_pairs: only {pairs} of {} of the shorter path {has} a partner in time", counted(shorter, "frame"))
    })
}

/// The drift in percent of the length of the reference. `None` when that length is 0.
pub(crate) fn drift(drift: Option<f64>) -> String {
    drift.map_or("undefined (length 0)".to_owned(), |drift| format!("{} %", fine(drift)))
}

/// "1 frame is", "3 frames are".
pub(super) fn are(count: usize, noun: &str) -> String {
    format!("{} {}", counted(count, noun), if count == 1 { "is" } else { "are" })
}
