//! Tests of what panels can rely on in a workspace.

#![expect(clippy::float_cmp, reason = "numbers come back as they were set")]

use std::time::Duration;

use super::open_scene::Workspace;
use crate::geometry::frustum::Verdict;
use crate::picture::{Palette, Selected};
use crate::report::explain::Explanation;
use crate::scene;

fn workspace() -> Workspace {
    let text = r#"{ "eyeline": 1, "tick_rate": 10,
        "cameras": [{ "name": "c", "near": 1, "far": 10 }],
        "objects": [
            { "name": "o", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -3] },
            { "name": "m", "shape": { "sphere": { "radius": 0.5 } }, "path": { "points": [[0, 0, -5], [90, 0, -5]] } }
        ] }"#;
    Workspace::new(scene::parse(text, "test.json").unwrap(), None)
}

fn verdict(workspace: &Workspace, object: usize) -> Verdict {
    workspace.report().frusta[0].objects[object].fast.verdict
}

fn near(workspace: &mut Workspace, near: f32) -> bool {
    workspace.edit("c near", |scene| scene.cameras[0].near = near)
}

#[test]
fn an_edit_updates_the_answers_at_once() {
    let mut workspace = workspace();
    assert_eq!(verdict(&workspace, 0), Verdict::Inside);
    assert!(near(&mut workspace, 3.0));
    assert_eq!(verdict(&workspace, 0), Verdict::Intersect);
    assert!(near(&mut workspace, 4.0));
    assert_eq!(verdict(&workspace, 0), Verdict::Outside);
}

#[test]
fn an_expectation_of_a_query_is_pending_until_the_window_has_a_depth_buffer() {
    let text = r#"{ "eyeline": 1, "objects": [ { "name": "a", "shape": { "sphere": { "radius": 1 } } },
        { "name": "b", "shape": { "sphere": { "radius": 1 } }, "position": [3, 0, 0] } ],
        "occlusion": [ { "name": "touch", "a": "a", "b": "b" } ],
        "expect": [ { "occlusion": "touch", "collides": false } ] }"#;
    let on = || Workspace::new(scene::parse(text, "test.json").unwrap(), None);
    let mut workspace = on().in_window();
    for _ in 0..3 {
        workspace.load(Duration::from_millis(20));
        assert_eq!((workspace.judging().outcomes().len(), workspace.judging().pending_expectations()), (0, 1));
    }
    // With a depth buffer, it is pending until that has answered.
    workspace.judging_mut().connect_depth();
    workspace.load(Duration::from_millis(20));
    assert_eq!(workspace.judging().pending_expectations(), 1);
    let end = std::time::Instant::now() + Duration::from_mins(1);
    while workspace.judging().pending_expectations() > 0 && std::time::Instant::now() < end {
        workspace.load(Duration::from_millis(1));
        while let Some(request) = workspace.judging().depth_request() {
            request.reply(Err(crate::occlusion::QueryError("no OpenGL".into())));
        }
    }
    assert!(workspace.judging().outcomes()[0].line().contains("no OpenGL"), "{:?}", workspace.judging().outcomes());
}

#[test]
fn a_refused_edit_changes_nothing_and_has_a_reason() {
    let mut workspace = workspace();
    let before = (workspace.revision(), workspace.scene().clone());
    for bad in [0.0, -1.0, 10.0, f32::NAN] {
        assert!(!near(&mut workspace, bad), "{bad}");
        let refusal = workspace.document().refusal().unwrap();
        assert_eq!(refusal.field, "c near", "{bad}");
        assert!(refusal.reason.len() > 10, "{bad}: {}", refusal.reason);
    }
    assert_eq!((workspace.revision(), workspace.scene().clone()), before);
    assert!(!workspace.is_dirty());
    assert!(near(&mut workspace, 2.0));
    assert_eq!(workspace.document().refusal(), None);
}

#[test]
fn a_drag_is_one_step_for_undo() {
    let mut workspace = workspace();
    for value in [1.5, 2.0, 3.5] {
        near(&mut workspace, value);
    }
    workspace.settle();
    near(&mut workspace, 4.0);
    workspace.settle();
    assert_eq!(workspace.document().undo_label(), Some("c near"));
    workspace.undo();
    assert_eq!(workspace.scene().cameras[0].near, 3.5);
    assert!(workspace.is_dirty());
    workspace.undo();
    assert_eq!(workspace.scene().cameras[0].near, 1.0);
    assert_eq!(verdict(&workspace, 0), Verdict::Inside);
    assert!(!workspace.is_dirty());
    assert_eq!(workspace.document().undo_label(), None);
    workspace.redo();
    workspace.redo();
    assert_eq!(workspace.scene().cameras[0].near, 4.0);
    assert_eq!(verdict(&workspace, 0), Verdict::Outside);
}

#[test]
fn time_moves_the_world() {
    let mut workspace = workspace();
    assert_eq!(verdict(&workspace, 1), Verdict::Inside);
    workspace.set_tick(900);
    assert_eq!(verdict(&workspace, 1), Verdict::Outside);
    assert_eq!(workspace.report().tick, 900);
    assert!((workspace.world().time - 90.0).abs() < 1e-9);
}

#[test]
fn steps_stay_within_the_explanation() {
    let mut workspace = workspace();
    workspace.selection_mut().select_object(Some(0));
    let count = workspace.explanation().unwrap().story.steps.len();
    workspace.selection_mut().show_step(Some(999));
    assert_eq!(workspace.selected().step, Some(count - 1));
    workspace.selection_mut().select_object(Some(1));
    assert_eq!(workspace.selected().step, None);
}

#[test]
fn a_broken_file_keeps_the_open_scene_and_a_valid_file_replaces_it() {
    let folder = tempfile::tempdir().unwrap();
    let (bad, good) = (folder.path().join("bad.json"), folder.path().join("good.json"));
    std::fs::write(&bad, r#"{ "eyeline": 1, "cameras": [ { "nam": "x" } ] }"#).unwrap();
    std::fs::write(&good, r#"{ "eyeline": 1, "title": "Good" }"#).unwrap();
    let mut workspace = workspace();
    let generation = workspace.disk().generation();
    assert!(!workspace.open(&bad));
    assert_eq!(workspace.world().cameras.len(), 1);
    assert_eq!(workspace.disk().generation(), generation);
    assert!(workspace.notices()[0].text.contains("nam"), "{:?}", workspace.notices());
    assert!(workspace.open(&good));
    assert_eq!(workspace.disk().title(), "Good");
    assert_eq!(workspace.world().cameras.len(), 0);
    assert_eq!(workspace.selected(), &Selected::default());
    assert!(workspace.notices().is_empty());
}

#[test]
fn a_saved_scene_opens_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.json");
    let mut workspace = workspace();
    assert!(!workspace.save(), "there is no file yet");
    near(&mut workspace, 2.25);
    assert!(workspace.is_dirty());
    assert!(workspace.disk_mut().save_as(&path), "{:?}", workspace.notices());
    assert!(!workspace.is_dirty());
    let mut other = Workspace::empty();
    assert!(other.open(&path), "{:?}", other.notices());
    assert_eq!(other.scene(), workspace.scene());
    assert!(!workspace.disk_mut().save_as(folder.path()), "a folder is no file");
    assert_eq!(workspace.notices().len(), 1);
}

#[test]
fn the_panels_and_the_picture_have_one_explanation() {
    let mut workspace = workspace();
    workspace.selection_mut().select_object(Some(0));
    workspace.selection_mut().show_step(Some(1));
    let of_panels: *const Explanation = workspace.explanation().unwrap();
    let palette = Palette::DARK;
    for through in [None, Some(0)] {
        assert!(std::ptr::eq(workspace.shown(through, &palette).explanation.unwrap(), of_panels));
    }
    workspace.selection_mut().step_in_story(false);
    assert!(std::ptr::eq(workspace.explanation().unwrap(), of_panels), "another step is no other answer");
    workspace.selection_mut().show_step(None);
    assert!(workspace.shown(None, &palette).explanation.is_none(), "without an open step the picture needs none");
}
