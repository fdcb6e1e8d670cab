//! The window under test, opened as `eyeline FILE` opens it, on the headless renderer, with egui's test harness.

use std::cell::Cell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use eframe::egui::accesskit::Role;
use eframe::egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Rect, Shape, Theme, TouchPhase, vec2,
};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, TestRenderer};
use eyeline::app::{App, HeadlessHost, Start, Workspace, set_look};
use eyeline::budget::Budget;
use eyeline::files::{Files, Loaded, Pace, Reading, open_watched};
use eyeline::opacity::Progress;
use eyeline::render::Canvas;
use eyeline::scene::SceneError;
use image::RgbaImage;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};

/// A box inside the view, a ball behind the camera, and a ray at the box.
pub(crate) const SCENE: &str = r#"{ "eyeline": 1, "title": "Desk",
    "view": { "eye": [6, 5, 8], "target": [0, 0, -3] },
    "cameras": [ { "name": "guard", "near": 0.5, "far": 20 }, { "name": "second", "position": [0, 0, 4] } ],
    "rays": [ { "name": "aim", "origin": [0, 0, 3], "direction": [0, 0, -1] } ],
    "objects": [
        { "name": "crate", "shape": { "box": { "half_extents": [0.5, 0.5, 0.5] } }, "position": [0, 0, -4] },
        { "name": "ball", "shape": { "sphere": { "radius": 0.5 } }, "position": [0, 0, 8] } ] }"#;

/// [`SCENE`] with an object that moves, so that the window has a time bar.
pub(crate) fn in_motion() -> String {
    let mover = r#"{ "name": "mover", "shape": { "sphere": { "radius": 0.2 } },
        "path": { "points": [[-3, 1, 0], [-3, 2, 0]], "speed": 1, "loop": true } }"#;
    SCENE.replace(" } ] }", &format!(" }}, {mover} ] }}"))
}

/// The number of frames after which a window that still requests frames fails its test. OpenGL and threads may take
/// many short frames on a busy machine.
const MOST_STEPS: u64 = 600;

/// The number of frames, a hundredth of a second or more each, after which a test that waits for other threads fails. On a busy machine
/// a search of some seconds takes many.
const MOST_WAITS: u64 = 3000;

/// A storage such as eframe writes to a file when the window closes.
#[derive(Default)]
pub(crate) struct Shelf(pub(crate) HashMap<String, String>);

impl eframe::Storage for Shelf {
    fn get_string(&self, key: &str) -> Option<String> {
        self.0.get(key).cloned()
    }

    fn set_string(&mut self, key: &str, value: String) {
        self.0.insert(key.to_owned(), value);
    }

    fn remove_string(&mut self, key: &str) {
        self.0.remove(key);
    }

    fn flush(&mut self) {}
}

/// The window under test, with functions for its use.
pub(crate) struct TestWindow {
    pub(crate) harness: Harness<'static, App>,
    /// The time that a frame waits for files.
    pub(crate) patience: Rc<Cell<Duration>>,
    /// The time after which a moving picture is drawn as a draft.
    pub(crate) most_time_of_picture: Rc<Cell<Option<Duration>>>,
    folder: tempfile::TempDir,
}

impl TestWindow {
    /// The window on [`SCENE`], read from a file.
    pub(crate) fn new() -> Self {
        Self::on(SCENE)
    }

    /// The window on a scene with the steps of its lesson, read from a file.
    pub(crate) fn on_lesson(text: &str) -> Self {
        Self::read_by(scene_of, text, |_| (), None)
    }

    /// The window on a scene without the steps of its lesson, read from a file, after the first minute was closed.
    pub(crate) fn on(text: &str) -> Self {
        Self::beside(text, |_| ())
    }

    /// The window on a scene whose folder `fill` has filled before.
    pub(crate) fn beside(text: &str, fill: impl FnOnce(&Path)) -> Self {
        Self::on_file(text, fill, None).without_first_minute()
    }

    /// The window on a scene, with a memory budget of `bytes` for the scene and all files that it names.
    pub(crate) fn with_memory(text: &str, bytes: u64) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("desk.json");
        std::fs::write(&path, text).unwrap();
        let read = |path: &Path, pace| {
            let files = Files::within(Budget::new(bytes));
            open_watched(path, files, &Reading::at(pace), &Progress::default())
        };
        Self::made(Start::on(Some(&path), Default::default(), read).unwrap(), folder, None).without_first_minute()
    }

    /// The window on a scene in a later run, with the state that an earlier run stored in `shelf`.
    pub(crate) fn again(text: &str, shelf: impl eframe::Storage + 'static) -> Self {
        Self::on_file(text, |_| (), Some(Box::new(shelf))).without_first_minute()
    }

    /// The window on a scene, read from a file, at the first start of the program.
    pub(crate) fn at_first(text: &str) -> Self {
        Self::on_file(text, |_| (), None)
    }

    /// The window without a file, at the first start of the program.
    pub(crate) fn without_file() -> Self {
        Self::made(Start::on(None, Default::default(), scene_of).unwrap(), tempfile::tempdir().unwrap(), None)
    }

    fn on_file(text: &str, fill: impl FnOnce(&Path), storage: Option<Box<dyn eframe::Storage>>) -> Self {
        Self::read_by(without_steps, text, fill, storage)
    }

    fn read_by(
        read: fn(&Path, Pace) -> Result<Loaded, SceneError>,
        text: &str,
        fill: impl FnOnce(&Path),
        storage: Option<Box<dyn eframe::Storage>>,
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fill(folder.path());
        let path = folder.path().join("desk.json");
        std::fs::write(&path, text).unwrap();
        Self::made(Start::on(Some(&path), Default::default(), read).unwrap(), folder, storage)
    }

    /// The window with a size on a scene of the folder `scenes` without the steps of its lesson, after the first minute was closed.
    pub(crate) fn on_own_scene(name: &str, size: [u32; 2]) -> Self {
        let start = Start::on(Some(&own_path(name)), Default::default(), without_steps).unwrap();
        Self::sized(start, tempfile::tempdir().unwrap(), None, size).without_first_minute()
    }

    /// The same with the steps of its lesson.
    pub(crate) fn on_own_lesson(name: &str, size: [u32; 2]) -> Self {
        let start = Start::on(Some(&own_path(name)), Default::default(), scene_of).unwrap();
        Self::sized(start, tempfile::tempdir().unwrap(), None, size).without_first_minute()
    }

    /// The window at its start.
    pub(crate) fn started(start: Start) -> Self {
        Self::made(start, tempfile::tempdir().unwrap(), None)
    }

    fn made(start: Start, folder: tempfile::TempDir, storage: Option<Box<dyn eframe::Storage>>) -> Self {
        Self::sized(start, folder, storage, [1440, 900])
    }

    fn sized(
        start: Start,
        folder: tempfile::TempDir,
        storage: Option<Box<dyn eframe::Storage>>,
        [width, height]: [u32; 2],
    ) -> Self {
        let mut host = HeadlessHost::new().unwrap();
        let renderer = CanvasRenderer(host.canvas.clone());
        let mut start = Some(start);
        // Files are read at once, also on a busy machine.
        let patience = Rc::new(Cell::new(Duration::from_secs(20)));
        let waits = Rc::clone(&patience);
        let most_time_of_picture = Rc::new(Cell::new(None));
        let most_time = Rc::clone(&most_time_of_picture);
        let frame = move |ui: &mut eframe::egui::Ui, app: &mut App| {
            // The harness creates the egui context, and the window starts with one.
            if let Some(start) = start.take() {
                *app = start.app(ui.ctx(), storage.as_deref());
                app.watch_by_clock();
            }
            app.workspace_mut().load(waits.get());
            host.most_time_of_picture = most_time.get();
            app.ui(ui, &mut host);
        };
        let mut harness = Harness::builder()
            .with_size([width as f32, height as f32])
            .renderer(renderer)
            .with_max_steps(MOST_STEPS)
            .with_render_cursor(false)
            .with_context_setup(set_look)
            .build_ui_state(frame, App::new(Workspace::empty()));
        harness.run();
        Self { harness, patience, most_time_of_picture, folder }
    }

    fn without_first_minute(mut self) -> Self {
        if self.has_text("Got it") {
            self.harness.key_press(Key::Escape);
            self.harness.run();
        }
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn app(&self) -> &App {
        self.harness.state()
    }

    /// The words of a row of the outliner, such as "crate, inside".
    pub(crate) fn row(&self, name: &str) -> String {
        self.seen_row(name).unwrap_or_else(|| panic!("{name}: {:?}", self.rows()))
    }

    /// The words of a row of the outliner; `None` for a row that is scrolled out of view.
    pub(crate) fn seen_row(&self, name: &str) -> Option<String> {
        let start = format!("{name},");
        self.rows().into_iter().find(|label| label.starts_with(&start) || label == name)
    }

    fn rows(&self) -> Vec<String> {
        let nodes = self.harness.root().children_recursive();
        nodes
            .filter(|node| node.accesskit_node().role() == Role::TreeItem)
            .filter_map(|node| node.accesskit_node().label())
            .collect()
    }

    /// Clicks a row of the outliner.
    pub(crate) fn click_row(&mut self, name: &str) {
        let label = self.row(name);
        self.harness.get_by_role_and_label(Role::TreeItem, &label).click();
        self.harness.run();
    }

    pub(crate) fn click(&mut self, role: Role, label: &str) {
        self.harness.get_by_role_and_label(role, label).click();
        self.harness.run();
    }

    /// The position of a number field.
    pub(crate) fn field(&self, label: &str) -> Rect {
        self.harness.get_by_role_and_label(Role::SpinButton, label).rect()
    }

    /// Clicks into a number field, types another number and presses Enter.
    pub(crate) fn type_number(&mut self, label: &str, text: &str) {
        self.type_into(self.field(label).center(), text);
    }

    /// Clicks into the field at a position, replaces its text and presses Enter.
    pub(crate) fn type_into(&mut self, place: Pos2, text: &str) {
        self.press(place, PointerButton::Primary);
        self.harness.run();
        self.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.harness.run();
        self.harness.event(Event::Text(text.to_owned()));
        self.harness.run();
        self.harness.key_press(Key::Enter);
        self.harness.run();
    }

    /// Presses and releases a button.
    pub(crate) fn press(&mut self, place: Pos2, button: PointerButton) {
        self.press_with(place, button, Modifiers::NONE);
    }

    /// The same while modifier keys are held.
    pub(crate) fn press_with(&mut self, place: Pos2, button: PointerButton, modifiers: Modifiers) {
        self.harness.hover_at(place);
        self.harness.step();
        for pressed in [true, false] {
            self.harness.event(Event::PointerButton { pos: place, button, pressed, modifiers });
            self.harness.step();
        }
        self.harness.run();
    }

    /// Drags with the left button from one place to another.
    pub(crate) fn drag(&mut self, from: Pos2, to: Pos2) {
        self.drag_with(from, to, PointerButton::Primary);
    }

    /// Drags with a button from one place to another.
    pub(crate) fn drag_with(&mut self, from: Pos2, to: Pos2, button: PointerButton) {
        let button = |pos, pressed| Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE };
        self.harness.hover_at(from);
        self.harness.step();
        self.harness.event(button(from, true));
        self.harness.step();
        for part in [0.3, 0.7, 1.0, 1.0] {
            self.harness.hover_at(from + (to - from) * part);
            self.harness.step();
        }
        self.harness.event(button(to, false));
        self.harness.run();
    }

    /// The area of the window's contents: the harness has a border around it.
    pub(crate) fn room(&self) -> Rect {
        self.harness.ctx.content_rect().shrink(8.0)
    }

    /// The position of the tab of a panel.
    pub(crate) fn tab(&self, title: &str) -> Rect {
        self.harness.get_by_role_and_label(Role::Tab, title).rect()
    }

    /// Whether a panel is open, in front of or behind another tab.
    pub(crate) fn has_tab(&self, title: &str) -> bool {
        self.harness.query_by_role_and_label(Role::Tab, title).is_some()
    }

    /// The rectangle of the 3D view.
    pub(crate) fn view(&self) -> Rect {
        self.harness.get_by_role_and_label(Role::Image, "3D view").rect()
    }

    /// Fails when the window still requests frames although nothing happens. Work on other threads may end before: while
    /// it runs, the window requests a frame several times a second.
    pub(crate) fn assert_at_rest(&mut self) {
        let rests = |window: &Self| window.repaint_delays().iter().all(|delay| *delay >= Duration::from_secs(1));
        for _ in 0..MOST_STEPS {
            if rests(self) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
            self.harness.step();
        }
        panic!("at rest it requests frames: {:?}", self.repaint_delays());
    }

    /// The time after which each viewport requests its next frame.
    fn repaint_delays(&self) -> Vec<Duration> {
        self.harness.output().viewport_output.values().map(|viewport| viewport.repaint_delay).collect()
    }

    /// Whether two widgets of the frame have the same id. egui paints a warning over them.
    pub(crate) fn has_id_clash(&self) -> bool {
        let shapes = self.harness.output().shapes.iter().map(|clipped| &clipped.shape);
        shapes.into_iter().any(|shape| match shape {
            Shape::Text(text) => text.galley.text().contains("use of widget ID"),
            _ => false,
        })
    }

    pub(crate) fn has_text(&self, part: &str) -> bool {
        self.harness.query_all_by_label_contains(part).next().is_some()
    }

    /// Runs frames until a text is shown. It fails after half a minute or more.
    pub(crate) fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |window| window.has_text(text));
    }

    /// Runs frames until other threads have computed the answers that take long, and what is expected of them. It fails after
    /// some minutes.
    pub(crate) fn wait_for_answers(&mut self) {
        for _ in 0..20_000 {
            let workspace = self.app().workspace();
            let scene = workspace.scene();
            let has_long = !scene.leaks.is_empty() || !scene.colliders.is_empty();
            let is_evaluated = workspace.judging().outcomes().len() == scene.expect.len();
            let is_running = self.has_text("searching for a leak") || self.has_text("comparing a collider");
            if !is_running && (is_evaluated || !has_long) {
                self.harness.run();
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
            self.harness.step();
        }
        panic!("the answers do not come");
    }

    /// Runs frames until a condition holds. It fails after half a minute or more.
    pub(crate) fn wait_until(&mut self, what: &str, mut is_there: impl FnMut(&Self) -> bool) {
        for _ in 0..MOST_WAITS {
            if is_there(self) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
            self.harness.step();
        }
        self.shot("waited");
        panic!("{what} does not come");
    }

    /// Types the name of a command into the palette and presses Enter. No frame runs after the key.
    pub(crate) fn enter_command(&mut self, name: &str) {
        self.harness.key_press(Key::F3);
        self.harness.run();
        self.harness.event(Event::Text(name.to_owned()));
        self.harness.run();
        self.harness.key_press(Key::Enter);
    }

    /// Runs a command by its name in the palette.
    pub(crate) fn command(&mut self, name: &str) {
        self.enter_command(name);
        self.harness.run();
    }

    /// Turns the wheel at the place of the pointer. No frame runs.
    pub(crate) fn turn_wheel(&mut self, unit: MouseWheelUnit, by: f32) {
        self.harness.event(Event::MouseWheel {
            unit,
            delta: vec2(0.0, by),
            source: MouseWheelSource::Wheel,
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
        });
    }

    /// Pictures in both themes, large and in the smallest window.
    pub(crate) fn shots(&mut self, name: &str) {
        for theme in [Theme::Dark, Theme::Light] {
            for size in [[1440.0, 900.0], [1024.0, 640.0]] {
                self.harness.ctx.set_theme(theme);
                self.harness.set_size(vec2(size[0], size[1]));
                self.harness.run();
                self.shot(&format!("{name}_{theme:?}_{}", size[0]));
            }
        }
        self.harness.set_size(vec2(1440.0, 900.0));
        self.harness.ctx.set_theme(Theme::Dark);
        self.harness.run();
    }

    /// Writes a picture of the whole window below `target/` for inspection, when `EYELINE_SHOTS` is set.
    pub(crate) fn shot(&mut self, name: &str) {
        if takes_shots() {
            self.picture(name);
        }
    }

    /// A picture of the whole window; also written below `target/` for inspection, when `EYELINE_SHOTS` is set.
    pub(crate) fn picture(&mut self, name: &str) -> RgbaImage {
        let image = self.harness.render().unwrap();
        save(&image, name);
        image
    }
}

/// Reads a scene without the steps of its lesson.
fn without_steps(path: &Path, pace: Pace) -> Result<Loaded, SceneError> {
    let mut loaded = scene_of(path, pace)?;
    loaded.scene.lesson.clear();
    Ok(loaded)
}

/// The path of a scene of the folder `scenes`.
fn own_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(format!("{name}.json"))
}

pub(crate) fn scene_of(path: &Path, pace: Pace) -> Result<Loaded, SceneError> {
    open_watched(path, Files::default(), &Reading::at(pace), &Progress::default())
}

/// Whether pictures are written for inspection. To draw and write all of them takes a fifth of the time of these tests.
fn takes_shots() -> bool {
    std::env::var_os("EYELINE_SHOTS").is_some()
}

/// Writes a picture for manual inspection, when `EYELINE_SHOTS` is set; it is not compared.
pub(crate) fn save(image: &RgbaImage, name: &str) {
    if !takes_shots() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("window");
    std::fs::create_dir_all(&folder).unwrap();
    let file = std::fs::File::create(folder.join(format!("{name}.png"))).unwrap();
    let encoder = PngEncoder::new_with_quality(file, CompressionType::Fast, FilterType::NoFilter);
    image.write_with_encoder(encoder).unwrap();
}

struct CanvasRenderer(Canvas);

impl TestRenderer for CanvasRenderer {
    fn handle_delta(&mut self, delta: &mut eframe::egui::TexturesDelta) {
        self.0.update_textures(delta);
    }

    fn render(&mut self, ctx: &eframe::egui::Context, output: &eframe::egui::FullOutput) -> Result<RgbaImage, String> {
        let size = ctx.content_rect().size() * output.pixels_per_point;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the size of a window")]
        let size = [size.x.round() as u32, size.y.round() as u32];
        self.0.paint(ctx, output, size).map_err(|error| error.to_string())
    }
}
