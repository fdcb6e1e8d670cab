//! The root that no referenced file may leave, links on the command line, and the choice among several trees.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::commands::{eyeline, fresh};

const WALL: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
const TREE: &str = r#"<root BTCPP_format="4"><include path="../parent.xml"/>
<BehaviorTree ID="Main"><SubTree ID="Parent"/></BehaviorTree></root>"#;
const PARENT: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Parent"><AlwaysSuccess/></BehaviorTree></root>"#;
/// Names a level and a tree in the folder above the scene's folder.
const SCENE: &str = r#"{ "eyeline": 1,
  "models": [{ "name": "wall", "file": "../wall.obj" }],
  "rays": [{ "name": "aim", "origin": [0.2, 0.2, 5], "direction": [0, 0, -1] }],
  "agents": [{ "name": "a", "tree": { "file": "tree.xml" } }] }"#;

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn wrote(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// `project/wall.obj`, `project/parent.xml`, and a scene with its tree in `project/scenes`.
fn project() -> tempfile::TempDir {
    let folder = fresh(&[]);
    fs::create_dir_all(folder.path().join("project/scenes")).unwrap();
    for (file, text) in
        [("wall.obj", WALL), ("parent.xml", PARENT), ("scenes/a.json", SCENE), ("scenes/tree.xml", TREE)]
    {
        fs::write(folder.path().join("project").join(file), text).unwrap();
    }
    folder
}

#[test]
fn references_stay_inside_the_root_that_is_chosen_or_found() {
    let folder = project();
    let report = |args: &[&str]| eyeline(folder.path(), &[&["report", "project/scenes/a.json"], args].concat());
    // Without a repository the scene's folder is the root. Files outside are reported, and everything else is answered.
    let alone = report(&[]);
    let text = said(&alone);
    assert!(text.contains("`../wall.obj` leaves the root ") && text.contains("--root DIR"), "{text}");
    assert!(text.contains("`../parent.xml` leaves the root ") && text.contains("tree.xml:1:"), "{text}");
    assert!(wrote(&alone).contains("\"aim\""), "{text}");
    for root in ["project", ".", "project/scenes/.."] {
        let chosen = report(&["--root", root]);
        assert!(chosen.status.success() && chosen.stderr.is_empty(), "{root}: {}", said(&chosen));
        assert!(wrote(&chosen).contains("\"object\": \"wall/object\"") || wrote(&chosen).contains("wall/"), "{root}");
    }
    fs::create_dir(folder.path().join("project/.git")).unwrap();
    let found = report(&[]);
    assert!(found.status.success() && found.stderr.is_empty(), "{}", said(&found));
    // A chosen root takes precedence over a found one.
    assert!(said(&report(&["--root", "project/scenes"])).contains("leaves the root"));
    for (root, words) in [("none", "cannot use --root none"), ("project/wall.obj", "is not a folder")] {
        let refused = report(&["--root", root]);
        assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0), "{root}");
        assert!(said(&refused).contains(words), "{root}: {}", said(&refused));
    }
}

#[test]
fn a_scene_outside_the_root_is_an_error_of_every_command() {
    let folder = project();
    fs::create_dir(folder.path().join("other")).unwrap();
    let scene = "project/scenes/a.json";
    for args in [
        &["report", scene, "--root", "other"][..],
        &["explain", scene, "aim", "--root", "other"],
        &["render", scene, "-o", "a.png", "--root", "other"],
        &["report", "project/wall.obj", "--root", "other"],
        &["report", "project/parent.xml", "--root", "other"],
    ] {
        let output = eyeline(folder.path(), args);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{args:?}");
        let text = said(&output);
        assert!(text.contains("outside the root") && text.contains("--root DIR"), "{args:?}: {text}");
    }
    let written = eyeline(folder.path(), &["import", "project/wall.obj", "-o", "project/scenes/b.json"]);
    assert!(said(&written).contains("is not inside the root"), "{}", said(&written));
    let args = ["import", "project/wall.obj", "-o", "project/scenes/b.json", "--root", "project"];
    assert!(eyeline(folder.path(), &args).status.success());
    let text = fs::read_to_string(folder.path().join("project/scenes/b.json")).unwrap();
    assert!(text.contains("\"../wall.obj\""), "{text}");
}

#[cfg(unix)]
#[test]
fn the_named_scene_may_be_a_link_and_references_may_not_leave_the_root() {
    use std::os::unix::fs::symlink;
    let folder = fresh(&[]);
    let (here, there) = (folder.path().join("here"), folder.path().join("there"));
    fs::create_dir(&here).unwrap();
    fs::create_dir(&there).unwrap();
    fs::write(there.join("wall.obj"), format!("mtllib wall.mtl\nusemtl red\n{WALL}")).unwrap();
    fs::write(there.join("wall.mtl"), "newmtl red\nKd 1 0 0\n").unwrap();
    fs::write(there.join("tree.xml"), TREE.replace("../", "")).unwrap();
    fs::write(there.join("parent.xml"), PARENT).unwrap();
    fs::write(there.join("a.json"), SCENE.replace("../", "")).unwrap();
    image::RgbaImage::new(4, 4).save(there.join("leaf.png")).unwrap();
    for file in ["wall.obj", "tree.xml", "a.json", "leaf.png"] {
        symlink(there.join(file), here.join(file)).unwrap();
        let output = eyeline(&here, &["report", file]);
        assert!(output.status.success(), "{file}: {}", said(&output));
        assert!(!said(&output).contains("root") && !said(&output).contains("no file"), "{file}: {}", said(&output));
    }
    fs::write(here.join("b.json"), SCENE.replace("../", "")).unwrap();
    let output = eyeline(&here, &["report", "b.json"]);
    assert!(said(&output).contains("`wall.obj` is a link that leaves the root"), "{}", said(&output));
}

/// As `log_test.xml` of BehaviorTree.CPP: the main tree is the one that no other includes.
fn several(trees: &[(&str, &str)]) -> String {
    let tree = |(name, inside): &(&str, &str)| format!("<BehaviorTree ID=\"{name}\">{inside}</BehaviorTree>\n");
    format!("<root BTCPP_format=\"4\">\n{}</root>", trees.iter().map(tree).collect::<String>())
}

fn agent(folder: &Path, args: &[&str]) -> Result<String, String> {
    let output = eyeline(folder, &[&["report"], args].concat());
    let report: Result<serde_json::Value, _> = serde_json::from_slice(&output.stdout);
    match report {
        Ok(report) if output.status.success() => Ok(report["agents"][0]["agent"].as_str().unwrap().to_owned()),
        _ => Err(said(&output)),
    }
}

#[test]
fn of_several_trees_the_one_that_no_other_includes_runs_or_the_one_that_is_chosen() {
    const LEAF: &str = "<AlwaysSuccess/>";
    let clear = several(&[("Part", LEAF), ("Whole", "<SubTree ID=\"Part\"/>")]);
    let open = several(&[("Left", LEAF), ("Right", LEAF), ("Part", LEAF), ("Whole", "<SubTree ID=\"Part\"/>")]);
    let round = several(&[("A", "<SubTree ID=\"B\"/>"), ("B", "<SubTree ID=\"A\"/>")]);
    let outer = clear.replace("<BehaviorTree ID=\"Part\">", "<include path=\"clear.xml\"/><BehaviorTree ID=\"Other\">");
    let outer = outer.replace("\"Whole\"", "\"Mine\"").replace("SubTree ID=\"Part\"", "SubTree ID=\"Other\"");
    let folder = fresh(&[("clear.xml", &clear), ("open.xml", &open), ("round.xml", &round), ("outer.xml", &outer)]);
    let run = |args: &[&str]| agent(folder.path(), args);
    assert_eq!(run(&["clear.xml"]).as_deref(), Ok("Whole"));
    assert_eq!(run(&["outer.xml"]).as_deref(), Ok("Mine"), "trees of included files do not count");
    assert_eq!(run(&["clear.xml", "--tree", "Part"]).as_deref(), Ok("Part"));
    assert_eq!(run(&["open.xml", "--tree", "Right"]).as_deref(), Ok("Right"));
    let error = run(&["open.xml"]).unwrap_err();
    assert!(error.contains("open.xml:1:1") && error.contains("does not name the tree to run"), "{error}");
    assert!(error.contains("--tree NAME") && error.contains("`Left`, `Right`, `Whole`"), "{error}");
    let error = run(&["round.xml"]).unwrap_err();
    assert!(error.contains("`A`, `B`") && error.contains("--tree NAME"), "{error}");
    let error = run(&["open.xml", "--tree", "Rihgt"]).unwrap_err();
    assert!(error.contains("there is no tree `Rihgt`") && error.contains("did you mean `Right`?"), "{error}");
    assert!(error.contains("`Left`"), "{error}");
    // A scene chooses a tree with a key. The error names that key.
    let scene = |tree: &str| {
        let text = format!("{{ \"eyeline\": 1, \"agents\": [{{ \"name\": \"guard\", \"tree\": {tree} }}] }}");
        fs::write(folder.path().join("a.json"), text).unwrap();
        let output = eyeline(folder.path(), &["report", "a.json"]);
        (wrote(&output), said(&output))
    };
    let (report, _) = scene(r#"{ "file": "open.xml", "id": "Whole" }"#);
    assert!(report.contains("\"subtree\""), "{report}");
    let (_, error) = scene(r#"{ "file": "open.xml" }"#);
    assert!(error.contains("\"id\": \"Left\"") && !error.contains("--tree"), "{error}");
    let refused = eyeline(folder.path(), &["report", "a.json", "--tree", "Left"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("--tree"), "{}", said(&refused));
    // A level and an image have no trees.
    fs::write(folder.path().join("a.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    for args in [&["report", "a.obj"][..], &["report", "a.png"], &["import", "a.obj", "-o", "b.json"]] {
        let refused = eyeline(folder.path(), &[args, &["--tree", "Left"]].concat());
        assert_eq!(refused.status.code(), Some(2), "{args:?}");
        assert!(said(&refused).contains("--tree"), "{args:?}: {}", said(&refused));
    }
}

#[test]
fn an_attribute_of_another_name_is_named() {
    let tree =
        |inside: &str| format!("<root BTCPP_format=\"4\">\n<BehaviorTree ID=\"M\">{inside}</BehaviorTree></root>");
    for (inside, words) in [
        ("<Timeout timeout_ms=\"5\"><A/></Timeout>", "`Timeout` has no `msec`; it has `timeout_ms`"),
        ("<Timeout><A/></Timeout>", "`Timeout` must have the attribute `msec`"),
        ("<Repeat times=\"5\"><A/></Repeat>", "`Repeat` has no `num_cycles`; it has `times`"),
        (
            "<RetryUntilSuccessful attempts=\"5\"><A/></RetryUntilSuccessful>",
            "has no `num_attempts`; it has `attempts`",
        ),
        ("<Delay msec=\"5\"><A/></Delay>", "`Delay` has no `delay_msec`; it has `msec`"),
        ("<SetBlackboard key=\"a\" value=\"1\"/>", "`SetBlackboard` has no `output_key`; it has `key`"),
    ] {
        let folder = fresh(&[("a.xml", &tree(inside))]);
        let output = eyeline(folder.path(), &["report", "a.xml"]);
        assert_eq!(output.status.code(), Some(2), "{inside}");
        let text = said(&output);
        assert!(text.contains(words) && text.contains("a.xml:2:22") && text.contains("help"), "{inside}: {text}");
    }
}

#[test]
fn trees_of_navigation2_run_with_their_own_nodes() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/trees");
    for file in fs::read_dir(shared).into_iter().flatten().flatten() {
        let path = file.path().display().to_string();
        let output = eyeline(Path::new("."), &["report", &path]);
        assert!(output.status.success(), "{path}: {}", said(&output));
        assert!(!said(&output).contains("ticks like a sequence"), "{}", said(&output));
        assert!(wrote(&output).contains("\"kind\": \"pipeline_sequence\""), "{path}");
    }
}
