//! The keyframes of Polycam: a JSON file for each in `keyframes/cameras`, named by its time, with the upper three rows of a
//! matrix as `t_00` to `t_23`, in the axes of `ARKit`.
//!
//! The recording is all keyframes in the folder of the file that is named. They have their own `timestamp`, in microseconds
//! unless the scene has another unit. When one has none, or two have the same, the frames are in the order of the numbers in
//! their names, at the rate of the scene.

use std::path::Path;

use glam::DVec3;
use serde::Deserialize;

use super::beside::{self, Beside};
use super::build::{Build, lens};
use super::eyeline::located;
use super::nerfstudio::order;
use super::settings::Settings;
use super::time::{TimeUnit, Times};
use crate::source::error::SceneError;
use crate::source::extension::has_extension;
use crate::source::json_keys::JsonKeys;

#[derive(Deserialize)]
struct Keyframe {
    t_00: f64,
    t_01: f64,
    t_02: f64,
    t_03: f64,
    t_10: f64,
    t_11: f64,
    t_12: f64,
    t_13: f64,
    t_20: f64,
    t_21: f64,
    t_22: f64,
    t_23: f64,
    fy: Option<f64>,
    cx: Option<f64>,
    cy: Option<f64>,
    width: Option<f64>,
    height: Option<f64>,
    timestamp: Option<serde_json::Number>,
}

/// Reads the text of the build and the other keyframes in its folder.
pub(super) fn read<'a>(
    mut build: Build<'a>,
    beside: &dyn Beside,
    settings: &Settings,
) -> Result<Build<'a>, SceneError> {
    let names: Vec<String> =
        beside.names()?.into_iter().filter(|name| has_extension(Path::new(name), "json")).collect();
    let mut keyframes = build.memory.list();
    for name in names {
        let text = beside::text(beside, &name)?;
        build.memory.hold(name.len() as u64)?;
        match keyframe(&beside.shown(&name), &text)? {
            Some(keyframe) => build.memory.push(&mut keyframes, (name, keyframe))?,
            None => {
                build.note_about(&beside.shown(&name), "this is no keyframe of Polycam; it is left out".to_owned())?;
            }
        }
    }
    if keyframes.is_empty() {
        // A text without a folder is one keyframe.
        if let Some(own) = keyframe(build.file(), build.text)? {
            build.memory.push(&mut keyframes, (build.file().to_owned(), own))?;
        }
    }
    let names: Vec<Option<&str>> = keyframes.iter().map(|(name, _)| Some(name.as_str())).collect();
    let mut indices = order(&names);
    let stamps: Option<Vec<(String, f64)>> = keyframes.iter().map(|(_, keyframe)| keyframe.stamp()).collect();
    let stamps = stamps.filter(|stamps| {
        let mut by_time = indices.clone();
        by_time.sort_by(|&a, &b| stamps[a].1.total_cmp(&stamps[b].1));
        let is_ascending = by_time.is_sorted_by(|&a, &b| stamps[a].1 < stamps[b].1);
        if is_ascending {
            indices = by_time;
        }
        is_ascending
    });
    if stamps.is_none() {
        build.number_frames(keyframes.len())?;
    }
    let mut times = Times::new(settings.time_unit.unwrap_or(TimeUnit::Microseconds));
    for (i, &index) in indices.iter().enumerate() {
        let (name, keyframe) = &keyframes[index];
        let Keyframe { t_00, t_01, t_02, t_10, t_11, t_12, t_20, t_21, t_22, .. } = keyframe;
        let rows = [[*t_00, *t_01, *t_02], [*t_10, *t_11, *t_12], [*t_20, *t_21, *t_22]];
        let rotation = build
            .matrix(rows, &(0..0))
            .map_err(|error| SceneError::unreadable(&beside.shown(name), &error.message, error.help.as_deref()))?;
        build.set_lens(lens(keyframe.fy, [keyframe.width, keyframe.height], [keyframe.cx, keyframe.cy]))?;
        let position = DVec3::new(keyframe.t_03, keyframe.t_13, keyframe.t_23);
        match stamps.as_ref().map(|stamps| &stamps[index]) {
            Some((written, stamp)) => build.push_later(1, times.since(written, *stamp), position, rotation)?,
            None => build.push_numbered(i, 1, position, rotation)?,
        }
    }
    if stamps.is_some() {
        build.trajectory.file_start = times.in_file();
    }
    Ok(build)
}

impl Keyframe {
    /// The time as it is written, and as a number.
    fn stamp(&self) -> Option<(String, f64)> {
        let stamp = self.timestamp.as_ref()?;
        Some((stamp.to_string(), stamp.as_f64()?))
    }
}

/// The keyframe of a text; `None` for JSON that is something else.
fn keyframe(file: &str, text: &str) -> Result<Option<Keyframe>, SceneError> {
    let mut keys = JsonKeys::default();
    keys.feed(text.as_bytes());
    if !keys.has("t_00") {
        return Ok(None);
    }
    let help = "a keyframe of Polycam has the numbers `t_00` to `t_23`";
    serde_json::from_str(text).map(Some).map_err(|error| located(file, text, 0..text.len(), &error, help))
}
