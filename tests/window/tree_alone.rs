//! A scene with a behaviour tree and nothing in space: the tree has the whole middle of the window, top down or from
//! left to right.

use eframe::egui::accesskit::Role;
use eframe::egui::{Rect, vec2};
use egui_kittest::kittest::Queryable;

use crate::behavior::boxes;
use crate::test_window::{SCENE, Shelf, TestWindow};

fn groot() -> TestWindow {
    TestWindow::beside(include_str!("../../scenes/groot.json"), |folder| {
        std::fs::write(folder.join("patrol.xml"), include_str!("../../scenes/patrol.xml")).unwrap();
    })
}

fn has_view(window: &TestWindow) -> bool {
    window.harness.query_by_role_and_label(Role::Image, "3D view").is_some()
}

fn tree(window: &TestWindow) -> Rect {
    window.harness.get_by_role(Role::Tree).rect()
}

#[test]
fn the_tree_has_the_middle_until_the_scene_has_something_in_space() {
    let mut window = groot();
    window.shot("tree_alone");
    assert!(!has_view(&window));
    let alone = tree(&window);
    assert!(alone.height() > 0.6 * 900.0 && alone.top() < 200.0, "{alone}");
    assert!(!has_view(&window) && window.has_tab("Outliner") && window.has_tab("Inspector"));
    window.command("Box");
    assert!(has_view(&window), "a box has a place");
    assert!(tree(&window).height() < alone.height() - 100.0);
    window.command("Undo add box");
    assert!(!has_view(&window));
    window.command("3D view");
    assert!(has_view(&window), "as the user asked");

    // The next scene has the usual layout, and it alone is stored.
    let mut window = groot();
    let mut shelf = Shelf::default();
    window.app().store(&mut shelf);
    let usual = TestWindow::new().view();
    assert_eq!(TestWindow::again(SCENE, shelf).view(), usual);
    let other = window.path("other.json");
    std::fs::write(&other, SCENE).unwrap();
    assert!(window.harness.state_mut().workspace_mut().open(&other));
    window.harness.run();
    assert_eq!(window.view(), usual);
}

#[test]
fn a_tree_alone_has_the_middle_of_small_windows_too() {
    for size in [vec2(1024.0, 640.0), vec2(512.0, 320.0)] {
        let mut window = groot();
        window.harness.set_size(size);
        window.harness.run();
        window.shot(&format!("tree_alone_{}", size.x));
        assert!(!has_view(&window));
        assert!(tree(&window).height() > 0.2 * size.y, "{size}: {}", tree(&window));
    }
}

#[test]
fn trees_are_drawn_from_left_to_right_and_stay_so() {
    let mut window = TestWindow::on(include_str!("../../scenes/aborts.json"));
    let find = |window: &TestWindow, name: &str| {
        let drawn = boxes(window);
        let found = drawn.iter().find(|(label, _)| label.contains(name));
        found.unwrap_or_else(|| panic!("{name} in {drawn:?}")).1
    };
    assert!(find(&window, "fight").bottom() < find(&window, "enemy here").top(), "top down");
    window.command("Trees left to right");
    for _ in 0..90 {
        // An abort, its cause and what it halted are in view at every tick.
        let (parent, child) = (find(&window, "fight"), find(&window, "enemy here"));
        assert!(parent.right() < child.left(), "{parent} {child}");
        window.command("Next tick");
    }
    window.shot("tree_sideways");
    let strike = find(&window, "strike");
    assert!(find(&window, "enemy here").bottom() <= strike.top(), "the first child is above the second");
    window.command("Trees top down");
    assert!(find(&window, "fight").bottom() < find(&window, "enemy here").top());
}
