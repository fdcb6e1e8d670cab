//! The octree's panel: its counts, its fields, the bits of the selected object, and the slice that follows the pointer.

use eframe::egui::{Key, Modifiers, PointerButton, Rect, Theme, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::octree::Method;
use eyeline::picture::CellsShown;
use eyeline::scene::OctreeMethod;

use crate::test_window::{SCENE, TestWindow};

/// A small box on the plane x = 0, two boxes that overlap, a separate one, and one that reaches out of the region; a
/// camera for culling.
const WALK: &str = r#"{ "eyeline": 1, "title": "Walk",
    "view": { "eye": [14, 12, 20], "target": [0, 0, 0] },
    "octree": { "min": [-8, -8, -8], "max": [8, 8, 8] },
    "cameras": [ { "name": "guard", "position": [0, 1, 8], "far": 9 } ],
    "objects": [
        { "name": "walker", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": [0.1, 2.5, 2.5] },
        { "name": "a", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": [2.5, 2.5, 2.5] },
        { "name": "b", "shape": { "box": { "half_extents": [0.25, 0.25, 0.25] } }, "position": [2.6, 2.6, 2.5] },
        { "name": "alone", "shape": { "sphere": { "radius": 0.3 } }, "position": [-5.5, -5.5, -5.5] },
        { "name": "over", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [8, 1, -3] } ] }"#;

fn open(text: &str) -> TestWindow {
    let mut window = TestWindow::on(text);
    window.click(Role::Tab, "Octree");
    window
}

/// The picture whose name begins with a text.
fn image(window: &TestWindow, start: &str) -> (String, Rect) {
    let is_it = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::Image && node.label().is_some_and(|label| label.starts_with(start))
    };
    let node = window.harness.get_by(is_it);
    (node.accesskit_node().label().unwrap(), node.rect())
}

#[test]
fn counts_lesson_and_slice_are_there_in_both_themes() {
    let mut window = open(WALK);
    window.shot("octree_nothing");
    assert!(window.has_text("tight: 8 candidates, 20 % saved"));
    assert!(window.has_text("loose: 7 candidates, 30 % saved"));
    assert!(window.has_text("level 0: 2 in 1 cell, 1 straddling"));
    assert!(window.has_text("straddlers: x 1, y 0, z 0 · out of the region 1"));
    assert!(window.has_text("Select an object to see the bits"));
    window.click_row("walker");
    let (bits, _) = image(&window, "Bits of walker");
    assert!(bits.contains("min x 7 = 0111") && bits.contains("max x 8 = 1000"), "{bits}");
    assert!(bits.ends_with("cell level 0, root, index 0"), "{bits}");
    for theme in [Theme::Dark, Theme::Light] {
        window.harness.ctx.set_theme(theme);
        window.harness.run();
        window.shot(&format!("octree_{theme:?}"));
    }
}

#[test]
fn moving_the_object_updates_its_bits_cell_and_pairs_in_the_same_frame() {
    // The scene has no camera, because a camera has a position field too.
    let mut window = open(&WALK.replace(r#"{ "name": "guard", "position": [0, 1, 8], "far": 9 }"#, ""));
    window.click_row("walker");
    let picture = window.harness.render().unwrap();
    window.type_number("position X", "2.5");
    let (bits, _) = image(&window, "Bits of walker");
    assert!(bits.contains("min x 10 = 1010") && bits.contains("level 4, 0o7070, index"), "{bits}");
    let octree = window.app().workspace().report().octree.as_ref().unwrap();
    assert_eq!(octree.placements[0].cell.octal(), "0o7070");
    assert_eq!(octree.overlap_pairs.as_deref(), Some(&[[0, 1], [0, 2], [1, 2]][..]));
    assert!(picture != window.picture("octree_moved"));
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert!(image(&window, "Bits of walker").0.contains("min x 7 = 0111"));
}

/// The README has this picture.
#[test]
fn the_panel_shows_the_lesson_of_split_planes() {
    let mut window = TestWindow::on_own_scene("octree", [1440, 900]);
    window.click(Role::Tab, "Octree");
    assert!(image(&window, "Bits of walker").0.ends_with("cell level 0, root, index 0"));
    assert!(window.has_text("Digit 1 is the first that differs: the box straddles the split plane x = 0"));
    assert!(window.has_text("tight: 11 candidates, 47 % saved") && window.has_text("loose: 5 candidates, 76 % saved"));
    window.shot("octree_lesson");
}

#[test]
fn moving_along_its_path_updates_them_too() {
    let place = r#""position": [0.1, 2.5, 2.5] }"#;
    let path = r#""path": { "points": [[0.1, 2.5, 2.5], [8, 2.5, 2.5]], "speed": 1 } }"#;
    assert!(WALK.contains(place));
    let mut window = open(&WALK.replace(place, path));
    window.click_row("walker");
    assert!(image(&window, "Bits of walker").0.contains("min x 7 = 0111"));
    assert!(window.has_text("in root"));
    // 2.4 m further, at 60 ticks per second.
    window.type_number("Tick", "144");
    let (bits, _) = image(&window, "Bits of walker");
    assert!(bits.contains("min x 10 = 1010") && bits.contains("level 4, 0o7070, index"), "{bits}");
    let octree = window.app().workspace().report().octree.as_ref().unwrap();
    assert_eq!(octree.overlap_pairs.as_deref(), Some(&[[0, 1], [0, 2], [1, 2]][..]));
    assert!(window.has_text("in 0o7070 111 000 111 000"), "below the slice too");
}

#[test]
fn method_depth_and_region_are_edits_like_any_other() {
    let mut window = open(WALK);
    window.click(Role::ComboBox, "method");
    window.click(Role::Button, "loose: by its size");
    let octree = |window: &TestWindow| window.app().workspace().scene().octree.clone().unwrap();
    assert_eq!(octree(&window).method, OctreeMethod::Loose);
    assert_eq!(window.app().workspace().report().octree.as_ref().unwrap().tree.method(), Method::Loose);
    assert_eq!(window.app().workspace().document().undo_label(), Some("method of the octree"));
    window.shot("octree_loose");
    window.type_number("halvings", "2");
    assert_eq!(
        (octree(&window).depth, window.app().workspace().report().octree.as_ref().unwrap().tree.region().depth()),
        (2, 2)
    );
    window.type_number("region min X", "9");
    assert_eq!(octree(&window).min, Some([-8.0; 3]), "refused");
    assert!(window.has_text("✖ "), "and why is said");
    window.shot("octree_refused");
    window.click(Role::CheckBox, "region");
    assert_eq!(octree(&window).min, None);
    for _ in 0..3 {
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.harness.run();
    }
    assert_eq!(
        (octree(&window).method, octree(&window).depth, octree(&window).min),
        (OctreeMethod::Tight, 4, Some([-8.0; 3]))
    );
    assert!(!window.app().workspace().is_dirty());
}

#[test]
fn the_slice_follows_the_pointer_and_a_click_selects_the_objects_of_a_cell() {
    let mut window = open(WALK);
    window.click_row("a");
    let (_, place) = image(&window, "Slice XZ of level 3");
    // The cell of a, (5, 5, 5) of eight per side, contains a, and b one level deeper.
    let at = |part: [f32; 2]| place.min + vec2(part[0], part[1]) * place.size();
    window.harness.hover_at(at([5.5 / 8.0, 5.5 / 8.0]));
    window.harness.run();
    let pointed = window.app().workspace().view().octree_look().pointed.unwrap();
    assert_eq!((pointed.level(), pointed.coordinates()), (3, [5, 5, 5]));
    assert!(image(&window, "Slice XZ of level 3").0.ends_with("0o707 = 111 000 111"));
    assert!(window.has_text("0o707 = 111 000 111 · no objects"));
    window.shot("octree_pointed");
    window.type_number("Level of the slice", "4");
    let at = at([10.5 / 16.0, 10.5 / 16.0]);
    window.press(at, PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), Some(2), "the next one of two");
    window.press(at, PointerButton::Primary);
    assert_eq!(window.app().workspace().selected().object(), Some(1), "and again the first");
    window.harness.hover_at(window.view().center());
    window.harness.run();
    assert_eq!(window.app().workspace().view().octree_look().pointed, None);
}

#[test]
fn choosing_the_drawn_parts_does_not_change_the_scene() {
    let mut window = open(WALK);
    let all = view(&mut window);
    bring(&mut window, "split planes");
    window.click(Role::CheckBox, "pairs");
    assert!(!window.app().workspace().view().octree_look().has_pairs);
    assert!(
        yellow(&all) > 3 * yellow(&view(&mut window)).max(10),
        "{} then {}",
        yellow(&all),
        yellow(&view(&mut window))
    );
    window.click(Role::ComboBox, "Cells shown");
    window.click(Role::Button, "all cells to level 2");
    assert_eq!(window.app().workspace().view().octree_look().cells, CellsShown::DownTo(2));
    window.shot("octree_all_cells");
    assert!(!window.app().workspace().is_dirty());
    window.click_row("walker");
    let octree = view(&mut window);
    window.click(Role::Tab, "Explain");
    assert!(window.app().workspace().judging().octree_in_view().is_none(), "the camera asks about the walker");
    assert!(octree != view(&mut window));
}

#[test]
fn an_octree_is_added_to_a_scene_and_undo_removes_it() {
    let mut window = open(SCENE);
    assert!(window.has_text("This scene has no octree"));
    window.shot("octree_none");
    window.click(Role::Button, "Add an octree");
    assert_eq!(window.app().workspace().report().octree.as_ref().unwrap().placements.len(), 2);
    window.shot("octree_added");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
    assert!(window.app().workspace().report().octree.as_ref().is_none() && window.has_text("This scene has no octree"));
}

#[test]
fn rows_of_cells_select_and_the_pointer_names_the_cell_of_an_object() {
    let mut window = open(WALK);
    bring(&mut window, "Occupied cells");
    window.harness.get_by_label_contains("0o7070 · level 4 · 2: a, b").click();
    window.harness.run();
    assert_eq!(window.app().workspace().selected().object(), Some(1));
    assert_eq!(
        window.app().workspace().view().octree_look().pointed.map(eyeline::octree::Cell::octal),
        Some("0o7070".to_owned())
    );
    window.shot("octree_row");
}

#[test]
fn small_windows_and_deep_trees_show_the_whole_panel() {
    let deep = WALK.replace("\"max\": [8, 8, 8]", "\"max\": [8, 8, 8], \"depth\": 10");
    let mut window = open(&deep);
    window.click_row("a");
    window.shot("octree_deep");
    for (name, size) in [("small", vec2(1024.0, 640.0)), ("twice", vec2(720.0, 450.0))] {
        window.harness.set_size(size);
        window.harness.run();
        window.shot(&format!("octree_{name}"));
        window.harness.get_by_label_contains("Bits of a").scroll_to_me();
        window.harness.run();
        window.shot(&format!("octree_{name}_bits"));
        let slice = window.harness.get_by_label_contains("Slice XZ");
        slice.scroll_to_me();
        window.harness.run();
        let (_, slice) = image(&window, "Slice XZ");
        assert!(slice.width() >= 110.0 && window.room().expand(1.0).contains(slice.center()), "{slice:?}");
        window.shot(&format!("octree_{name}_slice"));
    }
}

/// Scrolls to a widget.
fn bring(window: &mut TestWindow, label: &str) {
    for _ in 0..2 {
        window.harness.get_by_label_contains(label).scroll_to_me();
        window.harness.run();
    }
}

/// The current 3D view.
fn view(window: &mut TestWindow) -> image::RgbaImage {
    let place = window.view();
    window.harness.hover_at(place.center_top());
    window.harness.run();
    let image = window.harness.render().unwrap();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rectangle on screen")]
    let [x, y, w, h] = [place.left(), place.top(), place.width(), place.height()].map(|side| side as u32);
    // Without the legend, whose samples do not change.
    image::imageops::crop_imm(&image, x + w / 2, y + h / 4, w / 2, h / 2).to_image()
}

fn yellow(image: &image::RgbaImage) -> usize {
    image.pixels().filter(|pixel| pixel.0[0] > 130 && pixel.0[1] > 120 && pixel.0[2] < 100).count()
}
