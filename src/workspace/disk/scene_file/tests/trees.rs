//! Tests with a tree that is edited in the workspace while another program writes its file, or the scene's file.

use super::*;
use crate::behavior::Status;
use crate::import::behavior_tree::{EditError, ElementId, XmlDocument};
use crate::workspace::disk::tracking::Conflict;
use crate::world::agents::Breakpoint;

/// The text of the tree that another program writes.
const OTHER: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysFailure/></BehaviorTree></root>"#;

impl TestWorkspace {
    /// Renames the only leaf of the guard's tree, as its field in the panel does.
    fn rename_leaf(&mut self, name: &str) {
        self.workspace.edits().edit_element(0, "name", |document| {
            let tree = document.children(document.root()).next().unwrap();
            let leaf = document.children(tree).next().unwrap();
            document.set_attribute(leaf, "name", Some(name))
        });
        assert!(self.workspace.document().refusal().is_none(), "{:?}", self.workspace.document().refusal());
        assert!(self.tree().contains(name) && self.workspace.is_dirty());
    }

    /// The text of the tree in the workspace.
    fn tree(&self) -> String {
        self.workspace.disk().tree_file(0).unwrap().1.to_xml()
    }

    fn on_disk(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn titles(&self) -> Vec<&str> {
        self.workspace.notices().iter().map(|notice| &*notice.title).collect()
    }
}

const ELSEWHERE: &str = "Another program changed a behaviour tree file";

#[test]
fn an_edited_tree_is_kept_when_its_file_changes_until_the_edit_is_undone() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut opened = TestWorkspace::new(pace);
        opened.rename_leaf("mine");
        opened.write("guard.xml", OTHER);
        opened.settle();
        assert!(opened.tree().contains("mine"), "{pace:?}: {}", opened.tree());
        assert_eq!(opened.titles(), [ELSEWHERE]);
        opened.settle();
        assert_eq!(opened.titles().len(), 1, "it is reported once");
        assert!(!opened.workspace.save() && opened.on_disk("guard.xml") == OTHER, "nothing is written over");
        opened.workspace.undo();
        opened.settle();
        assert!(opened.tree().contains("AlwaysFailure"), "{}", opened.tree());
        assert!(!opened.workspace.is_dirty());
        // Redo restores the edit of an older reading. Nothing is written automatically.
        opened.workspace.redo();
        assert!(opened.tree().contains("mine") && opened.workspace.is_dirty());
        opened.settle();
        assert_eq!(opened.on_disk("guard.xml"), OTHER);
        assert!(opened.workspace.save(), "{:?}", opened.workspace.notices());
        assert!(opened.on_disk("guard.xml").contains("mine"));
        assert_eq!(opened.titles(), [""; 0]);
        assert!(!opened.look(9.0), "our own save is no change");
    }
}

#[test]
fn an_edited_tree_is_kept_when_its_file_is_broken_or_deleted() {
    let mut opened = TestWorkspace::new(Pace::AtOnce);
    opened.rename_leaf("mine");
    for text in ["<root", ""] {
        opened.write("guard.xml", text);
        opened.settle();
        assert!(opened.tree().contains("mine") && opened.workspace.is_dirty(), "{text}");
    }
    fs::remove_file(opened.path("guard.xml")).unwrap();
    opened.settle();
    assert!(opened.tree().contains("mine") && opened.workspace.is_dirty());
    assert!(opened.workspace.save(), "there is no work of others to lose: {:?}", opened.workspace.notices());
    assert!(opened.on_disk("guard.xml").contains("mine"));
    assert!(!opened.workspace.is_dirty() && !opened.look(9.0));
}

#[test]
fn a_scene_that_changes_while_a_tree_is_edited_is_a_conflict() {
    for keeps_mine in [true, false] {
        let mut opened = TestWorkspace::new(Pace::AtOnce);
        opened.rename_leaf("mine");
        opened.write("a.json", titled("Theirs"));
        opened.settle();
        assert!(opened.workspace.disk().conflict().is_some_and(Conflict::can_take));
        assert_eq!(opened.title(), "One");
        if keeps_mine {
            opened.workspace.disk_mut().keep_mine();
            assert!(opened.tree().contains("mine") && opened.workspace.is_dirty());
            assert!(opened.workspace.save(), "{:?}", opened.workspace.notices());
            assert!(opened.on_disk("guard.xml").contains("mine"));
            assert!(
                opened.on_disk("a.json").contains("One"),
                "the scene is written too, though nothing of it was edited"
            );
            assert!(!opened.workspace.is_dirty());
        } else {
            opened.workspace.disk_mut().take_theirs();
            assert!(opened.title() == "Theirs" && !opened.tree().contains("mine"), "{}", opened.tree());
            assert!(!opened.workspace.is_dirty());
            opened.workspace.undo();
            assert!(opened.title() == "One" && opened.tree().contains("mine"), "undo brings back both");
            assert_eq!(opened.on_disk("guard.xml"), TREE);
        }
        assert!(opened.workspace.disk().conflict().is_none() && !opened.look(9.0));
    }
}

#[test]
fn nothing_is_lost_when_both_files_change_while_a_tree_is_edited() {
    for keeps_mine in [true, false] {
        let mut opened = TestWorkspace::new(Pace::AtOnce);
        opened.rename_leaf("mine");
        opened.write("guard.xml", OTHER);
        opened.write("a.json", titled("Theirs"));
        opened.settle();
        assert!(opened.workspace.disk().conflict().is_some() && opened.tree().contains("mine"));
        if keeps_mine {
            opened.workspace.disk_mut().keep_mine();
            assert!(!opened.workspace.save(), "the tree is another's still");
            assert_eq!(opened.on_disk("guard.xml"), OTHER);
        } else {
            opened.workspace.disk_mut().take_theirs();
            opened.settle();
            assert!(opened.title() == "Theirs" && opened.tree().contains("AlwaysFailure"), "{}", opened.tree());
            assert!(!opened.workspace.is_dirty(), "{:?}", opened.workspace.notices());
        }
        opened.settle();
        assert_eq!(opened.on_disk("guard.xml"), OTHER);
    }
}

/// The path of a file in `scenes`.
fn ours(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name)).unwrap()
}

/// A workspace on the watchman of a scene in `scenes`, whose tree is in a file.
fn watchman() -> TestWorkspace {
    let scene = ours("groot.json");
    TestWorkspace::beside(&scene, Pace::AtOnce, |opened| {
        opened.write("patrol.xml", ours("patrol.xml"));
    })
}

impl TestWorkspace {
    fn running(&self) -> Arc<crate::behavior::Tree> {
        self.workspace.world().agents[0].tree.clone().unwrap()
    }

    /// The first node with that label.
    fn node(&self, label: &str) -> usize {
        let tree = self.running();
        (0..tree.len()).find(|&node| tree.label(node) == label).unwrap_or_else(|| panic!("{label}"))
    }

    fn stop_at(&mut self, node: usize) {
        let one = Breakpoint::Status { node: self.running().id(node), status: Status::Running };
        self.workspace.clock_mut().toggle_break(0, one);
    }

    /// The nodes with breakpoints: index and label.
    fn stops(&self) -> Vec<(usize, String)> {
        let tree = self.running();
        let node = |one: &Breakpoint| match one {
            Breakpoint::Status { node, .. } => tree.find(*node),
            _ => None,
        };
        let stops = self.workspace.clock().breaks_of(0).filter_map(node);
        stops.map(|node| (node, tree.label(node).to_owned())).collect()
    }

    /// Changes the element of a node.
    fn edit(&mut self, node: usize, change: impl FnOnce(&mut XmlDocument, ElementId) -> Result<(), EditError>) {
        let element = self.workspace.disk().tree_origins(0)[node].node.element;
        self.workspace.edits().edit_element(0, "test", |document| change(document, element));
        self.workspace.settle();
        assert!(self.workspace.document().refusal().is_none(), "{:?}", self.workspace.document().refusal());
    }
}

#[test]
fn a_breakpoint_stays_at_its_node_after_edits_undo_redo_and_a_reload() {
    let mut opened = watchman();
    let gate = opened.node("gate");
    opened.stop_at(gate);
    let is_at =
        |opened: &TestWorkspace, node: usize, label: &str| assert_eq!(opened.stops(), [(node, label.to_owned())]);
    is_at(&opened, gate, "gate");
    // The first `GoTo` is in `Recharge`, before the gate.
    let go_to = opened.node("GoTo");
    assert!(go_to < gate);
    opened.edit(go_to, XmlDocument::remove);
    is_at(&opened, gate - 1, "gate");
    opened.workspace.undo();
    is_at(&opened, gate, "gate");
    opened.workspace.redo();
    is_at(&opened, gate - 1, "gate");
    let renamed = |document: &mut XmlDocument, element| document.set_attribute(element, "name", Some("porch"));
    opened.edit(gate - 1, renamed);
    is_at(&opened, gate - 1, "porch");
    // Moves the node to the end of its sequence, after the hall and the count.
    opened.edit(gate - 1, |document, element| {
        let round = document.parent(element).unwrap();
        document.move_to(element, round, usize::MAX)
    });
    let moved = opened.node("porch");
    assert!(moved > gate);
    is_at(&opened, moved, "porch");
    // Another program writes the original text to the file.
    assert!(opened.workspace.save());
    opened.write("patrol.xml", ours("patrol.xml").replace("\"gate\"", "\"porch\""));
    opened.workspace.disk_mut().refresh_files();
    is_at(&opened, gate, "porch");
}

#[test]
fn of_equal_siblings_the_one_with_the_breakpoint_keeps_it() {
    let mut opened = TestWorkspace::beside(SCENE, Pace::AtOnce, |opened| {
        opened.paint([8, 8]);
        let same = "<Sequence><AlwaysSuccess/><AlwaysSuccess/><AlwaysSuccess/></Sequence>";
        opened.write("guard.xml", TREE.replace("<AlwaysSuccess/>", same));
    });
    opened.stop_at(3);
    opened.edit(1, XmlDocument::remove);
    assert_eq!(opened.stops(), [(2, "AlwaysSuccess".to_owned())], "it was the last and still is");
    opened.edit(2, XmlDocument::remove);
    assert!(opened.stops().is_empty() && !opened.workspace.clock().has_breaks(), "its node is gone");
    opened.workspace.undo();
    assert_eq!(opened.stops().len(), 1);
}

#[test]
fn the_two_uses_of_a_subtree_have_separate_breakpoints() {
    let mut opened = watchman();
    let (tree, gate, hall) = (opened.running(), opened.node("gate"), opened.node("hall"));
    let alarms: Vec<usize> = (0..tree.len()).filter(|&node| tree.label(node) == "Alarm").collect();
    let [first, second] = alarms[..] else { panic!("{alarms:?}") };
    let ids: std::collections::BTreeSet<_> = (0..tree.len()).map(|node| tree.id(node)).collect();
    assert_eq!(ids.len(), tree.len(), "no id twice");
    opened.stop_at(second);
    assert_eq!(opened.stops(), [(second, "Alarm".to_owned())]);
    opened.edit(gate, XmlDocument::remove);
    assert!(gate < first && first < hall && hall < second);
    assert_eq!(opened.stops(), [(first - (tree.end(gate) - gate) + (second - first), "Alarm".to_owned())]);
}

#[test]
fn nodes_in_the_scene_file_keep_their_ids_when_it_is_read_again() {
    let leaf = |name: &str| format!(r#"{{ "action": {{ "name": "{name}", "script": ["success"] }} }}"#);
    let scene = |leaves: &[&str]| {
        let leaves: Vec<String> = leaves.iter().map(|name| leaf(name)).collect();
        let tree = format!(r#"{{ "sequence": {{ "children": [{}] }} }}"#, leaves.join(","));
        format!(r#"{{ "eyeline": 1, "agents": [{{ "name": "guard", "tree": {tree} }}] }}"#)
    };
    let mut opened = TestWorkspace::beside(&scene(&["a", "b", "c"]), Pace::AtOnce, |_| {});
    opened.stop_at(2);
    opened.write("a.json", scene(&["new", "a", "b", "c"]));
    assert!(opened.workspace.disk_mut().reload());
    assert_eq!(opened.stops(), [(3, "b".to_owned())]);
    opened.workspace.undo();
    assert_eq!(opened.stops(), [(2, "b".to_owned())]);
    let delete_first =
        |root: &mut crate::scene::tree::Node| root.list_mut().map(|list| list.remove(0)).map(drop).ok_or(());
    opened.workspace.edits().change_tree(0, "delete", delete_first).unwrap().unwrap();
    assert_eq!(opened.stops(), [(1, "b".to_owned())]);
    opened.workspace.undo();
    assert_eq!(opened.stops(), [(2, "b".to_owned())]);
}
