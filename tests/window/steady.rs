//! Panels keep their width whatever is selected.

use eframe::egui::accesskit::Role;
use eframe::egui::{Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::desk::Desk;
use crate::scenes;

/// A turned camera, a turned and huge object, and a ray that is not straight: numbers with all their digits.
const LONG: &str = r#"{ "eyeline": 1, "cameras": [ { "name": "turned", "near": 0.123456, "far": 98765.43,
        "position": [-1234.567, 0.000123, 7654.321], "rotation": [-0.46175, 0.00871, 0.12345, 0.88699] } ],
    "objects": [ { "name": "long", "shape": { "box": { "half_extents": [0.333333, 1234.567, 0.00012345] } },
        "position": [-98765.43, 0.1234567, -0.000321], "rotation": [0.46175, -0.00871, 0.12345, 0.88699],
        "scale": [1.23456, 0.987654, 3.14159265],
        "path": { "points": [[-12345.67, 0.12345, -3.33333], [4.44444, -5.55555, 6.66666]], "speed": 1.23456 } } ],
    "rays": [ { "name": "askew", "origin": [-0.123456, 123.4567, -1234.5678],
        "direction": [-0.123456, 0.987654, -0.555555] } ] }"#;

/// The names of the rows of the outliner that are seen without scrolling.
fn things(desk: &Desk) -> Vec<String> {
    let scene = desk.app().session().scene();
    let names = scene.cameras.iter().map(|camera| &camera.name).chain(scene.rays.iter().map(|ray| &ray.name));
    let names = names.chain(scene.objects.iter().map(|object| &object.name));
    names.filter(|name| desk.seen_row(name).is_some()).cloned().collect()
}

/// The inspector, and its numbers.
fn inspector(desk: &Desk) -> (Rect, Vec<(String, Rect)>) {
    let panel = desk.harness.get_by_role_and_label(Role::Pane, "Inspector");
    let fields = panel.query_all_by_role(Role::SpinButton);
    let named = |node: egui_kittest::Node<'_>| (node.accesskit_node().label().unwrap_or_default(), node.rect());
    // It has all that is right of the view.
    let room = Rect::from_x_y_ranges(desk.view().right()..=desk.room().right(), desk.room().y_range());
    (room, fields.map(named).collect())
}

#[test]
fn the_inspector_keeps_its_width_whatever_is_selected() {
    let all = scenes::all().into_iter().map(|(name, text)| (name, text, vec2(1440.0, 900.0)));
    // At 200 % a window of 1440 × 900 has half of it.
    let small = ("long and small".to_owned(), LONG.to_owned(), vec2(736.0, 466.0));
    for (name, text, size) in all.chain([("long".to_owned(), LONG.to_owned(), vec2(1024.0, 640.0)), small]) {
        let mut desk = Desk::beside(&text, scenes::levels_into);
        desk.harness.set_size(size);
        desk.harness.run();
        let (first, _) = inspector(&desk);
        for thing in things(&desk) {
            desk.click_row(&thing);
            for frame in 0..30 {
                desk.harness.step();
                let (now, fields) = inspector(&desk);
                assert_eq!(now.x_range(), first.x_range(), "{name}, {thing}, frame {frame}");
                for (label, field) in fields.iter().filter(|(_, field)| field.width() > 0.0) {
                    assert!(
                        field.right() <= now.right() && field.left() >= now.left(),
                        "{name}, {thing}: {label} at {field} leaves {now}"
                    );
                }
                for pair in fields.windows(2) {
                    let (a, b) = (pair[0].1, pair[1].1);
                    let is_one_row = (a.center().y - b.center().y).abs() < 1.0;
                    assert!(!is_one_row || a.right() <= b.left() + 0.01, "{name}, {thing}: {pair:?} overlap");
                }
            }
        }
    }
}

#[test]
fn a_number_cut_short_is_whole_to_who_points_at_it_and_who_types() {
    let mut desk = Desk::on(LONG);
    desk.click_row("turned");
    let field = desk.field("quaternion W").center();
    let value = |desk: &Desk| {
        let fields = desk.harness.get_all_by_role_and_label(Role::SpinButton, "quaternion W");
        fields.last().and_then(|node| node.accesskit_node().value()).unwrap()
    };
    assert_eq!(value(&desk), "W 0.89");
    desk.harness.hover_at(field);
    desk.harness.run_steps(60);
    assert!(desk.has_text("0.88699"), "its hover text");
    desk.press(field, eframe::egui::PointerButton::Primary);
    desk.harness.run();
    assert_eq!(value(&desk), "0.88699", "while typing");
    desk.harness.key_press(eframe::egui::Key::Enter);
    desk.harness.run();
    let kept = desk.app().session().scene().cameras[0].rotation;
    assert_eq!(kept, Some([-0.46175, 0.00871, 0.12345, 0.88699]), "leaving the field changes nothing");
}
