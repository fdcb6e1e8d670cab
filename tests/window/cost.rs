//! The Cost panel: it is opened by a command, lists positions, and a tile of the 3D view can be clicked.

use eframe::egui::accesskit::Role;
use eframe::egui::{PointerButton, vec2};
use egui_kittest::kittest::Queryable;
use eyeline::cost::{CostMeasure, direction_in_words, place_in_words};

use crate::test_window::TestWindow;

/// A view from straight above on a ground, with a wall and balls behind it.
const SCENE: &str = r##"{ "eyeline": 1, "view": { "eye": [0, 24, 0.01], "target": [0, 0, 0] },
    "objects": [
        { "name": "ground", "shape": { "box": { "half_extents": [8, 0.5, 8] } }, "position": [0, -0.5, 0], "color": "#8a8f98" },
        { "name": "wall", "shape": { "box": { "half_extents": [6, 3, 0.2] } }, "position": [0, 3, -3], "color": "#909090" },
        { "name": "ball 1", "shape": { "sphere": { "radius": 0.5 } }, "position": [-1, 1, -6] },
        { "name": "ball 2", "shape": { "sphere": { "radius": 0.5 } }, "position": [1, 1, -6] } ] }"##;

#[test]
fn a_level_is_surveyed_and_a_tile_is_clicked() {
    let mut window = TestWindow::on(SCENE);
    // The list of positions is below the table of the chosen one.
    window.harness.set_size(vec2(1280.0, 1600.0));
    window.harness.run();
    assert!(!window.has_tab("Cost"), "it has a tab after it was asked for");
    window.command("Cost of the level");
    assert!(window.has_tab("Cost"));
    window.wait_until("the survey", |window| window.app().workspace().view().cost_map().is_some());
    assert!(window.has_text("the frustum holds the most triangles"), "the answer in sentences");
    window.shot("cost_surveyed");

    // The middle of the view is the middle of the ground, between four tiles; a little aside is one of them.
    let view = window.view();
    let aside = view.center() + vec2(view.height() * 0.04, view.height() * 0.04);
    window.press(aside, PointerButton::Primary);
    let map = window.app().workspace().view().cost_map().unwrap();
    let place = map.chosen_place().expect("a tile is chosen");
    assert!(place.eye.x > 0.0 && place.eye.z > 0.0 && place.eye.x.max(place.eye.z) < 3.0, "{}", place.eye);
    assert!(window.app().workspace().selected().object().is_none(), "the ground below the tile is not selected");
    window.wait_for("Look from here");
    window.click(Role::Button, "Look from here");

    // A row chooses a position as well.
    let map = window.app().workspace().view().cost_map().unwrap();
    let index =
        map.survey.tiles.iter().position(|tile| Some(tile) == map.survey.worst(CostMeasure::Triangles)).unwrap();
    let place = map.survey.tiles[index].cost.as_ref().unwrap();
    let along = direction_in_words(place.worst(CostMeasure::Triangles).unwrap().forward);
    let value = place.value(CostMeasure::Triangles);
    let row = format!("{} along {along}: {},{:03}", place_in_words(place.eye), value / 1000, value % 1000);
    // The row may be scrolled out of view.
    window.harness.get_by_role_and_label(Role::ListBoxOption, &row).click_accesskit();
    window.harness.run();
    assert_eq!(window.app().workspace().view().cost_map().unwrap().chosen, Some(index));

    // Closed, the tiles are gone.
    window.click(Role::Tab, "Explain");
    assert!(window.app().workspace().view().cost_map().is_none());
}
