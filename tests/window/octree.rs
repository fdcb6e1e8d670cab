//! The octree's panel: its counts, its fields, the bits of the selected object, and the slice that follows the pointer.

use eframe::egui::{Rect, Theme, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::octree::Method;
use eyeline::picture::CellsShown;

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
    let node = desk.harness.get_by(|node| is_it(&node));
    (node.accesskit_node().label().unwrap(), node.rect())
}

#[test]
fn counts_lesson_and_slice_are_there_in_both_themes() {
    let mut desk = open(WALK);
    desk.shot("octree_nothing");
    assert!(desk.has_text("tight: 8 candidates, 20 % saved"));
    assert!(desk.has_text("loose: "));
    assert!(desk.has_text("Select an object to see the bits"));
    desk.shot("octree_nothing");
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
