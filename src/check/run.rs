//! The run: reads, draws and compares scenes, in parallel.
//!
//! ```text
//! readers (--jobs) ─► scene and answers ─► this thread draws ─► pictures ─► comparers (--jobs) ─► rows
//! ```
//!
//! The calling thread draws all scenes in one OpenGL context. The queues between the threads are short, so that few
//! scenes are in memory at a time. Rows are in the order of the scenes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use image::RgbaImage;

use super::answers;
use super::compare::{self, Compared};
use super::digest;
use super::discover::Found;
use super::pixels::Pair;
use super::plan::{Plan, View};
use super::row::{Capture, Difference, Expected, Kind, Row, State, Stored};
use super::words;
use crate::budget::Budget;
use crate::files::read::open_file;
use crate::files::{Files, Inputs, Loaded, Reading};
use crate::opacity::Progress;
use crate::render::to_png_by;
use crate::report::cuts;
use crate::report::occlusion::{AllUnanswered, Answers, Unanswered};
use crate::scene::{Folder, Scene, SceneError};
use crate::source::text::path_in_message;
use crate::source::{LARGEST_SCENE, regular};
use crate::world::World;

/// Draws a view of a scene, or returns the reason why it cannot.
pub type Draw<'a> = &'a mut dyn FnMut(&Found, &Loaded, &View) -> Result<RgbaImage, String>;

/// The options of a run.
pub struct Settings<'a> {
    /// How to read scenes.
    pub reading: &'a Reading,
    /// The memory budget for each scene.
    pub budget: &'a (dyn Fn() -> Budget + Sync),
    /// Answers the occlusion queries of a scene's world. Any thread may call it.
    pub depth: &'a (dyn Fn(&Scene, &World) -> Answers + Sync),
    /// The name of the renderer that draws.
    pub renderer: &'a str,
    /// The number of threads that read scenes, and of threads that compare pictures.
    pub jobs: usize,
    /// Called after each scene. Any thread may call it.
    pub done: &'a (dyn Fn() + Sync),
}

/// A scene that was read.
struct Read {
    loaded: Loaded,
    text: String,
    plan: Plan,
    answers: String,
    expectations: Vec<Expected>,
    /// The occlusion queries and cuts without an answer.
    unanswered: Vec<SceneError>,
}

/// A view that was drawn.
struct Drawn {
    view: View,
    picture: Result<Twice, String>,
}

/// The result of drawing a picture twice.
struct Twice {
    picture: RgbaImage,
    /// The number of pixels that differ in the second drawing.
    unstable: Option<u64>,
}

type Outcome = Result<Read, SceneError>;

/// Checks all scenes.
pub fn run(scenes: &[Found], settings: &Settings, draw: Draw) -> Vec<Row> {
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<Option<Row>>> = Mutex::new(vec![None; scenes.len()]);
    let jobs = settings.jobs.clamp(1, scenes.len().max(1));
    let (read_out, read_in) = sync_channel::<(usize, Outcome)>(jobs);
    let (drawn_out, drawn_in) = sync_channel::<(usize, Outcome, Vec<Drawn>)>(jobs);
    let drawn_in = Mutex::new(drawn_in);
    thread::scope(|scope| {
        for _ in 0..jobs {
            let (read_out, next) = (read_out.clone(), &next);
            scope.spawn(move || read_all(scenes, next, settings, &read_out));
            scope.spawn(|| {
                while let Some((at, read, drawn)) = take(&drawn_in) {
                    let row = row_of(&scenes[at], read, drawn, settings);
                    rows.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(row);
                    (settings.done)();
                }
            });
        }
        drop(read_out);
        for (at, read) in read_in {
            let drawn = read.as_ref().map_or(Vec::new(), |read| draw_all(&scenes[at], read, draw));
            if drawn_out.send((at, read, drawn)).is_err() {
                break;
            }
        }
        drop(drawn_out);
    });
    rows.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect()
}

/// No baseline is so large.
pub(super) const LARGEST_BASELINE: u64 = 1 << 30;

fn take<T>(queue: &Mutex<Receiver<T>>) -> Option<T> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn read_all(scenes: &[Found], next: &AtomicUsize, settings: &Settings, out: &SyncSender<(usize, Outcome)>) {
    loop {
        let at = next.fetch_add(1, Ordering::Relaxed);
        let Some(found) = scenes.get(at) else { return };
        if out.send((at, read(found, settings))).is_err() {
            return;
        }
    }
}

fn read(found: &Found, settings: &Settings) -> Outcome {
    let path = &*found.path;
    if let Some(reason) = &found.refused {
        let help = "check that file by its own path, or give a folder that contains both with `--root DIR`";
        return Err(SceneError::unreadable(&path_in_message(path), reason, Some(help)));
    }
    let files = Files::within((settings.budget)());
    let loaded = open_file(path, files, settings.reading, &Progress::default())?;
    let bytes = regular::read(path, LARGEST_SCENE).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let plan = Plan::of(&loaded.scene);
    let mut unanswered = AllUnanswered::default();
    let mut ask = |world: &World| {
        let answers = (settings.depth)(&loaded.scene, world);
        unanswered.add(Unanswered::all(&answers, world));
        answers
    };
    let (answers, expectations) = answers::now(path, &loaded, &text, &mut ask)
        .map_err(|reason| SceneError::unreadable(&path_in_message(path), &reason, None))?;
    let name = path_in_message(path);
    let mut unanswered = unanswered.located(&loaded.scene, Some(&text), &name);
    if !loaded.scene.cuts.is_empty() {
        // A cut keeps its answer, so the last tick that is checked has all of them.
        let last = plan.views.iter().map(|view| view.tick).fold(loaded.scene.opens_at, u64::max);
        let world = World::at(&loaded.scene, &loaded.files, last);
        unanswered.extend(cuts::unanswered(&world, &loaded.scene, Some(&text), &name));
    }
    Ok(Read { loaded, text, plan, answers, expectations, unanswered })
}

fn draw_all(found: &Found, read: &Read, draw: Draw) -> Vec<Drawn> {
    let mut twice = |view: &View| -> Result<Twice, String> {
        let picture = draw(found, &read.loaded, view)?;
        let again = draw(found, &read.loaded, view)?;
        let unstable =
            (picture != again).then(|| Pair::new(picture.clone(), again, &[]).map_or(0, |pair| pair.differing()));
        Ok(Twice { picture, unstable })
    };
    read.plan.views.iter().map(|view| Drawn { view: view.clone(), picture: twice(view) }).collect()
}

fn row_of(found: &Found, read: Outcome, drawn: Vec<Drawn>, settings: &Settings) -> Row {
    let mut row = Row {
        found: found.clone(),
        inputs: Inputs::file(&found.path),
        differences: Vec::new(),
        expectations: Vec::new(),
        digest: None,
        errors: Vec::new(),
        warnings: Vec::new(),
        answers: None,
        captures: Vec::new(),
    };
    let read = match read {
        Ok(read) => read,
        Err(error) => {
            row.differences.push(of_error(&error));
            row.errors.push(error);
            return row;
        }
    };
    if let Ok((folder, _)) = Folder::of_file(&found.path, &settings.reading.options) {
        row.inputs = row.inputs.with(&read.loaded.files, &folder);
    }
    row.digest = digest::digest(&row.inputs).ok();
    let errors = || read.loaded.faults.iter().chain(&read.unanswered);
    row.differences.extend(errors().map(of_error));
    let unmet = read.expectations.iter().filter(|expected| !expected.is_met);
    row.differences.extend(unmet.map(|expected| Difference {
        kind: Kind::Expectation,
        text: expected.text.clone(),
        line: expected.line,
    }));
    row.expectations.clone_from(&read.expectations);
    row.warnings.extend(read.loaded.warnings.iter().map(ToString::to_string));
    row.errors = errors().cloned().collect();
    add_answers(&mut row, &read);
    for drawn in drawn {
        let (capture, differences, warning) = capture_of(found, &read, drawn, settings);
        row.captures.push(capture);
        row.differences.extend(differences);
        row.warnings.extend(warning);
    }
    row.differences.sort_by_key(|difference| difference.kind);
    row
}

fn of_error(error: &SceneError) -> Difference {
    Difference { kind: Kind::Error, text: error.message.to_string(), line: error.line }
}

fn add_answers(row: &mut Row, read: &Read) {
    let file = row.found.answers();
    let name = file.in_message();
    let mut differences = Vec::new();
    let whole = |kind, text| Difference { kind, text, line: 1 };
    let before = match file.read(LARGEST_BASELINE) {
        Ok(Some(before)) => {
            match answers::differences(&before, &read.answers, &read.loaded.scene, &read.text) {
                Ok(found) => differences.extend(found),
                Err(reason) => {
                    differences.push(whole(Kind::Answer, format!("{name}: {reason}")));
                }
            }
            Some(before)
        }
        Ok(None) => {
            differences.push(whole(Kind::Missing, words::missing(&name, row.found.outside.as_deref(), &file)));
            None
        }
        Err(reason) => {
            differences.push(whole(Kind::Error, format!("cannot read {name}: {reason}")));
            None
        }
    };
    let state = differences.iter().map(|difference| difference.kind.state()).max().unwrap_or(State::Equal);
    let actual = Some(read.answers.clone().into_bytes());
    row.answers = Some(Stored { file, before, actual, state, is_written: false });
    row.differences.extend(differences);
}

fn capture_of(
    found: &Found,
    read: &Read,
    drawn: Drawn,
    settings: &Settings,
) -> (Capture, Vec<Difference>, Option<String>) {
    let view = drawn.view;
    let file = found.picture(view.name.as_deref());
    let name = file.in_message();
    let line = words::NameLines::of(&read.text).line(view.name.as_deref());
    let mut differences = Vec::new();
    let mut is = |kind, text: String| differences.push(Difference { kind, text, line });
    let mut warning = None;
    let mut capture = Capture {
        view,
        stored: Stored { file, before: None, actual: None, state: State::Equal, is_written: false },
        compared: None,
        difference: None,
        is_unstable: false,
    };
    match capture.stored.file.read(LARGEST_BASELINE) {
        Ok(before) => capture.stored.before = before,
        Err(reason) => is(Kind::Error, format!("cannot read {name}: {reason}")),
    }
    let png = |picture: &RgbaImage| to_png_by(picture, settings.renderer).map_err(|error| error.to_string());
    match drawn.picture.and_then(|twice| Ok((png(&twice.picture)?, twice))) {
        Err(reason) => is(Kind::Error, format!("{name} cannot be drawn: {reason}")),
        Ok((_, Twice { unstable: Some(pixels), .. })) => {
            capture.is_unstable = true;
            let count = if pixels == 1 { "1 pixel differs".to_owned() } else { format!("{pixels} pixels differ") };
            is(Kind::Picture, format!("{name} is unstable: {count} between two drawings of the same scene"));
        }
        Ok((png, Twice { picture, unstable: None })) => {
            if let Some(before) = &capture.stored.before {
                let ignored = read.plan.ignored_in(&capture.view);
                let (limit, budget) = (read.plan.limit, &read.loaded.files.budget);
                let (compared, difference) =
                    compare::compare(before, picture, &png, settings.renderer, limit, &ignored, budget);
                if !compared.is_equal() {
                    let kind = if matches!(compared, Compared::NoMemory(_)) { Kind::Error } else { Kind::Picture };
                    is(kind, words::picture(&name, &compared));
                }
                if let Compared::Counted(counts) = &compared {
                    warning = words::warning(&name, counts);
                }
                capture.difference = difference.and_then(|difference| to_png_by(&difference, "").ok());
                capture.compared = Some(compared);
            } else if !differences.iter().any(|difference| difference.kind == Kind::Error) {
                let text = words::missing(&name, found.outside.as_deref(), &capture.stored.file);
                differences.push(Difference { kind: Kind::Missing, text, line });
            }
            capture.stored.actual = Some(png);
        }
    }
    capture.stored.state = differences.iter().map(|difference| difference.kind.state()).max().unwrap_or(State::Equal);
    (capture, differences, warning)
}
