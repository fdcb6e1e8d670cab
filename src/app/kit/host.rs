//! The place where the window is shown.

use std::rc::Rc;

use three_d::context as glow;

use super::shown_texture::ShownTexture;
use crate::render::{Programs, RenderError};

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

    /// Whether the system's file dialogs are available.
    fn has_desktop(&self) -> bool {
        false
    }
}
