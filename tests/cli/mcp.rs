//! `eyeline mcp`, spoken to as an assistant does: lines of JSON-RPC 2.0 on standard input and output.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use base64::Engine;
use serde_json::{Value, json};

use crate::commands::{CACHE, fresh, names};

const SCENE: &str = r#"{ "eyeline": 1,
  "cameras": [{ "name": "guard", "position": [0, 0, 5], "far": 50 }],
  "objects": [{ "name": "crate", "shape": { "box": { "half_extents": [1, 1, 1] } } },
              { "name": "far away", "shape": { "box": { "half_extents": [1, 1, 1] } }, "position": [99, 0, 0] }] }"#;

struct Server {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    calls: u32,
}

impl Server {
    /// A server that a client has greeted.
    fn start(folder: &Path, args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyeline"));
        command.arg("mcp").args(args).current_dir(folder).env("XDG_CACHE_HOME", CACHE);
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (input, output) = (process.stdin.take(), BufReader::new(process.stdout.take().unwrap()));
        let mut server = Self { process, input, output, calls: 0 };
        let client = json!({ "name": "test", "version": "1" });
        let greeting = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
        let reply = server.ask("initialize", &greeting);
        assert_eq!(reply["result"]["serverInfo"]["name"], "eyeline", "{reply}");
        server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        server
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn request(&mut self, method: &str, params: &Value) -> u32 {
        self.calls += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.calls, "method": method, "params": params }));
        self.calls
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.request(method, params);
        let reply = self.next();
        assert_eq!(reply["id"], id, "{reply}");
        reply
    }

    /// Whether a call failed, and its content.
    fn call(&mut self, tool: &str, arguments: &Value) -> (bool, Vec<Value>) {
        let reply = self.ask("tools/call", &json!({ "name": tool, "arguments": arguments }));
        let Value::Object(result) = &reply["result"] else { panic!("{reply}") };
        (result["isError"] == true, result["content"].as_array().unwrap().clone())
    }

    /// The text of a call that must succeed.
    fn text(&mut self, tool: &str, arguments: &Value) -> String {
        let (failed, content) = self.call(tool, arguments);
        assert!(!failed, "{content:?}");
        content[0]["text"].as_str().unwrap().to_owned()
    }

    /// The text of a call that must fail.
    fn error(&mut self, tool: &str, arguments: &Value) -> String {
        let (failed, content) = self.call(tool, arguments);
        assert!(failed, "{content:?}");
        content.iter().filter_map(|part| part["text"].as_str()).collect()
    }

    /// The processes of this server that run.
    #[cfg(target_os = "linux")]
    fn commands(&self) -> Vec<String> {
        let server = self.process.id();
        let children = fs::read_to_string(format!("/proc/{server}/task/{server}/children")).unwrap();
        children.split_whitespace().map(str::to_owned).collect()
    }

    /// Closes standard input. Returns the exit code.
    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.process.wait().unwrap().code()
    }
}

/// Waits for a condition.
#[cfg(target_os = "linux")]
fn until(what: &str, is_met: impl Fn() -> bool) {
    for _ in 0..500 {
        if is_met() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("after 5 s not yet: {what}");
}

fn picture(content: &Value) -> (u32, u32) {
    assert_eq!((&content["type"], &content["mimeType"]), (&json!("image"), &json!("image/png")));
    let bytes = base64::engine::general_purpose::STANDARD.decode(content["data"].as_str().unwrap()).unwrap();
    let image = image::load_from_memory(&bytes).unwrap();
    (image.width(), image.height())
}

#[test]
fn an_assistant_finds_a_scene_and_opens_an_answer() {
    let folder = fresh(&[("a.json", SCENE)]);
    let mut server = Server::start(folder.path(), &[]);
    assert_eq!(server.text("scenes", &json!({})).trim(), "./a.json");
    let report: Value =
        serde_json::from_str(&server.text("report", &json!({ "scene": "a.json", "only": ["frusta"] }))).unwrap();
    assert_eq!(report["frusta"].as_array().unwrap().len(), 1, "{report}");
    assert!(report.get("octree").is_none());
    let (failed, content) = server.call("explain", &json!({ "scene": "a.json", "names": ["guard", "far away"] }));
    assert!(
        !failed && content[0]["text"].as_str().unwrap().contains("outside, rejected by the right plane"),
        "{content:?}"
    );
    assert_eq!(picture(&content[1]), (960, 540));
    let why = json!({ "scene": "a.json", "names": ["guard", "crate"], "why": true, "picture": false });
    let (failed, content) = server.call("explain", &why);
    assert!(!failed && content.len() == 1, "{content:?}");
    let look =
        json!({ "scene": "a.json", "camera": "guard", "select": ["guard", "crate"], "width": 320, "height": 200 });
    let (failed, content) = server.call("render", &look);
    assert!(!failed, "{content:?}");
    assert_eq!(picture(&content[0]), (320, 200));
    assert!(server.text("problems", &json!({ "scene": "a.json" })).contains("problem"));
    assert_eq!(server.text("diff", &json!({ "before": "a.json", "after": "a.json" })), "Nothing to list.");
    assert!(server.text("schema", &json!({})).contains("\"cameras\""));
    assert!(server.text("schema", &json!({ "of": "course" })).contains("\"lessons\""));
    assert_eq!(server.end(), Some(0));
    assert_eq!(names(folder.path()), ["a.json"], "no tool writes a file");
}

#[test]
fn each_tool_says_what_it_takes_and_changes_nothing() {
    let folder = fresh(&[]);
    let mut server = Server::start(folder.path(), &[]);
    let reply = server.ask("tools/list", &json!({}));
    let tools = reply["result"]["tools"].as_array().unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["scenes", "report", "explain", "render", "problems", "check", "diff", "schema"]);
    for tool in tools {
        assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        assert!(properties.values().all(|key| key["description"].is_string() || key["items"].is_object()), "{tool}");
    }
    assert_eq!(server.end(), Some(0));
}

#[test]
fn a_wrong_call_says_what_is_wrong_and_the_server_goes_on() {
    let outer = fresh(&[("secret.json", SCENE)]);
    let folder = outer.path().join("root");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("a.json"), SCENE).unwrap();
    fs::write(folder.join("bad.json"), "{ \"eyeline\": 1,, }").unwrap();
    let link = json!({ "eyeline": 1, "images": [{ "name": "x", "file": "../secret.png" }] });
    fs::write(folder.join("out.json"), link.to_string()).unwrap();
    let mut server = Server::start(outer.path(), &["--root", "root"]);
    let cases = [
        ("report", json!({ "scene": "../secret.json" }), "outside the root"),
        ("report", json!({ "scene": "/etc/hostname" }), "outside the root"),
        ("report", json!({ "scene": "none.json" }), "cannot read `none.json`"),
        ("report", json!({ "scene": "bad.json" }), "bad.json:1:16"),
        ("report", json!({}), "missing field `scene`"),
        ("report", json!({ "scene": "a.json", "ticks": 3 }), "unknown field `ticks`"),
        ("report", json!({ "scene": "a.json", "only": ["frusta", "x --output=y"] }), "invalid value 'x --output=y'"),
        ("report", json!({ "scene": "out.json" }), "secret.png"),
        ("explain", json!({ "scene": "a.json", "names": ["guard", "nothing"] }), "nothing"),
        ("explain", json!({ "scene": "a.json", "names": ["--output=b.txt"] }), "--output=b.txt"),
        ("render", json!({ "scene": "a.json", "width": 60000 }), "cannot be sent"),
        ("render", json!({ "scene": "a.json", "select": ["guard", "nothing"] }), "nothing"),
        ("diff", json!({ "before": "HEAD:../secret.json", "after": "a.json" }), "REVISION:PATH"),
        ("check", json!({ "paths": [".."] }), "outside the root"),
    ];
    for (tool, arguments, expected) in cases {
        let error = server.error(tool, &arguments);
        assert!(error.contains(expected), "{tool} {arguments}: {error}");
    }
    let unknown = server.ask("tools/call", &json!({ "name": "delete", "arguments": {} }));
    assert!(unknown["error"]["message"].as_str().unwrap().contains("the tools are scenes, report"), "{unknown}");
    assert!(server.text("report", &json!({ "scene": "a.json" })).contains("guard"));
    assert_eq!(server.end(), Some(0));
    assert_eq!(names(&folder), ["a.json", "bad.json", "out.json"]);
}

#[test]
fn a_long_result_is_an_error_and_a_cancelled_call_makes_room() {
    let folder = fresh(&[]);
    let large = crate::commands::eyeline(folder.path(), &["generate", "--objects", "40000", "-o", "large.json"]);
    assert_eq!(large.status.code(), Some(0), "{}", String::from_utf8_lossy(&large.stderr));
    fs::write(folder.path().join("a.json"), SCENE).unwrap();
    let mut server = Server::start(folder.path(), &["--memory", "1GiB"]);
    let error = server.error("report", &json!({ "scene": "large.json", "full": true }));
    assert!(error.contains("longer than 256 KiB"), "{error}");
    let large = json!({ "name": "problems", "arguments": { "scene": "large.json" } });
    let id = server.request("tools/call", &large);
    #[cfg(target_os = "linux")]
    until("the command has begun", || !server.commands().is_empty());
    server.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } }));
    #[cfg(target_os = "linux")]
    until("the command has ended", || server.commands().is_empty());
    let reply = server.request("tools/call", &json!({ "name": "scenes", "arguments": {} }));
    // A server may answer a call that was cancelled, or not.
    let mut next = server.next();
    if next["id"] == id {
        next = server.next();
    }
    assert_eq!(next["id"], reply, "{next}");
    assert_eq!(server.end(), Some(0));
}

#[test]
fn the_root_must_be_a_folder() {
    let folder = fresh(&[("a.json", SCENE)]);
    for root in ["a.json", "none"] {
        let output = crate::commands::eyeline(folder.path(), &["mcp", "--root", root]);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && error.contains("--root"), "{error}");
    }
}
