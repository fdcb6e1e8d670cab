//! The tabs at the bottom, and the table of verdicts in one of them.

use eframe::egui::{Event, OutputCommand, PointerButton, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::desk::{Desk, SCENE};

/// The names of the table's rows in sight, from the top.
fn names(desk: &Desk) -> Vec<String> {
    let rows = desk.harness.root().children_recursive();
    let mut places: Vec<(f32, String)> = rows
        .filter(|node| node.accesskit_node().role() == Role::Row)
        .filter_map(|node| Some((node.rect().top(), node.accesskit_node().label()?)))
        .collect();
    places.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    places.into_iter().map(|(_, label)| label.split(',').next().unwrap_or_default().to_owned()).collect()
}

fn click_line(desk: &mut Desk, name: &str) {
    let start = format!("{name},");
    let row = desk
        .harness
        .get_by(|node| node.role() == Role::Row && node.label().is_some_and(|label| label.starts_with(&start)));
    let place = row.rect().center();
    desk.press(place, PointerButton::Primary);
}

#[test]
fn every_tab_opens() {
    let mut desk = Desk::new();
    desk.click_row("crate");
    for (tab, text) in [
        ("Verdicts", "2 objects, in view"),
        ("Plots", "Metres in front"),
        ("Problems", "No problems"),
        ("Explain", "Step 1"),
    ] {
        desk.click(Role::Tab, tab);
        assert!(desk.has_text(text), "{tab}");
        desk.shot(&format!("tab_{tab}"));
    }
}

#[test]
fn the_tabs_fit_the_smallest_window() {
    let mut desk = Desk::new();
    desk.harness.set_size(vec2(1024.0, 640.0));
    desk.harness.run();
    // The ray's last column, the interval, is a scroll away.
    for (querier, last) in [("guard", "Sort by exact"), ("aim", "Sort by feature")] {
        desk.click_row(querier);
        desk.click(Role::Tab, "Verdicts");
        let view = desk.view();
        assert!(view.height() > 250.0, "{view:?}");
        let header = desk.harness.get_by_role_and_label(Role::Button, last).rect();
        assert!(header.right() <= view.right(), "{querier}: {header:?} beside {view:?}");
        desk.shot(&format!("small_{querier}"));
    }
}

#[test]
fn the_table_sorts_by_a_click_on_a_header() {
    let mut desk = Desk::on(&SCENE.replace("[0, 0, 8]", "[0, 0, 8], \"layers\": [3]"));
    desk.click(Role::Tab, "Verdicts");
    assert_eq!(names(&desk), ["crate", "ball"]);
    // By size, upwards, downwards, as in the file: the crate is in by 3 m, the ball out by 8.
    for expected in [["crate", "ball"], ["ball", "crate"], ["crate", "ball"], ["crate", "ball"]] {
        desk.click(Role::Button, "Sort by margin");
        assert_eq!(names(&desk), expected);
    }
    desk.click(Role::Button, "Sort by object");
    assert_eq!(names(&desk), ["ball", "crate"]);
    desk.click_row("aim");
    assert_eq!(names(&desk), ["ball", "crate"], "both have names");
    desk.click(Role::Button, "Sort by t");
    assert_eq!(names(&desk), ["crate", "ball"], "what has no t comes last");
    desk.shot("table_ray");
    desk.click_row("guard");
    assert_eq!(names(&desk), ["crate", "ball"], "a camera has no t to sort by");
}

#[test]
fn near_misses_come_first() {
    let ball = |name: &str, x: f32| {
        format!(r#"{{ "name": "{name}", "shape": {{ "sphere": {{ "radius": 0.5 }} }}, "position": [{x}, 0, -10] }}"#)
    };
    let balls = [ball("far out", 90.0), ball("well in", 0.0), ball("just out", 7.0), ball("just in", 5.8)].join(", ");
    let mut desk = Desk::on(&format!(
        r#"{{ "eyeline": 1, "cameras": [{{ "name": "eye", "projection": {{ "perspective": {{ "fov_y": 60, "aspect": 1 }} }} }}],
        "objects": [{balls}] }}"#
    ));
    desk.click(Role::Tab, "Verdicts");
    desk.click(Role::Button, "Sort by margin");
    assert_eq!(names(&desk), ["just out", "just in", "well in", "far out"]);
    desk.shot("near_misses");
}

#[test]
fn the_table_is_filtered_and_clicking_a_row_selects() {
    let mut desk = Desk::new();
    desk.click(Role::Tab, "Verdicts");
    desk.harness.get_by_role_and_label(Role::TextInput, "Filter the table").focus();
    desk.harness.run();
    desk.harness.event(Event::Text("outside".to_owned()));
    desk.harness.run();
    assert_eq!(names(&desk), ["ball"]);
    assert!(desk.has_text("1 of 2 objects"));
    click_line(&mut desk, "ball");
    assert_eq!(desk.app().session().selected().object, Some(1));
    desk.shot("table_filtered");
    let session = desk.harness.state_mut().session_mut();
    session.edit("ball position", |scene| scene.objects[1].position = [0.0, 0.0, -6.0]);
    desk.harness.run();
    assert_eq!(names(&desk), Vec::<String>::new(), "the table follows an edit");
    assert!(desk.has_text("Nothing passes the filter"));
}

#[test]
fn the_rows_are_copied_as_they_stand() {
    let mut desk = Desk::new();
    desk.click(Role::Tab, "Verdicts");
    desk.click(Role::Button, "Sort by margin");
    desk.click(Role::Button, "Sort by margin");
    desk.harness.get_by_role_and_label(Role::Button, "Copy as CSV").click();
    desk.harness.step();
    let copied = desk.harness.output().platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.unwrap();
    let lines: Vec<&str> = copied.lines().collect();
    assert_eq!(lines[0], "object,verdict,margin,rejected_by,exact");
    assert!(lines[1].starts_with("ball,outside,-8,"), "{copied}");
    assert!(lines[2].starts_with("crate,inside,"), "{copied}");
}

#[test]
fn a_row_selected_elsewhere_comes_into_sight() {
    let boxes = (0..5_000).map(|i| {
        format!(r#"{{ "name": "box {i}", "shape": {{ "sphere": {{ "radius": 0.4 }} }}, "position": [{i}, 0, -5] }}"#)
    });
    let boxes = boxes.collect::<Vec<_>>().join(", ");
    let mut desk = Desk::on(&format!(r#"{{ "eyeline": 1, "cameras": [{{ "name": "c" }}], "objects": [{boxes}] }}"#));
    desk.click(Role::Tab, "Verdicts");
    let shown = names(&desk);
    assert!(shown.len() < 40 && shown[0] == "box 0", "only rows in sight are laid out: {shown:?}");
    desk.click(Role::Button, "Sort by margin");
    desk.click(Role::Button, "Sort by margin");
    assert_eq!(names(&desk)[0], "box 4999");
    desk.harness.state_mut().session_mut().select_object(Some(3_000));
    desk.harness.run();
    desk.harness.run();
    assert!(names(&desk).contains(&"box 3000".to_owned()), "{:?}", names(&desk));
    desk.shot("table_many");
}
