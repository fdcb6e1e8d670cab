//! A texture that was made with OpenGL, as a part of the window.

use std::sync::Arc;

use eframe::egui::{self, Painter, Rect};
use eframe::egui_glow::CallbackFn;
use three_d::context as glow;

use crate::render::TextureQuad;

/// A texture that egui shows.
#[derive(Clone, Copy, Debug)]
pub enum ShownTexture {
    /// egui's painter has the texture, and deletes it at the end.
    Registered(egui::TextureId),
    /// The texture is drawn between the parts that egui draws. For painters that take no textures, as that of a page.
    Drawn(glow::Texture, TextureQuad),
}

impl ShownTexture {
    /// Shows the texture in a rectangle of the window. The first row of the texture is the lowest.
    pub(in crate::app) fn paint(self, painter: &Painter, rect: Rect) {
        match self {
            Self::Registered(texture) => {
                let uv = Rect::from_min_max(egui::pos2(0.0, 1.0), egui::pos2(1.0, 0.0));
                painter.image(texture, rect, uv, egui::Color32::WHITE);
            }
            Self::Drawn(texture, quad) => {
                let draw = CallbackFn::new(move |_, painter| quad.draw(painter.gl(), texture));
                painter.add(egui::PaintCallback { rect, callback: Arc::new(draw) });
            }
        }
    }
}
