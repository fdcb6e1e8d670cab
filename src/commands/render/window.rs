//! A picture of the whole window.

use super::args::ThemeName;
use super::size::PictureSize;
use std::path::Path;

use image::RgbaImage;

use crate::app::{WindowLook, Workspace, window_to_image};
use crate::files::{Loaded, Reading};
use crate::offscreen::camera_named;
use crate::picture::Display;
use crate::report::occlusion::AllUnanswered;
use crate::scene::CheckPanel;

/// What the window shows.
#[derive(Clone, Copy, Debug)]
pub struct WindowView<'a> {
    /// The moment.
    pub tick: u64,
    /// The camera through which the 3D view looks.
    pub camera: Option<&'a str>,
    /// The panel whose tab is open.
    pub panel: Option<CheckPanel>,
    /// The size of the picture.
    pub size: PictureSize,
    /// How large everything is drawn.
    pub scale: f32,
    /// The colours.
    pub theme: ThemeName,
    /// What the surfaces of objects show.
    pub display: Display,
}

/// The whole window with the scene in it, and its occlusion queries without an answer.
///
/// # Errors
/// When a name is unknown or there is no OpenGL.
pub fn window(
    loaded: Loaded,
    path: &Path,
    reading: Reading,
    view: &WindowView,
) -> anyhow::Result<(RgbaImage, AllUnanswered)> {
    if let Some(reason) = view.panel.and_then(|panel| loaded.scene.why_no_panel(panel)) {
        anyhow::bail!(reason);
    }
    let mut workspace = Workspace::opened_with(loaded, path.to_owned(), reading);
    workspace.set_tick(view.tick);
    workspace.view_mut().set_display(view.display);
    while workspace.catch_up() {}
    let through = view.camera.map(|name| camera_named(workspace.world(), name)).transpose()?;
    let size = [view.size.width, view.size.height];
    let look =
        WindowLook { through, panel: view.panel, pixels_per_point: view.scale, size, theme: view.theme.of_window() };
    Ok(window_to_image(workspace, &look)?)
}
