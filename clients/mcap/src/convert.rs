//! Writes the trace of a recording.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use eyeline_client::Client;
use eyeline_convert::{Log, Meshes, Pose};

use crate::fixed_frame::fixed_frame;
use crate::reading::{Content, Recording};
use crate::scene::{Settings, TraceScene};

/// The axis of the file that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Up {
    /// +Y, as in eyeline.
    Y,
    /// +Z, as in ROS and Foxglove.
    Z,
}

impl Up {
    /// The pose of the fixed frame in the trace: a quarter turn about X lays +Z onto +Y.
    fn pose(self) -> Pose {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let rotation = match self {
            Self::Y => Pose::IDENTITY.rotation,
            Self::Z => [-half, 0.0, 0.0, half],
        };
        Pose { rotation, ..Pose::IDENTITY }
    }
}

/// Writes the trace of a recording. A line of it is a time at which something changed.
///
/// # Errors
/// When the recording has nothing of a scene, `frame` is none of its frames, or a file cannot be written.
pub(crate) fn convert(
    recording: Recording,
    client: Client,
    meshes: Meshes,
    up: Up,
    frame: Option<&str>,
    log: &mut Log,
) -> Result<()> {
    if recording.events.is_empty() {
        bail!("it has no message that has a place in a scene");
    }
    let settings = Settings {
        up: up.pose(),
        fixed_frame: fixed_frame(&recording, frame)?,
        has_topics_in_names: has_several_topics(&recording),
        start: recording.start(),
        topics: recording.topics,
    };
    let mut scene = TraceScene::new(client, meshes, settings, log);
    let mut events = recording.events.into_iter().peekable();
    while let Some(time) = events.peek().map(|event| event.time) {
        while let Some(expiry) = scene.next_expiry().filter(|expiry| *expiry < time) {
            scene.expire(expiry);
            scene.tick(expiry);
        }
        scene.expire(time);
        while let Some(event) = events.next_if(|event| event.time == time) {
            scene.take(event).context("the meshes cannot be written")?;
        }
        scene.tick(time);
    }
    let (client, meshes) = scene.finish();
    meshes.finish().context("the meshes cannot be written")?;
    client.finish().context("the trace cannot be written")
}

/// Whether entities come on several topics, so that one id may be that of several entities.
fn has_several_topics(recording: &Recording) -> bool {
    let scenes = recording.events.iter().filter(|event| matches!(event.content, Content::Scene(_)));
    scenes.map(|event| event.topic).collect::<BTreeSet<_>>().len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn z_becomes_y() {
        let turned = |point: [f64; 3]| Up::Z.pose().then(&Pose::at(point)).position.map(|x| x.round() + 0.0);
        assert_eq!([turned([1.0, 2.0, 3.0]), turned([0.0, 0.0, 1.0])], [[1.0, 3.0, -2.0], [0.0, 1.0, 0.0]]);
        assert_eq!(Up::Y.pose(), Pose::IDENTITY);
    }
}
