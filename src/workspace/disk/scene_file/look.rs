//! Looks whether the files of the open scene have changed.

use std::path::Path;
use std::time::Duration;

use super::super::assets::refresh_some;
use super::super::file_debounce::{FileDebounce, Ready, Writing};
use super::read::{read_scene, wait_for_scene};
use crate::scene::Stamp;
use crate::workspace::job::FIRST_WAIT;
use crate::workspace::open_scene::Workspace;

impl Workspace {
    /// Checks the files of the scene, and reads what other programs have written. `now` is a time in seconds from any
    /// origin. Returns whether another check is needed soon, because a file is changing or being read.
    pub fn check_files(&mut self, now: f64, writing: Writing) -> bool {
        let mut debounce = std::mem::take(&mut self.disk.tracking.debounce);
        debounce.begin(now, writing);
        refresh_some(self, |name, look, reading| debounce.ready(name, look, reading));
        let is_reading = look_at_scene(self, &mut debounce);
        let waits = debounce.end();
        self.disk.tracking.debounce = debounce;
        is_reading || waits
    }
}

/// Checks the scene's own file. Returns whether it is being read.
fn look_at_scene(workspace: &mut Workspace, debounce: &mut FileDebounce) -> bool {
    let Some(path) = workspace.disk().own_file().map(Path::to_owned) else { return false };
    wait_for_scene(workspace, &path, Duration::ZERO);
    let stamp = Stamp::of(&path);
    if workspace.disk.tracking.reading.is_none()
        && (stamp != workspace.disk.tracking.stamp || workspace.disk.tracking.is_interim)
    {
        // No file of a scene has the empty name.
        const NAME: &str = "";
        match (debounce.ready(NAME, vec![stamp], workspace.disk.tracking.readings), stamp) {
            (Ready::No, _) => {}
            (ready, Some(stamp)) if stamp.is_file() => {
                read_scene(workspace, &path, stamp, ready);
                // Most files are read by the end of this frame.
                wait_for_scene(workspace, &path, FIRST_WAIT);
            }
            (_, Some(stamp)) => {
                workspace.disk.tracking.stamp = Some(stamp);
                workspace.notifier().notify_no_file(&path);
            }
            (_, None) => {
                workspace.disk.tracking.stamp = None;
                workspace.notifier().notify_gone(&path);
            }
        }
    }
    workspace.disk.tracking.reading.is_some()
}
