//! Colliders in a report: figures, explanation, JSON, and updates.

use crate::files::Files;
use crate::report::json;
use crate::report::{Report, explain};
use crate::scene::parse;
use crate::world::World;

const SCENE: &str = r#"{ "eyeline": 1, "objects": [
    { "name": "rock", "shape": { "sphere": { "radius": 1 } } },
    { "name": "UCX_rock", "shape": { "box": { "half_extents": [1, 1, 1] } } },
    { "name": "copy", "shape": { "box": { "half_extents": [1, 1, 1] } } } ],
    "colliders": [ { "name": "far", "render": "rock", "collider": "UCX_rock" },
        { "name": "near", "render": "rock", "collider": "UCX_rock", "tolerance": 1 },
        { "name": "same", "render": "copy", "collider": "UCX_rock", "tolerance": 0 } ] }"#;

#[test]
fn answers_have_the_keys_of_the_contract() {
    let scene = parse(SCENE, "a.json").unwrap();
    let mut text = Vec::new();
    json::write(&Report::of(&World::at(&scene, &Files::default(), 0)), "a.json", None, &mut text).unwrap();
    let report: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let colliders = report["colliders"].as_array().unwrap();
    let distance = |i: usize, way: &str| colliders[i][way]["distance"].as_f64().unwrap();
    assert_eq!(colliders[0]["collider"], "far");
    assert!((distance(0, "render_to_collider") - (1.0 - 1.0 / 3_f64.sqrt())).abs() < 2e-3);
    assert!((distance(0, "collider_to_render") - (3_f64.sqrt() - 1.0)).abs() < 2e-3);
    let corner: Vec<f64> = serde_json::from_value(colliders[0]["collider_to_render"]["point"].clone()).unwrap();
    assert!(corner.iter().all(|x| (x.abs() - 1.0).abs() < 1e-9), "a corner of the box: {corner:?}");
    assert_eq!([0, 1, 2].map(|i| colliders[i]["within"].as_bool()), [Some(false), Some(true), Some(true)]);
    assert!(distance(2, "render_to_collider") == 0.0 && colliders[2]["render_to_collider"]["point"].is_null());
}

#[test]
fn explanations_say_where_and_what_to_do() {
    let scene = parse(SCENE, "a.json").unwrap();
    let world = World::at(&scene, &Files::default(), 0);
    let explained = |name: &str| explain::explain(&world, explain::subject(&world, name, None).unwrap()).unwrap();
    let far = explained("far");
    assert!(far.answer.contains("the collider `UCX_rock` is up to 0.732"), "{}", far.answer);
    assert_eq!(far.decided_by, Some(0));
    assert!(far.story.steps.iter().all(|step| !step.outcome.is_empty()));
    assert!(explained("same").answer.contains("follows"));
}

#[test]
fn bad_input_is_refused_at_its_place() {
    for (collider, expected) in [
        (r#""render": "o", "collider": "o""#, "must differ"),
        (r#""render": "o", "collider": "p", "tolerance": -1"#, "0 or more"),
        (r#""render": "o", "collider": "nothing""#, "nothing"),
        (r#""render": "o""#, "collider"),
    ] {
        let text = format!(
            r#"{{ "eyeline": 1, "objects": [{{ "name": "o", "shape": {{ "sphere": {{ "radius": 1 }} }} }},
                {{ "name": "p", "shape": {{ "sphere": {{ "radius": 1 }} }} }}],
                "colliders": [{{ "name": "c", {collider} }}] }}"#
        );
        let error = parse(&text, "a.json").unwrap_err();
        assert!(error.to_string().contains(expected) && error.to_string().contains("a.json:3"), "{collider}: {error}");
    }
}
