//! What packages take from the program: completions and manual pages; and the formatter.

use std::fs;

use crate::commands::{eyeline, fresh, names};

#[test]
fn each_shell_has_completions_of_all_commands() {
    let folder = fresh(&[]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = eyeline(folder.path(), &["completions", shell]);
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).unwrap();
        for command in ["report", "check", "hunt", "manual"] {
            assert!(text.contains(command), "{shell}: {command}");
        }
    }
    assert_eq!(eyeline(folder.path(), &["completions", "csh"]).status.code(), Some(2));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = fresh(&[]);
    let output = eyeline(folder.path(), &["manual", "-o", "."]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let pages = names(folder.path());
    for page in ["eyeline.1", "eyeline-check.1", "eyeline-report.1", "eyeline-fmt.1"] {
        assert!(pages.contains(&page.to_owned()), "{pages:?}");
    }
    let page = String::from_utf8(eyeline(folder.path(), &["manual", "check"]).stdout).unwrap();
    assert!(page.contains(".SH NAME\neyeline\\-check") && page.contains("\\-\\-update"), "{page}");
    assert_eq!(fs::read_to_string(folder.path().join("eyeline-check.1")).unwrap(), page);
    let output = eyeline(folder.path(), &["manual", "chek"]);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.code() == Some(2) && error.contains("there is no command `chek`; the commands are"),
        "{error}"
    );
    assert_eq!(eyeline(folder.path(), &["manual", "-o", "none"]).status.code(), Some(2));
}

#[test]
fn a_scene_is_formatted_and_keeps_its_comments() {
    let folder = fresh(&[
        ("a.json", "{\"eyeline\":1, // one\n    \"objects\":[]}"),
        ("b.json", "{ \"eyeline\": 1 }\n"),
        ("bad.json", "{ \"eyeline\": 1,, }"),
    ]);
    let run = |args: &[&str]| {
        let output = eyeline(folder.path(), &[&["fmt"], args].concat());
        let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.code(), out, err)
    };
    assert_eq!(run(&["--check", "a.json", "b.json"]), (Some(1), "a.json\n".to_owned(), String::new()));
    let (code, _, error) = run(&["bad.json", "a.json", "b.json"]);
    assert!(code == Some(2) && error.contains("bad.json:1:16"), "{error}");
    let made = "{\n  \"eyeline\": 1, // one\n  \"objects\": []\n}\n";
    assert_eq!(fs::read_to_string(folder.path().join("a.json")).unwrap(), made);
    assert_eq!(run(&["--check", "a.json", "b.json"]), (Some(0), String::new(), String::new()));
    assert_eq!(fs::read_to_string(folder.path().join("bad.json")).unwrap(), "{ \"eyeline\": 1,, }");
    assert_eq!(run(&["none.json"]).0, Some(2));
}
