//! A tree that is edited here while another program writes its file, or that of the scene.

use super::*;

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
