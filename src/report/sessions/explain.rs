//! A recorded camera path explained: its file, losses, jumps, length, anchors, and the pose at the time.

use std::fmt::Write;

use glam::DVec3;

use super::headline::headline;
use super::{against, words};
use crate::geometry::narrate::{self, counted, fine};
use crate::geometry::{Mark, MarkShape, Narrator, Step, Story, Tone};
use crate::import::trajectory::Recorded;
use crate::report::explanation::Explanation;
use crate::trajectory::{GAP, History, Jump, Lost, Summary, Tracking, Trajectory};
use crate::world::SessionAt;

/// More losses or jumps than these have no mark in the picture.
const MOST_MARKS: usize = 2_000;
/// Lists of an explanation have at most so many lines.
const MOST_LINES: usize = 8;

/// Explains a session; `None` for one without a path.
pub(super) fn explain(session: &SessionAt, time: f64) -> Option<Explanation> {
    let file = session.file.as_ref().ok()?;
    let (recorded, summary) = (file.recorded().ok()?, file.summary()?);
    let path = &recorded.trajectory;
    let mut story = Story::default();
    story.step(|| file_step(recorded, summary));
    story.step(|| losses_step(path, summary));
    story.step(|| jumps_step(path, summary));
    story.step(|| length_step(summary));
    if let Some(step) = against::step(session) {
        story.step(|| step);
    }
    if !path.anchors.histories().is_empty() || !path.anchors.unknown_events().is_empty() {
        story.step(|| anchors_step(path));
    }
    if let Some(step) = pose_step(session, path, time) {
        story.step(|| step);
    }
    let tone = if summary.lost.is_empty() && summary.jumps.is_empty() { Tone::Pass } else { Tone::Partial };
    let title = format!("Where was the camera of `{}`?", session.name);
    // Of the steps of losses and of jumps the first that finds one; without any, no loss decides.
    let decided_by = if summary.lost.is_empty() && !summary.jumps.is_empty() { 2 } else { 1 };
    Some(Explanation {
        title,
        answer: headline(session)?,
        tone,
        disagreement: None,
        decided_by: Some(decided_by),
        wrong_step: None,
        story,
    })
}

fn file_step(recorded: &Recorded, summary: &Summary) -> Step {
    let convention = recorded.convention;
    let inverse = if convention.inverse { "camera_from_world, inverted" } else { "world_from_camera" };
    Step {
        title: "The file".into(),
        numbers: format!(
            "format {}, axes {}, world {}; poses {inverse}\n{}, {} s to {} s",
            recorded.format.word(),
            convention.axes.word(),
            convention.world.word(),
            counted(summary.frames, "frame"),
            fine(summary.start),
            fine(summary.start + summary.duration)
        ),
        outcome: match recorded.left_out.len() {
            0 => "Each pose is converted to +Y up and a camera that looks along −Z.".into(),
            count => format!(
                "{} left out, because the time is not later than in the frame before.",
                words::are(count, "frame")
            ),
        },
        tone: if recorded.left_out.is_empty() { Tone::Note } else { Tone::Partial },
        ..Step::default()
    }
}

fn losses_step(path: &Trajectory, summary: &Summary) -> Step {
    let lost_time: f64 = summary.lost.iter().map(|lost| lost.to - lost.from).sum();
    let before_gaps = (1..path.frames.len()).filter(|&i| path.gap_before(i).is_some()).map(|i| i - 1);
    let before_losses = path.frames.lost_runs().iter().filter_map(|[first, _]| first.checked_sub(1));
    let marks = before_losses.chain(before_gaps);
    let is_gap = |lost: &Lost| lost.reason.as_deref() == Some(GAP);
    let limit = path.gap.filter(|_| summary.lost.iter().any(is_gap));
    let limit = limit.map_or(String::new(), |gap| format!("\nlost after {} s without a frame", fine(gap)));
    Step {
        title: "Losses".into(),
        formula: "tracked_ratio = 1 − lost time / duration".into(),
        numbers: format!(
            "1 − {} / {} = {}{limit}{}",
            fine(lost_time),
            fine(summary.duration),
            fine(summary.tracked_ratio),
            lines(&summary.lost, words::lost)
        ),
        outcome: if summary.lost.is_empty() {
            "Tracking was never lost.".into()
        } else {
            let marked = marked(summary.lost.len());
            format!("While tracking is lost, the pose of the last frame before the loss is used.{marked}")
        },
        tone: Tone::pass_or_fail(summary.lost.is_empty()),
        marks: marks.take(MOST_MARKS).map(|frame| dot(path.frames.position(frame), Tone::Fail)).collect(),
        ..Step::default()
    }
}

fn jumps_step(path: &Trajectory, summary: &Summary) -> Step {
    let step = |jump: &Jump| {
        let [from, to] = [jump.frame - 1, jump.frame].map(|frame| path.frames.position(frame).as_vec3());
        Mark { shape: MarkShape::Segment(from, to), tone: Tone::Fail, label: String::new() }
    };
    Step {
        title: "Jumps".into(),
        formula: "speed = distance / seconds;  turn = angle / seconds".into(),
        numbers: format!(
            "limits: {} m/s, {} °/s{}",
            fine(path.jump.speed),
            fine(path.jump.turn),
            lines(&summary.jumps, words::jump)
        ),
        outcome: if summary.jumps.is_empty() {
            "No step exceeds the limits.".into()
        } else {
            let (jumps, marked) = (exceed(summary.jumps.len()), marked(summary.jumps.len()));
            format!("{jumps} the limits. The pose is not interpolated across a jump.{marked}")
        },
        tone: Tone::pass_or_fail(summary.jumps.is_empty()),
        marks: summary.jumps.iter().take(MOST_MARKS).map(step).collect(),
        ..Step::default()
    }
}

/// Says that a picture has not all marks; empty when it has.
fn marked(count: usize) -> String {
    if count > MOST_MARKS { format!(" The first {MOST_MARKS} of {count} are marked.") } else { String::new() }
}

fn exceed(count: usize) -> String {
    format!("{} {}", counted(count, "step"), if count == 1 { "exceeds" } else { "exceed" })
}

fn length_step(summary: &Summary) -> Step {
    Step {
        title: "Length".into(),
        formula: "path_length = Σ |p(i) − p(i−1)|".into(),
        numbers: format!("{} m", fine(summary.path_length)),
        outcome: "Jumps, and steps from or to a lost frame, are left out.".into(),
        tone: Tone::Note,
        ..Step::default()
    }
}

fn anchors_step(path: &Trajectory) -> Step {
    let histories = path.anchors.histories();
    let line = |history: &History| {
        let end = words::end(history).map_or(String::new(), |end| format!(", {end}"));
        let first = history.areas().find_map(|(_, area)| area);
        let size = match (first, history.last_area()) {
            (Some(first), Some(last)) => format!(", {} m² to {} m²", fine(first), fine(last)),
            _ => String::new(),
        };
        format!(
            "`{}`: added at {} s, {}{size}{end}",
            history.id,
            fine(history.added),
            counted(history.updates, "update")
        )
    };
    Step {
        title: "Anchors".into(),
        numbers: format!("{}{}", counted(histories.len(), "anchor"), lines(histories, line)),
        outcome: words::unknown(&path.anchors)
            .unwrap_or_else(|| "Every update and removal refers to an existing anchor.".into()),
        tone: if path.anchors.unknown_events().is_empty() { Tone::Note } else { Tone::Partial },
        ..Step::default()
    }
}

fn pose_step(session: &SessionAt, path: &Trajectory, time: f64) -> Option<Step> {
    let held = session.held?;
    let [x, y, z, w] = held.rotation.to_array().map(fine);
    let reason = path.reason_at(time);
    Some(Step {
        title: "The pose now".into(),
        formula: "position = (1 − s) p(i) + s p(i+1);  rotation = slerp(q(i), q(i+1), s)".into(),
        numbers: format!(
            "time {} s, frame {} at {} s\nposition {}, rotation ({x}, {y}, {z}, {w})",
            fine(time),
            held.frame,
            fine(path.frames.time(held.frame)),
            narrate::vec3(held.position.as_vec3())
        ),
        outcome: match (held.tracking, reason) {
            (Tracking::Normal, _) => "Tracking is normal.".into(),
            (tracking, Some(reason)) => format!("Tracking is {}: {reason}.", tracking.word()),
            (tracking, None) => format!("Tracking is {}.", tracking.word()),
        },
        tone: match held.tracking {
            Tracking::Normal => Tone::Pass,
            Tracking::Limited => Tone::Partial,
            Tracking::Lost => Tone::Fail,
        },
        marks: vec![dot(held.position, Tone::Note)],
        ..Step::default()
    })
}

/// Entries of a list, a line each, with "…" for those that are left out.
fn lines<T>(entries: &[T], line: impl Fn(&T) -> String) -> String {
    let mut text = String::new();
    for entry in entries.iter().take(MOST_LINES) {
        text.push('\n');
        text.push_str(&line(entry));
    }
    if entries.len() > MOST_LINES {
        let _ = write!(text, "\n… and {} more", entries.len() - MOST_LINES);
    }
    text
}

fn dot(place: DVec3, tone: Tone) -> Mark {
    Mark { shape: MarkShape::Point(place.as_vec3()), tone, label: String::new() }
}
