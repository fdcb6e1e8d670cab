//! Triangles that cross and faces inside of solids, through the binary: the lesson, and lists for other programs.

use std::path::Path;

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

fn lesson() -> [String; 2] {
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    ["hidden.json", "hidden.obj"].map(|file| std::fs::read_to_string(scenes.join(file)).unwrap())
}

fn problems(text: &str) -> Vec<Value> {
    let folder = fresh(&[("a.json", text), ("hidden.obj", &lesson()[1])]);
    let output = eyeline(folder.path(), &["report", "a.json", "--only", "problems"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report["problems"].as_array().cloned().unwrap_or_default()
}

#[test]
fn the_report_of_the_lesson_names_what_crosses_and_what_is_hidden() {
    let found = problems(&lesson()[0]);
    let of = |problem: &Value| {
        ["kind", "object", "inside", "count"].map(|key| problem.get(key).cloned().unwrap_or_default())
    };
    assert_eq!(
        found.iter().map(of).collect::<Vec<_>>(),
        [
            [json!("self_intersections"), json!("table"), Value::Null, json!(36)],
            [json!("hidden_faces"), json!("table"), json!("ground"), json!(8)],
            [json!("hidden_faces"), json!("table"), json!("table"), json!(8)],
            [json!("hidden_faces"), json!("crate"), json!("pillar"), json!(1)],
        ]
    );
    assert_eq!(found[0]["items"].as_array().unwrap().len(), 36);
    assert_eq!(found[1]["items"], json!([16, 17, 28, 29, 40, 41, 52, 53]), "the feet");
    assert_eq!(found[3]["message"], "crate is wholly inside pillar");
}

#[test]
fn a_crate_that_is_moved_out_is_no_problem() {
    let mut scene: Value = serde_json::from_str(&lesson()[0]).unwrap();
    scene["objects"][3]["position"] = json!([3.5, 0.5, -0.55]);
    let found = problems(&scene.to_string());
    assert!(found.iter().all(|problem| problem["object"] == "table"), "{found:?}");
    scene["ignore"] = json!([{ "problem": "self_intersections" }, { "problem": "hidden_faces", "object": "table" }]);
    assert_eq!(problems(&scene.to_string()), Vec::<Value>::new());
}

#[test]
fn both_kinds_are_notes_of_a_sarif_file() {
    let [scene, mesh] = lesson();
    let folder = fresh(&[("a.json", &scene), ("hidden.obj", &mesh)]);
    let output = eyeline(folder.path(), &["problems", "a.json", "--format", "sarif"]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let sarif: Value = serde_json::from_slice(&output.stdout).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 4);
    assert!(results.iter().all(|result| result["level"] == "note"), "{results:?}");
}
