//! Panels keep their width for every selection.

use eframe::egui::accesskit::Role;
use eframe::egui::{Rect, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::scenes;
use crate::test_window::TestWindow;

/// A rotated camera, a rotated and very large object, and an oblique ray: numbers with all their digits.
const LONG: &str = r#"{ "eyeline": 1, "cameras": [ { "name": "turned", "near": 0.123456, "far": 98765.43,
        "position": [-1234.567, 0.000123, 7654.321], "rotation": [-0.46175, 0.00871, 0.12345, 0.88699] } ],
    "objects": [ { "name": "long", "shape": { "box": { "half_extents": [0.333333, 1234.567, 0.00012345] } },
        "position": [-98765.43, 0.1234567, -0.000321], "rotation": [0.46175, -0.00871, 0.12345, 0.88699],
        "scale": [1.23456, 0.987654, 3.14159265],
        "path": { "points": [[-12345.67, 0.12345, -3.33333], [4.44444, -5.55555, 6.66666]], "speed": 1.23456 } } ],
    "rays": [ { "name": "askew", "origin": [-0.123456, 123.4567, -1234.5678],
        "direction": [-0.123456, 0.987654, -0.555555] } ] }"#;

/// The names of the rows of the outliner that are visible without scrolling.
fn items(window: &TestWindow) -> Vec<String> {
    /// Items of one kind have the same fields.
    const OF_A_KIND: usize = 4;
    let scene = window.app().workspace().scene();
    let cameras = scene.cameras.iter().map(|camera| &camera.name).take(OF_A_KIND);
    let rays = scene.rays.iter().map(|ray| &ray.name).take(OF_A_KIND);
    let objects = scene.objects.iter().map(|object| &object.name).take(OF_A_KIND);
    cameras.chain(rays).chain(objects).filter(|name| window.seen_row(name).is_some()).cloned().collect()
}

/// The inspector, and its numbers.
fn inspector(window: &TestWindow) -> (Rect, Vec<(String, Rect)>) {
    let panel = window.harness.get_by_role_and_label(Role::Pane, "Inspector");
    let fields = panel.query_all_by_role(Role::SpinButton);
    let named = |node: egui_kittest::Node<'_>| (node.accesskit_node().label().unwrap_or_default(), node.rect());
    // The inspector has the whole width to the right of the view. A tree alone has no view: then it begins at its tab.
    let view = window.harness.query_by_role_and_label(Role::Image, "3D view");
    let left = view.map_or_else(|| window.tab("Inspector").left(), |view| view.rect().right());
    let room = Rect::from_x_y_ranges(left..=window.room().right(), window.room().y_range());
    (room, fields.map(named).collect())
}

#[test]
fn the_inspector_keeps_its_width_whatever_is_selected() {
    // Animations of a window end within eight frames. The long numbers have more frames, in which a width could creep.
    let all = scenes::all().into_iter().map(|(name, text)| (name, text, vec2(1440.0, 900.0), 8));
    // At 200 % a window of 1440 × 900 has half the size in points.
    let small = ("long and small".to_owned(), LONG.to_owned(), vec2(736.0, 466.0), 30);
    let long = ("long".to_owned(), LONG.to_owned(), vec2(1024.0, 640.0), 30);
    for (name, text, size, frames) in all.chain([long, small]) {
        let mut window = TestWindow::beside(&text, scenes::levels_into);
        window.harness.set_size(size);
        window.harness.run();
        let (first, _) = inspector(&window);
        for item in items(&window) {
            window.click_row(&item);
            for frame in 0..frames {
                window.harness.step();
                let (now, fields) = inspector(&window);
                assert_eq!(now.x_range(), first.x_range(), "{name}, {item}, frame {frame}");
                assert!(!window.has_id_clash(), "{name}, {item}: two widgets have one id");
                for (label, field) in fields.iter().filter(|(_, field)| field.width() > 0.0) {
                    assert!(
                        field.right() <= now.right() && field.left() >= now.left(),
                        "{name}, {item}: {label} at {field} leaves {now}"
                    );
                }
                for pair in fields.windows(2) {
                    let (a, b) = (pair[0].1, pair[1].1);
                    let is_one_row = (a.center().y - b.center().y).abs() < 1.0;
                    assert!(!is_one_row || a.right() <= b.left() + 0.01, "{name}, {item}: {pair:?} overlap");
                }
            }
        }
    }
}

#[test]
fn a_shortened_number_is_complete_in_its_tooltip_and_while_typing() {
    let mut window = TestWindow::on(LONG);
    window.click_row("turned");
    let field = window.field("quaternion W").center();
    let value = |window: &TestWindow| {
        let fields = window.harness.get_all_by_role_and_label(Role::SpinButton, "quaternion W");
        fields.last().and_then(|node| node.accesskit_node().value()).unwrap()
    };
    assert_eq!(value(&window), "W 0.89");
    window.harness.hover_at(field);
    window.harness.run_steps(60);
    assert!(window.has_text("0.88699"), "its hover text");
    window.press(field, eframe::egui::PointerButton::Primary);
    window.harness.run();
    assert_eq!(value(&window), "0.88699", "while typing");
    window.harness.key_press(eframe::egui::Key::Enter);
    window.harness.run();
    let kept = window.app().workspace().scene().cameras[0].rotation;
    assert_eq!(kept, Some([-0.46175, 0.00871, 0.12345, 0.88699]), "leaving the field changes nothing");
}
