//! Missing levels of a scene: reported at their names, while the rest of the scene is answered.

use std::path::Path;

use serde_json::Value;

use crate::commands::{eyeline, fresh};

const TRIANGLE: &str = "v 0 0 -5\nv 1 0 -5\nv 0 1 -5\nf 1 2 3\n";

/// A scene of a ball, a valid level, and `file` as the file of a model and of a shape.
fn scene(file: &str) -> String {
    format!(
        r#"{{ "eyeline": 1, "select": ["gone/door"],
  "objects": [{{ "name": "ball", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": [0, 0, -9] }}],
  "models": [{{ "name": "here", "file": "here.obj" }},
    {{ "name": "gone", "file": "{file}" }}, {{ "name": "again", "file": "{file}" }}],
  "cameras": [{{ "name": "eye", "attach": "gone/door" }}],
  "rays": [{{ "name": "aim", "origin": [0.25, 0.25, 0], "direction": [0, 0, -1] }}] }}"#
    )
}

/// The objects that the report's first ray has answers for, and the printed messages.
fn report(folder: &Path) -> (Vec<String>, String) {
    let output = eyeline(folder, &["report", "a.json"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let objects = report["rays"][0]["objects"].as_array().unwrap();
    let answered = objects.iter().filter(|object| object.get("error").is_none());
    (answered.map(|object| object["object"].as_str().unwrap().to_owned()).collect(), said)
}

/// The message is printed once, at the first `file` with that name.
fn check_message(said: &str, words: &str) {
    assert!(said.starts_with(&format!("error: {words}")), "{words}: {said}");
    assert_eq!(said.matches("error: ").count(), 1, "{said}");
    assert!(said.contains("--> a.json:4:31\n") && said.contains("help: give the path of a file"), "{said}");
}

#[test]
fn a_missing_level_is_reported_at_its_name_and_the_rest_is_answered() {
    let folder = fresh(&[("here.obj", TRIANGLE)]);
    std::fs::create_dir_all(folder.path().join("sub/deep.glb")).unwrap();
    for (file, words) in [
        ("none.glb", "there is no file `none.glb`"),
        ("none.obj", "there is no file `none.obj`"),
        ("sub/none.gltf", "there is no file `sub/none.gltf`"),
        ("here.obj/none.gltf", "there is no file `here.obj/none.gltf`"),
        ("sub/deep.glb", "`sub/deep.glb` is not a file"),
    ] {
        std::fs::write(folder.path().join("a.json"), scene(file)).unwrap();
        let (objects, said) = report(folder.path());
        assert_eq!(objects, ["ball", "here/here"], "{file}");
        check_message(&said, words);
        let picture = eyeline(folder.path(), &["render", "a.json", "-o", "a.png", "--size", "32x32"]);
        assert_eq!(picture.status.code(), Some(2), "{picture:?}");
        check_message(&String::from_utf8(picture.stderr).unwrap(), words);
        let printed = eyeline(folder.path(), &["explain", "a.json", "aim", "ball"]);
        assert_eq!(printed.status.code(), Some(2), "{printed:?}");
        check_message(&String::from_utf8(printed.stderr).unwrap(), words);
        let unknown = eyeline(folder.path(), &["explain", "a.json", "aim", "gone/door"]);
        assert_eq!(unknown.status.code(), Some(2), "{unknown:?}");
    }
}

#[test]
fn a_mesh_shape_without_its_file_is_reported() {
    let text = r#"{ "eyeline": 1, "objects": [
  { "name": "door", "shape": { "mesh": { "node": "leaf", "file": "none.glb" } } },
  { "name": "ball", "shape": { "sphere": { "radius": 1 } } }],
  "rays": [{ "name": "aim", "origin": [0, 0, 9], "direction": [0, 0, -1] }] }"#;
    let folder = fresh(&[("a.json", text)]);
    let (objects, said) = report(folder.path());
    assert_eq!(objects, ["ball"]);
    assert!(said.contains("--> a.json:2:66\n") && said.contains("there is no file `none.glb`"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_unreadable_level_is_reported_at_its_name() {
    use std::os::unix::fs::PermissionsExt;
    let folder = fresh(&[("a.json", &scene("shut.obj")), ("here.obj", TRIANGLE), ("shut.obj", TRIANGLE)]);
    let shut = folder.path().join("shut.obj");
    std::fs::set_permissions(&shut, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::File::open(&shut).is_ok() {
        // The superuser can read every file.
        return;
    }
    let (objects, said) = report(folder.path());
    assert_eq!(objects, ["ball", "here/here"]);
    check_message(&said, "`shut.obj` cannot be read");
}

#[test]
fn a_file_outside_the_root_is_reported_and_the_rest_is_answered() {
    let outside = fresh(&[("wall.obj", TRIANGLE)]);
    let folder = outside.path().join("scenes");
    std::fs::create_dir(&folder).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path().join("wall.obj"), folder.join("link.obj")).unwrap();
    let mut cases = vec![
        ("", "the file name is empty"),
        ("../wall.obj", "leaves the root"),
        ("sub/../../none.obj", "leaves the root"),
        ("/none/wall.obj", "is an absolute path"),
    ];
    if cfg!(unix) {
        cases.push(("link.obj", "is a link that leaves the root"));
    }
    for (file, words) in cases {
        std::fs::write(folder.join("a.json"), scene(file)).unwrap();
        let output = eyeline(&folder, &["report", "a.json"]);
        let said = String::from_utf8(output.stderr).unwrap();
        // No file can have an empty name, so this is an error of the scene.
        assert_eq!(output.stdout.is_empty(), file.is_empty(), "{file}: {said}");
        assert!(said.contains(words) && said.contains("--> a.json:4:31\n"), "{file}: {said}");
    }
}

#[test]
fn questions_about_a_model_or_a_missing_object_are_refused() {
    let folder = fresh(&[("here.obj", TRIANGLE)]);
    let text = scene("none.glb")
        .replace(r#""objects": ["#, r#""objects": [{ "name": "rock", "shape": { "mesh": { "file": "none.obj" } } }, "#);
    std::fs::write(folder.path().join("a.json"), text).unwrap();
    for (name, words) in [
        ("here", "`here` is a model; ask for one of its objects, such as `here/here`"),
        ("gone", "`gone` has no answer: there is no file `none.glb`"),
        ("rock", "`rock` has no answer: there is no file `none.obj`"),
        ("herre", "nothing in the scene is called `herre`"),
    ] {
        let printed = eyeline(folder.path(), &["explain", "a.json", name]);
        assert_eq!(printed.status.code(), Some(2));
        let said = String::from_utf8(printed.stderr).unwrap();
        assert!(said.contains(words), "{name}: {said}");
    }
}
