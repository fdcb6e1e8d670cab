//! Items without an answer in the window: a camera attached to a missing object, a list that does not fit into the
//! budget, and names with invisible characters.

use std::path::Path;

use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};

use crate::test_window::TestWindow;

const LOST: &str = r#"{ "eyeline": 1, "octree": {},
    "objects": [{ "name": "first", "shape": { "sphere": { "radius": 1 } } },
        { "name": "rock", "shape": { "mesh": { "file": "rock.obj" } } }],
    "cameras": [{ "name": "carried", "position": [0, 0, 5], "attach": "rock" }],
    "agents": [{ "name": "guard", "camera": "carried", "body": "rock",
        "tree": { "repeater": { "child": { "condition": { "sees": { "object": "first" } } } } } }] }"#;
const ROCK: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

/// All texts of the window, including those for screen readers.
fn texts(window: &TestWindow) -> Vec<String> {
    let nodes = window.harness.root().children_recursive();
    let texts = nodes.flat_map(|node| [node.accesskit_node().label(), node.accesskit_node().value()]);
    texts.flatten().collect()
}

#[test]
fn a_camera_attached_to_a_missing_object_has_the_same_error_everywhere() {
    let mut window = TestWindow::on(LOST);
    let why =
        "“carried” has no answer: it is attached to “rock”, which could not be placed: there is no file “rock.obj”";
    assert_eq!(window.row("carried"), "carried, no answer");
    assert_eq!(window.row("first"), "first, no answer", "the camera asks about it");
    for tab in ["Explain", "Verdicts", "Problems"] {
        window.click(Role::Tab, tab);
        window.shot(&format!("lost_{tab}"));
        let count = texts(&window).iter().filter(|text| text.contains(why)).count();
        assert!(count > 0, "{tab}: {:?}", texts(&window));
    }
    assert!(window.has_text("rock.obj") && window.has_text("desk.json:3:"), "the file and its place are named too");
    window.click_row("first");
    for tab in ["Explain", "Plots"] {
        window.click(Role::Tab, tab);
    }
    assert!(window.app().workspace().explanation().is_none());
    assert_eq!(window.row("first"), "first, no answer");

    // The agent has no view, because the pose of its camera is unknown.
    let status = |window: &TestWindow| window.app().workspace().report().agents[0].agent.statuses.clone();
    window.harness.state_mut().workspace_mut().set_tick(3);
    window.harness.run();
    assert!(format!("{:?}", status(&window)).contains("Failure"), "{:?}", status(&window));

    // An edit of another item changes nothing of it. The repaired file restores every answer.
    window.harness.state_mut().workspace_mut().edit("first", |scene| scene.objects[0].position[0] = 0.5);
    window.harness.run();
    assert_eq!(window.row("first"), "first, no answer");
    std::fs::write(window.path("rock.obj"), ROCK).unwrap();
    window.harness.state_mut().workspace_mut().disk_mut().refresh_files();
    for _ in 0..30 {
        window.harness.run();
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(window.row("carried"), "carried");
    assert!(["inside", "intersect", "outside"].iter().any(|word| window.row("first").contains(word)));
    assert!(window.app().workspace().explanation().is_some());
    assert!(!texts(&window).iter().any(|text| text.contains("has no answer")), "{:?}", texts(&window));
}

#[test]
fn a_list_that_does_not_fit_has_a_reason_and_appears_when_memory_is_free() {
    let objects = (0..20_000).map(|i| {
        format!(r#"{{ "name": "o{i}", "shape": {{ "sphere": {{ "radius": 0.1 }} }}, "position": [{i}, 0, 0] }}"#)
    });
    // The list of one camera takes about 300 KB.
    let cameras = (0..200).map(|i| format!(r#"{{ "name": "camera {i}", "position": [{i}, 0, 9] }}"#));
    let text = format!(
        r#"{{ "eyeline": 1, "cameras": [{}], "objects": [{}] }}"#,
        cameras.collect::<Vec<_>>().join(","),
        objects.collect::<Vec<_>>().join(",")
    );
    // An eighth of the memory is reserved for the picture.
    let mut window = TestWindow::with_memory(&text, 69 << 20);
    let frusta = |window: &TestWindow| {
        let frusta = &window.app().workspace().report().frusta;
        (0..frusta.len()).filter(|&i| frusta[i].over.is_some()).collect::<Vec<_>>()
    };
    let over = frusta(&window);
    assert!(!over.is_empty() && over.len() < 200, "{over:?}");
    let name = format!("camera {}", over[0]);
    let querier = eyeline::world::Item::Camera(over[0]);
    window.harness.state_mut().workspace_mut().selection_mut().choose_querier(querier, false);
    window.harness.run();
    assert_eq!(window.row(&name), format!("{name}, no list"));
    let why = format!("the list of the answers of “{name}” takes");
    for tab in ["Explain", "Verdicts", "Problems"] {
        window.click(Role::Tab, tab);
        window.shot(&format!("over_{tab}"));
        assert!(window.has_text(&why) && window.has_text("--memory "), "{tab}: {:?}", texts(&window));
    }
    window.click(Role::Tab, "Verdicts");
    assert!(window.harness.query_by_label("Copy as CSV").is_none(), "there is no table");
    // A single object still has its answer.
    window.harness.state_mut().workspace_mut().selection_mut().select_object(Some(0));
    window.harness.run();
    assert!(
        ["inside", "intersect", "outside"].iter().any(|word| window.row("o0").contains(word)),
        "{}",
        window.row("o0")
    );
    assert!(window.app().workspace().explanation().is_some());
    // With fewer objects all lists fit.
    window.harness.state_mut().workspace_mut().edit("fewer", |scene| {
        let kept: Vec<_> = scene.objects.iter().take(50).cloned().collect();
        scene.objects = kept.into_iter().collect();
    });
    window.harness.run();
    assert_eq!(frusta(&window), [0_usize; 0]);
    window.click_row(&name);
    assert!(!window.has_text(&why));
}

/// Escape, bell, a line break, a right-to-left override, a zero-width space and a soft hyphen.
const NASTY: &str = "a\u{1b}b\u{7}c\nd\u{202e}e\u{200b}f\u{ad}g";

#[test]
fn names_are_escaped_wherever_they_are_shown() {
    let nasty = |kind: &str| serde_json::to_string(&format!("{kind}{NASTY}")).unwrap();
    let text = format!(
        r#"{{ "eyeline": 1, "title": {}, "octree": {{}},
        "cameras": [{{ "name": {} }}], "rays": [{{ "name": {}, "origin": [0, 0, 0], "direction": [0, 0, -1] }}],
        "objects": [{{ "name": {}, "shape": {{ "sphere": {{ "radius": 0.5 }} }}, "position": [0, 0, -4] }},
                    {{ "name": {}, "shape": {{ "mesh": {{ "file": "gone.obj" }} }} }}],
        "occlusion": [{{ "name": {}, "a": {}, "b": {} }}],
        "images": [{{ "name": {}, "file": "gone.png" }}],
        "models": [{{ "name": {}, "file": "shed.obj" }}],
        "agents": [{{ "name": {}, "blackboard": {{ {}: {} }},
            "tree": {{ "sequence": {{ "name": {}, "children": [{{ "action": {{ "wait": {{ "ticks": 9 }} }} }}] }} }} }}] }}"#,
        nasty("t"),
        nasty("c"),
        nasty("r"),
        nasty("o"),
        nasty("m"),
        nasty("q"),
        nasty("o"),
        nasty("m"),
        nasty("i"),
        nasty("s"),
        nasty("g"),
        nasty("k"),
        nasty("v"),
        nasty("n")
    );
    let fill = |folder: &Path| std::fs::write(folder.join("shed.obj"), ROCK).unwrap();
    let mut window = TestWindow::beside(&text, fill);
    let is_bad = |c: char| c.is_control() || (!c.is_ascii() && NASTY.contains(c));
    let escaped = r"a\u{1b}b\u{7}c\nd\u{202e}e\u{200b}f\u{ad}g";
    let tabs = ["Explain", "Verdicts", "Plots", "Behaviour", "Octree", "Occlusion", "Problems"];
    for kind in ["c", "r", "o", "i", "s", "q"] {
        let row = format!("{kind}{escaped}");
        window.click_row(&row);
        for tab in tabs {
            if !window.has_tab(tab) {
                continue;
            }
            window.click(Role::Tab, tab);
            if tab == "Explain" {
                window.shot(&format!("nasty_{kind}"));
            }
            // A field in which a name is edited contains the raw name.
            let names: Vec<String> = window
                .harness
                .query_all_by_role(Role::TextInput)
                .filter_map(|field| field.accesskit_node().value())
                .collect();
            let texts = texts(&window);
            let bad = texts.iter().filter(|text| text.chars().any(|c| is_bad(c) && c != '\n') && !names.contains(text));
            assert_eq!(bad.collect::<Vec<_>>(), Vec::<&String>::new(), "{kind} {tab}");
        }
    }
    let picture = window.app().workspace();
    let drawn = eyeline::picture::Picture::of(&eyeline::picture::Shown::new(
        picture.world(),
        picture.report(),
        picture.selected(),
        &eyeline::picture::Palette::DARK,
    ));
    for label in &drawn.labels {
        assert!(!label.text.contains(is_bad), "{label:?}");
    }
    assert!(drawn.labels.iter().any(|label| label.text.contains(escaped)));

    // The raw name is edited.
    window.click_row(&format!("o{escaped}"));
    let field = window
        .harness
        .get_all_by_role(Role::TextInput)
        .find(|field| field.accesskit_node().value().is_some_and(|value| value.contains('\u{202e}')));
    assert!(field.is_some(), "the field contains the raw name");
    assert_eq!(window.app().workspace().scene().objects[0].name, format!("o{NASTY}"), "nothing is lost by showing it");
}

#[test]
fn a_picture_that_does_not_fit_has_a_reason_and_answers_stay() {
    let points = (0..5000).map(|i| format!("[{},{},0]", i % 70, i / 70)).collect::<Vec<_>>().join(",");
    let objects = (0..30).map(|i| {
        format!(
            r#"{{ "name": "o{i}", "shape": {{ "sphere": {{ "radius": 1 }} }}, "path": {{ "points": [{points}], "speed": 1 }} }}"#
        )
    });
    let text = format!(r#"{{ "eyeline": 1, "objects": [{}] }}"#, objects.collect::<Vec<_>>().join(","));
    let mut window = TestWindow::with_memory(&text, 64 << 20);
    let refused = |window: &TestWindow| window.has_text("lines, labels and surfaces") && window.has_text("--memory ");
    assert!(refused(&window), "{:?}", texts(&window));
    window.shot("picture_over_budget");
    window.click_row("o3");
    assert_eq!(window.app().workspace().selected().object(), Some(3), "the list still answers");
    window.harness.state_mut().workspace_mut().edit("fewer", |scene| {
        let kept: Vec<_> = scene.objects.iter().take(2).cloned().collect();
        scene.objects = kept.into_iter().collect();
    });
    window.harness.run();
    assert!(!refused(&window), "with fewer lines it is drawn");
}

/// Messages have code and names between backticks. The window shows them between quotation marks.
#[test]
fn no_text_of_the_window_has_backticks() {
    let scene = r#"{ "eyeline": 1, "octree": {}, "tick_rate": 10,
        "objects": [{ "name": "first", "shape": { "sphere": { "radius": 1 } } },
            { "name": "rock", "shape": { "mesh": { "file": "rock.obj" } } }],
        "cameras": [{ "name": "carried", "position": [0, 0, 5], "attach": "rock" }, { "name": "free" }],
        "rays": [{ "name": "aim", "origin": [0, 0, 5], "direction": [0, 0, -1] }],
        "images": [{ "name": "leaf", "file": "leaf.png" }],
        "models": [{ "name": "yard", "file": "yard.glb" }],
        "agents": [{ "name": "guard", "camera": "carried", "body": "rock",
                "tree": { "repeater": { "child": { "condition": { "sees": { "object": "first" } } } } } },
            { "name": "other", "tree": { "file": "other.xml" } }],
        "occlusion": [{ "name": "touch", "a": "first", "b": "rock" },
            { "name": "fine", "a": "first", "b": "first", "resolution": 4000000 }],
        "expect": [{ "ray": "aim", "nearest": "rock" }, { "camera": "carried", "object": "first", "verdict": "inside" }] }"#
        .replace(r#""b": "first", "resolution""#, r#""b": "rock", "resolution""#);
    let mut window = TestWindow::on(&scene);
    window.harness.state_mut().workspace_mut().set_tick(3);
    window.harness.run();
    let check = |window: &TestWindow, place: &str| {
        let found: Vec<String> = texts(window).into_iter().filter(|text| text.contains('`')).collect();
        assert!(found.is_empty(), "{place}: {found:?}");
    };
    for row in ["first", "rock", "carried", "aim", "leaf", "yard", "guard", "other", "touch", "fine"] {
        window.click_row(row);
        for tab in ["Explain", "Verdicts", "Plots", "Behaviour", "Octree", "Opacity", "Occlusion", "Problems"] {
            let mut labels = window.harness.query_all_by_role(Role::Tab).filter_map(|tab| tab.accesskit_node().label());
            let label = labels.find(|label| label.starts_with(tab));
            drop(labels);
            if let Some(label) = label {
                window.click(Role::Tab, &label);
                check(&window, &format!("{row}, {tab}"));
            }
        }
    }
    assert!(window.has_text("“"), "names are between quotation marks");
}
