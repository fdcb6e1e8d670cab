//! A picture of the whole window.

use super::args::ThemeName;
use super::size::PictureSize;
use std::path::Path;

use image::RgbaImage;

use crate::app::{WindowLook, WindowPicture, Workspace, window_covering_objects};
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
    /// Whether the answers are hidden.
    pub hides_answers: bool,
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
    let drawn = window_covering(loaded, path, reading, view, &[])?;
    Ok((drawn.image, drawn.unanswered))
}

/// The same, with the pixels that some objects cover in the 3D view.
///
/// # Errors
/// As [`window`].
pub fn window_covering(
    loaded: Loaded,
    path: &Path,
    reading: Reading,
    view: &WindowView,
    objects: &[String],
) -> anyhow::Result<WindowPicture> {
    if let Some(reason) = view.panel.and_then(|panel| loaded.scene.why_no_panel(panel)) {
        anyhow::bail!(reason);
    }
    let mut workspace = Workspace::opened_with(loaded, path.to_owned(), reading);
    workspace.set_tick(view.tick);
    workspace.view_mut().set_display(view.display);
    while workspace.catch_up() {}
    if view.hides_answers {
        workspace.lesson_mut().hide_answers(true);
    }
    let through = view.camera.map(|name| camera_named(workspace.world(), name)).transpose()?;
    let size = [view.size.width, view.size.height];
    let look =
        WindowLook { through, panel: view.panel, pixels_per_point: view.scale, size, theme: view.theme.of_window() };
    Ok(window_covering_objects(workspace, &look, objects)?)
}
