//! Names with any character in all files of `eyeline check --out`, and in the log of GitHub Actions.

use std::fs;
use std::path::Path;

use roxmltree::{Document, Node};

use crate::commands::{eyeline, fresh};

/// Characters that control a terminal, change the direction of text, are invisible, or that XML or Unicode forbids.
const HOSTILE: &[char] = &[
    '\u{1}',
    '\u{1b}',
    '\u{7f}',
    '\u{9b}',
    '\u{ad}',
    '\u{61c}',
    '\u{200b}',
    '\u{200e}',
    '\u{2028}',
    '\u{2029}',
    '\u{202e}',
    '\u{2066}',
    '\u{3164}',
    '\u{feff}',
    '\u{fffe}',
    '\u{ffff}',
    '\u{fdd0}',
    '\u{e0041}',
    '\u{1fffe}',
    '\u{10ffff}',
];

/// A scene with two objects and a view, each with a name that contains every hostile character and markup.
fn scene() -> String {
    let name = format!("<b>&amp;\"'::error::##[error]]]>%41{}", HOSTILE.iter().collect::<String>());
    // No control character may be in the name of a view.
    let view: String = HOSTILE.iter().filter(|c| !c.is_control()).collect();
    serde_json::json!({ "eyeline": 1, "title": name,
        "objects": [{ "name": name, "shape": { "sphere": { "radius": 1 } } },
            { "name": format!("::{name}"), "shape": { "sphere": { "radius": 2 } }, "position": [0, 0, -9] }],
        "rays": [{ "name": name.replace('b', "r"), "origin": [0, 0, 5], "direction": [0, 0, -1] }],
        "expect": [{ "ray": name.replace('b', "r"), "nearest": format!("::{name}") }],
        "check": { "views": [{ "name": view, "size": [64, 48] }] } })
    .to_string()
}

/// The structure that CI servers read, as the schema of `JUnit` has it: elements, where each may be, and its attributes. A `!`
/// marks an attribute that must be there.
const JUNIT: &[(&str, &str, &[&str])] = &[
    ("testsuites", "", &["name", "tests", "failures", "errors", "disabled", "skipped", "time", "timestamp", "uuid"]),
    (
        "testsuite",
        "testsuites",
        &["name!", "tests!", "failures!", "errors!", "disabled", "skipped", "time", "timestamp"],
    ),
    ("testcase", "testsuite", &["name!", "classname", "time", "timestamp", "assertions", "file"]),
    ("failure", "testcase", &["message", "type"]),
    ("error", "testcase", &["message", "type"]),
    ("system-out", "testcase", &[]),
    ("system-err", "testcase", &[]),
    ("skipped", "testcase", &["message", "type"]),
];

/// Checks an element and those in it against [`JUNIT`], and the counts of a suite against its cases.
fn expect_junit(node: Node) {
    let name = node.tag_name().name();
    let parent = node.parent_element().map_or("", |parent| parent.tag_name().name());
    let rule = JUNIT.iter().find(|(element, at, _)| *element == name && *at == parent);
    let (.., attributes) = rule.unwrap_or_else(|| panic!("<{name}> in <{parent}>"));
    for attribute in node.attributes() {
        let is_known = attributes.iter().any(|known| known.trim_end_matches('!') == attribute.name());
        assert!(is_known, "{} of <{name}>", attribute.name());
    }
    for required in attributes.iter().filter_map(|known| known.strip_suffix('!')) {
        assert!(node.attribute(required).is_some(), "<{name}> has no {required}");
    }
    let elements = || node.children().filter(Node::is_element);
    if matches!(name, "testsuites" | "testsuite") {
        let counted = |of: &str| node.descendants().filter(|one| one.has_tag_name(of)).count().to_string();
        for (attribute, of) in [("tests", "testcase"), ("failures", "failure"), ("errors", "error")] {
            assert_eq!(node.attribute(attribute), Some(&*counted(of)), "{attribute} of <{name}>");
        }
        let texts = node.children().filter(roxmltree::Node::is_text);
        assert!(texts.clone().all(|text| text.text().unwrap().trim().is_empty()), "text in <{name}>");
    } else if name != "testcase" {
        assert_eq!(elements().count(), 0, "elements in <{name}>");
    }
    elements().for_each(expect_junit);
}

fn expect_no_hostile(text: &str, what: &str) {
    let found = text.chars().find(|c| HOSTILE.contains(c));
    assert_eq!(found, None, "in {what}");
}

/// The files below a folder.
fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

#[test]
fn no_name_breaks_a_file_of_a_check_or_the_log() {
    let folder = fresh(&[]);
    let folder = folder.path();
    fs::create_dir(folder.join("scenes")).unwrap();
    fs::write(folder.join("scenes/a\u{202e}<i>\u{fffe}.json"), scene()).unwrap();
    let output = eyeline(folder, &["check", "--out", "out", "--format", "github"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    for text in [&output.stdout, &output.stderr] {
        let text = String::from_utf8(text.clone()).unwrap();
        expect_no_hostile(&text, "the log");
        for line in text.lines() {
            let is_ours = line.starts_with("::error file=scenes/a\\u{202e}<i>\\u{fffe}.json,line=");
            assert!(is_ours || !line.trim_start().starts_with("::"), "{line}");
            assert!(is_ours || !line.contains("##["), "{line}");
        }
    }
    assert!(String::from_utf8_lossy(&output.stdout).contains("\n::error file="), "{output:?}");
    let mut found = Vec::new();
    files(folder, &mut found);
    let written: Vec<_> = found.iter().map(|path| path.strip_prefix(folder).unwrap().to_str().unwrap()).collect();
    let ours = written.iter().filter(|path| path.starts_with("out/"));
    assert!(ours.clone().any(|path| path.contains("%E2%80%AE")), "{written:?}");
    ours.for_each(|path| expect_no_hostile(path, "a file name"));

    let read = |name: &str| fs::read_to_string(folder.join("out").join(name)).unwrap();
    let junit = read("junit.xml");
    expect_no_hostile(&junit, "junit.xml");
    let junit = Document::parse(&junit).unwrap();
    expect_junit(junit.root_element());
    assert!(junit.root_element().has_tag_name("testsuites"));
    let case = junit.descendants().find(|node| node.has_tag_name("testcase")).unwrap();
    assert_eq!(case.attribute("name"), Some("a\\u{202e}<i>\\u{fffe}"));

    let page = read("index.html");
    expect_no_hostile(&page, "index.html");
    assert!(!page.contains("<b>&amp;") && !page.contains("<i>") && page.contains("&lt;b&gt;&amp;amp;"), "{page}");
    let results = read("results.json");
    expect_no_hostile(&results, "results.json");
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    assert_eq!(results["scenes"][0]["scene"], "scenes/a\u{202e}<i>\u{fffe}.json");

    // The captures of the report are where a check looks for its baselines.
    let output = eyeline(folder, &["check", "--accept", "scenes/a\u{202e}<i>\u{fffe}.json", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = eyeline(folder, &["check"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("not met"), "only the expectation differs: {output:?}");
    let mut found = Vec::new();
    // Without a `.git` the folder of the scene is the root.
    files(&folder.join("scenes/screenshots"), &mut found);
    assert_eq!(found.len(), 2, "{found:?}");
    for path in &found {
        expect_no_hostile(path.to_str().unwrap(), "a baseline");
    }
}

#[test]
fn the_structure_of_junit_is_checked() {
    for wrong in [
        "<testsuites tests='0' failures='0' errors='0'><testcase name='a'/></testsuites>",
        "<testsuites tests='0' failures='0' errors='0' colour='red'/>",
        "<testsuites tests='1' failures='0' errors='0'/>",
    ] {
        let document = Document::parse(wrong).unwrap();
        assert!(std::panic::catch_unwind(|| expect_junit(document.root_element())).is_err(), "{wrong}");
    }
}
