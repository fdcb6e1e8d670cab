//! The run: reads, draws and compares scenes, in parallel.
//!
//! ```text
//! readers (--jobs) ─► scene and answers ─► this thread draws ─► pictures ─► comparers (--jobs) ─► rows
//! ```
//!
//! The calling thread draws all scenes in one OpenGL context, and answers the occlusion queries in it. The queues between
//! the threads are short, so that few scenes are in memory at a time. Rows are in the order of the scenes.
//!
//! All scenes share one memory budget. A scene that would fit alone may not fit beside others. Its result depends on
//! chance then, so it is dropped: see [`Budget::of_one_work`]. The scene is read again when another one ends, and, after
//! some tries, alone when all others are done. So rows do not depend on `--jobs`. A thread waits only while it has no
//! scene, so threads cannot wait for each other.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::comparing::{self, Judged};
use super::discover::FoundScene;
use super::drawing::{self, DrawnView};
use super::kept;
use super::reading::{self, OpenedScene, Read};
use super::row::{SceneRow, SceneState};
use super::settings::{CheckSettings, Draw};
use super::spool::Spool;
use super::step_time::{CheckStep, StepTime};
use super::turns::{SceneTurn, Turns};
use super::update::exit_code;
use crate::budget::Budget;
use crate::report::occlusion::without_depth;
use crate::scene::SceneError;

/// A scene is read beside others at most so many times, and then alone.
const TRIES: usize = 8;

/// A view after the thread that draws.
enum Viewed {
    /// It is not compared yet.
    Drawn(DrawnView),
    /// Its picture was too large to be kept.
    Judged(Box<Judged>),
}

/// How far a scene is.
enum SceneStep {
    /// It waits for the thread that draws, which answers its questions.
    Opened(Box<OpenedScene>),
    Read(Box<Read>),
}

/// A scene between two steps.
struct Scene<'r, S> {
    /// Its number.
    at: usize,
    outcome: Result<S, SceneError>,
    budget: Budget,
    steps: Vec<StepTime>,
    /// Dropped last, when its memory is given back.
    turn: SceneTurn<'r>,
}

/// A scene for the thread that draws.
type WaitingScene<'r> = Scene<'r, SceneStep>;
/// A scene that was drawn.
type After<'r> = Scene<'r, (Read, Vec<Viewed>)>;

/// What all steps use.
struct CheckRun<'r> {
    scenes: &'r [FoundScene],
    settings: &'r CheckSettings<'r>,
    /// When the run began.
    begin: Instant,
    spool: Spool,
    turns: Turns,
    /// The number of bytes of each list of a row.
    most_text: u64,
    /// The number of scenes that are checked. It becomes smaller when enough scenes have failed.
    end: AtomicUsize,
}

/// Checks all scenes, or, with a greatest number of failures, those up to the last failure. Which scenes have rows then
/// does not depend on the number of jobs: a later scene may have been checked, and its row is dropped.
pub fn run(scenes: &[FoundScene], settings: &CheckSettings, draw: Draw) -> Vec<SceneRow> {
    let most_text = kept::most(settings.budget.total(), scenes.len());
    let run = CheckRun {
        scenes,
        settings,
        begin: Instant::now(),
        spool: Spool::default(),
        turns: Turns::default(),
        most_text,
        end: scenes.len().into(),
    };
    let mut rows = run.side_by_side(draw);
    for at in 0..scenes.len() {
        // Nothing else uses the budget now.
        if rows[at].is_none() && at < run.end.load(Ordering::Relaxed) {
            let done = run.row(run.draw(run.read(at), draw));
            (settings.done)(at, &done);
            rows[at] = Some(done);
            run.count_failures(&rows);
        }
    }
    rows.truncate(run.end.into_inner());
    rows.into_iter().flatten().collect()
}

fn take<T>(queue: &Mutex<Receiver<T>>) -> Option<T> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

impl CheckRun<'_> {
    /// Checks scenes in parallel. A scene that must be checked again alone has no row.
    fn side_by_side(&self, draw: Draw) -> Vec<Option<SceneRow>> {
        let Self { scenes, settings, .. } = self;
        let next = AtomicUsize::new(0);
        let rows: Mutex<Vec<Option<SceneRow>>> = Mutex::new(vec![None; scenes.len()]);
        let jobs = settings.jobs.clamp(1, scenes.len().max(1));
        let (read_out, read_in) = sync_channel::<WaitingScene>(jobs);
        let (drawn_out, drawn_in) = sync_channel::<After>(jobs);
        let drawn_in = Mutex::new(drawn_in);
        thread::scope(|scope| {
            for _ in 0..jobs {
                let (read_out, next) = (read_out.clone(), &next);
                scope.spawn(|| {
                    let read_out = read_out;
                    self.read_all(next, &read_out, &rows);
                });
                scope.spawn(|| {
                    while let Some(scene) = take(&drawn_in) {
                        let (at, budget) = (scene.at, scene.budget.clone());
                        let row = self.row(scene);
                        if !budget.is_crowded() {
                            self.put(at, row, &rows);
                        }
                    }
                });
            }
            drop(read_out);
            for scene in read_in {
                let scene = self.draw(scene, draw);
                if !scene.budget.is_crowded() && drawn_out.send(scene).is_err() {
                    break;
                }
            }
            drop(drawn_out);
        });
        rows.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, at: usize, row: SceneRow, rows: &Mutex<Vec<Option<SceneRow>>>) {
        (self.settings.done)(at, &row);
        let mut rows = rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows[at] = Some(row);
        self.count_failures(&rows);
    }

    /// Ends the run after the scene that is one failure too many. Only the rows before the first scene without one count.
    fn count_failures(&self, rows: &[Option<SceneRow>]) {
        let Some(most) = self.settings.most_failures else { return };
        let known = rows.iter().map_while(Option::as_ref);
        let mut failed = known.enumerate().filter(|(_, row)| exit_code(std::slice::from_ref(row)) != 0);
        if let Some((last, _)) = failed.nth(most.saturating_sub(1)) {
            self.end.fetch_min(last + 1, Ordering::Relaxed);
        }
    }

    fn read_all<'r>(
        &'r self,
        next: &AtomicUsize,
        out: &SyncSender<WaitingScene<'r>>,
        rows: &Mutex<Vec<Option<SceneRow>>>,
    ) {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= self.end.load(Ordering::Relaxed) {
                return;
            }
            if let Some(row) = self.settings.cache.and_then(|cache| cache.equal_row(&self.scenes[at])) {
                self.put(at, row, rows);
                continue;
            }
            let fits = (0..TRIES).find_map(|number| {
                if number > 0 {
                    self.turns.wait();
                }
                Some(self.read(at)).filter(|scene| !scene.budget.is_crowded())
            });
            if fits.is_some_and(|scene| out.send(scene).is_err()) {
                return;
            }
        }
    }

    fn read(&self, at: usize) -> WaitingScene<'_> {
        let (turn, budget, start) = (self.turns.begin(), self.settings.budget.of_one_work(), Instant::now());
        let found = &self.scenes[at];
        let outcome = reading::open(found, self.settings, &budget).and_then(|opened| {
            if opened.needs_depth() {
                return Ok(SceneStep::Opened(Box::new(opened)));
            }
            reading::answer(found, opened, self.settings.parts, &mut |_, world| without_depth(world))
                .map(|read| SceneStep::Read(Box::new(read)))
        });
        Scene { at, outcome, budget, steps: vec![StepTime::ending(CheckStep::Read, self.begin, start)], turn }
    }

    /// The work of the thread that draws: the answers that need a depth buffer, and the pictures.
    fn draw<'r>(&'r self, scene: WaitingScene<'r>, draw: Draw) -> After<'r> {
        let (Scene { at, outcome, budget, mut steps, turn }, start) = (scene, Instant::now());
        let found = &self.scenes[at];
        let read = outcome.and_then(|step| match step {
            SceneStep::Opened(opened) => {
                let mut depth =
                    |scene: &crate::scene::Scene, world: &crate::world::World| (self.settings.depth)(scene, world);
                reading::answer(found, *opened, self.settings.parts, &mut depth)
            }
            SceneStep::Read(read) => Ok(*read),
        });
        let drawn = read.map(|read| {
            let keeps_all = drawing::keeps_all(&read.plan, &budget);
            let views = read.plan.views.iter().map(|view| {
                let drawn = drawing::drawn(found, &read.loaded, view, draw);
                if keeps_all {
                    Viewed::Drawn(drawn)
                } else {
                    Viewed::Judged(Box::new(comparing::judged(found, &read, drawn, self.settings, &self.spool)))
                }
            });
            let views = views.collect();
            (read, views)
        });
        steps.push(StepTime::ending(CheckStep::Draw, self.begin, start));
        Scene { at, outcome: drawn, budget, steps, turn }
    }

    fn row(&self, scene: After) -> SceneRow {
        let found = &self.scenes[scene.at];
        // The turn ends after everything else of the scene is dropped.
        let (Scene { outcome, mut steps, turn: _turn, .. }, start) = (scene, Instant::now());
        let mut row = match outcome {
            Err(error) => SceneRow::of_error(found, error),
            Ok((read, views)) => {
                let judged = views.into_iter().map(|view| match view {
                    Viewed::Drawn(drawn) => comparing::judged(found, &read, drawn, self.settings, &self.spool),
                    Viewed::Judged(judged) => *judged,
                });
                comparing::row(found, &read, judged.collect(), self.settings, &self.spool)
            }
        };
        if let Some(cache) = self.settings.cache.filter(|_| row.state() != SceneState::Equal) {
            row.changed_inputs = cache.changed_inputs(&row);
        }
        kept::shorten(&mut row, self.most_text);
        steps.push(StepTime::ending(CheckStep::Compare, self.begin, start));
        row.steps = steps;
        row
    }
}
