//! Trees in other files: folders of trees, projects of Groot2, and what is told about a tree in a neighbouring file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::commands::{eyeline, fresh};

/// What standard error says, with each error as one line `file:line:column: message`.
fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr)
        .split("error: ")
        .map(|part| match part.split_once("\n --> ") {
            Some((message, rest)) => {
                let (place, rest) = rest.split_once('\n').unwrap_or((rest, ""));
                format!("{place}: {message}\n{rest}")
            }
            None => part.to_owned(),
        })
        .collect()
}

/// A file with one tree of this name around some nodes.
fn tree(name: &str, inside: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<root BTCPP_format=\"4\" main_tree_to_execute=\"{name}\">\n<BehaviorTree ID=\"{name}\">\n{inside}\n\
         </BehaviorTree>\n</root>\n"
    )
}

/// The names of the subtrees of the first agent of a report.
fn subtrees(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let nodes = report["agents"][0]["nodes"].as_array().unwrap();
    let of = nodes.iter().filter(|node| node["kind"] == "subtree");
    of.map(|node| node["name"].as_str().unwrap().to_owned()).collect()
}

fn objectives() -> [(&'static str, String); 5] {
    [
        (
            "pick.xml",
            tree("Pick", "<Sequence><SubTree ID=\"Open Gripper\"/><SubTree ID=\"Close Gripper\"/></Sequence>"),
        ),
        ("open_gripper.xml", tree("Open Gripper", "<SubTree ID=\"Move\"/>")),
        ("close.txt", tree("Close Gripper", "<AlwaysSuccess/>")),
        ("move.xml", tree("Move", "<AlwaysSuccess/>")),
        ("broken.xml", "<root><BehaviorTree ID=\"Open Gripper\"".to_owned()),
    ]
}

fn folder_of(files: &[(&str, String)]) -> tempfile::TempDir {
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    fresh(&files)
}

#[test]
fn a_missing_tree_is_found_in_a_folder_of_trees_or_told_with_its_file() {
    let folder = folder_of(&objectives());
    let output = eyeline(folder.path(), &["report", "pick.xml"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let error = said(&output);
    assert!(error.contains("pick.xml:4:11: there is no tree `Open Gripper`"), "{error}");
    assert!(error.contains("`open_gripper.xml` in the same folder has it") && error.contains("--trees DIR"), "{error}");
    for args in [
        &["report", "pick.xml"][..],
        &["explain", "pick.xml", "Pick"],
        &["render", "pick.xml", "-o", "a.png", "--size", "64x64"],
    ] {
        let output = eyeline(folder.path(), &[args, &["--trees", "."]].concat());
        assert!(output.status.success(), "{args:?}: {output:?}");
    }
    let output = eyeline(folder.path(), &["report", "pick.xml", "--trees", "."]);
    assert_eq!(subtrees(&output), ["Open Gripper", "Move", "Close Gripper"]);
    assert_eq!(said(&output), "");
    // Of a tree that is nowhere the error is as before.
    fs::remove_file(folder.path().join("move.xml")).unwrap();
    let error = said(&eyeline(folder.path(), &["report", "pick.xml", "--trees", "."]));
    assert!(error.contains("open_gripper.xml:4:1: there is no tree `Move`") && !error.contains("has it"), "{error}");
}

#[test]
fn folders_of_trees_are_searched_in_their_order_and_inside_the_root() {
    let folder = folder_of(&objectives());
    for name in ["first", "second", "root"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    write("root/pick.xml", tree("Pick", "<SubTree ID=\"Move\"/>"));
    write("first/move.xml", tree("Move", "<SubTree ID=\"Here\"/>"));
    write("first/here.xml", tree("Here", "<AlwaysSuccess/>"));
    write("second/move.xml", tree("Move", "<AlwaysFailure/>"));
    let report = |args: &[&str]| eyeline(folder.path(), &[&["report", "root/pick.xml", "--root", "."], args].concat());
    assert_eq!(subtrees(&report(&["--trees", "first", "--trees", "second"])), ["Move", "Here"]);
    assert_eq!(subtrees(&report(&["--trees", "second", "--trees", "first"])), ["Move"]);
    // Two files of one folder.
    write("second/other.xml", tree("Move", "<AlwaysFailure/>"));
    let error = said(&report(&["--trees", "second"]));
    assert!(
        error.contains("the tree `Move` is in two files") && error.contains("`move.xml` and `other.xml`"),
        "{error}"
    );
    // Outside of the root, and not a folder.
    let output = eyeline(folder.path(), &["report", "root/pick.xml", "--trees", "first"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("of `--trees` is outside the root"), "{output:?}");
    for (trees, reason) in [("none", "cannot use --trees none"), ("pick.xml", "--trees pick.xml is not a folder")] {
        let output = report(&["--trees", trees]);
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output).contains(reason), "{output:?}");
    }
    // No folder is looked at when no tree is missing.
    write("root/pick.xml", tree("Pick", "<AlwaysSuccess/>"));
    let output = eyeline(folder.path(), &["report", "root/pick.xml", "--trees", "first"]);
    assert!(output.status.success(), "{output:?}");
}

#[cfg(unix)]
#[test]
fn links_out_of_the_root_and_pipes_are_not_looked_at() {
    let outside = fresh(&[("move.xml", &tree("Move", "<AlwaysSuccess/>"))]);
    let folder = fresh(&[("pick.xml", &tree("Pick", "<SubTree ID=\"Move\"/>"))]);
    std::os::unix::fs::symlink(outside.path().join("move.xml"), folder.path().join("link.xml")).unwrap();
    let pipe = std::process::Command::new("mkfifo").arg(folder.path().join("pipe.xml")).status().unwrap();
    assert!(pipe.success());
    for args in [&["report", "pick.xml"][..], &["report", "pick.xml", "--trees", "."]] {
        let output = eyeline(folder.path(), args);
        assert_eq!(output.status.code(), Some(2));
        let error = said(&output);
        assert!(error.contains("there is no tree `Move`") && !error.contains("has it"), "{error}");
    }
}

#[test]
fn agents_of_a_scene_and_a_chosen_tree_use_folders_of_trees() {
    let folder = folder_of(&objectives());
    let scene = |tree: &str| {
        let text = format!("{{ \"eyeline\": 1, \"agents\": [{{ \"name\": \"arm\", \"tree\": {tree} }}] }}");
        fs::write(folder.path().join("a.json"), text).unwrap();
    };
    scene(r#"{ "file": "pick.xml" }"#);
    let output = eyeline(folder.path(), &["report", "a.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("`open_gripper.xml` in the same folder has it"), "{output:?}");
    let output = eyeline(folder.path(), &["report", "a.json", "--trees", "."]);
    assert_eq!(subtrees(&output), ["Open Gripper", "Move", "Close Gripper"]);
    scene(r#"{ "file": "move.xml", "id": "Close Gripper" }"#);
    let output = eyeline(folder.path(), &["report", "a.json"]);
    assert!(
        said(&output).contains("there is no tree `Close Gripper`") && said(&output).contains("`close.txt` in the same"),
        "{output:?}"
    );
    assert!(eyeline(folder.path(), &["report", "a.json", "--trees", "."]).status.success());
    let output = eyeline(folder.path(), &["report", "move.xml", "--tree", "Close Gripper"]);
    assert!(said(&output).contains("`close.txt` in the same folder has it"), "{output:?}");
    assert!(
        eyeline(folder.path(), &["report", "move.xml", "--tree", "Close Gripper", "--trees", "."]).status.success()
    );
    // The main tree that the file names.
    let main = tree("Move", "<AlwaysSuccess/>")
        .replace("main_tree_to_execute=\"Move\"", "main_tree_to_execute=\"Close Gripper\"");
    fs::write(folder.path().join("main.xml"), main).unwrap();
    let error = said(&eyeline(folder.path(), &["report", "main.xml"]));
    assert!(error.contains("`main_tree_to_execute` names `Close Gripper`") && error.contains("`close.txt`"), "{error}");
}

#[test]
fn a_tree_file_is_known_by_its_text() {
    let text = tree("Pick", "<AlwaysSuccess/>");
    let declared = |before: &str| format!("{before}{text}");
    for (name, text) in [
        ("pick.tree", text.clone()),
        ("pick", declared("\u{feff}")),
        ("pick.json", declared(" \n\t")),
        ("pick.txt", text.replace("<?xml version=\"1.0\"?>", "\u{feff}<!-- a tree --><?note?>\n")),
        ("pick.btproj", declared("\n")),
    ] {
        let folder = fresh(&[(name, &text)]);
        let output = eyeline(folder.path(), &["report", name]);
        assert!(output.status.success(), "{name}: {output:?}");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["agents"][0]["agent"], "Pick");
    }
    // Places count the white space before the declaration.
    let folder = fresh(&[("a.xml", &format!("\n\n  {}", tree("Pick", "<Inverter/>")))]);
    let error = said(&eyeline(folder.path(), &["report", "a.xml"]));
    assert!(error.contains("a.xml:6:1: `Inverter` must have one child"), "{error}");
    // A file that does not start so has no trees.
    let folder = fresh(&[("a.xml", "{ \"eyeline\": 1 }")]);
    let output = eyeline(folder.path(), &["report", "a.xml"]);
    assert!(output.status.success(), "{output:?}");
    let output = eyeline(folder.path(), &["report", "a.xml", "--tree", "Pick"]);
    assert!(said(&output).contains("does not start with `<`"), "{output:?}");
}

#[test]
fn a_project_opens_with_the_files_that_it_lists() {
    let project = |files: &[&str]| {
        let include = |file: &&str| format!("    <include path=\"{file}\"/>\n");
        let files = files.iter().map(include).collect::<Vec<_>>().concat();
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<root BTCPP_format=\"4\" project_name=\"Arm\">\n{files}</root>\n"
        )
    };
    let files = objectives();
    let folder = folder_of(&files);
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("arm.btproj", &project(&["./pick.xml", "open_gripper.xml", "close.txt", "move.xml"]));
    let output = eyeline(folder.path(), &["report", "arm.btproj"]);
    assert_eq!(subtrees(&output), ["Open Gripper", "Move", "Close Gripper"]);
    let output = eyeline(folder.path(), &["report", "arm.btproj", "--tree", "Open Gripper"]);
    assert_eq!(subtrees(&output), ["Move"]);
    // Several trees that no other includes: the user chooses.
    write("arm.btproj", &project(&["close.txt", "move.xml"]));
    let output = eyeline(folder.path(), &["report", "arm.btproj"]);
    assert_eq!(output.status.code(), Some(2));
    let error = said(&output);
    assert!(
        error.contains("the project does not name the tree to run") && error.contains("`Close Gripper`, `Move`"),
        "{error}"
    );
    write("arm.btproj", &project(&["pick.xml", "none.xml"]));
    let error = said(&eyeline(folder.path(), &["report", "arm.btproj"]));
    assert!(error.contains("arm.btproj:4:20: there is no file `none.xml`"), "{error}");
}

#[test]
fn a_file_of_trees_is_imported_as_an_agent() {
    let folder = folder_of(&objectives());
    let output = eyeline(folder.path(), &["import", "pick.xml", "-o", "arm.json", "--trees", "."]);
    assert!(output.status.success(), "{output:?}");
    let output = eyeline(folder.path(), &["report", "arm.json", "--trees", "."]);
    assert_eq!(subtrees(&output), ["Open Gripper", "Move", "Close Gripper"]);
    let output = eyeline(folder.path(), &["import", "pick.xml", "-o", "other.json", "--trees", ".", "--tree", "Move"]);
    assert!(output.status.success(), "{output:?}");
    let scene = fs::read_to_string(folder.path().join("other.json")).unwrap();
    assert!(scene.contains("\"id\": \"Move\""), "{scene}");
}

#[test]
fn looking_at_neighbours_is_bounded() {
    let folder = fresh(&[("pick.xml", &tree("Pick", "<SubTree ID=\"Move\"/>"))]);
    for i in 0..2_100 {
        fs::write(folder.path().join(format!("{i:05}.xml")), "<a/>").unwrap();
    }
    fs::write(folder.path().join("z.xml"), tree("Move", "<AlwaysSuccess/>")).unwrap();
    let error = said(&eyeline(folder.path(), &["report", "pick.xml"]));
    assert!(error.contains("there is no tree `Move`") && !error.contains("z.xml"), "{error}");
    let error = said(&eyeline(folder.path(), &["report", "pick.xml", "--trees", "."]));
    assert!(error.contains("of `--trees`: the folder has more than") && error.contains("2000 tree files"), "{error}");
    // A neighbour that does not fit into the budget is not named.
    let folder = fresh(&[("pick.xml", &tree("Pick", "<SubTree ID=\"Move\"/>"))]);
    let large = tree("Move", &format!("<AlwaysSuccess name=\"{}\"/>", "a".repeat(2 << 20)));
    fs::write(folder.path().join("move.xml"), large).unwrap();
    let report = |memory: &str| said(&eyeline(folder.path(), &["report", "pick.xml", "--memory", memory]));
    assert!(!report("16MiB").contains("has it") && report("512MiB").contains("`move.xml` in the same folder has it"));
}

/// Public trees, where the checkout has them.
#[test]
fn public_trees_open() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/trees"));
    let Ok(entries) = fs::read_dir(&folder) else { return };
    for path in
        entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|end| end == "xml"))
    {
        let output =
            eyeline(Path::new("."), &["report".as_ref(), path.as_os_str(), "--trees".as_ref(), folder.as_os_str()]);
        assert!(output.status.success(), "{}: {output:?}", path.display());
    }
}
