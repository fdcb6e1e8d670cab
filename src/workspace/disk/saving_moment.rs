//! Saving the world of a trace at one tick as a scene of its own.

use std::path::Path;

use super::disk_mut::DiskMut;
use super::saving::FOREIGN;
use crate::files::{Content, is_foreign};
use crate::scene::{self, Folder, save_bytes};
use crate::workspace::notices::notice::{Notice, NoticeKind};
use crate::world::without_trace;

impl DiskMut<'_> {
    /// Saves the scene with the world of its trace at the shown tick, without the trace, to a file. The open scene stays.
    ///
    /// # Errors
    /// A notice, when it cannot be written.
    pub(crate) fn save_moment(&mut self, path: &Path) -> Result<(), Box<Notice>> {
        let refused = |text: String| Box::new(Notice::error(NoticeKind::SceneNotSaved, text));
        let workspace = &mut *self.workspace;
        if is_foreign(path) {
            return Err(refused(FOREIGN.to_owned()));
        }
        if let Some(input) = workspace.disk().inputs().input_at(path) {
            return Err(refused(format!("The open scene uses {}. Choose another file.", input.display())));
        }
        let content = Content { scene: workspace.scene(), files: workspace.files() };
        let Some((scene, sheared)) = without_trace(content, workspace.tick()) else {
            return Err(refused("The open scene has no trace.".to_owned()));
        };
        let (folder, _) = Folder::of_file(path, &workspace.disk.reading.options)
            .map_err(|error| refused(format!("{error}; {}", error.help())))?;
        let scene = workspace.disk().relocation(&folder).map_or_else(|| scene.clone(), |moves| moves.moved(&scene));
        save_bytes(scene::write(&scene).as_bytes(), path).map_err(|error| refused(error.to_string()))?;
        let name = path.file_name().unwrap_or_default().display();
        let tick = workspace.tick();
        let not_as_sent = match sheared {
            0 => String::new(),
            1 => " One object is sheared, which a scene cannot have; it has the nearest pose.".to_owned(),
            _ => format!(" {sheared} objects are sheared, which a scene cannot have; they have the nearest pose."),
        };
        workspace.notices_mut().say(format!("Saved tick {tick} as {name}.{not_as_sent}"));
        Ok(())
    }
}
