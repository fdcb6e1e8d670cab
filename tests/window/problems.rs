//! The Problems panel, and the selection of the item of a problem.

use eframe::egui::{Event, Key, Modifiers, OutputCommand, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::world::Item;

use crate::test_window::{SCENE, TestWindow};

/// A bar outside that no plane rejects, and a line along a ramp that is too close to it for `f32`.
const DISPUTED: &str = r#"{ "eyeline": 1,
    "view": { "eye": [16, 12, 8], "target": [3, 0.5, -8], "fov_y": 42 },
    "cameras": [ { "name": "other", "position": [50, 0, 0] },
        { "name": "camera", "position": [0, 1, 0], "near": 1, "far": 9,
          "projection": { "perspective": { "fov_y": 45, "aspect": 1.6 } } } ],
    "rays": [ { "name": "grazing", "origin": [-0.8191916, 0.5735202, 5], "direction": [0, 0, -1] } ],
    "objects": [
        { "name": "ramp", "shape": { "box": { "half_extents": [1, 1, 1] } },
          "rotation": [0, 0, 0.46177918, 0.8869949] },
        { "name": "bar", "shape": { "box": { "half_extents": [0.6, 0.4, 4.2] } }, "position": [7.6, 1, -12.4] } ] }"#;

/// The label of the only row that begins with a text.
fn row(window: &TestWindow, start: &str) -> String {
    let row = window.harness.get_by(|node| {
        node.role() == Role::ListBoxOption && node.label().is_some_and(|label| label.starts_with(start))
    });
    row.accesskit_node().label().unwrap()
}

#[test]
fn a_disagreement_selects_its_camera_and_object() {
    let mut window = TestWindow::on(DISPUTED);
    window.click(Role::Tab, "Problems");
    let of_camera = "“bar” in view of “camera”: intersect, exact: outside (a false positive)";
    window.click(Role::ListBoxOption, of_camera);
    let focus = window.app().workspace().selected().clone();
    assert_eq!((focus.querier(), focus.object()), (Some(Item::Camera(1)), Some(1)));
    let of_ray = row(&window, "“ramp” on “grazing”: hit, exact: misses");
    window.click(Role::ListBoxOption, &of_ray);
    let focus = window.app().workspace().selected().clone();
    assert_eq!((focus.querier(), focus.object()), (Some(Item::Ray(0)), Some(0)));
    window.shots("problems_disputed");
}

#[test]
fn a_notice_selects_its_object_after_a_rename() {
    let mut window = TestWindow::on(
        r#"{ "eyeline": 1, "objects": [
            { "name": "near", "shape": { "sphere": { "radius": 1 } } },
            { "name": "far", "shape": { "sphere": { "radius": 1 } }, "position": [20000000, 0, 0] } ] }"#,
    );
    let id = window.app().workspace().scene().objects[1].id.get();
    assert_eq!(window.app().workspace().notices()[0].subject, Some(id));
    // The other object gets the former name of this one.
    for (index, name) in [(1, "distant"), (0, "far")] {
        window.click_row(["near", "far"][index]);
        window.harness.key_press(Key::F2);
        window.harness.run();
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        window.harness.event(Event::Text(name.to_owned()));
        window.harness.run();
        window.harness.key_press(Key::Enter);
        window.harness.run();
    }
    let names: Vec<_> = window.app().workspace().scene().objects.iter().map(|object| object.name.clone()).collect();
    assert_eq!(names, ["far", "distant"]);
    let title = window.harness.query_all_by_role(Role::Tab).find_map(|tab| {
        let label = tab.accesskit_node().label();
        label.filter(|label| label.starts_with("Problems"))
    });
    window.click(Role::Tab, &title.unwrap());
    let is_notice = |label: &String| label.contains("from the origin");
    let mut rows = window.harness.query_all_by_role(Role::ListBoxOption).map(|row| row.accesskit_node().label());
    let notice = rows.find_map(|label| label.filter(is_notice)).unwrap();
    drop(rows);
    window.click(Role::ListBoxOption, &notice);
    assert_eq!(
        window.app().workspace().selected().object(),
        Some(1),
        "the renamed object, not the one with its old name"
    );
}

/// A level whose triangle is 2e7 m from its origin.
const FAR_LEVEL: &str = "o shed\nv 20000000 0 0\nv 20000100 0 0\nv 20000000 100 0\nf 1 2 3\n";

#[test]
fn a_level_far_from_the_origin_is_a_warning_in_the_window() {
    let scene = r#"{ "eyeline": 1, "models": [ { "name": "town", "file": "town.obj" } ] }"#;
    let with =
        |level: String| TestWindow::beside(scene, |folder| std::fs::write(folder.join("town.obj"), level).unwrap());
    let mut near = with(FAR_LEVEL.replace("v 20000", "v "));
    near.click(Role::Tab, "Problems");
    assert!(!near.has_text("32-bit numbers"));
    let mut far = with(FAR_LEVEL.to_owned());
    let problems = far
        .harness
        .query_all_by_role(Role::Tab)
        .find_map(|tab| tab.accesskit_node().label().filter(|label| label.starts_with("Problems")));
    far.click(Role::Tab, &problems.unwrap());
    far.shots("problems_far_level");
    assert!(far.has_text("from the origin, where neighbouring 32-bit numbers are 2 m apart"));
}

#[test]
fn a_ray_s_disagreement_is_marked_everywhere() {
    let mut window = TestWindow::on(DISPUTED);
    window.click_row("grazing");
    assert!(window.row("ramp").ends_with(", exact differs"), "{}", window.row("ramp"));
    assert!(!window.row("bar").contains("exact differs"), "{}", window.row("bar"));
    window.click_row("ramp");
    assert!(window.has_text("Fast and exact answer differ"));
    assert!(window.has_text("The line only grazes the solid"));
    window.shot("ray_disputed");
    window.click(Role::Tab, "Verdicts");
    let described = |window: &TestWindow, start: &str| {
        let row = window
            .harness
            .get_by(|node| node.role() == Role::Row && node.label().is_some_and(|label| label.starts_with(start)));
        row.accesskit_node().label().unwrap()
    };
    assert!(described(&window, "ramp,").contains(", which differs"), "{}", described(&window, "ramp,"));
    assert!(!described(&window, "bar,").contains("differs"));
    window.shots("table_disputed");
}

#[test]
fn a_broken_file_shows_its_line_and_selects_its_item() {
    let mut window = TestWindow::new();
    window.click(Role::Tab, "Problems");
    let broken = SCENE.replace(r#""name": "ball", "shape""#, r#""name": "ball", "shpe""#);
    std::fs::write(window.path("desk.json"), &broken).unwrap();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::R);
    window.harness.run();
    assert_eq!(window.row("ball"), "ball, outside", "the open scene stays");
    let line = broken.lines().position(|line| line.contains("shpe")).unwrap() + 1;
    let label = row(&window, "Cannot open desk.json: unknown key “shpe”");
    assert!(label.contains(&format!(", desk.json:{line}:")), "{label}");
    assert!(window.has_text("^^^^^^"), "the source line with its caret");
    window.click(Role::ListBoxOption, &label);
    assert_eq!(window.app().workspace().selected().object(), Some(1));
    window.harness.get_by_role_and_label(Role::Button, "Copy").click();
    window.harness.step();
    let copied = window.harness.output().platform_output.commands.iter().any(|command| match command {
        OutputCommand::CopyText(text) => text.contains("did you mean `shape`?") && text.contains("^^^^^^"),
        _ => false,
    });
    assert!(copied);
    window.shots("problems_broken");
    std::fs::write(window.path("desk.json"), SCENE).unwrap();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::R);
    window.harness.run();
    assert!(window.has_text("No problems"), "a file that is read again is no longer a problem");
}

#[test]
fn another_file_s_error_selects_nothing() {
    let mut window = TestWindow::new();
    window.click(Role::Tab, "Problems");
    let bad = window.path("bad.json");
    std::fs::write(&bad, SCENE.replace(r#""name": "ball", "shape""#, r#""name": "ball", "shpe""#)).unwrap();
    window.harness.state_mut().workspace_mut().open(&bad);
    window.harness.run();
    let label = row(&window, "Cannot open bad.json");
    window.click(Role::ListBoxOption, &label);
    assert_eq!(window.app().workspace().selected().object(), None, "its ball is not this one");
}

#[test]
fn a_closed_notice_stays_in_the_list_until_its_cause_is_removed() {
    let mut window = TestWindow::new();
    let bad = window.path("bad.json");
    std::fs::write(&bad, "{ \"eyeline\": 1,\n  \"cameras\": [ { \"nam\": \"x\" } ] }").unwrap();
    window.harness.state_mut().workspace_mut().open(&bad);
    window.harness.run();
    assert!(window.has_text("Cannot open bad.json"));
    window.click(Role::Button, "Dismiss");
    assert!(!window.has_text("Cannot open bad.json"), "the banner is put away");
    window.click(Role::Tab, "Problems");
    let _still = row(&window, "Cannot open bad.json: unknown key “nam”");
    std::fs::write(&bad, SCENE).unwrap();
    window.harness.state_mut().workspace_mut().open(&bad);
    window.harness.run();
    assert!(window.has_text("No problems"));
}

#[test]
fn the_row_of_a_warning_selects_its_camera_and_follows_the_file() {
    let text = SCENE.replace(r#""name": "second","#, r#""name": "second", "near": 0.01, "far": 1e12,"#);
    let text = text.replace(r#""origin": [0, 0, 3]"#, r#""origin": [0, 0, 2e7]"#);
    let mut window = TestWindow::on(&text);
    // Both are shown, not only the first one or their number.
    let in_banner = |window: &TestWindow, words: &str| window.has_text(words);
    let both = ["“origin” is", "“far” is 1e14 times “near”"];
    assert!(both.iter().all(|words| in_banner(&window, words)));
    window.harness.set_size(vec2(1024.0, 640.0));
    window.harness.run();
    assert!(window.view().height() >= 240.0, "warnings leave the view its room: {:?}", window.view());
    // The last line of both is drawn, not only laid out below the end of the banner.
    let shot = window.picture("warnings_whole");
    for words in both {
        let rect = window.harness.query_all_by_label_contains(words).next().unwrap().rect();
        let last_line = rect.with_min_y(rect.bottom() - 14.0);
        let is_amber = |&(x, y): &(u32, u32)| {
            let [r, g, b, _] = shot.get_pixel(x, y).0;
            r > 160 && (90..210).contains(&g) && b < 90
        };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rectangle on screen")]
        let [left, right, top, bottom] =
            [last_line.left(), last_line.right(), last_line.top(), last_line.bottom()].map(|side| side as u32);
        let pixels = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
        assert!(pixels.filter(is_amber).count() > 20, "{words}: {last_line}");
    }
    window.shots("warnings");
    window.click(Role::Button, "Dismiss");
    assert!(!both.iter().any(|words| in_banner(&window, words)));
    window.click(Role::Tab, "Problems");
    let of_ray = row(&window, "“origin” is");
    assert!(of_ray.contains(", desk.json:4:"), "{of_ray}");
    let of_camera = row(&window, "“far” is 1e14 times “near”");
    assert!(of_camera.contains(", desk.json:3:"), "{of_camera}");
    window.click(Role::ListBoxOption, &of_camera);
    assert_eq!(window.app().workspace().selected().querier(), Some(Item::Camera(1)));
    window.shots("problems_warned");
    // Saving keeps the layout of the file, so the camera stays on its line.
    window.click_row("guard");
    window.type_number("near", "0.75");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.harness.run();
    let saved = std::fs::read_to_string(window.path("desk.json")).unwrap();
    let line = saved.lines().position(|line| line.contains("second")).unwrap() + 1;
    let moved = row(&window, "“far” is 1e14 times “near”");
    assert!(line == 3 && moved.contains(&format!(", desk.json:{line}:")), "{moved}, not {line}");
    let ray = window.app().workspace().notices().iter().find(|notice| notice.text.contains("origin` is")).unwrap();
    assert!(ray.is_dismissed, "what was dismissed stays dismissed");
    window.harness.event(Event::PointerGone);
    window.harness.run();
}

#[test]
fn a_failed_save_has_a_notice_until_one_succeeds() {
    let mut window = TestWindow::new();
    window.click(Role::Tab, "Problems");
    let folder = window.path("");
    window.harness.state_mut().workspace_mut().disk_mut().save_as(&folder);
    window.harness.state_mut().workspace_mut().disk_mut().save_as(&folder);
    window.harness.run();
    assert_eq!(row(&window, "The scene was not saved"), "The scene was not saved");
    assert_eq!(window.app().workspace().notices().len(), 1, "the same again is not another one");
    window.shots("problems_unsaved");
    let good = window.path("good.json");
    assert!(window.harness.state_mut().workspace_mut().disk_mut().save_as(&good));
    window.harness.run();
    assert!(window.has_text("No problems"));
}
