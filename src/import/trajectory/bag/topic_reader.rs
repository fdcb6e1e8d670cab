//! Appends the poses of a topic to a path, one message after the other.

use std::collections::BTreeSet;

use super::super::build::Build;
use super::poses::{BagPose, poses_of};
use super::topics::{PoseKind, PoseTopic};
use crate::source::error::{SceneError, quoted};
use crate::trajectory::CameraAxes;

/// So many other transforms are named in a note.
const MOST_NAMED: usize = 12;

/// The poses of a topic that are read.
pub(super) struct TopicReader {
    pub(super) chosen: PoseTopic,
    /// Whether the scene has the axes.
    pub(super) has_axes: bool,
    /// The time of the first pose in nanoseconds.
    pub(super) first: Option<i64>,
    /// How many messages there were.
    pub(super) messages: usize,
    /// Transforms of the topic between other frames.
    pub(super) others: BTreeSet<String>,
    /// The last message of a path.
    pub(super) path: Vec<u8>,
}

impl TopicReader {
    /// Appends the poses of a message, or leaves it out.
    pub(super) fn take(&mut self, build: &mut Build, recorded_at: u64, data: &[u8]) -> Result<(), SceneError> {
        self.messages += 1;
        if self.chosen.kind == PoseKind::Path {
            build.memory.hold(data.len().saturating_sub(self.path.capacity()) as u64)?;
            self.path.clear();
            self.path.extend_from_slice(data);
            return Ok(());
        }
        // An entry of a list takes more than its bytes.
        let before = build.memory.hold(4 * data.len() as u64)?;
        let poses = match poses_of(self.chosen.kind, data) {
            Ok(poses) => poses,
            Err(message) => {
                return build.leave_out(self.messages, self.unreadable(build.file(), self.messages, &message));
            }
        };
        for pose in poses.into_iter().filter(|pose| self.is_chosen(pose)).collect::<Vec<_>>() {
            let stamp = if pose.stamp == 0 { i64::try_from(recorded_at).unwrap_or(i64::MAX) } else { pose.stamp };
            self.push(build, self.messages, stamp, &pose)?;
        }
        build.memory.release_to(before);
        Ok(())
    }

    /// Whether it is a transform between the frames that are read; others are noted.
    fn is_chosen(&mut self, pose: &BagPose) -> bool {
        let Some(pair) = pose.pair.as_ref().filter(|_| self.chosen.kind.has_pairs()) else { return true };
        let is_it = self.chosen.pair.get_or_insert_with(|| pair.clone()) == pair;
        if !is_it && self.others.len() <= MOST_NAMED * MOST_NAMED {
            self.others.insert(pair.clone());
        }
        is_it
    }

    /// Appends a pose, or leaves it out.
    fn push(&mut self, build: &mut Build, number: usize, stamp: i64, pose: &BagPose) -> Result<(), SceneError> {
        if !pose.position.is_finite() {
            let error = self.unreadable(build.file(), number, "the position is not finite");
            return build.leave_out(number, error);
        }
        let rotation = match build.rotation(pose.rotation, &(0..0)) {
            Ok(rotation) => rotation,
            Err(error) => {
                let error = self.unreadable(build.file(), number, &error.message);
                return build.leave_out(number, error);
            }
        };
        if build.next() == 0 && !self.has_axes && pose.is_optical {
            build.convention.axes = CameraAxes::OpenCv;
        }
        let first = *self.first.get_or_insert(stamp);
        let time = stamp.saturating_sub(first) as f64 / 1e9;
        build.push_later(number, time, pose.position, rotation)
    }

    /// Appends the poses of a path.
    pub(super) fn finish(&mut self, build: &mut Build) -> Result<(), SceneError> {
        if self.path.is_empty() {
            return Ok(());
        }
        build.memory.hold(4 * self.path.len() as u64)?;
        let poses = poses_of(PoseKind::Path, &self.path)
            .map_err(|message| self.unreadable(build.file(), self.messages, &message))?;
        if poses.iter().any(|pose| pose.stamp != 0) {
            for (i, pose) in poses.iter().enumerate() {
                self.push(build, i + 1, pose.stamp, pose)?;
            }
            return Ok(());
        }
        build.number_frames(poses.len())?;
        for (i, pose) in poses.iter().enumerate() {
            let rotation = build.rotation(pose.rotation, &(0..0))?;
            build.push_numbered(i, i + 1, pose.position, rotation)?;
        }
        Ok(())
    }

    /// Notes the transforms between other frames; refuses a topic that has only these.
    pub(super) fn note_others(&self, build: &mut Build, is_first: bool) -> Result<(), SceneError> {
        if self.others.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = self.others.iter().take(MOST_NAMED).map(|name| quoted(name)).collect();
        let more = self.others.len().saturating_sub(MOST_NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let others = format!("{}{more}", names.join(", "));
        let (name, pair) = (&self.chosen.name, self.chosen.pair.as_deref().unwrap_or_default());
        if build.next() == 0 {
            let message = format!("{} has no transform {}; it has {others}", quoted(name), quoted(pair));
            let help =
                "`topic` of the session is `TOPIC:PARENT.CHILD`, with two frames that one message names together";
            return Err(SceneError::unreadable(build.file(), &message, Some(help)));
        }
        if is_first {
            let message = format!(
                "topic: the transforms {} of {} are read, which `topic` of the session names {}; it also has {others}",
                quoted(pair),
                quoted(name),
                quoted(&format!("{name}:{pair}"))
            );
            build.note(&(0..0), message);
        }
        Ok(())
    }

    fn unreadable(&self, file: &str, number: usize, message: &str) -> SceneError {
        let message = format!("message {number} of {}: {message}", quoted(&self.chosen.name));
        SceneError::unreadable(
            file,
            &message,
            Some("record the bag again, or choose another topic with `topic` of the session"),
        )
    }
}
