//! The files beside a recording, for formats that have several: within the root and the memory budget.

use std::cell::RefCell;
use std::path::PathBuf;

use crate::budget::Reservation;
use crate::host::fs;
use crate::import::trajectory::Beside;
use crate::source::error::SceneError;
use crate::source::folder::Folder;
use crate::source::stamp::Stamp;
use crate::source::text::{ExpectedFile, read_binary};

/// The most files in the folder of a recording.
const MOST_FILES: usize = 100_000;

/// The folder of a recording that a scene names.
pub(super) struct RecordingFolder<'a> {
    folder: &'a Folder,
    /// The folder of the recording in that of the scene, with a `/` at its end; empty for the same folder.
    inner: &'a str,
    /// The largest size of all files together.
    most: u64,
    used: RefCell<Used<'a>>,
}

/// What was read.
struct Used<'a> {
    memory: &'a mut Reservation,
    stamps: Vec<(PathBuf, Option<Stamp>)>,
    bytes: u64,
}

impl<'a> RecordingFolder<'a> {
    /// The folder of `file`, as a scene in `folder` names it. `memory` grows by the sizes of files.
    pub(super) fn new(file: &'a str, folder: &'a Folder, most: u64, memory: &'a mut Reservation) -> Self {
        let inner = file.rfind('/').map_or("", |end| &file[..=end]);
        Self { folder, inner, most, used: RefCell::new(Used { memory, stamps: Vec::new(), bytes: 0 }) }
    }

    /// The files and folders that were read, with their stamps.
    pub(super) fn into_stamps(self) -> Vec<(PathBuf, Option<Stamp>)> {
        self.used.into_inner().stamps
    }
}

impl Beside for RecordingFolder<'_> {
    fn has(&self, name: &str) -> bool {
        self.folder.resolve(&self.shown(name)).is_ok()
    }

    fn names(&self) -> Result<Vec<String>, SceneError> {
        let folder = self.folder.join(self.inner);
        let name = if self.inner.is_empty() { "." } else { self.inner };
        let failed = |message: &str| SceneError::unreadable(name, message, Some("give a folder of keyframes"));
        self.used.borrow_mut().stamps.push((folder.clone(), Stamp::of(&folder)));
        let mut names = Vec::new();
        for entry in fs::read_dir(&folder).map_err(|error| failed(&format!("cannot read the folder: {error}")))? {
            let entry = entry.map_err(|error| failed(&format!("cannot read the folder: {error}")))?;
            if names.len() == MOST_FILES {
                return Err(failed(&format!("the folder has more than {MOST_FILES} files")));
            }
            names.extend(entry.file_name().into_string());
        }
        names.sort_unstable();
        Ok(names)
    }

    fn shown(&self, name: &str) -> String {
        format!("{}{name}", self.inner)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, SceneError> {
        let file = self.shown(name);
        let path = self.folder.resolve(&file);
        let path = path.map_err(|error| SceneError::unreadable(&file, &error.to_string(), Some(error.help())))?;
        let mut used = self.used.borrow_mut();
        let stamp = Stamp::of(&path);
        let size = fs::length(&path);
        used.bytes = used.bytes.saturating_add(size);
        if used.bytes > self.most {
            let message = format!("the files of the recording are larger than {} MiB", self.most >> 20);
            return Err(SceneError::unreadable(&file, &message, Some("split the recording")));
        }
        used.memory.grow(size).map_err(|over| SceneError::over_budget(&file, "this recording", over))?;
        used.stamps.push((path.clone(), stamp));
        let wanted = ExpectedFile { what: "recording", example: "keyframes/cameras/1.json", most: self.most };
        read_binary(&path, &file, &wanted)
    }
}
