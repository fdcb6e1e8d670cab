//! Panels moved, tabbed together, closed and brought back.

use eframe::egui::{Event, Key, PointerButton, accesskit::Role, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::desk::{Desk, SCENE};

fn with_about() -> String {
    SCENE.replacen("\"title\": \"Desk\"", "\"title\": \"Desk\", \"about\": \"Notes.\"", 1)
}

/// Ticks a panel in the menu, or unticks it.
fn toggle(desk: &mut Desk, title: &str) {
    desk.click(Role::Button, "View");
    desk.click(Role::Button, "Panels");
    desk.click(Role::CheckBox, title);
    desk.harness.key_press(Key::Escape);
    desk.harness.run();
    desk.harness.key_press(Key::Escape);
    desk.harness.run();
}

fn reset(desk: &mut Desk) {
    desk.click(Role::Button, "View");
    desk.click(Role::Button, "Panels");
    desk.click(Role::Button, "Reset layout");
}

#[test]
fn panels_begin_where_they_belong() {
    let mut desk = Desk::on(&with_about());
    for (width, height) in [(1440.0, 900.0), (1024.0, 640.0)] {
        // The harness leaves a border around.
        desk.harness.set_size(vec2(width + 16.0, height + 16.0));
        desk.harness.run();
        let [outliner, about, view, explain, problems, inspector] =
            ["Outliner", "About", "3D view", "Explain", "Problems", "Inspector"].map(|title| desk.tab(title));
        let room = desk.room();
        assert!(outliner.left() == room.left() && outliner.top() < 40.0, "{outliner:?}");
        assert!(about.left() == room.left() && (height * 0.5..height * 0.7).contains(&about.top()), "{about:?}");
        assert_eq!(view.top(), outliner.top());
        assert_eq!(inspector.top(), outliner.top());
        assert_eq!((explain.left(), explain.top()), (view.left(), problems.top()));
        let picture = desk.view();
        assert_eq!((picture.left(), picture.right()), (room.left() + 263.0, room.right() - 319.0));
        assert!((picture.bottom() - explain.top()).abs() <= 1.0 && picture.top() == view.bottom());
        assert!(picture.height() > height * 0.48, "{picture:?}");
        desk.shot(&format!("panels_{width}"));
    }
}

#[test]
fn a_cross_closes_a_panel_and_the_menu_brings_it_back_to_its_place() {
    let mut desk = Desk::on(&with_about());
    let before = desk.shot("panels_all");
    let wide = desk.view();
    for title in ["Outliner", "About", "Inspector", "Explain"] {
        desk.click(Role::Button, &format!("Close {title}"));
        assert!(!desk.has_tab(title), "{title}");
    }
    assert!(desk.has_tab("Verdicts"), "the tab behind it is open now");
    assert_eq!(desk.view().x_range(), desk.room().x_range(), "the view takes the room");
    desk.shot("panels_closed");
    assert!(desk.harness.query_by_label("Close 3D view").is_none());
    for title in ["Outliner", "About", "Inspector", "Explain"] {
        toggle(&mut desk, title);
        assert!(desk.has_tab(title), "{title}");
    }
    desk.harness.event(Event::PointerGone);
    desk.harness.run();
    assert_eq!(desk.view(), wide);
    assert!(desk.shot("panels_back") == before, "all is as it was");
    desk.press(desk.tab("Plots").center(), PointerButton::Middle);
    assert!(!desk.has_tab("Plots"), "a middle click closes a tab");
    toggle(&mut desk, "Verdicts");
    assert!(!desk.has_tab("Verdicts"), "the menu closes, too");
}

#[test]
fn the_menu_says_what_cannot_be_closed_or_shown() {
    let mut desk = Desk::new();
    assert!(!desk.has_tab("About"), "the scene has no notes");
    desk.click(Role::Button, "View");
    desk.click(Role::Button, "Panels");
    for title in ["3D view", "About"] {
        let entry = desk.harness.get_by_role_and_label(Role::CheckBox, title);
        assert!(entry.accesskit_node().is_disabled(), "{title}");
    }
    desk.shot("menu_panels");
}

#[test]
fn a_panel_is_dragged_beside_another_and_into_its_tabs_and_all_is_reset() {
    let mut desk = Desk::on(&with_about());
    let before = desk.shot("panels_all");
    let width = desk.view().width();
    desk.drag(desk.tab("Inspector").center(), desk.room().left_center());
    assert_eq!(desk.tab("Inspector").left(), desk.room().left(), "at the left of all");
    assert!(desk.tab("Outliner").left() > 100.0);
    assert_eq!(desk.view().right(), desk.room().right());
    desk.shot("panels_moved");
    desk.drag(desk.tab("Plots").center(), desk.tab("Outliner").right_center() - vec2(2.0, 0.0));
    assert_eq!(desk.tab("Plots").top(), desk.tab("Outliner").top(), "one bar for both");
    assert!(desk.has_text("Select an object together with"), "and it is open");
    desk.shot("panels_tabbed");
    reset(&mut desk);
    assert_eq!(desk.view().width(), width);
    desk.harness.event(Event::PointerGone);
    desk.harness.run();
    assert!(desk.shot("panels_reset") == before);
}

#[test]
fn a_panel_dropped_on_half_of_a_tab_is_beside_all_its_tabs() {
    let mut desk = Desk::new();
    let (explain, view) = (desk.tab("Explain"), desk.view());
    // The left half of what Explain shows, a little lower than the half of bar and contents together.
    let half = pos2(
        view.left() + view.width() * 0.25,
        explain.bottom() + (desk.room().bottom() - 32.0 - explain.bottom()) / 2.0,
    );
    desk.drag(desk.tab("Outliner").center(), half);
    assert_eq!(desk.tab("Outliner").top(), explain.top());
    assert!(desk.tab("Explain").left() > desk.tab("Outliner").right());
    for title in ["Verdicts", "Plots", "Problems"] {
        assert_eq!(desk.tab(title).top(), explain.top());
    }
    desk.shot("panels_beside_tabs");
}

#[test]
fn borders_are_dragged_and_leave_the_view_its_least() {
    let mut desk = Desk::new();
    let view = desk.view();
    let border = pos2(view.right() + 0.5, 300.0);
    desk.drag(border, border - vec2(60.0, 0.0));
    assert!((desk.view().right() - (view.right() - 60.0)).abs() <= 1.0, "{:?}", desk.view());
    let border = pos2(desk.view().right() + 0.5, 300.0);
    desk.drag(border, border - vec2(700.0, 0.0));
    assert!((538.0..543.0).contains(&desk.view().width()), "{:?}", desk.view());
    assert_eq!(desk.view().left(), view.left(), "the outliner keeps its size");
    desk.harness.set_size(vec2(1600.0, 900.0));
    desk.harness.run();
    assert_eq!(desk.view().left(), view.left(), "whatever the window does");
}

#[test]
fn notices_are_seen_once_whether_or_not_their_panel_is() {
    let mut desk = Desk::new();
    let bad = desk.path("bad.json");
    std::fs::write(&bad, "{ \"eyeline\": 1, \"cameras\": [ { \"nam\": \"x\" } ] }").unwrap();
    desk.harness.state_mut().session_mut().open(&bad);
    desk.harness.run();
    let seen = |desk: &Desk| desk.harness.query_all_by_label_contains("Cannot open").count();
    assert_eq!(seen(&desk), 1);
    desk.click(Role::Tab, "Problems");
    assert_eq!(seen(&desk), 1);
    desk.shot("notice_in_panel");
    desk.click(Role::Button, "Close Problems");
    assert_eq!(seen(&desk), 1, "above the panels again");
    desk.shot("notice_above");
    desk.click(Role::Button, "Dismiss");
    assert_eq!(seen(&desk), 0);
}

#[test]
fn what_needs_a_panel_brings_it_to_the_front() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    for title in ["Outliner", "Inspector", "Explain", "Verdicts", "Plots", "Problems"] {
        toggle(&mut desk, title);
    }
    // With nothing but the view, things are selected, edited and asked for as ever.
    let view = desk.view();
    desk.press(view.center(), PointerButton::Primary);
    desk.harness.state_mut().session_mut().select_object(Some(0));
    desk.harness.key_press(Key::Period);
    desk.harness.run();
    assert!(!desk.has_tab("Outliner"));
    desk.harness.key_press(Key::F2);
    desk.harness.run();
    assert!(desk.has_tab("Outliner"), "a name is typed into its row");

    let mut desk = Desk::new();
    desk.drag(desk.tab("Inspector").center(), desk.tab("3D view").right_center() - vec2(2.0, 0.0));
    assert!(desk.harness.query_by_role_and_label(Role::Image, "3D view").is_none(), "the view is behind another tab");
    desk.shot("panels_view_behind");
    let file = desk.path("shot.png");
    desk.harness.state_mut().save_screenshot(file);
    desk.harness.run();
    assert!(desk.harness.query_by_role_and_label(Role::Image, "3D view").is_some(), "a picture is taken of it");
}

#[test]
fn every_panel_says_what_it_shows_until_that_is_switched_off() {
    let mut desk = Desk::on(&with_about());
    let hints = [
        "Everything and its answer",
        "What this scene is about",
        "The scene with its answers",
        "The answer, step by step",
        "The selection in numbers",
    ];
    for hint in hints {
        assert!(desk.has_text(hint), "{hint}");
    }
    for (tab, hint) in [
        ("Verdicts", "The answer for every object"),
        ("Plots", "The answer as a diagram"),
        ("Problems", "Errors and warnings"),
    ] {
        desk.click(Role::Tab, tab);
        assert!(desk.has_text(hint), "{hint}");
    }
    toggle(&mut desk, "Panel hints");
    for hint in hints {
        assert!(!desk.has_text(hint), "{hint}");
    }
    desk.shot("panels_without_hints");
}
