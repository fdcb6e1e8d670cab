//! Everything larger: by keys and menu, and still usable.

use eframe::egui::{Key, Modifiers, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable;

use crate::desk::Desk;

fn press(desk: &mut Desk, key: Key) -> f32 {
    desk.harness.key_press_modifiers(Modifiers::COMMAND, key);
    desk.harness.run();
    desk.harness.ctx.zoom_factor()
}

#[test]
fn keys_go_through_the_scales_and_back() {
    let mut desk = Desk::new();
    let up: Vec<f32> = (0..5).map(|_| press(&mut desk, Key::Plus)).collect();
    assert_eq!(up, [1.25, 1.5, 1.75, 2.0, 2.0]);
    assert_eq!(press(&mut desk, Key::Minus), 1.75);
    assert_eq!(press(&mut desk, Key::Num0), 1.0);
    assert_eq!(press(&mut desk, Key::Minus), 1.0);
    assert_eq!(press(&mut desk, Key::Equals), 1.25, "where + needs Shift");
}

#[test]
fn the_menu_offers_the_scales() {
    let mut desk = Desk::new();
    desk.click(Role::Button, "View");
    desk.click(Role::Button, "Scale");
    desk.shot("menu_scale");
    desk.click(Role::Button, "150 %");
    assert_eq!(desk.harness.ctx.zoom_factor(), 1.5);
}

/// What a window of 1440 × 900 has at 200 %.
fn small() -> Desk {
    let mut desk = Desk::on(include_str!("../../scenes/tour.json"));
    // The harness leaves a border around.
    desk.harness.set_size(vec2(736.0, 466.0));
    desk.harness.run();
    desk
}

#[test]
fn at_twice_the_size_all_menus_are_whole() {
    let mut desk = small();
    let window = desk.room();
    let mut check = |menus: &[&str], entries: &[&str]| {
        for menu in menus {
            desk.click(Role::Button, menu);
        }
        for entry in entries {
            let rect = desk.harness.get_by_label_contains(entry).rect();
            assert!(window.contains_rect(rect), "{menus:?}, {entry}: {rect:?}");
        }
        desk.shot(&format!("large_{}", menus.join("_")));
        for _ in menus {
            desk.harness.key_press(Key::Escape);
            desk.harness.run();
        }
    };
    check(&["File"], &["Save as…", "Quit"]);
    check(&["Edit"], &["Delete"]);
    check(&["Insert"], &["Capsule"]);
    check(&["View"], &["Orthographic", "System theme"]);
    check(&["View", "Panels"], &["Panel hints", "Reset layout"]);
    check(&["View", "Scale"], &["100 %", "200 %"]);
    check(&["Help"], &["Keyboard shortcuts"]);
}

#[test]
fn at_twice_the_size_the_view_and_the_panels_have_room() {
    let mut desk = small();
    let view = desk.view();
    assert!(view.width() > 250.0 && view.height() > 120.0, "{view:?}");
    let window = desk.room();
    for tab in ["Outliner", "About", "Explain", "Verdicts", "Plots", "Problems", "Inspector"] {
        let rect = desk.tab(tab);
        assert!(window.contains_rect(rect), "{tab}: {rect:?}");
        desk.click(Role::Tab, tab);
        desk.shot(&format!("large_tab_{tab}"));
    }
    let fields: Vec<_> = desk.harness.get_all_by_role(Role::SpinButton).map(|field| field.rect()).collect();
    assert!(fields.len() > 20 && fields.iter().all(|field| field.right() <= window.right()), "{fields:?}");
    assert!(desk.harness.query_by_label("Scroll tabs right").is_none(), "all tabs are in their bar");
    desk.harness.event(eframe::egui::Event::Text("?".to_owned()));
    desk.harness.run();
    let help = desk.harness.get_by_label("Zoom to the pointer").rect();
    assert!(window.contains_rect(help), "{help:?}");
    desk.shot("large_shortcuts");
}

/// What a window of 1024 × 640 has at 200 %.
#[test]
fn in_the_smallest_window_at_twice_the_size_every_panel_can_be_read() {
    let mut desk = Desk::on(include_str!("../../scenes/tour.json"));
    desk.harness.set_size(vec2(512.0, 320.0));
    desk.harness.run();
    let room = desk.room();
    let view = desk.view();
    assert!(view.width() > 190.0 && view.height() > 150.0, "{view:?}");
    assert!(desk.has_text("“crate” is outside: the right plane rejects it by 0.4409 m."), "whole");
    let steps = desk.harness.get_by_role_and_label(Role::ListBoxOption, "Step 1: Tight box").rect();
    assert!(room.contains_rect(steps), "the list of steps: {steps:?}");
    desk.shot("smallest_explain");
    for (tab, words) in [("Inspector", "rejected by"), ("Outliner", "Objects"), ("About", "guard")] {
        desk.harness.get_by_role_and_label(Role::Tab, tab).click_accesskit();
        desk.harness.run();
        assert!(desk.has_text(words), "{tab}");
        desk.shot(&format!("smallest_{tab}"));
    }
    desk.harness.get_by_role_and_label(Role::Tab, "Inspector").click_accesskit();
    desk.harness.run();
    let fields: Vec<_> = desk.harness.get_all_by_role(Role::SpinButton).map(|field| field.rect()).collect();
    assert!(fields.iter().all(|field| field.right() <= room.right() + 8.0), "{fields:?} in {room}");
    desk.harness.set_size(vec2(1440.0, 900.0));
    desk.harness.run();
    assert!(desk.has_tab("Outliner") && desk.has_text("Everything and its answer"), "the usual arrangement is back");
}
