//! Tests of what panels can rely on in a session.

#![expect(clippy::float_cmp, reason = "numbers come back as they were set")]

use std::time::Duration;

use super::*;
use crate::geometry::frustum::Verdict;
use crate::scene;

fn session() -> Session {
    let text = r#"{ "eyeline": 1, "tick_rate": 10,
        "cameras": [{ "name": "c", "near": 1, "far": 10 }],
        "objects": [
            { "name": "o", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, -3] },
            { "name": "m", "shape": { "sphere": { "radius": 0.5 } }, "path": { "points": [[0, 0, -5], [90, 0, -5]] } }
        ] }"#;
    Session::new(scene::parse(text, "test.json").unwrap(), None)
}

fn verdict(session: &Session, object: usize) -> Verdict {
    session.report().frusta[0].objects[object].fast.verdict
}

fn near(session: &mut Session, near: f32) -> bool {
    session.edit("c near", |scene| scene.cameras[0].near = near)
}

#[test]
fn an_edit_updates_the_answers_at_once() {
    let mut session = session();
    assert_eq!(verdict(&session, 0), Verdict::Inside);
    assert!(near(&mut session, 3.0));
    assert_eq!(verdict(&session, 0), Verdict::Intersect);
    assert!(near(&mut session, 4.0));
    assert_eq!(verdict(&session, 0), Verdict::Outside);
}

#[test]
fn an_expectation_of_a_query_is_pending_until_the_window_has_a_depth_buffer() {
    let text = r#"{ "eyeline": 1, "objects": [ { "name": "a", "shape": { "sphere": { "radius": 1 } } },
        { "name": "b", "shape": { "sphere": { "radius": 1 } }, "position": [3, 0, 0] } ],
        "occlusion": [ { "name": "touch", "a": "a", "b": "b" } ],
        "expect": [ { "occlusion": "touch", "collides": false } ] }"#;
    let on = || Session::new(scene::parse(text, "test.json").unwrap(), None);
    let mut session = on().in_window();
    for _ in 0..3 {
        session.load(Duration::from_millis(20));
        assert_eq!((session.outcomes().len(), session.pending_expectations()), (0, 1));
    }
    // With a depth buffer, it is pending until that has answered.
    session.connect_depth();
    session.load(Duration::from_millis(20));
    assert_eq!(session.pending_expectations(), 1);
    let end = std::time::Instant::now() + Duration::from_mins(1);
    while session.pending_expectations() > 0 && std::time::Instant::now() < end {
        session.load(Duration::from_millis(1));
        while let Some(request) = session.depth_request() {
            request.reply(Err(crate::occlusion::QueryError("no OpenGL".into())));
        }
    }
    assert!(session.outcomes()[0].line().contains("no OpenGL"), "{:?}", session.outcomes());
}

#[test]
fn a_refused_edit_changes_nothing_and_has_a_reason() {
    let mut session = session();
    let before = (session.revision(), session.scene().clone());
    for bad in [0.0, -1.0, 10.0, f32::NAN] {
        assert!(!near(&mut session, bad), "{bad}");
        let refusal = session.refusal().unwrap();
        assert_eq!(refusal.field, "c near", "{bad}");
        assert!(refusal.reason.len() > 10, "{bad}: {}", refusal.reason);
    }
    assert_eq!((session.revision(), session.scene().clone()), before);
    assert!(!session.is_dirty());
    assert!(near(&mut session, 2.0));
    assert_eq!(session.refusal(), None);
}

#[test]
fn a_drag_is_one_step_for_undo() {
    let mut session = session();
    for value in [1.5, 2.0, 3.5] {
        near(&mut session, value);
    }
    session.settle();
    near(&mut session, 4.0);
    session.settle();
    assert_eq!(session.undo_label(), Some("c near"));
    session.undo();
    assert_eq!(session.scene().cameras[0].near, 3.5);
    assert!(session.is_dirty());
    session.undo();
    assert_eq!(session.scene().cameras[0].near, 1.0);
    assert_eq!(verdict(&session, 0), Verdict::Inside);
    assert!(!session.is_dirty());
    assert_eq!(session.undo_label(), None);
    session.redo();
    session.redo();
    assert_eq!(session.scene().cameras[0].near, 4.0);
    assert_eq!(verdict(&session, 0), Verdict::Outside);
}

#[test]
fn time_moves_the_world() {
    let mut session = session();
    assert_eq!(verdict(&session, 1), Verdict::Inside);
    session.set_tick(900);
    assert_eq!(verdict(&session, 1), Verdict::Outside);
    assert_eq!(session.report().tick, 900);
    assert!((session.world().time - 90.0).abs() < 1e-9);
}

#[test]
fn steps_stay_within_the_explanation() {
    let mut session = session();
    session.select_object(Some(0));
    let count = session.explanation().unwrap().story.steps.len();
    session.show_step(Some(999));
    assert_eq!(session.selected().step, Some(count - 1));
    session.select_object(Some(1));
    assert_eq!(session.selected().step, None);
}

#[test]
fn a_broken_file_keeps_the_open_scene_and_a_valid_file_replaces_it() {
    let folder = tempfile::tempdir().unwrap();
    let (bad, good) = (folder.path().join("bad.json"), folder.path().join("good.json"));
    std::fs::write(&bad, r#"{ "eyeline": 1, "cameras": [ { "nam": "x" } ] }"#).unwrap();
    std::fs::write(&good, r#"{ "eyeline": 1, "title": "Good" }"#).unwrap();
    let mut session = session();
    let generation = session.generation();
    assert!(!session.open(&bad));
    assert_eq!(session.world().cameras.len(), 1);
    assert_eq!(session.generation(), generation);
    assert!(session.notices()[0].text.contains("nam"), "{:?}", session.notices());
    assert!(session.open(&good));
    assert_eq!(session.title(), "Good");
    assert_eq!(session.world().cameras.len(), 0);
    assert_eq!(session.selected(), &Selected::default());
    assert!(session.notices().is_empty());
}

#[test]
fn a_saved_scene_opens_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved.json");
    let mut session = session();
    assert!(!session.save(), "there is no file yet");
    near(&mut session, 2.25);
    assert!(session.is_dirty());
    assert!(session.save_as(&path), "{:?}", session.notices());
    assert!(!session.is_dirty());
    let mut other = Session::empty();
    assert!(other.open(&path), "{:?}", other.notices());
    assert_eq!(other.scene(), session.scene());
    assert!(!session.save_as(folder.path()), "a folder is no file");
    assert_eq!(session.notices().len(), 1);
}

#[test]
fn the_panels_and_the_picture_have_one_explanation() {
    let mut session = session();
    session.select_object(Some(0));
    session.show_step(Some(1));
    let of_panels: *const Explanation = session.explanation().unwrap();
    let palette = Palette::DARK;
    for through in [None, Some(0)] {
        assert!(std::ptr::eq(session.shown(through, &palette).explanation.unwrap(), of_panels));
    }
    session.step_in_story(false);
    assert!(std::ptr::eq(session.explanation().unwrap(), of_panels), "another step is no other answer");
    session.show_step(None);
    assert!(session.shown(None, &palette).explanation.is_none(), "without an open step the picture needs none");
}
