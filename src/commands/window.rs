//! `eyeline [SCENE]`: the window, on the tour when no scene is named.

use std::path::Path;

use super::{output, render};
use crate::app::{self, Start};
use crate::scene::image::check_header;
use crate::scene::import::is_image;

/// Where the tour is drawn when no window can be opened.
const TOUR_PICTURE: &str = "tour.png";

/// Opens the window and returns when it is closed; images are read while it is there. Without a display the tour is drawn to `tour.png` instead.
///
/// # Errors
/// When the scene cannot be read, or a named scene has no display to be shown on.
pub fn run(path: Option<&Path>) -> anyhow::Result<()> {
    if let Some(image) = path.filter(|path| is_image(path)) {
        check_image(image)?;
    }
    let start = Start::on(path, super::load_with_warnings)?;
    match path {
        _ if has_display() => app::run(start).map_err(|error| {
            anyhow::anyhow!(
                "the window cannot be opened: {error}; `eyeline render SCENE -o FILE.png` draws a scene without one"
            )
        }),
        Some(path) => anyhow::bail!(
            "there is no display to open a window on; `eyeline render {}` draws the scene to a file, and \
             `eyeline report` and `eyeline explain` answer in text",
            path.display()
        ),
        None => {
            let image = render::picture(start.scene(), 0, None, render::Size::default())?;
            output::deliver(&crate::render::to_png(&image)?, Some(Path::new(TOUR_PICTURE)))?;
            super::say(&format!(
                "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set), so the tour was \
                 drawn to {TOUR_PICTURE}.\nTo draw a scene of your choice: eyeline render SCENE.json -o FILE.png \
                 [--size 1280x720] [--camera NAME] [--ui].\nTo get the window: run eyeline on a desktop, or under a \
                 virtual one such as Xvfb."
            ));
            Ok(())
        }
    }
}

/// Refuses what is no image before a window opens; what is wrong further on is told in the window.
fn check_image(path: &Path) -> anyhow::Result<()> {
    let name = path.display().to_string();
    check_header(path, &name).map_err(|error| anyhow::anyhow!("{error}; {}", error.help()))
}

/// Whether there is a desktop to open a window on. X11 and Wayland say so in the environment; elsewhere there is
/// always one.
fn has_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_vendor = "apple"))
        || ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set)
}
