//! Files that include others.

use std::fs;

use super::*;
use crate::import::behavior_tree::read as read_file;
use crate::import::behavior_tree::read::read_in;

fn tree(name: &str, inside: &str) -> String {
    format!("<BehaviorTree ID=\"{name}\">{inside}</BehaviorTree>")
}

#[test]
fn includes_bring_their_trees_and_models() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    write(
        "main.xml",
        file(&format!(
            "<include path=\"sub/a.xml\"/><include path=\"sub/b.xml\"/>{}",
            tree("Main", "<SubTree ID=\"A\"/>")
        )),
    );
    write("sub/a.xml", file(&format!("<include path=\"b.xml\"/>{}", tree("A", "<SubTree ID=\"B\"/>"))));
    write("sub/b.xml", file(&(tree("B", "<Check/>") + "<TreeNodesModel><Condition ID=\"Check\"/></TreeNodesModel>")));

    for read in [read_file(&folder.path().join("main.xml")), read_in(&folder.path().into(), "main.xml")] {
        let read = read.unwrap();
        assert_eq!(read.trees().collect::<Vec<_>>(), ["A", "B", "Main"]);
        let built = built_of(&read).unwrap();
        assert_eq!(outline(&built), "subtree A\n  subtree B\n    condition Check\n");
        let check = built.origins[2].node;
        assert!(read.document_of(check).file().ends_with("b.xml"));
        assert_eq!(built.notes[0].line, 2, "{:?}", built.notes);
    }

    write("sub/b.xml", file(&format!("<include path=\"./a.xml\"/>{}", tree("B", "<A/>"))));
    let error = read_file(&folder.path().join("main.xml")).unwrap_err();
    assert!(error.to_string().contains("b.xml:2:16: these files include each other"), "{error}");
    assert_eq!(error.message.matches("a.xml").count(), 2, "{error}");
    write("sub/b.xml", file(&format!("<include path=\"b.xml\"/>{}", tree("B", "<A/>"))));
    assert!(read_file(&folder.path().join("main.xml")).unwrap_err().message.contains("include each other"));
    write("sub/b.xml", file("<BehaviorTree ID=\"A\"><A/></BehaviorTree>"));
    let error = read_file(&folder.path().join("main.xml")).unwrap_err();
    assert!(error.message.contains("two trees `A`, first at ") && error.message.contains("sub/a.xml:2:24"), "{error}");
}

#[test]
fn includes_stay_in_the_root() {
    let outside = tempfile::tempdir().unwrap();
    let folder = outside.path().join("in");
    fs::create_dir(&folder).unwrap();
    fs::write(outside.path().join("out.xml"), file(&tree("Out", "<A/>"))).unwrap();
    for path in ["../out.xml", "/etc/passwd", "none.xml", "", ".", "a\\b.xml", "C:x.xml"] {
        let text = file(&format!("<include path=\"{path}\"/>{}", tree("Main", "<A/>")));
        fs::write(folder.join("main.xml"), text).unwrap();
        let error = read_in(&(&*folder).into(), "main.xml").unwrap_err();
        assert_eq!((error.line, error.column), (2, 16), "{path}: {error}");
        assert!(error.help.is_some(), "{path}: {error}");
    }
    // Of a repository all of it is the root, and a name is relative to the file that includes.
    let parent = file(&format!("<include path=\"../out.xml\"/>{}", tree("Main", "<A/>")));
    fs::create_dir(folder.join("deep")).unwrap();
    fs::write(folder.join("deep/main.xml"), &parent).unwrap();
    fs::write(folder.join("out.xml"), file(&tree("Out", "<A/>"))).unwrap();
    assert!(read_file(&folder.join("deep/main.xml")).unwrap_err().message.contains("leaves the root"));
    fs::create_dir(folder.join(".git")).unwrap();
    assert_eq!(read_file(&folder.join("deep/main.xml")).unwrap().trees().collect::<Vec<_>>(), ["Main", "Out"]);
    assert!(read_in(&(&*folder).into(), "deep/main.xml").is_ok());
    assert!(read_in(&(&*folder).into(), "../out.xml").unwrap_err().message.contains("leaves"));
    for (path, message) in [("", "must have a path"), ("path=\"none.xml\"", "there is no file `none.xml`")] {
        let text = file(&format!("<include {path}/>{}", tree("Main", "<A/>")));
        fs::write(folder.join("main.xml"), text).unwrap();
        assert!(read_file(&folder.join("main.xml")).unwrap_err().message.contains(message));
    }
    fs::write(folder.join("main.xml"), [0xff, 0xfe, 0x3c, 0]).unwrap();
    assert!(read_in(&(&*folder).into(), "main.xml").unwrap_err().help.unwrap().contains("UTF-16"));
}

#[test]
fn packages_are_left_out_and_listed() {
    let text = file(
        "<include ros_pkg=\"nav\" path=\"trees.xml\"/><include path=\"other.xml\"/>\
         <BehaviorTree ID=\"Main\"><SubTree ID=\"FromThere\"/></BehaviorTree>",
    );
    let built = build(&text, &[("FromThere", "rs")]);
    assert_eq!(run(&built, 2).roots, "rs");
    let notes = notes(&built).join("\n");
    for part in [
        "2:1: `trees.xml` is left out: it is in the ROS package `nav`",
        "`other.xml` is left out",
        "no tree `FromThere`",
    ] {
        assert!(notes.contains(part), "{notes}");
    }
}
