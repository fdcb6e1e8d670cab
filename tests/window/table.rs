//! The tabs at the bottom, and the table of verdicts in one of them.

use eframe::egui::{Event, OutputCommand, PointerButton, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::test_window::{SCENE, TestWindow};

/// The names of the table's visible rows, from the top.
fn names(window: &TestWindow) -> Vec<String> {
    let rows = window.harness.root().children_recursive();
    let mut places: Vec<(f32, String)> = rows
        .filter(|node| node.accesskit_node().role() == Role::Row)
        .filter_map(|node| Some((node.rect().top(), node.accesskit_node().label()?)))
        .collect();
    places.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    places.into_iter().map(|(_, label)| label.split(',').next().unwrap_or_default().to_owned()).collect()
}

fn click_line(window: &mut TestWindow, name: &str) {
    let start = format!("{name},");
    let row = window
        .harness
        .get_by(|node| node.role() == Role::Row && node.label().is_some_and(|label| label.starts_with(&start)));
    let place = row.rect().center();
    window.press(place, PointerButton::Primary);
}

#[test]
fn every_tab_opens() {
    let mut window = TestWindow::new();
    window.click_row("crate");
    for (tab, text) in [
        ("Verdicts", "2 objects, in view"),
        ("Plots", "Metres in front"),
        ("Problems", "No problems"),
        ("Explain", "Step 1"),
    ] {
        window.click(Role::Tab, tab);
        assert!(window.has_text(text), "{tab}");
        window.shot(&format!("tab_{tab}"));
    }
}

#[test]
fn the_tabs_fit_the_smallest_window() {
    let mut window = TestWindow::new();
    window.harness.set_size(vec2(1024.0, 640.0));
    window.harness.run();
    // The ray's last column, the interval, is visible after a scroll.
    for (querier, last) in [("guard", "Sort by exact"), ("aim", "Sort by feature")] {
        window.click_row(querier);
        window.click(Role::Tab, "Verdicts");
        let view = window.view();
        assert!(view.height() > 250.0, "{view:?}");
        let header = window.harness.get_by_role_and_label(Role::Button, last).rect();
        assert!(header.right() <= view.right(), "{querier}: {header:?} beside {view:?}");
        window.shot(&format!("small_{querier}"));
    }
}

#[test]
fn the_table_sorts_by_a_click_on_a_header() {
    let mut window = TestWindow::on(&SCENE.replace("[0, 0, 8]", "[0, 0, 8], \"layers\": [3]"));
    window.click(Role::Tab, "Verdicts");
    assert_eq!(names(&window), ["crate", "ball"]);
    // By size, ascending, descending, and in file order. The crate is inside by 3 m, the ball outside by 8 m.
    for expected in [["crate", "ball"], ["ball", "crate"], ["crate", "ball"], ["crate", "ball"]] {
        window.click(Role::Button, "Sort by margin");
        assert_eq!(names(&window), expected);
    }
    window.click(Role::Button, "Sort by object");
    assert_eq!(names(&window), ["ball", "crate"]);
    window.click_row("aim");
    assert_eq!(names(&window), ["ball", "crate"], "both have names");
    window.click(Role::Button, "Sort by t");
    assert_eq!(names(&window), ["crate", "ball"], "what has no t comes last");
    window.shot("table_ray");
    window.click_row("guard");
    assert_eq!(names(&window), ["crate", "ball"], "a camera has no t to sort by");
}

#[test]
fn near_misses_come_first() {
    let ball = |name: &str, x: f32| {
        format!(r#"{{ "name": "{name}", "shape": {{ "sphere": {{ "radius": 0.5 }} }}, "position": [{x}, 0, -10] }}"#)
    };
    let balls = [ball("far out", 90.0), ball("well in", 0.0), ball("just out", 7.0), ball("just in", 5.8)].join(", ");
    let mut window = TestWindow::on(&format!(
        r#"{{ "eyeline": 1, "cameras": [{{ "name": "eye", "projection": {{ "perspective": {{ "fov_y": 60, "aspect": 1 }} }} }}],
        "objects": [{balls}] }}"#
    ));
    window.click(Role::Tab, "Verdicts");
    window.click(Role::Button, "Sort by margin");
    assert_eq!(names(&window), ["just out", "just in", "well in", "far out"]);
    window.shot("near_misses");
}

#[test]
fn the_table_is_filtered_and_clicking_a_row_selects() {
    let mut window = TestWindow::new();
    window.click(Role::Tab, "Verdicts");
    window.harness.get_by_role_and_label(Role::TextInput, "Filter the table").focus();
    window.harness.run();
    window.harness.event(Event::Text("outside".to_owned()));
    window.harness.run();
    assert_eq!(names(&window), ["ball"]);
    assert!(window.has_text("1 of 2 objects"));
    click_line(&mut window, "ball");
    assert_eq!(window.app().workspace().selected().object(), Some(1));
    window.shot("table_filtered");
    let workspace = window.harness.state_mut().workspace_mut();
    workspace.edit("ball position", |scene| scene.objects[1].position = [0.0, 0.0, -6.0]);
    window.harness.run();
    assert_eq!(names(&window), Vec::<String>::new(), "the table follows an edit");
    assert!(window.has_text("No object matches the filter"));
}

#[test]
fn the_rows_are_copied_in_their_order() {
    let mut window = TestWindow::new();
    window.click(Role::Tab, "Verdicts");
    window.click(Role::Button, "Sort by margin");
    window.click(Role::Button, "Sort by margin");
    window.harness.get_by_role_and_label(Role::Button, "Copy as CSV").click();
    window.harness.step();
    let copied = window.harness.output().platform_output.commands.iter().find_map(|command| match command {
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
fn selecting_an_item_scrolls_the_table_to_its_row() {
    let boxes = (0..5_000).map(|i| {
        format!(r#"{{ "name": "box {i}", "shape": {{ "sphere": {{ "radius": 0.4 }} }}, "position": [{i}, 0, -5] }}"#)
    });
    let boxes = boxes.collect::<Vec<_>>().join(", ");
    let mut window =
        TestWindow::on(&format!(r#"{{ "eyeline": 1, "cameras": [{{ "name": "c" }}], "objects": [{boxes}] }}"#));
    window.click(Role::Tab, "Verdicts");
    let shown = names(&window);
    assert!(shown.len() < 40 && shown[0] == "box 0", "only rows in sight are laid out: {shown:?}");
    window.click(Role::Button, "Sort by margin");
    window.click(Role::Button, "Sort by margin");
    assert_eq!(names(&window)[0], "box 4999");
    window.harness.state_mut().workspace_mut().selection_mut().select_object(Some(3_000));
    window.harness.run();
    window.harness.run();
    assert!(names(&window).contains(&"box 3000".to_owned()), "{:?}", names(&window));
    window.shot("table_many");
}
