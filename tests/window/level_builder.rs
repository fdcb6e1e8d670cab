//! What somebody does who builds levels: flies through them, selects by name, shoots rays, and goes through the problems.

use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Key, Modifiers, MouseWheelUnit, OutputCommand, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::world::Item;
use glam::{Vec2, Vec3};

use crate::test_window::TestWindow;

/// A room of 10 m on 2 km of ground, without a view.
const GROUND: &str = r#"{ "eyeline": 1, "title": "Room", "objects": [
    { "name": "ground", "shape": { "box": { "half_extents": [1000, 0.1, 1000] } }, "position": [0, -0.1, 0] },
    { "name": "wall", "shape": { "box": { "half_extents": [5, 1.5, 0.1] } }, "position": [0, 1.5, -5] },
    { "name": "other wall", "shape": { "box": { "half_extents": [0.1, 1.5, 5] } }, "position": [-5, 1.5, 0] },
    { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0.5, 0] },
    { "name": "crate 2", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [2, 0.5, -2] } ] }"#;

const MTL: &str = "newmtl Brick\nKd 0.8 0.2 0.1\nnewmtl Moss\nKd 0.1 0.6 0.1\n";

/// Two walls that face the eye, of one object each; the left one has an open rim.
const WALLS: &str = "mtllib walls.mtl\n\
    v -2 0 0\nv -1 0 0\nv -1 2 0\nv -2 2 0\nv 1 0 0\nv 2 0 0\nv 2 2 0\nv 1 2 0\n\
    o left\nusemtl Brick\nf 1 2 3\nf 1 3 4\no right\nusemtl Moss\nf 5 6 7\nf 5 7 8\n";

/// The window on a level alone, opened as a scene.
fn level() -> TestWindow {
    let mut window = TestWindow::new();
    let path = window.path("walls.obj");
    std::fs::write(window.path("walls.mtl"), MTL).unwrap();
    std::fs::write(&path, WALLS).unwrap();
    assert!(window.harness.state_mut().workspace_mut().open(&path));
    window.harness.run();
    window
}

/// The eye of the 3D view, from its description for screen readers.
fn eye(window: &TestWindow) -> Vec3 {
    let view = window.harness.get_by_role_and_label(Role::Image, "3D view");
    let said = view.accesskit_node().description().unwrap();
    let place = said.lines().find_map(|line| line.split_once(" view from ")).unwrap().1;
    let numbers = place.trim_end_matches('.').split(", ").map(|part| part[2..].replace('−', "-"));
    let numbers: Vec<f32> = numbers.map(|number| number.parse().unwrap()).collect();
    Vec3::from_slice(&numbers)
}

/// Where the view shows a point that is in the middle of it while everything is framed.
fn screen(window: &TestWindow, point: Vec3) -> Pos2 {
    let (workspace, view) = (window.app().workspace(), window.view());
    let seen = eyeline::picture::scene_view(workspace.scene(), workspace.world(), view.aspect_ratio());
    let at = seen.project(point, Vec2::new(view.width(), view.height())).unwrap();
    view.min + eframe::egui::vec2(at.x, at.y)
}

fn press(window: &mut TestWindow, key: Key, pressed: bool) {
    window.harness.event(Event::Key { key, physical_key: None, pressed, repeat: false, modifiers: Modifiers::NONE });
}

/// Holds the right button over a place and W for so many frames of at least a tenth of a second, after a turn of the wheel.
/// Returns whether a message showed the speed.
fn fly(window: &mut TestWindow, at: Pos2, frames: usize, wheel: f32) -> bool {
    let right = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Secondary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.harness.hover_at(at);
    window.harness.step();
    window.harness.event(right(true));
    window.harness.step();
    if wheel != 0.0 {
        window.turn_wheel(MouseWheelUnit::Line, wheel);
        (0..6).for_each(|_| window.harness.step());
    }
    let is_said = window.has_text("Fly speed ") && window.has_text(" a second");
    press(window, Key::W, true);
    (0..frames).for_each(|_| window.harness.step());
    press(window, Key::W, false);
    window.harness.event(right(false));
    window.harness.run();
    is_said
}

#[test]
fn a_room_on_two_kilometres_of_ground_is_framed_and_flown_through() {
    let mut window = TestWindow::on(GROUND);
    let start = eye(&window);
    assert!(start.length() < 40.0, "the room fills the view when the scene opens: {start}");
    // The first Home frames all, because the view is already at the room.
    window.harness.key_press(Key::Home);
    window.harness.run();
    let all = eye(&window);
    assert!(all.length() > 1000.0, "{all}");
    window.harness.key_press(Key::Home);
    window.harness.run();
    assert!(eye(&window).distance(start) < 0.5);
    // A second of flight towards the crate covers a part of the distance to it, not half a kilometre.
    let at = screen(&window, Vec3::new(0.0, 0.5, 0.0));
    assert!(!fly(&mut window, at, 10, 0.0));
    let after = eye(&window);
    let flown = after.distance(start);
    assert!(flown > 2.0 && flown < 0.8 * start.length(), "{start} to {after}");
    window.shot("level_flown");
}

#[test]
fn the_wheel_changes_the_speed_of_a_flight_and_the_settings_show_it() {
    let mut window = TestWindow::on(GROUND);
    let start = eye(&window);
    let at = screen(&window, Vec3::new(0.0, 0.5, 0.0));
    assert!(!fly(&mut window, at, 3, 0.0));
    let usual = eye(&window).distance(start);
    let mut window = TestWindow::on(GROUND);
    assert!(fly(&mut window, at, 3, -8.0), "a message shows the speed");
    let slow = eye(&window).distance(start);
    assert!(slow < 0.5 * usual && slow > 0.0, "{slow} {usual}");
    window.command("Fly speed 200 %");
    window.command("Settings…");
    let row = window.harness.get_by_role_and_label(Role::Button, "Fly speed: 200 %");
    assert_eq!(row.accesskit_node().toggled(), Some(eframe::egui::accesskit::Toggled::True));
}

fn search(window: &mut TestWindow, text: &str) {
    let search = window.harness.get_by_role_and_label(Role::TextInput, "Search").rect().center();
    window.press(search, PointerButton::Primary);
    window.harness.event(Event::Text(text.to_owned()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run();
}

fn hidden(window: &TestWindow) -> Vec<String> {
    let workspace = window.app().workspace();
    let objects = workspace.world().objects.iter().filter(|object| workspace.marks().hidden().contains(object.id));
    objects.map(|object| object.name.to_string()).collect()
}

#[test]
fn select_all_under_a_search_selects_and_hides_the_matches_only() {
    let mut window = TestWindow::on(GROUND);
    search(&mut window, "crate");
    assert!(window.has_text("2 matches"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.run();
    window.harness.key_press(Key::H);
    window.harness.run();
    assert_eq!(hidden(&window), ["crate", "crate 2"]);
    window.shot("level_search");
    // Of a level the parts that match, not the model.
    let mut window = level();
    search(&mut window, "left");
    assert!(window.has_text("1 match"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.run();
    window.harness.key_press(Key::H);
    window.harness.run();
    assert_eq!(hidden(&window), ["walls/left"]);
}

#[test]
fn select_all_under_a_search_without_a_match_says_so_and_selects_nothing() {
    let mut window = TestWindow::on(GROUND);
    search(&mut window, "roof");
    assert!(window.has_text("no match"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.run();
    assert!(window.has_text("Nothing matches"));
    window.harness.key_press(Key::H);
    window.harness.run();
    assert!(hidden(&window).is_empty());
}

#[test]
fn select_all_under_a_filter_of_the_table_selects_its_rows() {
    let mut window = TestWindow::new();
    window.click_row("guard");
    window.click(Role::Tab, "Verdicts");
    let filter = window.harness.get_by_role_and_label(Role::TextInput, "Filter the table").rect().center();
    window.press(filter, PointerButton::Primary);
    window.harness.event(Event::Text("inside".to_owned()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.run();
    window.harness.key_press(Key::H);
    window.harness.run();
    assert_eq!(hidden(&window), ["crate"]);
}

/// The name of the object that the last ray hits first.
fn hit(window: &TestWindow) -> Option<String> {
    let report = window.app().workspace().report();
    let first = report.rays.last()?.first()?;
    Some(report.target_name(first.target).to_owned())
}

#[test]
fn a_ray_is_shot_through_the_pointer_by_a_key_and_from_the_menus() {
    let mut window = TestWindow::on(GROUND);
    let start = eye(&window);
    let at = screen(&window, Vec3::new(0.0, 1.0, 0.0));
    window.harness.hover_at(at);
    window.harness.run();
    window.harness.key_press_modifiers(Modifiers::SHIFT, Key::R);
    window.harness.run();
    let workspace = window.app().workspace();
    assert_eq!(workspace.selected().querier(), Some(Item::Ray(0)));
    assert_eq!(workspace.document().undo_label(), Some("add ray"));
    assert!(Vec3::from(workspace.scene().rays[0].origin).distance(start) < 1e-2, "from the eye");
    assert_eq!(hit(&window).as_deref(), Some("crate"));
    assert!(window.has_text("crate first") && window.has_text("What does “ray” hit first?"));
    window.shot("level_shot");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert!(window.app().workspace().scene().rays.is_empty(), "one undo step");
    // The context menu shoots where it was opened, although the pointer is elsewhere then.
    let other = screen(&window, Vec3::new(2.0, 0.9, -2.0));
    window.press(other, PointerButton::Secondary);
    window.click(Role::Button, "Shoot a ray from here Shift+R");
    assert_eq!(hit(&window).as_deref(), Some("crate 2"));
    // The palette inserts a ray through the pointer; with the pointer elsewhere it goes through the middle.
    window.harness.hover_at(at);
    window.harness.run();
    window.command("Insert ray");
    assert_eq!((window.app().workspace().scene().rays.len(), hit(&window).as_deref()), (2, Some("crate")));
    window.harness.hover_at(Pos2::new(3.0, 3.0));
    window.harness.run();
    window.command("Insert ray");
    let origin = Vec3::from(window.app().workspace().scene().rays[2].origin);
    assert!(origin.distance(start) > 1.0, "beside the eye: {origin} {start}");
}

#[test]
fn a_ray_at_a_mesh_names_the_material_of_the_triangle() {
    let mut window = level();
    for (point, material, object) in
        [(Vec3::new(-1.5, 1.0, 0.0), "Brick", "walls/left"), (Vec3::new(1.5, 1.0, 0.0), "Moss", "walls/right")]
    {
        let at = screen(&window, point);
        window.harness.hover_at(at);
        window.harness.run();
        window.harness.key_press_modifiers(Modifiers::SHIFT, Key::R);
        window.harness.run();
        assert_eq!(hit(&window).as_deref(), Some(object));
        assert!(window.has_text(&format!("material “{material}”")), "the answer");
        assert!(window.harness.query_by_label(material).is_some(), "the row of the inspector");
    }
    window.shot("level_material");
}

#[test]
fn a_problem_is_a_list_of_places_that_keys_go_through() {
    let mut window = level();
    window.click(Role::Tab, "Problems");
    let row = "walls/left has 4 open edges";
    window.click(Role::ListBoxOption, row);
    assert!(window.has_text("1 of 4: edge of triangle 0"), "the places are listed");
    let [first, second] = [0, 1].map(|_| {
        let eye = eye(&window);
        window.harness.key_press(Key::F9);
        window.harness.run();
        eye
    });
    assert_ne!(first, second, "each place is framed");
    assert!(first.distance(Vec3::new(-1.5, 1.0, 0.0)) < 6.0, "closely: {first}");
    window.shot("level_place");
    window.harness.key_press_modifiers(Modifiers::SHIFT, Key::F9);
    window.harness.run();
    assert!(eye(&window).distance(second) < 1e-2, "the previous one");
    // After the last place comes the first one of the next problem.
    for _ in 0..3 {
        window.harness.key_press(Key::F9);
        window.harness.run();
    }
    assert_eq!(window.app().workspace().selected().object(), Some(1));
    assert!(window.has_text("1 of 4: edge of triangle"));
    // The context menu copies a place and selects its object.
    let place = window.harness.get_by_role_and_label(Role::ListBoxOption, row).rect().center();
    window.press(place, PointerButton::Secondary);
    window.harness.get_by_role_and_label(Role::Button, "Copy place").click();
    window.harness.step();
    let commands = &window.harness.output().platform_output.commands;
    let text = commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    assert_eq!(text.as_deref(), Some("walls/left: open edges, edge of triangle 0, from (-2, 0, 0) to (-1, 0, 0) m"));
    window.harness.run();
    window.press(place, PointerButton::Secondary);
    window.click(Role::Button, "Select object");
    assert_eq!(window.app().workspace().selected().object(), Some(0));
}

#[test]
fn empty_panels_of_a_level_offer_what_comes_next() {
    let mut window = level();
    for tab in ["Explain", "Verdicts"] {
        window.click(Role::Tab, tab);
        assert!(window.has_text("No camera and no ray asks about this scene yet."), "{tab}");
        for button in ["Camera from this view", "Shoot a ray", "4 problems", "left · 2 m", "right · 2 m"] {
            let found = window.harness.query_by_role_and_label(Role::Button, button);
            assert!(found.is_some(), "{tab}: {button}");
        }
    }
    window.shots("level_empty_panel");
    window.click(Role::Button, "right · 2 m");
    assert_eq!(window.app().workspace().selected().object(), Some(1));
    window.click(Role::Button, "Shoot a ray");
    assert_eq!(window.app().workspace().scene().rays.len(), 1);
    assert_eq!(window.app().workspace().selected().querier(), Some(Item::Ray(0)));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    window.click(Role::Button, "4 problems");
    assert!(window.has_text("walls/left has 4 open edges"), "the list is in front");
    window.click(Role::Tab, "Explain");
    window.click(Role::Button, "Camera from this view");
    assert_eq!(window.app().workspace().selected().querier(), Some(Item::Camera(0)));
    assert_eq!(window.app().workspace().world().name_of(Item::Object(1)).map(|name| &**name), Some("walls/right"));
}
