//! Scenes that are larger than most: long lists in reports, which several threads write, and long files.

use eyeline::report::brief;
use eyeline::scene;
use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// The output of a command as text.
fn text(folder: &std::path::Path, args: &[&str], code: i32) -> String {
    let output = eyeline(folder, args);
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A text with 0 in place of every number, because a number that is read from a text may have other digits than before.
fn without_numbers(text: &str) -> String {
    let is_number = |c: char| c.is_ascii_digit() || ".+-".contains(c);
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            c if is_number(c) && shown.ends_with('0') => {}
            c if is_number(c) => shown.push('0'),
            // Of an exponent.
            'e' if shown.ends_with('0') => {}
            c => shown.push(c),
        }
    }
    shown
}

/// 2500 objects, of which two have no place.
fn scene_of_many() -> Value {
    let mut scene: Value = serde_json::from_str(&scene::write(&scene::generate(2500, 3))).unwrap();
    scene["rays"].as_array_mut().unwrap().truncate(2);
    scene["octree"] = json!({ "depth": 6 });
    let objects = scene["objects"].as_array_mut().unwrap();
    for i in [0, 1500] {
        objects.insert(i, json!({ "name": format!("lost {i}"), "shape": { "mesh": { "file": "none.glb" } } }));
    }
    scene
}

#[test]
fn long_lists_have_the_layout_and_the_order_of_short_ones() {
    let folder = fresh(&[("a.json", &scene_of_many().to_string())]);
    for form in [&[][..], &["--brief"]] {
        let report = text(folder.path(), &[&["report", "a.json"][..], form].concat(), 2);
        let value: Value = serde_json::from_str(&report).unwrap();
        let mut expected = Vec::new();
        brief::write(&value, &mut expected).unwrap();
        let (report, expected) = (without_numbers(&report), without_numbers(&String::from_utf8(expected).unwrap()));
        let different = report.lines().zip(expected.lines()).find(|(a, b)| a != b);
        assert!(different.is_none() && report.len() == expected.len(), "{different:?}");
        let names = |list: &Value| -> Vec<String> {
            list.as_array().unwrap().iter().map(|entry| entry["object"].as_str().unwrap().to_owned()).collect()
        };
        let all = names(&value["frusta"][0]["objects"]);
        assert_eq!(
            (all.len(), &*all[0], &*all[1], &*all[1500], &*all[2501]),
            (2502, "lost 0", "box 1", "lost 1500", "box 2500")
        );
        if form.is_empty() {
            assert_eq!([&value["rays"][1]["objects"], &value["octree"]["objects"]].map(names), [all.clone(), all]);
        }
    }
}

#[test]
fn long_lists_on_one_line_have_no_breaks() {
    let folder = fresh(&[("a.json", &scene_of_many().to_string())]);
    let lines = text(folder.path(), &["report", "a.json", "--ticks", "0..1", "--brief"], 2);
    assert_eq!(lines.lines().count(), 2);
    for line in lines.lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        assert_eq!(value["frusta"][0]["objects"].as_array().unwrap().len(), 2502);
        assert!(without_numbers(line) == without_numbers(&value.to_string()));
    }
}

/// The objects of a scene file of 40 MiB, with an error at its end or without.
fn long_file(end: &str) -> String {
    let space = "                                                              /* */\n".repeat(600_000);
    format!(
        "{{ \"eyeline\": 1, \"octree\": {{}}, \"objects\": [\n{space}\
         {{ \"name\": \"ball\", \"shape\": {{ \"sphere\": {{ \"radius\": 1{end} }} }} }}] }}"
    )
}

#[test]
fn a_long_file_is_read_and_its_errors_are_located() {
    let folder = fresh(&[
        ("a.json", &long_file("")),
        ("key.json", &long_file(", \"width\": 1")),
        ("zero.json", &long_file("e-99")),
    ]);
    let report = text(folder.path(), &["report", "a.json", "--only", "octree"], 0);
    assert!(report.contains("\"object\": \"ball\""), "{report}");
    for (file, words) in [("key.json:600002:55", "unknown key `width`"), ("zero.json:600002:52", "must be above 0")] {
        let name = file.split(':').next().unwrap();
        let output = eyeline(folder.path(), &["report", name]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(file) && said.contains(words), "{said}");
    }
    let output = eyeline(folder.path(), &["report", "a.json", "--memory", "32MiB"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("a.json") && said.contains("of memory"), "{said}");
}
