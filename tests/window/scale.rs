//! The scale of the window: set by keys and menu, with usable results.

use eframe::egui::{Key, Modifiers, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::test_window::TestWindow;

fn press(window: &mut TestWindow, key: Key) -> f32 {
    window.harness.key_press_modifiers(Modifiers::COMMAND, key);
    window.harness.run();
    window.harness.ctx.zoom_factor()
}

#[test]
fn keys_go_through_the_scales_and_back() {
    let mut window = TestWindow::new();
    let up: Vec<f32> = (0..5).map(|_| press(&mut window, Key::Plus)).collect();
    assert_eq!(up, [1.25, 1.5, 1.75, 2.0, 2.0]);
    assert_eq!(press(&mut window, Key::Minus), 1.75);
    assert_eq!(press(&mut window, Key::Num0), 1.0);
    assert_eq!(press(&mut window, Key::Minus), 1.0);
    assert_eq!(press(&mut window, Key::Equals), 1.25, "where + needs Shift");
}

#[test]
fn the_menu_offers_the_scales() {
    let mut window = TestWindow::new();
    window.click(Role::Button, "View");
    window.click(Role::Button, "Scale");
    window.shot("menu_scale");
    window.click(Role::Button, "150 %");
    assert_eq!(window.harness.ctx.zoom_factor(), 1.5);
}

/// The size, in points, of a window of 1440 × 900 at 200 %.
fn small() -> TestWindow {
    let mut window = TestWindow::on(include_str!("../../scenes/tour.json"));
    // The harness has a border around the window.
    window.harness.set_size(vec2(736.0, 466.0));
    window.harness.run();
    window
}

#[test]
fn at_200_percent_all_menus_fit() {
    let mut window = small();
    let area = window.room();
    let mut check = |menus: &[&str], entries: &[&str]| {
        for menu in menus {
            window.click(Role::Button, menu);
        }
        for entry in entries {
            // A panel's tab has the same name as its entry.
            let mut found = window.harness.get_all_by_label_contains(entry);
            let is_entry = |role| matches!(role, Role::Button | Role::CheckBox);
            let rect = found.find(|node| is_entry(node.accesskit_node().role())).unwrap().rect();
            assert!(area.contains_rect(rect), "{menus:?}, {entry}: {rect:?}");
        }
        window.shot(&format!("large_{}", menus.join("_")));
        for _ in menus {
            window.harness.key_press(Key::Escape);
            window.harness.run();
        }
    };
    check(&["File"], &["Save as…", "Quit"]);
    check(&["Edit"], &["Delete"]);
    check(&["Insert"], &["Capsule"]);
    check(&["View"], &["Reset layout", "Orthographic", "Theme"]);
    check(&["View", "Theme"], &["Dark theme", "System theme"]);
    check(&["View", "Panels"], &["Outliner", "Inspector"]);
    check(&["View", "Scale"], &["100 %", "200 %"]);
    check(&["Help"], &["Keyboard shortcuts"]);
}

#[test]
fn at_200_percent_the_view_and_the_panels_fit() {
    let mut window = small();
    let view = window.view();
    assert!(view.width() > 250.0 && view.height() > 120.0, "{view:?}");
    let area = window.room();
    for tab in ["Outliner", "About", "Explain", "Verdicts", "Plots", "Problems", "Inspector"] {
        let rect = window.tab(tab);
        assert!(area.contains_rect(rect), "{tab}: {rect:?}");
        window.click(Role::Tab, tab);
        window.shot(&format!("large_tab_{tab}"));
    }
    let fields: Vec<_> = window.harness.get_all_by_role(Role::SpinButton).map(|field| field.rect()).collect();
    assert!(fields.len() > 20 && fields.iter().all(|field| field.right() <= area.right()), "{fields:?}");
    assert!(window.harness.query_by_label("Scroll tabs right").is_none(), "the last tabs are in sight");
    window.harness.event(eframe::egui::Event::Text("?".to_owned()));
    window.harness.run();
    let help = window.harness.get_by_label("Zoom to the pointer").rect();
    assert!(area.contains_rect(help), "{help:?}");
    window.shot("large_shortcuts");
}

/// The size, in points, of a window of 1024 × 640 at 200 %.
#[test]
fn in_the_smallest_window_at_200_percent_every_panel_is_readable() {
    let mut window = TestWindow::on(include_str!("../../scenes/tour.json"));
    window.harness.set_size(vec2(512.0, 320.0));
    window.harness.run();
    let room = window.room();
    let view = window.view();
    assert!(view.width() > 190.0 && view.height() > 150.0, "{view:?}");
    assert!(window.has_text("“crate” is outside: the right plane rejects it by 0.4409 m."), "whole");
    let steps = window.harness.get_by_role_and_label(Role::ListBoxOption, "Step 1: Tight box").rect();
    assert!(room.contains_rect(steps), "the list of steps: {steps:?}");
    window.shot("smallest_explain");
    for (tab, words) in [("Inspector", "rejected by"), ("Outliner", "Objects"), ("About", "guard")] {
        window.harness.get_by_role_and_label(Role::Tab, tab).click_accesskit();
        window.harness.run();
        assert!(window.has_text(words), "{tab}");
        window.shot(&format!("smallest_{tab}"));
    }
    window.harness.get_by_role_and_label(Role::Tab, "Inspector").click_accesskit();
    window.harness.run();
    let fields: Vec<_> = window.harness.get_all_by_role(Role::SpinButton).map(|field| field.rect()).collect();
    assert!(fields.iter().all(|field| field.right() <= room.right() + 8.0), "{fields:?} in {room}");
    window.harness.set_size(vec2(1440.0, 900.0));
    window.harness.run();
    assert!(
        window.has_tab("Outliner") && window.has_text("Everything and its answer"),
        "the usual arrangement is back"
    );
}
