//! Pictures of the whole window, made as `eyeline render --ui` makes them.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Theme, vec2};
use egui_kittest::kittest::Queryable;
use eyeline::app::{WindowLook, Workspace, window_to_image};
use eyeline::scene;
use image::RgbaImage;

use crate::test_window::{SCENE, TestWindow, save};

fn workspace() -> Workspace {
    Workspace::new(scene::parse(SCENE, "desk.json").unwrap(), None)
}

/// The number of different colours in the middle of the window.
fn colors_in_the_middle(image: &RgbaImage) -> usize {
    let (width, height) = image.dimensions();
    let middle = image::imageops::crop_imm(image, width / 3, height / 4, width / 3, height / 4).to_image();
    middle.pixels().map(|pixel| pixel.0).collect::<std::collections::HashSet<_>>().len()
}

#[test]
fn the_window_shows_the_scene_in_both_themes_and_at_any_scale() {
    for (theme, name) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        for (size, pixels_per_point) in [([1440, 900], 1.0), ([1024, 640], 1.0), ([2160, 1350], 1.5)] {
            let image =
                window_to_image(workspace(), &WindowLook { pixels_per_point, theme, ..WindowLook::of_size(size) })
                    .unwrap()
                    .0;
            assert_eq!(image.dimensions(), (size[0], size[1]));
            let colors = colors_in_the_middle(&image);
            assert!(colors > 200, "{name} {size:?}: {colors} colours");
            save(&image, &format!("{name}_{}", size[0]));
        }
    }
}

#[test]
fn the_same_window_is_the_same_picture() {
    let shot = || window_to_image(workspace(), &WindowLook::of_size([1100, 700])).unwrap().0;
    assert!(shot() == shot());
}

#[test]
fn the_window_can_be_drawn_through_a_camera() {
    let shot =
        |through| window_to_image(workspace(), &WindowLook { through, ..WindowLook::of_size([1100, 700]) }).unwrap().0;
    let through = shot(Some(0));
    save(&through, "through_at_once");
    assert!(shot(None) != through);
    assert!(shot(Some(1)) != through);
}

#[test]
fn a_small_view_shows_its_legend_by_a_key() {
    let mut window = TestWindow::new();
    assert!(window.harness.query_by_role_and_label(Role::Button, "Legend").is_none(), "it is open");
    window.harness.set_size(vec2(1040.0, 656.0));
    window.harness.run();
    let view = window.view();
    let key = window.harness.get_by_role_and_label(Role::Button, "Legend").rect();
    assert!(view.contains_rect(key), "{key} in {view}");
    let closed = window.picture("legend_closed");
    window.click(Role::Button, "Legend");
    window.harness.remove_cursor();
    window.harness.run();
    let open = window.picture("legend_open");
    let changed = closed.pixels().zip(open.pixels()).filter(|(a, b)| a != b).count();
    assert!(changed > 10_000, "{changed} pixels show the legend");
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert!(window.picture("legend_closed_again") == closed);
}
