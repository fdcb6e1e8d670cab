//! Twelve pictures of the whole window, compared with those in `tests/window/snapshots/`: every panel, in two sizes and two
//! themes. `texts.rs` compares names, values and places of the widgets of all scenes and panels, and `eyeline check` the pictures
//! of the scenes. A picture of a window changes with every widget, and each version stays in the repository for ever.
//!
//! Intended changes are accepted with
//!
//! ```sh
//! UPDATE_SNAPSHOTS=1 cargo test --test window snapshots
//! ```
//!
//! and reviewed before they are committed. Where a picture differs, `NAME.new.png` and `NAME.diff.png` are beside it;
//! git ignores both.

use std::collections::BTreeSet;
use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use eframe::egui::Theme;
use eframe::egui::accesskit::Role;
use egui_kittest::{SnapshotError, SnapshotOptions, try_image_snapshot_options};
use eyeline::app::{WindowLook, Workspace, window_to_image};
use eyeline::files::Reading;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, RgbaImage};

use crate::test_window::TestWindow;
use crate::{behavior, scenes};

/// The allowed difference of a pixel: the square of a weighted distance in YIQ, here about 9 of 255 steps of grey.
/// OpenGL in software rounds differently on different machines. The faintest border in the window has 19 steps.
const THRESHOLD: f32 = 45.0;
/// The number of pixels, of about a million, that may differ by more: corners of letters and ends of lines. A word that
/// moves by a pixel has more.
const PIXELS: usize = 100;
/// Colours are rounded to multiples of this, which halves the size of the files.
const STEP: i16 = 8;

const LARGE: [u32; 2] = [1440, 900];
const SMALL: [u32; 2] = [1024, 640];

/// A scene, the tab that is brought to the front (`None`: the layout in which the scene opens), the size and the theme.
type Picture = (&'static str, Option<&'static str>, [u32; 2], Theme);

/// Together they show every panel but Compare and Review, which open on a command: `compare.rs` and `review.rs` test these by
/// their texts.
const PICTURES: [Picture; 12] = [
    ("tour", None, LARGE, Theme::Dark),
    ("tour", None, SMALL, Theme::Light),
    ("tour", Some("Verdicts"), LARGE, Theme::Light),
    ("tour", Some("Plots"), SMALL, Theme::Dark),
    ("abort", None, SMALL, Theme::Light),
    ("groot", None, LARGE, Theme::Dark),
    ("octree", Some("Octree"), LARGE, Theme::Dark),
    ("courtyard", Some("Opacity"), SMALL, Theme::Light),
    ("courtyard", Some("Problems"), LARGE, Theme::Dark),
    ("touch_where", None, LARGE, Theme::Light),
    ("tap", Some("Sessions"), SMALL, Theme::Dark),
    ("skin", None, LARGE, Theme::Dark),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/snapshots")
}

/// The name of the picture of a scene with a tab in front.
fn name(scene: &str, tab: Option<&str>, [width, _]: [u32; 2], theme: Theme) -> String {
    let tab = tab.map(|tab| format!("_{}", tab.to_lowercase())).unwrap_or_default();
    format!("{scene}{tab}_{width}_{}", if theme == Theme::Dark { "dark" } else { "light" })
}

fn is_updating() -> bool {
    std::env::var_os("UPDATE_SNAPSHOTS").is_some()
}

fn compare(image: &RgbaImage, name: &str, folder: &Path) -> Result<(), SnapshotError> {
    let options = SnapshotOptions::new().threshold(THRESHOLD).max_failed_pixels(PIXELS).output_path(folder);
    try_image_snapshot_options(image, name, &options)
}

/// The text of a scene, and its tick, if it is not the one at which the scene opens. `abort` is a guard that leaves its patrol.
fn moment(name: &str) -> (String, Option<u64>) {
    if name == "abort" {
        return (behavior::GUARD.to_owned(), Some(behavior::LEAVES));
    }
    (scenes::all().into_iter().find(|(other, _)| other == name).unwrap().1, None)
}

/// Draws a window as `eyeline render --ui` does, with colours in steps.
fn window_image(name: &str, text: &str, tick: Option<u64>, size: [u32; 2], theme: Theme) -> RgbaImage {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(format!("{name}.json"));
    let loaded = eyeline::files::parse(text, &path.to_string_lossy(), path.parent()).unwrap();
    let mut workspace = Workspace::on(loaded.scene, loaded.files, None, Reading::default());
    workspace.set_tick(tick.unwrap_or(workspace.tick()));
    stepped(window_to_image(workspace, &WindowLook { theme, ..WindowLook::of_size(size) }).unwrap().0)
}

/// The window on a scene of the folder `scenes` after a click on a tab.
fn window_with_tab(name: &str, tab: &str, size: [u32; 2], theme: Theme) -> RgbaImage {
    let mut window = TestWindow::on_own_scene(name, size);
    window.harness.ctx.set_theme(theme);
    window.click(Role::Tab, tab);
    // The pointer leaves the tab, so that no tooltip is drawn.
    window.harness.remove_cursor();
    window.harness.run();
    stepped(window.harness.render().unwrap())
}

fn stepped(mut image: RgbaImage) -> RgbaImage {
    image.pixels_mut().for_each(|pixel| pixel.0 = in_steps(pixel.0));
    image
}

/// Rounds green, and the differences of the other two from green, so that greys stay grey.
fn in_steps([red, green, blue, alpha]: [u8; 4]) -> [u8; 4] {
    let nearest = |value: i16, step: i16| (value + step / 2).div_euclid(step) * step;
    let [red, green, blue] = [red, green, blue].map(i16::from);
    let middle = nearest(green, STEP);
    let beside = |channel: i16| u8::try_from((middle + nearest(channel - green, STEP)).clamp(0, 255)).unwrap();
    [beside(red), beside(green), beside(blue), alpha]
}

/// Writes a picture again with the best lossless compression.
fn squeeze(path: &Path) {
    let image = DynamicImage::ImageRgba8(image::open(path).unwrap().into_rgba8()).into_rgb8();
    let file = BufWriter::new(fs::File::create(path).unwrap());
    let encoder = PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::NoFilter);
    image.write_with_encoder(encoder).unwrap();
}

#[test]
fn every_panel() {
    let mut wrong = Vec::new();
    for (scene, tab, size, theme) in PICTURES {
        let name = name(scene, tab, size, theme);
        let image = if let Some(tab) = tab {
            window_with_tab(scene, tab, size, theme)
        } else {
            let (text, tick) = moment(scene);
            window_image(scene, &text, tick, size, theme)
        };
        if let Err(error) = compare(&image, &name, &folder()) {
            wrong.push(error.to_string());
        } else if is_updating() {
            squeeze(&folder().join(format!("{name}.png")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_no_other_pictures_of_the_window() {
    let wanted: BTreeSet<String> =
        PICTURES.map(|(scene, tab, size, theme)| format!("{}.png", name(scene, tab, size, theme))).into();
    assert_eq!(wanted.len(), PICTURES.len());
    let there = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let there = there.filter(|name| [".new.", ".diff.", ".old."].iter().all(|mark| !name.contains(mark)));
    let gone: Vec<String> = there.filter(|name| !wanted.contains(name)).collect();
    assert!(gone.is_empty(), "delete {gone:?}");
}

/// A part of a picture, moved `by` pixels to the right and down.
fn moved(image: &RgbaImage, [x, y, width, height]: [u32; 4], by: [u32; 2]) -> RgbaImage {
    let part = image::imageops::crop_imm(image, x, y, width, height).to_image();
    let mut image = image.clone();
    image::imageops::replace(&mut image, &part, i64::from(x + by[0]), i64::from(y + by[1]));
    image
}

#[test]
fn rounding_is_equal_and_movements_differ() {
    if is_updating() {
        // While snapshots are updated, everything would be accepted.
        return;
    }
    let image = window_image("tour", &moment("tour").0, None, LARGE, Theme::Dark);
    let folder = tempfile::tempdir().unwrap();
    image.save(folder.path().join("tour.png")).unwrap();
    let is_same = |image: &RgbaImage| compare(image, "tour", folder.path()).is_ok();

    let mut noisy = image.clone();
    for (x, y, pixel) in noisy.enumerate_pixels_mut() {
        const NOISE: u8 = 8;
        let up = (x * 7 + y * 13) % 3 == 0;
        pixel.0.iter_mut().take(3).for_each(|c| *c = if up { c.saturating_add(NOISE) } else { *c });
    }
    assert!(is_same(&noisy), "a step of colour in every third pixel");

    // The whole 3D view, one word of the answer, and the inspector with its border.
    for (part, what) in [
        ([300, 100, 700, 300], "the scene"),
        ([530, 655, 330, 22], "a sentence"),
        ([1118, 30, 320, 830], "a panel"),
        ([1140, 148, 90, 16], "a word"),
    ] {
        assert!(!is_same(&moved(&image, part, [1, 0])), "{what} a pixel to the right");
        assert!(!is_same(&moved(&image, part, [0, 1])), "{what} a pixel down");
    }
}
