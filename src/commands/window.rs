//! `eyeline [SCENE]`: opens the window. Without a scene it shows the tour.

use std::path::Path;

use anyhow::Context;

use super::load::load_with_warnings;
use super::message::print_message;
use super::scene_args::SceneArgs;
use super::{output, render};
use crate::app::{self, Start, WindowError};
use crate::files::{Inputs, is_image};
use crate::import::image::check_header;
use crate::offscreen::PictureOptions;
use crate::picture::Palette;
use crate::scene::{CheckView, SceneError};

/// The file to which the tour is drawn when there is no display.
const TOUR_PICTURE: &str = "tour.png";

/// Opens the window and returns when it is closed. Images are read while it is open. Without a display, the tour is
/// drawn to `tour.png` instead, unless that file exists and eyeline did not make it.
///
/// # Errors
/// When the scene cannot be read, or when a scene is given and there is no display.
pub fn run(path: Option<&Path>, read: &SceneArgs) -> anyhow::Result<()> {
    let (path, link) = split(path);
    if let Some(image) = path.filter(|path| is_image(path)) {
        check_image(image)?;
    }
    let options = || Ok::<_, anyhow::Error>((read.options()?, read.budget()));
    let start = match Start::on(path, options()?, |path, pace| load_with_warnings(path, read, pace)) {
        Ok(start) => start,
        Err(error) if has_display() => match (path, error.downcast::<SceneError>()) {
            // For a file of several trees, the window shows a choice.
            (Some(path), Ok(error)) => Start::choosing_tree(path, error, options()?)?,
            (None, Ok(error)) => return Err(error.into()),
            (_, Err(error)) => return Err(error),
        },
        Err(error) => return Err(error),
    };
    match path {
        _ if has_display() => app::run(start.linked(link)).map_err(|error| match error {
            WindowError::Opening(_) => {
                anyhow::anyhow!("{error}; `eyeline render SCENE -o FILE.png` draws a scene without one")
            }
            WindowError::Lost => anyhow::anyhow!("{error}"),
        }),
        Some(path) => anyhow::bail!(
            "there is no display to open a window on; `eyeline render {}` draws the scene to a file, and \
             `eyeline report` and `eyeline explain` answer in text",
            path.display()
        ),
        None => {
            let file = output::picture_by_default(TOUR_PICTURE.into(), &Inputs::default())
                .context("there is no display to open a window on, so the tour would be drawn to a file")?;
            let options = PictureOptions::new(CheckView::DEFAULT_SIZE, &Palette::DARK);
            let (image, _) = render::picture(start.scene(), start.files(), 0, None, &options)?;
            output::deliver(&crate::render::to_png(&image)?, Some(&file))?;
            print_message(&format!(
                "There is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set), so the tour was \
                 drawn to {TOUR_PICTURE}.\nTo draw a scene of your choice: eyeline render SCENE.json -o FILE.png \
                 [--size 1280x720] [--camera NAME] [--ui].\nTo get the window: run eyeline on a desktop, or under a \
                 virtual one such as Xvfb."
            ));
            Ok(())
        }
    }
}

/// A file, and the part after `#` when it is a link to a view of that file. A file whose name has `#` is no link.
fn split(path: Option<&Path>) -> (Option<&Path>, Option<String>) {
    let linked = path.filter(|path| !path.exists()).and_then(Path::to_str).and_then(|text| text.split_once('#'));
    match linked {
        Some((file, link)) => (Some(Path::new(file)).filter(|_| !file.is_empty()), Some(link.to_owned())),
        None => (path, None),
    }
}

/// Refuses a file that is not an image before a window opens; other errors are shown in the window.
fn check_image(path: &Path) -> anyhow::Result<()> {
    let name = path.display().to_string();
    check_header(path, &name).map_err(|error| anyhow::anyhow!("{error}; {}", error.help()))
}

/// Whether there is a display. X11 and Wayland set environment variables; other systems always have one.
pub(super) fn has_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_vendor = "apple"))
        || ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].into_iter().any(is_set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_a_file_and_what_is_shown_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let odd = folder.path().join("a#b.json");
        std::fs::write(&odd, "{}").unwrap();
        assert_eq!(split(Some(&odd)), (Some(&*odd), None));
        let link = Path::new("none/guard.json#select=guard,crate#x");
        assert_eq!(split(Some(link)), (Some(Path::new("none/guard.json")), Some("select=guard,crate#x".to_owned())));
        assert_eq!(split(Some(Path::new("#step=2"))), (None, Some("step=2".to_owned())), "the tour");
        assert_eq!(split(None), (None, None));
    }
}
