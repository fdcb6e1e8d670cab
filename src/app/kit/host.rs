//! The place where the window is shown.

use std::rc::Rc;
use std::time::Duration;

use three_d::context as glow;

use super::shown_texture::ShownTexture;
use crate::render::{Programs, RenderError};

/// The time of a picture from which on a movement does not look fluent, for the windows of users.
pub(in crate::app) const FLUENT: Duration = Duration::from_millis(25);

/// The place where the window is shown. It lets egui show a texture that was made with OpenGL.
pub trait Host {
    /// The shader programs for viewports.
    ///
    /// # Errors
    /// When there is no OpenGL.
    fn programs(&self) -> Result<Rc<Programs>, RenderError>;

    /// The context for making textures.
    ///
    /// # Errors
    /// When there is no OpenGL.
    fn context(&self) -> Result<three_d::Context, RenderError> {
        Ok(self.programs()?.context().clone())
    }

    /// Makes a texture that egui can show.
    ///
    /// # Errors
    /// When OpenGL refuses what is needed for it.
    fn show(&mut self, texture: glow::Texture) -> Result<ShownTexture, RenderError>;

    /// The time in which a whole picture must be drawn while it moves; one that takes longer is followed by drafts. `None`: all
    /// pictures are whole.
    fn most_time_of_picture(&self) -> Option<Duration> {
        None
    }

    /// Whether the system's file dialogs are available.
    fn has_desktop(&self) -> bool {
        false
    }
}
