//! The frame that is the world of the trace.

use std::collections::BTreeSet;

use anyhow::{Result, bail};

use crate::frames::Frames;
use crate::messages::FrameTransform;
use crate::reading::{Content, Recording};

/// The frame with this name; without one, that in whose tree most entities and cameras are, at its root.
///
/// # Errors
/// When no message has a frame of this name.
pub(crate) fn fixed_frame(recording: &Recording, wanted: Option<&str>) -> Result<String> {
    let mut frames = Frames::default();
    let mut names = BTreeSet::new();
    for transform in transforms(recording) {
        names.extend([transform.parent_frame_id.as_str(), &transform.child_frame_id]);
        // Transforms that are no poses are in the log when they come.
        let _ = frames.set(transform.clone());
    }
    names.extend(users(recording));
    if let Some(wanted) = wanted {
        if !names.contains(wanted) {
            let names: Vec<&str> = names.into_iter().collect();
            bail!("there is no frame `{wanted}`; the frames are `{}`", names.join("`, `"));
        }
        return Ok(wanted.to_owned());
    }
    let mut roots: Vec<(usize, &str)> = Vec::new();
    for frame in users(recording) {
        let Ok((root, _)) = frames.root(frame) else { continue };
        match roots.iter_mut().find(|(_, known)| *known == root) {
            Some((count, _)) => *count += 1,
            None => roots.push((1, root)),
        }
    }
    // The first one of those with the same number.
    let most = roots.iter().rev().max_by_key(|(count, _)| *count);
    Ok(most.map_or_else(String::new, |(_, root)| (*root).to_owned()))
}

fn transforms(recording: &Recording) -> impl Iterator<Item = &FrameTransform> {
    recording.events.iter().flat_map(|event| match &event.content {
        Content::Frames(transforms) => transforms.as_slice(),
        _ => &[],
    })
}

/// The frames of all entities and cameras.
fn users(recording: &Recording) -> impl Iterator<Item = &str> {
    recording.events.iter().flat_map(|event| match &event.content {
        Content::Scene(update) => update.entities.iter().map(|entity| entity.frame_id.as_str()).collect(),
        Content::Camera(calibration) => vec![calibration.frame_id.as_str()],
        Content::Frames(_) => Vec::new(),
    })
}
