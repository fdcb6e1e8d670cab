//! Tests of reading, writing and refusing trees, and of the locations of errors.

use super::*;
use crate::behavior::Status;
use crate::scene::{self, Scene};

/// A scene with an agent that runs the tree. The agent has a body and a camera.
fn scene_with(tree: &str) -> String {
    format!(
        r#"{{ "eyeline": 1, "tick_rate": 60, "cameras": [{{ "name": "eye", "attach": "me" }}],
"objects": [{{ "name": "me", "shape": {{ "sphere": {{ "radius": 1 }} }} }},
    {{ "name": "player", "shape": {{ "sphere": {{ "radius": 1 }} }}, "position": [0, 0, -5] }}],
"agents": [{{ "name": "guard", "body": "me", "camera": "eye", "blackboard": {{ "hp": 100, "at": [1, 2.5], "on": true, "who": "x" }},
"tree":
{tree} }}] }}"#
    )
}

fn warnings(text: &str) -> Vec<scene::SceneWarning> {
    let (scene, written) = scene::WrittenScene::parse(text, "a.json", &crate::budget::Budget::default()).unwrap();
    written.warnings(&scene, Vec::new())
}

fn read(tree: &str) -> Result<Scene, scene::SceneError> {
    scene::parse(&scene_with(tree), "guard.json")
}

fn root(scene: &Scene) -> &Node {
    scene.agents[0].tree.root().unwrap()
}

/// Every kind of node and leaf.
const EVERYTHING: &str = r#"{ "repeater": { "name": "for ever", "child": { "selector": { "abort": "both", "children": [
    { "sequence": { "name": "attack", "abort": "lower_priority", "children": [
        { "condition": { "name": "in sight", "sees": { "object": "player" } } },
        { "condition": { "hears": { "object": "player", "within": 5 } } },
        { "condition": { "near": { "object": "player", "within": 5 } } },
        { "condition": { "near": { "point": [1, 2, 3], "within": 0.5 } } },
        { "condition": { "blackboard": { "key": "hp", "is": "<", "value": 20 } } },
        { "condition": { "blackboard": { "key": "at", "value": [1, 2.5] } } },
        { "condition": { "every": { "ticks": 10 } } },
        { "condition": { "random": { "chance": 0.5 } } },
        { "condition": { "script": ["success", "failure"] } },
        { "action": { "move_to": { "object": "player", "speed": 3, "within": 1 } } },
        { "action": { "move_to": { "point": [1, 2, 3] } } },
        { "action": { "flee": { "object": "player", "speed": 2, "until": 9 } } },
        { "action": { "face": { "object": "player", "degrees_per_second": 90 } } },
        { "action": { "name": "x", "face": { "point": [0, 0, 1] } } },
        { "action": { "wait": { "ticks": 3 } } },
        { "action": { "set": { "key": "hp", "value": false } } },
        { "action": { "log": { "message": "{hp}" } } },
        { "action": { "script": ["running", "success"] } } ] } },
    { "parallel": { "policy": "any", "abort": "self", "children": [
        { "inverter": { "child": { "succeeder": { "child": { "failer": { "child": { "until_success": { "child":
            { "until_failure": { "child": { "timeout": { "ticks": 5, "child": { "cooldown": { "ticks": 7, "child":
                { "repeater": { "times": 2, "child": { "action": { "wait": { "ticks": 1 } } } } } } } } } } } } } } } } } } } ] } },
    { "action": { "patrol": { "points": [[-4, 0, 0], [4, 0, 0]] } } } ] } } } }"#;

#[test]
fn a_written_tree_is_read_again_and_runs_with_the_same_nodes() {
    let scene = read(EVERYTHING).unwrap();
    let text = scene::write(&scene);
    assert_eq!(scene::parse(&text, "again.json").unwrap(), scene, "{text}");
    let root = root(&scene);
    let tree = root.build().unwrap();
    assert_eq!(tree.len(), root.count());
    let mut words = Vec::new();
    root.each(&mut |node| words.push(node.word()));
    for (i, word) in words.iter().enumerate() {
        assert_eq!(tree.kind(i).word(), *word, "{i}");
        assert_eq!(root.nth(i).unwrap().word(), *word, "{i}");
        assert_eq!(root.nth(i).unwrap().name(), tree.name(i), "{i}");
    }
    assert!(Node::WORDS.iter().all(|word| words.contains(word)));
    assert_eq!(root.nth(tree.len()), None);
    assert_eq!(tree.objects().len(), 1);
    let mut copy = scene.clone();
    let node = copy.agents[0].tree.root_mut().and_then(|root| root.nth_mut(3)).unwrap();
    "changed".clone_into(node.name_mut());
    assert_eq!(copy.agents[0].tree.root().unwrap().nth(3).unwrap().name(), "changed");
    assert_eq!(root.nth(3).unwrap().name(), "in sight", "a copy does not write what it shares");
}

#[test]
fn a_file_and_its_scripts_are_read() {
    let scene = read(r#"{ "scripts": { "Open": ["running", "failure"] }, "file": "guard.xml" }"#).unwrap();
    let file = scene.agents[0].tree.file().unwrap();
    assert_eq!(file.file, "guard.xml");
    assert_eq!(
        file.scripts["Open"].iter().map(|&a| a.into()).collect::<Vec<Status>>(),
        [Status::Running, Status::Failure]
    );
    assert_eq!(scene::parse(&scene::write(&scene), "again.json").unwrap(), scene);
}

/// An error has the line (from 1 within the tree) and column.
#[test]
fn errors_of_a_tree_have_their_place() {
    let leaf = |leaf: &str| format!("{{ \"action\":\n  {leaf} }}");
    let asks = |leaf: &str| format!("{{ \"condition\":\n  {leaf} }}");
    let cases: &[(String, &str, &str)] = &[
        (r"{ }".into(), "1:1", "must contain a node or a `file`"),
        (r#"{ "sequense": { "children": [] } }"#.into(), "1:3", "unknown word `sequense`"),
        (r#"{ "sequence": { "children": [] } }"#.into(), "1:29", "at least one node"),
        (r#"{ "sequence": { } }"#.into(), "1:15", "the key `children` is missing"),
        (r#"{ "inverter": { } }"#.into(), "1:15", "the key `child` is missing"),
        (r#"{ "action": { "wait": { "ticks": 1 } }, "inverter": {} }"#.into(), "1:41", "must have exactly one key"),
        ("{ \"inverter\": { \"child\":\n { \"foo\": 1 } } }".into(), "2:4", "unknown word `foo`"),
        ("{ \"selector\": {\n\"abort\": \"always\", \"children\": [] } }".into(), "2:10", "unknown word `always`"),
        ("{ \"selector\": {\n\"abbort\": \"self\", \"children\": [] } }".into(), "2:1", "unknown key `abbort`"),
        (
            r#"{ "timeout": { "ticks": 0, "child": { "action": { "wait": { "ticks": 1 } } } } }"#.into(),
            "1:25",
            "`ticks` must be at least 1",
        ),
        (
            r#"{ "repeater": { "times": 0, "child": { "action": { "wait": { "ticks": 1 } } } } }"#.into(),
            "1:26",
            "`times` must be at least 1",
        ),
        (leaf("{ }"), "2:3", "exactly one of `move_to`"),
        (leaf(r#"{ "wait": { "ticks": 1 }, "log": { "message": "" } }"#), "2:3", "found `wait` and `log`"),
        (leaf(r#"{ "wait": { "ticks": 1.5 } }"#), "2:24", "whole number"),
        (leaf(r#"{ "script": [] }"#), "2:15", "at least one result"),
        (leaf(r#"{ "script": ["inactive"] }"#), "2:16", "unknown word `inactive`"),
        (asks(r#"{ "script": ["running"] }"#), "2:16", "unknown word `running`"),
        (asks(r#"{ "sees": { "object": "plyer" } }"#), "2:25", "there is no object named `plyer`"),
        (asks(r#"{ "sees": { "object": "eye" } }"#), "2:25", "`eye` is a camera, not an object"),
        (asks(r#"{ "near": { "within": 1 } }"#), "2:13", "an `object` or a `point` is missing"),
        (asks(r#"{ "near": { "object": "me", "point": [0, 0, 0], "within": 1 } }"#), "2:40", "exclude each other"),
        (asks(r#"{ "near": { "object": "me", "within": -1 } }"#), "2:41", "must not be negative"),
        (asks(r#"{ "random": { "chance": 1.5 } }"#), "2:27", "from 0 to 1"),
        (asks(r#"{ "blackboard": { "key": "hp", "is": "=<", "value": 1 } }"#), "2:40", "unknown word `=<`"),
        (asks(r#"{ "blackboard": { "key": "hp", "value": { } } }"#), "2:43", "cannot contain objects"),
        (asks(r#"{ "blackboard": { "key": "hp", "value": [1, null] } }"#), "2:47", "cannot contain `null`"),
        (leaf(r#"{ "patrol": { "points": [] } }"#), "2:27", "at least one point"),
        (leaf(r#"{ "move_to": { "object": "player", "speed": 0 } }"#), "2:47", "must be above 0"),
        (leaf(r#"{ "face": { "object": "player", "degrees_per_second": 0 } }"#), "2:57", "must be above 0"),
        (r#"{ "file": "a\\x.xml" }"#.into(), "1:11", "backslash"),
        (r#"{ "file": "x.xml", "script": {} }"#.into(), "1:20", "unknown key `script`"),
        (r#"{ "file": "x.xml", "scripts": { "A": [] } }"#.into(), "1:31", "at least one result"),
        ("[]".into(), "1:1", "must be an object"),
    ];
    for (tree, place, message) in cases {
        let error = read(tree).expect_err(tree);
        let found = format!("{}:{}", error.line - 5, error.column);
        assert_eq!(&found, place, "{tree}: {error}");
        assert!(error.message.contains(message), "{tree}: {error}");
        assert_eq!(error.subject.as_deref(), Some("guard"), "{tree}");
    }
}

#[test]
fn an_agent_far_faster_than_its_scene_is_refused() {
    let scene = |rate: f64| {
        let text = scene_with(r#"{ "action": { "wait": { "ticks": 1 } } }"#);
        scene::parse(&text.replace(r#""body""#, &format!("\"tick_rate\": {rate}, \"body\"")), "a.json")
    };
    scene(60_000.0).unwrap();
    let error = scene(60_001.0).unwrap_err();
    assert!(error.message.contains("1000 times"), "{error}");
    assert!(scene(0.0).is_err());
}

#[test]
fn leaves_that_can_only_fail_are_warned_of() {
    let tree = r#"{ "selector": { "children": [ { "condition": { "sees": { "object": "player" } } },
        { "inverter": { "child": { "action": { "patrol": { "points": [[0, 0, 0]] } } } } },
        { "condition": { "script": ["success"] } } ] } }"#;
    let text = scene_with(tree);
    assert_eq!(warnings(&text), []);
    let bare = text.replace(r#""body": "me", "camera": "eye", "#, "");
    let warnings = warnings(&bare);
    let described: Vec<_> = warnings.iter().map(|warning| (warning.line, &*warning.message)).collect();
    let expected = [
        (6, "`sees` always fails here: the agent has no `camera`"),
        (7, "`patrol` always fails here: the agent has no `body`"),
    ];
    assert_eq!(described, expected);
}

#[test]
fn nesting_is_bounded() {
    let nested = |depth: usize| {
        let (open, close) = (r#"{ "inverter": { "child": "#.repeat(depth), "} }".repeat(depth));
        read(&format!(r#"{open}{{ "action": {{ "wait": {{ "ticks": 1 }} }} }}{close}"#))
    };
    assert_eq!(root(&nested(120).unwrap()).count(), 121);
    assert!(nested(130).unwrap_err().message.contains("deep"));
}

#[test]
fn a_node_without_children_keeps_its_parameters_which_can_be_set() {
    for text in [
        r#"{ "sequence": { "name": "s", "abort": "both", "children": [{ "action": { "wait": { "ticks": 3 } } }] } }"#,
        r#"{ "parallel": { "policy": "any", "children": [{ "action": { "wait": { "ticks": 3 } } }] } }"#,
        r#"{ "repeater": { "times": 4, "child": { "action": { "wait": { "ticks": 3 } } } } }"#,
        r#"{ "timeout": { "ticks": 4, "child": { "action": { "wait": { "ticks": 3 } } } } }"#,
        r#"{ "inverter": { "name": "i", "child": { "condition": { "every": { "ticks": 3 } } } } }"#,
        r#"{ "condition": { "name": "c", "sees": { "object": "o" } } }"#,
    ] {
        let whole = serde_json::from_str::<Node>(text).unwrap();
        let mut head = whole.without_children();
        assert!(head.count() <= 2);
        let mut same = whole.clone();
        same.set_parameters(head.clone());
        assert_eq!(same, whole);
        assert_eq!((same.id(), head.id()), (whole.id(), whole.id()));
        *head.name_mut() = "new".to_owned();
        same.set_parameters(head);
        assert_eq!((same.name(), same.children()), ("new", whole.children()));
    }
}
