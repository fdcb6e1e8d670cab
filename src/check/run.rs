//! The run: reads, draws and compares scenes, in parallel.
//!
//! ```text
//! readers (--jobs) ─► scene and answers ─► this thread draws ─► pictures ─► comparers (--jobs) ─► rows
//! ```
//!
//! The calling thread draws all scenes in one OpenGL context. The queues between the threads are short, so that few
//! scenes are in memory at a time. Rows are in the order of the scenes.
//!
//! All scenes share one memory budget. A scene that would fit alone may not fit beside others. Its result depends on
//! chance then, so it is dropped: see [`Budget::of_one_work`]. The scene is read again when another one ends, and, after
//! some tries, alone when all others are done. So rows do not depend on `--jobs`. A thread waits only while it has no
//! scene, so threads cannot wait for each other.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::comparing::{self, Judged};
use super::discover::Found;
use super::drawing::{self, Drawn};
use super::kept;
use super::reading::{self, Read};
use super::row::Row;
use super::settings::{Draw, Settings};
use super::spool::Spool;
use super::turns::{Turn, Turns};
use crate::budget::Budget;
use crate::scene::SceneError;

/// So often a scene is read beside others.
const TRIES: usize = 8;

/// A view after the thread that draws.
enum Viewed {
    /// It is not compared yet.
    Drawn(Drawn),
    /// Its picture was too large to be kept.
    Judged(Judged),
}

/// A scene between two steps.
struct Scene<'r> {
    /// Its number.
    at: usize,
    outcome: Result<Read, SceneError>,
    views: Vec<Viewed>,
    budget: Budget,
    /// Dropped last, when its memory is given back.
    turn: Turn<'r>,
}

/// What all steps use.
struct Run<'r> {
    scenes: &'r [Found],
    settings: &'r Settings<'r>,
    spool: Spool,
    turns: Turns,
    /// The number of bytes of each list of a row.
    most_text: u64,
}

/// Checks all scenes.
pub fn run(scenes: &[Found], settings: &Settings, draw: Draw) -> Vec<Row> {
    let most_text = kept::most(settings.budget.total(), scenes.len());
    let run = Run { scenes, settings, spool: Spool::default(), turns: Turns::default(), most_text };
    let mut rows = run.side_by_side(draw);
    for (at, row) in rows.iter_mut().enumerate() {
        // Nothing else uses the budget now.
        if row.is_none() {
            let mut scene = run.read(at);
            run.draw(&mut scene, draw);
            *row = Some(run.row(scene));
            (settings.done)();
        }
    }
    rows.into_iter().flatten().collect()
}

fn take<T>(queue: &Mutex<Receiver<T>>) -> Option<T> {
    queue.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

impl Run<'_> {
    /// Checks scenes in parallel. A scene that must be checked again alone has no row.
    fn side_by_side(&self, draw: Draw) -> Vec<Option<Row>> {
        let Self { scenes, settings, .. } = self;
        let next = AtomicUsize::new(0);
        let rows: Mutex<Vec<Option<Row>>> = Mutex::new(vec![None; scenes.len()]);
        let jobs = settings.jobs.clamp(1, scenes.len().max(1));
        let (read_out, read_in) = sync_channel::<Scene>(jobs);
        let (drawn_out, drawn_in) = sync_channel::<Scene>(jobs);
        let drawn_in = Mutex::new(drawn_in);
        thread::scope(|scope| {
            for _ in 0..jobs {
                let (read_out, next) = (read_out.clone(), &next);
                scope.spawn(move || self.read_all(next, &read_out));
                scope.spawn(|| {
                    while let Some(scene) = take(&drawn_in) {
                        let (at, budget) = (scene.at, scene.budget.clone());
                        let row = self.row(scene);
                        if !budget.is_crowded() {
                            rows.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some(row);
                            (settings.done)();
                        }
                    }
                });
            }
            drop(read_out);
            for mut scene in read_in {
                self.draw(&mut scene, draw);
                if !scene.budget.is_crowded() && drawn_out.send(scene).is_err() {
                    break;
                }
            }
            drop(drawn_out);
        });
        rows.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn read_all<'r>(&'r self, next: &AtomicUsize, out: &SyncSender<Scene<'r>>) {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= self.scenes.len() {
                return;
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

    fn read(&self, at: usize) -> Scene<'_> {
        let (turn, budget) = (self.turns.begin(), self.settings.budget.of_one_work());
        let outcome = reading::read(&self.scenes[at], self.settings, &budget);
        Scene { at, outcome, views: Vec::new(), budget, turn }
    }

    fn draw(&self, scene: &mut Scene, draw: Draw) {
        let Scene { at, outcome: Ok(read), views, budget, .. } = scene else { return };
        let found = &self.scenes[*at];
        let keeps_all = drawing::keeps_all(&read.plan, budget);
        for view in &read.plan.views {
            let drawn = drawing::drawn(found, &read.loaded, view, draw);
            views.push(if keeps_all {
                Viewed::Drawn(drawn)
            } else {
                Viewed::Judged(comparing::judged(found, read, drawn, self.settings, &self.spool))
            });
        }
    }

    fn row(&self, scene: Scene) -> Row {
        let found = &self.scenes[scene.at];
        // The turn ends after everything else of the scene is dropped.
        let Scene { outcome, views, turn: _turn, .. } = scene;
        let mut row = match outcome {
            Err(error) => Row::of_error(found, error),
            Ok(read) => {
                let judged = views.into_iter().map(|view| match view {
                    Viewed::Drawn(drawn) => comparing::judged(found, &read, drawn, self.settings, &self.spool),
                    Viewed::Judged(judged) => judged,
                });
                comparing::row(found, &read, judged.collect(), self.settings, &self.spool)
            }
        };
        kept::shorten(&mut row, self.most_text);
        row
    }
}
