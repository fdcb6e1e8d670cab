//! Our own format: one JSON object a line, with tracking, lens, feature points and anchors.

use std::ops::Range;

use glam::{DQuat, DVec2, DVec3};
use serde::Deserialize;

use super::build::Build;
use crate::source::error::SceneError;
use crate::trajectory::{Alignment, AnchorChange, AnchorEvent, Lens, Tracking};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordedLine {
    time: f64,
    position: [f64; 3],
    rotation: [f64; 4],
    #[serde(default)]
    tracking: Word,
    reason: Option<Box<str>>,
    fov_y: Option<f64>,
    aspect: Option<f64>,
    points: Option<Vec<[f64; 3]>>,
    #[serde(default)]
    add: Vec<AnchorLine>,
    #[serde(default)]
    update: Vec<AnchorLine>,
    #[serde(default)]
    remove: Vec<Box<str>>,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    #[default]
    Normal,
    Limited,
    Lost,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnchorLine {
    id: Box<str>,
    center: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    extent: Option<[f64; 2]>,
    polygon: Option<Vec<[f64; 2]>>,
    alignment: Option<AlignmentWord>,
    merged_into: Option<Box<str>>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum AlignmentWord {
    Horizontal,
    Vertical,
}

/// For the help of an error.
const EXAMPLE: &str = r#"a line is such as `{"time": 0.5, "position": [0, 1, 0], "rotation": [0, 0, 0, 1]}`"#;

pub(super) fn read(mut build: Build) -> Result<Build, SceneError> {
    let text = build.text;
    let (mut at, mut first, mut reason) = (0, None, None);
    for (i, raw) in text.split_inclusive('\n').enumerate() {
        let start = at + (raw.len() - raw.trim_start().len());
        at += raw.len();
        let source = raw.trim();
        if source.is_empty() {
            continue;
        }
        let before = build.memory.hold(memory_of(source))?;
        match read_line(&mut build, source, start) {
            Ok(frame) => push(&mut build, frame, place(source, start, "time"), &mut first, &mut reason)?,
            Err(error) => build.leave_out(i + 1, error)?,
        }
        build.memory.release_to(before);
    }
    build.trajectory.file_start = first;
    Ok(build)
}

/// What a line has, checked.
struct RecordedFrame {
    line: RecordedLine,
    rotation: DQuat,
    /// Additions and updates of anchors, with their ids.
    anchors: Vec<(Box<str>, AnchorEvent)>,
}

fn read_line(build: &mut Build, source: &str, start: usize) -> Result<RecordedFrame, SceneError> {
    let span = start..start + source.len();
    let mut line: RecordedLine =
        serde_json::from_str(source).map_err(|error| json_error(build, span, &error, EXAMPLE))?;
    build.memory.keep(kept(&line))?;
    let rotation = build.rotation(line.rotation, &place(source, start, "rotation"))?;
    check_lens(build, &line, source, start)?;
    let mut anchors = Vec::new();
    for key in ["add", "update"] {
        let span = place(source, start, key);
        let is_add = key == "add";
        for one in std::mem::take(if is_add { &mut line.add } else { &mut line.update }) {
            let id = one.id.clone();
            let change = change(build, one, &span)?;
            anchors.push((id, if is_add { AnchorEvent::Add(change) } else { AnchorEvent::Update(change) }));
        }
    }
    Ok(RecordedFrame { line, rotation, anchors })
}

/// Appends a frame. `first` is the time of the first one in the file, and `reason` the last reason.
fn push(
    build: &mut Build,
    RecordedFrame { line, rotation, anchors }: RecordedFrame,
    at_time: Range<usize>,
    first: &mut Option<f64>,
    reason: &mut Option<Box<str>>,
) -> Result<(), SceneError> {
    let time = line.time - *first.get_or_insert(line.time);
    if !build.is_later(time) {
        let message = format!("the time {} is not later than that of the frame before", line.time);
        return Err(build.error(at_time, &message, "times ascend strictly; sort the lines"));
    }
    let tracking = match line.tracking {
        Word::Normal => Tracking::Normal,
        Word::Limited => Tracking::Limited,
        Word::Lost => Tracking::Lost,
    };
    let next = build.next();
    if *reason != line.reason {
        build.trajectory.reasons.push((next, line.reason.clone()));
        *reason = line.reason;
    }
    let has_lens = line.fov_y.is_some() || line.aspect.is_some();
    build.set_lens(has_lens.then_some(Lens { fov_y: line.fov_y, aspect: line.aspect, principal: None }))?;
    if let Some(points) = line.points {
        let points = points.into_iter().map(|point| build.convention.point(DVec3::from_array(point))).collect();
        build.trajectory.points.push((next, points));
    }
    let scene_time = build.scene_time(time);
    for (id, event) in anchors {
        build.trajectory.anchors.record(scene_time, &id, event);
    }
    for id in line.remove {
        build.trajectory.anchors.record(scene_time, &id, AnchorEvent::Remove);
    }
    build.push(time, DVec3::from_array(line.position), rotation, tracking)
}

/// The bytes of the most values that a line may have: objects, lists and texts.
fn memory_of(line: &str) -> u64 {
    let size_of_byte = |byte: u8| match byte {
        // A list of anchors may have room for twice as many.
        b'{' => 2 * size_of::<AnchorLine>(),
        b'[' => 2 * size_of::<[f64; 3]>(),
        // Two for each text.
        b'"' => size_of::<Box<str>>(),
        _ => 0,
    };
    (line.len() + line.bytes().map(size_of_byte).sum::<usize>()) as u64
}

/// The bytes of the points, anchors and reasons of a line that stay with the recording.
fn kept(line: &RecordedLine) -> u64 {
    /// An anchor, its history and their memory blocks, without the boundary. It was measured.
    const ANCHOR: usize = 512;
    /// An event of an anchor that is not there, or a reason and its end.
    const ENTRY: usize = 96;
    let points = line.points.as_ref().map_or(0, |points| ENTRY + points.len() * size_of::<DVec3>());
    let boundary =
        |anchor: &AnchorLine| anchor.polygon.as_ref().map_or(0, |polygon| polygon.len() * size_of::<DVec2>());
    let anchors = line.add.iter().chain(&line.update).map(|anchor| ANCHOR + 2 * anchor.id.len() + boundary(anchor));
    let removed = line.remove.iter().map(|id| ENTRY + id.len());
    let reason = line.reason.as_ref().map_or(0, |reason| ENTRY + reason.len());
    (points + anchors.chain(removed).sum::<usize>() + reason) as u64
}

fn check_lens(build: &Build, line: &RecordedLine, source: &str, start: usize) -> Result<(), SceneError> {
    if let Some(fov_y) = line.fov_y.filter(|&fov_y| !(fov_y > 0.0 && fov_y < 180.0)) {
        let message = format!("`fov_y` must be above 0 and below 180, found {fov_y}");
        return Err(build.error(
            place(source, start, "fov_y"),
            &message,
            "it is an angle in degrees, above 0 and below 180",
        ));
    }
    if let Some(aspect) = line.aspect.filter(|&aspect| aspect <= 0.0) {
        let message = format!("`aspect` must be above 0, found {aspect}");
        return Err(build.error(place(source, start, "aspect"), &message, "it is width over height, above 0"));
    }
    Ok(())
}

fn change(build: &mut Build, line: AnchorLine, span: &Range<usize>) -> Result<AnchorChange, SceneError> {
    let rotation = match line.rotation {
        Some(xyzw) => Some(build.convention.world_rotation(build.rotation(xyzw, span)?)),
        None => None,
    };
    if let Some(extent) = line.extent.filter(|extent| extent.iter().any(|&size| size < 0.0)) {
        let message =
            format!("the extent {extent:?} of the anchor {} is negative", crate::source::error::quoted(&line.id));
        return Err(build.error(span.clone(), &message, "an extent is [width, depth] in metres"));
    }
    if let Some(polygon) = line.polygon.as_ref().filter(|polygon| (1..3).contains(&polygon.len())) {
        let id = crate::source::error::quoted(&line.id);
        let points = if polygon.len() == 1 { "1 point" } else { "2 points" };
        let message = format!("the polygon of the anchor {id} has {points}");
        let help = "a boundary has at least three points; without a `polygon` the extent is the boundary";
        return Err(build.error(span.clone(), &message, help));
    }
    // The own z of a body changes its sign in a mirrored world.
    let z = if build.convention.is_mirrored() { -1.0 } else { 1.0 };
    let corners = |polygon: Vec<[f64; 2]>| polygon.into_iter().map(|[x, y]| DVec2::new(x, z * y)).collect();
    Ok(AnchorChange {
        center: line.center.map(|center| build.convention.point(DVec3::from_array(center))),
        rotation,
        extent: line.extent.map(DVec2::from_array),
        polygon: line.polygon.map(corners),
        alignment: line.alignment.map(|word| match word {
            AlignmentWord::Horizontal => Alignment::Horizontal,
            AlignmentWord::Vertical => Alignment::Vertical,
        }),
        merged_into: line.merged_into,
    })
}

/// The place of a key in a line.
fn place(source: &str, start: usize, key: &str) -> Range<usize> {
    let quoted = format!("\"{key}\"");
    source.find(&quoted).map_or(start..start + source.len(), |at| start + at..start + at + quoted.len())
}

/// The error of a JSON text at a place of the file.
pub(super) fn json_error(build: &Build, span: Range<usize>, error: &serde_json::Error, help: &str) -> SceneError {
    located(build.file(), build.text, span, error, help)
}

/// The same for a text and the name of its file.
pub(super) fn located(file: &str, text: &str, span: Range<usize>, error: &serde_json::Error, help: &str) -> SceneError {
    let source = &text[span.clone()];
    // serde_json counts lines and columns (in bytes) from 1.
    let before: usize = source.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = source.floor_char_boundary((before + error.column().saturating_sub(1)).min(source.len()));
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(&*message, |(message, _)| message);
    SceneError::at(file, text, span.start + at..span.start + at + 1, message, Some(help))
}
