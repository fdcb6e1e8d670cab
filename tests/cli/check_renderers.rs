//! Baselines by renderer: folders of pictures for the renderers that the project file names, and pictures that differ only
//! by renderer.

use std::fs;
use std::path::Path;

use image::{Rgba, RgbaImage};
use serde_json::Value;

use crate::check::{PICTURE, files, has, project, put, said, scene};
use crate::commands::names;

/// The renderer of this machine, from the metadata of its pictures.
fn renderer(folder: &Path) -> String {
    said(folder, &["--out", "first"], 0);
    let results: Value = serde_json::from_slice(&fs::read(folder.join("first/results.json")).unwrap()).unwrap();
    fs::remove_dir_all(folder.join("first")).unwrap();
    results["renderer"].as_str().unwrap().to_owned()
}

fn write_renderers(folder: &Path, renderers: &str) {
    let text = format!("{{ \"eyeline_project\": 1,\n\"check\": {{ \"renderers\": [{renderers}] }} }}");
    fs::write(folder.join("eyeline.project.json"), text).unwrap();
}

/// An entry for the renderer of this machine.
fn own_entry(renderer: &str) -> String {
    // Upper and lower case are the same.
    format!("{{ \"name\": \"mine\", \"matches\": \"{}\" }}", renderer[..8.min(renderer.len())].to_uppercase())
}

/// Writes a picture as that of another renderer, with a square in it.
fn redraw(file: &Path, renderer: &str, side: u32) {
    let mut picture: RgbaImage = image::open(file).unwrap().into_rgba8();
    for (x, y) in (0..side).flat_map(|x| (0..side).map(move |y| (x, y))) {
        picture.put_pixel(20 + x, 20 + y, Rgba([255, 0, 255, 255]));
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.add_text_chunk("Software".to_owned(), "eyeline 1".to_owned()).unwrap();
    encoder.add_text_chunk("Renderer".to_owned(), renderer.to_owned()).unwrap();
    encoder.write_header().unwrap().write_image_data(&picture).unwrap();
    fs::write(file, bytes).unwrap();
}

#[test]
fn a_picture_that_differs_only_by_renderer_says_so() {
    let folder = project();
    let own = renderer(folder.path());
    redraw(&folder.path().join(PICTURE), "Voodoo2", 40);
    let words = [
        " of 43200 pixels differ by more than 0.2 (43 allowed); 1600 are not exactly the same",
        "the baseline is from another renderer (Voodoo2)",
        &*format!("this picture is from {own}, and all answers are equal, so probably only the renderer differs"),
        "`renderers` in eyeline.project.json",
        "LIBGL_ALWAYS_SOFTWARE=1",
    ];
    has(&said(folder.path(), &["--out", "out"], 1), &words);
    for file in ["out/results.json", "out/junit.xml"] {
        has(&fs::read_to_string(folder.path().join(file)).unwrap(), &words[1..]);
    }
    has(&fs::read_to_string(folder.path().join("out/index.html")).unwrap(), &["Voodoo2", "all answers are equal"]);
    let results: Value = serde_json::from_slice(&fs::read(folder.path().join("out/results.json")).unwrap()).unwrap();
    assert_eq!(results["scenes"][0]["baselines"][1]["pixels"]["other_renderer"], "Voodoo2");
    // Below the wider limit the picture is equal, with a warning.
    said(folder.path(), &["--update"], 0);
    redraw(&folder.path().join(PICTURE), "Voodoo2", 4);
    has(&said(folder.path(), &[], 0), &["warning: ", "from another renderer (Voodoo2)"]);
    // An answer that changed has its own reason.
    redraw(&folder.path().join(PICTURE), "Voodoo2", 40);
    put(folder.path(), "guard", &scene("Guard", 4.0, 0.0, ""));
    let text = said(folder.path(), &[], 1);
    assert!(text.contains("(Voodoo2)") && !text.contains("all answers are equal"), "{text}");
}

#[test]
fn each_renderer_that_the_project_names_has_its_own_pictures() {
    let folder = project();
    let at = |name: &str| folder.path().join(name);
    let own = renderer(folder.path());
    write_renderers(folder.path(), &format!("{}, {{ \"name\": \"other\", \"matches\": \"Voodoo\" }}", own_entry(&own)));
    // The answers are those of all renderers, and the common picture is not that of this renderer.
    let common = fs::read(at(PICTURE)).unwrap();
    has(
        &said(folder.path(), &[], 1),
        &[
            "screenshots/mine/guard.small.png does not exist: `renderers` in eyeline.project.json gives `mine` baselines of its own",
        ],
    );
    said(folder.path(), &["--update"], 0);
    assert_eq!(names(&at("screenshots")), ["guard.answers.json", "guard.small.png", "mine"]);
    assert_eq!(names(&at("screenshots/mine")), ["guard.small.png"]);
    assert!(
        fs::read(at(PICTURE)).unwrap() == common && fs::read(at("screenshots/mine/guard.small.png")).unwrap() == common
    );
    redraw(&at(PICTURE), "Voodoo2", 40);
    has(&said(folder.path(), &[], 0), &["1 scene: 1 equal"]);
    has(&said(folder.path(), &[], 0), &["1 scene: 1 equal"]);
    // Its own picture is compared without the wider limit, also after the cache was filled.
    redraw(&at("screenshots/mine/guard.small.png"), &own, 4);
    has(
        &said(folder.path(), &["--out", "out"], 1),
        &["screenshots/mine/guard.small.png: ", " pixels differ by more than 0.1 (0 allowed); 16 are"],
    );
    let before = files(&at("screenshots"));
    has(
        &said(folder.path(), &["--accept", "guard.small", "--out", "out"], 0),
        &["wrote screenshots/mine/guard.small.png"],
    );
    let changed: Vec<String> = files(&at("screenshots"))
        .into_iter()
        .zip(before)
        .filter(|(now, then)| now != then)
        .map(|(now, _)| now.0)
        .collect();
    assert_eq!(changed, ["mine/guard.small.png"]);
    said(folder.path(), &[], 0);
    // A renderer that no entry names has the common baselines.
    write_renderers(folder.path(), "{ \"name\": \"other\", \"matches\": \"Voodoo\" }");
    has(&said(folder.path(), &[], 1), &["screenshots/guard.small.png: ", "(Voodoo2)"]);
}

#[test]
fn a_capture_becomes_the_baseline_of_its_own_renderer_only() {
    let folder = project();
    let own = renderer(folder.path());
    write_renderers(folder.path(), &format!("{}, {{ \"name\": \"other\", \"matches\": \"Voodoo\" }}", own_entry(&own)));
    said(folder.path(), &["--out", "out"], 1);
    let file = folder.path().join("out/results.json");
    let good = fs::read_to_string(&file).unwrap();
    let before = files(&folder.path().join("screenshots"));
    for (place, words) in [
        ("screenshots/other/guard.small.png", "is not the baseline of the renderer"),
        ("screenshots/guard.small.png", "is not the baseline of the renderer"),
        ("screenshots/mine/../../guard.small.png", "is not a baseline of scenes/guard.json"),
        ("screenshots/third/guard.small.png", "is not a baseline of scenes/guard.json"),
    ] {
        fs::write(
            &file,
            good.replace("\"baseline\": \"screenshots/mine/guard.small.png\"", &format!("\"baseline\": \"{place}\"")),
        )
        .unwrap();
        has(&said(folder.path(), &["--accept", "guard", "--out", "out"], 2), &["out/results.json:", words]);
    }
    assert!(files(&folder.path().join("screenshots")) == before);
    // The report of shards is accepted too.
    fs::write(&file, &good).unwrap();
    said(folder.path(), &["--merge", "out", "--out", "all"], 1);
    has(&said(folder.path(), &["--accept", "guard", "--out", "all"], 0), &["wrote screenshots/mine/guard.small.png"]);
    said(folder.path(), &[], 0);
}

#[test]
fn pictures_of_all_renderers_of_the_project_are_used() {
    let folder = project();
    let own = renderer(folder.path());
    write_renderers(folder.path(), &format!("{}, {{ \"name\": \"other\", \"matches\": \"Voodoo\" }}", own_entry(&own)));
    said(folder.path(), &["--update"], 0);
    let shots = folder.path().join("screenshots");
    for name in ["other", "third"] {
        fs::create_dir(shots.join(name)).unwrap();
        fs::copy(shots.join("guard.small.png"), shots.join(name).join("guard.small.png")).unwrap();
    }
    has(&said(folder.path(), &["--unused"], 0), &["0 unused baselines"]);
    for name in ["mine", "other", "third"] {
        fs::copy(shots.join("guard.small.png"), shots.join(name).join("guard.old.png")).unwrap();
    }
    let text = said(folder.path(), &["--unused"], 1);
    has(
        &text,
        &["unused  screenshots/mine/guard.old.png", "unused  screenshots/other/guard.old.png", "2 unused baselines"],
    );
    assert!(!text.contains("third"), "the project file names no such renderer: {text}");
    has(&said(folder.path(), &["--prune"], 0), &["2 baselines removed"]);
    assert_eq!(names(&shots.join("mine")), ["guard.small.png"]);
    // Without a scene its pictures of all renderers are unused.
    fs::remove_file(folder.path().join("scenes/guard.json")).unwrap();
    put(folder.path(), "new", &scene("New", 0.3, 0.0, ""));
    let text = said(folder.path(), &["--unused"], 1);
    has(
        &text,
        &["screenshots/mine/guard.small.png", "screenshots/other/guard.small.png", "screenshots/guard.answers.json"],
    );
}

#[test]
fn wrong_renderers_of_a_project_are_located() {
    let folder = project();
    for (renderers, words) in [
        ("{ \"name\": \"../x\", \"matches\": \"a\" }", "the name `../x` of a renderer"),
        ("{ \"name\": \"a\" }", "the key `matches` is missing"),
        ("{ \"name\": \"a\", \"matches\": \"\" }", "`matches` must not be empty"),
        ("{ \"name\": \"a\", \"match\": \"x\" }", "unknown key `match`"),
        ("\"llvmpipe\"", "eyeline.project.json:2:26"),
        (
            "{ \"name\": \"a\", \"matches\": \"x\" }, { \"name\": \"A\", \"matches\": \"y\" }",
            "the names `a` and `A` differ only by case",
        ),
    ] {
        write_renderers(folder.path(), renderers);
        has(&said(folder.path(), &[], 2), &[words]);
    }
}
