//! The parts of the time of an edit, on the tour and on 100,000 and 1,000,000 generated boxes: the window's own functions,
//! one after the other, and whole frames of the window.
//!
//! `cargo bench --bench edit` prints medians in milliseconds and stores them for the tables of `README.md`. With other
//! numbers of boxes, as in `cargo bench --bench edit -- 1000 100000`, it only prints them, and the stored medians stay as
//! they are. Without a graphics card "draw" and "pick" are Mesa's software rasteriser, which computes vertices and pixels
//! on the same cores.

#![expect(clippy::print_stdout, reason = "a benchmark reports")]

mod results;

use std::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use eframe::egui::{self, Pos2, Rect, vec2};
use eyeline::app::{App, HeadlessHost, Host, ShownTexture, Workspace, set_look};
use eyeline::files::{Content, Files};
use eyeline::geometry::Aabb;
use eyeline::octree::place;
use eyeline::picture::{Bodies, Palette, Picture, Selected, Shown, scene_view};
use eyeline::render::{Canvas, Headless, Programs, RenderError, Viewport, overlay};
use eyeline::report::{Report, TestedObject};
use eyeline::scene::{self, NoLevels, Octree, OctreeMethod, Scene, ValidBefore, check_change, generate};
use eyeline::world::{Item, Recording, World};
use glam::Vec3;
use serde_json::{Map, Value};
use three_d::context as glow;

const SIZE: [u32; 2] = [1280, 720];
const WINDOW: [f32; 2] = [1440.0, 900.0];

/// The numbers of boxes in the tables of `README.md`.
const COUNTS: [usize; 2] = [100_000, 1_000_000];

/// The repeated edit, each time with another value.
struct Edit {
    name: &'static str,
    /// The selected camera or ray.
    querier: Item,
    make: fn(&mut Scene, f32),
}

const EDITS: [Edit; 3] = [
    Edit { name: "near plane", querier: Item::Camera(0), make: |scene, step| scene.cameras[0].near = 0.3 + step },
    Edit {
        name: "one object",
        querier: Item::Camera(0),
        make: |scene, step| {
            let middle = scene.objects.len() / 2;
            scene.objects[middle].position[0] += step;
        },
    },
    Edit { name: "one ray", querier: Item::Ray(0), make: |scene, step| scene.rays[0].origin[1] += step },
];

fn main() {
    let chosen: Vec<usize> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let counts: &[usize] = if chosen.is_empty() { &COUNTS } else { &chosen };
    let mut figures = Figures::default();
    let tour = include_str!("../scenes/tour.json");
    let tour = eyeline::files::parse(tour, "tour.json", None).expect("a scene").scene;
    measure("tour", &tour, &mut figures);
    for count in counts {
        let scene = generate(*count, 1);
        let name = count.to_string();
        figures.table(&name, &[("first frame", first_frame(&scene))]);
        measure(&name, &scene, &mut figures);
        // One box is moved, with the octree's panel in front.
        let trees = [("loose", OctreeMethod::Loose), ("tight", OctreeMethod::Tight)];
        figures.table(&name, &trees.map(|(word, method)| (word, octree(&scene, method))));
    }
    if chosen.is_empty() {
        let headless = Headless::of_this_thread().expect("OpenGL without a display");
        figures.0.insert("renderer".to_owned(), headless.renderer().into());
        results::save("edit", &Value::Object(figures.0).to_string());
    }
}

/// Edits of a scene, and input by hand.
fn measure(name: &str, scene: &Scene, figures: &mut Figures) {
    let edits = EDITS.each_ref().map(|edit| (edit.name, [parts(scene, edit), frames(scene, edit)].concat()));
    figures.table(name, &edits);
    let (medians, selected) = by_hand(scene);
    figures.table(name, &[("by hand", medians)]);
    println!("  the rectangle selects {selected} objects");
    figures.0.insert(format!("{name}/by hand/selected"), selected.into());
}

/// How often an edit is repeated. With software OpenGL a picture of a million boxes takes a second or two.
fn rounds(scene: &Scene) -> u16 {
    if scene.objects.len() < 1_000_000 { 21 } else { 9 }
}

/// What the first frame of a scene needs, from its text on.
fn first_frame(scene: &Scene) -> Medians {
    let text = scene::write(scene);
    println!("\n{} boxes: {} MiB as a file", scene.objects.len(), text.len() >> 20);
    let mut times = Times::default();
    for _ in 0..5 {
        let start = &mut Instant::now();
        let loaded = eyeline::files::parse(&text, "generated.json", None).expect("a scene");
        times.lap("read and check", start);
        let world = World::at(&loaded.scene, &loaded.files, 0);
        times.lap("world", start);
        black_box(Report::of(&world));
        times.lap("answers", start);
    }
    times.medians()
}

/// The additional time of an octree in the edit of one object, which stays in its cell in most rounds. Then edits that move
/// it to another cell.
fn octree(scene: &Scene, method: OctreeMethod) -> Medians {
    let Edit { make, .. } = EDITS[1];
    let rounds = rounds(scene);
    let mut scene = scene.clone();
    // Without other queries.
    scene.cameras.clear();
    scene.rays.clear();
    scene.octree = Some(Octree { depth: 8, method, ..Octree::default() });
    let (mut recording, mut times) =
        (Recording::of(Content { scene: &scene, files: &Files::default() }), Times::default());
    let mut world = World::of(&mut recording, Content { scene: &scene, files: &Files::default() }, 0);
    let mut report = Report::of(&world);
    let (palette, selected) = (Palette::DARK, Selected { subject: Some(Item::Object(0)), ..Selected::default() });
    let mut before = scene.clone();
    for round in 0..rounds {
        let mut now = before.clone();
        make(&mut now, f32::from(round % 7) * 0.01 + 0.001);
        let changes = world.follow(
            &mut recording,
            Content { scene: &before, files: &Files::default() },
            Content { scene: &now, files: &Files::default() },
            0,
        );
        let start = &mut Instant::now();
        black_box(Report::of(&world));
        times.lap("all answers", start);
        report.follow(&world, &changes);
        times.lap("updated answers", start);
        let shown = Shown { is_octree_open: true, ..Shown::new(&world, &report, &selected, &palette) };
        black_box(Picture::of_octree(&shown));
        times.lap("picture", start);
        before = now;
    }
    let ctx = egui::Context::default();
    set_look(&ctx);
    let mut workspace = Workspace::new(scene, None);
    workspace.selection_mut().select_object(Some(0));
    let mut app = App::new(workspace);
    let tab = frame(&ctx, &mut app, Vec::new()).expect("the tab of the octree");
    let button = |pressed| egui::Event::PointerButton {
        pos: tab,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    for event in [egui::Event::PointerMoved(tab), button(true), button(false), egui::Event::PointerGone] {
        frame(&ctx, &mut app, vec![event]);
    }
    assert!(app.workspace().judging().octree_in_view().is_some(), "the panel is in front");
    for round in 0..rounds {
        let start = &mut Instant::now();
        assert!(app.workspace_mut().edit("a field", |scene| make(scene, f32::from(round % 7) * 0.01 + 0.001)));
        frame(&ctx, &mut app, Vec::new());
        times.lap("frame with the edit", start);
        frame(&ctx, &mut app, Vec::new());
        times.lap("frame without an edit", start);
    }
    let (object, [next, far]) = steps_to_other_cells(app.workspace().report());
    let cell = |app: &App| app.workspace().report().octree.as_ref().expect("an octree").placements[object].cell;
    app.workspace_mut().selection_mut().select_object(Some(object));
    for (name, step) in [("frame with an edit to the next cell", next), ("frame with an edit to a far cell", far)] {
        for round in 0..rounds {
            let (before, way) = (cell(&app), if round % 2 == 0 { step } else { -step });
            let start = &mut Instant::now();
            assert!(app.workspace_mut().edit("a field", |scene| scene.objects[object].position[0] += way));
            frame(&ctx, &mut app, Vec::new());
            times.lap(name, start);
            assert_ne!(cell(&app), before, "the box moves to another cell");
        }
    }
    times.medians()
}

/// An object of the octree, and two steps on X that move it to other cells: a short one, and one over a quarter of the region.
fn steps_to_other_cells(report: &Report) -> (usize, [f32; 2]) {
    let octree = report.octree.as_ref().expect("an octree");
    let (region, method) = (*octree.tree.region(), octree.tree.method());
    let width = region.max().x - region.min().x;
    let steps_of = |(i, tested): (usize, &TestedObject)| {
        let moves = |&step: &f32| {
            let [min, max] = [tested.aabb.min, tested.aabb.max].map(|corner| corner + Vec3::X * step);
            let aabb = Aabb { min, max };
            region.encloses(&aabb) && place(&region, method, &aabb).cell != octree.placements[i].cell
        };
        let inward = if tested.aabb.centre().x > region.min().x + width / 2.0 { -1.0 } else { 1.0 };
        let next = (1..64_u8).map(|n| inward * width / 512.0 * f32::from(n)).find(moves)?;
        Some((i, [next, Some(inward * width / 4.0).filter(moves)?]))
    };
    report.objects.iter().enumerate().find_map(steps_of).expect("an object that can move to another cell")
}

/// One frame of a window that cannot draw the scene. Returns the position of the tab of the octree's panel.
fn frame(ctx: &egui::Context, app: &mut App, events: Vec<egui::Event>) -> Option<Pos2> {
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(WINDOW[0], WINDOW[1]));
    let input = egui::RawInput { screen_rect: Some(screen), events, ..egui::RawInput::default() };
    ctx.enable_accesskit();
    let mut output = ctx.run_ui(input, |ui| app.ui(ui, &mut NoGl));
    output.textures_delta.clear();
    black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
    let update = output.platform_output.accesskit_update?;
    let is_tab = |node: &egui::accesskit::Node| {
        node.role() == egui::accesskit::Role::Tab && node.label().is_some_and(|label| label == "Octree")
    };
    let bounds = update.nodes.iter().find(|(_, node)| is_tab(node))?.1.bounds()?;
    #[expect(clippy::cast_possible_truncation, reason = "a place on screen")]
    let middle = [bounds.x0 + bounds.x1, bounds.y0 + bounds.y1].map(|sum| sum as f32 / 2.0);
    Some(middle.into())
}

/// The parts of an edit by themselves.
fn parts(scene: &Scene, edit: &Edit) -> Medians {
    let palette = Palette::DARK;
    let aspect = SIZE[0] as f32 / SIZE[1] as f32;
    let rounds = rounds(scene);
    let mut scene = scene.clone();
    let mut recording = Recording::of(Content { scene: &scene, files: &Files::default() });
    let mut world = World::of(&mut recording, Content { scene: &scene, files: &Files::default() }, 0);
    let mut report = Report::of(&world);
    let mut bodies = Arc::new(Bodies::of(&world));
    let selected = Selected { asker: Some(edit.querier), subject: Some(Item::Object(0)), ..Selected::default() };
    let viewpoint = scene_view(&scene, &world, aspect);
    let headless = Headless::of_this_thread().expect("OpenGL without a display");
    let canvas = Canvas::new(&headless).expect("a canvas");
    let mut viewport = Viewport::new(headless.programs()).expect("a viewport");
    let mut times = Times::default();
    for round in 0..rounds {
        let start = &mut Instant::now();
        let mut now = scene.clone();
        (edit.make)(&mut now, f32::from(round % 7) * 0.01 + 0.001);
        assert!(now != scene, "an edit changes something");
        let sound = ValidBefore { scene: &scene, has_same_levels: true };
        assert_eq!(check_change(&sound, &now, &NoLevels, None), []);
        times.lap("document", start);
        let changes = world.follow(
            &mut recording,
            Content { scene: &scene, files: &Files::default() },
            Content { scene: &now, files: &Files::default() },
            0,
        );
        times.lap("world", start);
        report.follow(&world, &changes);
        times.lap("answers", start);
        let has_moved = !changes.objects.is_none();
        if has_moved && !Arc::make_mut(&mut bodies).follow(&world, &changes.objects) {
            bodies = Arc::new(Bodies::of(&world));
        }
        let picture = Picture::of(&Shown {
            bodies: Some(Arc::clone(&bodies)),
            ..Shown::new(&world, &report, &selected, &palette)
        });
        times.lap("picture", start);
        viewport.set_picture(&picture);
        viewport.draw(&viewpoint, SIZE, 1.0, &palette).expect("drawn");
        headless.finish();
        times.lap("upload and draw", start);
        let mut turned = viewpoint;
        turned.eye.x += 0.1 + f32::from(round) * 0.1;
        *start = Instant::now();
        viewport.draw(&turned, SIZE, 1.0, &palette).expect("drawn");
        headless.finish();
        times.lap("draw again", start);
        viewport.pick(&viewpoint, SIZE, 1.0, [640, 360 + u32::from(round)]).expect("picked");
        times.lap("pick", start);
        *start = Instant::now();
        canvas
            .run(&egui::Context::default(), [64, 64], 1.0, 1, |ui| {
                let rect = Rect::from_min_size(Pos2::ZERO, vec2(SIZE[0] as f32, SIZE[1] as f32));
                let painter = ui.ctx().layer_painter(egui::LayerId::background());
                *start = Instant::now();
                black_box(overlay::paint(&painter, rect, &picture, &viewpoint, &palette));
                times.lap("labels", start);
            })
            .expect("painted");
        scene = now;
    }
    times.medians()
}

/// Whole frames of the window: the edit and everything but OpenGL; the edit and everything; nothing new; the end of the
/// drag. Each edit is part of a drag: a button of the mouse is held.
fn frames(scene: &Scene, edit: &Edit) -> Medians {
    let mut times = Times::default();
    let mut host = HeadlessHost::new().expect("OpenGL without a display");
    let hosts: [(&mut dyn Host, [&'static str; 3]); 2] = [
        (&mut NoGl, ["frame with the edit", "frame without an edit", "end of the drag"]),
        (&mut host, ["frame with the edit, GL", "frame without an edit, GL", "end of the drag, GL"]),
    ];
    // At the upper border of the window, where nothing can be clicked.
    let place = Pos2::new(WINDOW[0] / 2.0, 1.0);
    let button = |pressed| egui::Event::PointerButton {
        pos: place,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    for (host, [edited, idle, ended]) in hosts {
        let ctx = egui::Context::default();
        set_look(&ctx);
        let mut workspace = Workspace::new(scene.clone(), None);
        workspace.selection_mut().select_querier(edit.querier);
        workspace.selection_mut().select_object(Some(0));
        let mut app = App::new(workspace);
        let headless = Headless::of_this_thread().expect("OpenGL without a display");
        let mut number = 0.0;
        let mut frame = |app: &mut App, events: Vec<egui::Event>| {
            let screen = Rect::from_min_size(Pos2::ZERO, vec2(WINDOW[0], WINDOW[1]));
            number += 1.0;
            let time = Some(number / 60.0);
            let input = egui::RawInput { screen_rect: Some(screen), time, events, ..egui::RawInput::default() };
            let mut output = ctx.run_ui(input, |ui| app.ui(ui, host));
            output.textures_delta.clear();
            black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
            headless.finish();
        };
        (0..5).for_each(|_| frame(&mut app, Vec::new()));
        for round in 0..rounds(scene) {
            frame(&mut app, vec![egui::Event::PointerMoved(place), button(true)]);
            let start = &mut Instant::now();
            assert!(
                app.workspace_mut().edit("a field", |scene| (edit.make)(scene, f32::from(round % 7) * 0.01 + 0.001))
            );
            frame(&mut app, Vec::new());
            times.lap(edited, start);
            frame(&mut app, Vec::new());
            times.lap(idle, start);
            frame(&mut app, vec![button(false)]);
            times.lap(ended, start);
        }
    }
    times.medians()
}

/// Whole frames of the window, with GL, for input of the mouse and of the keyboard. A rectangle over most of the view
/// selects the objects in it. Returns also their number.
fn by_hand(scene: &Scene) -> (Medians, usize) {
    let ctx = egui::Context::default();
    set_look(&ctx);
    let mut host = HeadlessHost::new().expect("OpenGL without a display");
    let mut app = App::new(Workspace::new(scene.clone(), None));
    let headless = Headless::of_this_thread().expect("OpenGL without a display");
    let mut number = 0.0;
    let mut frame = |app: &mut App, events: Vec<egui::Event>| {
        let screen = Rect::from_min_size(Pos2::ZERO, vec2(WINDOW[0], WINDOW[1]));
        number += 1.0;
        let input = egui::RawInput {
            screen_rect: Some(screen),
            time: Some(number / 60.0),
            events,
            ..egui::RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| app.ui(ui, &mut host));
        output.textures_delta.clear();
        black_box(ctx.tessellate(output.shapes, output.pixels_per_point));
        headless.finish();
    };
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    let key = |key, modifiers| egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    // Inside the 3D view, where no object is.
    let (from, to) = (Pos2::new(WINDOW[0] * 0.22, 120.0), Pos2::new(WINDOW[0] * 0.7, 520.0));
    (0..5).for_each(|_| frame(&mut app, Vec::new()));
    let mut times = Times::default();
    let mut selected = 0;
    for _ in 0..7 {
        frame(&mut app, vec![egui::Event::PointerMoved(from)]);
        frame(&mut app, vec![button(from, true)]);
        for part in 1..=7_u16 {
            let start = &mut Instant::now();
            frame(&mut app, vec![egui::Event::PointerMoved(from.lerp(to, f32::from(part) / 7.0))]);
            times.lap("rectangle dragged", start);
        }
        let start = &mut Instant::now();
        frame(&mut app, vec![button(to, false)]);
        times.lap("rectangle released", start);
        selected = app.workspace().selected().others.len() + 1;
        frame(&mut app, vec![key(egui::Key::Escape, egui::Modifiers::NONE)]);
        frame(&mut app, vec![egui::Event::PointerGone]);
        let start = &mut Instant::now();
        frame(&mut app, vec![key(egui::Key::P, egui::Modifiers::COMMAND)]);
        times.lap("palette opened", start);
        frame(&mut app, vec![key(egui::Key::Escape, egui::Modifiers::NONE)]);
        frame(&mut app, Vec::new());
    }
    assert!(selected > 1, "the rectangle selects objects");
    (times.medians(), selected)
}

/// A window that cannot draw the scene, but does everything else.
struct NoGl;

impl Host for NoGl {
    fn programs(&self) -> Result<Rc<Programs>, RenderError> {
        Err(RenderError::Unsupported)
    }

    fn show(&mut self, _: glow::Texture) -> Result<ShownTexture, RenderError> {
        Ok(ShownTexture::Registered(egui::TextureId::default()))
    }
}

/// Medians of parts, in the order in which the parts first came.
type Medians = Vec<(&'static str, Duration)>;

/// Times of parts, in the same order.
#[derive(Default)]
struct Times(Vec<(&'static str, Vec<Duration>)>);

impl Times {
    /// Since the start, which moves on to now.
    fn lap(&mut self, part: &'static str, start: &mut Instant) {
        let took = start.elapsed();
        match self.0.iter_mut().find(|(other, _)| *other == part) {
            Some((_, times)) => times.push(took),
            None => self.0.push((part, vec![took])),
        }
        *start = Instant::now();
    }

    fn medians(self) -> Medians {
        let median = |mut times: Vec<Duration>| {
            times.sort_unstable();
            times[times.len() / 2]
        };
        self.0.into_iter().map(|(part, times)| (part, median(times))).collect()
    }
}

/// The results for the tables of `README.md`.
#[derive(Default)]
struct Figures(Map<String, Value>);

impl Figures {
    /// Prints columns of the same parts, and keeps their medians in milliseconds under `SCENE/COLUMN/PART`.
    fn table(&mut self, scene: &str, columns: &[(&str, Medians)]) {
        let title = format!("{scene}, ms");
        print!("\n{title:<28}");
        for (column, _) in columns {
            print!("{column:>13}");
        }
        println!();
        for (i, (part, _)) in columns[0].1.iter().enumerate() {
            print!("  {part:<26}");
            for (column, medians) in columns {
                let milliseconds = medians[i].1.as_secs_f64() * 1e3;
                print!("{milliseconds:>13.3}");
                self.0.insert(format!("{scene}/{column}/{part}"), milliseconds.into());
            }
            println!();
        }
    }
}
