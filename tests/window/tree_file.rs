//! Trees that stand in files of their own: changed in the panel, saved back, and not lost when another program writes.

use std::fs;
use std::path::Path;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::NodeT;
use eyeline::app::Session;

use crate::behavior::{boxes, go_to, node, press, tab, type_text};
use crate::desk::Desk;

const SCENE: &str = r#"{ "eyeline": 1, "tick_rate": 10, // a comment of its own
    "agents": [ { "name": "robot", "tree": { "file": "door.xml" } } ] }"#;

const TREE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<root BTCPP_format="4">
  <!-- why it knocks -->
  <BehaviorTree ID="Main">
    <Fallback name="enter">
      <Open/>
      <!-- twice -->
      <Repeat num_cycles="2">
        <Knock hand="left"/>
      </Repeat>
    </Fallback>
  </BehaviorTree>
  <TreeNodesModel>
    <Action ID="Knock">
      <input_port name="hand" default="right">which hand</input_port>
    </Action>
  </TreeNodesModel>
</root>
"#;

fn at_the_door() -> Desk {
    let mut desk = Desk::beside(SCENE, |folder| fs::write(folder.join("door.xml"), TREE).unwrap());
    go_to(&mut desk, 1);
    desk
}

fn written(desk: &Desk) -> String {
    fs::read_to_string(desk.path("door.xml")).unwrap()
}

fn key(desk: &mut Desk, key: Key) {
    desk.harness.key_press_modifiers(Modifiers::COMMAND, key);
    desk.harness.run();
}

fn select(desk: &mut Desk, words: &str) {
    let place = node(desk, words).1.center();
    desk.press(place, PointerButton::Primary);
    tab(desk, "Node");
}

/// Another program's write, with another date or length.
fn write_elsewhere(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
    fs::File::options().write(true).open(path).unwrap().set_modified(later).unwrap();
}

fn look_at_files(desk: &mut Desk) {
    desk.harness.state_mut().session_mut().refresh_files();
    desk.harness.run();
}

#[test]
fn a_tree_is_changed_in_the_panel_and_saved_as_the_same_xml() {
    let mut desk = at_the_door();
    assert_eq!(written(&desk), TREE);
    select(&mut desk, "Knock");
    desk.shot("tree_file_node");
    type_text(&mut desk, "hand", "both");
    press(&mut desk, Role::Button, "Wrap node");
    press(&mut desk, Role::Button, "Decorators");
    press(&mut desk, Role::Button, "Timeout");
    desk.shot("tree_file_wrapped");
    select(&mut desk, "timeout");
    type_text(&mut desk, "msec", "250");
    select(&mut desk, "enter");
    press(&mut desk, Role::Button, "Add node");
    press(&mut desk, Role::Button, "Actions");
    desk.shot("tree_file_kinds");
    press(&mut desk, Role::Button, "Sleep");
    press(&mut desk, Role::Button, "Move node");
    press(&mut desk, Role::Button, "Move left");
    assert!(desk.app().session().is_dirty() && desk.has_text("not saved"));
    assert_eq!(written(&desk), TREE, "nothing is written before it is saved");
    key(&mut desk, Key::S);
    assert!(!desk.app().session().is_dirty() && !desk.has_text("not saved"));
    let wanted = TREE
        .replace(
            "        <Knock hand=\"left\"/>\n",
            "        <Timeout msec=\"250\">\n          <Knock hand=\"both\"/>\n        </Timeout>\n",
        )
        .replace("      <Repeat", "      <Sleep msec=\"1000\"/>\n      <Repeat");
    assert_eq!(written(&desk), wanted);
    assert_eq!(fs::read_to_string(desk.path("desk.json")).unwrap(), SCENE, "the scene was not changed");
}

#[test]
fn undo_brings_the_xml_back_also_after_it_was_saved() {
    let mut desk = at_the_door();
    select(&mut desk, "repeat");
    press(&mut desk, Role::Button, "Delete node");
    assert_eq!(desk.app().session().undo_label(), Some("delete a node"));
    assert!(!boxes(&desk).iter().any(|(label, _)| label.contains("Knock")));
    key(&mut desk, Key::S);
    assert!(!written(&desk).contains("Knock "));
    key(&mut desk, Key::Z);
    assert!(boxes(&desk).iter().any(|(label, _)| label.contains("Knock")), "{:?}", boxes(&desk));
    assert!(desk.app().session().is_dirty(), "the file has it no more");
    key(&mut desk, Key::S);
    assert_eq!(written(&desk), TREE);
    desk.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    desk.harness.run();
    assert!(!boxes(&desk).iter().any(|(label, _)| label.contains("Knock")));
    assert!(desk.app().session().is_dirty());
}

#[test]
fn what_would_be_no_tree_is_refused_in_place() {
    let mut desk = at_the_door();
    select(&mut desk, "Knock");
    press(&mut desk, Role::Button, "Delete node");
    assert!(desk.has_text("A decorator must have a child."));
    select(&mut desk, "repeat");
    type_text(&mut desk, "num_cycles", "many");
    desk.shot("tree_file_refused");
    assert!(desk.has_text("✖ “num_cycles”"), "the field says what is wrong");
    assert!(!desk.app().session().is_dirty());
}

#[test]
fn changes_by_another_program_are_reported_and_not_lost() {
    let mut desk = at_the_door();
    let other = TREE.replace("<Open/>", "<Open/><Push/>");
    select(&mut desk, "Knock");
    type_text(&mut desk, "hand", "both");
    write_elsewhere(&desk.path("door.xml"), &other);
    look_at_files(&mut desk);
    assert!(desk.has_text("Another program has written door.xml while it has unsaved edits here"));
    assert!(boxes(&desk).iter().all(|(label, _)| !label.contains("Push")), "the edits stay");
    key(&mut desk, Key::S);
    assert!(desk.has_text("so it was not saved"));
    assert_eq!(written(&desk), other);
    assert!(desk.app().session().is_dirty());
    desk.shot("tree_file_conflict");
    // Undo gives way to the other's work.
    key(&mut desk, Key::Z);
    look_at_files(&mut desk);
    assert!(boxes(&desk).iter().any(|(label, _)| label.contains("Push")));
    assert_eq!(written(&desk), other);
    // Whoever insists writes over it.
    select(&mut desk, "Knock");
    type_text(&mut desk, "hand", "no");
    write_elsewhere(&desk.path("door.xml"), TREE);
    key(&mut desk, Key::S);
    assert_eq!(written(&desk), TREE);
    key(&mut desk, Key::S);
    assert!(written(&desk).contains("Push") && written(&desk).contains("hand=\"no\""));
    assert!(!desk.app().session().is_dirty());
}

#[test]
fn the_scene_s_file_may_change_while_a_tree_is_edited() {
    let theirs = SCENE.replace("robot", "android");
    for takes_theirs in [true, false] {
        let mut desk = at_the_door();
        select(&mut desk, "Knock");
        type_text(&mut desk, "hand", "both");
        fs::write(desk.path("desk.json"), &theirs).unwrap();
        desk.harness.run_steps(12);
        assert!(desk.has_text("Another program changed desk.json"));
        desk.shot("tree_file_scene_conflict");
        press(&mut desk, Role::Button, if takes_theirs { "Load the file" } else { "Keep mine" });
        let name = |desk: &Desk| desk.app().session().scene().agents[0].name.clone();
        if takes_theirs {
            assert_eq!((name(&desk), desk.app().session().is_dirty()), ("android".to_owned(), false));
            key(&mut desk, Key::Z);
            assert_eq!((name(&desk), desk.app().session().is_dirty()), ("robot".to_owned(), true));
            assert_eq!(written(&desk), TREE);
        } else {
            assert_eq!((name(&desk), desk.app().session().is_dirty()), ("robot".to_owned(), true));
        }
        key(&mut desk, Key::S);
        assert!(written(&desk).contains("hand=\"both\"") && !desk.app().session().is_dirty());
        assert!(fs::read_to_string(desk.path("desk.json")).unwrap().contains("robot"));
        desk.harness.run_steps(12);
        assert!(!desk.has_text("Another program changed"), "our own save is no change");
    }
}

#[test]
fn closing_asks_about_a_tree_that_is_not_saved() {
    let mut desk = at_the_door();
    select(&mut desk, "Knock");
    type_text(&mut desk, "hand", "both");
    key(&mut desk, Key::Q);
    assert!(desk.has_text("Save the changes?"));
    desk.click(Role::Button, "Save");
    assert!(written(&desk).contains("hand=\"both\""));
}

#[test]
fn a_file_of_trees_that_is_opened_by_itself_is_saved_to_itself() {
    let mut desk = at_the_door();
    let file = desk.path("door.xml");
    assert!(desk.harness.state_mut().session_mut().open(&file));
    desk.harness.run();
    go_to(&mut desk, 1);
    select(&mut desk, "Open");
    type_text(&mut desk, "title", "try the handle");
    assert!(desk.app().session().is_dirty());
    key(&mut desk, Key::S);
    assert_eq!(written(&desk), TREE.replace("<Open/>", "<Open name=\"try the handle\"/>"));
    assert!(!desk.app().session().is_dirty());
}

#[test]
fn a_copy_elsewhere_takes_its_tree_along_and_overwrites_none() {
    let mut desk = at_the_door();
    select(&mut desk, "Knock");
    type_text(&mut desk, "hand", "both");
    let folder = tempfile::tempdir().unwrap();
    let save = |session: &mut Session| session.save_as(&folder.path().join("copy.json"));
    fs::write(folder.path().join("door.xml"), "somebody else's").unwrap();
    assert!(!save(desk.harness.state_mut().session_mut()));
    assert_eq!(fs::read_to_string(folder.path().join("door.xml")).unwrap(), "somebody else's");
    fs::remove_file(folder.path().join("door.xml")).unwrap();
    assert!(save(desk.harness.state_mut().session_mut()));
    desk.harness.run();
    assert!(fs::read_to_string(folder.path().join("door.xml")).unwrap().contains("hand=\"both\""));
    assert_eq!(written(&desk), TREE, "the original stays");
    assert!(node(&desk, "Knock").0.contains("Knock") && !desk.app().session().is_dirty());
}

#[test]
fn an_edited_tree_that_includes_another_file_is_not_saved_where_that_is_missing() {
    let tree = TREE.replace("  <BehaviorTree", "  <include path=\"sub.xml\"/>\n  <BehaviorTree");
    let sub = r#"<root BTCPP_format="4"><BehaviorTree ID="Sub"><AlwaysSuccess/></BehaviorTree></root>"#;
    let mut desk = Desk::beside(SCENE, |folder| {
        fs::write(folder.join("door.xml"), &tree).unwrap();
        fs::write(folder.join("sub.xml"), sub).unwrap();
        fs::create_dir(folder.join("copies")).unwrap();
    });
    go_to(&mut desk, 1);
    select(&mut desk, "Knock");
    type_text(&mut desk, "hand", "both");
    let copy = desk.path("copies").join("copy.json");
    let save = |desk: &mut Desk| {
        let saved = desk.harness.state_mut().session_mut().save_as(&copy);
        desk.harness.run();
        saved
    };
    assert!(!save(&mut desk));
    assert!(desk.has_text("door.xml has unsaved edits and includes “sub.xml”"), "the notice is in the window");
    assert_eq!(fs::read_dir(desk.path("copies")).unwrap().count(), 0, "nothing was written");
    assert_eq!(written(&desk), tree);
    // What the notice says to do works when the root holds both folders.
    fs::create_dir(desk.path(".git")).unwrap();
    key(&mut desk, Key::S);
    assert!(written(&desk).contains("hand=\"both\""));
    assert!(save(&mut desk));
    assert!(fs::read_to_string(&copy).unwrap().contains("../door.xml"));
    assert!(node(&desk, "Knock").0.contains("Knock"));
}

/// Two trees that no other includes.
const SEVERAL: &str = r#"<root BTCPP_format="4">
  <BehaviorTree ID="Left"><Sequence name="turn left"><A/></Sequence></BehaviorTree>
  <BehaviorTree ID="Right"><Sequence name="turn right"><A/></Sequence></BehaviorTree>
</root>"#;

#[test]
fn of_several_trees_one_is_chosen_in_the_window() {
    let mut desk = Desk::beside(SCENE, |folder| fs::write(folder.join("several.xml"), SEVERAL).unwrap());
    let file = desk.path("several.xml");
    let open = |desk: &mut Desk| crate::opacity::drop_file(desk, file.clone());
    open(&mut desk);
    assert!(desk.has_text("Choose a tree") && desk.has_text("“several.xml” has 2 trees"));
    desk.shot("tree_choice");
    desk.click(Role::Button, "Cancel");
    desk.harness.run();
    assert!(!desk.has_text("Choose a tree"));
    assert_eq!(desk.app().session().scene().agents[0].name, "robot", "the open scene stays");
    open(&mut desk);
    desk.click(Role::Button, "Right");
    desk.harness.run();
    assert!(!desk.has_text("Choose a tree"));
    assert_eq!(desk.app().session().scene().agents[0].name, "Right");
    assert_eq!(desk.app().session().scene().agents[0].tree.file().unwrap().id.as_deref(), Some("Right"));
    assert!(boxes(&desk).iter().any(|(words, _)| words.contains("turn right")), "{:?}", boxes(&desk));
    // The file, which is read again, does not ask again.
    assert!(desk.harness.state_mut().session_mut().reload());
    assert_eq!(desk.app().session().scene().agents[0].name, "Right");
}

#[test]
fn the_tree_of_an_agents_file_is_chosen_in_the_panel() {
    let scene = SCENE.replace("door.xml", "several.xml");
    let mut desk = Desk::beside(&scene, |folder| fs::write(folder.join("several.xml"), SEVERAL).unwrap());
    desk.click(Role::ComboBox, "Tree of the file");
    desk.harness.run();
    desk.click(Role::Button, "Left");
    desk.harness.run();
    assert!(boxes(&desk).iter().any(|(words, _)| words.contains("turn left")), "{:?}", boxes(&desk));
    assert_eq!(desk.app().session().undo_label(), Some("tree of robot"));
}

/// The rows of the breakpoints of the tree.
fn stops(desk: &mut Desk) -> Vec<String> {
    tab(desk, "Breaks");
    let nodes = desk.harness.root().children_recursive();
    let labels = nodes.filter_map(|node| node.accesskit_node().value().or_else(|| node.accesskit_node().label()));
    let mut rows: Vec<String> = labels.filter(|label| label.starts_with("⏺ ")).collect();
    rows.dedup();
    rows
}

fn number(desk: &Desk, words: &str) -> usize {
    node(desk, words).0.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_breakpoint_a_selection_and_a_folded_node_stay_at_their_nodes() {
    let ours =
        |name: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name)).unwrap();
    let fill = |folder: &Path| fs::write(folder.join("patrol.xml"), ours("patrol.xml")).unwrap();
    let mut desk = Desk::beside(&ours("groot.json"), fill);
    press(&mut desk, Role::Button, "Fit");
    select(&mut desk, "gate, ");
    press(&mut desk, Role::CheckBox, "starts");
    let gate = number(&desk, "gate, ");
    assert_eq!(stops(&mut desk), ["⏺ “gate” starts"]);
    // The first `GoTo` is before the gate.
    select(&mut desk, "GoTo");
    assert!(number(&desk, "GoTo") < gate);
    press(&mut desk, Role::Button, "Delete node");
    assert_eq!((stops(&mut desk), number(&desk, "gate, ")), (vec!["⏺ “gate” starts".to_owned()], gate - 1));
    key(&mut desk, Key::Z);
    assert_eq!((stops(&mut desk), number(&desk, "gate, ")), (vec!["⏺ “gate” starts".to_owned()], gate));
    desk.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    desk.harness.run();
    assert_eq!((stops(&mut desk), number(&desk, "gate, ")), (vec!["⏺ “gate” starts".to_owned()], gate - 1));
    // Renamed: the breakpoint has the new name, and the node stays selected.
    select(&mut desk, "gate, ");
    type_text(&mut desk, "title", "porch");
    assert_eq!(stops(&mut desk), ["⏺ “porch” starts"]);
    // Moved to the right of its sibling.
    tab(&mut desk, "Node");
    press(&mut desk, Role::Button, "Move node");
    press(&mut desk, Role::Button, "Move right");
    let moved = number(&desk, "porch, ");
    assert!(moved > gate - 1);
    assert_eq!(stops(&mut desk), ["⏺ “porch” starts"]);
    // Folded and saved, and written by another program with a node more before it.
    key(&mut desk, Key::S);
    press(&mut desk, Role::Button, "Fit");
    let inside = |desk: &Desk| boxes(desk).iter().filter(|(label, _)| label.contains("LookAround")).count();
    assert_eq!(inside(&desk), 2, "in the porch and in the hall");
    desk.press(node(&desk, "porch, ").1.center(), PointerButton::Secondary);
    press(&mut desk, Role::Button, "Fold node");
    assert_eq!(inside(&desk), 1);
    let text = fs::read_to_string(desk.path("patrol.xml")).unwrap();
    let more = text.replacen("<ScriptCondition name=\"low?\"", "<AlwaysSuccess/><ScriptCondition name=\"low?\"", 1);
    assert_ne!(text, more);
    write_elsewhere(&desk.path("patrol.xml"), &more);
    look_at_files(&mut desk);
    assert_eq!((stops(&mut desk), number(&desk, "porch, ")), (vec!["⏺ “porch” starts".to_owned()], moved + 1));
    assert_eq!(inside(&desk), 1, "it is still folded");
    tab(&mut desk, "Node");
    assert!(desk.has_text(&format!("{} porch", moved + 1)), "it is still selected");
}
