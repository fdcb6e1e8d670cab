//! Opens a trace as a scene.

use std::path::Path;
use std::sync::Arc;

use super::item_name::title_of;
use crate::files::content::Files;
use crate::files::read::{Loaded, load};
use crate::files::reading::Reading;
use crate::files::trace::{TraceFile, name_of};
use crate::opacity::Progress;
use crate::scene::{Folder, Scene, SceneTrace, WrittenScene};
use crate::source::error::SceneError;
use crate::source::text;
use crate::trace::Trace;

/// The name in its scene of a trace that came from a running program.
pub const RECEIVED: &str = "live.jsonl";

/// Opens a trace as a scene. Title, tick rate, view and the like are those of the first keyframe.
///
/// # Errors
/// When the file cannot be read, or has no keyframe at its start.
pub(crate) fn open(path: &Path, mut files: Files, reading: &Reading) -> Result<Loaded, SceneError> {
    let (folder, file) = text::folder_of(path, &reading.options)?;
    let shown = text::path_in_message(path);
    let read = TraceFile::read(&file, &folder, &files.budget);
    let trace = read.trace().map_err(|error| error.clone().in_file(&shown))?;
    let scene = scene_of(trace, &file);
    files.traces.insert(&file, Arc::new(read));
    load(scene, &WrittenScene::made(&shown), Some(&folder), files, reading, &Progress::default())
}

/// The scene of a trace that came from a running program, as its file would open. Files are read relative to `folder`.
///
/// # Errors
/// When the scene is not valid together with the trace.
pub fn as_scene(trace: Trace, folder: &Folder, mut files: Files, reading: &Reading) -> Result<Loaded, SceneError> {
    let scene = scene_of(&trace, RECEIVED);
    files.traces.insert(RECEIVED, Arc::new(TraceFile::received(Arc::new(trace))));
    load(scene, &WrittenScene::made(RECEIVED), Some(folder), files, reading, &Progress::default())
}

fn scene_of(trace: &Trace, file: &str) -> Scene {
    let written = SceneTrace { file: file.to_owned(), name: None };
    let first = trace.scenes().next().cloned().unwrap_or_else(Scene::empty);
    let name = name_of(&written, trace);
    let title = || if file == RECEIVED { name.to_string() } else { format!("{name}, from {}", title_of(file)) };
    Scene {
        title: if first.title.is_empty() { title() } else { first.title },
        about: if first.about.is_empty() { about(file) } else { first.about },
        tick_rate: first.tick_rate,
        seed: first.seed,
        opens_at: first.opens_at,
        view: first.view,
        select: first.select,
        octree: first.octree,
        trace: Some(written),
        ..Scene::empty()
    }
}

fn about(file: &str) -> String {
    if file == RECEIVED {
        return "The world of a running program, and what the program itself answers. Problems lists its answers that differ from those of \
                eyeline, with the cause of each; marks on the time bar show where they begin. Cameras and rays that you add stay \
                while the program runs."
            .to_owned();
    }
    format!(
        "The trace `{file}`, opened as a scene: the world of a running program, and what the program itself answered. Play it with the \
         time bar. Save this scene in the folder of the trace to add cameras, rays and expectations."
    )
}
