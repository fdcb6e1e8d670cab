//! The overlay of the first minute, and the same information in the tour's window without it.

use eframe::egui::{Key, Modifiers, PointerButton, Pos2, Theme, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::app::Start;
use eyeline::scene::SceneError;

use crate::test_window::{SCENE, TestWindow};

const TOUR: &str = include_str!("../../scenes/tour.json");
const QUESTION: &str = "Which plane rejects the crate";
/// The beginnings of the cards' texts, in their order.
const WORDS: [&str; 5] = [
    "The crate is outside: even",
    "This row has the same answer.",
    "This step decides the answer.",
    "Drag this number to the left",
    "Play: the visitor",
];

fn is_open(window: &TestWindow) -> bool {
    window.has_text("Got it")
}

fn open_by_menu(window: &mut TestWindow) {
    window.click(Role::Button, "Help");
    window.click(Role::Button, "First minute");
}

#[test]
fn the_tour_opens_with_it_readable_at_any_size_and_in_both_themes() {
    for (theme, name) in [(Theme::Dark, "dark"), (Theme::Light, "light")] {
        for size in [vec2(1024.0, 640.0), vec2(1440.0, 900.0)] {
            let mut window = TestWindow::without_file();
            window.harness.ctx.set_theme(theme);
            window.harness.set_size(size);
            window.harness.run();
            assert!(window.has_text(QUESTION), "{name} {size:?}");
            let mut places = Vec::new();
            for words in WORDS {
                let label = window.harness.get_by_label_contains(words).rect();
                assert!(label.min.x > 0.0 && label.max.x < size.x && label.max.y < size.y, "{words}: {label:?}");
                assert!(places.iter().all(|other: &eframe::egui::Rect| !other.intersects(label)), "{words}");
                places.push(label);
            }
            let row = window.harness.get_by_role_and_label(Role::TreeItem, &window.row("crate")).rect();
            assert!(places.iter().all(|place| !place.intersects(row)), "a card on the row");
            window.assert_at_rest();
            window.shot(&format!("first_minute_{name}_{}", size.x));
        }
    }
}

#[test]
fn a_phone_has_its_buttons_and_the_card_is_not_cut() {
    for size in [vec2(390.0, 844.0), vec2(640.0, 360.0)] {
        let mut window = TestWindow::without_file();
        window.harness.set_size(size);
        window.harness.run();
        for text in [QUESTION, "Esc closes this.", "Got it", "Try it"] {
            let place = window.harness.get_by_label_contains(text).rect();
            assert!(place.min.x > 0.0 && place.min.y > 0.0, "{text}: {place:?}");
            assert!(place.max.x < size.x && place.max.y < size.y, "{text}: {place:?}");
        }
        window.shot(&format!("first_minute_{}", size.x));
        window.click(Role::Button, "Got it");
        assert!(!is_open(&window));
    }
}

#[test]
fn esc_and_its_button_close_it_and_other_keys_and_clicks_do_nothing() {
    let mut window = TestWindow::without_file();
    assert!(is_open(&window));
    window.harness.key_press(Key::Delete);
    // A click on the row of another object.
    let row = window.harness.get_by_role_and_label(Role::TreeItem, &window.row("barrel")).rect();
    window.press(row.center(), PointerButton::Primary);
    window.harness.run();
    assert!(is_open(&window));
    let is_unchanged = |window: &TestWindow| {
        let workspace = window.app().workspace();
        workspace.selected().object() == Some(0) && workspace.scene().objects.len() == 6
    };
    assert!(is_unchanged(&window));
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert!(!is_open(&window) && is_unchanged(&window));
    open_by_menu(&mut window);
    window.click(Role::Button, "Got it");
    assert!(!is_open(&window) && is_unchanged(&window));
}

#[test]
fn each_step_goes_on_when_its_action_was_done() {
    let mut window = TestWindow::without_file();
    // Enter is the button Try it.
    window.harness.key_press(Key::Enter);
    window.harness.run();
    assert!(!is_open(&window) && window.has_text("Step 1 of 5") && window.has_text("such as barrel"));
    window.shot("first_minute_step_1");
    window.assert_at_rest();
    // Actions of other steps do not end this one.
    window.harness.key_press(Key::Home);
    window.harness.run();
    assert!(window.has_text("Step 1 of 5"));
    window.click_row("barrel");
    assert!(window.has_text("Step 2 of 5"));
    window.shot("first_minute_step_2");
    window.harness.key_press(Key::Period);
    window.harness.run();
    assert!(window.has_text("Step 3 of 5"));
    window.shot("first_minute_step_3");
    let fields = window.harness.query_all_by_role_and_label(Role::SpinButton, "position X");
    let from = fields.map(|field| field.rect().center()).min_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
    drag(&mut window, from, from - vec2(60.0, 0.0));
    assert!(window.has_text("Step 4 of 5") && window.has_text("the visitor moves"));
    window.shot("first_minute_step_4");
    window.harness.key_press(Key::Space);
    window.harness.run_steps(4);
    window.harness.key_press(Key::Space);
    window.harness.run();
    assert!(window.has_text("Step 5 of 5") && window.app().workspace().tick() > 0);
    window.shot("first_minute_step_5");
    // The last step leads to the lessons, which end it.
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::PageDown);
    window.harness.run();
    if window.has_text("Discard") {
        window.click(Role::Button, "Discard");
    }
    assert!(!window.has_text("Step 5 of 5"));
}

#[test]
fn steps_can_be_skipped_and_ended_at_any_time() {
    let mut window = TestWindow::without_file();
    window.click(Role::Button, "Try it");
    for step in 1..5 {
        assert!(window.has_text(&format!("Step {step} of 5")));
        window.click(Role::Button, "Skip");
    }
    window.click(Role::Button, "Finish");
    assert!(!window.has_text("Step 5 of 5"));
    for end in [false, true] {
        open_by_menu(&mut window);
        window.click(Role::Button, "Try it");
        if end {
            window.click(Role::Button, "End");
        } else {
            window.harness.key_press(Key::Escape);
            window.harness.run();
        }
        assert!(!window.has_text("Step 1 of 5"));
        assert_eq!(window.app().workspace().selected().object(), Some(0), "Esc deselects nothing");
    }
}

#[test]
fn after_closing_it_opens_only_from_the_menu() {
    let mut window = TestWindow::without_file();
    window.click(Role::Button, "Got it");
    assert!(!is_open(&window));
    // Another run with the same stored state.
    let again = |window: &mut TestWindow| {
        let start = Start::on::<SceneError>(None, Default::default(), |_, _| unreachable!("no file is named")).unwrap();
        *window.harness.state_mut() = start.app(&window.harness.ctx, None);
    };
    again(&mut window);
    window.harness.run();
    assert!(!is_open(&window));
    open_by_menu(&mut window);
    assert!(is_open(&window));
    window.harness.key_press(Key::Escape);
    window.harness.run();
    assert!(!is_open(&window));
    window.harness.ctx.data_mut(eframe::egui::util::IdTypeMap::clear);
    again(&mut window);
    window.harness.run();
    assert!(is_open(&window), "a new person");
}

#[test]
fn other_scenes_and_pictures_open_without_it() {
    assert!(!is_open(&TestWindow::at_first(SCENE)));
    assert!(is_open(&TestWindow::at_first(TOUR)), "a copy of the tour is the tour");
    let mut window = TestWindow::on(SCENE);
    window.click_row("ball");
    open_by_menu(&mut window);
    assert!(window.has_text("Which plane rejects the ball"), "but the menu has it for any scene");
    assert!(!window.has_text("Play: the"), "nothing moves here");
}

#[test]
fn targets_that_are_not_in_the_window_are_left_out() {
    let mut window = TestWindow::on(TOUR);
    window.click(Role::Tab, "Verdicts");
    open_by_menu(&mut window);
    assert!(!window.has_text(WORDS[2]), "the steps are not shown");
    assert!(window.has_text(WORDS[0]) && window.has_text(WORDS[3]));
}

#[test]
fn the_window_shows_the_rejecting_plane_and_the_distance_in_every_place() {
    let window = TestWindow::on(TOUR);
    assert!(window.has_text("“crate” is outside: the right plane rejects it by 0.4409 m."), "the explanation");
    let words = window.row("crate");
    let row = window.harness.get_by_role_and_label(Role::TreeItem, &words);
    let said = row.accesskit_node().description().unwrap_or_default();
    assert!(said.contains("the right plane rejects it by 0.4409 m"), "the row: {said}");
    let world = window.app().workspace().world();
    let report = window.app().workspace().report();
    let palette = eyeline::picture::Palette::DARK;
    let picture = eyeline::picture::Picture::of(&eyeline::picture::Shown::new(
        world,
        report,
        window.app().workspace().selected(),
        &palette,
    ));
    let labels: Vec<_> = picture.labels.iter().map(|label| label.text.as_str()).collect();
    assert!(labels.contains(&"✖ crate · outside, right −0.4409 m"), "the scene: {labels:?}");
}

#[test]
fn the_number_it_points_at_brings_the_crate_into_view() {
    let mut window = TestWindow::without_file();
    window.click(Role::Button, "Got it");
    // The first field is the object's; that of the camera is below it.
    let fields = window.harness.query_all_by_role_and_label(Role::SpinButton, "position X");
    let from = fields.map(|field| field.rect().center()).min_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
    drag(&mut window, from, from - vec2(160.0, 0.0));
    assert_eq!(window.app().workspace().report().frusta[0].objects[0].fast.rejected_by, None);
    window.shot("first_minute_dragged");
}

#[test]
fn from_the_menu_it_has_the_same_texts_on_the_unchanged_tour() {
    let mut window = TestWindow::without_file();
    window.click(Role::Button, "Got it");
    open_by_menu(&mut window);
    assert!(window.has_text("Drag this number to the left: the crate comes into view."));
    window.harness.key_press(Key::Escape);
    window.harness.run();
    window.type_number("half extents X", "0.5");
    open_by_menu(&mut window);
    assert!(window.has_text("Drag this number: every answer is computed again at once."), "it is another scene now");
}

fn drag(window: &mut TestWindow, from: Pos2, to: Pos2) {
    window.harness.drag_at(from);
    window.harness.step();
    window.harness.hover_at(to);
    window.harness.step();
    window.harness.drop_at(to);
    window.harness.run();
}
