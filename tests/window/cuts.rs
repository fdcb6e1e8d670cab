//! Cuts in the window: a command adds one, a slider draws the halves apart, and new objects rest on surfaces.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use eyeline::world::Item;

use crate::test_window::TestWindow;

#[test]
fn a_command_cuts_the_selected_mesh_and_a_slider_draws_the_halves_apart() {
    let mut window = TestWindow::on_own_scene("vanish", [1440, 1400]);
    window.click_row("walker/figure");
    window.command("Cut by a plane");
    let workspace = window.app().workspace();
    let cut = &workspace.scene().cuts[0];
    assert_eq!((&*cut.object, cut.normal, cut.tick), ("walker/figure", [0.0, 1.0, 0.0], workspace.tick()));
    assert_eq!(workspace.selected().explained_alone(), Some(Item::Cut(0)), "the new cut is selected");
    assert!(window.row("walker/figure/cut+").contains("cut+") && window.row("walker/figure/cut-").contains("cut-"));

    let bounds = |window: &TestWindow| {
        let world = window.app().workspace().world();
        world.cuts[0].objects.map(|half| world.objects[half.unwrap()].aabb)
    };
    let (before, whole) = (window.picture("cut_closed"), bounds(&window));
    window.harness.get_by_role_and_label(Role::SpinButton, "gap").click();
    window.harness.run();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(eframe::egui::Event::Text("0.4".to_owned()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert!((window.app().workspace().view().cut_gap() - 0.4).abs() < 1e-6);
    assert!(window.picture("cut_apart") != before, "the halves are drawn apart");
    assert_eq!(bounds(&window), whole, "the answers are of the halves where they are");
    assert_eq!(window.app().workspace().document().undo_label(), Some("add cut"), "the gap is no change of the scene");

    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert!(window.app().workspace().scene().cuts.is_empty());
}

/// A half of a skinned mesh is written by the path field, where the system has no dialog.
#[test]
fn the_selected_half_is_exported_and_can_be_opened() {
    let mut window = TestWindow::on_own_scene("sword", [1440, 900]);
    window.click_row("hero/figure/sword+");
    window.command("Export object…");
    let path = window.path("half.glb");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(eframe::egui::Event::Text(path.display().to_string()));
    window.harness.run();
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert!(window.has_text("Saved hero/figure/sword+ to half.glb"));
    let opened = eyeline::files::open(&path).unwrap();
    let world = eyeline::world::World::at(&opened.scene, &opened.files, 0);
    let half = window.app().workspace().world().objects.iter().find(|one| &*one.name == "hero/figure/sword+").unwrap();
    let [a, b] = [&world.objects[0], half].map(|one| one.aabb);
    assert!(a.min.distance(b.min) < 1e-4 && a.max.distance(b.max) < 1e-4, "it is placed as in the scene: {a:?}, {b:?}");
}

#[test]
fn a_scene_without_a_mesh_has_nothing_to_cut() {
    let mut window = TestWindow::new();
    window.command("Cut by a plane");
    assert!(window.app().workspace().scene().cuts.is_empty());
}

#[test]
fn new_objects_rest_on_the_surface_in_the_middle_of_the_view() {
    let scene = r#"{ "eyeline": 1, "view": { "eye": [4, 6, 9], "target": [0, 2, 0] }, "objects": [
        { "name": "floor", "shape": { "box": { "half_extents": [20, 0.5, 20] } }, "position": [0, -0.5, 0] },
        { "name": "table", "shape": { "box": { "half_extents": [2, 0.1, 2] } }, "position": [0, 1.9, 0] } ] }"#;
    let mut window = TestWindow::on(scene);
    for (command, name, above) in [("Box", "box", 2.0), ("Sphere", "sphere", 2.0), ("Cone", "cone", 2.0)] {
        window.command(command);
        let world = window.app().workspace().world();
        let new = world.objects.iter().find(|object| &*object.name == name).unwrap();
        assert!((new.aabb.min.y - above).abs() < 2e-3, "{name} rests on the table: {:?}", new.aabb);
        let overlaps = |other: &&eyeline::world::ObjectAt| {
            other.id != new.id
                && other.aabb.min.cmplt(new.aabb.max - 2e-3).all()
                && new.aabb.min.cmplt(other.aabb.max - 2e-3).all()
        };
        assert!(world.objects.iter().find(overlaps).is_none(), "{name} is beside the others");
    }
    window.shot("on_the_table");
    // Beside the table the floor is the surface.
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert_eq!(window.app().workspace().scene().objects.len(), 4);
}
