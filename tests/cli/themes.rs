//! Pictures and windows in both themes, as `eyeline render` draws them.

use std::path::Path;

use image::{Rgb, RgbImage};

use super::commands::{eyeline, fresh};

fn scene(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name).display().to_string()
}

/// The picture that `eyeline render` makes with these arguments.
fn drawn(folder: &Path, args: &[&str]) -> RgbImage {
    let output = eyeline(folder, &[&["render", "-o", "a.png"], args].concat());
    assert!(output.status.success(), "{args:?}: {output:?}");
    image::open(folder.join("a.png")).unwrap().into_rgb8()
}

/// How many pixels of a part of a picture have about this colour.
fn count(picture: &RgbImage, [x, y, width, height]: [u32; 4], wanted: [u8; 3]) -> usize {
    let is_it = |pixel: &Rgb<u8>| pixel.0.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) < 12);
    (y..y + height)
        .flat_map(|y| (x..x + width).map(move |x| (x, y)))
        .filter(|&(x, y)| is_it(picture.get_pixel(x, y)))
        .count()
}

#[test]
fn a_theme_is_chosen_for_the_picture_and_for_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let tour = scene("tour.json");
    let light = |args: &[&str]| {
        let picture = drawn(folder.path(), &[&[&*tour, "--size", "1000x640"], args].concat());
        let bright = picture.pixels().filter(|pixel| pixel.0.iter().all(|part| *part > 180)).count();
        bright > picture.pixels().len() / 2
    };
    for ui in [&[][..], &["--ui"]] {
        assert!(!light(ui), "{ui:?}: dark without the option");
        assert!(!light(&[ui, &["--theme", "dark"]].concat()), "{ui:?}");
        assert!(light(&[ui, &["--theme", "light"]].concat()), "{ui:?}");
    }
}

/// Near is bright, so the ground is dark in both themes.
#[test]
fn small_depth_pictures_can_be_read_in_both_themes() {
    let folder = tempfile::tempdir().unwrap();
    for theme in ["dark", "light"] {
        let args = [&*scene("touch_where.json"), "--ui", "--size", "1366x768", "--theme", theme];
        let picture = drawn(folder.path(), &args);
        let pictures = [270, 570, 470, 160];
        let (ground, near) = (count(&picture, pictures, [24; 3]), count(&picture, pictures, [222; 3]));
        assert!(ground > 20_000 && near > 300, "{theme}: {ground} {near}");
    }
}

/// The selected agent's tree has a place in a small window, and says what was halted.
#[test]
fn the_tree_of_the_selected_agent_is_in_a_small_window() {
    let folder = tempfile::tempdir().unwrap();
    for (size, view) in [("919x600", [258, 54, 348, 216]), ("1024x700", [263, 54, 442, 262])] {
        for theme in ["dark", "light"] {
            let picture = drawn(folder.path(), &[&scene("aborts.json"), "--ui", "--size", size, "--theme", theme]);
            let [x, y, width, height] = view;
            let part = image::imageops::crop_imm(&picture, x, y, width, height).to_image();
            // Orange words, and no amber ones.
            let is_orange = |&Rgb([r, g, b]): &Rgb<u8>| r > g.saturating_add(75) && r > b.saturating_add(120);
            let found = part.pixels().filter(|pixel| is_orange(pixel)).count();
            assert!(found > 40, "{size} {theme}: {found}");
        }
    }
}

/// A name points at its own object, or is left out: no line ends on the object in front.
#[test]
fn the_name_of_a_hidden_object_is_left_out() {
    let text = |name: &str, y: f32| {
        format!(
            r#"{{ "eyeline": 1, "view": {{ "eye": [0, 0, 9], "target": [0, 0, 0] }}, "objects": [
            {{ "name": "{name}", "shape": {{ "sphere": {{ "radius": 1 }} }} }},
            {{ "name": "wall", "shape": {{ "box": {{ "half_extents": [2, 2, 0.1] }} }}, "position": [0, {y}, 2] }} ] }}"#
        )
    };
    let with = |name: &str, y: f32| {
        let folder = fresh(&[("a.json", &text(name, y))]);
        drawn(folder.path(), &["a.json", "--size", "640x400"])
    };
    assert!(with("a", 0.0) == with("a much longer name", 0.0), "nothing of it is visible");
    assert!(with("a", -3.0) != with("a much longer name", -3.0), "it is above the wall");
}
