//! A tree that is edited here while another program writes its file, or that of the scene.

use super::*;

/// The tree as another program writes it.
const OTHER: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysFailure/></BehaviorTree></root>"#;

impl TestSession {
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
        let mut opened = TestSession::new(pace);
        opened.rename_leaf("mine");
        opened.write("guard.xml", OTHER);
        opened.settle();
        assert!(opened.tree().contains("mine"), "{pace:?}: {}", opened.tree());
        assert_eq!(opened.titles(), [ELSEWHERE]);
        opened.settle();
        assert_eq!(opened.titles().len(), 1, "it is told once");
        assert!(!opened.session.save() && opened.on_disk("guard.xml") == OTHER, "nothing is written over");
        opened.session.undo();
        opened.settle();
        assert!(opened.tree().contains("AlwaysFailure"), "{}", opened.tree());
        assert!(!opened.session.is_dirty());
        // Redo restores the edit, which belongs to an older reading; nothing is written automatically.
        opened.session.redo();
        assert!(opened.tree().contains("mine") && opened.session.is_dirty());
        opened.settle();
        assert_eq!(opened.on_disk("guard.xml"), OTHER);
        assert!(opened.session.save(), "{:?}", opened.session.notices());
        assert!(opened.on_disk("guard.xml").contains("mine"));
        assert_eq!(opened.titles(), [""; 0]);
        assert!(!opened.look(9.0), "our own save is no change");
    }
}

#[test]
fn an_edited_tree_stays_while_its_file_breaks_or_goes() {
    let mut opened = TestSession::new(Pace::AtOnce);
    opened.rename_leaf("mine");
    for text in ["<root", ""] {
        opened.write("guard.xml", text);
        opened.settle();
        assert!(opened.tree().contains("mine") && opened.session.is_dirty(), "{text}");
    }
    fs::remove_file(opened.path("guard.xml")).unwrap();
    opened.settle();
    assert!(opened.tree().contains("mine") && opened.session.is_dirty());
    assert!(opened.session.save(), "there is no work of others to lose: {:?}", opened.session.notices());
    assert!(opened.on_disk("guard.xml").contains("mine"));
    assert!(!opened.session.is_dirty() && !opened.look(9.0));
}

#[test]
fn a_scene_that_changes_while_a_tree_is_edited_is_asked_about() {
    for keeps_mine in [true, false] {
        let mut opened = TestSession::new(Pace::AtOnce);
        opened.rename_leaf("mine");
        opened.write("a.json", titled("Theirs"));
        opened.settle();
        assert!(opened.session.conflict().is_some_and(Conflict::can_take));
        assert_eq!(opened.title(), "One");
        if keeps_mine {
            opened.session.keep_mine();
            assert!(opened.tree().contains("mine") && opened.session.is_dirty());
            assert!(opened.session.save(), "{:?}", opened.session.notices());
            assert!(opened.on_disk("guard.xml").contains("mine"));
            assert!(
                opened.on_disk("a.json").contains("One"),
                "the scene is written too, though nothing of it was edited"
            );
            assert!(!opened.session.is_dirty());
        } else {
            opened.session.take_theirs();
            assert!(opened.title() == "Theirs" && !opened.tree().contains("mine"), "{}", opened.tree());
            assert!(!opened.session.is_dirty());
            opened.session.undo();
            assert!(opened.title() == "One" && opened.tree().contains("mine"), "undo brings back both");
            assert_eq!(opened.on_disk("guard.xml"), TREE);
        }
        assert!(opened.session.conflict().is_none() && !opened.look(9.0));
    }
}

#[test]
fn both_files_that_change_while_a_tree_is_edited_lose_nothing() {
    for keeps_mine in [true, false] {
        let mut opened = TestSession::new(Pace::AtOnce);
        opened.rename_leaf("mine");
        opened.write("guard.xml", OTHER);
        opened.write("a.json", titled("Theirs"));
        opened.settle();
        assert!(opened.session.conflict().is_some() && opened.tree().contains("mine"));
        if keeps_mine {
            opened.session.keep_mine();
            assert!(!opened.session.save(), "the tree is another's still");
            assert_eq!(opened.on_disk("guard.xml"), OTHER);
        } else {
            opened.session.take_theirs();
            opened.settle();
            assert!(opened.title() == "Theirs" && opened.tree().contains("AlwaysFailure"), "{}", opened.tree());
            assert!(!opened.session.is_dirty(), "{:?}", opened.session.notices());
        }
        opened.settle();
        assert_eq!(opened.on_disk("guard.xml"), OTHER);
    }
}
