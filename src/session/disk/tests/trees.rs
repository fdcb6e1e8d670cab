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
        let mut test = TestSession::new(pace);
        test.rename_leaf("mine");
        test.write("guard.xml", OTHER);
        test.settle();
        assert!(test.tree().contains("mine"), "{pace:?}: {}", test.tree());
        assert_eq!(test.titles(), [ELSEWHERE]);
        test.settle();
        assert_eq!(test.titles().len(), 1, "it is told once");
        assert!(!test.session.save() && test.on_disk("guard.xml") == OTHER, "nothing is written over");
        test.session.undo();
        test.settle();
        assert!(test.tree().contains("AlwaysFailure"), "{}", test.tree());
        assert!(!test.session.is_dirty());
        // Redo restores the edit, which belongs to an older reading; nothing is written automatically.
        test.session.redo();
        assert!(test.tree().contains("mine") && test.session.is_dirty());
        test.settle();
        assert_eq!(test.on_disk("guard.xml"), OTHER);
        assert!(test.session.save(), "{:?}", test.session.notices());
        assert!(test.on_disk("guard.xml").contains("mine"));
        assert_eq!(test.titles(), [""; 0]);
        assert!(!test.look(9.0), "our own save is no change");
    }
}

#[test]
fn an_edited_tree_stays_while_its_file_breaks_or_goes() {
    let mut test = TestSession::new(Pace::AtOnce);
    test.rename_leaf("mine");
    for text in ["<root", ""] {
        test.write("guard.xml", text);
        test.settle();
        assert!(test.tree().contains("mine") && test.session.is_dirty(), "{text}");
    }
    fs::remove_file(test.path("guard.xml")).unwrap();
    test.settle();
    assert!(test.tree().contains("mine") && test.session.is_dirty());
    assert!(test.session.save(), "there is no work of others to lose: {:?}", test.session.notices());
    assert!(test.on_disk("guard.xml").contains("mine"));
    assert!(!test.session.is_dirty() && !test.look(9.0));
}

#[test]
fn a_scene_that_changes_while_a_tree_is_edited_is_asked_about() {
    for keeps_mine in [true, false] {
        let mut test = TestSession::new(Pace::AtOnce);
        test.rename_leaf("mine");
        test.write("a.json", titled("Theirs"));
        test.settle();
        assert!(test.session.conflict().is_some_and(Conflict::can_take));
        assert_eq!(test.title(), "One");
        if keeps_mine {
            test.session.keep_mine();
            assert!(test.tree().contains("mine") && test.session.is_dirty());
            assert!(test.session.save(), "{:?}", test.session.notices());
            assert!(test.on_disk("guard.xml").contains("mine"));
            assert!(
                test.on_disk("a.json").contains("One"),
                "the scene is written too, though nothing of it was edited"
            );
            assert!(!test.session.is_dirty());
        } else {
            test.session.take_theirs();
            assert!(test.title() == "Theirs" && !test.tree().contains("mine"), "{}", test.tree());
            assert!(!test.session.is_dirty());
            test.session.undo();
            assert!(test.title() == "One" && test.tree().contains("mine"), "undo brings back both");
            assert_eq!(test.on_disk("guard.xml"), TREE);
        }
        assert!(test.session.conflict().is_none() && !test.look(9.0));
    }
}

#[test]
fn both_files_that_change_while_a_tree_is_edited_lose_nothing() {
    for keeps_mine in [true, false] {
        let mut test = TestSession::new(Pace::AtOnce);
        test.rename_leaf("mine");
        test.write("guard.xml", OTHER);
        test.write("a.json", titled("Theirs"));
        test.settle();
        assert!(test.session.conflict().is_some() && test.tree().contains("mine"));
        if keeps_mine {
            test.session.keep_mine();
            assert!(!test.session.save(), "the tree is another's still");
            assert_eq!(test.on_disk("guard.xml"), OTHER);
        } else {
            test.session.take_theirs();
            test.settle();
            assert!(test.title() == "Theirs" && test.tree().contains("AlwaysFailure"), "{}", test.tree());
            assert!(!test.session.is_dirty(), "{:?}", test.session.notices());
        }
        test.settle();
        assert_eq!(test.on_disk("guard.xml"), OTHER);
    }
}
