//! Untrusted text in messages and answers: none of it controls the terminal or changes the direction of text.

use std::path::Path;

use crate::commands::{eyeline, fresh};

/// Sets a window's title, colours text, clears the screen by C1, and turns the direction.
const NASTY: &str = "\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}2J\u{202e}x\u{2066}\u{2028}";

/// The same characters as JSON may contain them without escapes: JSON does not allow C0.
const RAW: &str = "a\u{9b}2J\u{202e}x\u{2066}\u{2028}\u{7f}";

/// Checks that the output has only text and line breaks.
fn check(folder: &Path, args: &[&str]) -> String {
    let output = eyeline(folder, args);
    let all = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    let bad = all.chars().find(|&c| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
    });
    assert_eq!(bad, None, "{args:?}: {all:?}");
    assert!(!all.is_empty(), "{args:?}");
    all
}

fn escaped_json(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

#[test]
fn messages_about_files_do_not_control_the_terminal() {
    let nasty = escaped_json(NASTY);
    let gltf = format!(
        r#"{{ "asset": {{ "version": "2.0" }}, "extensionsUsed": [{nasty}], "extensionsRequired": [{nasty}] }}"#
    );
    let used = format!(
        r#"{{ "asset": {{ "version": "2.0" }}, "extensionsUsed": [{nasty}, "{RAW}"], "scenes": [{{}}], "scene": 0 }}"#
    );
    let xml =
        format!("<root BTCPP_format=\"4\"><BehaviorTree ID=\"A\"><Sequence><{RAW}/></Sequence></BehaviorTree></root>");
    let files = [
        ("required.gltf", &*gltf),
        ("used.gltf", &*used),
        ("a.obj", &format!("v 0 0 0\nf {NASTY} 2 3\n")),
        ("b.obj", &format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl {NASTY}\nmtllib {NASTY}.mtl\no {NASTY}\nf 1 2 3\n")),
        ("a.xml", &*xml),
        ("key.json", &format!(r#"{{ "eyeline": 1, "{RAW}": 1 }}"#)),
        ("syntax.json", &format!("{{ \"eyeline\": 1, {NASTY} }}")),
        ("type.json", &format!(r#"{{ "eyeline": 1, "title": "{RAW}", "tick_rate": "{RAW}" }}"#)),
    ];
    let folder = fresh(&files);
    for (name, _) in files {
        check(folder.path(), &["report", name]);
    }
    let said = check(folder.path(), &["report", "key.json"]);
    assert!(said.contains("\\u{9b}") && said.contains("--> key.json:1:17\n"), "{said}");
    let said = check(folder.path(), &["report", "type.json"]);
    assert!(said.contains("--> type.json:1:52\n"), "the column is that of the file: {said}");
}

#[test]
fn answers_about_names_do_not_control_the_terminal() {
    let name = escaped_json(NASTY);
    let text = format!(
        r#"{{ "eyeline": 1, "title": {name}, "octree": {{}}, "objects": [{{ "name": {name}, "shape": {{ "sphere": {{ "radius": 1 }} }} }}],
        "rays": [{{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }}],
        "agents": [{{ "name": "g", "tree": {{ "action": {{ "log": {{ "message": {name} }} }} }} }}] }}"#
    );
    let folder = fresh(&[("a.json", &text)]);
    let almost = NASTY.replace('x', "y");
    for args in [
        &["explain", "a.json", "aim", NASTY][..],
        &["explain", "a.json", NASTY],
        &["explain", "a.json", "aim"],
        &["explain", "a.json", "g", "--tick", "2"],
        &["explain", "a.json", &almost],
        &["report", "a.json", "--tick", "2"],
        &["report", "a.json", "--ticks", "0..2"],
        // Arguments and file names that messages repeat.
        &["report", NASTY],
        &["report", "a.json", "-o", "none\u{9b}\u{1b}[31m/\u{202e}x"],
        &["render", "a.json", "-o", "x\u{9b}\u{1b}[31m.jpg"],
        &["report", "a.json", "--only", NASTY],
        &[&format!("--{NASTY}")],
        &["report", "a.json", NASTY],
    ] {
        check(folder.path(), args);
    }
    let said = check(folder.path(), &["explain", "a.json", &almost]);
    assert!(said.contains("did you mean `\\u{1b}]0;owned"), "{said}");
    let report = eyeline(folder.path(), &["report", "a.json"]);
    let report: serde_json::Value = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(report["octree"]["objects"][0]["object"], NASTY, "for a parser it is the same text");
}

#[cfg(unix)]
#[test]
fn at_a_terminal_only_eyelines_colours_are_sent() {
    // `script` runs a program with a terminal of its own.
    let folder = fresh(&[("key.json", &format!(r#"{{ "eyeline": 1, "{RAW}": 1 }}"#))]);
    let line = format!("{} report key.json", env!("CARGO_BIN_EXE_eyeline"));
    let run = std::process::Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(folder.path())
        .env_remove("NO_COLOR")
        .output();
    let Ok(output) = run else { return };
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("\u{1b}[1m"), "coloured: {said:?}");
    assert!(said.contains("\\u{9b}"), "{said:?}");
    assert!(!said.contains(['\u{9b}', '\u{202e}']), "{said:?}");
}

#[test]
fn help_names_all_sections() {
    let folder = fresh(&[]);
    let said = check(folder.path(), &["report", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("frusta, visibility, rays, octree, agents, images, occlusion, sessions, taps, skins, cuts, leaks, colliders, said, problems"),
        "{said}"
    );
}

#[test]
fn numbers_of_an_explanation_are_short() {
    let text = r#"{ "eyeline": 1, "objects": [{ "name": "far", "shape": { "sphere": { "radius": 1 } }, "position": [0, 0, -1e12] }],
        "rays": [{ "name": "slow", "origin": [0, 0, 0], "direction": [0, 0, -1e-13] }],
        "agents": [{ "name": "g", "blackboard": { "big": 7136238486159360000000000 }, "tree": { "condition": { "blackboard": { "key": "big", "is": ">", "value": 7e24 } } } }] }"#;
    let folder = fresh(&[("a.json", text)]);
    for args in [&["explain", "a.json", "slow", "far"][..], &["explain", "a.json", "g"]] {
        let said = check(folder.path(), args);
        let longest = said.split(|c: char| !c.is_ascii_digit()).map(str::len).max();
        assert!(longest < Some(12), "{said}");
    }
}
