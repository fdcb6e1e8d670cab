//! Opens a recorded camera path as a scene.

use std::path::Path;

use super::item_name::{stem_of, title_of};
use crate::files::content::Files;
use crate::files::read::{Loaded, load};
use crate::files::reading::Reading;
use crate::opacity::Progress;
use crate::scene::{
    Camera, EntryId, Folder, Follow, RecordedSession, Scene, SessionGap, SessionJump, Track, WrittenScene,
};
use crate::source::error::SceneError;
use crate::source::extension::has_extension;
use crate::source::text;

/// The file extensions of recordings, in lower case. Files with these names are never scenes.
pub const RECORDING_EXTENSIONS: [&str; 6] = ["txt", "csv", "jsonl", "traj", "tum", "mcap"];

/// The names of recordings with other extensions: of Nerfstudio and of COLMAP.
const NAMES: [&str; 2] = ["transforms.json", "images.bin"];

/// Whether a file name is that of a recorded camera path.
pub(crate) fn is_session(path: &Path) -> bool {
    RECORDING_EXTENSIONS.iter().any(|extension| has_extension(path, extension))
        || path.file_name().is_some_and(|name| NAMES.iter().any(|known| name == *known))
}

/// Opens a recording as a scene with a session of the same name and a camera that follows it.
///
/// # Errors
/// When the recording cannot be read.
pub(crate) fn open(path: &Path, files: Files, reading: &Reading) -> Result<Loaded, SceneError> {
    let (folder, file) = text::folder_of(path, &reading.options)?;
    as_scene(&[&file], &folder, &text::path_in_message(path), files, reading)
}

/// The scene that shows recordings in `folder`, and a camera that follows the first. `name` is its name in messages.
///
/// # Errors
/// When the first recording cannot be read, or one of two.
pub fn as_scene(
    all: &[&str],
    folder: &Folder,
    name: &str,
    files: Files,
    reading: &Reading,
) -> Result<Loaded, SceneError> {
    let file = all.first().copied().unwrap_or_default();
    let stem = stem_of(file);
    let sessions = all.iter().enumerate().map(|(i, file)| {
        // Two recordings may have one name in two folders.
        let is_taken = all[..i].iter().any(|other| stem_of(other) == stem_of(file));
        RecordedSession {
            name: if is_taken { (*file).to_owned() } else { stem_of(file) },
            file: (*file).to_owned(),
            format: None,
            axes: None,
            world: None,
            inverse: None,
            rate: None,
            times: None,
            topic: None,
            time_unit: None,
            start: 0.0,
            jump: SessionJump::default(),
            gap: SessionGap::default(),
            reference: None,
            id: EntryId::default(),
        }
    });
    let sessions = sessions.collect();
    let camera = Camera {
        far: 3.0,
        session: Some(Follow { name: stem.clone(), track: Track::Pose }),
        ..Camera::new(format!("{stem} camera"))
    };
    let (about, title) = (about(file), title_of(file));
    let scene = Scene { about, title, select: vec![stem], sessions, cameras: vec![camera], ..Scene::empty() };
    let loaded = load(scene, &WrittenScene::made(name), Some(folder), files, reading, &Progress::default())?;
    // Of several that are compared with the first one, one that cannot be read is a fault beside the others.
    let is_fatal = |fault: &&SceneError| all.len() <= 2 || *fault.file == *file;
    match loaded.faults.iter().find(is_fatal) {
        // The error may be in a file beside the recording.
        Some(fault) if *fault.file == *file => Err(fault.clone().in_file(name)),
        Some(fault) => {
            let beside = Path::new(name).with_file_name(&*fault.file);
            Err(fault.clone().in_file(&text::path_in_message(&beside)))
        }
        None => Ok(loaded),
    }
}

fn about(file: &str) -> String {
    format!(
        "The recording `{file}`, opened as a scene. The line is the path of the camera: solid while it is tracked, dashed \
         while tracking is limited and at jumps, dotted while tracking is lost. Play it with the time bar. Save this scene \
         in the folder of the recording to add a level, objects and taps."
    )
}
