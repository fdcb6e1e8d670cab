//! The octree's panel: its counts, its fields, the bits of the selected object, and the slice that follows the pointer.

use eframe::egui::{Key, Modifiers, PointerButton, Rect, Theme, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::octree::Method;
use eyeline::picture::CellsShown;
use eyeline::scene::OctreeMethod;

use crate::desk::{Desk, SCENE};

/// A small box on the plane x = 0, two that overlap, one on its own, and one that reaches out; a camera to cull for.
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

fn open(text: &str) -> Desk {
    let mut desk = Desk::on(text);
    desk.click(Role::Tab, "Octree");
    desk
}

/// The picture whose name begins like that.
fn image(desk: &Desk, start: &str) -> (String, Rect) {
    let is_it = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::Image && node.label().is_some_and(|label| label.starts_with(start))
    };
    let node = desk.harness.get_by(is_it);
    (node.accesskit_node().label().unwrap(), node.rect())
}

#[test]
fn counts_lesson_and_slice_are_there_in_both_themes() {
    let mut desk = open(WALK);
    desk.shot("octree_nothing");
    assert!(desk.has_text("tight: 8 candidates, 20 % saved"));
    assert!(desk.has_text("loose: 7 candidates, 30 % saved"));
    assert!(desk.has_text("level 0: 2 in 1 cell, 1 straddling"));
    assert!(desk.has_text("straddlers: x 1, y 0, z 0 · out of the region 1"));
    assert!(desk.has_text("Select an object to see the bits"));
    desk.click_row("walker");
    let (bits, _) = image(&desk, "Bits of walker");
    assert!(bits.contains("min x 7 = 0111") && bits.contains("max x 8 = 1000"), "{bits}");
    assert!(bits.ends_with("cell level 0, root, index 0"), "{bits}");
    for theme in [Theme::Dark, Theme::Light] {
        desk.harness.ctx.set_theme(theme);
        desk.harness.run();
        desk.shot(&format!("octree_{theme:?}"));
    }
}

#[test]
fn moving_the_object_moves_its_bits_its_cell_and_its_pairs_in_the_same_frame() {
    // Without a camera, which has a position too.
    let mut desk = open(&WALK.replace(r#"{ "name": "guard", "position": [0, 1, 8], "far": 9 }"#, ""));
    desk.click_row("walker");
    let picture = desk.harness.render().unwrap();
    desk.type_number("position X", "2.5");
    let (bits, _) = image(&desk, "Bits of walker");
    assert!(bits.contains("min x 10 = 1010") && bits.contains("level 4, 0o7070, index"), "{bits}");
    let octree = desk.app().session().octree().unwrap();
    assert_eq!(octree.placements[0].cell.octal(), "0o7070");
    assert_eq!(octree.overlap_pairs.as_deref(), Some(&[[0, 1], [0, 2], [1, 2]][..]));
    assert!(picture != desk.shot("octree_moved"));
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.harness.run();
    assert!(image(&desk, "Bits of walker").0.contains("min x 7 = 0111"));
}

/// The README has this picture.
#[test]
fn the_panel_shows_the_lesson_of_split_planes() {
    let mut desk = open(include_str!("../../scenes/octree.json"));
    assert!(image(&desk, "Bits of walker").0.ends_with("cell level 0, root, index 0"));
    assert!(desk.has_text("Digit 1 is the first that differs: the box straddles the split plane x = 0"));
    assert!(desk.has_text("tight: 11 candidates, 47 % saved") && desk.has_text("loose: 5 candidates, 76 % saved"));
    desk.shot("octree_lesson");
}

#[test]
fn going_along_its_path_moves_them_too() {
    let place = r#""position": [0.1, 2.5, 2.5] }"#;
    let path = r#""path": { "points": [[0.1, 2.5, 2.5], [8, 2.5, 2.5]], "speed": 1 } }"#;
    assert!(WALK.contains(place));
    let mut desk = open(&WALK.replace(place, path));
    desk.click_row("walker");
    assert!(image(&desk, "Bits of walker").0.contains("min x 7 = 0111"));
    assert!(desk.has_text("in root"));
    // 2.4 m further, at 60 ticks a second.
    desk.type_number("Tick", "144");
    let (bits, _) = image(&desk, "Bits of walker");
    assert!(bits.contains("min x 10 = 1010") && bits.contains("level 4, 0o7070, index"), "{bits}");
    let octree = desk.app().session().octree().unwrap();
    assert_eq!(octree.overlap_pairs.as_deref(), Some(&[[0, 1], [0, 2], [1, 2]][..]));
    assert!(desk.has_text("in 0o7070 111 000 111 000"), "below the slice too");
}

#[test]
fn method_depth_and_region_are_edits_like_any_other() {
    let mut desk = open(WALK);
    desk.click(Role::ComboBox, "method");
    desk.click(Role::Button, "loose: by its size");
    let octree = |desk: &Desk| desk.app().session().scene().octree.clone().unwrap();
    assert_eq!(octree(&desk).method, OctreeMethod::Loose);
    assert_eq!(desk.app().session().octree().unwrap().tree.method(), Method::Loose);
    assert_eq!(desk.app().session().undo_label(), Some("method of the octree"));
    desk.shot("octree_loose");
    desk.type_number("halvings", "2");
    assert_eq!((octree(&desk).depth, desk.app().session().octree().unwrap().tree.region().depth()), (2, 2));
    desk.type_number("region min X", "9");
    assert_eq!(octree(&desk).min, Some([-8.0; 3]), "refused");
    assert!(desk.has_text("✖ "), "and why is said");
    desk.shot("octree_refused");
    desk.click(Role::CheckBox, "region");
    assert_eq!(octree(&desk).min, None);
    for _ in 0..3 {
        desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        desk.harness.run();
    }
    assert_eq!(
        (octree(&desk).method, octree(&desk).depth, octree(&desk).min),
        (OctreeMethod::Tight, 4, Some([-8.0; 3]))
    );
    assert!(!desk.app().session().is_dirty());
}

#[test]
fn the_slice_follows_the_pointer_and_a_click_selects_the_objects_of_a_cell() {
    let mut desk = open(WALK);
    desk.click_row("a");
    let (_, place) = image(&desk, "Slice XZ of level 3");
    // The cell of a, (5, 5, 5) of eight a side, holds it and b one level deeper.
    let at = |part: [f32; 2]| place.min + vec2(part[0], part[1]) * place.size();
    desk.harness.hover_at(at([5.5 / 8.0, 5.5 / 8.0]));
    desk.harness.run();
    let pointed = desk.app().session().octree_look().pointed.unwrap();
    assert_eq!((pointed.level(), pointed.coordinates()), (3, [5, 5, 5]));
    assert!(image(&desk, "Slice XZ of level 3").0.ends_with("0o707 = 111 000 111"));
    assert!(desk.has_text("0o707 = 111 000 111 · no objects"));
    desk.shot("octree_pointed");
    desk.type_number("Level of the slice", "4");
    let at = at([10.5 / 16.0, 10.5 / 16.0]);
    desk.press(at, PointerButton::Primary);
    assert_eq!(desk.app().session().selected().object, Some(2), "the next one of two");
    desk.press(at, PointerButton::Primary);
    assert_eq!(desk.app().session().selected().object, Some(1), "and again the first");
    desk.harness.hover_at(desk.view().center());
    desk.harness.run();
    assert_eq!(desk.app().session().octree_look().pointed, None);
}

#[test]
fn what_is_drawn_is_chosen_and_is_no_change_of_the_scene() {
    let mut desk = open(WALK);
    let all = view(&mut desk);
    bring(&mut desk, "split planes");
    desk.click(Role::CheckBox, "pairs");
    assert!(!desk.app().session().octree_look().has_pairs);
    assert!(yellow(&all) > 3 * yellow(&view(&mut desk)).max(10), "{} then {}", yellow(&all), yellow(&view(&mut desk)));
    desk.click(Role::ComboBox, "Cells shown");
    desk.click(Role::Button, "all cells to level 2");
    assert_eq!(desk.app().session().octree_look().cells, CellsShown::DownTo(2));
    desk.shot("octree_all_cells");
    assert!(!desk.app().session().is_dirty());
    desk.click_row("walker");
    let octree = view(&mut desk);
    desk.click(Role::Tab, "Explain");
    assert!(desk.app().session().octree_in_view().is_none(), "the camera asks about the walker");
    assert!(octree != view(&mut desk));
}

#[test]
fn a_scene_without_an_octree_gets_one_and_loses_it_by_undo() {
    let mut desk = open(SCENE);
    assert!(desk.has_text("This scene has no octree"));
    desk.shot("octree_none");
    desk.click(Role::Button, "Add an octree");
    assert_eq!(desk.app().session().octree().unwrap().placements.len(), 2);
    desk.shot("octree_added");
    desk.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    desk.harness.run();
    assert!(desk.app().session().octree().is_none() && desk.has_text("This scene has no octree"));
}

#[test]
fn rows_of_cells_select_and_the_pointer_names_the_cell_of_an_object() {
    let mut desk = open(WALK);
    bring(&mut desk, "Occupied cells");
    desk.harness.get_by_label_contains("0o7070 · level 4 · 2: a, b").click();
    desk.harness.run();
    assert_eq!(desk.app().session().selected().object, Some(1));
    assert_eq!(desk.app().session().octree_look().pointed.map(eyeline::octree::Cell::octal), Some("0o7070".to_owned()));
    desk.shot("octree_row");
}

#[test]
fn small_windows_and_deep_trees_show_all_of_it() {
    let deep = WALK.replace("\"max\": [8, 8, 8]", "\"max\": [8, 8, 8], \"depth\": 10");
    let mut desk = open(&deep);
    desk.click_row("a");
    desk.shot("octree_deep");
    for (name, size) in [("small", vec2(1024.0, 640.0)), ("twice", vec2(720.0, 450.0))] {
        desk.harness.set_size(size);
        desk.harness.run();
        desk.shot(&format!("octree_{name}"));
        desk.harness.get_by_label_contains("Bits of a").scroll_to_me();
        desk.harness.run();
        desk.shot(&format!("octree_{name}_bits"));
        let slice = desk.harness.get_by_label_contains("Slice XZ");
        slice.scroll_to_me();
        desk.harness.run();
        let (_, slice) = image(&desk, "Slice XZ");
        assert!(slice.width() >= 110.0 && desk.room().expand(1.0).contains(slice.center()), "{slice:?}");
        desk.shot(&format!("octree_{name}_slice"));
    }
}

/// Scrolls something into sight.
fn bring(desk: &mut Desk, label: &str) {
    for _ in 0..2 {
        desk.harness.get_by_label_contains(label).scroll_to_me();
        desk.harness.run();
    }
}

/// The 3D view as it is now.
fn view(desk: &mut Desk) -> image::RgbaImage {
    let place = desk.view();
    desk.harness.hover_at(place.center_top());
    desk.harness.run();
    let image = desk.harness.render().unwrap();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rectangle on screen")]
    let [x, y, w, h] = [place.left(), place.top(), place.width(), place.height()].map(|side| side as u32);
    // Without the legend, whose samples stay.
    image::imageops::crop_imm(&image, x + w / 2, y + h / 4, w / 2, h / 2).to_image()
}

fn yellow(image: &image::RgbaImage) -> usize {
    image.pixels().filter(|pixel| pixel.0[0] > 130 && pixel.0[1] > 120 && pixel.0[2] < 100).count()
}
