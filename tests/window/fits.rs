//! Contents of panels fit in every window: sentences are complete, trees are in view, and overview maps cover nothing.

use eframe::egui::accesskit::Role;
use eframe::egui::{MouseWheelUnit, Pos2, Rect, Vec2, vec2};
use egui_kittest::kittest::Queryable;

use crate::behavior::boxes;
use crate::test_window::TestWindow;

const SIZES: [Vec2; 3] = [vec2(1440.0, 900.0), vec2(1280.0, 720.0), vec2(1024.0, 640.0)];
/// The most common screen of a notebook.
const USUAL: Vec2 = vec2(1366.0, 768.0);
/// The height of a node's box whose letters can be read: 0.7 of the full height.
const READABLE: f32 = 15.3;

fn sized(mut window: TestWindow, size: Vec2) -> TestWindow {
    window.harness.set_size(size);
    window.harness.run();
    window
}

/// A scene whose tree is in a file beside it.
fn groot() -> TestWindow {
    TestWindow::beside(include_str!("../../scenes/groot.json"), |folder| {
        std::fs::write(folder.join("patrol.xml"), include_str!("../../scenes/patrol.xml")).unwrap();
    })
}

fn tree_view(window: &TestWindow) -> Rect {
    window.harness.get_by_role(Role::Tree).rect()
}

fn wheel(window: &mut TestWindow, at: Pos2, by: f32) {
    window.harness.hover_at(at);
    window.harness.step();
    window.turn_wheel(MouseWheelUnit::Point, by);
    window.harness.run();
}

#[test]
fn the_sentence_above_a_tree_and_its_cause_are_whole() {
    let guard = include_str!("../../scenes/guard.json");
    let flicker = include_str!("../../scenes/flicker.json");
    let aborts = include_str!("../../scenes/aborts.json");
    for size in SIZES {
        let lessons: [(&str, &dyn Fn() -> TestWindow); 4] = [
            ("guard", &|| TestWindow::on(guard)),
            ("flicker", &|| TestWindow::on(flicker)),
            ("aborts", &|| TestWindow::on(aborts)),
            ("groot", &groot),
        ];
        for (name, open) in lessons {
            let window = sized(open(), size);
            let labels = |words: &str| {
                let found: Vec<Rect> =
                    window.harness.query_all_by_label_contains(words).map(|one| one.rect()).collect();
                found
            };
            // The tabs of a narrow panel, or the tree itself, are below the sentence.
            let below = window.harness.query_by_role_and_label(Role::Tab, "Tree of the tree");
            let below = below.map_or(tree_view(&window).top(), |tab| tab.rect().top());
            let panel = window.tab("Behaviour");
            for (what, rects) in [("headline", labels("Tick ")), ("cause", labels("Now “"))] {
                let above: Vec<_> = rects.iter().filter(|rect| rect.top() > panel.bottom()).collect();
                assert!(!above.is_empty(), "{name} at {size}: no {what} in {rects:?}");
                assert!(
                    above.iter().any(|rect| rect.bottom() <= below + 0.5),
                    "{name} at {size}: {what} {rects:?}, {below}"
                );
            }
        }
    }
}

/// 919 x 600 is the size of the window that opens on a monitor of 1024 x 700.
#[test]
fn the_buttons_above_a_tree_are_inside_the_panel() {
    for size in [SIZES[0], USUAL, SIZES[2], vec2(919.0, 600.0)] {
        let guard: fn() -> TestWindow = || TestWindow::on(include_str!("../../scenes/guard.json"));
        let aborts: fn() -> TestWindow = || TestWindow::on(include_str!("../../scenes/aborts.json"));
        for (name, window) in [("guard", guard), ("aborts", aborts), ("groot", groot)] {
            let window = sized(window(), size);
            // The inspector is to the right of the panel. Both have a margin.
            let border = window.harness.get_by_role_and_label(Role::Tab, "Inspector").rect().left() - 8.0;
            for words in ["Next break", "Fit", "Legend: ", "Breakpoints of the tree"] {
                let found = window.harness.query_all_by_label_contains(words).map(|one| one.rect()).next();
                let rect = found.unwrap_or_else(|| panic!("{name} at {size}: no {words}"));
                assert!(rect.right() <= border, "{name} at {size}: {words} {rect}, beyond {border}");
            }
        }
    }
}

/// In the smallest of these windows the legend folds into one word, and the overview map is left out.
#[test]
fn a_tree_has_a_useful_height_in_a_small_window() {
    for size in [SIZES[0], SIZES[2], vec2(919.0, 600.0)] {
        let window = sized(TestWindow::on(include_str!("../../scenes/aborts.json")), size);
        let view = tree_view(&window);
        assert!(view.height() >= 110.0, "{size}: {view}");
        let drawn = boxes(&window);
        for words in ["fight", "enemy here", "strike, halted", "rest, running"] {
            let found = drawn.iter().find(|(label, _)| label.contains(words));
            assert!(found.is_some_and(|(_, rect)| view.contains_rect(*rect)), "{size}: {words} in {drawn:?}");
        }
        // The border of the view may cut the box of the root.
        let height = drawn.iter().map(|(_, rect)| rect.height()).fold(0.0, f32::max);
        assert!(height >= 12.5, "{size}: the letters can be read: {height}");
        let legend = window.harness.get_by_label_contains("Legend: ").rect();
        assert!(legend.top() >= view.bottom() - 0.5, "{size}: {legend} covers {view}");
    }
}

/// "Fit" folds subtrees where nothing happens, until the letters can be read.
#[test]
fn a_tree_that_does_not_fit_is_folded_until_it_can_be_read_and_its_map_covers_nothing() {
    for size in [SIZES[0], USUAL, SIZES[1]] {
        let mut window = sized(groot(), size);
        let heights = |window: &TestWindow| boxes(window).iter().map(|(_, rect)| rect.height()).fold(0.0, f32::max);
        window.click(Role::Button, "Fit");
        let (view, fitted) = (tree_view(&window).expand(1.0), boxes(&window));
        assert!(window.harness.query_by_label("Map of the tree").is_none(), "{size}: all of the tree is in view");
        assert!(fitted.iter().all(|(_, rect)| view.contains_rect(*rect)), "{size}: {fitted:?} in {view}");
        assert!(heights(&window) >= READABLE, "{size}: {}", heights(&window));
        for words in ["when low", "round, halted", "what first"] {
            assert!(fitted.iter().any(|(label, _)| label.contains(words)), "{size}: {words} in {fitted:?}");
        }
        window.shot(&format!("groot_fitted_{}", size.x));
        window.click(Role::Button, "Unfold");
        let count = window.app().workspace().world().agents[0].tree.as_ref().unwrap().len();
        assert_eq!(boxes(&window).len(), count, "{size}: all nodes, however small");
        let drawn = boxes(&window).iter().map(|(_, rect)| *rect).reduce(Rect::union).unwrap();
        assert!(drawn.width() > 0.9 * view.width() || drawn.height() > 0.85 * view.height(), "{drawn} in {view}");
    }
    let mut window = sized(groot(), SIZES[0]);
    let view = tree_view(&window);
    wheel(&mut window, view.center(), 300.0);
    let map = window.harness.get_by_label("Map of the tree").rect();
    let view = tree_view(&window);
    assert!(!view.shrink(0.5).intersects(map), "{map} covers {view}");
    let signs = window.harness.get_by_label_contains("Legend: ").rect();
    assert!(!signs.intersects(map), "{map} covers {signs}");
    window.shot("groot_zoomed");
    window.click(Role::Button, "Fit");
    assert!(window.harness.query_by_label("Map of the tree").is_none());
}

#[test]
fn what_was_halted_and_what_triggered_it_are_in_view_at_every_size() {
    for size in [SIZES[0], USUAL, SIZES[1], SIZES[2]] {
        let window = sized(groot(), size);
        let view = tree_view(&window).expand(1.0);
        for words in ["when low", "round, halted", "low?, success"] {
            let found: Vec<_> = boxes(&window).into_iter().filter(|(label, _)| label.contains(words)).collect();
            assert!(found.iter().any(|(_, rect)| view.contains_rect(*rect)), "{words} at {size}: {found:?} in {view}");
            // Boxes that are cut are narrower than their text.
            assert!(found.iter().any(|(_, rect)| rect.width() > 20.0), "{words} at {size}: {found:?}");
        }
    }
}

#[test]
fn the_octree_panel_shows_its_last_sentence_in_every_window() {
    let text = include_str!("../../scenes/octree.json");
    for size in [SIZES[0], SIZES[1], SIZES[2], vec2(720.0, 450.0), vec2(512.0, 320.0)] {
        let mut window = sized(TestWindow::on(text), size);
        window.harness.get_by_role_and_label(Role::Tab, "Octree").click_accesskit();
        window.harness.run();
        let sentence =
            |window: &TestWindow| window.harness.get_by_label_contains("Digit 1 is the first that differs").rect();
        let bar = |window: &TestWindow| window.harness.get_by_role_and_label(Role::SpinButton, "Tick").rect().top();
        let panel = window.tab("Octree");
        for _ in 0..40 {
            if sentence(&window).bottom() <= bar(&window) {
                break;
            }
            let inside = Pos2::new(sentence(&window).center().x, bar(&window) - 30.0);
            wheel(&mut window, inside, -60.0);
        }
        let (sentence, bar) = (sentence(&window), bar(&window));
        assert!(sentence.bottom() <= bar && sentence.top() >= panel.bottom(), "{size}: {sentence} above {bar}");
        assert!(window.room().contains_rect(sentence), "{size}: {sentence}");
        window.shot(&format!("octree_sentence_{}", size.x));
    }
}

/// The question, the answer and the titles of steps in a narrow panel.
#[test]
fn the_answer_of_an_agent_is_whole_in_the_inspector() {
    for size in SIZES {
        for open in [groot, || TestWindow::on(include_str!("../../scenes/guard.json"))] {
            let window = sized(open(), size);
            let answer = window.harness.query_all_by_label_contains("Last abort, in its tick").next().unwrap().rect();
            let name = window.harness.get_by_role_and_label(Role::TextInput, "name").rect();
            assert!(answer.bottom() < name.top() - 20.0, "{size}: {answer} above {name}");
        }
    }
}

/// At 1024x640 and a scale of 200 % the window has 512x320 points, and the menu File has more lines than that.
#[test]
fn a_menu_scrolls_in_a_window_that_is_too_low_for_it() {
    let mut window = sized(TestWindow::new(), vec2(512.0, 320.0));
    let room = window.harness.ctx.content_rect();
    window.click(Role::Button, "File");
    let place = |window: &TestWindow, words: &str| {
        window.harness.query_all_by_label_contains(words).map(|one| one.rect()).find(Rect::is_positive)
    };
    let first = place(&window, "Add level…").unwrap();
    assert!(room.contains_rect(first), "{first}");
    for _ in 0..10 {
        wheel(&mut window, first.center(), -60.0);
    }
    let last = place(&window, "Quit").unwrap();
    assert!(room.contains_rect(last), "{last} in {room}");
}
