//! Settings of views in `eyeline check`: display, theme, scale, ignored objects and a share of the pixels.

use std::fs;
use std::path::Path;

use image::{Rgba, RgbaImage};

use crate::check::{CHECK, PICTURE, has, project, put, said, scene};
use crate::commands::eyeline;

/// The guard's scene with these views.
fn with_views(views: &str) -> String {
    scene("Guard", 0.3, 0.0, "").replace(CHECK, &format!(r#""views": [{views}]"#))
}

fn stored(folder: &Path, name: &str) -> Vec<u8> {
    fs::read(folder.join(format!("screenshots/{name}.png"))).unwrap()
}

#[test]
fn a_view_has_the_display_the_theme_and_the_scale_of_render() {
    let folder = project();
    let views = r#"{ "name": "plain", "size": [240, 180] },
        { "name": "clay", "size": [240, 180], "display": "clay", "theme": "light" },
        { "name": "window", "ui": true, "size": [900, 700], "theme": "light", "scale": 1.25, "display": "wireframe" }"#;
    put(folder.path(), "guard", &with_views(views));
    said(folder.path(), &["--update"], 0);
    said(folder.path(), &[], 0);
    let render = |args: &[&str]| {
        let all = [&["render", "scenes/guard.json", "-o", "one.png"], args].concat();
        assert!(eyeline(folder.path(), &all).status.success());
        fs::read(folder.path().join("one.png")).unwrap()
    };
    let clay = render(&["--size", "240x180", "--display", "clay", "--theme", "light"]);
    assert!(clay == stored(folder.path(), "guard.clay") && clay != stored(folder.path(), "guard.plain"));
    let window = ["--ui", "--size", "900x700", "--theme", "light", "--scale", "1.25", "--display", "wireframe"];
    assert!(render(&window) == stored(folder.path(), "guard.window"));
}

#[test]
fn wrong_settings_of_views_are_located() {
    let folder = project();
    for (views, words) in [
        (r#"{ "name": "a", "display": "cley" }"#, "did you mean `clay`?"),
        (r#"{ "name": "a", "theme": "ligth" }"#, "did you mean `light`?"),
        (r#"{ "name": "a", "scale": 2 }"#, "`scale` needs"),
        (r#"{ "name": "a", "ui": true, "scale": 9 }"#, "from 1 to 2, found `9`"),
        (r#"{ "name": "a" }], "ignore": [{ "object": "crat" }"#, "there is no object named `crat`"),
        (r#"{ "name": "a" }, { "name": "A" }"#, "differ only by case"),
        (
            r#"{ "name": "a" }], "tolerance": { "pixels": 1, "pixel_ratio": 0.1 }, "skip": ["rays""#,
            "exclude each other",
        ),
    ] {
        put(folder.path(), "guard", &with_views(views));
        has(&said(folder.path(), &[], 2), &[words, "scenes/guard.json:6:"]);
    }
}

/// A scene in which only the ball has the colour of the sun, seen from the front.
fn ball(color: &str, x: f64, ignore: &str, ui: bool) -> String {
    let ui = if ui { r#""ui": true, "size": [900, 700]"# } else { r#""size": [320, 240]"# };
    format!(
        r##"{{ "eyeline": 1, "view": {{ "eye": [0, 0, 8], "target": [0, 0, 0] }},
        "objects": [
            {{ "name": "ball", "shape": {{ "sphere": {{ "radius": 1 }} }}, "color": "{color}" }},
            {{ "name": "box", "shape": {{ "box": {{ "half_extents": [0.5, 0.5, 0.5] }} }}, "position": [{x}, 0, 0], "color": "#4080c0" }} ],
        "check": {{ "views": [{{ "name": "front", {ui} }}], "skip": ["octree"]{ignore} }} }}"##
    )
}

#[test]
fn the_pixels_of_an_ignored_object_are_not_compared_and_all_others_are() {
    const IGNORE: &str = r#", "ignore": [{ "view": "front", "object": "ball" }]"#;
    for ui in [false, true] {
        let folder = project();
        put(folder.path(), "ball", &ball("#ff8000", 2.5, IGNORE, ui));
        said(folder.path(), &["ball", "--update"], 0);
        put(folder.path(), "ball", &ball("#0080ff", 2.5, "", ui));
        has(&said(folder.path(), &["ball"], 1), &["screenshots/ball.front.png: "]);
        put(folder.path(), "ball", &ball("#0080ff", 2.5, IGNORE, ui));
        said(folder.path(), &["ball"], 0);
        // The baseline is hidden at the same pixels.
        let path = folder.path().join("screenshots/ball.front.png");
        let drawn = image::open(&path).unwrap().into_rgba8();
        let is_ball = |pixel: &Rgba<u8>| pixel.0[0] > 150 && pixel.0[2] < 60;
        let ball_pixels: Vec<_> =
            drawn.enumerate_pixels().filter(|(.., pixel)| is_ball(pixel)).map(|(x, y, _)| (x, y)).collect();
        assert!(ball_pixels.len() > 1000, "{}", ball_pixels.len());
        let mut spoiled = drawn.clone();
        for (x, y) in ball_pixels {
            spoiled.put_pixel(x, y, Rgba([255, 255, 255, 255]));
        }
        spoiled.save(&path).unwrap();
        said(folder.path(), &["ball"], 0);
        // The other object is compared.
        put(folder.path(), "ball", &ball("#0080ff", 2.7, IGNORE, ui));
        has(&said(folder.path(), &["ball"], 1), &["screenshots/ball.front.png: "]);
    }
}

#[test]
fn a_share_of_the_pixels_may_differ() {
    let folder = project();
    let path = folder.path().join(PICTURE);
    let mut picture: RgbaImage = image::open(&path).unwrap().into_rgba8();
    for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (100 + x, 20 + y))) {
        picture.put_pixel(x, y, Rgba([255, 0, 255, 255]));
    }
    picture.save(&path).unwrap();
    // 14 of 43,200 pixels differ, and 2 look antialiased.
    for (ratio, code) in [("0.0003", 1), ("0.00033", 0)] {
        put(
            folder.path(),
            "guard",
            &scene("Guard", 0.3, 0.0, &format!(r#", "tolerance": {{ "pixel_ratio": {ratio} }}"#)),
        );
        said(folder.path(), &[], code);
    }
}

#[test]
fn a_recoloured_object_with_an_answer_changes_its_picture_in_display_material() {
    let folder = project();
    let colored = |color: &str, display: &str| {
        let views = format!(r#""views": [{{ "name": "small", "size": [240, 180], "display": "{display}" }}]"#);
        let text = scene("Guard", 0.3, 0.0, "")
            .replace(CHECK, &views)
            .replace("\"view\":", "\"select\": [\"guard\"], \"view\":");
        text.replace("\"position\": [0, 1, -4] }", &format!("\"position\": [0, 1, -4], \"color\": \"{color}\" }}"))
    };
    put(folder.path(), "guard", &colored("#c08040", "material"));
    said(folder.path(), &["--update"], 0);
    let answers = fs::read(folder.path().join("screenshots/guard.answers.json")).unwrap();
    put(folder.path(), "guard", &colored("#4080c0", "material"));
    has(&said(folder.path(), &[], 1), &[PICTURE, "pixels differ"]);
    said(folder.path(), &["--update"], 0);
    assert!(
        fs::read(folder.path().join("screenshots/guard.answers.json")).unwrap() == answers,
        "the answers are equal"
    );
}
