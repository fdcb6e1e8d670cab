//! The first step of a check: reads a scene and answers its questions. Any thread may do it.

use super::discover::Found;
use super::plan::Plan;
use super::row::Expected;
use super::settings::Settings;
use super::{answers, text};
use crate::budget::{Budget, Reservation};
use crate::files::read::open_file;
use crate::files::{Content, Files, Loaded};
use crate::opacity::Progress;
use crate::report::occlusion::{AllUnanswered, Unanswered};
use crate::report::{agents, cuts};
use crate::scene::SceneError;
use crate::source::decoding::guarded_file;
use crate::source::text::path_in_message;
use crate::world::World;

/// A scene that was read.
pub(super) struct Read {
    pub(super) loaded: Loaded,
    pub(super) text: String,
    pub(super) plan: Plan,
    pub(super) answers: String,
    pub(super) expectations: Vec<Expected>,
    /// The occlusion queries, cuts and agents without an answer.
    pub(super) unanswered: Vec<SceneError>,
    /// The memory of the text and the answers.
    _memory: [Reservation; 2],
}

/// Reads a scene within the budget of its work.
///
/// # Errors
/// When the scene cannot be read, or when reading or answering it panics.
pub(super) fn read(found: &Found, settings: &Settings, budget: &Budget) -> Result<Read, SceneError> {
    let name = path_in_message(&found.path);
    guarded_file(&name, || unguarded(found, &name, settings, budget))
}

fn unguarded(found: &Found, name: &str, settings: &Settings, budget: &Budget) -> Result<Read, SceneError> {
    let path = &*found.path;
    if let Some(reason) = &found.refused {
        let help = "check that file by its own path, or give a folder that contains both with `--root DIR`";
        return Err(SceneError::unreadable(name, reason, Some(help)));
    }
    let loaded = open_file(path, Files::within(budget.clone()), settings.reading, &Progress::default())?;
    let (text, of_text) = text::of_scene(path, budget)
        .map_err(|over| SceneError::over_budget(name, "the text of this scene", over))?
        .unwrap_or_else(|| (String::new(), budget.nothing()));
    let plan = Plan::of(&loaded.scene);
    let mut unanswered = AllUnanswered::default();
    let mut ask = |world: &World| {
        let answers = (settings.depth)(&loaded.scene, world);
        unanswered.add(Unanswered::all(&answers, world));
        answers
    };
    let (answers, expectations, of_answers) = answers::now(path, &loaded, &text, &mut ask)?;
    let mut unanswered = unanswered.located(&loaded.scene, Some(&text), name);
    if !loaded.scene.cuts.is_empty() || !loaded.scene.agents.is_empty() {
        // A cut keeps its answer, and an agent its error. So the last tick that is checked has all of them.
        let last = plan.views.iter().map(|view| view.tick).fold(loaded.scene.opens_at, u64::max);
        let world = World::at(&loaded.scene, &loaded.files, last);
        unanswered.extend(cuts::unanswered(&world, &loaded.scene, Some(&text), name));
        let content = Content { scene: &loaded.scene, files: &loaded.files };
        unanswered.extend(agents::ended(&world, content, name));
    }
    Ok(Read { loaded, text, plan, answers, expectations, unanswered, _memory: [of_text, of_answers] })
}
