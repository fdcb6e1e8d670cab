//! Agents through the program: the semantics of their trees with scripted leaves, recordings, and explanations.

use std::path::Path;

use serde_json::{Value, json};

use crate::commands::eyeline;

/// Writes a scene with one agent, and returns its path.
fn scene(folder: &Path, tree: &str) -> String {
    let path = folder.join("a.json");
    let text = format!(r#"{{ "eyeline": 1, "tick_rate": 10, "agents": [{{ "name": "a", "tree": {tree} }}] }}"#);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

fn report(folder: &Path, tree: &str, tick: u64) -> Value {
    let output = eyeline(folder, &["report", &scene(folder, tree), "--tick", &tick.to_string()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report["agents"][0].clone()
}

/// Events as "tick node event status cause".
fn events(agent: &Value) -> Vec<String> {
    let text = |event: &Value| {
        let cause = event["cause"].as_u64().map_or("-".to_owned(), |cause| cause.to_string());
        let [what, status] = ["event", "status"].map(|key| event[key].as_str().unwrap().to_owned());
        format!("{} {} {what} {status} {cause}", event["tick"], event["node"])
    };
    agent["events"].as_array().unwrap().iter().map(text).collect()
}

/// A selector of a sequence, whose condition changes in tick 3, and an action that keeps running.
fn flip(abort: &str) -> String {
    format!(
        r#"{{ "selector": {{ "name": "top", "children": [
            {{ "sequence": {{ "abort": "{abort}", "children": [
                {{ "condition": {{ "name": "seen", "script": ["failure", "failure", "success"] }} }},
                {{ "action": {{ "script": ["running", "success"] }} }} ] }} }},
            {{ "action": {{ "script": ["running"] }} }} ] }} }}"#
    )
}

#[test]
fn a_changed_condition_halts_running_nodes_only_when_it_is_watched() {
    let folder = tempfile::tempdir().unwrap();
    let before = [
        "1 0 start running -",
        "1 1 start running -",
        "1 2 start running -",
        "1 2 end failure -",
        "1 1 end failure -",
        "1 4 start running -",
    ];
    let after = [
        "3 2 reevaluate success 1",
        "3 4 abort inactive 2",
        "3 1 start running -",
        "3 2 start running -",
        "3 2 end success -",
        "3 3 start running -",
        "4 3 end success -",
        "4 1 end success -",
        "4 0 end success -",
    ];
    for (abort, is_watched) in [("none", false), ("self", false), ("lower_priority", true), ("both", true)] {
        let agent = report(folder.path(), &flip(abort), 9);
        let expected: Vec<&str> = before.iter().chain(if is_watched { &after[..] } else { &[] }).copied().collect();
        assert_eq!(events(&agent), expected, "{abort}");
        assert_eq!(agent["status"], if is_watched { "success" } else { "running" }, "{abort}");
        assert_eq!(agent["tick"], 9);
    }
}

#[test]
fn an_agent_s_section_has_the_keys_of_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let tree = r#"{ "sequence": { "children": [ { "action": { "set": { "key": "hp", "value": [1, true, "x"] } } },
        { "action": { "name": "say", "log": { "message": "I have {hp}" } } }, { "inverter": { "child":
            { "action": { "script": ["running", "failure"] } } } } ] } }"#;
    let agent = report(folder.path(), tree, 1);
    let keys: Vec<&String> = agent.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["agent", "tick", "status", "nodes", "events", "blackboard", "log"]);
    assert_eq!(
        agent["nodes"][2],
        json!({ "index": 2, "parent": 0, "kind": "action", "name": "say", "status": "success" })
    );
    assert_eq!(agent["nodes"][0]["parent"], Value::Null);
    assert_eq!(agent["nodes"][0]["name"], Value::Null);
    assert_eq!(agent["nodes"][3]["kind"], "inverter");
    assert_eq!(agent["blackboard"], json!({ "hp": [1, true, "x"] }));
    assert_eq!(agent["log"], json!([{ "tick": 1, "node": 2, "text": "I have [1, true, x]" }]));
    let asleep = report(folder.path(), tree, 0);
    assert_eq!((asleep["tick"].as_u64(), asleep["events"].as_array().map(Vec::len)), (Some(0), Some(0)));
    assert!(asleep["nodes"].as_array().unwrap().iter().all(|node| node["status"] == "inactive"));
}

#[test]
fn a_recording_has_a_report_for_each_tick_with_its_own_events() {
    let folder = tempfile::tempdir().unwrap();
    let tree = flip("both");
    let path = scene(folder.path(), &tree);
    let file = folder.path().join("rec.json");
    let output = eyeline(folder.path(), &["report", &path, "--ticks", "0..4", "-o", file.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let recording: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!((&recording["eyeline_recording"], &recording["scene"]), (&json!(1), &json!("a.json")));
    let ticks = recording["ticks"].as_array().unwrap();
    assert_eq!(ticks.len(), 5);
    let mut all = Vec::new();
    for (tick, written) in ticks.iter().enumerate() {
        let mut alone = report(folder.path(), &tree, tick as u64);
        all.extend(events(&written["agents"][0]));
        assert_eq!(events(&alone), all, "{tick}: together they are all events");
        alone["events"] = written["agents"][0]["events"].clone();
        assert_eq!(alone, written["agents"][0], "{tick}");
    }
    let piped = eyeline(folder.path(), &["report", &path, "--ticks", "0..4"]);
    assert_eq!(piped.stdout, std::fs::read(&file).unwrap());
}

#[test]
fn invalid_ticks_are_refused_and_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = scene(folder.path(), &flip("none"));
    let file = folder.path().join("rec.json");
    for (args, words) in [
        (["--ticks", "4..2"], "comes before the first"),
        (["--ticks", "4"], "such as 0..60"),
        (["--ticks", "1000000..1000001"], "is too late"),
        (["--tick", "1000001"], "is too late"),
    ] {
        let output = eyeline(folder.path(), &["report", &path, args[0], args[1], "-o", file.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{args:?}");
        assert!(!file.exists());
    }
}

#[test]
fn the_last_tick_is_explained_with_its_cause() {
    let folder = tempfile::tempdir().unwrap();
    let output = eyeline(folder.path(), &["explain", &scene(folder.path(), &flip("both")), "a", "--tick", "3"]);
    let text = String::from_utf8(output.stdout).unwrap();
    for words in [
        "What does `a` do, and why?",
        "Last abort, in its tick 3: `seen` went from failure to success",
        "floor(0.3 s · 10) = 3",
        "seen changes its result",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let early = eyeline(folder.path(), &["explain", &scene(folder.path(), &flip("both")), "a"]);
    assert!(String::from_utf8_lossy(&early.stdout).contains("has not made a tick yet"));
}

/// The statuses of the nodes of an agent on a tree file at a tick, and its messages on standard error.
fn at_tick(xml: &str, tick: u64) -> (Vec<String>, String) {
    let folder = crate::commands::fresh(&[
        (
            "a.json",
            r#"{ "eyeline": 1, "tick_rate": 10, "agents": [{ "name": "a", "tree": { "file": "a.xml",
            "scripts": { "Drive": ["running"], "Wait": ["running"], "Stop": ["running", "success"], "Replan": ["success"] } } }] }"#,
        ),
        ("a.xml", xml),
    ]);
    let output = eyeline(folder.path(), &["report", "a.json", "--tick", &tick.to_string(), "--only", "agents"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let nodes = report["agents"][0]["nodes"].as_array().unwrap();
    let word = |node: &serde_json::Value| {
        format!("{} {}", node["name"].as_str().or(node["kind"].as_str()).unwrap(), node["status"].as_str().unwrap())
    };
    (nodes.iter().map(word).collect(), said)
}

#[test]
fn a_pause_resume_controller_follows_its_calls_on_the_blackboard() {
    let xml = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><Parallel success_count="2">
        <PauseResumeController pause_service_name="/pause" resume_service_name="/resume">
            <Drive/><Wait/><Stop/></PauseResumeController>
        <Sequence><Sleep msec="300"/><SetBlackboard value="true" output_key="/pause"/><Sleep msec="500"/>
            <SetBlackboard value="true" output_key="/resume"/><Sleep msec="9000"/></Sequence>
        </Parallel></BehaviorTree></root>"#;
    for (tick, states) in [
        (3, ["Drive running", "Wait inactive", "Stop inactive"]),
        // Called in tick 4 by the later child of the parallel, and answered in the next one.
        (5, ["Drive inactive", "Wait inactive", "Stop running"]),
        (6, ["Drive inactive", "Wait inactive", "Stop success"]),
        (7, ["Drive inactive", "Wait running", "Stop success"]),
        (12, ["Drive running", "Wait inactive", "Stop inactive"]),
    ] {
        let (nodes, said) = at_tick(xml, tick);
        assert_eq!(nodes[2..5], states, "tick {tick}: {nodes:?}");
        assert_eq!(nodes[1], "pause_resume_controller running");
        assert!(said.contains("set `/pause` or `/resume` on the blackboard to true"), "{said}");
    }
}

#[test]
fn a_path_that_becomes_longer_near_the_goal_ticks_the_child() {
    let xml = |path: &str| {
        format!(
            r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><Sequence>
        <SetBlackboard value="0,0; 2,0" output_key="path"/>
        <PathLongerOnApproach path="{{path}}" prox_len="3" length_factor="2"><Replan name="first"/></PathLongerOnApproach>
        <SetBlackboard value="{path}" output_key="path"/>
        <KeepRunningUntilFailure>
          <PathLongerOnApproach name="guard" path="{{path}}"><Drive/></PathLongerOnApproach>
        </KeepRunningUntilFailure></Sequence></BehaviorTree></root>"#
        )
    };
    let (nodes, said) = at_tick(&xml("0,0; 0,3; 2,0"), 2);
    assert!(said.contains("such as `0,0; 2,0; 2,3`"), "{said}");
    assert!(nodes.contains(&"path_longer_on_approach success".to_owned()), "the first path is remembered: {nodes:?}");
    assert!(nodes.contains(&"first inactive".to_owned()), "{nodes:?}");
    assert!(nodes.contains(&"guard success".to_owned()), "it has seen one path only: {nodes:?}");
}

#[test]
fn what_a_pause_resume_controller_needs_is_said() {
    for (inner, words) in
        [("<A/><B/><C/><D/><E/>", "must have one to four children, found 5"), ("<A/>", "resume_service_name")]
    {
        let attributes = if inner == "<A/>" {
            "pause_service_name=\"p\""
        } else {
            "pause_service_name=\"p\" resume_service_name=\"r\""
        };
        let xml = format!(
            "<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\"><PauseResumeController {attributes}>{inner}</PauseResumeController></BehaviorTree></root>"
        );
        let folder = crate::commands::fresh(&[("a.xml", &xml)]);
        let output = eyeline(folder.path(), &["report", "a.xml"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words) && said.contains("a.xml:1:"), "{said}");
    }
}

#[test]
fn what_throws_there_ends_the_agent_with_an_error_at_that_node() {
    let folder = tempfile::tempdir().unwrap();
    let tree = "<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\"><Sequence>\n\
                <Script code=\"v := 5\"/>\n\
                <Script name=\"bad\" code=\"v = 'text'\"/>\n\
                <A/></Sequence></BehaviorTree></root>";
    std::fs::write(folder.path().join("t.xml"), tree).unwrap();
    let scene = scene(folder.path(), r#"{ "file": "t.xml", "scripts": { "A": ["skipped"] } }"#);
    for command in [vec!["report", &scene, "--tick", "3"], vec!["explain", &scene, "a", "--tick", "3"]] {
        let output = eyeline(folder.path(), &command);
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("t.xml:3:1") && said.contains("the text `text` is no number"), "{said}");
    }
    let output = eyeline(folder.path(), &["report", &scene, "--tick", "3"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let agent = &report["agents"][0];
    assert!(agent["error"].as_str().unwrap().starts_with("tick 1, at node 2 `bad`: `v` = …: "), "{agent}");
    let with_errors: Vec<&Value> =
        agent["nodes"].as_array().unwrap().iter().filter(|node| !node["error"].is_null()).collect();
    assert_eq!((with_errors.len(), &with_errors[0]["index"]), (1, &json!(2)));
    assert_eq!((&agent["status"], &agent["blackboard"]["v"]), (&json!("running"), &json!(5)));
    assert!(!events(agent).iter().any(|event| !event.starts_with("1 ")), "nothing happens after the error");
    // Before its first tick nothing is wrong.
    assert_eq!(eyeline(folder.path(), &["report", &scene]).status.code(), Some(0));
}

#[test]
fn a_skipped_leaf_is_passed_over_in_a_tree_of_the_scene() {
    let folder = tempfile::tempdir().unwrap();
    let skipped = r#"{ "action": { "script": ["skipped"] } }"#;
    let done = r#"{ "action": { "script": ["running", "success"] } }"#;
    let status = |tree: &str| {
        let agent = report(folder.path(), tree, 2);
        agent["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|node| node["status"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    for kind in ["sequence", "selector", "parallel"] {
        let tree = format!(r#"{{ "{kind}": {{ "children": [{skipped}, {done}] }} }}"#);
        assert_eq!(status(&tree), ["success", "skipped", "success"], "{kind}");
        let tree = format!(r#"{{ "{kind}": {{ "children": [{skipped}, {skipped}] }} }}"#);
        assert_eq!(status(&tree), ["skipped", "skipped", "skipped"], "{kind}");
    }
    for kind in ["inverter", "succeeder", "failer", "repeater", "until_success", "until_failure"] {
        assert_eq!(status(&format!(r#"{{ "{kind}": {{ "child": {skipped} }} }}"#)), ["skipped", "skipped"], "{kind}");
    }
}
