//! A part of a recording, as a text of the same format.

use std::ops::Range;

use jsonc_parser::common::Ranged;
use serde_json::{Map, Value};

use super::format::Format;
use super::parse::parse_within;
use super::recorded::Recorded;
use super::settings::Settings;
use super::{columns, nerfstudio};
use crate::budget::Reservation;
use crate::source::error::SceneError;
use crate::source::syntax;
use crate::source::text::without_mark;

/// A part of a recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Trimmed {
    /// The text of a file with these frames only.
    pub text: String,
    /// The frames of the recording that the text has, counted from 0.
    pub frames: Range<usize>,
    /// The scene time of the first of them in seconds: a session with this `start` is at the same times as before.
    pub start: f64,
}

impl Recorded {
    /// The frames from one scene time to another one, in seconds, both included.
    pub fn frames_between(&self, [from, to]: [f64; 2]) -> Range<usize> {
        let times = self.trajectory.frames.times();
        let first = times.partition_point(|&time| time < from);
        first..times.partition_point(|&time| time <= to).max(first)
    }
}

/// Refuses a format of which no part can be written.
///
/// # Errors
/// For a format with several files, for `record3d`, `arkit` and `mcap`.
pub fn refuse_trim(file: &str, format: Format) -> Result<(), SceneError> {
    if matches!(format, Format::Colmap | Format::Record3d | Format::Polycam | Format::Arkit | Format::Mcap) {
        let message = format!("a part of a recording of the format `{}` cannot be written", format.word());
        return Err(SceneError::unreadable(file, &message, Some("cut it in the program that recorded it")));
    }
    Ok(())
}

/// Keeps the frames of a recording from one scene time to another one, in seconds, both included.
///
/// The lines of the kept frames and all comments stay as they are. Frames that the reader leaves out are not in the text.
/// In the format `eyeline` the first line also has the feature points and the anchors that were there before, as `add`.
/// `transforms.json` keeps all other keys.
///
/// # Errors
/// The error of [`parse_within`], and one when no frame is between the two times.
pub fn trim(
    file: &str,
    text: &str,
    settings: &Settings,
    span: [f64; 2],
    memory: &mut Reservation,
) -> Result<Trimmed, SceneError> {
    let recorded = parse_within(file, text, settings, memory)?;
    refuse_trim(file, recorded.format)?;
    let frames = recorded.frames_between(span);
    if frames.is_empty() {
        let message = format!("no frame is between {} s and {} s", span[0], span[1]);
        let times = recorded.trajectory.frames.times();
        let help = format!("the frames are at {} s to {} s", times[0], times[times.len() - 1]);
        return Err(SceneError::unreadable(file, &message, Some(&help)));
    }
    let start = recorded.trajectory.frames.time(frames.start);
    let (text, _) = without_mark(text);
    let text = match recorded.format {
        Format::Eyeline => trim_lines(text, &recorded, &frames),
        Format::Nerfstudio => {
            let unreadable = || SceneError::unreadable(file, "the list of frames was not found", None);
            trim_pictures(text, &frames).ok_or_else(unreadable)?
        }
        _ => trim_rows(text, &recorded, &frames),
    };
    Ok(Trimmed { text, frames, start })
}

/// Keeps comments, the header, and the rows of some frames.
fn trim_rows(text: &str, recorded: &Recorded, frames: &Range<usize>) -> String {
    let mut left_out: Vec<usize> = recorded.left_out.iter().map(|left| left.line).collect();
    left_out.extend(&recorded.unreadable.lines);
    left_out.sort_unstable();
    let mut left_out = left_out.into_iter().peekable();
    let mut kept = String::new();
    let (mut rows, mut frame) = (0, 0);
    for (i, raw) in text.split_inclusive('\n').enumerate() {
        if !columns::is_row(raw.trim(), rows == 0) {
            kept.push_str(raw);
            continue;
        }
        rows += 1;
        if left_out.next_if_eq(&(i + 1)).is_some() {
            continue;
        }
        if frames.contains(&frame) {
            kept.push_str(raw);
        }
        frame += 1;
    }
    kept
}

/// Keeps the lines of some frames. The first of them has the points and anchors of all frames before.
fn trim_lines(text: &str, recorded: &Recorded, frames: &Range<usize>) -> String {
    let mut kept = String::new();
    let mut before = LinesBefore::default();
    let is_read = |i: usize| recorded.unreadable.lines.binary_search(&(i + 1)).is_err();
    let lines = text.split_inclusive('\n').enumerate().filter(|(i, line)| !line.trim().is_empty() && is_read(*i));
    let lines = lines.map(|(_, line)| line);
    for (frame, line) in lines.enumerate().take(frames.end) {
        // The text was read before, so each line is an object.
        let object = || -> Map<String, Value> { serde_json::from_str(line.trim()).unwrap_or_default() };
        if frame < frames.start {
            before.take(&object());
        } else if frame == frames.start && before.is_there() {
            let mut object = object();
            before.take(&object);
            before.put(&mut object);
            push_line(&mut kept, object);
        } else if before.merged.is_empty() || !["\"add\"", "\"remove\""].iter().any(|key| line.contains(key)) {
            kept.push_str(line);
        } else {
            let mut object = object();
            if before.leave_out_merged(&mut object) {
                push_line(&mut kept, object);
            } else {
                kept.push_str(line);
            }
        }
    }
    kept
}

fn push_line(text: &mut String, object: Map<String, Value>) {
    text.push_str(&Value::Object(object).to_string());
    text.push('\n');
}

/// The feature points and anchors before a line.
#[derive(Default)]
struct LinesBefore {
    points: Option<Value>,
    /// In the order of the first addition; `None` for an anchor that is gone.
    anchors: Vec<(String, Option<Map<String, Value>>)>,
    /// Anchors that were merged into others. Their later removal is no fault, but would be one of an unknown anchor.
    merged: Vec<String>,
}

impl LinesBefore {
    fn is_there(&self) -> bool {
        self.points.is_some() || !self.anchors.is_empty()
    }

    /// Takes over what a line changes.
    fn take(&mut self, line: &Map<String, Value>) {
        if let Some(points) = line.get("points").filter(|points| !points.is_null()) {
            self.points = Some(points.clone());
        }
        for added in anchors(line, "add") {
            let id = id_of(added);
            self.merged.retain(|other| other != id);
            match self.anchors.iter_mut().find(|(other, _)| other == id) {
                Some((_, anchor)) => *anchor = Some(added.clone()),
                None => self.anchors.push((id.to_owned(), Some(added.clone()))),
            }
        }
        for update in anchors(line, "update") {
            let id = id_of(update);
            let Some((_, anchor)) = self.anchors.iter_mut().find(|(other, _)| other == id) else { continue };
            let Some(fields) = anchor else { continue };
            let given = update.iter().filter(|(_, value)| !value.is_null());
            fields.extend(given.map(|(key, value)| (key.clone(), value.clone())));
            if fields.contains_key("merged_into") {
                *anchor = None;
                self.merged.push(id.to_owned());
            }
        }
        for id in line.get("remove").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            self.anchors.iter_mut().filter(|(other, _)| other == id).for_each(|(_, anchor)| *anchor = None);
        }
    }

    /// Writes the points and anchors into a line, in place of its changes.
    fn put(&self, line: &mut Map<String, Value>) {
        for key in ["update", "remove", "add"] {
            line.remove(key);
        }
        if let Some(points) = &self.points {
            line.insert("points".to_owned(), points.clone());
        }
        let added: Vec<Value> =
            self.anchors.iter().filter_map(|(_, anchor)| anchor.clone().map(Value::Object)).collect();
        if !added.is_empty() {
            line.insert("add".to_owned(), added.into());
        }
    }

    /// Removes removals of merged anchors from a line after the first. Returns whether there was one.
    fn leave_out_merged(&mut self, line: &mut Map<String, Value>) -> bool {
        for added in anchors(line, "add") {
            self.merged.retain(|other| other != id_of(added));
        }
        let Some(removed) = line.get_mut("remove").and_then(Value::as_array_mut) else { return false };
        let before = removed.len();
        removed.retain(|id| !self.merged.iter().any(|merged| id.as_str() == Some(merged)));
        removed.len() < before
    }
}

fn anchors<'a>(line: &'a Map<String, Value>, key: &str) -> impl Iterator<Item = &'a Map<String, Value>> {
    line.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}

fn id_of(anchor: &Map<String, Value>) -> &str {
    anchor.get("id").and_then(Value::as_str).unwrap_or_default()
}

/// Keeps some entries of `frames`. The rest of the text stays as it is.
fn trim_pictures(text: &str, frames: &Range<usize>) -> Option<String> {
    let root = syntax::parse(text).ok()?;
    let pictures = &root.as_object()?.get_array("frames")?.elements;
    let (first, last) = (pictures.first()?, pictures.last()?);
    let path = |picture: &jsonc_parser::ast::Value| {
        Some(picture.as_object()?.get_string("file_path")?.value.clone().into_owned())
    };
    let paths: Vec<Option<String>> = pictures.iter().map(path).collect();
    let order = nerfstudio::order(&paths.iter().map(Option::as_deref).collect::<Vec<_>>());
    let mut kept = order.get(frames.clone())?.to_vec();
    kept.sort_unstable();
    let (start, end) = (*kept.first()?, *kept.last()?);
    let part = if end - start + 1 == kept.len() {
        text[pictures[start].range().start..pictures[end].range().end].to_owned()
    } else {
        // Other pictures are between them in the file.
        kept.iter().map(|&i| pictures[i].range().text(text)).collect::<Vec<_>>().join(",\n")
    };
    Some([&text[..first.range().start], &part, &text[last.range().end..]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::import::trajectory::parse;
    use crate::import::trajectory::tests::{name, text};
    use crate::trajectory::Trajectory;

    fn trim(file: &str, text: &str, settings: &Settings, span: [f64; 2]) -> Result<Trimmed, SceneError> {
        super::trim(file, text, settings, span, &mut Budget::default().nothing())
    }

    fn at(file: &str, text: &str, start: f64) -> Trajectory {
        parse(file, text, &Settings { start, ..Settings::default() }).unwrap().trajectory
    }

    #[test]
    fn a_part_of_each_format_has_the_frames_of_the_whole() {
        let has_parts = |format: &Format| refuse_trim("a", *format).is_ok();
        for format in Format::ALL.into_iter().filter(has_parts) {
            let file = name(format);
            let text = text(format, format.convention());
            let whole = at(file, &text, 2.0);
            for span in [[2.31, 2.77], [0.0, 2.5], [3.0, 9.0], [2.5, 2.501], [-9.0, 99.0]] {
                let settings = Settings { start: 2.0, ..Settings::default() };
                let part = trim(file, &text, &settings, span).unwrap();
                let found = at(file, &part.text, part.start);
                assert_eq!(
                    (found.frames.len(), part.frames.len()),
                    (part.frames.len(), part.frames.end - part.frames.start)
                );
                for (frame, i) in found.frames.iter().zip(part.frames.clone()) {
                    let wanted = whole.frames.get(i).unwrap();
                    assert!((span[0]..=span[1]).contains(&wanted.time), "{format:?}");
                    assert!((frame.time - wanted.time).abs() < 1e-6 && frame.position == wanted.position, "{format:?}");
                    assert_eq!(frame.rotation, wanted.rotation, "{format:?}");
                }
                let outside =
                    |i: usize| whole.frames.get(i).is_none_or(|frame| !(span[0]..=span[1]).contains(&frame.time));
                assert!(outside(part.frames.end) && part.frames.start.checked_sub(1).is_none_or(outside), "{format:?}");
            }
            assert_eq!(
                trim(file, &text, &Settings::default(), [-1.0, 99.0]).unwrap().text,
                text,
                "all of it: no change"
            );
            let none = trim(file, &text, &Settings::default(), [0.501, 0.502]).unwrap_err().to_string();
            assert!(none.contains("no frame is between 0.501 s and 0.502 s"), "{none}");
        }
    }

    #[test]
    fn a_part_of_pictures_in_another_order_has_the_pictures_of_these_frames() {
        let picture = |i: u32| {
            let matrix = format!("[[1, 0, 0, {i}], [0, 1, 0, 0], [0, 0, 1, 0]]");
            format!("{{ \"file_path\": \"images/{i}.png\", \"transform_matrix\": {matrix} }}")
        };
        let text = |order: &[u32]| {
            let pictures: Vec<String> = order.iter().map(|&i| picture(i)).collect();
            format!("{{ \"w\": 4, \"frames\": [{}] }}", pictures.join(", "))
        };
        let part = trim("transforms.json", &text(&[3, 0, 2, 1]), &Settings::default(), [0.02, 0.07]).unwrap();
        assert_eq!((part.frames, &*part.text), (1..3, &*text(&[2, 1])));
        let part = trim("transforms.json", &text(&[1, 3, 0, 2]), &Settings::default(), [0.02, 0.07]).unwrap();
        assert_eq!(at("a.json", &part.text, 0.0).frames.len(), 2);
        for (settings, file, text) in [
            (
                Settings { format: Some(Format::Record3d), ..Settings::default() },
                "m.json",
                r#"{ "poses": [[0, 0, 0, 1, 0, 0, 0]] }"#,
            ),
            (
                Settings { format: Some(Format::Colmap), ..Settings::default() },
                "images.txt",
                "1 1 0 0 0 0 0 0 1 a.png\n",
            ),
        ] {
            let error = trim(file, text, &settings, [0.0, 1.0]).unwrap_err().to_string();
            assert!(error.contains("cannot be written"), "{error}");
        }
    }

    #[test]
    fn rows_that_the_reader_leaves_out_are_not_in_a_part() {
        let rows = "# a\n1 0 0 0 0 0 0 1\n2 1 0 0 0 0 0 1\n2 2 0 0 0 0 0 1\n# b\n1.5 3 0 0 0 0 0 1\n3 4 0 0 0 0 0 1\n4 5 0 0 0 0 0 1\n";
        let part = trim("a.txt", rows, &Settings::default(), [1.0, 2.0]).unwrap();
        assert_eq!(part.text, "# a\n2 1 0 0 0 0 0 1\n# b\n3 4 0 0 0 0 0 1\n");
        assert_eq!((part.frames, part.start), (1..3, 1.0));
    }

    #[test]
    fn points_and_anchors_of_the_frames_before_are_in_a_part() {
        let line = |time: u32, rest: &str| {
            format!("{{\"time\": {time}, \"position\": [0,1,{time}], \"rotation\": [0,0,0,1]{rest}}}\n")
        };
        let text = [
            line(10, r#", "points": [[0,0,-1]], "fov_y": 60"#),
            line(11, r#", "add": [{"id": "rug", "extent": [1,1]}, {"id": "floor", "extent": [2,2]}, {"id": "lamp"}]"#),
            line(12, r#", "update": [{"id": "floor", "extent": [3,3], "center": [0,0.5,0]}, {"id": "ghost"}], "remove": ["lamp"]"#),
            line(13, r#", "update": [{"id": "rug", "merged_into": "floor"}], "points": [[1,0,-1],[2,0,-1]]"#),
            line(14, r#", "tracking": "limited", "reason": "dark", "update": [{"id": "floor", "extent": [4,4]}]"#),
            line(15, r#", "remove": ["rug"]"#),
            line(16, r#", "add": [{"id": "rug", "extent": [5,5]}]"#),
            line(17, r#", "remove": ["rug", "floor"]"#),
        ]
        .concat();
        let whole = at("walk.jsonl", &text, 0.0);
        for first in 0..8 {
            let part = trim("walk.jsonl", &text, &Settings::default(), [f64::from(first), 7.0]).unwrap();
            let found = at("walk.jsonl", &part.text, part.start);
            for time in (first * 2..=14).map(|half| f64::from(half) / 2.0) {
                assert_eq!(found.points_at(time), whole.points_at(time), "{first}, {time}");
                let anchors = |path: &Trajectory| -> Vec<_> {
                    path.anchors.at(time).map(|(id, anchor)| (id.to_owned(), anchor.clone())).collect()
                };
                let sorted = |mut list: Vec<(String, _)>| {
                    list.sort_by(|(a, _), (b, _)| a.cmp(b));
                    list
                };
                assert_eq!(sorted(anchors(&found)), sorted(anchors(&whole)), "{first}, {time}");
                let [held, wanted] = [&found, &whole].map(|path| path.at(time).unwrap());
                assert_eq!((held.position, held.lens, held.tracking), (wanted.position, wanted.lens, wanted.tracking));
            }
            // The event of the ghost is in the third line.
            let unknown = usize::from(first < 2);
            assert_eq!(found.anchors.unknown_events().len(), unknown, "{first}: {:?}", found.anchors.unknown_events());
        }
    }
}
