//! When does a skinned mesh vanish? All animations of its file, all cameras, and all boxes that may not enclose the mesh.
//!
//! A mesh vanishes for a camera at a tick when the planes reject the box that is tested, and the box of the posed mesh is in view:
//! the false negative of `frusta`. Each animation is played from its begin, once, at the tick rate of the scene. The cameras and the
//! model stay where they are at the tick of the world.

use std::sync::Arc;

use crate::geometry::Aabb;
use crate::geometry::exact::frustum::Volume;
use crate::geometry::frustum::{Frustum, Verdict, classify};
use crate::geometry::narrate::fine;
use crate::opacity::Progress;
use crate::parallel;
use crate::scene::SkinBounds;
use crate::world::{SkinAt, World};

/// Ticks that are posed together, before the search asks whether it is cancelled.
const BLOCK: usize = 64;

/// The first tick at which a mesh vanishes, and the number of such ticks.
type FirstAndCount = (Option<usize>, usize);

/// The search of one mesh, ready to run on another thread.
#[derive(Clone, Debug)]
pub struct VanishSearch {
    object: Arc<str>,
    skin: Arc<SkinAt>,
    cameras: Vec<(Arc<str>, Frustum, Volume)>,
}

/// When a mesh vanishes.
#[derive(Clone, Debug, PartialEq)]
pub struct VanishTable {
    /// The object.
    pub object: Arc<str>,
    /// By animation, camera and box.
    pub rows: Vec<VanishRow>,
    /// Ticks in a second.
    pub tick_rate: f64,
}

/// One animation, camera and box.
#[derive(Clone, Debug, PartialEq)]
pub struct VanishRow {
    /// The index of the animation; `None` for the pose of a file without animations.
    pub animation: Option<usize>,
    /// Its name, or its number.
    pub animation_name: Arc<str>,
    /// The camera.
    pub camera: Arc<str>,
    /// The box that the planes test.
    pub method: SkinBounds,
    /// The first tick of the animation, from its begin, at which the mesh vanishes; `None` when it never does.
    pub first: Option<usize>,
    /// The number of ticks at which it vanishes.
    pub ticks: usize,
    /// The number of ticks of the animation that were searched.
    pub of: usize,
}

impl VanishTable {
    /// The time of a tick, in seconds from the begin of the animation.
    pub fn time(&self, tick: usize) -> f64 {
        tick as f64 / self.tick_rate
    }
}

impl VanishSearch {
    /// The search of an object; `None` for an object without a skin, or one that is not there.
    pub fn of(world: &World, object: usize) -> Option<Self> {
        let at = world.objects.get(object)?;
        let placed = world.cameras.iter().filter(|camera| camera.error.is_none());
        Some(Self {
            object: Arc::clone(&at.name),
            skin: Arc::clone(at.skin.as_ref()?),
            cameras: placed.map(|at| (Arc::clone(&at.name), at.frustum, Volume::of(&at.camera))).collect(),
        })
    }

    /// The work of [`VanishSearch::run`], in its own unit.
    pub fn work(&self) -> u64 {
        self.skin.all_animations().iter().map(|(_, last)| *last as u64 + 1).sum()
    }

    /// The table; `None` when it was cancelled.
    pub fn run(&self, progress: &Progress) -> Option<VanishTable> {
        let mut rows = Vec::new();
        for (animation, last) in self.skin.all_animations() {
            let own = self.of_animation(animation, last, progress)?;
            rows.extend(own);
        }
        Some(VanishTable { object: Arc::clone(&self.object), rows, tick_rate: self.skin.tick_rate })
    }

    fn of_animation(&self, animation: Option<usize>, last: usize, progress: &Progress) -> Option<Vec<VanishRow>> {
        let methods: Vec<SkinBounds> = self.skin.judged_boxes().collect();
        let mut found = vec![(None, 0); self.cameras.len() * methods.len()];
        let mut start = 0;
        while start <= last {
            if progress.is_cancelled() {
                return None;
            }
            let count = BLOCK.min(last + 1 - start);
            let ticks = parallel::map(count, |i| self.at_tick(animation, start + i, &methods));
            for (i, vanishes) in ticks.into_iter().enumerate() {
                for ((first, ticks), vanishes) in found.iter_mut().zip(vanishes) {
                    if vanishes {
                        first.get_or_insert(start + i);
                        *ticks += 1;
                    }
                }
            }
            progress.advance(count as u64);
            start += count;
        }
        let name = animation.and_then(|i| self.skin.rig.animations.get(i)?.name.clone());
        let name = name.unwrap_or_else(|| animation.map_or_else(|| "none".into(), |i| format!("animation {i}").into()));
        let pairs = self.cameras.iter().flat_map(|(camera, ..)| methods.iter().map(move |method| (camera, *method)));
        let row = |((camera, method), (first, ticks)): ((&Arc<str>, SkinBounds), FirstAndCount)| VanishRow {
            animation,
            animation_name: Arc::clone(&name),
            camera: Arc::clone(camera),
            method,
            first,
            ticks,
            of: last + 1,
        };
        Some(pairs.zip(found).map(row).collect())
    }

    /// Whether the mesh vanishes at a tick, for each camera and each box.
    fn at_tick(&self, animation: Option<usize>, tick: usize, methods: &[SkinBounds]) -> Vec<bool> {
        let time = animation.map(|animation| (animation, tick as f64 / self.skin.tick_rate));
        let at = SkinAt { pose: self.skin.rig.pose(time), ..SkinAt::clone(&self.skin) };
        let (bind, matrices) = (at.bind(), at.matrices());
        let posed = at.posed(&bind, &matrices);
        let exact = at.bounds(SkinBounds::Exact, &bind, &matrices, &posed).enclosing();
        let boxes = methods.iter().map(|method| at.bounds(*method, &bind, &matrices, &posed).enclosing());
        let boxes: Vec<_> = boxes.collect();
        let is_sound = |corners: &Aabb| corners.min.is_finite() && corners.max.is_finite();
        let vanishes = |(frustum, volume): (&Frustum, &Volume), tested: &Aabb| {
            is_sound(tested)
                && is_sound(&exact)
                && classify(frustum, tested).verdict == Verdict::Outside
                && volume.verdict(&exact) != Verdict::Outside
        };
        let cameras = self.cameras.iter().flat_map(|(_, frustum, volume)| {
            let boxes = &boxes;
            boxes.iter().map(move |tested| vanishes((frustum, volume), tested))
        });
        cameras.collect()
    }
}

/// The table as text: a row for each animation, camera and box.
pub fn vanish_text(table: &VanishTable) -> String {
    let head = ["animation", "camera", "box", "first time", "ticks"].map(str::to_owned);
    let rows = table.rows.iter().map(|row| {
        let first =
            row.first.map_or_else(|| "never".to_owned(), |tick| format!("{} s (tick {tick})", fine(table.time(tick))));
        [
            row.animation_name.to_string(),
            row.camera.to_string(),
            row.method.word().to_owned(),
            first,
            format!("{} of {}", row.ticks, row.of),
        ]
    });
    let rows: Vec<[String; 5]> = std::iter::once(head).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 5] = std::array::from_fn(width);
    let line = |row: &[String; 5]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let wrong = table.rows.iter().filter(|row| row.first.is_some()).count();
    let answer = match (table.rows.len(), wrong) {
        (0, _) => "the scene has no camera that is placed".to_owned(),
        (_, 0) => "never".to_owned(),
        (all, wrong) => format!("for {wrong} of {all} combinations of animation, camera and box"),
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    format!("When does `{}` vanish?\n{answer}\n\n{}", table.object, lines.join("\n"))
}
