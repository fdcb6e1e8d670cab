//! Faces that flicker in the window: the selected object shows them in stripes, and a better near plane removes them.

use eframe::egui::accesskit::Role;
use egui_kittest::kittest::Queryable;

use crate::test_window::TestWindow;

const LESSON: &str = include_str!("../../scenes/depth_fighting.json");

/// The pixels of the view that have the colour of the outline of flickering faces, nearly.
fn outline(window: &mut TestWindow, name: &str) -> usize {
    let view = window.view();
    let image = window.picture(name);
    let is_red = |pixel: &image::Rgba<u8>| {
        let [r, g, b, _] = pixel.0.map(i32::from);
        r > 170 && r - g > 70 && r - b > 50
    };
    let is_in_view = |x: u32, y: u32| view.contains(eframe::egui::pos2(x as f32, y as f32));
    image.enumerate_pixels().filter(|(x, y, pixel)| is_in_view(*x, *y) && is_red(pixel)).count()
}

#[test]
fn the_selected_object_shows_its_flicker_until_the_near_plane_cures_it() {
    let mut window = TestWindow::on(LESSON);
    window.click(Role::Tab, "Problems");
    window.wait_for("Faces that flicker at a distance: 2");
    window.harness.run();
    let of_poster = outline(&mut window, "flicker_poster");
    assert!(of_poster > 200, "{of_poster} pixels of the outline of the poster");
    let row = "road and ground are 0.2 mm apart";
    let rows: Vec<_> = window.harness.query_all_by_label_contains(row).collect();
    rows[0].click();
    window.harness.run();
    let road = window.app().workspace().world().objects.iter().position(|object| &*object.name == "road");
    assert_eq!(window.app().workspace().selected().object(), road);
    let before = outline(&mut window, "flicker_road");
    assert!(before > 100, "{before} pixels of the outline of the road");
    window.harness.state_mut().workspace_mut().edit("near", |scene| scene.cameras[0].near = 0.3);
    window.harness.run();
    window.wait_until("the road without flicker", |window| !window.has_text("Faces that flicker at a distance"));
    window.harness.run();
    let after = outline(&mut window, "flicker_cured");
    assert!(after < before / 4, "{after} of {before} pixels");
    assert!(window.has_text("Overlapping faces in one plane: 1"), "faces in one plane remain");
}
