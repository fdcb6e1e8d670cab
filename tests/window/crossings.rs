//! Faces inside of solids in the window: a click on the problem shows the hidden object, and moving it out removes the problem.

use eframe::egui::accesskit::Role;

use crate::test_window::TestWindow;

const SCENE: &str = r##"{ "eyeline": 1, "objects": [
    { "name": "pillar", "shape": { "box": { "half_extents": [1, 2, 1] } }, "color": "#909090" },
    { "name": "crate", "shape": { "box": { "half_extents": [0.4, 0.4, 0.4] } }, "color": "#d8d3cc" }] }"##;

#[test]
fn a_hidden_object_is_listed_until_it_is_moved_out() {
    let mut window = TestWindow::on(SCENE);
    window.click(Role::Tab, "Problems");
    window.wait_for("Faces inside of solids: 1");
    window.harness.run();
    window.click(Role::ListBoxOption, "crate is wholly inside pillar");
    let hidden = window.app().workspace().world().objects.iter().position(|object| &*object.name == "crate");
    assert_eq!(window.app().workspace().selected().object(), hidden);
    window.harness.state_mut().workspace_mut().edit("position", |scene| scene.objects[1].position = [3.0, 0.0, 0.0]);
    window.harness.run();
    window.wait_until("no hidden face", |window| !window.has_text("Faces inside of solids"));
}
