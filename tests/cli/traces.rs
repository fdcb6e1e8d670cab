//! Traces of running programs: opened, reported, drawn, checked, and received by `eyeline live`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use crate::commands::{eyeline, fresh};

/// A crate that leaves the view of a camera at 0.2 s; the program says so a tick too late.
const TRACE: &str = r#"{"eyeline_trace":1,"name":"game","time":0,"scene":{"eyeline":1,"tick_rate":10,"cameras":[{"name":"eye","position":[0,0,5]}],"objects":[{"name":"crate","shape":{"box":{"half_extents":[0.5,0.5,0.5]}}}]}}
{"time":0.1,"said":[{"camera":"eye","object":"crate","verdict":"visible"}]}
{"time":0.2,"set":{"crate":{"position":[0,0,50]}},"said":[{"camera":"eye","object":"crate","verdict":"visible"}]}
{"time":0.3,"said":[{"camera":"eye","object":"crate","verdict":"culled"}]}
"#;

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn a_trace_opens_where_a_scene_does() {
    let folder = fresh(&[("run.jsonl", TRACE)]);
    let at = |args: &[&str]| eyeline(folder.path(), args);
    for (args, verdict, disagreements) in [
        (&["--tick", "1"][..], "inside", 0),
        (&["--time", "0.2"], "outside", 1),
        (&["--time", "0.35"], "outside", 0),
        (&["--tick", "900"], "outside", 0),
    ] {
        let output = at(&[&["report", "run.jsonl"], args].concat());
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{output:?}");
        let report = report(&output);
        assert_eq!(report["frusta"][0]["objects"][0]["verdict"], verdict, "{args:?}");
        assert_eq!(report["said"]["disagreements"].as_array().unwrap().len(), disagreements, "{args:?}");
    }
    let whole = report(&at(&["report", "run.jsonl", "--only", "said", "--all"]));
    let entry = json!({ "tick": 2, "question": "frusta", "camera": "eye", "object": "crate", "said": "visible", "ours": "outside",
        "exact": "outside", "cause": "late", "of": 1 });
    assert_eq!(whole["said"]["disagreements"], json!([entry]));
    assert_eq!(whole["said"]["answers"], 3);
    let output = at(&["explain", "run.jsonl", "eye", "crate", "--time", "0.2"]);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("outside"), "{output:?}");
    let output = at(&["render", "run.jsonl", "--time", "0.2", "--size", "320x200", "-o", "picture.png"]);
    assert!(output.status.success(), "{output:?}");
    let output = at(&["diff", "run.jsonl", "run.jsonl"]);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_wrong_line_is_a_warning_and_a_file_without_a_keyframe_an_error() {
    let wrong = TRACE.replace("{\"time\":0.1", "{\"time\":0.1,\"remove\":[\"nothing\"]}\noops\n{\"time\":0.1")
        + "{\"time\":0.9,\"se";
    let folder = fresh(&[
        ("run.jsonl", &wrong),
        ("empty.jsonl", "{\"eyeline_trace\":1,\"time\":0}\n"),
        ("scene.json", r#"{ "eyeline": 1, "trace": { "file": "none.jsonl" } }"#),
    ]);
    let output = eyeline(folder.path(), &["report", "run.jsonl"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].contains("run.jsonl:2:1") && lines[0].contains("nothing"), "{said}");
    assert!(lines[1].contains("run.jsonl:3:"), "{said}");
    for (file, part) in [("empty.jsonl", "the keyframe has no `scene`"), ("scene.json", "none.jsonl")] {
        let output = eyeline(folder.path(), &["report", file]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn a_scene_adds_to_a_trace_and_holds_its_disagreements() {
    let scene = |most: u32| {
        format!(
            r#"{{ "eyeline": 1, "tick_rate": 10, "trace": {{ "file": "run.jsonl" }},
                "rays": [{{ "name": "aim", "origin": [0, 0, 9], "direction": [0, 0, -1] }}],
                "expect": [{{ "trace": "game", "disagreements": {{ "max": {most} }} }}, {{ "ray": "aim", "nearest": "crate" }}] }}"#
        )
    };
    for (most, code) in [(1, 0), (0, 1)] {
        let folder = fresh(&[("run.jsonl", TRACE), ("a.json", &scene(most))]);
        assert_eq!(eyeline(folder.path(), &["check", "a.json", "--update"]).status.code(), Some(code));
        let output = eyeline(folder.path(), &["check", "a.json"]);
        assert_eq!(output.status.code(), Some(code), "{output:?}");
    }
    // A name that neither has.
    let folder = fresh(&[("run.jsonl", TRACE), ("a.json", &scene(1).replace("\"crate\"", "\"create\""))]);
    let output = eyeline(folder.path(), &["report", "a.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("create"), "{output:?}");
}

/// `eyeline live` with these arguments, and the address on which it listens.
fn live(folder: &std::path::Path, args: &[&str]) -> (Child, String, BufReader<std::process::ChildStderr>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .current_dir(folder)
        .args([&["live", "127.0.0.1:0", "--headless"], args].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("listening on ").unwrap_or_else(|| panic!("{line}")).to_owned();
    (child, address, said)
}

#[test]
fn a_running_program_is_compared_and_recorded() {
    let folder = fresh(&[]);
    let (child, address, mut said) = live(folder.path(), &["--for", "3s", "--record", "run.jsonl"]);
    // Other protocols are told what the port is.
    let mut web = TcpStream::connect(&address).unwrap();
    web.write_all(b"POST / HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
    let mut answer = String::new();
    web.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("lines of JSON"), "{answer}");
    let mut tls = TcpStream::connect(&address).unwrap();
    tls.write_all(&[0x16, 0x03, 0x01, 0x00, 0xa5]).unwrap();
    let mut game = TcpStream::connect(&address).unwrap();
    let (first, rest) = TRACE.split_at(40);
    game.write_all(b"{\"time\":0}\n").unwrap();
    game.write_all(first.as_bytes()).unwrap();
    game.flush().unwrap();
    game.write_all(format!("{rest}not JSON\n{{\"time\":0.4,\"half").as_bytes()).unwrap();
    drop(game);
    let output = child.wait_with_output().unwrap();
    let mut messages = String::new();
    said.read_to_string(&mut messages).unwrap();
    assert!(output.status.success(), "{messages}");
    let report = report(&output);
    assert_eq!((&report["tick"], &report["said"]["answers"]), (&json!(3), &json!(3)));
    assert_eq!(report["said"]["disagreements"][0]["cause"], "late");
    for part in ["it sends HTTP", "it begins TLS", "line 1, column", "line 6, column"] {
        assert!(messages.contains(part), "{part}: {messages}");
    }
    let recorded = std::fs::read_to_string(folder.path().join("run.jsonl")).unwrap();
    assert!(recorded.starts_with(TRACE), "{recorded}");
    let output = eyeline(folder.path(), &["report", "run.jsonl", "--all"]);
    assert!(output.status.success(), "{output:?}");
    // An existing file is not written over.
    let output = eyeline(folder.path(), &["live", "-", "--headless", "--record", "run.jsonl"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(folder.path().join("run.jsonl")).unwrap(), recorded);
}

/// A masked text frame, as a page sends it.
fn frame(text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).unwrap();
    let mask = [7, 21, 3, 99];
    let mut frame = vec![0x81, 0xfe];
    frame.extend(length.to_be_bytes());
    frame.extend(mask);
    frame.extend(text.bytes().enumerate().map(|(i, byte)| byte ^ mask[i % 4]));
    frame
}

#[test]
fn pages_of_this_machine_send_through_a_web_socket_and_others_may_not() {
    let folder = fresh(&[]);
    let (child, address, mut said) = live(folder.path(), &["--for", "3s"]);
    let ask = |origin: &str| {
        let mut page = TcpStream::connect(&address).unwrap();
        let request = format!(
            "GET / HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: {origin}\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        );
        page.write_all(request.as_bytes()).unwrap();
        let mut first = [0; 12];
        page.read_exact(&mut first).unwrap();
        (page, String::from_utf8_lossy(&first).into_owned())
    };
    let (_, refused) = ask("https://example.com");
    assert_eq!(refused, "HTTP/1.1 403");
    let (mut page, accepted) = ask("http://localhost:8000");
    assert_eq!(accepted, "HTTP/1.1 101");
    for line in TRACE.lines() {
        page.write_all(&frame(line)).unwrap();
    }
    let output = child.wait_with_output().unwrap();
    let mut messages = String::new();
    said.read_to_string(&mut messages).unwrap();
    assert_eq!(report(&output)["said"]["answers"], 3, "{messages}");
    assert!(messages.contains("a page of https://example.com may not connect"), "{messages}");
}

#[test]
fn a_growing_file_and_standard_input_are_read() {
    let (first, rest) = TRACE.split_at(TRACE.find('\n').unwrap() + 20);
    let folder = fresh(&[
        ("run.jsonl", first),
        (
            "above.json",
            r#"{ "eyeline": 1, "tick_rate": 10, "cameras": [{ "name": "above", "position": [0, 9, 0], "look_at": [0, 0, 0] }] }"#,
        ),
    ]);
    let following = Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .current_dir(folder.path())
        .args(["live", "run.jsonl", "above.json", "--headless", "--for", "2s"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let mut file = std::fs::OpenOptions::new().append(true).open(folder.path().join("run.jsonl")).unwrap();
    file.write_all(rest.as_bytes()).unwrap();
    let followed = report(&following.wait_with_output().unwrap());
    let cameras: Vec<&str> =
        followed["frusta"].as_array().unwrap().iter().map(|one| one["camera"].as_str().unwrap()).collect();
    assert_eq!((cameras, &followed["said"]["answers"]), (vec!["above", "eye"], &json!(3)));
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .current_dir(folder.path())
        .args(["live", "-", "--headless"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(TRACE.as_bytes()).unwrap();
    assert_eq!(report(&child.wait_with_output().unwrap())["said"]["answers"], 3);
    for args in [
        &["live", "none.jsonl", "--headless"][..],
        &["live", "999.1.1.1:70", "--headless"],
        &["live", "-", "--for", "1s"],
        &["live", "-", "--headless", "--keep", "soon"],
        &["live", "--brp", "https://example.com", "--headless"],
        &["live", "--brp", "http://127.0.0.1:1", "--rate", "0", "--headless"],
        &["live", "-", "--brp", "http://127.0.0.1:1", "--headless"],
        &["live", "--rate", "5", "--headless"],
    ] {
        let output = eyeline(folder.path(), args);
        assert_eq!(output.status.code(), Some(2), "{args:?} {output:?}");
    }
    let mut without_display = Command::new(env!("CARGO_BIN_EXE_eyeline"));
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        without_display.env_remove(name);
    }
    let output = without_display.current_dir(folder.path()).args(["live", "-"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--headless"), "{output:?}");
}

/// The output of `eyeline live - ARGS --headless`, which reads lines from standard input.
fn live_from_input(folder: &std::path::Path, args: &[&str], lines: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
        .current_dir(folder)
        .args([&["live", "-"], args, &["--headless"]].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// A scene that names an object and the camera of the program wherever a scene may.
const NAMING: &str = r#"{ "eyeline": 1, "tick_rate": 10,
"cameras": [{ "name": "carried", "attach": "crate", "far": 9 }],
"select": ["eye", "crate"],
"lesson": [{ "say": "It is {eye.crate.verdict}.", "camera": "eye", "select": ["eye", "crate"] }],
"expect": [{ "camera": "eye", "object": "crate", "tick": 1, "verdict": "inside" },
           { "trace": "game", "disagreements": 1 }] }"#;

#[test]
fn a_scene_names_entries_of_the_program_before_it_has_sent_them() {
    let folder = fresh(&[("a.json", NAMING), ("b.json", &NAMING.replace("\"crate\"", "\"create\""))]);
    let output = live_from_input(folder.path(), &["a.json"], TRACE);
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{messages}");
    assert!(!messages.contains("a.json"), "{messages}");
    let report = report(&output);
    let carried = &report["frusta"][0];
    // It is carried by the crate, which it does not see from its centre on.
    assert_eq!((&carried["camera"], &carried["objects"][0]["object"]), (&json!("carried"), &json!("crate")));
    assert!(carried.get("error").is_none_or(Value::is_null), "{carried}");
    assert_eq!(report["said"]["answers"], 3);
    // Names that the program never sends are errors with their places, and the report is written.
    let output = live_from_input(folder.path(), &["b.json"], TRACE);
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{messages}");
    for part in ["there is no object named `create`", "did you mean `crate`?", "b.json:2:", "b.json:3:", "b.json:5:"] {
        assert!(messages.contains(part), "{part}: {messages}");
    }
    let report = serde_json::from_slice::<Value>(&output.stdout).unwrap();
    assert_eq!(report["said"]["answers"], 3);
    assert!(report["frusta"][0]["error"].as_str().unwrap().contains("create"), "{}", report["frusta"][0]);
}

#[test]
fn names_that_have_not_come_are_warned_of_while_the_program_runs() {
    let scene = NAMING.replace("\"crate\"", "\"later\"").replace("\"attach\": \"later\"", "\"attach\": \"never\"");
    let folder = fresh(&[("a.json", &scene), ("wrong.json", &NAMING.replace("\"far\": 9", "\"far\": -9"))]);
    let (child, address, mut said) = live(folder.path(), &["a.json", "--for", "4s"]);
    let mut program = TcpStream::connect(&address).unwrap();
    program.write_all(TRACE.as_bytes()).unwrap();
    let mut messages = String::new();
    while !messages.contains("`later`") || !messages.contains("`never`") {
        assert_ne!(said.read_line(&mut messages).unwrap(), 0, "{messages}");
    }
    assert!(messages.contains("warning: a.json:2:") && messages.contains("has not sent it so far"), "{messages}");
    let added = r#"{"time":0.4,"add":{"objects":[{"name":"later","shape":{"sphere":{"radius":1}}}]}}"#;
    program.write_all(format!("{added}\n").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let mut errors = String::new();
    said.read_to_string(&mut errors).unwrap();
    let errors = errors.split_once("error").map(|(_, errors)| errors).unwrap_or_default();
    assert!(errors.contains("named `never`") && !errors.contains("named `later`"), "{errors}");
    assert_eq!(output.status.code(), Some(2), "{errors}");
    // What is wrong without the program is an error before it is waited for.
    let output = eyeline(folder.path(), &["live", "127.0.0.1:0", "wrong.json", "--headless", "--for", "60s"]);
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{messages}");
    assert!(messages.contains("wrong.json:2:") && !messages.contains("listening"), "{messages}");
}

#[test]
fn a_long_run_is_reported_whole_unless_the_memory_is_full() {
    let folder = fresh(&[]);
    let (keyframe, _) = TRACE.split_once('\n').unwrap();
    // 30 answers a line, and 8 MB of text, of which three times as much memory is needed.
    let said = [r#"{"camera":"eye","object":"crate","verdict":"visible"}"#; 30].join(",");
    let line = |i: usize| format!("{{\"time\":{i},\"said\":[{said}]}}\n");
    let text: String = std::iter::once(format!("{keyframe}\n")).chain((1..=5000).map(line)).collect();
    for (args, answers, warning) in [
        (&["--keep", "100s"][..], 5000..5001, ""),
        (&["--memory", "16MiB"], 2000..5000, "its oldest lines are left out"),
        (&[], 5000..5001, ""),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_eyeline"))
            .current_dir(folder.path())
            .args([&["live", "-", "--headless"], args].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let written = text.clone();
        let writer = std::thread::spawn(move || input.write_all(written.as_bytes()));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{messages}");
        let report = report(&output);
        let found = report["said"]["answers"].as_u64().unwrap() / 30;
        assert!(answers.contains(&found) && messages.contains(warning), "{args:?}: {found}, {messages}");
        assert_eq!(report["time"], 5000.0);
    }
}
