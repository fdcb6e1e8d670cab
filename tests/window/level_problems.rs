//! Problems of a level: listed with an explanation; a click selects, frames and marks the object.

use eframe::egui::accesskit::Role;
use eframe::egui::{MouseWheelUnit, Theme, vec2};
use egui_kittest::kittest::Queryable;

use crate::test_window::TestWindow;

const LEVEL: &str = r#"{ "eyeline": 1, "title": "A level with faults",
    "view": { "eye": [9, 7, 12], "target": [0, 0, 0] },
    "cameras": [ { "name": "camera", "position": [0, 2, 8], "far": 30 } ],
    "objects": [
        { "name": "floor", "shape": { "box": { "half_extents": [6, 0.1, 6] } }, "position": [0, -0.1, 0] },
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [2, 0.5, 0] },
        { "name": "decal", "shape": { "box": { "half_extents": [1, 1e-9, 1] } }, "position": [-2, 0.01, 1] },
        { "name": "crate again", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [2, 0.5, 0] },
        { "name": "moon", "shape": { "sphere": { "radius": 900 } }, "position": [0, 0, -20000] } ] }"#;

/// The window with its list of problems, large enough for all of them.
fn problems() -> TestWindow {
    let mut window = TestWindow::on(LEVEL);
    window.harness.set_size(vec2(2200.0, 1800.0));
    window.harness.run();
    window.click(Role::Tab, "Problems");
    window
}

#[test]
fn every_problem_explains_itself_and_leads_to_its_object() {
    let mut window = problems();
    for words in
        ["Objects without volume: 1", "A flat object has no inside", "Objects at the same place: 1", "A 32-bit number"]
    {
        assert!(window.has_text(words), "{words}");
    }
    for (row, object, mark) in [
        ("decal has no volume: it has no extent along its own Y", 2, "no volume"),
        // Its places are listed below it.
        ("2 objects have the same shape and pose: crate, crate again", 1, "2 objects at this place"),
        ("moon reaches 20900 m from the origin, where the spacing of f32 is 1.953 mm", 4, "far from the origin"),
    ] {
        if window.harness.query_by_role_and_label(Role::ListBoxOption, row).is_none() {
            // It is below the rows in sight.
            window.harness.hover_at(window.tab("Problems").center() + vec2(200.0, 200.0));
            window.harness.step();
            window.turn_wheel(MouseWheelUnit::Line, -40.0);
            window.harness.run();
        }
        let before = window.picture("problems_before");
        window.click(Role::ListBoxOption, row);
        assert_eq!(window.app().workspace().selected().object(), Some(object), "{row}");
        let after = window.picture(&format!("problems_{object}"));
        assert_ne!(before, after, "{mark}");
    }
    for theme in [Theme::Dark, Theme::Light] {
        for size in [[1440.0, 900.0], [1024.0, 640.0]] {
            window.harness.ctx.set_theme(theme);
            window.harness.set_size(vec2(size[0], size[1]));
            window.harness.run();
            window.shot(&format!("problems_level_{theme:?}_{}", size[0]));
        }
    }
}

#[test]
fn a_repaired_problem_is_removed_and_undo_restores_it() {
    let mut window = problems();
    assert!(window.has_text("3 problems"));
    window.harness.state_mut().workspace_mut().edit("y", |scene| scene.objects[3].position[1] = 1.5);
    window.harness.run();
    assert!(window.has_text("2 problems"));
    window.harness.state_mut().workspace_mut().undo();
    window.harness.run();
    assert!(window.has_text("3 problems"));
}
