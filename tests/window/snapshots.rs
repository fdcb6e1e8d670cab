//! Pictures of the whole window, held to those in `tests/window/snapshots/`: one of every scene, and of every panel one in
//! each size and theme. The words of all scenes in the smaller size are held by `texts.rs`.
//!
//! What is drawn differently on purpose is taken over by
//!
//! ```sh
//! UPDATE_SNAPSHOTS=1 cargo test --test window snapshots
//! ```
//!
//! and looked at before it is committed. Where a picture differs, `NAME.new.png` and `NAME.diff.png` stand beside it;
//! git ignores both. A new scene needs its pictures, since scenes are found by listing their folder.

use std::collections::BTreeSet;
use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use eframe::egui::Theme;
use eframe::egui::accesskit::Role;
use egui_kittest::{SnapshotError, SnapshotOptions, try_image_snapshot_options};
use eyeline::app::{Look, Session, window_to_image};
use eyeline::files::Reading;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, RgbaImage};

use crate::test_window::TestWindow;
use crate::{behavior, scenes};

/// How far a pixel may be off: the square of a weighted distance in YIQ, here about 9 of 255 steps of grey. OpenGL in
/// software rounds a little differently from machine to machine; the faintest border in the window has 19 steps.
const THRESHOLD: f32 = 45.0;
/// How many pixels may be off by more, of about a million: corners of letters and ends of lines. A word that moves by
/// a pixel has more.
const PIXELS: usize = 100;
/// Colours are kept in steps of this, for half the size.
const STEP: i16 = 8;

const SIZES: [[u32; 2]; 2] = [[1440, 900], [1024, 640]];

/// The scenes that are drawn in each size and theme, each with the tabs that are brought to the front one after the other;
/// `None` for the panels as the scene opens. Together they show every panel.
const IN_ALL: [(&str, &[Option<&str>]); 4] = [
    ("tour", &[None, Some("Verdicts"), Some("Plots")]),
    ("abort", &[None]),
    ("octree", &[Some("Octree")]),
    ("courtyard", &[Some("Opacity"), Some("Problems")]),
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

/// A scene's name, its text, and its tick, if it is another than the one at which it opens.
type Moment = (String, String, Option<u64>);

/// Every scene as it opens, and a guard that leaves its patrol.
fn moments() -> Vec<Moment> {
    let scenes = scenes::all().into_iter().map(|(name, text)| (name, text, None));
    scenes.chain([("abort".to_owned(), behavior::GUARD.to_owned(), Some(behavior::LEAVES))]).collect()
}

/// What is drawn in a size and theme: moments, each with the tab in front.
fn pictures(size: [u32; 2], theme: Theme) -> Vec<(Moment, Option<&'static str>)> {
    let is_first = size == SIZES[0] && theme == Theme::Dark;
    let tabs = |(name, ..): &Moment| {
        let in_all = IN_ALL.iter().find(|(scene, _)| scene == name).map_or(&[][..], |(_, tabs)| tabs);
        let as_it_opens = (is_first && !in_all.contains(&None)).then_some(None);
        in_all.iter().copied().chain(as_it_opens).collect::<Vec<_>>()
    };
    moments().into_iter().flat_map(|moment| tabs(&moment).into_iter().map(move |tab| (moment.clone(), tab))).collect()
}

/// Draws a window as `eyeline render --ui` does, with colours in steps.
fn window_image(name: &str, text: &str, tick: Option<u64>, size: [u32; 2], theme: Theme) -> RgbaImage {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(format!("{name}.json"));
    let loaded = eyeline::files::parse(text, &path.to_string_lossy(), path.parent()).unwrap();
    let mut session = Session::on(loaded.scene, loaded.files, None, Reading::default());
    session.set_tick(tick.unwrap_or(session.tick()));
    stepped(window_to_image(session, &Look { theme, ..Look::of_size(size) }).unwrap().0)
}

/// The window on a scene of the program's own after a click on a tab.
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

/// Green in steps, and the other two in steps from there, so that greys stay grey.
fn in_steps([red, green, blue, alpha]: [u8; 4]) -> [u8; 4] {
    let nearest = |value: i16, step: i16| (value + step / 2).div_euclid(step) * step;
    let [red, green, blue] = [red, green, blue].map(i16::from);
    let middle = nearest(green, STEP);
    let beside = |channel: i16| u8::try_from((middle + nearest(channel - green, STEP)).clamp(0, 255)).unwrap();
    [beside(red), beside(green), beside(blue), alpha]
}

/// Writes a picture again, as small as lossless compression makes it.
fn squeeze(path: &Path) {
    let image = DynamicImage::ImageRgba8(image::open(path).unwrap().into_rgba8()).into_rgb8();
    let file = BufWriter::new(fs::File::create(path).unwrap());
    let encoder = PngEncoder::new_with_quality(file, CompressionType::Best, FilterType::NoFilter);
    image.write_with_encoder(encoder).unwrap();
}

fn check(size: [u32; 2], theme: Theme) {
    let mut wrong = Vec::new();
    for ((scene, text, tick), tab) in pictures(size, theme) {
        let name = name(&scene, tab, size, theme);
        let image = match tab {
            Some(tab) => window_with_tab(&scene, tab, size, theme),
            None => window_image(&scene, &text, tick, size, theme),
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
fn large_and_dark() {
    check(SIZES[0], Theme::Dark);
}

#[test]
fn large_and_light() {
    check(SIZES[0], Theme::Light);
}

#[test]
fn small_and_dark() {
    check(SIZES[1], Theme::Dark);
}

#[test]
fn small_and_light() {
    check(SIZES[1], Theme::Light);
}

#[test]
fn no_picture_is_of_a_scene_that_is_gone() {
    let of = |size, theme| {
        pictures(size, theme)
            .into_iter()
            .map(move |((scene, ..), tab)| format!("{}.png", name(&scene, tab, size, theme)))
    };
    let in_size = |size| [Theme::Dark, Theme::Light].into_iter().flat_map(move |theme| of(size, theme));
    let wanted: BTreeSet<String> = SIZES.into_iter().flat_map(in_size).collect();
    let there = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let there = there.filter(|name| [".new.", ".diff.", ".old."].iter().all(|mark| !name.contains(mark)));
    let gone: Vec<String> = there.filter(|name| !wanted.contains(name)).collect();
    assert!(gone.is_empty(), "delete {gone:?}");
}

/// A part of a picture, `by` pixels further right and down.
fn moved(image: &RgbaImage, [x, y, width, height]: [u32; 4], by: [u32; 2]) -> RgbaImage {
    let part = image::imageops::crop_imm(image, x, y, width, height).to_image();
    let mut image = image.clone();
    image::imageops::replace(&mut image, &part, i64::from(x + by[0]), i64::from(y + by[1]));
    image
}

#[test]
fn rounding_is_forgiven_and_what_moves_is_not() {
    if is_updating() {
        // Everything would be taken over.
        return;
    }
    let (scene, text) = scenes::all().into_iter().find(|(name, _)| name == "tour").unwrap();
    let image = window_image(&scene, &text, None, SIZES[0], Theme::Dark);
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

    // All of the 3D view, one word of the answer, and the inspector with its border.
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
