//! Opening, reading again and saving: whatever goes wrong becomes a notice, and the open scene stays.

use std::path::Path;
use std::sync::Arc;

use super::{Notice, Session};
use crate::picture::Focus;
use crate::scene::{self, Scene, SceneError};

impl Session {
    /// Opens a file in place of the open scene. A broken file leaves the open scene as it is and adds a notice.
    /// Says whether the file is open now.
    pub fn open(&mut self, path: &Path) -> bool {
        let Some(scene) = self.read(path) else { return false };
        self.renew(scene, Some(path.to_owned()));
        true
    }

    /// Reads the file again, keeping tick and selection, as one step that can be undone.
    pub fn reload(&mut self) -> bool {
        let Some(path) = self.path.clone() else { return false };
        let Some(scene) = self.read(&path) else { return false };
        let names = self.selected_names();
        let before = Arc::clone(self.history.scene());
        self.history.push("reload", scene);
        self.history.mark_saved();
        self.follow(&before, self.tick);
        self.focus = Focus::on(&self.world, &names).unwrap_or_else(|_| Focus::of(&self.world));
        true
    }

    fn read(&mut self, path: &Path) -> Option<Scene> {
        self.notices.clear();
        match scene::read(path) {
            Ok(loaded) => {
                self.notices.extend(loaded.warnings.iter().map(|warning| Notice {
                    title: "Not everything is answered".to_owned(),
                    text: warning.to_string(),
                    is_error: false,
                }));
                Some(loaded.scene)
            }
            Err(error) => {
                self.notices.push(Notice::of(&error));
                None
            }
        }
    }

    /// Saves to the scene's own file. Without one, or when that fails, the answer is `false`.
    pub fn save(&mut self) -> bool {
        self.path.clone().is_some_and(|path| self.save_as(&path))
    }

    /// Saves to a file, which then is the scene's own.
    pub fn save_as(&mut self, path: &Path) -> bool {
        match scene::save(self.history.scene(), path) {
            Ok(()) => {
                self.path = Some(path.to_owned());
                self.history.mark_saved();
                true
            }
            Err(error) => {
                self.notices.push(Notice {
                    title: "The scene was not saved".to_owned(),
                    text: error.to_string(),
                    is_error: true,
                });
                false
            }
        }
    }
}

impl Notice {
    fn of(error: &SceneError) -> Self {
        Self { title: format!("Cannot open {}", error.file), text: error.render(false), is_error: true }
    }
}
