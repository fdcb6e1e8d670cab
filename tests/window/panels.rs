//! Panels are moved, put into tabs, closed and opened again.

use eframe::egui::{Event, Key, PointerButton, accesskit::Role, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::behavior::GUARD;
use crate::test_window::{SCENE, TestWindow};

fn with_about() -> String {
    SCENE.replacen("\"title\": \"Desk\"", "\"title\": \"Desk\", \"about\": \"Notes.\"", 1)
}

/// Clicks the check box of a panel in the menu.
fn toggle(window: &mut TestWindow, title: &str) {
    window.click(Role::Button, "View");
    window.click(Role::Button, "Panels");
    window.click(Role::CheckBox, title);
    window.harness.key_press(Key::Escape);
    window.harness.run();
    window.harness.key_press(Key::Escape);
    window.harness.run();
}

fn reset(window: &mut TestWindow) {
    window.click(Role::Button, "View");
    window.click(Role::Button, "Reset layout");
}

#[test]
fn panels_open_at_their_default_places() {
    let mut window = TestWindow::on(&with_about());
    for (width, height) in [(1440.0, 900.0), (1024.0, 640.0)] {
        // The harness has a border around the window.
        window.harness.set_size(vec2(width + 16.0, height + 16.0));
        window.harness.run();
        let [outliner, about, view, explain, problems, inspector] =
            ["Outliner", "About", "3D view", "Explain", "Problems", "Inspector"].map(|title| window.tab(title));
        let room = window.room();
        assert!(outliner.left() == room.left() && outliner.top() < 40.0, "{outliner:?}");
        assert!(about.left() == room.left() && (height * 0.5..height * 0.7).contains(&about.top()), "{about:?}");
        assert_eq!(view.top(), outliner.top());
        assert_eq!(inspector.top(), outliner.top());
        assert_eq!((explain.left(), explain.top()), (view.left(), problems.top()));
        let picture = window.view();
        assert_eq!((picture.left(), picture.right()), (room.left() + 263.0, room.right() - 319.0));
        assert!((picture.bottom() - explain.top()).abs() <= 1.0 && picture.top() == view.bottom());
        assert!(picture.height() > height * 0.48, "{picture:?}");
        window.shot(&format!("panels_{width}"));
    }
}

#[test]
fn a_cross_closes_a_panel_and_the_menu_opens_it_at_its_place() {
    let mut window = TestWindow::on(&with_about());
    let before = window.picture("panels_all");
    let wide = window.view();
    for title in ["Outliner", "About", "Inspector", "Explain"] {
        window.click(Role::Button, &format!("Close {title}"));
        assert!(!window.has_tab(title), "{title}");
    }
    assert!(window.has_tab("Verdicts"), "the tab behind it is open now");
    assert_eq!(window.view().x_range(), window.room().x_range(), "the view takes the room");
    window.shot("panels_closed");
    assert!(window.harness.query_by_label("Close 3D view").is_none());
    for title in ["Outliner", "About", "Inspector", "Explain"] {
        toggle(&mut window, title);
        assert!(window.has_tab(title), "{title}");
    }
    window.harness.event(Event::PointerGone);
    window.harness.run();
    assert_eq!(window.view(), wide);
    assert!(window.picture("panels_back") == before, "all is as it was");
    window.press(window.tab("Plots").center(), PointerButton::Middle);
    assert!(!window.has_tab("Plots"), "a middle click closes a tab");
    toggle(&mut window, "Explain");
    assert!(!window.has_tab("Explain"), "the menu closes, too");
}

#[test]
fn the_command_of_a_panel_behind_another_tab_brings_it_to_the_front_and_then_closes_it() {
    let mut window = TestWindow::new();
    assert!(window.has_tab("Problems") && window.harness.query_by_label("Close Problems").is_none());
    toggle(&mut window, "Problems");
    assert!(window.harness.query_by_label("Close Problems").is_some(), "its tab is in front");
    toggle(&mut window, "Problems");
    assert!(!window.has_tab("Problems"));
    toggle(&mut window, "Problems");
    assert!(window.harness.query_by_label("Close Problems").is_some(), "opened again");
}

#[test]
fn the_menu_has_reasons_for_panels_that_cannot_be_closed_or_shown() {
    let mut window = TestWindow::new();
    assert!(!window.has_tab("About"), "the scene has no notes");
    window.click(Role::Button, "View");
    window.click(Role::Button, "Panels");
    for title in ["3D view", "About"] {
        let entry = window.harness.get_by_role_and_label(Role::CheckBox, title);
        assert!(entry.accesskit_node().is_disabled(), "{title}");
    }
    window.shot("menu_panels");
}

#[test]
fn a_panel_is_dragged_beside_another_and_into_its_tabs_and_all_is_reset() {
    let mut window = TestWindow::on(&with_about());
    let before = window.picture("panels_all");
    let width = window.view().width();
    window.drag(window.tab("Inspector").center(), window.room().left_center());
    assert_eq!(window.tab("Inspector").left(), window.room().left(), "at the left of all");
    assert!(window.tab("Outliner").left() > 100.0);
    assert_eq!(window.view().right(), window.room().right());
    window.shot("panels_moved");
    window.drag(window.tab("Plots").center(), window.tab("Outliner").right_center() - vec2(2.0, 0.0));
    assert_eq!(window.tab("Plots").top(), window.tab("Outliner").top(), "one bar for both");
    assert!(window.has_text("Select an object together with"), "and it is open");
    window.shot("panels_tabbed");
    reset(&mut window);
    assert_eq!(window.view().width(), width);
    window.harness.event(Event::PointerGone);
    window.harness.run();
    assert!(window.picture("panels_reset") == before);
}

#[test]
fn a_panel_dropped_on_half_of_a_tab_is_beside_all_its_tabs() {
    let mut window = TestWindow::new();
    let (explain, view) = (window.tab("Explain"), window.view());
    // The left half of the Explain panel, a little below the middle of bar and contents together.
    let half = pos2(
        view.left() + view.width() * 0.25,
        explain.bottom() + (window.room().bottom() - 32.0 - explain.bottom()) / 2.0,
    );
    window.drag(window.tab("Outliner").center(), half);
    assert_eq!(window.tab("Outliner").top(), explain.top());
    assert!(window.tab("Explain").left() > window.tab("Outliner").right());
    for title in ["Verdicts", "Plots", "Problems"] {
        assert_eq!(window.tab(title).top(), explain.top());
    }
    window.shot("panels_beside_tabs");
}

#[test]
fn borders_are_dragged_and_keep_the_least_size_of_the_view() {
    let mut window = TestWindow::new();
    let view = window.view();
    let border = pos2(view.right() + 0.5, 300.0);
    window.drag(border, border - vec2(60.0, 0.0));
    assert!((window.view().right() - (view.right() - 60.0)).abs() <= 1.0, "{:?}", window.view());
    let border = pos2(window.view().right() + 0.5, 300.0);
    window.drag(border, border - vec2(700.0, 0.0));
    assert!((538.0..543.0).contains(&window.view().width()), "{:?}", window.view());
    assert_eq!(window.view().left(), view.left(), "the outliner keeps its size");
    window.harness.set_size(vec2(1600.0, 900.0));
    window.harness.run();
    assert_eq!(window.view().left(), view.left(), "whatever the window does");
}

#[test]
fn notices_are_shown_once_with_or_without_their_panel() {
    let mut window = TestWindow::new();
    let bad = window.path("bad.json");
    std::fs::write(&bad, "{ \"eyeline\": 1, \"cameras\": [ { \"nam\": \"x\" } ] }").unwrap();
    window.harness.state_mut().workspace_mut().open(&bad);
    window.harness.run();
    let seen = |window: &TestWindow| window.harness.query_all_by_label_contains("Cannot open").count();
    assert_eq!(seen(&window), 1);
    window.click(Role::Tab, "Problems");
    assert_eq!(seen(&window), 1);
    window.shot("notice_in_panel");
    window.click(Role::Button, "Close Problems");
    assert_eq!(seen(&window), 1, "above the panels again");
    window.shot("notice_above");
    window.click(Role::Button, "Dismiss");
    assert_eq!(seen(&window), 0);
}

#[test]
fn a_command_that_needs_a_panel_brings_it_to_the_front() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    for title in ["Outliner", "Inspector", "Explain", "Verdicts", "Plots", "Problems"] {
        toggle(&mut window, title);
    }
    // With only the view open, items can still be selected, edited and deleted.
    let view = window.view();
    window.press(view.center(), PointerButton::Primary);
    window.harness.state_mut().workspace_mut().selection_mut().select_object(Some(0));
    window.harness.key_press(Key::Period);
    window.harness.run();
    assert!(!window.has_tab("Outliner"));
    window.harness.key_press(Key::F2);
    window.harness.run();
    assert!(window.has_tab("Outliner"), "a name is typed into its row");

    let mut window = TestWindow::new();
    window.drag(window.tab("Inspector").center(), window.tab("3D view").right_center() - vec2(2.0, 0.0));
    assert!(window.harness.query_by_role_and_label(Role::Image, "3D view").is_none(), "the view is behind another tab");
    window.shot("panels_view_behind");
    let file = window.path("shot.png");
    window.harness.state_mut().save_screenshot(file);
    window.harness.run();
    assert!(window.harness.query_by_role_and_label(Role::Image, "3D view").is_some(), "a picture is taken of it");
}

#[test]
fn every_panel_has_a_hint_until_hints_are_switched_off() {
    let mut window = TestWindow::on(&with_about());
    let hints = [
        "Everything and its answer",
        "What this scene is about",
        "The scene with its answers",
        "The answer, step by step",
        "The selection in numbers",
    ];
    for hint in hints {
        assert!(window.has_text(hint), "{hint}");
    }
    for (tab, hint) in [
        ("Verdicts", "The answer for every object"),
        ("Plots", "The answer as a diagram"),
        ("Problems", "Errors and warnings"),
    ] {
        window.click(Role::Tab, tab);
        assert!(window.has_text(hint), "{hint}");
    }
    window.click(Role::Button, "View");
    window.click(Role::CheckBox, "Panel hints");
    for hint in hints {
        assert!(!window.has_text(hint), "{hint}");
    }
    window.shot("panels_without_hints");
}

#[test]
fn the_tab_of_a_panel_that_is_brought_to_the_front_is_in_view() {
    let mut window = TestWindow::on(GUARD);
    window.harness.set_size(vec2(512.0, 320.0));
    window.harness.run();
    let check = |window: &TestWindow, title: &str| {
        let arrow = |label| window.harness.query_by_role_and_label(Role::Button, label).map(|node| node.rect());
        let left = arrow("Scroll tabs left").map_or(window.view().right(), |arrow| arrow.right());
        let right = arrow("Scroll tabs right").map_or(window.room().right(), |arrow| arrow.left());
        let tab = window.tab(title);
        assert!(tab.left() >= left - 1.0 && tab.right() <= right + 1.0, "{title}: {tab:?} in {left} to {right}");
    };
    check(&window, "Behaviour");
    window.harness.get_by_role_and_label(Role::Tab, "Explain").click_accesskit();
    window.harness.run();
    check(&window, "Explain");
    assert!(window.harness.query_by_role_and_label(Role::Button, "Scroll tabs right").is_some(), "not all tabs fit");
    window.command("Show behaviour tree");
    check(&window, "Behaviour");
    window.shot("panels_tab_in_view");
}
