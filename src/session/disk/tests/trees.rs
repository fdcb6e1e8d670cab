//! A tree that is edited here while another program writes its file, or that of the scene.

use super::*;
use crate::behavior::Status;
use crate::import::behavior_tree::{Document, EditError, ElementId};
use crate::world::agents::Breakpoint;

/// The tree as another program writes it.
const OTHER: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysFailure/></BehaviorTree></root>"#;

impl Desk {
    /// Names the only leaf of the guard's tree, as its field in the panel does.
    fn rename_leaf(&mut self, name: &str) {
        self.session.edit_element(0, "name", |document| {
            let tree = document.children(document.root()).next().unwrap();
            let leaf = document.children(tree).next().unwrap();
            document.set_attribute(leaf, "name", Some(name))
        });
        assert!(self.session.refusal().is_none(), "{:?}", self.session.refusal());
        assert!(self.tree().contains(name) && self.session.is_dirty());
    }

    /// The tree in the session.
    fn tree(&self) -> String {
        self.session.tree_file(0).unwrap().1.to_xml()
    }

    fn on_disk(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn titles(&self) -> Vec<&str> {
        self.session.notices().iter().map(|notice| &*notice.title).collect()
    }
}

const ELSEWHERE: &str = "A file of trees was changed elsewhere";

#[test]
fn an_edited_tree_stays_while_its_file_changes_and_gives_way_once_it_is_undone() {
    for pace in [Pace::AtOnce, Pace::Later] {
        let mut desk = Desk::new(pace);
        desk.rename_leaf("mine");
        desk.write("guard.xml", OTHER);
        desk.settle();
        assert!(desk.tree().contains("mine"), "{pace:?}: {}", desk.tree());
        assert_eq!(desk.titles(), [ELSEWHERE]);
        desk.settle();
        assert_eq!(desk.titles().len(), 1, "it is told once");
        assert!(!desk.session.save() && desk.on_disk("guard.xml") == OTHER, "nothing is written over");
        desk.session.undo();
        desk.settle();
        assert!(desk.tree().contains("AlwaysFailure"), "{}", desk.tree());
        assert!(!desk.session.is_dirty());
        // Redo restores the edit, which belongs to an older reading; nothing is written automatically.
        desk.session.redo();
        assert!(desk.tree().contains("mine") && desk.session.is_dirty());
        desk.settle();
        assert_eq!(desk.on_disk("guard.xml"), OTHER);
        assert!(desk.session.save(), "{:?}", desk.session.notices());
        assert!(desk.on_disk("guard.xml").contains("mine"));
        assert_eq!(desk.titles(), [""; 0]);
        assert!(!desk.look(9.0), "our own save is no change");
    }
}

#[test]
fn an_edited_tree_stays_while_its_file_breaks_or_goes() {
    let mut desk = Desk::new(Pace::AtOnce);
    desk.rename_leaf("mine");
    for text in ["<root", ""] {
        desk.write("guard.xml", text);
        desk.settle();
        assert!(desk.tree().contains("mine") && desk.session.is_dirty(), "{text}");
    }
    fs::remove_file(desk.path("guard.xml")).unwrap();
    desk.settle();
    assert!(desk.tree().contains("mine") && desk.session.is_dirty());
    assert!(desk.session.save(), "there is no work of others to lose: {:?}", desk.session.notices());
    assert!(desk.on_disk("guard.xml").contains("mine"));
    assert!(!desk.session.is_dirty() && !desk.look(9.0));
}

#[test]
fn a_scene_that_changes_while_a_tree_is_edited_is_asked_about() {
    for keeps_mine in [true, false] {
        let mut desk = Desk::new(Pace::AtOnce);
        desk.rename_leaf("mine");
        desk.write("a.json", titled("Theirs"));
        desk.settle();
        assert!(desk.session.conflict().is_some_and(Conflict::can_take));
        assert_eq!(desk.title(), "One");
        if keeps_mine {
            desk.session.keep_mine();
            assert!(desk.tree().contains("mine") && desk.session.is_dirty());
            assert!(desk.session.save(), "{:?}", desk.session.notices());
            assert!(desk.on_disk("guard.xml").contains("mine"));
            assert!(
                desk.on_disk("a.json").contains("One"),
                "the scene is written too, though nothing of it was edited"
            );
            assert!(!desk.session.is_dirty());
        } else {
            desk.session.take_theirs();
            assert!(desk.title() == "Theirs" && !desk.tree().contains("mine"), "{}", desk.tree());
            assert!(!desk.session.is_dirty());
            desk.session.undo();
            assert!(desk.title() == "One" && desk.tree().contains("mine"), "undo brings back both");
            assert_eq!(desk.on_disk("guard.xml"), TREE);
        }
        assert!(desk.session.conflict().is_none() && !desk.look(9.0));
    }
}

#[test]
fn both_files_that_change_while_a_tree_is_edited_lose_nothing() {
    for keeps_mine in [true, false] {
        let mut desk = Desk::new(Pace::AtOnce);
        desk.rename_leaf("mine");
        desk.write("guard.xml", OTHER);
        desk.write("a.json", titled("Theirs"));
        desk.settle();
        assert!(desk.session.conflict().is_some() && desk.tree().contains("mine"));
        if keeps_mine {
            desk.session.keep_mine();
            assert!(!desk.session.save(), "the tree is another's still");
            assert_eq!(desk.on_disk("guard.xml"), OTHER);
        } else {
            desk.session.take_theirs();
            desk.settle();
            assert!(desk.title() == "Theirs" && desk.tree().contains("AlwaysFailure"), "{}", desk.tree());
            assert!(!desk.session.is_dirty(), "{:?}", desk.session.notices());
        }
        desk.settle();
        assert_eq!(desk.on_disk("guard.xml"), OTHER);
    }
}

/// A file of our scenes.
fn ours(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name)).unwrap()
}

/// The watchman of our scene, whose tree is in a file.
fn watchman() -> Desk {
    let scene = ours("groot.json");
    Desk::beside(&scene, Pace::AtOnce, |desk| {
        desk.write("patrol.xml", ours("patrol.xml"));
    })
}

impl Desk {
    fn running(&self) -> Arc<crate::behavior::Tree> {
        self.session.world().agents[0].tree.clone().unwrap()
    }

    /// The node of that label, the first of several.
    fn node(&self, label: &str) -> usize {
        let tree = self.running();
        (0..tree.len()).find(|&node| tree.label(node) == label).unwrap_or_else(|| panic!("{label}"))
    }

    fn stop_at(&mut self, node: usize) {
        let one = Breakpoint::Status { node: self.running().id(node), status: Status::Running };
        self.session.toggle_break(0, one);
    }

    /// The nodes with breakpoints: index and label.
    fn stops(&self) -> Vec<(usize, String)> {
        let tree = self.running();
        let node = |one: &Breakpoint| match one {
            Breakpoint::Status { node, .. } => tree.find(*node),
            _ => None,
        };
        let stops = self.session.breaks_of(0).filter_map(node);
        stops.map(|node| (node, tree.label(node).to_owned())).collect()
    }

    /// Changes the element of a node.
    fn edit(&mut self, node: usize, change: impl FnOnce(&mut Document, ElementId) -> Result<(), EditError>) {
        let element = self.session.tree_origins(0)[node].node.element;
        self.session.edit_element(0, "test", |document| change(document, element));
        self.session.settle();
        assert!(self.session.refusal().is_none(), "{:?}", self.session.refusal());
    }
}

#[test]
fn a_breakpoint_stays_at_its_node_through_edits_undo_redo_and_a_new_reading_of_the_file() {
    let mut desk = watchman();
    let gate = desk.node("gate");
    desk.stop_at(gate);
    let is_at = |desk: &Desk, node: usize, label: &str| assert_eq!(desk.stops(), [(node, label.to_owned())]);
    is_at(&desk, gate, "gate");
    // The first `GoTo` is in `Recharge`, before the gate.
    let go_to = desk.node("GoTo");
    assert!(go_to < gate);
    desk.edit(go_to, Document::remove);
    is_at(&desk, gate - 1, "gate");
    desk.session.undo();
    is_at(&desk, gate, "gate");
    desk.session.redo();
    is_at(&desk, gate - 1, "gate");
    let renamed = |document: &mut Document, element| document.set_attribute(element, "name", Some("porch"));
    desk.edit(gate - 1, renamed);
    is_at(&desk, gate - 1, "porch");
    // To the end of its sequence: behind the hall and the count.
    desk.edit(gate - 1, |document, element| {
        let round = document.parent(element).unwrap();
        document.move_to(element, round, usize::MAX)
    });
    let moved = desk.node("porch");
    assert!(moved > gate);
    is_at(&desk, moved, "porch");
    // Another program writes the file as it was.
    assert!(desk.session.save());
    desk.write("patrol.xml", ours("patrol.xml").replace("\"gate\"", "\"porch\""));
    desk.session.refresh_files();
    is_at(&desk, gate, "porch");
}

#[test]
fn of_equal_siblings_the_one_with_the_breakpoint_keeps_it() {
    let mut desk = Desk::beside(SCENE, Pace::AtOnce, |desk| {
        desk.paint([8, 8]);
        let same = "<Sequence><AlwaysSuccess/><AlwaysSuccess/><AlwaysSuccess/></Sequence>";
        desk.write("guard.xml", TREE.replace("<AlwaysSuccess/>", same));
    });
    desk.stop_at(3);
    desk.edit(1, Document::remove);
    assert_eq!(desk.stops(), [(2, "AlwaysSuccess".to_owned())], "it was the last and still is");
    desk.edit(2, Document::remove);
    assert!(desk.stops().is_empty() && !desk.session.has_breaks(), "its node is gone");
    desk.session.undo();
    assert_eq!(desk.stops().len(), 1);
}

#[test]
fn the_two_uses_of_a_subtree_have_breakpoints_of_their_own() {
    let mut desk = watchman();
    let (tree, gate, hall) = (desk.running(), desk.node("gate"), desk.node("hall"));
    let alarms: Vec<usize> = (0..tree.len()).filter(|&node| tree.label(node) == "Alarm").collect();
    let [first, second] = alarms[..] else { panic!("{alarms:?}") };
    let ids: std::collections::BTreeSet<_> = (0..tree.len()).map(|node| tree.id(node)).collect();
    assert_eq!(ids.len(), tree.len(), "no id twice");
    desk.stop_at(second);
    assert_eq!(desk.stops(), [(second, "Alarm".to_owned())]);
    desk.edit(gate, Document::remove);
    assert!(gate < first && first < hall && hall < second);
    assert_eq!(desk.stops(), [(first - (tree.end(gate) - gate) + (second - first), "Alarm".to_owned())]);
}

#[test]
fn nodes_in_the_scene_file_keep_their_ids_when_it_is_read_again() {
    let leaf = |name: &str| format!(r#"{{ "action": {{ "name": "{name}", "script": ["success"] }} }}"#);
    let scene = |leaves: &[&str]| {
        let leaves: Vec<String> = leaves.iter().map(|name| leaf(name)).collect();
        let tree = format!(r#"{{ "sequence": {{ "children": [{}] }} }}"#, leaves.join(","));
        format!(r#"{{ "eyeline": 1, "agents": [{{ "name": "guard", "tree": {tree} }}] }}"#)
    };
    let mut desk = Desk::beside(&scene(&["a", "b", "c"]), Pace::AtOnce, |_| {});
    desk.stop_at(2);
    desk.write("a.json", scene(&["new", "a", "b", "c"]));
    assert!(desk.session.reload());
    assert_eq!(desk.stops(), [(3, "b".to_owned())]);
    desk.session.undo();
    assert_eq!(desk.stops(), [(2, "b".to_owned())]);
    let delete_first =
        |root: &mut crate::scene::tree::Node| root.list_mut().map(|list| list.remove(0)).map(drop).ok_or(());
    desk.session.change_tree(0, "delete", delete_first).unwrap().unwrap();
    assert_eq!(desk.stops(), [(1, "b".to_owned())]);
    desk.session.undo();
    assert_eq!(desk.stops(), [(2, "b".to_owned())]);
}
