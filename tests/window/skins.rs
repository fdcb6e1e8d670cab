//! Animated characters: the box that the planes test, the marks on the time bar, the skin explained, and problems ignored.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers, OutputCommand, PointerButton, Pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::geometry::MarkShape;
use eyeline::picture::Weights;
use eyeline::report::skins::{EscapeSearch, explain_skin};

use crate::select::in_view;
use crate::test_window::TestWindow;

fn vanish() -> TestWindow {
    TestWindow::on_own_scene("vanish", [1440, 1600])
}

#[test]
fn one_menu_copies_the_box_for_each_engine() {
    let mut window = vanish();
    for (engine, start) in [
        ("Unity", "renderer.localBounds = new Bounds {"),
        ("Godot", "custom_aabb = AABB("),
        ("Unreal", "Positive Bounds Extension "),
        ("three.js", "mesh.boundingBox = new THREE.Box3("),
    ] {
        window.wait_for("Copy box ▾");
        window.click(Role::Button, "Copy box ▾");
        window.harness.get_by_role_and_label(Role::Button, &format!("for {engine}")).click();
        window.harness.step();
        let commands = &window.harness.output().platform_output.commands;
        let text = commands.iter().find_map(|command| match command {
            OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        assert!(text.as_ref().is_some_and(|text| text.starts_with(start)), "{engine}: {text:?}");
        window.harness.run();
    }
}

#[test]
fn another_tested_box_brings_the_character_back() {
    let mut window = vanish();
    assert!(window.has_text("a false negative of the tested box"), "it vanishes");
    window.harness.get_by_role_and_label(Role::ComboBox, "tested box").click();
    window.harness.run();
    window.harness.get_by_label("exact: of the posed vertices").click();
    window.harness.run();
    assert_eq!(window.row("walker/figure"), "walker/figure, intersect");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert!(window.has_text("a false negative of the tested box"), "undone");
}

#[test]
fn a_mark_on_the_time_bar_is_where_the_mesh_leaves_a_box() {
    let mut window = vanish();
    let mark = window.harness.get_by(|node| {
        let label = node.label().unwrap_or_default();
        label.starts_with("walker/figure: first out of its bind box, 0 s into its animation, by 0.")
            && label.contains(" m; at most ")
    });
    mark.click();
    window.harness.run();
    assert_eq!(window.app().workspace().tick(), 0);
    let workspace = window.app().workspace();
    let (_, skin) = &workspace.report().skins[0];
    assert!(skin.escapes().iter().any(|escape| escape.bounds.word() == "bind"));
}

#[test]
fn the_time_bar_ends_with_the_animation() {
    let window = vanish();
    let last = window.harness.get_by_role_and_label(Role::SpinButton, "Last tick").accesskit_node().numeric_value();
    assert_eq!(last, Some(72.0), "2.4 s of 30 ticks");
}

#[test]
fn the_joint_under_the_pointer_is_named() {
    const HINT: &str = "A click shows its weights.";
    let mut window = vanish();
    let view = window.view();
    let skin = window.app().workspace().world().objects[0].skin.clone().unwrap();
    let bones = skin.bones();
    let bone = &bones[bones.len() / 2];
    let at = place(&window, view, bone.position.as_vec3());
    let hover = |window: &mut TestWindow, at: Pos2| {
        window.harness.hover_at(at);
        window.harness.run_steps(6);
    };
    window.click_row("camera");
    hover(&mut window, at);
    assert!(!window.has_text(HINT), "a click would select the object");
    window.click_row("walker/figure");
    hover(&mut window, at);
    assert!(window.has_text(HINT));
    assert!(window.harness.query_all_by_label(&bone.name).next().is_some(), "{}", bone.name);
    window.shot("joint_named");
    hover(&mut window, view.left_bottom() + vec2(-20.0, 60.0));
    assert!(!window.has_text(HINT));
}

#[test]
fn the_skin_is_explained_and_another_animation_plays() {
    let mut window = vanish();
    window.click(Role::Button, "Explain the skin");
    assert!(window.has_text("12 joints move 1056 vertices of"), "the headline");
    for step in ["Joints", "Sums of weights", "Boxes", "The whole animation"] {
        assert!(window.has_text(step), "{step}");
    }
    window.harness.get_by_role_and_label(Role::ComboBox, "plays").click();
    window.harness.run();
    window.harness.get_by_label("Reach (2 s)").click();
    window.harness.run();
    let workspace = window.app().workspace();
    assert_eq!(workspace.scene().models[0].animation, Some(eyeline::scene::AnimationRef::Name("Reach".into())));
    assert_eq!(workspace.report().skins[0].1.pose.at.map(|(animation, _)| animation), Some(1));
    window.click_row("camera");
    assert!(!window.has_text("12 joints move 1056 vertices of"), "a camera asks again");
}

#[test]
fn a_problem_is_ignored_and_listed_again() {
    let mut window = TestWindow::on(
        r#"{ "eyeline": 1, "objects": [
            { "name": "decal", "shape": { "box": { "half_extents": [1, 1e-9, 1] } } },
            { "name": "film", "shape": { "box": { "half_extents": [1, 1e-9, 1] } }, "position": [5, 0, 0] }] }"#,
    );
    window.click(Role::Tab, "Problems");
    assert!(window.has_text("Objects without volume: 2"));
    window.harness.get_all_by_role_and_label(Role::Button, "Ignore").next().unwrap().click();
    window.harness.run();
    assert!(window.has_text("Objects without volume: 1") && window.has_text("1 problem ignored"));
    assert_eq!(window.app().workspace().scene().ignore.len(), 1);
    window.click(Role::Button, "Ignore all");
    assert!(!window.has_text("Objects without volume") && window.has_text("2 problems ignored"));
    window.click(Role::Button, "Show again");
    assert!(window.has_text("Objects without volume: 2"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert!(window.has_text("2 problems ignored"), "undone");
}

/// The place of a world point in the 3D view.
fn place(window: &TestWindow, at: eframe::egui::Rect, point: glam::Vec3) -> Pos2 {
    let workspace = window.app().workspace();
    let seen = eyeline::picture::scene_view(workspace.scene(), workspace.world(), at.aspect_ratio());
    let place = seen.project(point, glam::Vec2::new(at.width(), at.height())).unwrap();
    at.min + vec2(place.x, place.y)
}

/// Presses a point of a skinned mesh away from all joints. Returns the vertex that is then explained: one near the point.
fn press_mesh(window: &mut TestWindow, object: usize) -> usize {
    let view = window.view();
    let skin = window.app().workspace().world().objects[object].skin.clone().unwrap();
    let (bones, posed) = (skin.bones(), skin.posed(&skin.bind(), &skin.matrices()));
    let workspace = window.app().workspace();
    let eye = eyeline::picture::scene_view(workspace.scene(), workspace.world(), view.aspect_ratio()).eye.as_dvec3();
    let clear = |at: &glam::DVec3| {
        let here = place(window, view, at.as_vec3());
        bones.iter().all(|bone| place(window, view, bone.position.as_vec3()).distance(here) > 14.0)
    };
    let near = posed.iter().filter(|at| clear(at)).min_by(|a, b| a.distance(eye).total_cmp(&b.distance(eye))).unwrap();
    let at = place(window, view, near.as_vec3());
    let around = [(0.0, 0.0), (3.0, 0.0), (-3.0, 0.0), (0.0, 3.0), (0.0, -3.0), (4.0, 4.0), (-4.0, 4.0)];
    let vertex = around.into_iter().find_map(|(x, y)| {
        window.press(at + vec2(x, y), PointerButton::Primary);
        window.app().workspace().selected().vertex
    });
    let vertex = vertex.expect("a click on the mesh");
    assert!(posed[vertex].distance(*near) < 0.3, "the vertex is near the click");
    vertex
}

#[test]
fn a_click_on_the_explained_mesh_picks_a_vertex_with_its_matrices_and_arrows() {
    let mut window = TestWindow::on_own_scene("skin", [1440, 1400]);
    window.click_row("posed/figure");
    let world = window.app().workspace().world();
    let object = world.objects.iter().position(|object| &*object.name == "posed/figure").unwrap();
    assert_eq!(window.app().workspace().view().skin_look().weights, Weights::Off);
    let vertex = press_mesh(&mut window, object);
    assert!(window.has_text(&format!("Vertex {vertex}")) && window.has_text("world_from_joint"), "its terms");
    let workspace = window.app().workspace();
    let explanation = explain_skin(workspace.world(), object, Some(vertex), EscapeSearch::Always).unwrap();
    let step = &explanation.story.steps[1];
    let joints = workspace.world().objects[object]
        .skin
        .as_ref()
        .unwrap()
        .skinned()
        .unwrap()
        .influences
        .of_vertex(vertex)
        .count();
    let arrows = step.marks.iter().filter(|mark| matches!(mark.shape, MarkShape::Arrow(..))).count();
    assert_eq!((arrows, step.numbers.matches("\n  inverse_bind\n").count()), (joints + 1, joints), "{}", step.numbers);
    window.shot("vertex_arrows");
    assert!(!window.app().workspace().is_dirty(), "a picked vertex is no change of the scene");
}

#[test]
fn weights_are_colours_and_joints_and_vertices_are_clicked() {
    let mut window = vanish();
    window.click_row("walker/figure");
    let view = window.view();
    let plain = in_view(&window.picture("weights_off"), view);
    let choose = |window: &mut TestWindow, name: &str| {
        window.harness.get_by_role_and_label(Role::ComboBox, "weights").click();
        window.harness.run();
        window.harness.get_by_role_and_label(Role::Button, name).click();
        window.harness.run();
    };
    choose(&mut window, "all joints");
    let all = in_view(&window.picture("weights_all"), view);
    assert!(all != plain && window.app().workspace().view().skin_look().weights == Weights::All);
    // A joint in the view chooses its weights.
    let skin = window.app().workspace().world().objects[0].skin.clone().unwrap();
    let bones = skin.bones();
    let chosen = bones.len() / 2;
    let at = place(&window, view, bones[chosen].position.as_vec3());
    window.press(at, PointerButton::Primary);
    assert_eq!(window.app().workspace().view().skin_look().weights, Weights::Joint(chosen));
    let one = in_view(&window.picture("weights_joint"), view);
    assert!(one != all && one != plain);
    let vertex = press_mesh(&mut window, 0);
    assert!(window.has_text(&format!("Vertex {vertex}")) && window.has_text("world_from_joint"), "its terms");
    window.shot("weights_vertex");
    choose(&mut window, "not drawn");
    window.click(Role::CheckBox, "bind pose");
    window.shot("weights_bind");
    assert!(window.app().workspace().view().skin_look().bind);
    assert!(!window.app().workspace().is_dirty(), "nothing of this is a change of the scene");
    window.click_row("camera");
    assert_eq!(window.app().workspace().selected().vertex, None);
}
