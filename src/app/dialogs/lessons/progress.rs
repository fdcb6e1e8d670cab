//! What was done of lessons, which stays from one run to the next. egui's memory contains it, and eframe stores it.

use std::collections::BTreeMap;
use std::path::Path;

use eframe::egui::{Context, Id};
use serde::{Deserialize, Serialize};

use crate::app::kit::persistent::{self, StoredValue};
use crate::host::fs;
use crate::lessons::Lesson;
use crate::workspace::LessonProgress;

/// What was done, by the key of the lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct StoredProgress(BTreeMap<String, LessonProgress>);

/// The stored progress, which stays from one run to the next.
pub(in crate::app) fn keep(ctx: &Context) -> StoredValue {
    persistent::keep::<StoredProgress>(ctx, id())
}

/// What was done of a lesson in this run and before.
pub(super) fn of(ctx: &Context, key: &str) -> Option<LessonProgress> {
    ctx.data_mut(|data| data.get_persisted_mut_or_default::<StoredProgress>(id()).0.get(key).cloned())
}

/// Adds what was done of a lesson. Steps that were done before stay done, unless the lesson has another number of steps now.
pub(super) fn add(ctx: &Context, key: &str, now: &LessonProgress) {
    ctx.data_mut(|data| data.get_persisted_mut_or_default::<StoredProgress>(id()).add(key, now));
}

/// The key of a lesson of the program in the stored progress.
pub(super) fn key_of_lesson(lesson: &Lesson) -> String {
    lesson.file.to_owned()
}

/// The key of a scene in the stored progress: its path.
pub(super) fn key_of_scene(scene: &Path) -> String {
    let path = fs::canonicalize(scene).unwrap_or_else(|_| scene.to_owned());
    path.to_string_lossy().into_owned()
}

impl StoredProgress {
    fn add(&mut self, key: &str, now: &LessonProgress) {
        let stored = self.0.entry(key.to_owned()).or_default();
        if stored.steps == now.steps {
            stored.done.extend(&now.done);
            stored.right.extend(&now.right);
        } else {
            stored.clone_from(now);
        }
    }
}

fn id() -> Id {
    Id::unique("progress of lessons")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(steps: usize, done: &[usize], right: &[usize]) -> LessonProgress {
        LessonProgress { steps, done: done.iter().copied().collect(), right: right.iter().copied().collect() }
    }

    #[test]
    fn steps_stay_done_until_the_lesson_has_others() {
        let mut stored = StoredProgress::default();
        for (now, expected) in [
            (progress(3, &[0, 1], &[1]), progress(3, &[0, 1], &[1])),
            (progress(3, &[2], &[]), progress(3, &[0, 1, 2], &[1])),
            (progress(4, &[0], &[]), progress(4, &[0], &[])),
        ] {
            stored.add("tour", &now);
            assert_eq!(stored.0["tour"], expected);
        }
        assert!(progress(2, &[0, 1], &[]).is_done() && !progress(3, &[0, 1], &[]).is_done());
    }
}
