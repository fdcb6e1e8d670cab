//! Logs of `ARKit` as JSON: for each frame an object with `timestamp` and `transform`, the 16 numbers of `ARCamera.transform`
//! column by column as `simd_float4x4` stores them, or four lists of a column each.
//!
//! The text is a list of such objects, an object with the list `frames`, or an object a line. `trackingState` is read where it is
//! there: `normal`, `limited` and `notAvailable` as `ARKit` names them. Other keys are not read. The rotation and the position are
//! those of a camera that looks along −Z, in metres, with +Y up.

use std::fmt;
use std::ops::Range;

use glam::DVec3;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::build::{Build, places};
use super::columns;
use super::eyeline::json_error;
use super::leading::Leading;
use super::settings::Settings;
use super::time::{TimeUnit, Times};
use crate::source::error::SceneError;
use crate::trajectory::Tracking;

#[derive(Deserialize)]
struct ArkitFrame {
    timestamp: Option<serde_json::Number>,
    transform: Option<Leading<MatrixPart, 16>>,
    #[serde(rename = "trackingState")]
    tracking: Option<String>,
}

/// A number of a matrix, or a column of it. A number that is not finite is `null` in JSON.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum MatrixPart {
    Number(f64),
    Column([f64; 4]),
    Nothing(()),
}

const FORM: &str =
    "a frame is such as `{\"timestamp\": 0.5, \"transform\": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1.6, 0, 1]}`";

/// Reads the text of the build.
pub(super) fn read<'a>(mut build: Build<'a>, settings: &Settings) -> Result<Build<'a>, SceneError> {
    let text = build.text;
    let mut reader = ArkitReader { times: Times::new(settings.time_unit.unwrap_or(TimeUnit::Seconds)) };
    let is_lines = text.trim_start().starts_with('{') && !text.contains("\"frames\"");
    if is_lines {
        for (i, (start, line)) in columns::lines(text).enumerate().filter(|(_, (_, line))| !line.is_empty()) {
            let span = start..start + line.len();
            let frame = serde_json::from_str(line).map_err(|error| json_error(&build, span.clone(), &error, FORM));
            match frame {
                Ok(frame) => reader.take(&mut build, &frame, i + 1, span)?,
                Err(error) => build.leave_out(i + 1, error)?,
            }
        }
    } else {
        let (mut places, mut failed) = (places(text, "\"transform\""), None);
        let frames = ListOfFrames { build: &mut build, reader: &mut reader, places: &mut places, failed: &mut failed };
        let mut json = serde_json::Deserializer::from_str(text);
        let result = frames.deserialize(&mut json).and_then(|()| json.end());
        if let Some(error) = failed {
            return Err(error);
        }
        if let Err(error) = result {
            // The frames before are kept, because a log may have been cut.
            let line = error.line();
            let error = json_error(&build, 0..text.len(), &error, FORM);
            build.leave_out(line, error)?;
        }
    }
    build.trajectory.file_start = reader.times.in_file();
    Ok(build)
}

/// What the frames of a file share.
struct ArkitReader {
    times: Times,
}

impl ArkitReader {
    /// Appends a frame, or leaves it out.
    fn take(
        &mut self,
        build: &mut Build,
        frame: &ArkitFrame,
        line: usize,
        span: Range<usize>,
    ) -> Result<(), SceneError> {
        let pose = matrix(frame).map_err(|message| build.error(span.clone(), message, FORM));
        let pose = pose.and_then(|[x, y, z, at]| {
            let rows = [0, 1, 2].map(|row| [x[row], y[row], z[row]]);
            Ok((DVec3::new(at[0], at[1], at[2]), build.matrix(rows, &span)?))
        });
        let stamp = frame.timestamp.as_ref().and_then(|stamp| Some((stamp.to_string(), stamp.as_f64()?)));
        let stamp = stamp.ok_or_else(|| build.error(span.clone(), "the frame has no `timestamp`", FORM));
        let ((written, stamp), (position, rotation)) = match stamp.and_then(|stamp| Ok((stamp, pose?))) {
            Ok(frame) => frame,
            Err(error) => return build.leave_out(line, error),
        };
        let time = self.times.since(&written, stamp);
        let tracking = match frame.tracking.as_deref() {
            Some(word) if word.starts_with("limited") => Tracking::Limited,
            Some(word) if word.starts_with("not") => Tracking::Lost,
            _ => Tracking::Normal,
        };
        if build.is_later(time) {
            return build.push(time, position, rotation, tracking);
        }
        build.push_later(line, time, position, rotation)
    }
}

/// The columns of a matrix.
fn matrix(frame: &ArkitFrame) -> Result<[[f64; 4]; 4], &'static str> {
    const WRONG: &str = "`transform` is not 16 numbers or 4 columns of 4 numbers";
    let parts = frame.transform.as_ref().ok_or("the frame has no `transform`")?.0.ok_or(WRONG)?;
    let mut numbers = [0.0; 16];
    match parts {
        [
            Some(MatrixPart::Column(a)),
            Some(MatrixPart::Column(b)),
            Some(MatrixPart::Column(c)),
            Some(MatrixPart::Column(d)),
            None,
            ..,
        ] => {
            numbers.copy_from_slice(&[a, b, c, d].concat());
        }
        _ => {
            for (number, part) in numbers.iter_mut().zip(parts) {
                let Some(MatrixPart::Number(own)) = part else { return Err(WRONG) };
                *number = own;
            }
        }
    }
    let [a, b, c, d, e, f, g, h, i, j, k, l, x, y, z, w] = numbers;
    let is_zero = |numbers: [f64; 3]| numbers.iter().all(|number| number.abs() < f64::MIN_POSITIVE);
    if is_zero([x, y, z]) && !is_zero([d, h, l]) {
        return Err("`transform` is written row by row, and ARKit's `simd_float4x4` is column by column");
    }
    Ok([[a, b, c, d], [e, f, g, h], [i, j, k, l], [x, y, z, w]])
}

/// A list of frames, or an object with the list `frames`, which are appended while they are read.
struct ListOfFrames<'b, 'a> {
    build: &'b mut Build<'a>,
    reader: &'b mut ArkitReader,
    /// The places of the matrices.
    places: &'b mut dyn Iterator<Item = (Range<usize>, usize)>,
    /// The error that ended the reading.
    failed: &'b mut Option<SceneError>,
}

impl<'de> DeserializeSeed<'de> for ListOfFrames<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ListOfFrames<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of frames")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(frame) = list.next_element::<ArkitFrame>()? {
            let (span, line) = self.places.next().unwrap_or((0..0, 1));
            if let Err(error) = self.reader.take(self.build, &frame, line, span) {
                *self.failed = Some(error);
                return Err(A::Error::custom("the reading ended"));
            }
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut frames = Some(self);
        while let Some(key) = map.next_key::<String>()? {
            match frames.take_if(|_| key == "frames") {
                Some(frames) => map.next_value_seed(frames)?,
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}
