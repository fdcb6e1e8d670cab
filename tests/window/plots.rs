//! The diagrams of the selected answer.

use eframe::egui::{Event, Modifiers, MouseWheelUnit, PointerButton, Rect, Theme, accesskit::Role, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::test_window::{SCENE, TestWindow};

/// A ray along −Z through one solid of each kind.
fn scene() -> String {
    let shapes = [
        ("box", r#""box": { "half_extents": [0.5, 0.5, 0.5] }"#),
        ("sphere", r#""sphere": { "radius": 0.5 }"#),
        ("cylinder", r#""cylinder": { "radius": 0.5, "half_height": 0.6 }"#),
        ("cone", r#""cone": { "radius": 0.7, "height": 1.4 }"#),
        ("capsule", r#""capsule": { "radius": 0.4, "half_height": 0.4 }"#),
    ];
    let objects = shapes.iter().enumerate().map(|(i, (name, shape))| {
        let z = -2.0 * i as f32;
        let y = if *name == "cone" { 0.7 } else { 0.0 };
        format!(
            r#"{{ "name": "{name}", "shape": {{ {shape} }}, "position": [0, {y}, {z}],
            "rotation": [0.3, 0.1, 0.2, 0.9] }}"#
        )
    });
    let objects = objects.collect::<Vec<_>>().join(", ");
    format!(
        r#"{{ "eyeline": 1, "view": {{ "eye": [7, 4, 4], "target": [0, 0, -4] }},
        "rays": [{{ "name": "aim", "origin": [0, 0, 3], "direction": [0, 0, -1] }}], "objects": [{objects}] }}"#
    )
}

fn place(window: &TestWindow, start: &str) -> Rect {
    window
        .harness
        .get_by(|node| node.role() == Role::Image && node.label().is_some_and(|l| l.starts_with(start)))
        .rect()
}

#[test]
fn every_solid_has_its_diagram_in_both_themes() {
    let mut window = TestWindow::on(&scene());
    window.click(Role::Tab, "Plots");
    for theme in [Theme::Dark, Theme::Light] {
        window.harness.ctx.set_theme(theme);
        for name in ["box", "sphere", "cylinder", "cone", "capsule"] {
            window.click_row(name);
            let report = window.app().workspace().report();
            let object = report.objects.iter().position(|requested| &*requested.name == name).unwrap();
            let hit = report.on_ray(0, object).unwrap().cast.hit().unwrap().t;
            let label = window.harness.get_by(|node| {
                node.role() == Role::Image && node.label().is_some_and(|label| label.starts_with("Plot over t"))
            });
            let label = label.accesskit_node().label().unwrap();
            let described: f32 = label.rsplit(' ').next().unwrap().parse().unwrap();
            assert!((described - hit).abs() < 1e-3 * hit, "{name}: {label}, not {hit}");
            window.shot(&format!("plot_{name}_{theme:?}"));
        }
    }
}

#[test]
fn pointing_at_a_t_shows_the_point_in_the_scene_and_changes_nothing_else() {
    let mut window = TestWindow::on(&scene());
    window.click_row("box");
    window.click(Role::Tab, "Plots");
    let view = window.view();
    window.harness.hover_at(view.center());
    window.harness.run();
    let before = window.picture("plot_before");
    let plot = place(&window, "Plot over t");
    let mut seen = Vec::new();
    for part in [0.35, 0.6, 0.85] {
        window.harness.hover_at(pos2(plot.left() + plot.width() * part, plot.center().y));
        window.harness.run();
        seen.push(window.app().workspace().view().pointed().unwrap());
    }
    assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "{seen:?}");
    let during = window.picture("plot_hovered");
    let crop = |image: &image::RgbaImage| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rectangle on screen")]
        let [x, y, w, h] = [view.left(), view.top(), view.width(), view.height()].map(|side| side as u32);
        image::imageops::crop_imm(image, x, y, w, h).to_image().into_raw()
    };
    assert!(crop(&before) != crop(&during), "a dot in the scene");
    window.harness.hover_at(view.center());
    window.harness.run();
    assert_eq!(window.app().workspace().view().pointed(), None);
    assert!(crop(&before) == crop(&window.picture("plot_left")), "the dot is gone");
    assert_eq!(window.app().workspace().document().undo_label(), None);
    assert!(!window.app().workspace().is_dirty());
}

#[test]
fn a_camera_s_distances_follow_an_edit() {
    let mut window = TestWindow::on(SCENE);
    window.click(Role::Tab, "Plots");
    assert!(window.has_text("Select an object together"));
    window.click_row("crate");
    place(&window, "Plot of plane distances");
    window.shot("plot_planes_inside");
    window.click_row("ball");
    window.shot("plot_planes_outside");
    window.click_row("crate");
    window.type_number("near", "4");
    window.shot("plot_planes_cut");
    window.harness.set_size(vec2(1024.0, 640.0));
    window.harness.ctx.set_theme(Theme::Light);
    window.harness.run();
    let plot = place(&window, "Plot of plane distances");
    assert!(plot.width() > 150.0 && plot.height() > 80.0, "{plot:?}");
    window.shot("plot_small");
}

#[test]
fn an_idle_plot_requests_no_frame() {
    let mut window = TestWindow::on(&scene());
    window.click_row("cylinder");
    window.click(Role::Tab, "Plots");
    window.harness.run();
    window.assert_at_rest();
}

#[test]
fn a_miss_has_a_diagram_too() {
    let pass = scene().replace("[0, 0, -1] }]", "[0, 0, -1], \"kind\": \"segment\" }]");
    let behind = scene().replace("\"direction\": [0, 0, -1]", "\"direction\": [0, 0.02, 1]");
    let aside = scene().replace("\"direction\": [0, 0, -1]", "\"direction\": [0, 0.5, -1]");
    let steep = scene()
        .replace("\"direction\": [0, 0, -1]", "\"direction\": [0, 0.05, -1]")
        .replace("0.3, 0.1, 0.2, 0.9", "0, 0, 0, 1");
    for (name, text, solid, is_hit) in [
        ("beyond", pass, "cylinder", false),
        ("behind", behind, "sphere", false),
        ("miss", aside, "cone", false),
        ("cap", steep, "capsule", true),
    ] {
        let mut window = TestWindow::on(&text);
        window.click_row(solid);
        window.click(Role::Tab, "Plots");
        let start = if is_hit { "Plot over t, hit" } else { "Plot over t, no hit" };
        place(&window, start);
        let described: Vec<_> = window.app().workspace().explanation().unwrap().story.steps.clone();
        assert!(name != "cap" || described.iter().any(|step| step.title.contains("upper cap")), "{described:?}");
        window.shot(&format!("plot_{name}_Other"));
    }
}

/// The texts of the plot's rows are not in the accessibility tree, so its picture is checked: the number of pixels of a
/// part of the plot that have the colour of bars.
#[test]
fn the_slabs_that_decide_a_miss_are_in_view_and_the_wheel_zooms() {
    let mut window = TestWindow::on(include_str!("../../scenes/tour.json"));
    window.click_row("aim");
    window.click_row("crate");
    window.click(Role::Tab, "Plots");
    let plot = place(&window, "Plot over t");
    // The slab in X begins at t = 1.926. The pointer must be at least as far to the right to point at it.
    let t_at = |window: &mut TestWindow, x: f32| {
        window.harness.hover_at(pos2(x, plot.center().y));
        window.harness.run();
        window.app().workspace().view().pointed()
    };
    let right = t_at(&mut window, plot.right() - 20.0).unwrap();
    assert!(right > 2.0, "the axis ends near {right}");
    window.shot("plot_of_a_miss");
    let wheel = |window: &mut TestWindow, lines: f32| {
        window.turn_wheel(MouseWheelUnit::Line, lines);
        window.harness.run();
    };
    let middle = plot.center().x + 60.0;
    let span = |window: &mut TestWindow| t_at(window, plot.right() - 20.0).unwrap() - t_at(window, middle).unwrap();
    let before = span(&mut window);
    t_at(&mut window, middle);
    wheel(&mut window, 4.0);
    let zoomed = span(&mut window);
    assert!(zoomed < before * 0.9, "{zoomed} of {before}");
    window.harness.hover_at(pos2(middle, plot.center().y));
    window.harness.step();
    for pressed in [true, false, true, false] {
        let (pos, button) = (pos2(middle, plot.center().y), PointerButton::Primary);
        let event = Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE };
        window.harness.input_mut().events.push(event);
    }
    window.harness.run();
    let fitted = span(&mut window);
    assert!((fitted - before).abs() < before * 0.01, "{fitted}, not {before}");
    assert!(window.has_text("Wheel zooms"));
}

/// How to move the diagram is said where the title is not cut by it.
#[test]
fn the_title_of_a_diagram_is_whole() {
    let has_hint = |width: f32| {
        let mut window = TestWindow::on(include_str!("../../scenes/guard.json"));
        window.harness.set_size(vec2(width, 768.0));
        window.harness.run();
        window.click(Role::Tab, "Plots");
        window.harness.run();
        assert!(window.harness.query_by_label_contains("of the p-vertex above").is_some());
        window.harness.query_by_label_contains("Wheel zooms").is_some()
    };
    assert_eq!([1227.0, 1800.0].map(has_hint), [false, true]);
}
