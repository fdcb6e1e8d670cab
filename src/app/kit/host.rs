//! The place where the window is shown.

use std::rc::Rc;

use eframe::egui;
use three_d::context as glow;

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

    /// Passes a texture to egui's painter, which deletes it at the end.
    fn register(&mut self, texture: glow::Texture) -> egui::TextureId;

    /// Whether the system's file dialogs are available.
    fn has_desktop(&self) -> bool {
        false
    }
}
