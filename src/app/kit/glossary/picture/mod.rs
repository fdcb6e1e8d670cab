//! The small pictures of the glossary: one SVG file each in `pictures/`, 160 wide and 100 high.
//!
//! ```text
//! file    reads the shapes of a file: polygon, polyline, circle, text
//! colors  the colours of the theme, by the classes of the files
//! paint   draws the shapes
//! ```
//!
//! Colours have the same meaning as in the whole window, and line styles repeat them. A browser shows the files in the
//! same colours by `pictures.css`.

mod colors;
mod file;
mod paint;

use std::borrow::Cow;
use std::sync::LazyLock;

use eframe::egui::{CornerRadius, Role, Sense, Ui, WidgetInfo};
use rust_embed::RustEmbed;

use self::colors::Colors;
use self::file::Figure;
pub(super) use self::file::SIZE;
use super::term::Term;

#[derive(RustEmbed)]
#[folder = "src/app/kit/glossary/pictures"]
struct PictureFiles;

/// The shapes of all pictures.
static PICTURES: LazyLock<Vec<(Term, Vec<Figure>)>> = LazyLock::new(|| {
    let picture = |file: Cow<'static, str>| {
        let term = Term::named(file.strip_suffix(".svg")?)?;
        let text = PictureFiles::get(&file)?.data;
        Some((term, file::read(std::str::from_utf8(&text).ok()?).ok()?))
    };
    PictureFiles::iter().filter_map(picture).collect()
});

fn figures(term: Term) -> Option<&'static [Figure]> {
    PICTURES.iter().find(|(of, _)| *of == term).map(|(_, figures)| figures.as_slice())
}

/// Whether a term has a picture.
pub(super) fn has(term: Term) -> bool {
    figures(term).is_some()
}

/// The picture of a term, if it has one.
pub(super) fn show(ui: &mut Ui, term: Term) {
    let Some(figures) = figures(term) else { return };
    let (rect, response) = ui.allocate_exact_size(SIZE, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("Picture: {}", term.title())));
    if ui.is_rect_visible(rect) {
        ui.painter().rect_filled(rect, CornerRadius::same(4), ui.visuals().extreme_bg_color);
        ui.painter().extend(paint::shapes(ui.painter(), &Colors::of(ui), rect, figures));
    }
}

#[cfg(test)]
mod tests {
    use eframe::egui::{Context, RawInput, Rect, Theme, pos2};

    use super::*;
    use crate::app::kit::theme::set_look;

    #[test]
    fn every_file_is_read_and_belongs_to_a_term() {
        let files: Vec<_> = PictureFiles::iter().filter(|file| file.ends_with(".svg")).collect();
        assert_eq!(files.len(), 54);
        for file in files {
            let text = PictureFiles::get(&file).unwrap().data;
            let figures = file::read(std::str::from_utf8(&text).unwrap());
            assert!(figures.as_ref().is_ok_and(|figures| figures.len() > 3), "{file}: {figures:?}");
            assert!(file.strip_suffix(".svg").and_then(Term::named).is_some(), "{file}");
        }
    }

    #[test]
    fn every_picture_stays_within_its_rectangle_in_both_themes() {
        let rect = Rect::from_min_size(pos2(300.0, 200.0), SIZE);
        for theme in [Theme::Dark, Theme::Light] {
            let ctx = Context::default();
            set_look(&ctx);
            ctx.set_theme(theme);
            let mut output = ctx.run_ui(RawInput::default(), |ui| {
                for (term, figures) in PICTURES.iter() {
                    for shape in paint::shapes(ui.painter(), &Colors::of(ui), rect, figures) {
                        // A completely transparent shape covers nothing.
                        let bounds = shape.visual_bounding_rect();
                        let is_within = rect.contains_rect(bounds) || !bounds.is_positive();
                        assert!(is_within, "{term:?}: {shape:?} reaches to {bounds:?}");
                    }
                }
            });
            output.textures_delta.set.clear();
        }
    }
}
