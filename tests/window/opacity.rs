//! The Opacity panel: its contents, its edits, and how images are added by the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use eframe::egui::{DroppedFile, Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, Rect, Vec2, vec2};
use eframe::egui::{Theme, accesskit::Role};
use egui_kittest::kittest::{NodeT, Queryable};
use eyeline::opacity::Method;

use crate::test_window::TestWindow;

/// An image of 40 × 20 pixels, whose ten columns of cells have means of 0, 0.1 … 0.9; a broken image; a ray at the
/// middle of cell 7,2.
const SCENE: &str = r#"{ "eyeline": 1, "title": "Fade",
    "images": [ { "name": "fade", "file": "fade.png", "divisions": [10, 5], "size": [4, 2] },
                { "name": "broken", "file": "broken.png", "position": [5, 0, 0] } ],
    "rays": [ { "name": "aim", "origin": [1, 0, 3], "direction": [0, 0, -1] } ] }"#;

fn fill(folder: &Path) {
    paint(&folder.join("fade.png"), [40, 20]);
    std::fs::write(folder.join("broken.png"), "no image").unwrap();
}

#[expect(clippy::cast_possible_truncation, reason = "below 256")]
fn paint(path: &Path, [width, height]: [u32; 2]) {
    let image = image::RgbaImage::from_fn(width, height, |x, y| {
        let alpha = (x * 10 / width) * 255 / 10;
        image::Rgba([230, (y * 255 / height) as u8, 60, alpha as u8])
    });
    image.save(path).unwrap();
}

fn window() -> TestWindow {
    TestWindow::beside(SCENE, fill)
}

/// The picture of the cells, with the description of the cell under the pointer.
fn cells(window: &TestWindow) -> (String, Rect) {
    let is_it = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::Image && node.label().is_some_and(|label| label.starts_with("Cells of"))
    };
    let node = window.harness.get_by(is_it);
    (node.accesskit_node().label().unwrap(), node.rect())
}

/// The position on screen of a pixel of the whole image.
fn at_pixel(window: &TestWindow, [x, y]: [f32; 2]) -> Pos2 {
    let (_, rect) = cells(window);
    let scale = ((rect.size() - Vec2::splat(12.0)) / vec2(40.0, 20.0)).min_elem().min(64.0);
    rect.center() + (vec2(x, y) - vec2(20.0, 10.0)) * scale
}

fn threshold(window: &TestWindow) -> f64 {
    window.app().workspace().scene().images[0].threshold
}

fn solid_cells(window: &TestWindow) -> usize {
    window.app().workspace().world().images[0].opacity.as_ref().unwrap().solid_cells
}

fn undo(window: &mut TestWindow) {
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.harness.run();
}

#[test]
fn a_scene_of_images_opens_with_the_panel_in_front() {
    let mut window = window();
    assert!(window.has_text("20 of 50 cells are solid, 40 %"));
    assert!(window.has_text("40 × 20 pixels, 4 channels of 8 bits"));
    assert!(window.has_text("exact reads every pixel once"));
    for theme in [Theme::Dark, Theme::Light] {
        window.harness.ctx.set_theme(theme);
        window.harness.run();
        window.shot(&format!("opacity_{theme:?}"));
    }
    assert!(!TestWindow::new().has_tab("Opacity"), "a scene without images has no such panel");
}

#[test]
fn dragging_the_threshold_updates_cells_and_answers_in_the_same_frame_as_one_undo_step() {
    let mut window = window();
    let place = window.harness.get_by_role_and_label(Role::Image, "Histogram of the cells' means").rect();
    // From −0.02 to 1.02, above the axis.
    let at = |mean: f32| Pos2::new(place.left() + place.width() * (mean + 0.02) / 1.04, place.top() + 20.0);
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let (from, over, to) = (at(0.5), at(0.65), at(0.75));
    window.harness.hover_at(from);
    window.harness.step();
    window.harness.event(button(from, true));
    window.harness.step();
    for (place, solid) in [(over, 15), (to, 10)] {
        window.harness.hover_at(place);
        window.harness.step();
        assert_eq!(solid_cells(&window), solid, "at {}", threshold(&window));
        assert!(window.has_text(&format!("{solid} of 50 cells are solid")), "in the same frame");
        let report = window.app().workspace().report();
        assert_eq!(report.images[0].opacity.as_ref().unwrap().solid_cells, solid);
    }
    assert!((threshold(&window) - 0.75).abs() < 0.01, "{}", threshold(&window));
    window.harness.event(button(to, false));
    window.harness.run();
    assert_eq!(window.app().workspace().document().undo_label(), Some("threshold of fade"));
    window.shot("opacity_threshold");
    undo(&mut window);
    assert_eq!((threshold(&window), solid_cells(&window)), (0.5, 20));
    assert!(!window.app().workspace().is_dirty());
}

#[test]
fn edits_of_divisions_and_method_update_the_numbers() {
    let mut window = window();
    window.type_number("columns of cells", "7");
    let layout = |window: &TestWindow| *window.app().workspace().world().images[0].opacity.as_ref().unwrap().layout();
    assert_eq!(layout(&window).divisions(), [7, 5]);
    window.click(Role::Button, "odd_block");
    assert_eq!(layout(&window).method(), Method::OddBlock);
    // 7 blocks of 5 columns, 5 blocks of 3 rows.
    assert!(window.has_text("odd_block never reads 275 of 800 pixels, 34 %"));
    let (_, rect) = cells(&window);
    assert!(rect.width() > 200.0);
    window.shot("opacity_odd_block");
    window.harness.hover_at(at_pixel(&window, [38.5, 2.5]));
    window.harness.run();
    assert!(cells(&window).0.contains("this pixel is never read"), "{}", cells(&window).0);
    window.type_number("rows of cells", "500");
    assert_eq!(layout(&window).divisions(), [7, 20], "no more than there are pixels");
    for _ in 0..3 {
        undo(&mut window);
    }
    assert_eq!((layout(&window).divisions(), layout(&window).method()), ([10, 5], Method::Exact));
}

#[test]
fn pointing_at_a_cell_shows_its_mean_its_pixels_and_the_rays_that_meet_it() {
    let mut window = window();
    window.harness.hover_at(at_pixel(&window, [13.5, 6.5]));
    window.harness.run();
    assert_eq!(cells(&window).0, "Cells of fade; cell 3,1: mean 0.298, clear");
    assert!(window.has_text("columns 12 … 15, rows 4 … 7: 4 × 4 = 16 pixels"), "in the tooltip");
    assert!(window.has_text("pixel 13,6: alpha 76 of 255"));
    window.harness.hover_at(at_pixel(&window, [30.5, 10.5]));
    window.harness.run();
    assert!(cells(&window).0.ends_with("cell 7,2: mean 0.698, solid"), "{}", cells(&window).0);
    assert!(window.has_text("ray aim hits it"));
    window.shot("opacity_pointed");
    window.harness.hover_at(at_pixel(&window, [-0.3, 10.0]));
    window.harness.run();
    assert_eq!(cells(&window).0, "Cells of fade", "beside the image");
}

#[test]
fn the_wheel_zooms_to_the_pointer_dragging_pans_and_fit_shows_everything() {
    let mut window = window();
    let place = at_pixel(&window, [30.5, 10.5]);
    window.harness.hover_at(place);
    window.harness.run();
    window.turn_wheel(MouseWheelUnit::Point, 240.0);
    window.harness.run();
    assert!(cells(&window).0.contains("cell 7,2"), "it stays under the pointer: {}", cells(&window).0);
    window.shot("opacity_zoomed");
    window.drag(place, place + vec2(-200.0, 0.0));
    window.harness.hover_at(place);
    window.harness.run();
    assert!(!cells(&window).0.contains("cell 7,2"), "moved away: {}", cells(&window).0);
    window.click(Role::Button, "Fit");
    window.harness.hover_at(place);
    window.harness.run();
    assert!(cells(&window).0.contains("cell 7,2"));
    assert!(window.harness.query_by_role_and_label(Role::Button, "Fit").is_none());
}

#[test]
fn the_methods_are_compared_cell_by_cell() {
    let mut window = window();
    // Blocks of 3 instead of 4 pixels are further left, where there is less alpha.
    window.click(Role::Button, "difference");
    wait(&mut window, |window| window.has_text("by one method and clear by the other"));
    assert!(window.has_text("⚠ 10 of 50 cells are solid by one method"));
    assert!(window.has_text("odd_block never reads 350 of 800 pixels, 44 %"));
    window.harness.hover_at(at_pixel(&window, [21.5, 2.5]));
    window.harness.run();
    assert!(window.has_text("odd_block's mean differs by -0."));
    window.shot("opacity_difference");
}

#[test]
fn the_gpu_computes_the_same_sums() {
    let mut window = window();
    window.click(Role::Button, "GPU compute");
    wait(&mut window, |window| window.has_text("✔ The same sums in every cell"));
    assert!(window.has_text("GPU ") && window.has_text("read-back") && window.has_text("CPU "));
    window.shot("opacity_gpu");
    window.click(Role::Button, "odd_block");
    wait(&mut window, |window| window.has_text("✔ The same sums in every cell"));
    window.click(Role::Button, "CPU");
    assert!(!window.has_text("read-back"));
}

#[test]
fn a_pass_without_memory_has_a_reason_and_the_cells_stay() {
    let mut window = window();
    let (before, solid) = (cells(&window), solid_cells(&window));
    // There is memory for the 50 sums of the processor, but not for the pixels on the GPU.
    let budget = window.app().workspace().world().images[0].opacity.as_ref().unwrap().budget.clone();
    let taken = budget.take(budget.left() - 1000).unwrap();
    window.click(Role::Button, "GPU compute");
    wait(&mut window, |window| window.has_text("Computing 10 × 5 cells on the GPU"));
    let refused =
        |window: &TestWindow| window.has_text("Computing 10 × 5 cells on the GPU") && window.has_text("--memory");
    assert!(refused(&window), "how to get more memory is said");
    window.shot("opacity_gpu_refused");
    assert_eq!((cells(&window), solid_cells(&window)), (before.clone(), solid), "the cells of the processor stay");
    assert!(!window.has_text("read-back") && !window.has_text("The same sums"));
    window.harness.run_steps(3);
    assert!(refused(&window), "it is said until something else is chosen");

    // It is tried again when memory is free.
    drop(taken);
    window.click(Role::Button, "GPU compute");
    wait(&mut window, |window| window.has_text("✔ The same sums in every cell"));
    assert!(!refused(&window));
    assert_eq!((cells(&window), solid_cells(&window)), (before, solid));
}

#[test]
fn a_broken_image_has_a_reason_and_the_others_stay() {
    let mut window = window();
    window.click(Role::ComboBox, "Image shown");
    window.click(Role::Button, "broken");
    assert!(
        window.has_text("✖ “broken.png” is broken or cut off") || window.has_text("✖ “broken.png” is not an image")
    );
    assert!(window.has_text("desk.json:3:"), "where it is written");
    assert!(window.has_text("Remedy:"));
    window.shot("opacity_broken");
    assert_eq!(solid_cells(&window), 20);
    window.click(Role::ComboBox, "Image shown");
    window.click(Role::Button, "fade");
    assert!(window.has_text("20 of 50 cells are solid"));
}

#[derive(Debug)]
pub(crate) struct Dropped(pub(crate) PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

pub(crate) fn drop_file(window: &mut TestWindow, path: PathBuf) {
    window.harness.input_mut().dropped_files.push(Arc::new(Dropped(path)));
    window.harness.run();
}

/// Runs frames until a condition holds.
pub(crate) fn wait(window: &mut TestWindow, is_so: impl Fn(&TestWindow) -> bool) {
    for _ in 0..2000 {
        if is_so(window) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        window.harness.step();
    }
    window.shot("opacity_waited");
    panic!("it never came");
}

#[test]
fn an_image_dropped_from_the_scene_s_folder_joins_the_scene() {
    let mut window = window();
    std::fs::create_dir(window.path("more")).unwrap();
    paint(&window.path("more/fade.png"), [7, 30]);
    let path = window.path("more/fade.png");
    drop_file(&mut window, path.clone());
    wait(&mut window, |window| window.app().workspace().scene().images.len() == 3);
    let workspace = window.app().workspace();
    let image = &workspace.scene().images[2];
    assert_eq!((&*image.name, &*image.file, image.divisions), ("fade 2", "more/fade.png", [7, 10]));
    assert_eq!((workspace.document().undo_label(), workspace.selected().image()), (Some("add image"), Some(2)));
    window.harness.run();
    assert!(window.has_text("7 × 30 pixels"));
    window.shot("opacity_added");
    drop_file(&mut window, path);
    window.harness.run();
    assert_eq!(window.app().workspace().scene().images.len(), 3, "it is there already");
    undo(&mut window);
    assert_eq!(window.app().workspace().scene().images.len(), 2);
    let path = window.path("broken.png");
    std::fs::write(window.path("worse.png"), "no image either").unwrap();
    drop_file(&mut window, path);
    let path = window.path("worse.png");
    drop_file(&mut window, path);
    wait(&mut window, |window| window.has_text("The image was not added"));
    assert_eq!(window.app().workspace().scene().images.len(), 2);
}

pub(crate) fn drop_files(window: &mut TestWindow, paths: &[PathBuf]) {
    for path in paths {
        window.harness.input_mut().dropped_files.push(Arc::new(Dropped(path.clone())));
    }
    window.harness.run();
}

fn image_names(window: &TestWindow) -> Vec<String> {
    window.app().workspace().scene().images.iter().map(|image| image.name.clone()).collect()
}

#[test]
fn dropped_images_are_added_and_those_outside_the_folder_are_listed() {
    let mut window = window();
    let elsewhere = tempfile::tempdir().unwrap();
    let paths =
        [elsewhere.path().join("far.png"), window.path("one.png"), window.path("two.png"), window.path("three.png")];
    for path in &paths {
        paint(path, [12, 12]);
    }
    drop_files(&mut window, &paths);
    wait(&mut window, |window| window.has_text("Not all files were added"));
    window.harness.run();
    assert_eq!(image_names(&window), ["fade", "broken", "one", "two", "three"]);
    assert!(window.has_text(": far.png. Copy them into the root"));
    window.shot("opacity_several");
    for _ in 0..3 {
        undo(&mut window);
    }
    assert_eq!(image_names(&window), ["fade", "broken"], "a step for each");
}

#[test]
fn of_several_images_outside_the_folder_the_first_becomes_a_scene_with_the_others() {
    let elsewhere = tempfile::tempdir().unwrap();
    let paths = ["oak.png", "elm.png", "ash.png"].map(|name| elsewhere.path().join(name));
    for path in &paths {
        paint(path, [12, 12]);
    }
    let mut window = TestWindow::new();
    drop_files(&mut window, &paths);
    wait(&mut window, |window| image_names(window).len() == 3);
    assert_eq!(image_names(&window), ["oak", "elm", "ash"]);
    assert_eq!(window.app().workspace().disk().title(), "oak.png");
    window.type_number("columns of cells", "5");
    let other = tempfile::tempdir().unwrap();
    let paths = ["a.png", "b.png"].map(|name| other.path().join(name));
    for path in &paths {
        paint(path, [12, 12]);
    }
    drop_files(&mut window, &paths);
    wait(&mut window, |window| window.has_text("Save the changes?"));
    window.click(Role::Button, "Cancel");
    window.harness.run_steps(20);
    assert!(!window.has_text("Save the changes?"), "who stays is not asked again for the next one");
    assert_eq!(image_names(&window), ["oak", "elm", "ash"]);
}

#[test]
fn of_several_scenes_the_first_is_opened_and_the_others_are_listed_and_images_are_added() {
    let mut window = TestWindow::new();
    paint(&window.path("leaf.png"), [12, 12]);
    for name in ["one.json", "two.json"] {
        std::fs::write(window.path(name), r#"{ "eyeline": 1, "title": "Dropped" }"#).unwrap();
    }
    let paths = ["leaf.png", "one.json", "two.json"].map(|name| window.path(name));
    drop_files(&mut window, &paths);
    wait(&mut window, |window| image_names(window).len() == 1);
    window.harness.run();
    assert_eq!(window.app().workspace().path(), Some(&*window.path("one.json")));
    assert!(window.has_text("Only one of the scenes was opened") && window.has_text("Not opened: two.json"));
    assert_eq!(image_names(&window), ["leaf"]);
}

#[test]
fn an_image_outside_the_folder_becomes_a_new_scene() {
    let elsewhere = tempfile::tempdir().unwrap();
    let path = elsewhere.path().join("oak leaf.png");
    paint(&path, [300, 200]);
    let mut window = TestWindow::new();
    drop_file(&mut window, path);
    wait(&mut window, |window| window.app().workspace().scene().images.len() == 1);
    window.harness.run();
    assert_eq!(window.app().workspace().disk().title(), "oak leaf.png");
    assert_eq!(window.app().workspace().disk().own_file(), None, "no scene is saved to an image");
    assert!(window.has_text("300 × 200 pixels") && window.has_text("of 100 cells are solid"));
    window.shot("opacity_alone");
}

#[test]
fn changes_by_another_program_are_shown_within_about_a_second() {
    let mut window = window();
    assert_eq!(solid_cells(&window), 20);
    paint(&window.path("broken.png"), [30, 30]);
    image::RgbaImage::from_pixel(41, 20, image::Rgba([9, 9, 9, 255])).save(window.path("fade.png")).unwrap();
    // A step is a quarter of a second.
    window.harness.run_steps(8);
    assert_eq!(solid_cells(&window), 50);
    assert!(window.has_text("50 of 50 cells are solid") && window.has_text("41 × 20 pixels"));
    assert!(window.app().workspace().world().images.iter().all(|image| image.opacity.is_ok()));
    assert!(!window.has_text("An image has no answer") && !window.app().workspace().is_dirty());
}
