//! Terms with tooltips, and the glossary with all terms.

use eframe::egui::{Event, Key, Modifiers, Theme, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use crate::test_window::TestWindow;

const MARGIN: &str = "The least of the six p-vertex distances";
const TOUR: &str = include_str!("../../scenes/tour.json");

fn rest_on(window: &mut TestWindow, place: eframe::egui::Pos2) {
    window.harness.hover_at(place);
    window.harness.run_steps(8);
}

fn open(window: &mut TestWindow) {
    window.click(Role::Button, "Help");
    window.click(Role::Button, "Glossary");
}

#[test]
fn a_header_of_the_table_shows_its_term_with_a_picture() {
    let mut window = TestWindow::on(TOUR);
    window.click(Role::Tab, "Verdicts");
    let header = window.harness.get_by_role_and_label(Role::Button, "Sort by margin");
    let said = header.accesskit_node().description().unwrap_or_default();
    assert!(said.contains(MARGIN), "read aloud: {said}");
    let place = header.rect().center();
    rest_on(&mut window, place);
    assert!(window.has_text(MARGIN));
    assert!(window.has_text("Click to sort"));
    assert!(window.harness.query_by_role_and_label(Role::Image, "Picture: margin").is_some());
    window.shot("glossary_header");
}

#[test]
fn terms_in_a_step_have_tooltips() {
    let mut window = TestWindow::on(TOUR);
    let outcome = window.harness.get_by_label_contains("Even the p-vertex lies 0.4409 m behind");
    let said = outcome.accesskit_node().description().unwrap_or_default();
    assert!(said.contains("furthest along a plane's normal"), "read aloud: {said}");
    // The text “Even the ” precedes the term.
    let place = outcome.rect().left_center() + vec2(76.0, 0.0);
    rest_on(&mut window, place);
    assert!(window.has_text("The corner of a box that is furthest along"));
    window.shot("glossary_story");
}

#[test]
fn labels_of_the_inspector_and_words_of_the_outliner_have_tooltips() {
    let mut window = TestWindow::on(TOUR);
    for (label, text) in
        [("aspect", "The width of the picture"), ("near", "A camera sees nothing"), ("layers", "An object is on")]
    {
        let place = window.harness.get_by_role_and_label(Role::Label, label).rect().center();
        rest_on(&mut window, place);
        assert!(window.has_text(text), "{label}");
    }
    window.shot("glossary_field");
    let row = window.harness.get_by_role_and_label(Role::TreeItem, &window.row("barrel")).rect();
    rest_on(&mut window, row.right_center() - vec2(45.0, 0.0));
    assert!(window.has_text("Outside: the whole box is behind some plane."), "at the word");
    rest_on(&mut window, row.left_center() + vec2(45.0, 0.0));
    assert!(!window.has_text("Outside: the whole box"), "at the name");
    assert!(window.has_text("“barrel” is inside"));
}

#[test]
fn the_glossary_has_all_terms_and_a_search() {
    for (theme, name) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        let mut window = TestWindow::on(TOUR);
        window.harness.ctx.set_theme(theme);
        window.harness.set_size(vec2(1024.0, 640.0));
        open(&mut window);
        assert!(window.has_text("The corner of a box that is furthest along"));
        window.shot(&format!("glossary_{name}"));
        window.harness.get_by_role_and_label(Role::TextInput, "Search the glossary").focus();
        window.harness.run();
        window.harness.event(Event::Text("double cone".to_owned()));
        window.harness.run();
        let shown = |word: &str| window.harness.query_by_role_and_label(Role::Label, word).is_some();
        assert!(shown("nappe") && shown("generator") && !shown("p-vertex"), "{name}");
        window.shot(&format!("glossary_search_{name}"));
    }
}

/// The glossary in a theme, with a word in its search field.
fn searching(theme: Theme, word: &str) -> TestWindow {
    let mut window = TestWindow::on(TOUR);
    window.harness.ctx.set_theme(theme);
    open(&mut window);
    window.harness.get_by_role_and_label(Role::TextInput, "Search the glossary").focus();
    window.harness.run();
    window.harness.event(Event::Text(word.to_owned()));
    window.harness.run();
    window
}

/// Types another word into the search field.
fn search_instead(window: &mut TestWindow, word: &str) {
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.run();
    window.harness.event(Event::Text(word.to_owned()));
    window.harness.run();
}

fn scroll_to_picture(window: &mut TestWindow, term: &str) {
    window.harness.get_by_role_and_label(Role::Image, &format!("Picture: {term}")).scroll_to_me();
    window.harness.run();
}

#[test]
fn the_octree_s_terms_have_pictures() {
    for (theme, name) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        let mut window = searching(theme, "cell");
        for term in ["candidate pair", "octree, cell and split plane", "Morton code", "straddler", "loose tree"] {
            scroll_to_picture(&mut window, term);
            let first = term.split([' ', ',']).next().unwrap_or_default();
            window.shot(&format!("glossary_{first}_{name}"));
        }
    }
}

#[test]
fn the_terms_of_images_have_pictures() {
    for (theme, name) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        let mut window = searching(theme, "alpha");
        for term in ["alpha", "opacity, cell by cell", "threshold"] {
            scroll_to_picture(&mut window, term);
        }
        window.shot(&format!("glossary_images_{name}"));
        search_instead(&mut window, "odd");
        assert!(window.harness.query_by_role_and_label(Role::Image, "Picture: odd block").is_some());
        window.shot(&format!("glossary_odd_{name}"));
    }
}

#[test]
fn the_terms_of_meshes_have_pictures() {
    for (theme, name) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        let mut window = searching(theme, "triangle");
        for term in [
            "mesh",
            "tree of boxes (BVH)",
            "barycentric coordinates",
            "front and back face",
            "winding",
            "non-manifold edge",
            "open edge",
            "degenerate triangle",
        ] {
            scroll_to_picture(&mut window, term);
            let first = term.split(' ').next().unwrap_or_default();
            window.shot(&format!("glossary_{first}_{name}"));
        }
        search_instead(&mut window, "instance");
        assert!(window.harness.query_by_role_and_label(Role::Image, "Picture: instance").is_some());
        window.shot(&format!("glossary_instance_{name}"));
    }
}

#[test]
fn the_help_menu_shows_the_version() {
    let mut window = TestWindow::new();
    window.click(Role::Button, "Help");
    window.shot("help_menu");
    window.click(Role::Button, "About eyeline");
    assert!(window.has_text(concat!("eyeline ", env!("CARGO_PKG_VERSION"))));
    window.shot("about");
}

const ROBOT: &str = r#"{ "eyeline": 1, "agents": [ { "name": "robot", "tree": { "file": "robot.xml" } } ] }"#;
const NODES: [(&str, &str); 13] = [
    ("RecoveryNode", "recovery"),
    ("PipelineSequence", "pipeline_sequence"),
    ("RoundRobin", "round_robin"),
    ("NonblockingSequence", "nonblocking_sequence"),
    ("PersistentSequence", "persistent_sequence"),
    ("RateController", "rate_controller"),
    ("DistanceController", "distance_controller"),
    ("SpeedController", "speed_controller"),
    ("GoalUpdatedController", "goal_updated_controller"),
    ("GoalUpdater", "goal_updater"),
    ("SingleTrigger", "single_trigger"),
    ("PathLongerOnApproach", "path_longer_on_approach"),
    ("PauseResumeController", "pause_resume_controller"),
];

/// A tree with one node of Navigation2 and the number of leaves that it needs.
fn robot(tag: &str) -> String {
    let attribute = match tag {
        "PersistentSequence" => " current_child_idx=\"{index}\"",
        "PauseResumeController" => " pause_service_name=\"pause\" resume_service_name=\"resume\"",
        _ => "",
    };
    let second = if tag == "RecoveryNode" { "<AlwaysSuccess/>" } else { "" };
    let node = format!("<{tag}{attribute}><AlwaysSuccess/>{second}</{tag}>");
    format!("<root BTCPP_format=\"4\"><BehaviorTree ID=\"Main\">\n{node}</BehaviorTree></root>")
}

#[test]
fn the_nodes_of_navigation2_are_explained_where_the_tree_shows_them() {
    for (tag, word) in NODES {
        let mut window =
            TestWindow::beside(ROBOT, |folder| std::fs::write(folder.join("robot.xml"), robot(tag)).unwrap());
        crate::behavior::go_to(&mut window, 1);
        crate::behavior::tab(&mut window, "Node");
        let place = crate::behavior::node(&window, "0 ").1.center();
        window.press(place, eframe::egui::PointerButton::Primary);
        for start in [format!("{word}: "), format!("<{tag}> in robot.xml")] {
            let texts: Vec<_> = window.harness.root().children_recursive().collect();
            let starts = |text: Option<String>| text.is_some_and(|text| text.starts_with(&start));
            let is_it = |node: &egui_kittest::Node<'_>| {
                starts(node.accesskit_node().label()) || starts(node.accesskit_node().value())
            };
            let all = || texts.iter().filter_map(|node| node.accesskit_node().value()).collect::<Vec<_>>();
            let shown = texts.iter().find(|node| is_it(node));
            let shown = shown.unwrap_or_else(|| panic!("{start}: {:?}", all()));
            let said = shown.accesskit_node().description().unwrap_or_default();
            assert!(said.contains(&format!("{tag}: Navigation2 (docs.nav2.org): ")), "{start}: {said}");
        }
        if tag == "RecoveryNode" {
            window.shot("glossary_navigation_node");
        }
    }
}

#[test]
fn the_nodes_of_navigation2_have_pictures() {
    for (theme, name) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        let mut window = TestWindow::on(TOUR);
        window.harness.ctx.set_theme(theme);
        open(&mut window);
        window.harness.get_by_role_and_label(Role::TextInput, "Search the glossary").focus();
        window.harness.run();
        window.harness.event(Event::Text("nav2".to_owned()));
        window.harness.run();
        for (i, (term, _)) in NODES.iter().enumerate() {
            scroll_to_picture(&mut window, term);
            if i % 3 == 2 || i == 12 {
                window.shot(&format!("glossary_navigation_{i}_{name}"));
            }
        }
    }
}
