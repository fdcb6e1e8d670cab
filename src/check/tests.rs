//! Tests of a run with pictures that the test draws.

use std::fs;
use std::path::{Path, PathBuf};

use image::{Rgba, RgbaImage};

use super::accept::{Now, Source, accept_names};
use super::discover::{Found, discover};
use super::plan::View;
use super::results::Results;
use super::row::{Row, State};
use super::update::{Update, exit_code, update};
use super::{Settings, output, run};
use crate::budget::Budget;
use crate::files::{Inputs, Loaded, Reading};
use crate::report::occlusion::without_depth;
use crate::source::ReadOptions;
use crate::source::rooted::Rooted;

/// Two scenes in a folder, of two views each.
fn scenes(folder: &Path) -> Vec<Found> {
    fs::create_dir(folder.join("scenes")).unwrap();
    for name in ["noisy", "still"] {
        let text = r#"{ "eyeline": 1, "check": { "views": [{ "name": "a" }, { "name": "b" }] } }"#;
        fs::write(folder.join("scenes").join(format!("{name}.json")), text).unwrap();
    }
    fs::create_dir(folder.join(".git")).unwrap();
    discover(&[folder.join("scenes")], None, &ReadOptions::default()).unwrap()
}

/// The rows of a run that draws its pictures with `draw`.
fn rows(scenes: &[Found], mut draw: impl FnMut(&Found, &View) -> RgbaImage) -> Vec<Row> {
    let reading = Reading::default();
    let settings = Settings {
        reading: &reading,
        budget: &|| Budget::new(Budget::DEFAULT),
        depth: &|_, world| without_depth(world),
        renderer: "test",
        jobs: 2,
        done: &|| (),
    };
    run(scenes, &settings, &mut |found: &Found, _: &Loaded, view: &View| Ok(draw(found, view)))
}

fn plain() -> RgbaImage {
    RgbaImage::from_pixel(8, 6, Rgba([40, 50, 60, 255]))
}

/// A picture for view `b` of the scene `noisy`. One pixel changes between two drawings.
fn noisy(drawn: &mut u8, found: &Found, view: &View) -> RgbaImage {
    let mut picture = plain();
    if found.name == "noisy" && view.name.as_deref() == Some("b") {
        *drawn += 1;
        picture.put_pixel(3, 2, Rgba([*drawn, 0, 0, 255]));
    }
    picture
}

fn stored(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder.join("screenshots"))
        .map(|entries| entries.map(|entry| entry.unwrap().file_name().into()).collect())
        .unwrap_or_default();
    found.sort();
    found
}

#[test]
fn an_unstable_picture_is_reported_and_never_written() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = scenes(folder.path());
    let mut drawn = 0;
    let mut rows = rows(&scenes, |found, view| noisy(&mut drawn, found, view));
    assert_eq!(drawn, 2, "each picture is drawn twice");
    let capture = &rows[0].captures[1];
    assert!(capture.is_unstable && capture.stored.actual.is_none());
    assert_eq!((capture.stored.state, rows[1].state()), (State::Differs, State::Missing));
    let words = &rows[0].differences.iter().find(|difference| difference.text.contains("unstable")).unwrap().text;
    assert!(
        words.ends_with("noisy.b.png is unstable: 1 pixel differs between two drawings of the same scene"),
        "{words}"
    );

    let out = folder.path().join("out");
    let out = Rooted::of_folder(&out);
    output::begin(&out, "test", None).unwrap();
    let unfinished = Results::read(&out).unwrap_err();
    assert!(unfinished.contains("results.json:3:12: this run did not finish"), "{unfinished}");
    output::write(&rows, &out, "test", None).unwrap();
    let results = Results::read(&out).unwrap();
    let views: Vec<View> = rows[0].captures.iter().map(|one| View { size: [8, 6], ..one.view.clone() }).collect();
    let now = |scene: &Path| Ok(Now { inputs: Inputs::file(scene), views: views.clone() });
    let source = Source {
        results: &results,
        folder: &out,
        base: Path::new(""),
        baselines: None,
        options: &ReadOptions::default(),
        root: &folder.path().canonicalize().unwrap(),
    };
    for name in ["noisy.b", "noisy"] {
        let refused = accept_names(&[name.to_owned()], &source, &now).unwrap_err();
        assert!(refused.contains("noisy.b.png is unstable"), "{refused}");
    }

    update(&mut rows, Update::All);
    assert_eq!(exit_code(&rows), 1, "one baseline is left");
    let all = ["noisy.a.png", "noisy.answers.json", "still.a.png", "still.answers.json", "still.b.png"];
    assert_eq!(stored(folder.path()), all.map(PathBuf::from));
}

#[test]
fn an_unstable_picture_differs_also_when_its_first_drawing_equals_the_baseline() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = scenes(folder.path());
    let mut first = rows(&scenes, |_, _| plain());
    update(&mut first, Update::All);
    assert_eq!(exit_code(&first), 0);
    let before = fs::read(folder.path().join("screenshots/noisy.b.png")).unwrap();
    let mut drawn = 0;
    let mut again = rows(&scenes, |found, view| {
        // The first drawing equals the baseline, the second does not.
        let picture = noisy(&mut drawn, found, view);
        if drawn == 1 { plain() } else { picture }
    });
    for which in [Update::All, Update::Changed, Update::Missing] {
        update(&mut again, which);
    }
    assert_eq!(again.iter().map(Row::state).collect::<Vec<_>>(), [State::Differs, State::Equal]);
    assert!(fs::read(folder.path().join("screenshots/noisy.b.png")).unwrap() == before);
}
