//! Tests of a run with pictures that the test draws.

use std::fs;
use std::path::{Path, PathBuf};

use image::{Rgba, RgbaImage};

use super::accept::{Now, RunSource, accept_names};
use super::discover::{FoundScene, discover};
use super::parts::CheckParts;
use super::plan::PlannedView;
use super::results::{Results, RunFacts};
use super::row::{SceneRow, SceneState};
use super::scene_page::ScenePages;
use super::settings::CheckSettings;
use super::update::{Update, exit_code, update};
use super::{output, run};
use crate::budget::Budget;
use crate::files::{Inputs, Loaded, Reading};
use crate::report::occlusion::without_depth;
use crate::source::ReadOptions;
use crate::source::rooted::Rooted;

/// Two scenes in a folder, of two views each.
fn scenes(folder: &Path) -> Vec<FoundScene> {
    fs::create_dir(folder.join("scenes")).unwrap();
    for name in ["noisy", "still"] {
        let text = r#"{ "eyeline": 1, "check": { "views": [{ "name": "a" }, { "name": "b" }] } }"#;
        fs::write(folder.join("scenes").join(format!("{name}.json")), text).unwrap();
    }
    fs::create_dir(folder.join(".git")).unwrap();
    discover(&[folder.join("scenes")], None, &ReadOptions::default(), &Budget::default()).unwrap()
}

/// The rows of a run that draws its pictures with `draw`.
fn rows(scenes: &[FoundScene], mut draw: impl FnMut(&FoundScene, &PlannedView) -> RgbaImage) -> Vec<SceneRow> {
    let reading = Reading::default();
    let settings = CheckSettings {
        reading: &reading,
        budget: &Budget::default(),
        depth: &|_, world| without_depth(world),
        renderer: "test",
        jobs: 2,
        parts: CheckParts::ALL,
        expect: None,
        cache: None,
        most_failures: None,
        done: &|_, _| (),
    };
    run(scenes, &settings, &mut |found: &FoundScene, _: &Loaded, view: &PlannedView| Ok(draw(found, view).into()))
}

fn plain() -> RgbaImage {
    RgbaImage::from_pixel(8, 6, Rgba([40, 50, 60, 255]))
}

/// A picture for view `b` of the scene `noisy`. One pixel changes between two drawings.
fn noisy(drawn: &mut u8, found: &FoundScene, view: &PlannedView) -> RgbaImage {
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
    assert_eq!((capture.stored.state, rows[1].state()), (SceneState::Differs, SceneState::Missing));
    let words = &rows[0].differences.iter().find(|difference| difference.text.contains("unstable")).unwrap().text;
    assert!(
        words.contains("noisy.b.png is unstable: 1 pixel differs between two drawings of the same scene, in the rectangle [3, 2, 1, 1]; no file of the scene changed meanwhile"),
        "{words}"
    );

    let out = folder.path().join("out");
    let out = Rooted::of_folder(&out);
    let facts = RunFacts { renderer: "test", baselines: None, shard: None };
    let lock = output::begin(&out, &facts, &Budget::default()).unwrap();
    let unfinished = Results::read(&out, &Budget::default()).unwrap_err();
    assert!(unfinished.contains("results.json:3:12: this run did not finish"), "{unfinished}");
    let refused = output::begin(&out, &facts, &Budget::default()).unwrap_err();
    assert!(!cfg!(unix) || refused.contains("another `eyeline check` writes into this folder now"), "{refused}");
    output::write(&rows, &ScenePages::new(), &out, &facts).unwrap();
    drop(lock);
    let (results, _memory) = Results::read(&out, &Budget::default()).unwrap();
    // The report has both drawings and their difference.
    let unstable = &results.scenes[0].baselines[2];
    let [first, second, difference] = [&unstable.before, &unstable.actual, &unstable.difference]
        .map(|part| image::open(out.shown().join(part.as_ref().unwrap())).unwrap().into_rgba8());
    assert!(unstable.unstable && unstable.pixels.is_none());
    assert_eq!([first, second].map(|picture| picture.get_pixel(3, 2)[0]), [1, 2]);
    assert_ne!(difference.get_pixel(3, 2), difference.get_pixel(4, 2));
    let page = fs::read_to_string(out.shown().join("index.html")).unwrap();
    assert!(page.contains("<span>First drawing</span>") && page.contains("<span>Second drawing</span>"));
    let views: Vec<PlannedView> =
        rows[0].captures.iter().map(|one| PlannedView { size: [8, 6], ..one.view.clone() }).collect();
    let now = |scene: &FoundScene| Ok(Now { inputs: Inputs::file(&scene.path), views: views.clone() });
    let source = RunSource {
        results: &results,
        folder: &out,
        base: Path::new(""),
        baselines: None,
        options: &ReadOptions::default(),
        root: &folder.path().canonicalize().unwrap(),
        budget: &Budget::default(),
    };
    for name in ["noisy.b", "noisy"] {
        let refused = accept_names(&[name.to_owned()], &source, &now).unwrap_err();
        assert!(refused.contains("noisy.b.png is unstable"), "{refused}");
    }

    update(&mut rows, Update::All, &Budget::default());
    assert_eq!(exit_code(&rows), 1, "one baseline is left");
    let all = ["noisy.a.png", "noisy.answers.json", "still.a.png", "still.answers.json", "still.b.png"];
    assert_eq!(stored(folder.path()), all.map(PathBuf::from));
}

#[test]
fn an_unstable_picture_differs_also_when_its_first_drawing_equals_the_baseline() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = scenes(folder.path());
    let mut first = rows(&scenes, |_, _| plain());
    update(&mut first, Update::All, &Budget::default());
    assert_eq!(exit_code(&first), 0);
    let before = fs::read(folder.path().join("screenshots/noisy.b.png")).unwrap();
    let mut drawn = 0;
    let mut again = rows(&scenes, |found, view| {
        // The first drawing equals the baseline, the second does not.
        let picture = noisy(&mut drawn, found, view);
        if drawn == 1 { plain() } else { picture }
    });
    for which in [Update::All, Update::Changed, Update::Missing] {
        update(&mut again, which, &Budget::default());
    }
    assert_eq!(again.iter().map(SceneRow::state).collect::<Vec<_>>(), [SceneState::Differs, SceneState::Equal]);
    assert!(fs::read(folder.path().join("screenshots/noisy.b.png")).unwrap() == before);
}

/// The texts of the differences of a row.
fn texts(row: &SceneRow) -> String {
    let lines = row.differences.iter().map(|difference| format!("{}: {}", difference.line, difference.text));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_panic_while_drawing_is_an_error_of_its_view() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = scenes(folder.path());
    let rows = rows(&scenes, |found, view| {
        assert!(found.name != "noisy" || view.name.as_deref() != Some("a"), "no brush");
        plain()
    });
    let states = rows[0].captures.iter().map(|capture| capture.stored.state).collect::<Vec<_>>();
    assert_eq!(states, [SceneState::Error, SceneState::Missing]);
    assert_eq!((rows[0].state(), rows[1].state()), (SceneState::Error, SceneState::Missing));
    let text = texts(&rows[0]);
    assert!(text.contains("noisy.a.png cannot be drawn: this is a fault of eyeline"), "{text}");
    assert!(text.contains("no brush"), "{text}");
    assert_eq!(exit_code(&rows), 2);
}

#[test]
fn a_panic_while_answering_is_an_error_of_its_scene() {
    let folder = tempfile::tempdir().unwrap();
    let found = scenes(folder.path());
    let text = r#"{ "eyeline": 1, "title": "noisy", "objects": [
        { "name": "a", "shape": { "sphere": { "radius": 1 } } }, { "name": "b", "shape": { "sphere": { "radius": 1 } } } ],
        "occlusion": [{ "name": "q", "a": "a", "b": "b" }] }"#;
    fs::write(&found[0].path, text).unwrap();
    let settings = CheckSettings {
        reading: &Reading::default(),
        budget: &Budget::default(),
        depth: &|scene, world| {
            assert_ne!(scene.title, "noisy", "no depth");
            without_depth(world)
        },
        renderer: "test",
        jobs: 3,
        parts: CheckParts::ALL,
        expect: None,
        cache: None,
        most_failures: None,
        done: &|_, _| (),
    };
    let rows = run(&found, &settings, &mut |_: &FoundScene, _: &Loaded, _: &PlannedView| Ok(plain().into()));
    assert_eq!(rows.iter().map(SceneRow::state).collect::<Vec<_>>(), [SceneState::Error, SceneState::Missing]);
    let error = rows[0].errors[0].to_string();
    assert!(error.contains("noisy.json:1:1: this is a fault of eyeline") && error.contains("no depth"), "{error}");
}

/// Scenes with a text of 300 kB, the last one with 900 kB.
fn large_scenes(folder: &Path) -> Vec<FoundScene> {
    fs::create_dir(folder.join(".git")).unwrap();
    for i in 0..8 {
        let about = "x".repeat(if i == 7 { 900_000 } else { 300_000 });
        fs::write(folder.join(format!("s{i}.json")), format!(r#"{{ "eyeline": 1, "about": "{about}" }}"#)).unwrap();
    }
    discover(&[folder.to_owned()], None, &ReadOptions::default(), &Budget::default()).unwrap()
}

#[test]
fn whether_a_scene_fits_does_not_depend_on_the_scenes_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = large_scenes(folder.path());
    let done = std::sync::atomic::AtomicUsize::new(0);
    let rows = |scenes: &[FoundScene], budget: &Budget, jobs| {
        let settings = CheckSettings {
            reading: &Reading::default(),
            budget,
            depth: &|_, world| without_depth(world),
            renderer: "test",
            jobs,
            parts: CheckParts::ALL,
            expect: None,
            cache: None,
            most_failures: None,
            done: &|_, _| {
                done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            },
        };
        run(scenes, &settings, &mut |_: &FoundScene, _: &Loaded, _: &PlannedView| Ok(plain().into()))
    };
    let fits = |budget: &u64| rows(&scenes[..1], &Budget::new(*budget), 1)[0].state() == SceneState::Missing;
    let least = (1..100).map(|step| step << 16).find(fits).unwrap();
    assert!((300_000..1_800_000).contains(&least), "{least}");
    let alone = rows(&scenes, &Budget::new(least), 1);
    let states: Vec<_> = alone.iter().map(SceneRow::state).collect();
    assert_eq!(states, [[SceneState::Missing; 7].as_slice(), &[SceneState::Error]].concat());
    for jobs in [2, 8, 100] {
        done.store(0, std::sync::atomic::Ordering::Relaxed);
        let budget = Budget::new(least);
        let beside = rows(&scenes, &budget, jobs);
        assert_eq!(budget.left(), least, "all is given back");
        assert_eq!(done.load(std::sync::atomic::Ordering::Relaxed), scenes.len(), "each is counted once");
        assert!(beside.iter().map(texts).eq(alone.iter().map(texts)), "{jobs} jobs");
    }
}

#[test]
fn a_run_ends_after_the_last_failure_that_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = scenes(folder.path());
    let mut first = rows(&scenes, |_, _| plain());
    update(&mut first, Update::All, &Budget::default());
    fs::remove_file(folder.path().join("screenshots/noisy.a.png")).unwrap();
    for (most, jobs, checked) in [(None, 2, 2), (Some(2), 2, 2), (Some(1), 1, 1), (Some(1), 4, 1)] {
        let settings = CheckSettings {
            reading: &Reading::default(),
            budget: &Budget::default(),
            depth: &|_, world| without_depth(world),
            renderer: "test",
            jobs,
            parts: CheckParts::ALL,
            expect: None,
            cache: None,
            most_failures: most,
            done: &|_, _| (),
        };
        let rows = run(&scenes, &settings, &mut |_: &FoundScene, _: &Loaded, _: &PlannedView| Ok(plain().into()));
        let states: Vec<_> = rows.iter().map(SceneRow::state).collect();
        assert_eq!(states, [SceneState::Missing, SceneState::Equal][..checked], "{most:?} {jobs}");
    }
}
