//! Comparisons with a file, the saved state, a git revision and another rule.

use std::path::Path;
use std::time::Duration;

use super::comparison::{CompareWith, ComparisonLook, SceneVariant};
use crate::picture::Palette;
use crate::report::difference::words;
use crate::workspace::notices::notice::NoticeKind;
use crate::workspace::open_scene::Workspace;

const SCENE: &str = r#"{ "eyeline": 1, "cameras": [{ "name": "guard", "far": 20 }, { "name": "other" }],
    "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
        { "name": "ball", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -9] }] }"#;

fn opened(folder: &Path) -> Workspace {
    let path = folder.join("a.json");
    std::fs::write(&path, SCENE).unwrap();
    Workspace::opened(crate::files::open(&path).unwrap(), path)
}

fn finish(workspace: &mut Workspace) {
    for _ in 0..2000 {
        if !workspace.judging_mut().compare_on(Duration::from_millis(10)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("the comparison does not end");
}

fn lines(workspace: &Workspace) -> Vec<String> {
    workspace.judging().comparison().unwrap().changes().iter().map(words::line).collect()
}

#[test]
fn each_edit_is_compared_with_the_saved_state() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = opened(folder.path());
    workspace.selection_mut().select_names(&["guard".to_owned()]).unwrap();
    workspace.judging_mut().compare(CompareWith::Saved);
    finish(&mut workspace);
    assert_eq!(lines(&workspace), [""; 0]);
    workspace.edit("far of guard", |scene| scene.cameras[0].far = 5.0);
    finish(&mut workspace);
    let found = lines(&workspace);
    assert!(found[0].starts_with("guard · crate: inside → intersect"), "{found:?}");
    assert!(found[1].starts_with("guard · ball: inside → outside"), "{found:?}");
    let changed = workspace.judging().changed_answers();
    assert_eq!(changed[0].words, "inside → intersect");
    workspace.selection_mut().step_to_change(true);
    assert_eq!(workspace.selected().object(), Some(1));
    workspace.selection_mut().step_to_change(false);
    assert_eq!((workspace.selected().object(), workspace.judging().comparison().unwrap().current), (Some(0), Some(0)));
    assert!(workspace.judging().shown_before(&Palette::DARK).is_some());
    workspace.undo();
    finish(&mut workspace);
    assert_eq!(lines(&workspace), [""; 0]);
    workspace.judging_mut().end_comparison();
    assert!(workspace.judging().comparison().is_none() && workspace.judging().changed_answers().is_empty());
}

#[test]
fn a_report_is_compared_at_its_tick_and_a_bad_file_is_a_notice() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = opened(folder.path());
    let report = folder.path().join("a.report.json");
    let mut text = Vec::new();
    crate::report::json::write(workspace.report(), "a.json", None, &mut text).unwrap();
    std::fs::write(&report, &text).unwrap();
    workspace.edit("far of guard", |scene| scene.cameras[0].far = 7.0);
    workspace.judging_mut().compare(CompareWith::File(report.clone()));
    finish(&mut workspace);
    assert_eq!(lines(&workspace).len(), 2, "{:?}", lines(&workspace));
    assert!(!workspace.judging().comparison().unwrap().has_picture());
    workspace.set_tick(4);
    finish(&mut workspace);
    assert_eq!(workspace.judging().comparison().unwrap().why_none(), Some("The other state has no answers at tick 4."));
    std::fs::write(&report, &text[..text.len() / 2]).unwrap();
    for bad in [report, folder.path().join("none.json"), folder.path().to_owned()] {
        workspace.judging_mut().compare(CompareWith::File(bad));
        finish(&mut workspace);
        let notice = workspace.notices().last().unwrap();
        assert!(notice.is_error && matches!(notice.kind, NoticeKind::NotCompared(_)), "{notice:?}");
    }
    assert!(workspace.judging().comparison().is_some(), "the open comparison stays");
}

#[test]
fn a_git_revision_is_compared_and_others_have_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let mut workspace = opened(folder.path());
    workspace.judging_mut().list_revisions();
    finish(&mut workspace);
    assert!(workspace.judging().revisions().unwrap().is_err(), "no repository");
    let git = |arguments: &[&str]| {
        let mut command = std::process::Command::new("git");
        command.arg("-C").arg(folder.path()).args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(arguments);
        assert!(command.output().unwrap().status.success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "a.json"]);
    git(&["commit", "-qm", "First state"]);
    workspace.judging_mut().list_revisions();
    finish(&mut workspace);
    let known = workspace.judging().revisions().unwrap().clone().unwrap();
    assert!(known.len() == 1 && known[0].words.ends_with("First state"), "{known:?}");
    workspace.edit("far of guard", |scene| scene.cameras[0].far = 5.0);
    workspace.judging_mut().compare(CompareWith::Revision(known[0].hash.clone()));
    finish(&mut workspace);
    assert_eq!(lines(&workspace).len(), 2);
    for bad in ["", "-p", "no-such-branch"] {
        workspace.judging_mut().compare(CompareWith::Revision(bad.to_owned()));
        finish(&mut workspace);
        assert!(workspace.notices().last().unwrap().is_error, "{bad}");
    }
}

#[test]
fn another_rule_is_compared_and_follows_the_edits() {
    let text = r#"{ "eyeline": 1, "octree": { "min": [-8, -8, -8], "max": [8, 8, 8] },
        "cameras": [{ "name": "guard", "far": 20, "mistake": "far-plane-skipped" }],
        "rays": [{ "name": "aim", "origin": [0, 0, 0], "direction": [0, 0, -2], "mistake": "t-in-metres" }],
        "objects": [{ "name": "crate", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -5] },
            { "name": "far", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -50] }] }"#;
    let mut workspace = Workspace::new(crate::scene::parse(text, "a.json").unwrap(), None);
    workspace.judging_mut().compare(CompareWith::Variant(SceneVariant::RightRule));
    finish(&mut workspace);
    assert!(lines(&workspace)[0].starts_with("guard · far: outside → inside"), "{:?}", lines(&workspace));
    let open = workspace.judging().comparison().unwrap();
    assert_eq!((open.word(ComparisonLook::Before), open.look), ("Right rule", ComparisonLook::SideBySide));
    assert!(open.headline().contains("from the right rule") && open.has_picture());
    // A lesson that asks hides the answers of both.
    workspace.lesson_mut().hide_answers(true);
    assert!(workspace.judging().shown_before(&Palette::DARK).is_none());
    assert!(workspace.judging().changed_answers().is_empty());
    workspace.lesson_mut().hide_answers(false);
    assert!(workspace.judging().shown_before(&Palette::DARK).is_some());
    assert!(!workspace.judging().changed_answers().is_empty());
    workspace.edit("move", |scene| scene.objects[1].position = [0.0, 0.0, -9.0]);
    finish(&mut workspace);
    assert!(!lines(&workspace).iter().any(|line| line.contains("far:")), "{:?}", lines(&workspace));
    workspace.edit("right", |scene| scene.cameras[0].mistake = None);
    workspace.edit("right", |scene| scene.rays[0].mistake = None);
    finish(&mut workspace);
    let why_none = |workspace: &Workspace| workspace.judging().comparison().unwrap().why_none().map(str::to_owned);
    assert_eq!(why_none(&workspace).as_deref(), Some("Nothing in the scene has this rule any more."));
    workspace.judging_mut().compare(CompareWith::Variant(SceneVariant::OtherOctree));
    finish(&mut workspace);
    let words = |workspace: &Workspace| {
        let open = workspace.judging().comparison().unwrap();
        [ComparisonLook::Before, ComparisonLook::After].map(|look| open.word(look))
    };
    assert_eq!(words(&workspace), ["Loose", "Tight"]);
    workspace.edit("loose", |scene| {
        if let Some(octree) = &mut scene.octree {
            octree.method = crate::scene::OctreeMethod::Loose;
        }
    });
    finish(&mut workspace);
    assert_eq!(words(&workspace), ["Tight", "Loose"]);
}

#[test]
fn the_answers_of_a_program_are_compared_with_ours() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.jsonl");
    let keyframe = r#"{ "eyeline_trace": 1, "time": 0, "scene": SCENE,
        "said": [{ "camera": "guard", "object": "crate", "verdict": "culled" },
            { "camera": "guard", "object": "ball", "verdict": "visible" }] }"#;
    std::fs::write(&path, keyframe.replace("SCENE", SCENE).replace('\n', " ")).unwrap();
    let mut workspace = Workspace::opened(crate::files::open(&path).unwrap(), path);
    workspace.judging_mut().compare(CompareWith::Variant(SceneVariant::Program));
    finish(&mut workspace);
    assert_eq!(lines(&workspace).len(), 1, "{:?}", lines(&workspace));
    assert!(lines(&workspace)[0].starts_with("guard · crate: outside → inside"), "{:?}", lines(&workspace));
    let shown = workspace.judging().shown_before(&Palette::DARK).unwrap();
    let verdict = shown.report.in_view(0, 0).unwrap().fast.verdict;
    assert_eq!(verdict, crate::geometry::frustum::Verdict::Outside);
}
