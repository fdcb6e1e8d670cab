//! Trees in separate files: edited in the panel, saved to their files, and not lost when another program writes.

use std::fs;
use std::path::Path;

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, PointerButton};
use egui_kittest::kittest::NodeT;
use egui_kittest::kittest::Queryable;
use eyeline::app::Workspace;

use crate::behavior::{boxes, go_to, node, press, tab, type_text};
use crate::test_window::TestWindow;

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

fn at_the_door() -> TestWindow {
    let mut window = TestWindow::beside(SCENE, |folder| fs::write(folder.join("door.xml"), TREE).unwrap());
    go_to(&mut window, 1);
    window
}

fn written(window: &TestWindow) -> String {
    fs::read_to_string(window.path("door.xml")).unwrap()
}

fn key(window: &mut TestWindow, key: Key) {
    window.harness.key_press_modifiers(Modifiers::COMMAND, key);
    window.harness.run();
}

fn select(window: &mut TestWindow, words: &str) {
    let place = node(window, words).1.center();
    window.press(place, PointerButton::Primary);
    tab(window, "Node");
}

/// Writes a file as another program does, with another date or length.
fn write_elsewhere(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(5);
    fs::File::options().write(true).open(path).unwrap().set_modified(later).unwrap();
}

fn look_at_files(window: &mut TestWindow) {
    window.harness.state_mut().workspace_mut().disk_mut().refresh_files();
    window.harness.run();
}

#[test]
fn a_tree_is_changed_in_the_panel_and_saved_as_the_same_xml() {
    let mut window = at_the_door();
    assert_eq!(written(&window), TREE);
    select(&mut window, "Knock");
    window.shot("tree_file_node");
    type_text(&mut window, "hand", "both");
    press(&mut window, Role::Button, "Wrap node");
    press(&mut window, Role::Button, "Decorators");
    press(&mut window, Role::Button, "Timeout");
    window.shot("tree_file_wrapped");
    select(&mut window, "timeout");
    type_text(&mut window, "msec", "250");
    select(&mut window, "enter");
    press(&mut window, Role::Button, "Add node");
    press(&mut window, Role::Button, "Actions");
    window.shot("tree_file_kinds");
    press(&mut window, Role::Button, "Sleep");
    press(&mut window, Role::Button, "Move node");
    press(&mut window, Role::Button, "Move left");
    assert!(window.app().workspace().is_dirty() && window.has_text("not saved"));
    assert_eq!(written(&window), TREE, "nothing is written before it is saved");
    key(&mut window, Key::S);
    assert!(!window.app().workspace().is_dirty() && !window.has_text("not saved"));
    let wanted = TREE
        .replace(
            "        <Knock hand=\"left\"/>\n",
            "        <Timeout msec=\"250\">\n          <Knock hand=\"both\"/>\n        </Timeout>\n",
        )
        .replace("      <Repeat", "      <Sleep msec=\"1000\"/>\n      <Repeat");
    assert_eq!(written(&window), wanted);
    assert_eq!(fs::read_to_string(window.path("desk.json")).unwrap(), SCENE, "the scene was not changed");
}

#[test]
fn undo_restores_the_xml_also_after_it_was_saved() {
    let mut window = at_the_door();
    select(&mut window, "repeat");
    press(&mut window, Role::Button, "Delete node");
    assert_eq!(window.app().workspace().document().undo_label(), Some("delete a node"));
    assert!(!boxes(&window).iter().any(|(label, _)| label.contains("Knock")));
    key(&mut window, Key::S);
    assert!(!written(&window).contains("Knock "));
    key(&mut window, Key::Z);
    assert!(boxes(&window).iter().any(|(label, _)| label.contains("Knock")), "{:?}", boxes(&window));
    assert!(window.app().workspace().is_dirty(), "the file no longer has it");
    key(&mut window, Key::S);
    assert_eq!(written(&window), TREE);
    window.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    window.harness.run();
    assert!(!boxes(&window).iter().any(|(label, _)| label.contains("Knock")));
    assert!(window.app().workspace().is_dirty());
}

#[test]
fn an_edit_that_makes_an_invalid_tree_is_refused() {
    let mut window = at_the_door();
    select(&mut window, "Knock");
    press(&mut window, Role::Button, "Delete node");
    assert!(window.has_text("A decorator must have a child."));
    select(&mut window, "repeat");
    type_text(&mut window, "num_cycles", "many");
    window.shot("tree_file_refused");
    assert!(window.has_text("✖ “num_cycles”"), "the field says what is wrong");
    assert!(!window.app().workspace().is_dirty());
}

#[test]
fn changes_by_another_program_are_reported_and_not_lost() {
    let mut window = at_the_door();
    let other = TREE.replace("<Open/>", "<Open/><Push/>");
    select(&mut window, "Knock");
    type_text(&mut window, "hand", "both");
    write_elsewhere(&window.path("door.xml"), &other);
    look_at_files(&mut window);
    assert!(window.has_text("Another program has written door.xml while it has unsaved edits here"));
    assert!(boxes(&window).iter().all(|(label, _)| !label.contains("Push")), "the edits stay");
    key(&mut window, Key::S);
    assert!(window.has_text("so it was not saved"));
    assert_eq!(written(&window), other);
    assert!(window.app().workspace().is_dirty());
    window.shot("tree_file_conflict");
    // After undo, the version of the other program is loaded.
    key(&mut window, Key::Z);
    look_at_files(&mut window);
    assert!(boxes(&window).iter().any(|(label, _)| label.contains("Push")));
    assert_eq!(written(&window), other);
    // The second attempt to save overwrites the file.
    select(&mut window, "Knock");
    type_text(&mut window, "hand", "no");
    write_elsewhere(&window.path("door.xml"), TREE);
    key(&mut window, Key::S);
    assert_eq!(written(&window), TREE);
    key(&mut window, Key::S);
    assert!(written(&window).contains("Push") && written(&window).contains("hand=\"no\""));
    assert!(!window.app().workspace().is_dirty());
}

#[test]
fn the_scene_s_file_may_change_while_a_tree_is_edited() {
    let theirs = SCENE.replace("robot", "android");
    for takes_theirs in [true, false] {
        let mut window = at_the_door();
        select(&mut window, "Knock");
        type_text(&mut window, "hand", "both");
        fs::write(window.path("desk.json"), &theirs).unwrap();
        window.harness.run_steps(12);
        assert!(window.has_text("Another program changed desk.json"));
        window.shot("tree_file_scene_conflict");
        press(&mut window, Role::Button, if takes_theirs { "Load the file" } else { "Keep mine" });
        let name = |window: &TestWindow| window.app().workspace().scene().agents[0].name.clone();
        if takes_theirs {
            assert_eq!((name(&window), window.app().workspace().is_dirty()), ("android".to_owned(), false));
            key(&mut window, Key::Z);
            assert_eq!((name(&window), window.app().workspace().is_dirty()), ("robot".to_owned(), true));
            assert_eq!(written(&window), TREE);
        } else {
            assert_eq!((name(&window), window.app().workspace().is_dirty()), ("robot".to_owned(), true));
        }
        key(&mut window, Key::S);
        assert!(written(&window).contains("hand=\"both\"") && !window.app().workspace().is_dirty());
        assert!(fs::read_to_string(window.path("desk.json")).unwrap().contains("robot"));
        window.harness.run_steps(12);
        assert!(!window.has_text("Another program changed"), "our own save is no change");
    }
}

#[test]
fn closing_asks_about_a_tree_that_is_not_saved() {
    let mut window = at_the_door();
    select(&mut window, "Knock");
    type_text(&mut window, "hand", "both");
    key(&mut window, Key::Q);
    assert!(window.has_text("Save the changes?"));
    window.click(Role::Button, "Save");
    assert!(written(&window).contains("hand=\"both\""));
}

#[test]
fn a_tree_file_that_is_opened_as_a_scene_is_saved_to_its_file() {
    let mut window = at_the_door();
    let file = window.path("door.xml");
    assert!(window.harness.state_mut().workspace_mut().open(&file));
    window.harness.run();
    go_to(&mut window, 1);
    // Without a selected item, the Inspector has the title of the scene too.
    window.click_row("Main");
    select(&mut window, "Open");
    type_text(&mut window, "title", "try the handle");
    assert!(window.app().workspace().is_dirty());
    key(&mut window, Key::S);
    assert_eq!(written(&window), TREE.replace("<Open/>", "<Open name=\"try the handle\"/>"));
    assert!(!window.app().workspace().is_dirty());
}

#[test]
fn saving_to_another_folder_copies_the_tree_and_overwrites_none() {
    let mut window = at_the_door();
    select(&mut window, "Knock");
    type_text(&mut window, "hand", "both");
    let folder = tempfile::tempdir().unwrap();
    let save = |workspace: &mut Workspace| workspace.disk_mut().save_as(&folder.path().join("copy.json"));
    fs::write(folder.path().join("door.xml"), "somebody else's").unwrap();
    assert!(!save(window.harness.state_mut().workspace_mut()));
    assert_eq!(fs::read_to_string(folder.path().join("door.xml")).unwrap(), "somebody else's");
    fs::remove_file(folder.path().join("door.xml")).unwrap();
    assert!(save(window.harness.state_mut().workspace_mut()));
    window.harness.run();
    assert!(fs::read_to_string(folder.path().join("door.xml")).unwrap().contains("hand=\"both\""));
    assert_eq!(written(&window), TREE, "the original stays");
    assert!(node(&window, "Knock").0.contains("Knock") && !window.app().workspace().is_dirty());
}

#[test]
fn an_edited_tree_that_includes_another_file_is_not_saved_where_that_is_missing() {
    let tree = TREE.replace("  <BehaviorTree", "  <include path=\"sub.xml\"/>\n  <BehaviorTree");
    let sub = r#"<root BTCPP_format="4"><BehaviorTree ID="Sub"><AlwaysSuccess/></BehaviorTree></root>"#;
    let mut window = TestWindow::beside(SCENE, |folder| {
        fs::write(folder.join("door.xml"), &tree).unwrap();
        fs::write(folder.join("sub.xml"), sub).unwrap();
        fs::create_dir(folder.join("copies")).unwrap();
    });
    go_to(&mut window, 1);
    select(&mut window, "Knock");
    type_text(&mut window, "hand", "both");
    let copy = window.path("copies").join("copy.json");
    let save = |window: &mut TestWindow| {
        let saved = window.harness.state_mut().workspace_mut().disk_mut().save_as(&copy);
        window.harness.run();
        saved
    };
    assert!(!save(&mut window));
    assert!(window.has_text("door.xml has unsaved edits and includes “sub.xml”"), "the notice is in the window");
    assert_eq!(fs::read_dir(window.path("copies")).unwrap().count(), 0, "nothing was written");
    assert_eq!(written(&window), tree);
    // The remedy in the notice works when the root contains both folders.
    fs::create_dir(window.path(".git")).unwrap();
    key(&mut window, Key::S);
    assert!(written(&window).contains("hand=\"both\""));
    assert!(save(&mut window));
    assert!(fs::read_to_string(&copy).unwrap().contains("../door.xml"));
    assert!(node(&window, "Knock").0.contains("Knock"));
}

/// Two trees that no other tree includes.
const SEVERAL: &str = r#"<root BTCPP_format="4">
  <BehaviorTree ID="Left"><Sequence name="turn left"><A/></Sequence></BehaviorTree>
  <BehaviorTree ID="Right"><Sequence name="turn right"><A/></Sequence></BehaviorTree>
</root>"#;

#[test]
fn of_several_trees_one_is_chosen_in_the_window() {
    let mut window = TestWindow::beside(SCENE, |folder| fs::write(folder.join("several.xml"), SEVERAL).unwrap());
    let file = window.path("several.xml");
    let open = |window: &mut TestWindow| crate::opacity::drop_file(window, file.clone());
    open(&mut window);
    assert!(window.has_text("Choose a tree") && window.has_text("“several.xml” has 2 trees"));
    window.shot("tree_choice");
    window.click(Role::Button, "Cancel");
    window.harness.run();
    assert!(!window.has_text("Choose a tree"));
    assert_eq!(window.app().workspace().scene().agents[0].name, "robot", "the open scene stays");
    open(&mut window);
    window.click(Role::Button, "Right");
    window.harness.run();
    assert!(!window.has_text("Choose a tree"));
    assert_eq!(window.app().workspace().scene().agents[0].name, "Right");
    assert_eq!(window.app().workspace().scene().agents[0].tree.file().unwrap().id.as_deref(), Some("Right"));
    assert!(boxes(&window).iter().any(|(words, _)| words.contains("turn right")), "{:?}", boxes(&window));
    // Reading the file again does not ask again.
    assert!(window.harness.state_mut().workspace_mut().disk_mut().reload());
    assert_eq!(window.app().workspace().scene().agents[0].name, "Right");
}

#[test]
fn the_tree_of_an_agents_file_is_chosen_in_the_panel() {
    let scene = SCENE.replace("door.xml", "several.xml");
    let mut window = TestWindow::beside(&scene, |folder| fs::write(folder.join("several.xml"), SEVERAL).unwrap());
    window.click(Role::ComboBox, "Tree of the file");
    window.harness.run();
    window.click(Role::Button, "Left");
    window.harness.run();
    assert!(boxes(&window).iter().any(|(words, _)| words.contains("turn left")), "{:?}", boxes(&window));
    assert_eq!(window.app().workspace().document().undo_label(), Some("tree of robot"));
}

/// The rows of the breakpoints of the tree.
fn stops(window: &mut TestWindow) -> Vec<String> {
    tab(window, "Breakpoints");
    let nodes = window.harness.root().children_recursive();
    let labels = nodes.filter_map(|node| node.accesskit_node().value().or_else(|| node.accesskit_node().label()));
    let mut rows: Vec<String> = labels.filter(|label| label.starts_with("⏺ ")).collect();
    rows.dedup();
    rows
}

fn number(window: &TestWindow, words: &str) -> usize {
    node(window, words).0.split(' ').next().unwrap().parse().unwrap()
}

/// Shows all nodes of the tree, however small.
fn show_all(window: &mut TestWindow) {
    press(window, Role::Button, "Fit");
    if window.harness.query_by_role_and_label(Role::Button, "Unfold").is_some() {
        press(window, Role::Button, "Unfold");
    }
}

#[test]
fn a_breakpoint_a_selection_and_a_folded_node_stay_at_their_nodes() {
    let ours =
        |name: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name)).unwrap();
    let fill = |folder: &Path| fs::write(folder.join("patrol.xml"), ours("patrol.xml")).unwrap();
    let mut window = TestWindow::beside(&ours("groot.json"), fill);
    show_all(&mut window);
    select(&mut window, "gate, ");
    press(&mut window, Role::CheckBox, "starts");
    let gate = number(&window, "gate, ");
    assert_eq!(stops(&mut window), ["⏺ “gate” starts"]);
    // The first `GoTo` is before the gate.
    select(&mut window, "GoTo");
    assert!(number(&window, "GoTo") < gate);
    press(&mut window, Role::Button, "Delete node");
    assert_eq!((stops(&mut window), number(&window, "gate, ")), (vec!["⏺ “gate” starts".to_owned()], gate - 1));
    key(&mut window, Key::Z);
    assert_eq!((stops(&mut window), number(&window, "gate, ")), (vec!["⏺ “gate” starts".to_owned()], gate));
    window.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    window.harness.run();
    assert_eq!((stops(&mut window), number(&window, "gate, ")), (vec!["⏺ “gate” starts".to_owned()], gate - 1));
    // After a rename the breakpoint has the new name, and the node stays selected.
    select(&mut window, "gate, ");
    type_text(&mut window, "title", "porch");
    assert_eq!(stops(&mut window), ["⏺ “porch” starts"]);
    // The node is moved to the right of its sibling.
    tab(&mut window, "Node");
    press(&mut window, Role::Button, "Move node");
    press(&mut window, Role::Button, "Move right");
    let moved = number(&window, "porch, ");
    assert!(moved > gate - 1);
    assert_eq!(stops(&mut window), ["⏺ “porch” starts"]);
    // The node is folded and saved. Another program then writes the file with one more node before it.
    key(&mut window, Key::S);
    show_all(&mut window);
    let inside = |window: &TestWindow| boxes(window).iter().filter(|(label, _)| label.contains("LookAround")).count();
    assert_eq!(inside(&window), 2, "in the porch and in the hall");
    window.press(node(&window, "porch, ").1.center(), PointerButton::Secondary);
    press(&mut window, Role::Button, "Fold node");
    assert_eq!(inside(&window), 1);
    let text = fs::read_to_string(window.path("patrol.xml")).unwrap();
    let more = text.replacen("<ScriptCondition name=\"low?\"", "<AlwaysSuccess/><ScriptCondition name=\"low?\"", 1);
    assert_ne!(text, more);
    write_elsewhere(&window.path("patrol.xml"), &more);
    look_at_files(&mut window);
    assert_eq!((stops(&mut window), number(&window, "porch, ")), (vec!["⏺ “porch” starts".to_owned()], moved + 1));
    assert_eq!(inside(&window), 1, "it is still folded");
    tab(&mut window, "Node");
    assert!(window.has_text(&format!("{} porch", moved + 1)), "it is still selected");
}
