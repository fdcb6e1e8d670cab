//! Draws the views of a check.

use crate::check::DrawnPicture;
use crate::check::discover::FoundScene;
use crate::check::plan::PlannedView;
use crate::commands::load::within_reach;
use crate::commands::render::{self, PictureSize, ThemeName, WindowView};
use crate::files::{Loaded, Reading};
use crate::offscreen::PictureOptions;
use crate::picture::Display;
use crate::scene::{CheckDisplay, CheckTheme};

/// One view, as `eyeline render` draws it.
pub(super) fn draw(
    found: &FoundScene,
    loaded: &Loaded,
    view: &PlannedView,
    reading: &Reading,
) -> anyhow::Result<DrawnPicture> {
    within_reach(&loaded.scene, view.tick)?;
    let [width, height] = view.size;
    let (camera, objects) = (view.camera.as_deref(), &*view.ignored_objects);
    let (theme, display) = (theme(view.theme), display(view.display));
    // The answers list the queries without an answer.
    if view.ui {
        let size = PictureSize { width, height };
        let look = WindowView {
            tick: view.tick,
            camera,
            panel: view.panel,
            size,
            scale: view.scale,
            theme,
            display,
            hides_answers: false,
        };
        let drawn = render::window_covering(loaded.clone(), &found.path, reading.clone(), &look, objects)?;
        return Ok(DrawnPicture { image: drawn.image, covered: drawn.covered });
    }
    let options = PictureOptions { display, ..PictureOptions::new(view.size, theme.palette()) };
    let (scene, files) = (&loaded.scene, &loaded.files);
    let (image, covered, _) = render::picture_covering(scene, files, view.tick, camera, &options, objects)?;
    Ok(DrawnPicture { image, covered })
}

fn theme(theme: CheckTheme) -> ThemeName {
    match theme {
        CheckTheme::Dark => ThemeName::Dark,
        CheckTheme::Light => ThemeName::Light,
    }
}

fn display(display: CheckDisplay) -> Display {
    match display {
        CheckDisplay::Material => Display::Material,
        CheckDisplay::Verdict => Display::Verdict,
        CheckDisplay::Clay => Display::Clay,
        CheckDisplay::Wireframe => Display::Wireframe,
        CheckDisplay::Orientation => Display::Orientation,
    }
}
