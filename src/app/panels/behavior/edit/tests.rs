//! Trees before and after each change, in a compact notation.

use super::change::{ChangeRefused, TreeChange};
use super::new::NewNodeValues;
use crate::app::command::new_node::New;
use crate::app::command::tree_edit::{Spot, SpotSide, Way};
use crate::files::Files;
use crate::scene::Scene;
use crate::scene::tree::Node;
use crate::world::World;

/// `((a b) ! (c) d)` with names: 0 root, 1 left, 2 a, 3 b, 4 not, 5 c, 6 d.
fn tree() -> Node {
    serde_json::from_str(
        r#"{ "selector": { "name": "root", "children": [
            { "sequence": { "name": "left", "children": [
                { "action": { "name": "a", "wait": { "ticks": 1 } } },
                { "action": { "name": "b", "wait": { "ticks": 1 } } } ] } },
            { "inverter": { "name": "not", "child": { "action": { "name": "c", "wait": { "ticks": 1 } } } } },
            { "action": { "name": "d", "wait": { "ticks": 1 } } } ] } }"#,
    )
    .unwrap()
}

fn words(node: &Node) -> String {
    let own = if node.name().is_empty() { node.word() } else { node.name() };
    let children: Vec<String> = node.children().iter().map(words).collect();
    if children.is_empty() { own.to_owned() } else { format!("{own}({})", children.join(" ")) }
}

/// New nodes refer to the player.
fn values() -> NewNodeValues {
    NewNodeValues { object: "player".to_owned(), start: [1.0, 0.9, 4.0] }
}

fn changed(change: &TreeChange, node: usize) -> Result<(String, usize), ChangeRefused> {
    let mut root = tree();
    let index = change.apply(&mut root, node, &values())?;
    assert!(root.build().is_ok(), "{change:?} at {node}: {}", words(&root));
    Ok((words(&root), index))
}

fn at(node: usize, side: SpotSide) -> TreeChange {
    TreeChange::Place(Spot { node, side })
}

#[test]
fn nodes_are_added_removed_and_moved_and_stay_selected() {
    for (change, node, after, index) in [
        (TreeChange::Add(New::Log), 0, "root(left(a b) not(c) d action)", 7),
        (TreeChange::Add(New::Log), 1, "root(left(a b action) not(c) d)", 4),
        (TreeChange::Add(New::Log), 2, "root(left(a action b) not(c) d)", 3),
        (TreeChange::Add(New::Log), 5, "root(left(a b) not(c) action d)", 6),
        (TreeChange::Add(New::Sequence), 6, "root(left(a b) not(c) d sequence(action))", 7),
        (TreeChange::Wrap(New::Timeout), 1, "root(timeout(left(a b)) not(c) d)", 1),
        (TreeChange::Wrap(New::Repeater), 0, "repeater(root(left(a b) not(c) d))", 0),
        (TreeChange::Wrap(New::Log), 6, "root(left(a b) not(c) sequence(d action))", 6),
        (TreeChange::Unwrap, 4, "root(left(a b) c d)", 4),
        (TreeChange::Move(Way::Left), 6, "root(left(a b) d not(c))", 4),
        (TreeChange::Move(Way::Right), 1, "root(not(c) left(a b) d)", 3),
        (TreeChange::Move(Way::Out), 2, "root(left(b) a not(c) d)", 3),
        (TreeChange::Move(Way::In), 4, "root(left(a b not(c)) d)", 4),
        (at(6, SpotSide::After), 1, "root(not(c) d left(a b))", 4),
        (at(1, SpotSide::Before), 6, "root(d left(a b) not(c))", 1),
        (at(1, SpotSide::Inside), 6, "root(left(a b d) not(c))", 4),
        (at(0, SpotSide::Inside), 2, "root(left(b) not(c) d a)", 6),
        (at(3, SpotSide::After), 2, "root(left(b a) not(c) d)", 3),
        (at(2, SpotSide::Before), 4, "root(left(not(c) a b) d)", 2),
        (TreeChange::Delete, 1, "root(not(c) d)", 0),
        (TreeChange::Delete, 4, "root(left(a b) d)", 0),
    ] {
        assert_eq!(changed(&change, node), Ok((after.to_owned(), index)), "{change:?} at {node}");
    }
}

#[test]
fn changes_that_make_an_invalid_tree_are_refused_without_effect() {
    for (change, node, why) in [
        (TreeChange::Delete, 0, ChangeRefused::Root),
        (TreeChange::Delete, 5, ChangeRefused::OnlyChild),
        (TreeChange::Unwrap, 1, ChangeRefused::NotOne),
        (TreeChange::Unwrap, 2, ChangeRefused::NotOne),
        (TreeChange::Move(Way::Left), 1, ChangeRefused::NoSibling),
        (TreeChange::Move(Way::Right), 6, ChangeRefused::NoSibling),
        (TreeChange::Move(Way::Out), 6, ChangeRefused::NothingAbove),
        (TreeChange::Move(Way::In), 6, ChangeRefused::NoComposite),
        (TreeChange::Move(Way::Left), 5, ChangeRefused::OnlyChild),
        (TreeChange::Move(Way::Left), 0, ChangeRefused::Root),
        (at(2, SpotSide::Before), 1, ChangeRefused::IntoItself),
        (at(1, SpotSide::After), 1, ChangeRefused::IntoItself),
        (at(5, SpotSide::Before), 6, ChangeRefused::NoRoom),
        (at(4, SpotSide::Inside), 6, ChangeRefused::NoRoom),
        (at(0, SpotSide::After), 6, ChangeRefused::Root),
        (at(1, SpotSide::Inside), 5, ChangeRefused::OnlyChild),
        (at(9, SpotSide::Inside), 5, ChangeRefused::Gone),
        (TreeChange::Delete, 7, ChangeRefused::Gone),
    ] {
        let mut root = tree();
        assert_eq!(change.apply(&mut root, node, &values()), Err(why), "{change:?} at {node}");
        assert_eq!(root, tree(), "{change:?} at {node}");
    }
    let mut alone: Node =
        serde_json::from_str(r#"{ "sequence": { "children": [{ "action": { "wait": { "ticks": 1 } } }] } }"#).unwrap();
    assert_eq!(TreeChange::Delete.apply(&mut alone, 1, &values()), Err(ChangeRefused::LastChild));
}

#[test]
fn the_first_child_of_a_new_composite_replaces_the_one_it_was_made_with() {
    // The sequence is node 7, and the wait that it was made with is node 8.
    let grown = || {
        let mut root = tree();
        assert_eq!(TreeChange::Add(New::Sequence).apply(&mut root, 0, &values()), Ok(7));
        root
    };
    for (change, node, after, index) in [
        (TreeChange::Add(New::Every), 7, "root(left(a b) not(c) d sequence(condition))", 8),
        (TreeChange::Add(New::Selector), 7, "root(left(a b) not(c) d sequence(selector(action)))", 8),
        (TreeChange::Add(New::Wait), 7, "root(left(a b) not(c) d sequence(action action))", 9),
        (TreeChange::Add(New::Every), 8, "root(left(a b) not(c) d sequence(action condition))", 9),
        (at(7, SpotSide::Inside), 6, "root(left(a b) not(c) sequence(d))", 7),
        (at(8, SpotSide::Before), 6, "root(left(a b) not(c) sequence(d action))", 7),
    ] {
        let mut root = grown();
        assert_eq!(change.apply(&mut root, node, &values()), Ok(index), "{change:?} at {node}");
        assert_eq!(words(&root), after, "{change:?} at {node}");
    }
    let mut root = grown();
    for (index, after) in [(8, "sequence(condition)"), (9, "sequence(condition condition)")] {
        assert_eq!(TreeChange::Add(New::Every).apply(&mut root, 7, &values()), Ok(index));
        assert!(words(&root).contains(after), "{}", words(&root));
    }
}

#[test]
fn new_nodes_refer_to_another_object_than_the_body_and_patrols_begin_there() {
    let of = |objects: &str, body: &str, leaf: &str| {
        let text = format!(
            r#"{{ "eyeline": 1, "objects": [{objects}], "agents": [{{ "name": "g", {body}
                "tree": {{ "selector": {{ "children": [{leaf}] }} }} }}] }}"#
        );
        let scene: Scene = serde_json::from_str(&text).unwrap();
        let world = World::at(&scene, &Files::default(), 0);
        let NewNodeValues { object, start } = NewNodeValues::of(&scene, &world, 0);
        (object, start.map(f64::from).map(|x| (x * 10.0).round()))
    };
    let object = |name: &str, place: &str| {
        format!(r#"{{ "name": "{name}", "shape": {{ "sphere": {{ "radius": 1 }} }}, {place} }}"#)
    };
    let body = object("body", r#""position": [-5, 0.9, 4]"#);
    let walker = object("walker", r#""path": { "points": [[1, 2, 3], [4, 0, 0]] }"#);
    let ball = object("ball", r#""position": [1, 1, 1]"#);
    let all = [&*body, &*walker, &*ball].join(", ");
    let wait = r#"{ "action": { "wait": { "ticks": 3 } } }"#;
    let sees = |name: &str| format!(r#"{{ "condition": {{ "sees": {{ "object": "{name}" }} }} }}"#);
    let at_body = [-50.0, 9.0, 40.0];
    for (objects, of_agent, leaf, expected, start) in [
        (&*all, r#""body": "body","#, wait.to_owned(), "walker", at_body),
        (&*all, r#""body": "body","#, [sees("body"), sees("ball")].join(", "), "ball", at_body),
        (&*all, r#""body": "walker","#, wait.to_owned(), "body", [10.0, 20.0, 30.0]),
        (&*all, "", wait.to_owned(), "body", [0.0; 3]),
        (&*body, r#""body": "body","#, wait.to_owned(), "body", at_body),
        ("", "", wait.to_owned(), "", [0.0; 3]),
    ] {
        assert_eq!(of(objects, of_agent, &leaf), (expected.to_owned(), start), "{of_agent} {leaf}");
    }
    let Node::Action(leaf) = New::Patrol.node(&values()) else { panic!() };
    let crate::scene::tree::ActionKind::Patrol(patrol) = leaf.kind else { panic!() };
    assert_eq!(patrol.points, [[1.0, 0.9, 4.0], [3.0, 0.9, 4.0]]);
}

#[test]
fn every_new_node_is_a_tree_that_can_be_read_again() {
    for kinds in [New::COMPOSITES, New::DECORATORS, New::CONDITIONS, New::ACTIONS] {
        for new in kinds {
            let node = new.node(&values());
            assert!(node.build().is_ok(), "{new:?}");
            let text = serde_json::to_string(&node).unwrap();
            assert_eq!(serde_json::from_str::<Node>(&text).unwrap(), node, "{text}");
        }
    }
}
